//! Eigenvalues and singular values that are exactly equal: their vectors may be chosen in many ways and jump, so that
//! derivatives of what uses them are NaN. What does not use them has the right derivatives.

use crate::support::second::Second;
use crate::support::{Random, derive, load, numbers, run, signature, tensor};
use zymase_tensor::Tensor;
use zymase_transform::Mode;

const MATRIX: &str = "tensor<3x3xf64>";

/// A routine, how its results are called, and types.
struct Routine {
    call: &'static str,
    /// Values, as a tensor of three real numbers, and vectors, by columns.
    read: &'static str,
}

const SYMMETRIC: Routine = Routine {
    call: "%r:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : \
           (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)",
    read: "%v = stablehlo.reshape %r#0 : (tensor<3x3xf64>) -> tensor<3x3xf64>
           %l = stablehlo.reshape %r#1 : (tensor<3xf64>) -> tensor<3xf64>",
};

const SINGULAR: Routine = Routine {
    call: "%r:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x3xf64>) \
           -> (tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<i32>)",
    read: "%v = stablehlo.reshape %r#2 : (tensor<3x3xf64>) -> tensor<3x3xf64>
           %l = stablehlo.reshape %r#1 : (tensor<3xf64>) -> tensor<3xf64>",
};

const GENERAL: Routine = Routine {
    call: "%r:5 = stablehlo.custom_call @lapack_dgeev_ffi(%x) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = \
           86 : ui8}} : (tensor<3x3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, \
           tensor<3x3xcomplex<f64>>, tensor<i32>)",
    read: "%v = stablehlo.real %r#3 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
           %l = stablehlo.reshape %r#0 : (tensor<3xf64>) -> tensor<3xf64>",
};

fn program(routine: &Routine, rest: &str) -> String {
    format!(
        "func.func @main(%x: {MATRIX}) -> tensor<f64> {{\n  {}\n  {}\n  {rest}\n  %s = stablehlo.constant dense<0.0> : \
         tensor<f64>\n  %f = stablehlo.reduce(%w init: %s) applies stablehlo.add across dimensions = [0, 1] : ({MATRIX}, \
         tensor<f64>) -> tensor<f64>\n  return %f : tensor<f64>\n}}",
        routine.call, routine.read
    )
}

const FACTORS: &str =
    "%c = stablehlo.constant dense<[[1.0, 0.3, -0.4], [0.5, 2.0, 0.7], [-0.6, 0.2, 1.5]]> : tensor<3x3xf64>";

/// `<C, V diag(l²) Vᵀ>`, which uses all vectors.
fn of_all_vectors() -> String {
    format!(
        "{FACTORS}
         %q = stablehlo.multiply %l, %l : tensor<3xf64>
         %d = stablehlo.broadcast_in_dim %q, dims = [1] : (tensor<3xf64>) -> {MATRIX}
         %m = stablehlo.multiply %v, %d : {MATRIX}
         %p = stablehlo.dot_general %m, %v, contracting_dims = [1] x [1] : ({MATRIX}, {MATRIX}) -> {MATRIX}
         %w = stablehlo.multiply %p, %c : {MATRIX}"
    )
}

/// The same of one vector and its value.
fn of_one_vector(place: usize) -> String {
    format!(
        "{FACTORS}
         %u = stablehlo.slice %v [0:3, {place}:{end}] : ({MATRIX}) -> tensor<3x1xf64>
         %q = stablehlo.slice %l [{place}:{end}] : (tensor<3xf64>) -> tensor<1xf64>
         %d = stablehlo.broadcast_in_dim %q, dims = [1] : (tensor<1xf64>) -> tensor<3x1xf64>
         %m = stablehlo.multiply %u, %d : tensor<3x1xf64>
         %p = stablehlo.dot_general %m, %u, contracting_dims = [1] x [1] : (tensor<3x1xf64>, tensor<3x1xf64>) -> {MATRIX}
         %w = stablehlo.multiply %p, %c : {MATRIX}",
        end = place + 1
    )
}

/// The sum of cubes of values; vectors are left out, which nobody sees before the program runs.
fn of_values() -> String {
    format!(
        "%q = stablehlo.multiply %l, %l : tensor<3xf64>
         %k = stablehlo.multiply %q, %l : tensor<3xf64>
         %i = stablehlo.iota dim = 0 : tensor<3x3xi64>
         %j = stablehlo.iota dim = 1 : tensor<3x3xi64>
         %e = stablehlo.compare EQ, %i, %j : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
         %a = stablehlo.broadcast_in_dim %k, dims = [0] : (tensor<3xf64>) -> {MATRIX}
         %o = stablehlo.constant dense<0.0> : {MATRIX}
         %b = stablehlo.select %e, %a, %o : tensor<3x3xi1>, {MATRIX}
         %g = stablehlo.compare NE, %v, %v : ({MATRIX}, {MATRIX}) -> tensor<3x3xi1>
         %t = stablehlo.select %g, %v, %o : tensor<3x3xi1>, {MATRIX}
         %w = stablehlo.add %b, %t : {MATRIX}"
    )
}

