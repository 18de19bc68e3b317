//! A person at the terminal.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};

use bastide::again;
use bastide::engine::decision::{Choice, Item, Prompt};
use bastide::engine::game::OffTurn;
use bastide::engine::geometry::Pos;
use bastide::engine::host::ApplyError;
use bastide::narrate::words;
use bastide::picture::{self, Window};

use crate::commands::args::did_you_mean;
use crate::commands::table::{Table, tell_printed};
use crate::commands::{Failure, Out};

/// What a person's turn at the keyboard comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// Something was decided or taken back.
    Done,
    /// The person wants to stop.
    Quit,
}

/// What can be typed besides a number.
const WORDS: [&str; 6] = ["undo", "board", "options", "help", "quit", "mute"];
const HELP: &str = "Type the number of an option and Enter. Besides:
  options  show the options again
  board    show the whole board, and what its letters mean
  undo     take back the last decision of a person
  mute ID  go on without the handlers of an expansion, after one failed
  quit     stop; a saved game can be resumed
Sides are N, E, S and W as the tile lies; a field says which halves of sides it touches, seen from
the tile's centre: NL is the left half of the north side, NR the right half.";

/// A person at the terminal.
pub(crate) struct Human {
    lines: io::Lines<io::StdinLock<'static>>,
    /// Whether somebody was told how to play.
    greeted: bool,
    /// The last failure of a handler, to be muted.
    failed: Option<String>,
}

/// Something that can be picked by its number.
enum Pick {
    Choice(Choice),
    OffTurn(OffTurn, usize),
}

impl Human {
    pub fn new() -> Human {
        Human { lines: io::stdin().lines(), greeted: false, failed: None }
    }

    /// Whether a person sits at the keyboard.
    pub fn is_terminal(&self) -> bool {
        io::stdin().is_terminal()
    }

    /// Asks a yes-or-no question.
    pub fn agrees(&mut self, question: &str, out: &mut Out) -> Result<bool, Failure> {
        let answer = self.read(&format!("{question} [y/n] "), out)?;
        Ok(answer.is_some_and(|answer| answer.to_lowercase().starts_with('y')))
    }

    fn read(&mut self, prompt: &str, out: &mut Out) -> Result<Option<String>, Failure> {
        out.text(prompt)?;
        out.flush()?;
        match self.lines.next() {
            None => {
                out.line("")?;
                Ok(None)
            }
            Some(Ok(line)) => {
                if !self.is_terminal() {
                    out.line(&line)?;
                }
                Ok(Some(line.trim().to_owned()))
            }
            Some(Err(error)) => Err(Failure::Problem(format!("cannot read the answer: {error}"))),
        }
    }

    /// Lets a person decide.
    pub fn decide(&mut self, table: &mut Table, out: &mut Out) -> Result<Move, Failure> {
        let mut picks = show(table, out)?;
        if !std::mem::replace(&mut self.greeted, true) {
            out.line("Type the number of an option and Enter, or `help`.")?;
        }
        loop {
            let Some(line) = self.read("> ", out)? else { return Ok(Move::Quit) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => continue,
                "quit" | "q" | "exit" => return Ok(Move::Quit),
                "help" | "h" | "?" => out.line(HELP)?,
                "board" | "b" => out.text(table.whole_board())?,
                "options" | "o" => picks = show(table, out)?,
                "undo" | "u" => match table.take_back()? {
                    Ok(true) => {
                        out.line("Taken back.")?;
                        return Ok(Move::Done);
                    }
                    Ok(false) => out.line("There is nothing to take back.")?,
                    Err(error) => out.line(error)?,
                },
                "mute" => {
                    if self.mute(table, rest.trim(), out)? {
                        picks = show(table, out)?;
                    }
                }
                word => match word.parse::<usize>().ok().and_then(|number| picks.get(number.wrapping_sub(1)))
                {
                    Some(pick) => {
                        if self.make(table, pick, out)? {
                            return Ok(Move::Done);
                        }
                    }
                    None => out.line(format_args!(
                        "Type a number from 1 to {}, or `help`{}",
                        picks.len(),
                        did_you_mean(word, &WORDS)
                    ))?,
                },
            }
        }
    }

