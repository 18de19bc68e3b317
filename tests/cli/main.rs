//! The command line, as a person or a program uses it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod api;
mod bastide;
mod check;
mod content;
mod coverage;
mod demonstration;
mod dev;
mod failing;
mod generic;
mod hostile_packages;
mod human;
mod packages;
mod recorded;
mod sim;
mod snapshots;
mod suites;
mod trace;
mod use_and_misuse;
mod watching;
