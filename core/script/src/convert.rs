//! Values across the border: items of the engine, plain data, and Lua values.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::sync::Arc;

use bastide_engine::decision::Item;
use bastide_engine::geometry::{Pos, Rotation};
use bastide_engine::scene::Scene;
use bastide_engine::value::Value;
use mlua::{Either, IntoLua, Lua, Table};

use crate::handle::{Handle, Kept, as_handle, shared};
use crate::names::{self, Texts};

/// An item as a Lua value: a handle, or plain data.
pub(crate) fn item_to_lua(lua: &Lua, kept: &Kept, scene: &Scene, item: &Item) -> mlua::Result<mlua::Value> {
    let handle = match item {
        Item::Nil => return Ok(mlua::Value::Nil),
        Item::Bool(truth) => return Ok(mlua::Value::Boolean(*truth)),
        Item::Int(number) => return Ok(mlua::Value::Number(*number as f64)),
        Item::Text(text) => return Ok(mlua::Value::String(lua.create_string(&**text)?)),
        Item::FeatureKind(kind) => {
            let name = &scene.rules().vocabulary().feature_kinds[kind.index()].name;
            return Ok(mlua::Value::String(lua.create_string(name)?));
        }
        Item::PieceKind(kind) => {
            let name = &scene.rules().vocabulary().piece_kinds[kind.index()].name;
            return Ok(mlua::Value::String(lua.create_string(name)?));
        }
        Item::List(items) => {
            let items = items.iter().map(|item| item_to_lua(lua, kept, scene, item));
            let table = lua.create_sequence_from(items.collect::<mlua::Result<Vec<_>>>()?)?;
            table.set_metatable(kept.selection.get().cloned())?;
            return Ok(mlua::Value::Table(table));
        }
        Item::Value(value) => return value_to_lua(lua, value, true),
        Item::Player(player) => Handle::Player(*player),
        Item::Piece(piece) => Handle::Piece(*piece),
        Item::Tile(tile) => Handle::Tile(*tile),
        Item::TileDef(tile) => Handle::TileDef(*tile),
        Item::Feature(segment) => Handle::Feature(*segment),
        Item::Place(kind, tile) => Handle::Place(*kind, *tile),
        Item::Cell(pos) => Handle::Cell(*pos),
        Item::Placement(pos, rotation) => Handle::Placement(*pos, *rotation),
    };
    Ok(mlua::Value::UserData(kept.object(lua, handle)?))
}

/// A handle as a Lua value.
pub(crate) fn handle_to_lua(lua: &Lua, handle: Handle) -> mlua::Result<mlua::Value> {
    Ok(mlua::Value::UserData(shared(lua)?.handles.object(lua, handle)?))
}

/// A Lua value as an item.
///
/// # Errors
///
/// The name of what it is, where it is nothing that a decision could show: a function, a table that
/// is no placement.
pub(crate) fn lua_to_item(value: &mlua::Value) -> Result<Item, String> {
    Ok(match value {
        mlua::Value::Nil => Item::Nil,
        mlua::Value::Boolean(truth) => Item::Bool(*truth),
        mlua::Value::Integer(number) => Item::Int(*number),
        mlua::Value::Number(number) => match whole(*number) {
            Some(number) => Item::Int(number),
            None => return Err(format!("the number {number}, which is not whole")),
        },
        mlua::Value::String(text) => Item::Text(Arc::from(names::text(text))),
        mlua::Value::UserData(_) => match as_handle(value) {
            Some(Handle::Player(player)) => Item::Player(player),
            Some(Handle::Piece(piece)) => Item::Piece(piece),
            Some(Handle::Tile(tile)) => Item::Tile(tile),
            Some(Handle::TileDef(tile)) => Item::TileDef(tile),
            Some(Handle::Feature(segment)) => Item::Feature(segment),
            Some(Handle::Place(kind, tile)) => Item::Place(kind, tile),
            Some(Handle::Cell(pos)) => Item::Cell(pos),
            Some(Handle::Placement(pos, rotation)) => Item::Placement(pos, rotation),
            _ => return Err("the game itself".to_owned()),
        },
        mlua::Value::Table(table) => table_to_placement(table).ok_or_else(|| "a table".to_owned())?,
        other => return Err(crate::names::kind(other).to_owned()),
    })
}

/// What a list holds, as items; and whether it holds nothing else, behind a gap or under a name.
///
/// # Errors
///
/// The number of an entry that is no item, and what it is.
pub(crate) fn list_to_items(list: &Table) -> Result<(Vec<Item>, bool), (usize, String)> {
    let length = list.raw_len();
    let (mut items, mut wrong) = (Vec::with_capacity(length), None);
    // What was made as a list comes in its order. Behind the first thing that does not belong there nothing is
    // walked through: it could be without end.
    let walked = list.for_each(|key: mlua::Value, value: mlua::Value| {
        if index(&key) != Some(items.len() as i64 + 1) {
            return Err(mlua::Error::runtime(""));
        }
        match lua_to_item(&value) {
            Ok(item) => items.push(item),
            Err(kind) => {
                wrong = Some(kind);
                return Err(mlua::Error::runtime(""));
            }
        }
        Ok(())
    });
    if let Some(kind) = wrong {
        return Err((items.len() + 1, kind));
    }
    if walked.is_ok() {
        return Ok((items, true));
    }
    while items.len() < length {
        let at = items.len() + 1;
        let value = list.raw_get::<mlua::Value>(at).map_err(|error| (at, error.to_string()))?;
        if value.is_nil() {
            break;
        }
        items.push(lua_to_item(&value).map_err(|kind| (at, kind))?);
    }
    let entries = list.pairs::<mlua::Value, mlua::Value>().take(items.len() + 1).count();
    let is_whole = items.len() == entries;
    Ok((items, is_whole))
}

