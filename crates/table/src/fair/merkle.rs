//! Hash trees as in RFC 6962: one hash, the root, stands for a list, and short paths show that an entry is in it, or
//! that a longer list begins with a shorter one.

use std::convert::Infallible;

use sha2::{Digest, Sha256};

use super::hex::public_bytes;

public_bytes! {
    /// A hash of a tree: of a leaf, of two hashes, or of the whole tree.
    TreeHash, 32, "a hash is 64 lower-case hexadecimal digits"
}

/// The most hashes that a path has: trees of 2⁶⁴ leaves are as high.
pub const MAX_PATH: usize = 64;

/// Where a hash is in a tree: that of the leaves from `index * 2^level` on, `2^level` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// How high; 0 is a leaf.
    pub level: u32,
    /// The how manieth of that height, from 0.
    pub index: u64,
}

impl TreeHash {
    /// The root of a list without entries.
    pub fn of_nothing() -> TreeHash {
        TreeHash::new(Sha256::digest([]).into())
    }

    /// The hash of an entry.
    pub fn of_leaf(entry: &[u8]) -> TreeHash {
        TreeHash::new(Sha256::new().chain_update([0]).chain_update(entry).finalize().into())
    }

    fn of_pair(left: &TreeHash, right: &TreeHash) -> TreeHash {
        let both = Sha256::new().chain_update([1]).chain_update(left.bytes()).chain_update(right.bytes());
        TreeHash::new(both.finalize().into())
    }

    /// The root of the tree of so many leaves in which this leaf has this index, if the path leads there.
    pub fn root_by(&self, index: u64, size: u64, path: &[TreeHash]) -> Option<TreeHash> {
        if index >= size || path.len() > MAX_PATH {
            return None;
        }
        let (mut node, mut last, mut hash) = (index, size - 1, *self);
        for other in path {
            if last == 0 {
                return None;
            }
            if node & 1 == 1 || node == last {
                hash = TreeHash::of_pair(other, &hash);
                while node & 1 == 0 && node != 0 {
                    (node, last) = (node >> 1, last >> 1);
                }
            } else {
                hash = TreeHash::of_pair(&hash, other);
            }
            (node, last) = (node >> 1, last >> 1);
        }
        (last == 0).then_some(hash)
    }
}

/// A list of which only the size and the root are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// How many entries it has.
    pub size: u64,
    /// The root of its tree.
    pub root: TreeHash,
}

impl Head {
    /// Whether the path shows that the longer list begins with this one.
    pub fn is_prefix_of(&self, longer: &Head, path: &[TreeHash]) -> bool {
        if self.size > longer.size || path.len() > MAX_PATH + 1 {
            return false;
        }
        if self.size == 0 {
            return path.is_empty() && self.root == TreeHash::of_nothing();
        }
        if self.size == longer.size {
            return path.is_empty() && self.root == longer.root;
        }
        // A whole tree is its own first hash, which the path leaves out.
        let mut hashes = path.iter();
        let first = if self.size.is_power_of_two() { Some(&self.root) } else { hashes.next() };
        let Some(first) = first else { return false };
        let (mut node, mut last) = (self.size - 1, longer.size - 1);
        while node & 1 == 1 {
            (node, last) = (node >> 1, last >> 1);
        }
        let (mut old, mut new) = (*first, *first);
        for other in hashes {
            if last == 0 {
                return false;
            }
            if node & 1 == 1 || node == last {
                (old, new) = (TreeHash::of_pair(other, &old), TreeHash::of_pair(other, &new));
                while node & 1 == 0 && node != 0 {
                    (node, last) = (node >> 1, last >> 1);
                }
            } else {
                new = TreeHash::of_pair(&new, other);
            }
            (node, last) = (node >> 1, last >> 1);
        }
        last == 0 && old == self.root && new == longer.root
    }
}

/// What it takes to make a tree longer: the hashes of its whole parts, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    parts: Vec<TreeHash>,
}

impl Frontier {
    /// The nodes that the frontier of a tree of so many leaves consists of.
    pub fn nodes(size: u64) -> impl Iterator<Item = Node> {
        (0..u64::BITS).rev().filter(move |level| size >> level & 1 == 1).map(move |level| {
            // The leaves before this part are those of the larger parts.
            let before = size.checked_shr(level + 1).map_or(0, |parts| parts << (level + 1));
            Node { level, index: before >> level }
        })
    }

    /// The frontier whose [nodes](Frontier::nodes) have these hashes, in their order.
    pub fn of_parts(parts: impl IntoIterator<Item = (Node, TreeHash)>) -> Frontier {
        let mut frontier = Frontier::default();
        for (node, hash) in parts {
            frontier.size += 1 << node.level.min(u64::BITS - 1);
            frontier.parts.push(hash);
        }
        frontier
    }

