//! Open cells, filed by what they demand of a tile.
//!
//! A demand packs the edge kinds that the neighbours turn to a cell into one byte a side, 0 where
//! there is no neighbour. However large the board is, only few demands occur: whether and how often
//! a tile fits is found by comparing it with each of them, not with each cell.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The cells of each demand that ever occurred.
#[derive(Clone, Debug, Default)]
pub(super) struct Demands {
    classes: Vec<Class>,
    /// The cells of each class.
    cells: Vec<SmallVec<[u32; 4]>>,
    index: FxHashMap<u32, u32>,
}

/// A demand, and how many cells have it. Apart from the cells, so that a scan runs over numbers.
#[derive(Clone, Copy, Debug)]
struct Class {
    demand: u32,
    /// 0xff for each side that has a neighbour.
    asked: u32,
    count: u32,
}

/// Where a cell is filed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filed {
    class: u32,
    slot: u32,
}

/// 0xff for each byte that is not zero. Edge kinds stay below 0x80.
#[inline]
const fn asked(demand: u32) -> u32 {
    (((demand + 0x7f7f_7f7f) & 0x8080_8080) >> 7) * 0xff
}

/// Whether a turned tile meets a demand (BG6): every side that has a neighbour has its edge kind.
#[inline]
pub(super) const fn fits(code: u32, demand: u32) -> bool {
    (code ^ demand) & asked(demand) == 0
}

impl Demands {
    /// How many cells a tile fits in each of four turns.
    #[inline]
    pub fn counts(&self, codes: &[u32; 4]) -> [u32; 4] {
        let mut totals = [0; 4];
        for class in &self.classes {
            let Class { demand, asked, count } = *class;
            for (total, code) in totals.iter_mut().zip(codes) {
                // All ones where it fits, instead of a branch: the four turns are done at once.
                let mask = u32::from((code ^ demand) & asked == 0).wrapping_neg();
                *total += mask & count;
            }
        }
        totals
    }

    /// The cells that a turned tile fits, demand by demand.
    #[inline]
    pub fn fitting(&self, code: u32) -> impl Iterator<Item = &[u32]> {
        self.classes
            .iter()
            .zip(&self.cells)
            .filter(move |(class, _)| (code ^ class.demand) & class.asked == 0)
            .map(|(_, cells)| cells.as_slice())
    }

    /// Files a cell.
    #[inline]
    pub fn file(&mut self, cell: u32, demand: u32) -> Filed {
        let class = *self.index.entry(demand).or_insert_with(|| {
            self.classes.push(Class { demand, asked: asked(demand), count: 0 });
            self.cells.push(SmallVec::new());
            self.cells.len() as u32 - 1
        });
        self.classes[class as usize].count += 1;
        let cells = &mut self.cells[class as usize];
        cells.push(cell);
        Filed { class, slot: cells.len() as u32 - 1 }
    }

    /// Takes a cell out. Returns the cell that took its slot, if one did.
    #[inline]
    pub fn unfile(&mut self, filed: Filed) -> Option<u32> {
        self.classes[filed.class as usize].count -= 1;
        let cells = &mut self.cells[filed.class as usize];
        cells.swap_remove(filed.slot as usize);
        cells.get(filed.slot as usize).copied()
    }

    /// A filed cell has another number now.
    #[inline]
    pub fn renumber(&mut self, filed: Filed, cell: u32) {
        self.cells[filed.class as usize][filed.slot as usize] = cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_without_a_neighbour_demands_nothing() {
        assert_eq!(asked(0x0003_0001), 0x00ff_00ff);
        assert_eq!(asked(0x7f00_0000), 0xff00_0000);
        assert!(fits(0x0102_0301, 0));
        assert!(fits(0x0102_0301, 0x0002_0001));
        assert!(!fits(0x0102_0301, 0x0002_0002));
    }

    #[test]
    fn cells_are_found_by_what_they_demand() {
        let mut demands = Demands::default();
        let first = demands.file(10, 0x01);
        demands.file(11, 0x01);
        let other = demands.file(12, 0x02);
        assert_eq!(demands.counts(&[0x0101, 0x02, 0x03, 0x0102]), [2, 1, 0, 1]);
        assert_eq!(demands.unfile(first), Some(11));
        assert_eq!(demands.unfile(other), None);
        assert_eq!(demands.fitting(0x01).flatten().collect::<Vec<_>>(), [&11]);
        assert_eq!(demands.counts(&[0x01, 0x02, 0, 0]), [1, 0, 0, 0]);
    }
}
