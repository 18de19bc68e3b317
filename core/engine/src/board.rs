//! The tiles on the table, and the empty cells beside them.
//!
//! The board has no border: cells are kept in a hash map. Empty cells that touch a tile form the
//! *frontier*. Each carries its *demand*, the edge kinds that its neighbours turn to it, packed
//! into one byte a side. Cells of equal demand are filed together, so that the legal placements of
//! a tile are found and counted by comparing the tile with each demand that occurs, not with each
//! cell: the work does not grow with the board.

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::decision::Choice;
use crate::geometry::{Pos, Rotation, Side};
use crate::ruleset::Tile;
use crate::tile::{TileDefId, id};

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
}

const NONE: u32 = u32::MAX;
/// Marks a cell of the map as frontier; the rest is the index in `open`.
const OPEN: u32 = 1 << 31;

/// An empty cell beside a tile.
#[derive(Clone, Copy, Debug)]
struct OpenCell {
    pos: Pos,
    demand: u32,
    class: u32,
    slot: u32,
    neighbours: [u32; 4],
}

/// All open cells of one demand.
#[derive(Clone, Debug)]
struct Class {
    demand: u32,
    cells: SmallVec<[u32; 6]>,
}

/// The tiles on the table.
#[derive(Clone, Debug, Default)]
pub struct Board {
    tiles: Vec<Placed>,
    cells: FxHashMap<Pos, u32>,
    open: Vec<OpenCell>,
    classes: Vec<Class>,
    class_of: FxHashMap<u32, u32>,
}

/// Whether a turned tile meets a demand (BG6): every side that has a neighbour has its edge kind.
#[inline]
const fn fits(code: u32, demand: u32) -> bool {
    // A byte that is not zero becomes 0xff; edge kinds stay below 0x80.
    let asked = ((demand + 0x7f7f_7f7f) & 0x8080_8080) >> 7;
    (code ^ demand) & asked * 0xff == 0
}

impl Board {
    /// A board with room for a number of tiles.
    pub fn with_capacity(tiles: usize) -> Board {
        Board {
            tiles: Vec::with_capacity(tiles),
            cells: FxHashMap::with_capacity_and_hasher(tiles * 2 + 8, FxBuildHasher),
            open: Vec::with_capacity(tiles + 8),
            classes: Vec::with_capacity(64),
            class_of: FxHashMap::default(),
        }
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
        match self.cells.get(&pos) {
            Some(cell) if cell & OPEN == 0 => Some(TileId(*cell)),
            _ => None,
        }
    }

    /// Whether the cell is empty and touches a tile with a side (BG5).
    pub fn is_open(&self, pos: Pos) -> bool {
        self.cells.get(&pos).is_some_and(|cell| cell & OPEN != 0)
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
        match self.cells.get(&pos) {
            Some(cell) if cell & OPEN != 0 => {
                let demand = self.open[(cell & !OPEN) as usize].demand;
                fits(tile.edge_codes[rotation.index() as usize], demand)
            }
            _ => false,
        }
    }

    /// Whether a tile of these edge codes fits between whatever neighbours a cell has, none included.
    pub(crate) fn suits(&self, tile: &Tile, pos: Pos, rotation: Rotation) -> bool {
        match self.cells.get(&pos) {
            None => true,
            Some(_) => self.can_place(tile, pos, rotation),
        }
    }

    /// Whether a tile has any legal place (BG8, BG10).
    pub fn has_place(&self, tile: &Tile) -> bool {
        self.classes.iter().any(|class| {
            !class.cells.is_empty()
                && tile.edge_codes[..tile.rotations as usize].iter().any(|code| fits(*code, class.demand))
        })
    }

    /// The number of legal placements of a tile; turns that look the same count once.
    #[inline]
    pub fn place_count(&self, tile: &Tile) -> usize {
        let codes = &tile.edge_codes[..tile.rotations as usize];
        let mut count = 0;
        for class in &self.classes {
            if class.cells.is_empty() {
                continue;
            }
            let turns = codes.iter().filter(|code| fits(**code, class.demand)).count();
            count += turns * class.cells.len();
        }
        count
    }

    /// The placement at an index below [`Board::place_count`], in an order that is the same for the
    /// same sequence of placements and otherwise not specified.
    #[inline]
    pub fn place_at(&self, tile: &Tile, mut index: usize) -> Option<Choice> {
        let codes = &tile.edge_codes[..tile.rotations as usize];
        for class in &self.classes {
            if class.cells.is_empty() {
                continue;
            }
            for (turn, code) in codes.iter().enumerate() {
                if fits(*code, class.demand) {
                    if let Some(cell) = class.cells.get(index) {
                        let pos = self.open[*cell as usize].pos;
                        return Some(Choice::Place { pos, rotation: Rotation::quarters(turn as u8) });
                    }
                    index -= class.cells.len();
                }
            }
        }
        None
    }

    /// All legal placements of a tile: by row, then column, then turn.
    pub fn places(&self, tile: &Tile) -> Vec<Choice> {
        let mut found = Vec::new();
        for class in &self.classes {
            for (turn, code) in tile.edge_codes[..tile.rotations as usize].iter().enumerate() {
                if fits(*code, class.demand) {
                    let rotation = Rotation::quarters(turn as u8);
                    found.extend(class.cells.iter().map(|cell| (self.open[*cell as usize].pos, rotation)));
                }
            }
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
    ) -> (TileId, [Option<TileId>; 4]) {
        let id = TileId(self.tiles.len() as u32);
        self.tiles.push(Placed { def, pos, rotation, first_segment });
        let before = self.cells.insert(pos, id.0);
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
    fn close(&mut self, index: u32) -> [u32; 4] {
        let cell = self.open[index as usize];
        self.unfile(&cell);
        self.open.swap_remove(index as usize);
        if let Some(moved) = self.open.get(index as usize) {
            self.classes[moved.class as usize].cells[moved.slot as usize] = index;
            let pos = moved.pos;
            self.cells.insert(pos, index | OPEN);
        }
        cell.neighbours
    }

    /// A tile beside a cell turns an edge to it.
    fn demand(&mut self, pos: Pos, side: Side, edge: u32, tile: TileId) {
        let next = self.open.len() as u32;
        let cell = *self.cells.entry(pos).or_insert(next | OPEN);
        let index = cell & !OPEN;
        if index == next {
            self.open.push(OpenCell { pos, demand: 0, class: 0, slot: 0, neighbours: [NONE; 4] });
        } else {
            let old = self.open[index as usize];
            self.unfile(&old);
        }
        let demand = self.open[index as usize].demand | edge << (8 * side as u32);
        let classes = &mut self.classes;
        let class = *self.class_of.entry(demand).or_insert_with(|| {
            classes.push(Class { demand, cells: SmallVec::new() });
            classes.len() as u32 - 1
        });
        let cells = &mut self.classes[class as usize].cells;
        let slot = cells.len() as u32;
        cells.push(index);
        let open = &mut self.open[index as usize];
        open.demand = demand;
        open.class = class;
        open.slot = slot;
        open.neighbours[side as usize] = tile.0;
    }

    /// Takes a cell out of the file of its demand.
    fn unfile(&mut self, cell: &OpenCell) {
        let cells = &mut self.classes[cell.class as usize].cells;
        cells.swap_remove(cell.slot as usize);
        if let Some(moved) = cells.get(cell.slot as usize) {
            self.open[*moved as usize].slot = cell.slot;
        }
    }
}
