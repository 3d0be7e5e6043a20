//! Padding and concatenation.

use crate::optimise::facts;
use crate::optimise::make::{Cut, Padding};
use crate::optimise::rule::Level::{Exact, Reassociate};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::site::{Site, short};
use zymase_ir::{Attribute, Op, Type, Value};

const PAD: &[&str] = &["pad"];
const CONCATENATE: &[&str] = &["concatenate"];

const LINES: &[Line] = &[
    (
        "pad_of_pad",
        Exact,
        PAD,
        "pad(pad(x, c), c) = pad(x, c)",
        "nothing is put between elements outside, nothing is cut off",
        pad_of_pad,
        |s| {
            let x = s.any();
            let first = s.some_pad(x, 0.5)?;
            let rank = s.rank(x);
            let with = s.splat(&Type::tensor([], Type::f64()), 0.5)?;
            s.pad(first, with, &Padding { low: vec![1; rank], high: vec![2; rank], interior: vec![0; rank] })
        },
    ),
    ("pad_cuts_off", Exact, PAD, "pad(x, -n) = x[n:]", "nothing is added", pad_cuts_off, |s| {
        let x = s.floats(&[5, 6]);
        let with = s.zero_scalar(&Type::f64())?;
        s.pad(x, with, &Padding { low: vec![-1, 0], high: vec![-1, -2], interior: vec![0, 0] })
    }),
    ("pad_of_uniform", Exact, PAD, "pad(c, c) = c", "", pad_of_uniform, |s| {
        let c = s.floats(&[]);
        let wide = s.broadcast(c, &[], &[2, 3])?;
        s.pad(wide, c, &Padding { low: vec![1, 0], high: vec![0, 2], interior: vec![1, 0] })
    }),
    ("pad_of_transpose", Exact, PAD, "pad(xᵀ) = pad(x)ᵀ", "", pad_of_transpose, |s| {
        let shape = s.shape_of(3);
        let x = s.floats(&shape);
        let turned = s.some_transpose(x)?;
        s.some_pad(turned, 0.0)
    }),
    (
        "pad_of_slice",
        Exact,
        PAD,
        "pad(pad(x, c)[a], c) = pad(x, c)",
        "what is cut off is put back",
        pad_of_slice,
        |s| {
            let x = s.floats(&[4]);
            let zero = s.zero_scalar(&Type::f64())?;
            let padded = s.pad(x, zero, &Padding { low: vec![2], high: vec![3], interior: vec![0] })?;
            let part = s.slice_along(padded, 0, 1, 8)?;
            s.pad(part, zero, &Padding { low: vec![1], high: vec![1], interior: vec![0] })
        },
    ),
    (
        "elementwise_of_pads",
        Exact,
        &["add", "multiply", "subtract", "maximum", "minimum"],
        "f(pad(x, a), pad(y, b)) = pad(f(x, y), f(a, b))",
        "both are padded alike",
        elementwise_of_pads,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let padding = s.some_padding(shape.len());
            let (a, b) = (s.floats(&[]), s.floats(&[]));
            let (x, y) = (s.pad(x, a, &padding)?, s.pad(y, b, &padding)?);
            s.some_binary(x, y)
        },
    ),
    (
        "unary_of_pad",
        Exact,
        &["negate", "abs", "tanh", "sine", "exponential", "logistic", "convert", "sqrt", "sign", "cosine"],
        "f(pad(x, c)) = pad(f(x), f(c))",
        "",
        unary_of_pad,
        |s| {
            let x = s.any();
            let padded = s.some_pad(x, 0.5)?;
            s.some_unary(padded)
        },
    ),
    ("multiply_pad", Reassociate, &["multiply"], "pad(x, 0)∘y = pad(x∘y[cut], 0)", "", multiply_pad, |s| {
        let x = s.any();
        let padded = s.some_pad(x, 0.0)?;
        let shape = s.shape(padded);
        let y = s.floats(&shape);
        s.multiply(padded, y)
    }),
    (
        "add_disjoint_pads",
        Exact,
        &["add"],
        "pad(x, 0 behind) + pad(y, 0 before) = [x, y]",
        "they meet along one dimension and do not overlap",
        add_disjoint_pads,
        |s| {
            let (m, n) = (s.size(), s.size());
            let gap = s.random.between(0, 1);
            let columns = s.size();
            let (x, y) = (s.floats(&[m, columns]), s.floats(&[n, columns]));
            let zero = s.zero_scalar(&Type::f64())?;
            let x = s.pad(x, zero, &Padding { low: vec![0, 0], high: vec![n + gap, 0], interior: vec![0, 0] })?;
            let y = s.pad(y, zero, &Padding { low: vec![m + gap, 0], high: vec![0, 0], interior: vec![0, 0] })?;
            s.add(x, y)
        },
    ),
    (
        "add_pad_to_concatenation",
        Exact,
        &["add"],
        "pad([x, y], 0) + pad(z, 0) = pad([x, y, z], 0)",
        "the paddings leave room for each other",
        add_disjoint_pads,
        |s| {
            let zero = s.zero_scalar(&Type::f64())?;
            let (x, y) = (s.floats(&[2]), s.floats(&[3]));
            let x = s.pad(x, zero, &Padding { low: vec![1], high: vec![4], interior: vec![0] })?;
            let y = s.pad(y, zero, &Padding { low: vec![3], high: vec![1], interior: vec![0] })?;
            s.add(y, x)
        },
    ),
    (
        "slices_of_concatenation",
        Exact,
        CONCATENATE,
        "[x[:a], x[a:]] = x",
        "slices of one value follow each other",
        joined_slices,
        |s| {
            let x = s.floats(&[6, 3]);
            let middle = s.random.between(1, 4);
            let (a, b) = (s.slice_along(x, 0, 0, middle)?, s.slice_along(x, 0, middle, 5)?);
            s.concatenate(&[a, b], 0)
        },
    ),
    ("nested_concatenation", Exact, CONCATENATE, "[[x, y], z] = [x, y, z]", "", nested_concatenation, |s| {
        let x = s.any();
        let shape = s.shape(x);
        let (y, z) = (s.floats(&shape), s.floats(&shape));
        let first = s.concatenate(&[x, y], 0)?;
        s.concatenate(&[first, z], 0)
    }),
    (
        "concatenated_repetition",
        Exact,
        CONCATENATE,
        "[x, x] = broadcast(x)",
        "x has size one along the dimension",
        concatenated_repetition,
        |s| {
            let n = s.size();
            let x = s.floats(&[1, n]);
            s.concatenate(&[x, x, x], 0)
        },
    ),
    (
        "concatenated_elementwise",
        Exact,
        CONCATENATE,
        "[f(x), f(y)] = f([x, y])",
        "f is the same operation",
        concatenated_elementwise,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let name = s.random.pick(&["tanh", "negate", "sine"]);
            let (x, y) = (s.op(name, &[x])?, s.op(name, &[y])?);
            s.concatenate(&[x, y], 0)
        },
    ),
    ("concatenated_transposes", Exact, CONCATENATE, "[xᵀ, yᵀ] = [x, y]ᵀ", "", concatenated_transposes, |s| {
        let shape = s.shape_of(2);
        let (x, y) = (s.floats(&shape), s.floats(&shape));
        let (x, y) = (s.transpose(x, &[1, 0])?, s.transpose(y, &[1, 0])?);
        let dimension = s.random.between(0, 1);
        s.concatenate(&[x, y], dimension)
    }),
    (
        "concatenated_broadcasts",
        Exact,
        CONCATENATE,
        "[broadcast x, broadcast y] = broadcast([x, y])",
        "both repeat along the same dimensions",
        concatenated_broadcasts,
        |s| {
            let n = s.size();
            let (x, y) = (s.floats(&[n]), s.floats(&[n]));
            let (x, y) = (s.broadcast(x, &[0], &[n, 3])?, s.broadcast(y, &[0], &[n, 3])?);
            s.concatenate(&[x, y], 0)
        },
    ),
    (
        "concatenated_with_uniform",
        Exact,
        CONCATENATE,
        "[x, c] = pad(x, c)",
        "c is one number",
        concatenated_with_uniform,
        |s| {
            let x = s.any();
            let mut shape = s.shape(x);
            shape[0] = 2;
            let c = s.splat(&Type::tensor(shape, Type::f64()), 0.5)?;
            match s.random.between(0, 1) {
                0 => s.concatenate(&[x, c], 0),
                _ => s.concatenate(&[c, x], 0),
            }
        },
    ),
    (
        "concatenated_reverses",
        Exact,
        CONCATENATE,
        "[reverse x, reverse y] = reverse([y, x])",
        "",
        concatenated_reverses,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let (x, y) = (s.reverse(x, &[0])?, s.reverse(y, &[0])?);
            s.concatenate(&[x, y], 0)
        },
    ),
    ("concatenated_sums", Exact, CONCATENATE, "[Σ x, Σ y] = Σ [x, y]", "", concatenated_sums, |s| {
        let shape = s.shape_of(2);
        let (x, y) = (s.floats(&shape), s.floats(&shape));
        let (x, y) = (s.sum(x, &[1])?, s.sum(y, &[1])?);
        s.concatenate(&[x, y], 0)
    }),
    ("concatenated_with_nothing", Exact, CONCATENATE, "[x, ∅] = x", "", concatenated_with_nothing, |s| {
        let n = s.size();
        let x = s.floats(&[n, 2]);
        let nothing = s.floats(&[0, 2]);
        s.concatenate(&[x, nothing], 0)
    }),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("pad and concatenate", LINES)
}

