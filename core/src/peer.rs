//! The outside judge: recorded games of JCloisterZone are played on our engine.
//!
//! A recorded game brings a setup, messages, and sentences that must be true at its end. [`Table`]
//! finds our tiles, expansions and options for the setup, or says what we lack; [`Replay`] plays
//! the messages; [`Shown`] is the state in that program's terms, which [`oracle`] compares with
//! what it showed itself; [`assertion`] judges the sentences.
//!
//! Read in this order: [`recording`], [`names`], [`chance`], `tiles`, [`setup`], `confirm`, `offers`,
//! [`shown`], `events`, [`replay`], [`oracle`], [`features`], [`assertion`], [`mod@judge`].

pub mod assertion;
pub mod chance;
mod confirm;
mod events;
pub mod features;
pub mod judge;
pub mod names;
mod offers;
pub mod oracle;
pub mod recording;
pub mod replay;
pub mod setup;
pub mod shown;
mod tiles;

pub use judge::{Judged, Verdict, judge};
pub use recording::Recording;
pub use replay::Replay;
pub use setup::{Plan, Prepared, Table};
pub use shown::Shown;

#[cfg(test)]
mod tests;
