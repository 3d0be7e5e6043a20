//! ndarray.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis, s};
use suite::case;

const AT: [f64; 6] = [0.3, -0.4, 0.9, 1.1, 0.2, -0.7];

case!(views, AT, |x| {
    let view = ArrayView1::from(x);
    view.dot(&view) + view.iter().map(|x| x.sin()).sum::<f64>()
});

case!(arrays_of_its_own, AT, |x| {
    let mut array = Array1::from_iter(x.iter().map(|x| x * x));
    array.mapv_inplace(f64::sin);
    (&array * 2.0 + 1.0).product()
});

case!(rows_and_columns, AT, |x| {
    let Ok(matrix) = ArrayView2::from_shape((2, 3), x) else { return 0.0 };
    let sums = matrix.sum_axis(Axis(0));
    sums.iter().product::<f64>() + matrix.slice(s![.., 1..]).sum()
});

case!(products_of_matrices, AT, |x| {
    let Ok(a) = ArrayView2::from_shape((2, 3), x) else { return 0.0 };
    let mut product = Array2::<f64>::zeros((2, 2));
    for ((i, j), entry) in product.indexed_iter_mut() {
        *entry = a.row(i).dot(&a.row(j));
    }
    product.diag().sum() * product[(0, 1)]
});

/// Iterators of arrays are addresses while their elements lie side by side, and indices otherwise.
mod iterators {
    use ndarray::{Array1, ArrayView1};

    suite::case!(zipped, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4], |x| {
        let (whole, even) = (Array1::from(x.to_vec()), ArrayView1::from(x).slice(ndarray::s![..;2]).to_owned());
        let strided = whole.slice(ndarray::s![1..;2]);
        let mut sum: f64 = whole.iter().zip(whole.iter()).map(|(p, q)| p * q.sin()).sum();
        for (p, q) in even.iter().zip(&strided) {
            sum += p * q * q;
        }
        sum
    });
}
