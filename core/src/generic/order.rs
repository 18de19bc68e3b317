//! With the same decisions, whatever the order in which they are offered, a game comes to the same end.

use std::collections::BTreeMap;

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::game::Game;
use bastide_engine::luck::Luck;
use bastide_script::Source;
use xxhash_rust::xxh3::xxh3_64;

use super::walk::{apply, dice, endless, ensure, many};
use super::{Case, Check, Holds, Wrong};

/// How many other orders a game is played in.
const ORDERS: u64 = 3;

pub static ANY_ORDER: Check = Check {
    name: "the order of expansions that declare none changes nothing",
    games: 3,
    heavy: true,
    short: false,
    scripts: 2,
    hold: any_order,
};

fn any_order(case: &Case, seed: u64, game: &mut Game) -> Holds {
    let mut dice = dice(seed);
    let expected = by_name(game, seed)?;
    for _ in 0..ORDERS {
        let scripts = shuffled(case, &mut dice);
        let order: Vec<String> = scripts.iter().map(|source| source.id.clone()).collect();
        let host = case.session().host_of(&scripts).map_err(|error| error.to_string())?;
        let found = by_name(&mut case.game_on(seed, host)?, seed)?;
        ensure(found == expected, || {
            let order = order.join(", ");
            format!(
                "in the order {order} it differs: the points are {:?} and not {:?}; say in expansion.toml \
                 which comes first, with `after` or `before`",
                found.0, expected.0
            )
        })?;
    }
    Ok(())
}

/// The scripts in a random order that keeps to what their manifests declare.
fn shuffled(case: &Case, dice: &mut Luck) -> Vec<Source> {
    let before = |one: &Source, two: &Source| {
        let library = case.library();
        let (Some(first), Some(second)) = (library.expansion(&one.id), library.expansion(&two.id)) else {
            return false;
        };
        two.uses.contains(&one.id)
            || second.after.iter().any(|name| name.name == one.id)
            || first.before.iter().any(|name| name.name == two.id)
    };
    let mut left = case.session().scripts().to_vec();
    let mut found = Vec::new();
    while !left.is_empty() {
        let free: Vec<usize> =
            (0..left.len()).filter(|at| !left.iter().any(|other| before(other, &left[*at]))).collect();
        // What waits for each other in a circle was refused before there was a case.
        let at = free.get(dice.below(free.len() as u32) as usize).copied().unwrap_or(0);
        found.push(left.remove(at));
    }
    found
}

/// Plays to the end by choices that depend on what is decided, and not on when it is asked.
fn by_name(game: &mut Game, seed: u64) -> Result<(Vec<i32>, u64), Wrong> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..many(game) {
        let Some(decision) = game.decision() else {
            let points = game.rules().players().map(|player| game.state().points(player));
            return Ok((points.collect(), game.hash64()));
        };
        let prompt = match decision.prompt {
            Prompt::Question(question) => question.prompt.to_string(),
            other => format!("{other:?}"),
        };
        let mut named: Vec<(String, Choice)> =
            decision.list().into_iter().map(|choice| (game.scene().describe(&choice), choice)).collect();
        named.sort_by(|(a, _), (b, _)| a.cmp(b));
        let about = format!("{seed} {} {prompt} {}", game.state().turn(), named.len());
        // The same decision again is another one.
        let times = seen.entry(about.clone()).or_default();
        *times += 1;
        let mut dice = dice(xxh3_64(format!("{about} {times}").as_bytes()));
        let choice = named[dice.below(named.len() as u32) as usize].1;
        apply(game, choice)?;
    }
    Err(endless(game))
}
