//! Threads in what is differentiated: `zymase::thread` in the place of `std::thread`.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
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

case!(spawn, X, |x| {
    let y = x.to_vec();
    let sum = thread::spawn(move || y.iter().map(|y| y.exp()).sum::<f64>()).join().unwrap();
    sum * x[0]
});

case!(threads_of_a_loop, X, |x| {
    thread::scope(|scope| {
        let threads: Vec<_> =
            x.chunks(2).map(|part| scope.spawn(move || part.iter().map(|x| x.sin()).sum::<f64>())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum::<f64>()
    })
}, gradient: |x| x.iter().map(|x| x.cos()).collect());

case!(parts_of_a_slice, X, |x| {
    let mut y = vec![0.0; x.len()];
    thread::scope(|scope| {
        for (y, x) in y.chunks_mut(2).zip(x.chunks(2)) {
            scope.spawn(move || y.iter_mut().zip(x).for_each(|(y, x)| *y = x * x));
        }
    });
    y.iter().zip(x).map(|(y, x)| y * x).sum::<f64>()
}, gradient: |x| x.iter().map(|x| 3.0 * x * x).collect());

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

case!(shared_lock, X, |x| {
    let shared = Arc::new(RwLock::new(x.to_vec()));
    let other = Arc::clone(&shared);
    thread::spawn(move || other.write().unwrap().iter_mut().for_each(|x| *x = x.cos())).join().unwrap();
    let sum = shared.read().unwrap().iter().sum::<f64>();
    sum
}, gradient: |x| x.iter().map(|x| -x.sin()).collect());

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

case!(threads_that_are_let_go, X, |x| {
    let counted = Arc::new(AtomicU64::new(0));
    let other = Arc::clone(&counted);
    drop(thread::spawn(move || other.fetch_add(1, Ordering::SeqCst)));
    x[0] * x[0]
}, gradient: |x| vec![2.0 * x[0], 0.0, 0.0, 0.0, 0.0]);
