//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

/// Sums up halves of halves.
fn squares(x: &[f64]) -> f64 {
    if x.len() < 2 {
        return x.iter().map(|x| x * x).sum();
    }
    let (left, right) = x.split_at(x.len() / 2);
    thread::scope(|scope| {
        let other = scope.spawn(|| squares(left));
        squares(right) + other.join().unwrap()
    })
}

case!(recursive_scopes, X, |x| { squares(x) }, gradient: |x| x.iter().map(|x| 2.0 * x).collect());
