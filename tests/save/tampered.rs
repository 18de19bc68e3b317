//! A file that was changed does not pass as what it was.

use std::fs;
use std::process::Command;

use bastide::save;

use crate::{folder, saved, session};

/// What a replay says of a text.
fn fault(text: &str) -> String {
    let (session, _) = session(&[]);
    let read = match save::parse(text.as_bytes()) {
        Ok(read) => read,
        Err(reason) => return reason,
    };
    match save::restore(&session, &read, false) {
        Ok(_) => "nothing".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn whole_game(name: &str) -> String {
    let path = folder(name).join("game.jsonl");
    saved(&path, &[], 21, 10_000);
    fs::read_to_string(path).unwrap()
}

#[test]
fn an_untouched_file_is_good() {
    assert_eq!(fault(&whole_game("untouched")), "nothing");
}

#[test]
fn every_line_matters() {
    let text = whole_game("every_line");
    let lines: Vec<&str> = text.lines().collect();
    // Without its last lines it is a game that is not over, and good.
    for missing in 1..lines.len() - 3 {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, line)| *line).collect();
        let fault = fault(&(rest.join("\n") + "\n"));
        let mark = lines[missing].contains("\"hash\"");
        assert_eq!(fault == "nothing", mark, "without line {}: {}: {fault}", missing + 1, lines[missing]);
    }
}

#[test]
fn a_message_names_the_line_and_what_is_wrong() {
    let text = whole_game("message");
    // The header has a hash of its own.
    let header = text.find('\n').unwrap();
    let find = |from: &str| header + text[header..].find(from).unwrap();
    let changed = |from: &str, to: &str| {
        let at = find(from);
        format!("{}{to}{}", &text[..at], &text[at + from.len()..])
    };
    let line_of = |from: &str| text[..find(from)].matches('\n').count() + 1;
    let told = |from: &str, to: &str, message: &str| {
        let fault = fault(&changed(from, to));
        let wanted = format!("line {}: {message}", line_of(from));
        assert!(fault.starts_with(&wanted), "{from} -> {to}: {fault}\nexpected {wanted}");
    };
    told("{\"draw\":\"base/", "{\"draw\":\"bose/", "there is no tile `bose/");
    told("{\"by\":\"Alice\"", "{\"by\":\"Carol\"", "there is no player `Carol`; expected `Alice`, `Bob`");
    told("{\"by\":\"Alice\"", "{\"by\":\"Bob\"", "it is Alice who decides, not Bob");
    told("\"place\":[", "\"place\":[99,99],\"at\":[", "`base/");
    told("\"place\"", "\"plaice\"", "unknown field `plaice`");
    told(
        "\"deploy\":\"follower\"",
        "\"deploy\":\"knight\"",
        "there is no kind of piece `knight`; expected `follower`",
    );
    told("\"hash\":\"", "\"hash\":\"f", "the state's fingerprint is ");
    told("\"entries\":", "\"entries\":9", "there should be 9");
}

#[test]
fn replay_reports_a_changed_file() {
    let here = folder("replay");
    let path = here.join("game.jsonl");
    saved(&path, &["all"], 5, 10_000);
    let replay = |more: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_bastide")).arg("replay").arg(&path).args(more).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code(), text)
    };
    let (code, text) = replay(&["--quiet"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Verified: ") && text.ends_with("the game is over.\n"), "{text}");
    let (code, text) = replay(&["--json", "--until", "12"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["ok"], &report["decisions"]), (Some(0), &true.into(), &12.into()));
    let (code, text) = replay(&[]);
    assert_eq!(code, Some(0));
    assert!(text.contains("Turn 2, Bob") && text.contains("Where the points came from:"), "{text}");

    let good = fs::read_to_string(&path).unwrap();
    let mark = good.rfind("\"hash\":\"").unwrap() + 8;
    fs::write(&path, format!("{}0000{}", &good[..mark], &good[mark + 4..])).unwrap();
    let (code, text) = replay(&["--quiet"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("the state's fingerprint is"), "{text}");
    let (code, text) = replay(&["--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["ok"]), (Some(1), &false.into()));
    assert_eq!(report["line"], good.lines().count());
}
