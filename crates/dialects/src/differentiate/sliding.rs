//! Windows by any associative body, of several operands at once: one dimension after the other, the last one first.
//!
//! Along a dimension, windows of two elements are combined to windows of four, and so on; a window of any size consists
//! of some of these. Short windows that are far apart are combined element by element instead.

use super::bodies::{apply, body, combined_elements};
use super::derived::Expansion;
use super::folding::part_along;
use super::operations::{broadcast, convert, numbers, pad_with, shape};
use super::window_shape::{numbers_or_one, paddings};
use zymase_ir::derivative::Site;
use zymase_ir::{Region, Result, Type, Value};

pub(super) struct Sliding;

/// One dimension of a window.
struct Along {
    dimension: usize,
    size: i64,
    dilation: i64,
    stride: i64,
    /// How many windows there are.
    count: i64,
}

impl Expansion for Sliding {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let (inputs, starts) = operands.split_at(operands.len() / 2);
        let region = body(site)?;
        let elements = combined_elements(site, region);
        let counts = shape(site, site.result(0)?);
        let rank = counts.len();
        let (low, high): (Vec<i64>, Vec<i64>) = paddings(site, rank)?.into_iter().unzip();
        let gaps: Vec<i64> = numbers_or_one(site, "base_dilations", rank)?.iter().map(|base| base - 1).collect();
        let (mut rows, mut combined) = (Vec::new(), Vec::new());
        for ((input, start), element) in inputs.iter().zip(starts).zip(&elements) {
            let (input, start) = (convert(site, *input, element)?, convert(site, *start, element)?);
            combined.push(broadcast(site, start, &[], &Type::tensor(counts.clone(), element.clone()))?);
            rows.push(pad_with(site, input, start, [&low, &high, &gaps])?);
        }
        if counts.contains(&0) {
            return Ok(combined);
        }
        let sizes = numbers(site, "window_dimensions")?;
        let strides = numbers_or_one(site, "window_strides", rank)?;
        let dilations = numbers_or_one(site, "window_dilations", rank)?;
        for dimension in (0..rank).rev() {
            let (size, stride, dilation) = (sizes[dimension], strides[dimension], dilations[dimension]);
            let along = Along { dimension, size, dilation, stride, count: counts[dimension] };
            rows = slide(site, region, &rows, &along)?;
        }
        combined.extend(rows);
        apply(site, region, &combined)
    }
}

fn parts(site: &mut Site, rows: &[Value], dimension: usize, range: [i64; 3]) -> Result<Vec<Value>> {
    rows.iter().map(|row| part_along(site, *row, dimension, range)).collect()
}

fn combine(site: &mut Site, region: Region, first: Vec<Value>, second: Vec<Value>) -> Result<Vec<Value>> {
    apply(site, region, &[first, second].concat())
}

fn slide(site: &mut Site, region: Region, rows: &[Value], along: &Along) -> Result<Vec<Value>> {
    let steps = i64::from(64 - along.size.leading_zeros());
    if along.size <= 2 * steps * along.stride {
        return by_element(site, region, rows, along);
    }
    let length = rows.first().map_or(0, |row| shape(site, *row)[along.dimension]);
    // Windows of `width` elements, as many as fit; and windows of the `done` first elements.
    let (mut wide, mut width) = (rows.to_vec(), 1);
    let mut found: Option<Vec<Value>> = None;
    let mut done = 0;
    loop {
        if along.size & width != 0 {
            let fits = length - (done + width - 1) * along.dilation;
            let from = done * along.dilation;
            let next = parts(site, &wide, along.dimension, [from, from + fits, 1])?;
            found = Some(match found {
                None => next,
                Some(before) => {
                    let before = parts(site, &before, along.dimension, [0, fits, 1])?;
                    combine(site, region, before, next)?
                }
            });
            done += width;
        }
        if done == along.size {
            break;
        }
        let fits = length - (2 * width - 1) * along.dilation;
        let from = width * along.dilation;
        let first = parts(site, &wide, along.dimension, [0, fits, 1])?;
        let second = parts(site, &wide, along.dimension, [from, from + fits, 1])?;
        wide = combine(site, region, first, second)?;
        width *= 2;
    }
    let found = found.ok_or_else(|| site.error("has empty windows"))?;
    parts(site, &found, along.dimension, [0, (along.count - 1) * along.stride + 1, along.stride])
}

fn by_element(site: &mut Site, region: Region, rows: &[Value], along: &Along) -> Result<Vec<Value>> {
    let mut found: Option<Vec<Value>> = None;
    for place in 0..along.size {
        let from = place * along.dilation;
        let range = [from, from + (along.count - 1) * along.stride + 1, along.stride];
        let next = parts(site, rows, along.dimension, range)?;
        found = Some(match found {
            None => next,
            Some(before) => combine(site, region, before, next)?,
        });
    }
    found.ok_or_else(|| site.error("has empty windows"))
}
