//! The example in `docs/save-format.md` is a game that the program writes and reads.

use std::fs;

use bastide::save::{self, Header};

use crate::session;

/// With `UPDATE` in the environment the fingerprint is written anew, to be read before it is committed.
#[test]
fn the_example_of_the_document_is_a_game() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/save-format.md");
    let document = fs::read_to_string(path).unwrap();
    let begin = document.find("```text\n").unwrap() + "```text\n".len();
    let example = &document[begin..begin + document[begin..].find("```").unwrap()];

    // The document leaves out of the first line what would fill it.
    let (session, request) = session(&[]);
    let header = Header::new(&session, &request, &["human".into(), "greedy".into()], 3);
    let shown = serde_json::to_value(&header).unwrap();
    let fill = |text: &str| {
        text.replace("\"tile_sets\":[…]", &format!("\"tile_sets\":{}", shown["tile_sets"]))
            .replace("\"options\":{…}", &format!("\"options\":{}", shown["options"]))
    };
    let without_mark = example.trim_end().rsplit_once('\n').unwrap().0;
    let saved =
        save::parse(fill(&format!("{without_mark}\n")).as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let game = save::restore(&session, &saved, false).unwrap_or_else(|error| panic!("{error}")).game;
    let written = save::text(&header, &game).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        let mark = written.lines().last().unwrap();
        fs::write(path, document.replace(example, &format!("{without_mark}\n{mark}\n"))).unwrap();
        return;
    }
    assert_eq!(fill(example), written);
    let saved = save::parse(written.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(saved.header, header);
    let restored = save::restore(&session, &saved, false).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(restored.game.hash64(), game.hash64());
}
