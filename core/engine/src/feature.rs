//! Features: segments joined across tiles.
//!
//! A union-find forest in one flat array. Each set is also a ring (`next`), so that the segments of
//! a feature can be walked without an index. What changes at every placement is kept at the root:
//! open ends and occupants. What is asked for only when a feature is scored (tiles, attributes) is
//! found by walking the ring.

use smallvec::SmallVec;

use crate::board::{Board, Placed, TileId};
use crate::geometry::{Port, Side, Third};
use crate::piece::{Location, Piece};
use crate::ruleset::Ruleset;
use crate::tile::{AttributeId, AttributeMerge, Completion, FeatureKindId, NO_SEGMENT, SegmentDef, id};

id!(
    /// A segment on the board. It also stands for the feature to which it belongs.
    SegmentId(u32)
);

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    next: u32,
    size: u32,
    tile: u32,
    /// Root only: joints without a neighbour, or empty cells around.
    open: i32,
    /// Root only: pieces of any class.
    pieces: u16,
    /// Root only: pieces that claim.
    claims: u16,
    local: u8,
    kind: FeatureKindId,
}

/// A join that a rule made, such as a ferry's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// One segment.
    pub a: SegmentId,
    /// The other.
    pub b: SegmentId,
    /// How many open ends the join closes.
    pub closes: i32,
}

/// All features of a game.
#[derive(Clone, Debug, Default)]
pub struct Features {
    nodes: Vec<Node>,
    joins: Vec<Join>,
    /// Whether any feature on the board is completed by what surrounds it.
    surrounded: bool,
}

/// Features that became complete since somebody last looked.
pub(crate) type Closed = SmallVec<[SegmentId; 8]>;

impl Features {
    /// No features, with room for a number of segments.
    pub fn with_capacity(segments: usize) -> Features {
        Features { nodes: Vec::with_capacity(segments), joins: Vec::new(), surrounded: false }
    }

    /// The number of segments on the board.
    pub fn segment_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The segment that stands for the whole feature, the same for all its segments until the next
    /// change of the board.
    #[inline]
    pub fn root(&self, segment: SegmentId) -> SegmentId {
        let mut at = segment.0;
        while self.nodes[at as usize].parent != at {
            at = self.nodes[at as usize].parent;
        }
        SegmentId(at)
    }

    #[inline]
    fn find(&mut self, mut at: u32) -> u32 {
        loop {
            let parent = self.nodes[at as usize].parent;
            if parent == at {
                return at;
            }
            let grand = self.nodes[parent as usize].parent;
            self.nodes[at as usize].parent = grand;
            at = grand;
        }
    }

    #[inline]
    fn data(&self, segment: SegmentId) -> &Node {
        &self.nodes[self.root(segment).index()]
    }

    /// The kind of feature.
    #[inline]
    pub fn kind(&self, segment: SegmentId) -> FeatureKindId {
        self.nodes[segment.index()].kind
    }

    /// The tile on which a segment lies.
    #[inline]
    pub fn tile(&self, segment: SegmentId) -> TileId {
        TileId(self.nodes[segment.index()].tile)
    }

    /// The index of a segment in the definition of its tile.
    #[inline]
    pub fn local(&self, segment: SegmentId) -> u8 {
        self.nodes[segment.index()].local
    }

    /// Open ends of the feature: joints without a neighbour, or empty cells around a monastery.
    #[inline]
    pub fn open_ends(&self, segment: SegmentId) -> i32 {
        self.data(segment).open
    }

    /// The number of pieces on the feature that claim it.
    #[inline]
    pub fn claims(&self, segment: SegmentId) -> u16 {
        self.data(segment).claims
    }

    /// The number of pieces on the feature, of any class.
    #[inline]
    pub fn piece_count(&self, segment: SegmentId) -> u16 {
        self.data(segment).pieces
    }

    /// Whether two segments belong to one feature.
    pub fn same(&self, a: SegmentId, b: SegmentId) -> bool {
        self.root(a) == self.root(b)
    }

