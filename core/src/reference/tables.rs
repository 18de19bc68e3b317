//! The pages about TOML files, in Markdown.

use std::fmt::Write as _;

use bastide_content::schema::{FILES, FileKind, Key, More, Table, Type, Word, tables};

/// What stands at the top of every page.
const GENERATED: &str = "Generated: change the tables in core/content/src/schema instead, then BASTIDE_BLESS=1 cargo test --test reference";

/// All pages: name of the file in `docs/api`, and text.
pub fn pages() -> Vec<(String, String)> {
    FILES.iter().map(|file| (format!("toml-{}.md", file.name), page(file))).collect()
}

fn page(file: &FileKind) -> String {
    let mut out = format!("<!-- {GENERATED} -->\n\n# {}\n\n{}\n", file.place, file.table.doc);
    let _ = writeln!(
        out,
        "\nThe schema [{0}](schema/{0}) says the same to editors. `bastide check` says more: what one table says about another.",
        super::schema::file_name(file.name)
    );
    for (at, table) in tables(file.table).into_iter().enumerate() {
        if at > 0 {
            let _ = writeln!(out, "\n## `{}`\n\n{}", table.title, table.doc);
        }
        keys(&mut out, table);
    }
    out
}

fn keys(out: &mut String, table: &'static Table) {
    if table.keys().next().is_some() {
        out.push_str("\n| key | holds | |\n|---|---|---|\n");
    }
    for key in table.keys() {
        let Key { name, ty, required, doc } = key;
        let needed = if *required { " Needed." } else { "" };
        let _ = writeln!(out, "| `{name}` | {} | {}{needed} |", cell(&type_words(ty)), cell(doc));
    }
    if let Some((names, several)) = table.one_of {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let how = if several { "or both" } else { "and not both" };
        let _ = writeln!(out, "\nIt has {}, {how}.", names.join(" or "));
    }
    match table.more {
        More::None => {}
        More::Tile => out.push_str("\nFurther keys are kinds of features and attributes of tiles.\n"),
        More::Segment => out.push_str("\nFurther keys are attributes of features' parts.\n"),
        More::Field => {
            out.push_str("\nFurther keys are attributes of features' parts, and `city` or another kind that takes whole sides.\n");
        }
        More::Any => out.push_str("\nOther keys can hold anything.\n"),
    }
}

/// A text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A type in words.
pub fn type_words(ty: &Type) -> String {
    match ty {
        Type::Exactly(number) => format!("`{number}`"),
        Type::Text => "a text".to_owned(),
        Type::Id => "an id".to_owned(),
        Type::Version => "a version, `\"1.0.0\"`".to_owned(),
        Type::Dependency => "an id, and perhaps which versions".to_owned(),
        Type::Word(word) => word_words(*word).to_owned(),
        Type::Choice(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
            words.join(", ")
        }
        Type::Number(min, max) => format!("a number from {min} to {max}"),
        Type::Flag => "`true` or `false`".to_owned(),
        Type::Plain => "a text, a number, `true` or `false`".to_owned(),
        Type::Any => "anything".to_owned(),
        Type::List(ty) => format!("a list of {}", plural(ty)),
        Type::Cell(most) => format!("two numbers from -{most} to {most}"),
        Type::Table(table) => format!("a table `{}`", table.title),
        Type::Map(_, ty) => format!("for each name {}", type_words(ty)),
        Type::Conditions(table) => format!("for each hook a table `{}`, or several", table.title),
        Type::Either(types) => types.iter().map(type_words).collect::<Vec<_>>().join(", or "),
    }
}

/// Several values of a type, in words.
fn plural(ty: &Type) -> String {
    match ty {
        Type::Text => "texts".to_owned(),
        Type::Id => "ids".to_owned(),
        Type::Dependency => "ids, each perhaps with versions".to_owned(),
        Type::Table(table) => format!("tables `{}`", table.title),
        Type::Word(Word::Feature) => "kinds of features".to_owned(),
        Type::Word(Word::Piece) => "kinds of pieces".to_owned(),
        Type::Word(Word::Edge) => "kinds of edges".to_owned(),
        Type::Word(Word::Phase) => "phases of the turn".to_owned(),
        Type::Word(Word::Place) => "places".to_owned(),
        Type::Word(_) => "attributes".to_owned(),
        ty => format!("values, each {}", type_words(ty)),
    }
}

fn word_words(word: Word) -> &'static str {
    match word {
        Word::Feature => "a kind of feature",
        Word::Attribute => "an attribute",
        Word::FeatureOrAttribute => "an attribute, or a kind of feature",
        Word::Piece => "a kind of piece",
        Word::Edge => "a kind of edge",
        Word::Phase => "a phase of the turn",
        Word::Place => "a place",
    }
}

#[cfg(test)]
mod tests {
    use bastide_content::schema::{MANIFEST, PIECE, TILE_SET};

    use super::*;

    #[test]
    fn types_are_told_in_words() {
        let words = |table: &Table, key: &str| type_words(&table.key(key).unwrap().ty);
        assert_eq!(words(&MANIFEST, "depends"), "a list of ids, each perhaps with versions");
        assert_eq!(words(&MANIFEST, "pieces"), "for each name a table `[pieces.NAME]`");
        assert_eq!(words(&PIECE, "stands_on"), "a list of kinds of features");
        assert_eq!(words(&PIECE, "supply"), "a number from 0 to 100, or a table `{ option }`");
        assert_eq!(words(&TILE_SET, "start"), "a table `[start]`, or a list of tables `[start]`");
    }
}
