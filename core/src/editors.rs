//! Settings with which editors complete and check an expansion: what `game:` can be followed by, and
//! which keys a TOML file can have.

use bastide_content::manifest::Manifest;
use bastide_script::reference::definition_files;
use serde_json::{Value, json};

use crate::reference::schema::{self, Words};

/// The folder of what editors read beside the settings. Its files are written again whenever there are
/// newer ones; the settings belong to whoever writes the expansion.
pub const FOLDER: &str = ".bastide";

/// A schema and the files that it is for.
struct Association {
    schema: &'static str,
    files: &'static [&'static str],
}

/// What the files of an expansion's folder are.
const EXPANSION: &[Association] = &[
    Association { schema: "expansion", files: &["expansion.toml", "tests/expansions/*/expansion.toml"] },
    Association { schema: "tile-set", files: &["tiles/*.toml", "tests/expansions/*/tiles/*.toml"] },
];

/// What the files of Bastide's own folder are.
const REPOSITORY: &[Association] = &[
    Association {
        schema: "expansion",
        files: &["expansions/**/expansion.toml", "scripts/template/**/expansion.toml"],
    },
    Association { schema: "tile-set", files: &["tiles/*.toml"] },
    Association { schema: "peer-names", files: &["tiles/peer/*.toml"] },
];

/// The files that make editors know an expansion's folder: paths in it, and texts. With a manifest
/// that can be read, editors complete its words too.
pub fn settings(manifest: Option<&Manifest>) -> Vec<(String, String)> {
    let words = manifest.map_or_else(Words::base, Words::of_expansion);
    let mut files = vscode();
    files.push((".taplo.toml".to_owned(), taplo(EXPANSION, FOLDER)));
    files.push((".emmyrc.json".to_owned(), text(&emmylua(FOLDER))));
    files.push((".luarc.json".to_owned(), text(&luals(FOLDER))));
    let inside = |(name, text): (String, String)| (format!("{FOLDER}/{name}"), text);
    files.extend(definition_files().into_iter().map(inside));
    files.extend(schema::files(&words).into_iter().map(inside));
    files
}

/// The settings of Bastide's own folder, whose definitions and schemas are part of it.
pub fn repository_settings() -> Vec<(String, String)> {
    let mut files = vscode();
    files.push((".taplo.toml".to_owned(), taplo(REPOSITORY, "docs/api/schema")));
    files
}

fn vscode() -> Vec<(String, String)> {
    let extensions = json!({ "recommendations": ["tangzx.emmylua", "tamasfe.even-better-toml"] });
    let settings = json!({
        "evenBetterToml.schema.enabled": true,
        "evenBetterToml.formatter.alignComments": false,
        "[toml]": { "editor.formatOnSave": false },
    });
    vec![
        (".vscode/extensions.json".to_owned(), text(&extensions)),
        (".vscode/settings.json".to_owned(), text(&settings)),
    ]
}

/// The configuration of Taplo, which Even Better TOML brings along.
fn taplo(associations: &[Association], schemas: &str) -> String {
    let mut text =
        "# Which schema is for which file. Even Better TOML and `taplo check` read this.\n".to_owned();
    for Association { schema, files } in associations {
        let files: Vec<String> = files.iter().map(|file| format!("\"{file}\"")).collect();
        text.push_str(&format!(
            "\n[[rule]]\ninclude = [{}]\n\n[rule.schema]\npath = \"{schemas}/{}\"\n",
            files.join(", "),
            schema::file_name(schema)
        ));
    }
    text
}

/// The configuration of EmmyLua.
fn emmylua(library: &str) -> Value {
    json!({
        "runtime": { "version": "Lua5.1", "requirePattern": ["?.lua"] },
        "diagnostics": { "disable": ["unnecessary-if"] },
        "workspace": { "library": [library] },
    })
}

/// The configuration of the Lua language server.
fn luals(library: &str) -> Value {
    json!({
        "runtime.version": "Lua 5.1",
        "runtime.path": ["?.lua"],
        "workspace.library": [library],
        "workspace.checkThirdParty": false,
    })
}

fn text(value: &Value) -> String {
    format!("{value:#}\n")
}
