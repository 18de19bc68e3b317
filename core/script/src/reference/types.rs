//! Types as the tables write them, and what becomes of them.

use super::tables::{ALIASES, REFINEMENTS, SELECTION};
use crate::api::CLASSES;

/// The classes of which there are selections, in the order of the tables.
pub(super) fn elements() -> Vec<&'static str> {
    let members = CLASSES.iter().flat_map(|class| class.members.iter().map(|member| member.ty));
    let types: Vec<&str> = members.chain(SELECTION.iter().map(|function| function.ty)).collect();
    let names = CLASSES.iter().map(|class| class.name);
    names
        .chain(REFINEMENTS.iter().map(|refinement| refinement.name))
        .filter(|name| {
            let selection = format!("Selection<{name}>");
            types.iter().any(|ty| ty.contains(&selection))
        })
        .collect()
}

/// The class that stands for the selections of an element. Language servers find out what a loop over
/// a selection gives only where its class has no parameters.
pub(super) fn selection_class(element: &str) -> String {
    format!("{element}Selection")
}

/// A type for the definitions: selections by the names of their classes.
pub(super) fn for_lua(ty: &str) -> String {
    elements().iter().fold(ty.to_owned(), |ty, element| {
        ty.replace(&format!("Selection<{element}>"), &selection_class(element))
    })
}

/// A type for a page, as code, linked to the page of what it speaks of.
pub(super) fn for_page(ty: &str) -> String {
    if ty.is_empty() {
        return "nothing".to_owned();
    }
    let code = format!("`{}`", ty.replace('|', "\\|"));
    match page_of(ty) {
        Some(page) => format!("[{code}]({page})"),
        None => code,
    }
}

/// The page of the first class or alias that a type names.
fn page_of(ty: &str) -> Option<String> {
    let mut words = ty.split(|letter: char| !letter.is_alphanumeric());
    let refined = |word: &str| REFINEMENTS.iter().find(|refinement| refinement.name == word);
    words.find_map(|word| match word {
        "Selection" if !elements().iter().any(|name| ty.contains(&format!("<{name}>"))) => {
            Some("selection.md".to_owned())
        }
        "Action" => Some("actions.md".to_owned()),
        "Move" => Some("testing.md#a-move".to_owned()),
        word if CLASSES.iter().any(|class| class.name == word) => Some(class_page(word)),
        word if refined(word).is_some() => refined(word).map(|refinement| class_page(refinement.of)),
        word if ALIASES.iter().any(|alias| alias.name == word) => Some("README.md#names".to_owned()),
        _ => None,
    })
}

/// The file of a class's page: `tile-def.md` for `TileDef`.
pub fn class_page(class: &str) -> String {
    let mut name = String::new();
    for letter in class.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name + ".md"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_get_classes_and_links() {
        assert_eq!(for_lua("Selection<Tile>"), "TileSelection");
        assert_eq!(for_lua("Selection<R>"), "Selection<R>");
        assert_eq!(for_page("Selection<R>"), "[`Selection<R>`](selection.md)");
        assert_eq!(for_page("Selection<Tile>"), "[`Selection<Tile>`](tile.md)");
        assert_eq!(for_page("TileDef?"), "[`TileDef?`](tile-def.md)");
        assert_eq!(for_page("integer"), "`integer`");
    }
}
