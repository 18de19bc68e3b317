//! What the handlers of a game took, by expansion and hook.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::{Outcome, Step};

/// What the handlers of one hook of one expansion took.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// The id of the expansion.
    pub expansion: String,
    /// The hook, or `actions.<name>`.
    pub hook: String,
    /// How often it was called.
    pub calls: u64,
    /// How many of the calls changed something, raised an event, forbade something or added to a
    /// number.
    pub effective: u64,
    /// How many questions it asked.
    pub questions: u64,
    /// How many of the calls failed.
    pub failures: u64,
    /// The steps of all calls.
    pub steps: u64,
    /// How often it used a field or a method of a thing of the game.
    pub uses: u64,
    /// The time of all calls.
    pub microseconds: f64,
    /// The decision at which it took the most steps.
    pub costliest: usize,
    /// Its steps at that decision.
    pub most_steps: u64,
}

/// What the handlers of a game took, by expansion and hook.
#[derive(Clone, Debug, Default)]
pub struct Summary(BTreeMap<(String, String), Row>);

impl Summary {
    /// Takes a step into account.
    pub fn add(&mut self, step: &Step) {
        let mut steps: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for call in &step.calls {
            let key = (call.expansion.clone(), call.hook.clone());
            let row = self.0.entry(key).or_insert_with(|| Row {
                expansion: call.expansion.clone(),
                hook: call.hook.clone(),
                ..Row::default()
            });
            let asked = matches!(call.outcome, Outcome::Asked { .. });
            let failed = matches!(call.outcome, Outcome::Failed(_));
            let said = call.outcome.is_look() && !call.outcome.is_nothing();
            row.calls += 1;
            row.effective += u64::from(said || !(call.changes.is_empty() && call.raised.is_empty()));
            row.questions += u64::from(asked);
            row.failures += u64::from(failed);
            row.steps += call.steps;
            row.uses += call.uses;
            row.microseconds += call.microseconds;
            *steps.entry((&call.expansion, &call.hook)).or_default() += call.steps;
        }
        for ((expansion, hook), steps) in steps {
            if let Some(row) = self.0.get_mut(&(expansion.to_owned(), hook.to_owned()))
                && steps > row.most_steps
            {
                (row.costliest, row.most_steps) = (step.decision, steps);
            }
        }
    }

    /// The rows, those that took most time first.
    pub fn rows(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.0.values().collect();
        rows.sort_by(|a, b| b.microseconds.total_cmp(&a.microseconds));
        rows
    }

    /// The rows as a table.
    pub fn table(&self) -> String {
        let rows = self.rows();
        let width = |of: fn(&Row) -> &str, head: &str| {
            rows.iter().map(|row| of(row).len()).chain([head.len()]).max().unwrap_or(0)
        };
        let widths = (width(|row| &row.expansion, "expansion"), width(|row| &row.hook, "hook"));
        let heads = ["calls", "effective", "questions", "steps", "uses", "ms", "µs/call"];
        let mut text = String::new();
        line(&mut text, widths, ("expansion", "hook"), heads.map(str::to_owned), "costliest decision");
        let mut total = Row { expansion: "total".to_owned(), ..Row::default() };
        for row in &rows {
            let costliest = format!("{} ({} steps)", row.costliest, row.most_steps);
            line(&mut text, widths, (&row.expansion, &row.hook), row.cells(), &costliest);
            total.calls += row.calls;
            total.effective += row.effective;
            total.questions += row.questions;
            total.steps += row.steps;
            total.uses += row.uses;
            total.microseconds += row.microseconds;
        }
        line(&mut text, widths, (&total.expansion, ""), total.cells(), "");
        text
    }
}

impl Row {
    /// Its numbers, as the table shows them.
    fn cells(&self) -> [String; 7] {
        [
            self.calls.to_string(),
            self.effective.to_string(),
            self.questions.to_string(),
            self.steps.to_string(),
            self.uses.to_string(),
            format!("{:.2}", self.microseconds / 1000.0),
            format!("{:.1}", self.microseconds / self.calls.max(1) as f64),
        ]
    }
}

fn line(
    text: &mut String,
    (first, second): (usize, usize),
    (expansion, hook): (&str, &str),
    cells: [String; 7],
    end: &str,
) {
    let mut line = format!("{expansion:first$}  {hook:second$}");
    for cell in cells {
        let _ = write!(line, "  {cell:>9}");
    }
    let _ = writeln!(text, "{}", format!("{line}  {end}").trim_end());
}
