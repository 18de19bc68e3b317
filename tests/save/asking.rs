//! Games in which expansions ask, offer actions and throw dice: every decision is in the file, and
//! every decision can be resumed at.

use std::fs;

use bastide::engine::game::Game;
use bastide::engine::log::Record;
use bastide::play::BotKind;
use bastide::save::{self, Header, SaveFile};
use bastide::session::{Request, Session};
use bastide::shelf::Shelf;

use crate::folder;

const MANIFEST: &str = r#"
format = 1
id = "asking"
name = "Asking"
version = "1.0.0"
api = 1
"#;

const MAIN: &str = r#"
-- Asking: questions, actions and dice, for tests.
local asking = { actions = {} }

function asking.on_tile_placed(game, event)
  local answer = game:ask(event.player, { prompt = "how_many", options = { "none", "one", "die" } })
  if answer == "one" then
    game:award(event.player, 1, { source = "answer" })
  elseif answer == "die" then
    local again = game:ask(event.player, { prompt = "sure", options = { "yes", "no" } })
    if again == "yes" then
      game:award(event.player, game:random(6), { source = "die" })
    end
  end
end

asking.actions.beg = {
  phase = "deploy",
  instead_of = "deploy",
  options = function() return { "little", "much" } end,
  perform = function(game, player, what)
    game:award(player, what == "much" and 2 or 1, { source = "alms" })
  end,
}

asking.actions.shout = {
  off_turn = true,
  when = function(game) return not game.storage.shouted end,
  options = function() return { "loud", "soft" } end,
  perform = function(game, player, what)
    game.storage.shouted = what
    game:award(player, 1, { source = "shout" })
  end,
}

return asking
"#;

fn asking(name: &str) -> (std::path::PathBuf, Session, Request) {
    let here = folder(name);
    let expansion = here.join("asking");
    fs::create_dir(&expansion).unwrap();
    fs::write(expansion.join("expansion.toml"), MANIFEST).unwrap();
    fs::write(expansion.join("main.lua"), MAIN).unwrap();
    let request = Request::new(["Alice", "Bob"]).with(expansion.to_string_lossy().into_owned());
    let session = Session::open(&Shelf::bundled(), &request).unwrap_or_else(|error| panic!("{error}"));
    (here, session, request)
}

/// Plays some decisions, with a shout in between.
fn play(session: &Session, decisions: usize, mut after: impl FnMut(&Game)) -> Game {
    let mut game = session.game(7).unwrap();
    after(&game);
    let bot = BotKind::Random.make(3);
    for number in 0..decisions {
        if number >= 9
            && let Some(offer) = game.off_turn().unwrap().into_iter().next_back()
        {
            game.apply_off_turn(offer.player, offer.action, &offer.items[1]).unwrap();
            after(&game);
        }
        game.apply(bot.choose(&game).unwrap()).unwrap();
        after(&game);
    }
    game
}

#[test]
fn a_saved_game_can_be_resumed_at_every_decision() {
    let (here, session, request) = asking("asking");
    let path = here.join("game.jsonl");
    let mut file = SaveFile::create(&path, &Header::new(&session, &request, &[], 7)).unwrap();
    let mut kinds = [0; 4];
    let game = play(&session, 60, |game| {
        file.sync(game).unwrap();
        let read = save::read(&path).unwrap();
        let restored = save::restore(&session, &read, false).unwrap_or_else(|error| panic!("{error}")).game;
        assert_eq!(restored.hash64(), game.hash64());
        assert_eq!(restored.log(), game.log());
        let last = Record::log(game).filter(|record| !record.is_chance()).last().unwrap_or_default();
        kinds[0] += usize::from(last.answer.is_some());
        kinds[1] += usize::from(last.act.is_some());
        kinds[2] += usize::from(last.off_turn.is_some());
    });
    kinds[3] = Record::log(&game).filter(|record| record.chance.is_some()).count();
    assert!(kinds.iter().all(|count| *count > 0), "answers, actions, off-turn, dice: {kinds:?}");
}

#[test]
fn answers_and_actions_are_written_in_words() {
    let (_, session, _) = asking("asking_words");
    let game = play(&session, 40, |_| {});
    let lines: Vec<String> =
        Record::log(&game).map(|record| save::Line::Entry(Box::new(record)).text()).collect();
    let has =
        |part: &str| assert!(lines.iter().any(|line| line.contains(part)), "{part}:\n{}", lines.join("\n"));
    has(r#""answer":"die","index":2"#);
    has(r#""act":"asking.beg","option":"much","index":1"#);
    has(r#""off_turn":"asking.shout","what":{"text":"soft"}"#);
    has(r#"{"chance":"#);
}

#[test]
fn names_alone_are_enough() {
    let (_, session, _) = asking("asking_names");
    let game = play(&session, 40, |_| {});
    let mut again = session.game(7).unwrap();
    for mut record in Record::log(&game) {
        if record.is_chance() {
            continue;
        }
        record.index = None;
        record.play(&mut again).unwrap_or_else(|error| panic!("{record:?}: {error}"));
    }
    assert_eq!(again.hash64(), game.hash64());
}
