//! A thread of its own in what is differentiated.

#![forbid(unsafe_code)]

use zymase::autodiff_reverse;

#[autodiff_reverse(d_total, Active, Active)]
fn total(x: f64) -> f64 {
    std::thread::spawn(move || x * x).join().unwrap()
}

fn main() {
    println!("{:?}", d_total(3.0, 1.0));
}
