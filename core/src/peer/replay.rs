//! Playing the messages of a recorded game.

use std::collections::BTreeMap;

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::game::{Entry, Game};
use bastide_engine::geometry::Rotation;
use bastide_engine::luck::Chance;
use bastide_engine::piece::{Location, PieceId};
use bastide_engine::tile::TileDefId;

use super::assertion::{Checked, End};
use super::chance::{Generator, Pack};
use super::events::{self, Scored};
use super::names::{self, Names};
use super::recording::{Message, Recording, position, rotation};
use super::setup::Prepared;
use super::shown::{Aside, Shown, is_confirming};
use crate::error::Error;

/// Everything that a message changes.
#[derive(Clone)]
struct Position {
    game: Game,
    generator: Generator,
    pack: Pack,
    /// The other program's ids of pieces on the board.
    labels: BTreeMap<PieceId, String>,
    /// All points so far.
    scored: Vec<Scored>,
}

/// A recorded game that is being played.
pub struct Replay<'a> {
    names: &'a Names,
    messages: std::slice::Iter<'a, Message>,
    now: Position,
    /// Where one can go back to, the latest last.
    history: Vec<Position>,
    events: Vec<String>,
}

impl<'a> Replay<'a> {
    /// Begins a recorded game.
    ///
    /// # Errors
    ///
    /// When scripts fail, or a tile that should be drawn is not there.
    pub fn new(prepared: &'a Prepared, recording: &'a Recording) -> Result<Replay<'a>, Error> {
        let pack = prepared.pack.clone();
        let generator = Generator::new(recording.initial_random);
        let (game, outcome) = settle(&pack, generator, |opening| {
            let game = prepared.begin(opening.iter().cloned().collect())?;
            let drawn = drawn(&game, 0);
            Ok::<_, Error>((game, drawn))
        })?;
        let mut now = Position { game, generator, pack, labels: BTreeMap::new(), scored: Vec::new() };
        let discarded = outcome.draws.len().saturating_sub(1);
        let events = outcome.draws[..discarded].iter().map(|tile| format!("tile-discarded {tile}")).collect();
        (now.pack, now.generator) = (outcome.pack, outcome.generator);
        now.game.keep_journal();
        Ok(Replay {
            names: &prepared.names,
            messages: recording.replay.iter(),
            now,
            history: Vec::new(),
            events,
        })
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.now.game
    }

    /// The state after the last message.
    pub fn shown(&self) -> Shown {
        Shown::of(
            &self.now.game,
            Aside {
                names: self.names,
                labels: &self.now.labels,
                undo: self.history.len(),
                pack: self.now.pack.len(),
                events: self.events.clone(),
            },
        )
    }

    /// Judges the sentences of the recording, as if this were the end.
    pub fn check(&self, recording: &Recording) -> Vec<Checked> {
        let players: Vec<String> = recording.players.iter().map(|seat| seat.name.clone()).collect();
        let end = End { players: &players, shown: &self.shown(), scored: &self.now.scored };
        let sentences = recording.test.iter().flat_map(|test| &test.assertions);
        sentences.map(|sentence| end.check(sentence)).collect()
    }

    /// Plays the next message, and returns it; nothing when there is none, or the game is over.
    ///
    /// # Errors
    ///
    /// When the message does not fit.
    pub fn step(&mut self) -> Option<Result<&'a Message, String>> {
        if self.now.game.is_over() {
            return None;
        }
        let message = self.messages.next()?;
        Some(self.play(message).map(|()| message).map_err(|error| format!("{}: {error}", message.kind)))
    }

    fn play(&mut self, message: &Message) -> Result<(), String> {
        if message.kind == "UNDO" {
            self.now = self.history.pop().ok_or("there is nothing to take back")?;
            self.events.clear();
            return Ok(());
        }
        let before = self.now.clone();
        if let Some(random) = message.random() {
            self.now.generator = Generator::new(random);
        }
        let choice = self.choice(message)?;
        let drawn = self.apply(choice)?;
        self.note(message, choice, drawn);
        let player = |game: &Game| game.decision().map(|decision| decision.player);
        if message.random().is_some() || player(&before.game) != player(&self.now.game) {
            self.history.clear();
        } else {
            self.history.push(before);
        }
        Ok(())
    }

    /// Makes a choice, with the draws that the other program would make. Returns how many.
    fn apply(&mut self, choice: Choice) -> Result<usize, String> {
        let before = &self.now.game;
        let start = before.log().len();
        let (game, outcome) = settle(&self.now.pack, self.now.generator, |opening| {
            let mut game = before.clone();
            let chances = opening.iter().cloned();
            game.force(chances);
            game.apply(choice).map_err(|error| error.to_string())?;
            let drawn = drawn(&game, start);
            Ok::<_, String>((game, drawn))
        })?;
        self.now.game = game;
        (self.now.pack, self.now.generator) = (outcome.pack, outcome.generator);
        Ok(outcome.draws.len())
    }

    /// Keeps what the last choice brought about.
    fn note(&mut self, message: &Message, choice: Choice, drawn: usize) {
        let now = &mut self.now;
        if let (Choice::Deploy { .. }, Some(label)) = (choice, message.text("meepleId")) {
            let deployed = now.game.journal().iter().find_map(|event| match event {
                bastide_engine::event::Event::PieceDeployed { piece, .. } => Some(*piece),
                _ => None,
            });
            now.labels.extend(deployed.map(|piece| (piece, label.to_owned())));
        }
        let game = &now.game;
        now.labels.retain(|piece, _| game.state().piece(*piece).at != Location::Supply);
        let points = events::points(game, self.names);
        self.events = events::lines(game, self.names, drawn, matches!(choice, Choice::Recall { .. }));
        self.events.extend(points.iter().map(Scored::line));
        now.scored.extend(points);
    }

    /// The option that a message means.
    fn choice(&self, message: &Message) -> Result<Choice, String> {
        let game = &self.now.game;
        let decision = game.decision().ok_or("the game is over")?;
        let confirming = is_confirming(game);
        match message.kind.as_str() {
            "COMMIT" if confirming => decision
                .list()
                .into_iter()
                .find(|choice| matches!(choice, Choice::Act { .. }))
                .ok_or_else(String::new),
            _ if confirming => Err("the turn waits to be confirmed".to_owned()),
            "COMMIT" => Err("there is nothing to confirm yet".to_owned()),
            "PLACE_TILE" => self.placement(message, decision.prompt),
            "DEPLOY_MEEPLE" => self.deployment(message),
            "RETURN_MEEPLE" => self.return_of(message),
            "PASS" => Ok(Choice::Pass),
            _ => Err("no rule in play knows this message".to_owned()),
        }
    }

    fn placement(&self, message: &Message, prompt: &Prompt) -> Result<Choice, String> {
        let Prompt::Place(tile) = prompt else { return Err("there is no tile to place".to_owned()) };
        let pos = message.payload.get("position").and_then(position).ok_or("no position")?;
        let turn = message.payload.get("rotation").and_then(rotation).ok_or("no rotation")?;
        // Of turns that look the same, we only know the smallest.
        let turn = turn.index() % self.now.game.rules().tile(*tile).rotations;
        Ok(Choice::Place { pos, rotation: Rotation::quarters(turn) })
    }

    fn deployment(&self, message: &Message) -> Result<Choice, String> {
        let scene = self.now.game.scene();
        let pointer = message.payload.get("pointer").ok_or("no pointer")?;
        let pos = pointer.get("position").and_then(position).ok_or("no position")?;
        let text = |key: &str| pointer.get(key).and_then(|value| value.as_str()).unwrap_or_default();
        let (feature, location) = (text("feature"), text("location"));
        let segment = names::find_segment(scene, pos, feature, location)
            .ok_or_else(|| format!("there is no {feature} {location} at {}", names::cell(pos)))?;
        let id = message.text("meepleId").unwrap_or_default();
        let kind = id.split('.').nth(1).unwrap_or_default();
        let kind =
            self.names.piece_kind(scene.rules(), kind).ok_or_else(|| format!("there is no piece {id}"))?;
        Ok(Choice::Deploy { kind, segment })
    }

    fn return_of(&self, message: &Message) -> Result<Choice, String> {
        let id = message.payload.get("pointer").and_then(|pointer| pointer.get("meepleId"));
        let id = id.and_then(|id| id.as_str()).unwrap_or_default();
        let mut labels = self.now.labels.iter();
        let (piece, _) =
            labels.find(|(_, label)| *label == id).ok_or_else(|| format!("{id} is not on the board"))?;
        Ok(Choice::Recall { piece: *piece })
    }
}

