//! The game.

use std::sync::Arc;

use bastide_engine::board::TileId;
use bastide_engine::decision::{Item, Question};
use bastide_engine::event::{Award, Label, Part, Parts, Source};
use bastide_engine::feature::SegmentId;
use bastide_engine::geometry::Pos;
use bastide_engine::piece::{Holder, PieceId};
use bastide_engine::ruleset::Player;
use bastide_engine::scene::Scene;
use bastide_engine::tile::{AttributeId, FeatureKindId, TileDefId};
use bastide_engine::value::Value;
use mlua::Table;

use super::piece::{PieceFilter, filter_doc};
use super::place::{find, placement};
use super::tile::feature_kind;
use super::{Answer, Args, ClassInfo, Cx, NOTHING, boolean, fail, field, method, number, param, verb};
use crate::convert::{lua_to_item, lua_to_value, value_to_lua};
use crate::handle::{Class, Handle, as_handle};
use crate::names::nearest;
use crate::shared::Stop;
use crate::vm::charge;

pub(super) const CLASS: ClassInfo = ClassInfo {
    class: Class::Game,
    name: "Game",
    doc: "The game as it stands. Every handler gets it as its first argument.",
    members: &[
        field(
            "players",
            "Selection<Player>",
            "All players, in the order of play, beginning with the first seat.",
            |cx, _, _| cx.selection(cx.scene(|scene| scene.rules().players()).map(Handle::Player)),
        ),
        field("active", "Player", "Whose turn it is.", |cx, _, _| {
            cx.handle(Handle::Player(cx.scene(|scene| scene.state().active())))
        }),
        field("turn", "integer", "The number of the turn, from 1.", |cx, _, _| {
            number(cx.scene(|scene| scene.state().turn()))
        }),
        field("phase", "Phase", "The name of the phase.", |cx, _, _| {
            cx.text(&cx.scene(|scene| scene.rules().phases[scene.state().phase() as usize].name.clone()))
        }),
        field("placed", "Tile?", "The tile that was placed in this part of the turn.", |cx, _, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().placed()).map(Handle::Tile))
        }),
        field("hand", "TileDef?", "The tile that was drawn and is to be placed.", |cx, _, _| {
            cx.handle_or_nil(cx.scene(|scene| scene.state().hand()).map(Handle::TileDef))
        }),
        field("stack_size", "integer", "How many tiles are still to be drawn.", |cx, _, _| {
            number(cx.scene(|scene| scene.state().stack().len()))
        }),
        field(
            "options",
            "table",
            "The options of this expansion, as its manifest declares them, with the values of this game.",
            |cx, _, _| {
                let Some((expansion, _)) = cx.shared.running() else {
                    return fail("`game.options` exists only inside a handler");
                };
                let tables = cx.shared.options.get();
                let table = tables.and_then(|tables| tables.get(expansion as usize));
                table.map_or(NOTHING, |table| Ok(mlua::Value::Table(table.clone())))
            },
        ),
        field(
            "storage",
            "table",
            "What this expansion remembers: its own table inside the game, saved, undone and forked with it. Holds whole numbers, texts, booleans and tables of them.",
            |cx, _, _| Ok(mlua::Value::Table(cx.shared.storage(cx.lua)?)),
        ),
        method(
            "stack",
            &[param("having?", "FeatureKind", "A kind of feature, or an attribute of tiles.")],
            "Selection<TileDef>",
            "The tiles that are still to be drawn, each kind once, or those of them that have something; `left` says how many there are.",
            stack,
        ),
        method(
            "option",
            &[param("name", "string", "The full name, such as `base.edition`.")],
            "any",
            "An option of any expansion in play, or of the base game.",
            option,
        ),
        method(
            "in_play",
            &[param("id", "string", "The id of an expansion.")],
            "boolean",
            "Whether an expansion's rules are in play.",
            |cx, _, args| {
                let id = args.text(0)?;
                boolean(
                    cx.scene(|scene| {
                        scene.rules().setup.expansions.iter().any(|expansion| expansion.id == id)
                    }),
                )
            },
        ),
        method(
            "player",
            &[param("name", "string|integer", "The name, or the seat from 1.")],
            "Player?",
            "A player by name or seat.",
            player,
        ),
        method(
            "tile",
            &[param("id", "integer", "A tile's `id`.")],
            "Tile?",
            "A tile by its id.",
            |cx, _, args| {
                let id = args.int(0)?;
                let count = cx.scene(|scene| scene.state().board().tiles().len()) as i32;
                cx.handle_or_nil((0..count).contains(&id).then_some(Handle::Tile(TileId(id as u32))))
            },
        ),
        method(
            "piece",
            &[param("id", "integer", "A piece's `id`.")],
            "Piece?",
            "A piece by its id.",
            |cx, _, args| {
                let id = args.int(0)?;
                let count = cx.scene(|scene| scene.state().pieces().len()) as i32;
                cx.handle_or_nil((0..count).contains(&id).then_some(Handle::Piece(PieceId(id as u16))))
            },
        ),
        method(
            "tile_at",
            &[
                param("x", "integer", "Cells to the east of the start tile."),
                param("y", "integer", "Cells to the south of it."),
            ],
            "Tile?",
            "The tile on a cell.",
            |cx, _, args| {
                let pos = Pos::new(args.int(0)?, args.int(1)?);
                cx.handle_or_nil(cx.scene(|scene| scene.state().board().at(pos)).map(Handle::Tile))
            },
        ),
        method(
            "tiles",
            &[param("having?", "FeatureKind", "A kind of feature, or an attribute of tiles.")],
            "Selection<Tile>",
            "The tiles on the board in the order in which they were placed, or those of them that have something.",
            tiles,
        ),
        method(
            "features",
            &[param("kind?", "FeatureKind", "A kind of feature.")],
            "Selection<Feature>",
            "All features on the board, or those of a kind, each once.",
            features,
        ),
        method(
            "pieces",
            &[param("filter?", "PieceFilter", filter_doc())],
            "Selection<Piece>",
            "All pieces of the game, wherever they are.",
            |cx, _, args| {
                let filter = PieceFilter::read(cx, args, 0)?;
                let found: Vec<Handle> = cx.scene(|scene| {
                    scene
                        .state()
                        .piece_ids()
                        .filter(|id| filter.accepts(scene, *id))
                        .map(Handle::Piece)
                        .collect()
                });
                cx.selection(found)
            },
        ),
        method(
            "open_cells",
            &[],
            "Selection<Cell>",
            "The empty cells that share a side with a tile, row by row.",
            |cx, _, _| {
                cx.selection(cx.scene(|scene| scene.state().board().frontier()).into_iter().map(Handle::Cell))
            },
        ),
        method(
            "place",
            &[param("name", "string", "The name that a manifest gives it.")],
            "Place",
            "A place of the game, such as a prison.",
            place,
        ),
        method(
            "tokens",
            &[param("name", "string", "The name of the tokens.")],
            "integer",
            "How many tokens of a name lie beside the board.",
            |cx, _, args| {
                let name = args.text(0)?;
                number(cx.scene(|scene| scene.state().tokens(Holder::Game, &name)) as f64)
            },
        ),
        method(
            "block_placements",
            &[param("name", "string", "The id of a block, `<set>/<name>`.")],
            "Selection<Placement>",
            "Where a block of several tiles can be placed: by row, column and turn.",
            |cx, _, args| {
                let block = block(cx, &args.text(0)?)?;
                cx.selection(cx.scene(|scene| scene.block_places(block)).into_iter().map(placement))
            },
        ),
        verb(
            "award",
            &[
                param("player", "Player", "Who gets the points."),
                param("points", "integer", "How many; negative to take points away."),
                param(
                    "details?",
                    "{ source?: string, at?: Tile, parts?: table<string, integer> }",
                    "`source`: the name under which they are counted, the expansion's id where left out; `at`: the tile to show them at; `parts`: what they consist of.",
                ),
            ],
            "",
            "Gives points to a player. Raises `on_points_awarded`; no points without `parts` are nothing, and raise nothing.",
            award,
        ),
        verb(
            "ask",
            &[
                param("player", "Player", "Who decides."),
                param(
                    "question",
                    "{ prompt: string, options: any[], about?: any }",
                    "`prompt`: what is asked; `options`: the possible answers: texts, numbers, players, pieces, tiles, features, cells or placements; `about`: what it is about.",
                ),
            ],
            "any",
            "Asks a player and returns the option that was chosen. With a single option nobody is asked, and without any the answer is nil.",
            ask,
        ),
        verb(
            "random",
            &[param("count", "integer", "How many outcomes there are, at least 1.")],
            "integer",
            "A random whole number from 1 to `count`, by the game's own generator, so that the game can be played again.",
            |cx, _, args| match args.int(0)? {
                count if count >= 1 => number(cx.change(|scene| scene.chance(count as u32)) + 1),
                _ => args.wrong(0, "at least 1"),
            },
        ),
        verb(
            "raise",
            &[
                param(
                    "name",
                    "string",
                    "The name of the event, declared in `events`. Other expansions listen with `on_<name>`.",
                ),
                param("subject?", "any", "What it happened to."),
                param("data?", "table", "What there is to say about it: plain data."),
            ],
            "",
            "Raises an event of this expansion's own. It is dispatched after this handler.",
            raise,
        ),
        verb(
            "add_tokens",
            &[
                param("name", "string", "The name of the tokens."),
                param("count", "integer", "How many to add; negative to take away."),
            ],
            "",
            "Puts tokens beside the board, or takes them away.",
            |cx, _, args| {
                let (name, count) = (args.name(0)?, args.int(1)?);
                match cx.change(|scene| scene.add_tokens(Holder::Game, &name, i64::from(count))) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "place_block",
            &[
                param("name", "string", "The id of a block, `<set>/<name>`."),
                param("placement", "Placement", "One of `game:block_placements(name)`."),
            ],
            "Selection<Tile>",
            "Places a block and returns its tiles. Raises `on_block_placed`.",
            |cx, _, args| {
                let block = block(cx, &args.text(0)?)?;
                let Some(Handle::Placement(pos, rotation)) = as_handle(args.get(1)) else {
                    return args.wrong(1, "a Placement");
                };
                match cx.change(|scene| scene.place_block(block, pos, rotation)) {
                    Ok(tiles) => cx.selection(tiles.into_iter().map(Handle::Tile)),
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "join",
            &[
                param("a", "Feature", "A feature."),
                param("b", "Feature", "A feature of the same kind."),
                param("closes?", "integer", "How many open ends the join closes, 0 where left out."),
            ],
            "",
            "Makes one feature of two, as a ferry does. What this completes is scored in the next scoring phase.",
            |cx, _, args| {
                let (a, b, closes) = (args.feature(0)?, args.feature(1)?, args.opt_int(2)?.unwrap_or(0));
                match cx.change(|scene| scene.join(a, b, closes)) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "unjoin",
            &[
                param("a", "Feature", "The first feature of `game:join`."),
                param("b", "Feature", "The second."),
            ],
            "",
            "Takes back a join.",
            |cx, _, args| {
                let (a, b) = (args.feature(0)?, args.feature(1)?);
                match cx.change(|scene| scene.unjoin(a, b)) {
                    Ok(()) => NOTHING,
                    Err(error) => fail(error.to_string()),
                }
            },
        ),
        verb(
            "grant_turn_part",
            &[],
            "",
            "Grants another part of this turn: draw, place, deploy and score once more.",
            |cx, _, _| {
                cx.change(|scene| scene.grant_turn_part());
                NOTHING
            },
        ),
        verb(
            "remove_from_stack",
            &[
                param("tile", "string", "The name of a tile, `<set>/<name>`."),
                param("count?", "integer", "How many, 1 where left out."),
            ],
            "integer",
            "Takes tiles out of the stack, out of the game. Returns how many there were to take.",
            |cx, _, args| {
                let name = args.text(0)?;
                let count = args.opt_int(1)?.unwrap_or(1).clamp(0, i32::from(u16::MAX)) as u16;
                match cx.scene(|scene| scene.rules().tile_id(&name)) {
                    Some(tile) => number(cx.change(|scene| scene.remove_from_stack(tile, count))),
                    None => fail(format!("there is no tile `{name}`")),
                }
            },
        ),
    ],
};

fn option(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    let found = cx.scene(|scene| scene.rules().setup.options.get(&name).cloned());
    match found {
        Some(value) => value_to_lua(cx.lua, &value, true),
        None => {
            let known: Vec<String> = cx.scene(|scene| scene.rules().setup.options.keys().cloned().collect());
            let hint = nearest(&name, known.iter().map(String::as_str));
            let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            fail(format!("there is no option `{name}` in this game{hint}"))
        }
    }
}

fn player(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let found = match args.get(0) {
        mlua::Value::String(name) => {
            let name = name.to_string_lossy();
            cx.scene(|scene| scene.rules().player(&name))
        }
        _ => {
            let seat = args.int(0)?;
            let count = cx.scene(|scene| scene.rules().player_count()) as i32;
            (1..=count).contains(&seat).then(|| Player(seat as u8 - 1))
        }
    };
    cx.handle_or_nil(found.map(Handle::Player))
}

fn tiles(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let having = Having::read(cx, args)?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let tiles = scene.state().board().tiles().iter().enumerate();
        let wanted = tiles.filter(|(_, placed)| having.accepts(scene, placed.def));
        wanted.map(|(id, _)| Handle::Tile(TileId(id as u32))).collect()
    });
    cx.selection(found)
}

