//! How large the memory is that the steps of a loop touch: whole objects where their size is known, else what
//! the addresses range over.

use super::PieceUse;
use super::accesses::{Access, Accesses, Problem, Region};
use zymase_analysis::callee::{Callee, classify};
use zymase_library::{Provided, Size};
use zymase_llvm::{Builder, Extent, IntPredicate, Opcode, Value};

/// A piece of memory, as values before the loop.
#[derive(Copy, Clone, Debug)]
pub struct Found {
    pub kind: PieceUse,
    pub start: Value,
    pub bytes: Value,
}

/// Everything the steps touch that is not theirs alone.
pub struct Memory {
    pub pieces: Vec<Found>,
    /// Objects of which something is read whose extent is not known.
    pub unknown: Vec<Value>,
    /// Are there reads from objects that change?
    pub anywhere: bool,
}

/// Of one object: the bytes from `low` on.
struct Range {
    object: Value,
    low: Value,
    bytes: Value,
    writes: bool,
    reads: bool,
}

impl Region<'_> {
    /// `apart`: what is written is told from what is only read, also in one object, and from what is not touched.
    pub fn memory(&self, accesses: &Accesses, builder: &Builder, apart: bool) -> Result<Memory, Problem> {
        let mut ranges: Vec<Range> = Vec::new();
        let mut memory = Memory { pieces: Vec::new(), unknown: Vec::new(), anywhere: accesses.anywhere };
        for access in &accesses.all {
            match self.ranges(access, accesses, builder, apart) {
                Some(found) => found.into_iter().for_each(|range| self.merge(&mut ranges, range, builder, apart)),
                None if access.writes => {
                    return Err((access.at, "writes memory whose extent is not known before the loop".to_string()));
                }
                None => {
                    let objects = self.objects(access.pointer);
                    memory.anywhere |= objects.iter().any(|object| self.contains(*object));
                    memory.unknown.extend(objects.into_iter().filter(|object| !self.contains(*object)));
                }
            }
        }
        let read: Vec<Value> =
            accesses.all.iter().filter(|a| !a.writes).flat_map(|a| self.objects(a.pointer)).collect();
        for range in ranges {
            let is_read = || memory.anywhere || read.iter().any(|object| !self.are_apart(*object, range.object));
            let kind = match range.writes {
                false => PieceUse::Input,
                true if range.reads || is_read() => PieceUse::State,
                true => PieceUse::Output,
            };
            memory.pieces.push(Found { kind, start: builder.offset(range.object, range.low), bytes: range.bytes });
        }
        Ok(memory)
    }

    fn are_apart(&self, a: Value, b: Value) -> bool {
        a != b && !self.contains(a) && self.analyses.no_alias(a, b)
    }

    /// The bytes of each object an access may touch; none when that is not known before the loop.
    fn ranges(&self, access: &Access, accesses: &Accesses, builder: &Builder, apart: bool) -> Option<Vec<Range>> {
        let objects: Vec<Value> =
            self.objects(access.pointer).into_iter().filter(|object| !accesses.own.contains(object)).collect();
        if objects.iter().any(|object| self.contains(*object)) {
            return None;
        }
        let (writes, reads) = (access.writes, !access.writes);
        let zero = Value::integer(self.module.integer_type(64), 0);
        let whole = |object: Value, bytes: Value| Range { object, low: zero, bytes, writes, reads };
        let part =
            |base: Value, extent: &Extent| Range { object: base, low: extent.low, bytes: extent.bytes, writes, reads };
        let is_known = || objects.iter().all(|object| self.size(*object, builder).is_some());
        if let Some((bases, extent)) = (apart && is_known()).then(|| self.extent(access, true)).flatten() {
            return Some(bases.into_iter().map(|base| self.clip(part(base, &extent), builder)).collect());
        }
        let sizes: Vec<Option<Value>> = objects.iter().map(|object| self.size(*object, builder)).collect();
        if let Some(sizes) = sizes.iter().copied().collect::<Option<Vec<Value>>>() {
            return Some(objects.into_iter().zip(sizes).map(|(object, bytes)| whole(object, bytes)).collect());
        }
        let (bases, extent) = self.extent(access, false)?;
        let range = |base: Value| match self.size(base, builder) {
            Some(bytes) => whole(base, bytes),
            None => part(base, &extent),
        };
        Some(bases.into_iter().map(range).collect())
    }

    /// As much of a range as there is of the object; all of it where an index wraps around.
    fn clip(&self, range: Range, builder: &Builder) -> Range {
        let Some(size) = self.size(range.object, builder) else { return range };
        let zero = Value::integer(self.module.integer_type(64), 0);
        let less = |a, b| builder.icmp(IntPredicate::LLVMIntSLT, a, b);
        let end = builder.add(range.low, range.bytes);
        let low = builder.select(less(range.low, zero), zero, range.low);
        let end = builder.select(less(size, end), size, end);
        let unknown = builder.or(less(range.bytes, zero), less(end, low));
        let bytes = builder.select(unknown, size, builder.sub(end, low));
        Range { low: builder.select(unknown, zero, low), bytes, ..range }
    }

    /// What the addresses of an access range over, and from which pointers on.
    fn extent(&self, access: &Access, at_most: bool) -> Option<(Vec<Value>, Extent)> {
        let place = access.at.block().expect("placed");
        let extent = self.analyses.extent(self.index, access.pointer, place, access.size?, at_most)?;
        Some((self.bases(extent.base)?, extent))
    }

    /// The pointers from outside that a pointer of the loop is one of.
    fn bases(&self, base: Value) -> Option<Vec<Value>> {
        if !self.contains(base) {
            return Some(vec![base]);
        }
        if base.opcode() != Some(Opcode::LLVMSelect) {
            return None;
        }
        let mut found = self.bases(base.operand(1))?;
        found.extend(self.bases(base.operand(2))?);
        Some(found)
    }

    /// The size of a whole object, if it is known.
    fn size(&self, object: Value, builder: &Builder) -> Option<Value> {
        let i64_type = self.module.integer_type(64);
        let number = |bytes: u64| Value::integer(i64_type, bytes as i64);
        if object.is_global_variable() {
            let bytes = self.module.allocation_size(object.global_value_type());
            return (bytes > 0).then(|| number(bytes));
        }
        match object.opcode()? {
            Opcode::LLVMAlloca => {
                let each = number(self.module.allocation_size(object.allocated_type()));
                Some(builder.mul(builder.integer_resize(object.operand(0), i64_type), each))
            }
            Opcode::LLVMCall => {
                let Callee::Allocate(allocate) = classify(object) else { return None };
                let arguments = object.arguments();
                let argument = |k: usize| builder.integer_resize(arguments[k], i64_type);
                (allocate.provided == Provided::Returned).then(|| match allocate.size {
                    Size::Argument(k) => argument(k),
                    Size::Product(a, b) => builder.mul(argument(a), argument(b)),
                })
            }
            _ => None,
        }
    }

    /// Adds a range; two of one object become the range around both.
    fn merge(&self, ranges: &mut Vec<Range>, new: Range, builder: &Builder, apart: bool) {
        let same = |range: &&mut Range| range.object == new.object && (!apart || range.writes == new.writes);
        let Some(old) = ranges.iter_mut().find(same) else {
            ranges.push(new);
            return;
        };
        old.writes |= new.writes;
        old.reads |= new.reads;
        if old.low == new.low && old.bytes == new.bytes {
            return;
        }
        let zero = Value::integer(self.module.integer_type(64), 0);
        let less = |a, b| builder.icmp(IntPredicate::LLVMIntSLT, a, b);
        let end = |range: &Range| builder.add(range.low, range.bytes);
        let none = |range: &Range| builder.icmp(IntPredicate::LLVMIntEQ, range.bytes, zero);
        let (old_end, new_end) = (end(old), end(&new));
        let low = builder.select(less(old.low, new.low), old.low, new.low);
        let high = builder.select(less(old_end, new_end), new_end, old_end);
        let mut bytes = builder.sub(high, low);
        // An index that wraps around makes all of it unknown.
        for range in [&*old, &new] {
            bytes = builder.select(less(range.bytes, zero), range.bytes, bytes);
        }
        let (no_old, no_new) = (none(old), none(&new));
        let either = |of_old, of_new, both| {
            let unless_new = builder.select(no_new, of_old, both);
            builder.select(no_old, of_new, unless_new)
        };
        let merged = (either(old.low, new.low, low), either(old.bytes, new.bytes, bytes));
        (old.low, old.bytes) = merged;
    }
}
