//! How the other program writes places, features and pieces.

use std::collections::BTreeMap;

use bastide_content::peer::{Mapping, PieceNames};
use bastide_engine::board::TileId;
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::{PortSet, Pos, Side};
use bastide_engine::piece::{Location, PieceId};
use bastide_engine::ruleset::Ruleset;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{FeatureKindId, PieceKindId, TileDefId};

/// The names of what is in play.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pieces: BTreeMap<String, PieceNames>,
    phases: BTreeMap<String, String>,
    points: BTreeMap<String, String>,
    tokens: BTreeMap<String, String>,
}

impl Names {
    /// Adds the names of the base game or of an expansion.
    pub fn add(&mut self, mapping: &Mapping) {
        let pairs = |names: &BTreeMap<String, String>| names.clone().into_iter();
        self.pieces.extend(mapping.pieces.clone());
        self.phases.extend(pairs(&mapping.phases));
        self.points.extend(pairs(&mapping.points));
        self.tokens.extend(pairs(&mapping.tokens));
    }

    /// The names of a kind of pieces.
    pub fn piece(&self, rules: &Ruleset, kind: PieceKindId) -> PieceNames {
        let own = &rules.vocabulary().piece_kinds[kind.index()].name;
        let plain = || PieceNames { id: own.clone(), class: pascal_case(own), recall: None };
        self.pieces.get(own).cloned().unwrap_or_else(plain)
    }

    /// The kind of pieces that has this name in ids.
    pub fn piece_kind(&self, rules: &Ruleset, id: &str) -> Option<PieceKindId> {
        let kinds = (0..rules.vocabulary().piece_kinds.len()).map(|at| PieceKindId(at as u8));
        kinds.into_iter().find(|kind| self.piece(rules, *kind).id == id)
    }

    /// A phase of an expansion.
    pub fn phase<'a>(&'a self, own: &'a str) -> &'a str {
        self.phases.get(own).map_or(own, String::as_str)
    }

    /// A source of points that is not a feature.
    pub fn points<'a>(&'a self, own: &'a str) -> &'a str {
        self.points.get(own).map_or(own, String::as_str)
    }

    /// A kind of tokens.
    pub fn token<'a>(&'a self, own: &'a str) -> &'a str {
        self.tokens.get(own).map_or(own, String::as_str)
    }
}

/// A tile's id; our own where it has none.
pub fn tile(rules: &Ruleset, tile: TileDefId) -> &str {
    let def = &rules.tile(tile).def;
    let alias = def.aliases.iter().find(|(program, _)| program == "jcz");
    alias.map_or(def.id.as_str(), |(_, id)| id)
}

/// `yaga_hut` as `YagaHut`.
pub fn pascal_case(name: &str) -> String {
    let words = name.split(['_', ' ']).map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

/// Sides as one name: `N`, `NE`, `WE`, `_S` for all but the south, `NWSE` for all.
fn sides(ports: PortSet) -> String {
    let found: Vec<Side> = ports.sides().collect();
    match found.as_slice() {
        [] => String::new(),
        [one] => one.to_string(),
        [Side::North, Side::West] => "NW".to_owned(),
        [Side::East, Side::South] => "SE".to_owned(),
        [Side::South, Side::West] => "SW".to_owned(),
        [Side::East, Side::West] => "WE".to_owned(),
        [a, b] => format!("{a}{b}"),
        [_, _, _] => {
            let missing = Side::ALL.into_iter().find(|side| !found.contains(side));
            format!("_{}", missing.map(|side| side.to_string()).unwrap_or_default())
        }
        _ => "NWSE".to_owned(),
    }
}

/// Halves of sides, in the order of the rim.
fn halves(ports: PortSet) -> String {
    ports.iter().map(|port| port.to_string()).collect::<Vec<_>>().join(".")
}

/// Where a segment leaves its tile as it lies; a number for one that does not.
pub fn location(scene: &Scene, segment: SegmentId) -> String {
    let (features, board) = (scene.state().features(), scene.state().board());
    let tile = features.tile(segment);
    let placed = board.tile(tile);
    let rules = scene.rules();
    let def = rules.segment(placed.def, features.local(segment));
    if def.ports.is_empty() {
        let alike = |at: &SegmentId| {
            let other = rules.segment(placed.def, features.local(*at));
            other.ports.is_empty() && other.kind == def.kind && *at < segment
        };
        let before = scene.segments(tile).filter(alike).count();
        return ["I", "II", "III", "IV"].get(before).copied().unwrap_or("V").to_owned();
    }
    let ports = def.ports.rotated(placed.rotation);
    if def.kind == FeatureKindId::FIELD { halves(ports) } else { sides(ports) }
}

/// The kind of a feature.
pub fn feature(scene: &Scene, segment: SegmentId) -> String {
    let kind = scene.state().features().kind(segment);
    pascal_case(&scene.rules().vocabulary().feature_kinds[kind.index()].name)
}

/// A cell: `[1,-2]`.
pub fn cell(pos: Pos) -> String {
    format!("[{},{}]", pos.x, pos.y)
}

/// A segment: `City,N,[0,1]`.
pub fn pointer(scene: &Scene, segment: SegmentId) -> String {
    let state = scene.state();
    let pos = state.board().tile(state.features().tile(segment)).pos;
    format!("{},{},{}", feature(scene, segment), location(scene, segment), cell(pos))
}

/// Where a piece on the board is.
pub fn place(scene: &Scene, piece: PieceId) -> Option<String> {
    let state = scene.state();
    let tile = |tile: TileId| cell(state.board().tile(tile).pos);
    match state.piece(piece).at {
        Location::Segment(at) => Some(pointer(scene, at)),
        Location::Tile(at) | Location::Place(_, Some(at)) => Some(tile(at)),
        Location::Supply | Location::Box | Location::Place(_, None) => None,
    }
}

/// The segment that the other program means.
pub fn find_segment(scene: &Scene, pos: Pos, kind: &str, location_name: &str) -> Option<SegmentId> {
    let tile = scene.state().board().at(pos)?;
    scene.segments(tile).find(|at| feature(scene, *at) == kind && location(scene, *at) == location_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide_engine::geometry::Port;

    #[test]
    fn sides_have_their_customary_names() {
        let name = |text: &str| {
            sides(
                text.split(' ')
                    .map(|side| PortSet::side(side.parse().unwrap()))
                    .fold(PortSet::EMPTY, PortSet::union),
            )
        };
        let names = ["N", "N E", "E S", "S W", "N W", "N S", "E W", "E S W", "N E S W"].map(name);
        assert_eq!(names, ["N", "NE", "SE", "SW", "NW", "NS", "WE", "_N", "NWSE"]);
        let ports: PortSet = ["WR", "NL", "EL"].iter().map(|text| text.parse::<Port>().unwrap()).collect();
        assert_eq!(halves(ports), "NL.EL.WR");
        assert_eq!(pascal_case("yaga_hut"), "YagaHut");
    }
}
