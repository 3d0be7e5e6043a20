//! Addresses of kept items, in the forward and in the reverse sweep.

use super::lookup::Place;
use super::{Reverse, Signature};
use zymase_core::Failure;
use zymase_core::machine::memory_pointer;
use zymase_core::runtime::{self, SPREAD, WORD};
use zymase_llvm::{Builder, Value};
use zymase_plan::{Home, Item, LoopStorage, Slot};

impl Reverse<'_> {
    /// Split shape: the record of what is kept outside loops, which is the tape. An entry is handed its memory.
    pub fn allocate_root(&mut self, augmented: &Signature, reversed: &Signature) -> Value {
        let module = self.sweep.module();
        let entry = self.sweep.twin.function.entry();
        let builder = Builder::before(entry.first_instruction().expect("the setup block branches"));
        if self.plan.root_bytes == 0 {
            return Value::null(memory_pointer(module));
        }
        let bytes = Value::integer(module.integer_type(64), self.plan.root_bytes as i64);
        let record = match augmented.tape {
            Some(place) => augmented.function.parameter(place),
            None => builder.call_across_spaces(runtime::allocate(module), &[self.sweep.context, bytes]),
        };
        let tape = self.function.parameter(reversed.tape.expect("the second half takes a tape"));
        self.root = Some((record, tape));
        record
    }

    /// Stores an item where the forward sweep computed it.
    pub fn keep(&mut self, builder: &Builder, item: Item, value: Value) {
        let slot = self.slot_in_lane(item);
        let address = self.forward_address(builder, item, &slot);
        let stored = builder.store(value, address);
        self.describe_access(stored, &slot);
    }

    /// The place of an item; of a shadow that of this lane.
    fn slot_in_lane(&self, item: Item) -> Slot {
        let slot = self.plan.slots[&item].clone();
        slot.in_lane(self.builder.module(), self.lane_of(item))
    }

    fn describe_access(&mut self, access: Value, slot: &Slot) {
        let module = self.builder.module();
        if slot.scope.is_some() || self.root.is_some() {
            access.set_alignment(module.alignment(slot.ty).min(8));
            self.tape_accesses.push(access);
        }
    }

    fn forward_address(&mut self, builder: &Builder, item: Item, slot: &Slot) -> Value {
        let Some(index) = slot.scope else { return self.root_address(builder, item, slot, true) };
        match &self.plan.storage[&index] {
            LoopStorage::Arrays { nest, home, bytes_per_iteration } => {
                let (segment, total) = self.segments[&index];
                let spread = (*home == Home::Spread).then_some(*bytes_per_iteration);
                let counter = |l: &usize| self.sweep.twin.value(self.prepared.loops[*l].counter);
                let count = |l: &usize| {
                    let trips = self.prepared.loops[*l].trips.expect("arrays have counts");
                    self.sweep.twin.value(trips)
                };
                array_address(builder, (segment, total, spread), nest, counter, count, slot)
            }
            LoopStorage::Records { .. } => {
                let pointer = memory_pointer(builder.module());
                let record = builder.load(pointer, self.records[&index]);
                builder.constant_offset(record, slot.offset as i64)
            }
        }
    }

    fn root_address(&mut self, builder: &Builder, item: Item, slot: &Slot, forward: bool) -> Value {
        if let Some((written, read)) = self.root {
            return builder.constant_offset(if forward { written } else { read }, slot.offset as i64);
        }
        let key = (item, self.lane_of(item));
        if let Some(known) = self.root_slots.get(&key) {
            return *known;
        }
        let first = self.setup.first_instruction().expect("the setup block branches");
        let made = Builder::before(first).alloca(slot.ty, "kept");
        self.root_slots.insert(key, made);
        made
    }

    /// Reads a kept item in the reverse sweep.
    pub fn read_kept(&mut self, place: Place, item: Item) -> Result<Value, Failure> {
        let slot = self.slot_in_lane(item);
        let address = match slot.scope {
            None => {
                let builder = self.builder_at(place);
                self.root_address(&builder, item, &slot, false)
            }
            Some(index) => self.reverse_address(place, index, &slot)?,
        };
        let builder = self.builder_at(place);
        let loaded = builder.load(slot.ty, address);
        self.describe_access(loaded, &slot);
        Ok(loaded)
    }

    fn reverse_address(&mut self, place: Place, index: usize, slot: &Slot) -> Result<Value, Failure> {
        match self.plan.storage[&index].clone() {
            LoopStorage::Arrays { nest, home, bytes_per_iteration } => {
                let spread = (home == Home::Spread).then_some(bytes_per_iteration);
                let segment = self.lookup(place, Item::Segment(index))?;
                let mut counts = Vec::new();
                for inner in &nest {
                    counts.push(self.lookup(place, Item::Trips(*inner))?);
                }
                let builder = self.builder_at(place);
                let i64_type = builder.module().integer_type(64);
                let total = product_of_counts(&builder, &counts);
                let counters: Vec<Value> = nest.iter().map(|l| builder.load(i64_type, self.loops[l].counter)).collect();
                let position = |l: &usize| nest.iter().position(|n| n == l).expect("a loop of the nest");
                Ok(array_address(
                    &builder,
                    (segment, total, spread),
                    &nest,
                    |l| counters[position(l)],
                    |l| counts[position(l)],
                    slot,
                ))
            }
            LoopStorage::Records { .. } => {
                let builder = self.builder_at(place);
                let variable = self.loops[&index].record.expect("a loop with records");
                let record = builder.load(memory_pointer(builder.module()), variable);
                Ok(builder.constant_offset(record, slot.offset as i64))
            }
        }
    }
}

/// Product of (back edges + 1).
pub fn product_of_counts(builder: &Builder, counts: &[Value]) -> Value {
    let one = Value::integer(builder.module().integer_type(64), 1);
    counts.iter().fold(one, |total, count| builder.mul(total, builder.add(*count, one)))
}

/// `segment + offset * total + linear index * bytes`; where words of threads lie between each other, `segment + linear index * bytes of an
/// iteration + offset`, so many times as far.
fn array_address(
    builder: &Builder,
    (segment, total, spread): (Value, Value, Option<u64>),
    nest: &[usize],
    counter: impl Fn(&usize) -> Value,
    count: impl Fn(&usize) -> Value,
    slot: &Slot,
) -> Value {
    let i64_type = builder.module().integer_type(64);
    let one = Value::integer(i64_type, 1);
    let mut linear = Value::integer(i64_type, 0);
    for (depth, index) in nest.iter().enumerate() {
        if depth > 0 {
            linear = builder.mul(linear, builder.add(count(index), one));
        }
        linear = builder.add(linear, counter(index));
    }
    if let Some(bytes) = spread {
        let step = Value::integer(i64_type, (bytes * SPREAD) as i64);
        let iteration = builder.offset(segment, builder.mul(linear, step));
        let word = slot.offset / WORD * WORD;
        return builder.constant_offset(iteration, (word * SPREAD + slot.offset - word) as i64);
    }
    let array = if slot.offset == 0 {
        segment
    } else {
        builder.offset(segment, builder.mul(total, Value::integer(i64_type, slot.offset as i64)))
    };
    builder.gep(slot.ty, array, &[linear])
}
