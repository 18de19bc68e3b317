//! A game on the table: who sits where, what happens, what is written down.

use std::collections::BTreeMap;

use bastide::again;
use bastide::engine::decision::Choice;
use bastide::engine::event::Event;
use bastide::engine::game::Game;
use bastide::engine::host::{ApplyError, HandlerError};
use bastide::engine::ruleset::Player;
use bastide::ledger::Ledger;
use bastide::narrate;
use bastide::picture::{self, Window};
use bastide::play::Bot;
use bastide::play::simulate::bot_seed;
use bastide::save::SaveFile;

use crate::commands::args::SeatKind;
use crate::commands::{Failure, Out};

/// Who sits on a seat.
pub(crate) enum Seat {
    Human,
    Bot(Box<dyn Bot>),
}

/// A game on the table.
pub(crate) struct Table {
    pub game: Game,
    pub seats: Vec<Seat>,
    pub ledger: Ledger,
    pub save: Option<SaveFile>,
    /// How much of the board is shown.
    pub window: Window,
}

impl Table {
    pub fn new(game: Game, kinds: &[SeatKind], save: Option<SaveFile>) -> Table {
        let seed = game.seed();
        let seat = |(index, kind): (usize, &SeatKind)| match kind {
            SeatKind::Human => Seat::Human,
            SeatKind::Bot(kind) => Seat::Bot(kind.make(bot_seed(seed, index))),
        };
        let seats = kinds.iter().enumerate().map(seat).collect();
        Table { game, seats, ledger: Ledger::new(), save, window: Window::default() }
    }

    /// Whether a person sits there.
    pub fn is_human(&self, player: Player) -> bool {
        matches!(self.seats.get(player.index()), Some(Seat::Human))
    }

    /// Makes a choice, writes it down and tells what came of it.
    pub fn choose(&mut self, choice: Choice, out: &mut Out) -> Result<Result<(), ApplyError>, Failure> {
        if let Err(error) = self.game.apply(choice) {
            tell_printed(&self.game, out)?;
            return Ok(Err(error));
        }
        self.after(out)?;
        Ok(Ok(()))
    }

    /// Writes down what was decided, and tells what came of it.
    pub fn after(&mut self, out: &mut Out) -> Result<(), Failure> {
        self.ledger.note(&self.game);
        self.write()?;
        tell(&self.game, out)
    }

    /// Brings the saved game to where this one is.
    pub fn write(&mut self) -> Result<(), Failure> {
        if let Some(save) = &mut self.save {
            save.sync(&self.game)?;
        }
        Ok(())
    }

    /// Takes back the decisions up to the last one that a person made. Returns whether there was one.
    pub fn take_back(&mut self) -> Result<Result<bool, HandlerError>, Failure> {
        let mut any = false;
        loop {
            match self.game.undo() {
                Err(error) => return Ok(Err(error)),
                Ok(false) => break,
                Ok(true) => any = true,
            }
            let decision = self.game.decision();
            if decision.is_some_and(|decision| self.is_human(decision.player)) {
                break;
            }
        }
        self.ledger.strike(&self.game);
        self.write()?;
        Ok(Ok(any))
    }

    /// How to see the board before the decision that is open, if the game is saved.
    pub fn before_this(&self) -> String {
        let Some(save) = &self.save else { return String::new() };
        let decisions = again::decisions(&self.game);
        format!(
            "to see the board just before:\n  bastide replay {} --until {decisions}",
            save.path().display()
        )
    }

    /// The board as it lies.
    pub fn picture(&self) -> String {
        picture::board(&self.game, self.window, &BTreeMap::new())
    }

    /// All of the board, and what its characters mean.
    pub fn whole_board(&self) -> String {
        picture::board(&self.game, Window::WHOLE, &BTreeMap::new()) + &picture::legend(&self.game)
    }

    /// Shows the board and the points at the end of a game.
    pub fn end(&self, out: &mut Out) -> Result<(), Failure> {
        out.line("")?;
        out.text(self.picture())?;
        out.text(picture::legend(&self.game))?;
        out.line("")?;
        out.line("Where the points came from:")?;
        out.text(self.ledger.table(&self.game))
    }
}

/// How much of the board is shown.
pub(crate) fn window(whole: bool) -> Window {
    if whole { Window::WHOLE } else { Window::default() }
}

/// What scripts printed, also before they failed.
pub(crate) fn tell_printed(game: &Game, out: &mut Out) -> Result<(), Failure> {
    let printed = game.host().map(|host| host.borrow_mut().take_output());
    for line in printed.into_iter().flatten() {
        out.line(format_args!("  [print] {line}"))?;
    }
    Ok(())
}

/// Tells what the last decision brought, and what scripts printed on the way.
pub(crate) fn tell(game: &Game, out: &mut Out) -> Result<(), Failure> {
    tell_printed(game, out)?;
    let ending = game.journal().iter().any(|event| matches!(event, Event::FinalScoring));
    let after_last_turn = game.journal().iter().rposition(|event| matches!(event, Event::TurnEnded { .. }));
    for (index, event) in game.journal().iter().enumerate() {
        if ending && index == after_last_turn.map_or(0, |at| at + 1) {
            out.line("")?;
            out.line("The last turn is over. What is incomplete is scored, and the fields:")?;
        }
        if let Event::TurnStarted { player } = event {
            let points: Vec<String> = game
                .rules()
                .players()
                .map(|player| format!("{} {}", game.rules().name(player), game.state().points(player)))
                .collect();
            let left = match game.state().stack().len() {
                1 => "1 tile".to_owned(),
                left => format!("{left} tiles"),
            };
            out.line("")?;
            out.line(format_args!(
                "Turn {}, {} ({}; {left} left)",
                game.state().turn(),
                game.rules().name(*player),
                points.join(", "),
            ))?;
        } else if let Some(sentence) = narrate::sentence(game, event) {
            out.line(format_args!("  {}", narrate::capital(&sentence)))?;
        }
    }
    Ok(())
}