    /// How many leaves the tree has.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Adds a leaf. `made` is told every hash that will never change again, the leaf first.
    pub fn push(&mut self, leaf: TreeHash, mut made: impl FnMut(Node, TreeHash)) {
        let mut node = Node { level: 0, index: self.size };
        let mut hash = leaf;
        made(node, hash);
        while node.index & 1 == 1
            && let Some(left) = self.parts.pop()
        {
            hash = TreeHash::of_pair(&left, &hash);
            node = Node { level: node.level + 1, index: node.index >> 1 };
            made(node, hash);
        }
        self.parts.push(hash);
        self.size += 1;
    }

    /// The root.
    pub fn root(&self) -> TreeHash {
        let joined = self.parts.iter().rev().copied().reduce(|right, left| TreeHash::of_pair(&left, &right));
        joined.unwrap_or_else(TreeHash::of_nothing)
    }
}

/// The root of a tree of so many leaves, of whose whole parts `hash` knows the hashes.
pub fn root<E>(size: u64, mut hash: impl FnMut(Node) -> Result<TreeHash, E>) -> Result<TreeHash, E> {
    if size == 0 { Ok(TreeHash::of_nothing()) } else { part(0, size, &mut hash) }
}

/// The path from a leaf to the root of a tree of so many leaves; empty if there is no such leaf.
pub fn inclusion<E>(
    index: u64,
    size: u64,
    mut hash: impl FnMut(Node) -> Result<TreeHash, E>,
) -> Result<Vec<TreeHash>, E> {
    let (mut path, mut start, mut left) = (Vec::new(), 0, size);
    if index >= size {
        return Ok(path);
    }
    while left > 1 {
        let half = largest_power_below(left);
        if index - start < half {
            path.push(part(start + half, left - half, &mut hash)?);
            left = half;
        } else {
            path.push(part(start, half, &mut hash)?);
            (start, left) = (start + half, left - half);
        }
    }
    path.reverse();
    Ok(path)
}

/// The path that shows that a tree of `size` leaves begins with the first `old` of them.
pub fn consistency<E>(
    old: u64,
    size: u64,
    mut hash: impl FnMut(Node) -> Result<TreeHash, E>,
) -> Result<Vec<TreeHash>, E> {
    let mut path = Vec::new();
    if old == 0 || old >= size {
        return Ok(path);
    }
    let (mut start, mut left, mut whole) = (0, size, true);
    while old - start < left {
        let half = largest_power_below(left);
        if old - start <= half {
            path.push(part(start + half, left - half, &mut hash)?);
            left = half;
        } else {
            path.push(part(start, half, &mut hash)?);
            (start, left, whole) = (start + half, left - half, false);
        }
    }
    if !whole {
        path.push(part(start, left, &mut hash)?);
    }
    path.reverse();
    Ok(path)
}

fn largest_power_below(size: u64) -> u64 {
    1 << (u64::BITS - 1 - (size - 1).leading_zeros())
}

/// The hash of some leaves in a row, which begin where a whole part can begin.
fn part<E>(start: u64, size: u64, hash: &mut impl FnMut(Node) -> Result<TreeHash, E>) -> Result<TreeHash, E> {
    if size.is_power_of_two() {
        let level = size.trailing_zeros();
        return hash(Node { level, index: start >> level });
    }
    let half = largest_power_below(size);
    let left = part(start, half, hash)?;
    Ok(TreeHash::of_pair(&left, &part(start + half, size - half, hash)?))
}

/// A tree in memory.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    frontier: Frontier,
    levels: Vec<Vec<TreeHash>>,
}

impl Tree {
    /// How many leaves it has.
    pub fn size(&self) -> u64 {
        self.frontier.size()
    }

    /// Adds a leaf.
    pub fn push(&mut self, leaf: TreeHash) {
        let levels = &mut self.levels;
        self.frontier.push(leaf, |node, hash| {
            let level = node.level as usize;
            if levels.len() == level {
                levels.push(Vec::new());
            }
            levels[level].push(hash);
        });
    }

    /// Its size and root.
    pub fn head(&self) -> Head {
        Head { size: self.size(), root: self.frontier.root() }
    }

    /// The path from a leaf to the root.
    pub fn inclusion(&self, index: u64) -> Vec<TreeHash> {
        let Ok(path) = inclusion(index, self.size(), |node| Ok::<_, Infallible>(self.hash(node)));
        path
    }

    /// The path that shows that the tree begins with the first `old` of its leaves.
    pub fn consistency(&self, old: u64) -> Vec<TreeHash> {
        let Ok(path) = consistency(old, self.size(), |node| Ok::<_, Infallible>(self.hash(node)));
        path
    }

    /// Paths ask for whole parts alone, and there are all of them.
    fn hash(&self, node: Node) -> TreeHash {
        let level = self.levels.get(node.level as usize);
        let index = usize::try_from(node.index).unwrap_or(usize::MAX);
        level.and_then(|level| level.get(index)).copied().unwrap_or_else(TreeHash::of_nothing)
    }
}

