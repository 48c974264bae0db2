//! Codes that people write down or hand on: letters and digits that cannot be taken for each other.

use std::fmt;

use sha2::{Digest, Sha256};

/// The digits of a code, after Crockford: without `I`, `L`, `O` and `U`.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// To come back when all browsers and passkeys are lost: 100 random bits.
    Recovery,
    /// To bring in another device within minutes: 60 random bits.
    Link,
}

/// A code.
#[derive(Clone, PartialEq, Eq)]
pub struct Code {
    kind: CodeKind,
    digits: String,
}

/// Not the code: what is printed ends up in logs.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({:?}, ..)", self.kind)
    }
}

impl CodeKind {
    const fn length(self) -> usize {
        match self {
            CodeKind::Recovery => 20,
            CodeKind::Link => 12,
        }
    }
}

impl Code {
    /// A code of random bytes.
    pub fn random(kind: CodeKind, random: [u8; 20]) -> Code {
        let digit = |byte: u8| char::from(DIGITS[usize::from(byte % 32)]);
        Code { kind, digits: random.into_iter().take(kind.length()).map(digit).collect() }
    }

    /// The code that somebody typed in: small letters, spaces and dashes do not matter, and neither do letters that look
    /// like a digit.
    pub fn parse(kind: CodeKind, text: &str) -> Option<Code> {
        if text.len() > 100 {
            return None;
        }
        let digit = |c: char| match c.to_ascii_uppercase() {
            'O' => Some('0'),
            'I' | 'L' => Some('1'),
            c => u8::try_from(c).is_ok_and(|byte| DIGITS.contains(&byte)).then_some(c),
        };
        let written = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–' | '—'));
        let digits: Option<String> = written.map(digit).collect();
        digits.filter(|digits| digits.len() == kind.length()).map(|digits| Code { kind, digits })
    }

    /// What is stored of it. It is random, so that a plain hash is enough: nobody can try them all.
    pub fn hash(&self) -> [u8; 32] {
        let domain: &[u8] = match self.kind {
            CodeKind::Recovery => b"perudo recovery code 1",
            CodeKind::Link => b"perudo link code 1",
        };
        Sha256::new().chain_update(domain).chain_update(&self.digits).finalize().into()
    }
}

/// In groups of four, to be written down.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, digit) in self.digits.chars().enumerate() {
            if index > 0 && index % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_back_however_it_is_typed() {
        let random = std::array::from_fn(|index| index as u8 * 13);
        for kind in [CodeKind::Recovery, CodeKind::Link] {
            let code = Code::random(kind, random);
            let text = code.to_string();
            let sloppy = text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
            for typed in [text.clone(), sloppy, text.replace('-', "")] {
                let read = Code::parse(kind, &typed).unwrap_or_else(|| panic!("{typed}"));
                assert_eq!((read.hash(), &read), (code.hash(), &code));
            }
            for wrong in ["", "u", "0000", &format!("{text}0"), &text.replace('-', "!")] {
                assert_eq!(Code::parse(kind, wrong), None, "{wrong}");
            }
            assert!(!format!("{code:?}").contains(&text));
        }
        let (link, recovery) =
            (Code::random(CodeKind::Link, [0; 20]), Code::random(CodeKind::Recovery, [0; 20]));
        assert_eq!((link.to_string().as_str(), recovery.to_string().len()), ("0000-0000-0000", 24));
        assert_ne!(link.hash(), recovery.hash());
    }
}
