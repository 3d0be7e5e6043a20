//! Values and what they are made of.

use super::super::shapes::{Mismatch, Outcome, Shapes};
use super::format::{kind, ownership, pointee};
use super::{Walk, opaque};

/// Reads something that lies at an offset.
///
/// # Safety
///
/// It does.
pub(super) unsafe fn read<T: Copy>(base: *const u8, offset: u64) -> T {
    unsafe { base.add(offset as usize).cast::<T>().read_unaligned() }
}

/// The tag of an enumeration.
unsafe fn tag(base: *const u8, offset: u64, bytes: u64) -> u64 {
    unsafe {
        match bytes {
            1 => u64::from(read::<u8>(base, offset)),
            2 => u64::from(read::<u16>(base, offset)),
            4 => u64::from(read::<u32>(base, offset)),
            _ => read::<u64>(base, offset),
        }
    }
}

/// A value and its shadow.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub value: *const u8,
    pub shadow: *const u8,
}

impl Pair {
    /// What is so far behind both.
    pub fn plus(self, offset: u64) -> Pair {
        Pair { value: self.value.wrapping_add(offset as usize), shadow: self.shadow.wrapping_add(offset as usize) }
    }

    /// What both hold there.
    pub unsafe fn read<T: Copy>(self, offset: u64) -> (T, T) {
        unsafe { (read(self.value, offset), read(self.shadow, offset)) }
    }

    /// What both lead to.
    pub unsafe fn follow(self, offset: u64) -> Pair {
        let (value, shadow) = unsafe { self.read(offset) };
        Pair { value, shadow }
    }
}

impl Walk {
    /// Looks for the first difference.
    pub(super) unsafe fn compare(self, of: u64, value: *const u8, shadow: *const u8, shapes: &mut Shapes) -> Outcome {
        unsafe { self.pair(of, Pair { value, shadow }, shapes) }
    }

    /// The same.
    pub(super) unsafe fn pair(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        if self.is_flat(of) && !shapes.exact {
            return if self.has_numbers(of) { shapes.numbers() } else { Ok(()) };
        }
        let word = |index| self.word(of + 3 + index);
        unsafe {
            match self.kind(of) {
                kind::PLAIN => self.plain(of, at, shapes),
                kind::STRUCT => self.fields(of, at, shapes),
                kind::ENUM => self.variants(of, at, shapes),
                kind::ARRAY => self.elements(word(1), at, word(0) as usize, shapes),
                kind::POINTER => self.pointer(of, at, shapes),
                kind::VECTOR => self.vector(of, at, shapes),
                kind::DEQUE => self.deque(of, at, shapes),
                kind::TABLE => self.hash_table(of, at, shapes),
                kind::TREE => self.tree(of, at, shapes),
                kind::LIST => self.list(of, at, shapes),
                kind::COUNTED => self.counted(of, at, shapes),
                kind::CELL => self.cell(word(0), at, shapes),
                kind::REF_CELL => self.ref_cell(of, at, shapes),
                kind::LOCK => shapes.in_lock(|shapes| self.pair(word(1), at.plus(word(0)), shapes)),
                kind::EXACT => shapes.exactly(|shapes| self.pair(word(0), at, shapes)),
                kind::INSIDE => inside(at, word(0), word(1)),
                _ if is_nothing(at.value, self.size(of)) && is_nothing(at.shadow, self.size(of)) => Ok(()),
                _ => Err(opaque(self.name(of + 3))),
            }
        }
    }

    unsafe fn plain(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        if self.has_numbers(of) {
            return shapes.numbers();
        }
        unsafe { same(at, self.size(of)) }
    }

    unsafe fn fields(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        for field in 0..self.word(of + 3) {
            let start = of + 4 + 3 * field;
            let (offset, ty) = (self.word(start + 1), self.word(start + 2));
            unsafe { self.pair(ty, at.plus(offset), shapes) }.map_err(|found| self.in_field(found, start))?;
        }
        Ok(())
    }

    /// Fields of other people's types have no names.
    #[cold]
    fn in_field(self, found: Box<Mismatch>, name: u64) -> Box<Mismatch> {
        match self.name(name) {
            "" => found,
            name => found.in_field(name),
        }
    }

    unsafe fn variants(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        let (offset, bytes, count) = (self.word(of + 3), self.word(of + 4), self.word(of + 5));
        let variant = |base| {
            let tag = unsafe { tag(base, offset, bytes) };
            let starts = || (0..count).map(|index| of + 6 + 5 * index);
            let own = starts().find(|start| self.word(start + 1) == 1 && self.word(start + 2) == tag);
            own.or_else(|| starts().find(|start| self.word(start + 1) == 0))
        };
        let (Some(value), Some(shadow)) = (variant(at.value), variant(at.shadow)) else {
            return Err(Mismatch::new("a value of this enumeration that it does not have".to_owned()));
        };
        if value != shadow {
            return Err(Mismatch::variant(self.name(value), self.name(shadow)));
        }
        let (offset, ty) = (self.word(value + 3), self.word(value + 4));
        unsafe { self.pair(ty, at.plus(offset), shapes) }
    }

