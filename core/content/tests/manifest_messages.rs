//! Every mistake in a manifest gets a message that says where it is and how to mend it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bastide_content::diagnostic::Source;
use bastide_content::manifest::Manifest;

fn messages(text: &str) -> String {
    let (manifest, report) = Manifest::read(&Source::new("expansions/mills/expansion.toml", text));
    assert_eq!(manifest.is_none(), report.has_errors());
    report.render(false)
}

const HEADER: &str = "format = 1\nid = \"mills\"\nname = \"The Mills\"\nversion = \"1.0.0\"\napi = 1\n";

#[test]
fn a_manifest_with_everything_has_no_messages() {
    let text = r#"
        description = "Mills beside roads."
        tiles = ["mills"]
        depends = ["inns", "traders >= 1.2, < 2"]
        optional = ["abbey"]
        after = ["tower"]
        before = ["count"]
        [attributes.tile.mill]
        values = ["wind", "water"]
        doc = "which mill stands there"
        [attributes.segment.ford]
        type = "flag"
        merge = "all"
        on = ["road"]
        [edges.brook]
        carries = "brook"
        whole = false
        [features.brook]
        completion = "closed"
        claimed_by = ["follower"]
        [features.brook.scoring]
        base = 1
        tile = { complete = 2, incomplete = 1 }
        empty_neighbour = { incomplete = -1 }
        attributes = { ford = { complete = 3 }, coats_of_arms = 1 }
        [pieces.miller]
        class = "follower"
        strength = 2
        stands_on = ["road", "brook"]
        meeple = true
        recallable = false
        supply = 1
        [pieces.mayor]
        class = "follower"
        strength = { attribute = "coats_of_arms" }
        [pieces.ghost]
        class = "neutral"
        [pieces.helper]
        class = "special"
        needs_follower = true
        supply = { option = "price" }
        [places.pond]
        on_tile = true
        [phases.grind]
        after = "deploy"
        [phases.sell]
        after = "grind"
        deploys = ["miller", "follower"]
        [options.price]
        type = "number"
        min = 1
        max = 9
        or = ["free"]
        default = 3
        doc = "what flour costs"
        [options.mode]
        type = "choice"
        values = ["fast", "slow"]
        default = "slow"
        doc = "how fast the wheels turn"
        [when.on_feature_completed]
        feature = ["road"]
        follower_on = "mill"
        phase = ["score"]
        [when.allow_placement]
        tile_with = "mill"
        [[when.on_tile_placed]]
        tile_with = "mill"
        [[when.on_tile_placed]]
        feature_with = "ford"
        [when.on_piece_deployed]
        around_with = "mill"
        [when.on_placement_scored]
        points = 6
        [when.actions.fish]
        piece_in = ["pond"]
        [when.adjust_points]
        feature = ["road"]
        [peer.jcloisterzone]
        elements = ["mill"]
        nested = { a = [1, true] }
    "#;
    assert_eq!(messages(&format!("{HEADER}{text}")), "");
}

#[test]
fn header_is_wrong() {
    insta::assert_snapshot!(messages(
        "format = \"1\"\nid = \"The Mills\"\nversion = \"v1.0\"\napi = 2\nauthors = []\nnam = \"x\"\n"
    ));
}

#[test]
fn id_differs_from_the_folder() {
    insta::assert_snapshot!(messages(&HEADER.replace("id = \"mills\"", "id = \"mill\"")));
}

#[test]
fn base_is_no_expansion() {
    let (_, report) = Manifest::read(&Source::new("x/base/expansion.toml", HEADER.replace("mills", "base")));
    insta::assert_snapshot!(report.render(false));
}

macro_rules! mistakes {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), messages(&format!("{HEADER}{}", $text)));
        }
    )*};
}

