//! `--coverage`: which lines ran, and which hooks and actions nobody called.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use bastide::shelf::Shelf;
use bastide::testing::{Cover, FileReport, Report, Run, Suite, Wanted, lcov, report};
use serde_json::{Value, json};

use crate::commands::{Failure, Out};

/// What ran of one expansion, and by whom.
pub(super) struct Covered {
    id: String,
    folder: String,
    by: Cover,
    report: Report,
}

impl Covered {
    /// What was counted in a run, if anything was.
    pub fn new(shelf: &Shelf, suite: &Suite, run: &Run, wanted: &Wanted) -> Option<Covered> {
        let report = report(shelf, run.coverage.as_ref()?, &suite.id, &suite.folder);
        Some(Covered { id: suite.id.clone(), folder: suite.folder.clone(), by: wanted.cover?, report })
    }

    fn name<'a>(&self, file: &'a FileReport) -> &'a str {
        file.path.strip_prefix(&format!("{}/", self.folder)).unwrap_or(&file.path)
    }

    pub fn show(&self, out: &mut Out) -> Result<(), Failure> {
        let (id, files) = (&self.id, &self.report.files);
        let by = match self.by {
            Cover::Tests => "its tests run",
            Cover::All => "its tests and the generic games run",
        };
        if files.is_empty() {
            return out.line(format_args!("coverage: {id} has no scripts"));
        }
        out.line(format_args!("coverage: what {by} of {id}"))?;
        let width = files.iter().map(|file| self.name(file).chars().count()).max().unwrap_or(0);
        for file in files {
            let name = self.name(file);
            let all = file.lines.len();
            if all == 0 {
                out.line(format_args!("  {name:width$}  is not loaded, or nothing in it can run"))?;
                continue;
            }
            let missed: Vec<String> = file.missed().iter().map(range).collect();
            let missed =
                if missed.is_empty() { String::new() } else { format!("; not {}", missed.join(", ")) };
            out.line(format_args!("  {name:width$}  {} of {all} lines{missed}", file.hit()))?;
        }
        let (all, uncalled) = (self.report.handlers, &self.report.uncalled);
        let none = if uncalled.is_empty() {
            String::new()
        } else {
            format!("; nobody calls {}", uncalled.join(", "))
        };
        out.line(format_args!("  hooks and actions: {} of {all} are called{none}", all - uncalled.len()))
    }

    pub fn json(&self) -> Value {
        let file = |file: &FileReport| {
            let missed: Vec<[u32; 2]> =
                file.missed().iter().map(|range| [*range.start(), *range.end()]).collect();
            json!({ "file": file.path, "lines": file.lines.len(), "hit": file.hit(), "missed": missed })
        };
        let by = match self.by {
            Cover::Tests => "tests",
            Cover::All => "all",
        };
        json!({
            "expansion": self.id,
            "by": by,
            "files": self.report.files.iter().map(file).collect::<Vec<_>>(),
            "handlers": self.report.handlers,
            "uncalled": self.report.uncalled,
        })
    }
}

/// Lines from and to, as editors number them.
fn range(lines: &RangeInclusive<u32>) -> String {
    if lines.start() == lines.end() {
        lines.start().to_string()
    } else {
        format!("{}-{}", lines.start(), lines.end())
    }
}

/// Writes all of it as LCOV.
pub(super) fn write(reports: &[Covered], file: &Path) -> Result<(), Failure> {
    let text = lcov(reports.iter().flat_map(|covered| &covered.report.files));
    fs::write(file, text)
        .map_err(|error| Failure::Problem(format!("cannot write `{}`: {error}", file.display())))
}
