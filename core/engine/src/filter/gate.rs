//! What many conditions have in common, tried before any of them.

use smallvec::SmallVec;

use super::Filter;
use super::with::has_bit;
use crate::event::EventKind;
use crate::host::{Action, Handler, Subscriptions};
use crate::ruleset::{Carried, Player};
use crate::state::State;

/// A phase that never runs: no ruleset has so many.
pub(super) const NEVER: u64 = 1 << 63;

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
}

impl Gate {
    pub fn of(filters: &[Filter]) -> Gate {
        let gate = |filter: &Filter| Gate {
            phases: filter.phases,
            places: if filter.piece_in != 0 { filter.piece_in } else { filter.piece_on },
            carried: filter.carried(),
        };
        Gate::any(filters.iter().map(gate))
    }

    /// What several gates have in common, open where one of them is; open where there is none.
    fn any(gates: impl Iterator<Item = Gate>) -> Gate {
        let both = |a: u64, b: u64| if a == 0 || b == 0 { 0 } else { a | b };
        let widened = gates.reduce(|a, b| Gate {
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

    /// The gate of all who hear events of a kind: closed where nobody ever does.
    fn of_handlers(handlers: &[Handler]) -> Gate {
        let mut gates =
            handlers.iter().map(|handler| handler.filters.gate).filter(|gate| gate.phases != NEVER);
        match gates.next() {
            Some(first) => Gate::any(std::iter::once(first).chain(gates)),
            None => Gate { phases: NEVER, ..Gate::default() },
        }
    }

    /// Whether a handler can be called at all. `held` are the places that hold a piece that counts.
    #[inline]
    pub fn is_open(&self, state: &State, held: impl FnOnce() -> u64) -> bool {
        (self.phases == 0 || has_bit(self.phases, state.phase.into()))
            && (self.places == 0 || self.places & held() != 0)
    }

    /// Whether the tiles in question carry something of what one of them must carry.
    #[inline]
    pub fn lets_by(&self, carried: &Carried) -> bool {
        self.carried.is_empty() || self.carried.meets(carried)
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
    /// By kind of event.
    tell: Vec<Gate>,
    /// Of actions.
    pub offers: Offers,
}

impl Gates {
    pub fn of(subscriptions: &Subscriptions) -> Gates {
        let tell = subscriptions.tell.iter().map(|handlers| Gate::of_handlers(handlers)).collect();
        Gates { tell, offers: Offers::of(&subscriptions.actions) }
    }

    /// Whether anybody may want to hear of an event of a kind now, where the tiles in question carry this.
    #[inline]
    pub fn may_be_heard(&self, kind: EventKind, state: &State, carried: &Carried) -> bool {
        self.tell
            .get(kind as usize)
            .is_some_and(|gate| gate.is_open(state, || state.held.any()) && gate.lets_by(carried))
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
        assert_eq!(gate(&[held, Filter { points: Some(1), ..Filter::default() }]), Gate::default());
    }

    #[test]
    fn a_gate_holds_what_tiles_must_carry() {
        let gate = |filters: &[Filter]| filters.iter().copied().collect::<Filters>().gate;
        let (mill, ford) = (AttributeId(3), AttributeId(5));
        let on_tile = Filter { tile_with: Some(TileWith::Attribute(mill)), ..Filter::default() };
        let on_road = Filter { feature_with: Some(ford), claimed: Some(true), ..Filter::default() };
        let both = gate(&[on_tile, on_road]);
        assert!(!both.lets_by(&Carried::default()));
        assert!(both.lets_by(&Carried::with_attribute(mill)));
        assert!(both.lets_by(&Carried::with_attribute_on_segment(ford)));
        assert!(!both.lets_by(&Carried::with_attribute(ford)));
        let held = Filter { piece_in: 0b01, ..Filter::default() };
        assert!(gate(&[on_tile, held]).lets_by(&Carried::default()), "the other may be met");
        // What has no bit is never ruled out.
        let far = Filter { tile_with: Some(TileWith::Attribute(AttributeId(64))), ..Filter::default() };
        assert!(gate(&[on_tile, far]).lets_by(&Carried::default()));
    }

    #[test]
    fn the_gate_of_an_event_is_open_where_one_of_its_handlers_may_be_called() {
        let handler = |filters| Handler { expansion: 0, filters, custom: None };
        let gate =
            |filters: Vec<Filters>| Gate::of_handlers(&filters.into_iter().map(handler).collect::<Vec<_>>());
        let held = Filters::from(Filter { piece_in: 0b01, ..Filter::default() });
        let other = Filters::from(Filter { piece_in: 0b10, ..Filter::default() });
        assert_eq!(gate(vec![held.clone(), other]).places, 0b11);
        assert_eq!(gate(vec![held.clone(), Filters::never()]).places, 0b01, "one is never called");
        assert_eq!(gate(vec![held, Filters::default()]), Gate::default());
        assert_eq!(gate(vec![Filters::never()]).phases, NEVER);
        assert_eq!(gate(Vec::new()).phases, NEVER);
    }
}
