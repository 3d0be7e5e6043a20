//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_reverse;

#[derive(Clone, Copy)]
struct Table {
    numbers: &'static [f64],
}

#[autodiff_reverse(d_sum, Duplicated, Active)]
fn sum(x: &Table) -> f64 {
    x.numbers.iter().sum()
}

#[derive(Clone, Copy)]
enum Figure {
    Circle(f64),
    Square(f64, f64),
}

#[derive(Clone, Copy)]
struct Named {
    figure: Figure,
}

#[autodiff_reverse(d_area, Duplicated, Active)]
fn area(x: &[Named]) -> f64 {
    x.iter().map(|x| match x.figure { Figure::Circle(r) => r * r, Figure::Square(a, b) => a * b }).sum()
}

#[derive(Clone, Copy)]
struct Pointed {
    number: *const f64,
}

#[autodiff_reverse(d_read, Duplicated, Active)]
fn read(x: &Pointed) -> f64 {
    unsafe { *x.number }
}

fn main() {}
