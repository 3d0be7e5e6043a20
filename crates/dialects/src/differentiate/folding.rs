//! Reductions by any associative body, of several operands at once: written out as a tree of pairs, where the body is
//! applied to all pairs of a level together.

use super::bodies::{apply, body, combined_elements};
use super::derived::Expansion;
use super::operations::{broadcast, convert, numbers, reshape, shape, slice, transpose};
use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, Region, Result, Type, Value};

pub(super) struct Folding;

impl Expansion for Folding {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let (inputs, starts) = operands.split_at(operands.len() / 2);
        let region = body(site)?;
        let elements = combined_elements(site, region);
        let folded = numbers(site, "dimensions")?;
        let mut rows = Vec::with_capacity(inputs.len());
        for (input, element) in inputs.iter().zip(&elements) {
            let input = convert(site, *input, element)?;
            rows.push(to_front(site, input, &folded)?);
        }
        let kept: Vec<i64> = rows.first().map(|row| shape(site, *row)[1..].to_vec()).unwrap_or_default();
        let mut combined = Vec::with_capacity(starts.len());
        for (start, element) in starts.iter().zip(&elements) {
            let start = convert(site, *start, element)?;
            combined.push(broadcast(site, start, &[], &Type::tensor(kept.clone(), element.clone()))?);
        }
        if let Some(tree) = tree(site, region, rows)? {
            combined.extend(tree);
            combined = apply(site, region, &combined)?;
        }
        Ok(combined)
    }
}

/// The dimensions that are folded as one dimension in front.
fn to_front(site: &mut Site, value: Value, folded: &[i64]) -> Result<Value> {
    let (sizes, element) = (shape(site, value), site.ty(value).element().clone());
    let mut front = folded.to_vec();
    front.sort_unstable();
    let kept: Vec<i64> = (0..sizes.len() as i64).filter(|dimension| !front.contains(dimension)).collect();
    let turned = transpose(site, value, &[&front[..], &kept].concat())?;
    let count = front.iter().map(|dimension| sizes[*dimension as usize]).product();
    let mut flat = vec![count];
    flat.extend(kept.iter().map(|dimension| sizes[*dimension as usize]));
    reshape(site, turned, &Type::tensor(flat, element))
}

/// Everything along the first dimension, combined in order; `None` when there is nothing.
pub(super) fn tree(site: &mut Site, region: Region, mut rows: Vec<Value>) -> Result<Option<Vec<Value>>> {
    loop {
        let Some(sizes) = rows.first().map(|row| shape(site, *row)) else { return Ok(None) };
        let pairs = sizes[0] / 2;
        if sizes[0] < 2 {
            let kept = &sizes[1..];
            let flat = |site: &mut Site, row: Value| {
                let ty = Type::tensor(kept, site.ty(row).element().clone());
                reshape(site, row, &ty)
            };
            let only: Result<Vec<Value>> = rows.iter().map(|row| flat(site, *row)).collect();
            return if sizes[0] == 0 { Ok(None) } else { Ok(Some(only?)) };
        }
        let mut sides = Vec::with_capacity(2 * rows.len());
        for side in 0..2 {
            for row in &rows {
                sides.push(rows_of(site, *row, side, 2 * pairs, 2)?);
            }
        }
        let mut combined = apply(site, region, &sides)?;
        if sizes[0] % 2 == 1 {
            for (combined, row) in combined.iter_mut().zip(&rows) {
                let last = rows_of(site, *row, sizes[0] - 1, sizes[0], 1)?;
                *combined =
                    site.value("stablehlo.concatenate", &[*combined, last], &[("dimension", Attribute::i64(0))])?;
            }
        }
        rows = combined;
    }
}

fn rows_of(site: &mut Site, value: Value, start: i64, limit: i64, stride: i64) -> Result<Value> {
    part_along(site, value, 0, [start, limit, stride])
}

/// A part along one dimension: start, limit and stride.
pub(super) fn part_along(site: &mut Site, value: Value, dimension: usize, range: [i64; 3]) -> Result<Value> {
    let mut limits = shape(site, value);
    if range == [0, limits[dimension], 1] {
        return Ok(value);
    }
    let (mut starts, mut strides) = (vec![0; limits.len()], vec![1; limits.len()]);
    (starts[dimension], limits[dimension], strides[dimension]) = (range[0], range[1], range[2]);
    slice(site, value, &starts, &limits, &strides)
}
