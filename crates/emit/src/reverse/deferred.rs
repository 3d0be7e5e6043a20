//! What happens after the reverse sweep: stores that were to wait for it, and what is computed from sums that are only known now.

use crate::twin::Twin;
use std::collections::HashMap;
use zymase_llvm::{Block, Builder, Opcode, PRIMAL_ACCESS, Value};

pub struct Deferred<'a> {
    twin: &'a Twin,
    /// Stack objects with sums.
    records: Vec<Value>,
    builder: &'a Builder,
    /// Values of the forward sweep, and what they are now.
    known: HashMap<Value, Value>,
}

impl<'a> Deferred<'a> {
    /// `records` are values of the prepared function.
    pub fn new(twin: &'a Twin, records: &[Value], builder: &'a Builder) -> Deferred<'a> {
        let records = records.iter().map(|record| twin.value(*record)).collect();
        Deferred { twin, records, builder, known: HashMap::new() }
    }

    /// Moves a store of the prepared function to the end, where it may not have come to.
    pub fn store_if_reached(&self, store: Value, setup: Block) {
        let copy = self.twin.value(store);
        let module = self.builder.module();
        let (value, pointer, flag_type) = (copy.operand(0), copy.operand(1), module.integer_type(1));
        let top = Builder::before(setup.first_instruction().expect("the setup block branches"));
        let slots = [value.ty(), pointer.ty(), flag_type].map(|ty| top.alloca(ty, "late"));
        Builder::before(setup.terminator().expect("the setup block branches")).store(Value::null(flag_type), slots[2]);
        let here = Builder::before(copy);
        for (part, slot) in [value, pointer, Value::all_ones(flag_type)].into_iter().zip(slots) {
            here.store(part, slot);
        }
        let function = setup.function();
        let [then, after] = ["late", "later"].map(|name| function.append_block(name));
        self.builder.conditional_branch(self.builder.load(flag_type, slots[2]), then, after);
        self.builder.position_at_end(then);
        let [value, pointer] = [(value, 0), (pointer, 1)].map(|(part, k)| self.builder.load(part.ty(), slots[k]));
        self.finish(copy, value, pointer);
        self.builder.branch(after);
        self.builder.position_at_end(after);
    }

    fn finish(&self, copy: Value, value: Value, pointer: Value) {
        let deferred = self.builder.store(value, pointer);
        deferred.set_alignment(copy.alignment());
        if copy.has_metadata(PRIMAL_ACCESS) {
            deferred.set_mark(PRIMAL_ACCESS);
        }
        copy.erase_instruction();
    }

    /// Moves a store of the prepared function to the end.
    pub fn store(&mut self, store: Value) {
        let copy = self.twin.value(store);
        let value = self.value(copy.operand(0));
        self.finish(copy, value, copy.operand(1));
    }

    /// A value of the forward sweep: computed again where it depends on a sum.
    pub fn value(&mut self, value: Value) -> Value {
        if self.records.is_empty() || !value.is_instruction() {
            return value;
        }
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let operands = value.operands();
        let is_sum =
            value.opcode() == Some(Opcode::LLVMLoad) && self.records.contains(&value.operand(0).underlying_object());
        let now = if is_sum {
            self.builder.clone_with(value, &operands)
        } else if is_plain(value) {
            let renewed: Vec<Value> = operands.iter().map(|operand| self.value(*operand)).collect();
            if renewed == operands { value } else { self.builder.clone_with(value, &renewed) }
        } else {
            value
        };
        self.known.insert(value, now);
        now
    }
}

/// Is it arithmetic, in which sums may be hidden? Loops look at them nowhere else.
fn is_plain(value: Value) -> bool {
    !matches!(value.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMLoad | Opcode::LLVMAlloca))
        && !value.may_read()
        && !value.may_write()
}
