//! Is an integer the representation of a number?
//!
//! Where memory says nothing of its type, an integer that is loaded from it may be the other member of a union, and a
//! number that comes from several places may be an integer that was put there as bits. Unions are read under a
//! condition; what is read as both a number and an integer without one is a number.

use super::mantissa::Root;
use super::steps::is_ignored;
use std::collections::HashSet;
use zymase_analysis::types::FloatKind;
use zymase_llvm::{Analyses, Opcode, Type, TypeKind, Value};

/// The origin of an integer from which bits of a number of type `ty` are made.
pub fn of_bits(at: Value, ty: Type) -> Option<Root> {
    match at.opcode()? {
        Opcode::LLVMBitCast if at.operand(0).ty() == ty && !is_ignored(at.operand(0)) => Some(Root::Bits(ty)),
        Opcode::LLVMLoad if accessed_as(at)? == ty => Some(Root::Bits(ty)),
        Opcode::LLVMFPToSI | Opcode::LLVMFPToUI if !at.ty().is_vector() && !is_ignored(at.operand(0)) => {
            Some(Root::Truncated(at))
        }
        _ => None,
    }
}

/// The origin of an integer that becomes a number by its value in this conversion.
pub fn of_value(at: Value, conversion: Value, analyses: &Analyses) -> Option<Root> {
    match at.opcode()? {
        Opcode::LLVMBitCast if at.ty().is_integer() => {
            let number = at.operand(0);
            let is_number = !is_ignored(number) && is_number(number, conversion);
            (number.ty().is_float() && is_number).then(|| Root::Bits(number.ty()))
        }
        Opcode::LLVMLoad => accessed_as(at).or_else(|| also_used_as(at, conversion, analyses)).map(Root::Bits),
        _ => None,
    }
}

/// The type of the number that an integer is loaded as, by the tag of the access.
fn accessed_as(load: Value) -> Option<Type> {
    let kind = accessed_as_number(load)?;
    let ty = match kind {
        FloatKind::Single => load.ty().float(),
        FloatKind::Double => load.ty().double(),
        _ => return None,
    };
    (load.ty().is_integer() && u64::from(load.ty().integer_bits()) == kind.bytes() * 8).then_some(ty)
}

/// The type of the number that an integer from memory is used as wherever it becomes a number by its value.
fn also_used_as(load: Value, conversion: Value, analyses: &Analyses) -> Option<Type> {
    let block = conversion.block()?;
    let together = |user: &Value| {
        user.block().is_some_and(|other| analyses.dominates(other, block) || analyses.dominates(block, other))
    };
    let is_cast = |user: &Value| user.opcode() == Some(Opcode::LLVMBitCast) && user.ty().is_float();
    let cast = load.users().into_iter().filter(is_cast).find(together)?;
    (!is_chosen(conversion) && !is_chosen(cast)).then(|| cast.ty())
}

/// Is a value only one of several between which is chosen?
fn is_chosen(value: Value) -> bool {
    value.users().iter().all(|user| matches!(user.opcode(), Some(Opcode::LLVMSelect | Opcode::LLVMPHI)))
}

/// Is it a number wherever it comes from, and nowhere an integer that was put there as bits?
fn is_number(value: Value, conversion: Value) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(Opcode::LLVMPHI) => work.extend(value.incoming().into_iter().map(|(incoming, _)| incoming)),
            Some(Opcode::LLVMSelect) => work.extend([value.operand(1), value.operand(2)]),
            Some(Opcode::LLVMBitCast) if !value.operand(0).ty().is_float_like() => return false,
            Some(Opcode::LLVMLoad) if accessed_as_number(value).is_none() && is_chosen(conversion) => return false,
            _ if value.as_real().is_some_and(|constant| is_small_integer(constant, value.ty())) => return false,
            _ => {}
        }
    }
    true
}

fn accessed_as_number(load: Value) -> Option<FloatKind> {
    FloatKind::of_tag(&load.tbaa_access_name()?)
}

/// Integers of ordinary size are, as bits, numbers smaller than any that are computed with.
fn is_small_integer(constant: f64, ty: Type) -> bool {
    let smallest =
        if ty.kind() == TypeKind::LLVMFloatTypeKind { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    constant.is_nan() || constant != 0.0 && constant.abs() < smallest
}
