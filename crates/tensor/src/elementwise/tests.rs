//! Edge cases of operations on single elements.

use super::*;
use crate::convert::{bitcast, convert};
use crate::element::{Class, ElementType};
use crate::tensor::Tensor;
use num_complex::Complex;

fn integers(element: ElementType, values: &[i64]) -> Tensor {
    Tensor::from_i64(element, &[values.len()], values).unwrap()
}

fn floats(element: ElementType, values: &[f64]) -> Tensor {
    Tensor::from_f64(element, &[values.len()], values).unwrap()
}

fn apply_integers(op: Binary, element: ElementType, a: i64, b: i64) -> i64 {
    binary(op, &integers(element, &[a]), &integers(element, &[b])).unwrap().to_i64().unwrap()[0]
}

fn apply_floats(op: Binary, a: f64, b: f64) -> f64 {
    binary(op, &Tensor::from(a), &Tensor::from(b)).unwrap().to_f64().unwrap()[0]
}

#[test]
fn integer_division_is_total() {
    assert_eq!(apply_integers(Binary::Divide, ElementType::I32, 7, 0), -1);
    assert_eq!(apply_integers(Binary::Divide, ElementType::U8, 7, 0), 255);
    assert_eq!(apply_integers(Binary::Divide, ElementType::I32, i64::from(i32::MIN), -1), i64::from(i32::MIN));
    assert_eq!(apply_integers(Binary::Divide, ElementType::I4, -8, -1), -8);
    assert_eq!(apply_integers(Binary::Remainder, ElementType::I32, 7, 0), 7);
    assert_eq!(apply_integers(Binary::Remainder, ElementType::I64, i64::MIN, -1), 0);
    assert_eq!(apply_integers(Binary::Remainder, ElementType::I32, -7, 3), -1);
    assert_eq!(apply_integers(Binary::Divide, ElementType::I32, -7, 2), -3);
}

#[test]
fn integers_wrap_at_their_own_width() {
    assert_eq!(apply_integers(Binary::Add, ElementType::I4, 7, 1), -8);
    assert_eq!(apply_integers(Binary::Add, ElementType::U4, 15, 1), 0);
    assert_eq!(apply_integers(Binary::Subtract, ElementType::U2, 0, 1), 3);
    assert_eq!(apply_integers(Binary::Multiply, ElementType::I2, -2, -2), 0);
    assert_eq!(apply_integers(Binary::Add, ElementType::I64, i64::MAX, 1), i64::MIN);
}

#[test]
fn integer_powers() {
    assert_eq!(apply_integers(Binary::Power, ElementType::I32, 3, 4), 81);
    assert_eq!(apply_integers(Binary::Power, ElementType::I32, 2, -1), 0);
    assert_eq!(apply_integers(Binary::Power, ElementType::I32, -1, -3), -1);
    assert_eq!(apply_integers(Binary::Power, ElementType::I32, -1, -2), 1);
    assert_eq!(apply_integers(Binary::Power, ElementType::I32, 0, 0), 1);
    assert_eq!(apply_integers(Binary::Power, ElementType::U8, 2, 200), 0);
}

#[test]
fn shifts_out_of_range() {
    for element in [ElementType::I4, ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64] {
        let bits = i64::from(element.bits());
        assert_eq!(apply_integers(Binary::ShiftLeft, element, 1, bits), 0);
        assert_eq!(apply_integers(Binary::ShiftLeft, element, 1, -1), 0);
        assert_eq!(apply_integers(Binary::ShiftRightArithmetic, element, -3, bits), -1);
        assert_eq!(apply_integers(Binary::ShiftRightArithmetic, element, 3, -1), 0);
        assert_eq!(apply_integers(Binary::ShiftRightLogical, element, -1, bits), 0);
        assert_eq!(apply_integers(Binary::ShiftRightLogical, element, -1, bits - 1), 1);
        assert_eq!(apply_integers(Binary::ShiftRightArithmetic, element, -4, 1), -2);
    }
    assert_eq!(apply_integers(Binary::ShiftRightArithmetic, ElementType::U8, 0x80, 1), 0xc0);
    assert_eq!(apply_integers(Binary::ShiftRightArithmetic, ElementType::U4, 8, 3), 15);
}

#[test]
fn bits_are_counted_within_the_width() {
    let count = |op: Unary, element: ElementType, value: i64| {
        unary(op, &integers(element, &[value])).unwrap().to_i64().unwrap()[0]
    };
    assert_eq!(count(Unary::CountLeadingZeros, ElementType::I4, 1), 3);
    assert_eq!(count(Unary::CountLeadingZeros, ElementType::I4, -1), 0);
    assert_eq!(count(Unary::CountLeadingZeros, ElementType::I32, 0), 32);
    assert_eq!(count(Unary::PopulationCount, ElementType::I2, -1), -2);
    assert_eq!(count(Unary::PopulationCount, ElementType::I4, -1), 4);
    assert_eq!(count(Unary::PopulationCount, ElementType::U64, -1), 64);
    assert_eq!(count(Unary::Not, ElementType::U4, 5), 10);
    assert_eq!(count(Unary::Abs, ElementType::I8, -128), -128);
}

