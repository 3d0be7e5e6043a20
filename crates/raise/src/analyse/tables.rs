//! Integers that depend on the counter of one loop only, written out: subscripts that are clamped or go round become a few runs of
//! evenly spaced numbers.

use super::facts::Facts;
use crate::linear::{Linear, Unknown};
use zymase_ir::{Ir, Op, Value};
use zymase_support::hash::FastMap;

/// What an operation on integers gives; nothing for what is no such operation, or has no result.
pub fn apply(ir: &Ir, op: Op, name: &str, numbers: &[i64]) -> Option<i64> {
    let (_, word) = name.split_once('.')?;
    let pair = || Some((*numbers.first()?, *numbers.get(1)?));
    Some(match word {
        "constant" => ir.attribute(op, "value")?.as_i64()?,
        "addi" | "add" => pair().and_then(|(a, b)| a.checked_add(b))?,
        "subi" | "sub" => pair().and_then(|(a, b)| a.checked_sub(b))?,
        "muli" | "mul" => pair().and_then(|(a, b)| a.checked_mul(b))?,
        "divsi" | "divs" => pair().and_then(|(a, b)| a.checked_div(b))?,
        "remsi" | "rems" => pair().and_then(|(a, b)| a.checked_rem(b))?,
        "divui" | "divu" => pair().filter(|(a, b)| *a >= 0 && *b > 0).map(|(a, b)| a / b)?,
        "remui" | "remu" => pair().filter(|(a, b)| *a >= 0 && *b > 0).map(|(a, b)| a % b)?,
        "floordivsi" | "floordivs" => pair().filter(|(_, b)| *b > 0).map(|(a, b)| a.div_euclid(b))?,
        "ceildivsi" | "ceildivs" => pair().filter(|(_, b)| *b > 0).map(|(a, b)| -(-a).div_euclid(b))?,
        "minsi" | "mins" => pair().map(|(a, b)| a.min(b))?,
        "maxsi" | "maxs" => pair().map(|(a, b)| a.max(b))?,
        "minui" | "maxui" => {
            let (a, b) = pair().filter(|(a, b)| *a >= 0 && *b >= 0)?;
            if word == "minui" { a.min(b) } else { a.max(b) }
        }
        "andi" | "and" => pair().map(|(a, b)| a & b)?,
        "ori" | "or" => pair().map(|(a, b)| a | b)?,
        "xori" | "xor" => pair().map(|(a, b)| a ^ b)?,
        "shli" | "shl" => {
            pair().filter(|(a, b)| a.unsigned_abs() < 1 << 30 && (0..32).contains(b)).map(|(a, b)| a << b)?
        }
        "shrsi" | "shrs" => pair().filter(|(_, b)| (0..64).contains(b)).map(|(a, b)| a >> b)?,
        "select" => {
            if *numbers.first()? != 0 {
                *numbers.get(1)?
            } else {
                *numbers.get(2)?
            }
        }
        "index_cast" | "extsi" | "casts" => {
            let is_truth = ir[op].operand(0).is_some_and(|value| ir.ty(value).is_bool());
            if is_truth && *numbers.first()? != 0 { -1 } else { *numbers.first()? }
        }
        "extui" | "index_castui" => *numbers.first().filter(|number| **number >= 0)?,
        "trunci" => {
            let width = ir.ty(*ir[op].results().first()?).element_bytes()? * 8;
            let is_truth = ir.ty(*ir[op].results().first()?).is_bool();
            let limit = 1i64 << (width.min(63) - 1);
            let number = *numbers.first()?;
            if is_truth { number & 1 } else { Some(number).filter(|number| (-limit..limit).contains(number))? }
        }
        "cmpi" => i64::from(compare(ir.attribute(op, "predicate")?.as_i64()?, pair()?)?),
        _ => return None,
    })
}

/// The relations of `arith.cmpi` by their number; unsigned ones of numbers that are not negative.
pub fn compare(predicate: i64, (a, b): (i64, i64)) -> Option<bool> {
    if predicate >= 6 && (a < 0 || b < 0) {
        return None;
    }
    Some(match predicate {
        0 => a == b,
        1 => a != b,
        2 | 6 => a < b,
        3 | 7 => a <= b,
        4 | 8 => a > b,
        5 | 9 => a >= b,
        _ => return None,
    })
}

/// Evenly spaced numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub first: i64,
    pub step: i64,
    pub count: i64,
}

/// Into how many runs a table may fall.
const MOST_RUNS: usize = 6;

/// The largest table.
const LARGEST: i64 = 1 << 20;

