//! Convolutions against their definition, element by element.

use super::*;
use crate::convert::convert;

/// The definition, for operands in the order batch, space, feature and space, input, output.
fn by_definition(lhs: &Tensor, rhs: &Tensor, window: &ConvolutionWindow) -> Vec<f64> {
    let (x, k) = (lhs.to_f64().unwrap(), rhs.to_f64().unwrap());
    let (xs, ks) = (lhs.shape(), rhs.shape());
    let span = |size: usize, dilation: usize| if size == 0 { 0 } else { (size - 1) * dilation + 1 };
    let size = |d: usize| {
        let (low, high) = window.padding[d];
        let padded = span(xs[d + 1], window.lhs_dilation[d]) as i64 + low + high;
        (padded - span(ks[d], window.rhs_dilation[d]) as i64) / window.strides[d] as i64 + 1
    };
    let (rows, columns) = (size(0), size(1));
    let (features, groups) = (ks[3], window.feature_groups * window.batch_groups);
    let batches = xs[0] / window.batch_groups;
    let mut result = Vec::new();
    for n in 0..batches {
        for (i, j, o) in (0..rows).flat_map(|i| (0..columns).flat_map(move |j| (0..features).map(move |o| (i, j, o)))) {
            let group = o / (features / groups);
            let image = if window.batch_groups > 1 { group * batches + n } else { n };
            let first = if window.feature_groups > 1 { group * ks[2] } else { 0 };
            let mut sum = 0.0;
            for (a, b, c) in (0..ks[0]).flat_map(|a| (0..ks[1]).flat_map(move |b| (0..ks[2]).map(move |c| (a, b, c)))) {
                let at = |d: usize, out: i64, tap: usize| {
                    let place =
                        out * window.strides[d] as i64 + (tap * window.rhs_dilation[d]) as i64 - window.padding[d].0;
                    let dilation = window.lhs_dilation[d] as i64;
                    let inside = place >= 0 && place % dilation == 0 && place / dilation < xs[d + 1] as i64;
                    inside.then_some((place / dilation) as usize)
                };
                let (Some(y), Some(z)) = (at(0, i, a), at(1, j, b)) else { continue };
                let turned = |d: usize, tap: usize| if window.reversal[d] { ks[d] - 1 - tap } else { tap };
                let weight = k[((turned(0, a) * ks[1] + turned(1, b)) * ks[2] + c) * ks[3] + o];
                sum += x[((image * xs[1] + y) * xs[2] + z) * xs[3] + first + c] * weight;
            }
            result.push(sum);
        }
    }
    result
}

fn numbers(element: ElementType, shape: &[usize]) -> Tensor {
    let count = layout::count(shape) as i64;
    Tensor::from_i64(element, shape, &(0..count).map(|i| (i * i + i) % 7 - 3).collect::<Vec<_>>()).unwrap()
}

fn in_order() -> ConvolutionDimensions {
    ConvolutionDimensions {
        input_batch: 0,
        input_feature: 3,
        input_spatial: vec![1, 2],
        kernel_input_feature: 2,
        kernel_output_feature: 3,
        kernel_spatial: vec![0, 1],
        output_batch: 0,
        output_feature: 3,
        output_spatial: vec![1, 2],
    }
}

fn windows() -> Vec<ConvolutionWindow> {
    let plain = ConvolutionWindow::plain(2);
    vec![
        plain.clone(),
        ConvolutionWindow { padding: vec![(1, 2), (0, 1)], strides: vec![2, 1], ..plain.clone() },
        ConvolutionWindow { lhs_dilation: vec![2, 3], padding: vec![(-1, 1), (2, 2)], ..plain.clone() },
        ConvolutionWindow { rhs_dilation: vec![2, 1], reversal: vec![true, false], ..plain.clone() },
        ConvolutionWindow { reversal: vec![true, true], padding: vec![(3, 3), (3, 3)], ..plain },
    ]
}

#[test]
fn every_window() {
    for window in windows() {
        for element in [ElementType::F32, ElementType::F64, ElementType::I32, ElementType::BF16] {
            let (x, k) = (numbers(element, &[2, 5, 4, 3]), numbers(element, &[2, 3, 3, 4]));
            let found = convolution(&x, &k, &in_order(), &window, element).unwrap();
            assert_eq!(found.to_f64().unwrap(), by_definition(&x, &k, &window), "{window:?}");
        }
    }
}

#[test]
fn groups() {
    for (batches, features, kernel) in
        [(1, 2, [2, 2, 2, 6]), (1, 4, [2, 2, 1, 8]), (2, 1, [2, 2, 4, 6]), (1, 1, [1, 1, 4, 5])]
    {
        let mut window = windows()[1].clone();
        (window.batch_groups, window.feature_groups) = (batches, features);
        let (x, k) = (numbers(ElementType::F64, &[4, 5, 4, 4]), numbers(ElementType::F64, &kernel));
        let found = convolution(&x, &k, &in_order(), &window, ElementType::F64).unwrap();
        assert_eq!(found.to_f64().unwrap(), by_definition(&x, &k, &window), "{batches} {features}");
    }
}

#[test]
fn any_order_of_dimensions() {
    let (x, k) = (numbers(ElementType::F32, &[2, 5, 4, 3]), numbers(ElementType::F32, &[2, 3, 3, 4]));
    let window = ConvolutionWindow::plain(2);
    let expected = convolution(&x, &k, &in_order(), &window, ElementType::F32).unwrap();
    let turned = ConvolutionDimensions {
        input_batch: 1,
        input_feature: 0,
        input_spatial: vec![3, 2],
        kernel_input_feature: 1,
        kernel_output_feature: 0,
        kernel_spatial: vec![2, 3],
        output_batch: 3,
        output_feature: 1,
        output_spatial: vec![0, 2],
    };
    let x = movement::transpose(&x, &[3, 0, 2, 1]).unwrap();
    let k = movement::transpose(&k, &[3, 2, 0, 1]).unwrap();
    let found = convolution(&x, &k, &turned, &window, ElementType::F32).unwrap();
    let expected = movement::transpose(&expected, &[1, 3, 2, 0]).unwrap();
    assert!(found.same_bits(&expected));
}

#[test]
fn edges_and_errors() {
    let window = ConvolutionWindow::plain(2);
    let (x, k) = (numbers(ElementType::F32, &[1, 1, 1, 1]), numbers(ElementType::F32, &[2, 2, 1, 1]));
    assert_eq!(convolution(&x, &k, &in_order(), &window, ElementType::F32).unwrap().count(), 0);
    let wide = convert(&numbers(ElementType::I8, &[1, 2, 2, 1]), ElementType::I8).unwrap();
    let found = convolution(&wide, &convert(&k, ElementType::I8).unwrap(), &in_order(), &window, ElementType::I32);
    assert_eq!(found.unwrap().element(), ElementType::I32);
    let mut broken = window.clone();
    broken.strides[0] = 0;
    assert!(convolution(&x, &k, &in_order(), &broken, ElementType::F32).is_err());
    broken = window.clone();
    broken.feature_groups = 3;
    assert!(convolution(&x, &k, &in_order(), &broken, ElementType::F32).is_err());
    let mut numbers = in_order();
    numbers.input_batch = 3;
    assert!(convolution(&x, &k, &numbers, &window, ElementType::F32).is_err());
}