/// The number that a key is.
fn index(key: &mlua::Value) -> Option<i64> {
    match key {
        mlua::Value::Integer(number) => Some(*number),
        mlua::Value::Number(number) => whole(*number),
        _ => None,
    }
}

/// `{ x, y }` or `{ x, y, turn = 1 }`.
fn table_to_placement(table: &Table) -> Option<Item> {
    let x = whole(table.raw_get::<Option<f64>>(1).ok()??)?;
    let y = whole(table.raw_get::<Option<f64>>(2).ok()??)?;
    let pos = Pos::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?);
    Some(match table.raw_get::<Option<f64>>("turn").ok()? {
        Some(turn) => Item::Placement(pos, Rotation::quarters(whole(turn)?.rem_euclid(4) as u8)),
        None => Item::Cell(pos),
    })
}

/// The whole number that a Lua number is.
pub(crate) fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0).then_some(number as i64)
}

/// Plain data as a Lua value, frozen if it may only be looked at.
pub(crate) fn value_to_lua(lua: &Lua, value: &Value, frozen: bool) -> mlua::Result<mlua::Value> {
    Ok(match value {
        Value::Nil => mlua::Value::Nil,
        Value::Bool(truth) => mlua::Value::Boolean(*truth),
        Value::Int(number) => mlua::Value::Number(*number as f64),
        Value::Text(text) => mlua::Value::String(lua.create_string(text)?),
        Value::List(values) => {
            let table = lua.create_sequence_from(values.iter().map(|value| Plain { value, frozen }))?;
            mlua::Value::Table(freeze(table, frozen))
        }
        Value::Map(values) => {
            let entries = values.iter().map(|(key, value)| (table_key(key), Plain { value, frozen }));
            mlua::Value::Table(freeze(lua.create_table_from(entries)?, frozen))
        }
    })
}

/// Plain data on its way to Lua.
struct Plain<'a> {
    value: &'a Value,
    frozen: bool,
}

impl IntoLua for Plain<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<mlua::Value> {
        value_to_lua(lua, self.value, self.frozen)
    }
}

fn freeze(table: Table, frozen: bool) -> Table {
    if frozen {
        table.set_readonly(true);
    }
    table
}

fn table_key(key: &str) -> Either<i64, &str> {
    numeric_key(key).map_or(Either::Right(key), Either::Left)
}

/// Number keys of a table with gaps are stored as `#12`.
fn numeric_key(key: &str) -> Option<i64> {
    key.strip_prefix('#')?.parse().ok()
}

/// An expansion's storage as plain data.
pub(crate) fn storage_to_value(table: &Table, texts: &Texts) -> mlua::Result<Value> {
    let (mut budget, path) = (Budget::new(texts), Path::Whole("game.storage"));
    let value = budget.spend(0, &path).and_then(|()| budget.table(table, &path, 0));
    value.map_err(mlua::Error::runtime)
}

/// A Lua value as plain data. `path` names it in messages.
///
/// # Errors
///
/// A sentence that says what cannot be stored and what to do instead.
pub(crate) fn lua_to_value(value: &mlua::Value, path: &str, texts: &Texts) -> Result<Value, String> {
    Budget::new(texts).value(value, &Path::Whole(path), 0)
}

/// How many values plain data may consist of, and how long its texts may be together.
const MOST_VALUES: usize = 50_000;
const MOST_BYTES: usize = 1 << 20;

/// Where a value stands; put into words only for a message.
#[derive(Clone, Copy)]
enum Path<'a> {
    Whole(&'a str),
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, i64),
}

impl Display for Path<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Path::Whole(name) => f.write_str(name),
            Path::Field(of, name) => write!(f, "{of}.{name}"),
            Path::Item(of, index) => write!(f, "{of}[{index}]"),
        }
    }
}

impl Path<'_> {
    /// Its first letters.
    fn short(&self) -> String {
        self.to_string().chars().take(40).collect()
    }
}

/// A key of a table.
enum Key {
    Name(String),
    Number(i64),
}

/// What plain data may still take. A table that is met twice is counted twice.
struct Budget<'a> {
    values: usize,
    bytes: usize,
    texts: &'a Texts,
}

