//! Events that wait to be heard, under other rules.

use std::sync::Arc;

use crate::decision::Item;
use crate::event::{Award, Event, Source};

use super::names::Names;

impl Names<'_> {
    pub fn event(&mut self, event: &Event) -> Option<Event> {
        Some(match event {
            Event::PhaseEntered { phase, player } => {
                Event::PhaseEntered { phase: self.phase(*phase)?, player: *player }
            }
            Event::TileDrawn { player, tile } => {
                Event::TileDrawn { player: *player, tile: self.tile(*tile, "it was drawn")? }
            }
            Event::TileDiscarded { player, tile, had_place } => {
                let tile = self.tile(*tile, "it was discarded")?;
                Event::TileDiscarded { player: *player, tile, had_place: *had_place }
            }
            Event::BlockPlaced { player, block, tiles } => {
                Event::BlockPlaced { player: *player, block: self.block(*block)?, tiles: tiles.clone() }
            }
            Event::PieceDeployed { player, piece, feature } => {
                Event::PieceDeployed { player: *player, piece: self.piece(*piece)?, feature: *feature }
            }
            Event::PieceMoved { piece, from, to } => {
                Event::PieceMoved { piece: self.piece(*piece)?, from: self.item(from)?, to: self.item(to)? }
            }
            Event::PieceReturned { piece, from } => {
                Event::PieceReturned { piece: self.piece(*piece)?, from: self.item(from)? }
            }
            Event::FeatureScored { feature, complete, winners, points } => Event::FeatureScored {
                feature: *feature,
                complete: *complete,
                winners: self.items(winners)?,
                points: *points,
            },
            Event::PointsAwarded(award) => Event::PointsAwarded(self.award(award)?),
            Event::GameEnded { winners } => Event::GameEnded { winners: self.items(winners)? },
            Event::Custom { name, data, subject } => {
                Event::Custom { name: name.clone(), data: data.clone(), subject: self.item(subject)? }
            }
            Event::GameStarted
            | Event::TurnStarted { .. }
            | Event::TilePlaced { .. }
            | Event::FeaturesJoined { .. }
            | Event::FeatureCompleted { .. }
            | Event::PlacementScored { .. }
            | Event::TurnEnded { .. }
            | Event::FinalScoring => event.clone(),
        })
    }

    fn items(&mut self, items: &Arc<[Item]>) -> Option<Arc<[Item]>> {
        let items: Option<Vec<Item>> = items.iter().map(|item| self.item(item)).collect();
        items.map(Into::into)
    }

    fn award(&mut self, award: &Award) -> Option<Award> {
        let source = match &award.source {
            Source::Feature(kind) => Source::Feature(self.feature_kind(*kind)?),
            Source::Rule(name) => Source::Rule(name.clone()),
        };
        Some(Award { source, ..award.clone() })
    }
}
