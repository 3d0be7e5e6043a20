//! Shadows of addresses that are computed from pointers and distances.

use super::Sweep;
use zymase_core::Failure;
use zymase_llvm::Value;

impl Sweep<'_> {
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
