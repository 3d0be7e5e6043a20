//! Reductions and windows. Rules make no start that is not neutral: StableHLO leaves open how often it is taken, and XLA takes it once for each
//! part of a concatenation.

use crate::optimise::einsum::repeated;
use crate::optimise::level::Level::{Exact, Reassociate};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::site::Site;
use zymase_ir::{Type, Value};

const REDUCE: &[&str] = &["reduce"];
const WINDOW: &[&str] = &["reduce_window"];

const LINES: &[Line] = &[
    (
        "reduce_of_nothing",
        Exact,
        REDUCE,
        "Σ over no dimension x = x",
        "the start is neutral",
        |site| {
            let (value, start, dimensions) = any_reduction(site)?;
            (dimensions.is_empty() && is_neutral(site, start)).then_some(value)
        },
        |s| {
            let x = s.any();
            let zero = s.zero_scalar(&Type::f64())?;
            s.reduce("add", x, zero, &[])
        },
    ),
    (
        "reduce_over_units",
        Exact,
        REDUCE,
        "Σ over a dimension of size one = reshape",
        "the start is neutral",
        |site| {
            let (value, start, dimensions) = any_reduction(site)?;
            let shape = site.shape(value);
            if dimensions.is_empty() || dimensions.iter().any(|at| shape[*at as usize] != 1) || !is_neutral(site, start)
            {
                return None;
            }
            let shape = site.result_shape()?;
            site.reshape(value, &shape)
        },
        |s| {
            let (m, n) = (s.size(), s.size());
            let x = s.floats(&[m, 1, n]);
            s.sum(x, &[1])
        },
    ),
    (
        "reduce_of_reduce",
        Reassociate,
        REDUCE,
        "Σ Σ x = Σ x over both",
        "the inner start is neutral",
        reduce_of_reduce,
        |s| {
            let shape = s.shape_of(3);
            let x = s.floats(&shape);
            let inner = s.random.between(0, 2);
            let first = s.sum(x, &[inner])?;
            let outer = s.random.between(0, 1);
            s.sum(first, &[outer])
        },
    ),
    (
        "reduce_of_transpose",
        Reassociate,
        REDUCE,
        "Σ xᵀ = Σ x",
        "the dimensions that are left keep their order",
        reduce_of_transpose,
        |s| {
            let shape = s.shape_of(3);
            let x = s.floats(&shape);
            let turned = s.transpose(x, &[2, 0, 1])?;
            s.sum(turned, &[0])
        },
    ),
    (
        "reduce_of_reverse",
        Reassociate,
        REDUCE,
        "Σ reverse(x) = Σ x",
        "what is reversed is summed over",
        |site| {
            let (value, start, dimensions) = any_reduction(site)?;
            let op = site.from(value, "reverse")?;
            if site.numbers(op, "dimensions")?.iter().any(|at| !dimensions.contains(at)) {
                return None;
            }
            let (source, name) = (site.first(op)?, site.combiner_of(site.op)?);
            site.reduce(name, source, start, &dimensions)
        },
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let reversed = s.reverse(x, &[1])?;
            s.sum(reversed, &[1])
        },
    ),
    (
        "reduce_of_reshape",
        Reassociate,
        REDUCE,
        "Σ reshape(x) = Σ x",
        "everything is summed",
        |site| {
            let (value, start, dimensions) = any_reduction(site)?;
            let op = site.from(value, "reshape")?;
            if dimensions.len() != site.rank(value) {
                return None;
            }
            let (source, name) = (site.first(op)?, site.combiner_of(site.op)?);
            let all: Vec<i64> = (0..site.rank(source) as i64).collect();
            site.reduce(name, source, start, &all)
        },
        |s| {
            let x = s.any();
            let flat = s.some_reshape(x)?;
            let all: Vec<i64> = (0..s.rank(flat) as i64).collect();
            s.sum(flat, &all)
        },
    ),
    ("sum_of_repeated", Reassociate, REDUCE, "Σ broadcast(x) = n·Σ x", "", sum_of_repeated, |s| {
        let n = s.size();
        let x = s.floats(&[n]);
        let wide = s.broadcast(x, &[0], &[n, 3])?;
        let dimension = s.random.pick(&[&[1i64][..], &[0, 1]]);
        s.sum(wide, dimension)
    }),
    (
        "extreme_of_repeated",
        Exact,
        REDUCE,
        "max broadcast(x) = x",
        "only what is repeated is gone through",
        extreme_of_repeated,
        |s| {
            let n = s.size();
            let x = s.floats(&[n]);
            let wide = s.broadcast(x, &[0], &[n, 3])?;
            let start = s.splat(&Type::tensor([], Type::f64()), f64::NEG_INFINITY)?;
            s.reduce("maximum", wide, start, &[1])
        },
    ),
    (
        "sum_of_negated",
        Exact,
        REDUCE,
        "Σ -x = -Σ x",
        "",
        |site| {
            let (value, dimensions) = site.sum_of(site.op)?;
            let op = site.from(value, "negate")?;
            let source = site.first(op)?;
            let sum = site.sum(source, &dimensions)?;
            site.op("negate", &[sum])
        },
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let opposite = s.op("negate", &[x])?;
            s.sum(opposite, &[1])
        },
    ),
    (
        "sum_of_scaled",
        Reassociate,
        REDUCE,
        "Σ u∘x = u∘Σ x",
        "u does not depend on what is summed over",
        sum_of_scaled,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let u = s.floats(&shape[..1]);
            let wide = s.broadcast(u, &[0], &shape)?;
            let both = s.multiply(x, wide)?;
            s.sum(both, &[1])
        },
    ),
    (
        "sum_of_quotient",
        Reassociate,
        REDUCE,
        "Σ x/u = (Σ x)/u",
        "u does not depend on what is summed over",
        sum_of_quotient,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let u = s.floats(&shape[..1]);
            let wide = s.broadcast(u, &[0], &shape)?;
            let both = s.op("divide", &[x, wide])?;
            s.sum(both, &[1])
        },
    ),
    (
        "sum_of_padded",
        Reassociate,
        REDUCE,
        "Σ pad(x, 0) = Σ x",
        "only what is summed over is padded",
        sum_of_padded,
        |s| {
            let x = s.any();
            let padded = s.some_pad(x, 0.0)?;
            let all: Vec<i64> = (0..s.rank(x) as i64).collect();
            s.sum(padded, &all)
        },
    ),
    (
        "sum_of_sum_with_repeated",
        Reassociate,
        REDUCE,
        "Σ (x + broadcast(u)) = Σ x + n·u",
        "u does not depend on what is summed over",
        sum_of_shifted,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let u = s.floats(&shape[..1]);
            let wide = s.broadcast(u, &[0], &shape)?;
            let both = s.add(x, wide)?;
            s.sum(both, &[1])
        },
    ),
    ("maximum_of_negated_all", Exact, REDUCE, "max -x = -min x", "", extreme_of_negated, |s| {
        let shape = s.shape_of(2);
        let x = s.floats(&shape);
        let opposite = s.op("negate", &[x])?;
        let start = s.splat(&Type::tensor([], Type::f64()), f64::NEG_INFINITY)?;
        s.reduce("maximum", opposite, start, &[0])
    }),
    (
        "window_of_one",
        Exact,
        WINDOW,
        "windows of size one = x",
        "steps of one, no padding, the start is neutral",
        window_of_one,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            windows(s, x, &[1, 1], &[1, 1])
        },
    ),
    (
        "window_of_everything",
        Reassociate,
        WINDOW,
        "a window of everything = Σ",
        "no padding, the start is neutral",
        window_of_everything,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            windows(s, x, &[1, shape[1]], &[1, 1])
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("reductions", LINES)
}

