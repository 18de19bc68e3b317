//! What an expansion needs: versions, dependencies, lists of ids.

use std::ops::Range;

use super::Named;
use crate::document::Reader;
use crate::names::{is_id, to_id};

/// An expansion that another one needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Its id.
    pub id: Named,
    /// Which of its versions will do; any where it is `None`.
    pub requirement: Option<semver::VersionReq>,
}

impl Dependency {
    /// Whether a version will do.
    pub fn accepts(&self, version: &semver::Version) -> bool {
        self.requirement.as_ref().is_none_or(|requirement| requirement.matches(version))
    }
}

pub(super) fn read_version(reader: &Reader<'_>) -> Option<semver::Version> {
    let text = reader.required_text("version", "version = \"1.0.0\"")?;
    match semver::Version::parse(text) {
        Ok(version) => Some(version),
        Err(_) => {
            let span = reader.get("version").map(|entry| entry.node.span.clone()).unwrap_or_default();
            let error = reader.error("bad-version", format!("`{text}` is not a version"));
            let mended = mended(text);
            let hint = format!("a version has three numbers with dots between them: version = \"{mended}\"");
            let sure = is_mendable(text) && semver::Version::parse(&mended).is_ok();
            reader.report(&span, error.hint(hint).meant(text, sure.then_some(mended.as_str())));
            None
        }
    }
}

/// Whether nothing but the dots and zeros of a version is missing.
fn is_mendable(text: &str) -> bool {
    let plain = text.trim_start_matches('v');
    plain.split('.').count() <= 3 && plain.split('.').all(|part| part.parse::<u32>().is_ok())
}

/// `1` and `v1.0` as somebody probably meant them.
fn mended(text: &str) -> String {
    let numbers: Vec<&str> = text.trim_start_matches('v').split('.').collect();
    let good = is_mendable(text);
    let part = |at: usize| if good { numbers.get(at).copied().unwrap_or("0") } else { ["1", "0", "0"][at] };
    format!("{}.{}.{}", part(0), part(1), part(2))
}

pub(super) fn read(reader: &Reader<'_>, key: &str, own: &str) -> Vec<Dependency> {
    let texts = reader.texts(key, &format!("{key} = [\"inns\", \"traders >= 1.2\"]"));
    let mut found: Vec<Dependency> = Vec::new();
    for (text, span) in texts {
        let Some(dependency) = read_one(reader, key, text, &span) else { continue };
        let id = &dependency.id.name;
        if id == own {
            let error = reader.error("bad-dependency", format!("`{key}` names the expansion itself"));
            reader.report(&span, error.hint("take it out"));
        } else if found.iter().any(|other| other.id.name == *id) {
            let error = reader.error("bad-dependency", format!("`{key}` names `{id}` twice"));
            reader.report(&span, error.hint("several requirements stand in one text: \"inns >= 1.2, < 2\""));
        } else {
            found.push(dependency);
        }
    }
    found
}

fn read_one(reader: &Reader<'_>, key: &str, text: &str, span: &Range<usize>) -> Option<Dependency> {
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'));
    let (id, rest) = text.split_at(end.unwrap_or(text.len()));
    // A name of several words is no requirement: then the whole text is the wrong id.
    let words = rest.trim_start().starts_with(char::is_alphanumeric);
    let (id, rest) = if words { (text, "") } else { (id, rest) };
    let id = checked_id(reader, key, id, span)?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(Dependency { id, requirement: None });
    }
    match semver::VersionReq::parse(rest) {
        Ok(requirement) => Some(Dependency { id, requirement: Some(requirement) }),
        Err(_) => {
            let error = reader
                .error("bad-dependency", format!("`{key}`: `{rest}` is not a requirement on a version"))
                .hint(format!("for example: \"{} >= 1.2\" or \"{} >= 1.2, < 2\"", id.name, id.name));
            reader.report(span, error);
            None
        }
    }
}

fn checked_id(reader: &Reader<'_>, key: &str, id: &str, span: &Range<usize>) -> Option<Named> {
    if is_id(id) {
        return Some(Named { name: id.to_owned(), span: span.clone() });
    }
    let error = reader
        .error(
            "bad-id",
            format!("`{key}`: `{id}` is not an id: lower case letters, digits and `_`, a letter first"),
        )
        .maybe_hint(to_id(id).map(|id| format!("for example: \"{id}\"")));
    reader.report(span, error);
    None
}

/// A list of ids.
pub(super) fn read_names(reader: &Reader<'_>, key: &str, example: &str) -> Vec<Named> {
    let texts = reader.texts(key, example);
    texts.into_iter().filter_map(|(text, span)| checked_id(reader, key, text, &span)).collect()
}
