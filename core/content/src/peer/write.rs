//! Writing a tile set as a person would.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide_engine::geometry::{PortSet, Side};

use super::import::{Described, Feature, WrittenField};
use super::words::{Scope, Word, Words, snake_case};
use super::xml::Set;
use crate::options::EDITIONS;

/// What is written.
pub(super) struct Written<'a> {
    pub file: &'a str,
    pub id: &'a str,
    pub words: &'a Words,
    pub tiles: &'a [Described],
    pub sets: &'a [Set],
}

type Counts = [u32; EDITIONS.len()];

/// The text of a tile set.
pub(super) fn file(written: &Written<'_>) -> String {
    let parts = Parts::of(written.sets, written.tiles);
    let names = names(written.tiles);
    let mut text = String::new();
    head(written, &parts, &mut text);
    for tile in written.tiles {
        let count = parts.count(&tile.jcz);
        tile_text(tile, &names[&tile.jcz], count, &mut text);
    }
    for (jcz, part) in &parts.several {
        part_text(jcz, part, &names, &mut text);
    }
    text
}

// Writing to a string cannot fail.
macro_rules! line {
    ($text:expr) => { $text.push('\n') };
    ($text:expr, $($part:tt)*) => {{ let _ = writeln!($text, $($part)*); }};
}

fn head(written: &Written<'_>, parts: &Parts, text: &mut String) {
    line!(text, "# From {} of JCloisterZone, by `bastide import`.", written.file);
    line!(text, "#");
    line!(
        text,
        "# A name is the tile's id there, with words for its signs. Fields stand where they differ from"
    );
    line!(text, "# what follows from roads and cities. What no rule knows is declared as an attribute.");
    line!(text);
    line!(text, "format = 1");
    line!(text, "id = \"{}\"", written.id);
    line!(text, "name = \"{}\"", title(written.file));
    if let Some(jcz) = &parts.whole {
        line!(text, "jcz = \"{jcz}\"");
    }
    if written.tiles.iter().any(|tile| tile.features.iter().any(|feature| feature.kind == "river")) {
        line!(text, "\n[features.river]\ncompletion = \"never\"");
        line!(text, "\n[edges.river]\ncarries = \"river\"");
    }
    for (scope, key) in [(Scope::Tile, "tile"), (Scope::Segment, "segment")] {
        let words: Vec<&Word> = written.words.all().filter(|word| word.scope == scope).collect();
        if !words.is_empty() {
            line!(text, "\n[attributes.{key}]");
        }
        for word in words {
            line!(text, "{} = {{ type = \"{}\" }}", word.name, word.ty);
        }
    }
}