fn stack(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let having = Having::read(cx, args)?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let left = scene.state().stack().iter().map(|(def, _)| def);
        left.filter(|def| having.accepts(scene, *def)).map(Handle::TileDef).collect()
    });
    cx.selection(found)
}

/// Which tiles a script wants.
enum Having {
    All,
    Attribute(AttributeId),
    Feature(FeatureKindId),
}

impl Having {
    /// From the first argument, which may be left out.
    fn read(cx: &Cx<'_>, args: &Args<'_>) -> mlua::Result<Having> {
        let Some(name) = args.opt_text(0)? else { return Ok(Having::All) };
        match cx.scene(|scene| scene.rules().vocabulary().attribute(&name)) {
            Some(attribute) => Ok(Having::Attribute(attribute)),
            None => feature_kind(cx, &name).map(Having::Feature),
        }
    }

    fn accepts(&self, scene: &Scene, def: TileDefId) -> bool {
        let def = &scene.rules().tile(def).def;
        match self {
            Having::All => true,
            Having::Attribute(id) => def.attributes.get(*id).is_some(),
            Having::Feature(kind) => def.segments.iter().any(|segment| segment.kind == *kind),
        }
    }
}

fn features(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let kind = args.opt_text(0)?.map(|name| feature_kind(cx, &name)).transpose()?;
    let found: Vec<Handle> = cx.scene(|scene| {
        let features = scene.state().features();
        let all = (0..features.segment_count()).map(SegmentId);
        // The first segment of each feature stands for it, whatever the order of joining was.
        let mut seen = vec![false; features.segment_count() as usize];
        let first = all.filter(|at| !std::mem::replace(&mut seen[features.root(*at).index()], true));
        let wanted = first.filter(|at| kind.is_none_or(|kind| features.kind(*at) == kind));
        wanted.map(Handle::Feature).collect()
    });
    cx.selection(found)
}

