//! What is known of a loop before it runs: which of the values it carries count, and how often it goes round.
//!
//! A value counts if it is an integer scalar to which the body adds a constant. If the condition compares such a value with
//! a constant, and it starts from a constant, the number of iterations is known; if the condition is more than that
//! (`counter < 100 and error > bound`), at least a bound is.

use zymase_dialects::attribute_text::enum_value;
use zymase_ir::{Attribute, Definer, Ir, Op, TypeKind, Value};

/// A value that grows by the same amount in every iteration.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    pub place: usize,
    pub step: i64,
}

/// How often a loop goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trips {
    Exactly(u64),
    AtMost(u64),
    Unknown,
}

/// The integer that a value always is, if it is a scalar.
pub fn constant(ir: &Ir, value: Value) -> Option<i128> {
    let op = ir.defining_op(value)?;
    if ir[op].name() != "stablehlo.constant"
        || ir.ty(value).shape() != Some(&[])
        || !ir.ty(value).element().is_integer()
    {
        return None;
    }
    ir.attribute(op, "value").and_then(Attribute::as_dense)?.integer(0).map(i128::from)
}

/// The values that count.
pub fn counters(ir: &Ir, op: Op) -> Vec<Counter> {
    let Some((block, end)) = ir[op].regions().get(1).and_then(|body| ir.single_block(*body)) else { return Vec::new() };
    let arguments = ir.arguments(block);
    let returned = ir[end].operands();
    let pairs = arguments.iter().zip(returned).enumerate();
    pairs.filter_map(|(place, (argument, next))| Some(Counter { place, step: step(ir, *argument, next)? })).collect()
}

/// What is added to an argument to make a value.
fn step(ir: &Ir, argument: Value, next: Value) -> Option<i64> {
    let op = ir.defining_op(next)?;
    let (a, b) = (ir[op].operand(0)?, ir[op].operand(1)?);
    let amount = match ir[op].name().as_str() {
        "stablehlo.add" if a == argument => constant(ir, b)?,
        "stablehlo.add" if b == argument => constant(ir, a)?,
        "stablehlo.subtract" if a == argument => -constant(ir, b)?,
        _ => return None,
    };
    i64::try_from(amount).ok()
}

/// How often a loop goes round, as far as its text tells.
pub fn trips(ir: &Ir, op: Op, counters: &[Counter]) -> Trips {
    let Some(condition) = ir[op].regions().first().copied() else { return Trips::Unknown };
    let returned = ir.returned(condition);
    let [decision] = returned[..] else { return Trips::Unknown };
    if let Some(number) = compared(ir, op, counters, decision) {
        return Trips::Exactly(number);
    }
    // All parts of a conjunction hold as long as the loop goes on.
    let mut open = vec![decision];
    let mut least: Option<u64> = None;
    let mut looked_at = 0;
    while let Some(part) = open.pop() {
        looked_at += 1;
        if looked_at > 100 {
            break;
        }
        if let Some(number) = compared(ir, op, counters, part) {
            least = Some(least.map_or(number, |least| least.min(number)));
        } else if let Some(inner) = ir.defining_op(part).filter(|inner| ir[*inner].name() == "stablehlo.and") {
            open.extend(ir[inner].operands());
        }
    }
    least.map_or(Trips::Unknown, Trips::AtMost)
}

/// How often a comparison of a counter with a constant holds, from the beginning until it first does not.
fn compared(ir: &Ir, op: Op, counters: &[Counter], decision: Value) -> Option<u64> {
    let comparison = ir.defining_op(decision).filter(|inner| ir[*inner].name() == "stablehlo.compare")?;
    let (a, b) = (ir[comparison].operand(0)?, ir[comparison].operand(1)?);
    let direction = ir.attribute(comparison, "comparison_direction").and_then(enum_value)?;
    let condition = ir.entry(*ir[op].regions().first()?)?;
    let counter_of = |value: Value| match ir.definer(value) {
        Definer::Argument { block, index } if block == condition => {
            counters.iter().find(|counter| counter.place == index).copied()
        }
        _ => None,
    };
    let (counter, limit, direction) = match (counter_of(a), counter_of(b)) {
        (Some(counter), None) => (counter, constant(ir, b)?, direction),
        (None, Some(counter)) => (counter, constant(ir, a)?, turned(direction)?),
        _ => return None,
    };
    let operand = ir[op].operand(counter.place)?;
    let start = constant(ir, operand)?;
    let number = iterations(start, i128::from(counter.step), limit, direction)?;
    // The counter must not wrap around on its way.
    let element = ir.ty(operand).element();
    let TypeKind::Integer { width, .. } = element.kind() else { return None };
    let width = (*width).clamp(1, 64);
    let (low, high) = match element.is_unsigned() {
        true => (0, (1i128 << width) - 1),
        false => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    };
    let last = start + number * i128::from(counter.step);
    (low <= last && last <= high).then_some(())?;
    u64::try_from(number).ok()
}

fn turned(direction: &str) -> Option<&'static str> {
    Some(match direction {
        "LT" => "GT",
        "LE" => "GE",
        "GT" => "LT",
        "GE" => "LE",
        "NE" => "NE",
        _ => return None,
    })
}

/// The least number of steps after which the comparison of `start + number * step` with `limit` does not hold.
fn iterations(start: i128, step: i128, limit: i128, direction: &str) -> Option<i128> {
    let distance = match direction {
        "LT" if step > 0 => limit - start,
        "LE" if step > 0 => limit + 1 - start,
        "GT" if step < 0 => start - limit,
        "GE" if step < 0 => start + 1 - limit,
        "NE" if step != 0 && (limit - start) % step == 0 => {
            return Some((limit - start) / step).filter(|number| *number >= 0);
        }
        "LT" if start >= limit => 0,
        "GT" if start <= limit => 0,
        "LE" if start > limit => 0,
        "GE" if start < limit => 0,
        _ => return None,
    };
    let step = step.abs().max(1);
    Some(if distance <= 0 { 0 } else { (distance + step - 1) / step })
}

#[cfg(test)]
mod tests {
    use super::iterations;

    #[test]
    fn iterations_are_those_of_the_loop() {
        for direction in ["LT", "LE", "GT", "GE", "NE"] {
            for (start, limit) in [(0, 7), (3, 3), (5, -2), (-4, 9), (0, 6)] {
                for step in [-3, -2, -1, 1, 2, 3] {
                    let holds = |value: i128| match direction {
                        "LT" => value < limit,
                        "LE" => value <= limit,
                        "GT" => value > limit,
                        "GE" => value >= limit,
                        _ => value != limit,
                    };
                    let counted = (0..1000).find(|number| !holds(start + number * step));
                    assert_eq!(
                        iterations(start, step, limit, direction),
                        counted,
                        "{start} {step} {direction} {limit}"
                    );
                }
            }
        }
    }
}
