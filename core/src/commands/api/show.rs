//! Entries of the reference in the terminal.

use bastide::reference::explain::Explanation;
use bastide::reference::order::{Order, Place};
use bastide::reference::{Detail, Entry, Kind};

use crate::commands::{Failure, Out};

/// Letters in a line.
const WIDTH: usize = 98;

type Shown = Result<(), Failure>;

/// Everything that can be looked up, by what it is.
pub(super) fn overview(entries: &[Entry], out: &mut Out) -> Shown {
    out.line("Hooks that are told of what happens:")?;
    list(entries, Kind::Event, out)?;
    out.line("\nHooks that are asked:")?;
    list(entries, Kind::Query, out)?;
    out.line("\nClasses of things of the game, and what actions and selections are:")?;
    list(entries, Kind::Class, out)?;
    out.line("\nFunctions of the library:")?;
    list(entries, Kind::Function, out)?;
    out.line("\nTables of expansion.toml and of tile sets:")?;
    list(entries, Kind::TomlTable, out)?;
    out.line("")?;
    out.line("bastide api NAME shows one of these, a method (game:award), or a key (supply).")?;
    out.line("bastide api --explain HOOK says when in a turn a hook is called, and who uses it.")?;
    out.line("bastide api --order HOOK says which handlers run for it, and why in that order.")?;
    out.line("bastide api --write FOLDER writes all of it, also as a page that can be searched.")
}

fn list(entries: &[Entry], kind: Kind, out: &mut Out) -> Shown {
    let mut seen: Vec<&str> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.kind == kind) {
        // Tables without a header of their own are seen with the keys that hold them.
        let inner = kind == Kind::TomlTable && !entry.name.starts_with('[') && !entry.name.ends_with(".toml");
        if inner || seen.contains(&entry.name.as_str()) {
            continue;
        }
        seen.push(&entry.name);
        let name = &entry.name;
        let doc = sentence(&entry.doc);
        let room = WIDTH.saturating_sub(30);
        let short: String = if doc.chars().count() > room {
            doc.chars().take(room - 1).chain(['…']).collect()
        } else {
            doc.to_owned()
        };
        out.line(format_args!("  {name:<26}  {short}"))?;
    }
    Ok(())
}

/// The first sentence of a text.
fn sentence(doc: &str) -> &str {
    doc.find(". ").map_or(doc, |end| &doc[..=end])
}

/// One entry.
pub(super) fn entry(entry: &Entry, out: &mut Out) -> Shown {
    out.line(format_args!("{} ({})", entry.name, entry.kind.words()))?;
    if entry.form != entry.name {
        out.line(format_args!("\n  {}", entry.form))?;
    }
    out.line("")?;
    wrapped(&entry.doc, 2, out)?;
    details(&entry.details, out)?;
    if let Some(returns) = &entry.returns {
        let what = match entry.kind {
            Kind::Method | Kind::Function | Kind::Query => "Returns",
            Kind::TomlKey => "Holds",
            _ => "Is",
        };
        out.line(format_args!("\n  {what} {returns}."))?;
    }
    if entry.changes && entry.kind == Kind::Method {
        out.line("\n  It changes the game: only in `on_` handlers and in `perform` of an action.")?;
    }
    example(entry, out)?;
    out.line(format_args!("\n  More: docs/api/{}", entry.page))
}

fn example(entry: &Entry, out: &mut Out) -> Shown {
    let Some(example) = entry.example else { return Ok(()) };
    out.line("\n  For example:\n")?;
    example.lines().try_for_each(|line| out.line(format_args!("    {line}").to_string().trim_end()))
}

fn details(details: &[Detail], out: &mut Out) -> Shown {
    if details.is_empty() {
        return Ok(());
    }
    out.line("")?;
    for Detail { name, ty, doc } in details {
        let ty = if ty.is_empty() { String::new() } else { format!(": {ty}") };
        out.line(format_args!("  {name}{ty}"))?;
        wrapped(doc, 6, out)?;
    }
    Ok(())
}

/// A text in lines that are not too long.
fn wrapped(text: &str, indent: usize, out: &mut Out) -> Shown {
    let mut line = " ".repeat(indent);
    let mut letters = indent;
    for word in text.split_whitespace() {
        let count = word.chars().count();
        if letters > indent && letters + 1 + count > WIDTH {
            out.line(&line)?;
            line = " ".repeat(indent);
            letters = indent;
        }
        if letters > indent {
            line.push(' ');
            letters += 1;
        }
        line.push_str(word);
        letters += count;
    }
    out.line(line)
}

/// What a hook is, when it is called, and who uses it.
pub(super) fn explanation(found: &Explanation, out: &mut Out) -> Shown {
    let Explanation { entry, phase, when, may_return, related, used_in } = found;
    out.line(format_args!("{} ({})\n\n  {}\n", entry.name, entry.kind.words(), entry.form))?;
    wrapped(&entry.doc, 2, out)?;
    out.line(format_args!("\nWhen: {phase}"))?;
    wrapped(when, 2, out)?;
    out.line(if entry.details.is_empty() {
        "\nWhat it gets: nothing but the game."
    } else {
        "\nWhat it gets:"
    })?;
    details(&entry.details, out)?;
    out.line("\nWhat it may return:")?;
    wrapped(may_return, 2, out)?;
    example(entry, out)?;
    if used_in.is_empty() {
        out.line("\nNo bundled expansion uses it.")?;
    } else {
        out.line("\nBundled expansions that use it:")?;
        for place in used_in {
            out.line(format_args!("  {}:{}  {}", place.file, place.line, place.text))?;
        }
    }
    out.line(format_args!("\nSee also: {}", related.join(", ")))
}

/// The expansion of a handler, and its priority where it has one.
fn name(place: &Place) -> String {
    match place.priority {
        0 => place.expansion.clone(),
        priority => format!("{} (priority {priority})", place.expansion),
    }
}

/// The handlers of each hook.
pub(super) fn orders(orders: &[Order], out: &mut Out) -> Shown {
    let mut loose = 0;
    for Order { hook, handlers, undeclared } in orders {
        out.line(format_args!("\n{hook}"))?;
        let names: Vec<String> = handlers.iter().map(name).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).max(22);
        for (at, (place, name)) in handlers.iter().zip(&names).enumerate() {
            let why = if place.why.is_empty() { String::new() } else { format!("  {}", place.why) };
            out.line(format!("  {}. {name:<width$}{why}", at + 1).trim_end())?;
            for (at, condition) in place.conditions.iter().enumerate() {
                let word = if at == 0 { "only when" } else { "or when" };
                out.line(format_args!("       {word} {condition}"))?;
            }
        }
        if !undeclared.is_empty() {
            let pairs: Vec<String> =
                undeclared.iter().map(|(one, other)| format!("{one} and {other}")).collect();
            wrapped(&format!("No order is declared between {}.", pairs.join("; ")), 5, out)?;
            loose += undeclared.len();
        }
    }
    if loose > 0 {
        out.line("")?;
        wrapped(
            "Without a declared order, ids decide. That is well where neither looks at what the other changes; where one does, let its expansion.toml name the other in `after` or `before`, or give its handler a `priority`.",
            0,
            out,
        )?;
    }
    Ok(())
}
