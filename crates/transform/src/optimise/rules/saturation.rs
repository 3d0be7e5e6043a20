//! Sums and products of matrices as a whole, by equality saturation.

use super::dot::matrix_dot;
use crate::optimise::level::Level::Reassociate;
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::saturate::saturated;

const ROOTS: &[&str] = &["dot_general", "add", "subtract", "negate", "transpose"];

const LINES: &[Line] = &[(
    "cheapest_expression",
    Reassociate,
    ROOTS,
    "(a·b)·c = a·(b·c), a·b + a·c = a·(b + c), (a·b)ᵀ = bᵀ·aᵀ and their likes, all at once",
    "the form with the fewest operations that these give",
    saturated,
    |s| {
        let n = s.random.between(4, 5);
        let square = [n, n];
        let (a, b, c) = (s.floats(&square), s.floats(&square), s.floats(&square));
        let u = s.floats(&[n]);
        let (x, y) = (matrix_dot(s, a, b)?, matrix_dot(s, a, c)?);
        let (x, y) = (matrix_dot(s, x, u)?, matrix_dot(s, y, u)?);
        match s.random.between(0, 1) {
            0 => s.add(x, y),
            _ => s.op("subtract", &[x, y]),
        }
    },
)];

pub fn rules() -> Vec<Rule> {
    rule::rules("equality saturation", LINES)
}
