//! What operations read and write: where in which memory.

use super::facts::{Facts, is_integer};
use crate::linear::{Linear, Range, Unknown};
use zymase_ir::{Attribute, Ir, Op, Value};

/// One place where memory is read or written.
#[derive(Clone, Debug)]
pub struct Access {
    pub op: Op,
    pub root: Value,
    /// One sum for each dimension of `shape`; absent if everything may be touched.
    pub subscripts: Option<Vec<Linear>>,
    /// The dimensions that the memory is seen with.
    pub shape: Vec<i64>,
    pub is_write: bool,
}

/// The accesses of one operation, reads first.
pub fn of_op(ir: &Ir, facts: &Facts, op: Op) -> Vec<Access> {
    let operand = |place: usize| ir[op].operand(place);
    let indices = |skip: usize| ir[op].operands().skip(skip).collect::<Vec<_>>();
    let of = |memref: Option<Value>, subscripts: Option<Vec<Value>>, is_write: bool| {
        let memref = memref?;
        let root = facts.views.get(&memref)?.root;
        let (subscripts, shape) = match subscripts.and_then(|list| place(ir, facts, op, memref, &list)) {
            Some((subscripts, shape)) => (Some(subscripts), shape),
            None => (None, Vec::new()),
        };
        Some(Access { op, root, subscripts, shape, is_write })
    };
    let found = match ir[op].name().as_str() {
        "memref.load" => vec![of(operand(0), Some(indices(1)), false)],
        "memref.store" => vec![of(operand(1), Some(indices(2)), true)],
        "memref.atomic_rmw" => vec![of(operand(1), Some(indices(2)), false), of(operand(1), Some(indices(2)), true)],
        "memref.copy" => vec![of(operand(0), None, false), of(operand(1), None, true)],
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

/// Everything that is read and written within an operation, in the order of the text.
pub fn within(ir: &Ir, facts: &Facts, op: Op) -> Vec<Access> {
    ir.walk(op).into_iter().flat_map(|inner| of_op(ir, facts, inner)).collect()
}

/// Where an access lies: sums for the dimensions of its memory, or for those that a single sum of evenly nested steps suggests.
pub fn place(ir: &Ir, facts: &Facts, op: Op, memref: Value, subscripts: &[Value]) -> Option<(Vec<Linear>, Vec<i64>)> {
    let (root, sums) = facts.place(memref, subscripts)?;
    let shape = facts.shapes.get(&root)?;
    let is_direct = facts.views.get(&memref).is_some_and(|view| view.layout.is_none());
    if is_direct && shape.len() == sums.len() && shape.len() != 1 {
        return Some((sums, shape.clone()));
    }
    let [flat] = sums.as_slice() else { return Some((sums, shape.clone())) };
    let conditions = conditions(ir, facts, op);
    let range = |unknown: Unknown| {
        let start = facts.range(unknown);
        conditions.iter().filter(|(other, _)| *other == unknown).fold(start, |all, (_, range)| all.meet(*range))
    };
    let count: i64 = shape.iter().product();
    let shapes = [Some(shape.clone()).filter(|shape| shape.len() > 1), shape_of_steps(flat, count)];
    for shape in shapes.into_iter().flatten() {
        if let Some(parts) = taken_apart(facts, flat, &shape, &range) {
            return Some((parts, shape));
        }
    }
    Some((vec![flat.clone()], vec![count]))
}

/// The dimensions that factors of a sum suggest: each divides the next larger one, and they divide the number of elements.
fn shape_of_steps(flat: &Linear, count: i64) -> Option<Vec<i64>> {
    let mut steps: Vec<i64> = flat.terms.iter().map(|(_, factor)| factor.abs()).filter(|step| *step > 1).collect();
    steps.sort_unstable();
    steps.dedup();
    if steps.is_empty() || steps.len() > 5 {
        return None;
    }
    let mut sizes = Vec::new();
    let mut last = 1;
    for step in steps {
        if step % last != 0 {
            return None;
        }
        sizes.push(step / last);
        last = step;
    }
    (count % last == 0).then(|| sizes.push(count / last))?;
    sizes.reverse();
    Some(sizes)
}

/// A place in a list as subscripts of dimensions; nothing if lower parts might run over.
fn taken_apart(facts: &Facts, flat: &Linear, shape: &[i64], range: &dyn Fn(Unknown) -> Range) -> Option<Vec<Linear>> {
    let strides = super::facts::strides_of(shape)?;
    let mut rest = flat.clone();
    let mut parts = vec![Linear::default(); shape.len()];
    for place in 0..shape.len() {
        let stride = strides[place];
        let mut own = Linear::default();
        for (unknown, factor) in &rest.terms {
            if factor % stride == 0 && (place == shape.len() - 1 || factor.abs() >= stride) {
                own.terms.push((*unknown, factor / stride));
            }
        }
        for (unknown, _) in &own.terms {
            rest = rest.without(*unknown);
        }
        if place + 1 < shape.len() {
            // The constant is shared out so that what is below stays within its dimensions.
            let below = facts.range_with(&Linear { terms: rest.terms.clone(), constant: 0 }, range);
            let least = below.least?.checked_add(rest.constant)?;
            own.constant = least.div_euclid(stride);
            rest.constant -= own.constant.checked_mul(stride)?;
            if below.most?.checked_add(rest.constant)? >= stride {
                return None;
            }
        } else {
            own.constant = rest.constant;
            rest = Linear::default();
        }
        parts[place] = own;
    }
    rest.terms.is_empty().then_some(parts)
}

/// What the conditions around an operation say of single unknowns.
fn conditions(ir: &Ir, facts: &Facts, op: Op) -> Vec<(Unknown, Range)> {
    let mut found = Vec::new();
    let mut inner = op;
    while let Some(around) = ir.parent_op(inner) {
        if ir[around].name() == "scf.if"
            && let Some(condition) = ir[around].operand(0)
        {
            let region = ir[inner].parent().and_then(|block| ir.block_parent(block));
            let holds = region == ir[around].regions().first().copied();
            collect(ir, facts, condition, holds, &mut found, 0);
        }
        inner = around;
    }
    found
}

fn collect(ir: &Ir, facts: &Facts, condition: Value, holds: bool, found: &mut Vec<(Unknown, Range)>, depth: usize) {
    let Some(op) = ir.defining_op(condition).filter(|_| depth < 16) else { return };
    let operands: Vec<Value> = ir[op].operands().collect();
    match (ir[op].name().as_str(), holds) {
        ("arith.andi", true) | ("arith.ori", false) => {
            for operand in operands {
                collect(ir, facts, operand, holds, found, depth + 1);
            }
        }
        ("arith.cmpi", _) if is_integer(ir.ty(operands[0])) => {
            let predicate = ir.attribute(op, "predicate").and_then(Attribute::as_i64);
            let Some(predicate) = predicate.and_then(|number| relation(number, holds)) else { return };
            let Some(difference) = facts.linear(operands[0]).plus(&facts.linear(operands[1]), -1) else { return };
            found.extend(bound(&difference, predicate));
        }
        _ => {}
    }
}

/// A relation or, if it does not hold, its opposite; signed ones and equality only.
fn relation(predicate: i64, holds: bool) -> Option<i64> {
    let opposite = [1, 0, 5, 4, 3, 2];
    let predicate = usize::try_from(predicate).ok().filter(|predicate| *predicate < 6)?;
    Some(if holds { predicate as i64 } else { opposite[predicate] })
}

/// What `sum ? 0` says of the one unknown of a sum.
fn bound(sum: &Linear, predicate: i64) -> Option<(Unknown, Range)> {
    let [(unknown, factor @ (1 | -1))] = sum.terms[..] else { return None };
    // factor * u + c ? 0
    let edge = sum.constant.checked_neg()?.checked_mul(factor)?;
    let flipped = if factor > 0 { predicate } else { [0, 1, 4, 5, 2, 3][predicate as usize] };
    let range = match flipped {
        0 => Range::between(edge, edge),
        2 => Range { least: None, most: Some(edge - 1) },
        3 => Range { least: None, most: Some(edge) },
        4 => Range { least: Some(edge + 1), most: None },
        5 => Range { least: Some(edge), most: None },
        _ => return None,
    };
    Some((unknown, range))
}
