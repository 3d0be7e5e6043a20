//! A channel between threads in what is differentiated.

#![forbid(unsafe_code)]

use std::sync::mpsc;
use zymase::{autodiff_reverse, thread};

#[autodiff_reverse(d_total, Active, Active)]
fn total(x: f64) -> f64 {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(x * x).unwrap()).join().unwrap();
    receiver.recv().unwrap()
}

fn main() {
    println!("{:?}", d_total(3.0, 1.0));
}
