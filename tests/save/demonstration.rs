//! The recorded games that come with expansions: `expansions/<id>/demo/*.jsonl`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bastide::engine::event::{Event, Source};
use bastide::save::{Header, Replay, parse, read, text};
use bastide::session::Session;
use bastide::shelf::Shelf;

fn demonstrations() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansions");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path().join("demo"));
    let games = folders.filter(|folder| folder.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut games: Vec<PathBuf> = games.map(|entry| entry.unwrap().path()).collect();
    games.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    games.sort();
    games
}

/// With `UPDATE` in the environment, a game whose rules have changed and that is still legal is written
/// anew.
#[test]
fn they_are_played_again_and_their_rules_are_those_of_today() {
    assert!(!demonstrations().is_empty());
    for path in demonstrations() {
        let saved = read(&path).unwrap();
        let session = Session::open(&Shelf::bundled(), &saved.header.request()).unwrap();
        let changes = saved.header.changes(&session);
        if std::env::var_os("UPDATE").is_some() && !changes.is_empty() {
            let mut replay = Replay::new(&session, &saved, true).unwrap();
            while replay.step().unwrap_or_else(|fault| panic!("{}: {fault}", path.display())) {}
            let game = replay.finish().unwrap().game;
            let request = saved.header.request();
            let header = Header::new(&session, &request, &saved.header.seats, saved.header.seed);
            fs::write(&path, text(&header, &game).unwrap()).unwrap();
            continue;
        }
        assert_eq!(changes, Vec::<String>::new(), "{}: write it again with UPDATE=1", path.display());
        let mut replay = Replay::new(&session, &saved, false).unwrap();
        while replay.step().unwrap_or_else(|fault| panic!("{}: {fault}", path.display())) {}
        let restored = replay.finish().unwrap();
        assert!(restored.game.is_over() && restored.checked > 0, "{}", path.display());
    }
}

/// What happens in a game, counted: points by source, blocks by name, and pieces by the place to which
/// they went.
fn happened(path: &Path) -> BTreeMap<String, usize> {
    let saved = parse(&fs::read(path).unwrap()).unwrap();
    let session = Session::open(&Shelf::bundled(), &saved.header.request()).unwrap();
    let mut replay = Replay::new(&session, &saved, true).unwrap();
    let mut found = BTreeMap::new();
    while replay.step().unwrap() {
        let Some(game) = replay.game() else { continue };
        for event in game.journal() {
            let what = match event {
                Event::PointsAwarded(award) => match &award.source {
                    Source::Rule(name) => name.to_string(),
                    Source::Feature(_) => continue,
                },
                Event::BlockPlaced { block, .. } => game.rules().setup.blocks[*block as usize].id.clone(),
                Event::PieceMoved { piece, .. } => {
                    let kind = game.state().piece(*piece).kind;
                    game.rules().vocabulary().piece_kinds[kind.index()].name.clone()
                }
                Event::Custom { name, .. } => name.to_string(),
                _ => continue,
            };
            *found.entry(what).or_insert(0) += 1;
        }
    }
    found
}

#[test]
fn the_horde_shows_attack_ransom_bargain_fortress_and_defences() {
    let path = demonstrations().into_iter().find(|path| path.to_string_lossy().contains("horde")).unwrap();
    let found = happened(&path);
    for what in [
        "city_attacked",
        "prisoner_taken",
        "ransom",
        "bargain",
        "barbarian_horde/fortress",
        "pit",
        "catapult",
        "barbarian_horde/archery_tower",
        "swordsman",
        "archer",
        "barbarian_eliminated",
        "city_freed",
    ] {
        assert!(found.contains_key(what), "{what} is missing: {found:?}");
    }
}
