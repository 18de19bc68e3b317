//! The sentences that must be true at the end of a recorded game.

use std::collections::BTreeSet;

use serde::Serialize;

use super::events::Scored;
use super::shown::Shown;

/// A sentence that was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The sentence.
    pub sentence: String,
    /// Whether it is true.
    pub met: bool,
    /// What was found.
    pub found: String,
}

/// The end of a game, for judging sentences.
pub struct End<'a> {
    /// The players' names.
    pub players: &'a [String],
    /// The state.
    pub shown: &'a Shown,
    /// All points of the game.
    pub scored: &'a [Scored],
}

/// Whether something is as it was said, and what was found.
type Finding = Option<(bool, String)>;

impl End<'_> {
    /// Judges a sentence. One that nobody understands is not met.
    pub fn check(&self, sentence: &str) -> Checked {
        let text = sentence.trim().trim_end_matches('.');
        let words: Vec<&str> = text.split_whitespace().collect();
        let finding = self
            .points(&words)
            .or_else(|| self.scored(&words))
            .or_else(|| self.pass(text))
            .or_else(|| self.phase(&words))
            .or_else(|| self.undo(text))
            .or_else(|| self.action(text))
            .or_else(|| self.options(text))
            .or_else(|| self.token(&words));
        let (met, found) = finding.unwrap_or((false, "nothing here understands this sentence".to_owned()));
        Checked { sentence: sentence.to_owned(), met, found }
    }

    fn seat(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player == name)
    }

    /// `Alice has 9 points`.
    fn points(&self, words: &[&str]) -> Finding {
        let [name, "has", number, "point" | "points"] = words else { return None };
        let wanted: i32 = number.parse().ok()?;
        let found = self.seat(name).map(|seat| self.shown.points[seat]);
        Some((
            found == Some(wanted),
            found.map_or("nobody of that name".to_owned(), |found| found.to_string()),
        ))
    }

    /// `Alice scored city for 9 points`.
    fn scored(&self, words: &[&str]) -> Finding {
        let [name, "scored", what, "for", number, "point" | "points"] = words else { return None };
        let wanted: i32 = number.parse().ok()?;
        let seat = self.seat(name)?;
        let is_for = |scored: &&Scored| scored.player == seat && scored.name.split('.').next() == Some(*what);
        let found: Vec<i32> = self.scored.iter().filter(is_for).map(|scored| scored.points).collect();
        let text = match found.is_empty() {
            true => format!("no points for {what}"),
            false => found.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        Some((found.contains(&wanted), text))
    }

    fn pass(&self, text: &str) -> Finding {
        let can = self.shown.pending.as_ref().is_some_and(|pending| pending.can_pass);
        let wanted = match text {
            "Player can pass" => true,
            "Player can't pass" => false,
            _ => return None,
        };
        Some((can == wanted, if can { "the player can" } else { "the player cannot" }.to_owned()))
    }

    fn phase(&self, words: &[&str]) -> Finding {
        let ["phase" | "Phase", "is", name] = words else { return None };
        Some((self.shown.phase == *name, self.shown.phase.clone()))
    }

    fn undo(&self, text: &str) -> Finding {
        let wanted = match text {
            "Undo is allowed" => true,
            "Undo is not allowed" => false,
            _ => return None,
        };
        Some((wanted == (self.shown.undo > 0), format!("{} messages can be taken back", self.shown.undo)))
    }

    /// `Available action Meeple for SmallFollower`.
    fn action(&self, text: &str) -> Finding {
        let rest = text.strip_prefix("Available action ")?;
        let (kind, subject) = match rest.split_once(" for ") {
            Some((kind, subject)) => (kind, Some(subject)),
            None => (rest, None),
        };
        let items = self.shown.pending.iter().flat_map(|pending| &pending.items);
        let all: Vec<String> = items.map(|item| format!("{} {}", item.kind, item.subject)).collect();
        Some((self.shown.item(kind, subject).is_some(), listed(&all)))
    }

    /// `Meeple SmallFollower options: {City,N,[0,1]}; {Road,WE,[0,1]}`.
    fn options(&self, text: &str) -> Finding {
        let (title, list) = text.split_once(" options:")?;
        let words: Vec<&str> = title.split_whitespace().collect();
        let (kind, subject) = match words.as_slice() {
            ["Tunnel", "token", token] => ("Tunnel", Some(*token)),
            ["Tower", "piece", token] => ("TowerPiece", Some(*token)),
            [kind] => (*kind, None),
            [kind, subject] => (*kind, Some(*subject)),
            _ => return None,
        };
        let found = self.shown.item(kind, subject).map(|item| item.options.clone()).unwrap_or_default();
        let options = list.split("; ").map(str::trim).filter(|option| !option.is_empty());
        let wanted: BTreeSet<String> = options.map(normal).collect();
        let missing: Vec<String> = wanted.difference(&found).map(|option| format!("not {option}")).collect();
        let more = found.difference(&wanted).cloned();
        let all: Vec<String> = missing.into_iter().chain(more).collect();
        Some((found == wanted, if all.is_empty() { "exactly these".to_owned() } else { listed(&all) }))
    }

    /// `Alice has WINE token with count 2`.
    fn token(&self, words: &[&str]) -> Finding {
        let [name, "has", token, "token" | "tokens", "with", "count" | "size", number] = words else {
            return None;
        };
        let wanted: i64 = number.parse().ok()?;
        let tokens = self.shown.tokens.get(self.seat(name)?);
        let found = tokens.and_then(|tokens| tokens.get(*token)).copied().unwrap_or(0);
        Some((found == wanted, found.to_string()))
    }
}

/// An option without the spaces that do not matter.
fn normal(option: &str) -> String {
    match option.split_once(" - ") {
        Some((cell, turns)) => {
            let digits = turns.trim_matches(['[', ']']).split(',');
            let mut turns: Vec<u32> = digits.filter_map(|turn| turn.trim().parse().ok()).collect();
            turns.sort_unstable();
            let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
            format!("{} - [{}]", cell.replace(' ', ""), turns.join(","))
        }
        None => option.replace(' ', ""),
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::super::shown::{Item, Pending};
    use super::*;

    #[test]
    fn sentences_are_judged() {
        let options = BTreeSet::from(["{City,N,[0,1]}".to_owned()]);
        let meeple = Item { kind: "Meeple".into(), subject: "SmallFollower".into(), options };
        let pending = Pending { player: 0, can_pass: true, items: BTreeSet::from([meeple]) };
        let shown = Shown { points: vec![9], pending: Some(pending), undo: 1, ..Shown::default() };
        let scored = Scored { player: 0, points: 9, name: "city.tiny".into(), parts: None };
        let end = End { players: &["Ann".to_owned()], shown: &shown, scored: &[scored] };
        let met = |sentence: &str| end.check(sentence).met;
        assert!(met("Ann has 9 points.") && !met("Ann has 8 points"));
        assert!(met("Ann scored city for 9 points") && !met("Ann scored road for 9 points"));
        assert!(met("Player can pass") && !met("Player can't pass") && met("Undo is allowed"));
        assert!(
            met("Available action Meeple for SmallFollower") && !met("Available action Meeple for Abbot")
        );
        assert!(met("Meeple SmallFollower options: {City,N,[0, 1]}"));
        assert!(!met("Meeple SmallFollower options: {City,S,[0,1]}"));
        assert!(met("Ann has WINE token with count 0"));
        assert!(!met("Ann is happy"));
    }
}
