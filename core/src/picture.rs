//! Small pictures of tiles and boards, in plain characters.
//!
//! ```text
//! .###.   city to the north, road from west to east
//! -----
//! .....
//! ```
//!
//! A tile is five characters wide and three high. `#` is city (`%` with a coat of arms), `-`, `|` and
//! `+` are road, `*` is where roads end at each other, `.` is field, a capital letter in the middle is
//! an inner feature such as a monastery `M`, `^` marks a tile with an attribute of its own. A piece is
//! its owner's mark.

mod legend;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Port, Pos, Rotation, Side, Third};
use bastide_engine::piece::Location;
use bastide_engine::ruleset::{Player, Ruleset, Tile};
use bastide_engine::tile::{AttributeId, FeatureKindId, NO_SEGMENT, TileDefId, Vocabulary};

pub use legend::legend;

/// Characters that a tile is wide.
pub const WIDTH: usize = 5;
/// Lines that a tile is high.
pub const HEIGHT: usize = 3;

/// A tile as characters, and the segment that each shows.
#[derive(Clone, Debug)]
struct Drawing {
    glyphs: [[char; WIDTH]; HEIGHT],
    owners: [[u8; WIDTH]; HEIGHT],
}

/// The picture of a tile that is turned so: three lines.
pub fn tile(rules: &Ruleset, def: TileDefId, rotation: Rotation) -> [String; HEIGHT] {
    draw(rules, def, rotation).glyphs.map(|line| line.iter().collect())
}

