//! Finding what a name means, or saying which names there are.

use crate::board::TileId;
use crate::decision::ActionId;
use crate::game::Game;
use crate::geometry::Pos;
use crate::log::RecordError;
use crate::piece::PieceId;
use crate::ruleset::{Player, Ruleset};
use crate::scene::Scene;
use crate::tile::{PieceKindId, TileDefId};

/// The kind of a piece, and which of its owner's pieces of that kind it is.
pub(super) fn numbered(scene: &Scene, id: PieceId) -> (String, u16) {
    let piece = *scene.state().piece(id);
    let same = |other: &PieceId| {
        let other = scene.state().piece(*other);
        other.kind == piece.kind && other.owner == piece.owner
    };
    let number = scene.state().piece_ids().take(id.index()).filter(same).count();
    (scene.rules().vocabulary().piece_kinds[piece.kind.index()].name.clone(), number as u16)
}

pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { "none".to_owned() } else { quoted.join(", ") }
}

pub(super) fn unknown<'a>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str>,
) -> RecordError {
    let listed = listed(names);
    if listed == "none" {
        return RecordError::NotThere(format!("there is no {what} at all, and so no `{name}`"));
    }
    RecordError::Unknown { what, name: name.to_owned(), expected: listed }
}

pub(super) fn find_player(rules: &Ruleset, name: &str) -> Result<Player, RecordError> {
    let names = rules.setup.players.iter().map(String::as_str);
    rules.player(name).ok_or_else(|| unknown("player", name, names))
}

pub(super) fn find_tile(rules: &Ruleset, id: &str) -> Result<TileDefId, RecordError> {
    // A set has dozens of tiles: naming all of them helps nobody.
    let expected = || "the id of a tile of this game, such as `base/D`".to_owned();
    let error = || RecordError::Unknown { what: "tile", name: id.to_owned(), expected: expected() };
    rules.tile_id(id).ok_or_else(error)
}

pub(super) fn find_expansion(rules: &Ruleset, id: &str) -> Result<u16, RecordError> {
    let ids = || rules.setup.expansions.iter().map(|info| info.id.as_str());
    let at = ids().position(|found| found == id);
    at.map(|at| at as u16).ok_or_else(|| unknown("expansion in play", id, ids()))
}

pub(super) fn find_piece_kind(rules: &Ruleset, name: &str) -> Result<PieceKindId, RecordError> {
    let names = rules.vocabulary().piece_kinds.iter().map(|kind| kind.name.as_str());
    rules.vocabulary().piece_kind(name).ok_or_else(|| unknown("kind of piece", name, names))
}

pub(super) fn find_action(game: &Game, name: &str) -> Result<ActionId, RecordError> {
    let names = || game.subscriptions().actions.iter().map(|action| &*action.name);
    let at = names().position(|found| found == name);
    at.map(|at| ActionId(at as u16)).ok_or_else(|| unknown("action", name, names()))
}

pub(super) fn find_tile_at(scene: &Scene, pos: Pos) -> Result<TileId, RecordError> {
    let found = scene.state().board().at(pos);
    found.ok_or_else(|| RecordError::NotThere(format!("there is no tile at {pos}")))
}

pub(super) fn find_piece(
    scene: &Scene,
    owner: Option<Player>,
    kind: &str,
    number: u16,
) -> Result<PieceId, RecordError> {
    let id = find_piece_kind(scene.rules(), kind)?;
    let same = |piece: &PieceId| {
        let piece = scene.state().piece(*piece);
        piece.kind == id && piece.owner == owner
    };
    let found = scene.state().piece_ids().filter(same).nth(number as usize);
    found.ok_or_else(|| {
        let owner = owner.map_or_else(String::new, |owner| format!(" of {}", scene.rules().name(owner)));
        RecordError::NotThere(format!("there is no {kind} number {number}{owner}"))
    })
}
