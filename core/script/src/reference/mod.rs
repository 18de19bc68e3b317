//! The reference: type definitions for editors and pages for people, made from the tables that the
//! bindings come from ([`EVENTS`], [`QUERIES`], [`CLASSES`]) and from the few in [`tables`] that
//! describe what is written in Lua.
//!
//! The results are part of the repository. A test compares them, and writes them again with
//! `BASTIDE_BLESS=1 cargo test -p bastide-script --test reference`.
//!
//! [`EVENTS`]: bastide_engine::event::EVENTS
//! [`QUERIES`]: bastide_engine::host::QUERIES
//! [`CLASSES`]: crate::api::CLASSES

pub mod tables;

pub mod examples;
pub mod library;
mod lua;
pub mod moments;
mod pages;
mod types;

pub use lua::lua_definitions;
pub use pages::{anchor, pages, variable};
pub use types::class_page;

pub use crate::load::LIBRARY;

/// What stands at the top of every generated file.
const GENERATED: &str = "Generated: change the tables in core/ instead, then BASTIDE_BLESS=1 cargo test -p bastide-script --test reference";

/// All files that an editor needs to check the scripts of an expansion: path and text. The library
/// stands beside the definitions as it is required, `bastide/list.lua` for `bastide.list`.
pub fn definition_files() -> Vec<(String, String)> {
    let library = LIBRARY.iter().map(|(name, text)| (format!("bastide/{name}.lua"), (*text).to_owned()));
    std::iter::once(("bastide.lua".to_owned(), lua_definitions())).chain(library).collect()
}