#[test]
fn extrema_propagate_nan_and_order_zeros() {
    assert!(apply_floats(Binary::Maximum, f64::NAN, 1.0).is_nan());
    assert!(apply_floats(Binary::Minimum, 1.0, f64::NAN).is_nan());
    for (a, b) in [(0.0, -0.0), (-0.0, 0.0)] {
        assert!(apply_floats(Binary::Maximum, a, b).is_sign_positive());
        assert!(apply_floats(Binary::Minimum, a, b).is_sign_negative());
    }
    assert_eq!(apply_floats(Binary::Remainder, -7.5, 2.0), -1.5);
    assert_eq!(apply_floats(Binary::Power, 0.0, 0.0), 1.0);
}

#[test]
fn rounding() {
    let x = floats(ElementType::F32, &[2.5, -2.5, 0.5, -0.4, f64::NAN, f64::INFINITY]);
    let away = unary(Unary::RoundAwayFromZero, &x).unwrap().to_f64().unwrap();
    assert_eq!(away[..4], [3.0, -3.0, 1.0, -0.0]);
    let even = unary(Unary::RoundToEven, &x).unwrap().to_f64().unwrap();
    assert_eq!(even[..4], [2.0, -2.0, 0.0, -0.0]);
    assert!(even[4].is_nan() && even[5].is_infinite());
    let signs = unary(Unary::Sign, &floats(ElementType::F16, &[-0.0, 3.0, -2.0, f64::NAN])).unwrap();
    let signs = signs.to_f64().unwrap();
    assert!(signs[0] == 0.0 && signs[0].is_sign_negative() && signs[3].is_nan());
    assert_eq!(signs[1..3], [1.0, -1.0]);
}

#[test]
fn short_floats_round_after_each_operation() {
    let add = |element: ElementType, a: f64, b: f64| {
        binary(Binary::Add, &floats(element, &[a]), &floats(element, &[b])).unwrap().to_f64().unwrap()[0]
    };
    assert_eq!(add(ElementType::BF16, 256.0, 1.0), 256.0);
    assert_eq!(add(ElementType::F8E4M3FN, 16.0, 1.0), 16.0);
    assert_eq!(add(ElementType::F8E4M3FN, 18.0, 1.0), 20.0);
    assert_eq!(add(ElementType::F4E2M1FN, 6.0, 6.0), 6.0);
    assert!(add(ElementType::F8E5M2, 57344.0, 57344.0).is_infinite());
}

#[test]
fn every_unary_keeps_shape_and_type_or_refuses() {
    for element in ElementType::all() {
        let x = Tensor::zeros(element, &[2, 0, 3]).unwrap();
        for op in [Unary::Abs, Unary::Negate, Unary::Not, Unary::Exponential, Unary::Tanh, Unary::Erf, Unary::Cbrt] {
            if let Ok(y) = unary(op, &x) {
                assert_eq!(y.shape(), x.shape());
                let expected = if op == Unary::Abs { element.part().unwrap_or(element) } else { element };
                assert_eq!(y.element(), expected);
            }
        }
    }
    assert!(unary(Unary::Exponential, &Tensor::from(1i32)).is_err());
    assert!(binary(Binary::Add, &Tensor::from(1i32), &Tensor::from(1i64)).is_err());
}

#[test]
fn comparisons() {
    let (a, b) = (floats(ElementType::F32, &[0.0, f64::NAN, 1.0]), floats(ElementType::F32, &[-0.0, 1.0, 2.0]));
    let ask = |direction, comparison| compare(direction, comparison, &a, &b).unwrap().to_i64().unwrap();
    assert_eq!(ask(Direction::Equal, Comparison::Numbers), [1, 0, 0]);
    assert_eq!(ask(Direction::NotEqual, Comparison::Numbers), [0, 1, 1]);
    assert_eq!(ask(Direction::Greater, Comparison::TotalOrder), [1, 1, 0]);
    assert_eq!(ask(Direction::LessOrEqual, Comparison::TotalOrder), [0, 0, 1]);
    let bits = |values: &[bool]| Tensor::from(values);
    let less = compare(Direction::Less, Comparison::Numbers, &bits(&[false, true]), &bits(&[true, true])).unwrap();
    assert_eq!(less.to_i64().unwrap(), [1, 0]);
    let wide = Tensor::from(u64::MAX);
    let greater = compare(Direction::Greater, Comparison::Numbers, &wide, &Tensor::from(1u64)).unwrap();
    assert!(greater.to_bool().unwrap());
    let z = Tensor::from(Complex::new(1.0f32, 0.0));
    assert!(compare(Direction::Less, Comparison::Numbers, &z, &z).is_err());
    assert!(compare(Direction::Equal, Comparison::Numbers, &z, &z).unwrap().to_bool().unwrap());
}

