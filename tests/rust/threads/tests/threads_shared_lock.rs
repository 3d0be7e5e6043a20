//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use std::sync::{Arc, RwLock};
use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(shared_lock, X, |x| {
    let shared = Arc::new(RwLock::new(x.to_vec()));
    let other = Arc::clone(&shared);
    thread::spawn(move || other.write().unwrap().iter_mut().for_each(|x| *x = x.cos())).join().unwrap();
    let sum = shared.read().unwrap().iter().sum::<f64>();
    sum
}, gradient: |x| x.iter().map(|x| -x.sin()).collect());
