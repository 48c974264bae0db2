//! The log of the server's tips, read beside whoever adds to it.

use std::collections::HashMap;

use perudo_table::fair::merkle::{self, Head, Node, TreeHash};
use perudo_table::fair::{PlacedTip, PublishedTip, TableLabel};

use super::StoreError;

/// Reads the log of tips. What it has never changes, so calls after each other fit together. Calls block.
pub trait ReadTips: Send {
    /// How many tips there are.
    fn tips_size(&mut self) -> Result<u64, StoreError>;

    /// Hashes of the tree, of whole parts that it has.
    fn tip_hashes(&mut self, nodes: &[Node]) -> Result<HashMap<Node, TreeHash>, StoreError>;

    /// Tips with their places, from a place on.
    fn tips(&mut self, from: u64, most: u32) -> Result<Vec<(u64, PublishedTip)>, StoreError>;

    /// The tips of a table with their places.
    fn tips_of(&mut self, label: &TableLabel) -> Result<Vec<(u64, PublishedTip)>, StoreError>;
}

impl dyn ReadTips + '_ {
    /// The first so many tips of the log.
    pub fn head(&mut self, size: u64) -> Result<Head, StoreError> {
        let root = self.with_hashes(|hash| merkle::root(size, hash))?;
        Ok(Head { size, root })
    }

    /// The path that shows that the first `size` tips begin with the first `old` of them.
    pub fn consistency(&mut self, old: u64, size: u64) -> Result<Vec<TreeHash>, StoreError> {
        self.with_hashes(|hash| merkle::consistency(old, size, hash))
    }

    /// The tips of a table among the first so many of the log, each with the path to their root.
    pub fn placed(&mut self, label: &TableLabel, size: u64) -> Result<Vec<PlacedTip>, StoreError> {
        let mut placed = Vec::new();
        for (index, PublishedTip { from, tip, .. }) in self.tips_of(label)? {
            if index < size {
                let path = self.with_hashes(|hash| merkle::inclusion(index, size, hash))?;
                placed.push(PlacedTip { from, tip, index, path });
            }
        }
        Ok(placed)
    }

    /// Computes something from hashes of the tree: first to know which, then with all of them at once.
    fn with_hashes<T>(
        &mut self,
        compute: impl Fn(&mut dyn FnMut(Node) -> Result<TreeHash, StoreError>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut wanted = Vec::new();
        compute(&mut |node| {
            wanted.push(node);
            Ok(TreeHash::of_nothing())
        })?;
        let hashes = self.tip_hashes(&wanted)?;
        compute(&mut |node| {
            let missing = || StoreError::Unusable {
                place: "the log of tips".to_owned(),
                reason: format!("it has no hash for the part {} of level {}", node.index, node.level),
            };
            hashes.get(&node).copied().ok_or_else(missing)
        })
    }
}
