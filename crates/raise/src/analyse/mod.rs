//! What is known of a prepared function before anything is written.
//!
//! - `accesses`: which memory operations read and write, and where;
//! - `dependence`: which iterations of a loop touch the same memory;
//! - `dimensions`: those of local arrays that are allocated as lists;
//! - `extents`: how often loops can run, by the arrays that they walk through;
//! - `facts`: integers as sums of unknowns, their ranges, loops and views of memory;
//! - `privates`: local arrays that belong to one iteration;
//! - `reductions`: values and memory that a loop only adds to (or multiplies, or takes the largest of);
//! - `tables`: integers that depend on one counter only, written out.

pub mod accesses;
pub mod dependence;
pub mod dimensions;
pub mod extents;
pub mod facts;
pub mod privates;
pub mod reductions;
pub mod tables;
