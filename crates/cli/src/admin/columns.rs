//! Rows of texts under headings.

use std::io::{self, Write};

use crate::TITLE;

/// Writes rows, each column as wide as its widest text.
pub(super) fn write<const N: usize>(
    out: &mut impl Write,
    headings: [&str; N],
    rows: &[[String; N]],
) -> io::Result<()> {
    let width = |column: usize| {
        let texts = rows.iter().map(|row| row[column].as_str()).chain([headings[column]]);
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |texts: [&str; N]| {
        let padded = texts.iter().zip(widths).map(|(text, width)| format!("{text:width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    writeln!(out, "{TITLE}{}{TITLE:#}", line(headings))?;
    for row in rows {
        writeln!(out, "{}", line(row.each_ref().map(String::as_str)))?;
    }
    Ok(())
}
