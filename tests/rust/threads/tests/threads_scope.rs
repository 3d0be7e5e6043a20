//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(scope, X, |x| {
    let (left, right) = x.split_at(x.len() / 2);
    thread::scope(|scope| {
        let other = scope.spawn(|| left.iter().map(|x| x * x).sum::<f64>());
        right.iter().sum::<f64>() * other.join().unwrap()
    })
});
