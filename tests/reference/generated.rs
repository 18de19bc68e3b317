//! Files that are made from the tables and are part of the repository.

use std::fs;

use bastide::editors;
use bastide::reference::schema::{self, Words};
use bastide::reference::tables;
use bastide::shelf::Shelf;

use crate::root;

#[test]
fn generated_files_are_up_to_date() {
    let words = Words::of_library(&Shelf::bundled().library());
    let inside = |(name, text): (String, String)| (format!("docs/api/{name}"), text);
    let mut files: Vec<(String, String)> = tables::pages().into_iter().map(inside).collect();
    let schemas = schema::files(&words).into_iter();
    files.extend(schemas.map(|(name, text)| (format!("docs/api/schema/{name}"), text)));
    files.extend(editors::repository_settings());
    let bless = std::env::var_os("BASTIDE_BLESS").is_some();
    for (path, text) in &files {
        let full = root().join(path);
        if bless {
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(&full, text).unwrap();
        }
        let found = fs::read_to_string(&full).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            found == *text,
            "{path} is not what the tables say; write it again with\n  BASTIDE_BLESS=1 cargo test --test reference"
        );
    }
    for folder in ["docs/api", "docs/api/schema"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy());
            let ours = name.contains("/toml-") || name.contains("/schema/");
            assert!(!ours || files.iter().any(|(path, _)| *path == name), "{name} belongs to no table");
        }
    }
}

#[test]
fn settings_of_an_editor_name_what_is_there() {
    let files = editors::settings(None);
    let has = |path: &str| files.iter().any(|(name, _)| name == path);
    let taplo: toml::Table = files.iter().find(|(name, _)| name == ".taplo.toml").unwrap().1.parse().unwrap();
    let rules = taplo["rule"].as_array().unwrap();
    assert!(rules.len() >= 2);
    for rule in rules {
        let path = rule["schema"]["path"].as_str().unwrap();
        assert!(has(path), "{path}");
    }
    for name in [".emmyrc.json", ".luarc.json", ".vscode/settings.json", ".vscode/extensions.json"] {
        let text = &files.iter().find(|(found, _)| found == name).unwrap().1;
        serde_json::from_str::<serde_json::Value>(text).unwrap();
    }
    assert!(has(".bastide/bastide.lua") && has(".bastide/bastide/list.lua"));
}

#[test]
fn settings_of_the_repository_name_what_is_there() {
    let text = fs::read_to_string(root().join(".taplo.toml")).unwrap();
    let taplo: toml::Table = text.parse().unwrap();
    for rule in taplo["rule"].as_array().unwrap() {
        let path = rule["schema"]["path"].as_str().unwrap();
        assert!(root().join(path).is_file(), "{path}");
    }
}
