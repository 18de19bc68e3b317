//! What may be decided: the options of a decision, and why something is none of them.

use crate::decision::{Choice, Item, Prompt};
use crate::feature::SegmentId;
use crate::host::{HandlerError, Query, Verdict};
use crate::ruleset::{Player, Tile};
use crate::scene::with_article;
use crate::tile::{FeatureKindId, PieceClass, PieceKindId};

use super::Game;

/// What somebody has to decide.
#[derive(Clone, Copy)]
pub struct Decision<'g> {
    /// Who.
    pub player: Player,
    /// Why.
    pub prompt: &'g Prompt,
    game: &'g Game,
}

impl<'g> Decision<'g> {
    /// The number of options, at least 1.
    #[inline]
    pub fn len(&self) -> usize {
        match self.tile_to_place() {
            Some(_) => self.game.scene.state.places.iter().sum::<u32>() as usize,
            None => self.game.scene.state.options.len(),
        }
    }

    /// Never true: a decision without options is not offered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The option at an index below [`Decision::len`], in an order that is the same for equal games
    /// and otherwise not specified. For picking one at random; [`Decision::list`] is for people.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Choice> {
        match self.tile_to_place() {
            Some(tile) => {
                let state = &self.game.scene.state;
                state.board.place_at(tile, &state.places, index)
            }
            None => self.game.scene.state.options.get(index).copied(),
        }
    }

    /// All options: placements by row, column and turn; deployments by kind of piece, then in the
    /// order of the tile's segments; then pieces to take back; then actions; passing last.
    pub fn list(&self) -> Vec<Choice> {
        match self.tile_to_place() {
            Some(tile) => self.game.scene.state.board.places(tile),
            None => self.game.scene.state.options.clone(),
        }
    }

    /// What actions can be used on, as [`Choice::Act`] counts it.
    pub fn items(&self) -> &'g [Item] {
        &self.game.scene.state.items
    }

    /// The tile whose placements are the options, where no expansion has a say in them.
    #[inline]
    fn tile_to_place(&self) -> Option<&'g Tile> {
        match self.prompt {
            Prompt::Place(tile) if !self.game.scene.is_asked_where(*tile) => {
                Some(self.game.rules().tile(*tile))
            }
            _ => None,
        }
    }
}

