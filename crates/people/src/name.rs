//! Names that are somebody's own: unique however they are written.

use perudo_table::{checked_name, name_looks};

/// A name that somebody may claim, and everything that it must not share with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnName {
    /// The name as it is written.
    pub name: String,
    /// What it is told apart by. Two names with one of these in common are one name.
    pub looks: Vec<String>,
}

/// Why a name cannot be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// It is no name.
    #[error("a name has 2 to 20 letters, digits, `_`, `-` and single spaces, and a letter among them")]
    Bad,
    /// The operator does not want it, or the server needs it for itself.
    #[error("the name is not welcome here")]
    Refused,
}

/// What nobody may be called who is not the server.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "bot",
    "bots",
    "deleted",
    "guest",
    "me",
    "moderator",
    "operator",
    "perudo",
    "root",
    "server",
    "system",
    "undefined",
];

/// The shortest and the longest name that can be claimed, in characters. A table takes longer ones, so that two who look
/// alike there can be told apart by a number.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

impl OwnName {
    /// The name that a text is.
    pub fn parse(text: &str) -> Result<OwnName, ClaimError> {
        let name = checked_name(text).map_err(|_| ClaimError::Bad)?;
        if !LENGTH.contains(&name.chars().count()) || !name.chars().any(char::is_alphabetic) {
            return Err(ClaimError::Bad);
        }
        Ok(OwnName { looks: looks(&name), name })
    }
}

/// What a name is told apart by; each of them says of which kind it is.
fn looks(name: &str) -> Vec<String> {
    let kinds = ["r", "l", "u", "s"];
    kinds.into_iter().zip(name_looks(name)).map(|(kind, look)| format!("{kind}:{look}")).collect()
}

/// Names that nobody may claim: what the server needs for itself, and what its operator does not want.
#[derive(Clone, Debug, Default)]
pub struct BadNames {
    /// Looks of whole names.
    whole: Vec<String>,
    /// Looks that must not be within a name.
    within: Vec<String>,
}

impl BadNames {
    /// The server's own, those of its bots, and a list: a word a line, which must not be within a name, or after `=` a
    /// whole name. What follows a `#` is a comment.
    pub fn new<'a>(bots: impl IntoIterator<Item = &'a str>, list: &str) -> BadNames {
        let mut bad = BadNames::default();
        for name in RESERVED.into_iter().chain(bots) {
            bad.whole.extend(looks(name));
        }
        for line in list.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            match line.strip_prefix('=').map(str::trim) {
                Some("") => {}
                Some(whole) => bad.whole.extend(looks(whole)),
                None if line.is_empty() => {}
                None => bad.within.extend(name_looks(line).into_iter().filter(|look| !look.is_empty())),
            }
        }
        bad
    }

    /// Whether a name may be claimed.
    pub fn check(&self, name: &OwnName) -> Result<(), ClaimError> {
        let is_whole = name.looks.iter().any(|look| self.whole.contains(look));
        let within = || {
            // Written apart it is the same word.
            let joined: String = name.name.chars().filter(|c| c.is_alphanumeric()).collect();
            let written = name_looks(&name.name).into_iter().chain(name_looks(&joined));
            written.into_iter().any(|look| self.within.iter().any(|bad| look.contains(bad.as_str())))
        };
        if is_whole || within() { Err(ClaimError::Refused) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        let (one, other) = (OwnName::parse(one).unwrap(), OwnName::parse(other).unwrap());
        one.looks.iter().any(|look| other.looks.contains(look))
    }

    #[test]
    fn a_name_is_one_however_it_is_written() {
        for (one, other) in [
            ("Anna", "anna"),
            ("Anna", "АNNА"),
            ("anna", "аnnа"),
            ("Boris", "B0ris"),
            ("Boris", "ВОRIS"),
            ("paypal", "раураl"),
            ("Anna B", "anna_b"),
            ("Anna", "Ａｎｎａ"),
            ("Ivan", "lvan"),
            ("marina", "rnarina"),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [("Анна", "Anna"), ("Иван", "Ivan"), ("anna", "hanna"), ("guest 1", "guest 2")]
        {
            assert!(!same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn what_hides_or_is_no_word_is_no_name() {
        for text in ["", "a", "12", "--", "a\u{200b}nna", "an\u{202e}na", "twenty one letters ab", "😀😀"]
        {
            assert_eq!(OwnName::parse(text), Err(ClaimError::Bad), "{text:?}");
        }
        assert_eq!(OwnName::parse("  Анна   П ").unwrap().name, "Анна П");
    }

    #[test]
    fn unwelcome_names_are_refused_however_they_are_written() {
        let bad = BadNames::new(["steady"], "badword # a comment\n=Exactly This\n\n# nothing\n=\n");
        for name in
            ["admin", "АDMIN", "Stеady", "xBadWord1", "b-a-d-w-o-r-d", "badw0rd", "exactly_this", "deleted"]
        {
            assert_eq!(bad.check(&OwnName::parse(name).unwrap()), Err(ClaimError::Refused), "{name}");
        }
        for name in ["Anna", "not exactly this", "steady hand", "word"] {
            assert_eq!(bad.check(&OwnName::parse(name).unwrap()), Ok(()), "{name}");
        }
    }
}
