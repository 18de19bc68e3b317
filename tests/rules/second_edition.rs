//! BG4: the gardens and the abbot of the second edition.

use crate::table::check;

const SECOND: &str = "option edition second\n start B 0,0 r0\n";

#[test]
fn a_garden_is_for_the_abbot() {
    let begin = format!("{SECOND} a U_garden 0,1 r0 ..");
    check("BG4", &format!("{begin}\n options road field:NL field:SL abbot@garden\n deploy abbot@garden"));
    check("BG4", &format!("{begin}\n refuse garden \"a follower cannot be deployed on a garden\"\n pass"));
    check("BG4", &format!("{begin}\n refuse abbot@road \"an abbot cannot be deployed on a road\"\n pass"));
    // BG14: the abbot on a garden leaves the road of its tile free, and the other way round.
    check("BG4", &format!("{SECOND} a B 0,1 r0 ..\n options monastery field abbot@monastery\n pass"));
    // There is one abbot a player.
    check(
        "BG4",
        &format!(
            "{SECOND} a U_garden 0,1 r0 abbot@garden\n b B 1,0 r0\n a B 2,0 r0 ..\n refuse abbot@monastery \"a has no abbot left\""
        ),
    );
}

#[test]
fn a_garden_is_scored_like_a_monastery() {
    // BG25: nine points for eight neighbours; BG36: at the end one for each tile.
    check(
        "BG4 BG25",
        "
        option edition second
        start B 0,-1 r0
        start B 1,-1 r0
        start B 2,-1 r0
        a U 0,0 r0
        b U_garden 1,0 r0 abbot@garden
        a U 2,0 r0
        b B 0,1 r0
        a B 1,1 r0
        b B 2,1 r0 => b 9
        ",
    );
    check("BG4 BG36", &format!("{SECOND} a U_garden 0,1 r0 abbot@garden\n b B 1,0 r0\n end a 3"));
}

#[test]
fn the_abbot_may_be_taken_back() {
    // Instead of deploying, for the points that its place is worth now, in its owner's turn only.
    let begin = format!("{SECOND} stack B B B\n a U_garden 0,1 r0 abbot@garden\n b B 1,0 r0\n");
    check("BG4", &format!("{begin} a B 2,0 r0 ..\n recall => a 3\n nobody deploys"));
    check(
        "BG4",
        &format!("{begin} a B 2,0 r0 monastery\n b B 3,0 r0 ..\n options monastery field abbot@monastery"),
    );
    // It is back in the supply, and may be deployed again in the next turn.
    check(
        "BG4",
        &format!(
            "{begin} a B 1,-1 r0 ..\n recall => a 3\n b B 2,0 r0\n a B 3,0 r0 abbot@monastery\n stands 3,0 monastery a"
        ),
    );
    // The tile just placed counts.
    check("BG4", &format!("{begin} a B -1,0 r0 ..\n recall => a 4"));
    // A place that this tile completes is scored as complete, and the abbot is no option.
    check(
        "BG4",
        "
        option edition second
        start B 0,-1 r0
        start B 1,-1 r0
        start B 2,-1 r0
        start U 0,0 r0
        a U_garden 1,0 r0 abbot@garden
        b U 2,0 r0
        a B 0,1 r0
        b B 1,1 r0
        a B 2,1 r0 ..
        no recall
        pass => a 9
        ",
    );
}

#[test]
fn without_an_abbot_a_garden_is_a_picture() {
    check(
        "BG4",
        "option edition second\n option abbot false\n a U_garden 1,0 r0 ..\n options road field:NL field:SL",
    );
}
