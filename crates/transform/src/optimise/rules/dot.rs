//! Products of tensors: what transposes, repeats, cuts, pads and sums their factors or their results.

use crate::optimise::einsum::{Factor, Label, Product, Sizes, product, repeated, untransposed};
use crate::optimise::level::Level::{Exact, Reassociate};
use crate::optimise::make::{Cut, Padding};
use crate::optimise::rule::{Entry, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::{Type, Value};

const ENTRIES: &[Entry] = &[
    Entry {
        name: "dot_of_transposed",
        algebra: "dot(xᵀ, y) = dot(x, y) over other dimensions",
        condition: "",
        level: Exact,
        roots: &["dot_general"],
        apply: dot_of_transposed,
        instance: |s| {
            let (a, b) = factors(s)?;
            let turned = s.some_transpose(a)?;
            some_dot(s, turned, b)
        },
    },
    Entry {
        name: "transposed_dot",
        algebra: "(x·y)ᵀ = yᵀ·xᵀ",
        condition: "",
        level: Exact,
        roots: &["transpose"],
        apply: transposed_dot,
        instance: |s| {
            let (a, b) = factors(s)?;
            let dot = matrix_dot(s, a, b)?;
            s.transpose(dot, &[1, 0])
        },
    },
    Entry {
        name: "dot_of_zero",
        algebra: "0·y = 0",
        condition: "",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_zero,
        instance: |s| {
            let (a, b) = factors(s)?;
            let ty = s.ty(a);
            let zero = s.zero(&ty)?;
            some_dot(s, zero, b)
        },
    },
    Entry {
        name: "dot_of_repeated",
        algebra: "dot(broadcast x, y) = broadcast dot(x, Σ y)",
        condition: "",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_repeated,
        instance: |s| {
            let shape = s.shape_of(1);
            let x = s.floats(&shape);
            let wide = s.some_broadcast(x)?;
            let y = s.any();
            some_dot(s, wide, y)
        },
    },
    Entry {
        name: "sum_of_dot",
        algebra: "Σᵢ x·y = (Σᵢ x)·y",
        condition: "the sum starts from zero",
        level: Reassociate,
        roots: &["reduce"],
        apply: sum_of_dot,
        instance: |s| {
            let (a, b) = factors(s)?;
            let dot = matrix_dot(s, a, b)?;
            let dimensions = s.random.pick(&[&[0i64, 1][..], &[0], &[1]]);
            s.sum(dot, dimensions)
        },
    },
    Entry {
        name: "slice_of_dot",
        algebra: "(x·y)[i, j] = x[i]·y[j]",
        condition: "",
        level: Exact,
        roots: &["slice"],
        apply: slice_of_dot,
        instance: |s| {
            let (a, b) = factors(s)?;
            let dot = some_dot(s, a, b)?;
            s.some_slice(dot)
        },
    },
    Entry {
        name: "dynamic_slice_of_dot",
        algebra: "dynamic_slice(x·y, i, j) = dynamic_slice(x, i)·dynamic_slice(y, j)",
        condition: "",
        level: Exact,
        roots: &["dynamic_slice"],
        apply: dynamic_slice_of_dot,
        instance: |s| {
            let (a, b) = factors(s)?;
            let dot = matrix_dot(s, a, b)?;
            let index = Type::tensor([], Type::integer(32));
            let starts = [s.input(&index), s.input(&index)];
            let sizes = zymase_ir::Attribute::i64_array([1, 2]);
            s.with("dynamic_slice", &[dot, starts[0], starts[1]], &[("slice_sizes", sizes)])
        },
    },
    Entry {
        name: "dot_of_padded",
        algebra: "pad(x, 0)·y = x·y[cut]; where the padding is not summed over, pad(x·y, 0)",
        condition: "the padding is zero and not negative",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_padded,
        instance: |s| {
            let (a, b) = factors(s)?;
            let padded = s.some_pad(a, 0.0)?;
            some_dot(s, padded, b)
        },
    },
    Entry {
        name: "dot_of_scaled",
        algebra: "(u∘x)·y = u∘(x·y)",
        condition: "u does not depend on what is summed over",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_scaled,
        instance: |s| {
            let (a, b) = factors(s)?;
            let shape = s.shape(a);
            let u = s.floats(&shape[..1]);
            let wide = s.broadcast(u, &[0], &shape)?;
            let scaled = s.multiply(a, wide)?;
            matrix_dot(s, scaled, b)
        },
    },
    Entry {
        name: "scale_to_other_factor",
        algebra: "(x∘u)·y = x·(u∘y)",
        condition: "u depends on what is summed over only",
        level: Reassociate,
        roots: &["dot_general"],
        apply: scale_to_other_factor,
        instance: |s| {
            let (a, b) = factors(s)?;
            let shape = s.shape(a);
            let u = s.floats(&shape[1..]);
            let wide = s.broadcast(u, &[1], &shape)?;
            let scaled = s.multiply(a, wide)?;
            matrix_dot(s, scaled, b)
        },
    },
    Entry {
        name: "dot_of_negated",
        algebra: "(-x)·y = -(x·y)",
        condition: "",
        level: Exact,
        roots: &["dot_general"],
        apply: dot_of_negated,
        instance: |s| {
            let (a, b) = factors(s)?;
            let opposite = s.op("negate", &[a])?;
            some_dot(s, opposite, b)
        },
    },
    Entry {
        name: "dot_of_both_reversed",
        algebra: "reverse(x)·reverse(y) = x·y over the reversed dimension",
        condition: "",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_both_reversed,
        instance: |s| {
            let (a, b) = factors(s)?;
            let (a, b) = (s.reverse(a, &[1])?, s.reverse(b, &[0])?);
            matrix_dot(s, a, b)
        },
    },
    Entry {
        name: "product_over_one",
        algebra: "Σₖ xᵢₖ·yₖⱼ = xᵢ·yⱼ where k has size one",
        condition: "",
        level: Exact,
        roots: &["dot_general"],
        apply: product_over_one,
        instance: |s| {
            let (m, n) = (s.size(), s.size());
            let (a, b) = (s.floats(&[m, 1]), s.floats(&[1, n]));
            matrix_dot(s, a, b)
        },
    },
    Entry {
        name: "sum_of_product_with_repeated",
        algebra: "Σₖ x∘broadcast(y) = x·y",
        condition: "a factor is repeated along what is kept",
        level: Reassociate,
        roots: &["reduce"],
        apply: sum_of_product,
        instance: |s| {
            let shape = s.shape_of(3);
            let (x, y) = (s.floats(&[shape[0], shape[1]]), s.floats(&[shape[1], shape[2]]));
            let x = s.broadcast(x, &[0, 1], &shape)?;
            let y = s.broadcast(y, &[1, 2], &shape)?;
            let both = s.multiply(x, y)?;
            s.sum(both, &[1])
        },
    },
    Entry {
        name: "plain_dot",
        algebra: "dot(x, y) = dot_general(x, y)",
        condition: "",
        level: Exact,
        roots: &["dot"],
        apply: plain_dot,
        instance: |s| {
            let (a, b) = factors(s)?;
            s.op("dot", &[a, b])
        },
    },
];

pub fn rules() -> Vec<Rule> {
    ENTRIES.iter().map(|entry| entry.rule("dot")).collect()
}

/// Two matrices that can be multiplied.
pub fn factors(s: &mut Sample) -> Option<(Value, Value)> {
    let (m, k, n) = (s.size(), s.size(), s.size());
    Some((s.floats(&[m, k]), s.floats(&[k, n])))
}

pub fn matrix_dot(s: &mut Sample, a: Value, b: Value) -> Option<Value> {
    let numbers = DotDimensionNumbers {
        lhs_contracting: vec![s.rank(a) as i64 - 1],
        rhs_contracting: vec![0],
        ..DotDimensionNumbers::default()
    };
    let element = s.element(a);
    s.dot(a, b, numbers, &element, None)
}

/// A product over dimensions that fit by chance: one is a batch dimension or summed over, or none is.
pub fn some_dot(s: &mut Sample, a: Value, b: Value) -> Option<Value> {
    let (left, right) = (s.shape(a), s.shape(b));
    let mut numbers = DotDimensionNumbers::default();
    let mut used = vec![false; right.len()];
    for at in s.random.shuffled(left.len()) {
        let fits: Vec<usize> = (0..right.len()).filter(|to| !used[*to] && right[*to] == left[at as usize]).collect();
        if let Some(to) = fits.first() {
            used[*to] = true;
            let is_batch = s.random.between(0, 2) == 0;
            let (x, y) = match is_batch {
                true => (&mut numbers.lhs_batching, &mut numbers.rhs_batching),
                false => (&mut numbers.lhs_contracting, &mut numbers.rhs_contracting),
            };
            x.push(at);
            y.push(*to as i64);
        }
    }
    let element = s.element(a);
    s.dot(a, b, numbers, &element, None)
}

/// Tries something with each factor of the product that is offered, as the first one.
fn each_factor(site: &mut Site, mut change: impl FnMut(&mut Site, &Product, usize) -> Option<Value>) -> Option<Value> {
    let of = Product::of_op(site, site.op)?;
    (0..2).find_map(|place| change(site, &of, place))
}

fn exchanged(of: &Product, place: usize, factor: Factor) -> [Factor; 2] {
    let mut factors = of.factors.clone();
    factors[place] = factor;
    factors
}

fn dot_of_transposed(site: &mut Site) -> Option<Value> {
    each_factor(site, |site, of, place| {
        let factor = untransposed(site.ir(), &of.factors[place])?;
        of.with(site, exchanged(of, place, factor), &of.out)
    })
}

fn transposed_dot(site: &mut Site) -> Option<Value> {
    let permutation = site.numbers(site.op, "permutation")?;
    let of = Product::of(site, site.operand(0)?)?;
    let out: Vec<Label> = permutation.iter().map(|at| of.out[*at as usize]).collect();
    let made = of.with(site, of.factors.clone(), &out)?;
    // Where the result must be turned all the same nothing is won.
    site.from(made, "dot_general").map(|_| made)
}

fn dot_of_repeated(site: &mut Site) -> Option<Value> {
    each_factor(site, |site, of, place| {
        let factor = &of.factors[place];
        let repeated = repeated(site, factor.value)?;
        let labels: Vec<Label> = repeated.dimensions.iter().map(|at| factor.labels[*at as usize]).collect();
        // What both factors repeat, and is summed over, would be a number of equal terms.
        let other = &of.factors[1 - place];
        let lost = factor.labels.iter().filter(|label| !labels.contains(label));
        if lost.clone().any(|label| !other.labels.contains(label) && of.is_contracted(*label)) {
            return None;
        }
        let mut sizes = Sizes::default();
        of.factors.iter().for_each(|factor| sizes.learn(site, factor));
        let factors = exchanged(of, place, Factor { value: repeated.source, labels });
        product(site, factors, &of.out, &sizes, Some(of.op))
    })
}

fn sum_of_dot(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let of = Product::of(site, value)?;
    let kept = (0..of.out.len()).filter(|at| !dimensions.contains(&(*at as i64)));
    let out: Vec<Label> = kept.map(|at| of.out[at]).collect();
    of.with(site, of.factors.clone(), &out)
}

fn slice_of_dot(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let of = Product::of(site, site.operand(0)?)?;
    let mut factors = of.factors.clone();
    for factor in &mut factors {
        let mut inner = Cut::all(&site.shape(factor.value));
        for (at, label) in factor.labels.iter().enumerate() {
            if let Some(place) = of.out.iter().position(|other| other == label) {
                (inner.start[at], inner.limit[at], inner.stride[at]) =
                    (cut.start[place], cut.limit[place], cut.stride[place]);
            }
        }
        factor.value = site.slice(factor.value, &inner)?;
    }
    of.with(site, factors, &of.out)
}

fn dynamic_slice_of_dot(site: &mut Site) -> Option<Value> {
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let operands = site.operands();
    let of = Product::of(site, operands[0])?;
    let starts = &operands[1..];
    let mut factors = of.factors.clone();
    for factor in &mut factors {
        let shape = site.shape(factor.value);
        let index = site.ty(*starts.first()?);
        let zero = site.zero(&index)?;
        let (mut at_starts, mut at_sizes) = (vec![zero; shape.len()], shape.clone());
        for (at, label) in factor.labels.iter().enumerate() {
            if let Some(place) = of.out.iter().position(|other| other == label) {
                (at_starts[at], at_sizes[at]) = (starts[place], sizes[place]);
            }
        }
        if at_sizes != shape {
            let operands = [&[factor.value][..], &at_starts].concat();
            let attribute = [("slice_sizes", zymase_ir::Attribute::i64_array(at_sizes))];
            factor.value = site.with("dynamic_slice", &operands, &attribute)?;
        }
    }
    of.with(site, factors, &of.out)
}

fn dot_of_padded(site: &mut Site) -> Option<Value> {
    each_factor(site, |site, of, place| {
        let op = site.from(of.factors[place].value, "pad")?;
        let padding = site.padding(op)?;
        let (inner, with) = (site.first(op)?, site.ir()[op].operand(1)?);
        let is_negative = [&padding.low, &padding.high].iter().any(|list| list.iter().any(|amount| *amount < 0));
        let sizes = site.shape(inner);
        if !site.is_zero(with) || is_negative || sizes.contains(&0) {
            return None;
        }
        let mut factors = exchanged(of, place, Factor { value: inner, labels: of.factors[place].labels.clone() });
        let other = factors[1 - place].clone();
        // What stands opposite to zeros is cut out of the other factor.
        let mut cut = Cut::all(&site.shape(other.value));
        let rank = of.out.len();
        let mut around = Padding { low: vec![0; rank], high: vec![0; rank], interior: vec![0; rank] };
        for (at, label) in of.factors[place].labels.iter().enumerate() {
            let (low, step) = (padding.low[at], padding.interior[at] + 1);
            if let Some(to) = other.labels.iter().position(|other| other == label) {
                (cut.start[to], cut.limit[to], cut.stride[to]) = (low, low + (sizes[at] - 1) * step + 1, step);
            }
            if let Some(to) = of.out.iter().position(|other| other == label) {
                (around.low[to], around.high[to], around.interior[to]) = (low, padding.high[at], padding.interior[at]);
            }
        }
        factors[1 - place].value = site.slice(other.value, &cut)?;
        let mut known = Sizes::default();
        factors.iter().for_each(|factor| known.learn(site, factor));
        let made = product(site, factors, &of.out, &known, Some(of.op))?;
        let element = site.element(made);
        let zero = site.zero_scalar(&element)?;
        site.pad(made, zero, &around)
    })
}

fn dot_of_zero(site: &mut Site) -> Option<Value> {
    let result = site.result()?;
    let any = site.operands().into_iter().any(|operand| site.is_zero(operand));
    if !any || !site.is_static(result) {
        return None;
    }
    let ty = site.ty(result);
    site.zero(&ty)
}

/// A product of elements of which one factor is repeated: the other, the source, and the dimensions it has.
fn scaled(site: &mut Site, value: Value) -> Option<(Value, Value, Vec<i64>)> {
    let op = site.from(value, "multiply")?;
    let (x, y) = (site.ir()[op].operand(0)?, site.ir()[op].operand(1)?);
    for (x, y) in [(x, y), (y, x)] {
        if let Some(repeated) = repeated(site, y) {
            return Some((x, repeated.source, repeated.dimensions));
        }
    }
    None
}

/// As [`scaled`], all ways.
fn scalings(site: &mut Site, value: Value) -> Vec<(Value, Value, Vec<i64>)> {
    let Some(op) = site.from(value, "multiply") else { return Vec::new() };
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let mut found = Vec::new();
    for (x, y) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some(repeated) = repeated(site, y) {
            found.push((x, repeated.source, repeated.dimensions));
        }
    }
    found
}

