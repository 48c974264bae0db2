//! What a client knows of someone's chains.

use serde::{Deserialize, Serialize};

use super::{Link, MAX_CHAIN, Tip, Whose};

/// The most tips that are kept of one holder.
const MOST_TIPS: usize = 64;

/// Someone who holds chains.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Holder {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) tips: Vec<Tip>,
    /// The last link that was checked, and its throw: the next need only lead back to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<(u64, Link)>,
}

/// Whether a link leads back to its tip.
pub(super) enum Checked {
    Right,
    NoTip,
    Broken { expected: Link, found: Link },
}

impl Holder {
    pub(super) fn new(name: Option<String>) -> Holder {
        Holder { name, tips: Vec::new(), last: None }
    }

    pub(super) fn whose(&self) -> Whose {
        self.name.clone().map_or(Whose::Server, Whose::Player)
    }

    /// Of several tips for the same throw only the last counts.
    pub(super) fn publish(&mut self, tip: Tip) {
        self.tips.retain(|known| known.from < tip.from);
        let has_chain = self.tips.last().is_some_and(|last| last.tip.is_some());
        if has_chain || tip.tip.is_some() {
            self.tips.push(tip);
        }
        let old = self.tips.len().saturating_sub(MOST_TIPS);
        self.tips.drain(..old);
    }

    pub(super) fn in_force(&self, throw: u64) -> Option<Tip> {
        self.tips.iter().rfind(|tip| tip.from <= throw).copied()
    }

    pub(super) fn check(&mut self, throw: u64, link: Link) -> Checked {
        let Some(Tip { from, tip: Some(tip) }) = self.in_force(throw) else { return Checked::NoTip };
        let last = self.last.filter(|(last, _)| (from..throw).contains(last));
        let (known, expected) = last.unwrap_or((from.saturating_sub(1), tip));
        if throw - from >= u64::from(MAX_CHAIN) {
            return Checked::NoTip;
        }
        let found = link.hash_times(u32::try_from(throw - known).unwrap_or(MAX_CHAIN));
        if found != expected {
            return Checked::Broken { expected, found };
        }
        self.last = Some((throw, link));
        Checked::Right
    }

    /// Drops tips that were out of force before that throw.
    pub(super) fn forget(&mut self, oldest: u64) {
        let in_force = self.tips.iter().rposition(|tip| tip.from <= oldest);
        self.tips.drain(..in_force.unwrap_or(0));
    }
}