fn pad_parts(site: &Site, op: Op) -> Option<(Value, Value, Padding)> {
    Some((site.ir()[op].operand(0)?, site.ir()[op].operand(1)?, site.padding(op)?))
}

fn same_number(site: &Site, a: Value, b: Value) -> bool {
    a == b || facts::splat_bytes(site.ir(), a).is_some_and(|bytes| Some(bytes) == facts::splat_bytes(site.ir(), b))
}

fn none_negative(list: &[i64]) -> bool {
    list.iter().all(|amount| *amount >= 0)
}

fn pad_of_pad(site: &mut Site) -> Option<Value> {
    let (inner, with, outer) = pad_parts(site, site.op)?;
    let op = site.from(inner, "pad")?;
    let (source, other, first) = pad_parts(site, op)?;
    let fits = outer.interior.iter().all(|amount| *amount == 0)
        && [&outer.low, &outer.high, &first.low, &first.high].iter().all(|list| none_negative(list));
    if !fits || !same_number(site, with, other) {
        return None;
    }
    let sum = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a + b).collect();
    let padding =
        Padding { low: sum(&first.low, &outer.low), high: sum(&first.high, &outer.high), interior: first.interior };
    site.pad(source, with, &padding)
}

fn pad_cuts_off(site: &mut Site) -> Option<Value> {
    let (source, _, padding) = pad_parts(site, site.op)?;
    let cuts = [&padding.low, &padding.high].iter().all(|list| list.iter().all(|amount| *amount <= 0));
    if !cuts || padding.interior.iter().any(|amount| *amount != 0) {
        return None;
    }
    let mut cut = Cut::all(&site.shape(source));
    for at in 0..cut.start.len() {
        cut.start[at] -= padding.low[at];
        cut.limit[at] += padding.high[at];
    }
    site.slice(source, &cut)
}

