//! Pieces.

use bastide_engine::piece::{Location, PieceId};
use bastide_engine::scene::Scene;
use bastide_engine::tile::{PieceClass, PieceKindId, Strength};

use super::place::on_tiles;
use super::{Answer, Args, ClassInfo, Cx, NOTHING, boolean, fail, field, number, param, verb};
use crate::handle::{Class, Handle, as_handle};
use crate::names::nearest;

/// What a piece filter can be, for the reference.
pub(super) const fn filter_doc() -> &'static str {
    "Which pieces: `follower`, `special`, `neutral`, `meeple`, or the name of a kind. All where left out."
}

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Piece,
    name: "Piece",
    doc: "A figure, of a player or of nobody. It is always in exactly one place.",
    members: &[
        field(
            "id",
            "integer",
            "A number that stands for this piece for the whole game; keep this in `game.storage`.",
            |_, this, _| number(f64::from(piece(this).0)),
        ),
        field("kind", "string", "The name of its kind, such as `follower`.", |cx, this, _| {
            cx.scene(|scene| cx.text(&kind_of(scene, piece(this)).name))
        }),
        field("class", "PieceClass", "`follower`, `special` or `neutral`.", |cx, this, _| {
            cx.text(class_name(cx.scene(|scene| kind_of(scene, piece(this)).class)))
        }),
        field("is_follower", "boolean", "Whether it claims features.", |cx, this, _| {
            boolean(cx.scene(|scene| kind_of(scene, piece(this)).class == PieceClass::Follower))
        }),
        field("is_meeple", "boolean", "Whether rules that count meeples count it.", |cx, this, _| {
            boolean(cx.scene(|scene| kind_of(scene, piece(this)).meeple))
        }),
        field("owner", "Player?", "Whose it is; nil for a neutral piece.", |cx, this, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().piece(piece(this)).owner).map(Handle::Player))
        }),
        field("tile", "Tile?", "The tile on which it stands, in a place of that tile too.", |cx, this, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().tile_of(piece(this))).map(Handle::Tile))
        }),
        field("feature", "Feature?", "The feature on which it stands.", |cx, this, _| {
            cx.handle_or_nil(match at(cx, this) {
                Location::Segment(segment) => Some(Handle::Feature(segment)),
                _ => None,
            })
        }),
        field("place", "Place?", "The place in which it is.", |cx, this, _| {
            cx.handle_or_nil(match at(cx, this) {
                Location::Place(kind, tile) => Some(Handle::Place(kind, tile)),
                _ => None,
            })
        }),
        field(
            "in_supply",
            "boolean",
            "Whether it is in its owner's supply, or beside the board.",
            |cx, this, _| boolean(at(cx, this) == Location::Supply),
        ),
        field("in_game", "boolean", "Whether it did not leave the game.", |cx, this, _| {
            boolean(at(cx, this) != Location::Box)
        }),
        field(
            "strength",
            "integer",
            "How much it counts in a majority, before adjustments. Where it stands on no feature, what it would count on any; 0 for one that depends on the feature.",
            |cx, this, _| {
                let id = piece(this);
                number(cx.scene(|scene| match scene.state().piece(id).at {
                    Location::Segment(at) => scene.base_strength(id, at),
                    _ => match kind_of(scene, id).strength {
                        Strength::Fixed(strength) => strength,
                        Strength::Attribute(_) => 0,
                    },
                }))
            },
        ),
        field("since", "integer", "The number of the turn in which it came where it is.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().piece(piece(this)).since))
        }),
        verb(
            "move_to",
            &[
                param("to", "Feature|Tile|Place", "Where it goes."),
                param("place?", "string", "The name of a place on it, where it is a tile."),
            ],
            "",
            "Moves the piece by a rule. Raises `on_piece_moved`. On a feature it counts as if it had been deployed there.",
            |cx, this, args| {
                let to = match (as_handle(args.get(0)), args.opt_text(1)?) {
                    (Some(Handle::Feature(segment)), None) => Location::Segment(segment),
                    (Some(Handle::Tile(tile)), None) => Location::Tile(tile),
                    (Some(Handle::Tile(tile)), Some(name)) => {
                        Location::Place(on_tiles(cx, &name)?, Some(tile))
                    }
                    (Some(Handle::Place(kind, tile)), None) => Location::Place(kind, tile),
                    (_, None) => return args.wrong(0, "a Feature, a Tile or a Place"),
                    (_, Some(_)) => return args.wrong(0, "a Tile, where the name of a place is given"),
                };
                go(cx, this, to)
            },
        ),
        verb(
            "return_home",
            &[],
            "",
            "Sends the piece back to its owner's supply; a neutral piece goes beside the board. Raises `on_piece_returned`.",
            |cx, this, _| go(cx, this, Location::Supply),
        ),
        verb(
            "remove",
            &[],
            "",
            "Takes the piece out of the game. Raises `on_piece_moved`.",
            |cx, this, _| go(cx, this, Location::Box),
        ),
    ],
};

