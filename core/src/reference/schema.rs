//! JSON schemas of the TOML files, for editors that complete and check them.

mod words;

use bastide_content::schema::{FILES, FileKind, Key, More, Names, Table, Type, tables};
use bastide_engine::event::{EVENTS, EventKind};
use bastide_engine::host::QUERIES;
use bastide_engine::tile::{AttributeScope, AttributeType};
use serde_json::{Map, Value, json};

use self::words::Attribute;
pub use self::words::Words;

/// What an id looks like.
const ID: &str = "^[a-z][a-z0-9_]*$";

/// The file of a schema: `expansion.schema.json`.
pub fn file_name(kind: &str) -> String {
    format!("{kind}.schema.json")
}

/// The schemas of all kinds of files: their file names, and what stands in them.
pub fn files(words: &Words) -> Vec<(String, String)> {
    let text = |file: &FileKind| format!("{:#}\n", schema(file, words));
    FILES.iter().map(|file| (file_name(file.name), text(file))).collect()
}

/// The schema of a kind of files.
pub fn schema(file: &FileKind, words: &Words) -> Value {
    let mut definitions = Map::new();
    for table in tables(file.table).into_iter().skip(1) {
        let maker = Maker { words, strict: !words.open };
        definitions.insert(reference(table, false), maker.table(table));
    }
    for key in tables(file.table).into_iter().flat_map(Table::keys) {
        if let Type::Conditions(table) = key.ty {
            definitions.insert(several(table), one_or_several(table));
        }
    }
    let maker = Maker { words, strict: false };
    let mut top = maker.table(file.table);
    let has_tiles = tables(file.table).iter().any(|table| table.more == More::Tile);
    if has_tiles && !words.open {
        // With words of its own, a file says itself what its tiles can have.
        for table in tables(file.table).into_iter().filter(|table| table.more != More::None) {
            definitions.insert(reference(table, true), maker.table(table));
        }
        let own = ["attributes", "features", "edges"].map(|key| json!({ "required": [key] }));
        let tile =
            |loose: bool| json!({ "$ref": format!("#/definitions/{}", reference(tile_table(file), loose)) });
        let tiles =
            |loose: bool| json!({ "properties": { "tiles": { "additionalProperties": tile(loose) } } });
        top["if"] = json!({ "anyOf": own });
        top["then"] = tiles(true);
        top["else"] = tiles(false);
        // Editors that do not look into `then` and `else` still find the keys.
        top["properties"]["tiles"]["additionalProperties"] = tile(true);
    }
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": file.place,
    });
    if let (Value::Object(schema), Value::Object(top)) = (&mut schema, top) {
        schema.extend(top);
    }
    schema["definitions"] = Value::Object(definitions);
    schema
}

/// The table that describes a tile.
fn tile_table(file: &FileKind) -> &'static Table {
    let found = tables(file.table).into_iter().find(|table| table.more == More::Tile);
    found.unwrap_or(file.table)
}

/// The name of the definition of a table.
fn reference(table: &Table, loose: bool) -> String {
    let words = table.title.split(|letter: char| !letter.is_alphanumeric());
    let name: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    format!("{}{}", name.join("_"), if loose { "_with_own_words" } else { "" })
}

/// Makes the schemas of tables.
struct Maker<'a> {
    words: &'a Words,
    /// Whether tiles have only the words that are known.
    strict: bool,
}