/// `king_and_robber.xml` as `King and robber`.
fn title(file: &str) -> String {
    let stem = file.strip_suffix(".xml").unwrap_or(file).replace(['_', '-'], " ");
    let mut letters = stem.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn tile_text(tile: &Described, name: &str, count: Option<Counts>, text: &mut String) {
    line!(text, "\n[tiles.{name}]");
    if let Some(count) = count {
        line!(text, "count = {}", count_text(count));
    }
    for (key, value) in &tile.attributes {
        line!(text, "{key} = {value}");
    }
    for (kind, attributes) in &tile.inner {
        let value = if attributes.is_empty() { "true".to_owned() } else { table(attributes) };
        line!(text, "{kind} = {value}");
    }
    for kind in ["city", "road", "river"] {
        let found: Vec<String> =
            tile.features.iter().filter(|feature| feature.kind == kind).map(feature_text).collect();
        if !found.is_empty() {
            line!(text, "{kind} = [{}]", found.join(", "));
        }
    }
    if !tile.bare.is_empty() {
        line!(text, "bare = \"{}\"", halves(tile.bare));
    }
    fields_text(tile, text);
    line!(text, "jcz = \"{}\"", tile.jcz);
}

fn fields_text(tile: &Described, text: &mut String) {
    let fields: Vec<String> = if tile.inferred {
        let marked = tile.fields.iter().filter(|written| !written.attributes.is_empty());
        marked
            .filter_map(|written| {
                let at = written.field.ports.iter().next()?;
                let mut keys = vec![("at".to_owned(), format!("\"{at}\""))];
                keys.extend(written.attributes.clone());
                Some(table(&keys))
            })
            .collect()
    } else {
        tile.fields.iter().map(|written| field_text(written, &tile.features)).collect()
    };
    match fields.as_slice() {
        [] => {}
        [one] => line!(text, "field = [{one}]"),
        several => {
            line!(text, "field = [");
            several.iter().for_each(|field| line!(text, "    {field},"));
            line!(text, "]");
        }
    }
}

fn field_text(written: &WrittenField, features: &[Feature]) -> String {
    let mut keys = vec![("ports".to_owned(), format!("\"{}\"", halves(written.field.ports)))];
    let cities = written.field.touches.iter().filter_map(|at| features.get(usize::from(*at))?.sides.first());
    let cities: Vec<String> = cities.map(Side::to_string).collect();
    if !cities.is_empty() {
        keys.push(("city".to_owned(), format!("\"{}\"", cities.join(" "))));
    }
    keys.extend(written.attributes.clone());
    table(&keys)
}

fn feature_text(feature: &Feature) -> String {
    let sides: Vec<String> = feature.sides.iter().map(Side::to_string).collect();
    let sides = format!("\"{}\"", sides.join(" "));
    if feature.attributes.is_empty() && !feature.over {
        return sides;
    }
    let mut keys = vec![("sides".to_owned(), sides)];
    if feature.over {
        keys.push(("over".to_owned(), "true".to_owned()));
    }
    keys.extend(feature.attributes.clone());
    table(&keys)
}

fn table(keys: &[(String, String)]) -> String {
    let keys: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", keys.join(", "))
}

fn halves(ports: PortSet) -> String {
    ports.iter().map(|port| port.to_string()).collect::<Vec<_>>().join(" ")
}

fn count_text(counts: Counts) -> String {
    if counts.iter().all(|count| *count == counts[0]) {
        return counts[0].to_string();
    }
    let named = EDITIONS.iter().zip(counts).filter(|(_, count)| *count > 0);
    let keys: Vec<(String, String)> =
        named.map(|(edition, count)| ((*edition).to_owned(), count.to_string())).collect();
    table(&keys)
}

/// Names for tiles: the part of the id behind the slash, and the part before it where two would
/// have one name.
fn names(tiles: &[Described]) -> BTreeMap<String, String> {
    let short = |jcz: &str| words(jcz.split_once('/').map_or(jcz, |(_, name)| name));
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for tile in tiles {
        *uses.entry(short(&tile.jcz)).or_default() += 1;
    }
    let name = |tile: &Described| match uses[&short(&tile.jcz)] {
        1 => short(&tile.jcz),
        _ => words(&tile.jcz),
    };
    tiles.iter().map(|tile| (tile.jcz.clone(), name(tile))).collect()
}

/// An id with words for its signs.
fn words(id: &str) -> String {
    let mut name = String::new();
    for letter in id.chars() {
        match letter {
            '+' => name.push_str("_plus"),
            '!' => name.push_str("_mark"),
            letter if letter.is_ascii_alphanumeric() || letter == '_' || letter == '-' => name.push(letter),
            _ => name.push('_'),
        }
    }
    name
}

/// A set of the other program's, over all its editions.
#[derive(Default)]
struct PartOf {
    tiles: Vec<(String, Counts)>,
    most: Option<u32>,
    without: Vec<String>,
    needs: Option<String>,
}

impl PartOf {
    fn count(&self, jcz: &str) -> Counts {
        self.tiles.iter().find(|(tile, _)| tile == jcz).map_or([0; EDITIONS.len()], |(_, counts)| *counts)
    }
}

/// The sets of a file: one that is the whole file, or several parts of it.
struct Parts {
    whole: Option<String>,
    only: PartOf,
    several: BTreeMap<String, PartOf>,
}

impl Parts {
    fn of(sets: &[Set], tiles: &[Described]) -> Parts {
        let mut several: BTreeMap<String, PartOf> = BTreeMap::new();
        for set in sets {
            let (jcz, edition) = match set.id.split_once(':') {
                Some((jcz, edition)) => (jcz, edition.parse::<usize>().ok()),
                None => (set.id.as_str(), None),
            };
            let part = several.entry(jcz.to_owned()).or_default();
            part.most = set.most.or(part.most);
            part.without.extend(
                set.without.iter().filter(|tile| !part.without.contains(tile)).cloned().collect::<Vec<_>>(),
            );
            part.needs = set.needs.clone().or(part.needs.take());
            for (tile, count) in &set.tiles {
                let at = part.tiles.iter().position(|(other, _)| other == tile).unwrap_or_else(|| {
                    part.tiles.push((tile.clone(), [0; EDITIONS.len()]));
                    part.tiles.len() - 1
                });
                for (index, number) in part.tiles[at].1.iter_mut().enumerate() {
                    if edition.is_none_or(|edition| edition == index + 1) {
                        *number += count;
                    }
                }
            }
        }
        let plain = |part: &PartOf| {
            let own = |jcz: &String| tiles.iter().any(|tile| tile.jcz == *jcz);
            part.most.is_none()
                && part.without.is_empty()
                && part.needs.is_none()
                && part.tiles.iter().all(|(tile, _)| own(tile))
        };
        if several.len() == 1 && several.values().all(plain) {
            let whole = several.keys().next().cloned();
            let only = several.into_values().next().unwrap_or_default();
            return Parts { whole, only, several: BTreeMap::new() };
        }
        Parts { whole: None, only: PartOf::default(), several }
    }

    /// How many there are of a tile when the whole file is played.
    fn count(&self, jcz: &str) -> Option<Counts> {
        let mut counts = self.only.count(jcz);
        for part in self.several.values() {
            counts.iter_mut().zip(part.count(jcz)).for_each(|(most, count)| *most = (*most).max(count));
        }
        counts.iter().any(|count| *count > 0).then_some(counts)
    }
}

fn part_text(jcz: &str, part: &PartOf, names: &BTreeMap<String, String>, text: &mut String) {
    let name = |tile: &String| names.get(tile).cloned().unwrap_or_else(|| tile.clone());
    let short = jcz.rsplit('/').next().unwrap_or(jcz);
    let short = if short.starts_with(|letter: char| letter.is_ascii_digit()) { jcz } else { short };
    line!(text, "\n[parts.{}]", snake_case(short));
    line!(text, "jcz = \"{jcz}\"");
    if let Some(most) = part.most {
        line!(text, "most = {most}");
    }
    if let Some(group) = &part.needs {
        line!(text, "needs = \"{group}\"");
    }
    if !part.without.is_empty() {
        let without: Vec<String> = part.without.iter().map(|tile| format!("\"{}\"", name(tile))).collect();
        line!(text, "without = [{}]", without.join(", "));
    }
    line!(text, "\n[parts.{}.tiles]", snake_case(short));
    for (tile, counts) in &part.tiles {
        let name = name(tile);
        let quoted = if name.contains('/') { format!("\"{name}\"") } else { name };
        line!(text, "{quoted} = {}", count_text(*counts));
    }
}
