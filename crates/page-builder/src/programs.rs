//! What was compiled, as one file.

use std::fmt::Write as _;

use crate::{Make, Outcome};

/// Named files. As bytes: a line with name and length for each, an empty line, and all contents; compressed by brotli.
#[derive(Default)]
pub(crate) struct Programs {
    files: Vec<(String, Vec<u8>)>,
}

impl Programs {
    pub(crate) fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.push((name.to_owned(), bytes));
    }

    pub(crate) fn packed(&self, make: Make) -> Outcome<Vec<u8>> {
        let mut head = String::new();
        for (name, bytes) in &self.files {
            let _ = writeln!(head, "{name} {}", bytes.len());
        }
        head.push('\n');
        let mut plain = head.into_bytes();
        self.files.iter().for_each(|(_, bytes)| plain.extend_from_slice(bytes));
        let quality = if make == Make::Dist { 11 } else { 2 };
        let parameters = brotli::enc::BrotliEncoderParams { quality, lgwin: 24, ..Default::default() };
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut &plain[..], &mut packed, &parameters)
            .map_err(|error| format!("cannot compress: {error}"))?;
        Ok(packed)
    }
}
