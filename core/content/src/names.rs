//! Names that are nearly right, and lists of names for messages.

/// The candidate that was most likely meant, if one is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= tolerance(name.len().max(candidate.len())))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The candidate that was surely meant: no more than two letters away, of a name that is not short,
/// and the only one that is near at all.
pub fn surely<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    let mut near: Vec<&str> = candidates
        .into_iter()
        .filter(|candidate| {
            let away = distance(&folded, &candidate.to_lowercase());
            *candidate != name && away <= tolerance(name.len().max(candidate.len()))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    match near.as_slice() {
        [one] if strsim::damerau_levenshtein(name, one) <= 2 && !may_be_a_word(name, one) => Some(one),
        _ => None,
    }
}

/// Whether a short name with another letter in one place may be a word of its own, as `time` is beside
/// `tile`: what is left out, doubled or swapped there is a slip.
fn may_be_a_word(name: &str, candidate: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    name.len() < 5 && name.len() == candidate.len() && letters(name) != letters(candidate)
}

/// Letters that may differ: more in longer names, none in a name of one letter or two.
fn tolerance(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    }
}

/// Differing letters; a name that only begins like the other, or is its plural, is one letter off.
fn distance(name: &str, candidate: &str) -> usize {
    let plain = strsim::damerau_levenshtein(name, candidate);
    let shorter = name.len().min(candidate.len());
    let begins = shorter >= 4 && (name.starts_with(candidate) || candidate.starts_with(name));
    if begins { plain.min(1) } else { plain }
}

/// `, did you mean `x`?`, or nothing.
pub(crate) fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map(|found| format!(", did you mean `{found}`?")).unwrap_or_default()
}

/// `` `a`, `b` or `c` ``.
pub(crate) fn one_of<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    listed(names, "or")
}

/// `` `a`, `b` and `c` ``.
pub(crate) fn all_of<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    listed(names, "and")
}

fn listed<S: AsRef<str>>(names: impl IntoIterator<Item = S>, word: &str) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Whether a text is an id of an expansion, a tile set or a declared thing: `[a-z][a-z0-9_]*`.
pub fn is_id(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// The id that a text is nearly: lower case, with `_` for everything that an id cannot hold.
pub fn to_id(text: &str) -> Option<String> {
    let mut id = String::new();
    for letter in text.chars().map(|letter| letter.to_ascii_lowercase()) {
        let fits = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        match letter {
            _ if fits => id.push(letter),
            _ if !id.is_empty() && !id.ends_with('_') => id.push('_'),
            _ => {}
        }
    }
    let id = id.trim_end_matches('_').trim_start_matches(|letter: char| !letter.is_ascii_lowercase());
    is_id(id).then(|| id.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails loudly")]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let kinds = ["road", "city", "monastery", "coats_of_arms"];
        assert_eq!(nearest("rod", kinds), Some("road"));
        assert_eq!(nearest("roads", kinds), Some("road"));
        assert_eq!(nearest("City", kinds), Some("city"));
        assert_eq!(nearest("monastry", kinds), Some("monastery"));
        assert_eq!(nearest("coat_of_arms", kinds), Some("coats_of_arms"));
        assert_eq!(nearest("castle", kinds), None);
        assert_eq!(nearest("x", ["y"]), None);
    }

    #[test]
    fn a_name_was_surely_meant_when_no_other_is_near() {
        assert_eq!(surely("cuont", ["count", "city"]), Some("count"));
        assert_eq!(surely("tile_wth", ["tile_with", "feature_with"]), Some("tile_with"));
        assert_eq!(
            (surely("time", ["tile"]), surely("tiel", ["tile"])),
            (None, Some("tile")),
            "a word of its own"
        );
        assert_eq!(surely("mill", ["mills", "mile"]), None, "two are near");
        assert_eq!(surely("coats", ["coats_of_arms"]), None, "near, and many letters away");
        assert_eq!(surely("rx", ["ry"]), None, "too short to know");
    }

    #[test]
    fn ids() {
        assert!(is_id("inns_and_2"));
        assert!(!is_id("Inns") && !is_id("2x") && !is_id("") && !is_id("a-b"));
        assert_eq!(to_id("The Inns & Co").as_deref(), Some("the_inns_co"));
        assert_eq!(to_id("2-x"), Some("x".to_owned()));
        assert_eq!(to_id("--"), None);
    }
}
