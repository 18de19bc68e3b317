//! The rules engine of Bastide: board, tiles, features, pieces, turn, events.
//!
//! A pure function: the same setup and the same choices give the same states, events and hashes on
//! every machine. It knows nothing of scripts, files, clocks or any expansion; what expansions do
//! comes through the door of [`host`].
//!
//! Read in this order: [`geometry`], [`tile`], [`ruleset`], [`board`], [`feature`], [`piece`],
//! [`event`], [`decision`], [`state`], [`scene`], [`host`], then the rules (`RULES.md` beside this crate
//! numbers them), then [`game`] and [`log`].

pub mod board;
pub mod decision;
pub mod event;
pub mod feature;
mod filter;
pub mod game;
pub mod geometry;
pub mod host;
pub mod log;
pub mod luck;
pub mod piece;
mod rules;
pub mod ruleset;
pub mod scene;
pub mod state;
pub mod tile;
pub mod value;
