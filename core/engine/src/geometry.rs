//! Where things are: cells of the board, sides and ports of a tile, quarter turns.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A cell of the board: `x` grows to the east, `y` to the south. The board has no border (BG12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Pos {
    /// Cells to the east of the start tile.
    pub x: i32,
    /// Cells to the south of the start tile.
    pub y: i32,
}

impl Pos {
    /// The cell of the start tile.
    pub const ORIGIN: Pos = Pos { x: 0, y: 0 };

    /// The cell at `x`, `y`.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Pos {
        Pos { x, y }
    }

    /// The cell that lies across `side`.
    #[inline]
    pub const fn step(self, side: Side) -> Pos {
        let (dx, dy) = side.offset();
        Pos { x: self.x + dx, y: self.y + dy }
    }

    /// The cell `dx` to the east and `dy` to the south.
    #[inline]
    pub const fn offset(self, dx: i32, dy: i32) -> Pos {
        Pos { x: self.x + dx, y: self.y + dy }
    }

    /// The four cells that share a side, clockwise from the north.
    pub fn neighbours(self) -> [Pos; 4] {
        Side::ALL.map(|side| self.step(side))
    }

    /// The eight cells around, row by row from the north-west.
    pub const fn around(self) -> [Pos; 8] {
        [
            self.offset(-1, -1),
            self.offset(0, -1),
            self.offset(1, -1),
            self.offset(-1, 0),
            self.offset(1, 0),
            self.offset(-1, 1),
            self.offset(0, 1),
            self.offset(1, 1),
        ]
    }

    /// The cell after the whole board has been turned about the origin.
    pub const fn rotated(self, rotation: Rotation) -> Pos {
        match rotation.0 {
            0 => self,
            1 => Pos { x: -self.y, y: self.x },
            2 => Pos { x: -self.x, y: -self.y },
            _ => Pos { x: self.y, y: -self.x },
        }
    }
}

impl From<(i32, i32)> for Pos {
    fn from((x, y): (i32, i32)) -> Pos {
        Pos { x, y }
    }
}

impl From<Pos> for (i32, i32) {
    fn from(pos: Pos) -> (i32, i32) {
        (pos.x, pos.y)
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Side {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

impl Side {
    /// All sides, clockwise from the north.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The side with an index of 0 to 3, clockwise from the north; larger indices wrap around.
    #[inline]
    pub const fn from_index(index: u8) -> Side {
        Side::ALL[(index & 3) as usize]
    }

    /// The side that a neighbour turns to this one.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::from_index(self as u8 + 2)
    }

    /// Where this side points after a turn.
    #[inline]
    pub const fn rotated(self, rotation: Rotation) -> Side {
        Side::from_index(self as u8 + rotation.0)
    }

    /// The step across this side, `(east, south)`.
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Side::North => (0, -1),
            Side::East => (1, 0),
            Side::South => (0, 1),
            Side::West => (-1, 0),
        }
    }

    /// The letter of this side: `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Side::North => 'N',
            Side::East => 'E',
            Side::South => 'S',
            Side::West => 'W',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Side {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Side, UnknownName> {
        match text {
            "N" => Ok(Side::North),
            "E" => Ok(Side::East),
            "S" => Ok(Side::South),
            "W" => Ok(Side::West),
            _ => Err(UnknownName { text: text.to_owned(), expected: "a side: N, E, S or W" }),
        }
    }
}

/// A clockwise turn by a number of quarters, 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct Rotation(u8);

impl Rotation {
    /// Not turned.
    pub const NONE: Rotation = Rotation(0);
    /// All turns, the smallest first.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// A turn by `quarters` of a full turn; more than 3 wrap around.
    #[inline]
    pub const fn quarters(quarters: u8) -> Rotation {
        Rotation(quarters & 3)
    }

    /// The number of quarter turns, 0 to 3.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The turn in degrees: 0, 90, 180 or 270.
    pub const fn degrees(self) -> u32 {
        self.0 as u32 * 90
    }

    /// This turn followed by another.
    pub const fn then(self, other: Rotation) -> Rotation {
        Rotation::quarters(self.0 + other.0)
    }

    /// The turn that takes this one back.
    pub const fn inverse(self) -> Rotation {
        Rotation::quarters(4 - self.0)
    }
}

impl From<u8> for Rotation {
    fn from(quarters: u8) -> Rotation {
        Rotation::quarters(quarters)
    }
}

impl From<Rotation> for u8 {
    fn from(rotation: Rotation) -> u8 {
        rotation.0
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One of the twelve places on a tile's border where something can leave it.
///
/// Clockwise from the north side's left: three for each side, left, middle and right, as seen from
/// the tile's centre looking out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Port(u8);

/// Which third of a side a port is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Third {
    /// The half met first when walking the border clockwise.
    Left,
    /// Where roads and rivers cross.
    Middle,
    /// The half met last.
    Right,
}

impl Third {
    /// All thirds, clockwise.
    pub const ALL: [Third; 3] = [Third::Left, Third::Middle, Third::Right];
}

impl Port {
    /// The number of ports of a tile.
    pub const COUNT: u8 = 12;

    /// The port at a third of a side.
    #[inline]
    pub const fn new(side: Side, third: Third) -> Port {
        Port(side as u8 * 3 + third as u8)
    }

    /// The port with an index of 0 to 11; larger indices wrap around.
    #[inline]
    pub const fn from_index(index: u8) -> Port {
        Port(index % Port::COUNT)
    }

