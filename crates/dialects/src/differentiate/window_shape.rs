//! What the attributes of a window say.

use super::operations::numbers;
use zymase_ir::Result;
use zymase_ir::derivative::Site;

/// One number for each dimension, one if it is not said.
pub(super) fn numbers_or_one(site: &Site, name: &str, rank: usize) -> Result<Vec<i64>> {
    match site.ir().attribute(site.op, name) {
        Some(_) => numbers(site, name),
        None => Ok(vec![1; rank]),
    }
}

/// What is added before and after each dimension.
pub(super) fn paddings(site: &Site, rank: usize) -> Result<Vec<(i64, i64)>> {
    let Some(attribute) = site.ir().attribute(site.op, "padding") else { return Ok(vec![(0, 0); rank]) };
    let numbers = attribute.as_dense().and_then(zymase_ir::DenseElements::integers).unwrap_or_default();
    let (pairs, _) = numbers.as_chunks::<2>();
    match pairs.len() == rank {
        true => Ok(pairs.iter().map(|[low, high]| (*low, *high)).collect()),
        false => Err(site.error("has a padding that cannot be read")),
    }
}

/// How far a number of elements reaches when others stand between them.
pub(super) fn reach(count: i64, distance: i64) -> Option<i64> {
    if count == 0 { Some(0) } else { (count - 1).checked_mul(distance)?.checked_add(1) }
}