fn pad_of_uniform(site: &mut Site) -> Option<Value> {
    let (source, with, _) = pad_parts(site, site.op)?;
    let op = site.from(source, "broadcast_in_dim")?;
    if site.first(op)? != with {
        return None;
    }
    let shape = site.result_shape()?;
    site.broadcast(with, &[], &shape)
}

fn pad_of_transpose(site: &mut Site) -> Option<Value> {
    let (source, with, padding) = pad_parts(site, site.op)?;
    let op = site.from(source, "transpose")?;
    let permutation = site.numbers(op, "permutation")?;
    let back = crate::optimise::make::inverse(&permutation);
    let turned = |list: &[i64]| back.iter().map(|at| list[*at as usize]).collect::<Vec<i64>>();
    let padding =
        Padding { low: turned(&padding.low), high: turned(&padding.high), interior: turned(&padding.interior) };
    let inner = site.first(op)?;
    let padded = site.pad(inner, with, &padding)?;
    site.transpose(padded, &permutation)
}

fn pad_of_slice(site: &mut Site) -> Option<Value> {
    let (source, with, outer) = pad_parts(site, site.op)?;
    let slice = site.from(source, "slice")?;
    let whole = site.first(slice)?;
    let op = site.from(whole, "pad")?;
    let (inner, other, first) = pad_parts(site, op)?;
    let (cut, sizes) = (site.cut(slice)?, site.shape(inner));
    if !same_number(site, with, other) {
        return None;
    }
    let zeros = vec![0; sizes.len()];
    let mut padding = Padding { low: zeros.clone(), high: zeros.clone(), interior: zeros };
    for at in 0..sizes.len() {
        let plain = cut.stride[at] == 1 && outer.interior[at] == 0 && first.interior[at] == 0;
        let inside = cut.start[at] <= first.low[at] && cut.limit[at] >= first.low[at] + sizes[at];
        if !plain || !inside || outer.low[at] < 0 || outer.high[at] < 0 {
            return None;
        }
        padding.low[at] = first.low[at] - cut.start[at] + outer.low[at];
        padding.high[at] = cut.limit[at] - first.low[at] - sizes[at] + outer.high[at];
    }
    site.pad(inner, with, &padding)
}

