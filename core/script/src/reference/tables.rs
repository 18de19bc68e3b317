//! What scripts see and no binding declares: the keys of the table that `main.lua` returns, the keys
//! of an action, the selections of the prelude, and names for sets of texts.

use bastide_engine::event::FieldInfo;
use bastide_engine::host::QueryInfo;

use crate::api::{Param, param};

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name; with a `?` at the end it may be left out.
    pub name: &'static str,
    /// Its type, in LuaCATS.
    pub ty: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A method that is written in Lua.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// The type of the result, in LuaCATS. `T` is the class of an element.
    pub ty: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The classes of which a selection has it; of any where there are none.
    pub of: &'static [&'static str],
}

/// A class that says more about some things of another.
#[derive(Clone, Copy, Debug)]
pub struct Refinement {
    /// Its name.
    pub name: &'static str,
    /// The class whose things they are.
    pub of: &'static str,
    /// Which of them.
    pub doc: &'static str,
    /// Fields of which more is known.
    pub fields: &'static [Key],
}

/// A name for texts.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub doc: &'static str,
    /// The texts that always exist.
    pub values: &'static [&'static str],
    /// Whether expansions can add others.
    pub open: bool,
}

const fn key(name: &'static str, ty: &'static str, doc: &'static str) -> Key {
    Key { name, ty, doc }
}

const fn function(
    name: &'static str,
    params: &'static [Param],
    ty: &'static str,
    doc: &'static str,
) -> Function {
    Function { name, params, ty, doc, of: &[] }
}

/// The keys of the table that `main.lua` returns, beside hooks.
pub const KEYS: &[Key] = &[
    key(
        "actions?",
        "table<string, Action>",
        "New things that players can choose to do. The name of an action is its key.",
    ),
    key(
        "events?",
        "table<string, string>",
        "Events of this expansion's own, with what they mean. Raise one with `game:raise`; anybody listens with `on_<name>`.",
    ),
    key(
        "priority?",
        "table<string, integer>",
        "The order of handlers, by hook: lower numbers are called first, 0 where none is given. In a tie the load order decides: dependencies first, then by id.",
    ),
];

/// The keys of an action.
pub const ACTION: &[Key] = &[
    key(
        "phase?",
        "Phase",
        "The phase in which the player whose turn it is may use it: one of the turn's, or of the manifest's own.",
    ),
    key(
        "instead_of?",
        "Phase",
        "Like `phase`, but using it replaces what the phase offers otherwise: a player who takes a follower back `instead_of = \"deploy\"` deploys none.",
    ),
    key(
        "off_turn?",
        "boolean",
        "Whether any player may use it at any decision, in other players' turns too.",
    ),
    key(
        "when?",
        "fun(game: Game, player: Player): boolean?",
        "Whether the player may use it now. Always where left out. It only looks.",
    ),
    key(
        "options?",
        "fun(game: Game, player: Player): any",
        "What it can be used on: a list or selection of texts, numbers, players, pieces, tiles, features, cells or placements. An empty list or nil: on nothing now. Where left out, it needs nothing to be used on. It only looks.",
    ),
    key(
        "perform",
        "fun(game: Game, player: Player, option: any)",
        "Does it. `option` is what the player chose among `options`. It may change the game and ask.",
    ),
];

/// The keys of a move in a test.
pub const MOVE: &[Key] = &[
    key(
        "place?",
        "{ [1]: integer, [2]: integer, turn?: integer }",
        "Places the tile in hand: `{ x, y }` or `{ x, y, turn = 1 }`.",
    ),
    key(
        "deploy?",
        "table<string, any>",
        "Deploys on the tile just placed, on a kind of feature at a side as the tile lies: `{ road = \"N\" }`, `{ field = \"NL\" }`, or `{ monastery = true }` for the only one. `piece = \"bargee\"` for another piece than a follower.",
    ),
    key(
        "second?",
        "table<string, any>|false",
        "Deploys once more, in the next phase that deploys: written like `deploy`. Where it is left out, that phase is passed; `false` leaves it open.",
    ),
    key("recall?", "boolean", "Takes back the piece that can be taken back for points."),
    key("act?", "string", "Uses an action, by its name."),
    key("on?", "any", "What the action is used on, or the name of that."),
    key("answers?", "any[]", "Answers the questions that come up, in their order: by value or by name."),
    key("answer?", "any", "Answers one question."),
    key(
        "pass?",
        "boolean",
        "Passes. So does `place` where a deployment is offered and none is said; `false` leaves it open.",
    ),
];

