//! The pages for people, in Markdown.

use std::fmt::Write;

use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::host::QUERIES;

use super::examples::EXAMPLES;
use super::library;
use super::moments::moment_of;
use super::tables::{ACTION, ALIASES, Function, KEYS, Key, MOVE, REFINEMENTS, SELECTION, adjusted, answer};
use super::types::{class_page, elements, for_page};
use crate::api::{CLASSES, ClassInfo, Member, Param};
use crate::handle::Class;
use crate::load::LIBRARY;
use crate::testing::MEMBERS;

/// All pages: name of the file in `docs/api`, and text.
pub fn pages() -> Vec<(String, String)> {
    let mut pages = vec![
        ("README.md".to_owned(), index()),
        ("hooks.md".to_owned(), hooks()),
        ("actions.md".to_owned(), actions()),
        ("selection.md".to_owned(), selection()),
        ("library.md".to_owned(), library_page()),
        ("testing.md".to_owned(), testing()),
    ];
    pages.extend(CLASSES.iter().map(|info| (class_page(info.name), class(info))));
    pages
}

/// Writes a line. Writing into a text cannot fail.
macro_rules! line {
    ($out:expr) => { $out.push('\n') };
    ($out:expr, $($arg:tt)*) => {{ let _ = writeln!($out, $($arg)*); }};
}

fn page(title: &str) -> String {
    format!("<!-- {} -->\n\n# {title}\n", super::GENERATED)
}

/// The first sentence of a text.
fn sentence(doc: &str) -> &str {
    doc.find(". ").map_or(doc, |end| &doc[..=end])
}

/// A text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn since(version: u32) -> String {
    if version > 1 { format!(" *Since API {version}.*") } else { String::new() }
}

fn index() -> String {
    let mut out = page("The Lua reference");
    line!(out, "\n{}", include_str!("texts/index.md").trim());
    line!(out, "\n## Pages\n");
    line!(out, "| page | |\n|---|---|");
    line!(out, "| [hooks](hooks.md) | {} events and {} queries |", EVENTS.len() - 1, QUERIES.len());
    line!(out, "| [actions](actions.md) | new things that players can choose to do |");
    for class in CLASSES {
        line!(out, "| [`{}`]({}) | {} |", class.name, class_page(class.name), cell(sentence(class.doc)));
    }
    line!(out, "| [`Selection`](selection.md) | lists of things of the game |");
    line!(out, "| [library](library.md) | what `require(\"bastide.…\")` gives |");
    line!(out, "| [expansion.toml](toml-expansion.md) | every table and key of a manifest |");
    line!(out, "| [tiles/*.toml](toml-tile-set.md) | every table and key of a tile set |");
    line!(out, "| [testing](testing.md) | tests of expansions, and the table `t` at which they play |");
    line!(
        out,
        "\n## The table\n\nBeside [hooks](hooks.md), the table that `main.lua` returns can have these keys:\n"
    );
    keys(&mut out, KEYS);
    line!(out, "\n## Names\n\nWhere the reference names one of these types, it means one of these texts:\n");
    line!(out, "| type | texts | |\n|---|---|---|");
    for alias in ALIASES {
        let mut values: Vec<String> = alias.values.iter().map(|value| format!("`{value}`")).collect();
        values.extend(alias.open.then(|| "…".to_owned()).filter(|_| alias.name.len() > 4));
        line!(out, "| `{}` | {} | {} |", alias.name, values.join(" "), cell(alias.doc));
    }
    out
}

fn keys(out: &mut String, keys: &[Key]) {
    line!(out, "| key | type | |\n|---|---|---|");
    for Key { name, ty, doc } in keys {
        line!(out, "| `{}` | {} | {} |", name.trim_end_matches('?'), for_page(ty), cell(doc));
    }
}

fn hooks() -> String {
    let mut out = page("Hooks");
    line!(out, "\n{}\n", include_str!("texts/hooks.md").trim());
    line!(out, "| hook | |\n|---|---|");
    let custom = |event: EventKind| event == EventKind::Custom;
    for event in EVENTS {
        let name = if custom(event.kind) { "on_<name>" } else { event.hook };
        line!(out, "| [`{name}`](#{}) | {} |", anchor(name), cell(sentence(event.doc)));
    }
    for query in QUERIES {
        line!(out, "| [`{}`](#{}) | {} |", query.hook, anchor(query.hook), cell(sentence(query.doc)));
    }
    line!(out, "\n## Events");
    for event in EVENTS {
        let name = if custom(event.kind) { "on_<name>" } else { event.hook };
        line!(out, "\n### `{name}`\n\n{}{}", event.doc, since(event.since));
        moment(&mut out, event.hook);
        fields(&mut out, "event", event.fields);
        example(&mut out, event.hook);
    }
    line!(out, "\n## Queries");
    for query in QUERIES {
        line!(out, "\n### `{}`\n\n{}{}", query.hook, query.doc, since(query.since));
        moment(&mut out, query.hook);
        line!(out, "\nReturns {}.", for_page(answer(query)));
        if let Some(field) = adjusted(query) {
            line!(out, "`query.{}` is its third argument, too.", field.name);
        }
        fields(&mut out, "query", query.fields);
        example(&mut out, query.hook);
    }
    out
}

/// When a hook is called, and which others are near.
fn moment(out: &mut String, hook: &str) {
    let Some(moment) = moment_of(hook) else { return };
    line!(out, "\n*When ({}):* {}", moment.phase, moment.when);
    let name = |hook: &&str| if *hook == "on_custom" { "on_<name>".to_owned() } else { (*hook).to_owned() };
    let related: Vec<String> = moment.related.iter().map(name).collect();
    let links: Vec<String> = related.iter().map(|hook| format!("[`{hook}`](#{})", anchor(hook))).collect();
    line!(out, "See also {}.", links.join(", "));
}

