//! Integers that lie where other objects have numbers.
//!
//! An enum whose alternatives hold a number or an integer, and what such enums are returned in, is memory of which types
//! know only that it is both. A program that adds to what it reads there knows that it is an integer, and what comes of
//! it may be stored into such memory again. Nothing is lost then; if it were a number, its derivative would be. So it is
//! believed, and the running program sees to it: no integer of that size is a number that matters.

use super::{Search, data_operands, may_hold_bytes};
use crate::callee::{Callee, classify};
use crate::marks::is_of_rust;
use crate::types::Kind;
use std::collections::HashSet;
use zymase_llvm::{Opcode, Value};

/// Values that are followed from one place.
const MOST_FOLLOWED: usize = 512;
const BYTES: u64 = 8;

/// A load whose value must be an integer and no number, which only the running program knows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AssumedInteger {
    pub load: Value,
    /// It might also be an address.
    pub may_be_pointer: bool,
}

/// What is taken for integers.
#[derive(Clone, Default, Debug)]
pub struct Assumed {
    /// The loads, which the running program looks at.
    pub loads: Vec<AssumedInteger>,
    /// They, and what is made of them.
    pub integers: HashSet<Value>,
}

impl Assumed {
    /// What is made of integers alone is one.
    pub fn spread(&mut self, instructions: &[Value]) {
        let mut changed = !self.integers.is_empty();
        while changed {
            changed = false;
            for &i in instructions.iter().filter(|i| i.ty().is_integer() && computes(**i)) {
                let mut operands = data_operands(i).into_iter();
                let known = operands.all(|operand| operand.is_constant() || self.integers.contains(&operand));
                changed |= known && self.integers.insert(i);
            }
        }
    }
}

impl Search<'_> {
    /// Takes what is computed with at a place for integers, if all of it was loaded from where integers are too; false
    /// when it is not, or when that is nothing new.
    pub fn assume_integers(&mut self, at: Value) -> bool {
        let Some(start) = self.what_is_lost(at) else { return false };
        let mut seen = vec![start];
        let mut loads = Vec::new();
        let mut next = 0;
        while let Some(&value) = seen.get(next) {
            next += 1;
            if value.is_constant() || self.is_integer(value) {
                continue;
            }
            if let Some(load) = self.integer_or_number(value) {
                loads.push(load);
                continue;
            }
            if !computes(value) || seen.len() > MOST_FOLLOWED {
                return false;
            }
            let more: Vec<Value> = data_operands(value).into_iter().filter(|operand| !seen.contains(operand)).collect();
            seen.extend(more);
        }
        let Assumed { loads: known, integers } = &mut self.assumed;
        known.extend(loads.into_iter().filter(|load| !integers.contains(&load.load)));
        let before = integers.len();
        integers.extend(seen.into_iter().filter(|value| !value.is_constant()));
        integers.len() > before
    }

    /// The integer that is about to be lost: returned, converted, stored where integers are too, or moved on.
    fn what_is_lost(&self, at: Value) -> Option<Value> {
        match at.opcode()? {
            Opcode::LLVMRet => return Some(at.operand(0)),
            // C reads logarithms off memory.
            Opcode::LLVMSIToFP | Opcode::LLVMUIToFP => return is_of_rust(self.function).then(|| at.operand(0)),
            Opcode::LLVMStore => {}
            _ => return (at.ty().is_integer() && computes(at)).then_some(at),
        }
        let (value, pointer) = (at.operand(0), at.operand(1));
        let layout = self.types.of_memory(pointer, Some(self.types.store_size(value))).ok()?;
        let both = layout.cells().iter().all(|cell| cell.mixed || !cell.kind.may_be_float());
        (value.ty().is_integer() && both).then_some(value)
    }

    /// Is it neither a number nor made of one?
    fn is_integer(&self, value: Value) -> bool {
        if self.assumed.integers.contains(&value) {
            return true;
        }
        let moved = self.activity.is_varied(value) || self.fragments.contains_key(&value) || self.is_carrier(value);
        may_hold_bytes(value) && !moved && !self.are_bits(value)
    }

    /// A load of eight bytes that are a number in some objects and an integer in others.
    fn integer_or_number(&self, value: Value) -> Option<AssumedInteger> {
        if value.opcode() != Some(Opcode::LLVMLoad) || !value.ty().is_integer() {
            return None;
        }
        let load = |may_be_pointer| Some(AssumedInteger { load: value, may_be_pointer });
        match self.types.of_value(value).ok()?[..] {
            [cell] if cell.size != BYTES => None,
            [cell] if cell.mixed && cell.kind.may_be_float() => load(cell.kind.may_be_pointer()),
            [cell] if cell.kind == Kind::Integer => {
                let both = self.types.is_declared_float(value) && self.types.is_declared_integer(value);
                if both { load(true) } else { None }
            }
            _ => None,
        }
    }
}

/// Does an instruction make an integer of integers, or choose one?
fn computes(i: Value) -> bool {
    use Opcode::*;
    match i.opcode() {
        Some(
            LLVMPHI | LLVMSelect | LLVMFreeze | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMAdd | LLVMSub | LLVMMul
            | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd | LLVMOr | LLVMXor | LLVMShl | LLVMLShr | LLVMAShr
            | LLVMExtractValue | LLVMInsertValue,
        ) => true,
        Some(LLVMCall) => {
            i.does_not_access_memory() && !matches!(classify(i), Callee::Defined(_)) && !i.ty().contains_float()
        }
        _ => false,
    }
}
