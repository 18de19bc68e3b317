//! Arguments that several commands share: who plays what.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use bastide::engine::ruleset::MAX_PLAYERS;
use bastide::engine::value::Value;
use bastide::play::BotKind;
use bastide::session::{ALL, PLAYER_NAMES, Request, Session};
use bastide::shelf::Shelf;

use crate::commands::Failure;
use crate::commands::out::note;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeatKind {
    /// A person at the terminal.
    Human,
    /// A bot.
    Bot(BotKind),
}

impl FromStr for SeatKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatKind, String> {
        let names = ["human", "random", "greedy"];
        match text {
            "human" => Ok(SeatKind::Human),
            _ => text
                .parse()
                .map(SeatKind::Bot)
                .map_err(|_| format!("expected `human`, `random` or `greedy`{}", did_you_mean(text, &names))),
        }
    }
}

impl fmt::Display for SeatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatKind::Human => f.write_str("human"),
            SeatKind::Bot(kind) => kind.fmt(f),
        }
    }
}

/// `, did you mean ...?`, or nothing.
pub(crate) fn did_you_mean(text: &str, names: &[&str]) -> String {
    let near = names.iter().map(|name| (strsim::damerau_levenshtein(text, name), *name)).min();
    match near {
        Some((distance, name)) if distance <= name.len().div_ceil(3) => format!(", did you mean `{name}`?"),
        _ => String::new(),
    }
}

/// Who plays what.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SetupArgs {
    /// Who plays, once for each player: human, random or greedy.
    #[arg(long = "seat", value_name = "KIND")]
    pub seats: Vec<SeatKind>,
    /// The players' names, in the order of the seats.
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// Expansions, by id or by the path of a folder (such as ./mills, or mills in this folder), with
    /// commas between; "" for the base game alone. [default: every bundled one]
    #[arg(long, value_name = "IDS")]
    pub expansions: Option<String>,
    /// Tile sets that are added without the rules of their expansions, with commas between.
    #[arg(long, value_name = "IDS")]
    pub tiles: Option<String>,
    /// Set an option of the base game or of an expansion, such as base.edition=second. The base game's
    /// are listed in docs/base-game.md: edition, field_scoring, tiny_city, farmers, followers,
    /// first_player; an expansion's stand in its expansion.toml.
    #[arg(long = "option", value_name = "ID.NAME=VALUE", value_parser = parse_option)]
    pub options: Vec<(String, String)>,
}

pub(crate) fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected NAME=VALUE, such as base.field_scoring=city4".to_owned()),
    }
}

impl SetupArgs {
    /// The request of these arguments, for a number of players.
    pub fn request(&self, seats: usize) -> Result<Request, Failure> {
        if seats == 0 || seats > MAX_PLAYERS {
            return Err(Failure::Usage(format!("a game has 1 to {MAX_PLAYERS} players, not {seats}")));
        }
        if self.names.len() > seats {
            let names = self.names.len();
            let ending = if seats == 1 { "" } else { "s" };
            return Err(Failure::Usage(format!("{names} names are given for {seats} seat{ending}")));
        }
        let names = self.names.iter().map(String::as_str);
        let players: Vec<String> = names
            .chain(PLAYER_NAMES.into_iter().skip(self.names.len()))
            .take(seats)
            .map(str::to_owned)
            .collect();
        let mut options = BTreeMap::new();
        for (name, value) in &self.options {
            options.insert(name.clone(), Value::Text(value.clone()));
        }
        Ok(Request {
            players,
            expansions: split(self.expansions.as_deref().unwrap_or(ALL)),
            tile_sets: split(self.tiles.as_deref().unwrap_or_default()),
            options,
        })
    }
}

impl SetupArgs {
    /// The same arguments as somebody would type them, with these seats.
    pub fn words(&self, seats: &[SeatKind]) -> String {
        let mut words: Vec<String> = seats.iter().map(|seat| format!("--seat {seat}")).collect();
        words.extend(self.names.iter().map(|name| format!("--name {}", quoted(name))));
        words.extend(self.expansions.iter().map(|list| format!("--expansions {}", quoted(list))));
        words.extend(self.tiles.iter().map(|list| format!("--tiles {}", quoted(list))));
        words.extend(
            self.options
                .iter()
                .map(|(name, value)| format!("--option {}", quoted(&format!("{name}={value}")))),
        );
        words.join(" ")
    }

    /// The two commands that bring back the moment before a decision: one that plays the game of a
    /// seed again and saves it, one that stops after so many decisions.
    pub fn again(&self, seats: &[SeatKind], seed: u64, decisions: usize) -> String {
        let words = [self.words(seats), format!("--seed {seed} --save failed.jsonl")].join(" ");
        format!("  bastide play {}\n  bastide replay failed.jsonl --until {decisions}", words.trim())
    }
}

/// A text as a shell takes it for one word.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:,+@%=".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    // Between these, a shell reads nothing else but these four letters as something of its own.
    if text.contains(['"', '$', '`', '\\', '!']) {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    format!("\"{text}\"")
}

pub(crate) fn split(list: &str) -> Vec<String> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Opens a session, and says what may not be meant.
pub(crate) fn open(request: &Request) -> Result<Session, Failure> {
    let session = Session::open(&Shelf::bundled(), request)?;
    if !session.warnings().is_empty() {
        note(session.warnings().render(false));
    }
    Ok(session)
}

/// What is played, in words.
pub(crate) fn describe(session: &Session) -> String {
    let ids: Vec<&str> = session.expansions().iter().map(|part| part.id.as_str()).collect();
    match ids.as_slice() {
        [] => "the base game alone".to_owned(),
        ids => format!("the base game with {}", ids.join(", ")),
    }
}

/// A seed that is another one each time.
pub(crate) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Six digits are easy to type again.
    bastide::play::bot::mix(now.as_secs(), u64::from(now.subsec_nanos())) % 1_000_000
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn what_a_shell_reads_as_one_word() {
        assert_eq!(quoted("mills"), "mills");
        assert_eq!(quoted("MI1: the mill's wheel"), "\"MI1: the mill's wheel\"");
        assert_eq!(quoted("a \"b\""), "'a \"b\"'");
        assert_eq!(quoted("it's $5"), "'it'\\''s $5'");
        assert_eq!(quoted(""), "\"\"");
    }
}
