//! Slices and references: read, written, cut into pieces.

use suite::{ROUNDING, near, three_ways};
use zymase::{autodiff_forward, autodiff_reverse};

/// Reverse mode of a function of one slice.
macro_rules! of_a_slice {
    ($test:ident, $f:ident, $reverse:ident, $forward:ident, $x:expr) => {
        #[test]
        fn $test() {
            let x = $x;
            let mut dx = vec![0.0; x.len()];
            let value = $reverse(&x, &mut dx, 1.0);
            near("value", value, $f(&x), ROUNDING);
            three_ways($f, &dx, |x, v| $forward(x, v), &x, None);
        }
    };
}

#[autodiff_reverse(d_rosenbrock, Duplicated, Active)]
#[autodiff_forward(b_rosenbrock, Dual, DualOnly)]
fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (1.0 - w[0]).powi(2) + 100.0 * (w[1] - w[0] * w[0]).powi(2)).sum()
}

#[test]
fn windows() {
    let x = [0.5, 0.7, 0.2, 1.3];
    let mut dx = [0.0; 4];
    let value = d_rosenbrock(&x, &mut dx, 1.0);
    assert_eq!(value, rosenbrock(&x));
    three_ways(rosenbrock, &dx, |x, v| b_rosenbrock(x, v), &x, Some(&[-91.0, 170.6, -160.4, 252.0]));
}

#[test]
fn gradients_are_added() {
    let x = [0.5, 0.7];
    let (mut once, mut twice) = ([0.0; 2], [0.0; 2]);
    d_rosenbrock(&x, &mut once, 1.0);
    d_rosenbrock(&x, &mut twice, 1.0);
    d_rosenbrock(&x, &mut twice, 1.0);
    assert_eq!(twice, once.map(|x| 2.0 * x));
}

#[test]
fn an_empty_slice() {
    assert_eq!(d_rosenbrock(&[], &mut [], 1.0), 0.0);
}

#[autodiff_reverse(d_smooth, Duplicated, Const)]
#[autodiff_forward(b_smooth, Dual, Const)]
fn smooth(x: &mut [f64], times: usize) {
    for _ in 0..times {
        for i in 1..x.len() - 1 {
            x[i] = x[i] * x[i + 1] + x[i - 1].sin();
        }
    }
}

#[test]
fn in_place() {
    let start = [0.5, 0.7, 0.2, 1.3, 0.9];
    let weights = [1.0, -2.0, 3.0, 0.5, 0.25];
    let objective = |x: &[f64]| {
        let mut x = x.to_vec();
        smooth(&mut x, 3);
        x.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>()
    };
    let (mut x, mut dx) = (start, weights);
    d_smooth(&mut x, &mut dx, 3);
    let tangent = |x: &[f64], v: &[f64]| {
        let (mut x, mut v) = (x.to_vec(), v.to_vec());
        b_smooth(&mut x, &mut v, 3);
        v.iter().zip(&weights).map(|(v, w)| v * w).sum()
    };
    three_ways(objective, &dx, tangent, &start, None);
}

#[autodiff_reverse(d_product, Duplicated, Duplicated, Const, Active)]
#[autodiff_forward(b_product, Dual, Dual, Const, DualOnly)]
fn product(a: &[f64], x: &[f64], columns: usize) -> f64 {
    a.chunks(columns).map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>().tanh()).sum()
}

#[test]
fn two_slices() {
    let x = [0.3, -0.4, 0.9, 1.1, 0.2, -0.7, 0.6, 0.8];
    let (a, b) = x.split_at(6);
    let (mut da, mut db) = ([0.0; 6], [0.0; 2]);
    d_product(a, &mut da, b, &mut db, 2, 1.0);
    let reverse = [&da[..], &db[..]].concat();
    let f = |x: &[f64]| product(&x[..6], &x[6..], 2);
    let tangent = |x: &[f64], v: &[f64]| b_product(&x[..6], &v[..6], &x[6..], &v[6..], 2);
    three_ways(f, &reverse, tangent, &x, None);
}