fn dot_of_scaled(site: &mut Site) -> Option<Value> {
    each_factor(site, |site, of, place| {
        for (x, source, dimensions) in scalings(site, of.factors[place].value) {
            let labels: Vec<Label> = dimensions.iter().map(|at| of.factors[place].labels[*at as usize]).collect();
            if labels.iter().any(|label| of.is_contracted(*label)) {
                continue;
            }
            let factor = Factor { value: x, labels: of.factors[place].labels.clone() };
            let made = of.with(site, exchanged(of, place, factor), &of.out)?;
            let to: Vec<i64> = labels
                .iter()
                .map(|label| of.out.iter().position(|other| other == label).map(|at| at as i64))
                .collect::<Option<_>>()?;
            let shape = site.shape(made);
            let wide = spread(site, source, &to, &shape)?;
            return site.multiply(made, wide);
        }
        None
    })
}

/// A broadcast to dimensions in any order.
pub fn spread(site: &mut Site, source: Value, to: &[i64], shape: &[i64]) -> Option<Value> {
    let mut order: Vec<usize> = (0..to.len()).collect();
    order.sort_unstable_by_key(|at| to[*at]);
    let permutation: Vec<i64> = order.iter().map(|at| *at as i64).collect();
    let turned = site.transpose(source, &permutation)?;
    let dimensions: Vec<i64> = order.iter().map(|at| to[*at]).collect();
    site.broadcast(turned, &dimensions, shape)
}

