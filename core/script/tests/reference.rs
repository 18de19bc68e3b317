//! The tables of the reference say what is there: the generated files are up to date, and everything
//! that they name can be used.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails loudly")]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use bastide_engine::event::{EVENTS, EventKind, FieldInfo};
use bastide_engine::game::Game;
use bastide_engine::host::QUERIES;
use bastide_engine::value::Value;
use bastide_script::api::{CLASSES, Member};
use bastide_script::reference::examples::EXAMPLES;
use bastide_script::reference::tables::{ACTION, ALIASES, KEYS, REFINEMENTS, SELECTION, adjusted};
use bastide_script::reference::{lua_definitions, pages};
use common::{Script, World, play_randomly, root};

#[test]
fn generated_files_are_up_to_date() {
    let mut files = vec![("scripts/types/bastide.lua".to_owned(), lua_definitions())];
    files.extend(pages().into_iter().map(|(name, text)| (format!("docs/api/{name}"), text)));
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
            "{path} is not what the tables say; write it again with\n  BASTIDE_BLESS=1 cargo test -p bastide-script --test reference"
        );
    }
    for entry in fs::read_dir(root().join("docs/api")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        // What is said of TOML files is made, and compared, where they are known.
        if name.starts_with("toml-") || name == "schema" {
            continue;
        }
        let name = format!("docs/api/{name}");
        assert!(files.iter().any(|(path, _)| *path == name), "{name} belongs to no table");
    }
}

#[test]
fn links_of_pages_lead_somewhere() {
    let pages = pages();
    for (name, text) in &pages {
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap();
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let page = pages.iter().find(|(other, _)| other == if file.is_empty() { name } else { file });
            let Some((_, text)) = page else {
                assert!(root().join("docs/api").join(file).exists(), "{name} links to {target}");
                continue;
            };
            let anchors = text.lines().filter(|line| line.starts_with('#')).map(|line| {
                let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
                title.chars().filter(|letter| letter.is_alphanumeric() || "_-".contains(*letter)).collect()
            });
            let anchors: Vec<String> = anchors.collect();
            assert!(heading.is_empty() || anchors.iter().any(|anchor| anchor == heading), "{name}: {target}");
        }
    }
}

/// The Markdown files of a folder and of those in it.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !["target", ".git"].contains(&name.as_str()) {
            found.extend(documents(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

#[test]
fn links_between_documents_lead_somewhere() {
    let documents = documents(&root());
    assert!(documents.len() > 20);
    for path in &documents {
        let text = fs::read_to_string(path).unwrap();
        let folder = path.parent().unwrap();
        // The texts are parts of pages, which stand elsewhere.
        let folder = if folder.ends_with("texts") { root().join("docs/api") } else { folder.to_owned() };
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', '#']).next().unwrap();
            let outside = target.is_empty() || target.contains("://");
            assert!(outside || folder.join(target).exists(), "{}: {target}", path.display());
        }
    }
}

/// The code blocks of a language in a document.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let begun = text.split(&fence).skip(1);
    begun.map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_readme_quotes_what_is_there() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let readme = read("README.md");
    let script = read("expansions/watchtowers/main.lua");
    let tiles = read("tiles/watchtowers.toml");
    let (quoted_script, quoted_tiles) = (blocks(&readme, "lua"), blocks(&readme, "toml"));
    assert!(quoted_script.len() == 1 && script.contains(quoted_script[0]));
    // The reader need not know about exchange with other programs yet.
    let tiles: String =
        tiles.lines().filter(|line| !line.starts_with("jcz")).map(|l| format!("{l}\n")).collect();
    assert!(quoted_tiles.len() == 1 && tiles.contains(quoted_tiles[0]));
}

/// The keys of what the expansion `fan` stored.
fn stored(game: &Game) -> BTreeSet<String> {
    match game.state().storage("fan") {
        Value::Map(map) => map.keys().cloned().collect(),
        _ => BTreeSet::new(),
    }
}

/// Lua that checks the type of a value: what `check` in [`CHECKS`] compares, empty for anything.
fn lua_type(ty: &str) -> String {
    let plain = ty.trim_end_matches('?');
    let optional = if plain == ty { "" } else { "?" };
    let name = match plain {
        _ if plain.contains("|nil") => return String::new(),
        "any" | "" => return String::new(),
        "integer" => "number",
        "string" | "boolean" | "table" => plain,
        _ if plain.ends_with("[]") || plain.starts_with("Selection<") => "table",
        _ if CLASSES.iter().any(|class| class.name == plain) => "userdata",
        _ if REFINEMENTS.iter().any(|refinement| refinement.name == plain) => "userdata",
        _ if ALIASES.iter().any(|alias| alias.name == plain) => "string",
        other => panic!("the type `{other}` is not known"),
    };
    format!("{name}{optional}")
}

