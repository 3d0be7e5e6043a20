//! Clones of enums: a number in one variant is where another has an address.

use std::rc::Rc;
use suite::case;

const AT: [f64; 6] = [0.55, 0.7, 0.2, 1.3, 0.9, 1.1];

#[derive(Clone)]
enum Value {
    One(f64),
    Many(Vec<f64>),
}

impl Value {
    fn total(&self) -> f64 {
        match self {
            Value::One(number) => *number,
            Value::Many(numbers) => numbers.iter().sum(),
        }
    }
}

// The clone reads the number as the address that the other variant has there, and follows that.
case!(a_number_or_a_vector, AT, |x| {
    let mut all = vec![Value::One(x[0]), Value::Many(vec![x[3], x[4]])];
    let clones = all.clone();
    all.extend(clones);
    all.iter().zip(x).map(|(value, x)| value.total() * x).sum()
}, gradient: |x| vec![2.0 * x[0] + x[2], x[3] + x[4], x[0], x[1] + 2.0 * x[3] + x[4], x[1] + x[3], 0.0]);

case!(slices_are_appended, AT, |x| {
    let all = [Value::Many(vec![x[0]; 3]), Value::One(x[1] * x[2]), Value::One(x[5])];
    let mut some = all.to_vec();
    some.extend_from_slice(&all[1..]);
    some.resize(7, Value::One(x[3]));
    some.iter().enumerate().map(|(i, value)| value.total().powi(1 + i as i32 % 3)).sum()
}, gradient: |x| {
    // 3 a + p^2 + f^3 + p + f^2 + d^3 + d, with p = b c.
    let d_product = 2.0 * x[1] * x[2] + 1.0;
    vec![3.0, d_product * x[2], d_product * x[1], 3.0 * x[3] * x[3] + 1.0, 0.0, 3.0 * x[5] * x[5] + 2.0 * x[5]]
});

case!(replaced_and_taken, AT, |x| {
    let mut slot = Value::One(x[0]);
    let mut kept = Vec::new();
    for (i, x) in x.iter().enumerate() {
        let next = if i % 2 == 0 { Value::Many(vec![*x, slot.total()]) } else { Value::One(x.sin()) };
        kept.push(std::mem::replace(&mut slot, next.clone()));
        kept.insert(kept.len() / 2, next);
    }
    kept.swap(1, 4);
    kept.remove(2);
    kept.push(slot);
    kept.iter().rev().zip(x.iter().cycle()).map(|(value, x)| value.total() * x).sum()
}, gradient: |x| {
    // What the slot holds in turn is a, 2 a, sin b, c + sin b, sin d, e + sin d, sin f; in the end the values are, from the last
    // to the first, the 7th, 6th, 5th, 4th, 3rd, 2nd, 1st, 7th, 3rd, 5th, 6th and 2nd of these.
    let (sin_b, sin_d) = (x[1].sin(), x[3].sin());
    vec![
        x[5].sin() + 2.0 * x[0] + 4.0 * x[5],
        x[4] + sin_d + x[5].sin() + x[1].cos() * (x[2] + x[3] + x[4]),
        sin_d + sin_b + x[3],
        x[2] + sin_b + sin_d + x[3].cos() * (x[1] + x[2] + x[3] + x[4]),
        sin_b + sin_d + x[1] + 2.0 * x[4],
        4.0 * x[0] + x[5].cos() * (x[0] + x[1]),
    ]
});

case!(a_number_or_a_box, AT, |x| {
    #[derive(Clone)]
    enum Tree {
        Leaf(f64),
        Scaled(Box<Tree>, f64),
        Sum(Box<Tree>, Box<Tree>),
    }
    fn value(tree: &Tree) -> f64 {
        match tree {
            Tree::Leaf(x) => *x,
            Tree::Scaled(tree, by) => value(tree) * by,
            Tree::Sum(a, b) => value(a) + value(b) * value(b),
        }
    }
    let mut trees = vec![Tree::Leaf(x[0])];
    for &x in &x[1..] {
        let last = trees[trees.len() - 1].clone();
        trees.push(if x > 0.8 { Tree::Scaled(Box::new(last), x) } else { Tree::Sum(Box::new(Tree::Leaf(x)), Box::new(last)) });
    }
    trees.clone().iter().chain(&trees).map(value).sum()
}, gradient: |x| {
    // Two sums at first, then three products; each counts twice, and in all that follow.
    let sum = x[1] + x[0] * x[0];
    let last = x[2] + sum * sum;
    let products = 1.0 + x[3] * (1.0 + x[4] * (1.0 + x[5]));
    let d_sum = 2.0 + 4.0 * sum * products;
    let d_third = 2.0 * last * (1.0 + x[4] * (1.0 + x[5]));
    vec![
        2.0 + d_sum * 2.0 * x[0],
        d_sum,
        2.0 * products,
        d_third,
        2.0 * last * x[3] * (1.0 + x[5]),
        2.0 * last * x[3] * x[4],
    ]
});

