//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(threads_of_a_loop, X, |x| {
    thread::scope(|scope| {
        let threads: Vec<_> =
            x.chunks(2).map(|part| scope.spawn(move || part.iter().map(|x| x.sin()).sum::<f64>())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum::<f64>()
    })
}, gradient: |x| x.iter().map(|x| x.cos()).collect());
