//! Why a command stops, and with which exit code.

use std::io;

use bastide::engine::ruleset::SetupError;
use bastide::error::Error;

/// Why a command stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was used wrongly.
    Usage(String),
    /// A problem was found.
    Problem(String),
    /// Whoever reads the output has gone away, as `head` does.
    Unread,
}

impl Failure {
    /// What to say, if anything.
    pub fn message(&self) -> Option<String> {
        match self {
            Failure::Usage(message) | Failure::Problem(message) => {
                let prefix = if message.starts_with("error") { "" } else { "error: " };
                Some(format!("{prefix}{}", message.trim_end()))
            }
            Failure::Unread => None,
        }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Problem(_) => 1,
            Failure::Unread => 0,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::Problem(error.to_string()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        if is_misuse(&error) {
            Failure::Usage(error.to_string())
        } else {
            Failure::Problem(error.to_string())
        }
    }
}

/// What the command line asked for and does not exist is wrong use; a mistake in a file is a problem
/// that was found.
pub(crate) fn is_misuse(error: &Error) -> bool {
    match error {
        Error::Content(report) => report.diagnostics.iter().all(|found| found.file.is_none()),
        Error::Setup(errors) => errors.0.iter().all(is_about_players),
        Error::Io { what: "read", reason, .. } => reason.kind() == io::ErrorKind::NotFound,
        _ => false,
    }
}

/// Whether it was the command line that brought this about.
fn is_about_players(error: &SetupError) -> bool {
    matches!(error, SetupError::PlayerCount(_) | SetupError::SameName(_) | SetupError::UnknownSeat(_))
}
