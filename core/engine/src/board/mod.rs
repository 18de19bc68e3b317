//! The tiles on the table, and the empty cells beside them.
//!
//! The board has no border. Empty cells that touch a tile form the *frontier*. Each carries its
//! *demand*: what its neighbours turn to it. The legal placements of a tile are found by demand, so
//! that the work does not grow with the board.

mod cells;
mod demands;

use crate::decision::Choice;
use crate::geometry::{Pos, Rotation, Side};
use crate::ruleset::{Carried, Tile};
use crate::tile::{TileDefId, id};

use cells::Cells;
use demands::{Demands, Filed, fits};

id!(
    /// A tile on the board, counted in the order of placement.
    TileId(u32)
);

/// A tile that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which tile.
    pub def: TileDefId,
    /// Where.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
    /// The id of its first segment; the others follow in the order of the definition.
    pub first_segment: u32,
    /// The number of the turn in which it came there.
    pub since: u32,
}

const NONE: u32 = u32::MAX;
/// Marks a cell as frontier; the rest is the index in `open`.
const OPEN: u32 = 1 << 31;

/// An empty cell beside a tile.
#[derive(Clone, Copy, Debug)]
struct OpenCell {
    pos: Pos,
    demand: u32,
    filed: Filed,
    neighbours: [u32; 4],
}

/// The tiles on the table.
#[derive(Clone, Debug, Default)]
pub struct Board {
    tiles: Vec<Placed>,
    cells: Cells,
    open: Vec<OpenCell>,
    demands: Demands,
    /// What all tiles together carry.
    carried: Carried,
}

/// How many legal placements a tile has in each of its turns.
pub type PlaceCounts = [u32; 4];

impl Board {
    /// A board with room for a number of tiles.
    pub fn with_capacity(tiles: usize) -> Board {
        Board { tiles: Vec::with_capacity(tiles), open: Vec::with_capacity(tiles + 8), ..Board::default() }
    }

    /// All tiles, in the order of placement.
    pub fn tiles(&self) -> &[Placed] {
        &self.tiles
    }

    /// A tile.
    #[inline]
    pub fn tile(&self, id: TileId) -> &Placed {
        &self.tiles[id.index()]
    }

    /// The tile on a cell.
    #[inline]
    pub fn at(&self, pos: Pos) -> Option<TileId> {
        self.cells.get(pos).filter(|cell| cell & OPEN == 0).map(TileId)
    }

    /// What all tiles together carry.
    pub(crate) fn carried(&self) -> &Carried {
        &self.carried
    }

    /// Whether the cell is empty and touches a tile with a side (BG5).
    pub fn is_open(&self, pos: Pos) -> bool {
        self.cells.get(pos).is_some_and(|cell| cell & OPEN != 0)
    }

    /// The empty cells that touch a tile, row by row.
    pub fn frontier(&self) -> Vec<Pos> {
        let mut cells: Vec<Pos> = self.open.iter().map(|cell| cell.pos).collect();
        cells.sort_unstable_by_key(|pos| (pos.y, pos.x));
        cells
    }

    /// The tile across a side.
    pub fn neighbour(&self, pos: Pos, side: Side) -> Option<TileId> {
        self.at(pos.step(side))
    }

