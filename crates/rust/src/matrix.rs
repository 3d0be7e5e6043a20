//! Matrices, as derivatives come: rows one after the other.

use std::ops::{Index, IndexMut};

/// A dense matrix; entry `(row, column)` is at `row * columns + column` of its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<T> {
    rows: usize,
    columns: usize,
    numbers: Vec<T>,
}

impl<T: Copy> Matrix<T> {
    /// A matrix in which all entries are the same.
    pub fn filled(rows: usize, columns: usize, entry: T) -> Matrix<T> {
        Matrix { rows, columns, numbers: vec![entry; rows * columns] }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[T] {
        &self.numbers[row * self.columns..][..self.columns]
    }

    /// One row, to be written.
    pub fn row_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.numbers[row * self.columns..][..self.columns]
    }

    /// All numbers, row by row.
    pub fn as_slice(&self) -> &[T] {
        &self.numbers
    }
}

impl<T: Copy> Index<(usize, usize)> for Matrix<T> {
    type Output = T;

    fn index(&self, (row, column): (usize, usize)) -> &T {
        &self.row(row)[column]
    }
}

impl<T: Copy> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut T {
        &mut self.row_mut(row)[column]
    }
}
