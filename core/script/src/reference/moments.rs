//! When in a turn each hook is called, and by what. A test looks for a moment of every hook.

/// When a hook is called.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The hook.
    pub of: &'static str,
    /// The phase of the turn, or what else it belongs to.
    pub phase: &'static str,
    /// By what it is called, and after and before what.
    pub when: &'static str,
    /// Hooks that somebody who reads of this one may mean, or need too.
    pub related: &'static [&'static str],
}

const fn moment(
    of: &'static str,
    phase: &'static str,
    when: &'static str,
    related: &'static [&'static str],
) -> Moment {
    Moment { of, phase, when, related }
}

/// The moments of all hooks, in the order in which they come in a game; queries stand last.
pub const MOMENTS: &[Moment] = &[
    moment(
        "on_game_start",
        "before the first turn",
        "Once, when the start tiles lie on the board and before anybody has a turn.",
        &["on_turn_start", "on_game_end"],
    ),
    moment(
        "on_turn_start",
        "turn_start",
        "At the beginning of every turn, before a tile is drawn. A further part of a turn is no new turn.",
        &["on_turn_end", "on_tile_drawn"],
    ),
    moment(
        "on_phase",
        "a phase of an expansion",
        "When the turn comes to a phase that a manifest declares under `[phases]`, before that phase offers anything.",
        &["on_turn_start", "on_turn_end"],
    ),
    moment(
        "on_tile_drawn",
        "draw",
        "After a tile was drawn for which there is a place, and before its player places it; again in each further part of a turn.",
        &["on_tile_discarded", "on_tile_placed", "allow_draw", "allow_placement"],
    ),
    moment(
        "on_tile_discarded",
        "draw",
        "When a drawn tile has no legal place, or loses the last one before it is placed. The same player then draws again.",
        &["on_tile_drawn", "allow_placement"],
    ),
    moment(
        "on_tile_placed",
        "place",
        "When a player has placed the tile in hand, before anything is deployed and before anything is scored.",
        &["on_block_placed", "on_piece_deployed", "on_feature_completed", "allow_placement"],
    ),
    moment(
        "on_block_placed",
        "whenever a rule does it",
        "When a script calls `game:place_block`. Its tiles raise no on_tile_placed of their own.",
        &["on_tile_placed"],
    ),
    moment(
        "on_piece_deployed",
        "deploy",
        "When a player has deployed a piece on the tile just placed, before completed features are scored. Also in phases of expansions that deploy.",
        &["allow_deployment", "on_piece_moved", "on_piece_returned"],
    ),
    moment(
        "on_piece_moved",
        "whenever a rule does it",
        "When a script moves a piece with `piece:move_to` or `place:take_from_supply`, or takes it out of the game. A piece that a player deploys, or that comes home, is told otherwise.",
        &["on_piece_deployed", "on_piece_returned"],
    ),
    moment(
        "on_piece_returned",
        "score, or whenever a rule does it",
        "When a piece comes back to its owner's supply: after its feature was scored, when its owner takes it back, or by `piece:return_home`.",
        &["on_piece_moved", "on_placement_scored"],
    ),
    moment(
        "on_features_joined",
        "whenever a rule does it",
        "When a script calls `game:join`. Tiles that are placed join features without telling.",
        &["on_tile_placed", "on_feature_completed"],
    ),
    moment(
        "on_feature_completed",
        "score",
        "For each feature that the placement completed and no allow_completion kept open, before the first of them is scored. All pieces still stand.",
        &["allow_completion", "on_feature_scored", "on_placement_scored"],
    ),
    moment(
        "on_feature_scored",
        "score, and at the end of the game",
        "After a feature was counted and its points were given, and before its pieces go home. At the end of the game also for features that are not complete.",
        &["on_feature_completed", "on_points_awarded", "on_placement_scored", "adjust_points"],
    ),
    moment(
        "on_points_awarded",
        "whenever points are given",
        "After each award: of a feature, of a piece that is taken back for points, and of `game:award`.",
        &["on_feature_scored", "adjust_points"],
    ),
    moment(
        "on_placement_scored",
        "score",
        "Once in each part of a turn, when everything that was completed is scored and its pieces are home; with 0 points where nothing was.",
        &["on_feature_scored", "on_turn_end"],
    ),
    moment(
        "on_turn_end",
        "turn_end",
        "At the end of every turn, after all of its parts.",
        &["on_turn_start", "on_placement_scored"],
    ),
    moment(
        "on_final_scoring",
        "the end of the game",
        "Once, after the last turn, when incomplete features and fields are scored and before the winner is known.",
        &["on_game_end", "on_feature_scored"],
    ),
    moment(
        "on_game_end",
        "the end of the game",
        "Once, as the last thing of all.",
        &["on_final_scoring", "on_game_start"],
    ),
    moment(
        "on_custom",
        "whenever a rule does it",
        "When an expansion that declares the event under `events` calls `game:raise`. It waits until all handlers of the current event are done.",
        &["on_phase"],
    ),
    moment(
        "allow_placement",
        "draw and place",
        "For every cell and turn in which the tile in hand fits: after the draw, to see whether there is a place, and when places are offered.",
        &["on_tile_placed", "on_tile_discarded", "allow_draw"],
    ),
    moment(
        "allow_deployment",
        "deploy",
        "When deployments are offered, for every kind of piece in the player's supply and every free feature of the tile just placed.",
        &["on_piece_deployed"],
    ),
    moment(
        "allow_completion",
        "score, and at the end of the game",
        "Before on_feature_completed, for each feature that the placement closed; at the end for closed ones that are still claimed.",
        &["on_feature_completed"],
    ),
    moment(
        "allow_draw",
        "draw",
        "Before every draw, for each kind of tile that could be drawn. Where nothing is allowed, everything is.",
        &["on_tile_drawn"],
    ),
    moment(
        "adjust_points",
        "score, and at the end of the game",
        "When a feature is scored, for each player with the majority, before the points are given. `game:award` is not asked about.",
        &["on_feature_scored", "adjust_strength"],
    ),
    moment(
        "adjust_strength",
        "score, and at the end of the game",
        "When the majority of a feature is counted, for each follower on it; also when a script asks for `feature:strength_of` or `feature:winners`.",
        &["adjust_points"],
    ),
];

/// The moment of a hook.
pub fn moment_of(hook: &str) -> Option<&'static Moment> {
    MOMENTS.iter().find(|moment| moment.of == hook)
}

#[cfg(test)]
mod tests {
    use bastide_engine::event::EVENTS;
    use bastide_engine::host::QUERIES;

    use super::*;

    #[test]
    fn every_hook_has_its_moment() {
        let events = EVENTS.iter().map(|event| event.hook);
        let hooks: Vec<&str> = events.chain(QUERIES.iter().map(|query| query.hook)).collect();
        for hook in &hooks {
            assert!(moment_of(hook).is_some(), "{hook}");
        }
        assert_eq!(MOMENTS.len(), hooks.len());
        for moment in MOMENTS {
            let known = moment.related.iter().all(|related| hooks.contains(related));
            assert!(known && !moment.related.contains(&moment.of), "{}", moment.of);
        }
    }
}
