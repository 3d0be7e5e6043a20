//! The LU factorisation with partial pivoting.

use super::{Field, in_field, matrix_shape, subtract_multiple};
use crate::element::ElementType;
use crate::error::Result;
use crate::tensor::Tensor;

/// The packed factors of each matrix, its pivots (row `i` was exchanged with row `pivots[i]`, counted from one), and 0 or
/// the number of the first pivot that is zero.
pub fn lu(a: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
    in_field!(a.element(), factor(a))
}

fn factor<F: Field>(a: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
    let (batch, rows, columns) = matrix_shape(a)?;
    let steps = rows.min(columns);
    let mut values = F::load(a)?;
    let (mut pivots, mut infos) = (Vec::new(), Vec::new());
    if rows * columns == 0 {
        infos = vec![0; crate::layout::count(&batch)];
    }
    for matrix in values.chunks_exact_mut((rows * columns).max(1)) {
        let mut info = 0;
        for k in 0..steps {
            let size = |i: usize| matrix[i * columns + k].re().abs() + matrix[i * columns + k].im().abs();
            // The first of the largest, and a NaN only if nothing compares with it.
            let pivot = (k + 1..rows).fold(k, |best, i| if size(i) > size(best) { i } else { best });
            pivots.push(pivot as i32 + 1);
            if size(pivot) == 0.0 {
                info = if info == 0 { k as i32 + 1 } else { info };
                continue;
            }
            if pivot != k {
                (0..columns).for_each(|j| matrix.swap(k * columns + j, pivot * columns + j));
            }
            let (above, below) = matrix.split_at_mut((k + 1) * columns);
            let pivot_row = &above[k * columns..];
            for row in below.chunks_exact_mut(columns) {
                row[k] = row[k] / pivot_row[k];
                let factor = row[k];
                subtract_multiple(&mut row[k + 1..], factor, &pivot_row[k + 1..]);
            }
        }
        infos.push(info);
    }
    let pivot_shape = [&batch[..], &[steps]].concat();
    Ok((
        F::store(a.element(), a.shape(), values)?,
        Tensor::from_vec(ElementType::I32, &pivot_shape, pivots)?,
        Tensor::from_vec(ElementType::I32, &batch, infos)?,
    ))
}
