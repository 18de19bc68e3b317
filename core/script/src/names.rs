//! Names: as scripts write them, and those that are nearly right.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The known name that is nearest to another, if it is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.len().max(name.len()) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A text of Lua. Hardly any is not readable, and that is the quicker way.
pub(crate) fn text(text: &mlua::LuaString) -> String {
    str::from_utf8(&text.as_bytes()).map_or_else(|_| text.to_string_lossy(), str::to_owned)
}

/// The texts that scripts used as names, read once: a machine has each text only once, so its place tells which it
/// is. What is kept here stays where it is.
#[derive(Default)]
pub(crate) struct Texts(RefCell<FxHashMap<usize, (mlua::LuaString, Rc<str>)>>);

/// How many names are kept, and how long each can be, in bytes.
const MOST_KEPT: usize = 512;
const LONGEST_KEPT: usize = 64;

impl Texts {
    /// A name. What cannot be read of it is replaced.
    pub fn read(&self, name: &mlua::LuaString) -> Rc<str> {
        self.readable(name).unwrap_or_else(|| name.to_string_lossy().into())
    }

    /// A name that can be read.
    pub fn readable(&self, name: &mlua::LuaString) -> Option<Rc<str>> {
        let place = name.to_pointer() as usize;
        if let Some((_, known)) = self.0.borrow().get(&place) {
            return Some(Rc::clone(known));
        }
        let read: Rc<str> = str::from_utf8(&name.as_bytes()).ok()?.into();
        let mut kept = self.0.borrow_mut();
        if kept.len() < MOST_KEPT && read.len() <= LONGEST_KEPT {
            kept.insert(place, (name.clone(), Rc::clone(&read)));
        }
        Some(read)
    }
}

/// What a Lua value is, with an article, in words for people.
pub(crate) fn kind(value: &mlua::Value) -> &'static str {
    match value {
        mlua::Value::Nil => "nothing",
        mlua::Value::Boolean(_) => "a boolean",
        mlua::Value::Integer(_) | mlua::Value::Number(_) => "a number",
        mlua::Value::String(_) => "a text",
        mlua::Value::Table(_) => "a table",
        mlua::Value::Function(_) => "a function",
        mlua::Value::Thread(_) => "a coroutine",
        mlua::Value::UserData(_) => "a thing of the game",
        _ => "something else",
    }
}

/// What a Lua value is where a whole number was expected: a number as it is, everything else by its
/// kind.
pub(crate) fn not_whole(value: &mlua::Value) -> String {
    match value {
        mlua::Value::Integer(number) => number.to_string(),
        mlua::Value::Number(number) => number.to_string(),
        other => kind(other).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        let known = ["on_tile_placed", "on_turn_end", "allow_placement"];
        assert_eq!(nearest("on_tile_place", known.into_iter()), Some("on_tile_placed"));
        assert_eq!(nearest("on_turn_ended", known.into_iter()), Some("on_turn_end"));
        assert_eq!(nearest("banana", known.into_iter()), None);
    }
}
