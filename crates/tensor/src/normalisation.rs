//! Batch normalisation: inference, training and its gradient. Sums are made in double precision.

use crate::error::{Result, check};
use crate::layout;
use crate::parallel;
use crate::tensor::{Tensor, check_same_shape};

/// A tensor as rows of equal features: outer x features x inner.
struct Features {
    features: usize,
    inner: usize,
    values: Vec<f64>,
}

impl Features {
    fn of(x: &Tensor, feature: usize) -> Result<Self> {
        check!(feature < x.rank(), "feature dimension {feature} of {}", x.describe());
        check!(x.element().is_float(), "normalisation of {}", x.describe());
        let inner = layout::count(&x.shape()[feature + 1..]);
        Ok(Self { features: x.shape()[feature], inner, values: x.to_f64()? })
    }

    fn feature_of(&self, place: usize) -> usize {
        place / self.inner % self.features
    }

    /// How many values a feature has.
    fn per_feature(&self) -> f64 {
        (self.values.len() / self.features.max(1)) as f64
    }

    /// The sum of a function of places, for each feature.
    fn sums(&self, f: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.features];
        for start in (0..self.values.len()).step_by(self.inner.max(1)) {
            let sum: f64 = (start..start + self.inner).map(&f).sum();
            sums[self.feature_of(start)] += sum;
        }
        sums
    }

    /// A function of places, as a tensor like another.
    fn map(&self, like: &Tensor, f: impl Fn(usize) -> f64 + Sync + Send) -> Result<Tensor> {
        let values = parallel::tabulate(self.values.len(), f);
        Tensor::from_f64(like.element(), like.shape(), &values)
    }
}

fn per_feature(x: &Tensor, features: usize) -> Result<Vec<f64>> {
    check!(x.shape() == [features], "{} does not have one value for each of {features} features", x.describe());
    x.to_f64()
}

/// `(x - mean) / √(variance + ε) * scale + offset`
pub fn batch_norm_inference(
    x: &Tensor,
    scale: &Tensor,
    offset: &Tensor,
    mean: &Tensor,
    variance: &Tensor,
    epsilon: f64,
    feature: usize,
) -> Result<Tensor> {
    let rows = Features::of(x, feature)?;
    let (scale, offset) = (per_feature(scale, rows.features)?, per_feature(offset, rows.features)?);
    let (mean, variance) = (per_feature(mean, rows.features)?, per_feature(variance, rows.features)?);
    rows.map(x, |i| {
        let f = rows.feature_of(i);
        (rows.values[i] - mean[f]) / (variance[f] + epsilon).sqrt() * scale[f] + offset[f]
    })
}

/// Normalises by the mean and variance of the batch; also answers these.
pub fn batch_norm_training(
    x: &Tensor,
    scale: &Tensor,
    offset: &Tensor,
    epsilon: f64,
    feature: usize,
) -> Result<(Tensor, Tensor, Tensor)> {
    let rows = Features::of(x, feature)?;
    let count = rows.per_feature();
    let mean: Vec<f64> = rows.sums(|i| rows.values[i]).iter().map(|sum| sum / count).collect();
    let square = |i: usize| (rows.values[i] - mean[rows.feature_of(i)]).powi(2);
    let variance: Vec<f64> = rows.sums(square).iter().map(|sum| sum / count).collect();
    let (scales, offsets) = (per_feature(scale, rows.features)?, per_feature(offset, rows.features)?);
    let output = rows.map(x, |i| {
        let f = rows.feature_of(i);
        (rows.values[i] - mean[f]) / (variance[f] + epsilon).sqrt() * scales[f] + offsets[f]
    })?;
    let like = |values: &[f64]| Tensor::from_f64(x.element(), &[rows.features], values);
    Ok((output, like(&mean)?, like(&variance)?))
}

/// The gradients of a normalisation in training with respect to operand, scale and offset.
pub fn batch_norm_grad(
    x: &Tensor,
    scale: &Tensor,
    mean: &Tensor,
    variance: &Tensor,
    gradient: &Tensor,
    epsilon: f64,
    feature: usize,
) -> Result<(Tensor, Tensor, Tensor)> {
    check_same_shape(x, gradient, "operand and gradient")?;
    let (rows, slopes) = (Features::of(x, feature)?, Features::of(gradient, feature)?);
    let count = rows.per_feature();
    let (scale, mean) = (per_feature(scale, rows.features)?, per_feature(mean, rows.features)?);
    let variance = per_feature(variance, rows.features)?;
    let centred = |i: usize| rows.values[i] - mean[rows.feature_of(i)];
    let sum = rows.sums(|i| slopes.values[i]);
    let weighted = rows.sums(|i| slopes.values[i] * centred(i));
    let operand = rows.map(x, |i| {
        let f = rows.feature_of(i);
        let spread = variance[f] + epsilon;
        let inner = count * slopes.values[i] - sum[f] - weighted[f] * centred(i) / spread;
        scale[f] / spread.sqrt() / count * inner
    })?;
    let scales: Vec<f64> = (0..rows.features).map(|f| weighted[f] / (variance[f] + epsilon).sqrt()).collect();
    let like = |values: &[f64]| Tensor::from_f64(x.element(), &[rows.features], values);
    Ok((operand, like(&scales)?, like(&sum)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;

    fn example() -> (Tensor, Tensor, Tensor) {
        let x = Tensor::from_f64(ElementType::F64, &[2, 2, 2], &[1.0, 2.0, 3.0, 4.0, 3.0, 4.0, 1.0, 2.0]).unwrap();
        (x, Tensor::from(&[1.0f64, 1.0][..]), Tensor::from(&[1.0f64, 1.0][..]))
    }

    #[test]
    fn the_example_of_the_specification() {
        let (x, scale, offset) = example();
        let (output, mean, variance) = batch_norm_training(&x, &scale, &offset, 0.0, 2).unwrap();
        assert_eq!(output.to_f64().unwrap(), [0.0, 0.0, 2.0, 2.0, 2.0, 2.0, 0.0, 0.0]);
        assert_eq!((mean.to_f64().unwrap(), variance.to_f64().unwrap()), (vec![2.0, 3.0], vec![1.0, 1.0]));
        let again = batch_norm_inference(&x, &scale, &offset, &mean, &variance, 0.0, 2).unwrap();
        assert!(again.same_bits(&output));
        let slopes = Tensor::from_f64(ElementType::F64, &[2, 2, 2], &[0.1; 8]).unwrap();
        let (operand, scale, offset) = batch_norm_grad(&x, &scale, &mean, &variance, &slopes, 0.0, 2).unwrap();
        assert!(operand.to_f64().unwrap().iter().all(|value| value.abs() < 1e-16));
        assert_eq!((scale.to_f64().unwrap(), offset.to_f64().unwrap()), (vec![0.0, 0.0], vec![0.4, 0.4]));
    }

    #[test]
    fn wrong_shapes_are_errors() {
        let (x, scale, _) = example();
        assert!(batch_norm_training(&x, &scale, &x, 0.0, 2).is_err());
        assert!(batch_norm_training(&x, &scale, &scale, 0.0, 3).is_err());
    }
}
