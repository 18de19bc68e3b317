//! How the other program writes places, features and pieces.

use std::collections::BTreeMap;

use bastide_content::peer::{FeatureNames, Mapping, Offer, PieceNames, PlaceNames};
use bastide_engine::board::TileId;
use bastide_engine::decision::{Item, Question};
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::{PortSet, Pos, Side};
use bastide_engine::piece::PieceId;
use bastide_engine::ruleset::Ruleset;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{FeatureKindId, PieceKindId, PlaceKindId, TileDefId};

/// The other program's ids of pieces on the board.
pub type Labels = BTreeMap<PieceId, String>;

/// The names of what is in play.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pieces: BTreeMap<String, PieceNames>,
    features: BTreeMap<String, FeatureNames>,
    places: BTreeMap<String, PlaceNames>,
    phases: BTreeMap<String, String>,
    actions: BTreeMap<String, Offer>,
    questions: BTreeMap<String, Offer>,
    points: BTreeMap<String, String>,
    parts: BTreeMap<String, String>,
    tokens: BTreeMap<String, String>,
}

impl Names {
    /// Adds the names of the base game or of an expansion.
    pub fn add(&mut self, mapping: &Mapping) {
        let pairs = |names: &BTreeMap<String, String>| names.clone().into_iter();
        self.pieces.extend(mapping.pieces.clone());
        self.features.extend(mapping.features.clone());
        self.places.extend(mapping.places.clone());
        self.phases.extend(pairs(&mapping.phases));
        self.actions.extend(mapping.actions.clone());
        self.questions.extend(mapping.questions.clone());
        self.points.extend(pairs(&mapping.points));
        self.parts.extend(pairs(&mapping.parts));
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

    /// The names of a kind of features.
    pub fn feature(&self, rules: &Ruleset, kind: FeatureKindId) -> FeatureNames {
        let own = &rules.vocabulary().feature_kinds[kind.index()].name;
        let plain = || FeatureNames { name: pascal_case(own), points: None, parts: true };
        self.features.get(own).cloned().unwrap_or_else(plain)
    }

    /// The kind of features whose points have this name, without what stands behind a dot.
    pub fn scored_kind(&self, rules: &Ruleset, name: &str) -> Option<FeatureKindId> {
        let mut kinds = (0..rules.vocabulary().feature_kinds.len()).map(|at| FeatureKindId(at as u8));
        kinds.find(|kind| points_of(&self.feature(rules, *kind)) == name)
    }

    /// A phase of an expansion.
    pub fn phase<'a>(&'a self, own: &'a str) -> &'a str {
        self.phases.get(own).map_or(own, String::as_str)
    }

    /// What an action is offered as.
    pub fn action(&self, own: &str) -> Option<&Offer> {
        self.actions.get(own)
    }

    /// What a question is offered as.
    pub fn question(&self, question: &Question) -> Option<&Offer> {
        self.questions.get(&format!("{}.{}", question.expansion, question.prompt))
    }

    /// A source of points that is not a feature.
    pub fn points<'a>(&'a self, own: &'a str) -> &'a str {
        self.points.get(own).map_or(own, String::as_str)
    }

    /// What points of a feature consist of.
    pub fn part<'a>(&'a self, own: &'a str) -> &'a str {
        self.parts.get(own).map_or(own, String::as_str)
    }

    /// A kind of tokens.
    pub fn token<'a>(&'a self, own: &'a str) -> &'a str {
        self.tokens.get(own).map_or(own, String::as_str)
    }
}

/// The name of the points of a feature.
pub fn points_of(names: &FeatureNames) -> String {
    names.points.clone().unwrap_or_else(|| kebab_case(&names.name))
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

/// `YagaHut` as `yaga-hut`.
fn kebab_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
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

/// A cell: `[1,-2]`.
pub fn cell(pos: Pos) -> String {
    format!("[{},{}]", pos.x, pos.y)
}

/// How things of a game are pointed at.
#[derive(Clone, Copy)]
pub struct Pointers<'a> {
    /// The names of what is in play.
    pub names: &'a Names,
    /// Where the things are.
    pub scene: &'a Scene,
}

impl Pointers<'_> {
    /// The kind of a feature.
    pub fn kind(&self, segment: SegmentId) -> String {
        let kind = self.scene.state().features().kind(segment);
        self.names.feature(self.scene.rules(), kind).name
    }

    /// Where a segment leaves its tile as it lies; a number for one that does not.
    pub fn location(&self, segment: SegmentId) -> String {
        let (features, board) = (self.scene.state().features(), self.scene.state().board());
        let tile = features.tile(segment);
        let placed = board.tile(tile);
        let rules = self.scene.rules();
        let def = rules.segment(placed.def, features.local(segment));
        if def.ports.is_empty() {
            let alike = |at: &SegmentId| {
                let other = rules.segment(placed.def, features.local(*at));
                other.ports.is_empty() && other.kind == def.kind && *at < segment
            };
            let before = self.scene.segments(tile).filter(alike).count();
            return ["I", "II", "III", "IV"].get(before).copied().unwrap_or("V").to_owned();
        }
        let ports = def.ports.rotated(placed.rotation);
        if def.kind == FeatureKindId::FIELD { halves(ports) } else { sides(ports) }
    }

    /// The cell of a tile.
    pub fn tile(&self, tile: TileId) -> String {
        cell(self.scene.state().board().tile(tile).pos)
    }

    /// A segment: `City,N,[0,1]`.
    pub fn segment(&self, segment: SegmentId) -> String {
        let tile = self.scene.state().features().tile(segment);
        format!("{},{},{}", self.kind(segment), self.location(segment), self.tile(tile))
    }

    /// A place on a tile: as the feature that stands for it, or as the tile.
    fn place(&self, kind: PlaceKindId, tile: TileId) -> String {
        let own = &self.scene.rules().vocabulary().place_kinds[kind.index()].name;
        match self.names.places.get(own) {
            Some(names) => format!("{},{},{}", names.feature, names.location, self.tile(tile)),
            None => self.tile(tile),
        }
    }

    /// Where a piece on the board is.
    pub fn piece(&self, piece: PieceId) -> Option<String> {
        let at = self.scene.state().piece(piece).at;
        self.item(&self.scene.location_item(at), &Labels::new())
    }

    /// Something that an event or an option names; nothing for what is nowhere on the board.
    pub fn item(&self, item: &Item, labels: &Labels) -> Option<String> {
        Some(match item {
            Item::Feature(at) => self.segment(*at),
            Item::Tile(at) => self.tile(*at),
            Item::Place(kind, Some(at)) => self.place(*kind, *at),
            Item::Cell(pos) => cell(*pos),
            Item::Piece(piece) => {
                let label = labels.get(piece).map_or("?", String::as_str);
                format!("{label},{}", self.piece(*piece).unwrap_or_default())
            }
            _ => return None,
        })
    }

    /// The segment that the other program means.
    pub fn find_segment(&self, pos: Pos, kind: &str, location: &str) -> Option<SegmentId> {
        let tile = self.scene.state().board().at(pos)?;
        self.scene.segments(tile).find(|at| self.kind(*at) == kind && self.location(*at) == location)
    }
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
    }

    #[test]
    fn names_of_several_words() {
        assert_eq!(pascal_case("yaga_hut"), "YagaHut");
        assert_eq!(kebab_case("YagaHut"), "yaga-hut");
        assert_eq!(kebab_case(&pascal_case("road")), "road");
    }
}
