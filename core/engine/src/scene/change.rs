//! Every change that rules and expansions can make.

use std::sync::Arc;

use crate::board::TileId;
use crate::decision::Item;
use crate::event::{Award, Event, EventKind};
use crate::feature::{Features, Join, SegmentId};
use crate::geometry::{Pos, Rotation};
use crate::luck::{Chance, settled_number};
use crate::piece::{Holder, Location, PieceId};
use crate::ruleset::Ruleset;
use crate::state::{PlacesHeld, State};
use crate::tile::TileDefId;
use crate::value::Value;

use super::{EffectError, Scene};

impl Scene {
    /// Raises an event of an expansion's own, heard by `on_<name>`.
    pub fn raise_custom(&mut self, name: Arc<str>, subject: Item, data: Value) {
        self.raise(Event::Custom { name, subject, data: Arc::new(data) });
    }

    /// Gives points to a player, or takes them.
    pub fn award(&mut self, award: Award) {
        let state = self.write();
        let points = &mut state.points[award.player.index()];
        *points = points.saturating_add(award.points);
        if award.feature.is_some() {
            state.placement_points = state.placement_points.saturating_add(award.points);
        }
        if self.wants(EventKind::PointsAwarded) {
            self.raise(Event::PointsAwarded(award));
        }
    }

    /// Puts a piece somewhere and keeps the occupants of features right. Raises nothing.
    #[inline]
    pub(crate) fn put(&mut self, id: PieceId, to: Location) -> Location {
        let rules = Arc::clone(&self.rules);
        let state = self.write();
        put_piece(&rules, state, id, to)
    }

    /// Moves a piece by a rule. A piece of a player that comes to the supply has returned.
    pub fn move_piece(&mut self, id: PieceId, to: Location) {
        let from = self.put(id, to);
        let home = to == Location::Supply && self.state.piece(id).owner.is_some();
        if from == to {
            return;
        }
        let followed = self.rules.has_dependants && self.rules.is_follower(self.state.piece(id).kind);
        if let (true, Location::Segment(left)) = (followed, from) {
            self.send_dependants_home(left);
        }
        if home && self.wants(EventKind::PieceReturned) {
            let from = self.location_item(from);
            self.raise(Event::PieceReturned { piece: id, from });
        } else if !home && self.wants(EventKind::PieceMoved) {
            let (from, to) = (self.location_item(from), self.location_item(to));
            self.raise(Event::PieceMoved { piece: id, from, to });
        }
    }

    /// Pieces that need a follower of their owner go home when the last one has left their feature.
    fn send_dependants_home(&mut self, left: SegmentId) {
        for id in self.state.piece_ids() {
            let piece = *self.state.piece(id);
            let Location::Segment(feature) = piece.at else { continue };
            if !self.state.features.same(feature, left) {
                continue;
            }
            if !self.rules.vocabulary().piece_kinds[piece.kind.index()].needs_follower {
                continue;
            }
            let supported = self.state.pieces_on(feature).any(|other| {
                let other = self.state.piece(other);
                other.owner == piece.owner && self.rules.is_follower(other.kind)
            });
            if !supported {
                self.move_piece(id, Location::Supply);
            }
        }
    }

    /// A location as an item of an event.
    pub fn location_item(&self, at: Location) -> Item {
        match at {
            Location::Supply | Location::Box => Item::Nil,
            Location::Segment(at) => Item::Feature(at),
            Location::Tile(at) => Item::Tile(at),
            Location::Place(kind, at) => Item::Place(kind, at),
        }
    }

    /// Changes how many tokens of a name somebody holds.
    ///
    /// # Errors
    ///
    /// When fewer than zero would be left.
    pub fn add_tokens(&mut self, holder: Holder, name: &str, by: i64) -> Result<(), EffectError> {
        let there = self.state.tokens(holder, name);
        if there + by < 0 {
            return Err(EffectError::TooFewTokens { name: name.to_owned(), there, wanted: -by });
        }
        let tokens = &mut self.write().extra_mut().tokens;
        if there + by == 0 {
            tokens.remove(&(holder, Arc::from(name)));
        } else {
            tokens.insert((holder, Arc::from(name)), there + by);
        }
        Ok(())
    }

    /// Replaces an expansion's stored table.
    pub fn set_storage(&mut self, expansion: &str, value: Value) {
        if *self.state.storage(expansion) != value {
            let stored = &mut self.write().extra_mut().storage;
            match stored.get_mut(expansion) {
                Some(known) => *known = value,
                None => drop(stored.insert(expansion.into(), value)),
            }
        }
    }

