//! Which iterations of a loop touch the same memory.
//!
//! Two accesses in iterations `t` and `t + d` (`d` at least one) meet only if all their subscripts are equal. Each dimension is an
//! equation between integers; it has no solution if the numbers that it can reach do not contain zero, or if the greatest common divisor of
//! its factors does not divide its constant. What is not known may be anything.

use super::accesses::Access;
use super::facts::{Facts, is_within};
use super::tables::{all_numbers, only_loop};
use crate::linear::{Linear, Range, Unknown};
use zymase_ir::{Ir, Op};
use zymase_support::hash::FastSet;

/// Loops that are gone through one by one.
const LONGEST: i64 = 1 << 14;

/// Whether an access in some iteration of a loop and another one in a later iteration may touch the same element.
pub fn may_meet(ir: &Ir, facts: &Facts, around: Op, earlier: &Access, later: &Access) -> bool {
    let (Some(first), Some(second)) = (&earlier.subscripts, &later.subscripts) else { return true };
    if earlier.shape != later.shape {
        // Seen with different dimensions: compare as lists.
        let (Some(first), Some(second)) = (flat(first, &earlier.shape), flat(second, &later.shape)) else {
            return true;
        };
        return meets(ir, facts, around, &[first], &[second]);
    }
    meets(ir, facts, around, first, second)
}

fn flat(subscripts: &[Linear], shape: &[i64]) -> Option<Linear> {
    let strides = super::facts::strides_of(shape)?;
    subscripts.iter().zip(strides).try_fold(Linear::default(), |sum, (part, stride)| sum.plus(part, stride))
}

fn meets(ir: &Ir, facts: &Facts, around: Op, first: &[Linear], second: &[Linear]) -> bool {
    let iterations = facts.range(Unknown::Count(around)).most;
    if iterations == Some(0) {
        return false;
    }
    // The distance between the iterations, and what is known of it from dimensions of this counter alone.
    let mut distance = Range { least: Some(1), most: iterations };
    for (a, b) in first.iter().zip(second) {
        if a == b && goes_to_each_place_once(ir, facts, around, a) {
            return false;
        }
        match equation(ir, facts, around, a, b) {
            Some(equation) if !equation.has_solution(distance) => return false,
            Some(equation) => {
                if let Some(exact) = equation.exact_distance() {
                    distance = distance.meet(Range::between(exact, exact));
                    if distance.least > distance.most && distance.most.is_some() {
                        return false;
                    }
                }
            }
            None => {}
        }
    }
    true
}

/// Whether a subscript depends on the counter of a loop alone and is another number in each of its iterations: a place that goes round,
/// `(x + 1) % n` for `x` below `n`.
fn goes_to_each_place_once(ir: &Ir, facts: &Facts, around: Op, sum: &Linear) -> bool {
    let is_computed = sum.terms.iter().any(|(unknown, _)| matches!(unknown, Unknown::Value(_)));
    if !is_computed || only_loop(ir, facts, sum) != Some(around) {
        return false;
    }
    let Some(last) = facts.range(Unknown::Count(around)).most.filter(|last| *last < LONGEST) else { return false };
    let mut seen = FastSet::default();
    all_numbers(ir, facts, sum, around, last + 1).is_some_and(|numbers| numbers.iter().all(|at| seen.insert(*at)))
}

/// `constant + at * t + by * d + the sum of factors times unknowns = 0`.
struct Equation {
    constant: i64,
    /// The factor of the earlier iteration's number, which has this range.
    at: (i64, Range),
    by: i64,
    others: Vec<(i64, Range)>,
}

/// The first subscript in iteration `t` minus the second one in iteration `t + d`.
fn equation(ir: &Ir, facts: &Facts, around: Op, a: &Linear, b: &Linear) -> Option<Equation> {
    let count = Unknown::Count(around);
    let mut others = Vec::new();
    let difference = a.plus(b, -1)?;
    let changes = |unknown: &Unknown| match unknown {
        Unknown::Count(op) => is_nested(ir, *op, around),
        Unknown::Value(value) => is_within(ir, *value, around),
    };
    for (unknown, factor) in &difference.terms {
        if *unknown != count && !changes(unknown) {
            others.push((*factor, facts.range(*unknown)));
        }
    }
    // What changes from iteration to iteration is another number on each side.
    for (sum, sign) in [(a, 1), (b, -1)] {
        for (unknown, factor) in &sum.terms {
            if *unknown != count && changes(unknown) {
                others.push((factor.checked_mul(sign)?, facts.range(*unknown)));
            }
        }
    }
    let (own, theirs) = (a.factor(count), b.factor(count));
    Some(Equation {
        constant: difference.constant,
        at: (own.checked_sub(theirs)?, facts.range(count)),
        by: theirs.checked_neg()?,
        others,
    })
}

impl Equation {
    fn has_solution(&self, distance: Range) -> bool {
        let mut reach = Range::between(self.constant, self.constant);
        let mut divisor = 0;
        let all = self.others.iter().copied().chain([self.at, (self.by, distance)]);
        for (factor, range) in all.filter(|(factor, _)| *factor != 0) {
            reach = reach.plus(range.times(factor));
            divisor = greatest_common_divisor(divisor, factor);
        }
        let divides = if divisor == 0 { self.constant == 0 } else { self.constant % divisor == 0 };
        divides && reach.contains(0)
    }

    /// The only distance that solves it.
    fn exact_distance(&self) -> Option<i64> {
        (self.others.is_empty() && self.at.0 == 0 && self.by != 0 && self.constant % self.by == 0)
            .then(|| -self.constant / self.by)
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

fn is_nested(ir: &Ir, op: Op, around: Op) -> bool {
    std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op)).any(|other| other == around)
}
