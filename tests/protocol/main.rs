//! The engine protocol: a conversation that is kept word for word, and what must hold of any.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};

use bastide::protocol::Server;
use serde_json::{Value, json};

/// Asks a server, and reads its answer.
fn ask(server: &mut Server, request: Value) -> Value {
    let answer = server.answer(&request.to_string());
    assert!(!answer.contains('\n'), "{answer}");
    serde_json::from_str(&answer).unwrap()
}

/// The kind of error that a line is answered with.
fn error(server: &mut Server, line: &str) -> String {
    let answer: Value = serde_json::from_str(&server.answer(line)).unwrap();
    assert_eq!(answer["ok"], false, "{answer}");
    assert!(answer["error"]["message"].is_string(), "{answer}");
    answer["error"]["kind"].as_str().unwrap().to_owned()
}

/// The file holds requests after `>` and answers after `<`. With `UPDATE` in the environment the
/// answers are written anew, to be read before they are committed.
#[test]
fn a_conversation_word_for_word() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/conversation.txt");
    let kept = std::fs::read_to_string(path).unwrap();
    let mut server = Server::new();
    let mut held = String::new();
    for line in kept.lines().filter(|line| !line.starts_with("< ")) {
        held.push_str(line);
        held.push('\n');
        if let Some(request) = line.strip_prefix("> ") {
            held.push_str(&format!("< {}\n", server.answer(request)));
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, held).unwrap();
        return;
    }
    for (kept, held) in kept.lines().zip(held.lines()) {
        assert_eq!(kept, held);
    }
    assert_eq!(kept.lines().count(), held.lines().count());
}