/// What chance said in a step, and what is left of it.
struct Outcome {
    draws: Vec<String>,
    pack: Pack,
    generator: Generator,
}

/// Plays a step so that chance says what it says in the other program.
///
/// How many tiles a step draws is only known when it was played: one that has no place is followed
/// by another. So it is played with more and more settled draws until these are all that it needs.
fn settle<E: From<Fault>>(
    pack: &Pack,
    generator: Generator,
    mut play: impl FnMut(&[Chance]) -> Result<(Game, usize), E>,
) -> Result<(Game, Outcome), E> {
    let mut outcome = Outcome { draws: Vec::new(), pack: pack.clone(), generator };
    let mut settled: Vec<Chance> = Vec::new();
    loop {
        let (game, drawn) = play(&settled)?;
        if drawn <= settled.len() {
            return Ok((game, outcome));
        }
        let id = outcome.pack.draw(&mut outcome.generator).map_err(Fault)?;
        // Where the pack is empty, what our engine draws further has no place and ends the game.
        let Some(id) = id else { return Ok((game, outcome)) };
        let rules = game.rules();
        let mut tiles = (0..rules.tiles.len()).map(|at| TileDefId(at as u16));
        let tile = tiles.find(|tile| names::tile(rules, *tile) == id);
        let tile = tile.ok_or_else(|| Fault(format!("there is no tile {id}")))?;
        settled.push(Chance::Draw(tile));
        outcome.draws.push(id);
    }
}

/// A message that becomes whatever error is wanted.
struct Fault(String);

impl From<Fault> for String {
    fn from(message: Fault) -> String {
        message.0
    }
}

impl From<Fault> for Error {
    fn from(message: Fault) -> Error {
        Error::Save(message.0)
    }
}

/// How many tiles were drawn since the log had this length.
fn drawn(game: &Game, since: usize) -> usize {
    let log = game.log()[since..].iter();
    log.filter(|entry| matches!(entry, Entry::Chance(Chance::Draw(_)))).count()
}