fn scale_to_other_factor(site: &mut Site) -> Option<Value> {
    each_factor(site, |site, of, place| {
        let (x, source, dimensions) = scaled(site, of.factors[place].value)?;
        let labels: Vec<Label> = dimensions.iter().map(|at| of.factors[place].labels[*at as usize]).collect();
        let other = of.factors[1 - place].clone();
        let to: Vec<i64> = labels
            .iter()
            .map(|label| other.labels.iter().position(|other| other == label).map(|at| at as i64))
            .collect::<Option<_>>()?;
        let shape = site.shape(other.value);
        let wide = spread(site, source, &to, &shape)?;
        let moved = site.multiply(other.value, wide)?;
        let mut factors = exchanged(of, place, Factor { value: x, labels: of.factors[place].labels.clone() });
        factors[1 - place].value = moved;
        of.with(site, factors, &of.out)
    })
}

fn dot_of_negated(site: &mut Site) -> Option<Value> {
    each_factor(site, |site, of, place| {
        let op = site.from(of.factors[place].value, "negate")?;
        let factor = Factor { value: site.first(op)?, labels: of.factors[place].labels.clone() };
        let made = of.with(site, exchanged(of, place, factor), &of.out)?;
        site.op("negate", &[made])
    })
}

fn dot_of_both_reversed(site: &mut Site) -> Option<Value> {
    let of = Product::of_op(site, site.op)?;
    let mut factors = of.factors.clone();
    let mut reversed: Vec<Vec<Label>> = Vec::new();
    for factor in &mut factors {
        let op = site.from(factor.value, "reverse")?;
        let dimensions = site.numbers(op, "dimensions")?;
        reversed.push(dimensions.iter().map(|at| factor.labels[*at as usize]).collect());
        factor.value = site.first(op)?;
    }
    reversed.iter_mut().for_each(|labels| labels.sort_unstable());
    let is_summed = reversed[0].iter().all(|label| of.is_contracted(*label));
    if reversed[0] != reversed[1] || !is_summed {
        return None;
    }
    of.with(site, factors, &of.out)
}

