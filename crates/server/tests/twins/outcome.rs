//! What comes of an input.

use super::*;

/// What is heard over one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    pub(super) frames: Vec<String>,
    pub(super) closing: Option<CloseReason>,
}

/// An append without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) printed: String,
    pub(super) first_seq: u64,
    /// The moments and lengths of its events.
    pub(super) events: Vec<(i64, usize)>,
    pub(super) snapshot: Option<usize>,
    pub(super) closes: bool,
}

/// What has to be done outside, without the bytes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outside {
    pub(super) append: Option<Lengths>,
    pub(super) wake: Option<Moment>,
    pub(super) ask: Option<BotTurn>,
}

/// Everything that came of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) heard: Vec<Heard>,
    pub(super) outside: Vec<Outside>,
    pub(super) answers: Vec<String>,
    pub(super) log: String,
}