#[test]
fn a_whole_game_by_option_numbers() {
    let mut server = Server::new();
    ask(&mut server, json!({"do": "new", "players": 3, "seed": 4, "expansions": ["all"]}));
    let mut over = false;
    let mut decisions = 0;
    while !over {
        let bot = ask(&mut server, json!({"do": "bot", "kind": "random", "seed": 1}));
        let answer = ask(&mut server, json!({"do": "apply", "option": bot["option"]}));
        assert_eq!(answer["ok"], true, "{answer}");
        over = answer["over"].as_bool().unwrap();
        decisions += 1;
    }
    assert!(decisions > 70);
    let state = ask(&mut server, json!({"do": "state"}));
    assert_eq!(state["state"]["over"], true);
    assert_eq!(error(&mut server, r#"{"do":"apply","option":0}"#), "game_over");
    assert_eq!(error(&mut server, r#"{"do":"apply","choice":{"pass":true}}"#), "game_over");
    assert_eq!(ask(&mut server, json!({"do": "decision"}))["decision"], Value::Null);
}

#[test]
fn a_choice_in_words_is_the_option_with_its_number() {
    let mut server = Server::new();
    ask(&mut server, json!({"do": "new", "players": ["A", "B"], "seed": 4}));
    for _ in 0..60 {
        let decision = ask(&mut server, json!({"do": "decision"}));
        let options = decision["decision"]["options"].as_array().unwrap().clone();
        for option in &options {
            let fork = ask(&mut server, json!({"do": "fork", "game": 1}))["game"].clone();
            let twin = ask(&mut server, json!({"do": "fork", "game": 1}))["game"].clone();
            let by_number =
                ask(&mut server, json!({"do": "apply", "game": fork, "option": option["option"]}));
            let by_words = ask(&mut server, json!({"do": "apply", "game": twin, "choice": option["choice"]}));
            assert_eq!(by_number["hash"], by_words["hash"], "{option}");
            ask(&mut server, json!({"do": "drop", "game": fork}));
            ask(&mut server, json!({"do": "drop", "game": twin}));
        }
        let middle = options.len() / 2;
        ask(&mut server, json!({"do": "apply", "option": middle}));
    }
}

#[test]
fn undo_fork_save_and_load_come_to_the_same_state() {
    let mut server = Server::new();
    ask(&mut server, json!({"do": "new", "players": ["A", "B"], "seed": 6, "expansions": ["all"]}));
    for _ in 0..30 {
        let before = ask(&mut server, json!({"do": "state", "game": 1}));
        ask(&mut server, json!({"do": "apply", "game": 1, "option": 0}));
        let after = ask(&mut server, json!({"do": "state", "game": 1}));
        assert_eq!(ask(&mut server, json!({"do": "undo", "game": 1}))["undone"], true);
        assert_eq!(ask(&mut server, json!({"do": "state", "game": 1})), before);
        ask(&mut server, json!({"do": "apply", "game": 1, "option": 0}));
        let text = ask(&mut server, json!({"do": "save", "game": 1}))["text"].clone();
        let loaded = ask(&mut server, json!({"do": "load", "text": text}));
        assert_eq!(loaded["verified"], 1, "{loaded}");
        assert_eq!(ask(&mut server, json!({"do": "state", "game": loaded["game"]})), after);
        ask(&mut server, json!({"do": "drop", "game": loaded["game"]}));
    }
}

#[test]
fn mistakes_are_answers() {
    let mut server = Server::new();
    assert_eq!(error(&mut server, "nonsense"), "malformed");
    assert_eq!(error(&mut server, "[1]"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":3}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"state\"}"), "unknown_game");
    assert_eq!(error(&mut server, "{\"do\":\"new\"}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"new\",\"players\":0}"), "setup");
    assert_eq!(error(&mut server, "{\"do\":\"new\",\"players\":[\"A\",\"A\"]}"), "setup");
    assert_eq!(error(&mut server, "{\"do\":\"new\",\"players\":2,\"expansions\":[\"no_such\"]}"), "content");
    assert_eq!(error(&mut server, "{\"do\":\"new\",\"players\":2,\"options\":{\"base.x\":1}}"), "content");
    assert_eq!(error(&mut server, "{\"do\":\"new\",\"players\":2,\"seed\":-1}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"load\",\"text\":\"x\"}"), "save");
    assert_eq!(error(&mut server, "{\"do\":\"load\",\"file\":\"/no/such\"}"), "file");
    ask(&mut server, json!({"do": "new", "players": 2}));
    assert_eq!(error(&mut server, "{\"do\":\"state\",\"game\":7}"), "unknown_game");
    assert_eq!(error(&mut server, "{\"do\":\"state\",\"gaem\":1}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"apply\"}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"apply\",\"option\":99}"), "illegal");
    assert_eq!(error(&mut server, "{\"do\":\"apply\",\"choice\":{\"place\":[9,9]}}"), "illegal");
    assert_eq!(error(&mut server, "{\"do\":\"apply\",\"choice\":{\"deploy\":\"knight\"}}"), "choice");
    assert_eq!(error(&mut server, "{\"do\":\"apply\",\"choice\":{\"jump\":1}}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"bot\",\"kind\":\"clever\"}"), "malformed");
    assert_eq!(error(&mut server, "{\"do\":\"force\"}"), "malformed");
    let mute = "{\"do\":\"mute\",\"expansion\":\"no_such\"}";
    assert_eq!(error(&mut server, mute), "choice");
    assert!(server.answer(mute).contains("there is no expansion in play at all, and so no `no_such`"));
    assert_eq!(ask(&mut server, json!({"do": "undo"}))["undone"], false);
}

#[test]
fn forced_draws_come() {
    let mut server = Server::new();
    ask(&mut server, json!({"do": "new", "players": 2}));
    ask(&mut server, json!({"do": "force", "draw": ["base/X", "base/C"]}));
    ask(&mut server, json!({"do": "apply", "option": 0}));
    let answer = ask(&mut server, json!({"do": "apply", "choice": {"pass": true}}));
    assert_eq!(answer["decision"]["tile"], "base/X", "{answer}");
}

#[test]
fn the_program_speaks_it_line_by_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut talk = |line: &[u8]| -> Value {
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    };
    assert_eq!(
        talk(b"\n{\"do\":\"hello\",\"id\":\"a\"}"),
        json!({
            "id": "a", "ok": true, "protocol": 1, "version": env!("CARGO_PKG_VERSION"),
        })
    );
    assert_eq!(talk(b"\xff\xfe")["error"]["kind"], "malformed");
    assert_eq!(talk(b"{\"do\":\"quit\"}"), json!({"ok": true}));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
