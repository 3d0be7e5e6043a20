//! Products of tensors by labels: every dimension has a label, equal labels belong together, and labels that the result
//! lacks are summed over. Rules on `dot_general` change labels and let this find the dimension numbers.

use super::make::inverse;
use super::site::{Site, from, numbers};
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::{Ir, Op, Type, Value};

pub type Label = u32;

/// A factor with the labels of its dimensions.
#[derive(Clone, Debug)]
pub struct Factor {
    pub value: Value,
    pub labels: Vec<Label>,
}

/// A `dot_general` by its labels.
#[derive(Clone, Debug)]
pub struct Product {
    pub op: Op,
    pub factors: [Factor; 2],
    pub out: Vec<Label>,
}

impl Product {
    /// The product that a value is; elements of both factors and of the result must be the same.
    pub fn of(site: &Site, value: Value) -> Option<Product> {
        let op = site.from(value, "dot_general")?;
        Product::of_op(site, op)
    }

    pub fn of_op(site: &Site, op: Op) -> Option<Product> {
        let numbers = site.dot_numbers(op)?;
        let (a, b) = (site.ir()[op].operand(0)?, site.ir()[op].operand(1)?);
        let result = *site.ir()[op].results().first()?;
        let element = site.element(result);
        let fits = [a, b].iter().all(|value| site.is_static(*value) && site.element(*value) == element);
        if !fits || !(element.is_float() || element.is_integer() || element.as_complex().is_some()) {
            return None;
        }
        let (left, right) = (site.rank(a), site.rank(b));
        let mut next = 0;
        let mut labels = [vec![Label::MAX; left], vec![Label::MAX; right]];
        let mut out = Vec::new();
        let mut fresh = || {
            next += 1;
            next - 1
        };
        for (x, y) in numbers.lhs_batching.iter().zip(&numbers.rhs_batching) {
            let label = fresh();
            labels[0][*x as usize] = label;
            labels[1][*y as usize] = label;
            out.push(label);
        }
        for (x, y) in numbers.lhs_contracting.iter().zip(&numbers.rhs_contracting) {
            let label = fresh();
            labels[0][*x as usize] = label;
            labels[1][*y as usize] = label;
        }
        for side in &mut labels {
            for label in side.iter_mut().filter(|label| **label == Label::MAX) {
                *label = fresh();
                out.push(*label);
            }
        }
        let [first, second] = labels;
        Some(Product { op, factors: [Factor { value: a, labels: first }, Factor { value: b, labels: second }], out })
    }

    /// A label that no dimension has.
    pub fn fresh(&self) -> Label {
        let all = self.factors.iter().flat_map(|factor| &factor.labels).chain(&self.out);
        all.max().map_or(0, |label| label + 1)
    }

    pub fn is_contracted(&self, label: Label) -> bool {
        !self.out.contains(&label)
    }

    /// The same product of other factors.
    pub fn with(&self, site: &mut Site, factors: [Factor; 2], out: &[Label]) -> Option<Value> {
        let mut sizes = Sizes::default();
        for (factor, old) in factors.iter().zip(&self.factors) {
            sizes.learn(site, old);
            sizes.learn(site, factor);
        }
        product(site, factors, out, &sizes, Some(self.op))
    }
}

/// The sizes that labels stand for.
#[derive(Clone, Debug, Default)]
pub struct Sizes(Vec<(Label, i64)>);

impl Sizes {
    pub fn learn(&mut self, site: &Site, factor: &Factor) {
        for (label, size) in factor.labels.iter().zip(site.shape(factor.value)) {
            self.0.retain(|(other, _)| other != label);
            self.0.push((*label, size));
        }
    }

    pub fn get(&self, label: Label) -> Option<i64> {
        self.0.iter().find(|(other, _)| *other == label).map(|(_, size)| *size)
    }

    pub fn set(&mut self, label: Label, size: i64) {
        self.0.retain(|(other, _)| *other != label);
        self.0.push((label, size));
    }