/// The one loop on whose counter alone a value depends.
pub fn only_loop(ir: &Ir, facts: &Facts, sum: &Linear) -> Option<Op> {
    let mut found = None;
    let mut open: Vec<Unknown> = sum.terms.iter().map(|(unknown, _)| *unknown).collect();
    let mut seen: Vec<Value> = Vec::new();
    while let Some(unknown) = open.pop() {
        match unknown {
            Unknown::Count(op) => {
                if *found.get_or_insert(op) != op {
                    return None;
                }
            }
            Unknown::Value(value) => {
                if seen.contains(&value) {
                    continue;
                }
                seen.push(value);
                let op = ir.defining_op(value).filter(|_| seen.len() < 64)?;
                let is_arithmetic = ir[op].regions().is_empty() && ir[op].name().as_str().starts_with("arith.");
                if !is_arithmetic || ir.ty(value).is_float() {
                    return None;
                }
                for operand in ir[op].operands() {
                    open.extend(facts.linear(operand).terms.iter().map(|(unknown, _)| *unknown));
                }
            }
        }
    }
    found
}

/// What a sum is in each iteration of the one loop that it depends on.
pub fn runs(ir: &Ir, facts: &Facts, sum: &Linear, of: Op, count: i64) -> Option<Vec<Run>> {
    if count > LARGEST {
        return None;
    }
    let mut runs: Vec<Run> = Vec::new();
    for at in 0..count {
        add(&mut runs, number_of(ir, facts, sum, of, at, &mut FastMap::default())?);
        if runs.len() > MOST_RUNS {
            return None;
        }
    }
    Some(runs)
}

/// Puts a number behind runs.
fn add(runs: &mut Vec<Run>, number: i64) {
    let alone = Run { first: number, step: 0, count: 1 };
    match runs.last_mut() {
        Some(run) if run.count == 1 => (run.step, run.count) = (number - run.first, 2),
        Some(run) if number == run.first + run.step * run.count => run.count += 1,
        Some(run) if run.count == 2 && (number - (run.first + run.step)).abs() == 1 => {
            // The second number goes with this one: 7, 0, 1, … is 7 and what counts from 0.
            let second = run.first + run.step;
            (run.step, run.count) = (0, 1);
            runs.push(Run { first: second, step: number - second, count: 2 });
        }
        _ => runs.push(alone),
    }
}

/// What a sum is in each iteration of the one loop that it depends on, one by one.
pub fn all_numbers(ir: &Ir, facts: &Facts, sum: &Linear, of: Op, count: i64) -> Option<Vec<i64>> {
    (0..count).map(|at| number_of(ir, facts, sum, of, at, &mut FastMap::default())).collect()
}

fn number_of(ir: &Ir, facts: &Facts, sum: &Linear, of: Op, at: i64, known: &mut FastMap<Value, i64>) -> Option<i64> {
    let mut total = sum.constant;
    for (unknown, factor) in &sum.terms {
        let number = match unknown {
            Unknown::Count(op) if *op == of => at,
            Unknown::Count(_) => return None,
            Unknown::Value(value) => match known.get(value) {
                Some(number) => *number,
                None => {
                    let op = ir.defining_op(*value)?;
                    let operands: Vec<Value> = ir[op].operands().collect();
                    let numbers: Option<Vec<i64>> = operands
                        .iter()
                        .map(|operand| number_of(ir, facts, &facts.linear(*operand), of, at, known))
                        .collect();
                    let number = apply(ir, op, ir[op].name().as_str(), &numbers?)?;
                    known.insert(*value, number);
                    number
                }
            },
        };
        total = total.checked_add(number.checked_mul(*factor)?)?;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs_of(numbers: &[i64]) -> Vec<(i64, i64, i64)> {
        let mut runs = Vec::new();
        numbers.iter().for_each(|number| add(&mut runs, *number));
        runs.into_iter().map(|run| (run.first, run.step, run.count)).collect()
    }

    #[test]
    fn numbers_that_go_round_are_two_runs() {
        assert_eq!(runs_of(&[7, 0, 1, 2, 3]), [(7, 0, 1), (0, 1, 4)]);
        assert_eq!(runs_of(&[1, 2, 3, 0]), [(1, 1, 3), (0, 0, 1)]);
        assert_eq!(runs_of(&[0, 0, 1, 2, 2]), [(0, 0, 1), (0, 1, 3), (2, 0, 1)]);
        assert_eq!(runs_of(&[0, 3, 6, 1]), [(0, 3, 3), (1, 0, 1)]);
    }
}
