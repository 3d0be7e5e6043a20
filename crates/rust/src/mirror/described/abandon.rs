//! Makes shadows hold on to nothing, where what they lead to may be gone.

use super::format::{kind, ownership, pointee};
use super::{Pointer, Walk};

impl Walk {
    /// What the described pointer leads to. False if it cannot be done.
    pub(super) unsafe fn abandon_behind(self, shadow: &Pointer) -> bool {
        let root = self.description.root;
        match self.word(root + 4) {
            pointee::VALUE => unsafe { self.abandon(self.word(root + 5), shadow[0]) },
            pointee::SLICE => unsafe { self.abandon_elements(self.word(root + 6), shadow[0], shadow[1].addr()) },
            _ => false,
        }
    }

    unsafe fn abandon_elements(self, of: u64, first: *mut u8, count: usize) -> bool {
        self.is_flat(of) || (0..count).all(|index| unsafe { self.abandon(of, first.add(index * self.size(of))) })
    }

    unsafe fn abandon(self, of: u64, at: *mut u8) -> bool {
        if self.is_flat(of) {
            return true;
        }
        let word = |index| self.word(of + 3 + index);
        let clear = |offsets: &[u64]| {
            for &offset in offsets {
                unsafe { at.add(offset as usize).cast::<usize>().write_unaligned(0) };
            }
            true
        };
        match self.kind(of) {
            kind::STRUCT => (0..word(0)).all(|field| {
                let (offset, ty) = (word(2 + 3 * field), word(3 + 3 * field));
                unsafe { self.abandon(ty, at.add(offset as usize)) }
            }),
            kind::ARRAY => unsafe { self.abandon_elements(word(1), at, word(0) as usize) },
            // Memory without a capacity is not freed.
            kind::VECTOR => clear(&[word(1), word(2)]),
            kind::DEQUE => clear(&[word(1), word(2), word(3)]),
            kind::CELL => unsafe { self.abandon(word(0), at) },
            kind::REF_CELL => unsafe { self.abandon(word(2), at.add(word(1) as usize)) },
            kind::LOCK => unsafe { self.abandon(word(1), at.add(word(0) as usize)) },
            kind::POINTER if word(0) != ownership::SHARED && word(1) == pointee::VALUE => unsafe {
                self.abandon(word(2), at.cast::<*mut u8>().read_unaligned())
            },
            _ => false,
        }
    }
}
