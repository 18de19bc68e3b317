//! The state of a game as the other program shows it.

use std::collections::{BTreeMap, BTreeSet};

use bastide_engine::decision::{Choice, Item as Thing, Prompt};
use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::piece::{Holder, Location, PieceId};
use bastide_engine::tile::{PieceClass, TileDefId};
use serde::Serialize;

use super::confirm::CONFIRM;
use super::names::{self, Labels, Names, Pointers};
use super::offers;

/// Something that a player may do, with all its options.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Item {
    /// What: `Meeple`.
    pub kind: String,
    /// With what: `SmallFollower`.
    pub subject: String,
    /// The options, as the sentences of tests write them.
    pub options: BTreeSet<String>,
}

/// What the game waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pending {
    /// Who has to do something.
    pub player: usize,
    /// Whether the player may do nothing.
    pub can_pass: bool,
    /// What the player may do.
    pub items: BTreeSet<Item>,
}

/// The state of a game after a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The phase that waits.
    pub phase: String,
    /// Whose turn it is.
    pub turn_player: Option<usize>,
    /// What it waits for; nothing once the game is over.
    pub pending: Option<Pending>,
    /// How many messages can be taken back.
    pub undo: usize,
    /// Points by player.
    pub points: Vec<i32>,
    /// What each player has in the supply, by class.
    pub supply: Vec<BTreeMap<String, usize>>,
    /// Tokens by player.
    pub tokens: Vec<BTreeMap<String, i64>>,
    /// Pieces on the board: `0.small.1 City,N,[0,1]`.
    pub pieces: BTreeSet<String>,
    /// Everything else that lies or stands somewhere.
    pub others: BTreeSet<String>,
    /// How many tiles can be drawn.
    pub pack: u32,
    /// What happened since the message before, in no order.
    pub events: Vec<String>,
}

/// What only the player of a recording knows.
pub struct Aside<'a> {
    /// The names of what is in play.
    pub names: &'a Names,
    /// The other program's ids of pieces on the board.
    pub labels: &'a Labels,
    /// How many messages can be taken back.
    pub undo: usize,
    /// How many tiles the recording still allows to be drawn.
    pub pack: u32,
    /// What happened.
    pub events: Vec<String>,
}

impl Shown {
    /// The state of a game.
    pub fn of(game: &Game, aside: Aside<'_>) -> Shown {
        let (state, rules, names) = (game.state(), game.rules(), aside.names);
        let pointers = Pointers { names, scene: game.scene() };
        let mut shown = Shown {
            phase: phase(game, names),
            turn_player: (!game.is_over()).then(|| state.active().index()),
            pending: pending(game, names, aside.labels),
            undo: aside.undo,
            points: rules.players().map(|player| state.points(player)).collect(),
            supply: vec![BTreeMap::new(); rules.player_count()],
            tokens: vec![BTreeMap::new(); rules.player_count()],
            pack: state.stack().len().min(aside.pack),
            events: aside.events,
            ..Shown::default()
        };
        for id in state.piece_ids() {
            let piece = state.piece(id);
            let kind = names.piece(rules, piece.kind);
            match (piece.owner, pointers.piece(id)) {
                (Some(player), None) if piece.at == Location::Supply => {
                    *shown.supply[player.index()].entry(kind.class).or_default() += 1;
                }
                (Some(_), Some(place)) => {
                    let label = aside.labels.get(&id).cloned().unwrap_or_else(|| format!("?.{}", kind.id));
                    shown.pieces.insert(format!("{label} {place}"));
                }
                (None, Some(place)) => {
                    shown.others.insert(format!("{} {place}", kind.id));
                }
                _ => {}
            }
        }
        for (holder, name, count) in state.all_tokens() {
            let name = names.token(name).to_owned();
            match holder {
                Holder::Player(player) => *shown.tokens[player.index()].entry(name).or_default() += count,
                Holder::Game => drop(shown.others.insert(format!("{name} {count}"))),
                Holder::Tile(tile) => {
                    let pos = state.board().tiles()[tile as usize].pos;
                    shown.others.insert(format!("{name} {count} {}", names::cell(pos)));
                }
            }
        }
        shown.events.sort();
        shown
    }

    /// An item by kind and subject.
    pub fn item(&self, kind: &str, subject: Option<&str>) -> Option<&Item> {
        let fits = |item: &&Item| item.kind == kind && subject.is_none_or(|subject| item.subject == subject);
        self.pending.as_ref()?.items.iter().find(fits)
    }
}

