//! Vectors that lie in themselves while they are short: numbers where long ones have an address and a length.

use smallvec::{SmallVec, smallvec};
use suite::case;

const AT: [f64; 6] = [0.55, 0.7, 0.2, 1.3, 0.9, 1.1];

case!(short_then_long, AT, |x| {
    let mut v: SmallVec<[f64; 4]> = SmallVec::new();
    for x in x {
        v.push(x * x);
    }
    v.iter().map(|v| v.sin()).sum()
}, gradient: |x| x.iter().map(|x| 2.0 * x * (x * x).cos()).collect());

case!(inserted_and_retained, AT, |x| {
    let mut v: SmallVec<[f64; 8]> = SmallVec::new();
    for x in x {
        v.push(x * x);
    }
    v.insert(1, x[0]);
    v.retain(|v| *v > 0.3);
    v.iter().map(|v| v.sin()).product()
}, gradient: |x| {
    // The square of 0.2 is not kept.
    let squares: f64 = [0, 1, 3, 4, 5].map(|i| (x[i] * x[i]).sin()).iter().product();
    let product = squares * x[0].sin();
    let share = |i: usize| product * 2.0 * x[i] / (x[i] * x[i]).tan();
    vec![share(0) + product / x[0].tan(), share(1), 0.0, share(3), share(4), share(5)]
});

case!(extended, AT, |x| {
    let mut v: SmallVec<[f64; 2]> = SmallVec::from_slice(&x[..2]);
    v.extend(x.iter().map(|x| x * x));
    v.extend_from_slice(&x[3..]);
    let w: SmallVec<[f64; 4]> = x.iter().map(|v| v.sin()).collect();
    v.iter().zip(&w).map(|(a, b)| a * b).sum::<f64>() + v.into_iter().sum::<f64>()
}, gradient: |x| {
    let own = |i: usize| x[i].sin() + x[i] * x[i].cos() + 1.0 + 2.0 * x[i];
    let square = |i: usize| 2.0 * x[i] * x[i + 2].sin();
    let sine = |i: usize| x[i - 2] * x[i - 2] * x[i].cos() + 2.0 * x[i];
    vec![
        own(0) + square(0),
        own(1) + square(1),
        sine(2) + square(2),
        sine(3) + square(3) + 1.0,
        sine(4) + 1.0,
        sine(5) + 1.0,
    ]
});

case!(structs, AT, |x| {
    #[derive(Clone, Copy)]
    struct Term {
        value: f64,
        count: u32,
    }
    let mut v: SmallVec<[Term; 4]> = SmallVec::new();
    for (i, x) in x.iter().enumerate() {
        v.push(Term { value: x * x, count: i as u32 });
    }
    v.swap(0, 3);
    v.remove(1);
    v.truncate(4);
    v.iter().map(|term| term.value.sin() * f64::from(term.count)).sum()
}, gradient: |x| {
    let term = |i: usize| if (2..5).contains(&i) { i as f64 * 2.0 * x[i] * (x[i] * x[i]).cos() } else { 0.0 };
    (0..6).map(term).collect()
});

case!(in_a_vector, AT, |x| {
    let mut rows: Vec<SmallVec<[f64; 3]>> = Vec::new();
    for i in 0..4 {
        let mut row = smallvec![x[0]; i + 1];
        row[i] *= x[i];
        rows.push(row);
    }
    rows.iter().map(|row| row.iter().product::<f64>()).sum::<f64>() + rows.pop().unwrap().pop().unwrap()
}, gradient: |x| {
    // a^2 + a^2 b + a^3 c + a^4 d + a d.
    let a = x[0];
    let first = 2.0 * a + 2.0 * a * x[1] + 3.0 * a * a * x[2] + 4.0 * a * a * a * x[3] + x[3];
    vec![first, a * a, a * a * a, a * a * a * a + a, 0.0, 0.0]
});

// A reference to the length of a long one points to where short ones have their first number.
case!(without_duplicates, AT, |x| {
    let mut v: SmallVec<[f64; 8]> = SmallVec::from_slice(x);
    v.dedup();
    v.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1)).sum()
}, gradient: |x| (0..6).map(|i| f64::from(i + 1) * x[i as usize].powi(i)).collect());

