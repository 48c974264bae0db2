//! The file: a mark, a version, a checksum, then all rounds, compressed.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

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

/// Why a file of solved rounds is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TablesError {
    /// It does not begin as tables do.
    #[error("this is no file of solved rounds")]
    NotATable,
    /// It is of another version.
    #[error("this file of solved rounds has version {0}, not {VERSION}")]
    OtherVersion(u8),
    /// It is not as it was written: its checksum is wrong.
    #[error("this file of solved rounds is damaged: its checksum is wrong")]
    Damaged,
    /// Its checksum is right, but its contents are not solved rounds.
    #[error("this file of solved rounds holds something else")]
    Malformed,
}

impl From<Truncated> for TablesError {
    fn from(_: Truncated) -> TablesError {
        TablesError::Malformed
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
    ///
    /// # Errors
    ///
    /// The bytes are not such a file, or it is damaged.
    pub fn read(file: &[u8]) -> Result<Tables, TablesError> {
        let mut file = Reader(file);
        let no_table = |_| TablesError::NotATable;
        if file.take(MARK.len()).map_err(no_table)? != MARK {
            return Err(TablesError::NotATable);
        }
        let version = file.u8().map_err(no_table)?;
        if version != VERSION {
            return Err(TablesError::OtherVersion(version));
        }
        let checksum = file.u32().map_err(|_| TablesError::Damaged)?;
        if crc32fast::hash(file.0) != checksum {
            return Err(TablesError::Damaged);
        }
        let payload = decompress_to_vec_with_limit(file.0, LARGEST).map_err(|_| TablesError::Malformed)?;
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
    fn read(key: Key, from: &mut Reader) -> Result<Solved, TablesError> {
        let payoffs = Payoffs { loses: [from.f64()?, from.f64()?], gains: [from.f64()?, from.f64()?] };
        let value = from.f64()?;
        let round = key.round().ok_or(TablesError::Malformed)?;
        let round = round.game(payoffs).map_err(|_| TablesError::Malformed)?;
        let books =
            [reading::read(&round.game, Side::Opener, from)?, reading::read(&round.game, Side::Other, from)?];
        Ok(Solved { round, value, books })
    }
}
