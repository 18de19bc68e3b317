//! The rules engine of Bastide.
pub mod geometry;
pub mod ruleset;
pub mod tile;
pub mod value;
