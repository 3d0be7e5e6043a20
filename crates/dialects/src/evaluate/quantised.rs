//! Quantised types: operations on them are evaluated on the real numbers that they stand for.
//!
//! Operands of a quantised type are dequantised before an operation that is not about quantisation itself, and its results
//! are quantised afterwards. Operations with regions keep stored values: what is inside them is treated in turn.

use super::{Problem, Result, RuntimeValue};
use zymase_ir::{Ir, Op, Type};
use zymase_tensor::ElementType;
use zymase_tensor::number::integer_range;
use zymase_tensor::quantise::{Quantisation, dequantise, quantise};

/// What a quantised element type says; nothing for other types.
pub fn quantisation(element: &Type) -> Result<Option<Quantisation>> {
    match element.as_dialect().and_then(|text| text.strip_prefix("quant.uniform<")) {
        Some(text) => parse(text).map(Some).ok_or_else(|| Problem::Here("a quantised type is not understood".into())),
        None => Ok(None),
    }
}

/// `i8<-127:127>:f32:1, {0.1:2, 0.2}>`
fn parse(text: &str) -> Option<Quantisation> {
    let text = text.trim().strip_suffix('>')?;
    let (types, numbers) = text.split_once(',')?;
    let (storage, rest) = match types.split_once('<') {
        Some((storage, rest)) => {
            let (range, rest) = rest.split_once('>')?;
            let (low, high) = range.split_once(':')?;
            ((storage, Some((low.trim().parse().ok()?, high.trim().parse().ok()?))), rest.trim().strip_prefix(':')?)
        }
        None => {
            let (storage, rest) = types.split_once(':')?;
            ((storage, None), rest)
        }
    };
    let (name, range) = storage;
    let name = name.trim();
    let storage = ElementType::from_name(&name.replacen(
        'u',
        "ui",
        usize::from(name.starts_with('u') && !name.starts_with("ui")),
    ))?;
    let (expressed, dimension) = match rest.split_once(':') {
        Some((expressed, dimension)) => (expressed, Some(dimension.trim().parse().ok()?)),
        None => (rest, None),
    };
    let expressed = ElementType::from_name(expressed.trim())?;
    let (low, high) = integer_range(storage);
    let (storage_min, storage_max) =
        range.unwrap_or((i64::try_from(low).ok()?, i64::try_from(high).unwrap_or(i64::MAX)));
    let (mut scales, mut zero_points) = (Vec::new(), Vec::new());
    for pair in numbers.trim().trim_start_matches('{').trim_end_matches('}').split(',') {
        let (scale, zero_point) = pair.split_once(':').unwrap_or((pair, "0"));
        scales.push(scale.trim().parse().ok()?);
        zero_points.push(zero_point.trim().parse().ok()?);
    }
    Some(Quantisation { storage, expressed, storage_min, storage_max, scales, zero_points, dimension })
}

/// Whether an operation treats stored integers itself.
fn keeps_stored(ir: &Ir, op: Op) -> bool {
    let operation = &ir[op];
    let name = operation.name().as_str();
    !operation.regions().is_empty()
        || matches!(name, "stablehlo.constant" | "func.call" | "stablehlo.tuple" | "stablehlo.get_tuple_element")
        || name == "stablehlo.bitcast_convert"
        || name == "stablehlo.composite"
}

/// Dequantises operands of quantised types.
pub(super) fn expressed_operands(ir: &Ir, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    if keeps_stored(ir, op) {
        return Ok(values);
    }
    let express = |(operand, value): (zymase_ir::Value, RuntimeValue)| match quantisation(ir.ty(operand).element())? {
        Some(how) => Ok(dequantise(value.tensor()?, &how)?.into()),
        None => Ok(value),
    };
    ir[op].operands().zip(values).map(express).collect()
}

/// Quantises results of quantised types.
pub(super) fn stored_results(ir: &Ir, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    if keeps_stored(ir, op) {
        return Ok(values);
    }
    let store = |(result, value): (&zymase_ir::Value, RuntimeValue)| match quantisation(ir.ty(*result).element())? {
        Some(how) => Ok(quantise(value.tensor()?, &how)?.into()),
        None => Ok(value),
    };
    let (results, count) = (ir[op].results(), values.len());
    if results.len() != count {
        return Ok(values);
    }
    results.iter().zip(values).map(store).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read() {
        let read = |text: &str| quantisation(&Type::dialect(text)).unwrap().unwrap();
        let simple = read("quant.uniform<i8:f32, 0.5:3>");
        assert_eq!((simple.storage, simple.expressed), (ElementType::I8, ElementType::F32));
        assert_eq!((simple.scales, simple.zero_points, simple.dimension), (vec![0.5], vec![3], None));
        let along = read("quant.uniform<u8<1:250>:f64:1, {2.0, 4.0e-1:7}>");
        assert_eq!((along.storage_min, along.storage_max, along.dimension), (1, 250, Some(1)));
        assert_eq!((along.scales, along.zero_points), (vec![2.0, 0.4], vec![0, 7]));
        assert!(quantisation(&Type::dialect("quant.uniform<i8>")).is_err());
        assert!(quantisation(&Type::dialect("stablehlo.token")).unwrap().is_none());
    }
}