    pub fn shape(&self, labels: &[Label]) -> Option<Vec<i64>> {
        labels.iter().map(|label| self.get(*label)).collect()
    }
}

/// The sum of products over all labels that `out` lacks.
pub fn product(site: &mut Site, factors: [Factor; 2], out: &[Label], sizes: &Sizes, like: Option<Op>) -> Option<Value> {
    let [a, b] = factors;
    let a = peeled(site, a, &b, out);
    let b = peeled(site, b, &a, out);
    let (mut a, mut b) = (a, b);
    // What one factor has for itself and the result lacks is summed first.
    for _ in 0..2 {
        let alone: Vec<Label> =
            a.labels.iter().copied().filter(|label| !b.labels.contains(label) && !out.contains(label)).collect();
        a = summed(site, a, &alone)?;
        std::mem::swap(&mut a, &mut b);
    }
    let element = site.element(a.value);
    let is_scalar = |factor: &Factor| factor.labels.is_empty();
    let made = if is_scalar(&a) || is_scalar(&b) {
        let (scalar, other) = if is_scalar(&a) { (a.value, b) } else { (b.value, a) };
        let shape = site.shape(other.value);
        let spread = site.broadcast(scalar, &[], &shape)?;
        Factor { value: site.multiply(other.value, spread)?, labels: other.labels }
    } else {
        let of = |x: &Factor, y: &Factor| product_order(x, y, out);
        // Of both orders of the factors the one whose result needs no transposition, if there is one.
        let is_in_order = |order: &[Label]| {
            let wanted: Vec<Label> = out.iter().copied().filter(|label| order.contains(label)).collect();
            wanted == order
        };
        let (a, b) = if is_in_order(&of(&a, &b)) || !is_in_order(&of(&b, &a)) { (a, b) } else { (b, a) };
        let position =
            |labels: &[Label], label: Label| labels.iter().position(|other| *other == label).map(|at| at as i64);
        let mut numbers = DotDimensionNumbers::default();
        // Sums keep their order.
        let mut contracted: Vec<Label> = a.labels.iter().copied().filter(|label| !out.contains(label)).collect();
        contracted.sort_unstable();
        for label in out.iter().chain(&contracted) {
            if let (Some(x), Some(y)) = (position(&a.labels, *label), position(&b.labels, *label)) {
                let (left, right) = match out.contains(label) {
                    true => (&mut numbers.lhs_batching, &mut numbers.rhs_batching),
                    false => (&mut numbers.lhs_contracting, &mut numbers.rhs_contracting),
                };
                left.push(x);
                right.push(y);
            }
        }
        let labels = of(&a, &b);
        Factor { value: site.dot(a.value, b.value, numbers, &element, like)?, labels }
    };
    arranged(site, made, out, sizes)
}

/// What a factor repeats, or a transposition of: labels say as much.
fn peeled(site: &mut Site, factor: Factor, other: &Factor, out: &[Label]) -> Factor {
    if let Some(inner) = untransposed(site.ir(), &factor) {
        return peeled(site, inner, other, out);
    }
    let Some(found) = repeated(site, factor.value) else { return factor };
    let labels: Vec<Label> = found.dimensions.iter().map(|at| factor.labels[*at as usize]).collect();
    // What both factors repeat, and is summed over, would be a number of equal terms.
    let is_lost = |label: &&Label| !labels.contains(label) && !other.labels.contains(label) && !out.contains(label);
    if factor.labels.iter().any(|label| is_lost(&label)) {
        return factor;
    }
    peeled(site, Factor { value: found.source, labels }, other, out)
}

/// The labels of the result of a `dot_general` of two factors: batch labels in the order of `out`, then those of one factor alone.
fn product_order(a: &Factor, b: &Factor, out: &[Label]) -> Vec<Label> {
    let batch = out.iter().copied().filter(|label| a.labels.contains(label) && b.labels.contains(label));
    let alone =
        |x: &Factor, y: &Factor| x.labels.iter().copied().filter(|label| !y.labels.contains(label)).collect::<Vec<_>>();
    batch.chain(alone(a, b)).chain(alone(b, a)).collect()
}

