//! Drawing a tile.

use smallvec::smallvec;

use crate::decision::Item;
use crate::event::{Event, EventKind};
use crate::filter::About;
use crate::host::{HandlerError, Query, QueryKind};
use crate::luck::{Chance, settled_draw};
use crate::rules::{Step, Table};
use crate::ruleset::PhaseKind;
use crate::scene::Scene;
use crate::state::Task;
use crate::tile::TileDefId;

impl Table<'_> {
    /// BG5, BG8, BG9: draws until a tile has a legal place or the stack is empty.
    #[inline]
    pub(super) fn draw(&mut self) -> Step {
        let player = self.scene.state.active;
        self.state().deed = None;
        while let Some(tile) = self.draw_one()? {
            // Whoever is asked about places sees the tile in hand.
            self.state().hand = Some(tile);
            if self.has_place(tile)? {
                self.state().placed = None;
                if self.scene.wants(EventKind::TileDrawn) {
                    self.scene.raise_last(Event::TileDrawn { player, tile });
                }
                self.next_phase();
                return Ok(());
            }
            // BG10: only a tile without any legal place leaves the game.
            self.state().hand = None;
            self.discard(tile, false);
            if self.scene.wants(EventKind::TileDiscarded) {
                // Whoever hears of it may have a say in what is drawn next.
                let draw = self.phase_of(PhaseKind::Draw);
                self.then(Task::Phase(draw));
                return Ok(());
            }
        }
        if self.scene.state.placed.is_some() {
            // Another part of the turn, and no tile is left for it.
            let end = self.phase_of(PhaseKind::TurnEnd);
            self.then(Task::Phase(end));
        } else {
            self.then(Task::FinalFeatures);
        }
        Ok(())
    }

    pub(super) fn discard(&mut self, tile: TileDefId, had_place: bool) {
        let player = self.scene.state.active;
        if self.scene.wants(EventKind::TileDiscarded) {
            self.scene.raise_last(Event::TileDiscarded { player, tile, had_place });
        }
    }

    /// Takes a tile from the stack: the one that was settled beforehand, the one that a rule put on
    /// top, or a random one.
    #[inline]
    fn draw_one(&mut self) -> Result<Option<TileDefId>, HandlerError> {
        self.scene.write();
        let filtered = self.scene.subscriptions.answers(QueryKind::AllowDraw);
        let Scene { state, forced, .. } = &mut **self.scene;
        let settled = settled_draw(forced, |tile| state.stack.count(tile) > 0);
        let on_top = state.take_from_top(settled);
        let settled = settled.or(on_top);
        let drawn = match settled {
            Some(tile) => {
                state.luck.skip();
                Some(tile)
            }
            None if state.stack.is_empty() => None,
            None if filtered => self.draw_filtered()?,
            None => state.stack.nth(state.luck.below(state.stack.drawable())),
        };
        if let Some(tile) = drawn {
            self.scene.state.stack.take(tile);
            self.scene.chances.push(Chance::Draw(tile));
        }
        Ok(drawn)
    }

    /// A random tile of those that expansions allow; where they allow none, of all.
    fn draw_filtered(&mut self) -> Result<Option<TileDefId>, HandlerError> {
        let player = self.scene.state.active;
        let left: Vec<(TileDefId, u16)> = self.scene.state.stack.next_stage().collect();
        let mut allowed = Vec::new();
        for (tile, count) in &left {
            let kind = QueryKind::AllowDraw;
            let fields = smallvec![Item::Player(player), Item::TileDef(*tile)];
            if self.allowed(kind, |_| About::tile(*tile), || Query { kind, fields })? {
                allowed.push((*tile, *count));
            }
        }
        let candidates = if allowed.is_empty() { left } else { allowed };
        let total: u32 = candidates.iter().map(|(_, count)| u32::from(*count)).sum();
        let mut index = self.scene.state.luck.below(total);
        for (tile, count) in candidates {
            if index < u32::from(count) {
                return Ok(Some(tile));
            }
            index -= u32::from(count);
        }
        Ok(None)
    }

    /// Whether a tile has any legal place. Notes how many, turn by turn.
    #[inline]
    pub(super) fn has_place(&mut self, tile: TileDefId) -> Result<bool, HandlerError> {
        let counts = self.scene.state.board.place_counts(self.scene.rules.tile(tile));
        let state = self.state();
        state.places = counts;
        state.places_of = state.board.tiles().len();
        let has_place = counts != [0; 4];
        if has_place && self.scene.is_asked_where(tile) {
            return Ok(!self.allowed_places(tile, 1)?.is_empty());
        }
        Ok(has_place)
    }
}
