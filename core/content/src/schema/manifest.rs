//! What stands in `expansion.toml`.

use super::{IDS, Key, More, Names, TEXTS, Table, Type, Word, key, needed, table};
use crate::schema::names::NAMES;

/// A text of names of features.
const FEATURES: Type = Type::List(&Type::Word(Word::Feature));
const PIECES: Type = Type::List(&Type::Word(Word::Piece));
const PLACES: Type = Type::List(&Type::Word(Word::Place));
/// Points for each, or by whether the feature is complete.
const POINTS: Type = Type::Either(&[Type::Number(-1000, 1000), Type::Table(&RATE)]);
const DEPENDENCIES: Type = Type::List(&Type::Dependency);

/// The tables that tile sets can have too.
pub(super) static WORDS: [Key; 3] = [
    key("attributes", Type::Table(&ATTRIBUTES), "What tiles, and the parts of features on them, can carry."),
    key("edges", Type::Map(Names::Ids, &Type::Table(&EDGE)), "Kinds of edges, by name."),
    key("features", Type::Map(Names::Ids, &Type::Table(&FEATURE)), "Kinds of features, by name."),
];

/// The manifest of an expansion.
pub static MANIFEST: Table = Table {
    title: "expansion.toml",
    doc: "The manifest of an expansion: what a table can say. What it cannot say stands in `main.lua`.",
    keys: &[
        &[
            needed("format", Type::Exactly(1), "The version of this file's format: always 1."),
            needed("id", Type::Id, "The id of the expansion: the name of its folder."),
            needed("name", Type::Text, "What people call it."),
            needed(
                "version",
                Type::Version,
                "Three numbers: the middle one grows with new things, the first with changed rules.",
            ),
            needed(
                "api",
                Type::Exactly(crate::manifest::API),
                "The version of the script interface that it is written for.",
            ),
            key("description", Type::Text, "A sentence for people."),
            key("tiles", IDS, "Tile sets that it brings: `tiles/<id>.toml` in its folder, or a bundled one."),
            key("depends", DEPENDENCIES, "Expansions without which it cannot be: `inns`, `inns >= 1.2`."),
            key("optional", DEPENDENCIES, "Expansions that it knows and can do without."),
            key("after", IDS, "Expansions that it follows in the load order, if they are in play."),
            key("before", IDS, "Expansions that it precedes in the load order, if they are in play."),
        ],
        &WORDS,
        &[
            key("pieces", Type::Map(Names::Ids, &Type::Table(&PIECE)), "Kinds of pieces, by name."),
            key(
                "places",
                Type::Map(Names::Ids, &Type::Table(&PLACE)),
                "Where else pieces can be; the game calls each `<id>/<name>`.",
            ),
            key(
                "phases",
                Type::Map(Names::Ids, &Type::Table(&PHASE)),
                "Phases of the turn; the game calls each `<id>/<name>`.",
            ),
            key(
                "options",
                Type::Map(Names::Ids, &Type::Table(&OPTION)),
                "Rules that players choose between.",
            ),
            key(
                "when",
                Type::Conditions(&CONDITION),
                "Conditions without which a hook, or `actions.<name>`, is not called.",
            ),
            key("peer", Type::Table(&PEER), "Whatever exchange with other programs needs, by program."),
        ],
    ],
    more: More::None,
    one_of: None,
};

/// What tiles and segments can carry.
pub static ATTRIBUTES: Table = table(
    "[attributes]",
    "What tiles, and the parts of features on them, can carry.",
    &[&[
        key("tile", Type::Map(Names::Ids, &Type::Table(&ATTRIBUTE_OF_TILE)), "Attributes of tiles, by name."),
        key(
            "segment",
            Type::Map(Names::Ids, &Type::Table(&ATTRIBUTE_OF_SEGMENT)),
            "Attributes of features' parts, by name.",
        ),
    ]],
);

const ATTRIBUTE: &[Key] = &[
    key("values", TEXTS, "The names that it can have."),
    key(
        "type",
        Type::Choice(&["flag", "number", "name"]),
        "What it is: `flag` is true or false, `number` a whole number, `name` any text.",
    ),
    key(
        "merge",
        Type::Choice(&["sum", "any", "all"]),
        "What a feature of several tiles has of it: the sum, whether any part has it, whether all have it.",
    ),
    key("doc", Type::Text, "What it means."),
];

/// A declared attribute of tiles.
pub static ATTRIBUTE_OF_TILE: Table = Table {
    title: "[attributes.tile.NAME]",
    doc: "An attribute of tiles: tile sets write it as a key of the tile.",
    keys: &[ATTRIBUTE],
    more: More::None,
    one_of: Some((&["values", "type"], true)),
};

