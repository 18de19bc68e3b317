//! Several tiles that are placed as one.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::TileId;
use crate::decision::Item;
use crate::event::Event;
use crate::geometry::{Pos, Rotation};
use crate::tile::TileDefId;

use super::{EffectError, Scene};

impl Scene {
    /// Where a block can be placed, in all turns or in one: by row, column and turn. All its cells must
    /// be empty, at least one must touch a tile, and every touching edge must match.
    pub fn block_places(&self, block: u16, turn: Option<Rotation>) -> Vec<(Pos, Rotation)> {
        let mut found = Vec::new();
        self.each_block_place(block, turn, |pos, rotation| {
            found.push((pos, rotation));
            true
        });
        found.sort_unstable_by_key(|(pos, rotation)| (pos.y, pos.x, *rotation));
        found
    }

    /// Whether a block can be placed anywhere.
    pub fn has_block_place(&self, block: u16) -> bool {
        let mut has_one = false;
        self.each_block_place(block, None, |_, _| {
            has_one = true;
            false
        });
        has_one
    }

    /// The places of a block in no certain order, as long as more are wanted.
    fn each_block_place(
        &self,
        block: u16,
        turn: Option<Rotation>,
        mut wants_more: impl FnMut(Pos, Rotation) -> bool,
    ) {
        let board = &self.state.board;
        for rotation in Rotation::ALL.into_iter().filter(|rotation| turn.is_none_or(|turn| turn == *rotation))
        {
            let cells = self.turned_block(block, rotation);
            for (index, (offset, code)) in cells.iter().enumerate() {
                let (earlier, later) = (&cells[..index], &cells[index + 1..]);
                for open in board.fitting(*code) {
                    let pos = open.offset(-offset.x, -offset.y);
                    let at = |offset: Pos| pos.offset(offset.x, offset.y);
                    // Each place is found by the first of its cells that touches a tile.
                    let fits = earlier.iter().all(|(offset, _)| board.is_untouched(at(*offset)))
                        && later.iter().all(|(offset, code)| board.suits(*code, at(*offset)));
                    if fits && !wants_more(pos, rotation) {
                        return;
                    }
                }
            }
        }
    }

    /// The cells of a block that is turned, from its first one, each with the edge code of its tile.
    fn turned_block(&self, block: u16, rotation: Rotation) -> SmallVec<[(Pos, u32); 4]> {
        let cells = self.rules.blocks[block as usize].iter();
        let turned = |(offset, tile): &(Pos, TileDefId)| {
            (offset.rotated(rotation), self.rules.tile(*tile).edge_codes[rotation.index() as usize])
        };
        cells.map(turned).collect()
    }

    fn block_fits(&self, block: u16, pos: Pos, rotation: Rotation) -> bool {
        let board = &self.state.board;
        let at = |offset: Pos| pos.offset(offset.x, offset.y);
        let cells = self.turned_block(block, rotation);
        cells.iter().any(|(offset, _)| board.is_open(at(*offset)))
            && cells.iter().all(|(offset, code)| board.suits(*code, at(*offset)))
    }

    /// Places a block.
    ///
    /// # Errors
    ///
    /// When it does not fit there.
    pub fn place_block(
        &mut self,
        block: u16,
        pos: Pos,
        rotation: Rotation,
    ) -> Result<Vec<TileId>, EffectError> {
        if !self.block_fits(block, pos, rotation) {
            let block = self.rules.setup.blocks[block as usize].id.clone();
            return Err(EffectError::BlockDoesNotFit { block, pos });
        }
        let rules = Arc::clone(&self.rules);
        let mut tiles = Vec::new();
        for (offset, tile) in &rules.blocks[block as usize] {
            let turned = offset.rotated(rotation);
            let id = self.lay(*tile, pos.offset(turned.x, turned.y), rotation);
            self.write().extra_mut().blocks.insert(id.0, block);
            tiles.push(id);
        }
        let items = tiles.iter().map(|id| Item::Tile(*id)).collect();
        let player = self.state.active;
        self.raise(Event::BlockPlaced { player, block, tiles: items });
        Ok(tiles)
    }
}
