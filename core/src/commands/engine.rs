//! `bastide engine`: JSON lines on standard input and output.

use std::io::{self, BufRead};

use bastide::protocol::Server;

use crate::commands::{Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"do\":\"new\",\"players\":[\"Alice\",\"Bob\"],\"seed\":1}' | bastide engine

One request a line, one answer a line; docs/engine-protocol.md describes them.")]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args, out: &mut Out) -> Outcome {
    let mut server = Server::new();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !server.is_over() {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        out.line(server.answer(&text))?;
        out.flush()?;
    }
    Ok(0)
}
