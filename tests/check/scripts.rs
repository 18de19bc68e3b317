//! Names in scripts, and files of scripts.

use crate::Mills;

/// A handler of `main.lua` with this body.
fn handler(test: &str, body: &str) -> Mills {
    Mills::new(test).with("main.lua", &format!("\nfunction mills.on_turn_end(game, event)\n  {body}\nend\n"))
}

#[test]
fn lua_unknown_field() {
    let body = "game:awrd(event.player, 1)\n  print(event.playr, game.zzz, event.player.seat)";
    insta::assert_snapshot!(handler("unknown_field", body).found());
    // What a script sets itself, what stands in texts, what other expansions tell, storage.
    let own = "local t = { one = 1 }\n  t.two = 2\n  local k = \"three\"\n  t[k] = 3\n  \
               print(t.one, t.two, t.three, game.storage.four, (\"x\"):upper(), string.format(\"x\"))";
    assert_eq!(handler("own_fields", own).found(), "");
    // A metatable may have an answer for any name.
    let any = "local zero = setmetatable({}, { __index = function() return 0 end })\n  print(zero.sheep)";
    assert_eq!(handler("any_field", any).found(), "");
}

#[test]
fn lua_colon() {
    insta::assert_snapshot!(handler("colon", "game.award(event.player, 1)").found());
    let own = "local t = {}\n  function t.award(x) return x end\n  t.award(1)\n  table.insert(t, 1)";
    assert_eq!(handler("no_colon", own).found(), "");
}

#[test]
fn lua_unknown_name() {
    let body = "local points = 2\n  game:award(evnt.player, pints)\n  print(os.time())";
    insta::assert_snapshot!(handler("unknown_name", body).found());
    assert_eq!(
        handler("known_names", "for i, x in ipairs({ 1 }) do print(i, x, math.floor(1)) end").found(),
        ""
    );
}

#[test]
fn lua_syntax() {
    let mills =
        Mills::new("syntax").file("tests/other_test.lua", "test(\"MI1\", function(t)\n  t:play(\nend)\n");
    insta::assert_snapshot!(mills.found());
    let broken = Mills::new("syntax_of_main").with("main.lua", "\nlocal = 2\n");
    let report = broken.report(false);
    assert_eq!(
        report.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>(),
        ["lua-syntax"],
        "it is loaded"
    );
}

#[test]
fn attribute_unknown() {
    let body = "print(game:tiles(\"wel\"), game.placed:has(\"castle\"), game.placed:sum(\"coats_of_arms\"))";
    insta::assert_snapshot!(handler("attribute_unknown", body).found());
    assert_eq!(
        handler("attribute_known", "print(game:tiles(\"well\"), game.placed:has(\"road\"))").found(),
        ""
    );
    let others = "print(game:tile(\"wel\"), game:place_on(\"hall\", \"wel\"), game.placed:around(\"wel\"))";
    let found = handler("attribute_others", others).found();
    assert_eq!(found.matches("did you mean `well`?").count(), 3, "{found}");
    let tiles = "print(game:tile(\"base/F\"), game:tiles(\"well/well\"), game:tile(3))";
    assert_eq!(handler("attribute_tiles", tiles).found(), "", "names of tiles");
    let lenient = handler("attribute_lenient", body).replaced(
        "expansion.toml",
        "api = 1\n",
        "api = 1\noptional = [\"castles\"]\n",
    );
    assert_eq!(lenient.found(), "", "what an expansion declares that is not there is unknown");
}

#[test]
fn event_unknown_and_unraised() {
    let declared = "\nmills.events = { ground = \"flour is ground\", sold = \"flour is sold\" }\n";
    let raised = "game:raise(\"ground\")\n  game:raise(\"grnd\")";
    insta::assert_snapshot!(handler("events", raised).with("main.lua", declared).found());
    let both =
        handler("events_raised", "game:raise(\"ground\")\n  game:raise(\"sold\")").with("main.lua", declared);
    assert_eq!(both.found(), "");
    let any = handler("events_computed", "game:raise(event.player.name)").with("main.lua", declared);
    assert_eq!(any.found(), "", "a name that is put together may be any");
}

#[test]
fn priority_unknown() {
    let with = |test: &str, key: &str| {
        Mills::new(test).with("main.lua", &format!("\nmills.priority = {{ {key} = 5 }}\n"))
    };
    insta::assert_snapshot!(with("priority", "on_tile_place").found());
    assert_eq!(with("priority_known", "on_tile_placed").found(), "");
}

#[test]
fn file_unused() {
    let spare = "return { grind = function() end }\n";
    let mills = Mills::new("file_unused")
        .file("lib/flour.lua", spare)
        .file("mills_test.lua", "test(\"MI1\", print)\n");
    insta::assert_snapshot!(mills.found());
    let used = Mills::new("file_used")
        .file("lib/flour.lua", spare)
        .file("bread.lua", "return require(\"lib.flour\")\n")
        .with("main.lua", "\nprint(require(\"bread\"))\n");
    assert_eq!(used.found(), "", "by way of others");
    let lost = Mills::new("file_lost")
        .file("lib/flour.lua", spare)
        .with("main.lua", "\nprint(require(\"flour\"))\n");
    let codes: Vec<&str> = lost.report(false).diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["missing-file"], "what is looked for in vain may be just this one");
}

#[test]
fn a_line_that_cannot_be_loaded_is_said_once() {
    let mills = Mills::new("once").with("main.lua", "\nlocal x = wrld.x\n");
    let report = mills.report(false);
    assert_eq!(report.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>(), ["global"]);
}
