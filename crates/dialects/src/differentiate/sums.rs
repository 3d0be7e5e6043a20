//! Sums of derivatives. A derivative that is zero but for a part, as a slice or a gather leaves it, is added where the part
//! is: in a loop over the rows of a tensor each iteration so costs a row, not the tensor.

use crate::evaluate::bodies::known_combiner;
use zymase_ir::types::element_count;
use zymase_ir::{Attribute, Builder, Ir, Mapping, Op, Result, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) fn add(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    for (whole, part) in [(a, b), (b, a)] {
        let Some(op) = builder.ir.defining_op(part).filter(|op| is_mostly_zero(builder.ir, *op)) else { continue };
        match builder.ir[op].name().as_str() {
            "stablehlo.dynamic_update_slice" => return add_to_slice(builder, whole, op),
            "stablehlo.scatter" => return Ok(add_to_places(builder, whole, op)),
            _ => {}
        }
    }
    builder.value("stablehlo.add", &[a, b], &[])
}

/// Whether an operation puts something into zeros that is much smaller than they are.
fn is_mostly_zero(ir: &Ir, op: Op) -> bool {
    let operands: Vec<Value> = ir[op].operands().collect();
    let (update, adds) = match (ir[op].name().as_str(), &operands[..]) {
        ("stablehlo.dynamic_update_slice", [_, update, ..]) => (*update, true),
        ("stablehlo.scatter", [_, _, update]) => {
            let combiner = ir[op].regions().first().and_then(|region| known_combiner(ir, *region));
            (*update, matches!(combiner, Some(Combiner::Binary(Binary::Add))))
        }
        _ => return false,
    };
    let size = |value: Value| ir.ty(value).shape().and_then(element_count);
    let (Some(whole), Some(part)) = (size(operands[0]), size(update)) else { return false };
    adds && part <= whole / 2 && is_zero(ir, operands[0])
}

fn is_zero(ir: &Ir, value: Value) -> bool {
    let constant = ir.defining_op(value).filter(|op| ir[*op].name() == "stablehlo.constant");
    let dense = constant.and_then(|op| ir.attribute(op, "value")).and_then(Attribute::as_dense);
    dense.is_some_and(|dense| dense.is_zero())
}

fn add_to_slice(builder: &mut Builder, whole: Value, op: Op) -> Result<Value> {
    let mut operands: Vec<Value> = builder.ir[op].operands().collect();
    let update = operands.remove(1);
    operands[0] = whole;
    let sizes = Attribute::i64_array(builder.ir.ty(update).shape().unwrap_or_default());
    let before = builder.value("stablehlo.dynamic_slice", &operands, &[("slice_sizes", sizes)])?;
    let sum = builder.value("stablehlo.add", &[before, update], &[])?;
    operands.insert(1, sum);
    builder.value("stablehlo.dynamic_update_slice", &operands, &[])
}

fn add_to_places(builder: &mut Builder, whole: Value, op: Op) -> Value {
    let mut state = builder.ir.state_of(op);
    state.operands[0] = whole;
    let mut mapping = Mapping::default();
    state.regions = state.regions.iter().map(|region| builder.ir.clone_region(*region, &mut mapping)).collect();
    let op = builder.insert(state);
    builder.ir[op].results()[0]
}
