//! What the documents say about a kind of mistake.

use bastide_content::names::nearest;
use bastide_content::pages;

use crate::shelf::bundled_below;

/// What the documents say about a kind of mistake, `None` where there is no such kind.
pub fn explain(code: &str) -> Option<Vec<Section>> {
    let (_, pages) = pages::all().find(|(known, _)| *known == code)?;
    Some(pages.into_iter().filter_map(section).collect())
}

/// Every kind of mistake with the page about it.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    pages::all().filter_map(|(code, pages)| Some((code, *pages.first()?)))
}

/// The kind of mistake that was probably meant.
pub fn nearly(code: &str) -> Option<&'static str> {
    let known: Vec<&'static str> = pages::all().map(|(code, _)| code).collect();
    nearest(code, known)
}

/// A part of a page, from its heading to the next.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Section {
    /// The page and the heading, `docs/mistakes.md#nil`.
    pub page: &'static str,
    /// The text.
    pub text: String,
}

/// The part of a page that `docs/mistakes.md#nil` names.
pub fn section(page: &'static str) -> Option<Section> {
    let (path, anchor) = page.split_once('#')?;
    let name = path.strip_prefix("docs/")?;
    let (_, text) = bundled_below("docs").find(|(path, _)| *path == name)?;
    let mut lines = lines_of(text).skip_while(|(line, code)| *code || slug(line).as_deref() != Some(anchor));
    let (heading, _) = lines.next()?;
    let rest = lines.take_while(|(line, code)| *code || slug(line).is_none());
    let all: Vec<&str> = std::iter::once(heading).chain(rest.map(|(line, _)| line)).collect();
    Some(Section { page, text: all.join("\n").trim_end().to_owned() })
}

/// The lines of a page, and whether they stand in a listing.
fn lines_of(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut inside = false;
    text.lines().map(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        (line, inside || fence)
    })
}

/// The anchor of a heading, as GitHub makes it; `None` for every other line.
fn slug(line: &str) -> Option<String> {
    let title = line.trim_start_matches('#');
    if title.len() == line.len() || !title.starts_with(' ') {
        return None;
    }
    let keep = |letter: char| match letter {
        ' ' => Some('-'),
        _ if letter.is_alphanumeric() || letter == '-' || letter == '_' => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    Some(title.trim().chars().filter_map(keep).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_anchors_that_links_use() {
        assert_eq!(slug("## Keys of a tile").as_deref(), Some("keys-of-a-tile"));
        assert_eq!(slug("### `[blocks.NAME]`").as_deref(), Some("blocksname"));
        assert_eq!(slug("#!shebang"), None);
        assert_eq!(slug("text"), None);
    }

    #[test]
    fn every_kind_of_mistake_has_pages_that_exist() {
        for (code, pages) in pages::all() {
            for page in pages {
                assert!(section(page).is_some(), "{code}: there is no {page}");
            }
        }
    }
}
