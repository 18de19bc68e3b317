//! Fingerprints of states, for replays and saves: the bytes that go in, and their order, are part of
//! the save format.

use xxhash_rust::xxh3::Xxh3;

use crate::decision::Choice;
use crate::piece::{Holder, Location};
use crate::value::Value;

use super::{Extra, State};

/// A hash to which numbers are added.
struct Hash(Xxh3);

impl Hash {
    fn put(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }
}

impl State {
    /// A fingerprint of everything that decides how the game goes on. Equal on every machine.
    pub fn hash64(&self) -> u64 {
        let mut hash = Hash(Xxh3::new());
        self.hash_board(&mut hash);
        self.hash_pieces(&mut hash);
        self.points.iter().for_each(|points| hash.put(*points as i64 as u64));
        self.stack.counts.iter().for_each(|count| hash.put(u64::from(*count)));
        hash.put(self.luck.fingerprint());
        hash.put(u64::from(self.turn) << 32 | u64::from(self.active.0) << 16 | u64::from(self.phase) << 8);
        hash.put(u64::from(self.over));
        hash.put(self.hand.map_or(u64::MAX, |tile| u64::from(tile.0)));
        hash.put(self.placed.map_or(u64::MAX, |tile| u64::from(tile.0)));
        self.closed.iter().for_each(|at| hash.put(u64::from(at.0)));
        self.stack.stages.iter().for_each(|stage| hash.put(*stage as i64 as u64));
        hash_deed(&mut hash, self.deed);
        hash.put(self.queue.len() as u64 ^ (self.agenda.len() as u64) << 32);
        if let Some(extra) = &self.extra {
            hash_extra(&mut hash.0, extra);
        }
        hash.0.digest()
    }

    fn hash_board(&self, hash: &mut Hash) {
        hash.put(self.board.tiles().len() as u64);
        for tile in self.board.tiles() {
            hash.put(u64::from(tile.def.0) << 8 | u64::from(tile.rotation.index()));
            hash.put((tile.pos.x as u32 as u64) << 32 | tile.pos.y as u32 as u64);
        }
        for join in self.features.joins() {
            hash.put(u64::from(join.a.0) << 32 | u64::from(join.b.0));
        }
    }

    fn hash_pieces(&self, hash: &mut Hash) {
        for piece in &self.pieces {
            let (what, which) = match piece.at {
                Location::Supply => (0, 0),
                Location::Segment(at) => (1, u64::from(at.0)),
                Location::Tile(at) => (2, u64::from(at.0)),
                Location::Place(kind, at) => {
                    (3 + u64::from(kind.0) * 8, at.map_or(u64::MAX, |at| u64::from(at.0)))
                }
                Location::Box => (4, 0),
            };
            hash.put(what);
            hash.put(which);
            hash.put(u64::from(piece.since));
        }
    }
}

fn hash_extra(hash: &mut Xxh3, extra: &Extra) {
    for (expansion, value) in &extra.storage {
        hash.update(expansion.as_bytes());
        hash_value(hash, value);
    }
    for ((holder, name), count) in &extra.tokens {
        let (what, which) = match holder {
            Holder::Game => (0, 0),
            Holder::Player(player) => (1, u32::from(player.0)),
            Holder::Tile(tile) => (2, *tile),
        };
        hash.update(&[what]);
        hash.update(&which.to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(&count.to_le_bytes());
    }
    for (tile, block) in &extra.blocks {
        hash.update(&tile.to_le_bytes());
        hash.update(&block.to_le_bytes());
    }
    for muted in &extra.muted {
        hash.update(&muted.to_le_bytes());
    }
    hash.update(&extra.extra_parts.to_le_bytes());
    for tile in &extra.on_top {
        hash.update(&tile.0.to_le_bytes());
    }
}

/// Only between the phase of deployment and the next draw is there anything to add.
fn hash_deed(hash: &mut Hash, deed: Option<Choice>) {
    let (what, which) = match deed {
        None | Some(Choice::Place { .. } | Choice::Answer { .. }) => return,
        Some(Choice::Deploy { kind, segment }) => (1, u64::from(kind.0) << 32 | u64::from(segment.0)),
        Some(Choice::Recall { piece }) => (2, u64::from(piece.0)),
        Some(Choice::Pass) => (3, 0),
        Some(Choice::Act { action, item }) => (4, u64::from(action.0) << 32 | u64::from(item)),
    };
    hash.put(what);
    hash.put(which);
}

fn hash_value(hash: &mut Xxh3, value: &Value) {
    match value {
        Value::Nil => hash.update(&[0]),
        Value::Bool(truth) => hash.update(&[1, u8::from(*truth)]),
        Value::Int(number) => {
            hash.update(&[2]);
            hash.update(&number.to_le_bytes());
        }
        Value::Text(text) => {
            hash.update(&[3]);
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        Value::List(values) => {
            hash.update(&[4]);
            hash.update(&(values.len() as u64).to_le_bytes());
            values.iter().for_each(|value| hash_value(hash, value));
        }
        Value::Map(values) => {
            hash.update(&[5]);
            hash.update(&(values.len() as u64).to_le_bytes());
            for (key, value) in values {
                hash.update(&(key.len() as u64).to_le_bytes());
                hash.update(key.as_bytes());
                hash_value(hash, value);
            }
        }
    }
}