    /// A number from 0 to `bound - 1` by the game's own generator, or the one that was settled
    /// beforehand.
    pub fn chance(&mut self, bound: u32) -> u32 {
        self.write();
        let number = match settled_number(&mut self.forced, bound) {
            Some(number) => {
                self.state.luck.skip();
                number
            }
            None => self.state.luck.below(bound),
        };
        self.chances.push(Chance::Number(number));
        number
    }

    /// Joins two features by a rule, such as a ferry's; features that this completes are scored in
    /// the next scoring phase.
    ///
    /// # Errors
    ///
    /// When they are of different kinds.
    pub fn join(&mut self, a: SegmentId, b: SegmentId, closes: i32) -> Result<(), EffectError> {
        let kinds = &self.rules.vocabulary().feature_kinds;
        let (kind_a, kind_b) = (self.state.features.kind(a), self.state.features.kind(b));
        if kind_a != kind_b {
            let name = |kind: crate::tile::FeatureKindId| kinds[kind.index()].name.clone();
            return Err(EffectError::DifferentKinds { a: name(kind_a), b: name(kind_b) });
        }
        let state = self.write();
        let mut closed = std::mem::take(&mut state.closed);
        state.features.join(Join { a, b, closes }, &mut closed);
        state.closed = closed;
        if self.wants(EventKind::FeaturesJoined) {
            self.raise(Event::FeaturesJoined { feature: a });
        }
        Ok(())
    }

    /// Takes back a join that a rule made. Features that are complete without it are scored in the next
    /// scoring phase.
    ///
    /// # Errors
    ///
    /// When there is none between these two.
    pub fn unjoin(&mut self, a: SegmentId, b: SegmentId) -> Result<(), EffectError> {
        let rules = Arc::clone(&self.rules);
        let state = self.write();
        let was_complete = state.features.is_complete(&rules, a);
        if !state.features.forget_join(a, b) {
            return Err(EffectError::NotJoined);
        }
        let rebuilt = Features::rebuilt(&rules, &state.board, state.features.joins());
        state.features = rebuilt.with_pieces(&rules, &state.pieces);
        // What was open together can be complete apart.
        if !was_complete {
            for half in [a, b] {
                if state.features.is_complete(&rules, half) {
                    state.closed.push(half);
                }
            }
        }
        if rules.has_dependants {
            [a, b].into_iter().for_each(|half| self.send_dependants_home(half));
        }
        Ok(())
    }

    /// Grants the active player another part of this turn: draw, place, deploy and score again.
    pub fn grant_turn_part(&mut self) {
        self.write().extra_mut().extra_parts += 1;
    }
    /// Puts a tile on the board and joins its features. Raises nothing.
    #[inline]
    pub(crate) fn lay(&mut self, tile: TileDefId, pos: Pos, rotation: Rotation) -> TileId {
        self.write();
        let rules = &*self.rules;
        let state = &mut self.state;
        let first = state.features.segment_count();
        let (id, neighbours) = state.board.place(rules.tile(tile), tile, pos, rotation, first, state.turn);
        state.features.extend(rules, &state.board, id, neighbours, &mut state.closed);
        id
    }

    /// Adds tiles of a kind to the stack. Returns how many.
    pub fn add_to_stack(&mut self, tile: TileDefId, count: u16) -> u16 {
        self.write().stack.add(tile, count)
    }

    /// Says when a tile is drawn: tiles of a lower stage come before all others.
    pub fn set_draw_stage(&mut self, tile: TileDefId, stage: i8) {
        if self.state.stack.stage(tile) != stage {
            self.write().stack.set_stage(tile, stage);
        }
    }

    /// Puts a tile of the stack on top of it, below those that were put there before. It is passed
    /// over if none is left when its turn comes.
    pub fn draw_next(&mut self, tile: TileDefId) {
        self.write().extra_mut().on_top.push_back(tile);
    }

    /// Takes tiles of a kind out of the stack, out of the game.
    pub fn remove_from_stack(&mut self, tile: TileDefId, count: u16) -> u16 {
        let state = self.write();
        (0..count).filter(|_| state.stack.take(tile)).count() as u16
    }
}

/// Moves a piece and keeps the occupants of features right.
#[inline]
fn put_piece(rules: &Ruleset, state: &mut State, id: PieceId, to: Location) -> Location {
    let turn = state.turn;
    let piece = &mut state.pieces[id.index()];
    let from = std::mem::replace(&mut piece.at, to);
    piece.since = turn;
    let claims = rules.is_follower(piece.kind);
    if let Location::Segment(at) = from {
        state.features.occupy(at, -1, claims);
    }
    if let Location::Segment(at) = to {
        state.features.occupy(at, 1, claims);
    }
    if matches!((from, to), (Location::Place(..), _) | (_, Location::Place(..))) {
        state.held = PlacesHeld::by(&state.pieces);
    }
    from
}
