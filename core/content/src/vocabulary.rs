//! The words of a selection: the base game's, and what its expansions declare.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_engine::tile::{
    AttributeDef, AttributeId, EdgeKind, FeatureKind, FeatureKindId, PieceKind, PieceKindId, PlaceKind,
    Scoring, Strength, Vocabulary,
};

use bastide_engine::value::Value;

use crate::diagnostic::{Diagnostic, Report};
use crate::lexicon::Lexicon;
use crate::manifest::{AttributeDecl, Manifest, Named, PieceDecl, ScoringDecl, StrengthDecl, SupplyDecl};
use crate::names::{all_of, did_you_mean, surely};
use crate::options::{OptionDef, OptionType};

/// The most kinds of features, of edges, of pieces or of places.
const MOST_KINDS: usize = 200;

/// How much of an expansion is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Everything.
    Rules,
    /// Only what its tiles need to be read.
    Tiles,
}

/// An expansion to take words from.
pub(crate) type Source<'a> = (&'a Manifest, Part);

/// Collects the words of some expansions, in load order.
pub(crate) fn build(
    expansions: &[Source<'_>],
    options: &BTreeMap<String, Value>,
    report: &mut Report,
) -> Lexicon {
    let lexicon = Lexicon::base();
    let mut builder = Builder { lexicon, expansions, options, report, owners: Vec::new() };
    // Names first, so that declarations may mention each other in any order.
    builder.features();
    builder.attributes();
    builder.scoring();
    builder.edges();
    builder.pieces();
    builder.places();
    builder.sizes();
    builder.lexicon
}

struct Builder<'a> {
    lexicon: Lexicon,
    expansions: &'a [Source<'a>],
    options: &'a BTreeMap<String, Value>,
    report: &'a mut Report,
    /// What has been declared: which sort of thing, its name, by whom.
    owners: Vec<(&'static str, String, String)>,
}

impl<'a> Builder<'a> {
    /// Reports an error of an expansion; one that is not in play may say what it likes.
    fn error(&mut self, manifest: &Manifest, span: &Range<usize>, error: Diagnostic) {
        let id = &manifest.id.name;
        if self.expansions.iter().any(|(other, part)| *part == Part::Tiles && other.id.name == *id) {
            return;
        }
        self.report.push(error.at(&manifest.source, span.clone()));
    }

    /// Whether a name is free; if not, says who has it.
    ///
    /// Of an expansion that is not in play only what nobody else declares is taken.
    fn claim(&mut self, (manifest, part): Source<'_>, sort: &'static str, name: &Named, base: bool) -> bool {
        let own = &manifest.id.name;
        let text = if base {
            format!("{sort} `{}` belongs to the base game", name.name)
        } else if let Some((_, _, owner)) =
            self.owners.iter().find(|(other, taken, _)| *other == sort && *taken == name.name)
        {
            match owner == own {
                true => format!("{sort} `{}` is declared twice", name.name),
                false => format!("{sort} `{}` is declared by `{own}` and by `{owner}`", name.name),
            }
        } else {
            self.owners.push((sort, name.name.clone(), own.clone()));
            return true;
        };
        if part == Part::Tiles {
            return false;
        }
        let hint = match base {
            true => "use it without declaring it, or choose another name".to_owned(),
            false => format!(
                "choose another name, such as `{own}_{}`, or depend on the other expansion",
                name.name
            ),
        };
        self.error(manifest, &name.span, Diagnostic::error("declared-twice", text).hint(hint));
        false
    }

    fn is_base_kind(name: &str) -> bool {
        Vocabulary::base().feature_kind(name).is_some()
    }

    fn features(&mut self) {
        for (manifest, part) in self.expansions {
            for declared in &manifest.features {
                let base = Self::is_base_kind(&declared.name.name);
                if self.claim((manifest, *part), "feature", &declared.name, base) {
                    self.lexicon.vocabulary.feature_kinds.push(FeatureKind {
                        name: declared.name.name.clone(),
                        completion: declared.completion,
                        scoring: Scoring::default(),
                    });
                }
            }
        }
    }

    fn attributes(&mut self) {
        for source in self.expansions {
            for declared in &source.0.attributes {
                self.attribute(*source, declared);
            }
        }
    }

    fn attribute(&mut self, source: Source<'_>, declared: &AttributeDecl) {
        let (manifest, part) = source;
        let name = &declared.name;
        if self.lexicon.vocabulary.feature_kind(&name.name).is_some() {
            if part == Part::Tiles {
                return;
            }
            let text = format!("attribute `{}` has the name of a feature kind", name.name);
            let error = Diagnostic::error("reserved-name", text).hint("choose another name");
            self.error(manifest, &name.span, error);
            return;
        }
        let base = name.name == "coats_of_arms";
        if !self.claim((manifest, part), "attribute", name, base) {
            return;
        }
        let id = AttributeId(self.lexicon.vocabulary.attributes.len() as u16);
        self.lexicon.vocabulary.attributes.push(AttributeDef {
            name: name.name.clone(),
            scope: declared.scope,
            ty: declared.ty.clone(),
            merge: declared.merge,
        });
        let on = self.feature_kinds(manifest, "on", &declared.on);
        if !declared.on.is_empty() {
            self.lexicon.attribute_kinds.insert(id, on);
        }
    }

