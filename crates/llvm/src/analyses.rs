//! Dominators, loops, aliasing and trip counts of one function, as they were when the handle was made.
use crate::{Block, Function, Value, ffi};
use std::ffi::c_void;

/// A natural loop in canonical form.
#[derive(Clone, Debug)]
pub struct Loop {
    pub header: Block,
    pub latch: Option<Block>,
    pub preheader: Option<Block>,
    /// Index of the enclosing loop.
    pub parent: Option<usize>,
}

/// Bytes that a loop touches through one pointer, as values known before it starts.
#[derive(Copy, Clone, Debug)]
pub struct Extent {
    /// The object the pointer is based on, which may be a value of the loop.
    pub base: Value,
    /// Distance of the first byte from the base.
    pub low: Value,
    /// Negative when an index wraps around.
    pub bytes: Value,
}

/// One term of a polynomial: its factor, and its symbols: the index of a loop for its counter, or a negative number for
/// an expression that is not looked into, an atom.
pub type Term = (i64, Vec<i64>);

/// Reads a polynomial as the shim writes it.
fn polynomial(write: impl FnOnce(*mut i64, i64) -> i64) -> Option<Vec<Term>> {
    let mut words = [0; 160];
    let written = write(words.as_mut_ptr(), words.len() as i64);
    let mut rest = words.get(1..usize::try_from(written).ok()?)?;
    let mut terms = Vec::new();
    while let [factor, count, symbols @ ..] = rest {
        let (mine, others) = symbols.split_at(*count as usize);
        terms.push((*factor, mine.to_vec()));
        rest = others;
    }
    Some(terms)
}

/// The handle must be dropped before the function's control flow changes.
pub struct Analyses {
    handle: *mut c_void,
}

impl Drop for Analyses {
    fn drop(&mut self) {
        unsafe { ffi::zymase_analyses_dispose(self.handle) }
    }
}

impl Analyses {
    pub fn of(function: Function) -> Analyses {
        Analyses { handle: unsafe { ffi::zymase_analyses_create(function.0) } }
    }

    /// All loops, parents before children.
    pub fn loops(&self) -> Vec<Loop> {
        (0..unsafe { ffi::zymase_loop_count(self.handle) })
            .map(|i| unsafe {
                Loop {
                    header: Block(ffi::zymase_loop_header(self.handle, i)),
                    latch: Block::from_raw(ffi::zymase_loop_latch(self.handle, i)),
                    preheader: Block::from_raw(ffi::zymase_loop_preheader(self.handle, i)),
                    parent: usize::try_from(ffi::zymase_loop_parent(self.handle, i)).ok(),
                }
            })
            .collect()
    }

    /// Index of the innermost loop around a block.
    pub fn loop_of(&self, block: Block) -> Option<usize> {
        usize::try_from(unsafe { ffi::zymase_loop_of_block(self.handle, block.0) }).ok()
    }

    /// By loop: the blocks of which it is the innermost loop, in their order.
    pub fn blocks_by_loop(&self, function: Function) -> Vec<Vec<Block>> {
        let mut found = vec![Vec::new(); unsafe { ffi::zymase_loop_count(self.handle) } as usize];
        for block in function.blocks() {
            if let Some(index) = self.loop_of(block) {
                found[index].push(block);
            }
        }
        found
    }

    /// Writes into the preheader how often the back edge of loop `index` is taken, as i64, if that is known there.
    pub fn expand_backedge_count(&self, index: usize) -> Option<Value> {
        Value::from_raw(unsafe { ffi::zymase_loop_expand_backedge_count(self.handle, index as u32) })
    }

    /// Writes into the preheader of loop `index` by how much a phi of its header grows at first (a pointer in bytes), and by how
    /// much that grows in every iteration, if it does; none when the phi grows in another way.
    pub fn expand_growth(&self, index: usize, phi: Value) -> Option<(Value, Option<Value>)> {
        let mut found = [std::ptr::null_mut(); 2];
        let grows = unsafe { ffi::zymase_loop_expand_growth(self.handle, index as u32, phi.0, found.as_mut_ptr()) };
        grows.then(|| (Value(found[0]), Value::from_raw(found[1])))
    }

