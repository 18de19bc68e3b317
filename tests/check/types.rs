//! Types, where the program that judges them is installed.

use bastide::lint;

use crate::Mills;

#[test]
fn lua_types() {
    if !lint::is_available() {
        eprintln!("skipped: {} is not installed", lint::TOOL);
        return;
    }
    let body = "
function mills.on_turn_end(game, event)
  game:award(event.player, \"1\")
  game:award(event.player)
  game:award(event.player, 1, nil, 2)
  print(game:tile_at(0, 0).name, event.tile, game.placed.wel)
  game:award(game:player(1), 7 / 2)
  event.player.points = \"many\"
  event.player.flour = 3
  if game.options.flour then print(later) end
  local later = 1
end
";
    let option = "\n[options.flour]\ntype = \"boolean\"\ndefault = true\ndoc = \"whether there is flour\"\n";
    let mills = Mills::new("types").with("main.lua", body).with("expansion.toml", option);
    insta::assert_snapshot!(mills.shown(&mills.report(true)));
    let clean = Mills::new("types_clean");
    assert_eq!(clean.shown(&clean.report(true)), "");
}
