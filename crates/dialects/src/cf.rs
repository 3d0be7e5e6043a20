//! Branches between blocks, as MLIR's `cf` dialect has them.

use crate::syntax::types_of_operands;
use zymase_ir::attributes::DenseArray;
use zymase_ir::{
    Attribute, Block, Count, DenseElements, Dialect, Ir, Op, OperationState, Reader, Result, Syntax, Trait, Type,
    Value, Writer, define_operation,
};

define_operation! {
    pub Br = "cf.br" {
        operands { destOperands: Variadic }
        results {}
        attributes {}
        successors: Count::Exactly(1),
        traits: &[Trait::Terminator],
        syntax: Some(Syntax::new(read_br, write_br)),
        verify: Some(verify_jumps),
    }
}

define_operation! {
    pub CondBr = "cf.cond_br" {
        operands { condition: One, trueDestOperands: Variadic, falseDestOperands: Variadic }
        results {}
        attributes { branch_weights: Any optional }
        successors: Count::Exactly(2),
        traits: &[Trait::Terminator, Trait::OperandSegments],
        syntax: Some(Syntax::new(read_cond_br, write_cond_br)),
        verify: Some(verify_jumps),
    }
}

define_operation! {
    /// Goes where the number says; `case_operand_segments` says how many values each case passes on.
    pub Switch = "cf.switch" {
        operands { flag: One, defaultOperands: Variadic, caseOperands: Variadic }
        results {}
        attributes { case_values: Any optional, case_operand_segments: Any optional }
        successors: Count::AtLeast(1),
        traits: &[Trait::Terminator, Trait::OperandSegments],
        syntax: Some(Syntax::new(read_switch, write_switch)),
        verify: Some(verify_jumps),
    }
}

define_operation! {
    /// Ends the program with a message unless the operand is true.
    pub Assert = "cf.assert" {
        operands { arg: One }
        results {}
        attributes { msg: String required }
        syntax: Some(Syntax::new(read_assert, write_assert)),
    }
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "cf",
        operations: vec![Br::definition(), CondBr::definition(), Switch::definition(), Assert::definition()],
        ..Dialect::default()
    }
}

/// Where a branch may go and what it passes on, in the order of its successors.
pub fn jumps(ir: &Ir, op: Op) -> Option<Vec<(Block, Vec<Value>)>> {
    let operation = ir.get(op)?;
    let groups: Vec<Vec<Value>> = match operation.name().as_str() {
        Br::NAME => vec![operation.operands().collect()],
        CondBr::NAME => vec![CondBr(op).trueDestOperands(ir), CondBr(op).falseDestOperands(ir)],
        Switch::NAME => {
            let mut groups = vec![Switch(op).defaultOperands(ir)];
            let mut rest = Switch(op).caseOperands(ir).into_iter();
            for count in case_segments(ir, op) {
                groups.push(rest.by_ref().take(usize::try_from(count).ok()?).collect());
            }
            groups
        }
        _ => return None,
    };
    let successors = operation.successors();
    (successors.len() == groups.len()).then(|| successors.iter().copied().zip(groups).collect())
}

fn case_segments(ir: &Ir, op: Op) -> Vec<i64> {
    let segments = ir.attribute(op, "case_operand_segments").and_then(Attribute::as_i64_array);
    segments.map(<[i64]>::to_vec).unwrap_or_default()
}

/// The numbers that a switch looks for.
pub fn cases(ir: &Ir, op: Op) -> Vec<i64> {
    let values = ir.attribute(op, "case_values").and_then(Attribute::as_dense);
    values.and_then(DenseElements::integers).unwrap_or_default()
}

fn verify_jumps(ir: &Ir, op: Op) -> std::result::Result<(), String> {
    let Some(jumps) = jumps(ir, op) else { return Err("passes on values to other blocks than it has".into()) };
    for (block, values) in jumps {
        if ir.types(&values) != ir.types(ir.arguments(block)) {
            return Err("passes on other types than a block takes".into());
        }
    }
    Ok(())
}

/// `^bb1(%a : type)`.
fn read_jump(reader: &mut Reader, state: &mut OperationState) -> Result<usize> {
    let block = reader.parse_successor()?;
    state.successors.push(block);
    if !reader.eat_symbol(b'(') {
        return Ok(0);
    }
    let values = reader.parse_operand_list()?;
    reader.expect_symbol(b':')?;
    let types = reader.parse_type_list()?;
    reader.expect_symbol(b')')?;
    state.operands.extend(reader.resolve_all(&values, &types)?);
    Ok(values.len())
}

