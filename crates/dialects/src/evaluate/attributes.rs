//! Reading attributes of operations into what kernels take. Lists may stand as arrays or, in older texts, as dense
//! constants.

use super::{Machine, Problem, Result};
use zymase_ir::{Attribute, DialectAttribute, Op};

/// The numbers of a list.
fn numbers(attribute: &Attribute) -> Option<Vec<i64>> {
    match attribute {
        Attribute::DenseArray(_) => attribute.as_i64_array().map(<[i64]>::to_vec),
        Attribute::Dense(dense) => dense.integers(),
        Attribute::Array(elements) => elements.iter().map(Attribute::as_i64).collect(),
        _ => None,
    }
}

/// The text of an attribute of a dialect, without the dialect's mark.
fn dialect_text(attribute: &Attribute) -> Option<String> {
    match attribute {
        Attribute::Opaque { text, .. } => Some(text.to_string()),
        Attribute::Dialect(attribute) => Some(attribute.text()),
        _ => None,
    }
}

impl Machine<'_> {
    pub fn attribute(&self, op: Op, name: &str) -> Option<&Attribute> {
        self.ir().attribute(op, name)
    }

    pub fn required(&self, op: Op, name: &str) -> Result<&Attribute> {
        self.attribute(op, name).ok_or_else(|| Problem::Here(format!("it has no attribute `{name}`")))
    }

    pub fn integers(&self, op: Op, name: &str) -> Result<Vec<i64>> {
        numbers(self.required(op, name)?).ok_or_else(|| Problem::Here(format!("`{name}` is not a list of numbers")))
    }

    /// As [`Machine::integers`], for a list that may be left out and then repeats one number.
    pub fn integers_or(&self, op: Op, name: &str, count: usize, default: i64) -> Result<Vec<i64>> {
        match self.attribute(op, name) {
            None => Ok(vec![default; count]),
            Some(_) => self.integers(op, name),
        }
    }

    /// A list of sizes, dimensions or strides: nothing negative.
    pub fn sizes(&self, op: Op, name: &str) -> Result<Vec<usize>> {
        to_sizes(&self.integers(op, name)?, name)
    }

    pub fn sizes_or(&self, op: Op, name: &str, count: usize, default: i64) -> Result<Vec<usize>> {
        to_sizes(&self.integers_or(op, name, count, default)?, name)
    }

    pub fn number(&self, op: Op, name: &str) -> Result<i64> {
        let number = self.required(op, name)?.as_i64();
        number.ok_or_else(|| Problem::Here(format!("`{name}` is not a number")))
    }

    /// A size or dimension.
    pub fn size(&self, op: Op, name: &str) -> Result<usize> {
        to_size(self.number(op, name)?, name)
    }

    pub fn flag(&self, op: Op, name: &str) -> bool {
        match self.attribute(op, name) {
            Some(Attribute::Unit) => true,
            Some(attribute) => attribute.as_bool().unwrap_or(false),
            None => false,
        }
    }

    pub fn float(&self, op: Op, name: &str) -> Result<f64> {
        self.required(op, name)?.as_f64().ok_or_else(|| Problem::Here(format!("`{name}` is not a float")))
    }

    /// The word that an enumeration attribute ends with: `LT` of `#stablehlo<comparison_direction LT>`.
    pub fn word(&self, op: Op, name: &str) -> Option<String> {
        let attribute = self.attribute(op, name)?;
        let text = match attribute.as_str() {
            Some(text) => text.to_string(),
            None => dialect_text(attribute)?,
        };
        let word = text.trim_end_matches('>').rsplit([' ', '<', '.']).next()?;
        Some(word.to_string())
    }

    /// A structured attribute of a dialect.
    pub fn structure<T: DialectAttribute>(&self, op: Op, name: &str) -> Result<&T> {
        let structure = self.required(op, name)?.downcast();
        structure.ok_or_else(|| Problem::Here(format!("`{name}` is not what it should be")))
    }

    /// Pairs of numbers: a matrix of two columns.
    pub fn pairs_or_zeros(&self, op: Op, name: &str, count: usize) -> Result<Vec<(i64, i64)>> {
        let list = self.integers_or(op, name, 2 * count, 0)?;
        let (pairs, rest) = list.as_chunks::<2>();
        if pairs.len() != count || !rest.is_empty() {
            return Err(format!("`{name}` has {} numbers for {count} pairs", list.len()).into());
        }
        Ok(pairs.iter().map(|[low, high]| (*low, *high)).collect())
    }
}

/// Numbers that are sizes or dimensions: nothing negative.
pub fn to_sizes(list: &[i64], name: &str) -> Result<Vec<usize>> {
    let negative = |_| Problem::Here(format!("`{name}` has a negative number"));
    list.iter().map(|number| usize::try_from(*number).map_err(negative)).collect()
}

/// A number that is a size or dimension.
pub fn to_size(number: i64, name: &str) -> Result<usize> {
    usize::try_from(number).map_err(|_| Problem::Here(format!("`{name}` is negative")))
}
