//! The page of HTML: everything is on it, its links lead somewhere, it needs nothing from outside, and
//! its search finds.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use bastide::reference::{Kind, entries, html};

/// What stands between two quotes behind a word.
fn values<'a>(page: &'a str, before: &str) -> Vec<&'a str> {
    page.match_indices(before)
        .map(|(at, _)| {
            let rest = &page[at + before.len()..];
            &rest[..rest.find('"').unwrap()]
        })
        .collect()
}

#[test]
fn links_lead_somewhere_and_nothing_comes_from_outside() {
    let page = html::page();
    let ids = values(&page, " id=\"");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "an id stands twice");
    let links = values(&page, "href=\"");
    assert!(links.len() > 200, "{}", links.len());
    for link in links {
        match link.strip_prefix('#') {
            Some(id) => assert!(unique.contains(id), "#{id}"),
            // Beside the page, as `bastide api --write` puts them.
            None => assert!(link.starts_with("schema/") && !link.contains("://"), "{link}"),
        }
    }
    for outside in ["src=", "@import", "url(", "fetch(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn everything_that_can_be_looked_up_stands_on_the_page() {
    let page = html::page().replace("&lt;", "<").replace("&gt;", ">");
    for entry in entries() {
        let name = match entry.kind {
            Kind::TomlKey | Kind::LuaKey => entry.name.rsplit('.').next().unwrap(),
            Kind::TomlTable if !entry.name.starts_with('[') => continue,
            _ => entry.name.as_str(),
        };
        let name = name.split(['.', ':']).next_back().unwrap();
        assert!(page.contains(name), "{}", entry.name);
    }
}

/// The search, tried by a program that runs it. Without one on the machine, nothing is tried.
#[test]
fn the_search_finds_names_before_texts() {
    let node = Command::new("node").arg("--version").output();
    if node.is_err() {
        eprintln!("there is no `node` here: the search was not tried");
        return;
    }
    let page = html::page();
    let script = page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
    let test = r#"
const things = [
  { name: "award", page: "t:expect_award(award)", text: "", row: true },
  { name: "on_tile_drawn", page: "Hooks", text: "before on_tile_placed" },
  { name: "on_tile_placed", page: "Hooks", text: "a tile was placed" },
  { name: "game:award(player, points, details?)", page: "Game", text: "gives points" },
  { name: "game:add_tokens(name, count)", page: "Game", text: "" },
  { name: "supply", page: "[pieces.NAME]", text: "how many each player has" },
];
const first = (query) => (search(things, query, 9)[0] || {}).name;
const same = (found, wanted) => {
  if (found !== wanted) { console.error(found, "is not", wanted); process.exit(1); }
};
same(first("on_tile_placed"), "on_tile_placed");
same(search(things, "on_tile_placed", 9).length, 2);
same(first("AWARD"), "game:award(player, points, details?)");
same(first("tokens"), "game:add_tokens(name, count)");
same(first("tile placed"), "on_tile_placed");
same(first("each player"), "supply");
same(search(things, "zzz", 9).length, 0);
same(search(things, "  ", 9).length, 0);
same(search(things, "o", 2).length, 2);
"#;
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("search.js");
    fs::write(&file, format!("{script}\n{test}")).unwrap();
    let run = Command::new("node").arg(&file).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
