//! Waiting in the host: a handler goes on where it asked, if its host still has it, and nobody can tell that from
//! one that is called again.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{ActionId, Choice, Item};
use bastide_engine::event::{Event, EventKind, Label};
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::host::{
    Filters, Handler, HandlerError, Host, Query, Subscriptions, Ticket, Told, Verdict,
};
use bastide_engine::luck::Chance;
use bastide_engine::piece::Holder;
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use bastide_engine::value::Value;

use crate::common::host::{Heard, ask, done, fail};
use crate::{answer, pass, place, rules, setup};

/// A handler of placements in parts, each of which ends at a question or is the last.
type Part = fn(&mut Scene, &[u16]) -> Heard;

/// A host whose handler waits behind each part.
struct Parts {
    parts: &'static [Part],
    /// The ticket of the handler that waits, and its answers.
    waits: Option<(Ticket, Vec<u16>)>,
    /// Whether handlers are found again.
    remembers: bool,
    /// Each part that was run, by its number.
    ran: Rc<RefCell<Vec<usize>>>,
    tickets: u64,
}

impl Parts {
    fn run(&mut self, scene: &mut Scene, from: usize, answers: &[u16]) -> Heard {
        for part in from..=answers.len() {
            self.ran.borrow_mut().push(part);
            match self.parts[part](scene, &answers[..part])? {
                Told::Asked(question, _) if part == answers.len() => {
                    self.tickets += 1;
                    let ticket = Ticket(self.tickets);
                    self.waits = Some((ticket, answers.to_vec()));
                    return Ok(Told::Asked(question, Some(ticket)));
                }
                _ => {}
            }
        }
        done()
    }
}

impl Host for Parts {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        let mut subscriptions = Subscriptions::default();
        let handler = Handler { expansion: 0, filters: Filters::default(), custom: None };
        subscriptions.tell[EventKind::TilePlaced as usize].push(handler);
        Arc::new(subscriptions)
    }

    fn tell(&mut self, scene: &mut Box<Scene>, _: &Event, _: usize, answers: &[u16]) -> Heard {
        self.waits = None;
        self.run(scene, 0, answers)
    }

    fn go_on(&mut self, scene: &mut Box<Scene>, ticket: Ticket, answer: u16) -> Option<Heard> {
        let (_, mut answers) = self.waits.take().filter(|(waits, _)| *waits == ticket && self.remembers)?;
        answers.push(answer);
        Some(self.run(scene, answers.len(), &answers))
    }

    fn allow(&mut self, _: &mut Box<Scene>, _: &Query, _: usize) -> Result<Verdict, HandlerError> {
        Ok(Verdict::Allowed)
    }

    fn adjust(&mut self, _: &mut Box<Scene>, _: &Query, _: usize) -> Result<Vec<(Label, i32)>, HandlerError> {
        Ok(Vec::new())
    }

    fn options(&mut self, _: &mut Box<Scene>, _: ActionId, _: Player) -> Result<Vec<Item>, HandlerError> {
        Ok(Vec::new())
    }

    fn perform(&mut self, _: &mut Box<Scene>, _: ActionId, _: Player, _: &Item, _: &[u16]) -> Heard {
        done()
    }
}

fn question(player: u8, prompt: &str) -> Heard {
    ask(Player(player), prompt, (0..3).map(Item::Int))
}

/// Takes coins by chance, asks, tells and takes more, asks again, and takes the last.
const AFTER_CHANGES: &[Part] = &[
    |scene, _| {
        let luck = scene.chance(100);
        scene.raise_custom("test.first".into(), Item::Int(i64::from(luck)), Value::Nil);
        let _ = scene.add_tokens(Holder::Game, "coin", 1 + i64::from(luck));
        question(1, "first")
    },
    |scene, answers| {
        let luck = scene.chance(100);
        scene.raise_custom("test.second".into(), Item::Int(i64::from(luck)), Value::Nil);
        let _ = scene.add_tokens(Holder::Player(Player(1)), "coin", 1 + i64::from(answers[0]));
        question(0, "second")
    },
    |scene, answers| {
        let luck = scene.chance(100);
        let _ =
            scene.add_tokens(Holder::Player(Player(0)), "coin", 1 + i64::from(answers[1]) + i64::from(luck));
        done()
    },
];

