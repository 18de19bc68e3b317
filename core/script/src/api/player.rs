//! Players.

use bastide_engine::piece::{Holder, Location};
use bastide_engine::ruleset::Player;

use super::{Answer, Args, ClassInfo, Cx, NOTHING, boolean, fail, field, method, number, param, verb};
use crate::api::piece::{PieceFilter, filter_doc};
use crate::api::place::pieces_in;
use crate::handle::{Class, Handle};

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Player,
    name: "Player",
    doc: "A player. Two handles of the same player are equal.",
    members: &[
        field("name", "string", "The player's name.", |cx, this, _| {
            cx.scene(|scene| cx.text(scene.rules().name(player(this))))
        }),
        field("seat", "integer", "The place at the table, from 1 in the order of play.", |_, this, _| {
            number(player(this).0 + 1)
        }),
        field("points", "integer", "The points so far.", |cx, this, _| {
            number(cx.scene(|scene| scene.state().points(player(this))))
        }),
        field("next", "Player", "Whoever sits next, clockwise.", |cx, this, _| {
            cx.handle(Handle::Player(cx.scene(|scene| scene.player_after(player(this), 1))))
        }),
        field("is_active", "boolean", "Whether it is this player's turn.", |cx, this, _| {
            boolean(cx.scene(|scene| scene.state().active() == player(this)))
        }),
        method(
            "supply",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The player's pieces that are in the supply.",
            supply,
        ),
        method(
            "pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "The player's pieces, wherever they are.",
            pieces,
        ),
        method(
            "pieces_in",
            &[param(
                "place",
                "string|string[]",
                "The name that a manifest gives a place; one on tiles means that of any tile. Or a list of names.",
            )],
            "Selection<Piece>",
            "The player's pieces that are in a place.",
            |cx, this, args| pieces_in(cx, args, Some(player(this))),
        ),
        method(
            "tokens",
            &[param("name", "string", "The name of the tokens.")],
            "integer",
            "How many tokens of a name the player has.",
            |cx, this, args| {
                let name = args.text(0)?;
                number(cx.scene(|scene| scene.state().tokens(Holder::Player(player(this)), &name)) as f64)
            },
        ),
        verb(
            "add_tokens",
            &[
                param("name", "string", "The name of the tokens."),
                param("count", "integer", "How many to add; negative to take away."),
            ],
            "",
            "Gives tokens to the player, or takes them away. It is an error to take more than there are.",
            |cx, this, args| {
                let (name, count) = (args.name(0)?, args.int(1)?);
                let holder = Holder::Player(player(this));
                match cx.change(|scene| scene.add_tokens(holder, &name, i64::from(count))) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
    ],
};

fn player(this: Handle) -> Player {
    match this {
        Handle::Player(player) => player,
        _ => Player::default(),
    }
}

fn supply(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    select(cx, this, args, |at| at == Location::Supply)
}

fn pieces(cx: &Cx<'_>, this: Handle, args: &Args<'_>) -> Answer {
    select(cx, this, args, |_| true)
}

fn select(cx: &Cx<'_>, this: Handle, args: &Args<'_>, wanted: impl Fn(Location) -> bool) -> Answer {
    let filter = PieceFilter::read(cx, args, 0)?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let state = scene.state();
        let own = state.piece_ids().filter(|id| {
            let piece = state.piece(*id);
            piece.owner == Some(player(this)) && wanted(piece.at) && filter.accepts(scene, *id)
        });
        own.map(Handle::Piece).collect()
    });
    cx.selection(found)
}
