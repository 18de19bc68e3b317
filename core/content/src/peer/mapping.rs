//! What JCloisterZone calls the things that we have.

use std::collections::BTreeMap;

use bastide_engine::value::Value;

use crate::diagnostic::{Diagnostic, Report, Source};
use crate::document::{self, Data, Reader, Sink};
use crate::files::Files;
use crate::manifest::Manifest;

use super::read;

/// The key of the program under `[peer]` in a manifest.
pub const PROGRAM: &str = "jcloisterzone";
/// The file with the names of the base game.
pub const BASE_FILE: &str = "tiles/peer/jcloisterzone.toml";

/// Options by `<expansion>.<name>`.
pub type Options = BTreeMap<String, Value>;

/// What an element of a setup, or its absence, means here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Options that it sets.
    pub options: Options,
    /// The option that takes its number.
    pub number: Option<String>,
    /// Features that tiles then do not have.
    pub without: Vec<String>,
}

/// The names of a kind of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceNames {
    /// In the ids of pieces: `small` in `0.small.1`.
    pub id: String,
    /// As a class: `SmallFollower`.
    pub class: String,
    /// The reason that is given when its owner takes it back for points.
    pub recall: Option<String>,
}

/// The names of a kind of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureNames {
    /// The kind: `YagaHut`.
    pub name: String,
    /// Its points, where these have one name whether it is complete or not.
    pub points: Option<String>,
    /// Whether what its points consist of is counted as here.
    pub parts: bool,
}

/// As what a place on a tile is shown: a feature of the tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceNames {
    /// The kind of the feature.
    pub feature: String,
    /// Where it is on its tile.
    pub location: String,
}

/// As what an action or a question is offered, and the message that takes the offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The phase that waits, for a question.
    pub phase: Option<String>,
    /// What is offered: `ReturnMeeple`.
    pub item: String,
    /// With what.
    pub subject: String,
    /// The kind of message.
    pub message: String,
    /// What the message has to say: texts by their keys.
    pub with: BTreeMap<String, String>,
    /// The key under which the message says which of the options is meant.
    pub pointer: String,
    /// The answer of a question for which the message `PASS` stands.
    pub pass: Option<String>,
}

/// What JCloisterZone calls the things that the base game or an expansion has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// Elements of a setup that select this content.
    pub elements: BTreeMap<String, Effect>,
    /// What it means that one of these elements is not in the setup.
    pub absent: BTreeMap<String, Effect>,
    /// Elements that come with a tile set, although no setup writes them down. A set is named
    /// without its edition; `siege/*` stands for all that begin so.
    pub implied: BTreeMap<String, Vec<String>>,
    /// Options by rule and by the value that the rule has. A rule that a setup does not mention has
    /// the value `default`.
    pub rules: BTreeMap<String, BTreeMap<String, Options>>,
    /// Names of pieces, by our name of the kind.
    pub pieces: BTreeMap<String, PieceNames>,
    /// Names of features, where they differ, by our name of the kind.
    pub features: BTreeMap<String, FeatureNames>,
    /// What places on tiles are shown as, by `<expansion>/<name>`.
    pub places: BTreeMap<String, PlaceNames>,
    /// Names of phases that wait for somebody, by `<expansion>/<name>`.
    pub phases: BTreeMap<String, String>,
    /// What actions are offered as, by `<expansion>.<name>`.
    pub actions: BTreeMap<String, Offer>,
    /// What questions are offered as, by `<expansion>.<prompt>`.
    pub questions: BTreeMap<String, Offer>,
    /// Names of sources of points, where they differ, by our names.
    pub points: BTreeMap<String, String>,
    /// Names of what points of features consist of, where they differ, by our names.
    pub parts: BTreeMap<String, String>,
    /// Names of tokens, by our names.
    pub tokens: BTreeMap<String, String>,
}

impl Mapping {
    /// The names of the base game.
    ///
    /// # Errors
    ///
    /// All mistakes in the file, or that it is not there.
    pub fn base(files: &dyn Files) -> Result<Mapping, Report> {
        let text = files.read(BASE_FILE).map_err(|error| {
            let missing = Diagnostic::error("unreadable", error.reason).in_file(BASE_FILE);
            Report { diagnostics: vec![missing] }
        })?;
        let sink = Sink::new(Source::new(BASE_FILE, text));
        let entries = document::parse(&sink);
        let reader = Reader::new(&sink, "", 0..0, &entries);
        document::check_format(&reader, "a file of names");
        let mapping = read::mapping(reader, None);
        finish(sink, mapping)
    }

    /// The names of an expansion; nothing where it has none.
    ///
    /// # Errors
    ///
    /// All mistakes in what the manifest says.
    pub fn of(manifest: &Manifest) -> Result<Option<Mapping>, Report> {
        let sink = Sink::new(manifest.source.clone());
        let entries = document::parse(&sink);
        // The manifest has no mistake elsewhere.
        let peer = entries.iter().find(|entry| entry.key == "peer");
        let Some(Data::Table(programs)) = peer.map(|entry| &entry.node.data) else { return Ok(None) };
        let Some(own) = programs.iter().find(|entry| entry.key == PROGRAM) else { return Ok(None) };
        let Some(reader) = Reader::of(&sink, format!("`peer.{PROGRAM}`"), own) else {
            return finish(sink, None);
        };
        let mapping = read::mapping(reader, Some(manifest));
        finish(sink, Some(mapping))
    }

    /// The elements that come with a tile set, named without its edition.
    pub fn implied_by<'a>(&'a self, set: &'a str) -> impl Iterator<Item = &'a str> {
        let fits = move |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => set.starts_with(start),
            None => set == pattern,
        };
        let found = self.implied.iter().filter(move |(pattern, _)| fits(pattern));
        found.flat_map(|(_, elements)| elements.iter().map(String::as_str))
    }
}

fn finish<T>(sink: Sink, found: T) -> Result<T, Report> {
    let report = sink.finish();
    if report.is_empty() { Ok(found) } else { Err(report) }
}
