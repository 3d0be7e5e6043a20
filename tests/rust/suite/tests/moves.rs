//! Values that change places: swapped, rotated, inserted.

use suite::case;

const AT: [f64; 6] = [0.5, 0.7, 0.2, 1.3, 0.9, 0.4];

#[derive(Clone, Copy)]
struct Item {
    value: f64,
    rank: u8,
    weight: f64,
}

fn items(x: &[f64]) -> Vec<Item> {
    let item = |(i, x): (usize, &f64)| Item { value: *x, rank: ((i * 7) % 5) as u8, weight: x * x };
    x.iter().enumerate().map(item).collect()
}

fn weighted(items: &[Item]) -> f64 {
    items.iter().enumerate().map(|(i, item)| item.value * item.weight * (i as f64 + f64::from(item.rank))).sum()
}

case!(two_vectors_are_swapped_again_and_again, AT, |x| {
    let mut now = x.to_vec();
    let mut next: Vec<f64> = x.iter().map(|v| v * v).collect();
    for step in 0..4 {
        for k in 0..now.len() {
            next[k] += now[k] * 0.3 * f64::from(step);
        }
        std::mem::swap(&mut now, &mut next);
    }
    now.iter().sum::<f64>() + next[0] * next[1]
});

case!(vectors_of_vectors_are_reversed, AT, |x| {
    let mut rows: Vec<Vec<f64>> = x.iter().enumerate().map(|(i, x)| vec![*x; i + 1]).collect();
    rows.reverse();
    rows.swap(1, 3);
    rows.iter().enumerate().map(|(i, row)| row.iter().product::<f64>() * (i as f64 + 1.0)).sum()
});

case!(parts_of_two_slices_are_swapped, AT, |x| {
    let (mut left, mut right) = (items(&x[..3]), items(&x[3..]));
    left[1..].swap_with_slice(&mut right[..2]);
    weighted(&left) + weighted(&right)
});

case!(a_slice_is_rotated, AT, |x| {
    let mut items = items(x);
    items.rotate_left(2);
    weighted(&items)
});

case!(vectors_are_rotated, AT, |x| {
    let mut rows: Vec<Vec<f64>> = x.iter().map(|x| vec![*x, x * x]).collect();
    rows.rotate_right(x.len() / 4 + 1);
    rows.iter().enumerate().map(|(i, row)| row[0] * row[1] * i as f64).sum()
});

case!(numbers_are_inserted_and_removed, AT, |x| {
    let mut values = Vec::new();
    for (i, x) in x.iter().enumerate() {
        values.insert(i / 2, x * x);
    }
    let taken = values.remove(2);
    values.iter().enumerate().map(|(i, value)| taken * value * i as f64).sum()
});

case!(a_text_is_read, AT, |x| {
    let coefficients: Vec<f64> = "1, 2.5,x, 3e-1".split(',').filter_map(|word| word.trim().parse().ok()).collect();
    coefficients.iter().rev().zip(x).fold(0.0, |sum, (c, x)| sum * x + c * x.sin())
});

case!(roots_are_asked_for_first, [0.5, -0.7], |x| {
    fn root(v: f64) -> Option<f64> {
        (v > 0.0).then(|| v.sqrt())
    }
    fn product(a: f64, b: f64) -> Option<f64> {
        Some(root(a)? * root(b)? + 1.0)
    }
    [root(x[0]), product(x[0], x[1]), None, Some(x[1])].iter().flatten().sum()
});

fn put_together(x: &[f64], n: usize) -> f64 {
    let first = x[..n].to_vec();
    let second: Vec<f64> = x[n..].iter().map(|v| v * v).collect();
    let mut tripled = vec![0.0; n];
    for (three, one) in tripled.iter_mut().zip(&first) {
        *three = one * 3.0;
    }
    let mut all = first.clone();
    all.extend_from_slice(&second);
    all.extend_from_slice(&tripled);
    let tail = all.split_off(n);
    all.iter().sum::<f64>() + tail.iter().rev().enumerate().map(|(i, v)| v * i as f64).sum::<f64>() + n as f64
}

case!(the_first_vector_is_empty, [0.5, 0.7, 0.2], |x| { put_together(x, x.len() - 3) });
case!(no_vector_is_empty, [0.5, 0.7, 0.2], |x| { put_together(x, x.len() - 1) });
case!(the_second_vector_is_empty, [0.5, 0.7, 0.2], |x| { put_together(x, x.len()) });
