//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

struct View<'a> {
    numbers: &'a [f64],
}

#[autodiff_reverse(d_sum, Duplicated, Active)]
fn sum(x: &View<'_>) -> f64 {
    x.numbers.iter().sum()
}

#[autodiff_reverse(d_generic, Duplicated, Active)]
fn generic<T: Copy + Into<f64>>(x: &T) -> f64 {
    (*x).into()
}

fn main() {}
