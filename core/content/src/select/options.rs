//! The options of a selection.

use std::collections::BTreeMap;

use bastide_engine::ruleset::Setup;
use bastide_engine::value::Value;

use super::SelectionRequest;
use crate::diagnostic::{Diagnostic, Report};
use crate::library::Library;
use crate::manifest::{HookFilter, Manifest, OptionIs};
use crate::names::did_you_mean;
use crate::options::{self, BASE, OptionDef, base_options, written};
use crate::vocabulary::unknown;

/// The effective value of every option in play.
pub(super) fn read_options(
    library: &Library,
    request: &SelectionRequest,
    manifests: &[&Manifest],
    report: &mut Report,
) -> BTreeMap<String, Value> {
    let base = base_options();
    let mut defs: Vec<(&str, &[OptionDef])> = vec![(BASE, &base)];
    defs.extend(manifests.iter().map(|manifest| (manifest.id.name.as_str(), manifest.options.as_slice())));
    let mut known: BTreeMap<String, &OptionDef> = BTreeMap::new();
    for (id, options) in defs {
        known.extend(options.iter().map(|option| (format!("{id}.{}", option.name), option)));
    }
    let mut values: BTreeMap<String, Value> =
        known.iter().map(|(name, option)| (name.clone(), option.default.clone())).collect();
    for (name, value) in &request.options {
        let Some(option) = known.get(name) else {
            report.push(unknown_option(library, name, &known));
            continue;
        };
        let value = match value {
            Value::Text(text) => option.ty.parse(text),
            value => value.clone(),
        };
        if option.ty.accepts(&value) {
            values.insert(name.clone(), value);
        } else {
            let text = format!("option `{name}` cannot be `{}`{}", written(&value), option.ty.nearly(&value));
            let error =
                Diagnostic::error("bad-option", text).hint(format!("it can be {}", option.ty.expected()));
            report.push(error.note(format!("`{name}`: {}", option.doc)));
        }
    }
    values
}

fn unknown_option(library: &Library, name: &str, known: &BTreeMap<String, &OptionDef>) -> Diagnostic {
    let meant = did_you_mean(name, known.keys().map(String::as_str));
    let error = Diagnostic::error("unknown-option", format!("there is no option `{name}`{meant}"));
    match name.split_once('.') {
        None => error.hint("an option is written with the expansion that has it: base.edition"),
        Some((id, _)) => {
            let prefix = format!("{id}.");
            let own: Vec<&String> = known.keys().filter(|name| name.starts_with(&prefix)).collect();
            error.hint(match (own.is_empty(), library.expansion(id)) {
                (false, _) => format!("the options of `{id}` are {}", crate::names::all_of(own)),
                (true, Some(found)) if !found.options.is_empty() => format!("`{id}` is not chosen"),
                (true, _) => format!("`{id}` has no options here"),
            })
        }
    }
}

/// The options in a condition, by their full names, with the values of which they must have one.
pub(super) fn in_condition(
    manifest: &Manifest,
    condition: &HookFilter,
    report: &mut Report,
) -> Vec<(String, Vec<Value>)> {
    let mut found = Vec::new();
    for OptionIs { name, values } in &condition.options {
        let Some(option) = manifest.options.iter().find(|option| option.name == name.name) else {
            let names = manifest.options.iter().map(|option| option.name.as_str());
            let error = unknown("unknown-option", "option", "option", &name.name, names);
            report.push(error.at(&manifest.source, name.span.clone()));
            continue;
        };
        for (value, span) in values.iter().filter(|(value, _)| !option.ty.accepts(value)) {
            let text =
                format!("option: `{}` is never `{}`{}", name.name, written(value), option.ty.nearly(value));
            let error = Diagnostic::error("unknown-value", text);
            let error = error.hint(format!("it can be {}", option.ty.expected()));
            report.push(error.at(&manifest.source, span.clone()));
        }
        let full = format!("{}.{}", manifest.id.name, name.name);
        found.push((full, values.iter().map(|(value, _)| value.clone()).collect()));
    }
    found
}

pub(super) fn set_variants(setup: &mut Setup, options: BTreeMap<String, Value>) {
    let value = |name: &str| options.get(name).cloned().unwrap_or_default();
    setup.variants.field_scoring = options::field_scoring(&value("base.field_scoring"));
    setup.variants.tiny_city = options::tiny_city(&value("base.tiny_city"));
    setup.variants.farmers = value("base.farmers").as_bool().unwrap_or(true);
    setup.first_player = options::first_player(&value("base.first_player"));
    setup.options = options;
}
