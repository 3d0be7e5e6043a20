//! Containers of the standard library, by where they keep what.

use super::super::shapes::{Mismatch, Outcome, Shapes};
use super::Walk;
use super::compare::{Pair, read};
use super::format::pointee;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What shadows that are not clones of their values may be like.
#[cold]
fn arranged(what: &str) -> Box<Mismatch> {
    Mismatch::new(format!(
        "{what} of the value and its shadow lie at different places; make the shadow from a clone of the value"
    ))
}

impl Walk {
    /// Address, length, capacity.
    pub(super) unsafe fn vector(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [data, length, capacity, is_text, element] = [0, 1, 2, 3, 4].map(|index| self.word(of + 3 + index));
        let (lengths, capacities) = unsafe { (at.read::<usize>(length), at.read::<usize>(capacity)) };
        if is_text == 1 && lengths.0 != lengths.1 {
            return Err(Mismatch::text(lengths.0, lengths.1));
        }
        let is_flat = self.is_flat(element);
        shapes.length(lengths.0, lengths.1, is_flat)?;
        shapes.capacity(capacities.0, capacities.1)?;
        if capacities.0 > 0 {
            shapes.memory(unsafe { read::<usize>(at.value, data) }, is_flat && is_text == 0)?;
        }
        unsafe { self.elements(element, at.follow(data), lengths.0.min(lengths.1), shapes) }
    }

    pub(super) unsafe fn deque(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [data, length, capacity, head, element] = [0, 1, 2, 3, 4].map(|index| self.word(of + 3 + index));
        let (lengths, room) = unsafe { (at.read::<usize>(length), at.read::<usize>(capacity)) };
        let heads = unsafe { at.read::<usize>(head) };
        shapes.length(lengths.0, lengths.1, self.is_flat(element))?;
        shapes.capacity(room.0, room.1)?;
        let is_free = shapes.after && self.is_flat(element);
        if lengths.0 > 0 && !is_free && (heads.0 != heads.1 || room.0 != room.1) {
            return Err(arranged("elements"));
        }
        if room.0 > 0 {
            shapes.memory(unsafe { read::<usize>(at.value, data) }, self.is_flat(element))?;
        }
        if self.is_flat(element) {
            return unsafe { self.elements(element, at, lengths.0, shapes) };
        }
        let (begin, size) = (unsafe { at.follow(data) }, self.size(element));
        for index in 0..lengths.0.min(lengths.1) {
            let slot = (heads.0 + index) % room.0.max(1);
            let place = begin.plus((slot * size) as u64);
            unsafe { self.pair(element, place, shapes) }.map_err(|found| found.in_element(index))?;
        }
        Ok(())
    }

    /// hashbrown's tables: entries lie in front of the bytes that say which of them there are.
    pub(super) unsafe fn hash_table(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [control, mask, entries, entry] = [0, 1, 2, 3].map(|index| self.word(of + 3 + index));
        let (masks, counts) = unsafe { (at.read::<usize>(mask), at.read::<usize>(entries)) };
        shapes.length(counts.0, counts.1, false)?;
        if masks.0 != masks.1 {
            shapes.capacity(masks.0 + 1, masks.1 + 1)?;
        }
        // Tables without memory share one that is empty.
        if masks == (0, 0) || counts.0 == 0 && !shapes.resizable {
            return Ok(());
        }
        let bytes = |from| unsafe { std::slice::from_raw_parts(read::<*const u8>(from, control), masks.0 + 1) };
        if masks.0 != masks.1 || bytes(at.value) != bytes(at.shadow) {
            return Err(arranged("entries"));
        }
        shapes.memory(unsafe { read::<usize>(at.value, control) }, false)?;
        let (size, end) = (self.size(entry), unsafe { at.follow(control) });
        let there = bytes(at.value).iter().enumerate().filter(|(_, byte)| **byte & 0x80 == 0);
        for (found, (slot, _)) in there.enumerate() {
            let back = (slot + 1) * size;
            let place = Pair { value: end.value.wrapping_sub(back), shadow: end.shadow.wrapping_sub(back) };
            unsafe { self.pair(entry, place, shapes) }.map_err(|mismatch| mismatch.in_element(found))?;
        }
        Ok(())
    }

    pub(super) unsafe fn tree(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [root, height, length] = [0, 1, 2].map(|index| self.word(of + 3 + index));
        let lengths = unsafe { at.read::<usize>(length) };
        shapes.length(lengths.0, lengths.1, false)?;
        let roots = unsafe { at.follow(root) };
        match (roots.value.is_null(), roots.shadow.is_null()) {
            (true, true) => return Ok(()),
            (false, false) => {}
            _ if lengths.0 == 0 && !shapes.resizable => return Ok(()),
            _ => return Err(arranged("entries")),
        }
        let heights = unsafe { at.read::<usize>(height) };
        if heights.0 != heights.1 {
            return Err(arranged("entries"));
        }
        let mut found = 0;
        unsafe { self.tree_node(of, roots, heights.0, &mut found, shapes) }
    }

