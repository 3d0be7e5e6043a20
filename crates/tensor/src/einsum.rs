//! Sums of products along named dimensions: `ab,bc->ac`.
//!
//! A letter that occurs twice in one operand takes its diagonal. A letter that only one operand has and the result does not
//! is summed first. What is left is a product of `dot_general`, put in the order of the result. `...` stands for the
//! dimensions without letters, which belong to the result as well.

use crate::body::{Body, Combiner};
use crate::convert::convert;
use crate::dot::{DotDimensions, dot_general};
use crate::element::ElementType;
use crate::elementwise::Binary;
use crate::error::{Error, Result, check};
use crate::gather::others;
use crate::layout::View;
use crate::movement;
use crate::reduce::reduce;
use crate::tensor::Tensor;

/// A tensor whose dimensions have names.
#[derive(Clone, Debug)]
struct Named {
    tensor: Tensor,
    names: Vec<char>,
}

/// An equation with a name for every dimension. A name that an operand has twice means the diagonal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    pub operands: Vec<Vec<char>>,
    pub result: Vec<char>,
}

impl Equation {
    /// Reads an equation about operands of these ranks.
    pub fn parse(text: &str, ranks: &[usize]) -> Result<Equation> {
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let (inputs, output) = text.split_once("->").unwrap_or((&text, ""));
        let inputs: Vec<&str> = inputs.split(',').collect();
        check!(inputs.len() == ranks.len(), "`{text}` is not about {} operands", ranks.len());
        let operands: Vec<Vec<char>> =
            inputs.iter().zip(ranks).map(|(input, rank)| names(input, *rank)).collect::<Result<_>>()?;
        let result = if text.contains("->") { output_names(output, &operands)? } else { implicit(&operands) };
        let is_known = |name: &char| operands.iter().any(|names| names.contains(name));
        check!(result.iter().all(is_known), "the result of `{text}` has a letter that no operand has");
        check!(distinct(&result).len() == result.len(), "`{text}` names a dimension of the result twice");
        Ok(Equation { operands, result })
    }
}

/// Names in the order of their first use.
pub fn distinct(names: &[char]) -> Vec<char> {
    let mut once: Vec<char> = Vec::new();
    for name in names {
        if !once.contains(name) {
            once.push(*name);
        }
    }
    once
}

/// Evaluates an equation over one or two operands.
pub fn einsum(text: &str, operands: &[Tensor], element: ElementType) -> Result<Tensor> {
    let ranks: Vec<usize> = operands.iter().map(Tensor::rank).collect();
    let equation = Equation::parse(text, &ranks)?;
    let mut named = Vec::new();
    for (names, tensor) in equation.operands.into_iter().zip(operands) {
        named.push(diagonal(Named { tensor: tensor.clone(), names })?);
    }
    let wanted = equation.result;
    let (first, second) = match &named[..] {
        [only] => (only.clone(), None),
        [first, second] => (first.clone(), Some(second.clone())),
        _ => return Err(Error::new("an equation has one or two operands")),
    };
    let combined = match second {
        None => summed(first, &wanted)?,
        Some(second) => {
            let keep = |other: &Named| [wanted.clone(), other.names.clone()].concat();
            let (first_keeps, second_keeps) = (keep(&second), keep(&first));
            multiply(&summed(first, &first_keeps)?, &summed(second, &second_keeps)?, &wanted, element)?
        }
    };
    let place = |name: &char| combined.names.iter().position(|own| own == name);
    let order: Vec<usize> = wanted.iter().filter_map(place).collect();
    convert(&movement::transpose(&combined.tensor, &order)?, element)
}

/// Dimensions that `...` stands for, counted from the last one.
fn unnamed(from_behind: usize) -> char {
    char::from_u32(0xe000 + (from_behind % 64) as u32).unwrap_or('.')
}

/// The names of the dimensions of an operand.
fn names(text: &str, rank: usize) -> Result<Vec<char>> {
    let (before, after) = match text.split_once("...") {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    };
    let letters = before.chars().count() + after.map_or(0, |after| after.chars().count());
    check!(text.replace("...", "").chars().all(char::is_alphabetic), "`{text}` does not name dimensions");
    check!(letters == rank || (after.is_some() && letters < rank), "`{text}` does not name {rank} dimensions");
    let hidden = (0..rank - letters).rev().map(unnamed);
    Ok(before.chars().chain(hidden).chain(after.unwrap_or_default().chars()).collect())
}

fn output_names(text: &str, operands: &[Vec<char>]) -> Result<Vec<char>> {
    let letters = text.replace("...", "").chars().count();
    let hidden = if text.contains("...") { hidden_names(operands) } else { 0 };
    names(text, letters + hidden)
}

/// How many dimensions have no letter, in the operand that has most of them.
fn hidden_names(operands: &[Vec<char>]) -> usize {
    let hidden = |names: &Vec<char>| names.iter().filter(|name| !name.is_alphabetic()).count();
    operands.iter().map(hidden).max().unwrap_or(0)
}

/// Without an arrow the result has all letters that one operand has, in their order.
fn implicit(operands: &[Vec<char>]) -> Vec<char> {
    let all: Vec<char> = operands.iter().flat_map(|names| distinct(names)).collect();
    let mut once: Vec<char> = all
        .iter()
        .copied()
        .filter(|name| name.is_alphabetic() && all.iter().filter(|other| *other == name).count() == 1)
        .collect();
    once.sort_unstable();
    (0..hidden_names(operands)).rev().map(unnamed).chain(once).collect()
}

