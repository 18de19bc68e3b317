//! The command line, as a person or a program uses it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod bastide;
mod content;
mod demonstration;
mod hostile_packages;
mod human;
mod packages;
mod recorded;
mod sim;
mod suites;
mod use_and_misuse;
