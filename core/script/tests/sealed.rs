//! What all expansions share cannot be changed by one of them.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use common::{Script, World};

/// A handler that runs this must fail with a message that contains a text.
fn refused(code: &str, expected: &str) {
    let main =
        format!("local fan = {{}}\nfunction fan.on_turn_start(game, event)\n{code}\nend\nreturn fan\n");
    let error = World::new(&[], &[Script::new("fan", &main)]).try_game(1).err();
    let message = error.unwrap_or_else(|| panic!("`{code}` was allowed")).to_string();
    assert!(message.contains(expected), "{message}");
}

#[test]
fn the_methods_of_selections() {
    let read_only = "can only be looked at";
    refused("game.players.__index.first = function() end", read_only);
    refused("rawset(game.players.__index, 'first', 1)", read_only);
    refused("getmetatable(game.players).first = 1", "attempt to");
    refused("setmetatable(game.players, {})", "protected metatable");
}

#[test]
fn what_refuses_unknown_fields_of_events() {
    refused("getmetatable(event).__index = nil", "attempt to");
    refused("setmetatable(event, {})", "protected metatable");
}

#[test]
fn the_libraries() {
    refused("string.rep = nil", "can only be looked at");
    refused("getmetatable('').__index = nil", "");
}
