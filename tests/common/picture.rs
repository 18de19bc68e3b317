//! Small pictures of boards, for failures.

use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Side};
use bastide_engine::piece::Location;

/// The board, three by three letters a tile: its edges, in the middle the letter of its kind, and
/// in the corner how many pieces stand on it.
///
/// ```text
/// .c.
/// rDr
/// ..1
/// ```
pub fn board(game: &Game) -> String {
    let (low, high) = game.state().board().bounds();
    let mut picture = String::new();
    for y in low.y..=high.y {
        let rows: Vec<Vec<String>> = (low.x..=high.x).map(|x| tile(game, Pos::new(x, y))).collect();
        for line in 0..3 {
            let parts: Vec<&str> = rows.iter().map(|tile| tile[line].as_str()).collect();
            picture.push_str(&format!("    {}\n", parts.join(" ")));
        }
        picture.push('\n');
    }
    format!("the board from {low} to {high}:\n{picture}")
}

fn tile(game: &Game, pos: Pos) -> Vec<String> {
    let state = game.state();
    let Some(id) = state.board().at(pos) else { return vec!["   ".to_owned(); 3] };
    let placed = state.board().tile(id);
    let def = &game.rules().tile(placed.def).def;
    let edge = |side: Side| {
        let kind = def.edges[side.rotated(placed.rotation.inverse()) as usize];
        match game.rules().vocabulary().edge_kinds[kind.index()].name.as_str() {
            "field" => '.',
            name => name.chars().next().unwrap_or('?'),
        }
    };
    let name = def.id.rsplit('/').next().and_then(|name| name.chars().next()).unwrap_or('?');
    let pieces = state.pieces().iter().filter(|piece| match piece.at {
        Location::Segment(at) => state.features().tile(at) == id,
        _ => false,
    });
    let pieces = match pieces.count() {
        0 => '.',
        count => char::from_digit(count as u32, 10).unwrap_or('+'),
    };
    vec![
        format!(".{}.", edge(Side::North)),
        format!("{}{name}{}", edge(Side::West), edge(Side::East)),
        format!(".{}{pieces}", edge(Side::South)),
    ]
}
