//! Memory as MLIR's `memref` dialect has it: buffers, views of them, loads and stores.
//!
//! - `checks`: what is wrong with an operation;
//! - `syntax`: pretty forms.

mod checks;
mod syntax;

use crate::arith::PURE;
use crate::syntax::TERMINATOR;
use crate::tensor::{read_collapse, read_dim, read_expand, write_collapse, write_expand, write_first_type};
pub use checks::kept_dimensions;
use checks::*;
use syntax::*;
pub use syntax::{ATOMIC_KINDS, atomic_kind, segments};
use zymase_ir::{
    Attribute, Count, Dialect, Effect, EffectKind, Ir, Op, OpDefinition, Syntax, Trait, Value, define_operation,
};

macro_rules! named_result {
    ($name:literal) => {
        Some(|_, _| vec![(0, $name.to_string())])
    };
}

/// The effect of this kind on operands or results.
fn effects(kind: EffectKind, values: &[Value]) -> Vec<Effect> {
    values.iter().map(|value| Effect { kind, on: Some(*value) }).collect()
}

fn allocates(ir: &Ir, op: Op) -> Vec<Effect> {
    effects(EffectKind::Allocate, ir[op].results())
}

/// The operand at a place, as a list.
fn operand(ir: &Ir, op: Op, place: usize) -> Vec<Value> {
    ir[op].operand(place).into_iter().collect()
}

define_operation! {
    pub Alloc = "memref.alloc" {
        operands { dynamicSizes: Variadic, symbolOperands: Variadic }
        results { memref: One }
        attributes { alignment: I64 optional }
        traits: &[Trait::OperandSegments],
        result_names: named_result!("alloc"),
        syntax: Some(ALLOCATION),
        verify: Some(verify_allocation),
        effects: Some(allocates),
    }
}

define_operation! {
    pub Alloca = "memref.alloca" {
        operands { dynamicSizes: Variadic, symbolOperands: Variadic }
        results { memref: One }
        attributes { alignment: I64 optional }
        traits: &[Trait::OperandSegments],
        result_names: named_result!("alloca"),
        syntax: Some(ALLOCATION),
        verify: Some(verify_allocation),
        effects: Some(allocates),
    }
}

define_operation! {
    pub Dealloc = "memref.dealloc" {
        operands { memref: One }
        results {}
        attributes {}
        syntax: Some(Syntax::new(read_memrefs, write_memrefs)),
        verify: Some(verify_memrefs),
        effects: Some(|ir, op| effects(EffectKind::Free, &operand(ir, op, 0))),
    }
}

define_operation! {
    pub Load = "memref.load" {
        operands { memref: One, indices: Variadic }
        results { result: One }
        attributes { nontemporal: Bool optional, alignment: I64 optional }
        syntax: Some(Syntax { read: crate::tensor::read_extract, write: write_load, fits: load_fits }),
        verify: Some(verify_load),
        effects: Some(|ir, op| effects(EffectKind::Read, &operand(ir, op, 0))),
    }
}

define_operation! {
    pub Store = "memref.store" {
        operands { value: One, memref: One, indices: Variadic }
        results {}
        attributes { nontemporal: Bool optional, alignment: I64 optional }
        syntax: Some(Syntax { read: read_store, write: write_store, fits: store_fits }),
        verify: Some(verify_store),
        effects: Some(|ir, op| effects(EffectKind::Write, &operand(ir, op, 1))),
    }
}

define_operation! {
    /// Changes an element without anybody seeing what is between; the result is what was there.
    pub AtomicRmw = "memref.atomic_rmw" {
        operands { value: One, memref: One, indices: Variadic }
        results { result: One }
        attributes { kind: I64 required }
        syntax: Some(Syntax { read: read_atomic, write: write_atomic, fits: atomic_fits }),
        verify: Some(verify_atomic),
        effects: Some(|ir, op| {
            let on = operand(ir, op, 1);
            [effects(EffectKind::Read, &on), effects(EffectKind::Write, &on)].concat()
        }),
    }
}

