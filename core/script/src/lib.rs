//! The script host of Bastide: expansions in Lua, behind the engine's door.
//!
//! The only crate that knows mlua. It knows no files: expansions come as text ([`source::Source`]).
//! What scripts can listen to is declared in the engine (`EVENTS`, `QUERIES`), what they can call in
//! [`api::CLASSES`]; bindings, type definitions and reference pages all come from these tables.

pub mod api;
mod convert;
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

pub use hooks::Listener;
pub use host::{LuaHost, Spent};
pub use load::{load, load_host};
pub use source::{API_VERSION, Limits, LoadErrors, Source};
