//! Placing the tile in hand.

use crate::decision::{Choice, Prompt};
use crate::event::{Event, EventKind};
use crate::filter::About;
use crate::geometry::{Pos, Rotation};
use crate::host::{HandlerError, Query, QueryKind};
use crate::rules::{Step, Table};
use crate::ruleset::PhaseKind;
use crate::state::Task;
use crate::tile::TileDefId;

impl Table<'_> {
    /// BG5 to BG7, BG11: any cell that touches a tile, in any turn in which all touching sides match.
    ///
    /// The options are listed only where an expansion has a say; otherwise the board knows them.
    #[inline]
    pub(super) fn offer_places(&mut self) -> Step {
        let Some(tile) = self.scene.state.hand else {
            self.next_phase();
            return Ok(());
        };
        let listed = self.scene.is_asked_where(tile);
        let places = if listed { self.allowed_places(tile, usize::MAX)? } else { Vec::new() };
        // BG8: something that an expansion did since the draw may have taken the last place.
        let lost = match listed {
            true => places.is_empty(),
            false if self.scene.state.places_of == self.scene.state.board.tiles().len() => false,
            false => !self.has_place(tile)?,
        };
        if lost {
            self.state().hand = None;
            self.discard(tile, true);
            let draw = self.phase_of(PhaseKind::Draw);
            self.then(Task::Phase(draw));
            return Ok(());
        }
        let state = self.state();
        state.options = places;
        state.prompt = Some(Prompt::Place(tile));
        Ok(())
    }

    /// The first `most` placements of a tile that no expansion forbids.
    pub(super) fn allowed_places(
        &mut self,
        tile: TileDefId,
        most: usize,
    ) -> Result<Vec<Choice>, HandlerError> {
        let player = self.scene.state.active;
        let mut places = Vec::new();
        for choice in self.scene.state.board.places(self.scene.rules.tile(tile)) {
            let Choice::Place { pos, rotation } = choice else { continue };
            let query = || Query::placement(player, tile, pos, rotation);
            if self.allowed(QueryKind::AllowPlacement, |_| About::tile(tile), query)? {
                places.push(choice);
            }
            if places.len() == most {
                break;
            }
        }
        Ok(places)
    }

    #[inline]
    pub(super) fn place(&mut self, pos: Pos, rotation: Rotation) {
        let Some(tile) = self.state().hand.take() else { return };
        let id = self.scene.lay(tile, pos, rotation);
        let state = self.state();
        state.placed = Some(id);
        let player = state.active;
        if self.scene.wants(EventKind::TilePlaced) {
            self.scene.raise_last(Event::TilePlaced { player, tile: id });
        }
        self.next_phase();
    }
}
