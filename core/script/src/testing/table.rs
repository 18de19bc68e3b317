//! The table at which a test plays: the methods of `t`.

use std::cell::RefCell;

use mlua::{Lua, MultiValue, Scope, Table};

use super::Bench;
use super::{expect, play};
use crate::api::{Param, fail, param};
use crate::names::nearest;

pub(super) type TestCall = fn(&Lua, &mut Bench<'_>, &[mlua::Value]) -> mlua::Result<mlua::Value>;

/// A method of `t`.
pub struct TestMember {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// The type of what it returns; empty for nothing.
    pub ty: &'static str,
    pub(super) call: TestCall,
}

const CHOICE: Param = param("move", "Move", "What is done.");

/// All methods of `t`.
pub static MEMBERS: &[TestMember] = &[
    TestMember {
        name: "players",
        doc: "Seats players, in the order of play. Two sit there where a test does not say.",
        params: &[param("...", "string", "Their names.")],
        ty: "",
        call: play::players,
    },
    TestMember {
        name: "expansions",
        doc: "Takes more expansions into the game, besides the one whose test it is.",
        params: &[param("...", "string", "Their ids.")],
        ty: "",
        call: play::expansions,
    },
    TestMember {
        name: "tile_sets",
        doc: "Adds tile sets without the rules of their expansions.",
        params: &[param("...", "string", "Their ids.")],
        ty: "",
        call: play::tile_sets,
    },
    TestMember {
        name: "option",
        doc: "Sets an option.",
        params: &[
            param("name", "string", "The full name, such as `base.edition`."),
            param("value", "any", "The value."),
        ],
        ty: "",
        call: play::option,
    },
    TestMember {
        name: "seed",
        doc: "Sets the seed of the game's generator; 1 where a test does not say.",
        params: &[param("seed", "integer", "The seed.")],
        ty: "",
        call: play::seed,
    },
    TestMember {
        name: "draw",
        doc: "Settles the next draws, behind those that are settled already.",
        params: &[param("...", "string", "Tiles, `<set>/<name>`.")],
        ty: "",
        call: play::draw,
    },
    TestMember {
        name: "chance",
        doc: "Settles what `game:random` gives next, from 1, behind what is settled already. A number above the number of outcomes is passed over.",
        params: &[param("...", "integer", "Outcomes.")],
        ty: "",
        call: play::chance,
    },
    TestMember {
        name: "stack",
        doc: "Makes these tiles the whole stack: they are drawn in this order, and when they are used up, the game ends.",
        params: &[param("...", "string", "Tiles, `<set>/<name>`.")],
        ty: "",
        call: play::stack,
    },
    TestMember {
        name: "play",
        doc: "Makes a move: places the tile in hand, then deploys or does what else is said. Passes where a deployment is offered and none is said. Fails when it is not that player's turn, and when a part of the move is not an option.",
        params: &[param("player", "string", "Whose turn it must be."), CHOICE],
        ty: "",
        call: play::play,
    },
    TestMember {
        name: "refuse",
        doc: "Tries one option and expects that it is refused with a message that contains a text.",
        params: &[CHOICE, param("message?", "string", "A part of the message.")],
        ty: "",
        call: play::refuse,
    },
    TestMember {
        name: "off_turn",
        doc: "Uses an action outside of the open decision.",
        params: &[
            param("player", "string", "Who."),
            param("action", "string", "The action."),
            param("on?", "any", "On what, where there is a choice."),
        ],
        ty: "",
        call: play::off_turn,
    },
    TestMember { name: "undo", doc: "Takes back the last decision.", params: &[], ty: "", call: play::undo },
    TestMember {
        name: "play_out",
        doc: "Plays to the end by the first option of each placement, without deploying.",
        params: &[],
        ty: "",
        call: play::play_out,
    },
    TestMember {
        name: "expect_points",
        doc: "Expects points of players.",
        params: &[param("points", "table<string, integer>", "By name.")],
        ty: "",
        call: expect::points,
    },
    TestMember {
        name: "expect_award",
        doc: "Expects that points were awarded, counted since the beginning of the test.",
        params: &[param(
            "award",
            "table",
            "`{ alice = 6, source = \"watchtower\", times = 2 }`: who got how many points, from which source (a kind of feature, or the name that a rule gives), how often; once where `times` is left out.",
        )],
        ty: "",
        call: expect::award,
    },
    TestMember {
        name: "expect_awards",
        doc: "Expects that exactly these points were awarded, in this order, counted since the beginning of the test.",
        params: &[param(
            "awards",
            "table[]",
            "One table for each award, as `expect_award` takes it: `{ { alice = 2, source = \"watchtower\" }, { alice = 3, source = \"road\" } }`.",
        )],
        ty: "",
        call: expect::awards,
    },
    TestMember {
        name: "expect_no_award",
        doc: "Expects that nobody was awarded points of a source.",
        params: &[
            param("source", "string", "A kind of feature, or the name that a rule gives."),
            param("player?", "string", "Only this player."),
        ],
        ty: "",
        call: expect::no_award,
    },
    TestMember {
        name: "expect_supply",
        doc: "Expects numbers of pieces in supplies.",
        params: &[
            param("counts", "table<string, integer>", "By player."),
            param("kind?", "string", "A kind of piece; `follower` where left out."),
        ],
        ty: "",
        call: expect::supply,
    },
    TestMember {
        name: "expect_decision",
        doc: "Expects who has to decide what.",
        params: &[
            param("player", "string", "Who."),
            param("prompt", "string", "`place`, `deploy`, the name of a phase, or the prompt of a question."),
        ],
        ty: "",
        call: expect::decision,
    },
    TestMember {
        name: "expect_option",
        doc: "Expects that something is an option of the open decision.",
        params: &[CHOICE],
        ty: "",
        call: expect::option,
    },
    TestMember {
        name: "expect_no_option",
        doc: "Expects that something is no option of the open decision.",
        params: &[CHOICE],
        ty: "",
        call: expect::no_option,
    },
    TestMember {
        name: "options",
        doc: "The options of the open decision, as texts: `deploy a follower on the road at (1, 0)`.",
        params: &[],
        ty: "string[]",
        call: play::options,
    },
    TestMember {
        name: "expect_over",
        doc: "Expects that the game is over.",
        params: &[],
        ty: "",
        call: expect::over,
    },
    TestMember {
        name: "expect_equal",
        doc: "Expects that two values are equal.",
        params: &[
            param("found", "any", "What there is."),
            param("expected", "any", "What there should be."),
            param("what?", "string", "What it is, for the message."),
        ],
        ty: "",
        call: expect::equal,
    },
    TestMember {
        name: "expect_true",
        doc: "Expects that something holds.",
        params: &[
            param("truth", "any", "What should hold."),
            param("what?", "string", "What it is, for the message."),
        ],
        ty: "",
        call: expect::truth,
    },
    TestMember {
        name: "expect_snapshot",
        doc: "Expects that the game is as in the snapshot that is kept in `tests/snapshots`: the board, the points and why, the pieces, what is decided next. `bastide test PATH --accept` keeps new and changed ones.",
        params: &[param(
            "name",
            "string",
            "Its name, one of its own in the file: letters, digits, `-` and `_`.",
        )],
        ty: "",
        call: expect::snapshot,
    },
    TestMember {
        name: "look",
        doc: "Calls a function with the game, which may only be looked at, and returns what it returns.",
        params: &[param("look", "fun(game: Game): any", "The function.")],
        ty: "any",
        call: expect::look,
    },
];

/// `t` for one test.
pub(super) fn create<'scope, 'env, 'b: 'env>(
    lua: &Lua,
    scope: &'scope Scope<'scope, 'env>,
    bench: &'env RefCell<Bench<'b>>,
) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for member in MEMBERS {
        let call = member.call;
        let function = scope.create_function(move |lua, values: MultiValue| {
            let mut values: Vec<mlua::Value> = values.into_iter().collect();
            if values.is_empty() || !matches!(values[0], mlua::Value::Table(_)) {
                return fail::<mlua::Value>(format!("call it with a colon: t:{}(…)", member.name));
            }
            values.remove(0);
            let Ok(mut bench) = bench.try_borrow_mut() else {
                return fail("t cannot be used inside of t:look");
            };
            call(lua, &mut bench, &values)
        })?;
        table.raw_set(member.name, function)?;
    }
    let meta = lua.create_table()?;
    meta.set(
        "__index",
        lua.create_function(|_, (_, name): (mlua::Value, String)| -> mlua::Result<()> {
            let names = || MEMBERS.iter().map(|member| member.name);
            let hint = match nearest(&name, names()) {
                Some(near) => format!(", did you mean `{near}`?"),
                None => format!("; it has {}", names().collect::<Vec<_>>().join(", ")),
            };
            fail(format!("t has no `{name}`{hint}"))
        })?,
    )?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}
