//! Reshapes, transpositions, broadcasts, and reversals.

use super::slices::unit_reshape;
use crate::optimise::einsum::repeated;
use crate::optimise::level::Level::Exact;
use crate::optimise::make::{inverse, is_identity};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::site::Site;
use zymase_ir::{Type, Value};

const RESHAPE: &[&str] = &["reshape"];
const TRANSPOSE: &[&str] = &["transpose"];
const BROADCAST: &[&str] = &["broadcast_in_dim"];
const REVERSE: &[&str] = &["reverse"];
const BINARY: &[&str] = &[
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "power",
    "compare",
    "and",
    "or",
    "xor",
    "select",
    "atan2",
    "remainder",
];
const UNARY: &[&str] = &[
    "negate",
    "abs",
    "tanh",
    "sine",
    "cosine",
    "exponential",
    "log",
    "logistic",
    "sqrt",
    "rsqrt",
    "convert",
    "sign",
    "not",
    "floor",
    "exponential_minus_one",
    "log_plus_one",
    "is_finite",
];

const LINES: &[Line] = &[
    (
        "reshape_of_reshape",
        Exact,
        RESHAPE,
        "reshape(reshape(x)) = reshape(x)",
        "",
        |site| {
            let op = site.operand_from(0, "reshape")?;
            let (source, shape) = (site.first(op)?, site.result_shape()?);
            site.reshape(source, &shape)
        },
        |s| {
            let x = s.any();
            let flat = s.some_reshape(x)?;
            s.some_reshape(flat)
        },
    ),
    (
        "reshape_of_scalar_broadcast",
        Exact,
        RESHAPE,
        "reshape(broadcast(c)) = broadcast(c)",
        "c is a single number",
        |site| {
            let op = site.operand_from(0, "broadcast_in_dim")?;
            let (source, shape) = (site.first(op)?, site.result_shape()?);
            if site.rank(source) != 0 {
                return None;
            }
            site.broadcast(source, &[], &shape)
        },
        |s| {
            let c = s.floats(&[]);
            let wide = s.broadcast(c, &[], &[2, 3])?;
            s.reshape(wide, &[6])
        },
    ),
    (
        "reshape_of_broadcast",
        Exact,
        RESHAPE,
        "reshape(broadcast(x)) = broadcast(x)",
        "only dimensions of size one come or go",
        reshape_of_broadcast,
        |s| {
            let n = s.size();
            let x = s.floats(&[n]);
            let wide = s.broadcast(x, &[0], &[n, 1, 3])?;
            s.reshape(wide, &[n, 3])
        },
    ),
    (
        "reshape_of_unit_transpose",
        Exact,
        RESHAPE,
        "reshape(xᵀ) = reshape(x)",
        "the transposition moves dimensions of size one only",
        |site| {
            let op = site.operand_from(0, "transpose")?;
            let (source, shape) = (site.first(op)?, site.result_shape()?);
            let sizes = site.shape(source);
            let permutation = site.numbers(op, "permutation")?;
            let moved: Vec<i64> = permutation.iter().copied().filter(|at| sizes[*at as usize] != 1).collect();
            moved.windows(2).all(|pair| pair[0] < pair[1]).then(|| site.reshape(source, &shape))?
        },
        |s| {
            let (m, n) = (s.size(), s.size());
            let x = s.floats(&[m, 1, n]);
            let turned = s.transpose(x, &[0, 2, 1])?;
            s.reshape(turned, &[m, n])
        },
    ),
    (
        "transpose_of_transpose",
        Exact,
        TRANSPOSE,
        "(xᵀ)ᵀ = x",
        "",
        |site| {
            let op = site.operand_from(0, "transpose")?;
            let (outer, inner) = (site.numbers(site.op, "permutation")?, site.numbers(op, "permutation")?);
            let both: Vec<i64> = outer.iter().map(|at| inner[*at as usize]).collect();
            let source = site.first(op)?;
            site.transpose(source, &both)
        },
        |s| {
            let shape = s.shape_of(3);
            let x = s.floats(&shape);
            let turned = s.some_transpose(x)?;
            s.some_transpose(turned)
        },
    ),
    (
        "transpose_moves_units",
        Exact,
        TRANSPOSE,
        "xᵀ = reshape(x)",
        "only dimensions of size one move",
        |site| {
            let (source, shape) = (site.operand(0)?, site.result_shape()?);
            let sizes = site.shape(source);
            let permutation = site.numbers(site.op, "permutation")?;
            let moved: Vec<i64> = permutation.iter().copied().filter(|at| sizes[*at as usize] != 1).collect();
            (moved.windows(2).all(|pair| pair[0] < pair[1]) && !is_identity(&permutation))
                .then(|| site.reshape(source, &shape))?
        },
        |s| {
            let n = s.size();
            let x = s.floats(&[1, n]);
            s.transpose(x, &[1, 0])
        },
    ),
    ("transpose_of_broadcast", Exact, TRANSPOSE, "broadcast(x)ᵀ = broadcast(x)", "", transpose_of_broadcast, |s| {
        let n = s.size();
        let x = s.floats(&[n]);
        let wide = s.broadcast(x, &[0], &[n, 3])?;
        s.transpose(wide, &[1, 0])
    }),
    (
        "transpose_of_repetitions",
        Exact,
        TRANSPOSE,
        "f(broadcast x, broadcast y)ᵀ = f(broadcast x, broadcast y)",
        "f works on single elements and has one use",
        transpose_of_repetitions,
        |s| {
            let n = s.size();
            let (x, y) = (s.floats(&[n]), s.floats(&[3]));
            let (rows, columns) = (s.broadcast(x, &[0], &[n, 3])?, s.broadcast(y, &[1], &[n, 3])?);
            let product = s.multiply(rows, columns)?;
            s.transpose(product, &[1, 0])
        },
    ),
    (
        "transpose_of_iota",
        Exact,
        TRANSPOSE,
        "iotaᵀ = iota along another dimension",
        "",
        |site| {
            let op = site.operand_from(0, "iota")?;
            let dimension = site.number(op, "iota_dimension")?;
            let permutation = site.numbers(site.op, "permutation")?;
            let to = permutation.iter().position(|from| *from == dimension)?;
            let ty = site.ty(site.result()?);
            site.iota(ty, to as i64)
        },
        |s| {
            let count = s.iota(Type::tensor([2, 3], Type::f64()), 0)?;
            let turned = s.transpose(count, &[1, 0])?;
            let x = s.floats(&[3, 2]);
            s.multiply(turned, x)
        },
    ),
    (
        "transpose_of_reverse",
        Exact,
        TRANSPOSE,
        "reverse(x)ᵀ = reverse(xᵀ)",
        "",
        |site| {
            let op = site.operand_from(0, "reverse")?;
            let permutation = site.numbers(site.op, "permutation")?;
            let back = inverse(&permutation);
            let mut dimensions: Vec<i64> =
                site.numbers(op, "dimensions")?.iter().map(|at| back[*at as usize]).collect();
            dimensions.sort_unstable();
            let source = site.first(op)?;
            let turned = site.transpose(source, &permutation)?;
            site.reverse(turned, &dimensions)
        },
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let reversed = s.some_reverse(x)?;
            s.transpose(reversed, &[1, 0])
        },
    ),
    (
        "transpose_of_reduce",
        Exact,
        TRANSPOSE,
        "(Σ x)ᵀ = Σ xᵀ",
        "the transposition of x is undone by another",
        transpose_of_reduce,
        |s| {
            let shape = s.shape_of(3);
            let x = s.floats(&shape);
            let turned = s.transpose(x, &[2, 1, 0])?;
            let sum = s.sum(turned, &[1])?;
            s.transpose(sum, &[1, 0])
        },
    ),
    (
        "broadcast_of_broadcast",
        Exact,
        BROADCAST,
        "broadcast(broadcast(x)) = broadcast(x)",
        "",
        |site| {
            let op = site.operand_from(0, "broadcast_in_dim")?;
            let (outer, inner) =
                (site.numbers(site.op, "broadcast_dimensions")?, site.numbers(op, "broadcast_dimensions")?);
            let both: Vec<i64> = inner.iter().map(|at| outer[*at as usize]).collect();
            let (source, shape) = (site.first(op)?, site.result_shape()?);
            site.broadcast(source, &both, &shape)
        },
        |s| {
            let x = s.any();
            let wide = s.some_broadcast(x)?;
            s.some_broadcast(wide)
        },
    ),
    (
        "broadcast_of_unit_reshape",
        Exact,
        BROADCAST,
        "broadcast(reshape(x)) = broadcast(x)",
        "only dimensions of size one come or go",
        broadcast_of_reshape,
        |s| {
            let n = s.size();
            let x = s.floats(&[n]);
            let wider = s.reshape(x, &[n, 1])?;
            s.broadcast(wider, &[0, 1], &[n, 3])
        },
    ),
    (
        "broadcast_of_iota",
        Exact,
        BROADCAST,
        "broadcast(iota) = iota along another dimension",
        "",
        |site| {
            let op = site.operand_from(0, "iota")?;
            let dimension = usize::try_from(site.number(op, "iota_dimension")?).ok()?;
            let to = *site.numbers(site.op, "broadcast_dimensions")?.get(dimension)?;
            let ty = site.ty(site.result()?);
            let kept = site.shape(site.operand(0)?)[dimension] == ty.shape()?[to as usize];
            kept.then(|| site.iota(ty, to))?
        },
        |s| {
            let count = s.iota(Type::tensor([3], Type::f64()), 0)?;
            let wide = s.broadcast(count, &[1], &[2, 3])?;
            let x = s.floats(&[2, 3]);
            s.multiply(wide, x)
        },
    ),
    (
        "broadcast_adds_units",
        Exact,
        BROADCAST,
        "broadcast(x) = reshape(x)",
        "nothing is repeated",
        |site| {
            let dimensions = site.numbers(site.op, "broadcast_dimensions")?;
            let (source, shape) = (site.operand(0)?, site.result_shape()?);
            let count = |shape: &[i64]| shape.iter().product::<i64>();
            let in_order = dimensions.windows(2).all(|pair| pair[0] < pair[1]);
            (in_order && count(&site.shape(source)) == count(&shape)).then(|| site.reshape(source, &shape))?
        },
        |s| {
            let n = s.size();
            let x = s.floats(&[n]);
            s.broadcast(x, &[1], &[1, n])
        },
    ),
    (
        "elementwise_of_broadcasts",
        Exact,
        BINARY,
        "f(broadcast(x), broadcast(y)) = broadcast(f(x, y))",
        "both are repeated alike, or one is a single number",
        elementwise_of_broadcasts,
        |s| {
            let n = s.size();
            let (x, y) = (s.floats(&[n]), s.floats(&[n]));
            let (x, y) = (s.broadcast(x, &[1], &[3, n])?, s.broadcast(y, &[1], &[3, n])?);
            s.some_binary(x, y)
        },
    ),
    (
        "elementwise_of_broadcast_and_number",
        Exact,
        BINARY,
        "f(broadcast(x), c) = broadcast(f(x, c))",
        "c is one number",
        elementwise_of_broadcasts,
        |s| {
            let n = s.size();
            let (x, c) = (s.floats(&[n]), s.floats(&[]));
            let (x, c) = (s.broadcast(x, &[1], &[3, n])?, s.broadcast(c, &[], &[3, n])?);
            s.some_binary(x, c)
        },
    ),
    ("unary_of_broadcast", Exact, UNARY, "f(broadcast(x)) = broadcast(f(x))", "", elementwise_of_broadcasts, |s| {
        let x = s.any();
        let wide = s.some_broadcast(x)?;
        s.some_unary(wide)
    }),
    (
        "scale_by_two_numbers",
        crate::optimise::level::Level::Reassociate,
        &["multiply"],
        "(x∘a)∘b = x∘(a·b)",
        "a and b are single numbers",
        scale_by_two,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let (a, b) = (s.floats(&[]), s.floats(&[]));
            let (a, b) = (s.broadcast(a, &[], &shape)?, s.broadcast(b, &[], &shape)?);
            let first = s.multiply(x, a)?;
            s.multiply(first, b)
        },
    ),
    (
        "elementwise_of_transposes",
        Exact,
        BINARY,
        "f(xᵀ, yᵀ) = f(x, y)ᵀ",
        "both are transposed alike, or one is a single number",
        elementwise_of_transposes,
        |s| {
            let shape = s.shape_of(2);
            let (x, y) = (s.floats(&shape), s.floats(&shape));
            let (x, y) = (s.transpose(x, &[1, 0])?, s.transpose(y, &[1, 0])?);
            s.some_binary(x, y)
        },
    ),
    (
        "elementwise_of_reshapes",
        Exact,
        BINARY,
        "f(reshape(x), reshape(y)) = reshape(f(x, y))",
        "x and y have the same shape",
        elementwise_of_reshapes,
        |s| {
            let shape = s.shape_of(2);
            let (x, y) = (s.floats(&shape), s.floats(&shape));
            let flat = [shape[0] * shape[1]];
            let (x, y) = (s.reshape(x, &flat)?, s.reshape(y, &flat)?);
            s.some_binary(x, y)
        },
    ),
    (
        "elementwise_of_reverses",
        Exact,
        BINARY,
        "f(reverse(x), reverse(y)) = reverse(f(x, y))",
        "both are reversed alike",
        elementwise_of_reverses,
        |s| {
            let shape = s.shape_of(2);
            let (x, y) = (s.floats(&shape), s.floats(&shape));
            let (x, y) = (s.reverse(x, &[1])?, s.reverse(y, &[1])?);
            s.some_binary(x, y)
        },
    ),
    (
        "reverse_of_reverse",
        Exact,
        REVERSE,
        "reverse(reverse(x)) = x",
        "",
        |site| {
            let op = site.operand_from(0, "reverse")?;
            let (outer, inner) = (site.numbers(site.op, "dimensions")?, site.numbers(op, "dimensions")?);
            let mut left: Vec<i64> =
                outer.iter().chain(&inner).copied().filter(|at| outer.contains(at) != inner.contains(at)).collect();
            left.sort_unstable();
            let source = site.first(op)?;
            site.reverse(source, &left)
        },
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let once = s.some_reverse(x)?;
            s.some_reverse(once)
        },
    ),
    (
        "reverse_of_broadcast",
        Exact,
        REVERSE,
        "reverse(broadcast(x)) = broadcast(reverse(x))",
        "",
        |site| {
            let op = site.operand_from(0, "broadcast_in_dim")?;
            let dimensions = site.numbers(op, "broadcast_dimensions")?;
            let reversed = site.numbers(site.op, "dimensions")?;
            let (source, shape) = (site.first(op)?, site.result_shape()?);
            let inner = (0..dimensions.len()).filter(|at| reversed.contains(&dimensions[*at])).map(|at| at as i64);
            let part = site.reverse(source, &inner.collect::<Vec<i64>>())?;
            site.broadcast(part, &dimensions, &shape)
        },
        |s| {
            let n = s.size();
            let x = s.floats(&[n]);
            let wide = s.broadcast(x, &[0], &[n, 3])?;
            s.some_reverse(wide)
        },
    ),
    (
        "reverse_of_pad",
        Exact,
        REVERSE,
        "reverse(pad(x)) = pad(reverse(x))",
        "",
        |site| {
            let op = site.operand_from(0, "pad")?;
            let mut padding = site.padding(op)?;
            let dimensions = site.numbers(site.op, "dimensions")?;
            for at in dimensions.iter().map(|at| *at as usize) {
                std::mem::swap(&mut padding.low[at], &mut padding.high[at]);
            }
            let (source, with) = (site.first(op)?, site.ir()[op].operand(1)?);
            let reversed = site.reverse(source, &dimensions)?;
            site.pad(reversed, with, &padding)
        },
        |s| {
            let x = s.any();
            let padded = s.some_pad(x, 0.0)?;
            s.some_reverse(padded)
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("shapes", LINES)
}

fn reshape_of_broadcast(site: &mut Site) -> Option<Value> {
    let op = site.operand_from(0, "broadcast_in_dim")?;
    let dimensions = site.numbers(op, "broadcast_dimensions")?;
    let (source, middle, shape) = (site.first(op)?, site.shape(site.operand(0)?), site.result_shape()?);
    let places = unit_reshape(&middle, &shape)?;
    let (mut kept, mut to) = (Vec::new(), Vec::new());
    let small = site.shape(source);
    for (at, dimension) in dimensions.iter().enumerate() {
        match places.iter().position(|place| *place == Some(*dimension as usize)) {
            Some(place) => {
                kept.push(small[at]);
                to.push(place as i64);
            }
            // A dimension of size one that is gone.
            None if small[at] == 1 => {}
            None => return None,
        }
    }
    let source = site.reshape(source, &kept)?;
    site.broadcast(source, &to, &shape)
}

fn broadcast_of_reshape(site: &mut Site) -> Option<Value> {
    let op = site.operand_from(0, "reshape")?;
    let dimensions = site.numbers(site.op, "broadcast_dimensions")?;
    let (source, middle, shape) = (site.first(op)?, site.shape(site.operand(0)?), site.result_shape()?);
    let from = site.shape(source);
    let places = unit_reshape(&from, &middle)?;
    if from.contains(&1) {
        return None;
    }
    let mut to = vec![0; from.len()];
    for (at, place) in places.iter().enumerate() {
        if let Some(place) = place {
            to[*place] = dimensions[at];
        }
    }
    site.broadcast(source, &to, &shape)
}

fn transpose_of_broadcast(site: &mut Site) -> Option<Value> {
    let permutation = site.numbers(site.op, "permutation")?;
    let shape = site.result_shape()?;
    let found = repeated(site, site.operand(0)?)?;
    let back = inverse(&permutation);
    let to: Vec<i64> = found.dimensions.iter().map(|at| back[*at as usize]).collect();
    super::dot::spread(site, found.source, &to, &shape)
}

fn transpose_of_repetitions(site: &mut Site) -> Option<Value> {
    let permutation = site.numbers(site.op, "permutation")?;
    let shape = site.result_shape()?;
    let value = site.operand(0).filter(|value| site.has_one_use(*value))?;
    let (op, operands) = site.elementwise(value)?;
    let back = inverse(&permutation);
    let mut turned = Vec::new();
    for operand in operands {
        let found = repeated(site, operand)?;
        let to: Vec<i64> = found.dimensions.iter().map(|at| back[*at as usize]).collect();
        turned.push(super::dot::spread(site, found.source, &to, &shape)?);
    }
    site.each(op, &turned)
}

fn transpose_of_reduce(site: &mut Site) -> Option<Value> {
    let outer = site.numbers(site.op, "permutation")?;
    let op = site.operand_from(0, "reduce")?;
    let name = site.combiner_of(op)?;
    if site.ir()[op].operands().len() != 2 {
        return None;
    }
    let (turned, start) = (site.first(op)?, site.ir()[op].operand(1)?);
    let turn = site.from(turned, "transpose")?;
    let (inner, reduced) = (site.numbers(turn, "permutation")?, site.numbers(op, "dimensions")?);
    let kept: Vec<i64> = (0..inner.len() as i64).filter(|at| !reduced.contains(at)).collect();
    // The dimensions of the source that are left, in the order of the result.
    let left: Vec<i64> = outer.iter().map(|at| inner[kept[*at as usize] as usize]).collect();
    if !left.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let mut dimensions: Vec<i64> = reduced.iter().map(|at| inner[*at as usize]).collect();
    dimensions.sort_unstable();
    let source = site.first(turn)?;
    site.reduce(name, source, start, &dimensions)
}

fn elementwise_of_broadcasts(site: &mut Site) -> Option<Value> {
    let (op, operands) = site.own_elementwise()?;
    let shape = site.result_shape()?;
    let mut found = Vec::new();
    for operand in &operands {
        found.push(repeated(site, *operand)?);
    }
    let widest = found.iter().max_by_key(|repeated| repeated.dimensions.len())?.dimensions.clone();
    if widest.len() == shape.len() || found.iter().all(|repeated| site.from(repeated.source, "constant").is_some()) {
        return None;
    }
    let small: Vec<i64> = widest.iter().map(|at| shape[*at as usize]).collect();
    let mut sources = Vec::new();
    for repeated in found {
        if repeated.dimensions == widest {
            sources.push(repeated.source);
        } else if repeated.dimensions.is_empty() {
            sources.push(site.broadcast(repeated.source, &[], &small)?);
        } else {
            return None;
        }
    }
    let made = site.each(op, &sources)?;
    site.broadcast(made, &widest, &shape)
}

/// A value that is one number everywhere, known or not.
fn single(site: &mut Site, value: Value) -> Option<Value> {
    repeated(site, value).filter(|found| found.dimensions.is_empty()).map(|found| found.source)
}

fn scale_by_two(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    if !site.element(operands[0]).is_float() {
        return None;
    }
    for (inner, outer) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let (Some(op), Some(b)) = (site.from(inner, "multiply"), single(site, outer)) else { continue };
        let factors: Vec<Value> = site.ir()[op].operands().collect();
        for (x, other) in [(factors[0], factors[1]), (factors[1], factors[0])] {
            if let Some(a) = single(site, other) {
                let both = site.multiply(a, b)?;
                let shape = site.shape(x);
                let wide = site.broadcast(both, &[], &shape)?;
                return site.multiply(x, wide);
            }
        }
    }
    None
}

