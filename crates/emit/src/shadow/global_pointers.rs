//! Shadows of pointers that are read from mutable globals. What the derivative put there has its shadow in the shadow of the global;
//! what was there before is looked for while the program runs.

use super::{Sweep, SweepMode};
use zymase_analysis::messages;
use zymase_core::Failure;
use zymase_core::machine::memory_pointer;
use zymase_core::runtime;
use zymase_llvm::{IntPredicate, Value};

impl Sweep<'_> {
    /// A pointer read from a mutable global may have been put there before the derivative call, without a shadow.
    pub(super) fn shadow_from_global(&mut self, i: Value, global: Value, loaded: Value) -> Value {
        let builder = self.after_value(loaded);
        let primal = self.twin.value(i);
        let nothing_there =
            self.types.of_memory(i, None).is_ok_and(|layout| !layout.has_float() && !layout.has_pointer());
        if nothing_there {
            let is_null = builder.icmp(IntPredicate::LLVMIntEQ, loaded, Value::null(loaded.ty()));
            return builder.select(is_null, primal, loaded);
        }
        // What was passed in has its own shadow, also where a global names it.
        let mut known = loaded;
        for parameter in self.prepared.function.parameters() {
            if let Some(shadow) =
                self.shadows.get(&(parameter, self.lane)).copied().filter(|_| parameter.ty() == i.ty())
            {
                let same = builder.icmp(IntPredicate::LLVMIntEQ, primal, self.twin.value(parameter));
                known = builder.select(same, shadow, known);
            }
        }
        let module = self.module();
        let name = if self.is_only_read(i) {
            if !messages::is_handle(i) {
                self.warn_of_inner_pointer(global);
            }
            Value::null(memory_pointer(module))
        } else {
            module.string_constant(&format!("{}\0", global.name()))
        };
        let lane = runtime::lane_number(module, self.lane);
        let arguments = [self.context, primal, known, name, lane];
        let found = builder.call_across_spaces(runtime::global_pointer(module), &arguments);
        builder.pointer_cast(found, i.ty())
    }

    /// The second-order shadow of a pointer that was read from a global: that of what it was found to be, or at the same place in
    /// the second-order shadow of the global that it leads to.
    pub(super) fn shadow_of_global_pointer(&mut self, i: Value) -> Result<Value, Failure> {
        let arguments = i.arguments();
        let candidates = [arguments[1], arguments[2]];
        let shadows = [self.shadow(candidates[0])?, self.shadow(candidates[1])?];
        let (builder, module) = (self.after(i), self.module());
        let result = self.twin.value(i);
        let mut known = Value::null(i.ty());
        for (candidate, shadow) in candidates.into_iter().zip(shadows) {
            let is_it = builder.icmp(IntPredicate::LLVMIntEQ, result, self.twin.value(candidate));
            known = builder.select(is_it, shadow, known);
        }
        let context = if self.mode == SweepMode::Tangent { self.twin.value(arguments[0]) } else { self.context };
        let lane = runtime::lane_number(module, self.lane);
        let operands = [context, result, known, self.twin.value(arguments[3]), lane];
        Ok(builder.call_across_spaces(runtime::global_pointer(module), &operands))
    }
}
