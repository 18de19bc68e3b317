//! The log in words: each entry of a game as one flat record of names and cells, which a person can
//! read and write, and which fits a game whose rules have changed as long as the names still do.
//!
//! ```text
//! {"by":"Alice","place":[1,0],"turn":2}
//! {"draw":"base/D"}
//! {"by":"Alice","deploy":"follower","on":"road","segment":1}
//! {"by":"Bob","pass":true}
//! ```
//!
//! [`Record::of`] writes an entry, [`Record::resolve`] reads it for a running game.

mod error;
mod names;
mod thing;

use serde::{Deserialize, Serialize};

pub use self::error::{PlayError, RecordError};
use self::names::{
    find_action, find_expansion, find_piece, find_piece_kind, find_player, find_tile, find_tile_at, listed,
    numbered,
};
pub use self::thing::Thing;
use crate::decision::{ActionId, Choice, Item, Prompt};
use crate::feature::SegmentId;
use crate::game::{Entry, Game};
use crate::geometry::{Pos, Rotation};
use crate::luck::Chance;
use crate::ruleset::Player;
use crate::tile::PieceKindId;

/// An entry of a log, in words. Exactly one of the fields marked *verb* is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// Who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Verb: the tile in hand was placed on this cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Pos>,
    /// With `place`: clockwise quarter turns, 0 to 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Verb: a piece of this kind was deployed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deploy: Option<String>,
    /// With `deploy`: the kind of feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// With `deploy`: the number of the segment on its tile, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<u8>,
    /// With `deploy`: the cell, where it is not the tile just placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Pos>,
    /// Verb: a piece of this kind was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recall: Option<String>,
    /// With `recall`: which of its owner's pieces of this kind, from 0; 0 where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// Verb: nothing was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<bool>,
    /// Verb: an action, `<expansion>.<name>`, was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// With `act`: the name of what it was used on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Verb: a question was answered so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// With `act` and `answer`: the index of the option. Where it is left out, or another option
    /// stands there now, the name decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u16>,
    /// Verb: an action, `<expansion>.<name>`, was used outside of the open decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_turn: Option<String>,
    /// With `off_turn`: what it was used on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<Thing>,
    /// Verb: this tile was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
    /// Verb: chance gave this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<u32>,
    /// Verb: from here on, the handlers of this expansion were not called any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mute: Option<String>,
}

impl Record {
    /// The entry at an index of a game's log, in words.
    pub fn of(game: &Game, at: usize) -> Option<Record> {
        let entry = game.log().get(at)?;
        Some(match entry {
            Entry::Choice { player, choice, label } => {
                let mut record = Record::of_choice(game, choice, label.as_deref(), at);
                record.by = Some(game.rules().name(*player).to_owned());
                record
            }
            Entry::OffTurn { player, action, item } => Record {
                by: Some(game.rules().name(*player).to_owned()),
                off_turn: Some(action_name(game, *action)),
                what: Some(Thing::of(game.scene(), item)),
                ..Record::default()
            },
            Entry::Chance(Chance::Draw(tile)) => {
                Record { draw: Some(game.rules().tile(*tile).def.id.clone()), ..Record::default() }
            }
            Entry::Chance(Chance::Number(number)) => Record { chance: Some(*number), ..Record::default() },
            Entry::Mute(expansion) => {
                let info = game.rules().setup.expansions.get(*expansion as usize);
                Record { mute: info.map(|info| info.id.clone()), ..Record::default() }
            }
        })
    }