impl FromIterator<TreeHash> for Tree {
    fn from_iter<I: IntoIterator<Item = TreeHash>>(leaves: I) -> Tree {
        let mut tree = Tree::default();
        leaves.into_iter().for_each(|leaf| tree.push(leaf));
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries of the trees that implementations of RFC 6962 are tested with.
    const ENTRIES: [&[u8]; 8] = [
        &[],
        &[0x00],
        &[0x10],
        &[0x20, 0x21],
        &[0x30, 0x31],
        &[0x40, 0x41, 0x42, 0x43],
        &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
        &[0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f],
    ];

    const ROOTS: [&str; 9] = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    fn tree(size: usize) -> Tree {
        (0..size)
            .map(|index| TreeHash::of_leaf(ENTRIES.get(index).copied().unwrap_or(&[index as u8])))
            .collect()
    }

    #[test]
    fn the_trees_of_rfc_6962_have_their_roots() {
        for (size, root) in ROOTS.iter().enumerate() {
            assert_eq!(tree(size).head(), Head { size: size as u64, root: root.parse().unwrap() });
        }
    }

    #[test]
    fn the_paths_of_rfc_6962_are_the_known_ones() {
        let texts = |path: Vec<TreeHash>| path.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(tree(1).inclusion(0)), [""; 0]);
        assert_eq!(
            texts(tree(8).inclusion(0)),
            [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ]
        );
        assert_eq!(
            texts(tree(8).inclusion(5)),
            [
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]
        );
        assert_eq!(
            texts(tree(8).consistency(6)),
            [
                "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]
        );
        assert_eq!(
            texts(tree(5).consistency(2)),
            [
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            ]
        );
    }

    #[test]
    fn every_entry_of_every_tree_is_found_in_its_place_and_nowhere_else() {
        for size in 1..40 {
            let (tree, root) = (tree(size), tree(size).head().root);
            for index in 0..size {
                let leaf = tree.hash(Node { level: 0, index: index as u64 });
                let path = tree.inclusion(index as u64);
                for place in 0..=size as u64 {
                    let found = leaf.root_by(place, size as u64, &path);
                    assert_eq!(found == Some(root), place == index as u64, "{index} of {size} at {place}");
                }
                assert_ne!(TreeHash::of_leaf(b"other").root_by(index as u64, size as u64, &path), Some(root));
                for cut in 0..path.len() {
                    assert_ne!(leaf.root_by(index as u64, size as u64, &path[..cut]), Some(root));
                }
                let longer = [&path[..], &[root]].concat();
                assert_ne!(leaf.root_by(index as u64, size as u64, &longer), Some(root));
            }
        }
    }

    #[test]
    fn every_tree_begins_with_its_beginnings_and_with_no_other_tree() {
        for size in 0..40 {
            let longer = tree(size);
            for old in 0..=size {
                let (head, path) = (tree(old).head(), longer.consistency(old as u64));
                assert!(head.is_prefix_of(&longer.head(), &path), "{old} of {size}");
                let other = Head { root: TreeHash::of_leaf(b"other"), ..head };
                assert!(!other.is_prefix_of(&longer.head(), &path), "{old} of {size}");
                if old > 0 && old < size {
                    let other = Head { root: TreeHash::of_leaf(b"other"), ..longer.head() };
                    assert!(!head.is_prefix_of(&other, &path), "{old} of {size}");
                    assert!(!head.is_prefix_of(&longer.head(), &path[..path.len() - 1]));
                    assert!(!longer.head().is_prefix_of(&head, &path), "a list does not get shorter");
                }
            }
        }
    }

    #[test]
    fn a_frontier_goes_on_from_its_nodes() {
        for size in 0..40_u64 {
            let tree = tree(size as usize);
            let parts = Frontier::nodes(size).map(|node| (node, tree.hash(node)));
            assert_eq!(Frontier::of_parts(parts), tree.frontier, "{size}");
        }
        assert_eq!(Frontier::nodes(u64::MAX).count(), 64);
    }

    #[test]
    fn nonsense_is_refused_without_a_panic() {
        let (leaf, path) = (TreeHash::of_nothing(), vec![TreeHash::of_nothing(); 70]);
        for size in [0, 1, 2, u64::MAX - 1, u64::MAX] {
            for index in [0, 1, u64::MAX - 1, u64::MAX] {
                for length in 0..path.len() {
                    let _ = leaf.root_by(index, size, &path[..length]);
                    let (old, new) = (Head { size: index, root: leaf }, Head { size, root: leaf });
                    let _ = old.is_prefix_of(&new, &path[..length]);
                }
            }
        }
        assert!(tree(3).inclusion(3).is_empty());
        assert!(tree(3).consistency(7).is_empty());
    }
}
