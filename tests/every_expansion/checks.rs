//! The checks. Each says what is wrong, with the seed of the game.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use bastide::engine::decision::{ActionId, Choice, Prompt};
use bastide::engine::event::Event;
use bastide::engine::feature::SegmentId;
use bastide::engine::game::{Entry, Game};
use bastide::engine::geometry::{Pos, Rotation};
use bastide::engine::piece::Location;
use bastide::engine::tile::PieceKindId;
use bastide::save::{Header, parse, restore, text};
use bastide::script::Source;

use crate::case::{Case, MANY, apply, ensure, play, step};
use crate::common::Dice;
use crate::fresh::Fresh;

type Check = Result<(), String>;

fn in_game(seed: u64, check: Check) -> Check {
    check.map_err(|error| format!("seed {seed}: {error}"))
}

/// Runs a check for each of a case's games.
fn games(case: &Case, check: impl Fn(u64) -> Check) -> Check {
    (0..case.games).try_for_each(|seed| in_game(seed, check(seed)))
}

pub fn games_end(case: &Case) -> Check {
    games(case, |seed| {
        let mut game = case.game(seed)?;
        play(&mut game, &mut Dice::new(seed), |_| Ok(()))?;
        ensure(game.is_over() && game.decision().is_none(), || {
            "it has no decision and is not over".to_owned()
        })
    })
}

/// Every choice that there could be is an option exactly if it is listed.
pub fn options_equal_the_predicate(case: &Case) -> Check {
    let check = |game: &Game| {
        let Some(decision) = game.decision() else { return Ok(()) };
        let list = decision.list();
        ensure(!list.is_empty() && list.len() == decision.len(), || {
            "the list has another length".to_owned()
        })?;
        let picked: BTreeSet<String> = (0..list.len()).map(|at| format!("{:?}", decision.get(at))).collect();
        let listed: BTreeSet<String> = list.iter().map(|choice| format!("{:?}", Some(choice))).collect();
        ensure(picked == listed && listed.len() == list.len(), || format!("{picked:?} is not {listed:?}"))?;
        let strays = candidates(game).into_iter().filter(|choice| !list.contains(choice));
        let mut attempt = None;
        for stray in strays {
            ensure(!game.is_legal(&stray), || format!("{stray:?} is legal and not listed"))?;
            attempt = Some(stray);
        }
        list.iter().try_for_each(|choice| {
            ensure(game.is_legal(choice), || format!("{choice:?} is listed and not legal"))
        })?;
        let Some(stray) = attempt else { return Ok(()) };
        let mut fork = game.clone();
        ensure(fork.apply(stray).is_err(), || format!("{stray:?} is no option and was done"))?;
        ensure(fork.hash64() == game.hash64(), || format!("{stray:?} was refused and changed the game"))
    };
    games(case, |seed| play(&mut case.game(seed)?, &mut Dice::new(seed), check))
}

/// Choices of every kind, most of them no options.
fn candidates(game: &Game) -> Vec<Choice> {
    let mut found = vec![Choice::Pass];
    let (low, high) = game.state().board().bounds();
    for y in low.y - 2..=high.y + 2 {
        for x in low.x - 2..=high.x + 2 {
            let place = |rotation| Choice::Place { pos: Pos::new(x, y), rotation };
            found.extend(Rotation::ALL.map(place));
        }
    }
    let kinds = game.rules().vocabulary().piece_kinds.len() as u8;
    for kind in (0..=kinds).map(PieceKindId) {
        let segments = 0..=game.state().features().segment_count();
        found.extend(segments.map(|segment| Choice::Deploy { kind, segment: SegmentId(segment) }));
    }
    found.extend(game.state().piece_ids().map(|piece| Choice::Recall { piece }));
    let items = game.decision().map_or(0, |decision| decision.items().len()) as u16;
    for action in (0..=game.subscriptions().actions.len() as u16).map(ActionId) {
        found.extend((0..=items).map(|item| Choice::Act { action, item }));
    }
    let answers = game.question().map_or(0, |question| question.options.len()) as u16;
    found.extend((0..=answers).map(|item| Choice::Answer { item }));
    found
}

