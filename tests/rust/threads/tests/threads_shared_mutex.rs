//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use std::sync::{Arc, Mutex};
use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(shared_mutex, X, |x| {
    let total = Arc::new(Mutex::new(0.0));
    let threads: Vec<_> = x
        .iter()
        .map(|&x| {
            let total = Arc::clone(&total);
            thread::spawn(move || *total.lock().unwrap() += x * x)
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let total = *total.lock().unwrap();
    total * x[0]
});