/// Dimensions with the same name become one: the diagonal.
fn diagonal(named: Named) -> Result<Named> {
    let names = distinct(&named.names);
    if names.len() == named.names.len() {
        return Ok(named);
    }
    let (shape, strides) = (named.tensor.shape(), crate::layout::strides(named.tensor.shape()));
    let places =
        |name: &char| named.names.iter().enumerate().filter(|(_, own)| *own == name).map(|(place, _)| place).collect();
    let all_places: Vec<Vec<usize>> = names.iter().map(places).collect();
    let same = all_places.iter().all(|places| places.iter().all(|place| shape[*place] == shape[places[0]]));
    check!(same, "{} has no diagonal where a letter occurs twice", named.tensor.describe());
    let sizes: Vec<usize> = all_places.iter().map(|places| shape[places[0]]).collect();
    let steps = all_places.iter().map(|places| places.iter().map(|place| strides[*place] as isize).sum()).collect();
    let offsets = View { shape: sizes.clone(), offset: 0, strides: steps }.offsets();
    let tensor = crate::scatter::pick(&named.tensor, &offsets, true)?.reshape(&sizes)?;
    Ok(Named { tensor, names })
}

/// Sums along the dimensions that are not kept.
fn summed(named: Named, keep: &[char]) -> Result<Named> {
    let gone: Vec<usize> = (0..named.names.len()).filter(|place| !keep.contains(&named.names[*place])).collect();
    if gone.is_empty() {
        return Ok(named);
    }
    let zero = Tensor::zeros(named.tensor.element(), &[])?;
    let mut call = |_: &[Tensor]| Err(Error::new("a sum is known by name"));
    let mut body = Body { known: Some(Combiner::Binary(Binary::Add)), by_element: false, call: &mut call };
    let tensor = reduce(&[named.tensor], &[zero], &gone, &mut body)?.remove(0);
    let names = named.names.iter().copied().filter(|name| keep.contains(name)).collect();
    Ok(Named { tensor, names })
}

fn multiply(a: &Named, b: &Named, wanted: &[char], element: ElementType) -> Result<Named> {
    let shared: Vec<char> = a.names.iter().copied().filter(|name| b.names.contains(name)).collect();
    let (batch, contracted): (Vec<char>, Vec<char>) = shared.iter().partition(|name| wanted.contains(name));
    let places = |named: &Named, wanted: &[char]| -> Vec<usize> {
        wanted.iter().filter_map(|name| named.names.iter().position(|own| own == name)).collect()
    };
    let dimensions = DotDimensions {
        lhs_batching: places(a, &batch),
        rhs_batching: places(b, &batch),
        lhs_contracting: places(a, &contracted),
        rhs_contracting: places(b, &contracted),
    };
    let free = |named: &Named| -> Vec<char> {
        others(named.names.len(), &places(named, &shared)).iter().map(|place| named.names[*place]).collect()
    };
    let tensor = dot_general(&a.tensor, &b.tensor, &dimensions, element)?;
    Ok(Named { tensor, names: [batch, free(a), free(b)].concat() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(equation: &str, operands: &[Tensor]) -> Result<(Vec<usize>, Vec<i64>)> {
        let result = einsum(equation, operands, ElementType::I64)?;
        Ok((result.shape().to_vec(), result.to_i64()?))
    }

    #[test]
    fn products_sums_diagonals_and_orders() {
        let numbers = |shape: &[usize]| {
            let count = shape.iter().product::<usize>() as i64;
            Tensor::from_i64(ElementType::I64, shape, &(1..=count).collect::<Vec<_>>()).unwrap()
        };
        let (a, b) = (numbers(&[2, 3]), numbers(&[3, 2]));
        assert_eq!(run("ab,bc->ac", &[a.clone(), b.clone()]).unwrap(), (vec![2, 2], vec![22, 28, 49, 64]));
        assert_eq!(run("ab,bc->ca", &[a.clone(), b.clone()]).unwrap(), (vec![2, 2], vec![22, 49, 28, 64]));
        assert_eq!(run("ab , bc", &[a.clone(), b.clone()]).unwrap(), (vec![2, 2], vec![22, 28, 49, 64]));
        assert_eq!(run("ab,bc->", &[a.clone(), b.clone()]).unwrap(), (vec![], vec![163]));
        assert_eq!(run("ab,ba->a", &[a.clone(), b.clone()]).unwrap(), (vec![2], vec![22, 64]));
        assert_eq!(run("ab->b", std::slice::from_ref(&a)).unwrap(), (vec![3], vec![5, 7, 9]));
        assert_eq!(run("aa->a", &[numbers(&[3, 3])]).unwrap(), (vec![3], vec![1, 5, 9]));
        assert_eq!(run("aa->", &[numbers(&[3, 3])]).unwrap(), (vec![], vec![15]));
        assert_eq!(run("...a,a->...", &[a.clone(), numbers(&[3])]).unwrap(), (vec![2], vec![14, 32]));
        for (equation, operands) in [
            ("ab,bc->ad", vec![a.clone(), b.clone()]),
            ("ab,bc->aa", vec![a.clone(), b.clone()]),
            ("abc,bc->a", vec![a.clone(), b.clone()]),
            ("ab,ab->ab", vec![a.clone(), b]),
            ("aa->a", vec![a.clone()]),
            ("a1->a", vec![a.clone()]),
            ("ab,ab,ab->ab", vec![a.clone(), a.clone(), a]),
        ] {
            assert!(run(equation, &operands).is_err(), "{equation}");
        }
    }
}