fn place(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    match find(cx, &name, false) {
        Some(kind) => cx.handle(Handle::Place(kind, None)),
        None => {
            let known: Vec<String> = cx.scene(|scene| {
                let kinds = scene.rules().vocabulary().place_kinds.iter();
                kinds.filter(|kind| !kind.on_tile).map(|kind| kind.name.clone()).collect()
            });
            let list = if known.is_empty() {
                "there are none".to_owned()
            } else {
                format!("there are {}", known.join(", "))
            };
            fail(format!(
                "there is no place `{name}` in the game; {list}; declare it in expansion.toml under [places]"
            ))
        }
    }
}

fn block(cx: &Cx<'_>, name: &str) -> mlua::Result<u16> {
    cx.scene(|scene| {
        let blocks = &scene.rules().setup.blocks;
        match blocks.iter().position(|block| block.id == name) {
            Some(at) => Ok(at as u16),
            None => {
                let hint = nearest(name, blocks.iter().map(|block| block.id.as_str()));
                let hint = hint.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
                fail(format!("there is no block `{name}`{hint}"))
            }
        }
    })
}

/// A table key that should have been one of a few.
fn check_keys(table: &Table, call: &str, known: &[&str]) -> mlua::Result<()> {
    for pair in table.pairs::<mlua::Value, mlua::Value>() {
        let (key, _) = pair?;
        let name = match &key {
            mlua::Value::String(name) => name.to_string_lossy(),
            other => other.type_name().to_owned(),
        };
        if !known.contains(&&*name) {
            let hint = nearest(&name, known.iter().copied());
            let hint = hint.map_or_else(
                || format!("; it takes {}", known.join(", ")),
                |near| format!(", did you mean `{near}`?"),
            );
            return fail(format!("{call}: unknown key `{name}`{hint}"));
        }
    }
    Ok(())
}

