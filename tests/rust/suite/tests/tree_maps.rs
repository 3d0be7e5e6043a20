//! Trees with keys that are shorter than the numbers behind them.

use std::collections::BTreeMap;
use suite::case;

/// As many that nodes are split.
const POINT: [f64; 14] = [0.5, 0.7, 0.2, 1.3, 0.9, 1.1, 0.4, 0.8, 0.3, 0.6, 1.2, 0.1, 1.4, 1.7];

/// A gradient, by the place of each coordinate and the coordinate itself.
fn each(x: &[f64], partial: impl Fn(usize, f64) -> f64) -> Vec<f64> {
    x.iter().enumerate().map(|(i, x)| partial(i, *x)).collect()
}

/// The derivative of `sin(x * x)`.
fn d_sine(x: f64) -> f64 {
    2.0 * x * (x * x).cos()
}

/// Keys that are removed, of which one is in no map.
const REMOVED: [u8; 6] = [3, 9, 12, 1, 40, 5];

/// The same as a slice of which no compiler knows how long it is.
fn removed(x: &[f64]) -> &'static [u8] {
    &REMOVED[..x.len() / 2 - 1]
}

/// Squares that were removed count as often as their key says, of the others the sine.
fn some_removed(x: &[f64]) -> Vec<f64> {
    each(x, |i, x| match (i * 5 % 14) as u8 {
        key if REMOVED.contains(&key) => 2.0 * x * f64::from(key),
        _ => d_sine(x),
    })
}

case!(insert_and_iterate, POINT, |x| {
    let mut map: BTreeMap<u8, f64> = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        map.insert((i * 5 % 14) as u8, x * x);
    }
    map.iter().map(|(k, v)| f64::from(*k) * v.sin()).sum()
}, gradient: |x| each(x, |i, x| (i * 5 % 14) as f64 * d_sine(x)));

case!(get, POINT, |x| {
    let map: BTreeMap<u8, f64> = x.iter().enumerate().map(|(i, x)| ((i * 3 % 14) as u8, x.exp())).collect();
    (0..20).filter_map(|key| Some(map.get(&key)? * f64::from(key))).sum()
}, gradient: |x| each(x, |i, x| (i * 3 % 14) as f64 * x.exp()));

case!(values, POINT, |x| {
    let mut map: BTreeMap<u32, f64> = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        map.insert((i * 9 % 14) as u32, x.cos());
    }
    map.values_mut().for_each(|value| *value *= *value);
    map.values().product::<f64>() + map.into_values().sum::<f64>()
}, gradient: |x| {
    let product: f64 = x.iter().map(|x| x.cos() * x.cos()).product();
    each(x, |_, x| -2.0 * x.tan() * product - 2.0 * x.sin() * x.cos())
});

case!(range, POINT, |x| {
    let map: BTreeMap<i32, f64> = x.iter().enumerate().map(|(i, x)| (i as i32 - 7, x * x * x)).collect();
    map.range(-3..4).map(|(key, value)| f64::from(*key) * value).sum()
}, gradient: |x| each(x, |i, x| if (4..11).contains(&i) { (i as f64 - 7.0) * 3.0 * x * x } else { 0.0 }));

case!(entry, POINT, |x| {
    let mut map: BTreeMap<char, f64> = BTreeMap::new();
    for (letter, x) in "differentiation".chars().zip(x) {
        *map.entry(letter).or_insert(1.0) *= x;
    }
    map.iter().map(|(letter, value)| f64::from(*letter as u32 - 96) * value).sum()
}, gradient: |x| {
    let letters = b"differentiation";
    let others = |i: usize| (0..x.len()).filter(move |&j| j != i && letters[j] == letters[i]);
    (0..x.len()).map(|i| f64::from(letters[i] - 96) * others(i).map(|j| x[j]).product::<f64>()).collect()
});

case!(remove_short, POINT, |x| {
    let mut map: BTreeMap<u16, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u16, x * x)).collect();
    let mut sum = 0.0;
    for key in removed(x) {
        let key = u16::from(*key);
        if let Some(value) = map.remove(&key) {
            sum += value * f64::from(key);
        }
    }
    sum + map.values().map(|value| value.sin()).sum::<f64>()
}, gradient: |x| some_removed(x));

case!(remove_long, POINT, |x| {
    let mut map: BTreeMap<u64, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u64, x * x)).collect();
    let first = map.remove(&3).unwrap_or(0.0) * map.remove(&11).unwrap_or(0.0);
    first + map.values().map(|value| value.sin()).sum::<f64>()
}, gradient: |x| each(x, |i, y| match i {
    // Keys 11 and 3.
    5 => 2.0 * y * x[9] * x[9],
    9 => 2.0 * y * x[5] * x[5],
    _ => d_sine(y),
}));

case!(append_and_split, POINT, |x| {
    let mut map: BTreeMap<i32, f64> = x.iter().enumerate().map(|(i, x)| (i as i32, x * x)).collect();
    let mut other = map.split_off(&6);
    map.insert(40, x[0] * x[1]);
    other.append(&mut map);
    other.into_iter().map(|(key, value)| f64::from(key) * value.sin()).sum()
}, gradient: |x| {
    let last = 40.0 * (x[0] * x[1]).cos();
    each(x, |i, y| i as f64 * d_sine(y) + [last * x[1], last * x[0]].get(i).unwrap_or(&0.0))
});

case!(pop_and_retain, POINT, |x| {
    let mut map: BTreeMap<u32, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u32, x * x)).collect();
    let (_, first) = map.pop_first().unwrap_or_default();
    let (_, last) = map.pop_last().unwrap_or_default();
    map.retain(|key, _| key % 3 != 0);
    first * last + map.values().map(|value| value.sin()).sum::<f64>()
}, gradient: |x| each(x, |i, y| match i {
    // Keys 0 and 13.
    0 => 2.0 * y * x[11] * x[11],
    11 => 2.0 * y * x[0] * x[0],
    _ if i * 5 % 14 % 3 != 0 => d_sine(y),
    _ => 0.0,
}));

case!(remove_bytes, POINT, |x| {
    let mut map: BTreeMap<u8, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u8, x * x)).collect();
    let mut sum = 0.0;
    for key in removed(x) {
        let key = *key;
        if let Some(value) = map.remove(&key) {
            sum += value * f64::from(key);
        }
    }
    sum + map.values().map(|value| value.sin()).sum::<f64>()
}, gradient: |x| some_removed(x));

case!(remove_signed_bytes, POINT, |x| {
    let mut map: BTreeMap<i8, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as i8 - 7, x * x)).collect();
    let mut sum = 0.0;
    for key in removed(x) {
        let key = *key as i8 - 7;
        if let Some(value) = map.remove(&key) {
            sum += value * f64::from(key + 7);
        }
    }
    sum + map.values().map(|value| value.sin()).sum::<f64>()
}, gradient: |x| some_removed(x));

case!(remove_truths, POINT, |x| {
    let mut map: BTreeMap<bool, f64> = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        *map.entry(i % 3 == 0).or_insert(1.0) *= x;
    }
    let thirds = map.remove(&true).unwrap_or(0.0);
    thirds.sin() + map.values().sum::<f64>() + map.remove(&false).map_or(0.0, |rest| rest * rest)
}, gradient: |x| {
    let product = |wanted: bool| (0..x.len()).filter(|i| (i % 3 == 0) == wanted).map(|i| x[i]).product::<f64>();
    let (thirds, rest) = (product(true), product(false));
    each(x, |i, x| if i % 3 == 0 { thirds.cos() * thirds / x } else { rest / x * (1.0 + 2.0 * rest) })
});
