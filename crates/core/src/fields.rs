//! Several values returned as one: where each lies, and whether two types agree about it.

use zymase_llvm::{Builder, Module, Type, Value};

/// Does the declared result have, at the place of each scalar of the derivative, a scalar of the same type? Guards
/// against reading a float as a double, or a struct of another layout that happens to be as large.
///
/// Bytes may hold anything, and so may the integers in which Clang returns small structs in registers.
pub fn same_scalars(module: Module, natural: Type, wanted: Type, through_memory: bool) -> bool {
    let declared = leaves(module, wanted);
    let given = leaves(module, natural);
    // A number in a register that no derivative fills would be undefined.
    if !through_memory && declared.iter().any(|leaf| leaf.1.is_float() && !given.contains(leaf)) {
        return false;
    }
    given.into_iter().all(|(offset, ty)| {
        let end = offset + module.store_size(ty);
        let covers = |(start, leaf): &(u64, Type)| *start <= offset && offset < start + module.store_size(*leaf);
        declared.iter().filter(|leaf| covers(leaf)).any(|&(start, leaf)| {
            let exact = start == offset && leaf == ty;
            let bytes = leaf.is_integer() && leaf.integer_bits() == 8;
            let register = leaf.is_integer() && !through_memory && end <= start + module.store_size(leaf);
            exact || bytes || register
        })
    })
}

/// Offsets and types of the scalars in a type.
pub fn leaves(module: Module, ty: Type) -> Vec<(u64, Type)> {
    let parts: Vec<(u64, Type)> = if ty.is_struct() {
        let fields = ty.struct_elements().into_iter().enumerate();
        fields.map(|(k, field)| (module.field_offset(ty, k as u32), field)).collect()
    } else if ty.is_array() || ty.is_vector() {
        let element = ty.element();
        let stride = if ty.is_vector() { module.store_size(element) } else { module.allocation_size(element) };
        (0..ty.element_count()).map(|k| (k * stride, element)).collect()
    } else {
        return vec![(0, ty)];
    };
    let inner = |(offset, part): (u64, Type)| {
        leaves(module, part).into_iter().map(move |(within, leaf)| (offset + within, leaf))
    };
    parts.into_iter().flat_map(inner).collect()
}

/// Copies one value of a type from one place to another.
pub fn copy(builder: &Builder, to: Value, from: Value, ty: Type) {
    let module = builder.module();
    let bytes = Value::integer(module.integer_type(64), module.allocation_size(ty) as i64);
    builder.copy_memory(to, from, bytes, 1);
}