fn piece(this: Handle) -> PieceId {
    match this {
        Handle::Piece(piece) => piece,
        _ => PieceId(0),
    }
}

fn at(cx: &Cx<'_>, this: Handle) -> Location {
    cx.scene(|scene| scene.state().piece(piece(this)).at)
}

fn go(cx: &Cx<'_>, this: Handle, to: Location) -> Answer {
    cx.change(|scene| scene.move_piece(piece(this), to));
    NOTHING
}

fn kind_of(scene: &Scene, id: PieceId) -> &bastide_engine::tile::PieceKind {
    &scene.rules().vocabulary().piece_kinds[scene.state().piece(id).kind.index()]
}

const fn class_name(class: PieceClass) -> &'static str {
    match class {
        PieceClass::Follower => "follower",
        PieceClass::Special => "special",
        PieceClass::Neutral => "neutral",
    }
}

/// Which pieces a script wants.
pub(crate) enum PieceFilter {
    All,
    Class(PieceClass),
    Meeple,
    Kind(PieceKindId),
}

impl PieceFilter {
    /// A filter from an argument that may be left out.
    ///
    /// The kind `follower` and the class `follower` share a name: the class is meant.
    pub fn read(cx: &Cx<'_>, args: &Args<'_>, index: usize) -> mlua::Result<PieceFilter> {
        let Some(name) = args.opt_text(index)? else { return Ok(PieceFilter::All) };
        PieceFilter::named(cx, &name)
    }

    pub fn named(cx: &Cx<'_>, name: &str) -> mlua::Result<PieceFilter> {
        Ok(match name {
            "follower" => PieceFilter::Class(PieceClass::Follower),
            "special" => PieceFilter::Class(PieceClass::Special),
            "neutral" => PieceFilter::Class(PieceClass::Neutral),
            "meeple" => PieceFilter::Meeple,
            name => {
                if let Some(kind) = cx.scene(|scene| scene.rules().vocabulary().piece_kind(name)) {
                    return Ok(PieceFilter::Kind(kind));
                }
                let kinds: Vec<String> = cx.scene(|scene| {
                    scene.rules().vocabulary().piece_kinds.iter().map(|kind| kind.name.clone()).collect()
                });
                let known = ["follower", "special", "neutral", "meeple"];
                let known = known.into_iter().chain(kinds.iter().map(String::as_str));
                let hint = nearest(name, known);
                let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
                return fail(format!("there is no kind of piece `{name}`{hint}"));
            }
        })
    }

    pub fn accepts(&self, scene: &Scene, id: PieceId) -> bool {
        match self {
            PieceFilter::All => true,
            PieceFilter::Class(class) => kind_of(scene, id).class == *class,
            PieceFilter::Meeple => kind_of(scene, id).meeple,
            PieceFilter::Kind(kind) => scene.state().piece(id).kind == *kind,
        }
    }
}
