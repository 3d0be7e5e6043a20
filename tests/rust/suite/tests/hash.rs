//! Hash maps: one allocation with a pointer into its middle, entries before it and bits of hashes behind it.

use std::collections::HashMap;
use suite::case;

case!(a_hash_map, [0.55, 0.7, 0.2, 1.3, 0.9, 1.1], |x| {
    let mut groups: HashMap<usize, f64> = HashMap::new();
    for (i, x) in x.iter().enumerate() {
        *groups.entry(i % 3).or_insert(0.5) += x * x;
    }
    groups.insert(7, x[0] * x[1]);
    if let Some(group) = groups.get_mut(&1) {
        *group *= x[2];
    }
    groups.values().map(|g| g.sqrt()).sum::<f64>() * groups[&7] + groups.get(&2).map_or(1.0, |g| g.sin())
});