/// The sources of operands that all come from the same movement, and single numbers as they are.
fn moved_alike(
    site: &mut Site,
    name: &str,
    operands: &[Value],
    shape_of: impl Fn(&Site, Value) -> Vec<i64>,
) -> Option<(zymase_ir::Op, Vec<Value>)> {
    let first = operands.iter().find_map(|operand| site.from(*operand, name))?;
    let key = site.ir()[first].properties().clone();
    let source = site.first(first)?;
    let shape = shape_of(site, source);
    let mut sources = Vec::new();
    for operand in operands {
        let source = match site.from(*operand, name) {
            Some(op) if *site.ir()[op].properties() == key => site.first(op)?,
            Some(_) => return None,
            None => {
                let number = single(site, *operand)?;
                site.broadcast(number, &[], &shape)?
            }
        };
        if site.shape(source) != shape {
            return None;
        }
        sources.push(source);
    }
    Some((first, sources))
}

fn elementwise_of_transposes(site: &mut Site) -> Option<Value> {
    let (op, operands) = site.own_elementwise()?;
    let (turn, sources) = moved_alike(site, "transpose", &operands, |site, value| site.shape(value))?;
    let permutation = site.numbers(turn, "permutation")?;
    let made = site.each(op, &sources)?;
    site.transpose(made, &permutation)
}

fn elementwise_of_reshapes(site: &mut Site) -> Option<Value> {
    let (op, operands) = site.own_elementwise()?;
    let (_, sources) = moved_alike(site, "reshape", &operands, |site, value| site.shape(value))?;
    let made = site.each(op, &sources)?;
    let shape = site.result_shape()?;
    site.reshape(made, &shape)
}

fn elementwise_of_reverses(site: &mut Site) -> Option<Value> {
    let (op, operands) = site.own_elementwise()?;
    let (turn, sources) = moved_alike(site, "reverse", &operands, |site, value| site.shape(value))?;
    let dimensions = site.numbers(turn, "dimensions")?;
    let made = site.each(op, &sources)?;
    site.reverse(made, &dimensions)
}