    /// The feature kinds of some names. What an absent optional expansion may declare is passed over.
    fn feature_kinds(&mut self, manifest: &Manifest, key: &str, names: &[Named]) -> Vec<FeatureKindId> {
        let mut kinds = Vec::new();
        for name in names {
            match self.lexicon.vocabulary.feature_kind(&name.name) {
                Some(kind) => kinds.push(kind),
                None if self.is_lenient(manifest) => {}
                None => {
                    let names = self.lexicon.vocabulary.feature_kinds.iter().map(|kind| kind.name.as_str());
                    let error = unknown("unknown-feature", key, "feature", &name.name, names);
                    self.error(manifest, &name.span, error);
                }
            }
        }
        kinds
    }

    fn attribute_id(&mut self, manifest: &Manifest, key: &str, name: &Named) -> Option<AttributeId> {
        let found = self.lexicon.vocabulary.attribute(&name.name);
        if found.is_none() && !self.is_lenient(manifest) {
            let names = self.lexicon.vocabulary.attributes.iter().map(|attribute| attribute.name.as_str());
            let error = unknown("unknown-attribute", key, "attribute", &name.name, names);
            self.error(manifest, &name.span, error);
        }
        found
    }

    /// Whether an expansion that this one can do without is absent.
    fn is_lenient(&self, manifest: &Manifest) -> bool {
        is_lenient(manifest, self.expansions)
    }

    fn scoring(&mut self) {
        for (manifest, _) in self.expansions {
            for declared in &manifest.features {
                let scoring = self.scoring_of(manifest, &declared.scoring);
                let (name, own) = (&declared.name.name, &manifest.id.name);
                let is_own = |(sort, taken, owner): &(&str, String, String)| {
                    *sort == "feature" && taken == name && owner == own
                };
                if let Some(kind) = self.lexicon.vocabulary.feature_kind(name)
                    && self.owners.iter().any(is_own)
                {
                    self.lexicon.vocabulary.feature_kinds[kind.index()].scoring = scoring;
                }
            }
        }
    }

    fn scoring_of(&mut self, manifest: &Manifest, declared: &ScoringDecl) -> Scoring {
        let mut attributes = Vec::new();
        for (name, rate) in &declared.attributes {
            attributes.extend(self.attribute_id(manifest, "scoring", name).map(|id| (id, *rate)));
        }
        Scoring {
            base: declared.base,
            tile: declared.tile,
            neighbour: declared.neighbour,
            empty_neighbour: declared.empty_neighbour,
            attributes,
            field: declared.field,
        }
    }

    fn edges(&mut self) {
        for (manifest, part) in self.expansions {
            for declared in &manifest.edges {
                let base = Vocabulary::base().edge_kind(&declared.name.name).is_some();
                if !self.claim((manifest, *part), "edge", &declared.name, base) {
                    continue;
                }
                let carries = declared.carries.as_slice();
                let carries = self.feature_kinds(manifest, "carries", carries).first().copied();
                let (name, whole) = (declared.name.name.clone(), declared.whole);
                self.lexicon.vocabulary.edge_kinds.push(EdgeKind { name, carries, whole });
            }
        }
    }

    fn pieces(&mut self) {
        let rules: Vec<&Manifest> = self
            .expansions
            .iter()
            .filter(|(_, part)| *part == Part::Rules)
            .map(|(manifest, _)| *manifest)
            .collect();
        let mut as_followers: Vec<usize> = Vec::new();
        for manifest in &rules {
            for declared in &manifest.pieces {
                let base = declared.name.name == "follower";
                if self.claim((manifest, Part::Rules), "piece", &declared.name, base) {
                    if declared.stands_on.is_none() {
                        as_followers.push(self.lexicon.vocabulary.piece_kinds.len());
                    }
                    let kind = self.piece(manifest, declared);
                    self.lexicon.vocabulary.piece_kinds.push(kind);
                }
            }
        }
        rules.iter().for_each(|manifest| self.claims(manifest));
        let kinds = &mut self.lexicon.vocabulary.piece_kinds;
        let followers = kinds[PieceKindId::FOLLOWER.index()].stands_on.clone();
        for piece in as_followers {
            let added = followers.iter().filter(|kind| !kinds[piece].stands_on.contains(kind));
            let added: Vec<FeatureKindId> = added.copied().collect();
            kinds[piece].stands_on.extend(added);
        }
    }

