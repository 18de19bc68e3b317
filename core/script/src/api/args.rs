//! Arguments of API functions, with messages that name function, argument and what was expected.

use std::rc::Rc;

use bastide_engine::board::TileId;
use bastide_engine::feature::SegmentId;
use bastide_engine::ruleset::Player;
use mlua::Table;

use super::{ClassInfo, Member, fail};
use crate::convert::whole;
use crate::handle::{Handle, as_handle};
use crate::names::{self, Texts, not_whole};

/// The arguments of one call.
pub(crate) struct Args<'a> {
    class: &'static str,
    member: &'static Member,
    /// What was given, behind the handle itself.
    values: &'a [mlua::Value],
    texts: Option<&'a Texts>,
}

impl<'a> Args<'a> {
    pub fn none(member: &'static Member) -> Args<'a> {
        Args { class: "", member, values: &[], texts: None }
    }

    pub fn new(
        info: &'static ClassInfo,
        member: &'static Member,
        values: &'a [mlua::Value],
        texts: &'a Texts,
    ) -> Args<'a> {
        Args { class: info.name, member, values, texts: Some(texts) }
    }

    /// An argument as it is; nil where it was left out.
    pub fn get(&self, index: usize) -> &mlua::Value {
        self.values.get(index).unwrap_or(&mlua::Value::Nil)
    }

    /// Whether an argument was left out.
    pub fn is_nil(&self, index: usize) -> bool {
        self.get(index).is_nil()
    }

    /// The error that an argument is something else.
    pub fn wrong<T>(&self, index: usize, expected: &str) -> mlua::Result<T> {
        let found = match self.get(index) {
            mlua::Value::Nil => "nothing".to_owned(),
            mlua::Value::Number(number) => number.to_string(),
            mlua::Value::Integer(number) => number.to_string(),
            value => match as_handle(value) {
                Some(handle) => format!("a {}", super::class_name(handle)),
                None => crate::names::kind(value).to_owned(),
            },
        };
        self.not(index, expected, &found)
    }

    fn not<T>(&self, index: usize, expected: &str, found: &str) -> mlua::Result<T> {
        let param = self.member.params.and_then(|params| params.get(index));
        let name = param.map_or("argument", |param| param.name.trim_end_matches('?'));
        fail(format!(
            "{}:{}: `{name}` must be {expected}, not {found}",
            self.class.to_lowercase(),
            self.member.name
        ))
    }

    pub fn text(&self, index: usize) -> mlua::Result<Rc<str>> {
        match self.get(index) {
            mlua::Value::String(text) => Ok(match self.texts {
                Some(texts) => texts.read(text),
                None => names::text(text).into(),
            }),
            _ => self.wrong(index, "a text"),
        }
    }

    /// A name that somebody gives to something: a text of at most 100 bytes.
    pub fn name(&self, index: usize) -> mlua::Result<Rc<str>> {
        let name = self.text(index)?;
        if name.len() > 100 { self.wrong(index, "a short name") } else { Ok(name) }
    }

    pub fn opt_text(&self, index: usize) -> mlua::Result<Option<Rc<str>>> {
        if self.is_nil(index) { Ok(None) } else { self.text(index).map(Some) }
    }

    /// A whole number that fits into 32 bits.
    pub fn int(&self, index: usize) -> mlua::Result<i32> {
        let number = match self.get(index) {
            mlua::Value::Integer(number) => Some(*number),
            mlua::Value::Number(number) => whole(*number),
            _ => None,
        };
        match number.and_then(|number| i32::try_from(number).ok()) {
            Some(number) => Ok(number),
            None if self.get(index).is_number() || self.get(index).is_integer() => {
                self.not(index, "a whole number", &not_whole(self.get(index)))
            }
            None => self.wrong(index, "a whole number"),
        }
    }

    pub fn opt_int(&self, index: usize) -> mlua::Result<Option<i32>> {
        if self.is_nil(index) { Ok(None) } else { self.int(index).map(Some) }
    }

    pub fn opt_boolean(&self, index: usize) -> mlua::Result<Option<bool>> {
        match self.get(index) {
            mlua::Value::Nil => Ok(None),
            mlua::Value::Boolean(truth) => Ok(Some(*truth)),
            _ => self.wrong(index, "true or false"),
        }
    }

    pub fn opt_table(&self, index: usize) -> mlua::Result<Option<&Table>> {
        match self.get(index) {
            mlua::Value::Nil => Ok(None),
            mlua::Value::Table(table) => Ok(Some(table)),
            _ => self.wrong(index, "a table"),
        }
    }

    pub fn table(&self, index: usize) -> mlua::Result<&Table> {
        match self.opt_table(index)? {
            Some(table) => Ok(table),
            None => self.wrong(index, "a table"),
        }
    }

    pub fn player(&self, index: usize) -> mlua::Result<Player> {
        match as_handle(self.get(index)) {
            Some(Handle::Player(player)) => Ok(player),
            _ => self.wrong(index, "a Player"),
        }
    }

    pub fn tile(&self, index: usize) -> mlua::Result<TileId> {
        match as_handle(self.get(index)) {
            Some(Handle::Tile(tile)) => Ok(tile),
            _ => self.wrong(index, "a Tile"),
        }
    }

    pub fn feature(&self, index: usize) -> mlua::Result<SegmentId> {
        match as_handle(self.get(index)) {
            Some(Handle::Feature(segment)) => Ok(segment),
            _ => self.wrong(index, "a Feature"),
        }
    }
}
