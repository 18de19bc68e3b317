//! `bastide api`: the reference, in the terminal and as files.

mod show;
mod write;

use std::path::PathBuf;

use bastide::content::names::nearest;
use bastide::reference::files::Format;
use bastide::reference::order::{Order, hooks, order};
use bastide::reference::{entries, explain, find};
use bastide::session::{ALL, Request};
use clap::ValueEnum;
use serde_json::json;

use crate::commands::args::{describe, open, split};
use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide api                             what there is
  bastide api on_tile_placed              one hook; also game:award, Tile, supply, [pieces.NAME]
  bastide api --explain on_feature_scored when in a turn a hook is called, and who uses it
  bastide api --order on_feature_scored   which handlers run for it, and why in that order
  bastide api --order --expansions watchtowers,./mills
  bastide api --write reference           all of it as files: Markdown, HTML, definitions, schemas
  bastide api --format html > reference.html
  bastide api --editor mills              settings with which editors complete `game:` and TOML keys")]
pub(crate) struct Args {
    /// A hook, class, method, field, key or table.
    #[arg(conflicts_with_all = ["write", "format", "order", "explain", "editor"])]
    name: Option<String>,
    /// Write the reference into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["order", "explain", "editor"])]
    write: Option<PathBuf>,
    /// Only this form of it; without --write, on standard output.
    #[arg(long, value_enum, conflicts_with_all = ["order", "explain", "editor"])]
    format: Option<Form>,
    /// Show which handlers run, and why in that order: for one hook, or for all.
    #[arg(long, value_name = "HOOK", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["explain", "editor"])]
    order: Option<String>,
    /// The expansions in play, by id or by the path of a folder, with commas between.
    /// [default: every bundled one]
    #[arg(long, value_name = "IDS", requires = "order")]
    expansions: Option<String>,
    /// Show when in a turn a hook is called, by what, and who uses it.
    #[arg(long, value_name = "HOOK", conflicts_with = "editor")]
    explain: Option<String>,
    /// Write settings for editors into the folder of an expansion.
    #[arg(long, value_name = "FOLDER")]
    editor: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, conflicts_with_all = ["write", "format", "editor"])]
    json: bool,
}

/// A form of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Pages of Markdown.
    Markdown,
    /// One page with a search.
    Html,
    /// Definitions for Lua language servers.
    Luacats,
    /// JSON schemas of the TOML files.
    Schema,
}

impl From<Form> for Format {
    fn from(form: Form) -> Format {
        match form {
            Form::Markdown => Format::Markdown,
            Form::Html => Format::Html,
            Form::Luacats => Format::Luacats,
            Form::Schema => Format::Schema,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    if let Some(folder) = &args.editor {
        return write::editor(folder, out);
    }
    if args.write.is_some() || args.format.is_some() {
        return write::reference(args.write.as_deref(), args.format.map(Format::from), out);
    }
    if let Some(hook) = &args.order {
        return show_order(args, hook, out);
    }
    if let Some(hook) = &args.explain {
        return show_explanation(args, hook, out);
    }
    let entries = entries();
    let Some(name) = &args.name else {
        if args.json {
            out.line(json!(entries))?;
        } else {
            show::overview(&entries, out)?;
        }
        return Ok(0);
    };
    match find(&entries, name) {
        Ok(found) if args.json => out.line(json!(found))?,
        Ok(found) => {
            for (at, entry) in found.into_iter().enumerate() {
                if at > 0 {
                    out.line("")?;
                }
                show::entry(entry, out)?;
            }
        }
        Err(near) => {
            let hint = match near.as_slice() {
                [] => "; `bastide api` lists what there is".to_owned(),
                near => format!(", did you mean {}?", or(near)),
            };
            return Err(Failure::Usage(format!("nothing is called `{name}`{hint}")));
        }
    }
    Ok(0)
}

/// `` `a`, `b` or `c` ``.
fn or(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        names => names.join(""),
    }
}

fn show_explanation(args: &Args, hook: &str, out: &mut Out) -> Outcome {
    let hook = if hook == "on_<name>" { "on_custom" } else { hook };
    let Some(found) = explain::explain(hook) else {
        let near = nearest(hook, explain::hooks()).map(|near| format!(", did you mean `{near}`?"));
        let hint = near.unwrap_or_else(|| "; `bastide api` lists the hooks".to_owned());
        return Err(Failure::Usage(format!("there is no hook `{hook}`{hint}")));
    };
    if args.json {
        out.line(json!(found))?;
    } else {
        show::explanation(&found, out)?;
    }
    Ok(0)
}

fn show_order(args: &Args, hook: &str, out: &mut Out) -> Outcome {
    let expansions = split(args.expansions.as_deref().unwrap_or(ALL));
    let session = open(&Request { expansions, ..Request::new(["Alice", "Bob"]) })?;
    let mut orders: Vec<Order> = order(&session)?;
    if !hook.is_empty() {
        let known = hooks(&session)?;
        if !known.iter().any(|known| known == hook) && !explain::hooks().any(|known| known == hook) {
            let mut names: Vec<&str> = known.iter().map(String::as_str).collect();
            explain::hooks().for_each(|hook| names.push(hook));
            let near = nearest(hook, names).map(|near| format!(", did you mean `{near}`?"));
            let hint = near.unwrap_or_else(|| "; `bastide api` lists the hooks".to_owned());
            return Err(Failure::Usage(format!("there is no hook `{hook}`{hint}")));
        }
        orders.retain(|order| order.hook == hook);
    }
    if args.json {
        out.line(json!(orders))?;
        return Ok(0);
    }
    out.line(format_args!("In {}:", describe(&session)))?;
    if orders.is_empty() {
        let what = if hook.is_empty() { "anything" } else { hook };
        out.line(format_args!("nobody listens to {what}."))?;
    }
    show::orders(&orders, out)?;
    Ok(0)
}