fn windows(s: &mut crate::optimise::sample::Sample, x: Value, sizes: &[i64], strides: &[i64]) -> Option<Value> {
    let zero = s.zero_scalar(&Type::f64())?;
    let region = s.combiner("add", &Type::f64())?;
    let attributes = [
        ("window_dimensions", zymase_ir::Attribute::i64_array(sizes)),
        ("window_strides", zymase_ir::Attribute::i64_array(strides)),
    ];
    let mut state = s.builder.state("stablehlo.reduce_window", &[x, zero], &attributes);
    state.regions.push(region);
    let op = s.builder.insert_inferred(state).ok()?;
    Some(s.ir()[op].results()[0])
}

/// Operand, start and dimensions of a reduction of one tensor by one operation on elements of one type.
fn any_reduction(site: &Site) -> Option<(Value, Value, Vec<i64>)> {
    let operands = site.operands();
    let [value, start] = operands[..] else { return None };
    site.combiner_of(site.op)?;
    (site.element(value) == site.element(start) && site.is_static(value)).then_some(())?;
    Some((value, start, site.numbers(site.op, "dimensions")?))
}

/// Whether the start of the reduction that is offered changes nothing.
fn is_neutral(site: &Site, start: Value) -> bool {
    neutral_for(site, site.combiner_of(site.op), start)
}

