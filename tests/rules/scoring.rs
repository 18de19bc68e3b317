//! BG19 to BG31: scoring what a placement completed.

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
fn a_road_is_complete_when_both_ends_close() {
    // BG19: ends at a monastery, a crossing, a city.
    check("BG19", "a A 1,0 r1 road\n open 0,0 road\n b A -1,0 r3 => a 3\n complete 0,0 road");
    check("BG19", "a W 1,0 r0 road:W\n b W -1,0 r0 => a 3\n open -1,0 road:W");
    check("BG19", "a T 1,0 r1 road\n b L -1,0 r0 => a 3");
    check("BG19", "a X 1,0 r0 road:W\n b X -1,0 r0 => a 3");
    // BG19: or when it is a loop.
    //
    //   V V
    //   V V
    check(
        "BG19",
        "
        start V 0,0 r3
        a V 1,0 r0 road
        b V 1,1 r1
        open 0,0 road
        a V 0,1 r2 => a 4
        complete 0,0 road
        supply a 7
        ",
    );
}

#[test]
fn a_road_counts_tiles_not_ends() {
    // BG20: one point a tile.
    check("BG20", "a A 1,0 r1 road\n b U -1,0 r0\n a U -2,0 r0\n b A -3,0 r3 => a 5");
    // BG20: this road leaves the crossing in the east and comes back to it in the south.
    //
    //   W V
    //   V V
    check("BG20", "start W 0,0 r0\n a V 1,0 r0 road\n b V 1,1 r1\n a V 0,1 r2 => a 4");
    // BG20: while it is incomplete, too.
    check("BG20 BG34", "start W 0,0 r0\n a V 1,0 r0 road\n b V 1,1 r1\n end a 3");
}

#[test]
fn a_city_is_complete_without_a_gap() {
    // BG21: three sides closed, and then the fourth.
    check(
        "BG21",
        "
        start C 0,0 r0
        a E 0,-1 r2 city
        b E 1,0 r3
        a E 0,1 r0
        open 0,0 city
        b E -1,0 r1 => a 12
        complete 0,0 city
        ",
    );
}

#[test]
fn a_city_counts_tiles_and_coats_of_arms() {
    // BG22: three tiles; three tiles and a coat of arms; four tiles and two.
    check("BG22", "start N 0,0 r0\n a E 0,-1 r2 city\n b E -1,0 r1 => a 6");
    check("BG22", "start M 0,0 r0\n a E 0,-1 r2 city\n b E -1,0 r1 => a 8");
    check("BG22", "start F 0,0 r0\n a F 1,0 r0 city\n b E -1,0 r1\n a E 2,0 r3 => a 12");
}

#[test]
fn a_tile_counts_once_for_a_city() {
    // BG23: both city parts of I belong to one city in the end.
    //
    //   N N
    //   N I
    check("BG23", "start I 0,0 r0\n a N 0,-1 r3 city\n b N -1,0 r1\n a N -1,-1 r2 => a 8");
}

#[test]
fn a_city_of_two_tiles() {
    // BG24: four points, with the option two; with a coat of arms six and three.
    check("BG24", "a E 0,-1 r2 city => a 4");
    check("BG24", "option tiny_city half\n a E 0,-1 r2 city => a 2");
    check("BG24", "start coat 0,0 r0\n a E 0,-1 r2 city => a 6");
    check("BG24", "option tiny_city half\n start coat 0,0 r0\n a E 0,-1 r2 city => a 3");
    // BG24: the option is about two tiles only, and about completed cities only.
    check("BG24", "option tiny_city half\n start N 0,0 r0\n a E 0,-1 r2 city\n b E -1,0 r1 => a 6");
    check("BG24", "option tiny_city half\n start M 0,0 r0\n a E 0,-1 r2 city\n end a 3");
}

/// The cells around 1,0 but one, in an order in which each touches those before.
const AROUND: &str = "
    . B 1,-1 r0
    . B 2,-1 r0
    . B 2,0 r0
    . B 2,1 r0
    . B 1,1 r0
    . B 0,1 r0
";

