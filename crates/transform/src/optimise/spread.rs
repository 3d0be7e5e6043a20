//! Programs that are spread over devices: XLA gathers an array on each device to update a part of it, but divides a choice between the array and
//! the padded part.

use super::facts;
use super::level::Level;
use super::make::Padding;
use super::read::is_op;
use super::site::Site;
use zymase_ir::{Ir, Op, Result, Type, Value};

/// Writes updates at constant places as choices between the new elements, padded, and the old ones; how many.
pub fn spread_updates(ir: &mut Ir) -> Result<usize> {
    let mut changed = 0;
    for op in ir.walk(ir.module()) {
        if is_op(ir, op, "dynamic_update_slice")
            && let Some(value) = choice(&mut Site::new(ir, op, Level::Exact), op)
        {
            ir.replace(op, &[value])?;
            changed += 1;
        }
    }
    Ok(changed)
}

fn choice(site: &mut Site, op: Op) -> Option<Value> {
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let [old, new, starts @ ..] = &operands[..] else { return None };
    if !site.is_static(*old) || !site.is_static(*new) {
        return None;
    }
    let (whole, part) = (site.shape(*old), site.shape(*new));
    let mut low = Vec::new();
    for (start, (size, part)) in starts.iter().zip(whole.iter().zip(&part)) {
        low.push(facts::constant(site.ir(), *start)?.integer(0)?.clamp(0, size - part));
    }
    let mut inside = None;
    for dimension in 0..whole.len() {
        let counts = site.iota(Type::tensor(whole.clone(), Type::integer(64)), dimension as i64)?;
        let ty = site.ty(counts);
        let limit = low[dimension] + part[dimension];
        let first = (low[dimension] > 0).then_some(("GE", low[dimension]));
        let last = (limit < whole[dimension]).then_some(("LT", limit));
        for (direction, bound) in first.into_iter().chain(last) {
            let bound = site.splat(&ty, bound as f64)?;
            let holds = site.compare(direction, counts, bound)?;
            inside = Some(match inside {
                Some(inside) => site.op("and", &[inside, holds])?,
                None => holds,
            });
        }
    }
    let Some(inside) = inside else { return Some(*new) };
    let element = site.element(*old);
    let zero = site.zero_scalar(&element)?;
    let high = (0..whole.len()).map(|at| whole[at] - part[at] - low[at]).collect();
    let padded = site.pad(*new, zero, &Padding { interior: vec![0; whole.len()], low, high })?;
    site.select(inside, padded, *old)
}
