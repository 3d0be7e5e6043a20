//! What changes nothing in a reduction: the value with which every thread begins.

use super::types::{self, float_number};
use super::writer::{Parts, Writer};
use zymase_ir::{Op, Result, Type};

/// The neutral values of the reductions of a parallel loop.
pub fn of_reductions(writer: &Writer, op: Op) -> Result<Parts> {
    let ir = writer.ir;
    let Some((_, end)) = ir.single_block(ir[op].regions()[0]) else { return Ok(Parts::new()) };
    let mut parts = Parts::new();
    for (region, value) in ir[end].regions().iter().zip(ir[end].operands()) {
        let found = ir.single_block(*region).and_then(|(block, last)| {
            let combined = ir.defining_op(ir[last].operand(0)?)?;
            let is_one = ir.block_ops(block).count() == 2;
            is_one.then(|| neutral(ir[combined].name().as_str(), ir.ty(value))).flatten()
        });
        parts.push(found.ok_or_else(|| {
            let message = "has a reduction of several operations, whose first value for each thread is not known";
            ir.refuse(end, message, "reduce by one operation, or lower without --threads")
        })?);
    }
    Ok(parts)
}

fn neutral(name: &str, ty: &Type) -> Option<String> {
    let (_, short) = name.split_once('.')?;
    if ty.is_float() {
        return float_number(
            ty,
            match short {
                "addf" => -0.0,
                "mulf" => 1.0,
                "maximumf" => f64::NEG_INFINITY,
                "minimumf" => f64::INFINITY,
                "maxnumf" | "minnumf" => f64::NAN,
                _ => return None,
            },
        );
    }
    let bits: u32 = types::scalar(ty)?.ty[1..].parse().ok()?;
    let largest = i64::MAX >> (64 - bits.min(64));
    Some(match short {
        "addi" | "ori" | "xori" | "maxui" => "0".into(),
        "muli" => "1".into(),
        "andi" | "minui" => "-1".into(),
        "maxsi" => (-largest - 1).to_string(),
        "minsi" => largest.to_string(),
        _ => return None,
    })
}