#[test]
fn choices_and_bounds() {
    let (low, x, high) = (Tensor::from(0.0f32), floats(ElementType::F32, &[-1.0, 0.5, 9.0]), Tensor::from(1.0f32));
    assert_eq!(clamp(&low, &x, &high).unwrap().to_f64().unwrap(), [0.0, 0.5, 1.0]);
    let chosen = select(&Tensor::from(&[true, false, true][..]), &x, &floats(ElementType::F32, &[7.0; 3])).unwrap();
    assert_eq!(chosen.to_f64().unwrap(), [-1.0, 7.0, 9.0]);
    assert!(select(&Tensor::from(true), &x, &high).is_err());
    assert!(select(&Tensor::from(1i32), &x, &x).is_err());
}

#[test]
fn conversions() {
    let x = floats(ElementType::F64, &[f64::NAN, 1e30, -1e30, -1.9, 2.9]);
    let to = |element| convert(&x, element).unwrap().to_i64().unwrap();
    assert_eq!(to(ElementType::I32), [0, i64::from(i32::MAX), i64::from(i32::MIN), -1, 2]);
    assert_eq!(to(ElementType::U8), [0, 255, 0, 0, 2]);
    assert_eq!(to(ElementType::I4), [0, 7, -8, -1, 2]);
    assert_eq!(to(ElementType::Bool), [1, 1, 1, 1, 1]);
    let wide = integers(ElementType::I32, &[300, -1, 0]);
    assert_eq!(convert(&wide, ElementType::U8).unwrap().to_i64().unwrap(), [44, 255, 0]);
    assert_eq!(convert(&wide, ElementType::I4).unwrap().to_i64().unwrap(), [-4, -1, 0]);
    assert_eq!(convert(&wide, ElementType::Bool).unwrap().to_i64().unwrap(), [1, 1, 0]);
    let large = Tensor::from(u64::MAX);
    assert_eq!(convert(&large, ElementType::F32).unwrap().to_f64().unwrap(), [18_446_744_073_709_551_616.0]);
    let z = Tensor::from(Complex::new(2.5f64, 3.0));
    assert_eq!(convert(&z, ElementType::F32).unwrap().to_f64().unwrap(), [2.5]);
    for from in ElementType::all() {
        for to in ElementType::all() {
            let result = convert(&Tensor::scalar(from, 1.0), to).unwrap();
            assert_eq!((result.element(), result.count()), (to, 1));
            if to.class() != Class::Complex && to != ElementType::I2 {
                assert_eq!(result.to_f64().unwrap(), [1.0], "{from} {to}");
            }
        }
    }
}

#[test]
fn bits_are_cast() {
    let x = Tensor::from(1.0f32);
    assert_eq!(bitcast(&x, ElementType::U32).unwrap().to_i64().unwrap(), [0x3f80_0000]);
    let bytes = bitcast(&x, ElementType::U8).unwrap();
    assert_eq!((bytes.shape(), bytes.to_i64().unwrap()), (&[4][..], vec![0, 0, 0x80, 0x3f]));
    assert!(bitcast(&bytes, ElementType::F32).unwrap().same_bits(&x));
    let nibbles = bitcast(&integers(ElementType::I8, &[-2]), ElementType::I4).unwrap();
    assert_eq!((nibbles.shape(), nibbles.to_i64().unwrap()), (&[1, 2][..], vec![-2, -1]));
    assert_eq!(bitcast(&nibbles, ElementType::U8).unwrap().to_i64().unwrap(), [254]);
    let z = bitcast(&Tensor::from(Complex::new(1.0f32, 2.0)), ElementType::F64);
    assert_eq!(z.unwrap().count(), 1);
    assert!(bitcast(&integers(ElementType::I8, &[1, 2, 3]), ElementType::I32).is_err());
}

#[test]
fn precision_is_reduced() {
    let x = floats(ElementType::F32, &[1.0 + 1.0 / 1024.0, 1e30, 1e-30, -0.0]);
    let reduced = reduce_precision(&x, 5, 2).unwrap().to_f64().unwrap();
    assert_eq!(reduced[0], 1.0);
    assert!(reduced[1].is_infinite() && reduced[2] == 0.0 && reduced[3].is_sign_negative());
    assert!(reduce_precision(&x, 8, 23).unwrap().same_bits(&x));
    let nan = reduce_precision(&Tensor::from(f64::NAN), 5, 0).unwrap();
    assert!(nan.to_f64().unwrap()[0].is_nan());
    assert!(reduce_precision(&x, 0, 2).is_err());
}

#[test]
fn parts_of_complex_numbers() {
    let z = complex(&Tensor::from(3.0f32), &Tensor::from(-4.0f32)).unwrap();
    assert_eq!(unary(Unary::Abs, &z).unwrap().to_f64().unwrap(), [5.0]);
    assert_eq!((real(&z).unwrap().to_f64().unwrap(), imag(&z).unwrap().to_f64().unwrap()), (vec![3.0], vec![-4.0]));
    assert_eq!(imag(&Tensor::from(2.0f64)).unwrap().to_f64().unwrap(), [0.0]);
    let finite = is_finite(&floats(ElementType::F8E5M2, &[1.0, f64::NAN, f64::INFINITY])).unwrap();
    assert_eq!(finite.to_i64().unwrap(), [1, 0, 0]);
    assert!(is_finite(&Tensor::from(1i32)).is_err());
}
