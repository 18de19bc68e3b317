//! What definitions of another program say beyond features: attributes, with the types of their
//! values found from all values in a file.

use std::collections::{BTreeMap, BTreeSet};

use super::xml::{Definitions, Part, Tile};

/// Attributes that our features have under another name.
const RENAMED: [(&str, &str); 1] = [("pennants", "coats_of_arms")];
/// Attributes of a tile that mean something to us: the most copies in a game.
const TILE_RENAMED: [(&str, &str); 1] = [("max", "most")];
/// What the file says and nobody uses: the number of tiles is in the sets.
const IGNORED: [&str; 1] = ["count"];
/// The tags that are features or fields.
const FEATURES: [&str; 6] = ["city", "road", "river", "field", "monastery", "garden"];

/// What an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// The whole tile.
    Tile,
    /// A feature.
    Segment,
}

/// All values of each attribute, over the files that are imported together: they decide its type.
pub(super) struct Values(BTreeMap<(Scope, String), BTreeSet<String>>);

impl Values {
    /// The values in some files.
    pub fn of<'d>(files: impl IntoIterator<Item = &'d Definitions>) -> Values {
        let mut values = Values(BTreeMap::new());
        for (key, value) in files.into_iter().flat_map(uses) {
            values.0.entry(key).or_default().insert(value);
        }
        values
    }

    /// The type of an attribute, as a declaration names it.
    fn ty(&self, key: &(Scope, String)) -> &'static str {
        let Some(values) = self.0.get(key) else { return "name" };
        if values.iter().all(|value| value == "true") {
            "flag"
        } else if values.iter().all(|value| value.parse::<i32>().is_ok()) {
            "number"
        } else {
            "name"
        }
    }

    /// Our name for an attribute: one that tiles and features both have is marked on tiles.
    fn name(&self, (scope, name): &(Scope, String)) -> String {
        let both = *scope == Scope::Tile && self.0.contains_key(&(Scope::Segment, name.clone()));
        if both { format!("tile_{name}") } else { name.clone() }
    }
}

/// Every attribute in a file with its value, as often as it is there.
fn uses(definitions: &Definitions) -> impl Iterator<Item = ((Scope, String), String)> + '_ {
    let features = definitions.tiles.iter().flat_map(|tile| &tile.parts);
    let features = features.filter(|part| FEATURES.contains(&part.tag.as_str())).flat_map(part_attributes);
    let features = features.map(|(name, value)| ((Scope::Segment, name), value));
    let tiles = definitions.tiles.iter().flat_map(tile_attributes);
    features.chain(tiles.map(|(name, value)| ((Scope::Tile, name), value)))
}

/// An attribute with its values in one file.
pub(super) struct Word {
    pub name: String,
    pub scope: Scope,
    /// The type of its values, as a declaration names it.
    pub ty: &'static str,
    values: BTreeSet<String>,
    uses: usize,
}

impl Word {
    /// A line of a report.
    pub fn line(&self) -> String {
        let scope = match self.scope {
            Scope::Tile => "tile",
            Scope::Segment => "feature",
        };
        let values: Vec<&str> = self.values.iter().map(String::as_str).take(6).collect();
        let more = if self.values.len() > 6 { ", …" } else { "" };
        let values = if self.ty == "flag" { String::new() } else { format!(": {}{more}", values.join(", ")) };
        let times = if self.uses == 1 { "once".to_owned() } else { format!("{} times", self.uses) };
        format!("{} of a {scope}, {times}{values}", self.name)
    }

    /// A value as TOML.
    fn written(&self, value: &str) -> String {
        if self.ty == "name" { format!("{value:?}") } else { value.to_owned() }
    }
}

/// The attributes of a file.
pub(super) struct Words(BTreeMap<(Scope, String), Word>);

impl Words {
    /// Finds the attributes of a file.
    pub fn collect(definitions: &Definitions, all: &Values) -> Words {
        let mut words: BTreeMap<(Scope, String), Word> = BTreeMap::new();
        for (key, value) in uses(definitions) {
            let word = words.entry(key.clone()).or_insert_with(|| Word {
                name: all.name(&key),
                scope: key.0,
                ty: all.ty(&key),
                values: BTreeSet::new(),
                uses: 0,
            });
            word.values.insert(value);
            word.uses += 1;
        }
        Words(words)
    }

    /// All of them, those of tiles first, by name.
    pub fn all(&self) -> impl Iterator<Item = &Word> {
        self.0.values().filter(|word| word.name != "coats_of_arms")
    }

    /// The attributes of a tile, as names and TOML values.
    pub fn of_tile(&self, tile: &Tile) -> Vec<(String, String)> {
        self.written(Scope::Tile, tile_attributes(tile))
    }

    /// The attributes of a feature, as names and TOML values.
    pub fn of_part(&self, part: &Part) -> Vec<(String, String)> {
        self.written(Scope::Segment, part_attributes(part))
    }

    fn written(&self, scope: Scope, found: Vec<(String, String)>) -> Vec<(String, String)> {
        let word = |(name, value): (String, String)| {
            let word = self.0.get(&(scope, name))?;
            Some((word.name.clone(), word.written(&value)))
        };
        found.into_iter().filter_map(word).collect()
    }
}

/// `wagon-move` as `wagon_move`.
pub(super) fn snake_case(name: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    name.chars().map(letter).collect()
}

/// A name and its value; one that is said to be false is said of its opposite.
fn attribute(name: &str, value: &str, renamed: &[(&str, &str)]) -> (String, String) {
    let name = renamed.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| ours);
    let name = snake_case(name);
    match value {
        "false" => (format!("no_{name}"), "true".to_owned()),
        "yes" => (name, "true".to_owned()),
        _ => (name, value.to_owned()),
    }
}

/// What a feature has beyond its place.
fn part_attributes(part: &Part) -> Vec<(String, String)> {
    let own = part.attributes.iter().filter(|(name, _)| !(part.tag == "field" && name == "city"));
    own.map(|(name, value)| attribute(name, value, &RENAMED)).collect()
}

/// What a tile has beyond features.
fn tile_attributes(tile: &Tile) -> Vec<(String, String)> {
    let own = tile.attributes.iter().filter(|(name, _)| !IGNORED.contains(&name.as_str()));
    let mut found: Vec<(String, String)> =
        own.map(|(name, value)| attribute(name, value, &TILE_RENAMED)).collect();
    for part in tile.parts.iter().filter(|part| !FEATURES.contains(&part.tag.as_str())) {
        let tag = snake_case(&part.tag);
        match part.attributes.as_slice() {
            [] => found.push((tag, "true".to_owned())),
            [(_, value)] => found.push((tag, value.clone())),
            several => {
                let each =
                    |(name, value): &(String, String)| (format!("{tag}_{}", snake_case(name)), value.clone());
                found.push((tag.clone(), "true".to_owned()));
                found.extend(several.iter().map(each));
            }
        }
    }
    found
}
