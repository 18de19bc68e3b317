//! The words that a schema knows.

use std::collections::BTreeSet;

use bastide_content::library::Library;
use bastide_content::manifest::{AttributeDecl, EdgeDecl, Manifest};
use bastide_content::schema::Word;
use bastide_engine::tile::{AttributeScope, AttributeType, Vocabulary};

/// Phases of every turn.
const PHASES: [&str; 6] = ["turn_start", "draw", "place", "deploy", "score", "turn_end"];
/// The words of which a schema knows: completed by editors, and what tiles can have.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Kinds of features: the name, and whether they cross edges.
    pub(super) features: Vec<(String, bool)>,
    pub(super) attributes: Vec<Attribute>,
    pieces: BTreeSet<String>,
    edges: BTreeSet<String>,
    places: BTreeSet<String>,
    phases: BTreeSet<String>,
    /// Kinds of features that take whole edges, as cities do.
    pub(super) whole: BTreeSet<String>,
    /// Whether tiles may have words of others, such as those of a manifest that is still written.
    pub(super) open: bool,
}

/// An attribute that tiles or segments can have.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) scope: AttributeScope,
    pub(super) ty: AttributeType,
    pub(super) on: Vec<String>,
    pub(super) doc: String,
}

impl Words {
    /// The words of the base game. Tiles may have others.
    pub fn base() -> Words {
        let vocabulary = Vocabulary::base();
        let crosses = |name: &str| {
            let id = vocabulary.feature_kind(name);
            id.is_some_and(|id| vocabulary.edge_of(id).is_some())
        };
        let features = vocabulary.feature_kinds.iter().map(|kind| (kind.name.clone(), crosses(&kind.name)));
        let whole = vocabulary
            .edge_kinds
            .iter()
            .filter(|edge| edge.whole)
            .filter_map(|edge| edge.carries.map(|id| vocabulary.feature_kinds[id.index()].name.clone()));
        let coats = Attribute {
            name: "coats_of_arms".to_owned(),
            scope: AttributeScope::Segment,
            ty: AttributeType::Number,
            on: vec!["city".to_owned()],
            doc: "How many coats of arms the city has on this tile.".to_owned(),
        };
        Words {
            whole: whole.collect(),
            features: features.collect(),
            attributes: vec![coats],
            pieces: vocabulary.piece_kinds.iter().map(|kind| kind.name.clone()).collect(),
            edges: vocabulary.edge_kinds.iter().map(|kind| kind.name.clone()).collect(),
            phases: PHASES.map(str::to_owned).into(),
            places: BTreeSet::new(),
            open: true,
        }
    }

    /// The words of the base game and of all expansions of a library. Tiles have no others, unless
    /// their file declares words of its own.
    pub fn of_library(library: &Library) -> Words {
        let mut words = Words::base();
        library.manifests().for_each(|manifest| words.add(manifest));
        words.open = false;
        words
    }

    /// The words of the base game and of one expansion. Tiles may have others: the manifest grows.
    pub fn of_expansion(manifest: &Manifest) -> Words {
        let mut words = Words::base();
        words.add(manifest);
        words
    }

    fn add(&mut self, manifest: &Manifest) {
        for declared in &manifest.features {
            let name = &declared.name.name;
            let carried =
                |edge: &&EdgeDecl| edge.carries.as_ref().is_some_and(|carries| carries.name == *name);
            if !self.features.iter().any(|(known, _)| known == name) {
                self.features.push((name.clone(), manifest.edges.iter().any(|edge| carried(&edge))));
            }
        }
        for edge in &manifest.edges {
            self.edges.insert(edge.name.name.clone());
            self.whole.extend(edge.carries.iter().filter(|_| edge.whole).map(|kind| kind.name.clone()));
        }
        for AttributeDecl { name, scope, ty, on, doc, .. } in &manifest.attributes {
            self.attributes.push(Attribute {
                name: name.name.clone(),
                scope: *scope,
                ty: ty.clone(),
                on: on.iter().map(|kind| kind.name.clone()).collect(),
                doc: doc.clone(),
            });
        }
        self.pieces.extend(manifest.pieces.iter().map(|piece| piece.name.name.clone()));
        self.places.extend(manifest.places.iter().map(|place| place.name.name.clone()));
        self.phases.extend(manifest.phases.iter().map(|(phase, _)| phase.name.clone()));
    }

    pub(super) fn known(&self, word: Word) -> Vec<&str> {
        let features = || self.features.iter().map(|(name, _)| name.as_str());
        let attributes = || self.attributes.iter().map(|attribute| attribute.name.as_str());
        let mut words: Vec<&str> = match word {
            Word::Feature => features().collect(),
            Word::Attribute => attributes().collect(),
            Word::FeatureOrAttribute => attributes().chain(features()).collect(),
            Word::Piece => self.pieces.iter().map(String::as_str).collect(),
            Word::Edge => self.edges.iter().map(String::as_str).collect(),
            Word::Phase => self.phases.iter().map(String::as_str).collect(),
            Word::Place => self.places.iter().map(String::as_str).collect(),
        };
        words.dedup();
        words
    }
}
