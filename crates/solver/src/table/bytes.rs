//! Reading numbers from bytes that may end too early.

/// The bytes end before they should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truncated;

/// The rest of some bytes.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], Truncated> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Truncated)?;
        self.0 = rest;
        Ok(*taken)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Truncated> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Truncated> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn f64(&mut self) -> Result<f64, Truncated> {
        self.array().map(f64::from_le_bytes)
    }

    /// Bytes after their length, as [`write_block`] writes them.
    pub(crate) fn block(&mut self) -> Result<&'a [u8], Truncated> {
        let length = self.u32()?;
        self.take(length as usize)
    }
}

/// Writes the length of some bytes, then the bytes.
pub(crate) fn write_block(to: &mut Vec<u8>, block: &[u8]) {
    to.extend((block.len() as u32).to_le_bytes());
    to.extend(block);
}
