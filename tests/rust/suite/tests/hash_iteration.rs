//! Hash maps that are gone through from the first entry to the last: pointers to entries step down, those to control bytes up, by
//! the same number of bytes. Several maps of different types are in this one program.

use std::collections::HashMap;
use suite::{case, near, three_ways};

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

case!(collected_and_summed, AT, |x| {
    let powers: HashMap<i32, f64> = x.iter().enumerate().map(|(i, x)| (i as i32, x * x)).collect();
    powers.iter().map(|(exponent, x)| x.powi(*exponent)).sum()
});

case!(texts_as_keys, AT, |x| {
    let mut named: HashMap<String, f64> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        *named.entry(format!("parameter {}", i % 4)).or_insert(1.0) *= x.exp();
    }
    named.iter().map(|(name, x)| name.len() as f64 * x).sum::<f64>() * named["parameter 1"]
});

case!(structs_as_values, AT, |x| {
    struct Edge {
        from: f64,
        count: u32,
        to: f64,
    }
    let mut edges: HashMap<u64, Edge> = HashMap::new();
    for (i, pair) in x.windows(2).enumerate() {
        edges.insert(i as u64, Edge { from: pair[0], count: i as u32, to: pair[1] });
    }
    edges.values().map(|edge| edge.from * edge.to + f64::from(edge.count) * edge.from).sum()
});

case!(numbers_beside_counts, AT, |x| {
    let mut sums: HashMap<u32, f64> = HashMap::new();
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        *sums.entry(i as u32 % 4).or_insert(0.0) += x * x;
        *counts.entry(i as u32 % 4).or_insert(0) += 1;
    }
    sums.iter().map(|(key, sum)| (sum / counts[key] as f64).sin()).sum()
});

case!(changed_and_removed, AT, |x| {
    let mut grid: HashMap<(i32, i32), f64> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        grid.insert((i as i32 % 3, i as i32 / 3), *x);
    }
    for x in grid.values_mut() {
        *x = x.sin();
    }
    for (key, x) in grid.iter_mut() {
        if key.0 == 1 {
            *x *= 2.0;
        }
    }
    grid.remove(&(0, 0));
    grid.retain(|key, _| key.0 < 2);
    grid.into_values().map(|x| x * x).sum()
});

case!(vectors_and_maps_in_maps, AT, |x| {
    let mut lists: HashMap<u8, Vec<f64>> = HashMap::new();
    let mut maps: HashMap<u32, HashMap<char, f64>> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        lists.entry(i as u8 % 3).or_default().push(*x);
        maps.entry(i as u32 % 2).or_default().insert((b'a' + i as u8) as char, x * x);
    }
    let nested: f64 = maps.values().map(|map| map.values().sum::<f64>().sin()).sum();
    nested + lists.into_iter().map(|(key, list)| list.iter().product::<f64>() * f64::from(key)).sum::<f64>()
});

#[zymase::autodiff_reverse(d_weighted, Const, Duplicated, Active)]
#[zymase::autodiff_forward(f_weighted, Const, Dual, DualOnly)]
fn weighted(weights: &HashMap<String, f64>, x: &[f64]) -> f64 {
    weights.values().map(|w| w * x[0].sin()).sum::<f64>()
        + weights.iter().map(|(name, w)| name.len() as f64 * w * x[1] * x[1]).sum::<f64>()
}

#[test]
fn a_constant_map() {
    let weights: HashMap<String, f64> = (0..40).map(|i| (i.to_string(), f64::from(i))).collect();
    let (x, mut dx) = ([0.3, 2.0], [0.0; 2]);
    d_weighted(&weights, &x, &mut dx, 1.0);
    let expected = [780.0 * x[0].cos(), 2.0 * x[1] * (45.0 + 2.0 * 735.0)];
    three_ways(|x| weighted(&weights, x), &dx, |x, v| f_weighted(&weights, x, v), &x, Some(&expected));
}

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
