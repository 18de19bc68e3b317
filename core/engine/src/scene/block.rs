//! Several tiles that are placed as one.

use std::sync::Arc;

use crate::board::TileId;
use crate::decision::Item;
use crate::event::Event;
use crate::geometry::{Pos, Rotation};

use super::{EffectError, Scene};

impl Scene {
    /// Where a block can be placed, in all turns or in one: by row, column and turn. All its cells must
    /// be empty, at least one must touch a tile, and every touching edge must match.
    pub fn block_places(&self, block: u16, turn: Option<Rotation>) -> Vec<(Pos, Rotation)> {
        let board = &self.state.board;
        let cells = &self.rules.blocks[block as usize];
        let mut found = Vec::new();
        for open in board.frontier() {
            for rotation in
                Rotation::ALL.into_iter().filter(|rotation| turn.is_none_or(|turn| turn == *rotation))
            {
                for (index, (offset, _)) in cells.iter().enumerate() {
                    let turned = offset.rotated(rotation);
                    let pos = open.offset(-turned.x, -turned.y);
                    // Each place is found by the first of its cells that touches a tile.
                    let by_an_earlier = cells[..index]
                        .iter()
                        .any(|(offset, _)| board.is_open(cell_of(pos, rotation, *offset)));
                    if !by_an_earlier && self.block_fits(block, pos, rotation) {
                        found.push((pos, rotation));
                    }
                }
            }
        }
        found.sort_unstable_by_key(|(pos, rotation)| (pos.y, pos.x, *rotation));
        found
    }

    fn block_fits(&self, block: u16, pos: Pos, rotation: Rotation) -> bool {
        let board = &self.state.board;
        let cell = |offset: Pos| cell_of(pos, rotation, offset);
        let cells = &self.rules.blocks[block as usize];
        cells.iter().any(|(offset, _)| board.is_open(cell(*offset)))
            && cells.iter().all(|(offset, tile)| {
                let at = cell(*offset);
                board.at(at).is_none() && board.suits(self.rules.tile(*tile), at, rotation)
            })
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

/// The cell of a block that is placed at a position.
fn cell_of(pos: Pos, rotation: Rotation, offset: Pos) -> Pos {
    let turned = offset.rotated(rotation);
    pos.offset(turned.x, turned.y)
}