/// A declared attribute of segments.
pub static ATTRIBUTE_OF_SEGMENT: Table = Table {
    title: "[attributes.segment.NAME]",
    doc: "An attribute of a feature's part on a tile: tile sets write it beside the sides.",
    keys: &[ATTRIBUTE, &[key("on", FEATURES, "Kinds of features that can have it; all where left out.")]],
    more: More::None,
    one_of: Some((&["values", "type"], true)),
};

/// A declared kind of edge.
pub static EDGE: Table = table(
    "[edges.NAME]",
    "A kind of edge: tiles touch only where their edges are of one kind.",
    &[&[
        key("carries", Type::Word(Word::Feature), "The kind of feature that crosses it."),
        key("whole", Type::Flag, "Whether that takes the whole side of a tile, as a city does."),
    ]],
);

/// A declared kind of feature.
pub static FEATURE: Table = table(
    "[features.NAME]",
    "A kind of feature.",
    &[&[
        needed(
            "completion",
            Type::Choice(&["closed", "surrounded", "never"]),
            "What completes it: `closed` no open end, `surrounded` a tile on each of the eight cells around, `never` nothing.",
        ),
        key("scoring", Type::Table(&SCORING), "What it is worth to whoever has the majority."),
        key("claimed_by", PIECES, "Pieces of others that may stand on it: `follower`."),
    ]],
);

/// How a declared feature scores.
pub static SCORING: Table = table(
    "[features.NAME.scoring]",
    "What a kind of feature is worth: points, or `{ complete = 2, incomplete = 1 }`.",
    &[&[
        key("base", POINTS, "For the feature itself."),
        key("tile", POINTS, "For each of its tiles."),
        key("neighbour", POINTS, "For each tile around it."),
        key("empty_neighbour", POINTS, "For each empty cell around it."),
        key("attributes", Type::Map(Names::Any, &POINTS), "For each unit of an attribute, by its name."),
        key("field", Type::Flag, "Whether it is scored as fields are, by the cities that it touches."),
    ]],
);

/// Points by whether a feature is complete.
pub static RATE: Table = table(
    "{ complete, incomplete }",
    "Points by whether the feature is complete; a key that is left out means 0.",
    &[&[
        key("complete", Type::Number(-1000, 1000), "The points when it is complete."),
        key("incomplete", Type::Number(-1000, 1000), "The points at the end of the game when it is not."),
    ]],
);

/// A declared kind of piece.
pub static PIECE: Table = table(
    "[pieces.NAME]",
    "A kind of piece.",
    &[&[
        needed(
            "class",
            Type::Choice(&["follower", "special", "neutral"]),
            "`follower` claims features, `special` belongs to a player and does not, `neutral` belongs to nobody.",
        ),
        key(
            "strength",
            Type::Either(&[Type::Number(0, 100), Type::Table(&STRENGTH)]),
            "What it counts in a majority: a number, or as much as the feature has of an attribute.",
        ),
        key(
            "stands_on",
            FEATURES,
            "Kinds of features on which it may stand; those of a follower where a follower leaves it out.",
        ),
        key("meeple", Type::Flag, "Whether rules that count meeples count it; followers do where left out."),
        key(
            "recallable",
            Type::Flag,
            "Whether its owner, instead of deploying, may take it back from an incomplete feature for what that is worth.",
        ),
        key(
            "needs_follower",
            Type::Flag,
            "Whether it goes home when the last follower of its owner leaves its feature; for special pieces.",
        ),
        key(
            "supply",
            Type::Either(&[Type::Number(0, 100), Type::Table(&SUPPLY)]),
            "How many each player has, or how many there are of a neutral kind; 1 where left out.",
        ),
    ]],
);

/// A strength that follows an attribute.
pub static STRENGTH: Table = table(
    "{ attribute }",
    "A strength that follows an attribute of the feature.",
    &[&[needed("attribute", Type::Word(Word::Attribute), "The attribute, added up over the feature.")]],
);

/// A supply that follows an option.
pub static SUPPLY: Table = table(
    "{ option }",
    "A supply that follows an option of the same manifest.",
    &[&[needed("option", Type::Id, "The option: a number from 0 to at most 100.")]],
);

/// A declared place.
pub static PLACE: Table = table(
    "[places.NAME]",
    "Where else pieces can be besides features and supplies.",
    &[&[key("on_tile", Type::Flag, "Whether there is one on each tile; one for the game where left out.")]],
);

