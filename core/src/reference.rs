//! The reference of everything that people write: hooks and classes of scripts, tables and keys of
//! TOML files. Pages, a searchable page of HTML, definitions for editors and JSON schemas are all made
//! from the tables with which the program itself reads scripts and files.

mod entries;
mod entry;
pub mod explain;
pub mod files;
pub mod html;
pub mod order;
pub mod schema;
pub mod tables;

pub use self::entries::entries;
pub use self::entry::{Detail, Entry, Kind, find};