    /// Lets a person say how to go on after a handler failed in a bot's turn.
    pub fn recover(&mut self, table: &mut Table, error: ApplyError, out: &mut Out) -> Result<Move, Failure> {
        out.line(&error)?;
        let ApplyError::Handler(error) = error else { return Ok(Move::Quit) };
        show_way(table, out)?;
        let id = error.expansion;
        out.line(format_args!(
            "The game stands where it was. `mute {id}` goes on without it, `undo` takes back your last decision, `quit` stops."
        ))?;
        self.failed = Some(id);
        loop {
            let Some(line) = self.read("> ", out)? else { return Ok(Move::Quit) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Move::Quit),
                "board" | "b" => out.text(table.whole_board())?,
                "mute" => {
                    if self.mute(table, rest.trim(), out)? {
                        return Ok(Move::Done);
                    }
                }
                "undo" | "u" => match table.take_back()? {
                    Ok(true) => {
                        out.line("Taken back.")?;
                        return Ok(Move::Done);
                    }
                    Ok(false) => out.line("There is nothing to take back.")?,
                    Err(error) => out.line(error)?,
                },
                word => {
                    let words = ["mute", "undo", "board", "quit"];
                    out.line(format_args!("Type mute, undo, board or quit{}", did_you_mean(word, &words)))?;
                }
            }
        }
    }

    /// Makes a choice; whether it worked.
    fn make(&mut self, table: &mut Table, pick: &Pick, out: &mut Out) -> Result<bool, Failure> {
        let result = match pick {
            Pick::Choice(choice) => table.choose(*choice, out)?,
            Pick::OffTurn(offer, index) => {
                let result = table.game.apply_off_turn(offer.player, offer.action, &offer.items[*index]);
                match result {
                    Ok(()) => table.after(out)?,
                    Err(_) => tell_printed(&table.game, out)?,
                }
                result
            }
        };
        let Err(error) = result else { return Ok(true) };
        out.line(&error)?;
        if let ApplyError::Handler(error) = error {
            show_way(table, out)?;
            out.line(format_args!(
                "The game stands where it was. Take another option, `undo`, or `mute {}` to go on without it.",
                error.expansion
            ))?;
            self.failed = Some(error.expansion);
        }
        Ok(false)
    }

    /// Goes on without the handlers of an expansion; whether it worked.
    fn mute(&mut self, table: &mut Table, id: &str, out: &mut Out) -> Result<bool, Failure> {
        let id = if id.is_empty() { self.failed.clone().unwrap_or_default() } else { id.to_owned() };
        let expansions = &table.game.rules().setup.expansions;
        let Some(index) = expansions.iter().position(|info| info.id == id) else {
            let ids: Vec<&str> = expansions.iter().map(|info| info.id.as_str()).collect();
            out.line(format_args!("No expansion `{id}` is in play{}", did_you_mean(&id, &ids)))?;
            return Ok(false);
        };
        match table.game.mute(index as u16) {
            Ok(()) => {
                table.write()?;
                out.line(format_args!("The handlers of {id} are not called any more."))?;
                Ok(true)
            }
            Err(error) => {
                out.line(error)?;
                Ok(false)
            }
        }
    }
}

