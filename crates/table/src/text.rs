//! What people write: names and chat in any script, without characters that hide, pile up or pass for others.

use unicode_normalization::char::is_combining_mark;

/// A text that cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to 24 letters, digits, `_`, `-` and single spaces")]
pub struct NameError;

/// The longest name, in characters.
const MAX_NAME: usize = 24;

/// A name as people write it, spaces tidied: letters and digits of any script with the marks that belong to them, `_`, `-`
/// and single spaces, 1 to 24 characters.
pub fn checked_name(text: &str) -> Result<String, NameError> {
    if text.len() > 4 * MAX_NAME + 64 {
        return Err(NameError);
    }
    let name = composed(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut marks = Marks::default();
    let mut before = None;
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let allowed = match c {
            '\u{200c}' | '\u{200d}' => joins(before, rest.peek().copied()),
            _ if is_invisible(c) => false,
            _ if is_combining_mark(c) => !is_symbol_mark(c) && before.is_some_and(is_letter) && marks.add(c),
            '_' | '-' | ' ' => marks.none(),
            _ => c.is_alphanumeric() && marks.none(),
        };
        if !allowed {
            return Err(NameError);
        }
        before = Some(c);
    }
    if (1..=MAX_NAME).contains(&name.chars().count()) { Ok(name) } else { Err(NameError) }
}

/// The name in a record, which has letters and digits, `_` and `-` only: other marks are left out.
pub fn record_name(name: &str) -> String {
    let in_record = |c: char| match c {
        ' ' => Some('_'),
        _ => (c.is_alphanumeric() || matches!(c, '_' | '-')).then_some(c),
    };
    name.chars().filter_map(in_record).collect()
}

/// Whether two names are the same in a record but for case, or look the same.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    name_looks(one).iter().zip(name_looks(other)).any(|(one, other)| *one == other)
}

/// What names are told apart by: two names are the same if one of these is, such as `anna` with Latin and with Cyrillic
/// letters, in capitals or not. The first is the name in a record, in small letters.
#[cfg(feature = "lookalikes")]
pub fn name_looks(name: &str) -> [String; 4] {
    let skeleton = |name: &str| unicode_security::skeleton(name).collect::<String>();
    // Wide and narrow letters are the same ones.
    let name = &unicode_normalization::UnicodeNormalization::nfkc(name).collect::<String>();
    [
        record_name(name).to_lowercase(),
        skeleton(&name.to_lowercase()),
        skeleton(&name.to_uppercase()),
        skeleton(name).to_lowercase(),
    ]
}

#[cfg(not(feature = "lookalikes"))]
fn name_looks(name: &str) -> [String; 1] {
    [record_name(name).to_lowercase()]
}

/// The same name however its letters were put together.
#[cfg(feature = "lookalikes")]
fn composed(name: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfc(name).collect()
}

#[cfg(not(feature = "lookalikes"))]
fn composed(name: &str) -> String {
    name.to_owned()
}

/// Something said, without what hides in it and with no more marks on a letter than can be read; nothing if it has
/// characters that would spoil the text around it, or nothing to see in it.
pub(crate) fn checked_text(text: &str) -> Option<String> {
    if text.trim().chars().any(garbles) {
        return None;
    }
    let mut marks = Marks::default();
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        let before = clean.chars().next_back();
        let keep = match c {
            // They join letters and pictures, and choose how a picture looks.
            '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => {
                before.is_some_and(|before| !before.is_whitespace() && !is_invisible(before))
            }
            _ if is_invisible(c) => false,
            _ if is_combining_mark(c) => before.is_some_and(|before| !before.is_whitespace()) && marks.add(c),
            _ => marks.none(),
        };
        if keep {
            clean.push(c);
        }
    }
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// The marks on one letter.
#[derive(Default)]
struct Marks {
    all: u8,
    of_no_script: u8,
}

impl Marks {
    /// As many as the scripts need that have most, such as Burmese and Tibetan.
    const MOST: u8 = 4;
    /// As many as Latin letters have, such as in Vietnamese.
    const MOST_OF_NO_SCRIPT: u8 = 2;

    /// One more; says whether it can still be read.
    fn add(&mut self, mark: char) -> bool {
        self.all = self.all.saturating_add(1);
        if matches!(mark, '\u{300}'..='\u{36f}') || is_symbol_mark(mark) {
            self.of_no_script = self.of_no_script.saturating_add(1);
        }
        self.all <= Marks::MOST && self.of_no_script <= Marks::MOST_OF_NO_SCRIPT
    }

    /// Another letter begins.
    fn none(&mut self) -> bool {
        *self = Marks::default();
        true
    }
}

/// A letter or a digit, or what may stand on it: another mark can follow.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether a joiner belongs between two characters: Arabic and Indic scripts and their kin need it.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let script = |c: Option<char>| match c? {
        '\u{600}'..='\u{8ff}' => Some(0),
        '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Some(1),
        _ => None,
    };
    script(before).is_some() && script(before) == script(after)
}

