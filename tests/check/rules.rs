//! Rules, and the tests that name them.

use crate::Mills;

#[test]
fn rule_number() {
    let mills =
        Mills::new("rule_number").file("RULES.md", "- MI1. One.\n- MI1. Again.\n- MI4. Four, see MI1.\n");
    let codes = mills.replaced("tests/mills_test.lua", "MI1:", "MI1, MI4:");
    insta::assert_snapshot!(codes.found());
    let wrapped =
        Mills::new("rule_wrapped").file("RULES.md", "- MI1. One, as it is said in\n  MI1. Nothing else.\n");
    assert_eq!(wrapped.found(), "");
}

#[test]
fn rule_unknown() {
    let mills = Mills::new("rule_unknown")
        .with("main.lua", "\n-- MI1, MI7: see BG8 and UTF8.\n")
        .with("tests/mills_test.lua", "test(\"MI1, MI9: more\", function(t) t:play_out() end)\n");
    insta::assert_snapshot!(mills.found());
}

#[test]
fn rule_untested() {
    let rules = |count: u32| (1..=count).map(|number| format!("- MI{number}. A rule.\n")).collect::<String>();
    insta::assert_snapshot!(Mills::new("rule_untested").file("RULES.md", &rules(3)).found());
    insta::assert_snapshot!(
        "rules_untested",
        Mills::new("rules_untested").file("RULES.md", &rules(20)).found()
    );
    let composed = Mills::new("rule_composed").file("RULES.md", &rules(2)).with(
        "tests/mills_test.lua",
        "for _, n in ipairs({ \"a\" }) do test(\"MI2: \" .. n, function(t) t:play_out() end) end\n",
    );
    assert_eq!(composed.found(), "", "a name can be put together");
}

#[test]
fn test_without_rule() {
    let mills = Mills::new("test_without_rule")
        .with("tests/mills_test.lua", "test(\"wells are fine\", function(t) t:play_out() end)\n");
    insta::assert_snapshot!(mills.found());
    let unnumbered = mills.file("RULES.md", "Wells give points.\n");
    assert_eq!(unnumbered.found(), "", "there is no number to name");
}
