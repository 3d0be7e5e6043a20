//! Several products: the order in which a chain is multiplied, factors that sums of products share, products side by side.

use super::dot::{factors, matrix_dot};
use crate::optimise::einsum::{Factor, Label, Product, Sizes, product};
use crate::optimise::rule::Level::{Exact, Reassociate};
use crate::optimise::rule::{Entry, Rule};
use crate::optimise::site::{Site, short};
use zymase_ir::{Attribute, Op, Value};

const ENTRIES: &[Entry] = &[
    Entry {
        name: "reassociate_chain",
        algebra: "(x·y)·z = x·(y·z)",
        condition: "where that takes fewer operations",
        level: Reassociate,
        roots: &["dot_general"],
        apply: reassociate_chain,
        instance: |s| {
            let n = s.random.between(4, 6);
            let (a, b) = (s.floats(&[n, n]), s.floats(&[n, n]));
            let c = s.floats(&[n]);
            if s.random.between(0, 1) == 0 {
                let inner = matrix_dot(s, a, b)?;
                return matrix_dot(s, inner, c);
            }
            let inner = matrix_dot(s, a, b)?;
            matrix_dot(s, c, inner)
        },
    },
    Entry {
        name: "factor_out_of_dots",
        algebra: "x·y + x·z = x·(y + z)",
        condition: "",
        level: Reassociate,
        roots: &["add", "subtract"],
        apply: factor_out_of_dots,
        instance: |s| {
            let (a, b) = factors(s)?;
            let shape = s.shape(b);
            let c = s.floats(&shape);
            let (x, y) = (matrix_dot(s, a, b)?, matrix_dot(s, a, c)?);
            let name = s.random.pick(&["add", "subtract"]);
            s.op(name, &[x, y])
        },
    },
    Entry {
        name: "factor_out_of_sum_of_dots",
        algebra: "(w + x·y) + x·z = w + x·(y + z)",
        condition: "",
        level: Reassociate,
        roots: &["add"],
        apply: factor_out_of_sum_of_dots,
        instance: |s| {
            let (a, b) = factors(s)?;
            let shape = s.shape(b);
            let c = s.floats(&shape);
            let (x, y) = (matrix_dot(s, a, b)?, matrix_dot(s, a, c)?);
            let shape = s.shape(x);
            let w = s.floats(&shape);
            let inner = s.add(w, x)?;
            s.add(inner, y)
        },
    },
    Entry {
        name: "concatenated_dots",
        algebra: "[x₁·y, x₂·y] = [x₁, x₂]·y",
        condition: "",
        level: Exact,
        roots: &["concatenate"],
        apply: concatenated_dots,
        instance: |s| {
            let (a, b) = factors(s)?;
            let columns = s.shape(a)[1];
            let rows = s.size();
            let c = s.floats(&[rows, columns]);
            let (x, y) = (matrix_dot(s, a, b)?, matrix_dot(s, c, b)?);
            s.concatenate(&[x, y], 0)
        },
    },
    Entry {
        name: "negated_dot_of_negated",
        algebra: "-((-x)·y) = x·y",
        condition: "",
        level: Exact,
        roots: &["negate"],
        apply: negated_dot,
        instance: |s| {
            let (a, b) = factors(s)?;
            let opposite = s.op("negate", &[a])?;
            let dot = matrix_dot(s, opposite, b)?;
            s.op("negate", &[dot])
        },
    },
];

pub fn rules() -> Vec<Rule> {
    ENTRIES.iter().map(|entry| entry.rule("chains of products")).collect()
}

/// Multiplications that a product over labels takes.
fn work(labels: &[Label], sizes: &Sizes) -> Option<u128> {
    labels.iter().try_fold(1u128, |product, label| product.checked_mul(u128::try_from(sizes.get(*label)?).ok()?))
}

fn union(a: &[Label], b: &[Label]) -> Vec<Label> {
    let mut all = a.to_vec();
    all.extend(b.iter().filter(|label| !a.contains(label)));
    all
}

