//! The command line, as a person or a program uses it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod api;
mod bastide;
mod content;
mod demonstration;
mod human;
mod recorded;
mod sim;
mod suites;
mod trace;
mod use_and_misuse;
