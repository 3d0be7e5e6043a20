//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(parts_of_a_slice, X, |x| {
    let mut y = vec![0.0; x.len()];
    thread::scope(|scope| {
        for (y, x) in y.chunks_mut(2).zip(x.chunks(2)) {
            scope.spawn(move || y.iter_mut().zip(x).for_each(|(y, x)| *y = x * x));
        }
    });
    y.iter().zip(x).map(|(y, x)| y * x).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());
