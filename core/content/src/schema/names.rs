//! What another program calls the things of the base game or of an expansion.

use super::{IDS, Key, Names, TEXTS, Table, Type, key, needed, table};

const TEXT_BY_NAME: Type = Type::Map(Names::Any, &Type::Text);
const VALUES: Type = Type::Map(Names::Any, &Type::Plain);

static KEYS: [Key; 13] = [
    key(
        "elements",
        Type::Either(&[TEXTS, Type::Map(Names::Any, &Type::Table(&EFFECT))]),
        "The elements of a setup that select this content: a list of names, or a table of what each means.",
    ),
    key(
        "absent",
        Type::Map(Names::Any, &Type::Table(&EFFECT)),
        "What it means that a setup does not have the element.",
    ),
    key(
        "implied",
        Type::Map(Names::Any, &TEXTS),
        "Elements that come with a tile set though no setup writes them: `{ \"mills/*\" = [\"mill\"] }`.",
    ),
    key(
        "rules",
        Type::Map(Names::Any, &Type::Map(Names::Any, &VALUES)),
        "Options by the value of a rule; `default` where a setup does not mention it.",
    ),
    key("pieces", Type::Map(Names::Any, &Type::Table(&PIECE_NAMES)), "What pieces are called, by our kind."),
    key(
        "features",
        Type::Map(Names::Any, &Type::Either(&[Type::Text, Type::Table(&FEATURE_NAMES)])),
        "What features are called, by our kind, where the name is not ours in capitals.",
    ),
    key(
        "places",
        Type::Map(Names::Any, &Type::Table(&PLACE_NAMES)),
        "As what our places on tiles are shown.",
    ),
    key("phases", TEXT_BY_NAME, "Names of our phases that wait for somebody."),
    key("actions", Type::Map(Names::Any, &Type::Table(&ACTION_NAMES)), "As what our actions are offered."),
    key(
        "questions",
        Type::Map(Names::Any, &Type::Table(&QUESTION_NAMES)),
        "As what our questions are offered, by their prompt.",
    ),
    key("points", TEXT_BY_NAME, "Names of our sources of points, where they differ."),
    key("parts", TEXT_BY_NAME, "Names of what points of features consist of, where they differ."),
    key("tokens", TEXT_BY_NAME, "Names of tokens."),
];

/// The names of an expansion, in its manifest.
pub static NAMES: Table =
    table("[peer.jcloisterzone]", "What JCloisterZone calls the things of the expansion.", &[&KEYS]);

/// The names of the base game, in a file of their own.
pub static NAMES_FILE: Table = table(
    "tiles/peer/*.toml",
    "What another program calls the things of the base game.",
    &[&[needed("format", Type::Exactly(1), "The version of this file's format: always 1.")], &KEYS],
);

/// What an element means.
pub static EFFECT: Table = table(
    "[peer.jcloisterzone.elements.NAME]",
    "What an element of a setup, or its absence, means here.",
    &[&[
        key("options", VALUES, "Options that it sets, by their full names."),
        key("number", Type::Text, "The option that takes its number."),
        key("without", IDS, "Inner features that tiles then do not have."),
    ]],
);

/// The names of a kind of pieces.
pub static PIECE_NAMES: Table = table(
    "[peer.jcloisterzone.pieces.NAME]",
    "The names of a kind of pieces.",
    &[&[
        needed("id", Type::Text, "In the ids of pieces: `small` in `0.small.1`."),
        needed("class", Type::Text, "As a class: `SmallFollower`."),
        key("recall", Type::Text, "The reason that is given when its owner takes it back."),
    ]],
);

/// The names of a kind of features.
pub static FEATURE_NAMES: Table = table(
    "[peer.jcloisterzone.features.NAME]",
    "The names of a kind of features.",
    &[&[
        needed("name", Type::Text, "The kind: `WindMill`."),
        key("points", Type::Text, "What its points are called, whether it is complete or not."),
        key("parts", Type::Flag, "Whether what its points consist of is counted as here."),
    ]],
);

/// As what a place on a tile is shown.
pub static PLACE_NAMES: Table = table(
    "[peer.jcloisterzone.places.NAME]",
    "As what a place on a tile is shown: a feature of the tile.",
    &[&[
        needed("feature", Type::Text, "The kind of the feature."),
        key("location", Type::Text, "Where it is on its tile; `I` where left out."),
    ]],
);

static OFFER: [Key; 5] = [
    needed("item", Type::Text, "The kind of what is offered."),
    needed("message", Type::Text, "The kind of message that takes it."),
    key("with", TEXT_BY_NAME, "Texts that the message has to say besides, by their keys."),
    key("subject", Type::Text, "With what it is offered; where left out, the only text of `with`."),
    key("pointer", Type::Text, "The key under which the message names the option; `pointer` where left out."),
];

/// As what an action is offered.
pub static ACTION_NAMES: Table = table(
    "[peer.jcloisterzone.actions.NAME]",
    "As what our action is offered, and the message that takes the offer.",
    &[&OFFER],
);

/// As what a question is offered.
pub static QUESTION_NAMES: Table = table(
    "[peer.jcloisterzone.questions.NAME]",
    "As what our question is offered, and the message that takes the offer.",
    &[
        &OFFER,
        &[
            key("phase", Type::Text, "The phase that waits."),
            key("pass", Type::Text, "The answer, a text, for which `PASS` stands."),
        ],
    ],
);
