//! A program with one derivative of functions of nalgebra. `cargo xtask bench-rust` times how long it takes to build again.

#![forbid(unsafe_code)]

use nalgebra::{Cholesky, Matrix4, Vector4};

/// The logarithm of a Gaussian density with the covariance L·Lᵀ + 1.
#[cfg_attr(feature = "derivative", zymase::autodiff_reverse(d_log_density, Duplicated, Const, Active))]
fn log_density(factor: &[f64; 16], x: &[f64; 4]) -> f64 {
    let factor = Matrix4::from_column_slice(factor);
    let covariance = factor * factor.transpose() + Matrix4::identity();
    let Some(cholesky) = Cholesky::new(covariance) else { return f64::NEG_INFINITY };
    let solved = cholesky.solve(&Vector4::from_column_slice(x));
    -0.5 * (Vector4::from_column_slice(x).dot(&solved) + cholesky.determinant().ln())
}

fn main() {
    let x: f64 = std::env::args().nth(1).and_then(|argument| argument.parse().ok()).unwrap_or(0.5);
    let factor = std::array::from_fn(|i| x + 0.1 * i as f64);
    println!("{}", log_density(&factor, &[1.0, x, -x, 2.0]));
    #[cfg(feature = "derivative")]
    {
        let mut gradient = [0.0; 16];
        d_log_density(&factor, &mut gradient, &[1.0, x, -x, 2.0], 1.0);
        println!("{gradient:?}");
    }
}
