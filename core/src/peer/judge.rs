//! Judging a whole recorded game.

use std::collections::BTreeSet;

use bastide_engine::tile::FeatureKindId;
use serde::Serialize;

use super::assertion::Checked;
use super::features::{self, Feature};
use super::names::Names;
use super::oracle::{Difference, Oracle, differences};
use super::recording::Recording;
use super::replay::Replay;
use super::setup::{Plan, Table};
use crate::error::Error;

/// What became of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It needs what we do not have.
    NotPlayed(Vec<String>),
    /// It was played.
    Played(Judged),
}

/// How a game went that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// How many messages were played.
    pub messages: usize,
    /// The message that did not fit, where one did not.
    pub fault: Option<String>,
    /// The sentences.
    pub assertions: Vec<Checked>,
    /// Where the programs differ.
    pub differences: Vec<Difference>,
}

impl Judged {
    /// Whether nothing differs and every sentence is met.
    pub fn is_right(&self) -> bool {
        self.fault.is_none() && self.differences.is_empty() && self.assertions.iter().all(|found| found.met)
    }
}

/// Plays a recorded game, judges its sentences, and compares it step by step where the other
/// program's states are at hand. Comparing ends at the first step that differs, except for what
/// is `known` to differ.
///
/// # Errors
///
/// When our content cannot be read.
pub fn judge(
    table: &Table,
    recording: &Recording,
    oracle: Option<&str>,
    known: &dyn Fn(&Difference) -> bool,
) -> Result<Verdict, Error> {
    let prepared = match table.plan(recording)? {
        Plan::Ready(prepared) => prepared,
        Plan::Missing(missing) => return Ok(Verdict::NotPlayed(missing)),
    };
    let oracle = oracle
        .map(|text| Oracle::read(text, &prepared.rules, &prepared.names).map_err(Error::Save))
        .transpose()?;
    let mut replay = Replay::new(&prepared, recording)?;
    let mut judged = Judged::default();
    judged.compare(&replay, oracle.as_ref(), known);
    while let Some(step) = replay.step() {
        if let Err(fault) = step {
            judged.fault = Some(format!("message {}: {fault}", judged.messages + 1));
            break;
        }
        judged.messages += 1;
        judged.compare(&replay, oracle.as_ref(), known);
    }
    if judged.fault.is_none() {
        judged.compare_end(&replay, &prepared.names, oracle.as_ref());
        judged.differences.retain(|found| !known(found));
    }
    judged.assertions = replay.check(recording);
    Ok(Verdict::Played(judged))
}

impl Judged {
    fn compare(&mut self, replay: &Replay<'_>, oracle: Option<&Oracle>, known: &dyn Fn(&Difference) -> bool) {
        let Some(oracle) = oracle.filter(|_| self.differences.is_empty()) else { return };
        let step = self.messages;
        match oracle.steps.get(step) {
            Some(theirs) => {
                self.differences = differences(step, &replay.shown(), theirs);
                self.differences.retain(|found| !known(found));
            }
            None => self.differ("messages", "one more".to_owned(), "the end".to_owned()),
        }
    }

    fn compare_end(&mut self, replay: &Replay<'_>, names: &Names, oracle: Option<&Oracle>) {
        let Some(oracle) = oracle.filter(|_| self.differences.is_empty()) else { return };
        if oracle.steps.len() != self.messages + 1 {
            self.differ("messages", self.messages.to_string(), (oracle.steps.len() - 1).to_string());
        }
        let ours = features::of(replay.game(), names);
        // It also shows features that no rule in play knows, and such as are places here.
        let rules = replay.game().rules();
        let kinds = (0..rules.vocabulary().feature_kinds.len()).map(|at| FeatureKindId(at as u8));
        let kinds: Vec<String> = kinds.map(|kind| names.feature(rules, kind).name).collect();
        let known = |feature: &&Feature| kinds.contains(&feature.kind);
        let theirs: BTreeSet<Feature> = oracle.features.iter().filter(known).cloned().collect();
        let only = |a: &BTreeSet<Feature>, b: &BTreeSet<Feature>| {
            let only: Vec<String> = a.difference(b).map(|feature| format!("{feature:?}")).collect();
            if only.is_empty() { "nothing".to_owned() } else { only.join("; ") }
        };
        if ours != theirs {
            self.differ("features", only(&ours, &theirs), only(&theirs, &ours));
        }
    }

    fn differ(&mut self, part: &'static str, ours: String, theirs: String) {
        self.differences.push(Difference { step: self.messages, part, ours, theirs });
    }
}
