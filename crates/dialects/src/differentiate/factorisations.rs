//! Cholesky's factorisation and triangular systems. Of a matrix only one triangle is read, so that only this triangle has
//! derivatives; a diagonal that must be real or is taken as ones has none of the rest either.

use super::Entry;
use super::derived;
use super::matrices::{Factor, System, Turn, adjoint, conjugate, half_triangle, negate, part, product, solve};
use crate::attribute_text::enum_value;
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Value};

pub(super) const TABLE: &[Entry] = &[
    ("cholesky", ForwardRule(cholesky_forward), ReverseRule(cholesky_reverse)),
    ("triangular_solve", ForwardRule(solve_forward), ReverseRule(solve_reverse)),
];

fn flag(site: &Site, name: &str) -> bool {
    site.ir().attribute(site.op, name).and_then(Attribute::as_bool).unwrap_or_default()
}

fn cholesky_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let (factor, lower) = (site.result(0)?, flag(site, "lower"));
    Ok(vec![Some(cholesky_tangent(site, factor, tangent, lower)?)])
}

fn cholesky_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    derived::transpose(site, seeds, wanted, cholesky_forward)
}

/// For `a = l lᴴ`: `l` times half the triangle of `l⁻¹ ȧ l⁻ᴴ`. An upper factor is the adjoint of a lower one.
pub(super) fn cholesky_tangent(site: &mut Site, factor: Value, tangent: Value, lower: bool) -> Result<Value> {
    if !lower {
        let (factor, tangent) = (adjoint(site, factor)?, adjoint(site, tangent)?);
        let turned = cholesky_tangent(site, factor, tangent, true)?;
        return adjoint(site, turned);
    }
    // What is in the other triangle of a factor is not said.
    let factor = part(site, factor, "GE")?;
    let half = half_triangle(site, tangent, "GT")?;
    let other = adjoint(site, half)?;
    let whole = site.value("stablehlo.add", &[half, other], &[])?;
    let from_left = System { left: true, lower: true, unit: false, turn: Turn::No };
    let from_right = System { left: false, turn: Turn::Adjoint, ..from_left };
    let inner = solve(site, factor, whole, from_left)?;
    let inner = solve(site, factor, inner, from_right)?;
    let inner = half_triangle(site, inner, "GT")?;
    product(site, Factor::Plain(factor), Factor::Plain(inner))
}

fn system(site: &Site) -> System {
    let turn = site.ir().attribute(site.op, "transpose_a").and_then(enum_value);
    System {
        left: flag(site, "left_side"),
        lower: flag(site, "lower"),
        unit: flag(site, "unit_diagonal"),
        turn: match turn {
            Some("TRANSPOSE") => Turn::Transpose,
            Some("ADJOINT") => Turn::Adjoint,
            _ => Turn::No,
        },
    }
}

fn solve_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let (a, x, system) = (site.operand(0)?, site.result(0)?, system(site));
    Ok(vec![solution_tangent(site, a, x, tangents, system)?])
}

fn solve_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let (a, x, system) = (site.operand(0)?, site.result(0)?, system(site));
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    solution_adjoints(site, a, x, seed, wanted, system)
}

/// The triangle that is read.
fn triangle(site: &mut Site, a: Value, system: System) -> Result<Value> {
    let relation = match (system.lower, system.unit) {
        (true, false) => "GE",
        (true, true) => "GT",
        (false, false) => "LE",
        (false, true) => "LT",
    };
    part(site, a, relation)
}

/// `op(a) ẋ = ḃ - op(ȧ) x`, or the same from the right.
pub(super) fn solution_tangent(
    site: &mut Site,
    a: Value,
    x: Value,
    tangents: &[Derivative],
    system: System,
) -> Result<Derivative> {
    let mut right = tangents[1];
    if let Some(tangent) = tangents[0] {
        let mut matrix = triangle(site, tangent, system)?;
        if system.turn == Turn::Adjoint {
            matrix = conjugate(site, matrix)?;
        }
        let matrix = if system.turn == Turn::No { Factor::Plain(matrix) } else { Factor::Turned(matrix) };
        let x = Factor::Plain(x);
        let moved = if system.left { product(site, matrix, x)? } else { product(site, x, matrix)? };
        right = Some(match right {
            Some(right) => site.value("stablehlo.subtract", &[right, moved], &[])?,
            None => negate(site, moved)?,
        });
    }
    match right {
        Some(right) => Ok(Some(solve(site, a, right, system)?)),
        None => Ok(None),
    }
}

/// The seed, solved with the transposed matrix, is the adjoint of `b`; times `x` it is the opposite of that of `op(a)`.
pub(super) fn solution_adjoints(
    site: &mut Site,
    a: Value,
    x: Value,
    seed: Value,
    wanted: &[bool],
    system: System,
) -> Derivatives {
    let (matrix, turn) = match system.turn {
        Turn::No => (a, Turn::Transpose),
        Turn::Transpose => (a, Turn::No),
        Turn::Adjoint => (conjugate(site, a)?, Turn::No),
    };
    let right = solve(site, matrix, seed, System { turn, ..system })?;
    let mut adjoints = vec![None, wanted[1].then_some(right)];
    if wanted[0] {
        let (first, second) = match (system.left, system.turn == Turn::No) {
            (true, true) => (Factor::Plain(right), Factor::Turned(x)),
            (true, false) => (Factor::Plain(x), Factor::Turned(right)),
            (false, true) => (Factor::Turned(x), Factor::Plain(right)),
            (false, false) => (Factor::Turned(right), Factor::Plain(x)),
        };
        let whole = product(site, first, second)?;
        let mut matrix = triangle(site, whole, system)?;
        if system.turn == Turn::Adjoint {
            matrix = conjugate(site, matrix)?;
        }
        adjoints[0] = Some(negate(site, matrix)?);
    }
    Ok(adjoints)
}
