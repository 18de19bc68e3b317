//! The methods of selections, each said in Lua.

use bastide_engine::decision::Choice;
use bastide_engine::geometry::{Pos, Rotation};

use crate::fan;

/// Runs statements at the end of a first turn. `tiles` are the start tile and [A], a monastery at which
/// the road in its east ends.
fn holds(statements: &str) {
    let main = format!(
        "return {{ on_turn_end = function(game, event)\n\
         local tiles, start, last = game:tiles(), game:tile(0), game.placed\n{statements}\nend }}"
    );
    let mut game = fan(&main).game_drawing(&["base/A"]);
    game.apply(Choice::Place { pos: Pos::new(1, 0), rotation: Rotation::quarters(1) }).unwrap();
    game.apply(Choice::Pass).unwrap_or_else(|error| panic!("{statements}\n{error}"));
}

#[test]
fn the_same_thing_is_one_object_within_a_handler_whatever_was_played_before() {
    let world = crate::fan(
        "return { on_turn_end = function(game)\n\
           local seen = {}\n\
           for _ = 1, 2 do\n\
             for tile in game:tiles() do seen[tile] = (seen[tile] or 0) + 1 end\n\
             for cell in game:open_cells() do seen[cell] = (seen[cell] or 0) + 1 end\n\
             for feature in game:features() do seen[feature] = (seen[feature] or 0) + 1 end\n\
           end\n\
           for tile in game:tiles() do assert(seen[tile] == 2) end\n\
           for cell in game:open_cells() do assert(seen[cell] == 2) end\n\
           for feature in game:features() do assert(seen[feature] == 2) end\n\
         end }",
    );
    let host = world.host();
    for seed in 0..30 {
        let rules = std::sync::Arc::clone(&world.rules);
        let forced = bastide_engine::luck::Forced::new();
        let mut game =
            bastide_engine::game::Game::with_host(rules, seed, Some(host.clone()), forced).unwrap();
        crate::common::play_randomly(&mut game, seed, 10_000);
        assert!(game.is_over());
    }
}

#[test]
fn counting_and_picking() {
    holds("assert(#tiles == 2 and tiles:count() == 2 and not tiles:is_empty())");
    holds("assert(tiles[1] == start and tiles:first() == start and tiles[2] == last and tiles[3] == nil)");
    holds("local none = game:tiles('garden') assert(none:is_empty() and none:first() == nil and #none == 0)");
    holds("assert(tiles:contains(last) and not tiles:contains(3) and not tiles:contains(nil))");
}

#[test]
fn loops() {
    holds("local seen = 0 for tile in tiles do seen = seen + tile.id + 1 end assert(seen == 3)");
    holds("local seen = 0 for index, tile in ipairs(tiles) do seen = seen + index end assert(seen == 3)");
    // Two loops over one selection, one in the other.
    holds("local seen = 0 for a in tiles do for b in tiles do seen = seen + 1 end end assert(seen == 4)");
    holds(
        "for tile in tiles do if tile == start then break end end for tile in tiles do assert(tile == start) break end",
    );
}

#[test]
fn filtering_and_changing() {
    holds("assert(tiles:filter(function(tile) return tile.id > 0 end):first() == last)");
    holds("assert(#tiles:where('name', 'base/D') == 1 and #tiles:where('name', 'base/Z') == 0)");
    holds(
        "local names = tiles:map(function(tile) return tile.name end) assert(names[1] == 'base/D' and names:contains('base/A'))",
    );
    holds(
        "assert(tiles:total(function(tile) return tile.id + 1 end) == 3 and game:tiles('garden'):total(error) == 0)",
    );
    holds("assert(#tiles:map(function(tile) return tile.id > 0 and tile or nil end) == 1)");
}

#[test]
fn the_first_of_each() {
    holds(
        "local supply = event.player:supply()\nlocal kinds = supply:first_of_each('kind')\n\
         assert(#supply > 1 and #kinds == 1 and kinds[1] == supply[1])",
    );
    // Those without a value are left out.
    holds(
        "local supply, other = event.player:supply(), event.player.next:supply()\n\
         supply[1]:move_to(start) supply[2]:move_to(start) other[1]:move_to(last)\n\
         local found = game:pieces():first_of_each('tile')\n\
         assert(#found == 2 and found[1].tile == start and found[2].tile == last)",
    );
    // Two parts of a road are one road.
    holds(
        "local supply = event.player:supply()\n\
         supply[1]:move_to(start:feature('E')) supply[2]:move_to(last:feature('W'))\n\
         assert(#game:pieces():first_of_each('feature') == 1)",
    );
    holds("assert(game:tiles('garden'):first_of_each('kind'):is_empty())");
}