fn award(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let (player, points) = (args.player(0)?, args.int(1)?);
    if points.abs_diff(0) > MOST_POINTS {
        return args.wrong(1, "between -1000000 and 1000000");
    }
    let own = cx.shared.running().map_or(String::new(), |(_, id)| id.to_owned());
    let mut source = own;
    let mut at = None;
    let mut parts = Parts::new();
    if let Some(details) = args.opt_table(2)? {
        check_keys(details, "game:award", &["source", "at", "parts"])?;
        if let Some(name) = details.get::<Option<String>>("source")? {
            source = short_text("game:award: `source`", name)?;
        }
        at = match as_handle(&details.get::<mlua::Value>("at")?) {
            Some(Handle::Tile(tile)) => Some(tile),
            _ => None,
        };
        if let Some(table) = details.get::<Option<Table>>("parts")? {
            for pair in table.pairs::<mlua::Value, mlua::Value>() {
                let (label, points) = pair?;
                parts.push(award_part(&label, &points)?);
            }
            parts.sort_by(|a, b| a.label.as_str().cmp(b.label.as_str()));
        }
    }
    let explained: i64 = parts.iter().map(|part| i64::from(part.points)).sum();
    if !parts.is_empty() && explained != i64::from(points) {
        return fail(format!("game:award: the parts add up to {explained}, not to {points}"));
    }
    if points == 0 && parts.is_empty() {
        return NOTHING;
    }
    cx.change(|scene| {
        scene.award(Award { player, points, source: Source::Rule(source.into()), parts, at, feature: None });
    });
    NOTHING
}

