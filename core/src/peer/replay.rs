//! Playing the messages of a recorded game.

use bastide_engine::decision::{Choice, Item, Prompt};
use bastide_engine::event::Event;
use bastide_engine::game::{Entry, Game};
use bastide_engine::geometry::Rotation;
use bastide_engine::luck::{Chance, Forced};
use bastide_engine::piece::Location;
use bastide_engine::tile::TileDefId;

use super::assertion::{Checked, End};
use super::chance::{Generator, Pack};
use super::confirm::{Drawable, There};
use super::events::{self, Scored};
use super::names::{self, Labels, Names, Pointers};
use super::offers;
use super::recording::{Message, Recording, position, rotation};
use super::setup::Prepared;
use super::shown::{Aside, Shown, is_confirming};
use super::tiles::copies;
use crate::error::Error;

/// Everything that a message changes.
#[derive(Clone)]
struct Position {
    game: Game,
    generator: Generator,
    pack: Pack,
    /// The other program's ids of pieces on the board.
    labels: Labels,
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
    /// The game between the two choices of the last message, where it made two.
    between: Option<Game>,
    /// What could be drawn.
    there: There,
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
        let there = There::default();
        let (game, outcome) = settle(&pack, generator, &there, |opening| {
            let game = prepared.begin(opening, &there)?;
            let drawn = drawn(&game, 0);
            Ok::<_, Error>((game, drawn))
        })?;
        let mut now = Position { game, generator, pack, labels: Labels::new(), scored: Vec::new() };
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
            between: None,
            there,
        })
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.now.game
    }

    /// The game after each choice of the last message, mostly one: what happened by it stands in
    /// their journals.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.between.iter().chain([&self.now.game])
    }

    /// The state after the last message.
    pub fn shown(&self) -> Shown {
        Shown::of(
            &self.now.game,
            Aside {
                names: self.names,
                labels: &self.now.labels,
                undo: self.history.len(),
                pack: self.now.pack.limit(),
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
        self.between = None;
        if message.kind == "UNDO" {
            self.now = self.history.pop().ok_or("there is nothing to take back")?;
            self.events.clear();
            return Ok(());
        }
        let before = self.now.clone();
        if let Some(random) = message.random() {
            self.now.generator = Generator::new(random);
        }
        self.events.clear();
        let confirmed = is_confirming(&self.now.game);
        let choice = self.choice(message)?;
        self.make(message, choice)?;
        // Who has just confirmed something else is not asked to confirm the turn as well.
        if message.kind == "COMMIT" && !confirmed && is_confirming(&self.now.game) {
            self.between = Some(self.now.game.clone());
            self.make(message, confirmation(&self.now.game)?)?;
        }
        let player = |game: &Game| game.decision().map(|decision| decision.player);
        if message.random().is_some() || player(&before.game) != player(&self.now.game) {
            self.history.clear();
        } else {
            self.history.push(before);
        }
        Ok(())
    }

    /// Makes the choice that a message means, or that follows from it.
    fn make(&mut self, message: &Message, choice: Choice) -> Result<(), String> {
        let reason = self.reason(choice);
        let drawn = self.apply(choice)?;
        self.note(message, drawn, reason.as_deref());
        Ok(())
    }

    /// Why a piece comes back by a choice.
    fn reason(&self, choice: Choice) -> Option<String> {
        let game = &self.now.game;
        match choice {
            Choice::Recall { piece } => {
                let kind = game.state().piece(piece).kind;
                Some(self.names.piece(game.rules(), kind).recall.unwrap_or_default())
            }
            _ => offers::offer(game, self.names, &choice).map(|(offer, _)| offer.subject.clone()),
        }
    }

    /// Makes a choice, with the draws that the other program would make. Returns how many.
    fn apply(&mut self, choice: Choice) -> Result<usize, String> {
        let before = &self.now.game;
        let start = before.log().len();
        let (game, outcome) = settle(&self.now.pack, self.now.generator, &self.there, |opening| {
            let mut game = before.clone();
            game.force(opening);
            game.apply(choice).map_err(|error| error.to_string())?;
            let drawn = drawn(&game, start);
            Ok::<_, String>((game, drawn))
        })?;
        self.now.game = game;
        (self.now.pack, self.now.generator) = (outcome.pack, outcome.generator);
        Ok(outcome.draws.len())
    }

    /// Keeps what the last choice brought about.
    fn note(&mut self, message: &Message, drawn: usize, reason: Option<&str>) {
        let now = &mut self.now;
        if let Some(label) = message.text("meepleId") {
            let deployed = now.game.journal().iter().find_map(|event| match event {
                Event::PieceDeployed { piece, .. } | Event::PieceMoved { piece, from: Item::Nil, .. } => {
                    Some(*piece)
                }
                _ => None,
            });
            now.labels.extend(deployed.map(|piece| (piece, label.to_owned())));
        }
        let game = &now.game;
        now.labels.retain(|piece, _| game.state().piece(*piece).at != Location::Supply);
        let points = events::points(game, self.names);
        self.events.extend(events::lines(game, self.names, drawn, reason));
        self.events.extend(points.iter().map(Scored::line));
        now.scored.extend(points);
    }

    /// The option that a message means.
    fn choice(&self, message: &Message) -> Result<Choice, String> {
        let game = &self.now.game;
        let decision = game.decision().ok_or("the game is over")?;
        let confirming = is_confirming(game);
        if confirming {
            return match message.kind.as_str() {
                "COMMIT" => confirmation(game),
                _ => Err("the turn waits to be confirmed".to_owned()),
            };
        }
        if let Some(choice) = offers::find(game, self.names, &self.now.labels, message)? {
            return Ok(choice);
        }
        match message.kind.as_str() {
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
        let pointers = Pointers { names: self.names, scene };
        let pointer = message.payload.get("pointer").ok_or("no pointer")?;
        let pos = pointer.get("position").and_then(position).ok_or("no position")?;
        let text = |key: &str| pointer.get(key).and_then(|value| value.as_str()).unwrap_or_default();
        let (feature, location) = (text("feature"), text("location"));
        let segment = pointers
            .find_segment(pos, feature, location)
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

/// The option by which a turn is confirmed.
fn confirmation(game: &Game) -> Result<Choice, String> {
    let choices = game.decision().map(|decision| decision.list()).unwrap_or_default();
    let found = choices.into_iter().find(|choice| matches!(choice, Choice::Act { .. }));
    found.ok_or_else(|| "there is nothing to confirm".to_owned())
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
    there: &There,
    mut play: impl FnMut(Forced) -> Result<(Game, Vec<TileDefId>), E>,
) -> Result<(Game, Outcome), E> {
    let mut outcome = Outcome { draws: Vec::new(), pack: pack.clone(), generator };
    let mut settled: Vec<TileDefId> = Vec::new();
    loop {
        *there.borrow_mut() = Drawable::default();
        let (game, drawn) = play(settled.iter().map(|tile| Chance::Draw(*tile)).collect())?;
        let rules = game.rules();
        if let Some(gone) = settled.iter().zip(&drawn).find(|(wanted, came)| wanted != came) {
            return Err(Fault(format!("the tile {} cannot be drawn now", names::tile(rules, *gone.0))).into());
        }
        let Some(own) = drawn.get(settled.len()) else { return Ok((game, outcome)) };
        let copies = match there.borrow().tiles.as_slice() {
            // Nobody is asked about a tile that a rule put on top of the stack.
            [] => vec![copies(rules, *own, 1)],
            tiles => tiles.iter().map(|(tile, count)| copies(rules, *tile, (*count).into())).collect(),
        };
        let id = outcome.pack.draw(copies, &mut outcome.generator).map_err(Fault)?;
        // Where the pack is empty, what our engine draws further has no place and ends the game.
        let Some(id) = id else { return Ok((game, outcome)) };
        let mut tiles = (0..rules.tiles.len()).map(|at| TileDefId(at as u16));
        let tile = tiles.find(|tile| names::tile(rules, *tile) == id);
        settled.push(tile.ok_or_else(|| Fault(format!("there is no tile {id}")))?);
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

/// The tiles that were drawn since the log had this length.
fn drawn(game: &Game, since: usize) -> Vec<TileDefId> {
    let draw = |entry: &Entry| match entry {
        Entry::Chance(Chance::Draw(tile)) => Some(*tile),
        _ => None,
    };
    game.log()[since..].iter().filter_map(draw).collect()
}
