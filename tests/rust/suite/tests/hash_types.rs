//! Hash maps of several types in one function: the code that manages their memory is the same for all of them.

use std::collections::HashMap;
use suite::case;

const AT: [f64; 6] = [0.55, 0.7, 0.2, 1.3, 0.9, 1.1];

case!(eight_types, AT, |x| {
    let mut a: HashMap<u8, f64> = HashMap::new();
    let mut b: HashMap<u32, f64> = HashMap::new();
    let mut c: HashMap<u64, f64> = HashMap::new();
    let mut d: HashMap<usize, (f64, f64)> = HashMap::new();
    let mut e: HashMap<(u32, u32), f64> = HashMap::new();
    let mut f: HashMap<i64, f64> = HashMap::new();
    let mut g: HashMap<u16, [f64; 3]> = HashMap::new();
    let mut h: HashMap<char, (f64, u32)> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        a.insert(i as u8, x * x);
        *b.entry(i as u32 % 4).or_insert(1.0) *= x;
        c.insert(i as u64 * 1000, x.sin());
        d.insert(i, (*x, x * x));
        e.insert((i as u32, 7), x.cos());
        *f.entry(i as i64 % 3).or_insert(0.0) += x;
        g.insert(i as u16, [*x, 2.0 * x, x * x]);
        h.insert(char::from(b'a' + i as u8), (x.exp(), i as u32));
    }
    let pair = |key: usize| d.get(&key).map_or(0.0, |pair| pair.0 * pair.1);
    let part = |key: u16| g.get(&key).map_or(0.0, |part| part[0] * part[2]);
    let weighted = |key: char| h.get(&key).map_or(0.0, |(value, weight)| value * f64::from(*weight));
    a.values().sum::<f64>() * b.get(&1).copied().unwrap_or(0.0)
        + c.get(&3000).copied().unwrap_or(0.0) * pair(1)
        + e.get(&(2, 7)).copied().unwrap_or(0.0) * f.get(&1).copied().unwrap_or(0.0)
        + part(4) * weighted('f')
}, gradient: |x| {
    let squares: f64 = x.iter().map(|x| x * x).sum();
    let cube = |i: usize| x[i].powi(3);
    let mut gradient: Vec<f64> = x.iter().map(|y| 2.0 * y * x[1] * x[5]).collect();
    gradient[1] += squares * x[5] + x[3].sin() * 3.0 * x[1] * x[1] + x[2].cos();
    gradient[2] -= x[2].sin() * (x[1] + x[4]);
    gradient[3] += x[3].cos() * cube(1);
    gradient[4] += x[2].cos() + 3.0 * x[4] * x[4] * 5.0 * x[5].exp();
    gradient[5] += squares * x[1] + cube(4) * 5.0 * x[5].exp();
    gradient
});
