//! Buffers that are used again.

/// Buffers for a walk: taken at a history, given back when leaving it.
#[derive(Default)]
pub(crate) struct Pool {
    free: Vec<Vec<f64>>,
}

impl Pool {
    /// A buffer of that length, filled with anything.
    pub(crate) fn take(&mut self, length: usize) -> Vec<f64> {
        let mut buffer = self.free.pop().unwrap_or_default();
        buffer.resize(length, 0.0);
        buffer
    }

    pub(crate) fn give(&mut self, buffer: Vec<f64>) {
        self.free.push(buffer);
    }
}
