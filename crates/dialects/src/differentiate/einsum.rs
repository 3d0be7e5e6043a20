//! Sums of products along named dimensions, written in operations that have rules: diagonals by a mask, sums, a dot product
//! and a transposition.

use super::Entry;
use super::derived::{Expansion, forward, reverse};
use super::matrices::{compare, select};
use super::operations::{convert, shape, sum_over, transpose};
use crate::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::derivative::{ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Type, Value};
use zymase_tensor::einsum::{Equation, distinct};

pub(super) const TABLE: &[Entry] = &[
    ("einsum", ForwardRule(forward::<Einsum>), ReverseRule(reverse::<Einsum>)),
    ("unary_einsum", ForwardRule(forward::<Einsum>), ReverseRule(reverse::<Einsum>)),
];

struct Einsum;

/// A tensor whose dimensions have names.
struct Named {
    value: Value,
    names: Vec<char>,
}

impl Named {
    fn place(&self, name: char) -> Option<usize> {
        self.names.iter().position(|own| *own == name)
    }

    fn places(&self, names: &[char]) -> Vec<i64> {
        names.iter().filter_map(|name| Some(self.place(*name)? as i64)).collect()
    }

    /// Each name once: the elements off the diagonal become zeros, and one of both dimensions is summed over.
    fn diagonal(mut self, site: &mut Site) -> Result<Named> {
        let repeated = |(place, name): (usize, &char)| self.place(*name).filter(|first| *first < place);
        let pairs: Vec<(usize, usize)> =
            (0..self.names.len()).filter_map(|place| Some((repeated((place, &self.names[place]))?, place))).collect();
        for (first, second) in &pairs {
            let sizes = shape(site, self.value);
            if sizes[*first] != sizes[*second] {
                return Err(site.error("has no diagonal where a letter occurs twice"));
            }
            let numbers = Type::tensor(sizes, Type::integer(64));
            let [rows, columns] = [*first, *second].map(|dimension| {
                let counted = [("iota_dimension", Attribute::i64(dimension as i64))];
                site.typed("stablehlo.iota", &[], &counted, numbers.clone())
            });
            let is_diagonal = compare(site, "EQ", rows?, columns?)?;
            let ty = site.ty(self.value);
            let zero = site.null(&ty)?;
            self.value = select(site, is_diagonal, self.value, zero)?;
        }
        let gone: Vec<i64> = pairs.iter().map(|(_, second)| *second as i64).collect();
        self.value = sum_over(site, self.value, &gone)?;
        self.names = distinct(&self.names);
        Ok(self)
    }

    /// The sum along the dimensions whose names are not among these.
    fn summed(self, site: &mut Site, keep: &[char]) -> Result<Named> {
        let (kept, gone): (Vec<char>, Vec<char>) = self.names.iter().partition(|name| keep.contains(name));
        let value = sum_over(site, self.value, &self.places(&gone))?;
        Ok(Named { value, names: kept })
    }
}

fn product(site: &mut Site, a: &Named, b: &Named, wanted: &[char]) -> Result<Named> {
    let shared: Vec<char> = a.names.iter().copied().filter(|name| b.names.contains(name)).collect();
    let (batch, contracted): (Vec<char>, Vec<char>) = shared.iter().partition(|name| wanted.contains(name));
    let numbers = DotDimensionNumbers {
        lhs_batching: a.places(&batch),
        rhs_batching: b.places(&batch),
        lhs_contracting: a.places(&contracted),
        rhs_contracting: b.places(&contracted),
    };
    let attributes = [("dot_dimension_numbers", Attribute::dialect(numbers))];
    let value = site.value("stablehlo.dot_general", &[a.value, b.value], &attributes)?;
    let free =
        |side: &Named| -> Vec<char> { side.names.iter().copied().filter(|name| !shared.contains(name)).collect() };
    Ok(Named { value, names: [batch.clone(), free(a), free(b)].concat() })
}

impl Expansion for Einsum {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let text = site.ir().attribute(site.op, "einsum_config").and_then(Attribute::as_str).unwrap_or_default();
        let ranks: Vec<usize> = operands.iter().map(|value| shape(site, *value).len()).collect();
        let equation = Equation::parse(text, &ranks).map_err(|problem| site.error(problem.to_string()))?;
        let result = site.ty(site.result(0)?);
        let mut sides = Vec::with_capacity(operands.len());
        for (value, names) in operands.iter().zip(equation.operands) {
            let value = convert(site, *value, result.element())?;
            sides.push(Named { value, names }.diagonal(site)?);
        }
        let wanted = equation.result;
        let second = sides.pop().ok_or_else(|| site.error("has no operands"))?;
        let combined = match sides.pop() {
            None => second.summed(site, &wanted)?,
            Some(first) => {
                let keeps = [&first, &second].map(|side| [&wanted[..], &side.names].concat());
                let (first, second) = (first.summed(site, &keeps[1])?, second.summed(site, &keeps[0])?);
                product(site, &first, &second, &wanted)?
            }
        };
        Ok(vec![transpose(site, combined.value, &combined.places(&wanted))?])
    }
}
