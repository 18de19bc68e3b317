//! JSON schemas of the TOML files, for editors that complete and check them.

use std::collections::BTreeSet;

use bastide_content::library::Library;
use bastide_content::manifest::{AttributeDecl, Manifest};
use bastide_content::schema::{FILES, FileKind, Key, More, Names, Table, Type, Word, tables};
use bastide_engine::event::{EVENTS, EventKind};
use bastide_engine::host::QUERIES;
use bastide_engine::tile::{AttributeScope, AttributeType, Vocabulary};
use serde_json::{Map, Value, json};

/// Phases of every turn.
const PHASES: [&str; 6] = ["turn_start", "draw", "place", "deploy", "score", "turn_end"];
/// What an id looks like.
const ID: &str = "^[a-z][a-z0-9_]*$";

/// The words of which a schema knows: completed by editors, and what tiles can have.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Kinds of features: the name, and whether they cross edges.
    features: Vec<(String, bool)>,
    attributes: Vec<Attribute>,
    pieces: BTreeSet<String>,
    edges: BTreeSet<String>,
    places: BTreeSet<String>,
    phases: BTreeSet<String>,
    /// Kinds of features that take whole edges, as cities do.
    whole: BTreeSet<String>,
    /// Whether tiles may have words of others, such as those of a manifest that is still written.
    open: bool,
}

/// An attribute that tiles or segments can have.
#[derive(Clone, Debug)]
struct Attribute {
    name: String,
    scope: AttributeScope,
    ty: AttributeType,
    on: Vec<String>,
    doc: String,
}

impl Words {
    /// The words of the base game. Tiles may have others.
    pub fn base() -> Words {
        let vocabulary = Vocabulary::base();
        let crosses = |name: &str| {
            let id = vocabulary.feature_kind(name);
            id.is_some_and(|id| vocabulary.edge_of(id).is_some())
        };
        let features = vocabulary.feature_kinds.iter().map(|kind| (kind.name.clone(), crosses(&kind.name)));
        let whole = vocabulary
            .edge_kinds
            .iter()
            .filter(|edge| edge.whole)
            .filter_map(|edge| edge.carries.map(|id| vocabulary.feature_kinds[id.index()].name.clone()));
        let coats = Attribute {
            name: "coats_of_arms".to_owned(),
            scope: AttributeScope::Segment,
            ty: AttributeType::Number,
            on: vec!["city".to_owned()],
            doc: "How many coats of arms the city has on this tile.".to_owned(),
        };
        Words {
            whole: whole.collect(),
            features: features.collect(),
            attributes: vec![coats],
            pieces: vocabulary.piece_kinds.iter().map(|kind| kind.name.clone()).collect(),
            edges: vocabulary.edge_kinds.iter().map(|kind| kind.name.clone()).collect(),
            phases: PHASES.map(str::to_owned).into(),
            places: BTreeSet::new(),
            open: true,
        }
    }

    /// The words of the base game and of all expansions of a library. Tiles have no others, unless
    /// their file declares words of its own.
    pub fn of_library(library: &Library) -> Words {
        let mut words = Words::base();
        library.manifests().for_each(|manifest| words.add(manifest));
        words.open = false;
        words
    }

    /// The words of the base game and of one expansion. Tiles may have others: the manifest grows.
    pub fn of_expansion(manifest: &Manifest) -> Words {
        let mut words = Words::base();
        words.add(manifest);
        words
    }

    fn add(&mut self, manifest: &Manifest) {
        for declared in &manifest.features {
            let name = &declared.name.name;
            let carried = |edge: &&bastide_content::manifest::EdgeDecl| {
                edge.carries.as_ref().is_some_and(|carries| carries.name == *name)
            };
            if !self.features.iter().any(|(known, _)| known == name) {
                self.features.push((name.clone(), manifest.edges.iter().any(|edge| carried(&edge))));
            }
        }
        for edge in &manifest.edges {
            self.edges.insert(edge.name.name.clone());
            self.whole.extend(edge.carries.iter().filter(|_| edge.whole).map(|kind| kind.name.clone()));
        }
        for AttributeDecl { name, scope, ty, on, doc, .. } in &manifest.attributes {
            self.attributes.push(Attribute {
                name: name.name.clone(),
                scope: *scope,
                ty: ty.clone(),
                on: on.iter().map(|kind| kind.name.clone()).collect(),
                doc: doc.clone(),
            });
        }
        self.pieces.extend(manifest.pieces.iter().map(|piece| piece.name.name.clone()));
        self.places.extend(manifest.places.iter().map(|place| place.name.name.clone()));
        self.phases.extend(manifest.phases.iter().map(|(phase, _)| phase.name.clone()));
    }

    fn known(&self, word: Word) -> Vec<&str> {
        let features = || self.features.iter().map(|(name, _)| name.as_str());
        let attributes = || self.attributes.iter().map(|attribute| attribute.name.as_str());
        let mut words: Vec<&str> = match word {
            Word::Feature => features().collect(),
            Word::Attribute => attributes().collect(),
            Word::FeatureOrAttribute => attributes().chain(features()).collect(),
            Word::Piece => self.pieces.iter().map(String::as_str).collect(),
            Word::Edge => self.edges.iter().map(String::as_str).collect(),
            Word::Phase => self.phases.iter().map(String::as_str).collect(),
            Word::Place => self.places.iter().map(String::as_str).collect(),
        };
        words.dedup();
        words
    }
}

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
        // One that says nothing is a mistake.
        let one = json!({ "allOf": [self.link(table)], "minProperties": 1 });
        let either = |doc: &str| json!({ "description": doc, "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] });
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
            "additionalProperties": either("A condition on an action: `piece_in`, `phase`."),
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
