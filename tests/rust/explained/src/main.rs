//! A program for `cargo zymase explain`: its gradient keeps what a loop overwrites.

#![forbid(unsafe_code)]

use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_forward(b_steps, Dual, Const, DualOnly)]
#[autodiff_reverse(d_steps, Duplicated, Const, Active)]
fn steps(x: &[f64], times: usize) -> f64 {
    let mut state = x.to_vec();
    for _ in 0..times {
        for i in 1..state.len() {
            state[i] = state[i].sin() * state[i - 1];
        }
    }
    state.iter().sum()
}

fn main() {
    let (x, v) = ([0.5, 0.7, 0.2], [1.0, 0.0, 0.0]);
    let mut dx = [0.0; 3];
    let value = d_steps(&x, &mut dx, 10, 1.0);
    println!("{value} {dx:?} {}", b_steps(&x, &v, 10));
}
