//! Whoever decides instead of a person.

use std::fmt;
use std::str::FromStr;

use bastide_engine::decision::Choice;
use bastide_engine::game::Game;
use bastide_engine::luck::Luck;

use crate::greedy::Greedy;

/// Picks one of the options of a decision.
///
/// A bot is a pure function of its seed and the game: a game that is resumed goes on as if it had
/// never stopped, and one that is played twice is played in the same way.
pub trait Bot: Send + Sync {
    /// The option to take, `None` where nothing is to be decided.
    fn choose(&self, game: &Game) -> Option<Choice>;
}

/// The kinds of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BotKind {
    /// Any option, each as likely as the others.
    Random,
    /// What looks best one step ahead.
    Greedy,
}

impl BotKind {
    /// All kinds.
    pub const ALL: [BotKind; 2] = [BotKind::Random, BotKind::Greedy];

    /// The name, as command lines write it.
    pub const fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
        }
    }

    /// A bot of this kind. The seed decides what a random one picks.
    pub fn make(self, seed: u64) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Random { seed }),
            BotKind::Greedy => Box::new(Greedy),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot `{0}`; expected `random` or `greedy`")]
pub struct UnknownBot(pub String);

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<BotKind, UnknownBot> {
        BotKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| UnknownBot(text.to_owned()))
    }
}

/// Picks uniformly.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// A bot with luck of its own, apart from the game's.
    pub fn new(seed: u64) -> Random {
        Random { seed }
    }
}

impl Bot for Random {
    /// The luck of each decision follows from the seed and the decision's place in the log, not
    /// from the decisions that this bot has made: so taking back and resuming change nothing.
    fn choose(&self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        let mut luck = Luck::new(mix(self.seed, game.log().len() as u64));
        let index = luck.below(decision.len() as u32);
        decision.get(index as usize)
    }
}

/// A seed made from a seed and a number: equal inputs give equal outputs, near ones give far ones.
///
/// The finalizer of SplitMix64, by Steele, Lea and Flood (2014).
pub const fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails loudly")]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for kind in BotKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let error = "clever".parse::<BotKind>().unwrap_err();
        assert_eq!(error.to_string(), "there is no bot `clever`; expected `random` or `greedy`");
    }

    #[test]
    fn mixed_seeds_differ() {
        let mut seeds: Vec<u64> = (0..1000).map(|number| mix(7, number)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 1000);
    }
}
