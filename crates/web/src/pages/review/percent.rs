//! Chances as people read them.

use crate::i18n::say;

/// A chance as “43%”; 0 and 100 are only for certainty.
pub(crate) fn percent(chance: f64) -> String {
    say("web-review-percent", &[("percent", number(chance).into())])
}

fn number(chance: f64) -> String {
    // Sums of many chances may miss certainty by rounding errors.
    const CERTAIN: f64 = 1e-9;
    let whole = (chance * 100.0).round();
    if chance > CERTAIN && whole < 1.0 {
        "<1".to_owned()
    } else if chance < 1.0 - CERTAIN && whole > 99.0 {
        ">99".to_owned()
    } else {
        format!("{whole:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_called_so() {
        let cases = [
            (0.0, "0"),
            (1e-12, "0"),
            (0.001, "<1"),
            (0.006, "1"),
            (0.4321, "43"),
            (0.994, "99"),
            (0.999, ">99"),
            (1.0 - 1e-12, "100"),
            (1.0, "100"),
        ];
        for (chance, expected) in cases {
            assert_eq!(number(chance), expected, "{chance}");
        }
    }
}
