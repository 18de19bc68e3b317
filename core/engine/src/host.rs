//! The door through which expansions take part. The engine knows nothing about what stands behind
//! it: the scripting layer does, and so can a test written in Rust.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::smallvec;

use crate::decision::{ActionId, Choice, Item, Question};
use crate::event::{EVENTS, Event, EventKind, FieldInfo, Label};
use crate::feature::SegmentId;
pub use crate::filter::{Filter, Filters, PieceKinds, TileWith};
use crate::geometry::{Pos, Rotation};
use crate::ruleset::Player;
use crate::scene::Scene;
use crate::tile::{PieceKindId, TileDefId};

/// What is asked of expansions without changing anything. Declared once, in [`QUERIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum QueryKind {
    /// May this tile lie here?
    AllowPlacement,
    /// May this piece be deployed there?
    AllowDeployment,
    /// Does this feature count as complete?
    AllowCompletion,
    /// May this tile be drawn now?
    AllowDraw,
    /// What does a feature give to a player?
    AdjustPoints,
    /// How much does a piece count in a majority?
    AdjustStrength,
}

/// The declaration of a query.
#[derive(Clone, Copy, Debug)]
pub struct QueryInfo {
    /// Its kind.
    pub kind: QueryKind,
    /// The key under which a script answers it.
    pub hook: &'static str,
    /// The API version that brought it.
    pub since: u32,
    /// What it means.
    pub doc: &'static str,
    /// What it carries.
    pub fields: &'static [FieldInfo],
}

const fn field(name: &'static str, ty: &'static str, doc: &'static str) -> FieldInfo {
    FieldInfo { name, ty, doc }
}

/// All queries: `allow_` for vetoes, `adjust_` for numbers.
pub const QUERIES: &[QueryInfo] = &[
    QueryInfo {
        kind: QueryKind::AllowPlacement,
        hook: "allow_placement",
        since: 1,
        doc: "Asked for each cell and turn where the tile in hand fits. Return false to forbid it.",
        fields: &[
            field("player", "Player", "Whose turn it is."),
            field("tile", "TileDef", "The tile in hand."),
            field("cell", "Cell", "Where it would lie."),
            field("turn", "integer", "Clockwise quarter turns, 0 to 3."),
        ],
    },
    QueryInfo {
        kind: QueryKind::AllowDeployment,
        hook: "allow_deployment",
        since: 1,
        doc: "Asked for each kind of piece and each feature on which it could be deployed. Return false to forbid it.",
        fields: &[
            field("player", "Player", "Whose turn it is."),
            field("piece_kind", "string", "The kind of piece."),
            field("feature", "Feature", "The feature."),
        ],
    },
    QueryInfo {
        kind: QueryKind::AllowCompletion,
        hook: "allow_completion",
        since: 1,
        doc: "Asked for each feature that a placement completes. Return false to leave it unscored now.",
        fields: &[field("feature", "Feature", "The feature.")],
    },
    QueryInfo {
        kind: QueryKind::AllowDraw,
        hook: "allow_draw",
        since: 1,
        doc: "Asked for each kind of tile in the stack before a draw. Return false to keep it in the stack this time.",
        fields: &[field("player", "Player", "Who draws."), field("tile", "TileDef", "The tile.")],
    },
    QueryInfo {
        kind: QueryKind::AdjustPoints,
        hook: "adjust_points",
        since: 1,
        doc: "Asked for each player who has the majority of a feature that is scored. Return labelled points to add, as a table.",
        fields: &[
            field("player", "Player", "Who gets the points."),
            field("feature", "Feature", "The feature."),
            field("points", "integer", "The points before all adjustments."),
            field("complete", "boolean", "Whether the feature is complete."),
            field(
                "so_far",
                "integer",
                "The points with all adjustments so far, in the order in which handlers are called.",
            ),
        ],
    },
    QueryInfo {
        kind: QueryKind::AdjustStrength,
        hook: "adjust_strength",
        since: 1,
        doc: "Asked for each follower of a feature whose majority is counted. Return a number to add to its strength.",
        fields: &[
            field("piece", "Follower", "The follower."),
            field("feature", "Feature", "The feature."),
            field("strength", "integer", "Its strength before all adjustments."),
            field("so_far", "integer", "Its strength with all adjustments so far."),
        ],
    },
];

impl QueryKind {
    /// The declaration of this kind.
    pub fn info(self) -> &'static QueryInfo {
        &QUERIES[self as usize]
    }
}

/// A query with its fields, in the order of its declaration.
#[derive(Clone, Debug)]
pub struct Query {
    /// The kind.
    pub kind: QueryKind,
    /// The values of the declared fields.
    pub fields: smallvec::SmallVec<[Item; 5]>,
}

/// A handler, as the engine sees it.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The index of its expansion in load order.
    pub expansion: u16,
    /// When it is called.
    pub filters: Filters,
    /// For a custom event: its name.
    pub custom: Option<Arc<str>>,
}

