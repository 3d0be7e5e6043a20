//! How work is spread over threads: in large pieces, and not at all when there is little of it.

use rayon::prelude::*;

/// Below this many elements work is not worth a second thread.
pub const WORTH_A_THREAD: usize = 1 << 15;

/// A function of each value.
pub fn map<A: Copy + Sync, R: Send>(a: &[A], f: impl Fn(A) -> R + Sync + Send) -> Vec<R> {
    if a.len() < 2 * WORTH_A_THREAD {
        return a.iter().map(|a| f(*a)).collect();
    }
    a.par_iter().with_min_len(WORTH_A_THREAD).map(|a| f(*a)).collect()
}

/// A function of values at the same place of two lists of equal length.
pub fn zip<A: Copy + Sync, B: Copy + Sync, R: Send>(a: &[A], b: &[B], f: impl Fn(A, B) -> R + Sync + Send) -> Vec<R> {
    if a.len() < 2 * WORTH_A_THREAD {
        return a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect();
    }
    a.par_iter().zip(b).with_min_len(WORTH_A_THREAD).map(|(a, b)| f(*a, *b)).collect()
}

/// A function of the numbers below a bound.
pub fn tabulate<R: Send>(count: usize, f: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    if count < 2 * WORTH_A_THREAD {
        return (0..count).map(f).collect();
    }
    (0..count).into_par_iter().with_min_len(WORTH_A_THREAD).map(f).collect()
}

/// Calls with groups of whole rows of a buffer, and the number of the first row of each group.
pub fn rows<T: Send>(buffer: &mut [T], row: usize, f: impl Fn(usize, &mut [T]) + Sync + Send) {
    let row = row.max(1);
    if buffer.len() < 2 * WORTH_A_THREAD {
        return f(0, buffer);
    }
    let rows_per_group = WORTH_A_THREAD.div_ceil(row);
    let work = |(group, rows): (usize, &mut [T])| f(group * rows_per_group, rows);
    buffer.par_chunks_mut(rows_per_group * row).enumerate().for_each(work);
}

/// As [`rows`], for rows each of which is much work.
pub fn heavy_rows<T: Send>(buffer: &mut [T], row: usize, f: impl Fn(usize, &mut [T]) + Sync + Send) {
    buffer.par_chunks_mut(row.max(1)).enumerate().for_each(|(index, row)| f(index, row));
}

/// A function of the number of each row, where computing one takes as long as the row is.
pub fn tabulate_rows<R: Send>(count: usize, row: usize, f: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    let rows_per_thread = WORTH_A_THREAD.div_ceil(row.max(1));
    if count < 2 * rows_per_thread {
        return (0..count).map(f).collect();
    }
    (0..count).into_par_iter().with_min_len(rows_per_thread).map(f).collect()
}
