//! What happened, in the other program's terms.

use bastide_engine::event::{Award, Event, Source};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::ruleset::TinyCity;
use bastide_engine::scene::Scene;
use bastide_engine::tile::FeatureKindId;

use super::names::{self, Names};

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

/// The events of the last step, except for points. It drew `drawn` tiles; with `by_choice`, a player
/// took a piece back.
pub(crate) fn lines(game: &Game, names: &Names, mut drawn: usize, by_choice: bool) -> Vec<String> {
    let scene = game.scene();
    let rules = game.rules();
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
                let place = names::pointer(scene, *feature);
                lines.push(format!("meeple-deployed {class} {} {place}", player.index()));
            }
            Event::TileDiscarded { tile, .. } if drawn > 0 => {
                drawn -= 1;
                lines.push(format!("tile-discarded {}", names::tile(rules, *tile)));
            }
            // Pieces that come back from a scored feature are not reported.
            Event::PieceReturned { piece, from: bastide_engine::decision::Item::Feature(at) }
                if by_choice =>
            {
                let piece = scene.state().piece(*piece);
                let player = piece.owner.map_or(0, |player| player.index());
                let names = names.piece(rules, piece.kind);
                let place = names::pointer(scene, *at);
                let source = names.recall.unwrap_or_default();
                lines.push(format!("meeple-returned {} {player} {place} {source}", names.class));
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
                let name = feature_name(game, *feature, *complete);
                for winner in winners.iter() {
                    let bastide_engine::decision::Item::Player(player) = winner else { continue };
                    let is_it = |award: &&Award| {
                        award.player == *player
                            && award.feature.is_some_and(|at| game.state().features().same(at, *feature))
                    };
                    let award = awards.iter().position(is_it).map(|at| awards.remove(at));
                    scored.push(of_feature(player.index(), award, name.clone()));
                }
            }
            _ => {}
        }
    }
    for award in awards {
        let name = award.feature.map(|at| feature_name(game, at, false)).unwrap_or_default();
        scored.push(of_feature(award.player.index(), Some(award), name));
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

fn of_feature(player: usize, award: Option<&Award>, name: String) -> Scored {
    let mut parts: Vec<(String, i32, i32)> = Vec::new();
    for part in award.iter().flat_map(|award| &award.parts) {
        // A monastery counts itself among the tiles.
        let label = match part.label.as_str() {
            "itself" | "tiles around" => "tiles",
            "coats of arms" => "pennants",
            other => other,
        };
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
    Scored { player, points: award.map_or(0, |award| award.points), name, parts: Some(parts) }
}

fn feature_name(game: &Game, feature: SegmentId, complete: bool) -> String {
    let scene: &Scene = game.scene();
    let state = scene.state();
    let kind = state.features().kind(feature);
    let name = scene.rules().vocabulary().feature_kinds[kind.index()].name.replace('_', "-");
    let tiny = kind == FeatureKindId::CITY
        && state.features().tiles(feature).len() == 2
        && scene.rules().setup.variants.tiny_city == TinyCity::Half;
    match complete {
        _ if kind == FeatureKindId::FIELD => name,
        true if tiny => format!("{name}.tiny"),
        true => name,
        false => format!("{name}.incomplete"),
    }
}