fn matrix(values: [f64; 9]) -> Tensor {
    let ir = load(&program(&SYMMETRIC, &of_values()));
    let mut values = values.into_iter();
    tensor(&signature(&ir).0[0], || values.next().expect("nine numbers"))
}

fn diagonal(values: [f64; 3]) -> Tensor {
    matrix([values[0], 0.0, 0.0, 0.0, values[1], 0.0, 0.0, 0.0, values[2]])
}

/// The gradient, and tangents by single elements.
fn derivatives(text: &str, point: &Tensor) -> (Vec<f64>, Vec<f64>) {
    let ir = load(text);
    let (forward, reverse) = (derive(&ir, Mode::Forward), derive(&ir, Mode::Reverse));
    let one = tensor(&signature(&ir).1[0], || 1.0);
    let gradient = numbers(&run(&reverse, &[point.clone(), one])[0]);
    let tangent = |place: usize| {
        let mut unit = [0.0; 9];
        unit[place] = 1.0;
        numbers(run(&forward, &[point.clone(), matrix(unit)]).last().expect("a tangent"))[0]
    };
    (gradient, (0..9).map(tangent).collect())
}

fn by_differences(text: &str, point: &Tensor, place: usize) -> f64 {
    let (ir, step) = (load(text), 1e-4);
    let at = |step: f64| {
        let mut moved: Vec<f64> = numbers(point);
        moved[place] += step;
        numbers(&run(&ir, &[matrix(moved.try_into().expect("nine numbers"))])[0])[0]
    };
    (at(step) - at(-step)) / (2.0 * step)
}

/// Forward against reverse against differences.
fn check_right(text: &str, point: &Tensor) {
    let (gradient, tangents) = derivatives(text, point);
    for place in 0..9 {
        let differences = by_differences(text, point, place);
        assert!((gradient[place] - tangents[place]).abs() < 1e-9, "{gradient:?} {tangents:?}\n{text}");
        assert!((gradient[place] - differences).abs() < 1e-4, "{place}: {differences}, {gradient:?}\n{text}");
    }
}

/// The places of a matrix that a routine reads.
fn read_places(routine: &Routine) -> Vec<usize> {
    let is_read = |place: &usize| routine.call != SYMMETRIC.call || place % 3 <= place / 3;
    (0..9).filter(is_read).collect()
}

#[test]
fn what_uses_vectors_of_equal_values_has_no_derivative() {
    for routine in [&SYMMETRIC, &SINGULAR, &GENERAL] {
        for values in [[3.0, 1.0, 1.0], [2.0, 2.0, 2.0], [2.0, 1.0, 2.0]] {
            let text = program(routine, &of_all_vectors());
            let (gradient, tangents) = derivatives(&text, &diagonal(values));
            for place in read_places(routine) {
                assert!(gradient[place].is_nan(), "{place} of {gradient:?}\n{text}");
                assert!(tangents[place].is_nan(), "{place} of {tangents:?}\n{text}");
            }
        }
    }
    // The turn of two vectors changes nothing to first order here, but they jump all the same.
    let square = "%w = stablehlo.multiply %v, %v : tensor<3x3xf64>";
    let (gradient, _) = derivatives(&program(&SYMMETRIC, square), &diagonal([1.0; 3]));
    assert!(gradient[3].is_nan(), "{gradient:?}");
}

#[test]
fn other_vectors_and_all_values_have_right_derivatives() {
    for (routine, values, place) in
        [(&SYMMETRIC, [1.0, 1.0, 3.0], 2), (&SINGULAR, [3.0, 1.0, 1.0], 0), (&GENERAL, [1.0, 3.0, 1.0], 1)]
    {
        check_right(&program(routine, &of_one_vector(place)), &diagonal(values));
        check_right(&program(routine, &of_values()), &diagonal(values));
        check_right(&program(routine, &of_values()), &diagonal([2.0; 3]));
    }
    let text = program(&SYMMETRIC, &of_values());
    let (gradient, _) = derivatives(&text, &diagonal([1.0, 1.0, 3.0]));
    assert_eq!(gradient, [3.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 27.0]);
}

#[test]
fn second_derivatives_of_other_vectors() {
    let mut random = Random(31);
    for (routine, place) in [(&SYMMETRIC, 2), (&SINGULAR, 0)] {
        for rest in [of_all_vectors(), of_one_vector(place), of_values()] {
            let second = Second::new(&program(routine, &rest), &[0]);
            for _ in 0..4 {
                let point = matrix([3.0, 0.2, 0.1, 0.3, 1.0, 0.4, 0.1, 0.5, 5.0]);
                second.check(&[point], &mut random, true);
            }
        }
    }
    // Beside two values that are equal the third one's vector has a first derivative, but that is written with the others.
    let second = Second::new(&program(&SYMMETRIC, &of_one_vector(2)), &[0]);
    let (point, one) =
        ([diagonal([1.0, 1.0, 3.0])], [tensor(&signature(&load(&program(&SYMMETRIC, &of_values()))).1[0], || 1.0)]);
    let mut draw = || [matrix(std::array::from_fn(|_| random.real(-1.0, 1.0)))];
    let (found, _) = second.along(&point, &one, &draw(), &draw());
    assert!(found.iter().all(|value| value.is_nan()), "{found:?}");
}