#[autodiff_reverse(d_points, Duplicated, Active)]
#[autodiff_forward(b_points, Dual, DualOnly)]
fn points(x: &[[f64; 3]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        for j in 0..i {
            let distance: f64 = x[i].iter().zip(&x[j]).map(|(a, b)| (a - b) * (a - b)).sum();
            sum += 1.0 / distance.sqrt();
        }
    }
    sum
}

#[test]
fn a_slice_of_arrays() {
    let x = [0.3, -0.4, 0.9, 1.1, 0.2, -0.7, 0.6, 0.8, 1.9];
    let arrays = |x: &[f64]| x.chunks(3).map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>();
    let mut dx = [[0.0; 3]; 3];
    d_points(&arrays(&x), &mut dx, 1.0);
    three_ways(|x| points(&arrays(x)), &dx.concat(), |x, v| b_points(&arrays(x), &arrays(v)), &x, None);
}

#[autodiff_reverse(d_halves, Duplicated, Active)]
#[autodiff_forward(b_halves, Dual, DualOnly)]
fn halves(x: &[f64]) -> f64 {
    let mut x = x.to_vec();
    let middle = x.len() / 2;
    let (left, right) = x.split_at_mut(middle);
    for (l, r) in left.iter_mut().zip(right.iter_mut().rev()) {
        std::mem::swap(l, r);
        *l *= *r;
    }
    x.swap(0, middle);
    x.iter().enumerate().map(|(i, x)| x * (i as f64 + 0.5)).sum()
}
of_a_slice!(parts_that_change_places, halves, d_halves, b_halves, [0.5, 0.7, 0.2, 1.3, 0.9, -0.4]);

#[autodiff_reverse(d_sorted, Duplicated, Active)]
#[autodiff_forward(b_sorted, Dual, DualOnly)]
fn sorted(x: &[f64]) -> f64 {
    let mut x = x.to_vec();
    x.sort_by(|a, b| a.total_cmp(b));
    x.iter().enumerate().map(|(i, x)| x * x * (i as f64 + 1.0)).sum()
}
of_a_slice!(sorting, sorted, d_sorted, b_sorted, [0.5, 0.7, 0.2, 1.3, 0.9, -0.4]);

#[autodiff_reverse(d_largest, Duplicated, Active)]
#[autodiff_forward(b_largest, Dual, DualOnly)]
fn largest(x: &[f64]) -> f64 {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    x.iter().map(|x| (x - largest).exp()).sum::<f64>().ln() + largest
}
of_a_slice!(log_sum_exp, largest, d_largest, b_largest, [0.5, 0.7, 0.2, 1.3, 0.9, -0.4]);

#[autodiff_reverse(d_chained, Duplicated, Active)]
#[autodiff_forward(b_chained, Dual, DualOnly)]
fn chained(x: &[f64]) -> f64 {
    x.iter().skip(1).step_by(2).chain(x.iter().rev().take(3)).filter(|x| **x > 0.3).map(|x| x.sqrt()).product()
}
of_a_slice!(chains_of_iterators, chained, d_chained, b_chained, [0.5, 0.7, 0.2, 1.3, 0.9, 0.4]);

#[autodiff_reverse(d_scanned, Duplicated, Active)]
#[autodiff_forward(b_scanned, Dual, DualOnly)]
fn scanned(x: &[f64]) -> f64 {
    x.iter()
        .scan(1.0, |state, x| {
            *state *= x;
            Some(*state)
        })
        .flat_map(|state| [state, state.sin()])
        .sum()
}
of_a_slice!(scans, scanned, d_scanned, b_scanned, [0.5, 0.7, 0.2, 1.3]);

#[autodiff_reverse(d_matrix, Duplicated, Active)]
#[autodiff_forward(b_matrix, Dual, DualOnly)]
fn matrix(x: &[f64]) -> f64 {
    let mut grid = [[0.0; 4]; 4];
    for (i, row) in grid.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry = (x[i] - x[j]).cos();
        }
    }
    let mut power = grid;
    for _ in 0..3 {
        let before = power;
        for i in 0..4 {
            for j in 0..4 {
                power[i][j] = (0..4).map(|k| before[i][k] * grid[k][j]).sum::<f64>() / 4.0;
            }
        }
    }
    (0..4).map(|i| power[i][i]).sum()
}
of_a_slice!(arrays_of_arrays, matrix, d_matrix, b_matrix, [0.5, 0.7, 0.2, 1.3]);

