//! A handler that asks waits in the machine and goes on there, or is called again with its answers. Nobody can
//! tell which of the two it was.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use bastide_engine::decision::{ActionId, Item};
use bastide_engine::event::{Event, Label};
use bastide_engine::game::{Game, SharedHost};
use bastide_engine::host::{Asking, HandlerError, Host, Query, Subscriptions, Told, Verdict};
use bastide_engine::luck::Forced;
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use bastide_script::Limits;

use crate::common::{Script, World};
use crate::{choose, fan, place, points, question};

/// A host that has nobody go on: whoever asks is called again.
struct CalledAgain(SharedHost);

impl Host for CalledAgain {
    fn subscriptions(&self) -> Arc<Subscriptions> {
        self.0.borrow().subscriptions()
    }

    fn asking(&self) -> Rc<Asking> {
        self.0.borrow().asking()
    }

    fn take_output(&mut self) -> Vec<String> {
        self.0.borrow_mut().take_output()
    }

    fn printed(&self) -> usize {
        self.0.borrow().printed()
    }

    fn put_output(&mut self, lines: Vec<String>) {
        self.0.borrow_mut().put_output(lines);
    }

    fn tell(
        &mut self,
        scene: &mut Box<Scene>,
        event: &Event,
        handler: usize,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.0.borrow_mut().tell(scene, event, handler, answers)
    }

    fn allow(&mut self, scene: &mut Box<Scene>, query: &Query, at: usize) -> Result<Verdict, HandlerError> {
        self.0.borrow_mut().allow(scene, query, at)
    }

    fn adjust(
        &mut self,
        scene: &mut Box<Scene>,
        query: &Query,
        at: usize,
    ) -> Result<Vec<(Label, i32)>, HandlerError> {
        self.0.borrow_mut().adjust(scene, query, at)
    }

    fn options(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
    ) -> Result<Vec<Item>, HandlerError> {
        self.0.borrow_mut().options(scene, action, player)
    }

    fn perform(
        &mut self,
        scene: &mut Box<Scene>,
        action: ActionId,
        player: Player,
        item: &Item,
        answers: &[u16],
    ) -> Result<Told, HandlerError> {
        self.0.borrow_mut().perform(scene, action, player, item, answers)
    }
}

fn host(world: &World, limits: Limits, goes_on: bool) -> SharedHost {
    let host = bastide_script::load(&world.rules, world.sources.clone(), limits).unwrap();
    if goes_on { host } else { Rc::new(RefCell::new(CalledAgain(host))) }
}

fn open(world: &World, host: &SharedHost, seed: u64) -> Game {
    let mut game =
        Game::with_host(Arc::clone(&world.rules), seed, Some(Rc::clone(host)), Forced::new()).unwrap();
    game.keep_journal();
    game
}

/// Chooses by the number of decisions so far. Tells what each step said, or how the game failed.
fn played(game: &mut Game) -> Vec<String> {
    let mut told = Vec::new();
    for step in 0..60 {
        let Some(decision) = game.decision() else { break };
        let list = decision.list();
        let result = game.apply(list[step * 7 % list.len()]);
        let failed = result.is_err();
        let output = game.host().unwrap().borrow_mut().take_output();
        told.push(format!("{result:?} {:?} {output:?} {:016x}", game.journal(), game.hash64()));
        if failed {
            break;
        }
    }
    told.push(format!("{:?}", game.log()));
    told
}

/// Games of this script, the first of a machine and later ones, are the same either way.
fn same(main: &str) {
    let world = fan(main);
    let (goes_on, again) = (host(&world, Limits::default(), true), host(&world, Limits::default(), false));
    for seed in 1..4 {
        let mut game = open(&world, &goes_on, seed);
        let told = played(&mut game);
        assert_eq!(told, played(&mut open(&world, &again, seed)), "{main}");
        assert!(told.iter().any(|step| step.contains("Answer")), "nothing was asked: {main}");
    }
}

fn in_handler(body: &str) -> String {
    format!("return {{ on_tile_placed = function(game, event)\nlocal player = event.player\n{body}\nend }}")
}