/// The methods of selections.
pub const SELECTION: &[Function] = &[
    function("list", &[], "T[]", "All as a plain list, which may be changed."),
    function("count", &[], "integer", "How many there are; so does `#selection`."),
    function("is_empty", &[], "boolean", "Whether there is nothing in it."),
    function("first", &[], "T?", "The first; so is `selection[1]`."),
    function("contains", &[param("wanted", "T", "What is looked for.")], "boolean", "Whether it holds this."),
    function(
        "filter",
        &[param("keep", "fun(each: T): any", "Says true for those that stay.")],
        "self",
        "Those for which `keep` says true.",
    ),
    function(
        "where",
        &[param("field", "string", "The name of a field."), param("value", "any", "What it must be.")],
        "self",
        "Those whose field has a value: `game:pieces():where(\"owner\", player)`, `road:tiles():where(\"inn\", true)`.",
    ),
    function(
        "map",
        &[param("change", "fun(each: T): R", "Makes something of one.")],
        "Selection<R>",
        "What `change` makes of each. Those of which it makes nil are left out.",
    ),
    function(
        "first_of_each",
        &[param("field", "string", "The name of a field.")],
        "self",
        "The first of those whose field has the same value: `player:supply():first_of_each(\"kind\")`. Those without a value are left out.",
    ),
    function(
        "group_by",
        &[param("field", "string", "The name of a field.")],
        "self[]",
        "A list of selections, one for each value that the field has: `game:pieces(\"meeple\"):group_by(\"tile\")`. Those without a value are left out.",
    ),
    function(
        "total",
        &[param("value", "fun(each: T): integer", "Says a number for one.")],
        "integer",
        "The sum of what `value` says of each.",
    ),
    Function {
        name: "followers",
        params: &[],
        ty: "Selection<Follower>",
        doc: "The followers on all of them, each once.",
        of: &["Tile", "Feature"],
    },
    Function {
        name: "pieces",
        params: &[param("filter?", "PieceFilter", "Which pieces; all where left out.")],
        ty: "Selection<Piece>",
        doc: "The pieces of all of them, each once.",
        of: &["Tile", "Feature", "Player"],
    },
    Function {
        name: "features",
        params: &[param(
            "kind?",
            "FeatureKind",
            "A kind of feature, or an attribute of features; all where left out.",
        )],
        ty: "Selection<Feature>",
        doc: "The features on all of them, each once.",
        of: &["Tile"],
    },
];

/// Classes that say more about some things of another.
pub const REFINEMENTS: &[Refinement] = &[Refinement {
    name: "Follower",
    of: "Piece",
    doc: "A piece that claims features and stands on a tile.",
    fields: &[key("owner", "Player", "Whose it is."), key("tile", "Tile", "The tile on which it stands.")],
}];

/// Names for texts.
pub const ALIASES: &[Alias] = &[
    Alias {
        name: "FeatureKind",
        doc: "A kind of feature. Where a method says so, also an attribute, or the name of a tile.",
        values: &["road", "city", "field", "monastery", "garden"],
        open: true,
    },
    Alias {
        name: "PieceFilter",
        doc: "Which pieces: a class, those that count as meeples, or a kind. `follower` means the class.",
        values: &["follower", "special", "neutral", "meeple"],
        open: true,
    },
    Alias {
        name: "PieceClass",
        doc: "What a piece is in the rules: `follower` claims features, `special` belongs to a player and does not, `neutral` belongs to nobody.",
        values: &["follower", "special", "neutral"],
        open: false,
    },
    Alias {
        name: "Phase",
        doc: "A phase of the turn. Those of expansions are called `<expansion>/<name>`.",
        values: &["turn_start", "draw", "place", "deploy", "score", "turn_end"],
        open: true,
    },
    Alias { name: "EdgeKind", doc: "A kind of edge.", values: &["field", "road", "city"], open: true },
    Alias { name: "Side", doc: "A side of a cell.", values: &["N", "E", "S", "W"], open: true },
    Alias {
        name: "Port",
        doc: "A side of a tile, or a half of one: left and right as seen from the middle of the tile.",
        values: &["N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"],
        open: true,
    },
];

/// The type of what the handler of a query returns.
pub fn answer(query: &QueryInfo) -> &'static str {
    if query.hook.starts_with("allow_") { "boolean?, string?" } else { "table<string, integer>|integer|nil" }
}

/// The field of a query that its handler also gets as third argument: the number so far.
pub fn adjusted(query: &QueryInfo) -> Option<&'static FieldInfo> {
    query.fields.iter().find(|field| field.name == "so_far")
}

#[cfg(test)]
mod tests {
    use super::MOVE;

    #[test]
    fn the_keys_of_a_move_are_those_that_tests_accept() {
        let names: Vec<&str> = MOVE.iter().map(|key| key.name.trim_end_matches('?')).collect();
        assert_eq!(names, crate::testing::spec::KEYS);
    }
}
