//! Functions of all forms that `cargo zymase check` knows, and of some that it does not.

#![forbid(unsafe_code)]

pub mod not_checked;
mod types;

pub use types::{Layer, Shape, Spring, Tree, View};
use zymase::{autodiff_forward, autodiff_reverse, autodiff_split};

#[autodiff_reverse(d_product_lanes, 3, Active, Active, Active)]
#[autodiff_forward(b_product_joint, 2, Dualv, Dualv, DualvOnly)]
pub fn product(x: f64, y: f64) -> f64 {
    x * y.sin()
}

#[autodiff_reverse(d_single, Active, Active)]
pub fn single(x: [f32; 3]) -> f32 {
    x[0] * x[1] + x[2].exp()
}

#[autodiff_forward(b_polar, 2, Dual, DualOnly)]
pub fn polar(x: (f64, f64)) -> (f64, f64) {
    (x.0.hypot(x.1), x.1.atan2(x.0))
}

#[autodiff_reverse(d_smooth, Duplicated, Const)]
#[autodiff_forward(b_smooth_joint, 2, Dualv, Const)]
pub fn smooth(x: &mut [f64], times: usize) {
    for i in 1..times.min(x.len()) {
        x[i] *= x[i - 1].sin();
    }
}

#[autodiff_reverse(d_into, Duplicated, DuplicatedOnly)]
#[autodiff_forward(b_into_joint, 2, Dualv, Dualv)]
pub fn into(x: &[f64; 2], y: &mut f64) {
    *y = x[0] * x[1] + x[0].exp();
}

#[autodiff_split(s_model, Duplicated, Active, Const, Active)]
pub fn model(x: &[f64], rate: f64, name: &str) -> f64 {
    let state = x.iter().fold(1.0, |state, x| state + rate * (state * x).sin());
    state * name.len() as f64
}

/// Indices and lengths must fit: random ones do often enough.
#[autodiff_reverse(d_element, Duplicated, Duplicated, Const, Active)]
pub fn element(x: &[f64], y: &[f64], index: usize) -> f64 {
    assert_eq!(x.len(), y.len());
    x[index] * y[index] * y[0]
}

/// Has kinks, and is not defined everywhere.
#[autodiff_reverse(d_kinks, Duplicated, Const, Active)]
pub fn kinks(x: &[f64], flipped: bool) -> f64 {
    let sum: f64 = x.iter().map(|x| x.abs() + x.max(0.3)).sum();
    if flipped { sum.ln() } else { (x[0] - 0.2).sqrt() * sum }
}

/// Does not return for numbers below zero.
#[autodiff_reverse(d_root, Active, Active)]
pub fn root(a: f64) -> f64 {
    let mut x = 1.0;
    while (x * x - a).abs() > 1e-13 {
        x = 0.5 * (x + a / x);
    }
    x
}

#[autodiff_forward(b_energy, Dual, Const, DualOnly)]
pub fn energy(springs: &[Spring], scale: Option<Box<f64>>) -> f64 {
    let energy = |spring: &Spring| spring.stiffness * spring.stretch * spring.stretch * f64::from(spring.count);
    springs.iter().map(energy).sum::<f64>() * scale.map_or(1.0, |scale| *scale)
}

#[autodiff_forward(b_stretch, Dual, Dual, DualOnly)]
pub fn stretch(spring: Spring, by: f64) -> f64 {
    (spring.stretch + by).powi(2) * spring.stiffness
}

#[autodiff_reverse(d_area, Duplicated, Active)]
pub fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle { radius } => 3.0 * radius * radius,
        Shape::Rectangle(width, height) => width * height,
        Shape::Point => 0.0,
    }
}

#[autodiff_reverse(d_total, Duplicated, Active)]
pub fn total(tree: &Tree) -> f64 {
    match tree {
        Tree::Leaf(value) => value.sin(),
        Tree::Node(left, right) => total(left) * 1.5 + total(right),
    }
}

#[autodiff_reverse(unsafe d_apply, Duplicated, Duplicated, Active)]
pub fn apply(layer: &Layer<f64>, x: &View<'_>) -> f64 {
    let rows = layer.weights.chunks(x.numbers.len());
    rows.map(|row| row.iter().zip(x.numbers).map(|(w, x)| w * x).sum::<f64>().tanh()).sum::<f64>() + layer.bias
}

#[test]
fn functions_inside_of_functions_are_checked() {
    #[autodiff_reverse(d_inner, Active, Active)]
    fn inner(x: f64) -> f64 {
        x * x
    }
    assert_eq!(d_inner(3.0, 1.0), (9.0, 6.0));
}
