//! What happens, in sentences.

use bastide_engine::decision::Item;
use bastide_engine::event::{Award, Event, Part, Source};
use bastide_engine::feature::SegmentId;
use bastide_engine::game::Game;
use bastide_engine::piece::{Location, PieceId};
use bastide_engine::ruleset::Player;
use bastide_engine::value::Value;

/// An event as a sentence, `None` for one of which nobody needs to be told.
pub fn sentence(game: &Game, event: &Event) -> Option<String> {
    let rules = game.rules();
    let name = |player: &Player| rules.name(*player).to_owned();
    Some(match event {
        Event::TileDrawn { player, tile } => format!("{} draws {}", name(player), rules.tile(*tile).def.id),
        Event::TileDiscarded { tile, .. } => {
            format!("the tile {} fits nowhere and leaves the game", rules.tile(*tile).def.id)
        }
        Event::TilePlaced { player, tile } => {
            let placed = game.state().board().tile(*tile);
            let turned = match placed.rotation.degrees() {
                0 => String::new(),
                degrees => format!(", turned {degrees} degrees"),
            };
            format!("{} places {} at {}{turned}", name(player), rules.tile(placed.def).def.id, placed.pos)
        }
        Event::FeaturesJoined { .. } => return None,
        Event::BlockPlaced { player, block, .. } => {
            let block = &rules.setup.blocks[*block as usize].id;
            let short = block.split_once('/').map_or(block.as_str(), |(_, name)| name);
            format!("{} places the {}", name(player), short.replace('_', " "))
        }
        Event::PieceDeployed { player, piece, feature } => {
            format!(
                "{} deploys {} on {}",
                name(player),
                a(kind_of(game, *piece)),
                the_feature(game, *feature)
            )
        }
        Event::PieceMoved { piece, to, .. } => match to {
            Item::Nil if game.state().piece(*piece).at == Location::Supply => {
                format!("{} goes back beside the board", owned(game, *piece))
            }
            Item::Nil => format!("{} leaves the game", owned(game, *piece)),
            // Of a place, the name that its expansion gives it.
            Item::Place(..) => {
                let name = game.scene().item_name(to);
                let name = name.split_once('/').map_or(name.as_str(), |(_, name)| name);
                format!("{} goes to the {}", owned(game, *piece), name.replace('_', " "))
            }
            to => format!("{} goes to the {}", owned(game, *piece), game.scene().item_name(to)),
        },
        Event::PieceReturned { piece, .. } => format!("{} comes home", owned(game, *piece)),
        Event::FeatureCompleted { feature, .. } => format!("{} is complete", the_feature(game, *feature)),
        Event::PointsAwarded(award) => award_sentence(game, award)?,
        Event::GameEnded { winners } => {
            let names: Vec<String> = winners.iter().map(|winner| game.scene().item_name(winner)).collect();
            match names.as_slice() {
                [one] => format!("{one} wins"),
                names => format!("{} win together", names.join(" and ")),
            }
        }
        Event::PhaseEntered { .. }
        | Event::FinalScoring
        | Event::GameStarted
        | Event::TurnStarted { .. }
        | Event::FeatureScored { .. }
        | Event::PlacementScored { .. }
        | Event::TurnEnded { .. } => return None,
        Event::Custom { name, subject, data } => own_event(game, name, subject, data),
    })
}

/// Points and why: `Alice scores 10 for a city: 4 tiles 8 + 1 coat of arms 2`.
fn award_sentence(game: &Game, award: &Award) -> Option<String> {
    if award.points == 0 && award.parts.iter().all(|part| part.points == 0) {
        return None;
    }
    let name = game.rules().name(award.player);
    let source = match &award.source {
        Source::Feature(kind) => a(&game.rules().vocabulary().feature_kinds[kind.index()].name),
        Source::Rule(rule) => words(rule),
    };
    let verb = if award.points < 0 { "loses" } else { "scores" };
    let parts: Vec<String> = award.parts.iter().filter(|part| part.points != 0).map(part_words).collect();
    let why = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(" + ")) };
    Some(format!("{name} {verb} {} for {source}{why}", award.points.abs()))
}

/// A part of points in words: `4 tiles 8`.
pub fn part_words(part: &Part) -> String {
    let label = part.label.as_str();
    match (label, part.count) {
        ("itself", _) => format!("itself {}", part.points),
        (_, 1) => match singular(label) {
            Some(one) => format!("1 {one} {}", part.points),
            None => format!("{} {}", words(label), part.points),
        },
        (_, count) => format!("{count} {} {}", words(label), part.points),
    }
}

/// The engine's labels, for one of them.
fn singular(label: &str) -> Option<&'static str> {
    Some(match label {
        "tiles" => "tile",
        "coats of arms" => "coat of arms",
        "tiles around" => "tile around",
        "empty cells around" => "empty cell around",
        "cities" => "city",
        _ => return None,
    })
}

/// A name of a rule as it is read aloud: without its expansion, with spaces.
pub fn words(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).replace('_', " ")
}

fn a(name: &str) -> String {
    let name = words(name);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

fn the_feature(game: &Game, feature: SegmentId) -> String {
    let features = game.state().features();
    let kind = &game.rules().vocabulary().feature_kinds[features.kind(feature).index()].name;
    let pos = game.state().board().tile(features.tile(feature)).pos;
    format!("the {} at {pos}", words(kind))
}

fn kind_of(game: &Game, piece: PieceId) -> &str {
    let kind = game.state().piece(piece).kind;
    &game.rules().vocabulary().piece_kinds[kind.index()].name
}

fn owned(game: &Game, piece: PieceId) -> String {
    let kind = words(kind_of(game, piece));
    match game.state().piece(piece).owner {
        Some(owner) => format!("{}'s {kind}", game.rules().name(owner)),
        None => format!("the {kind}"),
    }
}

/// A sentence with a capital letter and a full stop.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// An event of an expansion: its name in words, what it happened to, and what is said about it.
fn own_event(game: &Game, name: &str, subject: &Item, data: &Value) -> String {
    let mut details: Vec<String> = match subject {
        Item::Nil => Vec::new(),
        Item::List(things) => counted(things.iter().map(|thing| thing_name(game, thing))),
        subject => vec![thing_name(game, subject)],
    };
    match data {
        Value::Nil => {}
        Value::Map(values) => {
            details.extend(
                values.iter().map(|(key, value)| format!("{} {}", key.replace('_', " "), said(value))),
            );
        }
        value => details.push(said(value)),
    }
    let name = name.replace('_', " ");
    if details.is_empty() { name } else { format!("{name}: {}", details.join(", ")) }
}

/// What an event is about, or one of several such things.
fn thing_name(game: &Game, thing: &Item) -> String {
    match thing {
        Item::Piece(piece) => owned(game, *piece),
        thing => game.scene().item_name(thing),
    }
}

/// Names in the order in which they come first, with how often each comes: `the barbarian (3 times)`.
fn counted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<(String, u32)> = Vec::new();
    for name in names {
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => found.push((name, 1)),
        }
    }
    let told = |(name, count)| if count == 1 { name } else { format!("{name} ({count} times)") };
    found.into_iter().map(told).collect()
}

/// Plain data in a sentence.
fn said(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.replace('_', " "),
        Value::List(values) => values.iter().map(said).collect::<Vec<_>>().join(" and "),
        Value::Map(values) => {
            let said: Vec<String> = values
                .iter()
                .map(|(key, value)| format!("{} {}", key.replace('_', " "), said(value)))
                .collect();
            said.join(" and ")
        }
    }
}
