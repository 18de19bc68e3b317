//! Standard output that can end at any time.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

use crate::commands::Failure;

/// Standard output.
pub(crate) struct Out(BufWriter<Stdout>);

impl Out {
    pub fn new() -> Out {
        Out(BufWriter::new(io::stdout()))
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.0, "{text}")?)
    }

    /// Writes a text as it is.
    pub fn text(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        Ok(write!(self.0, "{text}")?)
    }

    /// Shows everything that was written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

/// Says something beside the output proper.
pub(crate) fn note(text: impl fmt::Display) {
    // Nobody reads it where it cannot be written.
    let _ = writeln!(io::stderr(), "{text}");
}

/// A text of somebody else's without the letters that a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}
