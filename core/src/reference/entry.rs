//! The reference as entries that can be looked up by their names.

use bastide_content::names::nearest;
use bastide_content::schema::{self, FileKind, Table};
use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::host::QUERIES;
use bastide_script::api::{CLASSES, ClassInfo, Member, Param};
use bastide_script::reference::examples::EXAMPLES;
use bastide_script::reference::tables::{
    ACTION, ALIASES, KEYS, Key, MOVE, REFINEMENTS, SELECTION, adjusted, answer,
};
use bastide_script::reference::{LIBRARY, anchor, class_page, library, variable};
use bastide_script::testing::MEMBERS;
use serde::Serialize;

use super::tables::type_words;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A hook that is told of an event.
    Event,
    /// A hook that is asked.
    Query,
    /// A class of things of the game.
    Class,
    /// A field of a class.
    Field,
    /// A method of a class.
    Method,
    /// A name for a set of texts.
    Name,
    /// A key of a table in Lua.
    LuaKey,
    /// A function of the library.
    Function,
    /// A table of a TOML file.
    TomlTable,
    /// A key of a TOML file.
    TomlKey,
}

impl Kind {
    /// What it is called.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Event => "hook that is told",
            Kind::Query => "hook that is asked",
            Kind::Class => "class",
            Kind::Field => "field",
            Kind::Method => "method",
            Kind::Name => "names",
            Kind::LuaKey => "key in Lua",
            Kind::Function => "function of the library",
            Kind::TomlTable => "table in TOML",
            Kind::TomlKey => "key in TOML",
        }
    }
}

/// A field, a parameter or a key of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// Its name; with a `?` at the end it may be left out.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it means.
    pub doc: String,
}

/// Something that can be looked up.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its name: `on_tile_placed`, `game:award`, `tile.owner`, `[pieces.NAME]`, `pieces.NAME.supply`.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How it is written.
    pub form: String,
    /// What it means.
    pub doc: String,
    /// Its fields, parameters or keys.
    pub details: Vec<Detail>,
    /// What it gives back, or may give back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<String>,
    /// Whether only handlers that may change the game can use it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changes: bool,
    /// An example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
    /// Its page, in `docs/api`.
    pub page: String,
}

impl Entry {
    fn new(name: impl Into<String>, kind: Kind, doc: impl Into<String>, page: String) -> Entry {
        let name = name.into();
        Entry {
            form: name.clone(),
            name,
            kind,
            doc: doc.into(),
            details: Vec::new(),
            returns: None,
            changes: false,
            example: None,
            page,
        }
    }
}

/// All entries.
pub fn entries() -> Vec<Entry> {
    let mut found = hooks();
    found.extend(CLASSES.iter().flat_map(class));
    found.extend(selections());
    found.extend(in_lua());
    found.extend(library_functions());
    let mut seen: Vec<&str> = Vec::new();
    for file in schema::FILES {
        for table in schema::tables(file.table) {
            // Some tables can stand in files of several kinds.
            if !seen.contains(&table.title) {
                seen.push(table.title);
                found.extend(toml(file, table));
            }
        }
    }
    found
}

/// The entries that somebody means by a name: those that are called so, in full or by their last
/// part. Where there are none, names that are nearly so.
///
/// # Errors
///
/// The nearest names, best first; perhaps none.
pub fn find<'a>(entries: &'a [Entry], name: &str) -> Result<Vec<&'a Entry>, Vec<&'a str>> {
    let wanted = name.trim().trim_end_matches("()").to_lowercase();
    let bare = |name: &str| name.trim_matches(['[', ']']).to_lowercase();
    let exact: Vec<&Entry> = entries
        .iter()
        .filter(|entry| entry.name.to_lowercase() == wanted || bare(&entry.name) == bare(&wanted))
        .collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let last = |name: &str| bare(name).rsplit([':', '.']).next().unwrap_or_default().to_owned();
    let by_part: Vec<&Entry> = entries.iter().filter(|entry| last(&entry.name) == wanted).collect();
    if !by_part.is_empty() {
        return Ok(by_part);
    }
    Err(near(entries, &wanted, &last))
}

fn near<'a>(entries: &'a [Entry], wanted: &str, last: &dyn Fn(&str) -> String) -> Vec<&'a str> {
    let within = |entry: &&Entry| wanted.len() > 2 && entry.name.to_lowercase().contains(wanted);
    let mut names: Vec<&str> = Vec::new();
    let mut rest: Vec<&Entry> = entries.iter().collect();
    // The nearest, and the nearest of those that are left; by the last part, too.
    for _ in 0..3 {
        let full = nearest(wanted, rest.iter().map(|entry| entry.name.as_str())).map(str::to_owned);
        let parts: Vec<String> = rest.iter().map(|entry| last(&entry.name)).collect();
        let part = nearest(wanted, parts.iter().map(String::as_str)).map(str::to_owned);
        let is = |entry: &&Entry| Some(&entry.name) == full.as_ref() || Some(last(&entry.name)) == part;
        let Some(at) = rest.iter().position(|entry| is(&entry)) else { break };
        names.push(&rest.remove(at).name);
    }
    names.extend(entries.iter().filter(within).map(|entry| entry.name.as_str()));
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(*name);
            true
        }
    });
    names.truncate(6);
    names
}

