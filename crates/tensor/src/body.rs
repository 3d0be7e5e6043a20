//! The functions that reductions, scatters, windows, sorts and maps are given.

use crate::elementwise::{Binary, binary};
use crate::error::{Result, check};
use crate::tensor::Tensor;

/// A combination that kernels know: they run it without calling back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combiner {
    /// One of the operations of two numbers.
    Binary(Binary),
    /// The second value: what was there is overwritten.
    Second,
    /// The first value: nothing happens.
    First,
}

/// A function of tensors that may fail.
pub type Call<'a> = dyn FnMut(&[Tensor]) -> Result<Vec<Tensor>> + 'a;

/// What a kernel calls: from rank-zero tensors to rank-zero tensors.
pub struct Body<'a> {
    /// What the function is known to be, for one value on each side.
    pub known: Option<Combiner>,
    /// Whether the function consists of operations on single elements, so that it may also be called with tensors of
    /// rank one (all of the same length) and computes as many results at once.
    pub by_element: bool,
    /// The function itself.
    pub call: &'a mut Call<'a>,
}

impl Body<'_> {
    /// Calls the function and checks that as many results of the same shape come back.
    pub fn run(&mut self, arguments: &[Tensor], results: usize) -> Result<Vec<Tensor>> {
        if let (Some(known), [a, b]) = (self.known, arguments) {
            return Ok(vec![apply(known, a, b)?]);
        }
        let found = (self.call)(arguments)?;
        check!(found.len() == results, "a body returned {} values instead of {results}", found.len());
        for tensor in &found {
            let fits = tensor.shape() == arguments.first().map_or(&[][..], |argument| argument.shape());
            check!(fits, "a body returned {}", tensor.describe());
        }
        Ok(found)
    }
}

/// Combines the elements at each place.
pub fn apply(combiner: Combiner, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    match combiner {
        Combiner::Binary(op) => binary(op, a, b),
        Combiner::Second => Ok(b.clone()),
        Combiner::First => Ok(a.clone()),
    }
}
