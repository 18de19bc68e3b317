//! What happened, in the other program's terms.

use bastide_engine::decision::Item;
use bastide_engine::event::{Award, Event, Source};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::piece::PieceId;
use bastide_engine::ruleset::TinyCity;
use bastide_engine::tile::FeatureKindId;

use super::names::{self, Labels, Names, Pointers};

/// Points that somebody got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Who.
    pub player: usize,
    /// How many.
    pub points: i32,
    /// What for: `city.incomplete`.
    pub name: String,
    /// What the points consist of; `None` where that is not compared.
    pub parts: Option<Vec<(String, i32, i32)>>,
}

impl Scored {
    /// As one line of a step's events.
    pub fn line(&self) -> String {
        let parts = self.parts.as_ref().map(|parts| {
            let parts: Vec<String> =
                parts.iter().map(|(name, count, points)| format!(" {count} {name} {points}")).collect();
            parts.concat()
        });
        format!("points {} {} {}{}", self.player, self.points, self.name, parts.unwrap_or_default())
    }
}

/// The events of the last step, except for points. It drew `drawn` tiles. A player who took a piece
/// back did so for a `reason`.
pub(crate) fn lines(game: &Game, names: &Names, mut drawn: usize, reason: Option<&str>) -> Vec<String> {
    let scene = game.scene();
    let rules = game.rules();
    let pointers = Pointers { names, scene };
    let whose = |piece: PieceId| {
        let piece = scene.state().piece(piece);
        Some((names.piece(rules, piece.kind).class, piece.owner?.index()))
    };
    let place = |at: &Item| pointers.item(at, &Labels::new());
    let mut lines = Vec::new();
    for event in game.journal() {
        match event {
            Event::TilePlaced { tile, .. } => {
                let placed = scene.state().board().tile(*tile);
                let turn = placed.rotation.index() % rules.tile(placed.def).rotations;
                let id = names::tile(rules, placed.def);
                lines.push(format!("tile-placed {id} {} {turn}", names::cell(placed.pos)));
            }
            Event::PieceDeployed { player, piece, feature } => {
                let class = names.piece(rules, scene.state().piece(*piece).kind).class;
                let place = pointers.segment(*feature);
                lines.push(format!("meeple-deployed {class} {} {place}", player.index()));
            }
            Event::PieceMoved { piece, from, to } => {
                let (Some((class, player)), Some(to)) = (whose(*piece), place(to)) else { continue };
                let from = place(from).map(|from| format!(" from {from}")).unwrap_or_default();
                lines.push(format!("meeple-deployed {class} {player} {to}{from}"));
            }
            Event::TileDiscarded { tile, .. } if drawn > 0 => {
                drawn -= 1;
                lines.push(format!("tile-discarded {}", names::tile(rules, *tile)));
            }
            // Pieces that come back from a scored feature are not reported.
            Event::PieceReturned { piece, from } => {
                let (Some(reason), Some((class, player))) = (reason, whose(*piece)) else { continue };
                let Some(place) = place(from) else { continue };
                lines.push(format!("meeple-returned {class} {player} {place} {reason}"));
            }
            _ => {}
        }
    }
    lines
}

/// The points of the last step. Whoever has the majority of a feature that is worth nothing has
/// scored it too.
pub(crate) fn points(game: &Game, names: &Names) -> Vec<Scored> {
    let mut awards: Vec<&Award> = Vec::new();
    let mut scored = Vec::new();
    for event in game.journal() {
        match event {
            Event::PointsAwarded(award) if award.feature.is_some() => awards.push(award),
            // What a rule says is worth nothing, the other program does not mention.
            Event::PointsAwarded(award) if award.points == 0 => {}
            Event::PointsAwarded(award) => scored.push(of_rule(award, names)),
            Event::FeatureScored { feature, complete, winners, .. } => {
                let naming = Naming::of(game, names, *feature, *complete);
                for winner in winners.iter() {
                    let Item::Player(player) = winner else { continue };
                    let is_it = |award: &&Award| {
                        award.player == *player
                            && award.feature.is_some_and(|at| game.state().features().same(at, *feature))
                    };
                    let award = awards.iter().position(is_it).map(|at| awards.remove(at));
                    scored.push(naming.scored(player.index(), award));
                }
            }
            _ => {}
        }
    }
    for award in awards {
        let Some(feature) = award.feature else { continue };
        let naming = Naming::of(game, names, feature, false);
        scored.push(naming.scored(award.player.index(), Some(award)));
    }
    scored
}

fn of_rule(award: &Award, names: &Names) -> Scored {
    let name = match &award.source {
        Source::Rule(name) => names.points(name).to_owned(),
        Source::Feature(_) => String::new(),
    };
    Scored { player: award.player.index(), points: award.points, name, parts: None }
}

/// How the points of a feature are called.
struct Naming<'a> {
    names: &'a Names,
    name: String,
    /// Whether it is compared what they consist of.
    parts: bool,
}

impl Naming<'_> {
    fn of<'a>(game: &Game, names: &'a Names, feature: SegmentId, complete: bool) -> Naming<'a> {
        let (rules, features) = (game.rules(), game.state().features());
        let kind = features.kind(feature);
        let own = names.feature(rules, kind);
        let name = names::points_of(&own);
        let tiny = kind == FeatureKindId::CITY
            && features.tiles(feature).len() == 2
            && rules.setup.variants.tiny_city == TinyCity::Half;
        let name = match complete {
            _ if kind == FeatureKindId::FIELD || own.points.is_some() => name,
            true if tiny => format!("{name}.tiny"),
            true => name,
            false => format!("{name}.incomplete"),
        };
        Naming { names, name, parts: own.parts }
    }

    /// Points of nothing have no parts, whatever cancelled what.
    fn scored(&self, player: usize, award: Option<&Award>) -> Scored {
        let mut parts: Vec<(String, i32, i32)> = Vec::new();
        let award = award.filter(|award| award.points != 0);
        for part in award.iter().flat_map(|award| &award.parts) {
            let label = self.names.part(part.label.as_str());
            if part.count == 0 && part.points == 0 {
                continue;
            }
            match parts.iter_mut().find(|(name, ..)| name == label) {
                Some((_, count, points)) => {
                    *count += part.count;
                    *points += part.points;
                }
                None => parts.push((label.to_owned(), part.count, part.points)),
            }
        }
        parts.sort();
        let points = award.map_or(0, |award| award.points);
        Scored { player, points, name: self.name.clone(), parts: self.parts.then_some(parts) }
    }
}
