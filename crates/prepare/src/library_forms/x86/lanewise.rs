//! What is the same on each lane, or on the first one.

use super::{elementwise, index, lane, lane_count, mask};
use zymase_analysis::callee::machine;
use zymase_calculus::Function as Real;
use zymase_library::{Lanewise, Operation};
use zymase_llvm::{Builder, RealPredicate, Type, Value};

/// The rounding mode of the environment, which is the default.
const CURRENT_ROUNDING: i64 = 4;

pub fn plain(builder: &Builder, call: Value, known: Lanewise) -> Option<Value> {
    let arguments = call.arguments();
    let stays = !has_plain_form(&arguments, known);
    if stays && (known.operation == Operation::Convert || machine::stands_alone(call, known)) {
        return None;
    }
    let operands: Vec<Value> = known.operands.iter().map(|k| arguments[*k]).collect();
    if !known.first_only {
        let value = match stays {
            true => instruction(builder, call, known, &operands),
            false => written_out(builder, &arguments, known.operation, &operands, call.ty())?,
        };
        return Some(super::merged(builder, &arguments, value, known.merge));
    }
    let mut value = if stays {
        let splats: Vec<Value> = operands.iter().map(|operand| splat_first(builder, *operand)).collect();
        lane(builder, instruction(builder, call, known, &splats), 0)
    } else {
        let firsts: Vec<Value> = operands.iter().map(|operand| lane(builder, *operand, 0)).collect();
        written_out(builder, &arguments, known.operation, &firsts, call.ty().scalar())?
    };
    if let Some(merge) = known.merge {
        let is_on = lane(builder, mask(builder, arguments[merge.mask], 1), 0);
        value = builder.select(is_on, value, lane(builder, arguments[merge.otherwise], 0));
    }
    Some(builder.insert_element(arguments[0], value, index(builder, 0)))
}

fn has_plain_form(arguments: &[Value], known: Lanewise) -> bool {
    let rounding = known.rounding.and_then(|operand| arguments.get(operand));
    let rounds_as_usual = rounding.is_none_or(|rounding| rounding.as_integer() == Some(CURRENT_ROUNDING));
    match known.operation {
        Operation::Plain(_) | Operation::Convert => rounds_as_usual,
        Operation::Max | Operation::Min => true,
        Operation::Round(immediate) => rounding_of(arguments[immediate]).is_some(),
        Operation::Instruction(_) => false,
    }
}

/// The same instruction on other operands, with every lane on.
fn instruction(builder: &Builder, call: Value, known: Lanewise, operands: &[Value]) -> Value {
    let mut arguments = call.arguments();
    if known.first_only {
        // The lanes that nobody looks at.
        arguments[0] = operands[0];
    }
    for (k, operand) in known.operands.iter().zip(operands) {
        arguments[*k] = *operand;
    }
    if let Some(merge) = known.merge {
        arguments[merge.mask] = Value::integer(arguments[merge.mask].ty(), -1);
        arguments[merge.otherwise] = Value::null(arguments[merge.otherwise].ty());
    }
    let callee = call.called_function().expect("an intrinsic is called by its name");
    let same = builder.call(callee, &arguments);
    if known.first_only {
        same.mark_call(machine::FIRST_LANE_ONLY);
    }
    same
}

/// An operation on scalars or vectors as plain instructions.
pub fn written_out(
    builder: &Builder,
    arguments: &[Value],
    operation: Operation,
    operands: &[Value],
    ty: Type,
) -> Option<Value> {
    let pick = |predicate| {
        let condition = builder.fcmp(predicate, operands[0], operands[1]);
        builder.select(condition, operands[0], operands[1])
    };
    Some(match operation {
        Operation::Max => pick(RealPredicate::LLVMRealOGT),
        Operation::Min => pick(RealPredicate::LLVMRealOLT),
        Operation::Round(immediate) => elementwise(builder, rounding_of(arguments[immediate])?, operands),
        Operation::Convert => builder.float_cast(operands[0], ty),
        Operation::Plain(Real::Add) => builder.fadd(operands[0], operands[1]),
        Operation::Plain(Real::Sub) => builder.fsub(operands[0], operands[1]),
        Operation::Plain(Real::Mul) => builder.fmul(operands[0], operands[1]),
        Operation::Plain(Real::Div) => builder.fdiv(operands[0], operands[1]),
        Operation::Plain(Real::Sqrt) => elementwise(builder, "llvm.sqrt", operands),
        Operation::Plain(Real::Fma) => elementwise(builder, "llvm.fma", operands),
        Operation::Plain(_) | Operation::Instruction(_) => return None,
    })
}

/// The intrinsic that rounds to whole numbers as an immediate says; none for multiples of other powers of two.
fn rounding_of(immediate: Value) -> Option<&'static str> {
    let immediate = immediate.as_integer().filter(|immediate| (0..16).contains(immediate))?;
    let silent = immediate & 8 != 0;
    Some(match immediate & 7 {
        0 => "llvm.roundeven",
        1 => "llvm.floor",
        2 => "llvm.ceil",
        3 => "llvm.trunc",
        _ if silent => "llvm.nearbyint",
        _ => "llvm.rint",
    })
}

/// Every lane is the first: the others must have no derivatives that are worse.
fn splat_first(builder: &Builder, vector: Value) -> Value {
    builder.shuffle(vector, Value::poison(vector.ty()), &vec![Some(0); lane_count(vector) as usize])
}

/// The comparison of the first lanes, as a lane of bits.
pub fn compare_first(builder: &Builder, arguments: &[Value]) -> Option<Value> {
    let (a, b) = (lane(builder, arguments[0], 0), lane(builder, arguments[1], 0));
    let holds = builder.fcmp(predicate(arguments[2].as_integer()?)?, a, b);
    let bits = builder.module().store_size(a.ty()) as u32 * 8;
    let all = builder.sext(holds, a.ty().integer(bits));
    Some(builder.insert_element(arguments[0], builder.bitcast(all, a.ty()), index(builder, 0)))
}

/// The comparison that an immediate names; whether it signals makes no difference here.
fn predicate(immediate: i64) -> Option<RealPredicate> {
    use RealPredicate::*;
    const BY_NUMBER: [RealPredicate; 16] = [
        LLVMRealOEQ,
        LLVMRealOLT,
        LLVMRealOLE,
        LLVMRealUNO,
        LLVMRealUNE,
        LLVMRealUGE,
        LLVMRealUGT,
        LLVMRealORD,
        LLVMRealUEQ,
        LLVMRealULT,
        LLVMRealULE,
        LLVMRealPredicateFalse,
        LLVMRealONE,
        LLVMRealOGE,
        LLVMRealOGT,
        LLVMRealPredicateTrue,
    ];
    (0..32).contains(&immediate).then(|| BY_NUMBER[immediate as usize & 15])
}