/// The pictures of a tile's different turns side by side, each under its number.
pub fn turns(rules: &Ruleset, def: TileDefId) -> String {
    let count = rules.tile(def).rotations;
    let mut lines = vec![String::new(); HEIGHT + 1];
    for turn in 0..count {
        lines[0].push_str(&format!("  {turn:<width$}", width = WIDTH + 1));
        for (line, text) in lines[1..].iter_mut().zip(tile(rules, def, Rotation::quarters(turn))) {
            line.push_str(&format!("  {text} "));
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The mark of a player's pieces: the initial, or the seat's number where initials are not clear.
pub fn mark(rules: &Ruleset, player: Player) -> char {
    let initial =
        |player: Player| rules.name(player).chars().next().map(|letter| letter.to_ascii_uppercase());
    let initials: Vec<Option<char>> = rules.players().map(initial).collect();
    let vocabulary = rules.vocabulary();
    let inner =
        |name: &str| vocabulary.feature_kind(name).is_some_and(|kind| vocabulary.edge_of(kind).is_none());
    let kinds = || vocabulary.feature_kinds.iter().filter(|kind| inner(&kind.name));
    let clear = |letter: &Option<char>| {
        letter.is_some_and(|letter| {
            letter.is_ascii_uppercase() && kinds().all(|kind| inner_glyph(&kind.name) != letter)
        }) && initials.iter().filter(|other| *other == letter).count() == 1
    };
    match initials[player.index()] {
        Some(letter) if initials.iter().all(clear) => letter,
        _ => char::from(b'1' + player.0),
    }
}

/// What part of a board a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// At most so many tiles from west to east.
    pub columns: i32,
    /// At most so many from north to south.
    pub rows: i32,
}

impl Window {
    /// All of the board.
    pub const WHOLE: Window = Window { columns: i32::MAX, rows: i32::MAX };
}

impl Default for Window {
    fn default() -> Window {
        Window { columns: 15, rows: 10 }
    }
}

/// The board with its pieces; of a big one, what lies around the last tile.
///
/// `labels` are written on empty cells, at most five characters each.
pub fn board(game: &Game, window: Window, labels: &BTreeMap<Pos, String>) -> String {
    let board = game.state().board();
    let (mut low, mut high) = board.bounds();
    for pos in labels.keys() {
        low = Pos::new(low.x.min(pos.x), low.y.min(pos.y));
        high = Pos::new(high.x.max(pos.x), high.y.max(pos.y));
    }
    let centre = board.tiles().last().map_or(Pos::ORIGIN, |placed| placed.pos);
    let (left, right) = clip(low.x, high.x, centre.x, window.columns);
    let (top, bottom) = clip(low.y, high.y, centre.y, window.rows);
    let mut text = String::new();
    let numbers: String = (left..=right).map(|x| format!("{x:^width$}", width = WIDTH)).collect();
    let _ = writeln!(text, "     {}", numbers.trim_end());
    for y in top..=bottom {
        for (line, glyphs) in board_row(game, y, left, right, labels).iter().enumerate() {
            let number = if line == HEIGHT / 2 { y.to_string() } else { String::new() };
            let _ = writeln!(text, "{}", format!("{number:>4} {glyphs}").trim_end());
        }
    }
    if (left, right, top, bottom) != (low.x, high.x, low.y, high.y) {
        let _ = writeln!(text, "     (the board goes on: {},{} to {},{})", low.x, low.y, high.x, high.y);
    }
    text
}

/// The lines of one row of tiles.
fn board_row(game: &Game, y: i32, left: i32, right: i32, labels: &BTreeMap<Pos, String>) -> [String; HEIGHT] {
    let mut lines = [const { String::new() }; HEIGHT];
    for x in left..=right {
        let pos = Pos::new(x, y);
        let mut glyphs = [[' '; WIDTH]; HEIGHT];
        if game.state().board().at(pos).is_some() {
            glyphs = with_pieces(game, pos);
        } else if let Some(label) = labels.get(&pos) {
            let label = format!("{label:^width$}", width = WIDTH);
            glyphs[HEIGHT / 2].iter_mut().zip(label.chars()).for_each(|(to, from)| *to = from);
        }
        lines.iter_mut().zip(glyphs).for_each(|(line, glyphs)| line.extend(glyphs));
    }
    lines
}

/// The part of a range that is shown: at most `most` cells, around a centre.
fn clip(low: i32, high: i32, centre: i32, most: i32) -> (i32, i32) {
    if high - low < most {
        return (low, high);
    }
    let first = (centre - most / 2).clamp(low, high - most + 1);
    (first, first + most - 1)
}

/// A tile on the board, with the pieces that stand on it.
fn with_pieces(game: &Game, pos: Pos) -> [[char; WIDTH]; HEIGHT] {
    let (state, rules) = (game.state(), game.rules());
    let Some(id) = state.board().at(pos) else { return [[' '; WIDTH]; HEIGHT] };
    let placed = state.board().tile(id);
    let Drawing { mut glyphs, owners } = draw(rules, placed.def, placed.rotation);
    for piece in state.pieces_on_tile(id) {
        let piece = state.piece(piece);
        let (column, row) = match piece.at {
            Location::Segment(at) => spot(&owners, segment_of(game, at), state.features().kind(at)),
            _ => (WIDTH - 1, HEIGHT - 1),
        };
        let kind = &rules.vocabulary().piece_kinds[piece.kind.index()].name;
        glyphs[row][column] = piece.owner.map_or_else(|| neutral_mark(kind), |owner| mark(rules, owner));
    }
    glyphs
}

fn segment_of(game: &Game, at: SegmentId) -> u8 {
    game.state().features().local(at)
}

/// Where a piece on a segment is drawn.
fn spot(owners: &[[u8; WIDTH]; HEIGHT], segment: u8, kind: FeatureKindId) -> (usize, usize) {
    const INNER: [(usize, usize); 7] = [(2, 1), (1, 1), (3, 1), (2, 0), (2, 2), (0, 1), (4, 1)];
    const OUTER: [(usize, usize); 8] = [(0, 0), (4, 0), (0, 2), (4, 2), (1, 0), (3, 0), (1, 2), (3, 2)];
    let shows = |(column, row): &(usize, usize)| owners[*row][*column] == segment;
    let found = if kind == FeatureKindId::FIELD {
        OUTER.iter().chain(&INNER).copied().find(shows)
    } else {
        INNER.iter().chain(&OUTER).copied().find(shows)
    };
    found.unwrap_or((WIDTH / 2, HEIGHT / 2))
}

/// The mark of pieces that belong to nobody.
fn neutral_mark(kind: &str) -> char {
    kind.rsplit('/').next().and_then(|name| name.chars().next()).unwrap_or('?').to_ascii_lowercase()
}

/// The letter of an inner feature.
fn inner_glyph(kind: &str) -> char {
    kind.rsplit('/').next().and_then(|name| name.chars().next()).unwrap_or('?').to_ascii_uppercase()
}

/// How a segment goes through a tile.
struct Run {
    local: u8,
    kind: FeatureKindId,
    sides: Vec<Side>,
    whole: bool,
}

fn draw(rules: &Ruleset, def: TileDefId, rotation: Rotation) -> Drawing {
    let tile = rules.tile(def);
    let vocabulary = rules.vocabulary();
    let mut drawing = Drawing { glyphs: [['.'; WIDTH]; HEIGHT], owners: [[NO_SEGMENT; WIDTH]; HEIGHT] };
    draw_edges(&mut drawing, tile, vocabulary, rotation);
    draw_corners(&mut drawing, tile, rotation);
    draw_inside(&mut drawing, tile, vocabulary, rotation);
    if !tile.def.attributes.is_empty() {
        drawing.glyphs[HEIGHT - 1][WIDTH - 1] = '^';
    }
    drawing
}

/// The segment at a port of a turned tile.
fn segment_at(tile: &Tile, rotation: Rotation, side: Side, third: Third) -> u8 {
    tile.ports[Port::new(side, third).rotated(rotation.inverse()).index() as usize]
}

fn draw_edges(drawing: &mut Drawing, tile: &Tile, vocabulary: &Vocabulary, rotation: Rotation) {
    use Third::{Left, Middle, Right};
    let cells = [
        (Side::North, Left, 1, 0),
        (Side::North, Middle, 2, 0),
        (Side::North, Right, 3, 0),
        (Side::East, Middle, 4, 1),
        (Side::South, Left, 3, 2),
        (Side::South, Middle, 2, 2),
        (Side::South, Right, 1, 2),
        (Side::West, Middle, 0, 1),
    ];
    for (side, third, column, row) in cells {
        let mut local = segment_at(tile, rotation, side, third);
        if local == NO_SEGMENT {
            // The middle of a field's edge.
            local = segment_at(tile, rotation, side, Left);
        }
        if local == NO_SEGMENT {
            continue;
        }
        let segment = &tile.def.segments[local as usize];
        let armed = segment.attributes.number(AttributeId::COATS_OF_ARMS) > 0;
        drawing.owners[row][column] = local;
        drawing.glyphs[row][column] = match glyph(vocabulary, segment.kind, side) {
            '#' if armed && third == Middle => '%',
            glyph => glyph,
        };
    }
}

/// What a kind of feature looks like where it crosses a side.
fn glyph(vocabulary: &Vocabulary, kind: FeatureKindId, side: Side) -> char {
    let straight = if matches!(side, Side::North | Side::South) { '|' } else { '-' };
    match kind {
        FeatureKindId::FIELD => '.',
        FeatureKindId::ROAD => straight,
        FeatureKindId::CITY => '#',
        other => vocabulary.feature_kinds[other.index()].name.chars().next().unwrap_or(straight),
    }
}

/// A corner belongs to the feature that both sides share, or else to a field.
fn draw_corners(drawing: &mut Drawing, tile: &Tile, rotation: Rotation) {
    let corners = [(Side::North, 4, 0), (Side::East, 4, 2), (Side::South, 0, 2), (Side::West, 0, 0)];
    let is_field =
        |local: u8| local != NO_SEGMENT && tile.def.segments[local as usize].kind == FeatureKindId::FIELD;
    for (side, column, row) in corners {
        let here = segment_at(tile, rotation, side, Third::Right);
        let next = segment_at(tile, rotation, side.rotated(Rotation::quarters(1)), Third::Left);
        let (owner, glyph) = match (here, next) {
            _ if is_field(here) => (here, '.'),
            _ if is_field(next) => (next, '.'),
            _ if here == next && here != NO_SEGMENT => (here, '#'),
            _ => (NO_SEGMENT, '.'),
        };
        drawing.owners[row][column] = owner;
        drawing.glyphs[row][column] = glyph;
    }
}

/// The runs of everything but fields.
fn runs(tile: &Tile, vocabulary: &Vocabulary, rotation: Rotation) -> Vec<Run> {
    let segments = tile.def.segments.iter().enumerate();
    let segments = segments.filter(|(_, segment)| segment.kind != FeatureKindId::FIELD);
    let runs = segments.map(|(local, segment)| Run {
        local: local as u8,
        kind: segment.kind,
        sides: segment.ports.rotated(rotation).sides().collect(),
        whole: vocabulary.edge_kinds.iter().any(|edge| edge.whole && edge.carries == Some(segment.kind)),
    });
    runs.collect()
}

fn draw_inside(drawing: &mut Drawing, tile: &Tile, vocabulary: &Vocabulary, rotation: Rotation) {
    let runs = runs(tile, vocabulary, rotation);
    for (side, column) in [(Side::West, 1), (Side::East, 3)] {
        let run = runs.iter().find(|run| run.sides.contains(&side));
        if let Some(run) = run.filter(|run| !run.whole || run.sides.len() > 1) {
            drawing.glyphs[1][column] = glyph(vocabulary, run.kind, side);
            drawing.owners[1][column] = run.local;
        }
    }
    let (glyph, owner) = centre(&runs, vocabulary);
    drawing.glyphs[1][WIDTH / 2] = glyph;
    drawing.owners[1][WIDTH / 2] = owner;
}

/// What the middle of a tile shows: an inner feature, a road, where roads end, or a city.
fn centre(runs: &[Run], vocabulary: &Vocabulary) -> (char, u8) {
    if let Some(inner) = runs.iter().find(|run| run.sides.is_empty()) {
        return (inner_glyph(&vocabulary.feature_kinds[inner.kind.index()].name), inner.local);
    }
    let roads: Vec<&Run> = runs.iter().filter(|run| !run.whole).collect();
    if roads.len() > 1 {
        return ('*', NO_SEGMENT);
    }
    if let [road] = roads.as_slice()
        && let [first, second, ..] = road.sides.as_slice()
    {
        let straight = *second == first.opposite() && road.sides.len() == 2;
        return (if straight { glyph(vocabulary, road.kind, *first) } else { '+' }, road.local);
    }
    if let Some(city) = runs.iter().find(|run| run.whole && run.sides.len() > 1) {
        return (glyph(vocabulary, city.kind, Side::North), city.local);
    }
    match roads.as_slice() {
        [road] => ('*', road.local),
        _ => ('.', NO_SEGMENT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Request, Session};
    use crate::shelf::Shelf;

    fn rules(players: &[&str]) -> std::sync::Arc<Ruleset> {
        let session = Session::open(&Shelf::bundled(), &Request::new(players.iter().copied())).unwrap();
        session.rules().clone()
    }

    #[test]
    fn tiles() {
        let rules = rules(&["Alice", "Bob"]);
        let check = |id: &str, turn: u8, picture: [&str; HEIGHT]| {
            let def = rules.tile_id(id).unwrap();
            assert_eq!(tile(&rules, def, Rotation::quarters(turn)), picture, "{id} turned {turn}");
        };
        check("base/D", 0, [".###.", "-----", "....."]);
        check("base/D", 1, ["..|..", "..|.#", "..|.."]);
        check("base/B", 0, [".....", "..M..", "....."]);
        check("base/A", 1, [".....", "--M..", "....."]);
        check("base/C", 0, ["##%##", "%###%", "##%##"]);
        check("base/H", 0, [".###.", ".....", ".###."]);
        check("base/O", 0, ["##%#.", "%#+--", "..|.."]);
        check("base/X", 0, ["..|..", "--*--", "..|.."]);
    }

    #[test]
    fn marks() {
        let check = |players: &[&str], marks: &str| {
            let rules = rules(players);
            let found: String = rules.players().map(|player| mark(&rules, player)).collect();
            assert_eq!(found, marks);
        };
        check(&["Alice", "bob", "Carol", "Frank"], "ABCF");
        check(&["Alice", "Anna"], "12");
        check(&["Mary", "Bob"], "12");
        check(&["\u{c9}mile", "Bob"], "12");
    }

    #[test]
    fn a_window_stays_on_the_board() {
        assert_eq!(clip(-3, 3, 0, 7), (-3, 3));
        assert_eq!(clip(-30, 30, 0, 7), (-3, 3));
        assert_eq!(clip(-30, 30, 30, 7), (24, 30));
        assert_eq!(clip(-30, 30, -29, 7), (-30, -24));
    }
}