const CHECKS: &str = r#"
local function check(what, wanted, value)
  local found = type(value)
  local optional = string.sub(wanted, -1) == "?"
  if wanted ~= "" and found ~= string.gsub(wanted, "?", "") and not (optional and value == nil) then
    error(what .. " is " .. found .. ", not " .. wanted)
  end
end

local function fails(what, param, call)
  local ok, message = pcall(call, function() end)
  if ok or not string.find(message, "`" .. param .. "` must be", 1, true) then
    error(what .. " with a wrong argument: " .. tostring(message))
  end
end

local function things(game)
  local tile = game:tiles():first()
  return {
    Game = game,
    Player = game.active,
    Piece = game:pieces():first(),
    Tile = tile,
    TileDef = tile.def,
    Feature = game:features():first(),
    Place = game:place("prison"),
    Places = tile.place,
    Cell = game:open_cells():first(),
    Placement = game:ask(game.active, { prompt = "where", options = { { 1, 2, turn = 3 } } }),
  }
end
"#;

fn use_of(class: &str, member: &Member) -> String {
    let (name, ty) = (member.name, lua_type(member.ty));
    match member.params {
        None => format!("  check('{class}.{name}', '{ty}', all.{class}.{name})\n"),
        Some([]) => format!("  check('{class}:{name}', '{ty}', all.{class}:{name}())\n"),
        Some([first, ..]) => {
            let param = first.name.trim_end_matches('?');
            format!(
                "  fails('{class}:{name}', '{param}', function(wrong) return all.{class}:{name}(wrong) end)\n"
            )
        }
    }
}

#[test]
fn every_member_can_be_used() {
    let mut main = format!("{CHECKS}\nlocal fan = {{}}\nfunction fan.on_turn_end(game)\n");
    main.push_str("  if game.turn ~= 5 then return end\n  local all = things(game)\n");
    // Looking first: what changes the game may take away what is looked at.
    for changes in [false, true] {
        for class in CLASSES {
            for member in class.members.iter().filter(|member| member.changes == changes) {
                main.push_str(&use_of(class.name, member));
            }
        }
    }
    main.push_str("  game.storage.done = 1\nend\nreturn fan\n");
    let script =
        Script { manifest: "[places.prison]\n[places.pond]\non_tile = true\n", ..Script::new("fan", &main) };
    let mut game = World::new(&[], &[script]).game(1);
    play_randomly(&mut game, 1, 1000);
    assert!(game.is_over());
    assert!(stored(&game).contains("done"));
}

/// The names that `function Selection:name` declares in the prelude.
fn prelude_methods() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("scripts/prelude.lua")).unwrap();
    let declared = text.lines().filter_map(|line| line.strip_prefix("function Selection:"));
    declared.map(|rest| rest.split('(').next().unwrap().to_owned()).collect()
}

#[test]
fn the_methods_of_selections_are_those_of_the_prelude() {
    let declared: BTreeSet<String> = SELECTION.iter().map(|method| method.name.to_owned()).collect();
    assert_eq!(declared, prelude_methods());
}