fn reassociate_chain(site: &mut Site) -> Option<Value> {
    let outer = Product::of_op(site, site.op)?;
    let mut best: Option<(u128, [Factor; 3], Vec<Label>, Sizes, Op)> = None;
    for place in 0..2 {
        let Some(inner) = Product::of(site, outer.factors[place].value) else { continue };
        let third = outer.factors[1 - place].clone();
        // The labels of the inner product in terms of the outer.
        let mut next = outer.fresh();
        let mut names: Vec<(Label, Label)> =
            inner.out.iter().copied().zip(outer.factors[place].labels.clone()).collect();
        let mut renamed = inner.factors.clone();
        for factor in &mut renamed {
            for label in &mut factor.labels {
                let known = names.iter().find(|(from, _)| from == label).map(|(_, to)| *to);
                *label = known.unwrap_or_else(|| {
                    names.push((*label, next));
                    next += 1;
                    next - 1
                });
            }
        }
        let mut sizes = Sizes::default();
        renamed.iter().chain([&third]).for_each(|factor| sizes.learn(site, factor));
        let [x, y] = renamed;
        let inner_labels = outer.factors[place].labels.clone();
        let now = work(&union(&x.labels, &y.labels), &sizes)?
            .checked_add(work(&union(&inner_labels, &third.labels), &sizes)?)?;
        for (first, second) in [(x.clone(), y.clone()), (y, x)] {
            // first · (second · third)
            let both = union(&second.labels, &third.labels);
            let between: Vec<Label> = both
                .iter()
                .copied()
                .filter(|label| first.labels.contains(label) || outer.out.contains(label))
                .collect();
            let then = work(&both, &sizes)?.checked_add(work(&union(&first.labels, &between), &sizes)?)?;
            let shared = second.labels.iter().any(|label| third.labels.contains(label));
            if shared && then < now && best.as_ref().is_none_or(|(work, ..)| then < *work) {
                best = Some((then, [first, second, third.clone()], between, sizes.clone(), inner.op));
            }
        }
    }
    let (_, [first, second, third], between, sizes, inner) = best?;
    let value = product(site, [second, third], &between, &sizes, Some(inner))?;
    let op = site.op;
    product(site, [first, Factor { value, labels: between }], &outer.out, &sizes, Some(op))
}

/// Two products with one factor in common, at the same place: that place.
fn shared_factor(site: &Site, a: Op, b: Op) -> Option<usize> {
    let same = ["dot_dimension_numbers", "precision_config", "algorithm"]
        .iter()
        .all(|name| site.ir().attribute(a, name) == site.ir().attribute(b, name));
    let shared = |place: usize| {
        let (x, y) = (site.ir()[a].operand(place), site.ir()[b].operand(place));
        let others = (site.ir()[a].operand(1 - place), site.ir()[b].operand(1 - place));
        x == y && others.0.zip(others.1).is_some_and(|(x, y)| site.ty(x) == site.ty(y))
    };
    (0..2).find(|place| same && shared(*place))
}

/// The product of the shared factor with a sum or difference of the others.
fn joined(site: &mut Site, name: &str, a: Value, b: Value) -> Option<Value> {
    let (x, y) = (site.from(a, "dot_general")?, site.from(b, "dot_general")?);
    Product::of_op(site, x)?;
    let place = shared_factor(site, x, y)?;
    let (first, second) = (site.ir()[x].operand(1 - place)?, site.ir()[y].operand(1 - place)?);
    let sum = site.op(name, &[first, second])?;
    let mut operands: Vec<Value> = site.ir()[x].operands().collect();
    operands[1 - place] = sum;
    let ty = site.ty(a);
    site.again(x, &operands, ty)
}

fn factor_out_of_dots(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let name = short(site.ir(), site.op)?.to_owned();
    joined(site, &name, operands[0], operands[1])
}

fn factor_out_of_sum_of_dots(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    for (sum, dot) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some(inner) = site.from(sum, "add") else { continue };
        let terms: Vec<Value> = site.ir()[inner].operands().collect();
        for (rest, other) in [(terms[0], terms[1]), (terms[1], terms[0])] {
            if let Some(made) = joined(site, "add", other, dot) {
                return site.add(rest, made);
            }
        }
    }
    None
}

fn concatenated_dots(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let dimension = usize::try_from(site.number(site.op, "dimension")?).ok()?;
    let products: Vec<Product> = operands.iter().map(|value| Product::of(site, *value)).collect::<Option<_>>()?;
    let first = products.first()?.clone();
    let label = *first.out.get(dimension)?;
    let place = (0..2).find(|place| first.factors[*place].labels.contains(&label))?;
    let is_batch = first.factors[1 - place].labels.contains(&label);
    let same = |other: &Product| {
        let attribute = |op: Op, name: &str| site.ir().attribute(op, name).cloned();
        ["dot_dimension_numbers", "precision_config", "algorithm"]
            .iter()
            .all(|name| attribute(first.op, name) == attribute(other.op, name))
            && first.factors[1 - place].value == other.factors[1 - place].value
    };
    if is_batch || products.len() < 2 || !products.iter().all(same) {
        return None;
    }
    let at = first.factors[place].labels.iter().position(|other| *other == label)? as i64;
    let parts: Vec<Value> = products.iter().map(|product| product.factors[place].value).collect();
    let whole = site.with("concatenate", &parts, &[("dimension", Attribute::i64(at))])?;
    let mut factors = first.factors.clone();
    factors[place].value = whole;
    let mut sizes = Sizes::default();
    factors.iter().for_each(|factor| sizes.learn(site, factor));
    product(site, factors, &first.out, &sizes, Some(first.op))
}

/// `-((-x)·y) = x·y`.
fn negated_dot(site: &mut Site) -> Option<Value> {
    let of = Product::of(site, site.operand(0)?)?;
    for place in 0..2 {
        if let Some(op) = site.from(of.factors[place].value, "negate") {
            let mut factors = of.factors.clone();
            factors[place].value = site.first(op)?;
            return of.with(site, factors, &of.out);
        }
    }
    None
}