#[test]
fn what_it_holds_is_there_behind_the_question() {
    same(&in_handler(
        "local sum, near = 0, {}\n\
         for _, cell in ipairs(event.tile:neighbours()) do near[#near + 1] = cell end\n\
         for index = 1, 3 do\n\
           sum = sum + index * game:ask(player, { prompt = 'which', options = { 1, 2, 3 } })\n\
           print(index, sum)\n\
           game:award(player.next, sum)\n\
         end\n\
         game:award(player, sum + #near)",
    ));
}

#[test]
fn storage_is_what_the_script_made_of_it() {
    same(&in_handler(
        "local mine = game.storage\n\
         mine.count = (mine.count or 0) + 1\n\
         mine.seen = mine.seen or {}\n\
         local seen = mine.seen\n\
         local answer = game:ask(player, { prompt = 'which', options = { 'a', 'b', 'c' } })\n\
         seen[#seen + 1] = answer\n\
         game:ask(player.next, { prompt = 'again', options = { 'a', 'b' } })\n\
         if #seen > 4 then mine.seen = nil end\n\
         game:award(player, mine.count * 10 + #(mine.seen or {}))",
    ));
}

#[test]
fn chance_says_the_same() {
    same(&in_handler(
        "local first = game:random(100)\n\
         local answer = game:ask(player, { prompt = 'which', options = { 1, 2 } })\n\
         game:award(player, first + answer * game:random(100))",
    ));
}

#[test]
fn loops_calls_and_caught_errors_go_on() {
    same(&in_handler(
        "local function decide(prompt)\n\
           return game:ask(player, { prompt = prompt, options = { 1, 2, 3 } })\n\
         end\n\
         local sum = 0\n\
         for tile in game:tiles() do\n\
           if tile.id % 3 == 0 then sum = sum + decide('tile') end\n\
         end\n\
         local ok, error = pcall(function() sum = sum + decide('caught') error('no') end)\n\
         assert(not ok)\n\
         local _, more = xpcall(decide, print, 'protected')\n\
         game:award(player, sum + more)",
    ));
}

#[test]
fn where_it_cannot_wait_it_is_called_again() {
    same(&in_handler(
        "local list = { 3, 1, 2 }\n\
         table.sort(list, function(a, b)\n\
           local first = game:ask(player, { prompt = a .. ' before ' .. b, options = { 'yes', 'no' }, always = true })\n\
           return a < b and first ~= nil\n\
         end)\n\
         local text = string.gsub('ab', '.', function(letter)\n\
           return game:ask(player, { prompt = letter, options = { 'x', 'y' } })\n\
         end)\n\
         local thread = coroutine.wrap(function()\n\
           coroutine.yield(game:ask(player, { prompt = 'inside', options = { 1, 2 } }))\n\
         end)\n\
         game:award(player, list[1] + #text + thread())\n\
         local outside = game:ask(player, { prompt = 'outside', options = { 1, 2 } })\n\
         game:award(player.next, outside)",
    ));
}

#[test]
fn what_fails_behind_a_question_says_the_same() {
    same(&in_handler(
        "game:award(player, 1)\n\
         local answer = game:ask(player, { prompt = 'which', options = { 1, 2, 3 } })\n\
         game:award(player, answer)\n\
         local other = game:ask(player, { prompt = 'other', options = { 1, 2, 3 } })\n\
         if game.turn > 3 then\n  local gone = nil\n  print(gone.name)\nend",
    ));
    same(&in_handler(
        "game:ask(player, { prompt = 'which', options = { 1, 2, 3 } })\n\
         if game.turn > 3 then game:ask(player, { prompt = 'which', optoins = {} }) end",
    ));
}

#[test]
fn actions_go_on_too() {
    same(
        "return { actions = { dig = {\n\
           phase = 'deploy',\n\
           options = function(game, player) return { 1, 2, 3 } end,\n\
           perform = function(game, player, option)\n\
             game:award(player, option)\n\
             local more = game:ask(player, { prompt = 'more', options = { 1, 2 } })\n\
             game:award(player.next, option * more)\n\
           end,\n\
         } } }",
    );
}

