//! What tiles and segments can carry besides features, and how it merges.

use super::AttributeId;

/// What an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeScope {
    /// To a whole tile.
    Tile,
    /// To a segment, and by merging to its feature.
    Segment,
}

/// How the values of an attribute merge when segments join into a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeMerge {
    /// They add up.
    Sum,
    /// One is enough.
    Any,
    /// Every segment must have it.
    All,
}

/// The type of an attribute's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeType {
    /// `true` or absent; stored as 1.
    Flag,
    /// A number, 0 where absent.
    Number,
    /// One of these names, or any name where the list is empty.
    Name(Vec<String>),
}

/// A declared attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeDef {
    /// Its name, as tile sets and scripts write it.
    pub name: String,
    /// What it belongs to.
    pub scope: AttributeScope,
    /// The type of its values.
    pub ty: AttributeType,
    /// How values merge; names do not merge.
    pub merge: AttributeMerge,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeValue {
    /// A number, or 1 for a flag that is set.
    Number(i32),
    /// One of the declared names.
    Name(String),
}

/// The attributes of one tile or segment, by ascending id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes(Vec<(AttributeId, AttributeValue)>);

impl Attributes {
    /// Sets a value, replacing an earlier one.
    pub fn set(&mut self, id: AttributeId, value: AttributeValue) {
        match self.0.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (id, value)),
        }
    }

    /// The value, if it has one.
    pub fn get(&self, id: AttributeId) -> Option<&AttributeValue> {
        self.0.iter().find(|(found, _)| *found == id).map(|(_, value)| value)
    }

    /// The value as a number: 0 where there is none, 1 for a name.
    #[inline]
    pub fn number(&self, id: AttributeId) -> i32 {
        match self.get(id) {
            None => 0,
            Some(AttributeValue::Number(number)) => *number,
            Some(AttributeValue::Name(_)) => 1,
        }
    }

    /// All of them, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = (AttributeId, &AttributeValue)> {
        self.0.iter().map(|(id, value)| (*id, value))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
