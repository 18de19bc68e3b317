//! The reference as files.

use bastide_content::library::Library;
use bastide_script::reference::{definition_files, pages};

use super::schema::Words;
use super::{html, schema, tables};

/// A form of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Pages of Markdown.
    Markdown,
    /// One page of HTML, with a search.
    Html,
    /// Definitions for Lua language servers.
    Luacats,
    /// JSON schemas of TOML files.
    Schema,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Markdown, Format::Html, Format::Luacats, Format::Schema];
}

/// The files of a form: paths in the folder of the reference, and texts. `library` holds the
/// expansions whose words the schemas know.
pub fn files(format: Format, library: &Library) -> Vec<(String, String)> {
    match format {
        Format::Markdown => markdown(),
        Format::Html => vec![("index.html".to_owned(), html::page())],
        Format::Luacats => definition_files(),
        Format::Schema => {
            let files = schema::files(&Words::of_library(library)).into_iter();
            files.map(|(name, text)| (format!("schema/{name}"), text)).collect()
        }
    }
}

/// All pages in Markdown, those about scripts first.
pub fn markdown() -> Vec<(String, String)> {
    pages().into_iter().chain(tables::pages()).collect()
}