    /// A game's whole log, in words.
    pub fn log(game: &Game) -> impl Iterator<Item = Record> + '_ {
        (0..game.log().len()).filter_map(|at| Record::of(game, at))
    }

    /// An option of the open decision, in words, without the player.
    pub fn of_option(game: &Game, choice: &Choice) -> Record {
        let label = match choice {
            Choice::Act { .. } | Choice::Answer { .. } => Some(game.scene().describe(choice)),
            _ => None,
        };
        Record::of_choice(game, choice, label.as_deref(), game.log().len())
    }

    fn of_choice(game: &Game, choice: &Choice, label: Option<&str>, at: usize) -> Record {
        let empty = Record::default();
        match choice {
            Choice::Place { pos, rotation } => {
                Record { place: Some(*pos), turn: Some(rotation.index()), ..empty }
            }
            Choice::Deploy { kind, segment } => of_deployment(game, *kind, *segment, at),
            Choice::Recall { piece } => {
                let (kind, number) = numbered(game.scene(), *piece);
                Record { recall: Some(kind), number: (number > 0).then_some(number), ..empty }
            }
            Choice::Pass => Record { pass: Some(true), ..empty },
            Choice::Act { action, item } => {
                let act = action_name(game, *action);
                let option = label.and_then(|label| label.strip_prefix(act.as_str())).map(str::trim_start);
                let option = option.filter(|option| !option.is_empty()).map(str::to_owned);
                Record { act: Some(act), option, index: Some(*item), ..empty }
            }
            Choice::Answer { item } => {
                Record { answer: label.map(str::to_owned), index: Some(*item), ..empty }
            }
        }
    }

    /// Whether this is something that chance said, and no decision.
    pub fn is_chance(&self) -> bool {
        self.draw.is_some() || self.chance.is_some()
    }

    /// The entry that this record means in a game that stands before it. Whether it is legal is not
    /// asked.
    ///
    /// # Errors
    ///
    /// When a name or a cell does not exist, the decision is somebody else's, or the words are not
    /// enough.
    pub fn resolve(&self, game: &mut Game) -> Result<Entry, RecordError> {
        self.check_verb()?;
        if let Some(tile) = &self.draw {
            return Ok(Entry::Chance(Chance::Draw(find_tile(game.rules(), tile)?)));
        }
        if let Some(number) = self.chance {
            return Ok(Entry::Chance(Chance::Number(number)));
        }
        if let Some(expansion) = &self.mute {
            return find_expansion(game.rules(), expansion).map(Entry::Mute);
        }
        if let Some(action) = &self.off_turn {
            return self.resolve_off_turn(game, action);
        }
        let player = self.decider(game)?;
        let (choice, label) = self.resolve_choice(game)?;
        Ok(Entry::Choice { player, choice, label: label.map(String::into_boxed_str) })
    }

    /// Plays this record.
    ///
    /// # Errors
    ///
    /// When it does not fit, is not allowed, or a handler fails. The game is then where it was.
    pub fn play(&self, game: &mut Game) -> Result<(), PlayError> {
        let entry = self.resolve(game)?;
        Ok(game.replay_entry(&entry)?)
    }

    /// The verbs that are there.
    fn verbs(&self) -> Vec<&'static str> {
        let all = [
            ("place", self.place.is_some()),
            ("deploy", self.deploy.is_some()),
            ("recall", self.recall.is_some()),
            ("pass", self.pass.is_some()),
            ("act", self.act.is_some()),
            ("answer", self.answer.is_some()),
            ("off_turn", self.off_turn.is_some()),
            ("draw", self.draw.is_some()),
            ("chance", self.chance.is_some()),
            ("mute", self.mute.is_some()),
        ];
        all.into_iter().filter(|(_, there)| *there).map(|(verb, _)| verb).collect()
    }

    fn check_verb(&self) -> Result<(), RecordError> {
        match self.verbs().as_slice() {
            [_] => Ok(()),
            [] => Err(RecordError::Verb("none".to_owned())),
            verbs => Err(RecordError::Verb(listed(verbs.iter().copied()))),
        }
    }

    /// Whose decision it is; the record may leave it out, and must not name somebody else.
    fn decider(&self, game: &Game) -> Result<Player, RecordError> {
        let Some(decision) = game.decision() else { return Err(RecordError::GameOver) };
        let Some(by) = &self.by else { return Ok(decision.player) };
        let player = find_player(game.rules(), by)?;
        if player == decision.player {
            return Ok(player);
        }
        let expected = game.rules().name(decision.player).to_owned();
        Err(RecordError::WrongPlayer { expected, found: by.clone() })
    }

    fn resolve_choice(&self, game: &Game) -> Result<(Choice, Option<String>), RecordError> {
        if let Some(pos) = self.place {
            let turn = self.turn.unwrap_or(0);
            return Ok((Choice::Place { pos, rotation: Rotation::quarters(turn) }, None));
        }
        if let Some(kind) = &self.deploy {
            return Ok((self.resolve_deployment(game, kind)?, None));
        }
        if let Some(kind) = &self.recall {
            let player = game.decision().map(|decision| decision.player);
            let piece = find_piece(game.scene(), player, kind, self.number.unwrap_or(0))?;
            return Ok((Choice::Recall { piece }, None));
        }
        if let Some(answer) = &self.answer {
            let wanted = self.index.map(|item| Choice::Answer { item });
            return Ok((find_option(game, wanted, answer)?, Some(answer.clone())));
        }
        if let Some(act) = &self.act {
            let action = find_action(game, act)?;
            let label = format!("{act} {}", self.option.as_deref().unwrap_or_default()).trim_end().to_owned();
            let wanted = self.index.map(|item| Choice::Act { action, item });
            return Ok((find_option(game, wanted, &label)?, Some(label)));
        }
        Ok((Choice::Pass, None))
    }

    fn resolve_deployment(&self, game: &Game, kind: &str) -> Result<Choice, RecordError> {
        let kind = find_piece_kind(game.rules(), kind)?;
        let state = game.state();
        let tile = match self.at {
            Some(pos) => find_tile_at(game.scene(), pos)?,
            None => state.placed().ok_or_else(|| {
                RecordError::NotThere("no tile was placed in this turn, so `at` must name a cell".to_owned())
            })?,
        };
        let on = self.on.as_deref();
        let kinds = &game.rules().vocabulary().feature_kinds;
        let named = |segment: &SegmentId| {
            on.is_none_or(|on| kinds[state.features().kind(*segment).index()].name == on)
        };
        let found: Vec<SegmentId> = game.scene().segments(tile).filter(named).collect();
        let pos = state.board().tile(tile).pos;
        let segment = match (self.segment, found.as_slice()) {
            (Some(local), _) => found
                .into_iter()
                .find(|segment| state.features().local(*segment) == local)
                .ok_or_else(|| {
                let on = on.map(|on| format!(" that is a {on}")).unwrap_or_default();
                RecordError::NotThere(format!("the tile at {pos} has no segment {local}{on}"))
            })?,
            (None, [segment]) => *segment,
            (None, []) => {
                let on = on.unwrap_or("feature");
                return Err(RecordError::NotThere(format!("the tile at {pos} has no {on}")));
            }
            (None, _) => return Err(RecordError::Missing { verb: "deploy", field: "segment" }),
        };
        Ok(Choice::Deploy { kind, segment })
    }

    fn resolve_off_turn(&self, game: &mut Game, action: &str) -> Result<Entry, RecordError> {
        let Some(by) = &self.by else { return Err(RecordError::Missing { verb: "off_turn", field: "by" }) };
        let player = find_player(game.rules(), by)?;
        let action = find_action(game, action)?;
        let item = match &self.what {
            Some(thing) => thing.resolve(game.scene())?,
            None => Item::Nil,
        };
        Ok(Entry::OffTurn { player, action, item })
    }
}