/// Marks for symbols, which no name needs.
fn is_symbol_mark(c: char) -> bool {
    matches!(c,
        '\u{488}' | '\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

/// Whether nothing is to be seen of a character, though it is no space.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character would spoil the text around it: control characters, those that turn the direction or begin a line.
fn garbles(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use perudo_rules::record::Names;

    use super::*;

    #[test]
    fn names_are_tidied_and_those_that_hide_something_are_refused() {
        let cases = [
            ("anna", Some("anna")),
            ("  Анна   Петровна ", Some("Анна Петровна")),
            ("x-1_y", Some("x-1_y")),
            ("", None),
            ("   ", None),
            ("a:b", None),
            ("#anna", None),
            ("bidi\u{202e}", None),
            ("line\nbreak", Some("line break")),
            ("abcdefghijklmnopqrstuvwxy", None),
            ("😀", None),
            ("\u{3164}", None),
            ("a\u{200b}nna", None),
            ("an\u{200d}na", None),
            ("anna\u{200d}", None),
            ("an\u{ad}na", None),
            ("anna\u{fe0f}", None),
            ("anna\u{e0061}", None),
            ("a\u{20dd}", None),
            ("\u{301}anna", None),
            ("anna \u{301}", None),
            ("q\u{323}\u{307}", Some("q\u{323}\u{307}")),
            ("z\u{335}\u{336}\u{337}", None),
            ("ก\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}", None),
        ];
        for (text, expected) in cases {
            assert_eq!(checked_name(text).ok().as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn names_of_any_script_are_accepted_and_can_stand_in_a_record() {
        let names = [
            "प्रिया शर्मा",
            "तमिल़",
            "தமிழ்ச்செல்வி",
            "สมศักดิ์",
            "พิมพ์ชนก",
            "ශ්\u{200d}රීමා",
            "മഞ്ജു",
            "অর্পিতা",
            "ਗੁਰਪ੍ਰੀਤ",
            "બ્રિજેશ",
            "ကြွေး မြင့်",
            "សុខា",
            "ལྷ མོ",
            "فاطِمَة",
            "می\u{200c}نا",
            "שָׁלוֹם",
            "Nguyễn Thị",
            "Nguye\u{302}\u{303}n",
            "Ọlọ́runfẹ́mi",
            "민준",
            "さくら",
            "李小龍",
            "Ναταλία",
            "ანა",
            "Արամ",
            "ሰላም",
        ];
        for name in names {
            let checked = checked_name(name).unwrap_or_else(|error| panic!("{name:?}: {error}"));
            Names::new([record_name(&checked), "other".to_owned()]).unwrap();
        }
        assert_eq!(record_name("x-1_y z"), "x-1_y_z");
    }

    #[test]
    fn names_are_the_same_in_whatever_way_records_cannot_tell_them_apart() {
        for (one, other) in [("Anna B", "anna_b"), ("ශ්\u{200d}රී", "ශ්රී"), ("สมศักดิ์", "สมศักดิ")]
        {
            assert!(is_same_name(one, other), "{one} {other}");
        }
        assert!(!is_same_name("anna", "hanna"));
    }

    #[cfg(feature = "lookalikes")]
    #[test]
    fn names_that_look_like_another_are_the_same() {
        let same = [
            ("anna", "аnnа"),
            ("Anna", "АNNA"),
            ("Ivan", "lvan"),
            ("Boris", "B0ris"),
            ("boris", "ВORIS"),
            ("paypal", "раураl"),
            ("marina", "rnarina"),
            ("Nguy\u{1ec5}n", "Nguye\u{302}\u{303}n"),
            ("Anna", "Ａｎｎａ"),
        ];
        for (one, other) in same {
            assert!(is_same_name(one, other), "{one} {other}");
        }
        for (one, other) in [("anna", "ánna"), ("Анна", "Anna"), ("Иван", "Ivan"), ("guest 1", "guest 2")]
        {
            assert!(!is_same_name(one, other), "{one} {other}");
        }
        assert_eq!(checked_name("Nguye\u{302}\u{303}n").as_deref(), Ok("Nguy\u{1ec5}n"));
    }

    #[test]
    fn texts_lose_what_hides_and_what_piles_up() {
        let zalgo = format!("h{0}i{0}", "\u{301}\u{300}\u{302}\u{336}\u{337}\u{338}".repeat(5));
        let cases = [
            ("hello", Some("hello")),
            ("  नमस्ते 👋  ", Some("नमस्ते 👋")),
            ("สวัสดีครับ ที่นี่", Some("สวัสดีครับ ที่นี่")),
            ("a\u{200b}b\u{feff}c\u{ad}d\u{2060}", Some("abcd")),
            ("\u{200b}\u{2060}", None),
            ("\u{2800}", None),
            ("\u{3164} \u{ffa0}", None),
            ("\u{200d}\u{fe0f}", None),
            ("\u{301}\u{301}", None),
            ("\u{200b} hi \u{200b}", Some("hi")),
            (
                "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} 1\u{fe0f}\u{20e3}",
                Some("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} 1\u{fe0f}\u{20e3}"),
            ),
            ("a\u{200d}\u{200d}\u{200d}b", Some("a\u{200d}b")),
            ("می\u{200c}خواهم", Some("می\u{200c}خواهم")),
            ("x\u{e0041}\u{e0042}", Some("x")),
            (&zalgo, Some("h\u{301}\u{300}i\u{301}\u{300}")),
            ("two\nlines", None),
            ("two\u{2028}lines", None),
            ("a\u{202e}b", None),
        ];
        for (text, expected) in cases {
            assert_eq!(checked_text(text).as_deref(), expected, "{text:?}");
        }
    }
}
