//! ndarray, as programs use it: products, broadcasts and sums over axes together.

use ndarray::{Array2, Array3, Axis};
use suite::case;

fn covariance(data: &Array2<f64>) -> Array2<f64> {
    let mean = data.mean_axis(Axis(0)).expect("there are rows");
    let centred = data - &mean;
    centred.t().dot(&centred) / (data.nrows() as f64 - 1.0)
}

case!(centred_products, [0.3, 1.2, -0.5, 1.1, 2.4, 0.2], |x| {
    let data = Array2::from_shape_vec((3, 2), x.to_vec()).expect("six numbers");
    let c = covariance(&data);
    (&c.dot(&c) + &c).sum()
});

fn softmax(z: &Array2<f64>) -> Array2<f64> {
    let most = z.fold_axis(Axis(1), f64::NEG_INFINITY, |m, &v| m.max(v)).insert_axis(Axis(1));
    let e = (z - &most).mapv(f64::exp);
    let sum = e.sum_axis(Axis(1)).insert_axis(Axis(1));
    e / sum
}

// The maximum of each row cancels out: the derivative of -ln p is p, less one at the class that is meant. Each number
// counts three times (1 + 2) in a mean over two rows.
#[test]
fn softmax_beside_sums_over_axes() {
    #[zymase::autodiff_reverse(reverse, Duplicated, Active)]
    #[zymase::autodiff_forward(forward, Dual, DualOnly)]
    fn f(x: &[f64]) -> f64 {
        let z = Array2::from_shape_vec((2, 3), x.to_vec()).expect("six numbers");
        let p = softmax(&z);
        let likelihood = -p[[0, 2]].ln() - p[[1, 0]].ln();
        let cube = Array3::from_shape_fn((2, 3, 2), |(i, j, k)| z[[i, j]] * (k as f64 + 1.0));
        likelihood + cube.sum_axis(Axis(2)).mean_axis(Axis(0)).expect("there are rows").sum()
    }
    let x: [f64; 6] = [0.5, 0.7, 0.2, 1.3, 0.9, 2.4];
    let expected: Vec<f64> = (0..6)
        .map(|at| {
            let row = &x[at / 3 * 3..][..3];
            let p = x[at].exp() / row.iter().map(|v| v.exp()).sum::<f64>();
            p - f64::from(u8::from(at == 2 || at == 3)) + 1.5
        })
        .collect();
    let mut dx = [0.0; 6];
    reverse(&x, &mut dx, 1.0);
    suite::three_ways(f, &dx, |x, v| forward(x, v), &x, Some(&expected));
}
