//! Structs of numbers and small integers that are sorted.

use suite::case;

const AT: [f64; 5] = [0.5, 0.7, 0.2, 1.3, 0.9];

#[derive(Clone, Copy)]
struct Item {
    value: f64,
    rank: u8,
    weight: f64,
}

case!(by_a_small_key, AT, |x| {
    let item = |(i, v): (usize, &f64)| Item { value: *v, rank: ((i * 7) % 5) as u8, weight: v * v };
    let mut items: Vec<Item> = x.iter().enumerate().map(item).collect();
    items.sort_by_key(|item| item.rank);
    items.iter().enumerate().map(|(i, item)| item.value * item.weight * (i as f64 + 1.0)).sum()
});

case!(by_a_number, AT, |x| {
    let item = |(i, v): (usize, &f64)| Item { value: *v, rank: i as u8, weight: v * v };
    let mut items: Vec<Item> = x.iter().enumerate().map(item).collect();
    items.sort_by(|a, b| a.value.partial_cmp(&b.value).unwrap());
    items.iter().enumerate().map(|(i, item)| item.value * item.weight * (i as f64 + item.rank as f64)).sum()
});
