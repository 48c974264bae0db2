//! A game within a link: its record, compressed, in the fragment of an address, which no server sees.

use data_encoding::BASE64URL_NOPAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// The longest link that messengers pass on whole: longer games are sent as files.
const MOST_LINK: usize = 12_000;
/// The longest record that a link may have in it.
const MOST_RECORD: usize = 256 * 1024;
/// How well it is compressed: as well as can be.
const BEST: u8 = 10;

/// What is after the `#` of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fragment {
    /// A packed game.
    pub(super) game: Option<String>,
    /// The step at which it is to be shown.
    pub(super) at: usize,
}

/// Why there is no game in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LinkError {
    /// It was cut off or changed on its way.
    #[error("the link is damaged")]
    Damaged,
    /// It holds more than a game.
    #[error("the link holds more than {MOST_RECORD} bytes")]
    TooMuch,
    /// The game is in the browser in which it was played.
    #[error("the game is kept in another browser")]
    Elsewhere,
}

impl LinkError {
    /// The key of its sentence.
    pub(super) const fn key(self) -> &'static str {
        match self {
            LinkError::Damaged => "web-review-link-damaged",
            LinkError::TooMuch => "web-review-link-too-much",
            LinkError::Elsewhere => "web-review-link-elsewhere",
        }
    }
}

impl Fragment {
    /// Reads a fragment, with its `#` or without.
    pub(super) fn read(text: &str) -> Fragment {
        let mut fragment = Fragment::default();
        for (name, value) in text.trim_start_matches('#').split('&').filter_map(|part| part.split_once('=')) {
            match name {
                "game" => fragment.game = Some(value.to_owned()),
                // A sentence may go on right after the link.
                "at" => {
                    let digits = value.split(|c: char| !c.is_ascii_digit()).next();
                    fragment.at = digits.and_then(|digits| digits.parse().ok()).unwrap_or(0);
                }
                _ => {}
            }
        }
        fragment
    }

    /// The fragment, with its `#`; nothing if there is nothing to say.
    pub(super) fn write(game: Option<&str>, at: usize) -> String {
        let game = game.map(|game| format!("game={game}"));
        let at = (at > 0).then(|| format!("at={at}"));
        let parts: Vec<String> = game.into_iter().chain(at).collect();
        if parts.is_empty() { String::new() } else { format!("#{}", parts.join("&")) }
    }
}

/// A record as it stands in a link; `None` if it is too long for one.
pub(super) fn pack(record: &str) -> Option<String> {
    let packed = BASE64URL_NOPAD.encode(&compress_to_vec_zlib(record.as_bytes(), BEST));
    (record.len() <= MOST_RECORD && packed.len() <= MOST_LINK).then_some(packed)
}

/// The record of a link.
pub(super) fn unpack(packed: &str) -> Result<String, LinkError> {
    use miniz_oxide::inflate::TINFLStatus;
    if packed.len() > MOST_LINK {
        return Err(LinkError::TooMuch);
    }
    // A sentence may go on right after the link.
    let packed = packed.trim_end_matches(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')));
    let bytes = BASE64URL_NOPAD.decode(packed.as_bytes()).map_err(|_| LinkError::Damaged)?;
    let record =
        decompress_to_vec_zlib_with_limit(&bytes, MOST_RECORD).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => LinkError::TooMuch,
            _ => LinkError::Damaged,
        })?;
    String::from_utf8(record).map_err(|_| LinkError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::super::examples::{EVENING, FAIR};
    use super::*;

    #[test]
    fn a_game_comes_out_of_a_link_as_it_went_in() {
        for record in [EVENING, FAIR, "", "perudo 1\nseats Анна Борис\n"] {
            let packed = pack(record).unwrap();
            assert!(packed.len() < record.len().max(80), "{} of {}", packed.len(), record.len());
            assert_eq!(unpack(&packed).as_deref(), Ok(record));
            assert_eq!(unpack(&format!("{packed}).")).as_deref(), Ok(record));
        }
    }

    #[test]
    fn a_link_that_was_cut_or_changed_is_noticed() {
        let packed = pack(EVENING).unwrap();
        for end in 0..packed.len() {
            assert_eq!(unpack(&packed[..end]), Err(LinkError::Damaged), "cut after {end}");
        }
        for at in 0..packed.len() {
            let mut changed = packed.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_ne!(unpack(&changed).as_deref(), Ok(EVENING), "changed at {at}");
        }
        for nonsense in ["%%%", "я", "game", "AAAA", "<script>"] {
            assert_eq!(unpack(nonsense), Err(LinkError::Damaged), "{nonsense}");
        }
    }

    #[test]
    fn a_link_that_would_fill_the_memory_is_refused() {
        let bomb = BASE64URL_NOPAD.encode(&compress_to_vec_zlib(&vec![b' '; MOST_RECORD + 1], BEST));
        assert!(bomb.len() < MOST_LINK);
        assert_eq!(unpack(&bomb), Err(LinkError::TooMuch));
        assert_eq!(unpack(&"A".repeat(MOST_LINK + 1)), Err(LinkError::TooMuch));
        let noise: String = (0..MOST_LINK * 4).map(|i| char::from(b' ' + (i * i * 7 % 89) as u8)).collect();
        assert!(pack(&" ".repeat(MOST_RECORD + 1)).is_none());
        assert!(pack(&noise).is_none_or(|packed| unpack(&packed).as_deref() == Ok(&noise)));
    }

    #[test]
    fn a_fragment_says_which_game_and_which_moment() {
        for (text, game, at) in [
            ("", None, 0),
            ("#at=12", None, 12),
            ("#game=abc", Some("abc"), 0),
            ("#game=abc&at=7", Some("abc"), 7),
            ("#at=7&game=abc&more=1", Some("abc"), 7),
            ("#at=7.", None, 7),
            ("#at=x", None, 0),
            ("#at=-3", None, 0),
            ("#at=99999999999999999999999", None, 0),
            ("#guest=00", None, 0),
        ] {
            let expected = Fragment { game: game.map(str::to_owned), at };
            assert_eq!(Fragment::read(text), expected, "{text}");
            assert_eq!(Fragment::read(&Fragment::write(game, at)), expected, "{text}");
        }
    }
}
