//! Memory of the program's own: vectors that grow, boxes, counted references, enumerations.

use std::cell::RefCell;
use std::rc::Rc;
use suite::case;

const AT: [f64; 5] = [0.5, 0.7, 0.2, 1.3, 0.9];

case!(a_vector_that_is_collected, AT, |x| {
    let sines: Vec<f64> = x.iter().map(|x| x.sin()).collect();
    (0..x.len()).map(|i| sines[i] * x[(i + 1) % x.len()]).sum()
});

case!(a_vector_that_grows, AT, |x| {
    let mut values = Vec::new();
    for (i, x) in x.iter().enumerate() {
        for k in 0..=i {
            values.push(x * k as f64);
        }
    }
    values.iter().map(|v| v * v).sum()
});

case!(a_vector_of_vectors, AT, |x| {
    let rows: Vec<Vec<f64>> = x.iter().map(|a| x.iter().map(|b| a * b).collect()).collect();
    rows.iter().map(|row| row.iter().sum::<f64>().cos()).sum()
});

case!(a_vector_that_shrinks, AT, |x| {
    let mut values = x.to_vec();
    let mut product = 1.0;
    while let Some(last) = values.pop() {
        product *= last;
        if values.len() > 1 {
            values[0] += last * last;
        }
    }
    product
});

case!(boxes, AT, |x| {
    let boxed: Box<[f64]> = x.iter().map(|x| x.exp()).collect();
    let one = Box::new(boxed[0] * boxed[1]);
    *one * boxed[2]
});

enum List {
    Node(f64, Box<List>),
    Empty,
}

fn total(list: &List) -> f64 {
    match list {
        List::Node(value, rest) => value.sin() + value * total(rest),
        List::Empty => 1.0,
    }
}

case!(a_list_of_boxes, AT, |x| {
    let list = x.iter().fold(List::Empty, |rest, x| List::Node(*x, Box::new(rest)));
    total(&list)
});

#[derive(Clone, Copy)]
enum Shape {
    Circle { radius: f64 },
    Rectangle { width: f64, height: f64 },
    Point,
}

fn area(shape: Shape) -> f64 {
    match shape {
        Shape::Circle { radius } => std::f64::consts::PI * radius * radius,
        Shape::Rectangle { width, height } => width * height,
        Shape::Point => 0.0,
    }
}

case!(enumerations_with_payload, AT, |x| {
    let shapes = [
        Shape::Circle { radius: x[0] },
        Shape::Point,
        Shape::Rectangle { width: x[1], height: x[2] * x[3] },
        Shape::Circle { radius: x[4] * x[0] },
    ];
    shapes.iter().map(|shape| area(*shape)).sum()
});

case!(a_vector_of_enumerations, AT, |x| {
    let shapes: Vec<Shape> =
        x.windows(2)
            .enumerate()
            .map(|(i, w)| {
                if i % 2 == 0 { Shape::Circle { radius: w[0] } } else { Shape::Rectangle { width: w[0], height: w[1] } }
            })
            .collect();
    shapes.into_iter().map(area).sum()
});

case!(options, AT, |x| {
    let found = x.iter().find(|x| **x > 1.0).copied();
    let none = x.iter().find(|x| **x > 9.0).copied();
    let first = x.first().map(|x| x * x);
    found.unwrap_or(2.0) * first.unwrap_or_default() + none.unwrap_or(x[1])
});

case!(results, AT, |x| {
    fn root(x: f64) -> Result<f64, String> {
        if x < 0.0 { Err(format!("{x} is negative")) } else { Ok(x.sqrt()) }
    }
    fn all(x: &[f64]) -> Result<f64, String> {
        let mut sum = 0.0;
        for x in x {
            sum += root(*x)? * x;
        }
        Ok(sum)
    }
    all(x).unwrap_or(0.0)
});

case!(counted_references, AT, |x| {
    let shared = Rc::new(x.iter().map(|x| x * x).collect::<Vec<f64>>());
    let other = Rc::clone(&shared);
    shared[0] * other[1] + shared.iter().sum::<f64>()
});

case!(cells, AT, |x| {
    let shared = Rc::new(RefCell::new(vec![0.0; 2]));
    for (i, x) in x.iter().enumerate() {
        let mut sums = shared.borrow_mut();
        sums[i % 2] += x.sin() * x;
    }
    let sums = shared.borrow();
    sums[0] * sums[1]
});

case!(a_clone, AT, |x| {
    let rows = vec![x.to_vec(), x.iter().map(|x| 2.0 * x).collect()];
    let mut other = rows.clone();
    other[0][1] *= rows[1][2];
    other.concat().iter().map(|x| x.cos()).sum()
});

/// With overflow checks these are refused: numbers come out of memory as parts of integers.
#[cfg(not(debug_assertions))]
mod without_checks {
    use super::AT;
    use std::collections::VecDeque;
    use suite::case;

    case!(a_queue, AT, |x| {
        let mut queue: VecDeque<f64> = x.iter().copied().collect();
        let mut sum = 0.0;
        for _ in 0..8 {
            if let (Some(a), Some(b)) = (queue.pop_front(), queue.front()) {
                sum += a * b;
                queue.push_back(a.sin());
            }
        }
        sum
    });

    case!(insertion_and_removal, AT, |x| {
        let mut values = x.to_vec();
        let first = values.remove(0);
        values.insert(2, first * first);
        values.truncate(4);
        values.extend_from_slice(&x[1..3]);
        values.iter().enumerate().map(|(i, v)| v * (i as f64 + 1.0)).sum()
    });
}

case!(names_beside_numbers, AT, |x| {
    let mut names = Vec::new();
    let mut sum = 0.0;
    for (i, x) in x.iter().enumerate() {
        names.push(format!("x{i}"));
        sum += x * x * names.len() as f64;
    }
    sum * names.iter().map(|name| name.len()).sum::<usize>() as f64
});
