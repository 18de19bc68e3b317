//! BG4: the gardens of the second edition. Who stands on them is the matter of expansions.

use crate::table::check;

#[test]
fn nobody_of_the_base_game_stands_on_a_garden() {
    let begin = "option edition second\n start B 0,0 r0\n a U_garden 0,1 r0 ..";
    check("BG4", &format!("{begin}\n options road field:NL field:SL\n pass"));
    check("BG4", &format!("{begin}\n refuse garden \"a follower cannot be deployed on a garden\"\n pass"));
    // The road and the fields of the tile are as on the tile without a garden.
    check("BG4", &format!("{begin}\n deploy road"));
}

#[test]
fn a_garden_is_no_monastery_and_gives_nobody_points() {
    check(
        "BG4",
        "
        option edition second
        start B 0,-1 r0
        start B 1,-1 r0
        start B 2,-1 r0
        a U 0,0 r0
        b U_garden 1,0 r0
        a U 2,0 r0
        b B 0,1 r0
        a B 1,1 r0
        b B 2,1 r0
        end
        ",
    );
}
