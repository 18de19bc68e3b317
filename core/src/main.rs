//! The command line of Bastide.

fn main() {}
