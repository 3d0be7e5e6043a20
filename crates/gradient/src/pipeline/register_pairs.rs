//! Which parameters are the two halves of one struct that is passed in registers.
//!
//! `struct { double *data; long n; }` by value arrives as two parameters, and a derivative call passes it as two operands,
//! followed by the two of its shadow. Nothing in the type of the function says so, but its body does before it is
//! optimised: the front end stores the halves into one stack object, where every other parameter gets one of its own.

use zymase_analysis::marks;
use zymase_llvm::{Function, Module, Opcode, Value};

/// Writes down the pairs of every function, at the start of the pipeline; true when there are any.
pub fn mark(module: Module) -> bool {
    let mut any = false;
    for function in module.functions().into_iter().filter(|f| !f.is_declaration() && f.parameters().len() > 1) {
        let firsts = find(module, function);
        if !firsts.is_empty() {
            marks::set_register_pairs(function, &firsts);
            any = true;
        }
    }
    any
}

/// The first of each pair.
fn find(module: Module, function: Function) -> Vec<usize> {
    let homes: Vec<Option<(Value, i64)>> = function.parameters().into_iter().map(|p| home(module, p)).collect();
    let is_pair = |k: &usize| match (homes[*k], homes[k + 1]) {
        (Some((first, 0)), Some((second, offset))) => first == second && offset > 0,
        _ => false,
    };
    (0..homes.len() - 1).filter(is_pair).collect()
}

/// The stack object that a parameter is stored into, and where in it, if that is its only use.
fn home(module: Module, parameter: Value) -> Option<(Value, i64)> {
    let [user] = parameter.users()[..] else { return None };
    if user.opcode() != Some(Opcode::LLVMStore) || user.operand(0) != parameter {
        return None;
    }
    let place = user.operand(1);
    let object = place.underlying_object();
    let offset = place.offset_in_object(module)?;
    (object.opcode() == Some(Opcode::LLVMAlloca)).then_some((object, offset))
}
