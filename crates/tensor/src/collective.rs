//! Collective operations, given the tensors of all participants of a group in their order.

use crate::body::Body;
use crate::error::{Error, Result, check};
use crate::movement;
use crate::reduce::run_rows;
use crate::tensor::{Tensor, check_same};

fn check_alike(group: &[Tensor]) -> Result<&Tensor> {
    let Some(first) = group.first() else {
        return Err(Error::new("a group without participants"));
    };
    group.iter().try_for_each(|tensor| check_same(first, tensor, "tensors of a group"))?;
    Ok(first)
}

/// The combination of the tensors of all participants, which each of them gets.
pub fn all_reduce(group: &[Tensor], body: &mut Body) -> Result<Tensor> {
    let first = check_alike(group)?;
    let flat = |tensor: &Tensor| tensor.reshape(&[tensor.count()]);
    let mut total = flat(first)?;
    for tensor in &group[1..] {
        total = run_rows(body, vec![total], vec![flat(tensor)?])?.remove(0);
    }
    total.reshape(first.shape())
}

/// All tensors, one after the other along a dimension.
pub fn all_gather(group: &[Tensor], dimension: usize) -> Result<Tensor> {
    check_alike(group)?;
    movement::concatenate(&group.iter().collect::<Vec<_>>(), dimension)
}

/// A tensor in equal parts along a dimension.
pub fn split(x: &Tensor, dimension: usize, parts: usize) -> Result<Vec<Tensor>> {
    check!(dimension < x.rank() && parts > 0, "{} in {parts} parts along dimension {dimension}", x.describe());
    let size = x.shape()[dimension];
    check!(size.is_multiple_of(parts), "a dimension of size {size} does not make {parts} equal parts");
    let part = |i: usize| {
        let (mut starts, mut limits) = (vec![0; x.rank()], x.shape().to_vec());
        (starts[dimension], limits[dimension]) = (i * (size / parts), (i + 1) * (size / parts));
        movement::slice(x, &starts, &limits, &vec![1; x.rank()])
    };
    (0..parts).map(part).collect()
}

/// The combination of all tensors, of which each participant gets a part.
pub fn reduce_scatter(group: &[Tensor], dimension: usize, body: &mut Body) -> Result<Vec<Tensor>> {
    split(&all_reduce(group, body)?, dimension, group.len())
}

/// Each participant sends a part of its tensor to each other, and puts what it gets together along a dimension.
pub fn all_to_all(group: &[Tensor], split_dimension: usize, concat_dimension: usize) -> Result<Vec<Tensor>> {
    check_alike(group)?;
    let parts: Vec<Vec<Tensor>> =
        group.iter().map(|tensor| split(tensor, split_dimension, group.len())).collect::<Result<_>>()?;
    let received = |to: usize| {
        let pieces: Vec<&Tensor> = parts.iter().map(|parts| &parts[to]).collect();
        movement::concatenate(&pieces, concat_dimension)
    };
    (0..group.len()).map(received).collect()
}

/// Each tensor goes from the first to the second participant of a pair; who gets none has zeros.
pub fn permute(group: &[Tensor], pairs: &[(usize, usize)]) -> Result<Vec<Tensor>> {
    let first = check_alike(group)?;
    let mut result = vec![Tensor::zeros(first.element(), first.shape())?; group.len()];
    for (from, to) in pairs {
        check!(*from < group.len() && *to < group.len(), "a pair names a participant that does not exist");
        result[*to] = group[*from].clone();
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Combiner;
    use crate::elementwise::Binary;

    fn group() -> Vec<Tensor> {
        (0..2).map(|i| Tensor::from(&[10 * i, 10 * i + 1, 10 * i + 2, 10 * i + 3][..])).collect()
    }

    #[test]
    fn sums_and_exchanges() {
        let mut call = |_: &[Tensor]| Ok(Vec::new());
        let mut body = Body { known: Some(Combiner::Binary(Binary::Add)), by_element: false, call: &mut call };
        assert_eq!(all_reduce(&group(), &mut body).unwrap().to_i64().unwrap(), [10, 12, 14, 16]);
        assert_eq!(reduce_scatter(&group(), 0, &mut body).unwrap()[1].to_i64().unwrap(), [14, 16]);
        assert_eq!(all_gather(&group(), 0).unwrap().shape(), [8]);
        assert_eq!(all_to_all(&group(), 0, 0).unwrap()[1].to_i64().unwrap(), [2, 3, 12, 13]);
        let moved = permute(&group(), &[(0, 1)]).unwrap();
        assert_eq!((moved[0].to_i64().unwrap(), moved[1].to_i64().unwrap()), (vec![0; 4], vec![0, 1, 2, 3]));
        assert!(permute(&group(), &[(0, 2)]).is_err());
        assert!(all_gather(&[], 0).is_err());
    }
}