case!(a_number_or_a_shared_one, AT, |x| {
    #[derive(Clone)]
    enum Cell {
        Here(f64),
        There(Rc<f64>),
    }
    let shared = Rc::new(x[0] * x[1]);
    let row = vec![Cell::Here(x[2]), Cell::There(shared.clone()), Cell::Here(x[3]), Cell::There(shared)];
    let rows = vec![row; 3];
    let value = |cell: &Cell| match cell {
        Cell::Here(x) => *x,
        Cell::There(x) => **x,
    };
    rows.iter().zip(x).map(|(row, x)| x * row.iter().map(value).product::<f64>()).sum()
}, gradient: |x| {
    let product = x[2] * x[3] * (x[0] * x[1]).powi(2);
    let sum = x[0] + x[1] + x[2];
    let share = |i: usize, power: f64| sum * power * product / x[i];
    vec![product + share(0, 2.0), product + share(1, 2.0), product + share(2, 1.0), share(3, 1.0), 0.0, 0.0]
});

case!(in_structs_and_options, AT, |x| {
    #[derive(Clone)]
    struct Entry {
        weight: f64,
        value: Option<Value>,
        more: Vec<Value>,
    }
    let entry = |i: usize| Entry {
        weight: x[i],
        value: (i % 2 == 1).then(|| if i == 1 { Value::One(x[2]) } else { Value::Many(vec![x[3], x[i]]) }),
        more: vec![Value::One(x[5 - i]), Value::Many(x[..i].to_vec())],
    };
    let mut entries: Vec<Entry> = (0..4).map(entry).collect();
    let copies = entries.clone();
    entries.retain(|entry| entry.value.is_some());
    entries.extend(copies);
    let more = |entry: &Entry| entry.more.iter().map(Value::total).sum::<f64>();
    entries.iter().map(|e| e.weight * e.value.as_ref().map_or(1.0, Value::total) * more(e)).sum()
}, gradient: |x| {
    // a f + 2 b c (e + a) + c (a + b + d) + 4 d^2 (a + b + 2 c): two of the entries are there twice.
    let squares = 4.0 * x[3] * x[3];
    vec![
        x[5] + 2.0 * x[1] * x[2] + x[2] + squares,
        2.0 * x[2] * (x[4] + x[0]) + x[2] + squares,
        2.0 * x[1] * (x[4] + x[0]) + x[0] + x[1] + x[3] + 2.0 * squares,
        x[2] + 8.0 * x[3] * (x[0] + x[1] + 2.0 * x[2]),
        2.0 * x[1] * x[2],
        x[0],
    ]
});

case!(a_machine, AT, |x| {
    let mut stack = vec![Value::One(x[0])];
    for (i, x) in x.iter().enumerate() {
        let top = stack.last().cloned().unwrap_or(Value::One(1.0));
        stack.push(match (top, i % 3) {
            (Value::One(number), 0) => Value::Many(vec![number, *x]),
            (Value::One(number), _) => Value::One(number * x),
            (Value::Many(mut numbers), 1) => {
                numbers.push(*x);
                Value::Many(numbers)
            }
            (Value::Many(numbers), _) => Value::One(numbers.iter().map(|n| n.cos()).sum()),
        });
    }
    stack.drain(1..3);
    stack.iter().map(Value::total).sum()
}, gradient: |x| {
    // a + 3 c + 2 d + e + cos c + cos d + cos e, with c = 2 cos a + cos b.
    let d_cosines = 3.0 - (2.0 * x[0].cos() + x[1].cos()).sin();
    vec![
        1.0 - 2.0 * x[0].sin() * d_cosines,
        -x[1].sin() * d_cosines,
        0.0,
        2.0 - x[3].sin(),
        1.0 - x[4].sin(),
        0.0,
    ]
});
