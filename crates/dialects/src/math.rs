//! Elementary functions of MLIR's own dialect: structure and syntax.

use crate::arith::{PURE, SAME, flags_fit, plain_operations, read_flags, truth_like, write_attributes, write_flags};
use crate::syntax::{types_of_operands, types_of_results, write_operands};
use zymase_ir::{Dialect, Ir, Op, OperationState, Reader, Result, Syntax, Writer, define_operation};

plain_operations! {
    plain:
    Absf = "math.absf" (operand) SAME { fastmath: Any };
    Absi = "math.absi" (operand) SAME {};
    Acos = "math.acos" (operand) SAME { fastmath: Any };
    Acosh = "math.acosh" (operand) SAME { fastmath: Any };
    Asin = "math.asin" (operand) SAME { fastmath: Any };
    Asinh = "math.asinh" (operand) SAME { fastmath: Any };
    Atan = "math.atan" (operand) SAME { fastmath: Any };
    Atan2 = "math.atan2" (lhs, rhs) SAME { fastmath: Any };
    Atanh = "math.atanh" (operand) SAME { fastmath: Any };
    Cbrt = "math.cbrt" (operand) SAME { fastmath: Any };
    Ceil = "math.ceil" (operand) SAME { fastmath: Any };
    Copysign = "math.copysign" (lhs, rhs) SAME { fastmath: Any };
    Cos = "math.cos" (operand) SAME { fastmath: Any };
    Cosh = "math.cosh" (operand) SAME { fastmath: Any };
    Ctlz = "math.ctlz" (operand) SAME {};
    Ctpop = "math.ctpop" (operand) SAME {};
    Cttz = "math.cttz" (operand) SAME {};
    Erf = "math.erf" (operand) SAME { fastmath: Any };
    Erfc = "math.erfc" (operand) SAME { fastmath: Any };
    Exp = "math.exp" (operand) SAME { fastmath: Any };
    Exp2 = "math.exp2" (operand) SAME { fastmath: Any };
    Expm1 = "math.expm1" (operand) SAME { fastmath: Any };
    Floor = "math.floor" (operand) SAME { fastmath: Any };
    Fma = "math.fma" (a, b, c) SAME { fastmath: Any };
    Ipowi = "math.ipowi" (lhs, rhs) SAME {};
    Log = "math.log" (operand) SAME { fastmath: Any };
    Log10 = "math.log10" (operand) SAME { fastmath: Any };
    Log1p = "math.log1p" (operand) SAME { fastmath: Any };
    Log2 = "math.log2" (operand) SAME { fastmath: Any };
    Powf = "math.powf" (lhs, rhs) SAME { fastmath: Any };
    Round = "math.round" (operand) SAME { fastmath: Any };
    Roundeven = "math.roundeven" (operand) SAME { fastmath: Any };
    Rsqrt = "math.rsqrt" (operand) SAME { fastmath: Any };
    Sin = "math.sin" (operand) SAME { fastmath: Any };
    Sinh = "math.sinh" (operand) SAME { fastmath: Any };
    Sqrt = "math.sqrt" (operand) SAME { fastmath: Any };
    Tan = "math.tan" (operand) SAME { fastmath: Any };
    Tanh = "math.tanh" (operand) SAME { fastmath: Any };
    Trunc = "math.trunc" (operand) SAME { fastmath: Any };
}

define_operation! {
    /// A float to the power of an integer.
    pub Fpowi = "math.fpowi" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { fastmath: Any optional }
        traits: PURE,
        syntax: Some(Syntax { read: read_listed, write: write_operand_type, fits: fpowi_fits }),
    }
}

plain_operations! {
    predicates:
    Isfinite = "math.isfinite" (operand) PREDICATE { fastmath: Any };
    Isinf = "math.isinf" (operand) PREDICATE { fastmath: Any };
    Isnan = "math.isnan" (operand) PREDICATE { fastmath: Any };
    Isnormal = "math.isnormal" (operand) PREDICATE { fastmath: Any };
}

/// `%a fastmath<…> {…} : type` of the operand; the result is a truth value for each element.
const PREDICATE: Syntax = Syntax { read: read_predicate, write: write_operand_type, fits: predicate_fits };

pub fn dialect() -> Dialect {
    let mut operations = plain();
    operations.extend(predicates());
    operations.push(Fpowi::definition());
    Dialect { name: "math", operations, ..Dialect::default() }
}

/// Operands with their types; the result is of the first type.
fn read_listed(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    read_flags(reader, state)?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let types = reader.parse_type_list()?;
    state.operands = reader.resolve_all(&operands, &types)?;
    state.result_types = types[..1].to_vec();
    Ok(())
}

fn fpowi_fits(ir: &Ir, op: Op) -> bool {
    flags_fit(ir, op, &[]) && types_of_operands(ir, op)[..1] == types_of_results(ir, op)
}

fn read_predicate(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    read_listed(reader, state)?;
    state.result_types.iter_mut().for_each(|ty| *ty = truth_like(ty));
    Ok(())
}

fn predicate_fits(ir: &Ir, op: Op) -> bool {
    flags_fit(ir, op, &[]) && types_of_results(ir, op) == [truth_like(&types_of_operands(ir, op)[0])]
}

fn write_operand_type(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    write_flags(writer, op);
    write_attributes(writer, op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op));
}