/// Asks before it changes anything, changes something, asks, and fails if the last answer is 0.
const BEFORE_CHANGES: &[Part] = &[
    |_, _| question(0, "first"),
    |scene, answers| {
        let _ = scene.add_tokens(Holder::Game, "coin", 1 + i64::from(answers[0]));
        question(1, "second")
    },
    |scene, answers| {
        let _ = scene.add_tokens(Holder::Game, "coin", 10);
        if answers[1] == 0 { fail("the wrong one") } else { done() }
    },
];

struct Table {
    game: Game,
    ran: Rc<RefCell<Vec<usize>>>,
}

impl Table {
    fn new(parts: &'static [Part], remembers: bool) -> Table {
        let draws = ["U", "U", "U", "U"];
        let (rules, forced) = rules(setup(&draws), &draws);
        let ran = Rc::default();
        let host = Parts { parts, waits: None, remembers, ran: Rc::clone(&ran), tickets: 0 };
        let host: SharedHost = Rc::new(RefCell::new(host));
        let mut game = Game::with_host(rules, 1, Some(host), forced).expect("no handler fails");
        game.keep_journal();
        Table { game, ran }
    }

    /// The parts that ran since the last time.
    fn ran(&self) -> Vec<usize> {
        std::mem::take(&mut *self.ran.borrow_mut())
    }

    /// What a step told.
    fn told(&self) -> String {
        format!("{:?} {:?} {}", self.game.journal(), self.game.log(), self.game.hash64())
    }

    /// Plays three turns with all answers of a handler with two questions, none of them 0.
    fn play(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        for (turn, answers) in [[1, 2], [2, 1], [1, 1]].into_iter().enumerate() {
            place(&mut self.game, 1 + turn as i32, 0, 0);
            told.push(self.told());
            for item in answers {
                answer(&mut self.game, item);
                told.push(self.told());
            }
            pass(&mut self.game);
            told.push(self.told());
        }
        told
    }
}

#[test]
fn a_handler_goes_on_behind_its_question() {
    for parts in [AFTER_CHANGES, BEFORE_CHANGES] {
        let mut table = Table::new(parts, true);
        table.play();
        table.ran();
        place(&mut table.game, 4, 0, 0);
        answer(&mut table.game, 1);
        answer(&mut table.game, 1);
        assert_eq!(table.ran(), [0, 1, 2]);
    }
}

#[test]
fn what_is_told_is_the_same_as_where_it_is_called_again() {
    for parts in [AFTER_CHANGES, BEFORE_CHANGES] {
        let mut again = Table::new(parts, false);
        let mut goes_on = Table::new(parts, true);
        assert_eq!(goes_on.play(), again.play());
        again.ran();
        place(&mut again.game, 4, 0, 0);
        answer(&mut again.game, 1);
        answer(&mut again.game, 1);
        assert_eq!(again.ran(), [0, 0, 1, 0, 1, 2]);
    }
}

#[test]
fn a_fork_is_called_again_where_the_other_went_on() {
    for parts in [AFTER_CHANGES, BEFORE_CHANGES] {
        let mut table = Table::new(parts, true);
        table.play();
        place(&mut table.game, 4, 0, 0);
        let mut fork = table.game.clone();
        answer(&mut table.game, 2);
        table.ran();
        answer(&mut fork, 2);
        assert_eq!(table.ran(), [0, 1]);
        assert_eq!(fork.hash64(), table.game.hash64());
        assert_eq!(format!("{:?}", fork.journal()), format!("{:?}", table.game.journal()));
        assert_eq!(fork.log(), table.game.log());
        // The fork waits now, and the other does not any more.
        answer(&mut table.game, 1);
        answer(&mut fork, 1);
        assert_eq!(table.ran(), [0, 1, 2, 0, 1, 2]);
        assert_eq!(fork.hash64(), table.game.hash64());
        assert_eq!(fork.log(), table.game.log());
        assert_eq!(format!("{:?}", fork.journal()), format!("{:?}", table.game.journal()));
    }
}

