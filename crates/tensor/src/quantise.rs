//! Uniform quantisation: real numbers as integers times a scale, per tensor or along one dimension.

use crate::element::ElementType;
use crate::error::{Result, check};
use crate::layout;
use crate::parallel;
use crate::tensor::Tensor;

/// How integers stand for real numbers: `(q - zero_point) * scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantisation {
    pub storage: ElementType,
    pub expressed: ElementType,
    pub storage_min: i64,
    pub storage_max: i64,
    /// One for the tensor, or one for each index along `dimension`.
    pub scales: Vec<f64>,
    pub zero_points: Vec<i64>,
    pub dimension: Option<usize>,
}

impl Quantisation {
    /// Which entry of the lists each element uses.
    fn selector(&self, shape: &[usize]) -> Result<impl Fn(usize) -> usize + Sync + Send> {
        check!(!self.scales.is_empty(), "a quantised type without scale");
        check!(self.scales.len() == self.zero_points.len(), "a quantised type has as many scales as zero points");
        let (inner, size) = match self.dimension {
            None => (1, 1),
            Some(dimension) => {
                check!(dimension < shape.len(), "quantised dimension {dimension} of shape {shape:?}");
                (layout::count(&shape[dimension + 1..]), shape[dimension])
            }
        };
        let fits = self.scales.len() == size || self.count_is_irrelevant(shape);
        check!(fits, "{} scales for {size} indices", self.scales.len());
        Ok(move |place: usize| place / inner.max(1) % size.max(1))
    }

    fn count_is_irrelevant(&self, shape: &[usize]) -> bool {
        layout::count(shape) == 0
    }

    fn check_storage(&self) -> Result<()> {
        check!(self.storage.is_integer(), "numbers are quantised to integers, not to {}", self.storage);
        check!(self.storage_min <= self.storage_max, "a quantised type without values");
        Ok(())
    }
}

/// The integers nearest to real numbers, kept in the range of the storage.
pub fn quantise(x: &Tensor, how: &Quantisation) -> Result<Tensor> {
    how.check_storage()?;
    let select = how.selector(x.shape())?;
    let values = x.to_f64()?;
    let (low, high) = (how.storage_min as f64, how.storage_max as f64);
    let quantised = parallel::tabulate(values.len(), |i| {
        let which = select(i);
        let shifted = (values[i] / how.scales[which]).round_ties_even() + how.zero_points[which] as f64;
        shifted.clamp(low, high) as i64
    });
    Tensor::from_i64(how.storage, x.shape(), &quantised)
}

/// The real numbers that integers stand for.
pub fn dequantise(x: &Tensor, how: &Quantisation) -> Result<Tensor> {
    how.check_storage()?;
    let select = how.selector(x.shape())?;
    let values = x.to_i64()?;
    let numbers = parallel::tabulate(values.len(), |i| {
        let which = select(i);
        values[i].wrapping_sub(how.zero_points[which]) as f64 * how.scales[which]
    });
    Tensor::from_f64(how.expressed, x.shape(), &numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let mut how = Quantisation {
            storage: ElementType::I8,
            expressed: ElementType::F32,
            storage_min: -128,
            storage_max: 127,
            scales: vec![0.5],
            zero_points: vec![-20],
            dimension: None,
        };
        let x = Tensor::from_f64(ElementType::F32, &[2, 2], &[10.0, 0.25, -1e9, 1e9]).unwrap();
        let quantised = quantise(&x, &how).unwrap();
        assert_eq!(quantised.to_i64().unwrap(), [0, -20, -128, 127]);
        assert_eq!(dequantise(&quantised, &how).unwrap().to_f64().unwrap(), [10.0, 0.0, -54.0, 73.5]);
        (how.scales, how.zero_points, how.dimension) = (vec![1.0, 2.0], vec![0, 1], Some(1));
        assert_eq!(quantise(&x, &how).unwrap().to_i64().unwrap(), [10, 1, -128, 127]);
        how.dimension = Some(2);
        assert!(quantise(&x, &how).is_err());
    }
}
