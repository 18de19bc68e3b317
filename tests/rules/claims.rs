//! BG13 to BG18, and BG32: deploying followers.

use crate::table::check;

/// A row of fields over cells 0,0 to 4,0, so that tiles can be placed with gaps between them.
const ROW: &str = "
    start B 0,-1 r0
    start B 1,-1 r0
    start B 2,-1 r0
    start B 3,-1 r0
    start B 4,-1 r0
";

#[test]
fn one_follower_on_the_very_tile_or_none() {
    // BG13: deploying is no duty.
    check("BG13", "a U 1,0 r0 ..\n pass\n supply a 7\n b U 2,0 r0");
    // BG13: only one, and then it is the next player's turn.
    check("BG13", "a U 1,0 r0 road\n supply a 6\n b U 2,0 r0 field:NL\n supply b 6");
    // BG13: only on the tile just placed.
    check(
        "BG13",
        "
        a U 1,0 r0 ..
        refuse 0,0 city \"can only be deployed on the tile just placed\"
        refuse 0,0 road \"can only be deployed on the tile just placed\"
        pass
        ",
    );
    // BG13: only from the supply.
    check(
        "BG13",
        "
        option followers 1
        a U 1,0 r0 field:NL
        b U -1,0 r0
        a V 0,1 r0
        nobody deploys
        ",
    );
}

#[test]
fn on_roads_cities_monasteries_and_fields() {
    // BG14: the monastery with a road, the city with its field, a crossing with three fields.
    check("BG14", "a A 1,0 r1 ..\n options monastery road field\n deploy monastery\n stands 1,0 monastery a");
    check("BG14", "a E 0,-1 r2 ..\n options city field\n deploy field\n stands 0,-1 field a");
    check(
        "BG14",
        "
        a W 0,1 r0 ..
        options road:E road:S road:W field:NL field:ER field:SR
        ",
    );
    check(
        "BG14",
        "
        a L 0,-1 r2 ..
        options city road:N road:E road:W field:EL field:ER field:NL
        deploy road:N
        ",
    );
    // Fields are an option of the game.
    check(
        "BG14",
        "option farmers false\n a U 1,0 r0 ..\n options road\n refuse field:NL \"without a follower on a field\"",
    );
}

#[test]
fn not_where_somebody_stands() {
    // BG15: after joining, the whole road and the whole field count; one's own followers too.
    check(
        "BG15",
        "
        a U 1,0 r0 road
        b U 2,0 r0 ..
        options field:NL field:SL
        refuse road \"the road is claimed already\"
        deploy field:NL
        a U 3,0 r0 ..
        options field:SL
        refuse road \"the road is claimed already\"
        refuse field:NL \"the field is claimed already\"
        deploy field:SL
        b U -1,0 r0
        nobody deploys
        ",
    );
    // BG15: one follower on each of two roads, and a tile that joins both.
    check(
        "BG15",
        &format!("{ROW} a U 0,0 r0 road\n b U 2,0 r0 road\n a U 1,0 r0 ..\n refuse road \"claimed\""),
    );
    check("BG15", "a E 0,-1 r2 field\n b U 1,0 r0 field:NL\n a B 1,-1 r0 ..\n options monastery");
}

#[test]
fn a_feature_that_this_tile_completes_may_be_claimed() {
    // BG16: claimed, scored, and the follower back within one turn.
    check("BG16", "a E 0,-1 r2 city => a 4\n supply a 7\n complete 0,0 city");
    check("BG16", "a A 1,0 r1\n b A -1,0 r3 road => b 3\n supply b 7");
}

#[test]
fn a_follower_from_this_scoring_comes_too_late() {
    // BG17: placing comes before scoring, so the last follower cannot be used twice in a turn.
    check(
        "BG17",
        "
        option followers 1
        a U 1,0 r0 road
        b A 2,0 r1
        supply a 0
        a A -1,0 r3 => a 4
        nobody deploys
        supply a 1
        ",
    );
}

#[test]
fn features_become_shared_by_joining() {
    // BG18: two roads with a follower each become one road.
    check("BG18", &format!("{ROW} a U 0,0 r0 road\n b U 2,0 r0 road\n a U 1,0 r0\n stands 1,0 road a b"));
    // BG18: two cities, joined by a tile between them.
    check("BG18", &format!("{ROW} a E 0,0 r1 city\n b E 2,0 r3 city\n a G 1,0 r0 => a 6 b 6"));
    // BG18: two fields, joined by a tile at the corner of both.
    check("BG18", "a E 0,-1 r2 field\n b U 1,0 r0 field:NL\n a B 1,-1 r0\n stands 1,-1 field a b");
}

#[test]
fn a_completed_feature_is_out_of_reach() {
    // BG32: no later tile can join it, and older tiles are no place for a follower.
    check(
        "BG32",
        "
        a E 0,-1 r2
        complete 0,0 city
        b U 1,0 r0 ..
        options road field:NL field:SL
        refuse 0,-1 city \"can only be deployed on the tile just placed\"
        refuse 0,0 city \"can only be deployed on the tile just placed\"
        pass
        a B 1,-1 r0 ..
        options monastery field
        ",
    );
    // BG32: a field with completed cities all around is open to a tile that touches it.
    check(
        "BG32",
        "
        start G 0,0 r0
        a E -1,0 r1
        b E 1,0 r3
        complete 0,0 city
        a B 0,-1 r0 ..
        options monastery field
        deploy field
        stands 0,0 field:NL a
        ",
    );
}
