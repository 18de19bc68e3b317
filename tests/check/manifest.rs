//! What a manifest declares and no script uses.

use crate::Mills;

fn declared(test: &str, manifest: &str) -> Mills {
    Mills::new(test).with("expansion.toml", manifest)
}

/// The same with a line in a handler.
fn used(test: &str, manifest: &str, line: &str) -> Mills {
    declared(test, manifest)
        .with("main.lua", &format!("\nfunction mills.on_turn_end(game, event)\n  {line}\nend\n"))
}

#[test]
fn attribute_unread() {
    let unread = Mills::new("attribute_unread").replaced("main.lua", "event.tile.well", "event.tile.x == 1");
    insta::assert_snapshot!(
        unread.replaced("main.lua", "\"well\"", "\"water\"").replaced("main.lua", ".x == 1", ".x").found()
    );
    let condition = declared("attribute_in_condition", "[when.on_tile_placed]\ntile_with = \"well\"\n")
        .replaced("main.lua", "event.tile.well", "event.tile.turn > 0")
        .replaced("main.lua", "\"well\"", "\"water\"");
    assert_eq!(condition.found(), "", "a condition reads it");
}

const OPTION: &str =
    "\n[options.flour]\ntype = \"number\"\nmin = 1\nmax = 5\ndefault = 2\ndoc = \"how much\"\n";

#[test]
fn option_unused() {
    insta::assert_snapshot!(declared("option_unused", OPTION).found());
    assert_eq!(used("option_used", OPTION, "print(game.options.flour)").found(), "");
    let supply = "\n[pieces.miller]\nclass = \"follower\"\nsupply = { option = \"flour\" }\n";
    assert_eq!(declared("option_supplies", &format!("{OPTION}{supply}")).found(), "");
    let condition = "\n[when.on_tile_placed]\noption = { flour = [1, 2] }\n";
    assert_eq!(declared("option_in_condition", &format!("{OPTION}{condition}")).found(), "");
}

#[test]
fn option_unknown() {
    let line = "local options = game.options\n  print(game.options.flur, options.water, game:option(\"base.farmer\"), game:option(\"mills.x\"), game.options.flour)";
    insta::assert_snapshot!(used("option_unknown", OPTION, line).found());
    assert_eq!(
        used("option_known", OPTION, "print(game.options.flour, game:option(\"base.farmers\"))").found(),
        ""
    );
}

#[test]
fn place_unused() {
    let place = "\n[places.granary]\n\n[places.pond]\non_tile = true\n";
    insta::assert_snapshot!(declared("place_unused", place).found());
    let line = "print(game:place(\"granary\"), game.placed.place.pond)";
    assert_eq!(used("place_used", place, line).found(), "");
}

#[test]
fn piece_unused() {
    let pieces = "\n[pieces.cat]\nclass = \"neutral\"\n\n[pieces.donkey]\nclass = \"special\"\n";
    insta::assert_snapshot!(declared("piece_unused", pieces).found());
    let line = "print(game:pieces(\"cat\"), event.player:supply(\"donkey\"))";
    assert_eq!(used("piece_used", pieces, line).found(), "");
    assert_eq!(used("piece_any", pieces, "print(game:pieces():count())").found(), "", "it may be any");
}

#[test]
fn phase_unused() {
    let phase = "\n[phases.market]\nafter = \"deploy\"\n";
    insta::assert_snapshot!(declared("phase_unused", phase).found());
    let action = "\nmills.actions = { sell = { phase = \"market\", perform = function() end } }\n";
    assert_eq!(declared("phase_of_action", phase).with("main.lua", action).found(), "");
    let listener = "\nfunction mills.on_phase(game, event) print(game, event) end\n";
    assert_eq!(declared("phase_heard", phase).with("main.lua", listener).found(), "");
    let deploys = format!("{phase}deploys = [\"follower\"]\n");
    assert_eq!(declared("phase_deploys", &deploys).found(), "");
}

#[test]
fn block_unplaced() {
    let block = "\n[blocks.farm]\nrows = [\"well well\"]\n";
    let mills = |test: &str| Mills::new(test).with("tiles/mills.toml", block);
    insta::assert_snapshot!(mills("block_unplaced").found());
    let line = "\nfunction mills.on_turn_end(game) print(game:block_placements(\"mills/farm\")) end\n";
    assert_eq!(mills("block_placed").with("main.lua", line).found(), "");
}

#[test]
fn lints_of_manifests_and_tiles_come_too() {
    let mills = declared("toml", "\n[attributes.tile.barn]\ntype = \"flag\"\n");
    insta::assert_snapshot!(mills.found());
}
