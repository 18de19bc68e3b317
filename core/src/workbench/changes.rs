//! What is different under new rules.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::workbench::run::{Drift, Misfit, Run};
use crate::workbench::standing::{Points, Standing};

/// What is different under new rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// The game under the rules from before.
    pub before: Standing,
    /// The game under the new rules.
    pub after: Standing,
    /// After how many decisions points are compared: as many as were made under both.
    pub compared: usize,
    /// Each source of points that gives others than before.
    pub sources: Vec<Change>,
    /// All points after so many decisions.
    pub total: Change,
    /// Options of the open decision that are new; nothing where another decision is open.
    pub gained: Vec<String>,
    /// Options of the open decision that are gone; nothing where another decision is open.
    pub lost: Vec<String>,
    /// Whether another decision is open.
    pub elsewhere: bool,
    /// The first decision that does not fit.
    pub misfit: Option<Misfit>,
    /// How many decisions are kept that cannot be made now, the misfit included.
    pub kept: usize,
    /// How many decisions fit again that did not fit before.
    pub again: usize,
    /// Where chance says something else.
    pub drift: Option<Drift>,
    /// What scripts printed.
    pub printed: Vec<String>,
    /// Why bots could not play on.
    pub stalled: Option<String>,
}

/// Points before and after, by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Where they come from.
    pub source: String,
    /// Under the rules from before.
    pub before: Points,
    /// Under the new rules.
    pub after: Points,
}

impl Changes {
    pub(super) fn new(before: Standing, after: Standing, old: &Run, new: &Run, decisions: usize) -> Changes {
        let compared = before.decisions.min(after.decisions);
        let (was, is) = (by_source(old, compared), by_source(new, compared));
        let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
        let nothing = vec![0; after.players.len()];
        let points =
            |all: &BTreeMap<String, Points>, name: &String| all.get(name).unwrap_or(&nothing).clone();
        let change = |name: &String| Change {
            source: name.clone(),
            before: points(&was, name),
            after: points(&is, name),
        };
        let all: Vec<Change> = names.into_iter().map(change).collect();
        let sum = |of: fn(&Change) -> &Points| {
            (0..nothing.len()).map(|seat| all.iter().map(|change| of(change)[seat]).sum()).collect()
        };
        let total = Change {
            source: "total".to_owned(),
            before: sum(|change| &change.before),
            after: sum(|change| &change.after),
        };
        let elsewhere = !is_same_decision(&before, &after);
        let (gained, lost) = if elsewhere { Default::default() } else { differences(&before, &after) };
        Changes {
            compared,
            total,
            sources: all.into_iter().filter(|change| change.before != change.after).collect(),
            gained,
            lost,
            elsewhere,
            misfit: new.misfit.clone(),
            kept: decisions - after.decisions,
            again: if old.misfit.is_some() { after.decisions.saturating_sub(before.decisions) } else { 0 },
            drift: new.drift.clone(),
            printed: new.printed.clone(),
            stalled: None,
            before,
            after,
        }
    }

    pub(super) fn with_stall(mut self, stalled: Option<String>) -> Changes {
        self.stalled = stalled;
        self
    }

    /// Whether everything is as it was.
    pub fn is_nothing(&self) -> bool {
        self.sources.is_empty()
            && self.gained.is_empty()
            && self.lost.is_empty()
            && !self.elsewhere
            && self.before.decisions == self.after.decisions
            && self.before.points == self.after.points
            && self.before.stack == self.after.stack
    }
}

/// The points of the first decisions of a run, by source and seat.
fn by_source(run: &Run, decisions: usize) -> BTreeMap<String, Points> {
    let players = run.game.rules().player_count();
    let mut sources: BTreeMap<String, Points> = BTreeMap::new();
    for (source, seat, points) in run.points.iter().take(decisions + 1).flatten() {
        sources.entry(source.clone()).or_insert_with(|| vec![0; players])[*seat] += points;
    }
    sources
}

fn is_same_decision(before: &Standing, after: &Standing) -> bool {
    let of = |standing: &Standing| {
        let open = standing.open.as_ref().map(|open| (open.by.clone(), open.about.clone()));
        (standing.decisions, standing.turn, open)
    };
    of(before) == of(after)
}

/// The options that are new, and those that are gone.
fn differences(before: &Standing, after: &Standing) -> (Vec<String>, Vec<String>) {
    let options =
        |standing: &Standing| standing.open.as_ref().map_or_else(Vec::new, |open| open.options.clone());
    let (was, is) = (options(before), options(after));
    let only = |some: &[String], others: &[String]| {
        some.iter().filter(|option| !others.contains(option)).cloned().collect()
    };
    (only(&is, &was), only(&was, &is))
}