fn fields(fields: &[FieldInfo]) -> Vec<Detail> {
    let detail = |field: &FieldInfo| Detail {
        name: field.name.to_owned(),
        ty: field.ty.to_owned(),
        doc: field.doc.to_owned(),
    };
    fields.iter().map(detail).collect()
}

fn params(params: &[Param]) -> Vec<Detail> {
    let detail = |param: &Param| Detail {
        name: param.name.to_owned(),
        ty: param.ty.to_owned(),
        doc: param.doc.to_owned(),
    };
    params.iter().map(detail).collect()
}

fn example_of(hook: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|example| example.of == hook).map(|example| example.code)
}

fn hooks() -> Vec<Entry> {
    let page = |hook: &str| format!("hooks.md#{}", anchor(hook));
    let events = EVENTS.iter().map(|event| {
        let name = if event.kind == EventKind::Custom { "on_<name>" } else { event.hook };
        Entry {
            form: format!("function fan.{name}(game, event)"),
            details: fields(event.fields),
            changes: true,
            example: example_of(event.hook),
            ..Entry::new(name, Kind::Event, event.doc, page(name))
        }
    });
    let queries = QUERIES.iter().map(|query| {
        let third = adjusted(query).map_or(String::new(), |field| format!(", {}", field.name));
        Entry {
            form: format!("function fan.{}(game, query{third})", query.hook),
            details: fields(query.fields),
            returns: Some(answer(query).to_owned()),
            example: example_of(query.hook),
            ..Entry::new(query.hook, Kind::Query, query.doc, page(query.hook))
        }
    });
    events.chain(queries).collect()
}

fn class(info: &'static ClassInfo) -> Vec<Entry> {
    let page = class_page(info.name);
    let variable = variable(info.class);
    let member = |member: &Member| match member.params {
        None => Entry {
            returns: Some(member.ty.to_owned()),
            ..Entry::new(format!("{variable}.{}", member.name), Kind::Field, member.doc, page.clone())
        },
        Some(list) => {
            let name = format!("{variable}:{}", member.name);
            let names: Vec<&str> = list.iter().map(|param| param.name).collect();
            Entry {
                form: format!("{name}({})", names.join(", ")),
                details: params(list),
                returns: (!member.ty.is_empty()).then(|| member.ty.to_owned()),
                changes: member.changes,
                ..Entry::new(name, Kind::Method, member.doc, page.clone())
            }
        }
    };
    let members: Vec<Entry> = info.members.iter().map(member).collect();
    let details = members.iter().map(|entry| Detail {
        name: entry.form.clone(),
        ty: entry.returns.clone().unwrap_or_default(),
        doc: entry.doc.clone(),
    });
    let class = Entry {
        details: details.collect(),
        form: format!("{} (here called `{variable}`)", info.name),
        ..Entry::new(info.name, Kind::Class, info.doc, page.clone())
    };
    std::iter::once(class).chain(members).collect()
}

fn selections() -> Vec<Entry> {
    let page = || "selection.md".to_owned();
    let methods = SELECTION.iter().map(|method| {
        let name = format!("selection:{}", method.name);
        let names: Vec<&str> = method.params.iter().map(|param| param.name).collect();
        Entry {
            form: format!("{name}({})", names.join(", ")),
            details: params(method.params),
            returns: Some(method.ty.replace("self", "Selection<T>")),
            ..Entry::new(name, Kind::Method, method.doc, page())
        }
    });
    let methods: Vec<Entry> = methods.collect();
    let details = methods.iter().map(|entry| Detail {
        name: entry.form.clone(),
        ty: entry.returns.clone().unwrap_or_default(),
        doc: entry.doc.clone(),
    });
    let doc = "A list of things of the game. `for each in selection do` walks it, `#selection` counts it, `selection[1]` is the first.";
    let class = Entry { details: details.collect(), ..Entry::new("Selection", Kind::Class, doc, page()) };
    std::iter::once(class).chain(methods).collect()
}

fn keys(prefix: &str, list: &[Key], page: &str) -> Vec<Entry> {
    let entry = |key: &Key| {
        let name = format!("{prefix}{}", key.name.trim_end_matches('?'));
        Entry { returns: Some(key.ty.to_owned()), ..Entry::new(name, Kind::LuaKey, key.doc, page.to_owned()) }
    };
    list.iter().map(entry).collect()
}

