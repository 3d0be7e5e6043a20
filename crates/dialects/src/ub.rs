//! Values that nothing is known of, as MLIR's `ub` dialect has them.

use crate::syntax::write_result_type;
use zymase_ir::{Dialect, Op, OperationState, Reader, Result, Syntax, Trait, Writer, define_operation};

define_operation! {
    /// A value that must not matter.
    pub Poison = "ub.poison" {
        operands {}
        results { result: One }
        attributes { value: Any optional }
        traits: &[Trait::Pure],
        syntax: Some(Syntax { read, write, fits: |ir, op| ir.attribute(op, "value").is_none() }),
    }
}

pub fn dialect() -> Dialect {
    Dialect { name: "ub", operations: vec![Poison::definition()], ..Dialect::default() }
}

fn read(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

fn write(writer: &mut Writer, op: Op) {
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}
