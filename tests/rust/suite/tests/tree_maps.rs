//! Trees with keys that are shorter than the numbers behind them.

use std::collections::BTreeMap;
use suite::case;

/// As many that nodes are split.
const POINT: [f64; 14] = [0.5, 0.7, 0.2, 1.3, 0.9, 1.1, 0.4, 0.8, 0.3, 0.6, 1.2, 0.1, 1.4, 1.7];

case!(insert_and_iterate, POINT, |x| {
    let mut map: BTreeMap<u8, f64> = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        map.insert((i * 5 % 14) as u8, x * x);
    }
    map.iter().map(|(k, v)| f64::from(*k) * v.sin()).sum()
});

case!(get, POINT, |x| {
    let map: BTreeMap<u8, f64> = x.iter().enumerate().map(|(i, x)| ((i * 3 % 14) as u8, x.exp())).collect();
    (0..20).filter_map(|key| Some(map.get(&key)? * f64::from(key))).sum()
});

case!(values, POINT, |x| {
    let mut map: BTreeMap<u32, f64> = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        map.insert((i * 9 % 14) as u32, x.cos());
    }
    map.values_mut().for_each(|value| *value *= *value);
    map.values().product::<f64>() + map.into_values().sum::<f64>()
});

case!(range, POINT, |x| {
    let map: BTreeMap<i32, f64> = x.iter().enumerate().map(|(i, x)| (i as i32 - 7, x * x * x)).collect();
    map.range(-3..4).map(|(key, value)| f64::from(*key) * value).sum()
});

case!(entry, POINT, |x| {
    let mut map: BTreeMap<char, f64> = BTreeMap::new();
    for (letter, x) in "differentiation".chars().zip(x) {
        *map.entry(letter).or_insert(1.0) *= x;
    }
    map.iter().map(|(letter, value)| f64::from(*letter as u32 - 96) * value).sum()
});

case!(remove_short, POINT, |x| {
    let mut map: BTreeMap<u16, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u16, x * x)).collect();
    let mut sum = 0.0;
    for key in [3, 9, 12, 1, 40, 5] {
        if let Some(value) = map.remove(&key) {
            sum += value * f64::from(key);
        }
    }
    sum + map.values().map(|value| value.sin()).sum::<f64>()
});

case!(remove_long, POINT, |x| {
    let mut map: BTreeMap<u64, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u64, x * x)).collect();
    let first = map.remove(&3).unwrap_or(0.0) * map.remove(&11).unwrap_or(0.0);
    first + map.values().map(|value| value.sin()).sum::<f64>()
});

case!(append_and_split, POINT, |x| {
    let mut map: BTreeMap<i32, f64> = x.iter().enumerate().map(|(i, x)| (i as i32, x * x)).collect();
    let mut other = map.split_off(&6);
    map.insert(40, x[0] * x[1]);
    other.append(&mut map);
    other.into_iter().map(|(key, value)| f64::from(key) * value.sin()).sum()
});

case!(pop_and_retain, POINT, |x| {
    let mut map: BTreeMap<u32, f64> = x.iter().enumerate().map(|(i, x)| ((i * 5 % 14) as u32, x * x)).collect();
    let (_, first) = map.pop_first().unwrap_or_default();
    let (_, last) = map.pop_last().unwrap_or_default();
    map.retain(|key, _| key % 3 != 0);
    first * last + map.values().map(|value| value.sin()).sum::<f64>()
});
