//! The page and heading of the documents for each kind of mistake. A test looks whether they exist.

/// The file of a manifest.
const MANIFEST: &str = "expansion.toml";

/// A kind of mistake, the page about it, and another page where it stands in a tile set.
type Row = (&'static str, &'static str, &'static str);

const KEYS: &str = "docs/tile-sets.md#keys-of-a-tile";
const FILE: &str = "docs/tile-sets.md#keys-of-the-file";
const SIDES: &str = "docs/tile-sets.md#sides-halves-and-turns";
const FIELDS: &str = "docs/tile-sets.md#fields";
const BLOCKS: &str = "docs/tile-sets.md#blocksname";
const START: &str = "docs/tile-sets.md#start";
const COUNTS: &str = "docs/tile-sets.md#countsset";
const WHERE: &str = "docs/tile-sets.md#where-a-tile-set-lies";
const MANIFESTS: &str = "docs/expansions.md#the-manifest";
const ATTRIBUTES: &str = "docs/expansions.md#attributes";
const KINDS: &str = "docs/expansions.md#edges-and-features";
const PIECES: &str = "docs/expansions.md#pieces";
const OPTIONS: &str = "docs/expansions.md#phases-and-options";
const CONDITIONS: &str = "docs/expansions.md#conditions";
const FOLDER: &str = "docs/expansions.md#how-expansions-are-made";
const HOOKS: &str = "docs/api/hooks.md#hooks";
const CHECK: &str = "docs/check.md#the-table";
const CHECK_TYPES: &str = "docs/check.md#types";
const PEER: &str = "docs/peer-games.md#what-is-called-how";

/// Every kind of mistake, in the order of the alphabet.
const PAGES: &[Row] = &[
    ("attribute-unknown", CHECK, ""),
    ("attribute-unread", CHECK, ""),
    ("attribute-unset", CHECK, ""),
    ("bad-action", "docs/api/actions.md#actions", ""),
    ("bad-block", BLOCKS, ""),
    ("bad-count", KEYS, ""),
    ("bad-dependency", MANIFESTS, ""),
    ("bad-id", MANIFESTS, FILE),
    ("bad-name", PEER, ""),
    ("bad-option", OPTIONS, ""),
    ("bad-piece", PIECES, ""),
    ("bad-version", MANIFESTS, ""),
    ("block-unplaced", CHECK, ""),
    ("colon", "docs/mistakes.md#colon", ""),
    ("completion-unpaid", CHECK, ""),
    ("crossing", SIDES, ""),
    ("cycle", MANIFESTS, ""),
    ("declared-twice", KINDS, ""),
    ("duplicate-half", FIELDS, ""),
    ("duplicate-id", MANIFESTS, FILE),
    ("duplicate-jcz", KEYS, ""),
    ("duplicate-side", SIDES, ""),
    ("edge-mismatch", SIDES, ""),
    ("edge-unused", CHECK, ""),
    ("empty-condition", CONDITIONS, ""),
    ("endless", "docs/mistakes.md#endless", ""),
    ("event-unknown", CHECK, ""),
    ("event-unraised", CHECK, ""),
    ("feature-endless", CHECK, ""),
    ("feature-unused", CHECK, ""),
    ("field-on-city", FIELDS, ""),
    ("file-unused", CHECK, ""),
    ("global", "docs/mistakes.md#global", ""),
    ("id-mismatch", MANIFESTS, FILE),
    ("impossible-tile", KEYS, ""),
    ("lua-colon", CHECK, ""),
    ("lua-syntax", "docs/mistakes.md#lua-syntax", ""),
    ("lua-types", CHECK_TYPES, ""),
    ("lua-unknown-field", CHECK, ""),
    ("lua-unknown-name", CHECK, ""),
    ("memory", "docs/mistakes.md#memory", ""),
    ("misplaced-attribute", ATTRIBUTES, ""),
    ("missing-count", KEYS, ""),
    ("missing-dependency", MANIFESTS, ""),
    ("missing-file", "docs/mistakes.md#missing-file", ""),
    ("missing-half", FIELDS, ""),
    ("missing-key", MANIFESTS, FILE),
    ("missing-sides", SIDES, ""),
    ("missing-tiles", FILE, ""),
    ("mixed-fields", FIELDS, ""),
    ("nil", "docs/mistakes.md#nil", ""),
    ("no-expansion", FOLDER, ""),
    ("no-feature", CONDITIONS, ""),
    ("no-main", FOLDER, ""),
    ("no-piece", CONDITIONS, ""),
    ("no-points", CONDITIONS, ""),
    ("no-table", "docs/mistakes.md#no-table", ""),
    ("no-tile", CONDITIONS, ""),
    ("not-available", "docs/mistakes.md#not-available", ""),
    ("nothing-to-check", WHERE, ""),
    ("only-looks", "docs/mistakes.md#only-looks", ""),
    ("option-unknown", CHECK, ""),
    ("option-unused", CHECK, ""),
    ("out-of-range", MANIFESTS, KEYS),
    ("own-count", COUNTS, ""),
    ("phase-unused", CHECK, ""),
    ("piece-stands-nowhere", CHECK, ""),
    ("piece-unused", CHECK, ""),
    ("piece-without-supply", CHECK, ""),
    ("place-unused", CHECK, ""),
    ("priority-unknown", CHECK, ""),
    ("read-only", "docs/mistakes.md#read-only", ""),
    ("reserved-name", ATTRIBUTES, ""),
    ("rule-number", CHECK, ""),
    ("rule-unknown", CHECK, ""),
    ("rule-untested", CHECK, ""),
    ("script", "docs/mistakes.md#script", ""),
    ("several-counts", COUNTS, ""),
    ("several-starts", START, ""),
    ("side-fits-nothing", CHECK, ""),
    ("stale", "docs/mistakes.md#stale", ""),
    ("start-overlap", START, ""),
    ("storage", "docs/mistakes.md#storage", ""),
    ("test-without-rule", CHECK, ""),
    ("tile-fits-nowhere", CHECK, ""),
    ("tile-set-unused", CHECK, ""),
    ("toml-syntax", "docs/mistakes.md#toml-syntax", ""),
    ("too-many-kinds", KINDS, ""),
    ("unknown-api", MANIFESTS, ""),
    ("unknown-attribute", ATTRIBUTES, ""),
    ("unknown-edge", KINDS, KEYS),
    ("unknown-expansion", MANIFESTS, ""),
    ("unknown-feature", KINDS, KEYS),
    ("unknown-field", "docs/mistakes.md#unknown-field", ""),
    ("unknown-format", MANIFESTS, FILE),
    ("unknown-half", FIELDS, ""),
    ("unknown-hook", HOOKS, ""),
    ("unknown-key", MANIFESTS, KEYS),
    ("unknown-name", PEER, ""),
    ("unknown-option", OPTIONS, ""),
    ("unknown-phase", OPTIONS, ""),
    ("unknown-piece", PIECES, ""),
    ("unknown-place", PIECES, ""),
    ("unknown-side", SIDES, ""),
    ("unknown-tile", START, ""),
    ("unknown-tile-set", WHERE, ""),
    ("unknown-touch", FIELDS, ""),
    ("unknown-value", MANIFESTS, KEYS),
    ("unmet-version", MANIFESTS, ""),
    ("unplayable", FOLDER, ""),
    ("unreadable", "docs/mistakes.md#unreadable", ""),
    ("unused", MANIFESTS, FILE),
    ("wrong-answer", "docs/mistakes.md#wrong-answer", ""),
    ("wrong-argument", "docs/mistakes.md#wrong-argument", ""),
    ("wrong-attribute", CONDITIONS, ""),
    ("wrong-type", MANIFESTS, KEYS),
    ("wrong-value", "docs/mistakes.md#wrong-value", ""),
];

/// The page and heading about a kind of mistake in some file, `docs/tile-sets.md#fields`.
pub fn page(code: &str, file: Option<&str>) -> Option<&'static str> {
    let (_, page, in_tile_set) = PAGES.iter().find(|(known, _, _)| *known == code)?;
    let is_tile_set = file.is_some_and(|file| file.ends_with(".toml") && !file.ends_with(MANIFEST));
    Some(if is_tile_set && !in_tile_set.is_empty() { in_tile_set } else { page })
}

/// Every kind of mistake, with the pages about it.
pub fn all() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    PAGES.iter().map(|(code, page, in_tile_set)| {
        let pages = [*page, *in_tile_set].into_iter().filter(|page| !page.is_empty());
        (*code, pages.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_mistake_stands_once_and_in_order() {
        let codes: Vec<&str> = all().map(|(code, _)| code).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }

    #[test]
    fn a_tile_set_has_pages_of_its_own() {
        assert_eq!(page("unknown-key", Some("mills/expansion.toml")), Some(MANIFESTS));
        assert_eq!(page("unknown-key", Some("mills/tiles/mills.toml")), Some(KEYS));
        assert_eq!(page("no such code", None), None);
    }
}
