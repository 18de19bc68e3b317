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
