//! What every thread of a pool runs, in what is differentiated.

#![forbid(unsafe_code)]

use zymase::autodiff_reverse;

#[autodiff_reverse(d_total, Active, Active)]
fn total(x: f64) -> f64 {
    rayon::broadcast(|_| x * x).into_iter().sum()
}

fn main() {
    println!("{:?}", d_total(3.0, 1.0));
}
