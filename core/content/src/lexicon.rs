//! The words that a tile set may use: the engine's vocabulary, and what only files need to know.

use std::collections::BTreeMap;

use bastide_engine::tile::{AttributeId, AttributeScope, FeatureKindId, Vocabulary};

/// A vocabulary for reading tile sets.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// All kinds and attributes.
    pub vocabulary: Vocabulary,
    /// On which feature kinds an attribute of segments may be written; any where it is not listed.
    pub attribute_kinds: BTreeMap<AttributeId, Vec<FeatureKindId>>,
}

impl Lexicon {
    /// The words of the base game.
    pub fn base() -> Lexicon {
        Lexicon {
            vocabulary: Vocabulary::base(),
            attribute_kinds: BTreeMap::from([(AttributeId::COATS_OF_ARMS, vec![FeatureKindId::CITY])]),
        }
    }

    /// The names of all attributes of tiles or of segments.
    pub(crate) fn attribute_names(&self, scope: AttributeScope) -> impl Iterator<Item = &str> {
        self.vocabulary
            .attributes
            .iter()
            .filter(move |attribute| attribute.scope == scope)
            .map(|attribute| attribute.name.as_str())
    }

    /// The feature kinds that cross edges, fields left out: a tile writes their sides.
    pub(crate) fn sided_kinds(&self) -> impl Iterator<Item = FeatureKindId> {
        self.kinds().filter(|kind| *kind != FeatureKindId::FIELD && self.is_sided(*kind))
    }

    /// The feature kinds that lie within a tile.
    pub(crate) fn inner_kinds(&self) -> impl Iterator<Item = FeatureKindId> {
        self.kinds().filter(|kind| !self.is_sided(*kind))
    }

    /// Whether features of a kind cross edges.
    pub(crate) fn is_sided(&self, kind: FeatureKindId) -> bool {
        self.vocabulary.edge_of(kind).is_some()
    }

    /// Whether features of a kind take whole edges.
    pub(crate) fn is_whole(&self, kind: FeatureKindId) -> bool {
        self.vocabulary.edge_of(kind).is_some_and(|edge| self.vocabulary.edge_kinds[edge.index()].whole)
    }

    /// The name of a feature kind.
    pub(crate) fn kind_name(&self, kind: FeatureKindId) -> &str {
        &self.vocabulary.feature_kinds[kind.index()].name
    }

    fn kinds(&self) -> impl Iterator<Item = FeatureKindId> + use<> {
        (0..self.vocabulary.feature_kinds.len() as u8).map(FeatureKindId)
    }
}
