//! What test programs of StableHLO say about results: that they are equal, or close, to what was expected.

use crate::stablehlo::checks::*;
use crate::syntax::{types_of_operands, write_operands};
use zymase_ir::{Attribute, Dialect, Ir, Op, OperationState, Reader, Result, Syntax, Type, Writer, define_operation};

macro_rules! comparisons {
    ($($(#[$doc:meta])* $view:ident = $name:literal { $($attribute:ident),* };)*) => {
        $(define_operation! {
            $(#[$doc])*
            pub $view = $name {
                operands { lhs: One, rhs: One }
                results {}
                attributes { $($attribute: Any optional),* }
                syntax: Some(Syntax { read: read_comparison, write: write_comparison, fits: differences_fit }),
                verify: Some(verify_same),
            }
        })*
    };
}

comparisons! {
    ExpectEq = "check.expect_eq" {};
    ExpectAlmostEq = "check.expect_almost_eq" { tolerance };
    ExpectClose = "check.expect_close" { max_ulp_difference, min_ulp_difference };
}

macro_rules! comparisons_with_constants {
    ($($(#[$doc:meta])* $view:ident = $name:literal { $($attribute:ident),* };)*) => {
        $(define_operation! {
            $(#[$doc])*
            pub $view = $name {
                operands { lhs: One }
                results {}
                attributes { value: Elements required, $($attribute: Any optional),* }
                syntax: Some(Syntax { read: read_constant_comparison, write: write_constant_comparison, fits: value_fits }),
                verify: Some(|ir, op| {
                    let fits = value_type(ir, op).is_some_and(|ty| compatible(&ty, &types_of_operands(ir, op)[0]));
                    ensure(fits, || "the expected value is of another type".into())
                }),
            }
        })*
    };
}

comparisons_with_constants! {
    ExpectEqConst = "check.expect_eq_const" {};
    ExpectAlmostEqConst = "check.expect_almost_eq_const" { tolerance };
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "check",
        operations: vec![
            ExpectEq::definition(),
            ExpectAlmostEq::definition(),
            ExpectClose::definition(),
            ExpectEqConst::definition(),
            ExpectAlmostEqConst::definition(),
        ],
        ..Dialect::default()
    }
}

fn verify_same(ir: &Ir, op: Op) -> Check<()> {
    let types = types_of_operands(ir, op);
    ensure(compatible(&types[0], &types[1]), || format!("compares {} with {}", types[0], types[1]))
}

/// Attributes that stand behind the operands, as `name = number`, when they are of type `ui64`.
const DIFFERENCES: [&str; 2] = ["max_ulp_difference", "min_ulp_difference"];

/// `%a, %b, max_ulp_difference = 3 {…} : type`, one type for both operands or one for each.
fn read_comparison(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let lhs = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let rhs = reader.parse_operand()?;
    while reader.eat_symbol(b',') {
        let name = reader.parse_word()?;
        if !DIFFERENCES.contains(&name) {
            return Err(reader.error(format!("a comparison has no {name}")));
        }
        reader.expect_symbol(b'=')?;
        let value = reader.parse_integer()?;
        if value < 0 {
            return Err(reader.error(format!("{name} must not be negative")));
        }
        state.set(name, Attribute::integer(i128::from(value), Type::unsigned(64)));
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let mut types = reader.parse_type_list()?;
    if let [only] = types.as_slice() {
        types.push(only.clone());
    }
    state.operands = reader.resolve_all(&[lhs, rhs], &types)?;
    Ok(())
}

fn differences_fit(ir: &Ir, op: Op) -> bool {
    let fits = |value: &Attribute| match value {
        Attribute::Integer { value, ty } => *ty == Type::unsigned(64) && i64::try_from(*value).is_ok(),
        _ => false,
    };
    DIFFERENCES.iter().all(|name| ir.attribute(op, name).is_none_or(fits))
}

fn write_comparison(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    for name in DIFFERENCES {
        if let Some(value) = writer.ir().attribute(op, name).and_then(Attribute::as_i64) {
            writer.text(&format!(", {name} = {value}"));
        }
    }
    writer.attributes_but(op, &DIFFERENCES);
    let types = types_of_operands(writer.ir(), op);
    writer.text(" : ");
    // Operands that may differ in type have both written.
    let is_one = types[0] == types[1] && writer.ir()[op].name() != ExpectClose::NAME;
    if is_one { writer.ty(&types[0]) } else { writer.types(&types) }
}

fn value_type(ir: &Ir, op: Op) -> Option<Type> {
    match ir.attribute(op, "value")? {
        Attribute::Dense(dense) => Some(dense.ty().clone()),
        Attribute::DenseResource { ty, .. } => Some(ty.clone()),
        _ => None,
    }
}

/// `%a, value : type {…}`: the type of the value is that of the operand.
fn read_constant_comparison(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let value = reader.parse_attribute()?;
    let ty = match &value {
        Attribute::Dense(dense) => dense.ty().clone(),
        Attribute::DenseResource { ty, .. } => ty.clone(),
        other => return Err(reader.error(format!("expected a constant, found {other}"))),
    };
    state.set("value", value);
    reader.parse_attributes_into(state)?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    Ok(())
}

fn value_fits(ir: &Ir, op: Op) -> bool {
    value_type(ir, op).as_ref() == types_of_operands(ir, op).first()
}

fn write_constant_comparison(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.text(", ");
    if let Some(value) = writer.ir().attribute(op, "value") {
        writer.attribute(value);
    }
    writer.attributes_but(op, &["value"]);
}