case!(sorted_and_emptied, AT, |x| {
    let mut v: SmallVec<[f64; 8]> = SmallVec::from_slice(x);
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    v.dedup();
    let last = v.pop().unwrap();
    let rest: Vec<f64> = v.into_vec();
    rest.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1)).sum::<f64>() * last
}, gradient: |x| {
    // In order: 0.2, 0.55, 0.7, 0.9, 1.1, 1.3.
    let sum = x[2] + x[0].powi(2) + x[1].powi(3) + x[4].powi(4) + x[5].powi(5);
    let d_sum = [2.0 * x[0], 3.0 * x[1].powi(2), 1.0, 0.0, 4.0 * x[4].powi(3), 5.0 * x[5].powi(4)];
    (0..6).map(|i| if i == 3 { sum } else { d_sum[i] * x[3] }).collect()
});

case!(everything_near_and_far, AT, |x| {
    let mut sum = 0.0;
    for inside in [3, 6] {
        let mut v: SmallVec<[f64; 4]> = SmallVec::new();
        for x in &x[..inside] {
            v.push(x * x);
        }
        v.insert(1, x[1]);
        v.dedup();
        v.retain(|v| *v > 0.1);
        sum += v.remove(0);
        v.swap_remove(0);
        v.dedup_by(|a, b| *a == 2.0 * *b);
        let copy = v.clone();
        v.truncate(2);
        v.shrink_to_fit();
        sum += v.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1)).sum::<f64>() + copy.iter().product::<f64>();
        sum += v.drain(..1).sum::<f64>() * x[2];
    }
    sum
}, gradient: |x| {
    // 2 a^2 + 2 b^2 + b^2 c + f^2 + b^4 + (b d e f)^2 + f^2 c.
    let product = (x[1] * x[3] * x[4] * x[5]).powi(2);
    let share = |i: usize| 2.0 * product / x[i];
    vec![
        4.0 * x[0],
        4.0 * x[1] + 2.0 * x[1] * x[2] + 4.0 * x[1].powi(3) + share(1),
        x[1] * x[1] + x[5] * x[5],
        share(3),
        share(4),
        2.0 * x[5] + share(5) + 2.0 * x[5] * x[2],
    ]
});

case!(an_enum_by_hand, AT, |x| {
    enum Values {
        Near([f64; 2]),
        Far { count: usize, numbers: Box<[f64]> },
    }
    #[inline(never)]
    fn shorten(count: &mut usize) {
        *count -= 1;
    }
    fn total(values: &mut Values) -> f64 {
        match values {
            Values::Near(numbers) => numbers[0] + 2.0 * numbers[1],
            Values::Far { count, numbers } => {
                shorten(count);
                numbers[..*count].iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
            }
        }
    }
    let mut all = vec![Values::Near([x[0], x[1] * x[2]]), Values::Far { count: 6, numbers: x.into() }];
    all.push(Values::Near([x[3] * x[4], x[5]]));
    all.swap(0, 1);
    let first = all.remove(0);
    all.push(first);
    (0..2).map(|_| all.iter_mut().map(total).product::<f64>()).sum()
}, gradient: |x| {
    // (a + 2 b c) (d e + 2 f) (2 a + 4 b + 6 c + 8 d + 5 e).
    let (first, second) = (x[0] + 2.0 * x[1] * x[2], x[3] * x[4] + 2.0 * x[5]);
    let far = 2.0 * x[0] + 4.0 * x[1] + 6.0 * x[2] + 8.0 * x[3] + 5.0 * x[4];
    let near = first * second;
    vec![
        second * far + 2.0 * near,
        2.0 * x[2] * second * far + 4.0 * near,
        2.0 * x[1] * second * far + 6.0 * near,
        x[4] * first * far + 8.0 * near,
        x[3] * first * far + 5.0 * near,
        2.0 * first * far,
    ]
});

// A clone reads the number as the address that another variant has there, and follows that.
case!(clones_of_enums, AT, |x| {
    #[derive(Clone)]
    enum Value {
        One(f64),
        Many(Vec<f64>),
    }
    let mut all = vec![Value::One(x[0]), Value::Many(vec![x[3], x[4]])];
    let clones = all.clone();
    all.extend(clones);
    let value = |(value, x): (&Value, &f64)| match value {
        Value::One(number) => number * x,
        Value::Many(numbers) => numbers.iter().sum::<f64>() * x,
    };
    all.iter().zip(x).map(value).sum()
}, gradient: |x| vec![2.0 * x[0] + x[2], x[3] + x[4], x[0], x[1] + 2.0 * x[3] + x[4], x[1] + x[3], 0.0]);