    fn piece(&mut self, manifest: &Manifest, declared: &PieceDecl) -> PieceKind {
        let strength = match &declared.strength {
            StrengthDecl::Fixed(strength) => Strength::Fixed(*strength),
            StrengthDecl::Attribute(name) => {
                self.attribute_id(manifest, "strength", name).map_or(Strength::Fixed(0), Strength::Attribute)
            }
        };
        let stands_on = declared.stands_on.as_deref().unwrap_or_default();
        PieceKind {
            name: declared.name.name.clone(),
            class: declared.class,
            strength,
            stands_on: self.feature_kinds(manifest, "stands_on", stands_on),
            meeple: declared.meeple,
            recallable: declared.recallable,
            needs_follower: declared.needs_follower,
            supply: self.supply(manifest, declared),
        }
    }

    /// How many there are of a piece, which may be an option.
    fn supply(&mut self, manifest: &Manifest, declared: &PieceDecl) -> u32 {
        let name = match &declared.supply {
            SupplyDecl::Fixed(supply) => return *supply,
            SupplyDecl::Option(name) => name,
        };
        let option = manifest.options.iter().find(|option| option.name == name.name);
        let numbers = |option: &&OptionDef| matches!(&option.ty, OptionType::Number { min: 0.., max: ..=100, or } if or.is_empty());
        if option.is_none_or(|option| !numbers(&option)) {
            let fitting = manifest.options.iter().filter(numbers).map(|option| option.name.as_str());
            let error = match option {
                None => {
                    let meant = did_you_mean(&name.name, fitting.clone());
                    let text = format!("`supply`: there is no option `{}` here{meant}", name.name);
                    let hint = format!("declare it: [options.{}], with type = \"number\"", name.name);
                    Diagnostic::error("unknown-option", text)
                        .hint(hint)
                        .meant(&name.name, surely(&name.name, fitting))
                }
                Some(_) => {
                    let text = format!("option `{}` is no number from 0 to at most 100", name.name);
                    Diagnostic::error("bad-option", text)
                        .hint("a supply follows an option with: type = \"number\", min = 0, max = 1")
                }
            };
            self.error(manifest, &name.span, error);
            return 0;
        }
        let full = format!("{}.{}", manifest.id.name, name.name);
        let value = self.options.get(&full).or(option.map(|option| &option.default));
        value.and_then(Value::as_int).and_then(|number| number.try_into().ok()).unwrap_or(0)
    }

    /// Pieces of others that may stand on the feature kinds of an expansion.
    fn claims(&mut self, manifest: &Manifest) {
        for declared in &manifest.features {
            let Some(kind) = self.lexicon.vocabulary.feature_kind(&declared.name.name) else { continue };
            for name in &declared.claimed_by {
                if let Some(piece) = self.lexicon.vocabulary.piece_kind(&name.name) {
                    let stands_on = &mut self.lexicon.vocabulary.piece_kinds[piece.index()].stands_on;
                    if !stands_on.contains(&kind) {
                        stands_on.push(kind);
                    }
                } else if !self.is_lenient(manifest) {
                    let names = self.lexicon.vocabulary.piece_kinds.iter().map(|piece| piece.name.as_str());
                    let error = unknown("unknown-piece", "claimed_by", "piece", &name.name, names);
                    self.error(manifest, &name.span, error);
                }
            }
        }
    }

    /// Ids are bytes: there can be so many kinds and no more.
    fn sizes(&mut self) {
        let Vocabulary { edge_kinds, feature_kinds, piece_kinds, place_kinds, .. } = &self.lexicon.vocabulary;
        let most = edge_kinds.len().max(feature_kinds.len()).max(piece_kinds.len()).max(place_kinds.len());
        if most > MOST_KINDS {
            let text = format!("{most} kinds of one sort are declared, and a game can have {MOST_KINDS}");
            self.report.push(Diagnostic::error("too-many-kinds", text).hint("play with fewer expansions"));
        }
    }

    fn places(&mut self) {
        for (manifest, part) in self.expansions {
            if *part == Part::Rules {
                let id = &manifest.id.name;
                self.lexicon.vocabulary.place_kinds.extend(manifest.places.iter().map(|declared| {
                    PlaceKind { name: format!("{id}/{}", declared.name.name), on_tile: declared.on_tile }
                }));
            }
        }
    }
}

/// Whether an expansion that a manifest can do without is absent: then a name may be one of its.
pub(crate) fn is_lenient(manifest: &Manifest, expansions: &[Source<'_>]) -> bool {
    let present =
        |id: &str| expansions.iter().any(|(other, part)| *part == Part::Rules && other.id.name == id);
    manifest.optional.iter().any(|optional| !present(&optional.id.name))
}

/// An error about a name that nothing has.
pub(crate) fn unknown<'n>(
    code: &'static str,
    key: &str,
    sort: &str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Diagnostic {
    let meant = did_you_mean(name, names.clone());
    let error = Diagnostic::error(code, format!("`{key}`: unknown {sort} `{name}`{meant}"))
        .meant(name, surely(name, names.clone()))
        .hint(format!("known here: {}", all_of(names)));
    match meant.is_empty() {
        true => error.note("what another expansion declares is known once `depends` or `optional` names it"),
        false => error,
    }
}
