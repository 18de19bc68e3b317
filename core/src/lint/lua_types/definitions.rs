//! The definitions for one expansion: with its own options and attributes in the place of any.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bastide_content::options::OptionType;
use bastide_engine::tile::AttributeScope;

use super::super::subject::Subject;

/// The class of `game.options`.
const OPTIONS: &str = "OwnOptions";

/// The general definitions, made narrower where everything that the expansion knows is known.
pub(super) fn of(subject: &Subject<'_>, general: &str) -> String {
    let mut text = String::new();
    let mut class = "";
    for line in general.lines() {
        if let Some(name) = line.strip_prefix("---@class ") {
            class = name.split([' ', ':', '<']).next().unwrap_or_default();
        }
        let scope = match class {
            "Tile" | "TileDef" => Some(AttributeScope::Tile),
            "Feature" => Some(AttributeScope::Segment),
            _ => None,
        };
        match scope.filter(|_| line.starts_with("---@field [string] any") && subject.knows_all()) {
            Some(scope) => attributes(&mut text, subject, scope),
            None if class == "Game" && line.starts_with("---@field options table") => {
                text.push_str(&format!("---@field options {OPTIONS}\n"));
            }
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    options(&mut text, subject);
    text
}

fn attributes(text: &mut String, subject: &Subject<'_>, scope: AttributeScope) {
    let base = subject.vocabulary().attributes.iter().filter(|attribute| attribute.scope == scope);
    let declared = subject.wide.manifests().flat_map(|manifest| &manifest.attributes);
    let declared = declared.filter(|attribute| attribute.scope == scope);
    let names: BTreeSet<&str> = base
        .map(|attribute| attribute.name.as_str())
        .chain(declared.map(|attribute| attribute.name.name.as_str()))
        .collect();
    for name in names {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "---@field {name} any");
    }
}

fn options(text: &mut String, subject: &Subject<'_>) {
    let _ = writeln!(text, "\n---@class {OPTIONS}");
    for option in &subject.manifest.options {
        let ty = match &option.ty {
            OptionType::Boolean => "boolean",
            OptionType::Choice { .. } => "string",
            OptionType::Number { or, .. } if or.is_empty() => "integer",
            OptionType::Number { .. } => "integer|string",
        };
        let _ = writeln!(text, "---@field {} {ty}", option.name);
    }
}