fn elementwise_of_pads(site: &mut Site) -> Option<Value> {
    let (op, operands) = site.own_elementwise()?;
    let (mut sources, mut numbers, mut padding) = (Vec::new(), Vec::new(), None);
    for operand in operands {
        let pad = site.from(operand, "pad")?;
        let (source, with, by) = pad_parts(site, pad)?;
        if *padding.get_or_insert(by.clone()) != by {
            return None;
        }
        sources.push(source);
        numbers.push(with);
    }
    let padding = padding?;
    let inner = site.each(op, &sources)?;
    let with = site.each(op, &numbers)?;
    site.pad(inner, with, &padding)
}

fn unary_of_pad(site: &mut Site) -> Option<Value> {
    let (_, operands) = site.own_elementwise()?;
    if operands.len() != 1 {
        return None;
    }
    elementwise_of_pads(site)
}

fn multiply_pad(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    for (padded, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some(op) = site.from(padded, "pad") else { continue };
        let (source, with, padding) = pad_parts(site, op)?;
        let sizes = site.shape(source);
        if !site.is_zero(with) || !none_negative(&padding.low) || !none_negative(&padding.high) || sizes.contains(&0) {
            continue;
        }
        let mut cut = Cut::all(&site.shape(other));
        for at in 0..sizes.len() {
            let step = padding.interior[at] + 1;
            cut.start[at] = padding.low[at];
            cut.limit[at] = padding.low[at] + (sizes[at] - 1) * step + 1;
            cut.stride[at] = step;
        }
        let part = site.slice(other, &cut)?;
        let product = site.multiply(source, part)?;
        return site.pad(product, with, &padding);
    }
    None
}

/// Where along the one padded dimension the source of a padding lies: dimension, start and end.
fn padded_along(site: &Site, value: Value) -> Option<(Op, usize, i64, i64)> {
    let op = site.from(value, "pad")?;
    let (source, with, padding) = pad_parts(site, op)?;
    let mut along = (0..padding.low.len()).filter(|at| padding.low[*at] != 0 || padding.high[*at] != 0);
    let at = along.next().filter(|_| along.next().is_none())?;
    let fits = padding.interior.iter().all(|amount| *amount == 0) && padding.low[at] >= 0 && padding.high[at] >= 0;
    let end = padding.low[at] + site.shape(source)[at];
    (fits && site.is_zero(with)).then_some((op, at, padding.low[at], end))
}

