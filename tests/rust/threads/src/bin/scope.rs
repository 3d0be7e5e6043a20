//! Threads of a scope in what is differentiated.

#![forbid(unsafe_code)]

use zymase::autodiff_reverse;

#[autodiff_reverse(d_total, Duplicated, Active)]
fn total(x: &[f64]) -> f64 {
    let (left, right) = x.split_at(x.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| left.iter().map(|x| x * x).sum::<f64>());
        right.iter().sum::<f64>() + other.join().unwrap()
    })
}

fn main() {
    let mut dx = [0.0; 3];
    println!("{} {dx:?}", d_total(&[1.0, 2.0, 3.0], &mut dx, 1.0));
}