fn phase(game: &Game, names: &Names) -> String {
    let phases = &game.rules().phases;
    let name = |at: usize| match phases[at].name.as_str() {
        CONFIRM => "CommitActionPhase",
        other => names.phase(other),
    };
    match game.decision().map(|decision| decision.prompt.clone()) {
        None => "GameOverPhase".to_owned(),
        Some(Prompt::Place(_)) => "TilePhase".to_owned(),
        Some(Prompt::Deploy) => "ActionPhase".to_owned(),
        Some(Prompt::Phase(at)) => name(at as usize).to_owned(),
        Some(Prompt::Question(question)) => {
            let phase = names.question(&question).and_then(|offer| offer.phase.clone());
            phase.unwrap_or_else(|| name(game.state().phase() as usize).to_owned())
        }
    }
}

/// Whether the game waits for a confirmation.
pub(crate) fn is_confirming(game: &Game) -> bool {
    game.decision().is_some_and(|decision| match decision.prompt {
        Prompt::Phase(at) => game.rules().phases[*at as usize].name == CONFIRM,
        _ => false,
    })
}

fn pending(game: &Game, names: &Names, labels: &Labels) -> Option<Pending> {
    let decision = game.decision()?;
    let mut pending = Pending { player: decision.player.index(), ..Pending::default() };
    if is_confirming(game) {
        pending.items.insert(Item { kind: "Confirm".to_owned(), ..Item::default() });
        return Some(pending);
    }
    let choices = decision.list();
    if let Prompt::Place(tile) = decision.prompt {
        pending.items.insert(placements(game, *tile, &choices));
        return Some(pending);
    }
    let (scene, rules) = (game.scene(), game.rules());
    let pointers = Pointers { names, scene };
    let mut items: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for choice in choices {
        let (kind, subject, option) = match choice {
            Choice::Pass => {
                pending.can_pass = true;
                continue;
            }
            Choice::Deploy { kind, segment } => {
                ("Meeple".to_owned(), names.piece(rules, kind).class, Some(pointers.segment(segment)))
            }
            Choice::Recall { piece } => {
                let recall = names.piece(rules, scene.state().piece(piece).kind).recall.unwrap_or_default();
                ("ReturnMeeple".to_owned(), recall, pointers.item(&Thing::Piece(piece), labels))
            }
            other => match offers::offer(game, names, &other) {
                Some((offer, item)) if offers::is_pass(offer, item) => {
                    pending.can_pass = true;
                    continue;
                }
                Some((offer, item)) => {
                    (offer.item.clone(), offer.subject.clone(), pointers.item(item, labels))
                }
                None => (scene.describe(&other), String::new(), None),
            },
        };
        items.entry((kind, subject)).or_default().extend(option.map(|option| format!("{{{option}}}")));
    }
    let item = |((kind, subject), options)| Item { kind, subject, options };
    pending.items = items.into_iter().map(item).collect();
    Some(pending)
}

/// All placements of a tile: we list turns that look the same once, the other program lists each.
fn placements(game: &Game, tile: TileDefId, choices: &[Choice]) -> Item {
    let rules = game.rules();
    let distinct = rules.tile(tile).rotations;
    let mut turns: BTreeMap<Pos, BTreeSet<u32>> = BTreeMap::new();
    for choice in choices {
        if let Choice::Place { pos, rotation } = choice {
            let same = Rotation::ALL.iter().filter(|turn| turn.index() % distinct == rotation.index());
            turns.entry(*pos).or_default().extend(same.map(|turn| turn.degrees()));
        }
    }
    let options = turns.iter().map(|(pos, turns)| placement(*pos, turns.iter().copied()));
    Item {
        kind: "TilePlacement".to_owned(),
        subject: names::tile(rules, tile).to_owned(),
        options: options.collect(),
    }
}

/// A cell with turns: `[0,1] - [0,90]`.
pub(crate) fn placement(pos: Pos, turns: impl IntoIterator<Item = u32>) -> String {
    let turns: Vec<String> = turns.into_iter().map(|turn| turn.to_string()).collect();
    format!("{} - [{}]", names::cell(pos), turns.join(","))
}

/// Whether a piece claims what it stands on.
pub(crate) fn is_follower(game: &Game, piece: PieceId) -> bool {
    let kind = game.state().piece(piece).kind;
    game.rules().vocabulary().piece_kinds[kind.index()].class == PieceClass::Follower
}
