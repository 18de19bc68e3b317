//! Chance. A game has its own seeded generator, and what it yields is part of the save format.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use crate::tile::TileDefId;

/// The generator of a game: PCG-XSH-RR 64/32, seeded with one number.
///
/// Every outcome takes exactly one step of two outputs, whether the generator decides it or whether
/// it was settled beforehand. So a game that is replayed from its log has the same generator, and
/// goes on in the same way, as the game that wrote the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Luck(Pcg32);

impl Luck {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Luck {
        Luck(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`; 0 where `bound` is 0.
    ///
    /// The high part of a 64-bit number times `bound`: no number is more likely than another by
    /// more than one in four thousand million. It is written out because a save must yield the same
    /// numbers with every later release of the generator's crate.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.step()) * u128::from(bound)) >> 64) as u32
    }

    /// Passes over one outcome.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.step();
    }

    #[inline]
    fn step(&mut self) -> u64 {
        let high = u64::from(self.0.next_u32());
        high << 32 | u64::from(self.0.next_u32())
    }

    /// The state of the generator, for state hashes.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.clone().step()
    }
}

impl Default for Luck {
    fn default() -> Luck {
        Luck::new(0)
    }
}

/// An outcome of chance. The log records each, so that a game replays without its generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// This tile was drawn.
    Draw(TileDefId),
    /// This number came, from 0 to one below the bound that was asked for.
    Number(u32),
}

/// Outcomes that are settled beforehand, by a replay, a test or physical play.
pub type Forced = VecDeque<Chance>;

/// The next settled draw. Draws of tiles that are not `there` are passed over.
pub(crate) fn settled_draw(forced: &mut Forced, there: impl Fn(TileDefId) -> bool) -> Option<TileDefId> {
    while let Some(at) = forced.iter().position(|outcome| matches!(outcome, Chance::Draw(_))) {
        if let Some(Chance::Draw(tile)) = forced.remove(at)
            && there(tile)
        {
            return Some(tile);
        }
    }
    None
}

/// The next settled number. Numbers that the bound excludes are passed over.
pub(crate) fn settled_number(forced: &mut Forced, bound: u32) -> Option<u32> {
    while let Some(at) = forced.iter().position(|outcome| matches!(outcome, Chance::Number(_))) {
        if let Some(Chance::Number(number)) = forced.remove(at)
            && number < bound
        {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of a seed are part of the save format: this test may never need a change.
    #[test]
    fn the_numbers_of_a_seed_stay_the_same() {
        let mut luck = Luck::new(2024);
        let numbers: Vec<u32> = (0..8).map(|_| luck.below(72)).collect();
        assert_eq!(numbers, NUMBERS_OF_2024);
    }

    const NUMBERS_OF_2024: [u32; 8] = [26, 56, 34, 65, 6, 62, 50, 19];

    #[test]
    fn every_number_below_the_bound_comes() {
        let mut luck = Luck::new(1);
        let mut seen = [0u32; 6];
        (0..6000).for_each(|_| seen[luck.below(6) as usize] += 1);
        assert!(seen.iter().all(|count| (900..1100).contains(count)), "{seen:?}");
        assert_eq!(luck.below(0), 0);
        assert_eq!(luck.below(1), 0);
    }

    #[test]
    fn a_settled_outcome_takes_a_step_too() {
        let (mut drawn, mut settled) = (Luck::new(5), Luck::new(5));
        drawn.below(70);
        settled.skip();
        assert_eq!(drawn, settled);
    }

    #[test]
    fn settled_outcomes_that_cannot_be_are_passed_over() {
        let draw = |tile| Chance::Draw(TileDefId(tile));
        let mut forced = Forced::from([draw(1), Chance::Number(9), draw(2), Chance::Number(3)]);
        assert_eq!(settled_number(&mut forced, 6), Some(3));
        assert_eq!(settled_draw(&mut forced, |tile| tile.0 == 2), Some(TileDefId(2)));
        assert!(forced.is_empty());
    }
}
