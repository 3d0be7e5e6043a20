//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

struct Point {
    x: f64,
}

#[autodiff_reverse(df, Active, Active)]
fn f(point: Point) -> f64 {
    point.x
}

fn main() {}
