//! What the characters of a board's picture mean.

use std::collections::BTreeMap;

use bastide_engine::game::Game;
use bastide_engine::tile::FeatureKindId;

use super::{inner_glyph, mark, neutral_mark};
use crate::narrate::words;

/// What looks the same on each board.
const ALWAYS: &str =
    "# city (% with a coat of arms), - | + road, * where roads end, . field, ^ something special on the tile";

/// What the characters on the board of a game mean: in one line what looks the same everywhere, in a second one the
/// features, players and pieces of this game that are on the board.
pub fn legend(game: &Game) -> String {
    let listed = |(letter, names): (char, Vec<String>)| format!("{letter} {}", names.join(" or "));
    let features = features(game).into_iter().map(listed);
    let rules = game.rules();
    let players = rules.players().map(|player| format!("{} {}'s", mark(rules, player), rules.name(player)));
    let here: Vec<String> = features.chain(players).chain(neutral(game).into_iter().map(listed)).collect();
    format!("     {ALWAYS},\n     {}\n", here.join(", "))
}

/// Names by the letter that stands for them, each once.
type Letters = BTreeMap<char, Vec<String>>;

fn add(letters: &mut Letters, letter: char, name: &str) {
    let (names, name) = (letters.entry(letter).or_default(), words(name));
    if !names.contains(&name) {
        names.push(name);
    }
}

/// The kinds of features on the board that are drawn as letters.
fn features(game: &Game) -> Letters {
    let (rules, vocabulary) = (game.rules(), game.rules().vocabulary());
    let mut letters = Letters::new();
    for placed in game.state().board().tiles() {
        for segment in &rules.tile(placed.def).def.segments {
            if [FeatureKindId::FIELD, FeatureKindId::ROAD, FeatureKindId::CITY].contains(&segment.kind) {
                continue;
            }
            let name = &vocabulary.feature_kinds[segment.kind.index()].name;
            let letter = match vocabulary.edge_of(segment.kind) {
                None => Some(inner_glyph(name)),
                Some(_) => name.chars().next(),
            };
            letter.into_iter().for_each(|letter| add(&mut letters, letter, name));
        }
    }
    letters
}

/// The kinds of pieces on the board that belong to nobody.
fn neutral(game: &Game) -> Letters {
    let (state, vocabulary) = (game.state(), game.rules().vocabulary());
    let mut letters = Letters::new();
    for id in state.piece_ids().filter(|id| state.tile_of(*id).is_some()) {
        let piece = state.piece(id);
        if piece.owner.is_none() {
            let name = &vocabulary.piece_kinds[piece.kind.index()].name;
            add(&mut letters, neutral_mark(name), name);
        }
    }
    letters
}
