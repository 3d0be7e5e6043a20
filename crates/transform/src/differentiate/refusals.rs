//! Messages about operations that cannot be differentiated.

use zymase_ir::derivative::{AnySize, Carries, Derivative};
use zymase_ir::{Ir, LocatedDiagnostic, Op, Result, Type, Value};

/// A rule does not look at the values that regions take from outside.
pub fn captures(ir: &Ir, op: Op) -> LocatedDiagnostic {
    let message = "its regions use values of outside that have derivatives, which its rule does not know of";
    ir.refuse(op, message, "pass these values as operands")
}

/// Checks what no rule could answer for: types without known derivatives.
pub fn check(ir: &Ir, op: Op) -> Result<()> {
    let values: Vec<Value> = ir[op].operands().chain(ir[op].results().iter().copied()).collect();
    check_known(ir, op, &values)?;
    check_rule_for_sizes(ir, op)
}

/// Checks that the rule of an operation holds for the sizes of its operands and results.
pub fn check_rule_for_sizes(ir: &Ir, op: Op) -> Result<()> {
    let values: Vec<Value> = ir[op].operands().chain(ir[op].results().iter().copied()).collect();
    match ir[op].definition().is_some_and(|definition| definition.interface::<AnySize>().is_some()) {
        true => Ok(()),
        false => check_sizes(ir, op, &values),
    }
}

/// Checks that derivatives of values can go through control flow.
pub fn check_types(ir: &Ir, op: Op, values: &[Value]) -> Result<()> {
    check_known(ir, op, values)?;
    check_sizes(ir, op, values)
}

/// Checks that the sizes of what has derivatives are known.
fn check_sizes(ir: &Ir, op: Op, values: &[Value]) -> Result<()> {
    let is_open = |ty: &Type| ty.as_tensor().is_some_and(|tensor| !tensor.has_static_shape());
    let types = values.iter().map(|value| ir.ty(*value));
    match types.filter(|ty| ir.context().carries(ty) == Carries::Derivatives).find(|ty| is_open(ty)) {
        Some(ty) => {
            let message = format!("its derivative needs the sizes of {ty}, which are known only at run time");
            Err(ir.refuse(op, message, "give it a static shape"))
        }
        None => Ok(()),
    }
}

/// Checks that it is known what the derivatives of values are.
fn check_known(ir: &Ir, op: Op, values: &[Value]) -> Result<()> {
    for value in values {
        if let Carries::Unknown(reason) = ir.context().carries(ir.ty(*value)) {
            let message = format!("a value of type {} has no known derivatives: {reason}", ir.ty(*value));
            let help = "make it independent of what is differentiated by, or give it another type";
            return Err(ir.refuse(op, message, help));
        }
    }
    Ok(())
}

/// Checks that derivatives have the types of what they belong to.
pub fn check_derivatives(ir: &Ir, op: Op, values: &[Value], derivatives: &[Derivative]) -> Result<()> {
    for (value, derivative) in values.iter().zip(derivatives) {
        if let Some(derivative) = derivative
            && ir.ty(*derivative) != ir.ty(*value)
        {
            let (found, expected) = (ir.ty(*derivative), ir.ty(*value));
            return Err(
                ir.error(op, format!("its rule gives a derivative of type {found} for a value of type {expected}"))
            );
        }
    }
    Ok(())
}

/// There is no rule for the operation.
pub fn no_rule(ir: &Ir, op: Op) -> LocatedDiagnostic {
    if ir[op].definition().is_none() {
        let help = "register its dialect, with a ForwardRule and a ReverseRule for this operation";
        return ir.refuse(op, "is of no known dialect, so it cannot be differentiated", help);
    }
    let help = "write it in operations that have a rule (docs/tensor/differentiation.md lists them)";
    ir.refuse(op, "has no rule for its derivative", help)
}

/// Control flow is only known for regions of one block.
pub fn several_blocks(ir: &Ir, op: Op) -> LocatedDiagnostic {
    ir.refuse(op, "has a region that is not one block with a terminator", "use structured control flow")
}

/// What a loop keeps does not fit.
pub fn too_large(ir: &Ir, op: Op) -> LocatedDiagnostic {
    let help = "keep less, with --checkpoint or the attribute zymase.checkpoint of the loop";
    ir.refuse(op, "goes round too often to keep values of every iteration", help)
}

/// Iterations of a loop would have to run twice.
pub fn effects(ir: &Ir, op: Op) -> LocatedDiagnostic {
    let message = "has effects or random numbers, and its iterations would have to run again for its reverse";
    ir.refuse(op, message, "give it a constant number of iterations, and no checkpoints")
}

/// A function of elements would have to run twice.
pub fn effects_on_elements(ir: &Ir, op: Op) -> LocatedDiagnostic {
    let message = "has effects or random numbers, and what it computes would have to be computed again for its reverse";
    ir.refuse(op, message, "take what has effects out of it")
}

/// Nothing says how much memory a loop may use in these words.
pub fn unknown_checkpointing(ir: &Ir, op: Op) -> LocatedDiagnostic {
    let help = "write none, sqrt, binomial:SLOTS or budget:BYTES";
    ir.refuse(op, "has an attribute zymase.checkpoint that is none of the known ways", help)
}
