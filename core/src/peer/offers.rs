//! What actions and questions of expansions are offered as, and which of them a message takes.

use bastide_content::peer::Offer;
use bastide_engine::decision::{Choice, Item};
use bastide_engine::game::Game;

use super::names::{Labels, Names, Pointers};
use super::oracle::pointer;
use super::recording::Message;

/// What an option of the open decision is offered as, and what it would be used on.
pub(crate) fn offer<'a>(game: &'a Game, names: &'a Names, choice: &Choice) -> Option<(&'a Offer, &'a Item)> {
    match choice {
        Choice::Act { action, item } => {
            let name = &game.subscriptions().actions.get(action.index())?.name;
            Some((names.action(name)?, game.decision()?.items().get(*item as usize)?))
        }
        Choice::Answer { item } => {
            let question = game.question()?;
            Some((names.question(question)?, question.options.get(*item as usize)?))
        }
        _ => None,
    }
}

/// Whether an answer is the one for which passing stands.
pub(crate) fn is_pass(offer: &Offer, item: &Item) -> bool {
    matches!((&offer.pass, item), (Some(pass), Item::Text(text)) if **text == **pass)
}

/// The option of the open decision that a message takes; nothing where none is offered for such
/// messages.
///
/// # Errors
///
/// When what the message points at is not among the options.
pub(crate) fn find(
    game: &Game,
    names: &Names,
    labels: &Labels,
    message: &Message,
) -> Result<Option<Choice>, String> {
    let Some(decision) = game.decision() else { return Ok(None) };
    let pointers = Pointers { names, scene: game.scene() };
    let mut meant = None;
    for choice in decision.list() {
        let Some((offer, item)) = offer(game, names, &choice) else { continue };
        if is_pass(offer, item) {
            if message.kind == "PASS" {
                return Ok(Some(choice));
            }
            continue;
        }
        let says = |(key, text): (&String, &String)| message.text(key) == Some(text);
        if offer.message != message.kind || !offer.with.iter().all(says) {
            continue;
        }
        let target = message.payload.get(&offer.pointer).map(pointer).unwrap_or_default();
        if pointers.item(item, labels).is_none_or(|option| option == target) {
            return Ok(Some(choice));
        }
        meant = Some(target);
    }
    match meant {
        Some(target) => Err(format!("{target} is not an option")),
        None => Ok(None),
    }
}
