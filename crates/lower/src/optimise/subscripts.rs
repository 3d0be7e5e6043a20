//! Integers as sums of other values times constants.

use std::collections::BTreeMap;
use zymase_dialects::indices::known;
use zymase_ir::{Ir, Value};

/// `constant + factor * value + …`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub terms: BTreeMap<Value, i64>,
    pub constant: i64,
}

impl Sum {
    pub fn of(ir: &Ir, value: Value) -> Sum {
        Sum::within(ir, value, 12).unwrap_or_else(|| Sum::single(value))
    }

    fn single(value: Value) -> Sum {
        Sum { terms: BTreeMap::from([(value, 1)]), constant: 0 }
    }

    fn within(ir: &Ir, value: Value, depth: usize) -> Option<Sum> {
        if let Some(number) = known(ir, value) {
            return Some(Sum { terms: BTreeMap::new(), constant: number });
        }
        let Some(op) = ir.defining_op(value) else { return Some(Sum::single(value)) };
        let (name, operands) = (ir[op].name().as_str(), ir[op].operands().collect::<Vec<_>>());
        if depth == 0 || operands.len() != 2 || !ir.ty(value).is_index() {
            return Some(Sum::single(value));
        }
        match name {
            "arith.addi" | "index.add" => {
                Sum::within(ir, operands[0], depth - 1)?.plus(&Sum::within(ir, operands[1], depth - 1)?, 1)
            }
            "arith.subi" | "index.sub" => {
                Sum::within(ir, operands[0], depth - 1)?.plus(&Sum::within(ir, operands[1], depth - 1)?, -1)
            }
            "arith.muli" | "index.mul" => {
                let (a, b) = (Sum::within(ir, operands[0], depth - 1)?, Sum::within(ir, operands[1], depth - 1)?);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => Sum::default().plus(&b, a.constant),
                    (_, true) => Sum::default().plus(&a, b.constant),
                    _ => Some(Sum::single(value)),
                }
            }
            _ => Some(Sum::single(value)),
        }
    }

    /// This and a multiple of another sum; none where numbers become too large.
    pub fn plus(&self, other: &Sum, factor: i64) -> Option<Sum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (value, own) in &other.terms {
            let entry = sum.terms.entry(*value).or_insert(0);
            *entry = entry.checked_add(own.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, factor| *factor != 0);
        Some(sum)
    }

    /// Puts one value in the place of another.
    pub fn renamed(&self, from: Value, to: Value) -> Sum {
        let mut sum = self.clone();
        if let Some(factor) = sum.terms.remove(&from) {
            *sum.terms.entry(to).or_insert(0) += factor;
            sum.terms.retain(|_, factor| *factor != 0);
        }
        sum
    }

    pub fn factor(&self, value: Value) -> i64 {
        self.terms.get(&value).copied().unwrap_or(0)
    }
}
