//! `--rules`: which statements of a `RULES.md` tests name.

use bastide::shelf::Shelf;
use bastide::testing::Suite;
use serde_json::json;

use crate::commands::{Out, Outcome};

/// Shows the statements that no test names, and the numbers that no statement has. A problem is found
/// where there is one.
pub(super) fn run(shelf: &Shelf, found: &[Suite], as_json: bool, out: &mut Out) -> Outcome {
    let mut rows = Vec::new();
    let mut open = 0;
    for suite in found {
        let Some(coverage) = suite.rules(shelf) else {
            if !as_json {
                out.line(format_args!("{}: no RULES.md with numbered statements", suite.id))?;
            }
            continue;
        };
        let (all, missing) = (coverage.statements.len(), &coverage.missing);
        let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let unknown: Vec<String> = coverage.unknown.iter().map(ToString::to_string).collect();
        open += names.len() + unknown.len();
        if as_json {
            rows.push(json!({
                "expansion": suite.id,
                "statements": all,
                "missing": names,
                "unknown": unknown,
            }));
        } else {
            out.line(format_args!(
                "{}: {} of {all} statements are named by a test",
                suite.id,
                all - missing.len()
            ))?;
            if !names.is_empty() {
                out.line(format_args!("  missing: {}", names.join(" ")))?;
            }
            if !unknown.is_empty() {
                let list = unknown.join(" ");
                out.line(format_args!("  named by a test, but not in RULES.md: {list}"))?;
            }
        }
    }
    if as_json {
        out.line(json!({ "expansions": rows }))?;
    }
    Ok(u8::from(open > 0))
}
