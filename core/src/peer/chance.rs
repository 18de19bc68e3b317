//! The other program's generator, and its pack of tiles.

use std::collections::VecDeque;

/// The generator: one value from 0 to below 1, which is used and then moved on.
///
/// A draw from `n` things takes the `n`-th part of the value. The next value is the low 48 bits of
/// the value's IEEE 754 form, taken through one step of the linear congruential generator of
/// `drand48`, as a fraction of 2^48. Nearly every message of a player replaces the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generator(f64);

const BITS: u64 = (1 << 48) - 1;

impl Generator {
    /// A generator with this value.
    pub fn new(value: f64) -> Generator {
        Generator(value)
    }

    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: u32) -> u32 {
        let number = (self.0 * f64::from(bound)) as u32;
        let next = (self.0.to_bits() & BITS).wrapping_mul(25_214_903_917).wrapping_add(11) & BITS;
        self.0 = next as f64 / (1u64 << 48) as f64;
        number.min(bound.saturating_sub(1))
    }
}

/// Tiles of one kind that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Copies {
    /// Their group in the pack.
    pub group: String,
    /// Their id.
    pub id: String,
    /// How many there are.
    pub count: u32,
}

/// In which order tiles are drawn, and how many.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    order: VecDeque<String>,
    /// How many tiles can still be drawn, if that is settled.
    limit: Option<u32>,
}

impl Pack {
    /// The tiles that are drawn first, and how many can be drawn at all.
    pub fn new(order: &[String], limit: Option<u32>) -> Pack {
        let end = order.iter().position(|id| id == "#END");
        let order = order[..end.unwrap_or(order.len())].iter().cloned().collect();
        let ended = end.map(|end| end as u32);
        Pack { order, limit: limit.into_iter().chain(ended).min() }
    }

    /// How many tiles can be drawn, as far as that is settled.
    pub fn limit(&self) -> u32 {
        self.limit.unwrap_or(u32::MAX)
    }

    /// Draws the next of the tiles that can be drawn; nothing when there is none.
    ///
    /// # Errors
    ///
    /// A message, when the tile that is settled to come is not there.
    pub fn draw(
        &mut self,
        mut there: Vec<Copies>,
        generator: &mut Generator,
    ) -> Result<Option<String>, String> {
        let total: u32 = there.iter().map(|copies| copies.count).sum();
        if self.limit() == 0 || total == 0 {
            return Ok(None);
        }
        let id = match self.order.pop_front() {
            Some(id) if there.iter().any(|copies| copies.id == id) => id,
            Some(id) => return Err(format!("the tile {id} should be drawn now, but it is not in the pack")),
            None => {
                there.sort();
                let mut index = generator.below(total);
                let found = there.into_iter().find(|copies| {
                    let here = index < copies.count;
                    index = index.wrapping_sub(if here { 0 } else { copies.count });
                    here
                });
                found.map(|copies| copies.id).unwrap_or_default()
            }
        };
        if let Some(limit) = &mut self.limit {
            *limit -= 1;
        }
        Ok(Some(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_moves_on() {
        let mut generator = Generator::new(0.5);
        assert_eq!(generator.below(10), 5);
        assert_eq!(generator, Generator::new(11.0 / (1u64 << 48) as f64));
    }

    fn copies(group: &str, id: &str, count: u32) -> Copies {
        Copies { group: group.to_owned(), id: id.to_owned(), count }
    }

    #[test]
    fn settled_tiles_come_first_and_the_limit_counts() {
        let mut pack = Pack::new(&["b".to_owned()], Some(2));
        let there = || vec![copies("default", "a", 2), copies("default", "b", 1)];
        assert_eq!(pack.limit(), 2);
        let mut generator = Generator::new(0.9);
        assert_eq!(pack.draw(there(), &mut generator), Ok(Some("b".to_owned())));
        assert_eq!(pack.draw(there(), &mut Generator::new(0.5)), Ok(Some("a".to_owned())));
        assert_eq!(pack.draw(there(), &mut generator), Ok(None));
    }

    #[test]
    fn groups_lie_one_after_the_other() {
        let mut pack = Pack::new(&["gone".to_owned()], None);
        let there = || vec![copies("b", "a", 1), copies("a", "z", 1)];
        assert!(pack.draw(there(), &mut Generator::new(0.1)).is_err());
        assert_eq!(pack.draw(there(), &mut Generator::new(0.1)), Ok(Some("z".to_owned())));
        assert_eq!(pack.draw(there(), &mut Generator::new(0.9)), Ok(Some("a".to_owned())));
        assert_eq!(pack.draw(Vec::new(), &mut Generator::new(0.9)), Ok(None));
    }

    #[test]
    fn the_mark_ends_the_game() {
        let order = ["a", "#END", "b"].map(str::to_owned);
        assert_eq!(Pack::new(&order, None).limit(), 1);
    }
}
