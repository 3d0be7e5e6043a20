//! Addresses that are found by the distance between two pointers: `p + (q - p)` leads to where `q` does.
//!
//! In one object the distance is the same in its shadow. C does not define the distance between two objects, but programs
//! use it, to let pointers follow an array that has moved; the shadow of the other object lies somewhere else.
use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_llvm::{Opcode, Value};

/// Sums and products that are looked into.
const MOST_DEPTH: u32 = 16;
/// Pointers of which one is chosen.
const MOST_CHOSEN: usize = 16;

/// A distance in bytes that is added to a pointer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    pub to: Value,
    pub from: Value,
    /// It is measured from the pointer that it is added to.
    pub from_its_base: bool,
}

/// What a derivative checks at an instruction about a distance that the shadow of an address does not follow.
#[derive(Copy, Clone, Debug)]
pub enum Check {
    /// The shadows of two pointers are as far from each other as the pointers.
    Distance { to: Value, from: Value },
    /// The address that is loaded from or stored to is in front of this one.
    Range { end: Value },
}

impl Measured {
    /// Are the ends known to lie in different objects?
    pub fn is_elsewhere(&self) -> bool {
        let (to, from) = (origin(self.to), origin(self.from));
        to != from && is_object(to) && is_object(from)
    }
}

/// Is the pointer the start of an object that is known?
fn is_object(pointer: Value) -> bool {
    pointer.opcode() == Some(Opcode::LLVMAlloca)
        || pointer.is_global_variable()
        || pointer.is_call() && matches!(classify(pointer), Callee::Allocate(_))
}

/// The one distance between different pointers that a `getelementptr` adds, if there is one.
pub fn of(address: Value) -> Option<Measured> {
    if !address.ty().is_pointer() {
        return None;
    }
    let mut terms = Vec::new();
    for (index, scale) in address.gep_offset()?.variable {
        collect(index, scale, MOST_DEPTH, &mut terms);
    }
    let (to, from) = ends(terms)?;
    let from_its_base = origin(from) == origin(address.operand(0));
    Some(Measured { to, from, from_its_base })
}

/// The ends of the distance that a difference is, if they come from different pointers.
pub fn between(difference: Value) -> Option<(Value, Value)> {
    let mut terms = Vec::new();
    collect(difference, 1, MOST_DEPTH, &mut terms);
    ends(terms)
}

/// Do two pointers come from the same one?
pub fn same_origin(first: Value, second: Value) -> bool {
    origin(first) == origin(second)
}

/// Is a result still a distance, if `value` is one?
pub fn passes_on(user: Value, value: Value) -> bool {
    use Opcode::*;
    match user.opcode() {
        Some(LLVMAdd | LLVMSub | LLVMSExt | LLVMZExt | LLVMTrunc | LLVMFreeze | LLVMPHI) => true,
        Some(LLVMSelect) => user.operand(0) != value,
        Some(LLVMShl | LLVMMul) => user.operand(0) == value && user.operand(1).is_constant(),
        Some(LLVMAShr | LLVMLShr | LLVMSDiv | LLVMUDiv) => user.operand(0) == value && user.is_exact(),
        _ => false,
    }
}

/// The pointers that are added and subtracted, if there is one of each.
fn ends(terms: Vec<(Value, i64)>) -> Option<(Value, Value)> {
    // What comes from one pointer cancels out.
    let mut sums: Vec<(Value, Value, i64)> = Vec::new();
    for (pointer, scale) in terms {
        let origin = origin(pointer);
        match sums.iter_mut().find(|(known, ..)| *known == origin) {
            Some((_, _, sum)) => *sum += scale,
            None => sums.push((origin, pointer, scale)),
        }
    }
    sums.retain(|(_, _, sum)| *sum != 0);
    let [first, second] = sums[..] else { return None };
    let (to, from) = if first.2 > 0 { (first, second) } else { (second, first) };
    ((to.2, from.2) == (1, -1)).then_some((to.1, from.1))
}

/// The addresses of pointers in a sum, and how often each is added.
fn collect(value: Value, scale: i64, depth: u32, terms: &mut Vec<(Value, i64)>) {
    use Opcode::*;
    let Some(opcode) = value.opcode().filter(|_| depth > 0 && !value.is_constant()) else { return };
    let mut go = |value: Value, scale: i64| collect(value, scale, depth - 1, terms);
    let constant = || value.operand(1).as_integer();
    match opcode {
        LLVMPtrToInt | LLVMPtrToAddr => terms.push((value.operand(0), scale)),
        LLVMAdd => {
            go(value.operand(0), scale);
            go(value.operand(1), scale);
        }
        LLVMSub => {
            go(value.operand(0), scale);
            go(value.operand(1), scale.wrapping_neg());
        }
        LLVMSExt | LLVMZExt | LLVMTrunc | LLVMFreeze => go(value.operand(0), scale),
        LLVMShl | LLVMMul | LLVMAShr | LLVMLShr | LLVMSDiv | LLVMUDiv => {
            let Some(constant) = constant() else { return };
            let factor = match opcode {
                LLVMShl | LLVMAShr | LLVMLShr => 1i64.checked_shl(constant as u32).unwrap_or(0),
                _ => constant,
            };
            let scaled = match opcode {
                LLVMShl | LLVMMul => scale.checked_mul(factor),
                _ if factor != 0 && value.is_exact() && scale % factor == 0 => Some(scale / factor),
                _ => None,
            };
            if let Some(scale) = scaled {
                go(value.operand(0), scale);
            }
        }
        _ => {}
    }
}

/// The pointer that a pointer was computed from, if it is always the same one; else where it was chosen.
fn origin(pointer: Value) -> Value {
    let start = base(pointer);
    let mut seen = HashSet::new();
    let mut work = vec![start];
    let mut found = None;
    while let Some(pointer) = work.pop() {
        if seen.len() > MOST_CHOSEN {
            return start;
        }
        if !seen.insert(pointer) {
            continue;
        }
        match pointer.opcode() {
            Some(Opcode::LLVMPHI) => work.extend(pointer.incoming().into_iter().map(|(value, _)| base(value))),
            Some(Opcode::LLVMSelect) => work.extend([1, 2].map(|side| base(pointer.operand(side)))),
            _ if found.is_some_and(|found| found != pointer) => return start,
            _ => found = Some(pointer),
        }
    }
    found.unwrap_or(start)
}

/// The pointer without offsets and casts.
fn base(mut pointer: Value) -> Value {
    use Opcode::*;
    while let Some(LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze) = pointer.opcode() {
        pointer = pointer.operand(0);
    }
    pointer
}
