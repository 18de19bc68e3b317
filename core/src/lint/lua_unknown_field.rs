//! Fields and methods that nothing has.

use std::collections::BTreeSet;

use bastide_content::diagnostic::{Report, Severity};
use bastide_content::names::{nearest, surely};

use super::Lint;
use super::subject::Subject;
use crate::lua::Member;

pub(super) const LINT: Lint = Lint {
    code: "lua-unknown-field",
    severity: Severity::Error,
    finds: "a field or a method in a script that nothing of the game has and no script sets",
};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    if !subject.knows_all() {
        return;
    }
    // A table with a metatable can have any field.
    if subject.all().any(|script| script.mentions("__index")) {
        return;
    }
    let known = Known::of(subject);
    for script in subject.all() {
        // Of a thing that is not there itself, something else is said.
        let is_there = |name: &String| {
            let found = script.declared.contains(name) || subject.words.globals.contains(name);
            found || name == crate::lua::NAMELESS
        };
        let of_something = |member: &&Member| member.of.first().is_none_or(is_there);
        for member in script.members.iter().filter(of_something).filter(|member| !known.has(member)) {
            let name = &member.word.text;
            let candidates = || known.candidates(member);
            let near = nearest(name, candidates());
            let meant = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            let (what, hint) = match member.method {
                true if known.fields.contains(name.as_str()) => {
                    ("method", format!("`{name}` is a field: write `.{name}`, without a call"))
                }
                true => ("method", "the Lua reference lists what can be called on what".to_owned()),
                false => (
                    "field",
                    "the Lua reference lists the fields; attributes are declared in expansion.toml"
                        .to_owned(),
                ),
            };
            let error = LINT.say(format!("nothing has a {what} `{name}`{meant}")).hint(hint);
            let error = error.at(&script.source, member.word.span.clone());
            report.push(error.meant(name, surely(name, candidates())));
        }
    }
}

/// All names of fields and methods.
struct Known<'a> {
    fields: BTreeSet<&'a str>,
    methods: BTreeSet<&'a str>,
    /// Functions of Lua's libraries, and the names of these.
    library: BTreeSet<&'a str>,
    libraries: BTreeSet<&'a str>,
    /// What the scripts of the expansion themselves set.
    own: BTreeSet<&'a str>,
    /// What may be a key, since it stands in a text.
    texts: BTreeSet<&'a str>,
}

impl<'a> Known<'a> {
    fn of(subject: &'a Subject<'a>) -> Known<'a> {
        let words = &subject.words;
        let text = String::as_str;
        let mut fields: BTreeSet<&str> = words.fields.iter().map(text).collect();
        fields.extend(subject.attributes());
        fields.extend(subject.features());
        let places = subject.library.manifests().flat_map(|manifest| &manifest.places);
        fields.extend(places.map(|place| place.name.name.as_str()));
        let scripts = || subject.all().chain(&subject.others);
        let keys = scripts().flat_map(|script| &script.keys).map(|word| word.text.as_str());
        Known {
            fields,
            methods: words.methods.iter().map(text).collect(),
            library: words.library.iter().map(text).collect(),
            libraries: words.globals.iter().map(text).collect(),
            own: keys.chain(subject.library_keys.iter().map(text)).collect(),
            texts: scripts().flat_map(|script| &script.texts).map(|word| word.text.as_str()).collect(),
        }
    }

    fn has(&self, member: &Member) -> bool {
        let name = member.word.text.as_str();
        // Options have a lint of their own; what other expansions say about their events is theirs.
        let elsewhere =
            member.of.iter().any(|owner| ["options", "data", "storage"].contains(&owner.as_str()));
        // A function that is called by its plain name is no field.
        let plain = member.of.is_empty();
        plain
            || elsewhere
            || self.methods.contains(name)
            || self.own.contains(name)
            || self.is_of_library(member) && self.library.contains(name)
            || !member.method && (self.fields.contains(name) || self.texts.contains(name))
    }

    /// Whether it is looked for in `string`, `table` or another library of Lua.
    fn is_of_library(&self, member: &Member) -> bool {
        matches!(member.of.as_slice(), [one] if self.libraries.contains(one.as_str()))
    }

    /// What may have been meant.
    fn candidates(&self, member: &Member) -> impl Iterator<Item = &'a str> + use<'a> {
        let nothing = BTreeSet::new;
        let (fields, methods) = match (member.method, member.arguments.is_some()) {
            _ if self.is_of_library(member) => (self.library.clone(), nothing()),
            (true, _) => (nothing(), self.methods.clone()),
            // A method that is called with a dot is another mistake.
            (false, true) => (self.fields.clone(), self.methods.clone()),
            (false, false) => (self.fields.clone(), nothing()),
        };
        fields.into_iter().chain(methods)
    }
}
