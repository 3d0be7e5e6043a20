//! Maps.

use std::collections::BTreeMap;
use suite::case;

case!(a_tree_map, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
    let mut map = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        *map.entry(i * 7 % 3).or_insert(1.0) *= x;
    }
    map.values().sum()
});
