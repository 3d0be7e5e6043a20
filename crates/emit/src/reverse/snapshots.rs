//! Copies of arrays: taken in the forward sweep, read in the reverse sweep.

use super::Reverse;
use super::lookup::Place;
use zymase_analysis::memory::{Expression, Factor};
use zymase_core::{Failure, runtime};
use zymase_llvm::{Builder, Value};
use zymase_plan::Item;

impl Reverse<'_> {
    /// Copies an array before a loop starts.
    pub fn keep_snapshot(&mut self, number: usize, index: usize, item: Item) -> Result<(), Failure> {
        let snapshot = self.memory.snapshot(number).clone();
        let module = self.sweep.module();
        let preheader = self.sweep.twin.block(self.prepared.loops[index].preheader);
        let builder = Builder::before(preheader.terminator().expect("a preheader branches"));
        let factor = |this: &mut Self, factor| match factor {
            Factor::Counter(index) => Ok(this.sweep.twin.value(this.prepared.loops[index].counter)),
            Factor::Value(value) => Ok(this.sweep.twin.value(value)),
        };
        let low = self.evaluate(&builder, &snapshot.low, factor)?;
        let bytes = self.evaluate(&builder, &snapshot.bytes, factor)?;
        let copy = builder.call_across_spaces(runtime::allocate(module), &[self.sweep.context, bytes]);
        let from = builder.offset(self.sweep.twin.value(snapshot.base), low);
        let copying = builder.copy_memory(copy, from, bytes, 1);
        self.snapshots.push(copying);
        self.keep(&builder, item, copy);
        Ok(())
    }

    /// Reads a load of the forward sweep from the copy.
    pub fn read_copied(&mut self, place: Place, item: Item) -> Result<Value, Failure> {
        let Item::Primal(load) = item else { return Err(Failure::internal(format!("no copy of {item:?}"))) };
        let copied = self.memory.copied(load).expect("planned").clone();
        let snapshot = self.memory.snapshot(copied.snapshot).clone();
        let copy = self.lookup(place, Item::Snapshot(copied.snapshot, snapshot.index))?;
        let factor = |this: &mut Self, factor| {
            let value = match factor {
                Factor::Counter(index) => this.prepared.loops[index].counter,
                Factor::Value(value) => value,
            };
            this.lookup(place, Item::Primal(value))
        };
        let mut values = Vec::new();
        for part in copied.offset.iter().flat_map(|(_, factors)| factors) {
            values.push((*part, factor(self, *part)?));
        }
        let builder = self.builder_at(place);
        let known = |_: &mut Self, factor| {
            let found = values.iter().find(|(part, _)| *part == factor);
            Ok(found.expect("looked up before").1)
        };
        let offset = self.evaluate(&builder, &copied.offset, known)?;
        let loaded = builder.load(load.ty(), builder.offset(copy, offset));
        loaded.set_alignment(snapshot.alignment.min(8));
        self.tape_accesses.push(loaded);
        Ok(loaded)
    }

    fn evaluate(
        &mut self,
        builder: &Builder,
        expression: &Expression,
        factor: impl Fn(&mut Self, Factor) -> Result<Value, Failure>,
    ) -> Result<Value, Failure> {
        let i64_type = builder.module().integer_type(64);
        let mut sum = Value::integer(i64_type, 0);
        for (by, factors) in expression {
            let mut product = Value::integer(i64_type, *by);
            for part in factors {
                let value = factor(self, *part)?;
                let is_narrow = value.ty().integer_bits() < 64;
                product = builder.mul(product, if is_narrow { builder.zext(value, i64_type) } else { value });
            }
            sum = builder.add(sum, product);
        }
        Ok(sum)
    }
}
