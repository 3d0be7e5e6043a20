//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(atomics_choose_the_work, X, |x| {
    let next = AtomicUsize::new(0);
    let total = Mutex::new(0.0);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(x) = x.get(index) else { break };
                    *total.lock().unwrap() += x.powi(3);
                }
            });
        }
    });
    total.into_inner().unwrap()
}, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());