fn add_disjoint_pads(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let (a, b) = (padded_along(site, operands[0])?, padded_along(site, operands[1])?);
    let (first, second) = if a.2 < b.2 { (a, b) } else { (b, a) };
    if first.1 != second.1 || first.3 > second.2 {
        return None;
    }
    let at = first.1;
    let (x, zero, _) = pad_parts(site, first.0)?;
    let (y, ..) = pad_parts(site, second.0)?;
    let mut parts = vec![x];
    if second.2 > first.3 {
        let mut shape = site.shape(x);
        shape[at] = second.2 - first.3;
        let ty = Type::tensor(shape, site.element(x));
        parts.push(site.zero(&ty)?);
    }
    parts.push(y);
    let joined = site.concatenate(&parts, at as i64)?;
    let whole = site.result_shape()?;
    let zeros = vec![0; whole.len()];
    let mut padding = Padding { low: zeros.clone(), high: zeros.clone(), interior: zeros };
    (padding.low[at], padding.high[at]) = (first.2, whole[at] - second.3);
    site.pad(joined, zero, &padding)
}

fn parts_of(site: &Site) -> Option<(Vec<Value>, usize)> {
    Some((site.operands(), usize::try_from(site.number(site.op, "dimension")?).ok()?))
}

fn joined_slices(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    for index in 0..parts.len().saturating_sub(1) {
        let (Some(a), Some(b)) = (site.from(parts[index], "slice"), site.from(parts[index + 1], "slice")) else {
            continue;
        };
        let (first, second) = (site.cut(a)?, site.cut(b)?);
        let others = (0..first.start.len()).filter(|other| *other != at);
        let same = others.clone().all(|other| {
            (first.start[other], first.limit[other], first.stride[other])
                == (second.start[other], second.limit[other], second.stride[other])
        });
        let follows = first.stride[at] == 1 && second.stride[at] == 1 && first.limit[at] == second.start[at];
        if site.first(a)? == site.first(b)? && same && follows {
            let mut cut = first;
            cut.limit[at] = second.limit[at];
            let source = site.first(a)?;
            let joined = site.slice(source, &cut)?;
            let all = [&parts[..index], &[joined], &parts[index + 2..]].concat();
            return site.concatenate(&all, at as i64);
        }
    }
    None
}

fn nested_concatenation(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let mut flat = Vec::new();
    for part in &parts {
        match site.from(*part, "concatenate") {
            Some(op) if site.number(op, "dimension") == Some(at as i64) => flat.extend(site.ir()[op].operands()),
            _ => flat.push(*part),
        }
    }
    if flat.len() == parts.len() {
        return None;
    }
    site.concatenate(&flat, at as i64)
}

fn concatenated_repetition(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let first = *parts.first()?;
    if parts.len() < 2 || parts.iter().any(|part| *part != first) || site.shape(first)[at] != 1 {
        return None;
    }
    let shape = site.result_shape()?;
    let dimensions: Vec<i64> = (0..shape.len() as i64).collect();
    site.broadcast(first, &dimensions, &shape)
}

/// The same operation with the same attributes on all parts; the operands of each.
fn same_operations(site: &Site, parts: &[Value], name: Option<&str>) -> Option<(Op, Vec<Vec<Value>>)> {
    let ops: Vec<Op> = parts.iter().map(|part| site.ir().defining_op(*part)).collect::<Option<_>>()?;
    let first = *ops.first()?;
    let key =
        |op: Op| (site.ir()[op].name().clone(), site.ir()[op].properties().clone(), site.ir()[op].attributes().clone());
    let fits = ops.len() > 1 && ops.iter().all(|op| key(*op) == key(first));
    if !fits || name.is_some_and(|name| short(site.ir(), first) != Some(name)) {
        return None;
    }
    Some((first, ops.iter().map(|op| site.ir()[*op].operands().collect()).collect()))
}

fn concatenated_elementwise(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    for part in &parts {
        site.elementwise(*part)?;
        if site.from(*part, "constant").is_some() {
            return None;
        }
    }
    let (op, operands) = same_operations(site, &parts, None)?;
    let mut joined = Vec::new();
    for place in 0..operands[0].len() {
        let column: Vec<Value> = operands.iter().map(|of| of[place]).collect();
        joined.push(site.concatenate(&column, at as i64)?);
    }
    site.each(op, &joined)
}

