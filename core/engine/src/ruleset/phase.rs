//! The phases of a turn.

use super::{PhaseDef, PhasePlace, Setup, SetupError};
use crate::tile::{PieceClass, PieceKindId};

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhaseKind {
    /// The turn begins.
    TurnStart,
    /// A tile is drawn (BG5).
    Draw,
    /// It is placed (BG5 to BG7).
    Place,
    /// A follower may be deployed (BG13).
    Deploy,
    /// Completed features are scored (BG19 to BG30).
    Score,
    /// The turn ends.
    TurnEnd,
    /// A phase of an expansion.
    Custom,
}

/// A phase with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// What happens in it.
    pub kind: PhaseKind,
    /// Its name.
    pub name: String,
    /// The kinds of pieces that may be deployed in a phase of an expansion. In the engine's own
    /// phase of deployment those are all followers.
    pub deploys: Vec<PieceKindId>,
}

pub(super) fn order_phases(setup: &Setup, errors: &mut Vec<SetupError>) -> Vec<Phase> {
    let mut phases: Vec<Phase> = [
        (PhaseKind::TurnStart, "turn_start"),
        (PhaseKind::Draw, "draw"),
        (PhaseKind::Place, "place"),
        (PhaseKind::Deploy, "deploy"),
        (PhaseKind::Score, "score"),
        (PhaseKind::TurnEnd, "turn_end"),
    ]
    .map(|(kind, name)| Phase { kind, name: name.to_owned(), deploys: Vec::new() })
    .into();
    for PhaseDef { name, place, deploys } in &setup.phases {
        if phases.iter().any(|phase| phase.name == *name) {
            errors.push(SetupError::SamePhase(name.clone()));
            continue;
        }
        let (anchor, after) = match place {
            PhasePlace::Before(anchor) => (anchor, 0),
            PhasePlace::After(anchor) => (anchor, 1),
        };
        match phases.iter().position(|phase| phase.name == *anchor) {
            Some(at) => {
                let deploys = pieces(setup, name, deploys, errors);
                phases.insert(at + after, Phase { kind: PhaseKind::Custom, name: name.clone(), deploys });
            }
            None => errors.push(SetupError::UnknownPhase { phase: name.clone(), anchor: anchor.clone() }),
        }
    }
    let at = |kind: PhaseKind| phases.iter().position(|phase| phase.kind == kind).unwrap_or_default();
    let (place, score) = (at(PhaseKind::Place), at(PhaseKind::Score));
    for (index, phase) in phases.iter().enumerate() {
        let between = place < index && index < score;
        if !(phase.deploys.is_empty() || between) {
            errors.push(SetupError::DeploysElsewhere(phase.name.clone()));
        }
    }
    phases
}

/// The kinds of pieces that a phase deploys.
fn pieces(setup: &Setup, phase: &str, names: &[String], errors: &mut Vec<SetupError>) -> Vec<PieceKindId> {
    let mut found = Vec::new();
    for name in names {
        match setup.vocabulary.piece_kind(name) {
            Some(kind) if setup.vocabulary.piece_kinds[kind.index()].class != PieceClass::Follower => {
                errors.push(SetupError::NoFollower { phase: phase.to_owned(), piece: name.clone() });
            }
            Some(kind) if found.contains(&kind) => {}
            Some(kind) => found.push(kind),
            None => errors.push(SetupError::UnknownPiece { phase: phase.to_owned(), piece: name.clone() }),
        }
    }
    found
}