fn write_jump(writer: &mut Writer, jump: &(Block, Vec<Value>)) {
    writer.block(jump.0);
    if !jump.1.is_empty() {
        writer.text("(");
        writer.operands(jump.1.iter().copied());
        writer.text(" : ");
        writer.types(&writer.ir().types(&jump.1));
        writer.text(")");
    }
}

fn read_br(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    read_jump(reader, state)?;
    reader.parse_attributes_into(state)
}

fn write_br(writer: &mut Writer, op: Op) {
    writer.text(" ");
    jumps(writer.ir(), op).unwrap_or_default().iter().for_each(|jump| write_jump(writer, jump));
    writer.attributes_but(op, &[]);
}

fn numbers(values: &[i64]) -> Attribute {
    Attribute::DenseArray(DenseArray { element: Type::integer(32), values: values.into() })
}

/// `%c weights([1, 2]), ^bb1(…), ^bb2(…)`.
fn read_cond_br(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let condition = reader.parse_operand()?;
    state.operands = vec![reader.resolve(condition, &Type::integer(1))?];
    if reader.eat_keyword("weights") {
        reader.expect_symbol(b'(')?;
        let weights = crate::syntax::read_numbers(reader)?;
        reader.expect_symbol(b')')?;
        state.set("branch_weights", numbers(&weights));
    }
    reader.expect_symbol(b',')?;
    let first = read_jump(reader, state)?;
    reader.expect_symbol(b',')?;
    let second = read_jump(reader, state)?;
    state.set("operandSegmentSizes", numbers(&[1, first as i64, second as i64]));
    reader.parse_attributes_into(state)
}

fn write_cond_br(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.operands(CondBr(op).condition(ir).into_iter());
    if let Some(weights) = ir.attribute(op, "branch_weights").and_then(Attribute::as_i64_array) {
        writer.text(" weights(");
        crate::syntax::write_numbers(writer, weights);
        writer.text(")");
    }
    for jump in jumps(ir, op).unwrap_or_default() {
        writer.text(", ");
        write_jump(writer, &jump);
    }
    writer.attributes_but(op, &["branch_weights", "operandSegmentSizes"]);
}

/// `%v : type, [default: ^bb1, 42: ^bb2(…)]`.
fn read_switch(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let flag = reader.parse_operand()?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands = vec![reader.resolve(flag, &ty)?];
    reader.expect_symbol(b',')?;
    reader.expect_symbol(b'[')?;
    reader.expect_keyword("default")?;
    reader.expect_symbol(b':')?;
    let default = read_jump(reader, state)?;
    let (mut cases, mut counts) = (Vec::new(), Vec::new());
    while reader.eat_symbol(b',') {
        cases.push(reader.parse_integer()?);
        reader.expect_symbol(b':')?;
        counts.push(read_jump(reader, state)? as i64);
    }
    reader.expect_symbol(b']')?;
    if !cases.is_empty() {
        let dense = DenseElements::of_integers(Type::tensor([cases.len() as i64], ty), cases.iter().copied());
        let Some(dense) = dense else { return Err(reader.error("cases must be integers")) };
        state.set("case_values", Attribute::Dense(dense));
    }
    state.set("operandSegmentSizes", numbers(&[1, default as i64, counts.iter().sum()]));
    state.set("case_operand_segments", numbers(&counts));
    reader.parse_attributes_into(state)
}

fn write_switch(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let types = types_of_operands(ir, op);
    writer.text(" ");
    writer.operands(Switch(op).flag(ir).into_iter());
    writer.text(&format!(" : {}, [", types[0]));
    let cases = cases(ir, op);
    let labels = std::iter::once("default".to_string()).chain(cases.iter().map(ToString::to_string));
    for (index, (label, jump)) in labels.zip(jumps(ir, op).unwrap_or_default()).enumerate() {
        if index > 0 {
            writer.text(",");
        }
        writer.new_line();
        writer.text(&format!("  {label}: "));
        write_jump(writer, &jump);
    }
    writer.new_line();
    writer.text("]");
    writer.attributes_but(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}

/// `%c, "message"`.
fn read_assert(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    state.operands = vec![reader.resolve(operand, &Type::integer(1))?];
    reader.expect_symbol(b',')?;
    let message = reader.parse_attribute()?;
    state.set("msg", message);
    reader.parse_attributes_into(state)
}

fn write_assert(writer: &mut Writer, op: Op) {
    crate::syntax::write_operands(writer, op);
    writer.text(", ");
    if let Some(message) = writer.ir().attribute(op, "msg") {
        writer.attribute(message);
    }
    writer.attributes_but(op, &["msg"]);
}