#[test]
fn groups() {
    holds(
        "local supply, other = event.player:supply(), event.player.next:supply()\n\
         supply[1]:move_to(start) other[1]:move_to(last) supply[2]:move_to(start)\n\
         local groups = game:pieces():group_by('tile')\n\
         assert(#groups == 2, 'those without a tile are in none')\n\
         assert(#groups[1] == 2 and groups[1]:contains(supply[1]) and groups[1]:contains(supply[2]))\n\
         assert(groups[2]:count() == 1 and groups[2]:first() == other[1])\n\
         assert(#groups[1]:where('owner', event.player) == 2)",
    );
    holds(
        "local kinds = event.player:supply():group_by('is_follower') assert(#kinds == 1 and #kinds[1] > 1)",
    );
    holds("local ways = tiles:group_by('id') assert(#ways == 2 and ways[1][1] == start)");
    // Two parts of a road are one road.
    holds(
        "local supply = event.player:supply()\n\
         supply[1]:move_to(start:feature('E')) supply[2]:move_to(last:feature('W'))\n\
         local groups = game:pieces():group_by('feature')\n\
         assert(#groups == 1 and #groups[1] == 2)",
    );
    holds("assert(#game:tiles('garden'):group_by('kind') == 0)");
}

#[test]
fn a_list_is_a_copy() {
    holds(
        "local list = tiles:list() list[1] = 7 table.insert(list, 8) assert(#list == 3 and tiles[1] == start and #tiles == 2)",
    );
}

#[test]
fn gathering_from_tiles_takes_each_once() {
    holds(
        "assert(#tiles:features() == 4 and #tiles:features('road') == 1 and tiles:features('monastery')[1].tile == last)",
    );
    holds(
        "event.player:supply()[1]:move_to(start:features('road')[1])\n\
         event.player:supply()[1]:move_to(last)\n\
         assert(#tiles:followers() == 2 and #tiles:pieces('meeple') == 2 and tiles:pieces('special'):is_empty())\n\
         assert(tiles:followers()[1].tile == start and start:followers()[1].feature.kind == 'road')",
    );
}

#[test]
fn a_selection_stands_as_it_was_made() {
    holds(
        "local supply = event.player:supply()\nlocal count = #supply\nsupply[1]:move_to(last)\n\
         assert(#supply == count and #event.player:supply() == count - 1 and supply[1].tile == last)",
    );
}

#[test]
fn all_that_stands_in_a_loop_may_change_the_game() {
    holds(
        "for piece in event.player:supply() do piece:remove() end assert(event.player:supply():is_empty())",
    );
}

#[test]
fn handles_of_the_same_thing_are_equal() {
    holds("assert(game:tile(0) == game:tile_at(0, 0) and game:tile(0) ~= game:tile(1))");
    holds("assert(game:player(1) == game:player('alice') and game.players[2] == game.players[1].next)");
    holds("assert(start:feature('E') == last:feature('W') and start:feature('E') ~= start:feature('S'))");
    holds("assert(game:tile(0) ~= game:player(1) and game:tile(0) ~= 0 and game:tile(0) ~= nil)");
    holds("assert(game:piece(0) == game:pieces()[1] and game:piece(999) == nil)");
}

#[test]
fn the_library_helps_with_plain_lists() {
    holds(
        "local list = require('bastide.list')\nlocal some = { 'a', 'b', 'c' }\n\
         assert(list.remove(some, 'b') and not list.remove(some, 'z') and #some == 2 and list.contains(some, 'c'))\n\
         assert(list.filter({ 1, 2, 3 }, function(x) return x > 1 end)[1] == 2)\n\
         assert(table.concat(list.sorted_keys({ b = 1, a = 2 }), ' ') == 'a b')",
    );
}
