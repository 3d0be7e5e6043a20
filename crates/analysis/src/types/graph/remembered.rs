//! Answers about a graph that were found once: which bytes are one step from a byte.
//!
//! They are true as long as nothing is added to the graph and nothing in it moves.
use super::node::{Address, NodeNumber};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use zymase_support::hash::FastMap;

/// Bytes whose neighbours are remembered.
const MOST_REMEMBERED: usize = 1 << 16;

/// Ways that a search does not go.
#[derive(Copy, Clone, Default)]
pub struct Ways {
    /// Towards where the bytes come from only.
    pub only_up: bool,
    /// Of several arrays that may cover a byte, only the one that starts nearest before it.
    pub only_nearest_array: bool,
    /// Other elements of an array whose end is not known may be other fields of a struct: they are not looked at.
    pub only_this_element: bool,
    /// Of arrays that start before a byte, only those whose end is known.
    pub only_known_ends: bool,
}

impl Ways {
    fn number(self) -> u8 {
        let ways = [self.only_up, self.only_nearest_array, self.only_this_element, self.only_known_ends];
        ways.into_iter().rev().fold(0, |number, way| 2 * number + u8::from(way))
    }
}

/// What is one step from a byte.
#[derive(Default)]
pub struct Neighbours {
    /// Each once, in the order in which they are looked at, and how many steps away it counts.
    pub bytes: Vec<(Address, usize)>,
    /// Code that is not analysed may look at the byte.
    pub open: bool,
    /// Parts of arrays around the byte that are accessed at unknown offsets: what is accessed, and how far the byte is
    /// from the start of the array.
    pub unknown_offsets: Vec<(Address, i64)>,
}

/// Neighbours of bytes of one node, by offset and ways.
type OfNode = FastMap<(i64, u8), Rc<Neighbours>>;

/// Neighbours of bytes that were asked for so far.
#[derive(Default)]
pub struct Remembered {
    /// By node.
    known: RefCell<Vec<OfNode>>,
    count: Cell<usize>,
}

impl Remembered {
    /// The graph has changed.
    pub fn forget(&mut self) {
        self.known.get_mut().clear();
        self.count.set(0);
    }

    /// Only what can be seen from bytes of these nodes has changed.
    pub fn forget_nodes(&mut self, nodes: impl Iterator<Item = NodeNumber>) {
        for node in nodes {
            let gone = self.known.get_mut().get_mut(node as usize).map(std::mem::take);
            self.count.set(self.count.get() - gone.map_or(0, |gone| gone.len()));
        }
    }

    pub fn get(&self, at: Address, ways: Ways) -> Option<Rc<Neighbours>> {
        self.known.borrow().get(at.node as usize)?.get(&(at.offset, ways.number())).cloned()
    }

    pub fn insert(&self, at: Address, ways: Ways, found: Rc<Neighbours>) {
        let mut known = self.known.borrow_mut();
        if self.count.get() >= MOST_REMEMBERED {
            known.clear();
            self.count.set(0);
        }
        if known.len() <= at.node as usize {
            known.resize_with(at.node as usize + 1, OfNode::default);
        }
        if known[at.node as usize].insert((at.offset, ways.number()), found).is_none() {
            self.count.set(self.count.get() + 1);
        }
    }
}
