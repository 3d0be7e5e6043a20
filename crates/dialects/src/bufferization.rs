//! Tensors of memory and memory of tensors, as MLIR's `bufferization` dialect has them.

use crate::arith::PURE;
use crate::syntax::{types_of_operands, types_of_results, write_operands};
use zymase_ir::{
    Attribute, Dialect, Ir, Op, OperationState, Reader, Result, Syntax, Type, TypeKind, Writer, define_operation,
};

define_operation! {
    /// What a buffer holds, as a tensor.
    pub ToTensor = "bufferization.to_tensor" {
        operands { buffer: One }
        results { result: One }
        attributes { restrict: Unit optional, writable: Unit optional }
        syntax: Some(Syntax { read: read_cast, write: write_cast, fits: |_, _| true }),
        verify: Some(|ir, op| verify(ir, op, true)),
        effects: Some(|ir, op| {
            let on = ir[op].operand(0);
            vec![zymase_ir::Effect { kind: zymase_ir::EffectKind::Read, on }]
        }),
    }
}

define_operation! {
    /// A buffer that holds a tensor.
    pub ToBuffer = "bufferization.to_buffer" {
        operands { tensor: One }
        results { buffer: One }
        attributes { read_only: Unit optional }
        traits: PURE,
        syntax: Some(Syntax { read: read_cast, write: write_cast, fits: |_, _| true }),
        verify: Some(|ir, op| verify(ir, op, false)),
    }
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "bufferization",
        operations: vec![ToTensor::definition(), ToBuffer::definition()],
        ..Dialect::default()
    }
}

/// The flags that may stand behind the operand, in this order.
const FLAGS: [&str; 3] = ["restrict", "writable", "read_only"];

fn verify(ir: &Ir, op: Op, to_tensor: bool) -> std::result::Result<(), String> {
    let (operand, result) = (types_of_operands(ir, op).remove(0), types_of_results(ir, op).remove(0));
    let (memref, tensor) = if to_tensor { (&operand, &result) } else { (&result, &operand) };
    let is_memref = matches!(memref.kind(), TypeKind::Memref(_) | TypeKind::UnrankedMemref { .. });
    let fits =
        is_memref && tensor.is_tensor() && memref.element() == tensor.element() && memref.shape() == tensor.shape();
    if fits { Ok(()) } else { Err(format!("cannot make {result} of {operand}")) }
}

/// `%a restrict : type to type`.
fn read_cast(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    for flag in FLAGS {
        if reader.eat_keyword(flag) {
            state.set(flag, Attribute::Unit);
        }
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty: Type = reader.parse_type()?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    reader.expect_keyword("to")?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

fn write_cast(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    for flag in FLAGS.iter().filter(|flag| ir.attribute(op, flag).is_some()) {
        writer.text(&format!(" {flag}"));
    }
    writer.attributes_but(op, &FLAGS);
    writer.text(&format!(" : {} to {}", types_of_operands(ir, op)[0], types_of_results(ir, op)[0]));
}
