//! What a rule returns, taken apart: a front end returns several values in registers, as one vector or integer, or
//! through memory. In memory they all look the same.

use super::matching::Shape;
use zymase_core::fields;
pub use zymase_core::fields::copy;
use zymase_llvm::{Builder, Function, Module, Type, Value};

/// Values that lie one after the other, as a struct has them.
pub fn record(module: Module, types: &[Type]) -> Type {
    module.void_type().structure(types)
}

/// Are these the values that a rule of this shape returns?
pub fn fits(module: Module, shape: &Shape, values: &[Type]) -> bool {
    if values.is_empty() || shape.result.is_void() {
        return values.is_empty() && shape.result.is_void();
    }
    let natural = record(module, values);
    let size = |ty: Type| module.allocation_size(ty);
    size(natural) == size(shape.result)
        && (values == [shape.result] || fields::same_scalars(module, natural, shape.result, shape.skipped == 1))
}

/// A place on the stack of the function that is being written.
pub fn stack(builder: &Builder, ty: Type) -> Value {
    let entry = builder.block().function().entry();
    let top = entry.first_instruction().map_or_else(|| Builder::at_end(entry), Builder::before);
    let place = top.alloca(ty, "zymase.rule");
    place.set_alignment(builder.module().alignment(ty).max(16));
    place
}

/// Calls a rule with arguments as the program wrote them. Returns where its results are; none where it has none.
pub fn call(builder: &Builder, rule: Function, arguments: &[Value]) -> Option<Value> {
    let shape = Shape::of(rule);
    if shape.skipped == 1 {
        let place = stack(builder, shape.result);
        let mut operands = vec![place];
        operands.extend(arguments);
        builder.call_across_spaces(rule, &operands).take_attributes_of(rule);
        return Some(place);
    }
    let result = builder.call_across_spaces(rule, arguments);
    result.take_attributes_of(rule);
    if shape.result.is_void() {
        return None;
    }
    let place = stack(builder, shape.result);
    builder.store(result, place);
    Some(place)
}

/// The address of value number `index` of a record.
pub fn address(builder: &Builder, place: Value, values: &[Type], index: usize) -> Value {
    let module = builder.module();
    builder.constant_offset(place, module.field_offset(record(module, values), index as u32) as i64)
}

/// Value number `index` of a record.
pub fn field(builder: &Builder, place: Value, values: &[Type], index: usize) -> Value {
    let loaded = builder.load(values[index], address(builder, place, values, index));
    loaded.set_alignment(builder.module().alignment(values[index]).min(8));
    loaded
}
