//! Players that are no people, and many games at once.
//!
//! [`bot`] decides, [`simulate()`] plays, [`report`] says what came out. Nothing here knows a screen,
//! a file or any expansion.

pub mod bot;
mod greedy;
pub mod outlook;
pub mod report;
pub mod simulate;
mod tally;

pub use bot::{Bot, BotKind};
pub use report::Report;
pub use simulate::{GameFactory, Request, SimulationError, simulate};