#[test]
fn several_games_on_one_machine_do_not_disturb_each_other() {
    // A cell is one object in one call of a handler, also where others are called while it waits.
    let world = fan(&in_handler(
        "local seen, count = {}, 0\n\
         seen[event.tile:neighbours()[1]] = true\n\
         local answer = game:ask(player, { prompt = 'which', options = { 1, 2 } })\n\
         if seen[event.tile:neighbours()[1]] then count = 10 end\n\
         game:award(player, count + answer)",
    ));
    let host = host(&world, Limits::default(), true);
    let mut games: Vec<Game> = (1..4).map(|seed| open(&world, &host, seed)).collect();
    for turn in 1..=4 {
        games.iter_mut().for_each(place);
        games.iter_mut().for_each(|game| choose(game, "2"));
        for game in &mut games {
            assert_eq!(question(game), None);
            game.apply(bastide_engine::decision::Choice::Pass).unwrap();
            assert_eq!(points(game).iter().sum::<i32>(), 12 * turn);
        }
    }
    // A fork goes the same way.
    place(&mut games[0]);
    let mut fork = games[0].clone();
    choose(&mut games[0], "1");
    choose(&mut fork, "1");
    assert_eq!(fork.hash64(), games[0].hash64());
}

/// What a game of this script says in a new machine, and in one that has seen each of its handlers ask.
fn in_new_and_used(main: &str, limits: Limits) -> Option<[Vec<String>; 2]> {
    let world = fan(main);
    bastide_script::load(&world.rules, world.sources.clone(), limits).ok()?;
    let (new, used) = (host(&world, limits, true), host(&world, limits, true));
    played(&mut open(&world, &used, 2));
    Some([new, used].map(|host| played(&mut open(&world, &host, 1))))
}

#[test]
fn a_handler_cannot_tell_whether_it_is_a_coroutine() {
    // The first time in a machine it is none.
    for body in [
        "local deep = 0\n\
         local function down(depth)\n\
           deep = depth\n\
           if depth == 60 then ask() end\n\
           pcall(down, depth + 1)\n\
         end\n\
         down(1) print(deep)\n\
         xpcall(down, print, 61) print(deep)",
        "print(pcall(function() coroutine.yield() end)) print(pcall(coroutine.yield))",
        "print(coroutine.running(), coroutine.isyieldable())\n\
         print(coroutine.wrap(function() return coroutine.running() ~= nil, coroutine.isyieldable() end)())",
        "print(coroutine.wrap(function() return pcall(function() return coroutine.yield(1) end) end)())",
        "print(pcall()) print(pcall(error, nil)) print(xpcall(error, function(...) return select('#', ...) end, 1))",
    ] {
        let main = in_handler(&format!(
            "local function ask() return game:ask(player, {{ prompt = 'which', options = {{ 1, 2, 3 }} }}) end\n\
             {body}\nask()\n{body}\nask()"
        ));
        let [new, used] = in_new_and_used(&main, Limits::default()).unwrap();
        assert_eq!(new, used, "{body}");
    }
}

#[test]
fn a_question_with_the_last_step_is_asked_either_way() {
    for body in [
        "ask() work(3) ask() work(3) ask()",
        "print(coroutine.running(), coroutine.isyieldable()) ask() pcall(ask) print(coroutine.isyieldable()) ask()",
        "table.sort({ 2, 1 }, function(a, b) ask() return a < b end) ask() work(2)",
    ] {
        let main = in_handler(&format!(
            "local function work(count) local sum = 0 for i = 1, count do sum = sum + i end return sum end\n\
             local function ask() return game:ask(player, {{ prompt = 'which', options = {{ 1, 2, 3 }} }}) end\n\
             {body}\ngame:award(player, 1)"
        ));
        for fuel in 5..120 {
            let limits = Limits { fuel, ..Limits::default() };
            if let Some([new, used]) = in_new_and_used(&main, limits) {
                assert_eq!(new, used, "{fuel}: {body}");
            }
        }
    }
}

