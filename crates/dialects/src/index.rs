//! Arithmetic on indices, as MLIR's `index` dialect has it.

use crate::arith::{CAST, PURE};
use crate::syntax::write_operands;
use zymase_ir::{
    Attribute, Dialect, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type, Writer, define_operation,
};

crate::arith::plain_operations! {
    plain:
    Add = "index.add" (lhs, rhs) INDICES {};
    Sub = "index.sub" (lhs, rhs) INDICES {};
    Mul = "index.mul" (lhs, rhs) INDICES {};
    Divs = "index.divs" (lhs, rhs) INDICES {};
    Divu = "index.divu" (lhs, rhs) INDICES {};
    Ceildivs = "index.ceildivs" (lhs, rhs) INDICES {};
    Ceildivu = "index.ceildivu" (lhs, rhs) INDICES {};
    Floordivs = "index.floordivs" (lhs, rhs) INDICES {};
    Rems = "index.rems" (lhs, rhs) INDICES {};
    Remu = "index.remu" (lhs, rhs) INDICES {};
    Maxs = "index.maxs" (lhs, rhs) INDICES {};
    Maxu = "index.maxu" (lhs, rhs) INDICES {};
    Mins = "index.mins" (lhs, rhs) INDICES {};
    Minu = "index.minu" (lhs, rhs) INDICES {};
    Shl = "index.shl" (lhs, rhs) INDICES {};
    Shrs = "index.shrs" (lhs, rhs) INDICES {};
    Shru = "index.shru" (lhs, rhs) INDICES {};
    And = "index.and" (lhs, rhs) INDICES {};
    Or = "index.or" (lhs, rhs) INDICES {};
    Xor = "index.xor" (lhs, rhs) INDICES {};
    Casts = "index.casts" (input) CAST {};
    Castu = "index.castu" (input) CAST {};
}

define_operation! {
    pub Cmp = "index.cmp" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { pred: Dialect("index") required }
        traits: PURE,
        syntax: Some(Syntax { read: read_cmp, write: write_cmp, fits: |ir, op| predicate(ir.attribute(op, "pred")).is_some() }),
    }
}

define_operation! {
    pub Sizeof = "index.sizeof" {
        operands {}
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(Syntax::new(read_sizeof, |writer, op| writer.attributes_but(op, &[]))),
    }
}

define_operation! {
    pub Constant = "index.constant" {
        operands {}
        results { result: One }
        attributes { value: Any required }
        traits: &[Trait::Pure, Trait::ConstantLike],
        syntax: Some(Syntax { read: read_constant, write: write_constant, fits: |ir, op| {
            ir.attribute(op, "value").and_then(Attribute::as_i64).is_some()
        }}),
        result_names: Some(|ir, op| {
            let number = ir.attribute(op, "value").and_then(Attribute::as_i64).unwrap_or_default();
            vec![(0, format!("idx{number}"))]
        }),
    }
}

define_operation! {
    pub BoolConstant = "index.bool.constant" {
        operands {}
        results { result: One }
        attributes { value: Bool required }
        traits: &[Trait::Pure, Trait::ConstantLike],
        syntax: Some(Syntax::new(read_truth, write_truth)),
        result_names: Some(|ir, op| {
            let truth = ir.attribute(op, "value").and_then(Attribute::as_bool) == Some(true);
            vec![(0, if truth { "true" } else { "false" }.to_string())]
        }),
    }
}

pub fn dialect() -> Dialect {
    let mut operations: Vec<OpDefinition> = plain();
    operations.extend([Cmp::definition(), Sizeof::definition(), Constant::definition(), BoolConstant::definition()]);
    Dialect { name: "index", operations, ..Dialect::default() }
}

/// `%a, %b {…}`: everything is an index.
const INDICES: Syntax = Syntax::new(read_indices, write_indices);

fn read_indices(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    state.operands = reader.resolve_all(&operands, &vec![Type::index(); operands.len()])?;
    state.result_types = vec![Type::index()];
    Ok(())
}

fn read_sizeof(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    state.result_types = vec![Type::index()];
    reader.parse_attributes_into(state)
}

fn write_indices(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
}

/// The word of a comparison.
pub fn predicate(attribute: Option<&Attribute>) -> Option<String> {
    let Some(Attribute::Opaque { text, .. }) = attribute else { return None };
    let body = text.strip_prefix("index")?.strip_prefix('<')?.strip_suffix('>')?;
    Some(body.trim().strip_prefix("cmp_predicate")?.trim().to_string())
}

/// `slt(%a, %b)`.
fn read_cmp(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let word = reader.parse_word()?;
    let text = format!("index<cmp_predicate {word}>");
    state.set("pred", Attribute::Opaque { text: text.into(), ty: None });
    reader.expect_symbol(b'(')?;
    let operands = reader.parse_list(b')', Reader::parse_operand)?;
    reader.parse_attributes_into(state)?;
    state.operands = reader.resolve_all(&operands, &vec![Type::index(); operands.len()])?;
    state.result_types = vec![Type::integer(1)];
    Ok(())
}

fn write_cmp(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(&format!(" {}(", predicate(ir.attribute(op, "pred")).unwrap_or_default()));
    writer.operands(ir[op].operands());
    writer.text(")");
    writer.attributes_but(op, &["pred"]);
}

fn read_constant(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.parse_attributes_into(state)?;
    let number = reader.parse_integer()?;
    state.set("value", Attribute::integer(i128::from(number), Type::index()));
    state.result_types = vec![Type::index()];
    Ok(())
}

fn write_constant(writer: &mut Writer, op: Op) {
    let number = writer.ir().attribute(op, "value").and_then(Attribute::as_i64).unwrap_or_default();
    writer.attributes_but(op, &["value"]);
    writer.text(&format!(" {number}"));
}

fn read_truth(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.parse_attributes_into(state)?;
    let value = reader.parse_attribute()?;
    state.set("value", value);
    state.result_types = vec![Type::integer(1)];
    Ok(())
}

fn write_truth(writer: &mut Writer, op: Op) {
    writer.attributes_but(op, &["value"]);
    writer.text(" ");
    if let Some(value) = writer.ir().attribute(op, "value") {
        writer.attribute(value);
    }
}