/// A part of an award as a script writes it: a label and a whole number.
fn award_part(label: &mlua::Value, points: &mlua::Value) -> mlua::Result<Part> {
    let mlua::Value::String(label) = label else {
        return fail("game:award: `parts` is a table of labels and points, such as { inn = 4 }");
    };
    let label = short_text("game:award: the label of a part", label.to_string_lossy())?;
    let number = match points {
        mlua::Value::Integer(number) => Some(*number),
        mlua::Value::Number(number) => crate::convert::whole(*number),
        _ => None,
    };
    match number
        .and_then(|number| i32::try_from(number).ok())
        .filter(|number| number.abs_diff(0) <= MOST_POINTS)
    {
        Some(points) => Ok(Part { label: Label::Given(label.into()), count: 1, points }),
        None => fail(format!("game:award: the points of `{label}` must be a whole number up to 1000000")),
    }
}

/// The most points that can be given or taken at once.
const MOST_POINTS: u32 = 1_000_000;
/// How long names and labels can be, in letters.
const MOST_LETTERS: usize = 200;
/// How many answers a question can have.
const MOST_ANSWERS: usize = 10_000;
/// What an event costs a handler besides what it carries, in steps.
const EVENT_COST: u64 = 50;

/// What plain data costs a handler, in steps.
fn weight(value: &Value) -> u64 {
    match value {
        Value::Text(text) => 1 + text.len() as u64 / 16,
        Value::List(values) => 1 + values.iter().map(weight).sum::<u64>(),
        Value::Map(values) => {
            1 + values.iter().map(|(key, value)| key.len() as u64 / 16 + weight(value)).sum::<u64>()
        }
        _ => 1,
    }
}

