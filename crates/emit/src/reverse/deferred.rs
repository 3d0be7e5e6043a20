//! What happens after the reverse sweep: stores that were to wait for it, and what is computed from sums that are only known now.

use crate::twin::Twin;
use std::collections::HashMap;
use zymase_llvm::{Builder, Opcode, PRIMAL_ACCESS, Value};

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

    /// Moves a store of the prepared function to the end.
    pub fn store(&mut self, store: Value) {
        let copy = self.twin.value(store);
        let value = self.value(copy.operand(0));
        let deferred = self.builder.store(value, copy.operand(1));
        deferred.set_alignment(copy.alignment());
        if copy.has_metadata(PRIMAL_ACCESS) {
            deferred.set_mark(PRIMAL_ACCESS);
        }
        copy.erase_instruction();
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
