//! How tensors, and tuples of them, are stacked.

use zymase_ir::batching::BatchSpace;
use zymase_ir::{Attribute, Builder, Result, Type, TypeKind, Value};

pub const TENSORS: BatchSpace = BatchSpace { stacked, repeat };

fn stacked(ty: &Type, size: i64) -> Option<std::result::Result<Type, &'static str>> {
    match ty.kind() {
        TypeKind::Tensor(tensor) => Some(match tensor.element.as_dialect() {
            _ if !tensor.has_static_shape() => Err("a size is known only at run time"),
            _ if tensor.encoding.is_some() => Err("it has an encoding"),
            // `quant.uniform<i8:f32:1, {…}>` names a dimension.
            Some(text) if text.contains('{') => Err("it is quantised along a dimension"),
            _ => {
                let shape: Vec<i64> = std::iter::once(size).chain(tensor.shape.iter().copied()).collect();
                Ok(Type::tensor(shape, tensor.element.clone()))
            }
        }),
        TypeKind::Tuple(elements) => {
            let all: Option<std::result::Result<Vec<Type>, &'static str>> =
                elements.iter().map(|element| stacked(element, size)).collect();
            Some(all?.map(Type::tuple))
        }
        TypeKind::UnrankedTensor(_) => Some(Err("its shape is known only at run time")),
        TypeKind::Dialect(text) if text.as_ref() == "stablehlo.token" => Some(Err("there is one order of events")),
        _ => None,
    }
}

fn repeat(builder: &mut Builder, value: Value, size: i64) -> Result<Value> {
    let ty = builder.ir.ty(value).clone();
    let Some(elements) = ty.as_tuple() else {
        let rank = ty.shape().map_or(0, <[i64]>::len) as i64;
        let shape: Vec<i64> = std::iter::once(size).chain(ty.shape().unwrap_or_default().iter().copied()).collect();
        let dimensions: Vec<i64> = (1..=rank).collect();
        let attributes = [("broadcast_dimensions", Attribute::i64_array(dimensions))];
        let ty = Type::tensor(shape, ty.element().clone());
        let op = builder.build("stablehlo.broadcast_in_dim", &[value], &attributes, &[ty]);
        return Ok(builder.ir[op].results()[0]);
    };
    let mut parts = Vec::with_capacity(elements.len());
    for index in 0..elements.len() {
        let attributes = [("index", Attribute::i32(i32::try_from(index).unwrap_or(i32::MAX)))];
        let part = builder.value("stablehlo.get_tuple_element", &[value], &attributes)?;
        parts.push(repeat(builder, part, size)?);
    }
    builder.value("stablehlo.tuple", &parts, &[])
}
