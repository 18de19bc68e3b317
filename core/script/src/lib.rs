//! The script host of Bastide: expansions in Lua, behind the engine's door.
//!
//! The only crate that knows mlua. It knows no files: expansions come as text ([`source::Source`]).
//! What scripts can listen to is declared in the engine (`EVENTS`, `QUERIES`), what they can call in
//! [`api::CLASSES`]; bindings, type definitions and reference pages all come from these tables.

pub mod api;
mod convert;
pub mod coverage;
mod error;
pub mod handle;
mod hooks;
mod host;
mod load;
mod names;
pub mod reference;
mod shared;
pub mod source;
pub mod testing;
mod vm;
pub mod words;

pub use error::in_its_words;
pub use hooks::Listener;
pub use host::{LuaHost, Spent};
pub use load::{load, load_host, load_recorded};
pub use source::{API_VERSION, Limits, LoadErrors, Source};