#[test]
fn what_is_printed_before_a_question_is_not_printed_again_where_another_expansion_is_left_out() {
    let asks = in_handler(
        "print('one') game:ask(player, { prompt = 'first', options = { 1, 2 } })\n\
         print('two') game:award(player, 1) game:ask(player, { prompt = 'second', options = { 1, 2 } }) print('three')",
    );
    let world = World::new(&[], &[Script::new("fan", &asks), Script::new("other", "return {}")]);
    let mut game = world.game(1);
    let printed = |game: &Game| game.host().unwrap().borrow_mut().take_output();
    place(&mut game);
    choose(&mut game, "1");
    assert_eq!(printed(&game), ["one", "two"]);
    game.mute(1).unwrap();
    assert_eq!(question(&game).unwrap().1, "second");
    assert!(printed(&game).is_empty());
    choose(&mut game, "1");
    assert_eq!(printed(&game), ["three"]);
}

#[test]
fn a_journal_that_begins_at_a_question_is_the_same_either_way() {
    let world = fan(&in_handler(
        "game:award(player, 1) game:ask(player, { prompt = 'which', options = { 1, 2 } }) game:award(player, 2)",
    ));
    let told = [true, false].map(|goes_on| {
        let host = host(&world, Limits::default(), goes_on);
        let mut game =
            Game::with_host(Arc::clone(&world.rules), 1, Some(Rc::clone(&host)), Forced::new()).unwrap();
        for _ in 0..2 {
            place(&mut game);
            game.keep_journal();
            choose(&mut game, "1");
            game.apply(bastide_engine::decision::Choice::Pass).unwrap();
            game = Game::replay(Arc::clone(&world.rules), 1, Some(Rc::clone(&host)), game.log()).unwrap();
        }
        place(&mut game);
        game.keep_journal();
        choose(&mut game, "1");
        format!("{:?}", game.journal())
    });
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0].matches("PointsAwarded").count(), 1, "{}", told[0]);
}

#[test]
fn what_an_earlier_step_printed_stays_where_a_step_is_done_again() {
    let world = fan(&in_handler(
        "print('one') game:ask(player, { prompt = 'first', options = { 1, 2 } })\n\
         print('two') game:award(player, 1) game:ask(player, { prompt = 'second', options = { 1, 2 } }) print('three')",
    ));
    let mut game = world.game(1);
    place(&mut game);
    choose(&mut game, "1");
    choose(&mut game, "1");
    assert_eq!(game.host().unwrap().borrow_mut().take_output(), ["one", "two", "three"]);
}

#[test]
fn steps_are_counted_the_same() {
    let world = fan(&in_handler(
        "local function work(count) local sum = 0 for i = 1, count do sum = sum + i end return sum end\n\
         work(20)\n\
         local first = game:ask(player, { prompt = 'first', options = { 1, 2 } })\n\
         work(5 * first)\n\
         local second = game:ask(player, { prompt = 'second', options = { 1, 2 } })\n\
         work(5 * second)\n\
         game.storage.done = true",
    ));
    let mut ends = std::collections::BTreeSet::new();
    for fuel in 5..200 {
        let limits = Limits { fuel, ..Limits::default() };
        let told = [true, false].map(|goes_on| {
            let host = host(&world, limits, goes_on);
            (1..3).map(|seed| played(&mut open(&world, &host, seed))).collect::<Vec<_>>()
        });
        assert_eq!(told[0], told[1], "{fuel}");
        ends.insert(told[0][0].len());
    }
    // It ran out of steps at each of its parts, and had enough.
    assert!(ends.len() >= 4, "{ends:?}");
}

#[test]
fn a_handler_that_was_seen_to_ask_is_called_once() {
    // A count in the file is no pure function; it tells how often the handler began.
    let world = fan("local calls = 0\n\
         return { on_tile_placed = function(game, event)\n\
           calls = calls + 1\n\
           local answer = game:ask(event.player, { prompt = 'which', options = { 1, 2 } })\n\
           game:award(event.player, calls)\n\
         end }");
    let calls = |goes_on: bool| {
        let host = host(&world, Limits::default(), goes_on);
        [1, 2].map(|seed| {
            let mut game = open(&world, &host, seed);
            place(&mut game);
            choose(&mut game, "1");
            points(&game)[0]
        })
    };
    // The first time it is not known that it asks.
    assert_eq!(calls(true), [2, 3]);
    assert_eq!(calls(false), [2, 4]);
}