fn concatenated_transposes(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let (op, operands) = same_operations(site, &parts, Some("transpose"))?;
    let permutation = site.numbers(op, "permutation")?;
    let sources: Vec<Value> = operands.iter().map(|of| of[0]).collect();
    let joined = site.concatenate(&sources, permutation[at])?;
    site.transpose(joined, &permutation)
}

fn concatenated_broadcasts(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let (op, operands) = same_operations(site, &parts, Some("broadcast_in_dim"))?;
    let dimensions = site.numbers(op, "broadcast_dimensions")?;
    let inner = dimensions.iter().position(|to| *to == at as i64)?;
    let sources: Vec<Value> = operands.iter().map(|of| of[0]).collect();
    let whole = parts.iter().zip(&sources).all(|(part, source)| site.shape(*source)[inner] == site.shape(*part)[at]);
    let others = |value: Value| {
        let mut shape = site.shape(value);
        shape[inner] = 0;
        shape
    };
    if !whole || sources.iter().any(|source| others(*source) != others(sources[0])) {
        return None;
    }
    let joined = site.with("concatenate", &sources, &[("dimension", Attribute::i64(inner as i64))])?;
    let shape = site.result_shape()?;
    site.broadcast(joined, &dimensions, &shape)
}

fn concatenated_with_uniform(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    if parts.len() < 2 {
        return None;
    }
    let (first, last) = (*parts.first()?, *parts.last()?);
    for (uniform, is_last) in [(last, true), (first, false)] {
        let Some(bytes) = facts::splat_bytes(site.ir(), uniform) else { continue };
        let rest = if is_last { &parts[..parts.len() - 1] } else { &parts[1..] };
        let scalar = Type::tensor([], site.element(uniform));
        let with = site.constant(crate::optimise::make::filled(&scalar, bytes)?)?;
        let amount = site.shape(uniform)[at];
        let joined = site.concatenate(rest, at as i64)?;
        let zeros = vec![0; site.rank(joined)];
        let mut padding = Padding { low: zeros.clone(), high: zeros.clone(), interior: zeros };
        if is_last {
            padding.high[at] = amount;
        } else {
            padding.low[at] = amount;
        }
        return site.pad(joined, with, &padding);
    }
    None
}

fn concatenated_reverses(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let (op, operands) = same_operations(site, &parts, Some("reverse"))?;
    let dimensions = site.numbers(op, "dimensions")?;
    let mut sources: Vec<Value> = operands.iter().map(|of| of[0]).collect();
    if dimensions.contains(&(at as i64)) {
        sources.reverse();
    }
    let joined = site.concatenate(&sources, at as i64)?;
    site.reverse(joined, &dimensions)
}

fn concatenated_sums(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let (op, operands) = same_operations(site, &parts, Some("reduce"))?;
    let name = site.combiner_of(op)?;
    let start = operands[0].get(1).copied()?;
    let mut sources = Vec::new();
    for (part, of) in parts.iter().zip(&operands) {
        let inner = site.ir().defining_op(*part)?;
        if of.len() != 2 || site.combiner_of(inner) != Some(name) || !same_number(site, of[1], start) {
            return None;
        }
        sources.push(of[0]);
    }
    let dimensions = site.numbers(op, "dimensions")?;
    let kept: Vec<i64> = (0..site.rank(sources[0]) as i64).filter(|other| !dimensions.contains(other)).collect();
    let along = *kept.get(at)?;
    let mut shape = site.shape(sources[0]);
    shape[along as usize] = 0;
    let fits = |value: &Value| {
        let mut other = site.shape(*value);
        other[along as usize] = 0;
        other == shape
    };
    if !sources.iter().all(fits) {
        return None;
    }
    let joined = site.concatenate(&sources, along)?;
    site.reduce(name, joined, start, &dimensions)
}

fn concatenated_with_nothing(site: &mut Site) -> Option<Value> {
    let (parts, at) = parts_of(site)?;
    let some: Vec<Value> = parts.iter().copied().filter(|part| site.shape(*part)[at] != 0).collect();
    if some.len() == parts.len() || some.is_empty() {
        return None;
    }
    site.concatenate(&some, at as i64)
}
