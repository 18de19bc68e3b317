//! What stands in a tile set.

use super::manifest::WORDS;
use super::{More, Names, TEXTS, Table, Type, Word, key, needed, table};

const COUNTS: Type = Type::Either(&[Type::Number(1, 999), Type::Table(&COUNT)]);
const RECOUNTS: Type = Type::Either(&[Type::Number(0, 999), Type::Table(&COUNT)]);

/// A tile set.
pub static TILE_SET: Table = Table {
    title: "tiles/*.toml",
    doc: "A tile set: what one sees on its tiles. Fields follow from the rest.",
    keys: &[
        &[
            needed("format", Type::Exactly(1), "The version of this file's format: always 1."),
            needed("id", Type::Id, "The id of the set: the name of the file without `.toml`."),
            needed("name", Type::Text, "What people call it."),
            key("description", Type::Text, "A sentence for people."),
            key("jcz", Type::Text, "The set's id in JCloisterZone, without an edition."),
        ],
        &WORDS,
        &[
            key(
                "tiles",
                Type::Map(Names::Tiles, &Type::Table(&TILE)),
                "The tiles, by name; a game calls each `<id>/<name>`.",
            ),
            key(
                "parts",
                Type::Map(Names::Tiles, &Type::Table(&PART)),
                "Tiles of this file that are a set of their own, by name.",
            ),
            key(
                "blocks",
                Type::Map(Names::Tiles, &Type::Table(&BLOCK)),
                "Pieces of cardboard that cover several cells, by name.",
            ),
            key(
                "start",
                Type::Either(&[Type::Table(&START), Type::List(&Type::Table(&START))]),
                "What lies on the board before the first turn; `[[start]]` for several.",
            ),
            key(
                "counts",
                Type::Map(Names::Any, &Type::Map(Names::Any, &RECOUNTS)),
                "How many there are of the tiles of other sets, in games with this one, by set and tile; `others` for those that are not named.",
            ),
        ],
    ],
    more: More::None,
    one_of: Some((&["tiles", "counts"], true)),
};

/// A tile.
pub static TILE: Table = Table {
    title: "[tiles.NAME]",
    doc: "A tile, as it lies unturned. Besides these keys it has its features (`road`, `city`, `monastery`) and the attributes that are declared for tiles.",
    keys: &[&[
        key("count", COUNTS, "How many there are, or by edition; one that is not named has none."),
        key("jcz", Type::Text, "The tile's id in JCloisterZone, for exchange with that program."),
        key(
            "edges",
            Type::Table(&EDGES),
            "Rarely needed: kinds of edges that do not follow from the features.",
        ),
        key(
            "field",
            Type::List(&Type::Table(&FIELD)),
            "Rarely needed: all fields of the tile, where they are drawn in another way than would follow, or attributes of those that follow.",
        ),
        key(
            "bare",
            Type::Text,
            "Rarely needed: half-sides that belong to nothing, such as those along a wall: `ER SL`.",
        ),
    ]],
    more: More::Tile,
    one_of: None,
};

/// How many there are of a tile, by edition.
pub static COUNT: Table = table(
    "{ first, second }",
    "How many there are of a tile in each edition; one that is left out has none.",
    &[&[
        key("first", Type::Number(0, 999), "How many the first edition has."),
        key("second", Type::Number(0, 999), "How many the second edition has."),
    ]],
);

/// Edges of a tile.
pub static EDGES: Table = table(
    "edges",
    "Kinds of edges, by side.",
    &[&[
        key("N", Type::Word(Word::Edge), "The edge in the north."),
        key("E", Type::Word(Word::Edge), "The edge in the east."),
        key("S", Type::Word(Word::Edge), "The edge in the south."),
        key("W", Type::Word(Word::Edge), "The edge in the west."),
    ]],
);

/// A field that is written out, or marked.
pub static FIELD: Table = Table {
    title: "field",
    doc: "A field. With `ports` all fields of the tile are written out, with a side of each city that a field touches (`city = \"N S\"`); with `at` an inferred one gets attributes.",
    keys: &[&[
        key("ports", Type::Text, "The half-sides of the field: `EL WR`."),
        key("at", Type::Text, "Instead of `ports`: one half-side of an inferred field."),
    ]],
    more: More::Field,
    one_of: Some((&["ports", "at"], false)),
};

/// A feature that crosses edges.
pub static FEATURE_ACROSS: Table = Table {
    title: "road, city",
    doc: "A road, a city, or another feature that crosses edges, with the attributes that are declared for it.",
    keys: &[&[
        needed("sides", Type::Text, "The sides where it leaves the tile: `N E`."),
        key("over", Type::Flag, "Whether it passes above what it crosses."),
    ]],
    more: More::Segment,
    one_of: None,
};

/// A feature that lies inside a tile.
pub static FEATURE_INSIDE: Table = Table {
    title: "monastery, garden",
    doc: "A monastery, a garden, or another feature inside the tile, with the attributes that are declared for it.",
    keys: &[],
    more: More::Segment,
    one_of: None,
};

/// Several tiles as one piece.
pub static BLOCK: Table = table(
    "[blocks.NAME]",
    "A piece of cardboard that covers several cells.",
    &[&[needed(
        "rows",
        TEXTS,
        "Names of tiles from north to south, each row from west to east, `.` for a cell that does not belong to it.",
    )]],
);

/// What lies on the board before the first turn.
pub static START: Table = Table {
    title: "[start]",
    doc: "A tile or a block that lies on the board before the first turn.",
    keys: &[&[
        key("tile", Type::Text, "A tile of this set, without the id of the set."),
        key("block", Type::Text, "A block of this set, instead of a tile."),
        key("at", Type::Cell(100), "Cells to the east and to the south; `[0, 0]` where left out."),
        key("turn", Type::Number(0, 3), "Clockwise quarters; 0 where left out."),
    ]],
    more: More::None,
    one_of: Some((&["tile", "block"], false)),
};

/// Tiles that are a set of their own.
pub static PART: Table = table(
    "[parts.NAME]",
    "Tiles of this file that are sold, or chosen, as a set of their own.",
    &[&[
        needed(
            "tiles",
            Type::Map(Names::Any, &COUNTS),
            "How many there are of which tile; one of another file by its id in JCloisterZone.",
        ),
        key("without", TEXTS, "Tiles that leave the game when the part is in play."),
        key("jcz", Type::Text, "The part's id in JCloisterZone, without an edition."),
        key("most", Type::Number(1, 99), "How often the part can be in one game."),
        key("needs", Type::Text, "The part is only in play together with a tile of this `group`."),
    ]],
);