    /// The segments of a feature, beginning with the one given.
    pub fn segments(&self, segment: SegmentId) -> impl Iterator<Item = SegmentId> + '_ {
        let start = segment.0;
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let at = next?;
            let following = self.nodes[at as usize].next;
            next = (following != start).then_some(following);
            Some(SegmentId(at))
        })
    }

    /// The tiles of a feature, each once (BG20, BG23), in the order of placement.
    pub fn tiles(&self, segment: SegmentId) -> SmallVec<[TileId; 16]> {
        let mut tiles: SmallVec<[TileId; 16]> = self.segments(segment).map(|at| self.tile(at)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// The definition of a segment.
    pub fn def<'r>(&self, rules: &'r Ruleset, board: &Board, segment: SegmentId) -> &'r SegmentDef {
        rules.segment(board.tile(self.tile(segment)).def, self.local(segment))
    }

    /// The merged number of an attribute: the sum, or 0 and 1 for a flag.
    pub fn attribute(&self, rules: &Ruleset, board: &Board, segment: SegmentId, id: AttributeId) -> i32 {
        let numbers = self.segments(segment).map(|at| self.def(rules, board, at).attributes.number(id));
        match rules.vocabulary().attributes[id.index()].merge {
            AttributeMerge::Sum => numbers.sum(),
            AttributeMerge::Any => i32::from(numbers.into_iter().any(|number| number != 0)),
            AttributeMerge::All => i32::from(numbers.into_iter().all(|number| number != 0)),
        }
    }

    /// Whether the feature is complete; fields never are.
    #[inline]
    pub fn is_complete(&self, rules: &Ruleset, segment: SegmentId) -> bool {
        let completion = rules.vocabulary().feature_kinds[self.kind(segment).index()].completion;
        completion != Completion::Never && self.open_ends(segment) == 0
    }

    /// Adds the segments of a tile that was just placed and joins them to its neighbours. Features
    /// that this completes are added to `closed`.
    #[inline]
    pub(crate) fn extend(
        &mut self,
        rules: &Ruleset,
        board: &Board,
        id: TileId,
        neighbours: [Option<TileId>; 4],
        closed: &mut Closed,
    ) {
        self.add(rules, board, id, neighbours, closed);
        let placed = *board.tile(id);
        if self.surrounded || !rules.tile(placed.def).surrounded.is_empty() {
            self.count_surroundings(rules, board, &placed, closed);
        }
    }

    #[inline]
    fn add(
        &mut self,
        rules: &Ruleset,
        board: &Board,
        id: TileId,
        neighbours: [Option<TileId>; 4],
        closed: &mut Closed,
    ) {
        let placed = board.tile(id);
        let tile = rules.tile(placed.def);
        let first = self.nodes.len() as u32;
        self.nodes.extend(tile.def.segments.iter().enumerate().map(|(local, segment)| Node {
            parent: first + local as u32,
            next: first + local as u32,
            size: 1,
            tile: id.0,
            open: i32::from(tile.joints[local]),
            pieces: 0,
            claims: 0,
            local: local as u8,
            kind: segment.kind,
        }));
        for side in Side::ALL {
            if let Some(neighbour) = neighbours[side as usize] {
                self.join_side(rules, placed, board.tile(neighbour), side, closed);
            }
        }
    }

    /// Joins what meets across one side.
    #[inline]
    fn join_side(
        &mut self,
        rules: &Ruleset,
        placed: &Placed,
        other: &Placed,
        side: Side,
        closed: &mut Closed,
    ) {
        let mine = &rules.tile(placed.def).turned_ports[placed.rotation.index() as usize];
        let theirs = &rules.tile(other.def).turned_ports[other.rotation.index() as usize];
        let middle = Port::new(side, Third::Middle);
        let local = |port: Port| mine[port.index() as usize];
        let across = |port: Port| theirs[port.opposite().index() as usize];
        let (a, b) = (local(middle), across(middle));
        let (left, right) = (Port::new(side, Third::Left), Port::new(side, Third::Right));
        if a != NO_SEGMENT && b != NO_SEGMENT {
            self.join_ends(
                placed.first_segment + u32::from(a),
                other.first_segment + u32::from(b),
                1,
                closed,
            );
            if a == local(left) {
                return;
            }
        }
        let (l, l2, r, r2) = (local(left), across(left), local(right), across(right));
        if l == r && l2 == r2 {
            if l != NO_SEGMENT && l2 != NO_SEGMENT {
                self.join_ends(
                    placed.first_segment + u32::from(l),
                    other.first_segment + u32::from(l2),
                    2,
                    closed,
                );
            }
            return;
        }
        for (x, y) in [(l, l2), (r, r2)] {
            if x != NO_SEGMENT && y != NO_SEGMENT {
                self.join_ends(
                    placed.first_segment + u32::from(x),
                    other.first_segment + u32::from(y),
                    1,
                    closed,
                );
            }
        }
    }

    /// Unites two features across `joints` joints, each of which closes an open end on both sides.
    #[inline]
    fn join_ends(&mut self, a: u32, b: u32, joints: i32, closed: &mut Closed) {
        let root = self.unite(a, b);
        let node = &mut self.nodes[root as usize];
        node.open -= 2 * joints;
        if node.open == 0 && node.kind != FeatureKindId::FIELD {
            closed.push(SegmentId(root));
        }
    }

    #[inline]
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        if self.nodes[a as usize].size < self.nodes[b as usize].size {
            std::mem::swap(&mut a, &mut b);
        }
        let child = self.nodes[b as usize];
        let next = self.nodes[a as usize].next;
        self.nodes[b as usize].parent = a;
        self.nodes[b as usize].next = next;
        let root = &mut self.nodes[a as usize];
        root.next = child.next;
        root.size += child.size;
        root.open += child.open;
        root.pieces += child.pieces;
        root.claims += child.claims;
        a
    }

    /// Counts empty cells around monasteries: of the new tile, and of the tiles around it.
    fn count_surroundings(&mut self, rules: &Ruleset, board: &Board, placed: &Placed, closed: &mut Closed) {
        self.surrounded = true;
        let mut around = 0;
        for other in board.around(placed.pos) {
            around += 1;
            let other = board.tile(other);
            for local in &rules.tile(other.def).surrounded {
                self.fill_cell(other.first_segment + u32::from(*local), 1, closed);
            }
        }
        for local in &rules.tile(placed.def).surrounded {
            let at = placed.first_segment + u32::from(*local);
            self.nodes[at as usize].open = 8;
            self.fill_cell(at, around, closed);
        }
    }

    fn fill_cell(&mut self, segment: u32, cells: i32, closed: &mut Closed) {
        let root = self.find(segment);
        let node = &mut self.nodes[root as usize];
        node.open -= cells;
        if node.open == 0 {
            closed.push(SegmentId(root));
        }
    }

    /// Joins two features by a rule, closing `closes` open ends.
    pub(crate) fn join(&mut self, join: Join, closed: &mut Closed) {
        self.joins.push(join);
        self.apply_join(join, closed);
    }

    fn apply_join(&mut self, join: Join, closed: &mut Closed) {
        let root = self.unite(join.a.0, join.b.0);
        let node = &mut self.nodes[root as usize];
        node.open = node.open.saturating_sub(join.closes);
        if join.closes > 0 && node.open == 0 && node.kind != FeatureKindId::FIELD {
            closed.push(SegmentId(root));
        }
    }

    /// The joins that rules made, oldest first.
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// Takes a join of a rule off the list. Returns whether there was one; the features are as
    /// before until somebody rebuilds them.
    pub(crate) fn forget_join(&mut self, a: SegmentId, b: SegmentId) -> bool {
        let is_it = |join: &Join| (join.a, join.b) == (a, b) || (join.a, join.b) == (b, a);
        let Some(at) = self.joins.iter().position(is_it) else { return false };
        self.joins.remove(at);
        true
    }

    /// All features built from nothing but the board and the joins of rules; without pieces.
    pub fn rebuilt(rules: &Ruleset, board: &Board, joins: &[Join]) -> Features {
        let mut features = Features::default();
        let mut closed = Closed::new();
        for (index, placed) in board.tiles().iter().enumerate() {
            let id = TileId(index as u32);
            let neighbours = Side::ALL.map(|side| board.neighbour(placed.pos, side).filter(|at| *at < id));
            features.add(rules, board, id, neighbours, &mut closed);
        }
        for placed in board.tiles() {
            let tile = rules.tile(placed.def);
            features.surrounded |= !tile.surrounded.is_empty();
            for local in &tile.surrounded {
                let empty = 8 - board.around(placed.pos).count() as i32;
                features.nodes[(placed.first_segment + u32::from(*local)) as usize].open = empty;
            }
        }
        for join in joins {
            features.apply_join(*join, &mut closed);
        }
        features.joins = joins.to_vec();
        features
    }

    /// Whether there is a segment of a kind.
    pub(crate) fn has_kind(&self, kind: FeatureKindId) -> bool {
        self.nodes.iter().any(|node| node.kind == kind)
    }

    /// The same features where their kinds have other ids, without pieces.
    pub(crate) fn renamed(&self, kind: impl Fn(FeatureKindId) -> FeatureKindId) -> Features {
        let mut features = self.clone();
        for node in &mut features.nodes {
            node.kind = kind(node.kind);
            (node.pieces, node.claims) = (0, 0);
        }
        features
    }

    /// With the pieces that stand on features.
    pub(crate) fn with_pieces(mut self, rules: &Ruleset, pieces: &[Piece]) -> Features {
        for piece in pieces {
            if let Location::Segment(at) = piece.at {
                self.occupy(at, 1, rules.is_follower(piece.kind));
            }
        }
        self
    }

    /// A piece comes onto a segment (`by` = 1) or leaves it (`by` = -1).
    #[inline]
    pub(crate) fn occupy(&mut self, segment: SegmentId, by: i16, claims: bool) {
        let root = self.find(segment.0);
        let node = &mut self.nodes[root as usize];
        node.pieces = node.pieces.wrapping_add_signed(by);
        if claims {
            node.claims = node.claims.wrapping_add_signed(by);
        }
    }

    /// The features as sets of segments with their open ends and occupants, in a form that does not
    /// depend on how they came about. For comparisons in tests.
    pub fn partition(&self) -> Vec<(Vec<SegmentId>, i32, u16, u16)> {
        let mut seen = vec![false; self.nodes.len()];
        let mut sets = Vec::new();
        for at in 0..self.nodes.len() as u32 {
            if seen[at as usize] {
                continue;
            }
            let mut members: Vec<SegmentId> = self.segments(SegmentId(at)).collect();
            members.sort_unstable();
            for member in &members {
                seen[member.index()] = true;
            }
            let root = self.data(SegmentId(at));
            sets.push((members, root.open, root.pieces, root.claims));
        }
        sets
    }
}
