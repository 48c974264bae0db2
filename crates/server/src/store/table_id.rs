//! The name of a table: short enough to be said aloud, too many to be guessed.

use std::fmt;
use std::str::FromStr;

/// Crockford's base 32: no letter that looks like a digit, and no `u`.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const CHARACTERS: u32 = 10;
const BITS_EACH: u32 = 5;
const BITS: u32 = CHARACTERS * BITS_EACH;

/// Fifty bits that name a table; written as ten characters, as in `4qk0v8m2rz`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u64);

impl TableId {
    /// Makes an id from the low fifty bits of a number, which should be random.
    pub const fn from_bits(bits: u64) -> TableId {
        TableId(bits & ((1 << BITS) - 1))
    }

    /// The fifty bits.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |place| (self.0 >> (place * BITS_EACH)) & 31;
        let text: String =
            (0..CHARACTERS).rev().map(|place| char::from(ALPHABET[digit(place) as usize])).collect();
        f.pad(&text)
    }
}

/// A text that is no name of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the name of a table is ten letters and digits, without i, l, o and u")]
pub struct TableIdError;

impl FromStr for TableId {
    type Err = TableIdError;

    /// Capital letters are read as small ones.
    fn from_str(text: &str) -> Result<TableId, TableIdError> {
        if text.len() != CHARACTERS as usize {
            return Err(TableIdError);
        }
        let digit =
            |character: u8| ALPHABET.iter().position(|&known| known == character.to_ascii_lowercase());
        text.bytes()
            .try_fold(0, |bits, character| Some((bits << BITS_EACH) | digit(character)? as u64))
            .map(TableId)
            .ok_or(TableIdError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_ids_are_each_other() {
        let largest = (1 << 50) - 1;
        for (bits, text) in
            [(0, "0000000000"), (1, "0000000001"), (31 << 5, "00000000z0"), (largest, "zzzzzzzzzz")]
        {
            let id = TableId::from_bits(bits);
            assert_eq!(id.bits(), bits);
            assert_eq!(id.to_string(), text);
            assert_eq!(text.parse(), Ok(id));
            assert_eq!(text.to_uppercase().parse(), Ok(id));
        }
        for step in 0..1000_u64 {
            let id = TableId::from_bits(step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn bits_above_the_fiftieth_are_dropped() {
        assert_eq!(TableId::from_bits(u64::MAX).bits(), (1 << 50) - 1);
        assert_eq!(TableId::from_bits(1 << 50), TableId::from_bits(0));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "000000000", "00000000000", "000000000i", "000000000l", "000000000o", "000000000u"] {
            assert_eq!(text.parse::<TableId>(), Err(TableIdError), "{text}");
        }
        for text in ["00000 0000", "00000-0000", "00000000é", "000000000é", "ééééé", "+000000001"] {
            assert_eq!(text.parse::<TableId>(), Err(TableIdError), "{text}");
        }
    }
}
