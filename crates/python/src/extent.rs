//! How many elements a pointer argument must have, as an expression of the integer arguments of the same call.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An integer that depends on the arguments of a call.
#[derive(Debug)]
pub enum Extent {
    Constant(i64),
    /// The value of a parameter, by its number.
    Parameter(usize),
    Sum(Vec<Extent>),
    Product(Vec<Extent>),
    Largest(Vec<Extent>),
    Smallest(Vec<Extent>),
    Quotient(Box<Extent>, Box<Extent>),
    /// The second, or zero if one of the first is negative: what a loop reads that may not run at all.
    Guarded(Vec<Extent>, Box<Extent>),
}

impl Extent {
    /// Reads nested tuples such as `("+", ("p", 0), ("c", 1))`.
    pub fn read(tree: &Bound<'_, PyAny>) -> PyResult<Extent> {
        let items = tree.cast::<PyTuple>()?;
        let head: String = items.get_item(0)?.extract()?;
        let rest = |from: usize| -> PyResult<Vec<Extent>> {
            (from..items.len()).map(|i| Extent::read(&items.get_item(i)?)).collect()
        };
        let one = |i: usize| -> PyResult<Box<Extent>> { Ok(Box::new(Extent::read(&items.get_item(i)?)?)) };
        Ok(match head.as_str() {
            "c" => Extent::Constant(items.get_item(1)?.extract()?),
            "p" => Extent::Parameter(items.get_item(1)?.extract()?),
            "+" => Extent::Sum(rest(1)?),
            "*" => Extent::Product(rest(1)?),
            "max" => Extent::Largest(rest(1)?),
            "min" => Extent::Smallest(rest(1)?),
            "/" => Extent::Quotient(one(1)?, one(2)?),
            "guard" => Extent::Guarded(rest(2)?, one(1)?),
            other => return Err(PyValueError::new_err(format!("{other} is no extent"))),
        })
    }

    /// The value for these integers, one for each parameter.
    pub fn value(&self, integers: &[i64]) -> i64 {
        let all = |parts: &[Extent]| parts.iter().map(|part| part.value(integers)).collect::<Vec<_>>();
        match self {
            Extent::Constant(value) => *value,
            Extent::Parameter(number) => integers.get(*number).copied().unwrap_or(0),
            Extent::Sum(parts) => all(parts).into_iter().fold(0, i64::saturating_add),
            Extent::Product(parts) => all(parts).into_iter().fold(1, i64::saturating_mul),
            Extent::Largest(parts) => all(parts).into_iter().max().unwrap_or(0),
            Extent::Smallest(parts) => all(parts).into_iter().min().unwrap_or(0),
            Extent::Quotient(left, right) => left.value(integers).checked_div(right.value(integers)).unwrap_or(0),
            Extent::Guarded(counts, inner) => {
                if counts.iter().any(|count| count.value(integers) < 0) {
                    return 0;
                }
                inner.value(integers)
            }
        }
    }
}
