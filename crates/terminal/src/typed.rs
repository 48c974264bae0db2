//! What people type.

use perudo_protocol::WireCommand;
use perudo_rules::{Action, ParseActionError};
use perudo_words::Words;

/// Something that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Nothing at all.
    Nothing,
    /// Something for the table.
    Order(WireCommand),
    /// How likely bids are.
    Odds,
    /// How the game stands.
    Table,
    /// What can be typed.
    Help,
    /// The rules.
    Rules,
    /// No more.
    Quit,
}

/// Words in any language, and what they mean.
const SPELLINGS: &[(&[&str], Typed)] = &[
    (&["odds", "o", "шансы", "ш"], Typed::Odds),
    (&["table", "t", "стол"], Typed::Table),
    (&["help", "h", "?", "помощь"], Typed::Help),
    (&["rules", "правила"], Typed::Rules),
    (&["quit", "q", "exit", "выход"], Typed::Quit),
    (&["start", "again", "старт", "ещё", "еще"], Typed::Order(WireCommand::Start)),
    (&["back", "вернуться"], Typed::Order(WireCommand::Back)),
    (&["skip", "дальше"], Typed::Order(WireCommand::Skip)),
    (&["leave", "уйти"], Typed::Order(WireCommand::Leave)),
    (&["dudo", "d", "doubt", "дудо", "не верю"], act(Action::Dudo)),
    (&["calza", "c", "exact", "кальза"], act(Action::Calza)),
    (&["maputo", "m", "мапуто"], act(Action::Maputo)),
    (&["pass", "p", "пас"], act(Action::Pass)),
];

const fn act(action: Action) -> Typed {
    Typed::Order(WireCommand::Act { action })
}

impl Typed {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as a sentence.
    pub(crate) fn read(line: &str, words: &Words) -> Result<Typed, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Typed::Nothing);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match first.to_lowercase().as_str() {
            "say" | "сказать" => {
                return Ok(Typed::Order(WireCommand::Say { text: rest.trim().to_owned() }));
            }
            "bot" | "бот" => {
                let level = rest.trim().to_owned();
                return Ok(Typed::Order(WireCommand::Bot { chair: None, level }));
            }
            _ => {}
        }
        let lower = line.to_lowercase();
        if let Some((_, typed)) = SPELLINGS.iter().find(|(spellings, _)| spellings.contains(&lower.as_str()))
        {
            return Ok(typed.clone());
        }
        let refuse = |key: &str| {
            let word: String = line.chars().take(24).collect();
            words.say(key, &[("word", word.into())])
        };
        match bid(&lower) {
            Ok(action) => Ok(act(action)),
            Err(ParseActionError::CountOfZero) => Err(refuse("syntax-count-of-zero")),
            Err(ParseActionError::NoSuchFace) => Err(refuse("syntax-no-such-face")),
            Err(ParseActionError::Unknown) => Err(refuse("term-nonsense")),
        }
    }
}

/// A bid: “3x4”, with any sign or space between, as people write it.
fn bid(text: &str) -> Result<Action, ParseActionError> {
    let (count, face) = text.split_once(['x', 'х', '×', '*', ' ']).ok_or(ParseActionError::Unknown)?;
    format!("{}x{}", count.trim(), face.trim_matches([' ', 'x', 'х', '×', '*'])).parse()
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;

    #[test]
    fn what_people_type_is_understood() {
        let words = Words::new(Language::default());
        let cases = [
            ("3x4", "3x4"),
            (" 3X4 ", "3x4"),
            ("3 x 4", "3x4"),
            ("3 4", "3x4"),
            ("3*4", "3x4"),
            ("3×4", "3x4"),
            ("3х4", "3x4"),
            ("999999x6", "255x6"),
            ("dudo", "dudo"),
            ("D", "dudo"),
            ("Не верю", "dudo"),
            ("calza", "calza"),
            ("maputo", "maputo"),
            ("пас", "pass"),
        ];
        for (line, expected) in cases {
            let action = expected.parse().unwrap();
            assert_eq!(Typed::read(line, &words), Ok(act(action)), "{line}");
        }
        assert_eq!(Typed::read("   ", &words), Ok(Typed::Nothing));
        assert_eq!(Typed::read("ODDS", &words), Ok(Typed::Odds));
        let text = "Hi  there".to_owned();
        assert_eq!(Typed::read("say Hi  there", &words), Ok(Typed::Order(WireCommand::Say { text })));
    }

    #[test]
    fn nonsense_gets_a_sentence_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            let long = "x".repeat(100_000);
            for line in ["hello", "3x", "x4", "3x7", "0x4", "-1x3", "3xx", "\u{0}", "🎲", "3x4x5", &long] {
                let sentence = Typed::read(line, &words).unwrap_err();
                assert!(sentence.ends_with('.') && sentence.chars().count() < 260, "{line}: {sentence}");
            }
        }
    }
}