    pub fn loop_contains(&self, index: usize, block: Block) -> bool {
        unsafe { ffi::zymase_loop_contains(self.handle, index as u32, block.0) }
    }

    /// Writes into the preheader of loop `index` what accesses of `size` bytes through `pointer` in the block `place` touch
    /// while it runs, if that is known there.
    pub fn extent(&self, index: usize, pointer: Value, place: Block, size: Value, at_most: bool) -> Option<Extent> {
        let mut found = [std::ptr::null_mut(); 3];
        let [base, low, bytes] = &mut found;
        let (index, place) = (index as u32, place.0);
        let known =
            unsafe { ffi::zymase_loop_extent(self.handle, index, pointer.0, place, size.0, at_most, base, low, bytes) };
        known.then(|| Extent { base: Value(found[0]), low: Value(found[1]), bytes: Value(found[2]) })
    }

    pub fn dominates(&self, x: Block, y: Block) -> bool {
        unsafe { ffi::zymase_dominates(self.handle, x.0, y.0) }
    }

    /// Does every way from `y` to the end lead through `x`?
    pub fn post_dominates(&self, x: Block, y: Block) -> bool {
        unsafe { ffi::zymase_post_dominates(self.handle, x.0, y.0) }
    }

    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        Block::from_raw(unsafe { ffi::zymase_immediate_dominator(self.handle, block.0) })
    }

    /// Can `writer` change the `bytes` (none: any number) at `pointer` that `reader` read? With `across` the two may
    /// run in different iterations of a loop, so only the objects it is based on, and types, are compared.
    pub fn may_overwrite(
        &self,
        writer: Value,
        pointer: Value,
        bytes: Option<u64>,
        reader: Option<Value>,
        across: bool,
    ) -> bool {
        let bytes = bytes.map_or(-1, |b| b as i64);
        let reader = reader.map_or(std::ptr::null_mut(), |r| r.0);
        unsafe { ffi::zymase_may_overwrite(self.handle, writer.0, pointer.0, bytes, reader, across) }
    }

    /// The address of an access in a block: the symbol of what it is based on, and the distance from there in bytes.
    pub fn address(&self, pointer: Value, place: Block) -> Option<(i64, Vec<Term>)> {
        let mut base = 0;
        let distance = polynomial(|words, room| unsafe {
            ffi::zymase_address_polynomial(self.handle, pointer.0, place.0, &mut base, words, room)
        })?;
        Some((base, distance))
    }

    /// An integer of 64 bits as it is in a block.
    pub fn integer(&self, value: Value, place: Block) -> Option<Vec<Term>> {
        polynomial(|words, room| unsafe { ffi::zymase_integer_polynomial(self.handle, value.0, place.0, words, room) })
    }

    /// What the counter of loop `index` never exceeds; with `exact` only if it always reaches it.
    pub fn most_back_edges(&self, index: usize, exact: bool) -> Option<Vec<Term>> {
        polynomial(|words, room| unsafe { ffi::zymase_most_back_edges(self.handle, index as u32, exact, words, room) })
    }

    /// The value an atom stands for, if it is one.
    pub fn atom_value(&self, atom: i64) -> Option<Value> {
        Value::from_raw(unsafe { ffi::zymase_atom_value(self.handle, atom) })
    }

    /// Does an atom have one value in all iterations of a loop?
    pub fn atom_is_invariant(&self, atom: i64, index: usize) -> bool {
        unsafe { ffi::zymase_atom_is_invariant(self.handle, atom, index as u32) }
    }

    pub fn atom_is_nonnegative(&self, atom: i64) -> bool {
        unsafe { ffi::zymase_atom_is_nonnegative(self.handle, atom) }
    }

    pub fn no_alias(&self, p: Value, q: Value) -> bool {
        unsafe { ffi::zymase_no_alias(self.handle, p.0, q.0) }
    }
}