pub fn nothing_is_lost(case: &Case) -> Check {
    games(case, |seed| {
        let mut game = case.game(seed)?;
        let kinds = |game: &Game| {
            let mut counts = BTreeMap::new();
            for piece in game.state().pieces() {
                *counts.entry((piece.owner, piece.kind)).or_insert(0) += 1;
            }
            counts
        };
        let before = kinds(&game);
        // What was awarded before the first decision is in no journal.
        let mut awarded = [0; 6];
        for player in game.rules().players() {
            awarded[player.index()] = game.state().points(player);
        }
        play(&mut game, &mut Dice::new(seed), |game| {
            for event in game.journal() {
                let Event::PointsAwarded(award) = event else { continue };
                awarded[award.player.index()] += award.points;
                let parts: i32 = award.parts.iter().map(|part| part.points).sum();
                let explained = award.parts.is_empty() || parts == award.points;
                ensure(explained, || format!("{} points are explained as {parts}", award.points))?;
            }
            for player in game.rules().players() {
                let (found, told) = (game.state().points(player), awarded[player.index()]);
                let name = game.rules().name(player);
                ensure(found == told, || format!("{name} has {found} points and was awarded {told}"))?;
            }
            ensure(kinds(game) == before, || "there are other pieces than in the beginning".to_owned())?;
            occupants(game)?;
            let lost = |id| {
                let piece = game.state().piece(id);
                piece.owner.is_some() && piece.at == Location::Box
            };
            match game.state().piece_ids().find(|id| lost(*id)) {
                None => Ok(()),
                Some(id) => Err(format!("a piece left the game: {:?}", game.state().piece(id))),
            }
        })
    })
}

/// The occupants that features count are the pieces that stand on them.
fn occupants(game: &Game) -> Check {
    let (kept, scratch) = (game.state().features(), game.features_from_scratch());
    for segment in (0..kept.segment_count()).map(SegmentId) {
        let now = (kept.claims(segment), kept.piece_count(segment), kept.open_ends(segment));
        let then = (scratch.claims(segment), scratch.piece_count(segment), scratch.open_ends(segment));
        ensure(now == then, || format!("segment {segment:?} counts {now:?}, and there is {then:?}"))?;
    }
    Ok(())
}

pub fn replay_equals_live(case: &Case) -> Check {
    games(case, |seed| {
        let mut game = case.game(seed)?;
        play(&mut game, &mut Dice::new(seed), |_| Ok(()))?;
        let again = Game::replay(Arc::clone(case.rules()), seed, case.host(), game.log())
            .map_err(|error| error.to_string())?;
        ensure(again.hash64() == game.hash64(), || "the replay comes to another end".to_owned())
    })
}

/// A game that is forked all the time, whose forks go their own ways, is the game that is not.
pub fn fork_equals_parent(case: &Case) -> Check {
    games(case, |seed| {
        let mut hashes = Vec::new();
        play(&mut case.game(seed)?, &mut Dice::new(seed), |game| {
            hashes.push(game.hash64());
            Ok(())
        })?;
        let mut at = 0;
        play(&mut case.game(seed)?, &mut Dice::new(seed), |game| {
            ensure(hashes.get(at) == Some(&game.hash64()), || format!("it differs at decision {at}"))?;
            at += 1;
            let mut fork = game.clone();
            let mut dice = Dice::new(seed + at as u64);
            // Some forks go far.
            let far = if at % 37 == 0 { MANY } else { 3 };
            for _ in 0..far {
                if !step(&mut fork, &mut dice)? {
                    break;
                }
            }
            Ok(())
        })
    })
}

pub fn save_and_load(case: &Case) -> Check {
    (0..case.at_most(2)).try_for_each(|seed| {
        let short = case.short(seed);
        let header = Header::new(&short.session, &short.request, &[], seed);
        let check = |game: &Game| {
            let text = text(&header, game).map_err(|error| error.to_string())?;
            let saved = parse(text.as_bytes())?;
            let found = restore(&short.session, &saved, false).map_err(|error| error.to_string())?.game;
            let at = game.log().len();
            ensure(found.hash64() == game.hash64(), || format!("it comes back as another at entry {at}"))?;
            let names = |game: &Game| {
                game.decision()
                    .map(|now| now.list().iter().map(|c| game.scene().describe(c)).collect::<Vec<_>>())
            };
            ensure(names(&found) == names(game), || {
                format!("it comes back to another decision at entry {at}")
            })
        };
        in_game(seed, play(&mut short.game(seed)?, &mut Dice::new(seed), check))
    })
}

/// Two steps back and the same two forth, at every decision; then all the way back.
pub fn undo(case: &Case) -> Check {
    (0..case.at_most(2)).try_for_each(|seed| {
        let short = case.short(seed);
        let mut game = short.game(seed)?;
        let mut dice = Dice::new(seed);
        let mut hashes = vec![game.hash64()];
        let mut made = Vec::new();
        while let Some(decision) = game.decision() {
            let list = decision.list();
            let choice = list[dice.below(list.len())];
            apply(&mut game, choice)?;
            made.push(choice);
            hashes.push(game.hash64());
            let back = made.len().min(2);
            for left in (made.len() - back..made.len()).rev() {
                let undone = game.undo().map_err(|error| error.to_string())?;
                ensure(undone && game.hash64() == hashes[left], || format!("undo misses decision {left}"))?;
            }
            for at in made.len() - back..made.len() {
                // Luck is the same again, since the generator went back too.
                apply(&mut game, made[at])?;
                ensure(game.hash64() == hashes[at + 1], || {
                    format!("seed {seed}: redo misses decision {at}")
                })?;
            }
        }
        game.rewind(0).map_err(|error| error.to_string())?;
        // Tiles that were drawn before the first decision, and fit nowhere, stay.
        let decided = game.log().iter().any(|entry| !matches!(entry, Entry::Chance(_)));
        ensure(!decided, || "the beginning is not reached".to_owned())
    })
}

