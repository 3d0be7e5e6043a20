//! Shadows of addresses that are computed from pointers and distances.
//!
//! A distance between pointers that is added as it is leads to the shadow of the other array. One that is chosen, changes from one
//! iteration to the next, or is kept in memory is taken for one within an array: the derivative checks, as it runs, what the plan
//! says (`plan/src/distances.rs`).

use super::Sweep;
use zymase_analysis::distances::Check;
use zymase_core::{Failure, runtime, watch};
use zymase_llvm::{Opcode, Value};

impl Sweep<'_> {
    /// Checks what is taken for granted about distances at an instruction.
    pub(crate) fn check_distance(&mut self, i: Value) -> Result<(), Failure> {
        let Some(check) = self.activity.checked.distances.get(&i).copied() else { return Ok(()) };
        let module = self.module();
        let place = watch::place(module, i);
        match check {
            Check::Distance { to, from } => self.each_lane(|sweep| {
                let shadows = [sweep.shadow(to)?, sweep.shadow(from)?];
                let builder = sweep.after(i);
                let word = module.integer_type(64);
                let distance = |[to, from]: [Value; 2]| {
                    builder.sub(builder.pointer_to_int(to, word), builder.pointer_to_int(from, word))
                };
                let primal = distance([sweep.twin.value(to), sweep.twin.value(from)]);
                builder.call_across_spaces(runtime::check_distance(module), &[primal, distance(shadows), place]);
                Ok(())
            }),
            Check::Range { end } => {
                let pointer = i.operand(if i.opcode() == Some(Opcode::LLVMStore) { 1 } else { 0 });
                let operands = [self.twin.value(pointer), self.twin.value(end), place];
                self.after(i).call_across_spaces(runtime::check_range(module), &operands);
                Ok(())
            }
        }
    }

    /// As far from the shadow of the pointer; but distances between other pointers are those between their shadows.
    pub(super) fn shadow_address(&mut self, i: Value) -> Result<Value, Failure> {
        let base = self.shadow(i.operand(0))?;
        let copy = self.twin.value(i);
        let mut operands = copy.operands();
        operands[0] = base;
        let Some(measured) = self.activity.measured(i) else { return Ok(self.after(i).clone_with(copy, &operands)) };
        let (to, from) = (self.shadow(measured.to)?, self.shadow(measured.from)?);
        let word = self.module().integer_type(64);
        let builder = self.after(i);
        let distance =
            |to: Value, from: Value| builder.sub(builder.pointer_to_int(to, word), builder.pointer_to_int(from, word));
        let primal_to = self.twin.value(measured.to);
        if measured.from_its_base {
            return Ok(builder.offset(to, distance(copy, primal_to)));
        }
        let shadow = builder.clone_with(copy, &operands);
        shadow.drop_poison_flags();
        let difference = builder.sub(distance(to, from), distance(primal_to, self.twin.value(measured.from)));
        Ok(builder.offset(shadow, difference))
    }
}
