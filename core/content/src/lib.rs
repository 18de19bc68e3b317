//! Content of Bastide: tile sets and expansion manifests, read from TOML, checked, and chosen from.
//!
//! This crate knows files and nothing of rules in motion: it makes the engine's [`Setup`] from what
//! people write. It reads through [`files::Files`], never from a disk. Whatever is wrong with a file
//! becomes a [`diagnostic::Diagnostic`], all of them at once.
//!
//! Read in this order: [`files`], [`diagnostic`], [`pages`], [`fix`], [`names`], `document` and `syntax` (TOML with
//! places), [`options`], [`schema`] (what can stand in a file), [`lexicon`], [`fields`], [`tileset`], [`manifest`],
//! [`library`], [`order`], `vocabulary`, [`select`], [`check`](mod@check), [`lint`], [`peer`].
//!
//! ```
//! use bastide_content::{Library, MemoryFiles, SelectionRequest};
//!
//! let tiles = r#"
//! format = 1
//! id = "base"
//! name = "Only crossings"
//! [start]
//! tile = "X"
//! [tiles.X]
//! count = 5
//! road = ["N", "E", "S", "W"]
//! "#;
//! let files = MemoryFiles::new().with("tiles/base.toml", tiles);
//! let library = Library::open(&files, &[]);
//! let selection = library.select(&SelectionRequest::new(["Ada", "Ben"]))?;
//! assert_eq!(selection.setup.stack, [("base/X".to_owned(), 5)]);
//! # Ok::<(), bastide_content::Report>(())
//! ```
//!
//! [`Setup`]: bastide_engine::ruleset::Setup

pub mod check;
pub mod diagnostic;
mod document;
pub mod fields;
pub mod files;
pub mod fix;
pub mod lexicon;
pub mod library;
pub mod lint;
pub mod manifest;
pub mod names;
pub mod options;
pub mod order;
pub mod pages;
pub mod peer;
pub mod schema;
pub mod select;
mod syntax;
pub mod tileset;
mod vocabulary;

pub use check::check;
pub use diagnostic::{Diagnostic, Report, Severity, Source};
pub use files::{FileError, Files, MemoryFiles};
pub use library::Library;
pub use manifest::Manifest;
pub use options::{OptionDef, OptionType, base_options};
pub use select::{LoadedExpansion, Selection, SelectionRequest};
pub use tileset::TileSet;