    /// The tiles on the eight cells around, row by row.
    pub fn around(&self, pos: Pos) -> impl Iterator<Item = TileId> + '_ {
        pos.around().into_iter().filter_map(|pos| self.at(pos))
    }

    /// The box around all tiles: the north-west and the south-east cell.
    pub fn bounds(&self) -> (Pos, Pos) {
        let mut low = Pos::new(i32::MAX, i32::MAX);
        let mut high = Pos::new(i32::MIN, i32::MIN);
        for tile in &self.tiles {
            low = Pos::new(low.x.min(tile.pos.x), low.y.min(tile.pos.y));
            high = Pos::new(high.x.max(tile.pos.x), high.y.max(tile.pos.y));
        }
        if self.tiles.is_empty() { (Pos::ORIGIN, Pos::ORIGIN) } else { (low, high) }
    }

    /// Whether a tile may be placed here, turned so (BG5, BG6).
    #[inline]
    pub fn can_place(&self, tile: &Tile, pos: Pos, rotation: Rotation) -> bool {
        match self.cells.get(pos) {
            Some(cell) if cell & OPEN != 0 => {
                let demand = self.open[(cell & !OPEN) as usize].demand;
                fits(tile.edge_codes[rotation.index() as usize], demand)
            }
            _ => false,
        }
    }

    /// Whether a tile of this edge code fits on a cell, between whatever neighbours it has, none included.
    #[inline]
    pub(crate) fn suits(&self, code: u32, pos: Pos) -> bool {
        match self.cells.get(pos) {
            None => true,
            Some(cell) => cell & OPEN != 0 && fits(code, self.open[(cell & !OPEN) as usize].demand),
        }
    }

    /// The frontier's cells that a tile of this edge code fits, in no order that is promised.
    pub(crate) fn fitting(&self, code: u32) -> impl Iterator<Item = Pos> {
        self.demands.fitting(code).flatten().map(|cell| self.open[*cell as usize].pos)
    }

    /// Whether the cell is empty and touches no tile with a side.
    #[inline]
    pub(crate) fn is_untouched(&self, pos: Pos) -> bool {
        self.cells.get(pos).is_none()
    }

    /// The number of legal placements of a tile, turn by turn; turns that look the same count once.
    /// All 0 means that the tile has no place (BG8, BG10).
    #[inline]
    pub fn place_counts(&self, tile: &Tile) -> PlaceCounts {
        let mut counts = self.demands.counts(&tile.edge_codes);
        counts[tile.rotations as usize..].fill(0);
        counts
    }

    /// The placement at an index below the sum of [`Board::place_counts`], which are given: turn by
    /// turn, and within one turn in an order that is the same for the same sequence of placements
    /// and otherwise not specified.
    #[inline]
    pub fn place_at(&self, tile: &Tile, counts: &PlaceCounts, index: usize) -> Option<Choice> {
        let mut index = index;
        for (turn, code) in tile.distinct_codes().iter().enumerate() {
            let count = counts[turn] as usize;
            if index >= count {
                index -= count;
                continue;
            }
            for cells in self.demands.fitting(*code) {
                if let Some(cell) = cells.get(index) {
                    let pos = self.open[*cell as usize].pos;
                    return Some(Choice::Place { pos, rotation: Rotation::quarters(turn as u8) });
                }
                index -= cells.len();
            }
        }
        None
    }

    /// All legal placements of a tile: by row, then column, then turn.
    pub fn places(&self, tile: &Tile) -> Vec<Choice> {
        let mut found = Vec::new();
        for (turn, code) in tile.distinct_codes().iter().enumerate() {
            let rotation = Rotation::quarters(turn as u8);
            let cells = self.demands.fitting(*code).flatten();
            found.extend(cells.map(|cell| (self.open[*cell as usize].pos, rotation)));
        }
        found.sort_unstable_by_key(|(pos, rotation)| (pos.y, pos.x, *rotation));
        found.into_iter().map(|(pos, rotation)| Choice::Place { pos, rotation }).collect()
    }

    /// Puts a tile down without asking whether it fits, and returns its id and its neighbours.
    ///
    /// The cell must not hold a tile.
    pub(crate) fn place(
        &mut self,
        tile: &Tile,
        def: TileDefId,
        pos: Pos,
        rotation: Rotation,
        first_segment: u32,
        since: u32,
    ) -> (TileId, [Option<TileId>; 4]) {
        let id = TileId(self.tiles.len() as u32);
        self.tiles.push(Placed { def, pos, rotation, first_segment, since });
        self.carried.add(&tile.carried);
        let before = self.cells.set(pos, id.0);
        let neighbours = match before {
            Some(cell) => self.close(cell & !OPEN),
            None => [NONE; 4],
        };
        let code = tile.edge_codes[rotation.index() as usize];
        for side in Side::ALL {
            if neighbours[side as usize] == NONE {
                let edge = (code >> (8 * side as u32)) & 0xff;
                self.demand(pos.step(side), side.opposite(), edge, id);
            }
        }
        (id, neighbours.map(|tile| (tile != NONE).then_some(TileId(tile))))
    }

    /// Takes an open cell off the frontier and returns its neighbours.
    #[inline]
    fn close(&mut self, index: u32) -> [u32; 4] {
        let cell = self.open[index as usize];
        self.unfile(cell.filed);
        self.open.swap_remove(index as usize);
        if let Some(moved) = self.open.get(index as usize) {
            self.demands.renumber(moved.filed, index);
            self.cells.set(moved.pos, index | OPEN);
        }
        cell.neighbours
    }

    /// A tile beside a cell turns an edge to it.
    #[inline]
    fn demand(&mut self, pos: Pos, side: Side, edge: u32, tile: TileId) {
        let index = match self.cells.get(pos) {
            Some(cell) => {
                self.unfile(self.open[(cell & !OPEN) as usize].filed);
                cell & !OPEN
            }
            None => {
                let next = self.open.len() as u32;
                self.cells.set(pos, next | OPEN);
                self.open.push(OpenCell { pos, demand: 0, filed: Filed::default(), neighbours: [NONE; 4] });
                next
            }
        };
        let open = &mut self.open[index as usize];
        open.demand |= edge << (8 * side as u32);
        open.filed = self.demands.file(index, open.demand);
        open.neighbours[side as usize] = tile.0;
    }

    /// Takes a cell out of the file of its demand.
    #[inline]
    fn unfile(&mut self, filed: Filed) {
        if let Some(moved) = self.demands.unfile(filed) {
            self.open[moved as usize].filed = filed;
        }
    }
}
