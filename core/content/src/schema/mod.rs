//! What can stand in a TOML file: every table with its keys, their types and their meaning, declared
//! once. The readers take their known keys from here, and the schemas for editors and the pages of the
//! reference are made of it.
//!
//! A reader says with `Reader::shaped` which table it reads. That its keys are those of the table is
//! asserted whenever a file is read in a debug build, and so in every test.

mod manifest;
mod names;
mod tiles;

pub use self::manifest::{
    ATTRIBUTE_OF_SEGMENT, ATTRIBUTE_OF_TILE, ATTRIBUTES, CONDITION, EDGE, FEATURE, MANIFEST, OPTION,
    OPTION_BOOLEAN, OPTION_CHOICE, OPTION_NUMBER, PHASE, PIECE, PLACE, RATE, SCORING, STRENGTH, SUPPLY,
};
pub use self::names::{
    ACTION_NAMES, EFFECT, FEATURE_NAMES, NAMES, NAMES_FILE, PIECE_NAMES, PLACE_NAMES, QUESTION_NAMES,
};
pub use self::tiles::{
    BLOCK, COUNT, EDGES, FEATURE_ACROSS, FEATURE_INSIDE, FIELD, PART, START, TILE, TILE_SET,
};

/// A table of a file.
#[derive(Debug)]
pub struct Table {
    /// How it is written: `[pieces.NAME]`, or the name of the file.
    pub title: &'static str,
    /// What it describes.
    pub doc: &'static str,
    /// Its keys, in groups that other tables may share.
    pub keys: &'static [&'static [Key]],
    /// Which other keys there can be.
    pub more: More,
    /// Sets of keys of which exactly one, or with `true` at least one, is written.
    pub one_of: Option<(&'static [&'static str], bool)>,
}

/// Which keys a table can have that are not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// None.
    None,
    /// Features that the words in play know, and attributes of tiles.
    Tile,
    /// Attributes of segments.
    Segment,
    /// Attributes of segments, and kinds of features that fill whole edges.
    Field,
    /// Anything.
    Any,
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it can hold.
    pub ty: Type,
    /// Whether it has to be written.
    pub required: bool,
    /// What it means.
    pub doc: &'static str,
}

