//! How work is spread over threads: in large pieces, and not at all when there is little of it.
//!
//! Closures are handed to the thread pool as trait objects that treat a piece of the result each: the machinery of the pool
//! is compiled once for each type of element, not once for each operation.

use rayon::prelude::*;

/// Below this many elements work is not worth a second thread.
pub const WORTH_A_THREAD: usize = 1 << 15;

/// Calls with pieces of a buffer, each a multiple of `unit` long, and the place where each begins.
fn pieces<T: Send>(buffer: &mut [T], unit: usize, piece: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let piece = piece.max(1) * unit;
    if buffer.len() <= piece {
        return work(0, buffer);
    }
    buffer.par_chunks_mut(piece).enumerate().for_each(|(number, part)| work(number * piece, part));
}

/// A function of each value.
pub fn map<A: Copy + Sync, R: Copy + Default + Send>(a: &[A], f: impl Fn(A) -> R + Sync) -> Vec<R> {
    let mut result = vec![R::default(); a.len()];
    pieces(&mut result, 1, WORTH_A_THREAD, &|start, part| {
        part.iter_mut().zip(&a[start..]).for_each(|(slot, a)| *slot = f(*a));
    });
    result
}

/// A function of values at the same place of two lists of equal length.
pub fn zip<A: Copy + Sync, B: Copy + Sync, R: Copy + Default + Send>(
    a: &[A],
    b: &[B],
    f: impl Fn(A, B) -> R + Sync,
) -> Vec<R> {
    let mut result = vec![R::default(); a.len().min(b.len())];
    pieces(&mut result, 1, WORTH_A_THREAD, &|start, part| {
        part.iter_mut().zip(a[start..].iter().zip(&b[start..])).for_each(|(slot, (a, b))| *slot = f(*a, *b));
    });
    result
}

/// A function of the numbers below a bound.
pub fn tabulate<R: Copy + Default + Send>(count: usize, f: impl Fn(usize) -> R + Sync) -> Vec<R> {
    tabulate_rows(count, 1, f)
}

/// A function of the number of each row, where computing one takes as long as the row is.
pub fn tabulate_rows<R: Copy + Default + Send>(count: usize, row: usize, f: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let mut result = vec![R::default(); count];
    pieces(&mut result, 1, WORTH_A_THREAD.div_ceil(row.max(1)), &|start, part| {
        part.iter_mut().enumerate().for_each(|(i, slot)| *slot = f(start + i));
    });
    result
}

/// Calls with groups of whole rows of a buffer, and the number of the first row of each group.
pub fn rows<T: Send>(buffer: &mut [T], row: usize, f: impl Fn(usize, &mut [T]) + Sync) {
    let row = row.max(1);
    pieces(buffer, row, WORTH_A_THREAD.div_ceil(row), &|start, part| f(start / row, part));
}

/// As [`rows`], for rows each of which is much work: one at a time.
pub fn heavy_rows<T: Send>(buffer: &mut [T], row: usize, f: impl Fn(usize, &mut [T]) + Sync) {
    let row = row.max(1);
    pieces(buffer, row, 1, &|start, part| f(start / row, part));
}
