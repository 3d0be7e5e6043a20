//! What operations of StableHLO are, read from the program.

use zymase_ir::{Attribute, Ir, Op, Value};

/// Whether an operation is the one of StableHLO with this name.
pub fn is_op(ir: &Ir, op: Op, name: &str) -> bool {
    ir[op].name().as_str().strip_prefix("stablehlo.") == Some(name)
}

/// The name of an operation of StableHLO.
pub fn short(ir: &Ir, op: Op) -> Option<&str> {
    ir[op].name().as_str().strip_prefix("stablehlo.")
}

pub fn from(ir: &Ir, value: Value, name: &str) -> Option<Op> {
    ir.defining_op(value).filter(|op| is_op(ir, *op, name))
}

pub fn numbers(ir: &Ir, op: Op, name: &str) -> Option<Vec<i64>> {
    match ir.attribute(op, name)? {
        Attribute::Dense(dense) => dense.integers(),
        other => other.as_i64_array().map(<[i64]>::to_vec),
    }
}

const COMBINERS: [&str; 7] = ["add", "multiply", "maximum", "minimum", "and", "or", "xor"];

/// The operation that combines the two arguments of the only region of an operation, and nothing else.
pub fn combiner(ir: &Ir, op: Op) -> Option<&'static str> {
    let [region] = ir[op].regions() else { return None };
    let (block, end) = ir.single_block(*region)?;
    let [a, b] = ir.arguments(block) else { return None };
    let (a, b) = (*a, *b);
    let only = ir.first_op(block)?;
    let returned: Vec<Value> = ir[end].operands().collect();
    let operands: Vec<Value> = ir[only].operands().collect();
    let fits =
        ir.next_op(only) == Some(end) && returned == ir[only].results() && (operands == [a, b] || operands == [b, a]);
    let name = short(ir, only)?;
    COMBINERS.iter().copied().find(|combiner| fits && *combiner == name)
}