#[autodiff_reverse(d_single, Duplicated, Active)]
#[autodiff_forward(b_single, Dual, DualOnly)]
fn single(x: &[f32]) -> f32 {
    x.iter().map(|x| x * x).sum::<f32>().sqrt()
}

#[test]
fn single_precision() {
    let x = [3.0f32, 4.0];
    let mut dx = [0.0f32; 2];
    assert_eq!(d_single(&x, &mut dx, 1.0), 5.0);
    assert_eq!(dx, [0.6, 0.8]);
    assert_eq!(b_single(&x, &[1.0, 0.0]), 0.6);
    near("differences", f64::from((single(&[3.01, 4.0]) - single(&[2.99, 4.0])) / 0.02), 0.6, 1e-3);
}

#[derive(zymase::Mirror)]
struct Oscillator {
    mass: f64,
    stiffness: f64,
    steps: usize,
    name: &'static str,
}

#[autodiff_reverse(d_swing, Duplicated, Active, Active)]
#[autodiff_forward(b_swing, Dual, Dual, DualOnly)]
fn swing(oscillator: &Oscillator, start: f64) -> f64 {
    let (mut x, mut v) = (start, 0.0);
    for _ in 0..oscillator.steps {
        v -= 0.01 * oscillator.stiffness / oscillator.mass * x;
        x += 0.01 * v;
    }
    x * oscillator.name.len() as f64
}

#[test]
fn a_struct_behind_a_reference() {
    let make = |mass, stiffness| Oscillator { mass, stiffness, steps: 50, name: "spring" };
    let mut shadow = make(0.0, 0.0);
    let (_, dstart) = d_swing(&make(2.0, 3.0), &mut shadow, 0.4, 1.0);
    let f = |x: &[f64]| swing(&make(x[0], x[1]), x[2]);
    let tangent = |x: &[f64], v: &[f64]| b_swing(&make(x[0], x[1]), &make(v[0], v[1]), x[2], v[2]);
    three_ways(f, &[shadow.mass, shadow.stiffness, dstart], tangent, &[2.0, 3.0, 0.4], None);
}

#[autodiff_reverse(d_into, Duplicated, DuplicatedOnly)]
#[autodiff_forward(b_into, Dual, DualOnly)]
fn into(x: &[f64; 2], y: &mut f64) {
    *y = x[0] * x[1] + x[0].exp();
}

#[test]
fn a_result_behind_a_reference() {
    let x = [0.3, 0.7];
    let (mut dx, mut y, mut dy) = ([0.0; 2], 0.0, 1.0);
    d_into(&x, &mut dx, &mut y, &mut dy);
    let f = |x: &[f64]| {
        let mut y = 0.0;
        into(&[x[0], x[1]], &mut y);
        y
    };
    let tangent = |x: &[f64], v: &[f64]| {
        let (mut y, mut tangent) = (0.0, 0.0);
        b_into(&[x[0], x[1]], &[v[0], v[1]], &mut y, &mut tangent);
        tangent
    };
    three_ways(f, &dx, tangent, &x, Some(&[0.7 + 0.3f64.exp(), 0.3]));
}

#[autodiff_reverse(d_pointer, Duplicated, Const, Active)]
unsafe fn pointer(x: *const f64, n: usize) -> f64 {
    (0..n).map(|i| unsafe { *x.add(i) }.powi(3)).sum()
}

#[test]
fn raw_pointers() {
    let x = [1.0, 2.0];
    let mut dx = [0.0; 2];
    let value = unsafe { d_pointer(x.as_ptr(), dx.as_mut_ptr(), 2, 1.0) };
    assert_eq!((value, dx), (9.0, [3.0, 12.0]));
}
