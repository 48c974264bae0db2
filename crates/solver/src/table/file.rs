//! The file: a mark, a version, a checksum, then all rounds, compressed.

use std::fmt;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::bytes::{Reader, Truncated};
use super::key::Key;
use super::{Solved, Tables, reading};
use crate::game::Side;
use crate::round::Payoffs;

const MARK: [u8; 4] = *b"PRDT";
const VERSION: u8 = 1;
/// The hardest that the compressor tries.
const EFFORT: u8 = 10;
/// The most bytes that a file may unfold to.
const LARGEST: usize = 1 << 28;

/// Why a file is not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFault {
    /// It does not begin as tables do.
    NotATable,
    /// It is of another version.
    OtherVersion(u8),
    /// It is not as it was written: its checksum is wrong.
    Damaged,
    /// It is as it was written, but was not written well.
    Malformed,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::NotATable => f.write_str("this is no file of solved rounds"),
            TableFault::OtherVersion(version) => {
                write!(f, "this file of solved rounds has version {version}, not {VERSION}")
            }
            TableFault::Damaged => {
                f.write_str("this file of solved rounds is damaged: its checksum is wrong")
            }
            TableFault::Malformed => f.write_str("this file of solved rounds holds something else"),
        }
    }
}

impl std::error::Error for TableFault {}

impl From<Truncated> for TableFault {
    fn from(_: Truncated) -> TableFault {
        TableFault::Malformed
    }
}

/// A round as it goes into the file.
pub(super) struct Written {
    pub(super) key: Key,
    pub(super) payoffs: Payoffs,
    pub(super) value: f64,
    /// The bytes of both books.
    pub(super) books: [Vec<u8>; 2],
}

/// The bytes of a file with these rounds.
pub(super) fn write(rounds: &[Written]) -> Vec<u8> {
    let mut payload = Vec::new();
    for round in rounds {
        round.key.write(&mut payload);
        let [numbers, more] = [round.payoffs.loses, round.payoffs.gains];
        for number in numbers.into_iter().chain(more).chain([round.value]) {
            payload.extend(number.to_le_bytes());
        }
        round.books.iter().for_each(|book| payload.extend(book));
    }
    let payload = compress_to_vec(&payload, EFFORT);
    let mut file = MARK.to_vec();
    file.push(VERSION);
    file.extend(crc32fast::hash(&payload).to_le_bytes());
    file.extend(payload);
    file
}

impl Tables {
    /// Reads a file of solved rounds.
    pub fn read(file: &[u8]) -> Result<Tables, TableFault> {
        let mut file = Reader(file);
        let no_table = |_| TableFault::NotATable;
        if file.take(MARK.len()).map_err(no_table)? != MARK {
            return Err(TableFault::NotATable);
        }
        let version = file.u8().map_err(no_table)?;
        if version != VERSION {
            return Err(TableFault::OtherVersion(version));
        }
        let checksum = file.u32().map_err(|_| TableFault::Damaged)?;
        if crc32fast::hash(file.0) != checksum {
            return Err(TableFault::Damaged);
        }
        let payload = decompress_to_vec_with_limit(file.0, LARGEST).map_err(|_| TableFault::Malformed)?;
        let mut payload = Reader(&payload);
        let mut tables = Tables::default();
        while !payload.0.is_empty() {
            let key = Key::read(&mut payload)?;
            tables.rounds.insert(key, Solved::read(key, &mut payload)?);
        }
        Ok(tables)
    }
}

impl Solved {
    fn read(key: Key, from: &mut Reader) -> Result<Solved, TableFault> {
        let payoffs = Payoffs { loses: [from.f64()?, from.f64()?], gains: [from.f64()?, from.f64()?] };
        let value = from.f64()?;
        let round = key.round().ok_or(TableFault::Malformed)?;
        let round = round.game(payoffs).map_err(|_| TableFault::Malformed)?;
        let books =
            [reading::read(&round.game, Side::Opener, from)?, reading::read(&round.game, Side::Other, from)?];
        Ok(Solved { round, value, books })
    }
}
