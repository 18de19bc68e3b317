//! Places, tokens, joins, blocks, and what else lies on and beside the board.

use bastide_engine::decision::Choice;
use bastide_engine::event::Event;
use bastide_engine::game::Game;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::piece::Holder;

use crate::common::{Script, World, play_randomly};
use crate::{ALICE, BOB, again, awarded, choose, declared, failure, fan, options, place, points, turn};

fn put(game: &mut Game, x: i32, y: i32, turn: u8) {
    let choice = Choice::Place { pos: Pos::new(x, y), rotation: Rotation::quarters(turn) };
    game.apply(choice).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn pieces_go_to_places_and_are_found_there() {
    let world = declared(
        "[places.prison]\n[places.pond]\non_tile = true\n[pieces.dragon]\nclass = \"neutral\"\n",
        r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          local first = event.player:supply("follower")[1]
          local second = event.player:supply("follower")[2]
          first:move_to(game:place("prison"))
          second:move_to(event.tile, "pond")
          assert(first.place == game:place("prison") and first.tile == nil and first.feature == nil)
          assert(second.place == event.tile.place.pond and second.tile == event.tile and second.feature == nil)
          assert(second.place.name == "pond" and second.place.tile == event.tile and first.place.tile == nil)
          assert(game:place("prison"):pieces():contains(first))
          assert(event.tile.place.pond:pieces():count() == 1)
          assert(game:pieces_in("prison"):contains(first) and event.player:pieces_in("pond"):contains(second))
          assert(event.player.next:pieces_in("prison"):is_empty() and #game:pieces_in("fan/pond") == 1)
          local ok, message = pcall(game.pieces_in, game, "pont")
          assert(not ok and tostring(message):find("there is no place `pont`", 1, true))
          assert(event.tile:count_pieces("meeple") == 1)
          for tile in event.tile:around() do
            local found = tile:pieces_around("meeple")
            assert(found:contains(second) and #found == #tile:around():pieces("meeple"))
          end
          for feature in event.tile:features() do
            assert(feature:count_pieces_on_tiles("meeple") >= 1 and feature:count_pieces_on_tiles("dragon") == 0)
          end
          assert(#event.player:supply("follower") == 5 - #game:place("fan/prison"):pieces() + 1)
          local dragon = game:pieces("dragon")[1]
          dragon:move_to(event.tile)
          assert(dragon.owner == nil and dragon.tile == event.tile and not dragon.is_follower and dragon.class == "neutral")
        end
        function fan.on_turn_end(game, event)
          for piece in game:place("prison"):pieces() do piece:return_home() end
          for piece in game.placed.place.pond:pieces() do piece:remove() end
        end
        return fan
        "#,
    );
    let mut game = world.game(1);
    turn(&mut game);
    let moved =
        |game: &Game| game.journal().iter().filter(|event| matches!(event, Event::PieceMoved { .. })).count();
    let home = |game: &Game| {
        game.journal().iter().filter(|event| matches!(event, Event::PieceReturned { .. })).count()
    };
    // At the end of the turn: one comes home, one leaves the game.
    assert_eq!((moved(&game), home(&game)), (1, 1));
    assert_eq!(game.state().supply(ALICE, bastide_engine::tile::PieceKindId::FOLLOWER), 6);
    assert_eq!(game.state().supply(BOB, bastide_engine::tile::PieceKindId::FOLLOWER), 7);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn tokens_are_held_by_players_tiles_and_the_game() {
    let world = fan(r#"
        return {
          on_tile_placed = function(game, event)
            game:add_tokens("gold", 5)
            event.tile:add_tokens("gold", 2)
            event.player:add_tokens("gold", 1)
            event.player:add_tokens("gold", 3)
            assert(game:tokens("gold") == 5 * game.turn)
            assert(event.tile:tokens("gold") == 2 and game:tile(0):tokens("gold") == 0)
            assert(event.player:tokens("gold") == 4 * math.ceil(game.turn / 2) and event.player:tokens("silver") == 0)
          end,
        }
    "#);
    let mut game = world.game(1);
    (0..4).for_each(|_| turn(&mut game));
    assert_eq!(game.state().tokens(Holder::Player(BOB), "gold"), 8);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn more_tokens_than_there_are_cannot_be_taken() {
    for holder in ["game", "event.player", "event.tile"] {
        let main = format!(
            "return {{ on_tile_placed = function(game, event)\n\
             {holder}:add_tokens(\"gold\", 2)\n{holder}:add_tokens(\"gold\", -3) end }}"
        );
        let mut game = fan(&main).game(1);
        let first = game.decision().unwrap().list()[0];
        let error = failure(&mut game, first);
        assert!(error.contains("there are 2 `gold`, 3 cannot be taken away"), "{error}");
    }
}

/// A tunnel between the first two roads, dug in turn 3 and filled up in turn 4.
const TUNNEL: &str = r#"
    local fan = {}
    function fan.on_tile_placed(game, event)
      if game.turn < 3 then
        return
      end
      local a, b = game:tile(0):features("road")[1], game:tile(2):features("road")[1]
      if game.turn == 3 then
        assert(a ~= b and a.size == 2 and b.size == 1)
        game:join(a, b, 2)
        assert(a == b and a.size == 3)
      elseif game.turn == 4 then
        game:unjoin(a, b)
        assert(a ~= b and a.size == 2 and b.size == 1)
        assert(not pcall(game.unjoin, game, a, b))
      end
    end
    function fan.on_feature_completed(game, event)
      game:award(event.player, 10 * event.feature.size)
    end
    return fan
"#;

#[test]
fn a_join_completes_a_feature_and_can_be_taken_back() {
    let world = fan(TUNNEL);
    let mut game = world.game_drawing(&["base/A", "base/A", "base/E", "base/E"]);
    // The road of the start tile ends in the east at [A]; another [A] stands in the south, with a
    // road that leads away.
    put(&mut game, 1, 0, 1);
    choose(&mut game, "deploy a follower on the road at 1,0");
    put(&mut game, 0, 1, 0);
    choose(&mut game, "pass");
    put(&mut game, 1, 1, 2);
    choose(&mut game, "pass");
    // Three tiles, 3 points for the road, 30 for whoever placed.
    assert_eq!(awarded(&game), [30, 3]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
    put(&mut game, 2, 0, 1);
    choose(&mut game, "pass");
    assert_eq!(points(&game), [33, 0]);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn features_of_different_kinds_cannot_be_joined() {
    let main = "return { on_tile_placed = function(game)\n\
                game:join(game:tile(0):features(\"road\")[1], game:tile(0):features(\"city\")[1]) end }";
    let mut game = fan(main).game(1);
    let first = game.decision().unwrap().list()[0];
    assert!(failure(&mut game, first).contains("a road and a city cannot be joined"));
}

/// A fortress of four cells around a small city, with a road that leaves it in the east.
const FORTRESS: &str = r#"
format = 1
id = "fan"
name = "A fortress"

[tiles.nw]
city = ["E S"]

[tiles.ne]
city = ["S W"]

[tiles.sw]
city = ["N E"]

[tiles.se]
city = ["N W"]
road = ["E"]

[blocks.fortress]
rows = ["nw ne", "sw se"]
"#;

const BUILDER: &str = r#"
    return {
      actions = {
        build = {
          phase = "deploy",
          when = function(game) return #game:tiles() == 2 end,
          options = function(game) return game:block_placements("fan/fortress") end,
          perform = function(game, player, at)
            local tiles = game:place_block("fan/fortress", at)
            assert(#tiles == 4 and tiles[1].x == at.x and tiles[1].y == at.y and tiles[1].turn == at.turn)
            for tile in tiles do assert(tile.block == "fan/fortress" and game:tile_at(tile.x, tile.y) == tile) end
            assert(game:tile(0).block == nil)
            assert(tiles[1]:features("city")[1].size == 4 and tiles[1]:features("city")[1].complete)
            assert(not pcall(game.place_block, game, "fan/fortress", at))
          end,
        },
      },
      on_block_placed = function(game, event)
        assert(event.block == "fan/fortress" and #event.tiles == 4)
        game:award(event.player, 4)
      end,
    }
"#;

fn builders() -> World {
    let files = [("tiles/fan.toml", FORTRESS)];
    World::new(
        &[],
        &[Script { manifest: "tiles = [\"fan\"]\n", files: &files, ..Script::new("fan", BUILDER) }],
    )
}

#[test]
fn a_block_is_placed_as_one() {
    let world = builders();
    let mut game = world.game_drawing(&["base/U"]);
    put(&mut game, 1, 0, 0);
    let builds: Vec<String> =
        options(&game).into_iter().filter(|name| name.starts_with("fan.build")).collect();
    // South of the start tile there is room; east of [U] its road meets the fortress's wall, and only
    // with three turns does the fortress's own road meet that of the start tile.
    assert!(builds.contains(&"fan.build cell 0,1 turned 0".to_owned()), "{builds:?}");
    assert!(!builds.contains(&"fan.build cell 2,0 turned 0".to_owned()), "{builds:?}");
    assert!(builds.iter().any(|name| name.starts_with("fan.build cell -1,")), "{builds:?}");
    choose(&mut game, "fan.build cell 0,1 turned 0");
    assert_eq!(awarded(&game), [4]);
    assert_eq!(game.state().board().tiles().len(), 6);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
    assert!(game.undo().unwrap());
    assert_eq!(game.state().board().tiles().len(), 2);
}

#[test]
fn a_block_can_be_placed_exactly_where_it_is_said_to_fit() {
    let world = builders();
    let mut game = world.game_drawing(&["base/U"]);
    put(&mut game, 1, 0, 0);
    for name in options(&game).into_iter().filter(|name| name.starts_with("fan.build")) {
        let mut fork = game.clone();
        choose(&mut fork, &name);
        play_randomly(&mut fork, 3, 10_000);
        assert!(fork.is_over(), "{name}");
    }
}

#[test]
fn places_of_a_block_in_one_turn_are_those_of_all_turns_with_it() {
    let main = r#"
        return { on_turn_end = function(game)
          local all = game:block_placements("fan/fortress")
          assert(#all > 4)
          local sum = 0
          for turn = 0, 3 do
            local some, expected = game:block_placements("fan/fortress", turn), all:where("turn", turn)
            assert(#some == #expected)
            for index = 1, #some do assert(some[index] == expected[index]) end
            sum = sum + #some
          end
          assert(sum == #all)
          game:award(game.active, 1)
        end }
    "#;
    let files = [("tiles/fan.toml", FORTRESS)];
    let script = |main| Script { manifest: "tiles = [\"fan\"]\n", files: &files, ..Script::new("fan", main) };
    let mut game = World::new(&[], &[script(main)]).game(1);
    turn(&mut game);
    assert_eq!(awarded(&game), [1]);
    let main = "return { on_turn_end = function(game) game:block_placements(\"fan/fortress\", 4) end }";
    let mut game = World::new(&[], &[script(main)]).game(1);
    place(&mut game);
    assert!(failure(&mut game, Choice::Pass).contains("`turn` must be from 0 to 3, not 4"));
}

#[test]
fn a_block_can_be_placed_anywhere_as_long_as_one_of_its_places_is_left() {
    // A wall has roads on all sides of the start tile, and a city nowhere.
    let tiles =
        format!("{FORTRESS}\n[tiles.wall]\ncity = [\"N E S W\"]\n\n[blocks.walls]\nrows = [\"wall wall\"]\n");
    let files = [("tiles/fan.toml", tiles.as_str())];
    let main = r#"
        return { on_turn_end = function(game)
          for _, block in ipairs({ "fan/fortress", "fan/walls" }) do
            assert(game:can_place_block(block) == not game:block_placements(block):is_empty())
          end
          assert(game:can_place_block("fan/fortress"))
          game:award(game.active, game:can_place_block("fan/walls") and 1 or 2)
          local ok, message = pcall(game.can_place_block, game, "fan/wals")
          assert(not ok and tostring(message):find("did you mean `fan/walls`?", 1, true))
        end }
    "#;
    let script = Script { manifest: "tiles = [\"fan\"]\n", files: &files, ..Script::new("fan", main) };
    let mut game = World::new(&[], &[script]).game_drawing(&["base/U", "base/E"]);
    put(&mut game, 1, 0, 0);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [1], "north of the start tile is the end of a city");
    put(&mut game, 0, -1, 2);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [2], "no city is open");
}

#[test]
fn pieces_of_nobody_come_from_the_supply_together() {
    let world = declared(
        "[pieces.sheep]\nclass = \"neutral\"\nsupply = 5\n[pieces.wolf]\nclass = \"neutral\"\nsupply = 1\n[places.den]\n[places.hill]\non_tile = true\n",
        r#"
        local fan = {}
        function fan.on_turn_end(game)
          local hill, den = game.placed.place.hill, game:place("den")
          local waiting = game:supply("sheep")
          local two = hill:take_from_supply("sheep", 2)
          assert(#two == 2 and two[1] == waiting[1] and two[2] == waiting[2] and two[1].place == hill)
          assert(den:take_from_supply("sheep", 0):is_empty() and #game:supply("sheep") == 3)
          assert(den:take_from_supply("follower"):is_empty(), "followers are somebody's")
          assert(#den:take_from_supply("neutral") == 4 and #den:pieces("wolf") == 1)
          assert(den:take_from_supply("sheep", 2):is_empty(), "none is left")
          assert(#game:pieces_in({ "hill", "den" }) == 6 and game:pieces_in({ "hill", "den" })[1] == two[1])
          assert(game:pieces_in({ "den", "hill" })[6] == two[2] and #game:pieces_in({ "hill", "hill" }) == 2)
          assert(game:pieces_in({}):is_empty())
          for _, wrong in ipairs({ { 5 }, { "hil" }, 5, { x = "hill" }, { "hill", nil, "den" }, table.create(101, "den") }) do
            assert(not pcall(game.pieces_in, game, wrong))
          end
          game:award(game.active, 1)
        end
        function fan.on_piece_moved(game, event)
          game:award(game.active, event.piece.kind == "wolf" and 100 or 10)
        end
        return fan
        "#,
    );
    let mut game = world.game(1);
    turn(&mut game);
    assert_eq!(awarded(&game), [1, 10, 10, 10, 10, 10, 100], "each raises its own event");
    for (call, message) in [
        ("take_from_supply()", "`filter` must be a text, not nothing"),
        ("take_from_supply(\"shep\")", "there is no kind of piece `shep`, did you mean `sheep`?"),
        ("take_from_supply(\"sheep\", -1)", "`most` must be at least 0, not -1"),
    ] {
        let main = format!("return {{ on_turn_end = function(game) game:place(\"den\"):{call} end }}");
        let manifest = "[pieces.sheep]\nclass = \"neutral\"\nsupply = 5\n[places.den]\n";
        let mut game = declared(manifest, &main).game(1);
        place(&mut game);
        let error = failure(&mut game, Choice::Pass);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_piece_goes_to_a_place_on_a_tile_by_its_name() {
    let manifest =
        "[pieces.sheep]\nclass = \"neutral\"\nsupply = 1\n[places.hill]\non_tile = true\n[places.den]\n";
    let main = |call: &str| {
        format!(
            "return {{ on_turn_end = function(game)\n\
               local sheep, tile = game:pieces(\"sheep\")[1], game.placed\n\
               sheep:move_to({call})\n\
               assert(sheep.place == tile.place.hill and sheep.tile == tile)\n\
               game:award(game.active, 1)\n\
             end }}"
        )
    };
    for call in ["tile, \"hill\"", "tile, \"fan/hill\"", "tile.place.hill", "tile.place.hill, nil"] {
        let mut game = declared(manifest, &main(call)).game(1);
        turn(&mut game);
        assert_eq!(awarded(&game), [1], "{call}");
    }
    for (call, message) in [
        ("tile, \"hil\"", "there is no place `hil` on tiles, did you mean `hill`?"),
        ("tile, \"den\"", "`den` is a place of the game and lies on no tile"),
        ("tile, 5", "`place` must be a text, not 5"),
        (
            "game:place(\"den\"), \"hill\"",
            "`to` must be a Tile, where the name of a place is given, not a Place",
        ),
        (
            "tile:features()[1], \"hill\"",
            "`to` must be a Tile, where the name of a place is given, not a Feature",
        ),
        ("nil, \"hill\"", "`to` must be a Tile, where the name of a place is given, not nothing"),
        ("\"hill\"", "`to` must be a Feature, a Tile or a Place, not a text"),
    ] {
        let mut game = declared(manifest, &main(call)).game(1);
        place(&mut game);
        let error = failure(&mut game, Choice::Pass);
        assert!(error.contains(message), "{call}: {error}");
    }
}

#[test]
fn a_place_on_a_tile_is_found_by_the_tile_and_by_what_it_has() {
    let manifest = "[places.hill]\non_tile = true\n[places.den]\n";
    let main = r#"
        return { on_turn_end = function(game)
          local start, placed = game:tile(0), game.placed
          assert(game:place_on("hill", placed) == placed.place.hill)
          assert(game:place_on("fan/hill", "city") == start.place.hill, "the first of them")
          assert(game:place_on("hill", start.name) == start.place.hill)
          assert(game:place_on("hill", "monastery") == nil)
          game:award(game.active, 1)
        end }
    "#;
    let mut game = declared(manifest, main).game_drawing(&["base/U"]);
    put(&mut game, 1, 0, 0);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [1]);
    for (call, message) in [
        ("place_on(\"den\", game.placed)", "`den` is a place of the game and lies on no tile"),
        ("place_on(\"hil\", game.placed)", "there is no place `hil` on tiles, did you mean `hill`?"),
        ("place_on(\"moor\", game.placed)", "there are fan/hill; declare it in expansion.toml"),
        ("place(\"dem\")", "there is no place `dem` in the game, did you mean `den`?"),
        ("place_on(\"hill\")", "`which` must be a Tile, or what the tile has, not nothing"),
        ("place_on(\"hill\", game.active)", "`which` must be a Tile, or what the tile has, not a Player"),
        ("place_on(\"hill\", 0)", "`which` must be a Tile, or what the tile has, not 0"),
        ("place_on(\"hill\", \"citty\")", "did you mean `city`?"),
        ("place_on(5, game.placed)", "`name` must be a text, not 5"),
        ("place(\"hill\")", "`hill` is a place on tiles"),
        ("place(\"hall\")", "help: there are fan/den; declare it in expansion.toml"),
    ] {
        let main = format!("return {{ on_turn_end = function(game) game:{call} end }}");
        let mut game = declared(manifest, &main).game(1);
        place(&mut game);
        let error = failure(&mut game, Choice::Pass);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn features_are_found_by_what_they_have() {
    let main = r#"
        return { on_turn_end = function(game)
          local arms = game.placed:features("coats_of_arms")
          for feature in arms do assert(feature.kind == "city" and feature.coats_of_arms > 0) end
          assert(#game:features("coats_of_arms") == #game:features("city"):filter(function(city)
            return city.coats_of_arms > 0
          end))
          assert(#game.placed:features() == 1 + #game.placed:features("field"))
          local ok, message = pcall(game.features, game, "coat_of_arms")
          assert(not ok and tostring(message):find("did you mean `coats_of_arms`?", 1, true))
          game:award(game.active, 1 + #arms)
        end }
    "#;
    // F has a city with a coat of arms that goes on into the start tile's; E has one without.
    let mut game = fan(main).game_drawing(&["base/F", "base/E"]);
    put(&mut game, 0, -1, 1);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [2]);
    put(&mut game, 0, -2, 2);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [2], "merged over all its parts");
}

#[test]
fn a_tile_is_found_by_its_id_and_by_what_it_has() {
    let main = r#"
        return { on_turn_end = function(game)
          local start, placed = game:tile(0), game.placed
          assert(game:tile(start.name) == start and game:tile("city") == game:tiles("city"):first())
          assert(game:tile(placed.id) == placed and game:tile(1000) == nil and game:tile(-1) == nil)
          assert(game:tile("monastery") == game:tiles("monastery"):first())
          assert(start.since == 0 and placed.since == game.turn and game:tiles()[2].since == 1)
          game:award(game.active, game:tile("monastery") and 2 or 1)
        end }
    "#;
    let mut game = fan(main).game_drawing(&["base/U", "base/B"]);
    put(&mut game, 1, 0, 0);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [1]);
    put(&mut game, 0, 1, 0);
    game.apply(Choice::Pass).unwrap();
    assert_eq!(awarded(&game), [2]);
    for (call, message) in [
        ("tile()", "`which` must be a tile's `id`, or what the tile has, not nothing"),
        ("tile(game.active)", "`which` must be a tile's `id`, or what the tile has, not a Player"),
        ("tile(\"base/XX\")", "there is no tile `base/XX` in this game"),
        ("tile(\"citty\")", "did you mean `city`?"),
        ("tile(\"coats_of_arms\")", "`coats_of_arms` is an attribute of features, and no tile has it"),
        ("tile(1.5)", "`which` must be a whole number, not 1.5"),
    ] {
        let mut game = fan(&format!("return {{ on_turn_end = function(game) game:{call} end }}")).game(1);
        place(&mut game);
        let error = failure(&mut game, Choice::Pass);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn the_supply_of_nobody_is_what_lies_beside_the_board() {
    let world = declared(
        "[pieces.sheep]\nclass = \"neutral\"\nsupply = 3\n[pieces.wolf]\nclass = \"neutral\"\nsupply = 1\n[places.den]\n",
        r#"
        return { on_turn_end = function(game)
          assert(#game:supply() == 4 and #game:supply("sheep") == 3 and #game:supply("follower") == 0)
          game:supply("sheep")[1]:move_to(game:place("den"))
          game:supply("wolf")[1]:remove()
          assert(#game:supply() == 2 and game:supply("wolf"):is_empty())
          game:pieces_in("den")[1]:return_home()
          assert(#game:supply("sheep") == 3)
          game:award(game.active, 1)
        end }
        "#,
    );
    let mut game = world.game(1);
    turn(&mut game);
    assert_eq!(awarded(&game), [1]);
}

#[test]
fn a_wrong_block_is_named_with_the_right_one() {
    let main = "return { on_turn_end = function(game) game:block_placements(\"fan/fortres\") end }";
    let files = [("tiles/fan.toml", FORTRESS)];
    let script = Script { manifest: "tiles = [\"fan\"]\n", files: &files, ..Script::new("fan", main) };
    let mut game = World::new(&[], &[script]).game(1);
    place(&mut game);
    let error = failure(&mut game, Choice::Pass);
    assert!(error.contains("there is no block `fan/fortres`, did you mean `fan/fortress`?"), "{error}");
}

#[test]
fn tiles_can_be_taken_out_of_the_stack() {
    let world = fan(r#"
        return {
          on_game_start = function(game)
            assert(game.stack_size == 71)
            assert(game:remove_from_stack("base/U", 3) == 3)
            assert(game:remove_from_stack("base/X", 5) == 1 and game:remove_from_stack("base/X") == 0)
            for tile in game:stack() do
              if tile.name ~= "base/V" and tile.name ~= "base/U" then
                assert(game:remove_from_stack(tile.name, tile.left) > 0)
              end
            end
            assert(game.stack_size == 5 + 9)
            assert(game:stack():map(function(tile) return tile.name .. " " .. tile.left end):contains("base/U 5"))
            assert(game:stack("monastery"):is_empty() and game:stack("road"):count() == 2)
            assert(not pcall(game.remove_from_stack, game, "base/Y"))
          end,
        }
    "#);
    let mut game = world.game(1);
    play_randomly(&mut game, 1, 10_000);
    assert!(game.is_over());
    assert!(game.state().board().tiles().len() <= 15);
    assert_eq!(again(&world, &game).hash64(), game.hash64());
}

#[test]
fn handles_find_everything_about_tiles_and_features() {
    // [A] with a road in the east of the start tile.
    let world = fan(r#"
        return {
          on_turn_end = function(game, event)
            local start, tile = game:tile(0), game.placed
            assert(start.name == "base/D" and start.x == 0 and start.y == 0 and start.turn == 0)
            assert(tile.name == "base/A" and tile.x == 1 and tile.y == 0 and tile.turn == 1)
            assert(game:tile_at(1, 0) == tile and game:tile_at(5, 5) == nil and game:tile(9) == nil)
            assert(start:neighbour("E") == tile and start:neighbour("N") == nil)
            assert(#start:neighbours() == 1 and #start:around() == 1 and #start:vicinity() == 2)
            assert(start:vicinity()[1] == start and start:vicinity()[2] == tile)
            assert(start:around("monastery")[1] == tile and start:around("city"):is_empty())
            assert(start:vicinity("city")[1] == start and #start:neighbours("road") == 1)
            assert(start:offset(1, 0) == tile and tile:offset(-1, 0) == start and start:offset(0, 1) == nil)
            assert(not pcall(start.offset, start, 0, 2000000000))
            assert(start:has("city") and start:has("road") and not start:has("monastery"))
            assert(tile:count("monastery") == 1 and start:sum("coats_of_arms") == 0)
            local road = start:feature("E")
            assert(road == tile:feature("W") and road.kind == "road" and road.size == 2)
            assert(road.open_ends == 1 and not road.complete and road.value == 2)
            assert(start:feature("S").kind == "field" and start:feature("NL") == start:feature("N"))
            assert(#game:features("road") == 1 and #game:features() == 4)
            assert(game:tiles("base/A")[1] == tile and #game:tiles("base/D") == 1)
            assert(game:tiles("base/C"):is_empty(), "there is such a tile, and it is not on the board")
            assert(game:tiles("count/6"):is_empty(), "there is no such set in this game")
            local known, message = pcall(game.tiles, game, "base/AA")
            assert(not known and message:find("there is no tile `base/AA` in this game"), message)
            assert(road:tiles("city")[1] == start and #road:tiles("city") == 1)
            local field = start:feature("S")
            assert(field == start:feature("WR") and field == tile:feature("N"), "the fields meet behind the road's end")
            assert(field:neighbours("city")[1] == start:feature("N") and field:neighbours():count() == 1)
            assert(start:feature("N"):neighbours("field"):count() == 1)
            assert(game:open_cells():count() == 6)
            assert(tostring(road) ~= tostring(field))
            assert(game.hand == nil and game.turn == 1 and game.active == event.player)
          end,
        }
    "#);
    let mut game = world.game_drawing(&["base/A"]);
    put(&mut game, 1, 0, 1);
    game.apply(Choice::Pass).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_piece_knows_its_strength() {
    let world = declared(
        "[places.camp]\n[pieces.giant]\nclass = \"follower\"\nstrength = 3\n[pieces.mayor]\nclass = \"follower\"\nstrength = { attribute = \"coats_of_arms\" }\n",
        r#"
        local fan = {}
        function fan.on_tile_placed(game, event)
          local giant = event.player:supply("giant")[1]
          local mayor = event.player:supply("mayor")[1]
          assert(giant.strength == 3 and mayor.strength == 0)
          giant:move_to(game:place("camp"))
          mayor:move_to(event.tile:features("city")[1])
          assert(giant.strength == 3 and mayor.strength == 1)
        end
        return fan
        "#,
    );
    let mut game = world.game_drawing(&["base/F"]);
    turn(&mut game);
}

#[test]
fn a_place_that_tiles_do_not_have() {
    let world = fan("return { on_tile_placed = function(_, event) return event.tile.place.pond end }");
    let mut game = world.game(1);
    let choice = game.decision().and_then(|decision| decision.get(0)).expect("a placement");
    let error = failure(&mut game, choice);
    assert!(error.contains("tiles have no place `pond`: declare it in expansion.toml"), "{error}");
}