    /// All ports, clockwise from the north side's left.
    pub fn all() -> impl Iterator<Item = Port> {
        (0..Port::COUNT).map(Port)
    }

    /// Its index, 0 to 11.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The side on which it lies.
    #[inline]
    pub const fn side(self) -> Side {
        Side::from_index(self.0 / 3)
    }

    /// Its third of that side.
    pub const fn third(self) -> Third {
        Third::ALL[(self.0 % 3) as usize]
    }

    /// Where it is after a turn of the tile.
    #[inline]
    pub const fn rotated(self, rotation: Rotation) -> Port {
        Port((self.0 + 3 * rotation.index()) % Port::COUNT)
    }

    /// The port of the neighbouring tile that it meets: a left half meets a right half.
    #[inline]
    pub const fn opposite(self) -> Port {
        let side = self.side().opposite();
        Port(side as u8 * 3 + 2 - self.0 % 3)
    }
}

impl fmt::Display for Port {
    /// `N` for a middle port, `NL` and `NR` for the halves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = match self.third() {
            Third::Left => "L",
            Third::Middle => "",
            Third::Right => "R",
        };
        write!(f, "{}{half}", self.side())
    }
}

impl FromStr for Port {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Port, UnknownName> {
        let unknown = || UnknownName {
            text: text.to_owned(),
            expected: "a half-side: NL, NR, EL, ER, SL, SR, WL or WR",
        };
        let mut letters = text.chars();
        let side = letters.next().map(String::from).unwrap_or_default();
        let side: Side = side.parse().map_err(|_| unknown())?;
        let third = match letters.as_str() {
            "L" => Third::Left,
            "" => Third::Middle,
            "R" => Third::Right,
            _ => return Err(unknown()),
        };
        Ok(Port::new(side, third))
    }
}

/// A set of ports.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PortSet(u16);

impl PortSet {
    /// No port.
    pub const EMPTY: PortSet = PortSet(0);
    /// All twelve.
    pub const ALL: PortSet = PortSet(0xfff);

    /// All three ports of a side.
    pub const fn side(side: Side) -> PortSet {
        PortSet(0b111 << (side as u8 * 3))
    }

    /// Whether a port is in the set.
    #[inline]
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port.index() & 1 == 1
    }

    /// The set with one port more.
    #[inline]
    #[must_use]
    pub const fn with(self, port: Port) -> PortSet {
        PortSet(self.0 | 1 << port.index())
    }

    /// The ports of either set.
    #[must_use]
    pub const fn union(self, other: PortSet) -> PortSet {
        PortSet(self.0 | other.0)
    }

    /// The ports that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: PortSet) -> PortSet {
        PortSet(self.0 & other.0)
    }

    /// The ports of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: PortSet) -> PortSet {
        PortSet(self.0 & !other.0)
    }

    /// Whether no port is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of ports.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The set after a turn of the tile.
    #[must_use]
    pub const fn rotated(self, rotation: Rotation) -> PortSet {
        let by = 3 * rotation.index() as u32;
        PortSet((self.0 << by | self.0 >> ((12 - by) % 12)) & 0xfff)
    }

    /// The ports, clockwise from the north side's left.
    pub fn iter(self) -> impl Iterator<Item = Port> {
        Port::all().filter(move |port| self.contains(*port))
    }

    /// The sides on which it has a port, clockwise from the north.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| !self.intersection(PortSet::side(*side)).is_empty())
    }
}

impl FromIterator<Port> for PortSet {
    fn from_iter<I: IntoIterator<Item = Port>>(ports: I) -> PortSet {
        ports.into_iter().fold(PortSet::EMPTY, PortSet::with)
    }
}

impl fmt::Debug for PortSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.iter().map(|port| port.to_string()).collect();
        write!(f, "PortSet({})", names.join(" "))
    }
}

/// A text that should have named something and did not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct UnknownName {
    /// The text.
    pub text: String,
    /// What was expected, with an article.
    pub expected: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_meet_crosswise() {
        let met = |text: &str| text.parse::<Port>().unwrap().opposite().to_string();
        assert_eq!(met("NL"), "SR");
        assert_eq!(met("NR"), "SL");
        assert_eq!(met("EL"), "WR");
        assert_eq!(met("E"), "W");
    }

    #[test]
    fn four_quarters_are_none() {
        for port in Port::all() {
            let turned = (0..4).fold(port, |port, _| port.rotated(Rotation::quarters(1)));
            assert_eq!(turned, port);
        }
        let set: PortSet = ["NL", "E", "SR"].iter().map(|p| p.parse().unwrap()).collect();
        for rotation in Rotation::ALL {
            let expected: PortSet = set.iter().map(|port| port.rotated(rotation)).collect();
            assert_eq!(set.rotated(rotation), expected);
            assert_eq!(set.rotated(rotation).rotated(rotation.inverse()), set);
        }
    }

    #[test]
    fn turning_the_board_turns_its_steps() {
        for rotation in Rotation::ALL {
            for side in Side::ALL {
                let pos = Pos::new(3, -2);
                assert_eq!(
                    pos.step(side).rotated(rotation),
                    pos.rotated(rotation).step(side.rotated(rotation))
                );
            }
        }
    }

    #[test]
    fn names_are_read_or_explained() {
        assert_eq!("WR".parse::<Port>().unwrap(), Port::new(Side::West, Third::Right));
        let error = "WX".parse::<Port>().unwrap_err();
        assert!(error.to_string().starts_with("`WX` is not a half-side"));
        assert!("Q".parse::<Side>().is_err());
    }
}
