//! Pieces under other rules.

use std::collections::BTreeMap;

use crate::piece::{Location, Piece, PieceId};
use crate::ruleset::Player;
use crate::state::all_pieces;
use crate::tile::PieceKindId;

use super::fault::CarryFault;
use super::names::Names;

impl Names<'_> {
    /// All pieces, and for later which is which: the first of an owner and a kind is the first of
    /// them still. Where there are fewer now, the last in the supply are gone; where there are more,
    /// the new ones lie in the supply.
    pub fn all_pieces(&mut self, old: &[Piece]) -> Vec<Piece> {
        let mut pieces = all_pieces(self.new);
        self.pieces = vec![None; old.len()];
        let mut groups: BTreeMap<(Option<Player>, PieceKindId), Vec<PieceId>> = BTreeMap::new();
        for (at, piece) in old.iter().enumerate() {
            groups.entry((piece.owner, piece.kind)).or_default().push(PieceId(at as u16));
        }
        for ((owner, kind), ids) in groups {
            let name = &self.old.vocabulary().piece_kinds[kind.index()].name;
            let found = self.new.vocabulary().piece_kind(name);
            let is_it = |piece: &Piece| piece.owner == owner && Some(piece.kind) == found;
            let free: Vec<usize> = (0..pieces.len()).filter(|at| is_it(&pieces[*at])).collect();
            for (id, at) in self.kept(old, &ids, free.len()).into_iter().zip(free) {
                let before = old[id.index()];
                let place = self.location(before.at).unwrap_or(Location::Supply);
                pieces[at] = Piece { kind: pieces[at].kind, owner, at: place, since: before.since };
                self.pieces[id.index()] = Some(PieceId(at as u16));
            }
        }
        pieces
    }

    /// The pieces of one owner and kind that are still there.
    fn kept(&mut self, old: &[Piece], ids: &[PieceId], supply: usize) -> Vec<PieceId> {
        let is_used = |id: &PieceId| old[id.index()].at != Location::Supply;
        let used = ids.iter().filter(|id| is_used(id)).count();
        if let (true, Some(first)) = (used > supply, ids.first()) {
            let Piece { kind, owner, .. } = old[first.index()];
            let kind = self.old.vocabulary().piece_kinds[kind.index()].name.clone();
            let owner = owner.map(|owner| self.old.name(owner).to_owned());
            self.fault(CarryFault::Supply { kind, owner, used, supply });
        }
        let mut idle = supply.saturating_sub(used);
        let mut kept = Vec::new();
        for id in ids {
            if is_used(id) {
                kept.push(*id);
            } else if idle > 0 {
                idle -= 1;
                kept.push(*id);
            }
        }
        kept
    }

    fn location(&mut self, at: Location) -> Option<Location> {
        Some(match at {
            Location::Place(kind, tile) => Location::Place(self.place(kind)?, tile),
            Location::Supply | Location::Segment(_) | Location::Tile(_) | Location::Box => at,
        })
    }
}