/// The sum over some labels.
pub fn summed(site: &mut Site, factor: Factor, labels: &[Label]) -> Option<Factor> {
    if labels.is_empty() {
        return Some(factor);
    }
    let places = (0..factor.labels.len()).filter(|at| labels.contains(&factor.labels[*at]));
    let dimensions: Vec<i64> = places.map(|at| at as i64).collect();
    let value = site.sum(factor.value, &dimensions)?;
    let labels = factor.labels.iter().copied().filter(|label| !labels.contains(label)).collect();
    Some(Factor { value, labels })
}

/// The dimensions of a factor in another order, repeated along those that it lacks.
pub fn arranged(site: &mut Site, factor: Factor, out: &[Label], sizes: &Sizes) -> Option<Value> {
    let kept: Vec<Label> = out.iter().copied().filter(|label| factor.labels.contains(label)).collect();
    if kept.len() != factor.labels.len() {
        return None;
    }
    let place = |label: &Label| factor.labels.iter().position(|other| other == label).map(|at| at as i64);
    let permutation: Vec<i64> = kept.iter().map(place).collect::<Option<_>>()?;
    if kept.len() == out.len() {
        return site.transpose(factor.value, &permutation);
    }
    // A broadcast may name the dimensions in any order, so that nothing need be turned before.
    let dimensions: Vec<i64> = factor
        .labels
        .iter()
        .map(|label| out.iter().position(|other| other == label).map(|at| at as i64))
        .collect::<Option<_>>()?;
    let shape = sizes.shape(out)?;
    if dimensions.windows(2).all(|pair| pair[0] < pair[1]) {
        return site.broadcast(factor.value, &dimensions, &shape);
    }
    let turned = site.transpose(factor.value, &permutation)?;
    let dimensions: Vec<i64> = (0..kept.len()).map(|at| dimensions[permutation[at] as usize]).collect();
    site.broadcast(turned, &dimensions, &shape)
}

/// What a value repeats: the source and, for each of its dimensions, the dimension of the value it becomes. Dimensions of size one that
/// are repeated are dropped by a reshape. Uniform constants repeat a scalar.
pub struct Repeated {
    pub source: Value,
    pub dimensions: Vec<i64>,
}

pub fn repeated(site: &mut Site, value: Value) -> Option<Repeated> {
    if let Some(op) = site.from(value, "broadcast_in_dim") {
        let source = site.first(op)?;
        let dimensions = site.numbers(op, "broadcast_dimensions")?;
        let (small, large) = (site.shape(source), site.shape(value));
        let is_kept = |at: usize| small[at] == large[dimensions[at] as usize];
        let kept: Vec<usize> = (0..small.len()).filter(|at| is_kept(*at)).collect();
        if kept.len() == large.len() {
            return None;
        }
        let shape: Vec<i64> = kept.iter().map(|at| small[*at]).collect();
        let source = site.reshape(source, &shape)?;
        return Some(Repeated { source, dimensions: kept.iter().map(|at| dimensions[*at]).collect() });
    }
    if site.rank(value) > 0 && site.from(value, "constant").is_some() {
        let bytes = super::facts::splat_bytes(site.ir(), value)?;
        let scalar = Type::tensor([], site.element(value));
        let source = site.constant(super::make::filled(&scalar, bytes)?)?;
        return Some(Repeated { source, dimensions: Vec::new() });
    }
    None
}

/// What a value is a transposition of, and the labels this has.
pub fn untransposed(ir: &Ir, factor: &Factor) -> Option<Factor> {
    let op = from(ir, factor.value, "transpose")?;
    let permutation = numbers(ir, op, "permutation")?;
    let back = inverse(&permutation);
    let labels = back.iter().map(|at| factor.labels[*at as usize]).collect();
    Some(Factor { value: ir[op].operand(0)?, labels })
}