define_operation! {
    pub Copy = "memref.copy" {
        operands { source: One, target: One }
        results {}
        attributes {}
        syntax: Some(Syntax::new(read_copy, write_copy)),
        verify: Some(verify_copy),
        effects: Some(|ir, op| {
            [effects(EffectKind::Read, &operand(ir, op, 0)), effects(EffectKind::Write, &operand(ir, op, 1))].concat()
        }),
    }
}

define_operation! {
    pub Cast = "memref.cast" {
        operands { source: One }
        results { dest: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("cast"),
        syntax: Some(crate::arith::CAST),
        verify: Some(verify_cast),
    }
}

define_operation! {
    pub MemorySpaceCast = "memref.memory_space_cast" {
        operands { source: One }
        results { dest: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("memspacecast"),
        syntax: Some(crate::arith::CAST),
        verify: Some(verify_memrefs),
    }
}

define_operation! {
    pub Dim = "memref.dim" {
        operands { source: One, index: One }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("dim"),
        syntax: Some(Syntax::new(read_dim, write_first_type)),
    }
}

define_operation! {
    pub Rank = "memref.rank" {
        operands { memref: One }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("rank"),
        syntax: Some(Syntax::new(read_dim, write_first_type)),
    }
}

define_operation! {
    pub Subview = "memref.subview" {
        operands { source: One, offsets: Variadic, sizes: Variadic, strides: Variadic }
        results { result: One }
        attributes { static_offsets: I64Array required, static_sizes: I64Array required, static_strides: I64Array required }
        traits: &[Trait::Pure, Trait::OperandSegments],
        result_names: named_result!("subview"),
        syntax: Some(Syntax { read: crate::tensor::read_extract_slice, write: write_subview, fits: crate::tensor::slice_fits }),
        verify: Some(verify_subview),
    }
}

define_operation! {
    pub ReinterpretCast = "memref.reinterpret_cast" {
        operands { source: One, offsets: Variadic, sizes: Variadic, strides: Variadic }
        results { result: One }
        attributes { static_offsets: I64Array required, static_sizes: I64Array required, static_strides: I64Array required }
        traits: &[Trait::Pure, Trait::OperandSegments],
        result_names: named_result!("reinterpret_cast"),
        syntax: Some(Syntax { read: read_reinterpret, write: write_reinterpret, fits: crate::tensor::slice_fits }),
        verify: Some(verify_reinterpret),
    }
}

define_operation! {
    pub CollapseShape = "memref.collapse_shape" {
        operands { src: One }
        results { result: One }
        attributes { reassociation: Array required }
        traits: PURE,
        result_names: named_result!("collapse_shape"),
        syntax: Some(Syntax { read: read_collapse, write: write_collapse, fits: crate::tensor::reassociation_fits }),
        verify: Some(verify_memrefs),
    }
}

define_operation! {
    pub ExpandShape = "memref.expand_shape" {
        operands { src: One, output_shape: Variadic }
        results { result: One }
        attributes { reassociation: Array required, static_output_shape: I64Array required }
        traits: PURE,
        result_names: named_result!("expand_shape"),
        syntax: Some(Syntax { read: read_expand, write: write_expand, fits: |ir, op| {
            crate::tensor::reassociation_fits(ir, op)
                && crate::tensor::mixed_fits(ir, op, "static_output_shape", ir[op].operands().len() - 1)
        }}),
        verify: Some(verify_first_memref),
    }
}

define_operation! {
    pub Transpose = "memref.transpose" {
        operands { source: One }
        results { result: One }
        attributes { permutation: Any required }
        traits: PURE,
        result_names: named_result!("transpose"),
        syntax: Some(Syntax { read: read_transpose, write: write_transpose, fits: |ir, op| {
            matches!(ir.attribute(op, "permutation"), Some(Attribute::AffineMap(_)))
        }}),
        verify: Some(verify_memrefs),
    }
}

define_operation! {
    /// Elements of another type in a buffer of bytes.
    pub View = "memref.view" {
        operands { source: One, byte_shift: One, sizes: Variadic }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("view"),
        syntax: Some(Syntax::new(read_view, write_view)),
        verify: Some(verify_first_memref),
    }
}

define_operation! {
    /// A buffer that the module holds.
    pub Global = "memref.global" {
        operands {}
        results {}
        attributes {
            sym_name: String required, sym_visibility: String optional,
            initial_value: Any optional, constant: Unit optional, alignment: I64 optional,
        }
        traits: &[Trait::Symbol],
        syntax: Some(Syntax::new(read_global, write_global)),
        verify: Some(verify_global),
    }
}

define_operation! {
    pub GetGlobal = "memref.get_global" {
        operands {}
        results { result: One }
        attributes { name: Symbol required }
        traits: PURE,
        syntax: Some(Syntax::new(read_get_global, write_get_global)),
        verify: Some(verify_get_global),
    }
}

define_operation! {
    pub ExtractStridedMetadata = "memref.extract_strided_metadata" {
        operands { source: One }
        results { base_buffer: One, offset: One, sizes: Variadic, strides: Variadic }
        attributes {}
        traits: &[Trait::Pure, Trait::SameVariadicSize],
        result_names: Some(metadata_names),
        syntax: Some(Syntax::new(read_metadata, write_metadata)),
        verify: Some(verify_first_memref),
    }
}

define_operation! {
    pub AssumeAlignment = "memref.assume_alignment" {
        operands { memref: One }
        results { result: One }
        attributes { alignment: I32 required }
        traits: PURE,
        result_names: named_result!("assume_align"),
        syntax: Some(Syntax::new(read_alignment, write_alignment)),
        verify: Some(verify_memrefs),
    }
}

define_operation! {
    /// What its region takes from the stack is given back at its end.
    pub AllocaScope = "memref.alloca_scope" {
        operands {}
        results { results: Variadic }
        attributes {}
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock],
        syntax: Some(Syntax::new(read_scope, write_scope)),
    }
}

define_operation! {
    pub AllocaScopeReturn = "memref.alloca_scope.return" {
        operands { results: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Terminator],
        syntax: Some(TERMINATOR),
    }
}

/// The definitions of all operations.
fn operations() -> Vec<OpDefinition> {
    vec![
        Alloc::definition(),
        Alloca::definition(),
        Dealloc::definition(),
        Load::definition(),
        Store::definition(),
        AtomicRmw::definition(),
        Copy::definition(),
        Cast::definition(),
        MemorySpaceCast::definition(),
        Dim::definition(),
        Rank::definition(),
        Subview::definition(),
        ReinterpretCast::definition(),
        CollapseShape::definition(),
        ExpandShape::definition(),
        Transpose::definition(),
        View::definition(),
        fix_names(Global::definition()),
        GetGlobal::definition(),
        ExtractStridedMetadata::definition(),
        AssumeAlignment::definition(),
        AllocaScope::definition(),
        AllocaScopeReturn::definition(),
    ]
}

/// `type` is a word of Rust, and has another spelling in the macro.
fn fix_names(mut definition: OpDefinition) -> OpDefinition {
    use zymase_ir::{AttributeKind, AttributeSpec};
    const GLOBAL: &[AttributeSpec] = &[
        AttributeSpec { name: "sym_name", kind: AttributeKind::String, required: true },
        AttributeSpec { name: "type", kind: AttributeKind::Type, required: true },
        AttributeSpec { name: "sym_visibility", kind: AttributeKind::String, required: false },
        AttributeSpec { name: "initial_value", kind: AttributeKind::Any, required: false },
        AttributeSpec { name: "constant", kind: AttributeKind::Unit, required: false },
        AttributeSpec { name: "alignment", kind: AttributeKind::I64, required: false },
    ];
    definition.attributes = GLOBAL;
    definition
}

pub fn dialect() -> Dialect {
    Dialect { name: "memref", operations: operations(), ..Dialect::default() }
}
