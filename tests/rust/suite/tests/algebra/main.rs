//! Derivatives through nalgebra, ndarray and num-complex.

mod arrays;
mod complex;
mod matrices;