/// A deployment as the entry at an index of the log. On the tile that was placed before it, the cell
/// need not be said.
fn of_deployment(game: &Game, kind: PieceKindId, segment: SegmentId, at: usize) -> Record {
    let state = game.state();
    let vocabulary = game.rules().vocabulary();
    let feature = state.features().kind(segment);
    let cell = state.board().tile(state.features().tile(segment)).pos;
    let placed = game.log()[..at.min(game.log().len())].iter().rev().find_map(|entry| match entry {
        Entry::Choice { choice: Choice::Place { pos, .. }, .. } => Some(*pos),
        _ => None,
    });
    Record {
        deploy: Some(vocabulary.piece_kinds[kind.index()].name.clone()),
        on: Some(vocabulary.feature_kinds[feature.index()].name.clone()),
        segment: Some(state.features().local(segment)),
        at: (placed != Some(cell)).then_some(cell),
        ..Record::default()
    }
}

fn action_name(game: &Game, action: ActionId) -> String {
    let actions = &game.subscriptions().actions;
    actions.get(action.index()).map(|action| action.name.to_string()).unwrap_or_default()
}

/// The option of a name: the one that is wanted, if that is its name, or else any.
fn find_option(game: &Game, wanted: Option<Choice>, name: &str) -> Result<Choice, RecordError> {
    let Some(decision) = game.decision() else { return Err(RecordError::GameOver) };
    let options = decision.list();
    let named = |choice: &Choice| game.scene().describe(choice) == name;
    if let Some(choice) = wanted.filter(|choice| options.contains(choice) && named(choice)) {
        return Ok(choice);
    }
    options.iter().copied().find(named).ok_or_else(|| {
        let names: Vec<String> = match decision.prompt {
            Prompt::Place(_) => vec!["place".to_owned()],
            _ => options.iter().map(|option| game.scene().describe(option)).collect(),
        };
        RecordError::NoOption { name: name.to_owned(), expected: listed(names.iter().map(String::as_str)) }
    })
}