/// Shows what is to be decided, and numbers the options.
fn show(table: &mut Table, out: &mut Out) -> Result<Vec<Pick>, Failure> {
    let game = &table.game;
    let Some(decision) = game.decision() else { return Ok(Vec::new()) };
    let name = game.rules().name(decision.player).to_owned();
    let options = decision.list();
    out.line("")?;
    match decision.prompt {
        Prompt::Place(tile) => {
            let labels = labels(&options);
            out.text(picture::board(game, table.window, &labels))?;
            out.line("")?;
            let tile = *tile;
            out.line(format_args!("{name}, place {}:", game.rules().tile(tile).def.id))?;
            out.text(picture::turns(game.rules(), tile))?;
        }
        Prompt::Deploy => {
            out.text(picture::board(game, Window { columns: 7, rows: 5 }, &BTreeMap::new()))?;
            out.line(format_args!("{name}, deploy a piece?"))?;
        }
        Prompt::Phase(phase) if !game.rules().phases[*phase as usize].deploys.is_empty() => {
            out.line(format_args!("{name}, deploy another piece?"))?;
        }
        Prompt::Phase(phase) => {
            out.line(format_args!("{name}, {}:", words(&game.rules().phases[*phase as usize].name)))?;
        }
        Prompt::Question(question) => {
            let about = match &question.about {
                Item::Nil => String::new(),
                about => format!(" ({})", game.scene().item_name(about)),
            };
            let prompt = words(&question.prompt);
            out.line(format_args!("{name}, {}{about}?", prompt.trim_end_matches('?')))?;
        }
    }
    let placing = matches!(decision.prompt, Prompt::Place(_));
    for (index, option) in options.iter().enumerate() {
        out.line(format_args!("{:>4}  {}", index + 1, option_text(table, option, placing)))?;
    }
    let mut picks: Vec<Pick> = options.into_iter().map(Pick::Choice).collect();
    // Whatever fails here fails again, and is told, when the decision is made.
    for offer in table.game.off_turn().unwrap_or_default() {
        if !table.is_human(offer.player) {
            continue;
        }
        for index in 0..offer.items.len() {
            let who = table.game.rules().name(offer.player);
            let action = &table.game.subscriptions().actions[offer.action.index()].name;
            let text = action_text(table, action, &offer.items[index]);
            out.line(format_args!("{:>4}  ({who}, at any time) {text}", picks.len() + 1))?;
            picks.push(Pick::OffTurn(offer.clone(), index));
        }
    }
    Ok(picks)
}

/// An action in words, and what it is used on: `take back: Alice's follower #3 at 1,0`.
fn action_text(table: &Table, action: &str, item: &Item) -> String {
    let short = action.split_once('.').map_or(action, |(_, short)| short);
    match item {
        Item::Nil => words(short),
        item => format!("{}: {}", words(short), table.game.scene().item_name(item)),
    }
}

fn option_text(table: &Table, option: &Choice, placing: bool) -> String {
    match option {
        Choice::Act { action, item } => {
            let items = table.game.decision().map_or(&[][..], |decision| decision.items());
            let action = &table.game.subscriptions().actions[action.index()].name;
            action_text(table, action, items.get(*item as usize).unwrap_or(&Item::Nil))
        }
        Choice::Place { pos, rotation } if placing => format!("at {pos}, turn {}", rotation.index()),
        Choice::Deploy { segment, .. } => {
            let text = table.game.scene().describe(option);
            let features = table.game.state().features();
            let tile = features.tile(*segment);
            let twins = table.game.scene().segments(tile);
            let kind = features.kind(*segment);
            if twins.filter(|other| features.kind(*other) == kind).count() > 1 {
                format!("{text}, {}", where_on_tile(table, *segment))
            } else {
                text
            }
        }
        _ => table.game.scene().describe(option),
    }
}

/// Where a segment leaves its tile, as it lies.
fn where_on_tile(table: &Table, segment: bastide::engine::feature::SegmentId) -> String {
    let (game, state) = (&table.game, table.game.state());
    let placed = state.board().tile(state.features().tile(segment));
    let ports = state.features().def(game.rules(), state.board(), segment).ports.rotated(placed.rotation);
    let ports: Vec<String> = ports.iter().map(|port| port.to_string()).collect();
    ports.join(" ")
}

/// The numbers of the options on each cell: `3` or `3-5`.
fn labels(options: &[Choice]) -> BTreeMap<Pos, String> {
    let mut ranges: BTreeMap<Pos, (usize, usize)> = BTreeMap::new();
    for (index, option) in options.iter().enumerate() {
        if let Choice::Place { pos, .. } = option {
            ranges.entry(*pos).or_insert((index + 1, index + 1)).1 = index + 1;
        }
    }
    let label = |(first, last): (usize, usize)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.into_iter().map(|(pos, range)| (pos, label(range))).collect()
}

/// Says which decision it was in which a handler failed, and how to see the board before it.
fn show_way(table: &Table, out: &mut Out) -> Result<(), Failure> {
    let number = again::decisions(&table.game) + 1;
    let way = table.before_this();
    let way = if way.is_empty() { way } else { format!("; {way}") };
    out.line(format_args!("it failed in decision {number}{way}"))
}
