//! Inline assembly that can be understood.
//!
//! Without instructions it is a barrier for the optimiser, or a comment for who reads the assembly: what runs through it
//! comes out unchanged, so it has a derivative like any other value. One instruction that computes with whole vectors
//! is what libraries write where they do not trust a compiler with an intrinsic. Assembly of NVIDIA's GPUs becomes instructions (`core`'s `ptx`),
//! and so do intrinsics that stand for more than one.

use super::library_forms;
use zymase_core::ptx;
use zymase_llvm::{Builder, Function, Opcode, Value};

/// Removes assembly that holds no instruction, and writes out what is one well-known instruction.
pub fn write_out(function: Function) {
    let is_for_nvidia = function.module().is_for_nvidia();
    for call in function.instructions() {
        if call.opcode() != Some(Opcode::LLVMCall) {
            continue;
        }
        if call.called_function().is_some_and(|callee| zymase_library::casts_bits(&callee.name())) {
            call.replace_all_uses_with(Builder::before(call).bitcast(call.arguments()[0], call.ty()));
            call.erase_instruction();
            continue;
        }
        if call.called_function().is_some_and(|callee| zymase_library::saturates(&callee.name())) {
            saturate(call);
            continue;
        }
        let Some((text, constraints)) = call.called_value().inline_assembly() else { continue };
        if is_for_nvidia && ptx::write_out(call, &text, &constraints) {
            continue;
        }
        if !text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#')) {
            if let Some(value) = one_instruction(call, &text, &constraints) {
                call.replace_all_uses_with(value);
                call.erase_instruction();
            }
            continue;
        }
        if !call.ty().is_void() {
            let Some(value) = tied_argument(call, &constraints) else { continue };
            call.replace_all_uses_with(value);
        }
        call.erase_instruction();
    }
}

/// The nearest number between 0 and 1.
fn saturate(call: Value) {
    let builder = Builder::before(call);
    let ty = call.ty();
    let positive = library_forms::elementwise(&builder, "llvm.maxnum", &[call.arguments()[0], Value::real(ty, 0.0)]);
    call.replace_all_uses_with(library_forms::elementwise(&builder, "llvm.minnum", &[positive, Value::real(ty, 1.0)]));
    call.erase_instruction();
}

/// The argument that comes out as the result, where there is one result.
fn tied_argument(call: Value, constraints: &str) -> Option<Value> {
    let arguments = call.arguments();
    let mut position = 0;
    for constraint in constraints.split(',') {
        // Only the memory behind an indirect output is passed; alternatives are set apart by bars.
        let takes_argument =
            !constraint.starts_with('~') && (!constraint.starts_with('=') || constraint.starts_with("=*"));
        if !takes_argument {
            continue;
        }
        let argument = *arguments.get(position)?;
        position += 1;
        if constraint.split('|').next() == Some("0") && argument.ty() == call.ty() {
            return Some(argument);
        }
    }
    None
}

/// The result of assembly that is one instruction on registers.
fn one_instruction(call: Value, text: &str, constraints: &str) -> Option<Value> {
    if !call.called_value().assembly_names_destination_last() || !call.ty().is_float_like() {
        return None;
    }
    let (mnemonic, operands) = text.trim().split_once(char::is_whitespace)?;
    let known = zymase_library::assembly(mnemonic, call.ty().is_vector())?;
    let mut registers = Vec::new();
    for operand in operands.split(',').rev() {
        registers.push(operand.trim().strip_prefix('$')?.parse::<usize>().ok()?);
    }
    if registers.first() != Some(&0) || registers.len() != known.count() {
        return None;
    }
    let mut values = Vec::new();
    for operand in known.operands {
        values.push(match registers[*operand] {
            0 => tied_argument(call, constraints)?,
            register => argument_of(call, constraints, register)?,
        });
    }
    let builder = Builder::before(call);
    let same = values.iter().all(|value| value.ty() == call.ty());
    same.then(|| library_forms::written_out(&builder, &[], known.operation, &values, call.ty()))?
}

/// The argument that a numbered operand of the text is.
fn argument_of(call: Value, constraints: &str, number: usize) -> Option<Value> {
    let operands: Vec<&str> = constraints.split(',').filter(|c| !c.starts_with('~')).collect();
    let is_output = |constraint: &&str| constraint.starts_with('=');
    let known = |constraint: &str| matches!(constraint, "x" | "v") || constraint.parse::<usize>().is_ok();
    let outputs = operands.iter().filter(|constraint| is_output(constraint)).count();
    if outputs != 1 || !operands.get(number).is_some_and(|constraint| known(constraint)) {
        return None;
    }
    call.arguments().get(number.checked_sub(outputs)?).copied()
}
