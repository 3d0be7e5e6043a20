//! Hash maps whose values have memory of their own.

use std::collections::HashMap;
use suite::case;

const AT: [f64; 6] = [0.55, 0.7, 0.2, 1.3, 0.9, 1.1];

case!(vectors_by_key, AT, |x| {
    let mut lists: HashMap<usize, Vec<f64>> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        lists.entry(i * i % 4).or_default().push(*x);
    }
    lists.values().map(|list| list.iter().product::<f64>()).sum()
});
