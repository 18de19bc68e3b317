//! Attributes of tiles and of segments.

use bastide_engine::tile::{
    AttributeDef, AttributeId, AttributeScope, AttributeType, AttributeValue, Attributes, FeatureKindId,
};

use crate::document::{Data, Entry, Reader};
use crate::lexicon::Lexicon;
use crate::names::{did_you_mean, one_of, surely};

/// Reads every attribute of a scope that a table has.
pub(super) fn read(
    reader: &Reader<'_>,
    scope: AttributeScope,
    kind: Option<FeatureKindId>,
    lexicon: &Lexicon,
) -> Attributes {
    let mut attributes = Attributes::default();
    for (index, def) in lexicon.vocabulary.attributes.iter().enumerate() {
        let id = AttributeId(index as u16);
        if def.scope != scope {
            continue;
        }
        if let Some((allowed, kind)) = lexicon.attribute_kinds.get(&id).zip(kind)
            && !allowed.contains(&kind)
        {
            report_wrong_kind(reader, def, kind, allowed, lexicon);
            continue;
        }
        if let Some(entry) = reader.get(&def.name)
            && let Some(value) = read_value(reader, entry, def)
        {
            attributes.set(id, value);
        }
    }
    attributes
}

fn report_wrong_kind(
    reader: &Reader<'_>,
    def: &AttributeDef,
    kind: FeatureKindId,
    allowed: &[FeatureKindId],
    lexicon: &Lexicon,
) {
    if !reader.has(&def.name) {
        return;
    }
    let Some(entry) = reader.get(&def.name) else { return };
    let allowed = one_of(allowed.iter().map(|kind| lexicon.kind_name(*kind)));
    let text = format!("a {} has no `{}`", lexicon.kind_name(kind), def.name);
    let error = reader
        .error("misplaced-attribute", text)
        .hint(format!("it belongs to a feature of the kind {allowed}"));
    reader.report(&entry.key_span, error);
}

/// The value of an attribute; `None` where it is wrong, or says that the attribute is absent.
fn read_value(reader: &Reader<'_>, entry: &Entry, def: &AttributeDef) -> Option<AttributeValue> {
    let name = &def.name;
    match (&def.ty, &entry.node.data) {
        (AttributeType::Flag, Data::Bool(truth)) => truth.then_some(AttributeValue::Number(1)),
        (AttributeType::Flag, _) => {
            reader.wrong_type(entry, "true or false", &format!("{name} = true"));
            None
        }
        (AttributeType::Number, Data::Int(number)) => match i32::try_from(*number) {
            Ok(number @ -1000..=1000) => Some(AttributeValue::Number(number)),
            _ => {
                let text = format!("`{name}` should be a number from -1000 to 1000, not {number}");
                reader.report(&entry.node.span, reader.error("out-of-range", text));
                None
            }
        },
        (AttributeType::Number, _) => {
            reader.wrong_type(entry, "a whole number", &format!("{name} = 1"));
            None
        }
        (AttributeType::Name(names), Data::Text(text)) => {
            if names.is_empty() || names.contains(text) {
                return Some(AttributeValue::Name(text.clone()));
            }
            let meant = did_you_mean(text, names.iter().map(String::as_str));
            let error = reader
                .error("unknown-value", format!("`{name}`: unknown value `{text}`{meant}"))
                .hint(format!("it can be {}", one_of(names)))
                .meant(text, surely(text, names.iter().map(String::as_str)));
            reader.report(&entry.node.span, error);
            None
        }
        (AttributeType::Name(names), _) => {
            let example = names.first().map_or("oak", String::as_str);
            reader.wrong_type(entry, "a text between quotes", &format!("{name} = \"{example}\""));
            None
        }
    }
}