/// How a heading of a page is linked.
pub fn anchor(heading: &str) -> String {
    heading.chars().filter(|letter| letter.is_alphanumeric() || "_-".contains(*letter)).collect()
}

fn fields(out: &mut String, name: &str, fields: &[FieldInfo]) {
    if fields.is_empty() {
        return;
    }
    line!(out, "\n| field | type | |\n|---|---|---|");
    for field in fields {
        line!(out, "| `{name}.{}` | {} | {} |", field.name, for_page(field.ty), cell(field.doc));
    }
}

fn example(out: &mut String, of: &str) {
    for example in EXAMPLES.iter().filter(|example| example.of == of) {
        line!(out, "\n```lua\n{}\n```", example.code);
    }
}

fn actions() -> String {
    let mut out = page("Actions");
    line!(out, "\n{}\n", include_str!("texts/actions.md").trim());
    keys(&mut out, ACTION);
    example(&mut out, "actions");
    out
}

fn class(info: &ClassInfo) -> String {
    let mut out = page(info.name);
    line!(out, "\n{}", info.doc);
    let (methods, fields): (Vec<&Member>, Vec<&Member>) =
        info.members.iter().partition(|member| member.params.is_some());
    if !fields.is_empty() {
        line!(out, "\n## Fields\n\n| field | type | |\n|---|---|---|");
    }
    for field in fields {
        let doc = format!("{}{}", cell(field.doc), since(field.since));
        line!(out, "| `{}` | {} | {doc} |", field.name, for_page(field.ty));
    }
    for (title, changes) in [("Looking", false), ("Changing", true)] {
        let methods: Vec<&&Member> = methods.iter().filter(|method| method.changes == changes).collect();
        if methods.is_empty() {
            continue;
        }
        line!(out, "\n## {title}");
        if changes {
            line!(out, "\nOnly in `on_` handlers and in `perform` of an [action](actions.md).");
        }
        for method in methods {
            let call = format!("{}:{}", variable(info.class), method.name);
            let doc = format!("{}{}", method.doc, since(method.since));
            self::method(&mut out, &call, method.params.unwrap_or_default(), method.ty, &doc);
        }
    }
    for refinement in REFINEMENTS.iter().filter(|refinement| refinement.of == info.name) {
        line!(out, "\n## {}\n\n{} Of these, more is known:\n", refinement.name, refinement.doc);
        keys(&mut out, refinement.fields);
    }
    out
}

/// A variable that holds a handle, as examples call it.
pub fn variable(class: Class) -> &'static str {
    match class {
        Class::Game => "game",
        Class::Player => "player",
        Class::Piece => "piece",
        Class::Tile => "tile",
        Class::TileDef => "tile_def",
        Class::Feature => "feature",
        Class::Place => "place",
        Class::Places => "places",
        Class::Cell => "cell",
        Class::Placement => "placement",
    }
}

fn method(out: &mut String, call: &str, params: &[Param], ty: &str, doc: &str) {
    let names: Vec<&str> = params.iter().map(|param| param.name).collect();
    line!(out, "\n### `{call}({})`\n\n{doc}", names.join(", "));
    if !params.is_empty() {
        line!(out, "\n| argument | type | |\n|---|---|---|");
    }
    for Param { name, ty, doc } in params {
        line!(out, "| `{name}` | {} | {} |", for_page(ty), cell(doc));
    }
    if !ty.is_empty() {
        line!(out, "\nReturns {}.", for_page(ty));
    }
}

fn selection() -> String {
    let mut out = page("Selection");
    let names: Vec<String> = elements().into_iter().map(|name| for_page(name).to_owned()).collect();
    line!(out, "\n{}", include_str!("texts/selection.md").trim());
    line!(out, "\nThere are selections of {}.", names.join(", "));
    for Function { name, params, ty, doc, of } in SELECTION {
        let of: Vec<String> = of.iter().map(|class| format!("`{class}`")).collect();
        let of = match of.as_slice() {
            [] => String::new(),
            of => format!(" Of selections of {}.", of.join(", ")),
        };
        let ty = if *ty == "self" { "Selection<T>" } else { ty };
        method(&mut out, &format!("selection:{name}"), params, ty, &format!("{doc}{of}"));
    }
    out
}

fn library_page() -> String {
    let mut out = page("The library");
    line!(out, "\nSmall things that many expansions need, written in Lua. They are in `scripts/lib`.");
    for (name, text) in LIBRARY {
        line!(out, "\n## `{name}`\n\n{}", library::about(text));
        line!(out, "\n```lua\nlocal {name} = require(\"bastide.{name}\")\n```");
        for function in library::functions(text) {
            line!(out, "\n### `{}`\n\n{}\n", function.call, function.doc);
            line!(out, "| argument | type | |\n|---|---|---|");
            for (name, ty, doc) in function.params {
                line!(out, "| `{name}` | {} | {} |", for_page(ty), cell(doc));
            }
            if !function.returns.is_empty() {
                line!(out, "\nReturns {}.", for_page(function.returns));
            }
        }
    }
    out
}

fn testing() -> String {
    let mut out = page("Testing");
    line!(out, "\n{}", include_str!("texts/testing.md").trim());
    line!(out, "\n## A move\n");
    keys(&mut out, MOVE);
    line!(out, "\n## The table");
    for member in MEMBERS {
        method(&mut out, &format!("t:{}", member.name), member.params, member.ty, member.doc);
    }
    out
}
