//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`. One program each: many of them are slow to link.

#![forbid(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use suite::case;
use zymase::thread;

const X: [f64; 5] = [0.5, -1.25, 2.0, 0.75, 1.5];

case!(threads_that_are_let_go, X, |x| {
    let counted = Arc::new(AtomicU64::new(0));
    let other = Arc::clone(&counted);
    drop(thread::spawn(move || other.fetch_add(1, Ordering::SeqCst)));
    x[0] * x[0]
}, gradient: |x| vec![2.0 * x[0], 0.0, 0.0, 0.0, 0.0]);
