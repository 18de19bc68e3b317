//! What can go wrong between a request and a running game.

use std::io;
use std::path::PathBuf;

use bastide_content::diagnostic::Report;
use bastide_engine::host::HandlerError;
use bastide_engine::ruleset::SetupErrors;

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request, or a file that it needs, is wrong.
    #[error("{}", .0.render(false))]
    Content(Report),
    /// What was chosen does not fit together.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// Scripts that cannot be loaded: one message each.
    #[error("{}", messages(.0))]
    Scripts(Vec<HandlerError>),
    /// A handler failed.
    #[error("{0}")]
    Handler(Box<HandlerError>),
    /// A file could not be read or written.
    #[error("cannot {what} `{}`: {reason}", .path.display())]
    Io {
        /// What was tried: `read`, `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// A saved game that cannot be gone on with.
    #[error("{0}")]
    Save(String),
}

impl From<HandlerError> for Error {
    fn from(error: HandlerError) -> Error {
        Error::Handler(Box::new(error))
    }
}

impl From<Report> for Error {
    fn from(report: Report) -> Error {
        Error::Content(report)
    }
}

impl Error {
    /// A file could not be read or written.
    pub(crate) fn io(what: &'static str, path: impl Into<PathBuf>, reason: io::Error) -> Error {
        Error::Io { what, path: path.into(), reason }
    }
}

fn messages(errors: &[HandlerError]) -> String {
    errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("\n\n")
}
