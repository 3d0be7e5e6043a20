//! Loads, stores, copies and fills.
use super::Constraints;
use super::indices::known_factor;
use super::pointers::is_null_or_sentinel;
use super::tbaa;
use crate::choices::leaves;
use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, Fact, Reason, Strength, UNKNOWN_STRIDE};
use zymase_llvm::{Opcode, Type, Value};

/// Largest factor of a length that is taken for the size of an element.
const LARGEST_ELEMENT: u64 = 4096;
/// Constants below this, as bits, are no likely floating-point number: they are integers.
const SMALL_CONSTANT: u64 = 1 << 16;

impl Constraints {
    pub fn read_load(&mut self, i: Value) {
        let Some(at) = self.address(i.operand(0)) else {
            return self.open(i);
        };
        self.read_access(i, at, i.ty());
        if i.ty().is_pointer() {
            let to = self.graph.slot(at);
            self.addresses.insert(i, to);
            self.declare_pointee(i, to);
        } else if !i.ty().is_float() {
            self.locations.insert(i, at);
        }
    }

    pub fn read_store(&mut self, i: Value) {
        let value = i.operand(0);
        let Some(at) = self.address(i.operand(1)) else { return };
        self.read_access(i, at, value.ty());
        if value.ty().is_pointer() {
            let slot = self.graph.slot(at);
            self.declare_pointee(i, slot);
            if let Some(to) = self.address(value).filter(|_| !is_null_or_sentinel(value)) {
                self.graph.view(slot, to);
            }
            if matches!(value.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMPHI | Opcode::LLVMSelect)) {
                self.moved_pointers.push(i);
            }
        } else if !value.ty().is_float() {
            self.store_value(i, at, value);
        }
    }

    /// Ties what a store of a pointer writes to where its bytes were read: they may be a number, if memory holds one or the other.
    pub fn tie_moved_pointer(&mut self, store: Value) {
        let Some(to) = self.address(store.operand(1)) else { return };
        let size = self.size_of(store.operand(0).ty());
        let is_load = |leaf: &Value| leaf.opcode() == Some(Opcode::LLVMLoad);
        for load in leaves(store.operand(0)).into_iter().filter(is_load) {
            if let Some(from) = self.address(load.operand(0)) {
                self.graph.copy(to, from, Some(size));
            }
        }
    }

    fn store_value(&mut self, i: Value, at: Address, value: Value) {
        if let Some(location) = self.location(value) {
            self.graph.copy(at, location, Some(self.size_of(value.ty())));
        } else if value.ty().is_integer()
            && value.as_integer().is_some_and(|c| c != 0 && c.unsigned_abs() < SMALL_CONSTANT)
        {
            let source = self.source(i, "a small integer is stored");
            let size = self.size_of(value.ty());
            self.declare_run(at, Fact { kind: Kind::Integer, size, strength: Strength::Faint, source });
        }
    }

    /// What the access itself tells about the memory.
    fn read_access(&mut self, i: Value, at: Address, ty: Type) {
        if ty.is_scalable_vector() {
            self.open_address(at);
            return;
        }
        let size = self.size_of(ty);
        self.graph.touch(at, Some(size));
        let source = self.source(i, "the type of the access");
        self.observe_type(at, ty, source);
        if ty.contains_float() || ty.is_pointer() {
            self.declare_struct_around(i, at);
            return;
        }
        if let Some(name) = i.tbaa_access_name()
            && let Some((kind, bytes)) = tbaa::scalar(&name, self.pointer_bytes)
            && size >= bytes
        {
            let source = self.graph.add_source(Some(i), Reason::TbaaName(name));
            for index in 0..size / bytes {
                let fact = Fact { kind, size: bytes, strength: Strength::Observed, source };
                self.graph.fact(at.plus((index * bytes) as i64), fact);
            }
        }
        self.declare_struct_around(i, at);
    }

    fn declare_struct_around(&mut self, i: Value, at: Address) {
        if let Some(declared) = self.declared_by_tbaa(i) {
            self.graph.view(at, declared);
        }
    }

    /// `p1 double` in a TBAA tag tells what a pointer points to.
    fn declare_pointee(&mut self, i: Value, to: Address) {
        let Some(name) = i.tbaa_access_name() else { return };
        let Some((depth, target)) = tbaa::pointer_depth(&name) else { return };
        let Some((kind, size)) = tbaa::scalar(target, self.pointer_bytes) else { return };
        let declared = self.declared_array(depth, target, kind, size);
        self.graph.view(to, declared);
    }

    pub fn read_atomic_update(&mut self, i: Value) {
        let value = i.operand(1);
        let Some(at) = self.address(i.operand(0)) else { return };
        self.read_access(i, at, value.ty());
        if value.ty().is_pointer() {
            let slot = self.graph.slot(at);
            self.addresses.insert(i, slot);
            if let Some(to) = self.address(value) {
                self.graph.view(slot, to);
            }
        } else if !value.ty().is_float() {
            self.locations.insert(i, at);
            self.store_value(i, at, value);
            if i.is_arithmetic_update() {
                self.observe(value, Kind::Integer, i, "atomic integer arithmetic");
                self.observe(i, Kind::Integer, i, "atomic integer arithmetic");
            }
        }
    }

    /// `cmpxchg` returns what was there and whether it was exchanged.
    pub fn read_compare_exchange(&mut self, i: Value) {
        let (expected, new) = (i.operand(1), i.operand(2));
        let Some(at) = self.address(i.operand(0)) else { return };
        self.read_access(i, at, new.ty());
        let size = self.size_of(new.ty());
        if new.ty().is_pointer() {
            let slot = self.graph.slot(at);
            for value in [expected, new] {
                if let Some(to) = self.address(value) {
                    self.graph.view(slot, to);
                }
            }
        } else {
            for value in [expected, new] {
                if let Some(location) = self.location(value) {
                    self.graph.copy(at, location, Some(size));
                }
            }
        }
        if let Some(result) = self.location(i) {
            self.graph.copy(result, at, Some(size));
        }
    }

    /// `memcpy` and kin: `length` bytes, if that is known.
    pub fn read_copy(&mut self, i: Value, destination: Value, source: Value, length: Value) {
        self.observe(length, Kind::Integer, i, "the length of a copy");
        let size = length.as_integer().map(|length| length as u64);
        let (to, from) = (self.address(destination), self.address(source));
        for at in [to, from].into_iter().flatten() {
            self.graph.touch(at, size);
            self.read_copied_types(i, at, size);
        }
        let (Some(to), Some(from)) = (to, from) else { return };
        match element_size(length) {
            _ if size.is_some() => self.graph.copy(to, from, size),
            Some(stride) => {
                self.graph.copy(to, from, Some(stride));
                let (to, from) = (self.graph.element(to, stride), self.graph.element(from, stride));
                self.graph.copy(to, from, Some(stride));
            }
            // Where in an object this is and how long, nothing tells: so only a byte is certain.
            None if self.is_at_unknown_offset(to) || self.is_at_unknown_offset(from) => {
                self.graph.copy(to, from, Some(1))
            }
            None => self.graph.copy(to, from, None),
        }
    }

    /// Whether an address is at an unknown offset in an object.
    fn is_at_unknown_offset(&self, address: Address) -> bool {
        let node = self.graph.node(self.graph.find(address).node);
        node.wrap == UNKNOWN_STRIDE && !node.arrays.is_empty()
    }

    /// `!tbaa.struct` or `!tbaa` of a copy.
    fn read_copied_types(&mut self, i: Value, at: Address, size: Option<u64>) {
        if let Some(fields) = i.tbaa_struct() {
            let source = self.source(i, "the struct that is copied");
            let mut end = 0;
            for field in fields {
                let start = at.plus(field.offset);
                if field.offset > end {
                    let gap = (field.offset - end) as u64;
                    let fact = Fact { kind: Kind::Anything, size: gap, strength: Strength::Faint, source };
                    self.declare_run(at.plus(end), fact);
                }
                end = end.max(field.offset + field.size);
                let scalar = field.name.and_then(|name| tbaa::scalar(&name, self.pointer_bytes));
                let Some((kind, bytes)) = scalar.filter(|(_, bytes)| *bytes > 0) else {
                    self.graph.add_region(start, Some(field.size as u64));
                    continue;
                };
                self.repeat_fact(
                    start,
                    field.size as u64,
                    Fact { kind, size: bytes, strength: Strength::Observed, source },
                );
            }
            if let Some(size) = size.filter(|size| *size as i64 > end) {
                let fact = Fact { kind: Kind::Anything, size: size - end as u64, strength: Strength::Faint, source };
                self.declare_run(at.plus(end), fact);
            }
        }
        if let Some(name) = i.tbaa_access_name()
            && let Some((kind, bytes)) = tbaa::scalar(&name, self.pointer_bytes)
        {
            let source = self.graph.add_source(Some(i), Reason::TbaaName(name));
            let element = if size == Some(bytes) { at } else { self.graph.element(at, bytes) };
            self.graph.fact(element, Fact { kind, size: bytes, strength: Strength::Observed, source });
        }
    }

    /// The same fact throughout `room` bytes.
    pub fn repeat_fact(&mut self, at: Address, room: u64, fact: Fact) {
        /// Longer runs are written as arrays.
        const MOST_REPEATED: u64 = 64;
        if room / fact.size > MOST_REPEATED {
            let element = self.graph.element(at, fact.size);
            return self.graph.fact(element, fact);
        }
        for index in 0..room / fact.size {
            self.graph.fact(at.plus((index * fact.size) as i64), fact);
        }
    }

    /// A length of `n * 24` bytes says that elements of 24 bytes are there.
    pub fn read_length(&mut self, at: Address, length: Value) {
        if let Some(stride) = element_size(length) {
            self.graph.element(at, stride);
        }
    }

    pub fn read_fill(&mut self, i: Value, destination: Value, byte: Option<Value>, length: Value) {
        self.observe(length, Kind::Integer, i, "the length of a fill");
        let Some(at) = self.address(destination) else { return };
        let bytes = length.as_integer().map(|length| length as u64);
        self.graph.touch(at, bytes);
        self.read_length(at, length);
        let is_character = byte.and_then(Value::as_integer).is_some_and(|byte| (0x20..0x7f).contains(&byte));
        if is_character && let Some(bytes) = bytes {
            let source = self.source(i, "filled with a character");
            self.repeat_fact(at, bytes, Fact { kind: Kind::Integer, size: 1, strength: Strength::Faint, source });
        }
    }
}

/// The size of elements of which a length is a multiple.
pub fn element_size(length: Value) -> Option<u64> {
    let factor = if length.is_constant() { 1 } else { known_factor(length, 0) };
    (2..=LARGEST_ELEMENT).contains(&factor).then_some(factor)
}
