//! Every name that scripts can use without declaring it: what a reader of their text has to know.

use std::collections::BTreeSet;

use bastide_engine::event::EVENTS;
use bastide_engine::host::QUERIES;
use mlua::{Lua, Table, Value};

use crate::api::{CLASSES, Param};
use crate::reference::tables::{ACTION, KEYS, MOVE, SELECTION};
use crate::testing::MEMBERS;
use crate::vm::HIDDEN;

/// The names that scripts can use without declaring them.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Global names, such as `print` and `require`.
    pub globals: BTreeSet<String>,
    /// Global names of Lua that scripts never see, such as `os`.
    pub hidden: BTreeSet<String>,
    /// Fields of things of the game, and keys of tables that are passed to it or that it gives.
    pub fields: BTreeSet<String>,
    /// Methods of things of the game, of selections, of texts, and of the table of a test.
    pub methods: BTreeSet<String>,
    /// Functions of Lua's own libraries, such as `insert` of `table`.
    pub library: BTreeSet<String>,
}

impl Words {
    /// All of them. They follow from the tables that the bindings are made of, and from Lua itself.
    pub fn all() -> Words {
        let mut words = Words::default();
        words.read_globals();
        for member in CLASSES.iter().flat_map(|class| class.members) {
            match member.params {
                Some(params) => words.method(member.name, params, member.ty),
                None => words.field(member.name, member.ty),
            }
        }
        SELECTION.iter().for_each(|function| words.method(function.name, function.params, function.ty));
        MEMBERS.iter().for_each(|member| words.method(member.name, member.params, member.ty));
        KEYS.iter().chain(ACTION).chain(MOVE).for_each(|key| words.field(key.name, key.ty));
        for field in EVENTS.iter().flat_map(|event| event.fields) {
            words.field(field.name, field.ty);
        }
        for query in QUERIES {
            query.fields.iter().for_each(|field| words.field(field.name, field.ty));
            words.fields.insert(query.hook.to_owned());
        }
        words.fields.extend(EVENTS.iter().map(|event| event.hook.to_owned()));
        words
    }

    fn read_globals(&mut self) {
        let lua = Lua::new();
        self.globals.extend(["require", "test"].map(str::to_owned));
        self.hidden.extend(HIDDEN.iter().filter(|name| **name != "require").map(|name| (*name).to_owned()));
        for (name, value) in lua.globals().pairs::<String, Value>().flatten() {
            if HIDDEN.contains(&name.as_str()) {
                continue;
            }
            if let Value::Table(table) = &value {
                self.library.extend(keys(table));
            }
            if name == "string"
                && let Value::Table(table) = &value
            {
                self.methods.extend(keys(table));
            }
            self.globals.insert(name);
        }
    }

    fn method(&mut self, name: &str, params: &[Param], ty: &str) {
        self.methods.insert(name.to_owned());
        params.iter().for_each(|param| self.keys_of(param.ty));
        self.keys_of(ty);
    }

    fn field(&mut self, name: &str, ty: &str) {
        self.fields.insert(name.trim_end_matches('?').to_owned());
        self.keys_of(ty);
    }

    /// The keys that a type names: `source` and `at` of `{ source?: string, at?: Tile }`.
    fn keys_of(&mut self, ty: &str) {
        if !ty.contains('{') {
            return;
        }
        let before = ty.split(':').filter_map(|part| part.rsplit(['{', ',', '(', ' ']).next());
        let names = before.map(|name| name.trim_end_matches('?'));
        let is_name = |name: &&str| name.chars().next().is_some_and(|first| first.is_ascii_alphabetic());
        self.fields.extend(names.filter(is_name).map(str::to_owned));
    }
}

fn keys(table: &Table) -> Vec<String> {
    table.pairs::<String, Value>().flatten().map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_the_tables_and_from_lua() {
        let words = Words::all();
        let has = |set: &BTreeSet<String>, name: &str| set.contains(name);
        assert!(
            has(&words.globals, "pairs") && has(&words.globals, "require") && has(&words.globals, "test")
        );
        assert!(!has(&words.globals, "os") && has(&words.hidden, "os"), "what scripts never see");
        assert!(
            has(&words.methods, "award")
                && has(&words.methods, "vicinity")
                && has(&words.methods, "expect_points")
        );
        assert!(has(&words.methods, "total") && has(&words.methods, "upper"));
        assert!(
            has(&words.fields, "storage")
                && has(&words.fields, "piece_kind")
                && has(&words.fields, "on_turn_end")
        );
        assert!(
            has(&words.fields, "source") && has(&words.fields, "parts"),
            "keys of the details of an award"
        );
        assert!(
            has(&words.fields, "off_turn") && has(&words.library, "insert") && has(&words.library, "floor")
        );
    }
}
