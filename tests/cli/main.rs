//! The command line, as a person or a program uses it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod bastide;
mod content;
mod demonstration;
mod failing;
mod human;
mod recorded;
mod sim;
mod suites;
mod use_and_misuse;