impl Handler {
    /// Whether it listens to an event of its kind: among custom events to those of its name.
    #[inline]
    pub(crate) fn hears(&self, event: &Event) -> bool {
        match (&self.custom, event) {
            (Some(wanted), Event::Custom { name, .. }) => wanted == name,
            _ => true,
        }
    }
}

/// Something new that players can choose to do.
#[derive(Clone, Debug)]
pub struct Action {
    /// `<expansion>.<name>`.
    pub name: Arc<str>,
    /// The index of its expansion in load order.
    pub expansion: u16,
    /// The phase in which the player whose turn it is may use it, by index; `None` for off-turn.
    pub phase: Option<u8>,
    /// Whether it replaces what the phase offers otherwise, once used.
    pub instead: bool,
    /// Whether any player may use it at any decision.
    pub off_turn: bool,
    /// When its options are asked for at all.
    pub filters: Filters,
}

/// Who listens to what, in the order in which they are called.
#[derive(Clone, Debug)]
pub struct Subscriptions {
    /// Handlers by event kind.
    pub tell: Vec<Vec<Handler>>,
    /// Handlers by query kind.
    pub ask: Vec<Vec<Handler>>,
    /// Actions.
    pub actions: Vec<Action>,
}

/// Which handlers ask a question, or fail, after they changed something, as far as was seen. Only for these the
/// state is copied before they are called. It changes how fast games go, and nothing else.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Handlers of each kind of event, one bit each.
    tell: [Cell<u64>; EVENTS.len()],
    /// Actions, one bit each.
    perform: Cell<u64>,
}

impl Asking {
    /// Whether a handler of an event was seen to. Those beyond the bits always are.
    #[inline]
    pub(crate) fn knows(&self, kind: EventKind, handler: u16) -> bool {
        has_or_is_beyond(&self.tell[kind as usize], handler)
    }

    /// A handler of an event was seen to.
    pub(crate) fn learn(&self, kind: EventKind, handler: u16) {
        add(&self.tell[kind as usize], handler);
    }

    /// Whether the use of an action was seen to.
    #[inline]
    pub(crate) fn knows_action(&self, action: ActionId) -> bool {
        has_or_is_beyond(&self.perform, action.0)
    }

    /// The use of an action was seen to.
    pub(crate) fn learn_action(&self, action: ActionId) {
        add(&self.perform, action.0);
    }
}

fn has_or_is_beyond(bits: &Cell<u64>, at: u16) -> bool {
    bits.get().checked_shr(at.into()).is_none_or(|bits| bits & 1 == 1)
}

fn add(bits: &Cell<u64>, at: u16) {
    bits.set(bits.get() | 1_u64.checked_shl(at.into()).unwrap_or(0));
}

impl Default for Asking {
    fn default() -> Asking {
        Asking { tell: std::array::from_fn(|_| Cell::new(0)), perform: Cell::new(0) }
    }
}

impl Default for Subscriptions {
    fn default() -> Subscriptions {
        Subscriptions {
            tell: vec![Vec::new(); EVENTS.len()],
            ask: vec![Vec::new(); QUERIES.len()],
            actions: Vec::new(),
        }
    }
}

impl Subscriptions {
    /// Whether anybody listens to events of a kind.
    #[inline]
    pub fn hears(&self, kind: EventKind) -> bool {
        !self.tell[kind as usize].is_empty()
    }

    /// Whether nobody listens to anything and nothing is offered.
    pub fn is_idle(&self) -> bool {
        self.actions.is_empty() && self.tell.iter().chain(&self.ask).all(Vec::is_empty)
    }

    /// Whether anybody answers queries of a kind.
    #[inline]
    pub fn answers(&self, kind: QueryKind) -> bool {
        !self.ask[kind as usize].is_empty()
    }
}

impl Query {
    /// Lets the next who is asked know what the number has become. The last field of an adjustment
    /// is the number so far.
    pub fn add_to_so_far(&mut self, by: i32) {
        if let Some(Item::Int(number)) = self.fields.last_mut() {
            *number = number.saturating_add(by.into());
        }
    }

    /// May this tile lie here?
    pub(crate) fn placement(player: Player, tile: TileDefId, pos: Pos, rotation: Rotation) -> Query {
        let turn = Item::Int(i64::from(rotation.index()));
        let fields = smallvec![Item::Player(player), Item::TileDef(tile), Item::Cell(pos), turn];
        Query { kind: QueryKind::AllowPlacement, fields }
    }

    /// May this kind of piece be deployed there?
    pub(crate) fn deployment(player: Player, kind: PieceKindId, segment: SegmentId) -> Query {
        let fields = smallvec![Item::Player(player), Item::PieceKind(kind), Item::Feature(segment)];
        Query { kind: QueryKind::AllowDeployment, fields }
    }
}

