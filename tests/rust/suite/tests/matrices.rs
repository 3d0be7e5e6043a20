//! nalgebra.

use nalgebra::{DMatrix, DVector, Matrix3, Rotation3, Vector3};
use suite::case;

case!(small_vectors, [0.3, -0.4, 0.9, 1.1, 0.2, -0.7], |x| {
    let (a, b) = (Vector3::new(x[0], x[1], x[2]), Vector3::new(x[3], x[4], x[5]));
    a.cross(&b).norm() + a.dot(&b) * b.normalize().x
});

case!(small_matrices, [0.3, -0.4, 0.9, 1.1, 0.2, -0.7, 0.6, 0.8, 1.9], |x| {
    let m = Matrix3::from_row_slice(x);
    (m * m.transpose()).determinant() + (m * Vector3::new(1.0, 2.0, 3.0)).norm_squared()
});

case!(inverses, [2.3, -0.4, 0.9, 1.1, 3.2, -0.7, 0.6, 0.8, 1.9], |x| {
    Matrix3::from_row_slice(x).try_inverse().map_or(0.0, |m| m.trace() + m.m12)
});

case!(rotations, [0.3, -0.4, 0.9], |x| {
    let rotation = Rotation3::from_scaled_axis(Vector3::new(x[0], x[1], x[2]));
    (rotation * Vector3::new(1.0, 2.0, 3.0)).dot(&Vector3::new(0.3, 0.1, -0.2))
});

case!(matrices_of_any_size, [2.3, -0.4, 0.9, 1.1, 3.2, -0.7, 0.6, 0.8, 1.9, 0.1, 0.2, 0.3], |x| {
    let m = DMatrix::from_row_slice(4, 3, x);
    let v = DVector::from_element(3, 0.5);
    (&m * v).norm() + (m.transpose() * &m).trace()
});

case!(a_linear_system, [4.3, -0.4, 0.9, 1.1, 3.2, -0.7, 0.6, 0.8, 2.9, 0.4, 0.5, 0.6], |x| {
    let m = DMatrix::from_row_slice(3, 3, &x[..9]);
    let b = DVector::from_row_slice(&x[9..]);
    m.lu().solve(&b).map_or(0.0, |solution| solution.norm_squared())
});

case!(cholesky, [2.0, 0.3, 0.4, 0.9], |x| {
    let a = DMatrix::from_row_slice(2, 2, x);
    let spd = &a * a.transpose() + DMatrix::identity(2, 2);
    spd.cholesky().map_or(0.0, |c| c.l().diagonal().map(f64::ln).sum())
});