fn product_over_one(site: &mut Site) -> Option<Value> {
    let of = Product::of_op(site, site.op)?;
    let mut sizes = Sizes::default();
    of.factors.iter().for_each(|factor| sizes.learn(site, factor));
    let all = of.factors[0].labels.clone();
    if all.iter().filter(|label| of.is_contracted(**label)).any(|label| sizes.get(*label) != Some(1)) {
        return None;
    }
    let shape = sizes.shape(&of.out)?;
    let mut wide = Vec::new();
    for factor in &of.factors {
        let kept: Vec<Label> = factor.labels.iter().copied().filter(|label| !of.is_contracted(*label)).collect();
        let source = site.reshape(factor.value, &sizes.shape(&kept)?)?;
        let to: Vec<i64> = kept
            .iter()
            .map(|label| of.out.iter().position(|other| other == label).map(|at| at as i64))
            .collect::<Option<_>>()?;
        wide.push(spread(site, source, &to, &shape)?);
    }
    site.multiply(wide[0], wide[1])
}

fn sum_of_product(site: &mut Site) -> Option<Value> {
    let (value, summed) = site.sum_of(site.op)?;
    let op = site.from(value, "multiply")?;
    if !site.element(value).is_float() {
        return None;
    }
    let labels: Vec<Label> = (0..site.rank(value) as Label).collect();
    let mut sizes = Sizes::default();
    sizes.learn(site, &Factor { value, labels: labels.clone() });
    let mut factors = Vec::new();
    let mut is_smaller = false;
    for operand in site.ir()[op].operands().collect::<Vec<_>>() {
        match repeated(site, operand) {
            Some(found) if !found.dimensions.is_empty() => {
                let kept: Vec<Label> = found.dimensions.iter().map(|at| *at as Label).collect();
                is_smaller |= labels.iter().any(|label| !kept.contains(label) && !summed.contains(&i64::from(*label)));
                factors.push(Factor { value: found.source, labels: kept });
            }
            _ => factors.push(Factor { value: operand, labels: labels.clone() }),
        }
    }
    let [a, b] = <[Factor; 2]>::try_from(factors).ok()?;
    let out: Vec<Label> = labels.iter().copied().filter(|label| !summed.contains(&i64::from(*label))).collect();
    // A label that neither has would be a number of equal terms.
    let is_lost = |label: &Label| !a.labels.contains(label) && !b.labels.contains(label) && !out.contains(label);
    if !is_smaller || labels.iter().any(is_lost) {
        return None;
    }
    product(site, [a, b], &out, &sizes, None)
}

fn plain_dot(site: &mut Site) -> Option<Value> {
    let (a, b) = (site.operand(0)?, site.operand(1)?);
    let numbers = DotDimensionNumbers {
        lhs_contracting: vec![site.rank(a) as i64 - 1],
        rhs_contracting: vec![0],
        ..DotDimensionNumbers::default()
    };
    let element = site.element(site.result()?);
    let op = site.op;
    site.dot(a, b, numbers, &element, Some(op))
}
