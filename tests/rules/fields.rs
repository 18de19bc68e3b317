//! BG38 to BG41: fields.

use crate::table::check;

#[test]
fn a_field_gives_three_points_a_completed_city() {
    // BG38: the field north of the road touches the city of D, the one south of it does not.
    check("BG38", "a U 1,0 r0 field:NL\n b E 0,-1 r2\n end a 3");
    check("BG38", "a U 1,0 r0 field:SL\n b E 0,-1 r2\n end");
    // BG38: an incomplete city gives nothing.
    check("BG38", "a U 1,0 r0 field:NL\n end");
    // BG38: two cities.
    check("BG38", "a U 1,0 r0 field:NL\n b E 0,-1 r2\n a D 2,0 r0\n b E 2,-1 r2\n end a 6");
    // BG38: H touches the cities of both its sides with one field.
    check("BG38", "start H 0,0 r0\n a E 0,-1 r2\n b E 0,1 r0\n a B 1,0 r0 field\n end a 6");
}

#[test]
fn the_majority_of_farmers() {
    // BG38: a tie gives all of it to both, two against one to one alone.
    check(
        "BG38",
        "a E 0,-1 r2 field\n b U 1,0 r0 field:NL\n a B 1,-1 r0\n stands 1,-1 field a b\n end a 3 b 3",
    );
    // BG38: south of a road, two of a's fields and one of b's become one.
    //
    //   B B B B B
    //   U U U U U
    //   E
    //   E
    check(
        "BG38",
        "
        start B 0,-1 r0
        start B 1,-1 r0
        start B 2,-1 r0
        start B 3,-1 r0
        start B 4,-1 r0
        a U 0,0 r0 field:SL
        b U 2,0 r0 field:SL
        a U 4,0 r0 field:SL
        b U 1,0 r0
        a U 3,0 r0
        b E 0,1 r2
        a E 0,2 r0
        stands 0,0 field:SL a a b
        end a 3
        ",
    );
}

#[test]
fn a_city_counts_once_for_a_field_and_for_each_field() {
    // BG39: the field touches the city with D and with E, and counts it once.
    check("BG39", "a E 0,-1 r2 field\n b U 1,0 r0\n a B 1,-1 r0\n end a 3");
    // BG39: two fields count the same city.
    check("BG39", "a E 0,-1 r2 field\n b U 1,0 r0 field:NL\n end a 3 b 3");
}

#[test]
fn three_ways_to_score_fields() {
    // BG40: one city. a stands on two of the fields around it, b on a third.
    //
    //     B
    //   E G E
    for (variant, points) in [("city4", "a 4"), ("field3_once", "a 3 b 3"), ("field3", "a 6 b 3")] {
        check(
            "BG40",
            &format!(
                "
                option field_scoring {variant}
                start G 0,0 r0
                a E -1,0 r1 field
                b E 1,0 r3 field
                a B 0,-1 r0 field
                end {points}
                "
            ),
        );
    }
    // BG40: one farmer each around one city: a tie, full points to both.
    for (variant, points) in [("city4", "a 4 b 4"), ("field3_once", "a 3 b 3"), ("field3", "a 3 b 3")] {
        let case = "a E 0,-1 r2 field\n b U 1,0 r0 field:NL";
        check("BG40", &format!("option field_scoring {variant}\n {case}\n end {points}"));
    }
    // BG40: an incomplete city gives nothing in any of them.
    for variant in ["city4", "field3_once", "field3"] {
        check("BG40", &format!("option field_scoring {variant}\n a U 1,0 r0 field:NL\n end"));
    }
}

#[test]
fn what_bounds_a_field() {
    // BG41: a road through the tile parts it.
    check("BG41", "a U 1,0 r0 field:NL\n stands 0,0 field:EL a\n stands 0,0 field:ER");
    // BG41: a road that ends inside of the tile does not: the field goes around its end.
    check("BG41", "a A 1,0 r1 field\n stands 0,0 field:EL a\n stands 0,0 field:ER a");
    // BG41: a road that ends at the city of its tile does.
    check("BG41", "start T 0,0 r0\n a U 0,1 r1 field:NL\n stands 0,0 field:SR a\n stands 0,0 field:SL");
    // BG41: a crossing has a field in each corner.
    check(
        "BG41",
        "
        start X 0,0 r0
        a U 1,0 r0 field:NL
        stands 0,0 field:EL a
        stands 0,0 field:NR a
        stands 0,0 field:ER
        stands 0,0 field:WR
        stands 0,0 field:SR
        ",
    );
    // BG41: a city parts it: the field north of G is another than the one south of it.
    check("BG41", "start G 0,0 r0\n a B 0,-1 r0 field\n stands 0,0 field:NL a\n stands 0,0 field:SL");
}