#[test]
fn a_monastery_is_complete_with_eight_neighbours() {
    // BG25: whoever places the last of them.
    let begin = format!("start B 0,0 r0\n a B 1,0 r0 monastery\n {AROUND} open 1,0 monastery");
    check("BG25", &format!("{begin}\n b B 0,-1 r0 => a 9\n supply a 7"));
    // BG25: the monastery itself may be the last of the nine.
    check(
        "BG25 BG16",
        "
        start B 0,0 r0
        . B 1,0 r0
        . B 2,0 r0
        . B 2,1 r0
        . B 2,2 r0
        . B 1,2 r0
        . B 0,2 r0
        . B 0,1 r0
        . B 1,1 r0 monastery => b 9
        ",
    );
}

#[test]
fn neighbouring_monasteries_are_independent() {
    // BG26: a's has 8 neighbours, b's beside it has 5.
    check(
        "BG26",
        "
        start B 0,0 r0
        a B 1,0 r0 monastery
        b B 2,0 r0 monastery
        . B 1,-1 r0
        . B 2,-1 r0
        . B 2,1 r0
        . B 1,1 r0
        . B 0,1 r0
        . B 0,-1 r0 => a 9
        stands 2,0 monastery b
        end b 6
        ",
    );
    // BG26: one tile completes two monasteries.
    check(
        "BG26 BG29",
        "
        start B 0,0 r0
        a B 1,0 r0 monastery
        b B 2,0 r0 monastery
        . B 3,0 r0
        . B 0,-1 r0
        . B 2,-1 r0
        . B 3,-1 r0
        . B 0,1 r0
        . B 1,1 r0
        . B 2,1 r0
        . B 3,1 r0
        . B 1,-1 r0 => a 9 b 9
        ",
    );
}

#[test]
fn the_majority_gets_all_points() {
    // BG27, BG28: two against one; the one gets nothing and returns too (BG30).
    check(
        "BG27 BG28 BG30",
        &format!(
            "{ROW}
            a U 0,0 r0 road
            b U 2,0 r0 road
            a U 4,0 r0 road
            b U 1,0 r0
            a U 3,0 r0
            stands 0,0 road a a b
            b A -1,0 r3
            a A 5,0 r1 => a 7
            supply a 7
            supply b 7
            "
        ),
    );
    // BG27: in a tie, all tied players get all points, not a part of them.
    check(
        "BG27 BG28",
        &format!(
            "{ROW} a U 0,0 r0 road\n b U 2,0 r0 road\n a U 1,0 r0\n b A -1,0 r3\n a A 3,0 r1 => a 5 b 5"
        ),
    );
    // BG27: three players in a tie.
    check(
        "BG27",
        &format!(
            "{ROW}
            players 3
            a E 0,0 r1 city
            b G 2,0 r0 city
            c E 4,0 r3 city
            a G 1,0 r0
            b G 3,0 r0 => a 10 b 10 c 10
            "
        ),
    );
}

#[test]
fn nobody_there_nobody_scores() {
    // BG28.
    check("BG28", "a E 0,-1 r2\n complete 0,0 city\n points");
    check("BG28", "a A 1,0 r1\n b A -1,0 r3\n complete 0,0 road\n points");
}

#[test]
fn one_tile_completes_several_features() {
    // BG29: two cities of two players; a city and a road of one.
    check(
        "BG29",
        "
        start B 0,0 r0
        start B 1,0 r0
        start B 2,0 r0
        a E 0,1 r1 city
        b E 2,1 r3 city
        a H 1,1 r1 => a 4 b 4
        ",
    );
    // BG29: D closes the city of the tile above and the road between the tiles beside it.
    check(
        "BG29",
        "
        start B 1,-1 r0
        start B 3,-1 r0
        a A 1,0 r3 road
        b E 2,-1 r2 city
        a A 3,0 r1
        b D 2,0 r0 => a 3 b 4
        supply a 7
        supply b 7
        ",
    );
}

#[test]
fn all_followers_of_a_completed_feature_return() {
    // BG30: those who scored nothing too; those on other features of the same tile stay.
    check("BG30", "a U 1,0 r0 road\n b A 2,0 r1 monastery\n a A -1,0 r3 => a 4\n supply a 7\n supply b 6");
}

#[test]
fn fields_give_nothing_during_play() {
    // BG31: the field inside this loop is closed all around, and its farmer stays to the end.
    check(
        "BG31",
        "
        start V 0,0 r3
        a V 1,0 r0 field:SR
        b V 1,1 r1
        a V 0,1 r2
        complete 0,0 road
        stands 0,1 field:NR a
        supply a 6
        b U 2,1 r1
        supply a 6
        points
        ",
    );
}
