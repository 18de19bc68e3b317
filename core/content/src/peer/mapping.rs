//! What JCloisterZone calls the things that we have.

use std::collections::BTreeMap;

use bastide_engine::value::Value;
use serde::Deserialize;

use crate::files::Files;
use crate::manifest::Manifest;

/// The key of the program under `[peer]` in a manifest.
pub const PROGRAM: &str = "jcloisterzone";
/// The file with the names of the base game.
pub const BASE_FILE: &str = "tiles/peer/jcloisterzone.toml";

/// Options by `<expansion>.<name>`.
pub type Options = BTreeMap<String, Value>;

/// What an element of a setup, or its absence, means here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Effect {
    /// Options that it sets.
    pub options: Options,
    /// The option that takes its number.
    pub number: Option<String>,
    /// Features that tiles then do not have.
    pub without: Vec<String>,
}

/// The names of a kind of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceNames {
    /// In the ids of pieces: `small` in `0.small.1`.
    pub id: String,
    /// As a class: `SmallFollower`.
    pub class: String,
    /// The reason that is given when its owner takes it back for points.
    #[serde(default)]
    pub recall: Option<String>,
}

/// What JCloisterZone calls the things that the base game or an expansion has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mapping {
    format: Option<i64>,
    /// Elements of a setup that select this content.
    #[serde(deserialize_with = "elements")]
    pub elements: BTreeMap<String, Effect>,
    /// What it means that one of these elements is not in the setup.
    pub absent: BTreeMap<String, Effect>,
    /// Elements that come with a tile set, although no setup writes them down. A set is named
    /// without its edition; `siege/*` stands for all that begin so.
    pub implied: BTreeMap<String, Vec<String>>,
    /// Options by rule and by the value that the rule has. A rule that a setup does not mention has
    /// the value `default`.
    pub rules: BTreeMap<String, BTreeMap<String, Options>>,
    /// Names of pieces, by our name of the kind.
    pub pieces: BTreeMap<String, PieceNames>,
    /// Names of phases that wait for somebody, by our names.
    pub phases: BTreeMap<String, String>,
    /// Names of sources of points, where they differ, by our names.
    pub points: BTreeMap<String, String>,
    /// Names of tokens, by our names.
    pub tokens: BTreeMap<String, String>,
}

/// A list of names, or a table of effects by name.
fn elements<'de, D: serde::Deserializer<'de>>(from: D) -> Result<BTreeMap<String, Effect>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Names(Vec<String>),
        Effects(BTreeMap<String, Effect>),
    }
    Ok(match Written::deserialize(from)? {
        Written::Names(names) => names.into_iter().map(|name| (name, Effect::default())).collect(),
        Written::Effects(effects) => effects,
    })
}

impl Mapping {
    /// The names of the base game.
    ///
    /// # Errors
    ///
    /// A message, when the file is not there or cannot be understood.
    pub fn base(files: &dyn Files) -> Result<Mapping, String> {
        let text = files.read(BASE_FILE).map_err(|error| error.to_string())?;
        toml::from_str(&text).map_err(|error| format!("{BASE_FILE}: {error}"))
    }

    /// The names of an expansion; nothing where it has none.
    ///
    /// # Errors
    ///
    /// A message, when what the manifest says cannot be understood.
    pub fn of(manifest: &Manifest) -> Result<Option<Mapping>, String> {
        let Some(value) = manifest.peer.get(PROGRAM) else { return Ok(None) };
        let wrong =
            |error: &dyn std::fmt::Display| format!("{}: [peer.{PROGRAM}]: {error}", manifest.source.path());
        let value = toml::Value::try_from(value).map_err(|error| wrong(&error))?;
        value.try_into().map(Some).map_err(|error| wrong(&error))
    }

    /// The elements that come with a tile set, named without its edition.
    pub fn implied_by<'a>(&'a self, set: &'a str) -> impl Iterator<Item = &'a str> {
        let fits = move |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => set.starts_with(start),
            None => set == pattern,
        };
        let found = self.implied.iter().filter(move |(pattern, _)| fits(pattern));
        found.flat_map(|(_, elements)| elements.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_names_or_effects() {
        let names: Mapping = toml::from_str("elements = [\"mill\"]").unwrap();
        assert_eq!(names.elements["mill"], Effect::default());
        let text = "[elements.mill]\nnumber = \"mills.count\"\n[implied]\n\"mill/*\" = [\"mill\"]";
        let effects: Mapping = toml::from_str(text).unwrap();
        assert_eq!(effects.elements["mill"].number.as_deref(), Some("mills.count"));
        assert_eq!(effects.implied_by("mill/2").collect::<Vec<_>>(), ["mill"]);
        assert_eq!(effects.implied_by("miller").count(), 0);
    }
}
