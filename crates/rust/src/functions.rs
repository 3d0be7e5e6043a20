//! Derivatives of closures. What a closure captures is constant.

use crate::__private::{self as plugin, markers};
use crate::{Matrix, Output, Point, Real};

/// The gradient of a function at a point.
///
/// ```ignore
/// let g = zymase::gradient(|x: &[f64; 2]| x[0] * x[0] * x[1], &[3.0, 5.0]);
/// assert_eq!(g, [30.0, 9.0]);
/// ```
pub fn gradient<X: Point + ?Sized>(f: impl Fn(&X) -> X::Number, x: &X) -> X::Owned {
    value_and_gradient(f, x).1
}

/// The value of a function and its gradient.
pub fn value_and_gradient<X: Point + ?Sized>(f: impl Fn(&X) -> X::Number, x: &X) -> (X::Number, X::Owned) {
    let mut value = <X::Number as crate::Active>::ZERO;
    let mut gradient = x.origin();
    reverse(&f, x, X::numbers_of(&mut gradient), &mut value);
    (value, gradient)
}

/// Writes the value and adds the gradient.
#[inline(always)]
fn reverse<X: Point + ?Sized, F: Fn(&X) -> X::Number>(f: &F, x: &X, gradient: &mut [X::Number], value: &mut X::Number) {
    let primal = |f: &F, first: &[X::Number; 0], count: usize, value: &mut X::Number| {
        *value = f(unsafe { X::from_first(first, count) });
    };
    let mut seed = X::Number::ONE;
    let numbers = x.numbers();
    unsafe {
        plugin::reverse(
            plugin::function(&primal),
            &raw const markers::enzyme_const,
            std::ptr::from_ref(f),
            &raw const markers::enzyme_dup,
            numbers.as_ptr(),
            gradient.as_mut_ptr(),
            &raw const markers::enzyme_const,
            numbers.len(),
            &raw const markers::enzyme_dup,
            std::ptr::from_mut(value),
            &raw mut seed,
        );
    }
}

/// The value of a function and its derivative along `v`.
pub fn jvp<X: Point + ?Sized, Y: Output>(f: impl Fn(&X) -> Y, x: &X, v: &X) -> (Y, Y) {
    let value = f(x);
    let mut numbers = value.results().to_vec();
    let mut tangents = vec![<Y::Number as crate::Active>::ZERO; numbers.len()];
    forward(&f, x, v.numbers(), &mut numbers, &mut tangents);
    let tangent = value.like(&tangents);
    (value, tangent)
}

/// Writes values and tangents along `v`.
#[inline(always)]
fn forward<X: Point + ?Sized, Y: Output, F: Fn(&X) -> Y>(
    f: &F,
    x: &X,
    v: &[X::Number],
    values: &mut [Y::Number],
    tangents: &mut [Y::Number],
) {
    let primal = |f: &F, first: &[X::Number; 0], count: usize, values: &mut [Y::Number; 0], results: usize| {
        let y = f(unsafe { X::from_first(first, count) });
        unsafe { plugin::slice_mut(values, results) }.copy_from_slice(y.results());
    };
    let numbers = x.numbers();
    plugin::check_length("x", numbers.len(), 1, v.len());
    unsafe {
        plugin::forward(
            plugin::function(&primal),
            &raw const markers::enzyme_const,
            std::ptr::from_ref(f),
            &raw const markers::enzyme_dup,
            numbers.as_ptr(),
            v.as_ptr(),
            &raw const markers::enzyme_const,
            numbers.len(),
            &raw const markers::enzyme_dup,
            values.as_mut_ptr(),
            tangents.as_mut_ptr(),
            &raw const markers::enzyme_const,
            values.len(),
        );
    }
}

/// The value of a function and the gradient of the sum of its results, each multiplied by that of `seed`.
pub fn vjp<X: Point + ?Sized, Y: Output<Number = X::Number>>(f: impl Fn(&X) -> Y, x: &X, seed: &Y) -> (Y, X::Owned) {
    let value = f(x);
    let count = value.results().len();
    assert_eq!(count, seed.results().len(), "the seed must have as many numbers as the result of the function");
    let gradient = weighted_gradient(&f, x, seed.results());
    (value, gradient)
}

fn weighted_gradient<X: Point + ?Sized, Y: Output<Number = X::Number>>(
    f: &impl Fn(&X) -> Y,
    x: &X,
    weights: &[X::Number],
) -> X::Owned {
    let weighted = |x: &X| {
        let mut sum = <X::Number as crate::Active>::ZERO;
        for (result, weight) in f(x).results().iter().zip(weights) {
            sum += *result * *weight;
        }
        sum
    };
    gradient(weighted, x)
}

/// The Jacobian of a function: one row for each of its results, by rows or columns, whichever are fewer.
pub fn jacobian<X: Point + ?Sized, Y: Output<Number = X::Number>>(f: impl Fn(&X) -> Y, x: &X) -> Matrix<X::Number> {
    let zero = <X::Number as crate::Active>::ZERO;
    let mut values = f(x).results().to_vec();
    let (rows, columns) = (values.len(), x.numbers().len());
    let mut jacobian = Matrix::filled(rows, columns, zero);
    if rows < columns {
        let mut weights = vec![zero; rows];
        for row in 0..rows {
            weights[row] = X::Number::ONE;
            let mut gradient = weighted_gradient(&f, x, &weights);
            jacobian.row_mut(row).copy_from_slice(X::numbers_of(&mut gradient));
            weights[row] = zero;
        }
        return jacobian;
    }
    let mut direction = vec![zero; columns];
    let mut tangents = vec![zero; rows];
    for column in 0..columns {
        direction[column] = X::Number::ONE;
        tangents.fill(zero);
        forward(&f, x, &direction, &mut values, &mut tangents);
        for (row, tangent) in tangents.iter().enumerate() {
            jacobian[(row, column)] = *tangent;
        }
        direction[column] = zero;
    }
    jacobian
}

/// The Hessian of a function: the derivative of its gradient along each coordinate.
pub fn hessian<X: Point + ?Sized>(f: impl Fn(&X) -> X::Number, x: &X) -> Matrix<X::Number> {
    hessian_of(&f, x)
}

fn hessian_of<X: Point + ?Sized, F: Fn(&X) -> X::Number>(f: &F, x: &X) -> Matrix<X::Number> {
    let zero = <X::Number as crate::Active>::ZERO;
    let numbers = x.numbers();
    let count = numbers.len();
    let mut hessian = Matrix::filled(count, count, zero);
    let gradient_of = |f: &F, first: &[X::Number; 0], count: usize, gradient: &mut [X::Number; 0]| {
        let x = unsafe { X::from_first(first, count) };
        let gradient = unsafe { plugin::slice_mut(gradient, count) };
        let mut value = <X::Number as crate::Active>::ZERO;
        reverse(f, x, gradient, &mut value);
    };
    let mut direction = vec![zero; count];
    let mut gradient = vec![zero; count];
    for row in 0..count {
        direction[row] = X::Number::ONE;
        gradient.fill(zero);
        unsafe {
            plugin::forward(
                plugin::function(&gradient_of),
                &raw const markers::enzyme_const,
                std::ptr::from_ref(f),
                &raw const markers::enzyme_dup,
                numbers.as_ptr(),
                direction.as_ptr(),
                &raw const markers::enzyme_const,
                count,
                &raw const markers::enzyme_dup,
                gradient.as_mut_ptr(),
                hessian.row_mut(row).as_mut_ptr(),
            );
        }
        direction[row] = zero;
    }
    hessian
}
