//! Snapshots of games that tests expect: readable texts in `tests/snapshots`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use bastide_content::files::Files;
use bastide_engine::decision::{Item, Prompt};
use bastide_engine::event::Event;
use bastide_engine::game::Game;
use bastide_engine::piece::{Holder, Location};
use bastide_engine::tile::PieceKindId;
use bastide_script::testing::Moment;
use similar::TextDiff;

use crate::error::Error;
use crate::narrate;
use crate::picture::{self, Window};
use crate::shelf::Shelf;

/// How the files of snapshots end.
const ENDING: &str = ".snap";
/// Lines around a difference that are shown with it.
const CONTEXT: usize = 3;

/// The snapshots of one expansion's tests: those that are kept, and those that its tests took.
#[derive(Debug, Default)]
pub struct Snapshots {
    /// The folder of the expansion.
    expansion: String,
    /// What is kept, by the name of the file.
    kept: BTreeMap<String, String>,
    /// Whether what is new or differs is kept from now on.
    pub accept: bool,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    /// The names of the files in lower case: on some disks they are the same.
    names: BTreeSet<String>,
    /// What is to be written, by the name of the file.
    accepted: BTreeMap<String, String>,
}

impl Snapshots {
    /// The snapshots that lie beside the tests of an expansion.
    pub fn of(shelf: &Shelf, expansion: &str) -> Snapshots {
        let folder = folder(expansion);
        let names = shelf.list(&folder).into_iter().filter(|name| name.ends_with(ENDING));
        let text = |name: String| {
            let text = shelf.read(&format!("{folder}/{name}")).ok()?;
            Some((name, text.replace("\r\n", "\n")))
        };
        let kept = names.filter_map(text).collect();
        Snapshots { expansion: expansion.to_owned(), kept, ..Snapshots::default() }
    }

    /// Compares a moment of a test with what is kept of it.
    ///
    /// # Errors
    ///
    /// Where it differs, or that nothing is kept, each with how to accept it; and that two moments
    /// have one name.
    pub fn compare(&self, moment: &Moment<'_>) -> Result<(), String> {
        let (name, file) = (moment.name, self.file(moment));
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if !taken.names.insert(file.to_ascii_lowercase()) {
            // Which of them came first is chance; neither is kept.
            taken.accepted.retain(|other, _| !other.eq_ignore_ascii_case(&file));
            return Err(format!(
                "two snapshots of {} are called \"{name}\"; give this one a name of its own",
                moment.file
            ));
        }
        let found = text(moment);
        let kept = self.kept.get(&file);
        if kept == Some(&found) {
            return Ok(());
        }
        if self.accept {
            taken.accepted.insert(file, found);
            return Ok(());
        }
        let how = format!("bastide test {} --accept", self.expansion);
        Err(match kept {
            None => format!(
                "no snapshot \"{name}\" is kept yet; the game is now:\n{}keep it, if that is right: {how}",
                indented(&found)
            ),
            Some(kept) => format!(
                "the game is not as in the snapshot \"{name}\" (- kept, + found):\n{}keep it as it is now, \
                 if that is right: {how}",
                indented(&difference(kept, &found))
            ),
        })
    }

    /// The name of the file of a moment.
    fn file(&self, moment: &Moment<'_>) -> String {
        let tests = format!("{}/tests/", self.expansion);
        let test = moment.file.strip_prefix(&tests).unwrap_or(moment.file);
        let test = test.strip_suffix(".lua").unwrap_or(test).replace('/', "-");
        format!("{test}__{}{ENDING}", moment.name)
    }

    /// The files that no test of the run used; for runs of all tests.
    pub fn unused(&self) -> Vec<String> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = folder(&self.expansion);
        let names = self.kept.keys().filter(|name| !taken.names.contains(&name.to_ascii_lowercase()));
        names.map(|name| format!("{folder}/{name}")).collect()
    }

    /// Writes what was accepted into the folder of the expansion, and returns the files.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn write(&self) -> Result<Vec<String>, Error> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = folder(&self.expansion);
        let accepted = std::mem::take(&mut taken.accepted);
        if !accepted.is_empty() {
            fs::create_dir_all(&folder).map_err(|error| Error::io("write", &folder, error))?;
        }
        let mut files = Vec::new();
        for (name, text) in accepted {
            let file = format!("{folder}/{name}");
            fs::write(&file, text).map_err(|error| Error::io("write", PathBuf::from(&file), error))?;
            files.push(file);
        }
        Ok(files)
    }
}

fn folder(expansion: &str) -> String {
    format!("{expansion}/tests/snapshots")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}

