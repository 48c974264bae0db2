//! Games to try the viewer with: those of the repository's examples.

/// A short evening of three.
pub(super) const EVENING: &str = include_str!("../../../../../examples/evening.perudo");

/// A tour whose dice have a proof …
pub(super) const FAIR: &str = include_str!("../../../../../examples/fair.perudo");

/// … and the proof.
pub(super) const FAIR_PROOF: &str = include_str!("../../../../../examples/fair.proof.json");
