//! Hash maps that are gone through from the first entry to the last: pointers to entries step down, those to control bytes up, by
//! the same number of bytes.

use std::collections::HashMap;
use suite::{case, near};

const AT: [f64; 6] = [0.55, 0.7, 0.2, 1.3, 0.9, 1.1];

case!(values_of_all_entries, AT, |x| {
    let mut squares: HashMap<usize, f64> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        squares.insert(i, x * x);
    }
    squares.values().map(|square| square.sin()).sum()
});

case!(a_loop_over_entries, AT, |x| {
    let mut sums: HashMap<u32, f64> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        *sums.entry(i as u32 % 4).or_insert(0.0) += x * x;
    }
    let mut total = 0.0;
    for (key, sum) in &sums {
        total += sum.sin() * (f64::from(*key) + 1.0);
    }
    total
});

#[zymase::autodiff_reverse(unsafe d_sines, Duplicated, Active)]
#[zymase::autodiff_forward(unsafe f_sines, Dual, DualOnly)]
fn sines(map: &HashMap<u32, f64>) -> f64 {
    map.iter().map(|(key, x)| f64::from(*key) * x.sin()).sum()
}

#[test]
fn a_map_with_a_shadow() {
    let map: HashMap<u32, f64> = (0..40).map(|i| (i, f64::from(i))).collect();
    let zeros = || {
        let mut shadow = map.clone();
        shadow.values_mut().for_each(|x| *x = 0.0);
        shadow
    };
    let mut shadow = zeros();
    // SAFETY: a clone has the shape of its original.
    unsafe { d_sines(&map, &mut shadow, 1.0) };
    for (key, x) in &map {
        near("reverse and expected", shadow[key], f64::from(*key) * x.cos(), 1e-12);
        let mut direction = zeros();
        direction.insert(*key, 1.0);
        near("reverse and forward", shadow[key], unsafe { f_sines(&map, &direction) }, 1e-11);
        let moved = |by: f64| {
            let mut moved = map.clone();
            moved.insert(*key, x + by);
            sines(&moved)
        };
        near("reverse and differences", shadow[key], (moved(1e-6) - moved(-1e-6)) / 2e-6, suite::DIFFERENCES);
    }
}
