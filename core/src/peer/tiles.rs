//! The tiles of a recorded game: how many there are of each, from our tile sets.

use std::collections::BTreeMap;

use bastide_content::tileset::{CountedTile, Part, TileName, TileSet};
use bastide_engine::ruleset::Ruleset;
use bastide_engine::tile::{AttributeValue, TileDef, TileDefId, Vocabulary};

use super::chance::Copies;
use super::names;

/// The attribute of tiles that names their group in the pack.
const GROUP: &str = "group";
/// The group of tiles that have none.
const DEFAULT_GROUP: &str = "default";
/// The attribute of tiles that says how many there can be at most.
const MOST: &str = "most";

/// A set of the other program that is in play.
pub(super) struct InPlay {
    /// Our tile set that has its tiles.
    pub set: String,
    /// Its id, without the edition.
    pub jcz: String,
    /// The edition, as an index.
    pub edition: usize,
    /// How often it is in play.
    pub times: u32,
}

/// The tile sets from which a game takes its tiles.
pub(super) struct Tiles<'a> {
    pub sets: &'a [TileSet],
    pub vocabulary: &'a Vocabulary,
}

impl Tiles<'_> {
    fn all(&self) -> impl Iterator<Item = &CountedTile> {
        self.sets.iter().flat_map(|set| &set.tiles)
    }

    /// The tile of an id of the other program.
    pub fn find(&self, jcz: &str) -> Option<&CountedTile> {
        self.all().find(|tile| id(tile) == Some(jcz))
    }

    /// The tile of one of our ids.
    pub fn own(&self, id: &str) -> Option<&CountedTile> {
        self.all().find(|tile| tile.def.id == id)
    }

    /// How many there are of each tile of the sets in play, by the other program's ids.
    pub fn counts(&self, in_play: &[InPlay], missing: &mut Vec<String>) -> BTreeMap<&str, u32> {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        let mut gone: Vec<&str> = Vec::new();
        for chosen in in_play {
            let Some(set) = self.sets.iter().find(|set| set.id == chosen.set) else { continue };
            let part = set.parts.iter().find(|part| part.jcz.as_deref() == Some(chosen.jcz.as_str()));
            if part.is_some_and(|part| !self.has_what_it_needs(part, in_play)) {
                continue;
            }
            let times = part.and_then(|part| part.most).map_or(chosen.times, |most| most.min(chosen.times));
            for (tile, count) in self.counted(set, part, chosen.edition) {
                *counts.entry(tile).or_default() += count * times;
            }
            let without = part.map(|part| part.without.as_slice()).unwrap_or_default();
            gone.extend(without.iter().filter_map(|name| self.named(set, name)));
        }
        counts.retain(|id, _| !gone.contains(id));
        for (id, count) in &mut counts {
            match self.find(id) {
                Some(tile) => *count = self.most(&tile.def).unwrap_or(*count).min(*count),
                None => missing.push(format!("tile {id}")),
            }
        }
        counts
    }

    /// Whether a tile of the group that a part needs is in play without it.
    fn has_what_it_needs(&self, part: &Part, in_play: &[InPlay]) -> bool {
        let Some(group) = &part.needs else { return true };
        let own = |tile: &CountedTile| {
            part.tiles.iter().any(|(name, _)| match name {
                TileName::Jcz(jcz) => id(tile) == Some(jcz),
                TileName::Own(name) => tile.def.id.rsplit('/').next() == Some(name.as_str()),
            })
        };
        let others = self.sets.iter().filter(|set| in_play.iter().any(|chosen| chosen.set == set.id));
        others.flat_map(|set| &set.tiles).any(|tile| self.group(&tile.def) == Some(group) && !own(tile))
    }

    /// How many there are of which tile in a set, or in a part of it.
    fn counted<'t>(
        &'t self,
        set: &'t TileSet,
        part: Option<&'t Part>,
        edition: usize,
    ) -> Vec<(&'t str, u32)> {
        match part {
            None => set.tiles.iter().filter_map(|tile| Some((id(tile)?, tile.counts[edition]))).collect(),
            Some(part) => {
                let counts = part.tiles.iter();
                counts.filter_map(|(name, counts)| Some((self.named(set, name)?, counts[edition]))).collect()
            }
        }
    }

    fn named<'t>(&'t self, set: &TileSet, name: &'t TileName) -> Option<&'t str> {
        match name {
            TileName::Jcz(id) => Some(id),
            TileName::Own(name) => id(self.own(&format!("{}/{name}", set.id))?),
        }
    }

    fn group<'t>(&self, def: &'t TileDef) -> Option<&'t str> {
        group(def, self.vocabulary)
    }

    fn most(&self, def: &TileDef) -> Option<u32> {
        match attribute(def, MOST, self.vocabulary)? {
            AttributeValue::Number(most) => (*most).try_into().ok(),
            AttributeValue::Name(_) => None,
        }
    }
}

fn attribute<'t>(def: &'t TileDef, name: &str, vocabulary: &Vocabulary) -> Option<&'t AttributeValue> {
    def.attributes.get(vocabulary.attribute(name)?)
}

fn group<'t>(def: &'t TileDef, vocabulary: &Vocabulary) -> Option<&'t str> {
    match attribute(def, GROUP, vocabulary)? {
        AttributeValue::Name(name) => Some(name),
        AttributeValue::Number(_) => None,
    }
}

/// Tiles that can be drawn, as they lie in the other program's pack.
pub(super) fn copies(rules: &Ruleset, tile: TileDefId, count: u32) -> Copies {
    let group = group(&rules.tile(tile).def, rules.vocabulary()).unwrap_or(DEFAULT_GROUP);
    Copies { group: group.to_owned(), id: names::tile(rules, tile).to_owned(), count }
}

/// The other program's id of a tile.
fn id(tile: &CountedTile) -> Option<&str> {
    tile.def.aliases.iter().find(|(program, _)| program == "jcz").map(|(_, id)| id.as_str())
}

/// A tile without the inner features of some kinds, which are then only a picture.
pub(super) fn without(mut def: TileDef, kinds: &[String], vocabulary: &Vocabulary) -> TileDef {
    for at in (0..def.segments.len()).rev() {
        let segment = &def.segments[at];
        let name = &vocabulary.feature_kinds[segment.kind.index()].name;
        if !segment.ports.is_empty() || !kinds.contains(name) {
            continue;
        }
        def.segments.remove(at);
        for touches in def.segments.iter_mut().map(|segment| &mut segment.touches) {
            touches.retain(|touched| usize::from(*touched) != at);
            let later = touches.iter_mut().filter(|touched| usize::from(**touched) > at);
            later.for_each(|touched| *touched -= 1);
        }
    }
    def
}
