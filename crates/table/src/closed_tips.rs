//! The closed chains of a person.

use serde::{Deserialize, Serialize};

use crate::fair::{ClosedTip, Tip};

/// The closed chain that a person committed to, and the one that takes its place after the coming throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedTips {
    now: Option<ClosedTip>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<ClosedTip>,
}

impl ClosedTips {
    /// The chain that counts for the coming throw.
    pub fn for_coming_throw(&self) -> Option<ClosedTip> {
        self.now
    }

    /// The chain that was published last.
    pub fn latest(&self) -> Option<ClosedTip> {
        self.next.or(self.now)
    }

    /// Both, in order.
    pub(crate) fn tips(self) -> impl Iterator<Item = Tip> {
        [self.now, self.next].into_iter().flatten().map(Tip::from)
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == ClosedTips::default()
    }

    /// A chain was published; `coming` is the throw to come.
    pub(crate) fn publish(&mut self, tip: ClosedTip, coming: u64) {
        if tip.from <= coming {
            *self = ClosedTips { now: Some(tip), next: None };
        } else {
            self.next = Some(tip);
        }
    }

    /// Dice were thrown; `coming` is the throw to come now.
    pub(crate) fn thrown(&mut self, coming: u64) {
        if let Some(next) = self.next.take_if(|next| next.from <= coming) {
            self.now = Some(next);
        }
    }
}