impl Budget<'_> {
    fn new(texts: &Texts) -> Budget<'_> {
        Budget { values: MOST_VALUES, bytes: MOST_BYTES, texts }
    }

    fn spend(&mut self, bytes: usize, path: &Path<'_>) -> Result<(), String> {
        match (self.values.checked_sub(1), self.bytes.checked_sub(bytes)) {
            (Some(values), Some(bytes)) => {
                (self.values, self.bytes) = (values, bytes);
                Ok(())
            }
            _ => Err(format!(
                "{} is where it gets too large: at most {MOST_VALUES} values and {MOST_BYTES} letters can be kept",
                path.short()
            )),
        }
    }

    fn value(&mut self, value: &mlua::Value, path: &Path<'_>, depth: usize) -> Result<Value, String> {
        self.spend(0, path)?;
        if depth > 32 {
            return Err(format!("{}… is nested too deeply: a table may not contain itself", path.short()));
        }
        Ok(match value {
            mlua::Value::Nil => Value::Nil,
            mlua::Value::Boolean(truth) => Value::Bool(*truth),
            mlua::Value::Integer(number) => Value::Int(*number),
            mlua::Value::Number(number) => Value::Int(whole(*number).ok_or_else(|| {
                format!(
                    "{path} is {number}, and only whole numbers can be stored; round it with math.floor first"
                )
            })?),
            mlua::Value::String(text) => match text.to_str() {
                Ok(text) => {
                    self.spend(text.len(), path)?;
                    Value::Text(text.to_owned())
                }
                Err(_) => return Err(format!("{path} is no readable text: it is not UTF-8")),
            },
            mlua::Value::Table(table) => self.table(table, path, depth)?,
            mlua::Value::UserData(_) => {
                let class = as_handle(value).map_or("thing of the game".to_owned(), |handle| {
                    format!("{:?}", handle.class()).to_lowercase()
                });
                return Err(format!(
                    "{path} is a {class}, and a {class} cannot be stored; store its `id` and look it up when you need it"
                ));
            }
            other => {
                let kind = crate::names::kind(other);
                return Err(format!(
                    "{path} is {kind}, and {kind} cannot be stored; storage holds numbers, texts, booleans and tables of them"
                ));
            }
        })
    }

    fn table(&mut self, table: &Table, path: &Path<'_>, depth: usize) -> Result<Value, String> {
        let (mut list, mut numbered, mut named, mut failure) =
            (Vec::new(), Vec::new(), BTreeMap::new(), None);
        let walked = table.for_each(|key: mlua::Value, value: mlua::Value| {
            let entry = self.entry(&key, &value, path, depth);
            let (key, value) = entry.map_err(|message| {
                failure = Some(message);
                mlua::Error::runtime("")
            })?;
            match key {
                Key::Number(number) if number == list.len() as i64 + 1 => list.push(value),
                Key::Number(number) => numbered.push((number, value)),
                Key::Name(name) => {
                    named.insert(name, value);
                }
            }
            Ok(())
        });
        if let Err(error) = walked {
            return Err(failure.unwrap_or_else(|| error.to_string()));
        }
        Ok(match (numbered.is_empty(), named.is_empty()) {
            (true, true) => Value::List(list),
            (true, false) if list.is_empty() => Value::Map(named),
            _ => put_together(list, numbered, named),
        })
    }

    fn entry(
        &mut self,
        key: &mlua::Value,
        value: &mlua::Value,
        path: &Path<'_>,
        depth: usize,
    ) -> Result<(Key, Value), String> {
        let key = self.key(key, path)?;
        let place = match &key {
            Key::Number(number) => Path::Item(path, *number),
            Key::Name(name) => Path::Field(path, name),
        };
        let value = self.value(value, &place, depth + 1)?;
        Ok((key, value))
    }

    fn key(&mut self, key: &mlua::Value, path: &Path<'_>) -> Result<Key, String> {
        match key {
            mlua::Value::String(text) => match self.texts.readable(text) {
                Some(text) if text.starts_with('#') => {
                    Err(format!("{path} has a key that begins with `#`; use another name"))
                }
                Some(text) => {
                    self.spend(text.len(), path)?;
                    Ok(Key::Name(text.as_ref().to_owned()))
                }
                None => Err(format!("{path} has a key that is no readable text: it is not UTF-8")),
            },
            mlua::Value::Integer(number) => Ok(Key::Number(*number)),
            other => match other.as_number().and_then(whole) {
                Some(number) => Ok(Key::Number(number)),
                None => {
                    let kind = crate::names::kind(other);
                    Err(format!("{path} has a key that is {kind}; keys are texts or whole numbers"))
                }
            },
        }
    }
}

/// A table of which some keys did not come in the order of a list. A list with gaps would close them: it is
/// kept by its numbers.
fn put_together(list: Vec<Value>, numbered: Vec<(i64, Value)>, mut named: BTreeMap<String, Value>) -> Value {
    let length = (list.len() + numbered.len()) as i64;
    let is_list = named.is_empty() && numbered.iter().all(|(number, _)| (1..=length).contains(number));
    let entries = (1..).zip(list).chain(numbered);
    if is_list {
        let mut list = vec![Value::Nil; length as usize];
        for (number, value) in entries {
            list[number as usize - 1] = value;
        }
        return Value::List(list);
    }
    named.extend(entries.map(|(number, value)| (format!("#{number}"), value)));
    Value::Map(named)
}
