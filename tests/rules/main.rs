//! The rules of the base game, statement by statement (BG1 to BG43).
//!
//! Each case is a small game written down line by line; [`table`] says how. The statements that a
//! case proves stand in front of it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

#[path = "../common/mod.rs"]
mod common;
mod table;

mod claims;
mod ends;
mod fields;
mod placing;
mod scoring;
mod second_edition;
mod setup;
