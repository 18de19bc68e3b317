//! BG33 to BG37, BG42: the end of the game.

use crate::table::check;

const ROW: &str = "
    start B 0,-1 r0
    start B 1,-1 r0
    start B 2,-1 r0
    start B 3,-1 r0
    start B 4,-1 r0
";

#[test]
fn the_last_tile_has_its_whole_turn() {
    // BG33: the last player deploys and scores as ever, and then the game is over.
    check("BG33", "a E 0,-1 r2 city => a 4\n over a\n end");
    check("BG33", "a U 1,0 r0\n b A 2,0 r1 monastery\n over b\n end b 2");
    // BG33: a tile that is left and fits nowhere does not keep the game open.
    check("BG33", "start U 0,0 r0\n a U 1,0 r0 road\n b U 2,0 r0\n discard C\n over a\n end a 3");
}

#[test]
fn incomplete_roads() {
    // BG34: one point a tile, whatever is closed already.
    check("BG34", "a U 1,0 r0 road\n end a 2");
    check("BG34", "a A 1,0 r1 road\n b U -1,0 r0\n end a 3");
}

#[test]
fn incomplete_cities() {
    // BG35: one point a tile and one a coat of arms.
    check("BG35", "start N 0,0 r0\n a E 0,-1 r2 city\n end a 2");
    check("BG35", "start M 0,0 r0\n a E 0,-1 r2 city\n end a 3");
    check("BG35", "start C 0,0 r0\n a F 1,0 r0 city\n b E 0,-1 r2\n end a 5");
}

#[test]
fn incomplete_monasteries() {
    // BG36: one point for itself and one for each neighbour, at a corner too.
    check("BG36", "start B 0,0 r0\n a B 1,0 r0 monastery\n end a 2");
    check("BG36", "start B 0,0 r0\n a B 1,0 r0 monastery\n b B 0,1 r0\n a B 1,1 r0\n b B 2,1 r0\n end a 5");
}

#[test]
fn majorities_at_the_end() {
    // BG37: as during play: two against one, a tie, nobody.
    let two = "a U 0,0 r0 road\n b U 2,0 r0 road\n a U 4,0 r0 road\n b U 1,0 r0\n a U 3,0 r0";
    check("BG37", &format!("{ROW} {two}\n end a 5"));
    check("BG37", &format!("{ROW} a G 0,0 r0 city\n b G 2,0 r0 city\n a G 1,0 r0\n end a 3 b 3"));
    check("BG37", "a U 1,0 r0\n b U 2,0 r0\n end");
}

#[test]
fn the_highest_total_wins() {
    // BG42: during play and at the end together; a tie is shared, also at nothing.
    check(
        "BG42",
        "a E 0,-1 r2 city => a 4\n b U 1,0 r0 road\n a U 2,0 r0\n end b 3\n points a 4 b 3\n over a",
    );
    check("BG42", "a U 1,0 r0 road\n b A -1,0 r3 monastery\n end a 3 b 2\n over a");
    check("BG42", "start B 0,0 r0\n a B 1,0 r0 monastery\n b B -1,0 r0 monastery\n over a b\n end a 2 b 2");
    check("BG42", "players 3\n a U 1,0 r0\n over a b c");
}