#[test]
fn every_method_of_selections_can_be_used() {
    let main = r#"
local fan = {}
local function same(found, expected)
  if found ~= expected then error(tostring(found) .. " is not " .. tostring(expected), 2) end
end
function fan.on_game_end(game)
  local players, tiles = game.players, game:tiles()
  local first = game:player(1)
  same(#players:list(), 2)
  same(players:count(), 2)
  same(players:is_empty(), false)
  same(players:first(), first)
  same(players:contains(first), true)
  same(players:filter(function(each) return each.seat == 2 end):count(), 1)
  same(players:where("seat", 2):first(), game:player(2))
  same(players:map(function(each) return each.seat == 2 and each.seat or nil end)[1], 2)
  same(players:first_of_each("seat"):count(), 2)
  same(#players:group_by("seat"), 2)
  same(players:total(function(each) return each.seat end), 3)
  same(players:pieces("follower"):count(), game:pieces("follower"):count())
  same(tiles:pieces():count(), game:pieces():filter(function(each) return each.tile end):count())
  same(tiles:followers():count(), game:features():followers():count())
  same(tiles:features("city"):count(), game:features("city"):count())
  local count = 0
  for _ in players do
    for _ in players do count = count + 1 end
  end
  same(count, 4)
  game.storage.done = 1
end
return fan
"#;
    for name in prelude_methods() {
        assert!(main.contains(&format!(":{name}(")), "{name} is not tried");
    }
    let mut game = World::new(&[], &[Script::new("fan", main)]).game(2);
    play_randomly(&mut game, 2, 1000);
    assert!(stored(&game).contains("done"));
}

/// A handler that reads every field of what it gets.
fn reader(hook: &str, fields: &[FieldInfo], third: Option<&FieldInfo>) -> String {
    let mut text = format!("function fan.{hook}(game, got, third)\n");
    if let Some(field) = third {
        let _ = writeln!(text, "  if third ~= got.{} then error('the third argument') end", field.name);
    }
    for field in fields {
        let (name, ty) = (field.name, lua_type(field.ty));
        let _ = writeln!(text, "  check('{hook}.{name}', '{ty}', got.{name})");
    }
    let counted = if hook.starts_with("on_") {
        format!("  game.storage.{hook} = (game.storage.{hook} or 0) + 1\n")
    } else {
        String::new()
    };
    text + &counted + "end\n"
}

#[test]
fn every_hook_can_be_bound_and_every_field_read() {
    let mut main = format!("{CHECKS}\nlocal fan = {{ events = {{ bell = 'rung' }} }}\n");
    for event in EVENTS {
        let hook = if event.kind == EventKind::Custom { "on_bell" } else { event.hook };
        main.push_str(&reader(hook, event.fields, None));
    }
    for query in QUERIES {
        main.push_str(&reader(query.hook, query.fields, adjusted(query)));
    }
    main.push_str("return fan\n");
    let other = "local other = {}
function other.on_turn_end(game)
  local piece = game:pieces('follower'):filter(function(each) return each.feature end):first()
  if piece then piece:move_to(piece.tile) end
end
return other";
    let ring = "local ring = { events = { bell = 'rung' } }
function ring.on_turn_end(game) game:raise('bell', game.active, { times = 2 }) end
return ring";
    let scripts = [
        Script { manifest: "[phases.market]\nafter = 'deploy'\n", ..Script::new("fan", &main) },
        Script::new("other", other),
        Script::new("ring", ring),
    ];
    let world = World::new(&[], &scripts);
    let mut told = BTreeSet::new();
    for seed in 0..4 {
        let mut game = world.game(seed);
        play_randomly(&mut game, seed, 2000);
        assert!(game.is_over());
        told.extend(stored(&game));
    }
    let silent: Vec<&str> =
        EVENTS.iter().map(|event| event.hook).filter(|hook| !told.contains(*hook)).collect();
    // Told as `on_bell`; no base tile is without a place so early; the base game has no blocks, and no
    // rule that joins features.
    let expected = ["on_tile_discarded", "on_block_placed", "on_features_joined", "on_custom"];
    assert!(silent.iter().all(|hook| expected.contains(hook)), "never told: {silent:?}");
}

/// The names without the mark that they may be left out.
fn plain(names: impl Iterator<Item = &'static str>) -> Vec<String> {
    names.map(|name| name.trim_end_matches('?').to_owned()).collect()
}

#[test]
fn keys_of_the_table_and_of_actions_are_those_of_the_host() {
    let load = |main: &str| {
        let errors = World::new(&[], &[Script::new("fan", main)]).try_host().err().unwrap();
        errors.to_string()
    };
    let message = load("return { zzzzzzzzzz = 1 }");
    for key in plain(KEYS.iter().map(|key| key.name)) {
        assert!(message.contains(&key), "{key}: {message}");
    }
    let message = load("return { actions = { a = { zzzzzzzzzz = 1 } } }");
    let list = plain(ACTION.iter().map(|key| key.name)).join(", ");
    assert!(message.contains(&format!("it takes {list}")), "{message}");
}

#[test]
fn every_example_loads_and_plays() {
    let mains: Vec<String> =
        EXAMPLES.iter().map(|example| format!("local fan = {{}}\n{}\nreturn fan\n", example.code)).collect();
    let ids: Vec<String> = (0..mains.len()).map(|index| format!("fan_{index}")).collect();
    let scripts: Vec<Script<'_>> = ids.iter().zip(&mains).map(|(id, main)| Script::new(id, main)).collect();
    let world = World::new(&[], &scripts);
    for seed in 0..3 {
        let mut game = world.game(seed);
        play_randomly(&mut game, seed, 2000);
        assert!(game.is_over());
    }
    for example in EXAMPLES {
        let known = EVENTS.iter().any(|event| event.hook == example.of)
            || QUERIES.iter().any(|query| query.hook == example.of)
            || example.of == "actions";
        assert!(known, "{} is no hook", example.of);
    }
}

#[test]
fn the_library_is_on_its_page() {
    let (_, page) = pages().into_iter().find(|(name, _)| name == "library.md").unwrap();
    let text = fs::read_to_string(root().join("scripts/lib/list.lua")).unwrap();
    let declared = text.lines().filter_map(|line| line.strip_prefix("function "));
    let mut count = 0;
    for call in declared {
        let at = page.find(&format!("### `{call}`")).unwrap_or_else(|| panic!("{call} is not there"));
        let names = call.split('(').nth(1).unwrap().trim_end_matches(')');
        for name in names.split(", ") {
            assert!(page[at..].contains(&format!("| `{name}` |")), "{call}: {name}");
        }
        count += 1;
    }
    assert!(count > 3);
}
