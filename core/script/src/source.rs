//! What is loaded: the text of an expansion's scripts, and what its manifest says about them.

use std::collections::BTreeMap;

use bastide_engine::host::{Filters, HandlerError};

/// The version of the scripting API that this host speaks.
pub const API_VERSION: u32 = 1;

/// The scripts of one expansion.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its folder, as messages name it.
    pub folder: String,
    /// Its Lua files: path in the folder, with `/`, to text. An expansion without `main.lua` has
    /// tiles and data only.
    pub files: BTreeMap<String, String>,
    /// When handlers are called at all: hook, or `actions.<name>`, to conditions.
    pub filters: BTreeMap<String, Filters>,
    /// The ids of expansions that it may use, declared with `depends` and `optional`.
    pub uses: Vec<String>,
}

/// What a handler may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of one handler: loop turns and calls, in string functions too. The same script on the
    /// same game uses the same number on every machine.
    pub fuel: u64,
    /// Bytes of all scripts of one host together.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 2_000_000, memory: 64 << 20 }
    }
}

/// Why scripts could not be loaded: every reason that was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct LoadErrors(pub Vec<HandlerError>);

impl std::fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}
