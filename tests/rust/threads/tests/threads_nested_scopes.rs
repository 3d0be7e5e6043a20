//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(nested_scopes, X, |x| {
    thread::scope(|scope| {
        let outer = scope.spawn(|| {
            thread::scope(|scope| {
                let inner = scope.spawn(|| x[0] * x[1]);
                inner.join().unwrap() * x[2]
            })
        });
        outer.join().unwrap() + x[3] * x[4]
    })
}, gradient: |x| vec![x[1] * x[2], x[0] * x[2], x[0] * x[1], x[4], x[3]]);