/// What a veto says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is allowed.
    Allowed,
    /// It is not, and perhaps why.
    Refused(Option<String>),
}

/// How a handler ended.
#[derive(Clone, Debug)]
pub enum Told {
    /// It is done.
    Done,
    /// It wants to know something first. It goes on with the answer where it waits in its host, or is called
    /// again with one answer more.
    Asked(Question, Option<Ticket>),
}

/// By this a handler is found again that waits in its host for an answer. A host gives out each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(pub u64);

/// A handler that failed. What it did is rolled back.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct HandlerError {
    /// The id of the expansion.
    pub expansion: String,
    /// The hook or action.
    pub hook: String,
    /// The whole message, to be shown as it is: expansion, version, hook, file, line, reason, and
    /// what [`HandlerError::details`] holds.
    pub message: String,
    /// The file, as a path in the expansion's folder.
    pub file: Option<String>,
    /// The line in that file, from 1.
    pub line: Option<u32>,
    /// The parts of the message, for those who show them in another way.
    pub details: Box<Details>,
}

/// What is known about a failure besides its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What kind of mistake it is: a short name that does not change between versions.
    pub code: &'static str,
    /// What is wrong, in one line, without the expansion and the place.
    pub reason: String,
    /// The bytes of the file that it is about.
    pub span: Option<Range<usize>>,
    /// A few words to stand beside them.
    pub label: Option<String>,
    /// Another stretch of the same file, and a few words to stand beside it.
    pub mark: Option<(Range<usize>, String)>,
    /// How to mend it.
    pub hint: Option<String>,
    /// What the script language itself said, where the reason says it in other words.
    pub original: Option<String>,
    /// The calls that led there, innermost first.
    pub calls: Vec<CalledFrom>,
    /// What the handler was called with, as its fields are named and as people call the values:
    /// `event.player` and `Alice`.
    pub given: Vec<(String, String)>,
}

/// A place in a script that called a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalledFrom {
    /// The file, with the folder of its expansion.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The function in which that line stands, where it has a name.
    pub function: Option<String>,
}

impl HandlerError {
    /// A failure that is in no file.
    pub fn new(
        expansion: impl Into<String>,
        hook: impl Into<String>,
        message: impl Into<String>,
    ) -> HandlerError {
        let message = message.into();
        let details = Box::new(Details { code: "script", reason: message.clone(), ..Details::default() });
        HandlerError { expansion: expansion.into(), hook: hook.into(), message, details, ..Self::default() }
    }
}

/// What stands behind the door.
///
/// A handler must be a pure function of the scene: the engine may call it again on an earlier
/// scene and expects the same.
pub trait Host {
    /// Who listens to what. Asked once for each game.
    fn subscriptions(&self) -> Arc<Subscriptions>;

    /// What is known of handlers that ask. A host that keeps it for all its games spares each of them from
    /// finding out.
    fn asking(&self) -> Rc<Asking> {
        Rc::default()
    }

    /// What handlers said to their author since the last call, as with `print`. It is no part of the
    /// game.
    fn take_output(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// How many lines there are to take.
    fn printed(&self) -> usize {
        0
    }

    /// Gives back what was taken, to be taken later by somebody else.
    fn put_output(&mut self, _lines: Vec<String>) {}

    /// Calls a handler of an event. `answers` are the picked options of the questions that this
    /// call asked before, by index.
    ///
    /// # Errors
    ///
    /// When the handler fails.
    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError>;

    /// Asks a veto: whether it is allowed.
    ///
    /// # Errors
    ///
    /// When the handler fails or tries to change something.
    fn allow(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Verdict, HandlerError>;

    /// Asks an adjustment: labelled summands.
    ///
    /// # Errors
    ///
    /// When the handler fails or tries to change something.
    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        handler: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError>;

    /// What an action can be used on now, nothing where it cannot be used.
    ///
    /// # Errors
    ///
    /// When the handler fails or tries to change something.
    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError>;

    /// Uses an action.
    ///
    /// # Errors
    ///
    /// When the handler fails.
    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError>;

    /// Goes on with a handler that waits, which gets the option of this index as its answer. The scene is as it
    /// was when the handler asked. `None` where nobody waits with this ticket, any more or at all: then the
    /// handler is called again from its beginning, and what it does must be the same.
    fn go_on(
        &mut self,
        _scene: &mut Box<Scene>,
        _ticket: Ticket,
        _answer: u16,
    ) -> Option<Result<Told, HandlerError>> {
        None
    }
}

/// An option that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// It is not among the options of the decision.
    #[error("{reason}")]
    Illegal {
        /// The option.
        choice: Choice,
        /// Why it is not legal, naming what is in the way.
        reason: String,
    },
    /// A handler failed; the game is where it was.
    #[error(transparent)]
    Handler(#[from] HandlerError),
}
