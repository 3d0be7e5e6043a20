//! A program with one derivative and no dependencies. `cargo xtask bench-rust` times how long it takes to build again.

#![forbid(unsafe_code)]

#[cfg_attr(feature = "derivative", zymase::autodiff_reverse(d_rosenbrock, Duplicated, Active))]
fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (1.0 - w[0]).powi(2) + 100.0 * (w[1] - w[0] * w[0]).powi(2)).sum()
}

fn main() {
    let x: Vec<f64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    println!("{}", rosenbrock(&x));
    #[cfg(feature = "derivative")]
    {
        let mut gradient = vec![0.0; x.len()];
        d_rosenbrock(&x, &mut gradient, 1.0);
        println!("{gradient:?}");
    }
}
