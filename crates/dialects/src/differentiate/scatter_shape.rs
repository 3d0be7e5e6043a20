//! A scatter as it stands in the program: its operands, and what its body does.

use super::bodies::body;
use super::indexing::structure;
use crate::evaluate::bodies::known_combiner;
use crate::stablehlo::attributes::ScatterDimensionNumbers;
use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, Op, Result, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

/// What a body does, as far as that makes a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScatterBody {
    Add,
    Subtract,
    Replace,
    Extremum,
    Other,
}

/// A scatter as it stands in the program. All inputs have one shape, and so have all updates.
pub(super) struct Scatter {
    pub(super) body: ScatterBody,
    /// Whether no element is updated twice.
    pub(super) is_unique: bool,
    pub(super) numbers: ScatterDimensionNumbers,
    pub(super) inputs: Vec<Value>,
    pub(super) indices: Value,
    pub(super) updates: Vec<Value>,
}

/// Reads the operation.
pub(super) fn read(site: &Site) -> Result<Scatter> {
    let operands = site.operands();
    let count = operands.len() / 2;
    if operands.len() != 2 * count + 1 || count == 0 {
        return Err(site.error("does not have as many updates as inputs"));
    }
    let (inputs, indices, updates) = (operands[..count].to_vec(), operands[count], operands[count + 1..].to_vec());
    let is_real = site.ty(inputs[0]).element().is_float();
    let what = match known_combiner(site.ir(), body(site)?) {
        Some(Combiner::Binary(Binary::Add)) => ScatterBody::Add,
        Some(Combiner::Second) => ScatterBody::Replace,
        Some(Combiner::Binary(Binary::Maximum | Binary::Minimum)) if is_real => ScatterBody::Extremum,
        _ if subtracts(site)? => ScatterBody::Subtract,
        _ => ScatterBody::Other,
    };
    let is_unique = site.ir().attribute(site.op, "unique_indices").and_then(Attribute::as_bool) == Some(true);
    let numbers = structure(site, "scatter_dimension_numbers")?;
    Ok(Scatter { body: what, is_unique, numbers, inputs, indices, updates })
}

/// Whether the body takes its second argument from the first.
fn subtracts(site: &Site) -> Result<bool> {
    let ir = site.ir();
    let Some(block) = ir.entry(body(site)?) else { return Ok(false) };
    let ops: Vec<Op> = ir.block_ops(block).collect();
    let [op, end] = ops[..] else { return Ok(false) };
    let operands: Vec<Value> = ir[op].operands().collect();
    let returned = ir[end].operand(0);
    Ok(ir[op].name() == "stablehlo.subtract"
        && operands == ir.arguments(block)
        && returned == ir[op].results().first().copied())
}
