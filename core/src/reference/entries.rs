//! The entries of the reference, made from the tables that the program itself reads with.

use bastide_content::schema::{self, FileKind, Table};
use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::host::QUERIES;
use bastide_script::api::{CLASSES, ClassInfo, Member, Param};
use bastide_script::reference::examples::EXAMPLES;
use bastide_script::reference::tables::{
    ACTION, ALIASES, Alias, KEYS, Key, MOVE, REFINEMENTS, SELECTION, adjusted, answer,
};
use bastide_script::reference::{LIBRARY, anchor, class_page, library, variable};
use bastide_script::testing::{MEMBERS, TestMember};

use super::tables::type_words;
use super::{Detail, Entry, Kind};

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
    found.push(Entry {
        details: ACTION.iter().map(detail).collect(),
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
    found.extend(MEMBERS.iter().map(test_member));
    found.extend(ALIASES.iter().map(alias));
    found.extend(REFINEMENTS.iter().map(|refinement| Entry {
        details: refinement.fields.iter().map(detail).collect(),
        form: format!("{} (a {} of which more is known)", refinement.name, refinement.of),
        ..Entry::new(refinement.name, Kind::Class, refinement.doc, class_page(refinement.of))
    }));
    found
}

fn detail(key: &Key) -> Detail {
    Detail { name: key.name.to_owned(), ty: key.ty.to_owned(), doc: key.doc.to_owned() }
}

fn test_member(member: &TestMember) -> Entry {
    let name = format!("t:{}", member.name);
    let names: Vec<&str> = member.params.iter().map(|param| param.name).collect();
    Entry {
        form: format!("{name}({})", names.join(", ")),
        details: params(member.params),
        returns: (!member.ty.is_empty()).then(|| member.ty.to_owned()),
        ..Entry::new(name, Kind::Method, member.doc, "testing.md".to_owned())
    }
}

fn alias(alias: &Alias) -> Entry {
    let values: Vec<String> = alias.values.iter().map(|value| format!("\"{value}\"")).collect();
    let more = if alias.open { " | …" } else { "" };
    Entry {
        form: format!("{} = {}{more}", alias.name, values.join(" | ")),
        ..Entry::new(alias.name, Kind::Name, alias.doc, "README.md#names".to_owned())
    }
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