fn neutral_for(site: &Site, name: Option<&str>, start: Value) -> bool {
    let element = site.element(start);
    let number = site.uniform(start);
    match name {
        Some("add") => number == Some(0.0),
        Some("multiply") => number == Some(1.0),
        Some("maximum") => element.is_float() && number == Some(f64::NEG_INFINITY),
        Some("minimum") => element.is_float() && number == Some(f64::INFINITY),
        Some("or" | "xor") => number == Some(0.0),
        Some("and") => element.is_bool() && number == Some(1.0),
        _ => false,
    }
}

fn reduce_of_reduce(site: &mut Site) -> Option<Value> {
    let (value, start, outer) = any_reduction(site)?;
    let name = site.combiner_of(site.op)?;
    let op = site.from(value, "reduce")?;
    let (source, inner_start, inner) = site.reduction(op, name)?;
    if !neutral_for(site, Some(name), inner_start) || site.element(source) != site.element(value) {
        return None;
    }
    let kept: Vec<i64> = (0..site.rank(source) as i64).filter(|at| !inner.contains(at)).collect();
    let mut all: Vec<i64> = outer.iter().map(|at| kept[*at as usize]).chain(inner).collect();
    all.sort_unstable();
    site.reduce(name, source, start, &all)
}

fn reduce_of_transpose(site: &mut Site) -> Option<Value> {
    let (value, start, dimensions) = any_reduction(site)?;
    let op = site.from(value, "transpose")?;
    let permutation = site.numbers(op, "permutation")?;
    let kept = (0..permutation.len() as i64).filter(|at| !dimensions.contains(at));
    let left: Vec<i64> = kept.map(|at| permutation[at as usize]).collect();
    if !left.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let mut inner: Vec<i64> = dimensions.iter().map(|at| permutation[*at as usize]).collect();
    inner.sort_unstable();
    let (source, name) = (site.first(op)?, site.combiner_of(site.op)?);
    site.reduce(name, source, start, &inner)
}

/// What a reduction over `dimensions` of a repeated value leaves: the source reduced, how often each element is met, and
/// the dimensions of the result it has.
fn reduced_source(site: &mut Site, value: Value, dimensions: &[i64]) -> Option<(Value, Vec<i64>, i64, Vec<i64>)> {
    let shape = site.shape(value);
    let found = repeated(site, value)?;
    let lost: Vec<i64> = dimensions.iter().copied().filter(|at| !found.dimensions.contains(at)).collect();
    let count: i64 = lost.iter().map(|at| shape[*at as usize]).product();
    let inner = (0..found.dimensions.len()).filter(|at| dimensions.contains(&found.dimensions[*at]));
    let inner: Vec<i64> = inner.map(|at| at as i64).collect();
    let kept: Vec<i64> = (0..shape.len() as i64).filter(|at| !dimensions.contains(at)).collect();
    let left = found.dimensions.iter().filter(|at| !dimensions.contains(at));
    let to: Vec<i64> =
        left.map(|at| kept.iter().position(|other| other == at).map(|at| at as i64)).collect::<Option<_>>()?;
    if lost.is_empty() {
        return None;
    }
    Some((found.source, inner, count, to))
}

fn sum_of_repeated(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let element = site.element(value);
    if !element.is_float() && !element.is_integer() || element.is_bool() {
        return None;
    }
    let (source, inner, count, to) = reduced_source(site, value, &dimensions)?;
    let sum = site.sum(source, &inner)?;
    let ty = site.ty(sum);
    let times = site.splat(&ty, count as f64)?;
    let product = site.multiply(sum, times)?;
    let shape = site.result_shape()?;
    super::dot::spread(site, product, &to, &shape)
}

fn extreme_of_repeated(site: &mut Site) -> Option<Value> {
    let (value, start, dimensions) = any_reduction(site)?;
    let name = site.combiner_of(site.op)?;
    if !matches!(name, "maximum" | "minimum" | "and" | "or") || !is_neutral(site, start) {
        return None;
    }
    let (source, inner, count, to) = reduced_source(site, value, &dimensions)?;
    if count == 0 {
        return None;
    }
    let made = if inner.is_empty() { source } else { site.reduce(name, source, start, &inner)? };
    let shape = site.result_shape()?;
    super::dot::spread(site, made, &to, &shape)
}

