//! What many conditions have in common, tried before any of them.

use smallvec::{SmallVec, smallvec};

use super::Filter;
use super::with::has_bit;
use crate::event::EventKind;
use crate::host::{Action, Handler, Subscriptions};
use crate::ruleset::{Carried, Player};
use crate::state::State;

/// A phase that never runs: no ruleset has so many.
pub(super) const NEVER: u64 = 1 << 63;

/// How many gates of one kind of event are tried; of more, what they have in common.
const MOST_GATES: usize = 6;

/// What all conditions of a handler have in common, tried before any of them: most handlers wait for something
/// that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gate {
    /// The phases of which one must run, one bit each; 0 where one of the conditions asks for none.
    phases: u64,
    /// The places of which one must hold a piece, one bit each; 0 where one of the conditions asks for none.
    places: u64,
    /// What one of the tiles in question must carry something of; empty where one of the conditions asks for nothing
    /// of the kind.
    carried: Carried,
    /// The least points; nothing where one of the conditions asks for none.
    points: Option<i32>,
}

/// What happens, as far as gates look at it.
pub(crate) struct Glance<'a> {
    /// What the tiles in question carry: those on the board, or the one that is about to come there.
    pub carried: &'a Carried,
    /// The points that it is about.
    pub points: Option<i32>,
}

impl Gate {
    /// The gate of one alternative.
    pub fn of(filter: &Filter) -> Gate {
        Gate {
            phases: filter.phases,
            places: if filter.piece_in != 0 { filter.piece_in } else { filter.piece_on },
            carried: filter.carried(),
            points: filter.points,
        }
    }

    /// What several gates have in common, open where one of them is; open where there is none.
    pub fn any(gates: impl Iterator<Item = Gate>) -> Gate {
        let both = |a: u64, b: u64| if a == 0 || b == 0 { 0 } else { a | b };
        let widened = gates.reduce(|a, b| Gate {
            points: a.points.zip(b.points).map(|(a, b)| a.min(b)),
            phases: both(a.phases, b.phases),
            places: both(a.places, b.places),
            carried: if a.carried.is_empty() || b.carried.is_empty() {
                Carried::default()
            } else {
                a.carried.with(&b.carried)
            },
        });
        widened.unwrap_or_default()
    }

    /// Whether a handler can be called at all. `held` are the places that hold a piece that counts.
    #[inline]
    pub fn is_open(&self, state: &State, held: impl FnOnce() -> u64) -> bool {
        (self.phases == 0 || has_bit(self.phases, state.phase.into()))
            && (self.places == 0 || self.places & held() != 0)
    }

    /// Whether the tiles in question carry something of what one of them must carry.
    #[inline]
    pub fn lets_by(&self, glance: &Glance<'_>) -> bool {
        (self.carried.is_empty() || self.carried.meets(glance.carried))
            && self.points.is_none_or(|least| glance.points.is_some_and(|points| points >= least))
    }
}

/// What the actions of each phase wait for, so that most phases are passed over without a look at any of them.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    /// By phase the places of which one must hold a piece, one bit each: all bits where an action needs no piece,
    /// none where there is no action.
    places: SmallVec<[u64; 12]>,
}

impl Offers {
    fn of(actions: &[Action]) -> Offers {
        let mut places = SmallVec::new();
        for action in actions {
            let Some(phase) = action.phase.map(usize::from) else { continue };
            if places.len() <= phase {
                places.resize(phase + 1, 0);
            }
            let needed = action.filters.gate.places;
            places[phase] |= if needed == 0 { u64::MAX } else { needed };
        }
        Offers { places }
    }

    /// Whether a phase may have something to offer to a player.
    #[inline]
    pub fn may_have(&self, state: &State, phase: u8, player: Player) -> bool {
        let places = self.places.get(usize::from(phase)).copied().unwrap_or(0);
        places == u64::MAX || places & state.held.of(player) != 0
    }
}

/// What can be told of all subscriptions at once.
#[derive(Debug)]
pub(crate) struct Gates {
    /// Of the handlers of each kind of event, one for each alternative: closed where all of them are.
    tell: Vec<SmallVec<[Gate; 2]>>,
    /// Of actions.
    pub offers: Offers,
}

impl Gates {
    pub fn of(subscriptions: &Subscriptions) -> Gates {
        let tell = subscriptions.tell.iter().map(|handlers| Gates::of_handlers(handlers)).collect();
        Gates { tell, offers: Offers::of(&subscriptions.actions) }
    }

