//! "Did you mean …?"

/// How alike two words must be before one is suggested for the other.
const ALIKE: f64 = 0.75;

/// The word that someone probably meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|other| (strsim::jaro_winkler(&lower, other), other))
        .filter(|&(alike, _)| alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_pen_finds_its_word_and_nonsense_finds_none() {
        let presets = ["tournament", "classic", "international", "calza", "dudo"];
        let cases = [
            ("clasic", Some("classic")),
            ("Tournament", Some("tournament")),
            ("turnament", Some("tournament")),
            ("dude", Some("dudo")),
            ("xyzzy", None),
            ("", None),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, presets), expected, "{word}");
        }
    }
}