/// A name or label, which must not be long.
fn short_text(what: &str, text: String) -> mlua::Result<String> {
    match text.chars().count() {
        letters if letters > MOST_LETTERS => {
            fail(format!("{what} has {letters} letters; at most {MOST_LETTERS} can be shown"))
        }
        _ => Ok(text),
    }
}

fn ask(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let player = args.player(0)?;
    let table = args.table(1)?;
    check_keys(table, "game:ask", &["prompt", "options", "about"])?;
    let Some(prompt) = table.get::<Option<String>>("prompt")? else {
        return fail("game:ask: a question needs a `prompt`, a short text that says what is asked");
    };
    let Some(list) = table.get::<Option<Table>>("options")? else {
        return fail("game:ask: a question needs `options`, a list of possible answers");
    };
    let prompt = short_text("game:ask: `prompt`", prompt)?;
    if list.raw_len() > MOST_ANSWERS {
        return fail(format!(
            "game:ask: {} options are too many; at most {MOST_ANSWERS} can be shown",
            list.raw_len()
        ));
    }
    let mut options = Vec::new();
    for value in list.sequence_values::<mlua::Value>() {
        match lua_to_item(&value?) {
            Ok(Item::Text(text)) => {
                options.push(Item::Text(short_text("game:ask: an option", text.to_string())?.into()))
            }
            Ok(item) => options.push(item),
            Err(kind) => {
                let index = options.len() + 1;
                return fail(format!("game:ask: option {index} is {kind}, which cannot be an answer"));
            }
        }
    }
    if options.len() < 2 {
        return options.first().map_or(NOTHING, |item| cx.item(item));
    }
    let known = {
        let mut frames = cx.shared.frames.borrow_mut();
        let Some(frame) = frames.last_mut() else { return fail("game:ask works only inside a handler") };
        let answer = frame.answers.get(frame.asked).copied();
        frame.asked += 1;
        answer
    };
    if let Some(answer) = known {
        return match options.get(answer as usize) {
            Some(item) => cx.item(item),
            None => fail(
                "game:ask: the question is not the one that was answered; a handler must ask the same each time it runs",
            ),
        };
    }
    let about = lua_to_item(&table.get::<mlua::Value>("about")?).unwrap_or(Item::Nil);
    let expansion = cx.shared.running().map_or("", |(_, id)| id).into();
    cx.shared.flush_storages()?;
    let question = Question { player, prompt: prompt.into(), about, options: Arc::from(options), expansion };
    *cx.shared.stop.borrow_mut() = Some(Stop::Asked(question));
    fail("the handler waits for an answer")
}

fn raise(cx: &Cx<'_>, _: Handle, args: &Args<'_>) -> Answer {
    let name = args.text(0)?;
    let declared = cx.shared.bound.get().is_some_and(|bound| {
        let running = cx.shared.running().map(|(expansion, _)| expansion);
        bound.events.iter().any(|(expansion, event)| Some(*expansion) == running && *event == name)
    });
    if !declared {
        return fail(format!(
            "game:raise: declare the event first: events = {{ {name} = \"what it means\" }}"
        ));
    }
    let subject = match lua_to_item(args.get(1)) {
        Ok(item) => item,
        Err(_) => return args.wrong(1, "something of the game, a text or a number"),
    };
    let data = lua_to_value(args.get(2), "data").map_err(mlua::Error::runtime)?;
    charge(cx.lua, cx.shared, EVENT_COST + weight(&data))?;
    cx.change(|scene| scene.raise_custom(name.into(), subject, data));
    NOTHING
}