#[test]
fn undo_leads_back_to_each_question() {
    for parts in [AFTER_CHANGES, BEFORE_CHANGES] {
        let mut table = Table::new(parts, true);
        let mut hashes = vec![table.game.hash64()];
        place(&mut table.game, 1, 0, 0);
        hashes.push(table.game.hash64());
        answer(&mut table.game, 1);
        hashes.push(table.game.hash64());
        answer(&mut table.game, 1);
        for hash in hashes.iter().rev() {
            assert!(table.game.undo().expect("the handlers are pure"));
            assert_eq!(table.game.hash64(), *hash);
        }
        place(&mut table.game, 1, 0, 0);
        answer(&mut table.game, 1);
        assert_eq!(table.game.hash64(), hashes[2]);
    }
}

#[test]
fn a_handler_that_fails_behind_its_question_leaves_it_open() {
    for remembers in [true, false] {
        let mut table = Table::new(BEFORE_CHANGES, remembers);
        place(&mut table.game, 1, 0, 0);
        answer(&mut table.game, 1);
        for _ in 0..2 {
            let before = (table.game.hash64(), table.game.log().len());
            let error = table.game.apply(Choice::Answer { item: 0 }).expect_err("it fails");
            assert_eq!(error.to_string(), "the wrong one");
            assert_eq!((table.game.hash64(), table.game.log().len()), before);
        }
        answer(&mut table.game, 2);
        let coins: Vec<i64> = table.game.state().all_tokens().map(|(.., count)| count).collect();
        assert_eq!(coins, [12]);
    }
}

#[test]
fn an_expansion_that_is_left_out_does_not_go_on() {
    let mut table = Table::new(AFTER_CHANGES, true);
    place(&mut table.game, 1, 0, 0);
    answer(&mut table.game, 1);
    table.ran();
    table.game.mute(0).expect("nobody else fails");
    assert!(table.game.question().is_none());
    assert_eq!(table.game.state().all_tokens().count(), 0);
    assert_eq!(table.ran(), []);
    // Where another is left out, the question is asked anew.
    let mut table = Table::new(AFTER_CHANGES, true);
    place(&mut table.game, 1, 0, 0);
    answer(&mut table.game, 1);
    let chances = table.game.log().iter().filter(|entry| format!("{entry:?}").starts_with("Chance")).count();
    table.game.mute(7).expect("nobody fails");
    assert_eq!(&*table.game.question().expect("it is still open").prompt, "second");
    table.ran();
    answer(&mut table.game, 1);
    assert_eq!(table.ran(), [2]);
    let after = table.game.log().iter().filter(|entry| format!("{entry:?}").starts_with("Chance")).count();
    assert_eq!(after, chances + 1);
}

#[test]
fn outcomes_that_are_settled_at_the_question_come_behind_it() {
    for remembers in [true, false] {
        let mut table = Table::new(AFTER_CHANGES, remembers);
        table.play();
        table.game.force([Chance::Number(11)]);
        place(&mut table.game, 4, 0, 0);
        table.game.force([Chance::Number(22), Chance::Number(33)]);
        answer(&mut table.game, 0);
        answer(&mut table.game, 0);
        let log = table.game.log();
        let numbers = log.iter().filter_map(|entry| match entry {
            bastide_engine::game::Entry::Chance(Chance::Number(number)) => Some(*number),
            _ => None,
        });
        let numbers: Vec<u32> = numbers.collect();
        assert_eq!(numbers[numbers.len() - 3..], [11, 22, 33]);
    }
}