impl Game {
    /// What has to be decided now; nothing once the game is over.
    #[inline]
    pub fn decision(&self) -> Option<Decision<'_>> {
        let prompt = self.scene.state.prompt.as_ref()?;
        let player = match prompt {
            Prompt::Question(question) => question.player,
            _ => self.scene.state.active,
        };
        Some(Decision { player, prompt, game: self })
    }

    /// Whether a choice is an option of the open decision.
    pub fn is_legal(&self, choice: &Choice) -> bool {
        let state = &self.scene.state;
        let Some(prompt) = &state.prompt else { return false };
        match (prompt, choice) {
            (Prompt::Place(tile), Choice::Place { pos, rotation }) if !self.scene.is_asked_where(*tile) => {
                let tile = self.rules().tile(*tile);
                rotation.index() < tile.rotations && state.board.can_place(tile, *pos, *rotation)
            }
            _ => state.options.contains(choice),
        }
    }

    /// Whether a prompt offers deployments of pieces.
    fn deploys(&self, prompt: &Prompt, kind: PieceKindId) -> bool {
        match prompt {
            Prompt::Deploy => true,
            Prompt::Phase(phase) => self.rules().phases[*phase as usize].deploys.contains(&kind),
            _ => false,
        }
    }

    /// Why a choice is not an option, naming what is in the way.
    pub(super) fn why_illegal(&self, choice: &Choice) -> String {
        let state = &self.scene.state;
        match (&state.prompt, choice) {
            (Some(Prompt::Place(tile)), Choice::Place { pos, rotation }) => {
                let def = self.rules().tile(*tile);
                if rotation.index() < def.rotations && state.board.can_place(def, *pos, *rotation) {
                    return format!("an expansion forbids to place the tile at {pos} turned {rotation}");
                }
                self.scene.placement_fault(*tile, *pos, *rotation)
            }
            (Some(prompt), Choice::Deploy { kind, segment }) if self.deploys(prompt, *kind) => {
                self.deployment_fault(*kind, *segment)
            }
            (Some(Prompt::Phase(phase)), Choice::Deploy { .. })
                if !self.rules().phases[*phase as usize].deploys.is_empty() =>
            {
                let kinds = &self.rules().vocabulary().piece_kinds;
                let deploys = self.rules().phases[*phase as usize].deploys.iter();
                let names: Vec<&str> = deploys.map(|kind| kinds[kind.index()].name.as_str()).collect();
                format!("in this phase only these are deployed: {}", names.join(", "))
            }
            (Some(prompt), _) => {
                format!("this is not an option when the decision is to {}", prompt_name(prompt))
            }
            (None, _) => "there is nothing to decide".to_owned(),
        }
    }

    /// What an expansion says that forbids a choice, where only expansions forbid it.
    pub(super) fn veto(&mut self, choice: &Choice) -> Result<Option<String>, HandlerError> {
        let player = self.scene.state.active;
        let (query, what) = match (&self.scene.state.prompt, choice) {
            (Some(Prompt::Place(tile)), Choice::Place { pos, rotation }) => {
                let def = self.rules().tile(*tile);
                if rotation.index() >= def.rotations
                    || !self.scene.state.board.can_place(def, *pos, *rotation)
                {
                    return Ok(None);
                }
                (Query::placement(player, *tile, *pos, *rotation), format!("place the tile at {pos}"))
            }
            (Some(prompt), Choice::Deploy { kind, segment }) if self.deploys(prompt, *kind) => {
                let in_game = segment.0 < self.scene.state.features.segment_count()
                    && kind.index() < self.rules().vocabulary().piece_kinds.len();
                if !in_game {
                    return Ok(None);
                }
                (Query::deployment(player, *kind, *segment), "deploy this piece there".to_owned())
            }
            _ => return Ok(None),
        };
        Ok(match self.table(|table| table.verdict(&query))? {
            Verdict::Refused(Some(reason)) => Some(format!("an expansion forbids to {what}: {reason}")),
            _ => None,
        })
    }

    fn deployment_fault(&self, kind: PieceKindId, segment: SegmentId) -> String {
        let state = &self.scene.state;
        let vocabulary = self.rules().vocabulary();
        let Some(piece) = vocabulary.piece_kinds.get(kind.index()) else {
            return "there is no such kind of piece".to_owned();
        };
        if segment.0 >= state.features.segment_count() {
            return "there is no such feature".to_owned();
        }
        let feature_kind = state.features.kind(segment);
        let feature = &vocabulary.feature_kinds[feature_kind.index()].name;
        if state.in_supply(state.active, kind).is_none() {
            return format!("{} has no {} left", self.rules().name(state.active), piece.name);
        }
        if state.placed != Some(state.features.tile(segment)) {
            return format!("{} can only be deployed on the tile just placed", with_article(&piece.name));
        }
        if piece.class != PieceClass::Follower || !piece.stands_on.contains(&feature_kind) {
            let (piece, feature) = (with_article(&piece.name), with_article(feature));
            return format!("{piece} cannot be deployed on {feature}");
        }
        if feature_kind == FeatureKindId::FIELD && !self.rules().setup.variants.farmers {
            return format!("this game is played without {} on a field", with_article(&piece.name));
        }
        if state.features.claims(segment) > 0 {
            return format!("the {feature} is claimed already");
        }
        format!("an expansion forbids to deploy {} on this {feature}", with_article(&piece.name))
    }
}

fn prompt_name(prompt: &Prompt) -> &'static str {
    match prompt {
        Prompt::Place(_) => "place a tile",
        Prompt::Deploy => "deploy a piece",
        Prompt::Phase(_) => "use an action",
        Prompt::Question(_) => "answer a question",
    }
}
