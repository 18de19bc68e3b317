//! What a save has changed as JSON, for editors and other programs.

use bastide::content::diagnostic::Diagnostic;
use bastide::error::Error;
use bastide::script::testing::TestFailure;
use bastide::watch::Saved;
use bastide::workbench::{Misfit, Reload};
use serde_json::{Value, json};

/// What a save came to.
pub(super) fn reloaded(reload: &Reload, saved: &Saved) -> Value {
    let took = u64::try_from(saved.at.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut view = match reload {
        Reload::Done(changes) => json!({
            "event": "rebuilt",
            "different": !changes.is_nothing(),
            "game": changes.after,
            "before": changes.before,
            "compared": changes.compared,
            "points": changes.sources,
            "total": changes.total,
            "gained": changes.gained,
            "lost": changes.lost,
            "another_decision": changes.elsewhere,
            "misfit": changes.misfit.as_ref().map(misfit),
            "kept": changes.kept,
            "again": changes.again,
            "drift": changes.drift.as_ref().map(
                |drift| json!({ "decision": drift.decision, "was": drift.was, "is": drift.is })
            ),
            "printed": changes.printed,
            "stalled": changes.stalled,
        }),
        Reload::Broken(error) => {
            let mut view = json!({ "event": "broken" });
            put_error(&mut view, error);
            view
        }
        Reload::Refused(errors) => {
            let reasons: Vec<String> = errors.0.iter().map(ToString::to_string).collect();
            json!({ "event": "refused", "reasons": reasons })
        }
    };
    view["files"] = saved.files.iter().map(|file| file.display().to_string()).collect();
    view["ms"] = json!(took);
    view
}

/// Why files cannot be used.
pub(super) fn put_error(view: &mut Value, error: &Error) {
    view["error"] = json!(error.to_string());
    let none: &[Diagnostic] = &[];
    view["diagnostics"] = match error {
        Error::Content(report) => json!(report.diagnostics),
        _ => json!(none),
    };
}

pub(super) fn misfit(misfit: &Misfit) -> Value {
    json!({
        "decision": misfit.decision,
        "turn": misfit.said.turn,
        "by": misfit.said.by,
        "what": misfit.said.what,
        "reason": misfit.reason,
        "legal": misfit.legal,
    })
}

pub(super) fn failure(id: &str, file: &str, name: &str, failure: &TestFailure) -> Value {
    json!({
        "expansion": id,
        "file": file,
        "name": name,
        "message": failure.message,
        "line": failure.line,
        "board": failure.picture,
        "printed": failure.output,
    })
}
