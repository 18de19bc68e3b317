//! The other program's generator, and its pack of tiles.

use std::collections::{BTreeMap, VecDeque};

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

/// The group of tiles that have none.
const DEFAULT_GROUP: &str = "default";

/// The tiles that are still to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// How many of each, by group and id.
    left: BTreeMap<(String, String), u32>,
    order: VecDeque<String>,
    /// How many tiles can still be drawn, if that is settled.
    limit: Option<u32>,
}

impl Pack {
    /// A pack of nothing, with the tiles that are drawn first, and how many can be drawn at all.
    pub fn new(order: &[String], limit: Option<u32>) -> Pack {
        Pack { left: BTreeMap::new(), order: order.iter().cloned().collect(), limit }
    }

    /// Adds tiles.
    pub fn add(&mut self, group: Option<&str>, id: &str, count: u32) {
        let key = (group.unwrap_or(DEFAULT_GROUP).to_owned(), id.to_owned());
        *self.left.entry(key).or_default() += count;
    }

    /// Takes a tile out; whether there was one.
    pub fn take(&mut self, id: &str) -> bool {
        let found = self.left.iter_mut().find(|((_, tile), count)| tile == id && **count > 0);
        found.map(|(_, count)| *count -= 1).is_some()
    }

    /// Takes all tiles of an id out.
    pub fn remove(&mut self, id: &str) {
        self.left.retain(|(_, tile), _| tile != id);
    }

    /// How many of each there are, by id.
    pub fn counts(&self) -> impl Iterator<Item = (&str, u32)> {
        self.left.iter().map(|((_, id), count)| (id.as_str(), *count))
    }

    /// How many tiles can be drawn.
    pub fn len(&self) -> u32 {
        if self.order.front().is_some_and(|id| id == "#END") {
            return 0;
        }
        let total = self.left.values().sum();
        self.limit.map_or(total, |limit| limit.min(total))
    }

    /// Whether no tile can be drawn.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Draws the next tile; nothing when there is none.
    ///
    /// # Errors
    ///
    /// A message, when the tile that is settled to come is not there.
    pub fn draw(&mut self, generator: &mut Generator) -> Result<Option<String>, String> {
        if self.is_empty() {
            return Ok(None);
        }
        let id = match self.order.pop_front() {
            Some(id) => id,
            None => {
                let total = self.left.values().sum();
                let mut index = generator.below(total);
                let found = self.left.iter().find(|(_, count)| {
                    let here = index < **count;
                    index = index.wrapping_sub(if here { 0 } else { **count });
                    here
                });
                found.map(|((_, id), _)| id.clone()).unwrap_or_default()
            }
        };
        if !self.take(&id) {
            return Err(format!("the tile {id} should be drawn now, but it is not in the pack"));
        }
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

    #[test]
    fn settled_tiles_come_first_and_the_limit_counts() {
        let mut pack = Pack::new(&["b".to_owned()], Some(2));
        pack.add(None, "a", 2);
        pack.add(None, "b", 1);
        assert_eq!(pack.len(), 2);
        let mut generator = Generator::new(0.9);
        assert_eq!(pack.draw(&mut generator), Ok(Some("b".to_owned())));
        assert_eq!(pack.draw(&mut generator), Ok(Some("a".to_owned())));
        assert_eq!(pack.draw(&mut generator), Ok(None));
    }
}