/// What stands in the table of `main.lua`, in actions and in tests, and names for texts.
fn in_lua() -> Vec<Entry> {
    let mut found = keys("", KEYS, "README.md#the-table");
    let details = ACTION.iter().map(|key| Detail {
        name: key.name.to_owned(),
        ty: key.ty.to_owned(),
        doc: key.doc.to_owned(),
    });
    found.push(Entry {
        details: details.collect(),
        example: example_of("actions"),
        form: "fan.actions = { NAME = { … } }".to_owned(),
        ..Entry::new(
            "Action",
            Kind::Class,
            "Something new that players can choose to do.",
            "actions.md".to_owned(),
        )
    });
    found.extend(keys("action.", ACTION, "actions.md"));
    found.extend(keys("move.", MOVE, "testing.md#a-move"));
    found.extend(MEMBERS.iter().map(|member| {
        let name = format!("t:{}", member.name);
        let names: Vec<&str> = member.params.iter().map(|param| param.name).collect();
        Entry {
            form: format!("{name}({})", names.join(", ")),
            details: params(member.params),
            returns: (!member.ty.is_empty()).then(|| member.ty.to_owned()),
            ..Entry::new(name, Kind::Method, member.doc, "testing.md".to_owned())
        }
    }));
    found.extend(ALIASES.iter().map(|alias| {
        let values: Vec<String> = alias.values.iter().map(|value| format!("\"{value}\"")).collect();
        let more = if alias.open { " | …" } else { "" };
        Entry {
            form: format!("{} = {}{more}", alias.name, values.join(" | ")),
            ..Entry::new(alias.name, Kind::Name, alias.doc, "README.md#names".to_owned())
        }
    }));
    found.extend(REFINEMENTS.iter().map(|refinement| {
        let details = refinement.fields.iter().map(|key| Detail {
            name: key.name.to_owned(),
            ty: key.ty.to_owned(),
            doc: key.doc.to_owned(),
        });
        Entry {
            details: details.collect(),
            form: format!("{} (a {} of which more is known)", refinement.name, refinement.of),
            ..Entry::new(refinement.name, Kind::Class, refinement.doc, class_page(refinement.of))
        }
    }));
    found
}

fn library_functions() -> Vec<Entry> {
    let functions = LIBRARY.iter().flat_map(|(_, text)| library::functions(text));
    let entry = |function: library::LibraryFunction<'static>| {
        let name = function.call.split('(').next().unwrap_or(function.call);
        let details = function.params.iter().map(|(name, ty, doc)| Detail {
            name: (*name).to_owned(),
            ty: (*ty).to_owned(),
            doc: (*doc).to_owned(),
        });
        Entry {
            form: function.call.to_owned(),
            details: details.collect(),
            returns: (!function.returns.is_empty()).then(|| function.returns.to_owned()),
            ..Entry::new(name, Kind::Function, function.doc, "library.md".to_owned())
        }
    };
    functions.map(entry).collect()
}

/// A table of a TOML file, and its keys.
fn toml(file: &FileKind, table: &'static Table) -> Vec<Entry> {
    let page = format!("toml-{}.md", file.name);
    let detail = |key: &'static schema::Key| Detail {
        name: format!("{}{}", key.name, if key.required { "" } else { "?" }),
        ty: type_words(&key.ty),
        doc: key.doc.to_owned(),
    };
    let whole = Entry {
        details: table.keys().map(detail).collect(),
        ..Entry::new(table.title, Kind::TomlTable, table.doc, page.clone())
    };
    let prefix = match table.title.trim_matches(['[', ']']) {
        title if table.title.starts_with('[') => format!("{title}."),
        _ => String::new(),
    };
    // Tables without a name of their own are only seen as a whole.
    let named = table.title.starts_with('[') || table.title.ends_with(".toml");
    let keys = table.keys().filter(|_| named && !table.title.contains(' ')).map(|key| Entry {
        form: format!("{} = …, in {}", key.name, table.title),
        returns: Some(type_words(&key.ty)),
        ..Entry::new(format!("{prefix}{}", key.name), Kind::TomlKey, key.doc, page.clone())
    });
    std::iter::once(whole).chain(keys).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> Vec<String> {
        let entries = entries();
        find(&entries, name).unwrap().iter().map(|entry| entry.name.clone()).collect()
    }

    #[test]
    fn entries_are_found_by_name_and_by_last_part() {
        assert_eq!(names("on_tile_placed"), ["on_tile_placed"]);
        assert_eq!(names("game:award"), ["game:award"]);
        assert_eq!(names("award"), ["game:award"]);
        assert_eq!(names("Tile"), ["Tile"]);
        assert_eq!(names("pieces.name.supply"), ["pieces.NAME.supply"]);
        assert_eq!(names("needs_follower"), ["pieces.NAME.needs_follower"]);
        assert!(names("[phases.NAME]").contains(&"[phases.NAME]".to_owned()));
    }

    #[test]
    fn what_is_nearly_right_is_named() {
        let entries = entries();
        let near = |name: &str| find(&entries, name).unwrap_err();
        assert_eq!(near("on_tile_place")[0], "on_tile_placed");
        assert_eq!(near("game:awrd")[0], "game:award");
        assert!(near("aword").contains(&"game:award"));
        assert!(near("qqqqqqqqqq").is_empty());
    }

    #[test]
    fn every_entry_says_something() {
        let entries = entries();
        assert!(entries.len() > 250, "{}", entries.len());
        for entry in &entries {
            assert!(!entry.doc.is_empty() && !entry.form.is_empty(), "{}", entry.name);
        }
    }
}
