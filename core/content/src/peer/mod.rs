//! Exchange with JCloisterZone: its names for what we have, and its tile definitions.
//!
//! What its elements, rules and pieces are called here is data: for the base game in
//! `tiles/peer/jcloisterzone.toml`, for an expansion in its manifest under `[peer.jcloisterzone]`.
//! [`mapping`] reads both. Its tile definitions, which [`xml`] reads, become tile sets of ours by
//! [`mod@import`].

pub mod import;
pub mod mapping;
mod read;
mod words;
mod write;
pub mod xml;

pub use import::{DefinitionFile, Import, import};
pub use mapping::{Effect, FeatureNames, Mapping, Offer, PROGRAM, PieceNames, PlaceNames};
