//! Vector intrinsics of x86 as preparation leaves them.

use super::Callee;
use zymase_calculus::Function as Real;
use zymase_library::{Inactive, Lanewise, Operation, X86};
use zymase_llvm::{Type, Value};

pub(super) fn classify(call: Value, name: &str, known: X86) -> Callee {
    let rule = match known {
        X86::Lanewise(known) if stands_alone(call, known) => match known.operation {
            Operation::Plain(function) | Operation::Instruction(function) => Some((function, known.operands)),
            Operation::Round(_) => Some((Real::Trunc, known.operands)),
            Operation::Max | Operation::Min | Operation::Convert => None,
        },
        _ => None,
    };
    match rule {
        Some((function, operands)) => Callee::Math { function, operands, integer_outputs: &[] },
        None => Callee::Unsupported(format!("this form of the intrinsic {name} is not differentiated yet")),
    }
}

/// Preparation marks calls so of whose result only the first lane is used.
pub const FIRST_LANE_ONLY: &str = "zymase-first-lane";

/// Is every lane of the result that is looked at the operation on that lane of the operands, and nothing else?
pub fn stands_alone(call: Value, known: Lanewise) -> bool {
    let all_on = known.merge.is_none_or(|merge| is_all_ones(call.operand(merge.mask), call.ty()));
    all_on && (!known.first_only || call.call_is_marked(FIRST_LANE_ONLY))
}

/// Is a mask constant, with a bit for each lane of a type?
pub fn is_all_ones(mask: Value, ty: Type) -> bool {
    let bits = (1i64 << ty.element_count()) - 1;
    mask.ty().is_integer() && mask.as_integer().is_some_and(|mask| mask & bits == bits)
}

/// What is known of an intrinsic of the machine that only computes integers.
pub(super) fn integers(call: Value, name: &str) -> Option<Inactive> {
    let only_integers = !call.ty().contains_float() && !call.ty().contains_pointer();
    zymase_library::integers_of_x86(name).filter(|_| only_integers && call.does_not_access_memory())
}
