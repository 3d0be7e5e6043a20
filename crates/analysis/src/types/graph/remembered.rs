//! Answers about a graph that were found once: which bytes are one step from a byte.
//!
//! They are true as long as nothing is added to the graph and nothing in it moves.
use super::node::Address;
use std::cell::RefCell;
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
    fn number(self) -> usize {
        let ways = [self.only_up, self.only_nearest_array, self.only_this_element, self.only_known_ends];
        ways.into_iter().rev().fold(0, |number, way| 2 * number + usize::from(way))
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

/// Neighbours of bytes that were asked for so far, by ways.
#[derive(Default)]
pub struct Remembered([RefCell<FastMap<Address, Rc<Neighbours>>>; 16]);

impl Remembered {
    /// The graph has changed.
    pub fn forget(&mut self) {
        self.0.iter_mut().for_each(|known| known.get_mut().clear());
    }

    pub fn get(&self, at: Address, ways: Ways) -> Option<Rc<Neighbours>> {
        self.0[ways.number()].borrow().get(&at).cloned()
    }

    pub fn insert(&self, at: Address, ways: Ways, found: Rc<Neighbours>) {
        let mut known = self.0[ways.number()].borrow_mut();
        if known.len() >= MOST_REMEMBERED {
            known.clear();
        }
        known.insert(at, found);
    }
}