/// Plays two games side by side by the same choices.
fn side_by_side(game: &mut Game, other: &mut Game, dice: &mut Dice) -> Check {
    for at in 0..MANY {
        ensure(game.hash64() == other.hash64(), || format!("it differs at decision {at}"))?;
        let Some(decision) = game.decision() else { return Ok(()) };
        let list = decision.list();
        let same = other.decision().is_some_and(|decision| decision.list() == list);
        ensure(same, || format!("there are other options at decision {at}"))?;
        let choice = list[dice.below(list.len())];
        apply(game, choice)?;
        apply(other, choice)?;
    }
    Err(format!("the game is not over after {MANY} decisions"))
}

pub fn fresh_machine(case: &Case) -> Check {
    if case.host().is_none() {
        return Ok(());
    }
    (0..case.at_most(2)).try_for_each(|seed| {
        let fresh = Fresh::new(case.rules(), case.session.scripts());
        let mut other = case.game_on(seed, Some(Rc::new(RefCell::new(fresh))))?;
        in_game(seed, side_by_side(&mut case.game(seed)?, &mut other, &mut Dice::new(seed)))
    })
}

/// The scripts in a random order that keeps to what their manifests declare.
fn shuffled(case: &Case, dice: &mut Dice) -> Vec<Source> {
    let library = case.shelf.library();
    let before = |one: &Source, two: &Source| {
        let (Some(first), Some(second)) = (library.expansion(&one.id), library.expansion(&two.id)) else {
            return false;
        };
        two.uses.contains(&one.id)
            || second.after.iter().any(|name| name.name == one.id)
            || first.before.iter().any(|name| name.name == two.id)
    };
    let mut left = case.session.scripts().to_vec();
    let mut found = Vec::new();
    while !left.is_empty() {
        let free: Vec<usize> =
            (0..left.len()).filter(|at| !left.iter().any(|other| before(other, &left[*at]))).collect();
        found.push(left.remove(free[dice.below(free.len())]));
    }
    found
}

/// With the same decisions, whatever the order in which they are offered, a game comes to the same end.
pub fn any_order(case: &Case) -> Check {
    if case.session.scripts().len() < 2 {
        return Ok(());
    }
    games(case, |seed| {
        let mut dice = Dice::new(seed + 100);
        let expected = by_name(&mut case.game(seed)?, seed)?;
        for _ in 0..3 {
            let scripts = shuffled(case, &mut dice);
            let order: Vec<String> = scripts.iter().map(|source| source.id.clone()).collect();
            let found = by_name(&mut case.game_on(seed, case.host_of(scripts))?, seed)?;
            ensure(found == expected, || format!("in the order {} it differs", order.join(", ")))?;
        }
        Ok(())
    })
}

/// Plays to the end by choices that depend on what is decided, and not on when it is asked.
fn by_name(game: &mut Game, seed: u64) -> Result<(Vec<i32>, u64), String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..MANY {
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
        let hash = format!("{about} {times}").bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let choice = named[Dice::new(hash).below(named.len())].1;
        apply(game, choice)?;
    }
    Err(format!("the game is not over after {MANY} decisions"))
}

/// Each expansion is left out at some decision; the game goes on to its end and can be replayed.
pub fn muting(case: &Case) -> Check {
    for (index, source) in case.session.scripts().iter().enumerate() {
        let seed = index as u64;
        let mut game = case.game(seed)?;
        let mut dice = Dice::new(seed);
        for _ in 0..20 + 17 * index {
            step(&mut game, &mut dice)?;
        }
        game.mute(index as u16).map_err(|error| format!("without {}: {error}", source.id))?;
        play(&mut game, &mut dice, |_| Ok(())).map_err(|error| format!("without {}: {error}", source.id))?;
        let again = Game::replay(Arc::clone(case.rules()), seed, case.host(), game.log())
            .map_err(|error| error.to_string())?;
        ensure(again.hash64() == game.hash64(), || format!("without {}: the replay differs", source.id))?;
    }
    Ok(())
}
