//! Integers that start at a constant and go on by multiples: `at = 4; ... at += 8`. Behind a header the numbers of a buffer start
//! at no multiple of their size.
use super::indices::known_factor;
use crate::types::graph::node::greatest_common_divisor;
use zymase_llvm::{Opcode, Value};

/// Instructions that are looked at.
const MOST_LOOKED_AT: usize = 64;

/// `start`, or some multiple of `step` behind it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Progression {
    pub start: i64,
    pub step: u64,
}

/// What an integer that is chosen, again and again, starts at and steps by, if it never goes back.
pub fn progression(index: Value) -> Option<Progression> {
    let mut search = Search { choices: Vec::new(), looked_at: 0 };
    let sum = search.sum(index)?;
    let found = Progression { start: sum.start, step: sum.step };
    (sum.of.is_none() && found.start > 0 && found.step > 1).then_some(found)
}

/// `of + start`, or some multiple of `step` behind it.
#[derive(Copy, Clone)]
struct Sum {
    of: Option<Value>,
    start: i64,
    step: u64,
}

struct Search {
    /// Phis and selects whose operands are looked at.
    choices: Vec<Value>,
    looked_at: usize,
}

impl Search {
    fn sum(&mut self, value: Value) -> Option<Sum> {
        use Opcode::*;
        if let Some(start) = value.as_integer() {
            return Some(Sum { of: None, start, step: 0 });
        }
        if self.choices.contains(&value) {
            return Some(Sum { of: Some(value), start: 0, step: 0 });
        }
        self.looked_at += 1;
        if self.looked_at > MOST_LOOKED_AT {
            return None;
        }
        match value.opcode() {
            Some(LLVMAdd) => self.added(value),
            Some(LLVMOr) if value.is_disjoint() => self.added(value),
            Some(LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze) => self.sum(value.operand(0)),
            Some(LLVMPHI) => self.chosen(value, value.incoming().into_iter().map(|(from, _)| from).collect()),
            Some(LLVMSelect) => self.chosen(value, vec![value.operand(1), value.operand(2)]),
            _ => Some(Sum { of: None, start: 0, step: known_factor(value, 0) }),
        }
    }

    fn added(&mut self, sum: Value) -> Option<Sum> {
        let (a, b) = (self.sum(sum.operand(0))?, self.sum(sum.operand(1))?);
        if a.of.is_some() && b.of.is_some() {
            return None;
        }
        let start = a.start.checked_add(b.start)?;
        Some(Sum { of: a.of.or(b.of), start, step: greatest_common_divisor(a.step, b.step) })
    }

    fn chosen(&mut self, choice: Value, operands: Vec<Value>) -> Option<Sum> {
        self.choices.push(choice);
        let sums: Option<Vec<Sum>> = operands.into_iter().map(|operand| self.sum(operand)).collect();
        self.choices.pop();
        let (steps, starts): (Vec<Sum>, Vec<Sum>) = sums?.into_iter().partition(|sum| sum.of == Some(choice));
        let first = starts.iter().copied().min_by_key(|sum| sum.start)?;
        if steps.iter().any(|sum| sum.start < 0) || starts.iter().any(|sum| sum.of != first.of) {
            return None;
        }
        let behind = |sum: &Sum| [sum.start.wrapping_sub(first.start).unsigned_abs(), sum.step];
        let all =
            steps.iter().flat_map(|sum| [sum.start.unsigned_abs(), sum.step]).chain(starts.iter().flat_map(behind));
        Some(Sum { step: all.fold(0, greatest_common_divisor), ..first })
    }
}