    /// So many of a type, one behind the other.
    pub(super) unsafe fn elements(self, of: u64, at: Pair, count: usize, shapes: &mut Shapes) -> Outcome {
        if self.is_flat(of) && !shapes.exact {
            return if self.has_numbers(of) && count > 0 { shapes.numbers() } else { Ok(()) };
        }
        if self.kind(of) == kind::PLAIN && !self.has_numbers(of) {
            return unsafe { same(at, count * self.size(of)) };
        }
        for index in 0..count {
            let place = at.plus((index * self.size(of)) as u64);
            unsafe { self.pair(of, place, shapes) }.map_err(|found| found.in_element(index))?;
        }
        Ok(())
    }

    unsafe fn pointer(self, of: u64, at: Pair, shapes: &mut Shapes) -> Outcome {
        match self.word(of + 3) {
            ownership::SHARED => shapes.lent(|shapes| unsafe { self.pointee(of + 4, at, 0, shapes) }),
            ownership::OWNED => {
                shapes.memory(unsafe { read::<usize>(at.value, 0) }, false)?;
                unsafe { self.pointee(of + 4, at, 0, shapes) }
            }
            _ => unsafe { self.pointee(of + 4, at, 0, shapes) },
        }
    }

    /// What is behind a pointer of one word or two, so far behind its address.
    pub(super) unsafe fn pointee(self, kind_at: u64, at: Pair, distance: u64, shapes: &mut Shapes) -> Outcome {
        let target = unsafe { at.follow(0) }.plus(distance);
        match self.word(kind_at) {
            pointee::VALUE => unsafe { self.pair(self.word(kind_at + 1), target, shapes) },
            pointee::SLICE => {
                let (value, shadow) = unsafe { at.read::<usize>(8) };
                if value != shadow {
                    return Err(match self.word(kind_at + 1) {
                        0 => Mismatch::length(value, shadow),
                        _ => Mismatch::text(value, shadow),
                    });
                }
                unsafe { self.elements(self.word(kind_at + 2), target, value, shapes) }
            }
            _ => {
                let ty = unsafe { self.type_of_object(kind_at, at) }?;
                unsafe { self.pair(ty, target, shapes) }
            }
        }
    }

    /// The type that both objects are of, by their tables.
    pub(super) unsafe fn type_of_object(self, kind_at: u64, at: Pair) -> Result<u64, Box<Mismatch>> {
        let (value, shadow) = unsafe { at.read::<*const ()>(8) };
        let types = |table| {
            (0..self.word(kind_at + 1))
                .map(move |index| kind_at + 2 + 2 * index)
                .filter(move |&start| self.table(self.word(start)) == table)
                .map(move |start| self.word(start + 1))
        };
        let Some(ty) = types(value).next() else { return Err(opaque("dyn Trait")) };
        // Tables that say the same may have become one.
        let is_clear = |table| types(table).all(|other| other == ty || self.is_flat(other) && self.is_flat(ty));
        if types(shadow).next().is_none() || !is_clear(value) || !is_clear(shadow) {
            return Err(Mismatch::new("an object of another type than its shadow".to_owned()));
        }
        Ok(ty)
    }
}

/// A pointer that leads nowhere.
unsafe fn is_nothing(at: *const u8, bytes: usize) -> bool {
    bytes == size_of::<usize>() && unsafe { read::<usize>(at, 0) } == 0
}

/// Bytes must be the same.
unsafe fn same(at: Pair, count: usize) -> Outcome {
    let bytes = |from: *const u8| unsafe { std::slice::from_raw_parts(from, count) };
    match bytes(at.value) == bytes(at.shadow) {
        true => Ok(()),
        false => {
            Err(Mismatch::new("not the same as in its shadow; make the shadow from a clone of the value".to_owned()))
        }
    }
}

/// Addresses in memory must be as far from its begin.
unsafe fn inside(at: Pair, address: u64, begin: u64) -> Outcome {
    let distances = unsafe {
        let (addresses, begins) = (at.read::<usize>(address), at.read::<usize>(begin));
        (addresses.0.wrapping_sub(begins.0), addresses.1.wrapping_sub(begins.1))
    };
    match distances.0 == distances.1 {
        true => Ok(()),
        false => Err(Mismatch::new("its shadow begins elsewhere in its memory".to_owned())),
    }
}
