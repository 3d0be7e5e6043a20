//! What functions do with the memory behind their pointers. LLVM finds it for functions that do not call themselves; here
//! recursion is assumed to do no harm until something else does.

use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_llvm::{Function, Linkage, Module, Opcode, Value};

/// Marks parameters through which nothing is written (`readonly`), and those of which no copy outlives the call
/// (`captures(none)`).
pub fn mark(module: Module) {
    let is_known = |f: &Function| !f.is_declaration() && f.linkage() == Linkage::LLVMInternalLinkage;
    for function in module.functions().into_iter().filter(is_known) {
        for (index, parameter) in function.parameters().into_iter().enumerate() {
            if !parameter.ty().is_pointer() {
                continue;
            }
            let uses = Uses::of(parameter);
            if uses.is_captured {
                continue;
            }
            function.set_not_captured(index);
            let is_said =
                ["readnone", "readonly", "writeonly"].iter().any(|a| function.parameter_has_attribute(index, a));
            if !uses.is_written && !is_said {
                function.add_parameter_attribute(index, "readonly");
            }
        }
    }
}

/// What happens to a pointer, and to pointers made from it.
#[derive(Default)]
struct Uses {
    is_written: bool,
    is_captured: bool,
}

impl Uses {
    fn of(pointer: Value) -> Uses {
        let mut uses = Uses::default();
        let mut seen = HashSet::new();
        let mut work = vec![pointer];
        while let Some(pointer) = work.pop() {
            if uses.is_captured {
                break;
            }
            if seen.insert(pointer) {
                pointer.users().into_iter().for_each(|user| uses.look_at(user, pointer, &mut work));
            }
        }
        uses
    }

    fn look_at(&mut self, user: Value, pointer: Value, work: &mut Vec<Value>) {
        match user.opcode() {
            Some(Opcode::LLVMLoad) if user.is_simple_access() => {}
            Some(Opcode::LLVMStore) if user.operand(0) != pointer && user.is_simple_access() => self.is_written = true,
            _ if user.passes_pointer_on() => work.push(user),
            Some(Opcode::LLVMCall) => self.look_at_call(user, pointer, work),
            _ => self.is_captured = true,
        }
    }

    fn look_at_call(&mut self, call: Value, pointer: Value, work: &mut Vec<Value>) {
        let places = call.arguments().into_iter().enumerate().filter(|(_, a)| *a == pointer).map(|(place, _)| place);
        match classify(call) {
            Callee::Defined(callee) if call.called_value() != pointer && !callee.function_type().is_variadic() => {
                work.extend(places.map(|place| callee.parameter(place)));
            }
            Callee::Copy(transfer) => self.is_written |= places.into_iter().any(|place| place == transfer.destination),
            Callee::Fill { .. } => self.is_written = true,
            _ => self.is_captured = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `f` calls itself with all three pointers; one is read, one written, one stored.
    const RECURSIVE: &str = "
        define internal void @f(i32 %n, ptr %read, ptr %written, ptr %stored, ptr %cell) {
          %x = load double, ptr %read
          store double %x, ptr %written
          store ptr %stored, ptr %cell
          %done = icmp eq i32 %n, 0
          br i1 %done, label %end, label %again
        again:
          %m = sub i32 %n, 1
          %next = getelementptr double, ptr %read, i32 %n
          call void @f(i32 %m, ptr %next, ptr %written, ptr %stored, ptr %cell)
          br label %end
        end:
          ret void
        }";

    #[test]
    fn recursion_does_no_harm() {
        let module = Module::parse(RECURSIVE).unwrap();
        let function = module.function("f").unwrap();
        let uses: Vec<Uses> = function.parameters()[1..].iter().map(|p| Uses::of(*p)).collect();
        let written: Vec<bool> = uses.iter().map(|u| u.is_written).collect();
        let captured: Vec<bool> = uses.iter().map(|u| u.is_captured).collect();
        assert_eq!(captured, [false, false, true, false]);
        assert_eq!(written[..2], [false, true]);
        assert!(written[3]);
    }
}
