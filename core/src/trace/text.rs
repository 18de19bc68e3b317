//! A step for people to read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Call, Change, Outcome, Step};

/// Options of a question that are shown.
const OPTIONS: usize = 6;
/// Different things said by one hook that is asked many times.
const ANSWERS: usize = 4;

/// A step in lines of text. Handlers that are only asked, mostly in vain, share a line for each
/// hook; with `every`, each has its own.
pub fn text(step: &Step, every: bool) -> String {
    let mut out = String::new();
    let choice = step.choice.as_deref().unwrap_or("the game begins");
    let _ = writeln!(out, "Decision {}, turn {}: {choice}", step.decision, step.turn);
    let mut asked: BTreeMap<(&str, &str), Vec<&Call>> = BTreeMap::new();
    for call in &step.calls {
        if call.outcome.is_look() && !every {
            asked.entry((&call.expansion, &call.hook)).or_default().push(call);
        }
    }
    for call in &step.calls {
        if call.outcome.is_look() && !every {
            // All of them where the first stands.
            if let Some(calls) = asked.remove(&(call.expansion.as_str(), call.hook.as_str())) {
                together(&mut out, &calls);
            }
            continue;
        }
        one(&mut out, call);
    }
    out
}

/// A name of a handler, and what its calls took.
fn head(out: &mut String, call: &Call, times: usize, cost: (u64, u64, f64)) {
    let times = if times > 1 { format!(", {times} times") } else { String::new() };
    let (steps, uses, microseconds) = cost;
    let name = format!("{} {}{times}", call.expansion, call.hook);
    let (steps, uses) = (many(steps, "step"), many(uses, "use"));
    let _ = writeln!(out, "  {name:<52} {steps}, {uses}, {microseconds:.0} µs");
}

fn many(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn one(out: &mut String, call: &Call) {
    head(out, call, 1, (call.steps, call.uses, call.microseconds));
    if !call.about.is_empty() {
        let about: Vec<String> = call.about.iter().map(|(name, said)| format!("{name} {said}")).collect();
        let _ = writeln!(out, "    of {}", about.join(", "));
    }
    match call.answers {
        0 => {}
        1 => out.push_str("    called again, with an answer\n"),
        count => {
            let _ = writeln!(out, "    called again, with {count} answers");
        }
    }
    for sentence in &call.raised {
        let _ = writeln!(out, "    -> {sentence}");
    }
    for change in &call.changes {
        let _ = writeln!(out, "    -> {}", changed(change));
    }
    if let Some(said) = said(&call.outcome) {
        let _ = writeln!(out, "    -> {said}");
    }
}

/// Many calls that only looked, with the different things that they said.
fn together(out: &mut String, calls: &[&Call]) {
    let sum = |of: fn(&Call) -> u64| calls.iter().map(|call| of(call)).sum::<u64>();
    let time = calls.iter().map(|call| call.microseconds).sum();
    if let [call] = calls {
        return one(out, call);
    }
    head(out, calls[0], calls.len(), (sum(|call| call.steps), sum(|call| call.uses), time));
    let mut found: Vec<(String, usize)> = Vec::new();
    for call in calls.iter().filter(|call| !call.outcome.is_nothing()) {
        let Some(said) = said(&call.outcome) else { continue };
        match found.iter_mut().find(|(known, _)| *known == said) {
            Some((_, times)) => *times += 1,
            None => found.push((said, 1)),
        }
    }
    for (said, times) in found.iter().take(ANSWERS) {
        let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
        let _ = writeln!(out, "    -> {said}{times}");
    }
    if found.len() > ANSWERS {
        let _ = writeln!(out, "    -> … and {} other answers", found.len() - ANSWERS);
    }
}

/// `storage.fan.count: 1 -> 2`.
fn changed(change: &Change) -> String {
    match (&change.before, &change.after) {
        (None, None) => change.what.clone(),
        (before, after) => {
            let side = |side: &Option<String>| side.clone().unwrap_or_else(|| "nothing".to_owned());
            format!("{}: {} -> {}", change.what, side(before), side(after))
        }
    }
}

/// What a call came to, where there is something to say.
fn said(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Done => return None,
        Outcome::Allowed => "allowed".to_owned(),
        Outcome::Refused(None) => "forbidden".to_owned(),
        Outcome::Refused(Some(reason)) => format!("forbidden: {reason}"),
        Outcome::Adjusted(parts) if parts.is_empty() => "adds nothing".to_owned(),
        Outcome::Adjusted(parts) => {
            let parts: Vec<String> = parts.iter().map(|(label, by)| format!("{label} {by:+}")).collect();
            format!("adds {}", parts.join(", "))
        }
        Outcome::Offered(0) => "offers nothing".to_owned(),
        Outcome::Offered(1) => "offers 1 option".to_owned(),
        Outcome::Offered(count) => format!("offers {count} options"),
        Outcome::Asked { player, prompt, options } => {
            let shown: Vec<&str> = options.iter().take(OPTIONS).map(String::as_str).collect();
            let more = match options.len().saturating_sub(OPTIONS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("asks {player} `{prompt}`: {}{more}", shown.join(" | "))
        }
        Outcome::Failed(message) => format!("failed: {}", message.trim_end().replace('\n', "\n       ")),
    })
}
