//! Rules of linear operations: the tangent of the result is the same operation on tangents.

use zymase_ir::Result;
use zymase_ir::derivative::{Derivative, Site};

/// The same operation on the tangent of its only operand.
pub(super) fn only_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    Ok(match tangents[0] {
        Some(tangent) => vec![Some(site.again(&[tangent])[0])],
        None => vec![None],
    })
}

/// The same operation on the tangents of all operands, zeros written out.
pub(super) fn each_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let operands = site.operands();
    let mut all = Vec::with_capacity(operands.len());
    for (operand, tangent) in operands.into_iter().zip(tangents) {
        all.push(site.or_null_like(*tangent, operand)?);
    }
    Ok(vec![Some(site.again(&all)[0])])
}

/// The same operation on the tangent of the first operand, with the other operands as they are.
pub(super) fn first_forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let Some(tangent) = tangents[0] else { return Ok(vec![None]) };
    let mut operands = site.operands();
    operands[0] = tangent;
    Ok(vec![Some(site.again(&operands)[0])])
}

/// For operations that are their own transpose.
pub(super) fn only_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Result<Vec<Derivative>> {
    only_forward(site, seeds)
}