/// A product or quotient by something that does not depend on what is summed over: the other operand, and the factor as it is after the
/// sum.
fn scale_outside(site: &mut Site, value: Value, name: &str, dimensions: &[i64]) -> Option<(Value, Value)> {
    let op = site.from(value, name)?;
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let shape = site.shape(value);
    let kept: Vec<i64> = (0..shape.len() as i64).filter(|at| !dimensions.contains(at)).collect();
    let small: Vec<i64> = kept.iter().map(|at| shape[*at as usize]).collect();
    let orders = if name == "divide" { vec![(0, 1)] } else { vec![(0, 1), (1, 0)] };
    for (x, u) in orders {
        let Some(found) = repeated(site, operands[u]) else { continue };
        if found.dimensions.iter().any(|at| dimensions.contains(at)) {
            continue;
        }
        let to: Vec<i64> = found
            .dimensions
            .iter()
            .map(|at| kept.iter().position(|other| other == at).map(|at| at as i64))
            .collect::<Option<_>>()?;
        let factor = super::dot::spread(site, found.source, &to, &small)?;
        return Some((operands[x], factor));
    }
    None
}

fn sum_of_scaled(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let (x, factor) = scale_outside(site, value, "multiply", &dimensions)?;
    let sum = site.sum(x, &dimensions)?;
    site.multiply(sum, factor)
}

fn sum_of_quotient(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    if !site.element(value).is_float() {
        return None;
    }
    let (x, factor) = scale_outside(site, value, "divide", &dimensions)?;
    let sum = site.sum(x, &dimensions)?;
    site.op("divide", &[sum, factor])
}

fn sum_of_shifted(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let shape = site.shape(value);
    let count: i64 = dimensions.iter().map(|at| shape[*at as usize]).product();
    let (x, shift) = scale_outside(site, value, "add", &dimensions)?;
    if !site.element(value).is_float() {
        return None;
    }
    let sum = site.sum(x, &dimensions)?;
    let ty = site.ty(shift);
    let times = site.splat(&ty, count as f64)?;
    let more = site.multiply(shift, times)?;
    site.add(sum, more)
}

fn sum_of_padded(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let op = site.from(value, "pad")?;
    let padding = site.padding(op)?;
    let (source, with) = (site.first(op)?, site.ir()[op].operand(1)?);
    let fits = (0..padding.low.len()).all(|at| {
        let amounts = [padding.low[at], padding.high[at], padding.interior[at]];
        amounts == [0; 3] || (dimensions.contains(&(at as i64)) && amounts.iter().all(|amount| *amount >= 0))
    });
    (fits && site.is_zero(with)).then(|| site.sum(source, &dimensions))?
}

fn extreme_of_negated(site: &mut Site) -> Option<Value> {
    let (value, start, dimensions) = any_reduction(site)?;
    let op = site.from(value, "negate")?;
    let other = match site.combiner_of(site.op)? {
        "maximum" => "minimum",
        "minimum" => "maximum",
        _ => return None,
    };
    if !is_neutral(site, start) {
        return None;
    }
    let source = site.first(op)?;
    let opposite = site.op("negate", &[start])?;
    let made = site.reduce(other, source, opposite, &dimensions)?;
    site.op("negate", &[made])
}

/// Windows without dilation or padding: their sizes and steps.
fn plain_windows(site: &Site) -> Option<(Value, Value, Vec<i64>, Vec<i64>)> {
    let operands = site.operands();
    let [value, start] = operands[..] else { return None };
    let ones = |name: &str| site.numbers(site.op, name).is_none_or(|list| list.iter().all(|number| *number == 1));
    let no_padding = site.numbers(site.op, "padding").is_none_or(|list| list.iter().all(|amount| *amount == 0));
    if !ones("base_dilations") || !ones("window_dilations") || !no_padding || !is_neutral(site, start) {
        return None;
    }
    let sizes = site.numbers(site.op, "window_dimensions")?;
    let strides = site.numbers(site.op, "window_strides").unwrap_or_else(|| vec![1; sizes.len()]);
    Some((value, start, sizes, strides))
}

fn window_of_one(site: &mut Site) -> Option<Value> {
    let (value, _, sizes, strides) = plain_windows(site)?;
    let ones = |list: &[i64]| list.iter().all(|number| *number == 1);
    (ones(&sizes) && ones(&strides)).then_some(value)
}

fn window_of_everything(site: &mut Site) -> Option<Value> {
    let (value, start, sizes, strides) = plain_windows(site)?;
    let shape = site.shape(value);
    let whole: Vec<i64> = (0..shape.len() as i64).filter(|at| sizes[*at as usize] == shape[*at as usize]).collect();
    let fits = (0..shape.len()).all(|at| whole.contains(&(at as i64)) || (sizes[at] == 1 && strides[at] == 1));
    if !fits || whole.is_empty() {
        return None;
    }
    let name = site.combiner_of(site.op)?;
    let made = site.reduce(name, value, start, &whole)?;
    let shape = site.result_shape()?;
    site.reshape(made, &shape)
}
