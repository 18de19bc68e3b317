//! Every mistake in what a manifest says about JCloisterZone gets a message that says where it is
//! and how to mend it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use bastide_content::diagnostic::Source;
use bastide_content::files::MemoryFiles;
use bastide_content::manifest::Manifest;
use bastide_content::peer::Mapping;

const HEADER: &str = "format = 1\nid = \"mills\"\nname = \"The Mills\"\nversion = \"1.0.0\"\napi = 1\n";

fn mapping(text: &str) -> Result<Mapping, String> {
    let source = Source::new("expansions/mills/expansion.toml", format!("{HEADER}{text}"));
    let (manifest, report) = Manifest::read(&source);
    let manifest = manifest.unwrap_or_else(|| panic!("{}", report.render(false)));
    Mapping::of(&manifest).map(Option::unwrap_or_default).map_err(|report| report.render(false))
}

#[test]
fn names_without_the_expansion_are_its_own() {
    let text = r#"
        [places.loft]
        [phases.grind]
        after = "deploy"
        [peer.jcloisterzone]
        elements = ["mill"]
        [peer.jcloisterzone.places]
        loft = { feature = "Loft" }
        "others/loft" = { feature = "Attic", location = "II" }
        [peer.jcloisterzone.phases]
        grind = "MillPhase"
        [peer.jcloisterzone.actions.sell]
        item = "Flour"
        message = "PLACE_TOKEN"
        with = { token = "FLOUR" }
        [peer.jcloisterzone.actions."others.buy"]
        item = "Flour"
        message = "BUY"
        subject = "SACK"
        pointer = "to"
        [peer.jcloisterzone.questions.price]
        phase = "MillPhase"
        item = "Confirm"
        message = "COMMIT"
        pass = "nothing"
        [peer.jcloisterzone.features]
        mill = "WaterMill"
        lock = { name = "Lock", points = "lock", parts = false }
    "#;
    let mapping = mapping(text).unwrap();
    let names = |keys: Vec<&String>| keys.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(names(mapping.places.keys().collect()), ["mills/loft", "others/loft"]);
    assert_eq!(names(mapping.phases.keys().collect()), ["mills/grind"]);
    assert_eq!(names(mapping.actions.keys().collect()), ["mills.sell", "others.buy"]);
    assert_eq!(names(mapping.questions.keys().collect()), ["mills.price"]);
    assert_eq!((mapping.places["mills/loft"].location.as_str()), "I");
    let (sell, buy) = (&mapping.actions["mills.sell"], &mapping.actions["others.buy"]);
    assert_eq!((sell.subject.as_str(), sell.pointer.as_str()), ("FLOUR", "pointer"));
    assert_eq!((buy.subject.as_str(), buy.pointer.as_str()), ("SACK", "to"));
    assert_eq!(mapping.questions["mills.price"].pass.as_deref(), Some("nothing"));
    assert!(mapping.features["mill"].parts && !mapping.features["lock"].parts);
}

#[test]
fn a_manifest_that_says_nothing_has_no_names() {
    assert_eq!(mapping("").unwrap(), Mapping::default());
    assert_eq!(mapping("[peer.another]\nelements = 3\n").unwrap(), Mapping::default());
}

#[test]
fn elements_are_names_or_effects() {
    let names = mapping("[peer.jcloisterzone]\nelements = [\"mill\"]\n").unwrap();
    assert_eq!(names.elements.keys().collect::<Vec<_>>(), ["mill"]);
    let text = "[peer.jcloisterzone.elements.mill]\nnumber = \"mills.count\"\n\
                [peer.jcloisterzone.implied]\n\"mill/*\" = [\"mill\"]\n";
    let effects = mapping(text).unwrap();
    assert_eq!(effects.elements["mill"].number.as_deref(), Some("mills.count"));
    assert_eq!(effects.implied_by("mill/2").collect::<Vec<_>>(), ["mill"]);
    assert_eq!(effects.implied_by("miller").count(), 0);
}

#[test]
fn bundled_names_have_no_mistakes() {
    Mapping::base(&common::Repository).unwrap_or_else(|report| panic!("{}", report.render(false)));
    for manifest in common::library().manifests() {
        Mapping::of(manifest).unwrap_or_else(|report| panic!("{}", report.render(false)));
    }
}

#[test]
fn the_base_game_has_a_file() {
    let missing = Mapping::base(&MemoryFiles::new()).unwrap_err();
    assert_eq!(missing.to_string(), "tiles/peer/jcloisterzone.toml: error: there is no such file");
    let files = MemoryFiles::new().with("tiles/peer/jcloisterzone.toml", "phase = 1");
    insta::assert_snapshot!("the_base_game_has_a_file", Mapping::base(&files).unwrap_err().render(false));
}

macro_rules! mistakes {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), mapping($text).unwrap_err());
        }
    )*};
}

mistakes! {
    peer_is_no_table: "[peer]\njcloisterzone = \"mills\"\n";
    unknown_keys: "[peer.jcloisterzone]\nelement = [\"mill\"]\nphase.grind = \"MillPhase\"\n";
    elements_are_no_list: "[peer.jcloisterzone]\nelements = \"mill\"\nimplied = { mills = \"mill\" }\n";
    effects_are_wrong: "[peer.jcloisterzone.elements]\nmill = true\n\
        [peer.jcloisterzone.elements.wheel]\nnumber = 3\nwithout = \"mill\"\noption = { \"mills.price\" = 3 }\n\
        [peer.jcloisterzone.absent.wheel]\noptions = { price = 3, \"mills.mode\" = [1] }\n";
    rules_are_wrong: "[peer.jcloisterzone.rules.mill-scoring]\ndefault = 2\n3 = { \"mills.points\" = { a = 1 } }\n";
    pieces_are_wrong: "[peer.jcloisterzone.pieces]\nmiller = \"Miller\"\nboy = { id = \"boy\", clas = \"Boy\" }\n";
    features_are_wrong: "[peer.jcloisterzone.features]\nmill = 1\nlock = { points = \"lock\", parts = 1 }\n";
    names_are_not_declared: "[places.loft]\n[phases.grind]\nafter = \"deploy\"\n\
        [peer.jcloisterzone]\nplaces = { lofts = { feature = \"Loft\" } }\n\
        phases = { sell = \"SellPhase\", \"mills/grnd\" = \"MillPhase\" }\n";
    places_are_wrong: "[places.loft]\n[places.attic]\n[peer.jcloisterzone.places]\nloft = { feature = 1, location = \"I\" }\n\
        attic = { position = \"I\" }\n";
    names_are_wrong: "[phases.grind]\nafter = \"deploy\"\n[peer.jcloisterzone]\nphases = { grind = 1 }\npoints = \"mill\"\ntokens = { sacks = [\"FLOUR\"] }\n";
    actions_are_wrong: "[peer.jcloisterzone.actions.sell]\nphase = \"MillPhase\"\nmesage = \"SELL\"\n\
        with = { token = 1 }\n";
    questions_are_wrong: "[peer.jcloisterzone.questions.price]\nphase = 1\npass = true\nitem = \"Confirm\"\n";
}
