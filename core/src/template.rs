//! The templates with which expansions begin: `scripts/template/<name>/`.

use bastide_content::names::{is_id, to_id};

use crate::session::ALL;
use crate::shelf::{bundled_below, is_built_in};

/// The id that a template bears, of which the new expansion's takes the place.
const ID: &str = "template";
/// Its title.
const TITLE: &str = "Template";
/// What the numbers of its rules begin with.
const PREFIX: &str = "TE";
/// What the numbers of the base game's rules begin with; nobody else's do.
const BASE_PREFIX: &str = "BG";

/// An expansion to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name, that of its folder.
    pub name: &'static str,
    /// What is in it.
    pub summary: &'static str,
}

/// All templates, from the smallest to the largest.
pub const TEMPLATES: [Template; 4] = [
    Template { name: "tiles-only", summary: "a few tiles and their tests, no script" },
    Template { name: "scoring", summary: "a tile with something on it, and points for whoever places it" },
    Template {
        name: "figure",
        summary: "a figure for each player: where it may stand, and what it earns there",
    },
    Template {
        name: "full",
        summary: "tiles, a figure, something new to do in a turn, a question, options, a final scoring",
    },
];

/// The name of the template where none is asked for.
pub const DEFAULT: &str = "scoring";

impl Template {
    /// The template of a name.
    pub fn named(name: &str) -> Option<Template> {
        TEMPLATES.into_iter().find(|template| template.name == name)
    }

    /// Its files for an expansion of some id: path in the folder and text, by path.
    pub fn files(self, id: &str) -> Vec<(String, String)> {
        let write = |(path, text): (&str, &str)| {
            let text = text.replace(TITLE, &title(id)).replace(ID, id).replace(PREFIX, &prefix(id));
            (path.replace(ID, id), text)
        };
        bundled_below(&format!("scripts/template/{}", self.name)).map(write).collect()
    }
}

/// Whether a new expansion can have this id.
///
/// # Errors
///
/// Why it cannot, in words.
pub fn check_id(id: &str) -> Result<(), String> {
    if !is_id(id) {
        let meant = to_id(id).map(|near| format!("; for example: bastide new {near}")).unwrap_or_default();
        return Err(format!(
            "`{id}` cannot be the id of an expansion: expected lower case letters, digits and `_`, a letter first{meant}"
        ));
    }
    if KEYWORDS.contains(&id) {
        return Err(format!("`{id}` is a word of Lua; give the expansion another id, such as `the_{id}`"));
    }
    if id == ID || is_taken(id) {
        return Err(format!("`{id}` is taken; give the expansion an id of its own"));
    }
    Ok(())
}

/// Words that mean something in Lua, where templates use the id as a name.
const KEYWORDS: [&str; 22] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "false", "for", "function", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Whether an id belongs to a bundled expansion, or means something else on the command line.
pub fn is_taken(id: &str) -> bool {
    ["base", ALL].contains(&id) || is_built_in(id)
}

/// `the_old_mills` becomes `The Old Mills`.
fn title(id: &str) -> String {
    let words = id.split('_').filter(|word| !word.is_empty()).map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What the numbers of an expansion's rules begin with: `MI` for `mills`.
fn prefix(id: &str) -> String {
    let letters = id.chars().filter(char::is_ascii_lowercase).chain(['x', 'x']);
    let prefix: String = letters.take(2).map(|letter| letter.to_ascii_uppercase()).collect();
    if prefix == BASE_PREFIX { "BX".to_owned() } else { prefix }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_folder_is_a_template_and_every_template_a_folder() {
        let folders: BTreeSet<&str> = bundled_below("scripts/template")
            .filter_map(|(path, _)| path.split_once('/'))
            .map(|(folder, _)| folder)
            .collect();
        assert_eq!(folders, TEMPLATES.iter().map(|template| template.name).collect());
        assert!(Template::named(DEFAULT).is_some());
    }

    #[test]
    fn nothing_of_the_template_is_left() {
        for template in TEMPLATES {
            for (path, text) in template.files("bgx_2") {
                assert!(!path.contains(ID) && !text.contains(ID) && !text.contains(TITLE), "{path}:\n{text}");
                assert!(!text.contains("TE1") && !text.contains("BG1"), "{path}:\n{text}");
            }
        }
    }

    #[test]
    fn titles_and_prefixes_come_from_ids() {
        assert_eq!(title("the_old_mills"), "The Old Mills");
        assert_eq!((prefix("mills").as_str(), prefix("b_1").as_str()), ("MI", "BX"));
    }
}
