//! Constant folding: operations whose operands are constants, computed by the evaluator while the result is small or has
//! the same element everywhere.

use super::facts;
use super::make::filled;
use super::site::{numbers, short};
use zymase_dialects::evaluate::values::{dense_tensor, plain_element};
use zymase_dialects::evaluate::{Evaluate, Limits, Machine, RuntimeValue};
use zymase_ir::types::element_count;
use zymase_ir::{DenseData, DenseElements, Ir, Op, Trait, Type, Value};
use zymase_tensor::Tensor;

/// Constants with more elements are not made.
const ELEMENTS: usize = 1024;

/// What folding makes of an operation.
pub enum Fold {
    Value(Value),
    Constant(DenseElements),
}

/// What stands for the one result of an operation, if that is known.
pub fn fold(ir: &Ir, op: Op) -> Option<Fold> {
    let operation = &ir[op];
    let [result] = operation.results() else { return None };
    let name = short(ir, op)?;
    let is_plain = operation.regions().is_empty() && operation.has_trait(Trait::Pure) && name != "constant";
    let ty = ir.ty(*result);
    let is_static = ty.as_tensor().is_some_and(|tensor| tensor.has_static_shape() && tensor.encoding.is_none());
    if !is_plain || !is_static || plain_element(ty.element()).is_none() {
        return None;
    }
    if let Some(value) = unchanged(ir, op, name, ty) {
        return Some(Fold::Value(value));
    }
    let operands: Vec<Value> = operation.operands().collect();
    if operands.is_empty() || name == "custom_call" {
        return None;
    }
    if let Some(dense) = uniform(ir, op, name, &operands, ty) {
        return Some(Fold::Constant(dense));
    }
    let count = element_count(ty.shape()?)?;
    if count > ELEMENTS {
        return None;
    }
    let mut tensors = Vec::new();
    for operand in &operands {
        let dense = facts::constant(ir, *operand).filter(|dense| dense.element_count() <= ELEMENTS)?;
        plain_element(dense.ty().element())?;
        tensors.push(dense_tensor(dense).ok()?);
    }
    let tensor = evaluated(ir, op, tensors)?;
    let shape: Vec<i64> = tensor.shape().iter().map(|size| *size as i64).collect();
    if Some(&shape[..]) != ty.shape() || Some(tensor.element()) != plain_element(ty.element()) {
        return None;
    }
    DenseElements::new(ty.clone(), DenseData::Raw(tensor.to_bytes().into())).map(Fold::Constant)
}

fn evaluated(ir: &Ir, op: Op, tensors: Vec<Tensor>) -> Option<Tensor> {
    let evaluate = *ir[op].definition()?.interface::<Evaluate>()?;
    let mut machine = Machine::new(ir, Limits { operations: 1000, depth: 10, bytes: 1 << 20 });
    let operands = tensors.into_iter().map(RuntimeValue::Tensor).collect();
    let mut results = (evaluate.0)(&mut machine, op, operands).ok()?;
    results.pop().filter(|_| results.is_empty())?.into_tensor().ok()
}

/// An operand that is the result: reshapes, broadcasts, conversions and so on to the same type that do nothing.
fn unchanged(ir: &Ir, op: Op, name: &str, ty: &Type) -> Option<Value> {
    let first = ir[op].operand(0).filter(|operand| ir.ty(*operand) == ty)?;
    let identity = |attribute: &str| numbers(ir, op, attribute).is_some_and(|list| super::make::is_identity(&list));
    let nothing =
        |attribute: &str| numbers(ir, op, attribute).is_none_or(|list| list.iter().all(|number| *number == 0));
    let does_nothing = match name {
        "reshape" | "convert" | "slice" | "dynamic_slice" | "concatenate" | "bitcast_convert" => true,
        "transpose" => identity("permutation"),
        "broadcast_in_dim" => identity("broadcast_dimensions"),
        "reverse" => numbers(ir, op, "dimensions").is_some_and(|dimensions| {
            dimensions
                .iter()
                .all(|dimension| ty.shape().is_some_and(|shape| shape.get(*dimension as usize) == Some(&1)))
        }),
        "pad" => nothing("edge_padding_low") && nothing("edge_padding_high") && nothing("interior_padding"),
        _ => false,
    };
    does_nothing.then_some(first)
}

/// Operations on each element of uniform operands, and what moves a uniform operand around.
fn uniform(ir: &Ir, op: Op, name: &str, operands: &[Value], ty: &Type) -> Option<DenseElements> {
    let scalar = |value: Value| -> Option<(Type, Vec<u8>)> {
        Some((Type::tensor([], ir.ty(value).element().clone()), facts::splat_bytes(ir, value)?))
    };
    match name {
        "broadcast_in_dim" | "reshape" | "transpose" | "slice" | "reverse" | "dynamic_slice" => {
            let dense = facts::constant(ir, operands[0])?;
            dense.is_splat().then(|| filled(ty, dense.element(0)?.to_vec()))?
        }
        "concatenate" | "pad" | "dynamic_update_slice" => {
            let count = if name == "dynamic_update_slice" { 2 } else { operands.len() };
            let first = facts::splat_bytes(ir, operands[0])?;
            let all =
                operands[1..count].iter().all(|operand| facts::splat_bytes(ir, *operand).as_ref() == Some(&first));
            all.then(|| filled(ty, first))?
        }
        _ => {
            let is_by_element =
                ir[op].definition()?.interface::<zymase_dialects::evaluate::bodies::ByElement>().is_some();
            if !is_by_element || ty.shape()?.contains(&0) {
                return None;
            }
            let mut tensors = Vec::new();
            for operand in operands {
                let (ty, bytes) = scalar(*operand)?;
                plain_element(ty.element())?;
                tensors.push(dense_tensor(&filled(&ty, bytes)?).ok()?);
            }
            let tensor = evaluated(ir, op, tensors)?;
            if tensor.rank() != 0 || Some(tensor.element()) != plain_element(ty.element()) {
                return None;
            }
            filled(ty, tensor.to_bytes())
        }
    }
}