/// A declared phase.
pub static PHASE: Table = Table {
    title: "[phases.NAME]",
    doc: "A phase of the turn.",
    keys: &[&[
        key("after", Type::Word(Word::Phase), "The phase that it follows."),
        key("before", Type::Word(Word::Phase), "The phase that it precedes."),
        key("deploys", PIECES, "Pieces that may be deployed in it."),
    ]],
    more: More::None,
    one_of: Some((&["after", "before"], false)),
};

const OPTION_KEYS: &[Key] = &[
    needed("type", Type::Choice(&["boolean", "choice", "number"]), "What it can be."),
    needed("default", Type::Any, "What it is where nobody says otherwise."),
    needed("doc", Type::Text, "What it changes."),
];
const VALUES: &[Key] = &[needed("values", TEXTS, "For a choice: the words, at least two.")];
const LIMITS: &[Key] = &[
    key("min", Type::Number(-1_000_000, 1_000_000), "For a number: the least, 0 where left out."),
    key("max", Type::Number(-1_000_000, 1_000_000), "For a number: the most."),
    key("or", TEXTS, "For a number: words that may stand instead of one."),
];

/// A declared option, of any type.
pub static OPTION: Table = table(
    "[options.NAME]",
    "A rule that players choose. A game sets it with `--option <id>.NAME=VALUE`.",
    &[OPTION_KEYS, &[key("values", TEXTS, "For a choice: the words, at least two.")], LIMITS],
);

/// An option that is true or false.
pub static OPTION_BOOLEAN: Table =
    table("[options.NAME] of the type boolean", "A rule that is in force or not.", &[OPTION_KEYS]);

/// An option of some words.
pub static OPTION_CHOICE: Table = table(
    "[options.NAME] of the type choice",
    "A rule of which there are several kinds.",
    &[OPTION_KEYS, VALUES],
);

/// An option that is a number.
pub static OPTION_NUMBER: Table =
    table("[options.NAME] of the type number", "A rule with a number in it.", &[OPTION_KEYS, LIMITS]);

/// A condition on a hook.
pub static CONDITION: Table = table(
    "[when.HOOK]",
    "A condition without which the hook is not called. All that it says must hold; of several, `[[when.HOOK]]`, one is enough. For an action, `[when.actions.NAME]`, only `piece_in`, `in_supply`, `has_points`, `phase` and `option`.",
    &[&[
        key("feature", FEATURES, "The feature is of one of these kinds."),
        key(
            "feature_with",
            Type::Word(Word::Attribute),
            "The feature, or one of the tile's features, has this attribute, merged over all its parts.",
        ),
        key(
            "claimed",
            Type::Flag,
            "Whether a follower stands on the feature, or on one of the tile's features, or whether nobody does; with `feature_with` the one is meant that has the attribute.",
        ),
        key(
            "follower_on",
            Type::Word(Word::Attribute),
            "A follower of the feature stands on a tile with this attribute.",
        ),
        key(
            "tile_with",
            Type::Word(Word::FeatureOrAttribute),
            "The tile, or for a feature one of its tiles, has this attribute or shows a feature of this kind.",
        ),
        key(
            "around_with",
            Type::Word(Word::FeatureOrAttribute),
            "The tile or one of the eight around it has this attribute or shows a feature of this kind.",
        ),
        key(
            "piece_in",
            PLACES,
            "A piece is in one of these places; for an action, one of the player who may use it, or of nobody.",
        ),
        key(
            "piece_on",
            PLACES,
            "A piece is in one of these places on the tile, or on one of the feature's tiles.",
        ),
        key(
            "piece",
            PIECES,
            "The piece is of one of these kinds, or of the class `follower`, `special` or `neutral`.",
        ),
        key(
            "in_supply",
            PIECES,
            "A piece of one of these kinds, or of the class `follower`, `special` or `neutral`, is in the supply; for an action, in that of the player who may use it.",
        ),
        key("points", Type::Number(-1000, 1000), "It is about so many points, or more."),
        key(
            "has_points",
            Type::Number(-1000, 1000),
            "All players together have so many points, or more; for an action, the player who may use it has.",
        ),
        key("phase", Type::List(&Type::Word(Word::Phase)), "One of these phases runs."),
        key(
            "option",
            Type::Map(Names::Any, &Type::Either(&[Type::Plain, Type::List(&Type::Plain)])),
            "These options of the expansion have these values, or one of several. Decided once for a game: a handler whose options are otherwise costs it nothing.",
        ),
    ]],
);

/// What exchange with other programs needs.
static PEER: Table = Table {
    title: "[peer.PROGRAM]",
    doc: "Whatever exchange with another program needs.",
    keys: &[&[key(
        crate::peer::PROGRAM,
        Type::Table(&NAMES),
        "What JCloisterZone calls the things of the expansion.",
    )]],
    more: More::Any,
    one_of: None,
};
