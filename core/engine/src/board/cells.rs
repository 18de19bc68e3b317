//! What lies on each cell of a board without borders.
//!
//! The cells near the origin are a flat window, which holds nearly every game of one box; all
//! others are in a hash map, so that neither a long road nor a huge board costs more than it holds.

use rustc_hash::FxHashMap;

use crate::geometry::Pos;

/// Half the width of the window.
const REACH: i32 = 16;
const WIDTH: u32 = 2 * REACH as u32;
/// An entry of the window where there is nothing.
const NOTHING: u32 = u32::MAX;

/// One number for each cell that has one; never `u32::MAX`.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// Empty until a cell of it is set.
    near: Vec<u32>,
    far: FxHashMap<Pos, u32>,
}

/// The place of a cell in the window.
#[inline]
const fn window(pos: Pos) -> Option<usize> {
    let (x, y) = (pos.x.wrapping_add(REACH) as u32, pos.y.wrapping_add(REACH) as u32);
    if x < WIDTH && y < WIDTH { Some((y * WIDTH + x) as usize) } else { None }
}

impl Cells {
    /// The number of a cell.
    #[inline]
    pub fn get(&self, pos: Pos) -> Option<u32> {
        match window(pos) {
            Some(at) => self.near.get(at).copied().filter(|cell| *cell != NOTHING),
            None => self.far.get(&pos).copied(),
        }
    }

    /// Gives a cell a number, and returns the one that it had.
    #[inline]
    pub fn set(&mut self, pos: Pos, cell: u32) -> Option<u32> {
        match window(pos) {
            Some(at) => {
                if self.near.is_empty() {
                    self.near = vec![NOTHING; (WIDTH * WIDTH) as usize];
                }
                Some(std::mem::replace(&mut self.near[at], cell)).filter(|cell| *cell != NOTHING)
            }
            None => self.far.insert(pos, cell),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_near_and_far_are_kept_apart() {
        let mut cells = Cells::default();
        let places = [(0, 0), (-16, -16), (15, 15), (16, 0), (-17, 3), (0, 16), (i32::MAX, 0), (0, i32::MIN)];
        let places = places.map(|(x, y)| Pos::new(x, y));
        for (at, pos) in places.iter().enumerate() {
            assert_eq!(cells.get(*pos), None);
            assert_eq!(cells.set(*pos, at as u32), None);
        }
        for (at, pos) in places.iter().enumerate() {
            assert_eq!(cells.get(*pos), Some(at as u32), "{pos}");
            assert_eq!(cells.set(*pos, 99), Some(at as u32), "{pos}");
        }
    }
}
