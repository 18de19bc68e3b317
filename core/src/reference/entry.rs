//! The reference as entries that can be looked up by their names.

use bastide_content::names::nearest;
use serde::Serialize;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A hook that is told of an event.
    Event,
    /// A hook that is asked.
    Query,
    /// A class of things of the game.
    Class,
    /// A field of a class.
    Field,
    /// A method of a class.
    Method,
    /// A name for a set of texts.
    Name,
    /// A key of a table in Lua.
    LuaKey,
    /// A function of the library.
    Function,
    /// A table of a TOML file.
    TomlTable,
    /// A key of a TOML file.
    TomlKey,
}

impl Kind {
    /// What it is called.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Event => "hook that is told",
            Kind::Query => "hook that is asked",
            Kind::Class => "class",
            Kind::Field => "field",
            Kind::Method => "method",
            Kind::Name => "names",
            Kind::LuaKey => "key in Lua",
            Kind::Function => "function of the library",
            Kind::TomlTable => "table in TOML",
            Kind::TomlKey => "key in TOML",
        }
    }
}

/// A field, a parameter or a key of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// Its name; with a `?` at the end it may be left out.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it means.
    pub doc: String,
}

/// Something that can be looked up.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its name: `on_tile_placed`, `game:award`, `tile.owner`, `[pieces.NAME]`, `pieces.NAME.supply`.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How it is written.
    pub form: String,
    /// What it means.
    pub doc: String,
    /// Its fields, parameters or keys.
    pub details: Vec<Detail>,
    /// What it gives back, or may give back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<String>,
    /// Whether only handlers that may change the game can use it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changes: bool,
    /// An example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
    /// Its page, in `docs/api`.
    pub page: String,
}

impl Entry {
    pub(super) fn new(name: impl Into<String>, kind: Kind, doc: impl Into<String>, page: String) -> Entry {
        let name = name.into();
        Entry {
            form: name.clone(),
            name,
            kind,
            doc: doc.into(),
            details: Vec::new(),
            returns: None,
            changes: false,
            example: None,
            page,
        }
    }
}

/// The entries that somebody means by a name: those that are called so, in full or by their last
/// part. Where there are none, names that are nearly so.
///
/// # Errors
///
/// The nearest names, best first; perhaps none.
pub fn find<'a>(entries: &'a [Entry], name: &str) -> Result<Vec<&'a Entry>, Vec<&'a str>> {
    let wanted = name.trim().trim_end_matches("()").to_lowercase();
    let bare = |name: &str| name.trim_matches(['[', ']']).to_lowercase();
    let exact: Vec<&Entry> = entries
        .iter()
        .filter(|entry| entry.name.to_lowercase() == wanted || bare(&entry.name) == bare(&wanted))
        .collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let last = |name: &str| bare(name).rsplit([':', '.']).next().unwrap_or_default().to_owned();
    let by_part: Vec<&Entry> = entries.iter().filter(|entry| last(&entry.name) == wanted).collect();
    if !by_part.is_empty() {
        return Ok(by_part);
    }
    Err(near(entries, &wanted, &last))
}

fn near<'a>(entries: &'a [Entry], wanted: &str, last: &dyn Fn(&str) -> String) -> Vec<&'a str> {
    let within = |entry: &&Entry| wanted.len() > 2 && entry.name.to_lowercase().contains(wanted);
    let mut names: Vec<&str> = Vec::new();
    // Who writes a colon means a method, and not its class.
    let alike = |entry: &&Entry| wanted.contains(':') == entry.name.contains(':');
    let mut rest: Vec<&Entry> = entries.iter().filter(alike).collect();
    if nearest(wanted, rest.iter().map(|entry| entry.name.as_str())).is_none() {
        rest = entries.iter().collect();
    }
    // The nearest, and the nearest of those that are left; by the last part, too.
    for _ in 0..3 {
        let full = nearest(wanted, rest.iter().map(|entry| entry.name.as_str())).map(str::to_owned);
        let parts: Vec<String> = rest.iter().map(|entry| last(&entry.name)).collect();
        let part = nearest(wanted, parts.iter().map(String::as_str)).map(str::to_owned);
        let is = |entry: &&Entry| Some(&entry.name) == full.as_ref() || Some(last(&entry.name)) == part;
        let Some(at) = rest.iter().position(is) else { break };
        names.push(&rest.remove(at).name);
    }
    names.extend(entries.iter().filter(within).map(|entry| entry.name.as_str()));
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(*name);
            true
        }
    });
    names.truncate(6);
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::entries;

    fn names(name: &str) -> Vec<String> {
        let entries = entries();
        find(&entries, name).unwrap().iter().map(|entry| entry.name.clone()).collect()
    }

    #[test]
    fn entries_are_found_by_name_and_by_last_part() {
        assert_eq!(names("on_tile_placed"), ["on_tile_placed"]);
        assert_eq!(names("game:award"), ["game:award"]);
        assert_eq!(names("award"), ["game:award"]);
        assert_eq!(names("Tile"), ["Tile"]);
        assert_eq!(names("pieces.name.supply"), ["pieces.NAME.supply"]);
        assert_eq!(names("needs_follower"), ["pieces.NAME.needs_follower"]);
        assert!(names("[phases.NAME]").contains(&"[phases.NAME]".to_owned()));
    }

    #[test]
    fn what_is_nearly_right_is_named() {
        let entries = entries();
        let near = |name: &str| find(&entries, name).unwrap_err();
        assert_eq!(near("on_tile_place")[0], "on_tile_placed");
        assert_eq!(near("game:awrd")[0], "game:award");
        assert!(near("aword").contains(&"game:award"));
        assert!(near("qqqqqqqqqq").is_empty());
    }

    #[test]
    fn every_entry_says_something() {
        let entries = entries();
        assert!(entries.len() > 250, "{}", entries.len());
        for entry in &entries {
            assert!(!entry.doc.is_empty() && !entry.form.is_empty(), "{}", entry.name);
        }
    }
}