    fn of_handlers(handlers: &[Handler]) -> SmallVec<[Gate; 2]> {
        let gates = handlers.iter().flat_map(|handler| handler.filters.gates());
        let gates: SmallVec<[Gate; 2]> = gates.filter(|gate| gate.phases != NEVER).collect();
        match gates.len() {
            0..=MOST_GATES => gates,
            _ => smallvec![Gate::any(gates.into_iter())],
        }
    }

    /// Whether anybody may want to hear of an event of a kind now, where the tiles in question carry this.
    #[inline]
    pub fn may_be_heard(&self, kind: EventKind, state: &State, glance: &Glance<'_>) -> bool {
        let gates = self.tell.get(kind as usize).map_or(&[][..], SmallVec::as_slice);
        gates.iter().any(|gate| gate.is_open(state, || state.held.any()) && gate.lets_by(glance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::{Filters, TileWith};
    use crate::tile::AttributeId;

    #[test]
    fn a_gate_holds_what_all_conditions_ask_for() {
        let gate = |filters: &[Filter]| filters.iter().copied().collect::<Filters>().gate;
        let held = Filter { piece_in: 0b01, ..Filter::default() };
        let on_tile = Filter { piece_on: 0b10, phases: 0b100, ..Filter::default() };
        assert_eq!(gate(&[]), Gate::default());
        assert_eq!(gate(&[held]), Gate { places: 0b01, ..Gate::default() });
        assert_eq!(gate(&[held, on_tile]), Gate { places: 0b11, ..Gate::default() });
        assert_eq!(gate(&[on_tile]), Gate { places: 0b10, phases: 0b100, ..Gate::default() });
        let scored = Filter { points: Some(3), ..Filter::default() };
        assert_eq!(gate(&[held, scored]), Gate::default());
        let more = Filter { points: Some(5), ..held };
        assert_eq!(gate(&[scored, more]), Gate { points: Some(3), ..Gate::default() });
    }

    #[test]
    fn a_gate_holds_what_tiles_must_carry() {
        let gate = |filters: &[Filter]| filters.iter().copied().collect::<Filters>().gate;
        let (mill, ford) = (AttributeId(3), AttributeId(5));
        let on_tile = Filter { tile_with: Some(TileWith::Attribute(mill)), ..Filter::default() };
        let on_road = Filter { feature_with: Some(ford), claimed: Some(true), ..Filter::default() };
        let both = gate(&[on_tile, on_road]);
        let lets_by =
            |gate: &Gate, carried: Carried| gate.lets_by(&Glance { carried: &carried, points: None });
        assert!(!lets_by(&both, Carried::default()));
        assert!(lets_by(&both, Carried::with_attribute(mill)));
        assert!(lets_by(&both, Carried::with_attribute_on_segment(ford)));
        assert!(!lets_by(&both, Carried::with_attribute(ford)));
        let held = Filter { piece_in: 0b01, ..Filter::default() };
        assert!(lets_by(&gate(&[on_tile, held]), Carried::default()), "the other may be met");
        // What has no bit is never ruled out.
        let far = Filter { tile_with: Some(TileWith::Attribute(AttributeId(64))), ..Filter::default() };
        assert!(lets_by(&gate(&[on_tile, far]), Carried::default()));
    }

    #[test]
    fn a_gate_holds_the_least_points() {
        let gate = Gate::of(&Filter { points: Some(6), ..Filter::default() });
        let lets_by = |points| gate.lets_by(&Glance { carried: &Carried::default(), points });
        assert!(lets_by(Some(6)) && !lets_by(Some(5)) && !lets_by(None));
    }

    #[test]
    fn an_event_has_the_gates_of_all_its_handlers() {
        let handler = |filters| Handler { expansion: 0, filters, custom: None };
        let gates =
            |filters: Vec<Filters>| Gates::of_handlers(&filters.into_iter().map(handler).collect::<Vec<_>>());
        let held = Filter { piece_in: 0b01, ..Filter::default() };
        let other = Filter { piece_in: 0b10, ..Filter::default() };
        let [held_gate, other_gate] = [held, other].map(|filter| Gate::of(&filter));
        assert_eq!(gates(vec![held.into(), other.into()]).as_slice(), [held_gate, other_gate]);
        assert_eq!(gates(vec![[held, other].into_iter().collect()]).as_slice(), [held_gate, other_gate]);
        assert_eq!(gates(vec![held.into(), Filters::never()]).as_slice(), [held_gate], "one is never called");
        assert_eq!(gates(vec![Filters::default()]).as_slice(), [Gate::default()], "always called");
        assert!(gates(vec![Filters::never()]).is_empty() && gates(Vec::new()).is_empty());
        let many = gates(vec![held.into(); MOST_GATES + 1]);
        assert_eq!(many.as_slice(), [held_gate], "what they have in common");
    }
}
