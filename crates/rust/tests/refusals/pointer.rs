//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

#[autodiff_reverse(d_first, Duplicated, Active)]
fn first(x: *const f64) -> f64 {
    if x.is_null() { 0.0 } else { 1.0 }
}

fn main() {}
