//! BG1 to BG4, BG43: what lies ready, and who begins.

use std::collections::BTreeMap;

use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::ruleset::{Player, Ruleset};
use bastide_engine::tile::{FeatureKindId, PieceKindId, SegmentDef};

use crate::common::{base_rules, base_setup};
use crate::table::check;

/// How many there are of each tile of the first edition, as the rules count them.
const COUNTS: &[(&str, u32)] = &[
    ("A", 2),
    ("B", 4),
    ("C", 1),
    ("D", 4),
    ("E", 5),
    ("F", 2),
    ("G", 1),
    ("H", 3),
    ("I", 2),
    ("J", 3),
    ("K", 3),
    ("L", 3),
    ("M", 2),
    ("N", 3),
    ("O", 2),
    ("P", 3),
    ("Q", 1),
    ("R", 3),
    ("S", 2),
    ("T", 1),
    ("U", 8),
    ("V", 9),
    ("W", 4),
    ("X", 1),
];

fn counts(edition: &str) -> BTreeMap<String, u32> {
    base_setup(2, &[("edition", edition)]).stack.into_iter().filter(|(_, count)| *count > 0).collect()
}

#[test]
fn seventy_two_tiles() {
    // BG1: 72 tiles, the start tile among them; so many of each.
    let expected: BTreeMap<String, u32> =
        COUNTS.iter().map(|(name, count)| (format!("base/{name}"), *count)).collect();
    assert_eq!(counts("first"), expected);
    assert_eq!(expected.values().sum::<u32>(), 72);
    assert_eq!(base_rules(2, &[]).stack_size(), 71);
}

#[test]
fn the_start_tile_is_d() {
    // BG2: a city in the north, a road from west to east; three more of it are in the stack.
    let rules = base_rules(2, &[]);
    let d = rules.tile_id("base/D").unwrap();
    assert_eq!(rules.start, [(d, Pos::ORIGIN, Rotation::NONE)]);
    assert_eq!(rules.stack[d.index()], 3);
    let game = Game::new(rules, 1);
    assert_eq!(game.state().board().tiles().len(), 1);
    check("BG2", "turns E 0,-1 r2\n turns E 1,0\n turns E 0,1 r1 r2 r3\n a E 0,1 r1");
    check("BG2", "stands 0,0 city\n turns U -1,0 r0\n turns U 0,1 r0\n a U 1,0 r0 road\n end a 2");
}

#[test]
fn seven_followers_for_each_of_two_to_six() {
    // BG3: so many for each, all in the supplies; nobody else can sit down.
    for players in 2..=6 {
        let rules = base_rules(players, &[]);
        let game = Game::new(rules.clone(), 1);
        assert_eq!(rules.player_count(), players);
        for player in rules.players() {
            assert_eq!(game.state().supply(player, PieceKindId::FOLLOWER), 7);
            assert_eq!(game.state().points(player), 0);
        }
        assert_eq!(game.state().pieces().len(), 7 * players);
    }
    let mut setup = base_setup(6, &[]);
    setup.players.push("g".to_owned());
    let errors = Ruleset::new(setup).unwrap_err();
    assert_eq!(errors.to_string(), "a game has 1 to 6 players, not 7");
    // Each takes a turn, in seating order, and then the first again.
    check(
        "BG3",
        "players 6\n a U 1,0 r0\n b U 2,0 r0\n c U 3,0 r0\n d U 4,0 r0\n e U 5,0 r0\n f U 6,0 r0\n a U 7,0 r0",
    );
    // With the seventh follower out there is none left.
    let roads: String = (1..=7).map(|at| format!("a B 0,{at} r0 monastery\n b B -{at},0 r0\n")).collect();
    check("BG3", &format!("start B 0,0 r0\n {roads} supply a 0\n a B 1,0 r0\n nobody deploys"));
}

#[test]
fn gardens_are_the_only_difference_of_the_second_edition() {
    // BG4: eight tiles have a twin with a garden, one of each; together there are 72 again.
    let (first, second) = (counts("first"), counts("second"));
    assert_eq!(second.values().sum::<u32>(), 72);
    let setup = base_setup(2, &[("edition", "second")]);
    let gardens: Vec<&String> = second.keys().filter(|id| id.ends_with("_garden")).collect();
    assert_eq!(gardens.len(), 8);
    for id in gardens {
        let twin = id.trim_end_matches("_garden");
        assert_eq!((second[id], second[twin] + 1), (1, first[twin]), "{id}");
        let tile = |id: &str| setup.tiles.iter().find(|tile| tile.id == id).unwrap();
        let drawn = |id: &str| -> Vec<SegmentDef> {
            let segments = tile(id).segments.iter();
            segments.filter(|segment| segment.kind != FeatureKindId::GARDEN).cloned().collect()
        };
        assert_eq!(tile(id).edges, tile(twin).edges);
        assert_eq!(drawn(id), drawn(twin), "{id}");
        assert_eq!(tile(id).segments.len(), tile(twin).segments.len() + 1);
    }
    assert_eq!(base_rules(2, &[("edition", "second")]).vocabulary().piece_kinds.len(), 1);
}

#[test]
fn who_begins_is_a_choice() {
    // BG43: the first seat, any other, or the game's own luck, the same for the same seed.
    check("BG43", "players 3\n a U 1,0 r0\n b U 2,0 r0");
    check("BG43", "players 3\n option first_player 3\n c U 1,0 r0\n a U 2,0 r0");
    let rules = base_rules(4, &[("first_player", "random")]);
    let begins = |seed| Game::new(rules.clone(), seed).state().active();
    let first: Vec<Player> = (0..40).map(begins).collect();
    for player in rules.players() {
        assert!(first.contains(&player), "{player:?} never begins");
    }
    assert_eq!(first, (0..40).map(begins).collect::<Vec<_>>());
}