/// The lines in which two texts differ, with a few around them.
fn difference(kept: &str, found: &str) -> String {
    TextDiff::from_lines(kept, found).unified_diff().context_radius(CONTEXT).to_string()
}

/// A game as a text: the board, the points and why, pieces and tokens, and what is decided next.
fn text(moment: &Moment<'_>) -> String {
    let game = moment.game;
    let mut text = format!("the board\n{}", picture::board(game, WHOLE, &BTreeMap::new()));
    let left = game.state().stack().len();
    let ending = if left == 1 { "" } else { "s" };
    let _ = writeln!(text, "\nturn {}, {left} tile{ending} left", game.state().turn());
    points(&mut text, moment);
    pieces(&mut text, game);
    tokens(&mut text, game);
    decision(&mut text, game);
    text
}

/// A snapshot shows all of the board.
const WHOLE: Window = Window { columns: i32::MAX, rows: i32::MAX };

fn points(text: &mut String, moment: &Moment<'_>) {
    let game = moment.game;
    text.push_str("\npoints\n");
    for player in game.rules().players() {
        let _ = writeln!(text, "  {} {}", game.rules().name(player), game.state().points(player));
    }
    let awards = moment.story.iter().filter(|event| matches!(event, Event::PointsAwarded(_)));
    let awards: Vec<String> = awards.filter_map(|event| narrate::sentence(game, event)).collect();
    if !awards.is_empty() {
        text.push_str("\nwhy\n");
        awards.iter().for_each(|award| *text += &format!("  {award}\n"));
    }
}

/// How many of each kind lie beside the board, then each piece that is somewhere else.
fn pieces(text: &mut String, game: &Game) {
    let kinds = &game.rules().vocabulary().piece_kinds;
    text.push_str("\npieces\n");
    for player in game.rules().players() {
        let supply = kinds.iter().enumerate().filter_map(|(kind, named)| {
            let count = game.state().supply(player, PieceKindId(kind as u8));
            (count > 0).then(|| format!("{count} {}", narrate::words(&named.name)))
        });
        let supply: Vec<String> = supply.collect();
        let list = if supply.is_empty() { "nothing".to_owned() } else { supply.join(", ") };
        let _ = writeln!(text, "  {} has {list}", game.rules().name(player));
    }
    for id in game.state().piece_ids() {
        let piece = game.state().piece(id);
        let place = match piece.at {
            Location::Supply if piece.owner.is_some() => continue,
            Location::Supply => "beside the board".to_owned(),
            Location::Box => "out of the game".to_owned(),
            Location::Segment(at) => format!("on {}", game.scene().item_name(&Item::Feature(at))),
            Location::Tile(at) => format!("on {}", game.scene().item_name(&Item::Tile(at))),
            Location::Place(kind, at) => format!("in {}", game.scene().item_name(&Item::Place(kind, at))),
        };
        let kind = narrate::words(&kinds[piece.kind.index()].name);
        let _ = match piece.owner {
            Some(owner) => writeln!(text, "  {}'s {kind} {place}", game.rules().name(owner)),
            None => writeln!(text, "  the {kind} {place}"),
        };
    }
}

fn tokens(text: &mut String, game: &Game) {
    let mut lines = game.state().all_tokens().filter(|(_, _, count)| *count != 0).peekable();
    if lines.peek().is_some() {
        text.push_str("\ntokens\n");
    }
    for (holder, name, count) in lines {
        let holder = match holder {
            Holder::Game => "the game".to_owned(),
            Holder::Player(player) => game.rules().name(player).to_owned(),
            Holder::Tile(at) => {
                let tile = game.state().board().tiles().get(at as usize);
                tile.map_or_else(|| format!("tile {at}"), |tile| format!("tile at {}", tile.pos))
            }
        };
        let _ = writeln!(text, "  {holder} has {count} {}", narrate::words(name));
    }
}

fn decision(text: &mut String, game: &Game) {
    text.push_str("\nnext\n");
    let Some(decision) = game.decision() else {
        text.push_str("  the game is over\n");
        return;
    };
    let what = match decision.prompt {
        Prompt::Place(tile) => format!("has to place `{}`", game.rules().tile(*tile).def.id),
        Prompt::Deploy => "may deploy".to_owned(),
        Prompt::Phase(phase) => {
            format!("may act in the phase `{}`", game.rules().phases[*phase as usize].name)
        }
        Prompt::Question(question) => format!("is asked \"{}\"", question.prompt),
    };
    let _ = writeln!(text, "  {} {what}", game.rules().name(decision.player));
    for choice in decision.list() {
        let _ = writeln!(text, "    {}", game.scene().describe(&choice));
    }
}
