//! `bastide explain`: what the documents say about a kind of mistake.

use bastide::explain;
use serde_json::json;

use crate::commands::{Failure, Out, Outcome};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bastide explain nil
  bastide explain
  bastide explain unknown-key --json

A message begins with its kind: error[nil]. Without one, all kinds are listed with their pages.")]
pub(crate) struct Args {
    /// The kind of mistake, as it stands in a message between square brackets.
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Print it as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Outcome {
    let Some(code) = &args.code else { return list(args.json, out) };
    // It may be copied with all that stands around it.
    let code = code.trim_start_matches("error").trim_start_matches("warning");
    let code = code.trim_matches(['[', ']', ':']);
    let Some(sections) = explain::explain(code) else {
        let meant =
            explain::nearly(code).map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
        return Err(Failure::Usage(format!(
            "there is no kind of mistake `{code}`{meant}\n`bastide explain` lists all of them"
        )));
    };
    if args.json {
        out.line(json!({ "code": code, "sections": sections }))?;
        return Ok(0);
    }
    for (index, section) in sections.iter().enumerate() {
        if index > 0 {
            out.line("")?;
        }
        out.line(format_args!("{}\n\n{}", section.page, section.text))?;
    }
    Ok(0)
}

fn list(as_json: bool, out: &mut Out) -> Outcome {
    if as_json {
        let codes: Vec<_> =
            explain::codes().map(|(code, page)| json!({ "code": code, "page": page })).collect();
        out.line(json!({ "codes": codes }))?;
        return Ok(0);
    }
    let width = explain::codes().map(|(code, _)| code.len()).max().unwrap_or_default();
    for (code, page) in explain::codes() {
        out.line(format_args!("{code:width$}  {page}"))?;
    }
    Ok(0)
}
