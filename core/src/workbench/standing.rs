//! What there is to see of a game at one moment.

use std::collections::BTreeMap;

use bastide_engine::decision::{Item, Prompt};
use bastide_engine::game::Game;
use bastide_engine::log::Record;
use serde::Serialize;

use crate::workbench::run::Run;

/// Points of each player, in seating order.
pub type Points = Vec<i32>;

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// How many decisions were made.
    pub decisions: usize,
    /// The number of the turn.
    pub turn: u32,
    /// The players' names.
    pub players: Vec<String>,
    /// Their points.
    pub points: Points,
    /// How many tiles are still to be drawn.
    pub stack: u32,
    /// The open decision; nothing once the game is over.
    pub open: Option<Open>,
    /// A handler that fails while it is asked for what can be done beside the open decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// An open decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// Who decides.
    pub by: String,
    /// About what.
    pub about: String,
    /// The options, and what others can do meanwhile.
    pub options: Vec<String>,
}

impl Standing {
    pub(super) fn of(run: &mut Run) -> Standing {
        let mut failed = None;
        let mut meanwhile = Vec::new();
        match run.game.off_turn() {
            Ok(offers) => {
                for offer in offers {
                    let scene = run.game.scene();
                    let (name, by) = (scene.action_name(offer.action), run.game.rules().name(offer.player));
                    let item = |item: &Item| {
                        let on = if *item == Item::Nil { String::new() } else { scene.item_name(item) };
                        format!("meanwhile, {by}: {name} {on}").trim_end().to_owned()
                    };
                    meanwhile.extend(offer.items.iter().map(item));
                }
            }
            Err(error) => failed = Some(error.to_string()),
        }
        let game = &run.game;
        let open = game.decision().map(|decision| Open {
            by: game.rules().name(decision.player).to_owned(),
            about: about(game, decision.prompt),
            options: listed(game).into_iter().chain(meanwhile).collect(),
        });
        Standing {
            decisions: run.said.len(),
            turn: game.state().turn(),
            players: game.rules().setup.players.clone(),
            points: game.rules().players().map(|player| game.state().points(player)).collect(),
            stack: game.state().stack().len(),
            open,
            failed,
        }
    }
}

/// What a decision is about, in words.
fn about(game: &Game, prompt: &Prompt) -> String {
    match prompt {
        Prompt::Place(tile) => format!("place `{}`", game.rules().tile(*tile).def.id),
        Prompt::Deploy => "deploy a piece".to_owned(),
        Prompt::Phase(phase) => format!("phase `{}`", game.rules().phases[*phase as usize].name),
        Prompt::Question(question) => format!("answer `{}` of `{}`", question.prompt, question.expansion),
    }
}

/// The options of the open decision in words, each different from the others.
pub(super) fn listed(game: &Game) -> Vec<String> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let options = decision.list();
    let texts: Vec<String> = options.iter().map(|choice| game.scene().describe(choice)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in &texts {
        *counts.entry(text).or_default() += 1;
    }
    let different = |(choice, text): (_, &String)| match Record::of_option(game, choice).segment {
        Some(segment) if counts[text.as_str()] > 1 => format!("{text}, segment {segment}"),
        _ => text.clone(),
    };
    options.iter().zip(&texts).map(different).collect()
}