/// What a key can hold.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// This number.
    Exactly(i64),
    /// A text.
    Text,
    /// An id: lower case letters, digits and `_`, a letter first.
    Id,
    /// A version of three numbers.
    Version,
    /// An id, and perhaps which versions of it: `inns >= 1.2`.
    Dependency,
    /// A word of which the usual ones are known.
    Word(Word),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from the first to the last.
    Number(i64, i64),
    /// True or false.
    Flag,
    /// A text, a whole number, true or false.
    Plain,
    /// Anything that a game can hold.
    Any,
    /// A list.
    List(&'static Type),
    /// Two numbers: cells to the east and to the south.
    Cell(i64),
    /// A table.
    Table(&'static Table),
    /// A table whose keys are names.
    Map(Names, &'static Type),
    /// Conditions by hook.
    Conditions(&'static Table),
    /// One of these.
    Either(&'static [Type]),
}

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A kind of feature.
    Feature,
    /// An attribute.
    Attribute,
    /// A kind of feature, or an attribute.
    FeatureOrAttribute,
    /// A kind of piece.
    Piece,
    /// A kind of edge.
    Edge,
    /// A phase of the turn.
    Phase,
    /// A place.
    Place,
}

/// How the keys of a table are named that are names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// As ids are.
    Ids,
    /// Letters, digits, `_` and `-`.
    Tiles,
    /// In any way.
    Any,
}

impl Table {
    /// Its keys.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> + use<> {
        self.keys.iter().copied().flatten()
    }

    /// The key of a name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }

    /// The same table for another value of its key `type`, for options, whose keys follow from that.
    pub fn variants(&'static self) -> &'static [(&'static str, &'static Table)] {
        if std::ptr::eq(self, &OPTION) {
            const { &[("boolean", &OPTION_BOOLEAN), ("choice", &OPTION_CHOICE), ("number", &OPTION_NUMBER)] }
        } else {
            &[]
        }
    }
}

/// A file: what it is called, and what stands in it.
#[derive(Debug)]
pub struct FileKind {
    /// The name of its schema.
    pub name: &'static str,
    /// Where such files lie.
    pub place: &'static str,
    /// What stands in it.
    pub table: &'static Table,
}

/// All kinds of files.
pub static FILES: &[FileKind] = &[
    FileKind { name: "expansion", place: "expansion.toml", table: &MANIFEST },
    FileKind { name: "tile-set", place: "tiles/*.toml", table: &TILE_SET },
    FileKind { name: "peer-names", place: "tiles/peer/*.toml", table: &NAMES_FILE },
];

/// All tables of a file, each once, as they are reached from the top.
pub fn tables(of: &'static Table) -> Vec<&'static Table> {
    let mut found = vec![of];
    let mut at = 0;
    while let Some(table) = found.get(at).copied() {
        let below = table.keys().map(|key| &key.ty).flat_map(inner);
        let variants = table.variants().iter().map(|(_, table)| *table);
        let more: &[&'static Table] = match table.more {
            More::Tile => &[&FEATURE_ACROSS, &FEATURE_INSIDE],
            _ => &[],
        };
        for next in below.chain(variants).chain(more.iter().copied()).collect::<Vec<_>>() {
            if !found.iter().any(|known| std::ptr::eq(*known, next)) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

/// The tables that a type leads to.
fn inner(ty: &'static Type) -> Vec<&'static Table> {
    match ty {
        Type::Table(table) | Type::Conditions(table) => vec![table],
        Type::Map(_, ty) | Type::List(ty) => inner(ty),
        Type::Either(types) => types.iter().flat_map(inner).collect(),
        _ => Vec::new(),
    }
}

const fn key(name: &'static str, ty: Type, doc: &'static str) -> Key {
    Key { name, ty, required: false, doc }
}

const fn needed(name: &'static str, ty: Type, doc: &'static str) -> Key {
    Key { name, ty, required: true, doc }
}

const fn table(title: &'static str, doc: &'static str, keys: &'static [&'static [Key]]) -> Table {
    Table { title, doc, keys, more: More::None, one_of: None }
}

const TEXTS: Type = Type::List(&Type::Text);
const IDS: Type = Type::List(&Type::Id);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::words;

    #[test]
    fn every_key_stands_once_in_its_table_and_is_documented() {
        for file in FILES {
            for table in tables(file.table) {
                assert!(!table.doc.is_empty() && !table.title.is_empty());
                let mut names: Vec<&str> = table.keys().map(|key| key.name).collect();
                assert!(table.keys().all(|key| !key.doc.is_empty()), "{}", table.title);
                names.sort_unstable();
                let count = names.len();
                names.dedup();
                assert_eq!(names.len(), count, "{}", table.title);
                for name in table.one_of.iter().flat_map(|(names, _)| *names) {
                    assert!(table.key(name).is_some(), "{}: {name}", table.title);
                }
            }
        }
    }

    #[test]
    fn tables_are_told_apart_by_their_titles() {
        for file in FILES {
            let mut titles: Vec<&str> = tables(file.table).iter().map(|table| table.title).collect();
            titles.sort_unstable();
            let count = titles.len();
            titles.dedup();
            assert_eq!(titles.len(), count, "{titles:?}");
        }
    }

    #[test]
    fn the_words_of_a_choice_are_those_that_the_reader_knows() {
        let choice = |table: &Table, name: &str| match table.key(name).map(|key| key.ty) {
            Some(Type::Choice(words)) => words.to_vec(),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(choice(&FEATURE, "completion"), words::COMPLETIONS.map(|(word, _)| word));
        assert_eq!(choice(&PIECE, "class"), words::CLASSES.map(|(word, _)| word));
        assert_eq!(choice(&ATTRIBUTE_OF_TILE, "type"), words::ATTRIBUTE_TYPES);
        assert_eq!(choice(&ATTRIBUTE_OF_TILE, "merge"), words::MERGES.map(|(word, _)| word));
        assert_eq!(choice(&OPTION, "type"), words::OPTION_TYPES);
        assert_eq!(OPTION.variants().iter().map(|(word, _)| *word).collect::<Vec<_>>(), words::OPTION_TYPES);
        let editions: Vec<&str> = COUNT.keys().map(|key| key.name).collect();
        assert_eq!(editions, crate::options::EDITIONS);
    }
}
