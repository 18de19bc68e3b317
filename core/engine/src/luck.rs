//! Chance. A game has its own seeded generator, and what it yields is part of the save format.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use crate::tile::TileDefId;

/// The generator of a game: PCG-XSH-RR 64/32, seeded with one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Luck(Pcg32);

impl Luck {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Luck {
        Luck(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`, each as likely as the others; 0 where `bound` is 0.
    ///
    /// The reduction is Lemire's with rejection. It is written out because a save must yield the
    /// same numbers with every later release of the generator's crate.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// The state of the generator, for state hashes.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut copy = self.0.clone();
        u64::from(copy.next_u32()) << 32 | u64::from(copy.next_u32())
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
