//! JCloisterZone's tile definitions, as the file has them.

use bastide_engine::geometry::{Port, PortSet, Side, Third};

/// A file of tile definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// The tile sets.
    pub sets: Vec<Set>,
}

/// A tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its id.
    pub id: String,
    /// Its other attributes.
    pub attributes: Vec<(String, String)>,
    /// What is on it.
    pub parts: Vec<Part>,
}

/// Something on a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What.
    pub tag: String,
    /// Where, as the file says it.
    pub place: String,
    /// Its attributes.
    pub attributes: Vec<(String, String)>,
}

/// A tile set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its id, with an edition behind a colon where it has one.
    pub id: String,
    /// How often it can be in one game.
    pub most: Option<u32>,
    /// How many there are of which tile.
    pub tiles: Vec<(String, u32)>,
    /// Tiles that leave the game.
    pub without: Vec<String>,
    /// The group without whose tiles it is not in play.
    pub needs: Option<String>,
}

impl Definitions {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A message with line and column, when the text is not what it should be.
    pub fn read(text: &str) -> Result<Definitions, String> {
        let document = roxmltree::Document::parse(text).map_err(|error| error.to_string())?;
        let mut read = Definitions::default();
        for node in document.root_element().descendants().filter(roxmltree::Node::is_element) {
            match (node.tag_name().name(), node.attribute("id")) {
                ("tile", Some(id)) => read.tiles.push(read_tile(node, id)),
                ("tile-set", Some(id)) => read.sets.push(read_set(node, id)?),
                _ => {}
            }
        }
        if read.tiles.is_empty() && read.sets.is_empty() {
            return Err("the file defines no tiles".to_owned());
        }
        Ok(read)
    }
}

fn attributes(node: roxmltree::Node<'_, '_>) -> Vec<(String, String)> {
    let all = node.attributes().filter(|attribute| attribute.name() != "id");
    all.map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned())).collect()
}

fn read_tile(node: roxmltree::Node<'_, '_>, id: &str) -> Tile {
    let parts = node.children().filter(roxmltree::Node::is_element).map(|part| Part {
        tag: part.tag_name().name().to_owned(),
        place: part.text().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "),
        attributes: attributes(part),
    });
    Tile { id: id.to_owned(), attributes: attributes(node), parts: parts.collect() }
}

fn read_set(node: roxmltree::Node<'_, '_>, id: &str) -> Result<Set, String> {
    let mut set = Set { id: id.to_owned(), most: None, tiles: Vec::new(), without: Vec::new(), needs: None };
    let number = |node: roxmltree::Node<'_, '_>, key: &str| match node.attribute(key) {
        None => Ok(None),
        Some(text) => {
            text.parse().map(Some).map_err(|_| format!("tile set {id}: {key}=\"{text}\" is no number"))
        }
    };
    set.most = number(node, "max")?;
    for part in node.children().filter(roxmltree::Node::is_element) {
        let tile = part.attribute("tile").map(str::to_owned);
        match (part.tag_name().name(), tile) {
            ("ref", Some(tile)) => set.tiles.push((tile, number(part, "count")?.unwrap_or(1))),
            ("remove", Some(tile)) => set.without.push(tile),
            ("requires", _) => {
                let group = part.attribute("group").or(part.attribute("expansion"));
                set.needs = group.map(str::to_lowercase);
            }
            (tag, _) => return Err(format!("tile set {id}: unknown element <{tag}>")),
        }
    }
    Ok(set)
}

impl Part {
    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The sides that it names.
    ///
    /// # Errors
    ///
    /// A message, when it names something else.
    pub fn sides(&self) -> Result<Vec<Side>, String> {
        sides(&self.place).map_err(|error| format!("<{}>: {error}", self.tag))
    }

    /// The halves of sides that a field names; none for a field within the tile.
    ///
    /// # Errors
    ///
    /// A message, when it names something else.
    pub fn halves(&self) -> Result<PortSet, String> {
        if self.place.chars().all(|letter| letter == 'I' || letter == 'V') {
            return Ok(PortSet::EMPTY);
        }
        let port = |word: &str| match word.parse::<Port>() {
            Ok(port) if port.third() != Third::Middle => Ok(port),
            _ => Err(format!("<{}>: `{word}` is not a half of a side", self.tag)),
        };
        self.place.split(' ').map(port).collect()
    }
}

/// The sides of a text such as `N W`.
pub(crate) fn sides(text: &str) -> Result<Vec<Side>, String> {
    let side = |word: &str| word.parse().map_err(|_| format!("`{word}` is not a side"));
    text.split_whitespace().map(side).collect()
}