impl Maker<'_> {
    fn link(&self, table: &Table) -> Value {
        let loose = !self.strict && !self.words.open && table.more != More::None && table.more != More::Any;
        json!({ "$ref": format!("#/definitions/{}", reference(table, loose)) })
    }

    /// The schema of a table.
    fn table(&self, table: &'static Table) -> Value {
        let mut properties = Map::new();
        for key in table.keys() {
            properties.insert(key.name.to_owned(), self.key(key));
        }
        self.further(table.more, &mut properties);
        let open = table.more == More::Any || (table.more != More::None && !self.strict);
        let mut schema = json!({
            "type": "object",
            "description": table.doc,
            "properties": properties,
            "additionalProperties": if open { json!(true) } else { no_such_key() },
        });
        let required: Vec<&str> = table.keys().filter(|key| key.required).map(|key| key.name).collect();
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if let Some((names, several)) = table.one_of {
            let each: Vec<Value> = names.iter().map(|name| json!({ "required": [name] })).collect();
            schema[if several { "anyOf" } else { "oneOf" }] = json!(each);
        }
        if !table.variants().is_empty() {
            let variants = table.variants().iter().map(|(word, variant)| {
                let names: Vec<&str> = variant.keys().map(|key| key.name).collect();
                let required: Vec<&str> =
                    variant.keys().filter(|key| key.required).map(|key| key.name).collect();
                json!({
                    "if": { "properties": { "type": { "const": word } }, "required": ["type"] },
                    "then": { "required": required, "propertyNames": { "enum": names } },
                })
            });
            schema["allOf"] = variants.collect();
        }
        schema
    }

    fn key(&self, key: &'static Key) -> Value {
        match self.of(&key.ty) {
            // Draft 7 reads nothing beside a reference.
            Value::Object(schema) if schema.contains_key("$ref") => {
                json!({ "description": key.doc, "allOf": [schema] })
            }
            Value::Object(mut schema) => {
                schema.insert("description".to_owned(), json!(key.doc));
                Value::Object(schema)
            }
            other => other,
        }
    }

    /// What tiles and their features can have besides the keys of their tables.
    fn further(&self, more: More, properties: &mut Map<String, Value>) {
        if more == More::Tile {
            for (name, crosses) in &self.words.features {
                if name != "field" {
                    properties.insert(name.clone(), self.feature(name, *crosses));
                }
            }
        }
        let scope = match more {
            More::Tile => AttributeScope::Tile,
            More::Segment | More::Field => AttributeScope::Segment,
            More::None | More::Any => return,
        };
        for attribute in self.words.attributes.iter().filter(|attribute| attribute.scope == scope) {
            let fits = attribute.on.is_empty() || attribute.on.iter().any(|kind| kind == "field");
            if more != More::Field || fits {
                properties.insert(attribute.name.clone(), attribute_schema(attribute));
            }
        }
        if more == More::Field {
            for kind in &self.words.whole {
                let doc = format!("A side of each {kind} that the field touches: `N S`.");
                properties.insert(kind.clone(), json!({ "type": "string", "description": doc }));
            }
        }
    }

    /// A feature of a tile.
    fn feature(&self, name: &str, crosses: bool) -> Value {
        use bastide_content::schema::{FEATURE_ACROSS, FEATURE_INSIDE};
        if crosses {
            let doc = format!("The tile's parts of the kind `{name}`: the sides of each, `N E`, or a table.");
            let item = json!({ "anyOf": [{ "type": "string" }, self.link(&FEATURE_ACROSS)] });
            return json!({ "description": doc, "type": "array", "items": item });
        }
        let doc = format!("A feature of the kind `{name}` inside the tile: `true`, or its attributes.");
        let one = json!([{ "type": "boolean" }, self.link(&FEATURE_INSIDE)]);
        let list = json!({ "type": "array", "items": { "anyOf": one } });
        json!({ "description": doc, "anyOf": [{ "type": "boolean" }, self.link(&FEATURE_INSIDE), list] })
    }

    /// The schema of a type.
    fn of(&self, ty: &'static Type) -> Value {
        match ty {
            Type::Exactly(number) => json!({ "type": "integer", "const": number, "default": number }),
            Type::Text => json!({ "type": "string" }),
            Type::Id => json!({ "type": "string", "pattern": ID }),
            Type::Version => json!({ "type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+([-+].+)?$" }),
            Type::Dependency => {
                json!({ "type": "string", "pattern": r"^[a-z][a-z0-9_]*\s*([<>=~^*0-9].*)?$" })
            }
            Type::Word(word) => match self.words.known(*word).as_slice() {
                [] => json!({ "type": "string" }),
                known => json!({ "type": "string", "anyOf": [{ "enum": known }, { "type": "string" }] }),
            },
            Type::Choice(words) => json!({ "enum": words }),
            Type::Number(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
            Type::Flag => json!({ "type": "boolean" }),
            Type::Plain => json!({ "type": ["string", "integer", "boolean"] }),
            Type::Any => json!({}),
            Type::List(ty) => json!({ "type": "array", "items": self.of(ty) }),
            Type::Cell(most) => {
                let number = json!({ "type": "integer", "minimum": -most, "maximum": most });
                json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
            }
            Type::Table(table) => self.link(table),
            Type::Map(names, ty) => self.map(*names, ty),
            Type::Conditions(table) => self.conditions(table),
            Type::Either(types) => {
                let each: Vec<Value> = types.iter().map(|ty| self.of(ty)).collect();
                json!({ "anyOf": each })
            }
        }
    }

    fn map(&self, names: Names, ty: &'static Type) -> Value {
        let mut schema = json!({ "type": "object", "additionalProperties": self.of(ty) });
        match names {
            Names::Ids => schema["propertyNames"] = json!({ "pattern": ID }),
            Names::Tiles => schema["propertyNames"] = json!({ "pattern": "^[A-Za-z0-9_-]+$" }),
            Names::Any => {}
        }
        schema
    }

    /// Conditions by hook: the hooks come from their own tables.
    fn conditions(&self, table: &'static Table) -> Value {
        let name = several(table);
        let either =
            |doc: &str| json!({ "description": doc, "allOf": [{ "$ref": format!("#/definitions/{name}") }] });
        let mut properties = Map::new();
        for event in EVENTS.iter().filter(|event| event.kind != EventKind::Custom) {
            properties.insert(event.hook.to_owned(), either(event.doc));
        }
        for query in QUERIES {
            properties.insert(query.hook.to_owned(), either(query.doc));
        }
        let actions = json!({
            "type": "object",
            "description": "Conditions without which an action is not offered, by its name.",
            "additionalProperties": either("A condition on an action: `piece_in`, `in_supply`, `has_points`, `phase`, `option`."),
        });
        properties.insert("actions".to_owned(), actions);
        json!({
            "type": "object",
            "properties": properties,
            "patternProperties": { "^on_[a-z0-9_]+$": either("A condition on an event of an expansion.") },
            "additionalProperties": no_such_key(),
        })
    }
}

/// What a key that does not exist can hold: nothing. Editors mark the key and show the comment; a plain
/// `false` they blame on the whole table.
fn no_such_key() -> Value {
    json!({ "not": { "$comment": "no key of this name belongs here" } })
}

/// The name of the definition of one condition or several.
fn several(table: &Table) -> String {
    format!("{}_or_several", reference(table, false))
}

/// One condition, or several. One that says nothing is a mistake.
fn one_or_several(table: &Table) -> Value {
    let link = format!("#/definitions/{}", reference(table, false));
    let one = json!({ "allOf": [{ "$ref": link }], "minProperties": 1 });
    json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
}

fn attribute_schema(attribute: &Attribute) -> Value {
    let mut schema = match &attribute.ty {
        AttributeType::Flag => json!({ "type": "boolean" }),
        AttributeType::Number => json!({ "type": "integer", "minimum": -1000, "maximum": 1000 }),
        AttributeType::Name(names) if names.is_empty() => json!({ "type": "string" }),
        AttributeType::Name(names) => json!({ "enum": names }),
    };
    if !attribute.doc.is_empty() {
        schema["description"] = json!(attribute.doc);
    }
    schema
}