mistakes! {
    dependencies_are_wrong: "depends = [\"inns\", \"inns\", \"The Inns\", \"traders > x\", 5, \"mills\"]\noptional = \"abbey\"\n";
    attributes_are_wrong: "[attributes.tile.count]\ntype = \"flag\"\n[attributes.tile.a]\n[attributes.tile.Big]\ntype = \"flag\"\n[attributes.tile.b]\ntype = \"nmber\"\n[attributes.tile.c]\ntype = \"flag\"\nvalues = [\"x\"]\nmerge = \"most\"\non = [\"road\"]\n[attributes.segments.d]\ntype = \"flag\"\n";
    kinds_are_wrong: "[edges.river]\ncarries = 1\nwhole = \"no\"\n[features.hut]\nscoring = { tiles = 1, tile = \"two\", base = { done = 1 } }\n[pieces.miller]\nclass = \"folower\"\nsupply = -1\nstrength = { attr = \"x\" }\nneeds_follower = true\n[pieces.wheel]\nclass = \"special\"\nsupply = { opt = \"x\" }\n[places.pond]\non_tiles = true\n";
    phases_are_wrong: "[phases.one]\n[phases.two]\nafter = \"deploy\"\nbefore = \"score\"\n[phases.three]\nafter = 3\ndeploys = \"follower\"\n";
    options_are_wrong: "[options.a]\n[options.b]\ntype = \"choice\"\nvalues = [\"x\"]\ndefault = \"y\"\ndoc = \"what\"\n[options.c]\ntype = \"number\"\nmin = 5\nmax = 1\ndefault = 3\ndoc = \"what\"\n[options.d]\ntype = \"boolean\"\ndefault = \"yes\"\ndoc = \"what\"\n[options.e]\ntype = \"chioce\"\nvalues = []\n";
    conditions_are_wrong: "[when.feature_completed]\nfeature = \"road\"\n[when.on_feature_completed]\nfeatures = [\"road\"]\n";
    claims_are_true_or_false: "[when.on_turn_end]\nclaimed = true\n[when.on_tile_placed]\nclaimed = \"yes\"\n";
    supplies_and_points_are_wrong: "[when.on_turn_end]\nin_supply = \"follower\"\n[when.actions.fish]\nhas_points = \"many\"\n[when.on_turn_start]\nin_supply = []\nhas_points = 5000\n";
    hooks_of_conditions_are_wrong: "[when.on_feature_complete]\nfeature = [\"road\"]\n[when.on_turn_end]\nfeature = [\"road\"]\n[when.adjust_point]\nfeature = [\"road\"]\n[when.allow_draw]\nfeature = [\"road\"]\n[when.on_turn_start]\ntile_with = \"mill\"\n[when.on_tile_drawn]\naround_with = \"mill\"\n[when.allow_placement]\nfeature_with = \"ford\"\n[when.actions.fish]\nfeature = [\"road\"]\n[[when.on_game_end]]\npiece_in = \"pond\"\n[[when.on_game_end]]\npoints = 3\n[when.on_tile_placed]\nphase = []\n[when.on_tile_discarded]\npiece = [\"follower\"]\n[when.actions.swim]\npiece = [\"follower\"]\n[when.on_something_own]\n";
    peer_holds_a_fraction: "[peer.jcloisterzone]\nfactor = 1.5\nday = 2020-01-01\n";
    a_table_is_no_table: "options = 5\n[pieces]\nmiller = \"follower\"\n";
}

#[test]
fn a_hook_that_is_surely_meant_can_be_put_right() {
    let text = "[when.on_tile_place]\ntile_with = \"road\"\n";
    let header = "format = 1\nid = \"mills\"\nname = \"Mills\"\nversion = \"1.0.0\"\napi = 1\n";
    let source = Source::new("mills/expansion.toml", format!("{header}{text}"));
    let report = Manifest::read(&source).1;
    let fixed = bastide_content::fix::apply(source.text(), &report.diagnostics).unwrap();
    assert_eq!(fixed.text, source.text().replace("on_tile_place", "on_tile_placed"));
}
