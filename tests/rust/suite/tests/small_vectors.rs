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
});

case!(inserted_and_retained, AT, |x| {
    let mut v: SmallVec<[f64; 8]> = SmallVec::new();
    for x in x {
        v.push(x * x);
    }
    v.insert(1, x[0]);
    v.retain(|v| *v > 0.3);
    v.iter().map(|v| v.sin()).product()
});

case!(extended, AT, |x| {
    let mut v: SmallVec<[f64; 2]> = SmallVec::from_slice(&x[..2]);
    v.extend(x.iter().map(|x| x * x));
    v.extend_from_slice(&x[3..]);
    let w: SmallVec<[f64; 4]> = x.iter().map(|v| v.sin()).collect();
    v.iter().zip(&w).map(|(a, b)| a * b).sum::<f64>() + v.into_iter().sum::<f64>()
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
});

case!(in_a_vector, AT, |x| {
    let mut rows: Vec<SmallVec<[f64; 3]>> = Vec::new();
    for i in 0..4 {
        let mut row = smallvec![x[0]; i + 1];
        row[i] *= x[i];
        rows.push(row);
    }
    rows.iter().map(|row| row.iter().product::<f64>()).sum::<f64>() + rows.pop().unwrap().pop().unwrap()
});

// A reference to the length of a long one points to where short ones have their first number.
case!(without_duplicates, AT, |x| {
    let mut v: SmallVec<[f64; 8]> = SmallVec::from_slice(x);
    v.dedup();
    v.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1)).sum()
});

case!(sorted_and_emptied, AT, |x| {
    let mut v: SmallVec<[f64; 8]> = SmallVec::from_slice(x);
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    v.dedup();
    let last = v.pop().unwrap();
    let rest: Vec<f64> = v.into_vec();
    rest.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1)).sum::<f64>() * last
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
});
