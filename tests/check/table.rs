//! The table of lints, and what is said of it.

use std::fs;
use std::path::Path;

use bastide::lint::lints;
use bastide::shelf::Shelf;

#[test]
fn the_page_lists_all_lints() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/check.md");
    let page = fs::read_to_string(page).unwrap();
    let rows: Vec<String> = page.lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect();
    let expected: Vec<String> = lints()
        .iter()
        .map(|lint| format!("| `{}` | {} | {} |", lint.code, lint.severity, lint.finds))
        .collect();
    assert_eq!(rows, expected, "docs/check.md has another table than `bastide check --list`");
}

#[test]
fn each_lint_has_a_name_of_its_own() {
    let codes: Vec<&str> = lints().iter().map(|lint| lint.code).collect();
    let mut unique = codes.clone();
    unique.dedup();
    assert_eq!(codes, unique);
    assert!(lints().iter().all(|lint| !lint.finds.ends_with('.') && !lint.finds.contains("  ")));
}

/// What is bundled is what people learn from.
#[test]
fn bundled_expansions_have_nothing_to_be_found() {
    let shelf = Shelf::bundled();
    let library = shelf.library();
    for found in &library.expansions {
        let report = bastide::lint::expansion(&shelf, &library, &found.folder, bastide::lint::is_available());
        assert!(report.is_empty(), "{}", report.render(false));
    }
}

/// What an expansion needs, and what it can do without, lends it words and events.
#[test]
fn what_others_declare_is_known() {
    let helpers = [
        "expansions/river/tests/expansions/ponds",
        "expansions/river/tests/expansions/second_fork",
        "expansions/barbarian_horde/tests/expansions/count",
    ];
    for folder in helpers {
        let mut shelf = Shelf::bundled();
        let name = shelf.add(&format!("{}/{folder}", env!("CARGO_MANIFEST_DIR")));
        let library = shelf.library();
        let report = bastide::check::check(&shelf, &library, &[name], false);
        assert!(report.is_empty(), "{folder}\n{}", report.render(false));
    }
}