    unsafe fn tree_node(self, of: u64, at: Pair, height: usize, found: &mut usize, shapes: &mut Shapes) -> Outcome {
        let [count, keys, values, edges, key, value] = [6, 7, 8, 9, 10, 11].map(|index| self.word(of + index));
        let counts = unsafe { at.read::<u16>(count) };
        if counts.0 != counts.1 {
            return Err(arranged("entries"));
        }
        shapes.memory(at.value.addr(), false)?;
        for index in 0..=u64::from(counts.0) {
            if height > 0 {
                let child = unsafe { at.follow(edges + 8 * index) };
                unsafe { self.tree_node(of, child, height - 1, found, shapes) }?;
            }
            if index == u64::from(counts.0) {
                break;
            }
            for (array, ty) in [(keys, key), (values, value)] {
                let place = at.plus(array + index * self.size(ty) as u64);
                unsafe { self.pair(ty, place, shapes) }.map_err(|mismatch| mismatch.in_element(*found))?;
            }
            *found += 1;
        }
        Ok(())
    }

    pub(super) unsafe fn list(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [first, length, next, element, ty] = [0, 1, 2, 3, 4].map(|index| self.word(of + 3 + index));
        let lengths = unsafe { at.read::<usize>(length) };
        shapes.length(lengths.0, lengths.1, false)?;
        let mut node = unsafe { at.follow(first) };
        for index in 0..lengths.0 {
            shapes.memory(node.value.addr(), false)?;
            unsafe { self.pair(ty, node.plus(element), shapes) }.map_err(|mismatch| mismatch.in_element(index))?;
            node = unsafe { node.follow(next) };
        }
        Ok(())
    }

    /// `Rc`, `Arc` and their weak forms: the address of counts, with the value behind them.
    pub(super) unsafe fn counted(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [is_weak, owners, distance] = [0, 1, 2].map(|index| self.word(of + 3 + index));
        let kind_at = of + 6;
        let counts = unsafe { at.follow(0) };
        if is_weak == 1 {
            let is_there = |base: *const u8| {
                // One that was made of nothing has no counts.
                base.addr() != usize::MAX && unsafe { strong(base, owners) } > 0
            };
            match (is_there(counts.value), is_there(counts.shadow)) {
                (true, true) => {}
                (false, false) => return Ok(()),
                (true, false) => return Err(Mismatch::new("still there, its shadow is not".to_owned())),
                (false, true) => return Err(Mismatch::new("no longer there, its shadow is".to_owned())),
            }
        } else {
            shapes.memory(counts.value.addr(), false)?;
        }
        let met = (is_weak == 0).then(|| unsafe { strong(counts.shadow, owners) });
        let distance = match self.word(kind_at) {
            pointee::OBJECT => unsafe { self.distance_of_object(kind_at, at, distance) }?,
            _ => distance,
        };
        shapes.shared(counts.value.addr(), counts.shadow.addr(), met, |shapes| unsafe {
            self.pointee(kind_at, at, distance, shapes)
        })
    }

    /// An object begins where its alignment, which is in its table, lets it.
    unsafe fn distance_of_object(self, kind_at: u64, at: Pair, counts: u64) -> Result<u64, Box<Mismatch>> {
        unsafe { self.type_of_object(kind_at, at) }?;
        let alignment = unsafe { read::<u64>(read::<*const u8>(at.value, 8), 16) };
        Ok(counts.next_multiple_of(alignment))
    }

    pub(super) unsafe fn cell(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        if std::ptr::eq(at.value, at.shadow) {
            return Err(Mismatch::new("its shadow is the cell itself".to_owned()));
        }
        shapes.in_cell(|shapes| unsafe { self.pair(of, at, shapes) })
    }

    pub(super) unsafe fn ref_cell(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let [state, value, ty] = [0, 1, 2].map(|index| self.word(of + 3 + index));
        let borrowed = |what: &str| Mismatch::new(format!("{what} is borrowed while the derivative runs"));
        // Negative while somebody may write, positive while others read.
        let states = unsafe { at.read::<isize>(state) };
        if states.0 < 0 {
            return Err(borrowed("this cell"));
        }
        if states.1 != 0 {
            return Err(borrowed("the cell of its shadow"));
        }
        unsafe { self.cell(ty, at.plus(value), shapes) }
    }
}

/// How many owners there are.
unsafe fn strong(counts: *const u8, offset: u64) -> usize {
    unsafe { &*counts.add(offset as usize).cast::<AtomicUsize>() }.load(Ordering::Relaxed)
}
