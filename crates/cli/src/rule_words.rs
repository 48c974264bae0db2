//! Rule sets on the command line: `classic dice=4` as one word, several, or with commas.

use perudo_rules::{Axis, Preset, Rules};
use perudo_words::Words;

/// The rule set that these words mean, or everything that is wrong with them.
pub(crate) fn parse<S: AsRef<str>>(rule_words: &[S], words: &Words) -> Result<Rules, String> {
    let text: Vec<&str> = rule_words.iter().map(AsRef::as_ref).collect();
    text.join(" ").replace(',', " ").parse::<Rules>().map_err(|errors| {
        let sentences: Vec<String> = errors.iter().map(|error| words.rules_error(error)).collect();
        sentences.join("\n       ")
    })
}

/// All presets and axes, for `--help`.
pub(crate) fn help() -> String {
    let presets: Vec<&str> = Preset::ALL.into_iter().map(Preset::name).collect();
    let axis = |axis: Axis| {
        let values = match axis.range() {
            Some(range) => format!("{} to {}", range.start(), range.end()),
            None => axis.values().join(", "),
        };
        format!("  {:22} {values}", axis.name())
    };
    let axes: Vec<String> = Axis::ALL.into_iter().map(axis).collect();
    format!("Presets: {}\nAxes:\n{}", presets.join(", "), axes.join("\n"))
}
