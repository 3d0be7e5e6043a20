//! Completes the graph, once everything has been read.
mod arrays;
pub mod bounds;
mod components;
mod cycles;
pub mod propagate;
pub mod turns;
