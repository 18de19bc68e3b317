//! BG5 to BG12: drawing and placing a tile.

use crate::table::check;

#[test]
fn a_tile_touches_a_tile_with_a_side() {
    // BG5: far away, at a corner, and on a tile are no places.
    check(
        "BG5",
        "
        refuse U 4,4 r0 \"touches no tile\"
        refuse U 1,1 r0 \"must share a side\"
        refuse U 1,-1 r0 \"touches no tile\"
        refuse U 0,0 r0 \"there is a tile at 0,0 already\"
        turns U 1,1
        turns U 1,0 r0
        a U 1,0 r0
        ",
    );
}

#[test]
fn all_touching_sides_match() {
    // BG6: at 1,-1 the tile has the field of E in the west and the road of X in the south.
    //
    //   E ?
    //   D X
    check(
        "BG6",
        "
        start D 0,0 r0
        start E 0,-1 r2
        start X 1,0 r0
        refuse V 1,-1 r0 \"has a road edge on side W, its neighbour a field edge\"
        refuse V 1,-1 r1 \"has a field edge on side S, its neighbour a road edge\"
        refuse V 1,-1 r2 \"has a field edge on side S, its neighbour a road edge\"
        turns V 1,-1 r3
        a V 1,-1 r3
        ",
    );
    check("BG6", "refuse U 0,-1 r0 \"has a field edge on side S, its neighbour a city edge\"\n a U 0,1 r0");
}

#[test]
fn a_tile_is_turned_at_will() {
    // BG7: all four turns of a curve, each where it fits; turns that look the same are listed once.
    check(
        "BG7",
        "
        turns V 1,0 r0 r1
        turns V -1,0 r2 r3
        turns V 0,1 r0 r3
        a V 1,0 r1
        turns U 0,1 r0
        . U 0,1 r0
        turns B 0,-1
        turns B 0,2 r0
        refuse B 0,2 r1 \"looks the same as a smaller turn\"
        . B 0,2 r0
        turns X -1,0 r0
        . X -1,0 r0
        ",
    );
}

#[test]
fn a_tile_without_a_place_leaves_the_game() {
    // BG8: C is all city and U has none. The same player draws again.
    check("BG8", "start U 0,0 r0\n discard C\n a U 1,0 r0\n discard C\n b U 2,0 r0\n over a b");
    check("BG8", "start U 0,0 r0\n stack C\n discard C\n left C 1\n a V 1,0 r1\n over a b");
}

#[test]
fn drawing_repeats_until_a_tile_fits_or_none_is_left() {
    check("BG9", "start U 0,0 r0\n discard C\n discard C\n discard C\n a U 1,0 r0\n b U 2,0 r0");
    // BG9, BG33: nothing that is left can be placed, and the game ends.
    check(
        "BG9 BG33",
        "
        start U 0,0 r0
        a U 1,0 r0 road
        discard C
        discard C
        discard C
        left C 0
        over a
        end a 2
        ",
    );
    check("BG9", "start U 0,0 r0\n discard C\n over a b");
}

#[test]
fn a_tile_with_any_place_stays() {
    // BG10: C fits at one cell only, Q in one turn only.
    check("BG10", "turns C 0,-1 r0\n a C 0,-1 r0");
    check("BG10", "start B 0,0 r0\n turns Q 0,-1 r0\n turns Q 1,0 r1\n a Q 1,0 r1");
    // BG10: here only the third turn at one of six cells is legal.
    check(
        "BG10",
        "
        start D 0,0 r0
        a E 0,-1 r2
        discard C
        b V 0,1 r0
        ",
    );
}

#[test]
fn holes_may_be_enclosed() {
    // BG11: eight tiles around 1,1. It stays a cell like others, and only a tile of fields fits.
    //
    //   B B B
    //   B   B
    //   B B B
    let ring = "
        start B 0,0 r0
        . B 1,0 r0
        . B 2,0 r0
        . B 2,1 r0
        . B 2,2 r0
        . B 1,2 r0
        . B 0,2 r0
        . B 0,1 r0
    ";
    check("BG11", &format!("{ring}\n turns B 1,1 r0\n . B 1,1 r0"));
    check("BG11", &format!("{ring}\n turns V 1,1\n refuse V 1,1 r0 \"edge\"\n . V 0,-1 r1"));
}

#[test]
fn the_board_has_no_border() {
    // BG12: a road of hundred tiles to the west, and one to the east.
    let line = |step: i32| -> String { (1..=100).map(|at| format!(". U {},0 r0\n", at * step)).collect() };
    check("BG12", &format!("{}{}", line(-1), line(1)));
}
