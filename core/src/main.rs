//! The command line of Bastide.

mod commands;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::{Cli, Failure, Out, run};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody reads the message where it cannot be printed.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut out = Out::new();
    let result = run(cli, &mut out).and_then(|code| out.flush().map(|()| code));
    match result {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            let _ = out.flush();
            report(&failure)
        }
    }
}

fn report(failure: &Failure) -> ExitCode {
    if let Some(message) = failure.message() {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "{message}");
    }
    ExitCode::from(failure.code())
}
