//! An iterator of rayon in what is differentiated.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use zymase::autodiff_reverse;

#[autodiff_reverse(d_total, Duplicated, Active)]
fn total(x: &[f64]) -> f64 {
    x.par_iter().map(|x| x * x).sum()
}

fn main() {
    let mut dx = [0.0; 3];
    println!("{} {dx:?}", d_total(&[1.0, 2.0, 3.0], &mut dx, 1.0));
}
