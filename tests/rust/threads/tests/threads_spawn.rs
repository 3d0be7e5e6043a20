//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(spawn, X, |x| {
    let y = x.to_vec();
    let sum = thread::spawn(move || y.iter().map(|y| y.exp()).sum::<f64>()).join().unwrap();
    sum * x[0]
});
