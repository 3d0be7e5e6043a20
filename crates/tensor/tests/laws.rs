//! Laws that hold for all shapes and numbers.

use proptest::prelude::*;
use zymase_tensor::convert::{bitcast, convert};
use zymase_tensor::fft::{FftKind, fft};
use zymase_tensor::gather::{GatherDimensions, gather};
use zymase_tensor::movement::{self, Padding};
use zymase_tensor::scatter::{ScatterDimensions, scatter};
use zymase_tensor::sort::{KnownOrder, sort};
use zymase_tensor::{Body, Combiner, ElementType, Tensor, npy};

fn shapes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..5, 0..4)
}

fn ramp(element: ElementType, shape: &[usize]) -> Tensor {
    let count = shape.iter().product::<usize>() as i64;
    Tensor::from_i64(element, shape, &(0..count).map(|i| i * 37 % 101 - 50).collect::<Vec<_>>()).unwrap()
}

fn elements() -> impl Strategy<Value = ElementType> {
    prop::sample::select(ElementType::all().collect::<Vec<_>>())
}

fn permutation(rank: usize, seed: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    (1..rank).for_each(|i| order.swap(i, (seed * 7 + i * 3) % (i + 1)));
    order
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn transposing_back(shape in shapes(), element in elements(), seed in 0usize..100) {
        let x = ramp(element, &shape);
        let order = permutation(shape.len(), seed);
        let mut back = vec![0; order.len()];
        order.iter().enumerate().for_each(|(i, d)| back[*d] = i);
        let again = movement::transpose(&movement::transpose(&x, &order).unwrap(), &back).unwrap();
        prop_assert!(again.same_bits(&x));
    }

    #[test]
    fn reversing_twice_and_padding_back(shape in shapes(), element in elements(), low in 0i64..3, interior in 0i64..3) {
        let x = ramp(element, &shape);
        let all: Vec<usize> = (0..shape.len()).collect();
        let again = movement::reverse(&movement::reverse(&x, &all).unwrap(), &all).unwrap();
        prop_assert!(again.same_bits(&x));
        let out = vec![Padding { low, high: 1, interior: 0 }; shape.len()];
        let back = vec![Padding { low: -low, high: -1, interior: 0 }; shape.len()];
        let zero = Tensor::scalar(element, 0.0);
        let again = movement::pad(&movement::pad(&x, &zero, &out).unwrap(), &zero, &back).unwrap();
        prop_assert!(again.same_bits(&x));
        let spread = vec![Padding { low: 0, high: 0, interior }; shape.len()];
        let padded = movement::pad(&x, &zero, &spread).unwrap();
        let steps = vec![interior as usize + 1; shape.len()];
        let again = movement::slice(&padded, &vec![0; shape.len()], padded.shape(), &steps).unwrap();
        prop_assert!(again.same_bits(&x));
    }

    #[test]
    fn bytes_files_and_bits(shape in shapes(), element in elements()) {
        let x = ramp(element, &shape);
        prop_assert!(Tensor::from_bytes(element, &shape, &x.to_bytes()).unwrap().same_bits(&x));
        prop_assert!(npy::read(&npy::write(&x), Some(element)).unwrap().same_bits(&x));
        if !element.is_complex() && element.bits() != 6 && element.bits() > 1 {
            let bits = bitcast(&x, ElementType::U2).unwrap();
            let back = if element.bits() == 2 { bits.reinterpret(element) } else { bitcast(&bits, element) };
            prop_assert!(bitcast(&back.unwrap(), ElementType::U2).unwrap().same_bits(&bits));
        }
    }

    #[test]
    fn widening_and_narrowing(values in prop::collection::vec(any::<f32>(), 0..20), element in elements()) {
        let x = convert(&Tensor::from(&values[..]), element).unwrap();
        if element.is_float() && element.bits() <= 32 {
            let again = convert(&convert(&x, ElementType::F64).unwrap(), element).unwrap();
            let twice = convert(&convert(&again, ElementType::F64).unwrap(), element).unwrap();
            prop_assert!(again.same_bits(&twice));
        }
    }

    #[test]
    fn transforming_back(length in 1usize..40, rows in 1usize..4) {
        let x = convert(&ramp(ElementType::F64, &[rows, length]), ElementType::C128).unwrap();
        let back = fft(&fft(&x, FftKind::Forward, &[rows, length]).unwrap(), FftKind::Inverse, &[rows, length]).unwrap();
        let (a, b) = (convert(&back, ElementType::F64).unwrap(), convert(&x, ElementType::F64).unwrap());
        for (a, b) in a.to_f64().unwrap().iter().zip(b.to_f64().unwrap()) {
            prop_assert!((a - b).abs() < 1e-10);
        }
    }

    #[test]
    fn gathering_what_was_scattered(rows in 1usize..8, width in 1usize..4, seed in 0usize..100) {
        let order = permutation(rows, seed);
        let places: Vec<i64> = order.iter().map(|i| *i as i64).collect();
        let indices = Tensor::from_i64(ElementType::I32, &[rows, 1], &places).unwrap();
        let updates = ramp(ElementType::F32, &[rows, width]);
        let how = ScatterDimensions {
            update_window_dims: vec![1],
            inserted_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        };
        let mut call = |_: &[Tensor]| Ok(Vec::new());
        let mut body = Body { known: Some(Combiner::Second), by_element: false, call: &mut call };
        let zeros = Tensor::zeros(ElementType::F32, &[rows, width]).unwrap();
        let scattered = scatter(vec![zeros], &indices, std::slice::from_ref(&updates), &how, &mut body).unwrap();
        let back = GatherDimensions {
            offset_dims: vec![1],
            collapsed_slice_dims: vec![0],
            start_index_map: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        };
        prop_assert!(gather(&scattered[0], &indices, &back, &[1, width]).unwrap().same_bits(&updates));
    }

    #[test]
    fn sorted_is_sorted(values in prop::collection::vec(any::<i16>(), 0..50), descending in any::<bool>()) {
        let x = Tensor::from(&values[..]);
        let mut call = |_: &[Tensor]| Ok(Vec::new());
        let mut body = Body { known: None, by_element: false, call: &mut call };
        let order = KnownOrder { key: 0, descending, total: false };
        let mut sorted = sort(&[x], 0, Some(order), &mut body).unwrap()[0].to_i64().unwrap();
        if descending {
            sorted.reverse();
        }
        let mut expected: Vec<i64> = values.iter().map(|value| i64::from(*value)).collect();
        expected.sort_unstable();
        prop_assert_eq!(sorted, expected);
    }
}
