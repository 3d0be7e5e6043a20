//! Calls of variadic functions that are seen become calls of functions with fixed parameters.
//!
//! On x86-64 clang expands `va_arg` itself: what is left is memory in a known layout, a save area for registers and one
//! for the rest, and `llvm.va_start`, which stores where they are. So a copy of the function takes the variable arguments
//! as parameters, puts them where the calling convention would, and is inlined like any other. Functions of the library
//! that take a `va_list` find in it what they expect.

use zymase_core::detached::detach;
use zymase_library::{Machinery, machinery};
use zymase_llvm::{Builder, Function, Linkage, Opcode, Type, Value};

/// Bytes of the area for registers: six of integers, then eight of numbers.
const SAVE_AREA: u64 = 176;
const INTEGERS: u64 = 48;
/// Fields of a `va_list`: next integer, next number, next in memory, the area for registers.
const FIELDS: [i64; 4] = [0, 4, 8, 16];
const LIST_BYTES: i64 = 24;

/// Makes a call of a variadic function with a body one of a function with fixed parameters; false where it is not known
/// how arguments are passed.
pub fn fix(call: Value, callee: Function) -> bool {
    let named = callee.parameters();
    let arguments = call.arguments();
    let (Some(start), true) = (registers(&named), arguments.len() >= named.len()) else { return false };
    let variable = &arguments[named.len()..];
    let is_target = callee.module().is_x86_64_unix();
    if !is_target || !variable.iter().all(|a| is_simple(a.ty())) || has_by_value(callee) || !is_plain(callee) {
        return false;
    }
    let types: Vec<Type> = arguments.iter().map(|a| a.ty()).collect();
    let module = callee.module();
    let fixed = module.add_function(
        &format!("{}fixed.{}", super::bodies::PREFIX, callee.name()),
        Type::function(callee.return_type(), &types, false),
    );
    fixed.set_linkage(Linkage::LLVMInternalLinkage);
    callee.clone_body_into(fixed, &fixed.parameters()[..named.len()]);
    zymase_analysis::marks::believe_body(callee);
    fill_areas(fixed, named.len(), start);
    let (call, detached) = detach(call);
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let direct = builder.call(fixed, &arguments);
    call.replace_all_uses_with(direct);
    call.erase_instruction();
    if let Some(detached) = detached {
        detached.attach(direct);
        detached.finish();
    }
    true
}

/// How many registers of each kind the named parameters take; none where it is not known.
fn registers(named: &[Value]) -> Option<(u64, u64)> {
    let integers = named.iter().filter(|p| !p.ty().is_float()).count() as u64;
    let numbers = named.len() as u64 - integers;
    let simple = named.iter().all(|p| is_simple(p.ty()) || p.ty().is_single());
    (simple && integers <= 6 && numbers <= 8).then_some((integers, numbers))
}

/// What C's promotions leave, in one register.
fn is_simple(ty: Type) -> bool {
    ty.is_pointer() || (ty.is_integer() && ty.integer_bits() <= 64) || ty.is_double()
}

fn has_by_value(callee: Function) -> bool {
    (0..callee.parameters().len()).any(|index| callee.parameter_type_attribute(index, "byval").is_some())
}

/// Whether nothing but the known intrinsics deals with variable arguments.
fn is_plain(callee: Function) -> bool {
    callee.instructions().into_iter().all(|i| i.opcode() != Some(Opcode::LLVMVAArg))
}

/// Puts the variable arguments where `va_arg` looks for them.
fn fill_areas(fixed: Function, named: usize, (integers, numbers): (u64, u64)) {
    let module = fixed.module();
    let byte = module.integer_type(8);
    let word = module.integer_type(64);
    let variable = fixed.parameters().split_off(named);
    let builder = Builder::before(fixed.entry().first_instruction().expect("a block with a terminator"));
    let saved = builder.alloca(byte.array(SAVE_AREA), "zymase.registers");
    let rest = builder.alloca(byte.array(8 * variable.len().max(1) as u64), "zymase.memory");
    [saved, rest].into_iter().for_each(|area| area.set_alignment(16));
    let at = |area: Value, bytes: u64| builder.offset(area, Value::integer(word, bytes as i64));
    let (mut next_integer, mut next_number, mut next) = (8 * integers, INTEGERS + 16 * numbers, 0);
    for argument in variable {
        let place = if argument.ty().is_double() && next_number < SAVE_AREA {
            next_number += 16;
            at(saved, next_number - 16)
        } else if !argument.ty().is_double() && next_integer < INTEGERS {
            next_integer += 8;
            at(saved, next_integer - 8)
        } else {
            next += 8;
            at(rest, next - 8)
        };
        builder.store(argument, place);
    }
    for i in fixed.instructions().into_iter().filter(|i| i.is_call()) {
        let builder = Builder::before(i);
        match i.called_function().and_then(|f| machinery(&f.name())) {
            Some(Machinery::VariadicStart) => {
                let list = i.arguments()[0];
                let half = module.integer_type(32);
                let first =
                    [Value::integer(half, 8 * integers as i64), Value::integer(half, (INTEGERS + 16 * numbers) as i64)];
                for (field, value) in FIELDS.into_iter().zip([first[0], first[1], rest, saved]) {
                    builder.store(value, builder.offset(list, Value::integer(word, field)));
                }
            }
            Some(Machinery::VariadicCopy) => {
                let arguments = i.arguments();
                builder.copy_memory(arguments[0], arguments[1], Value::integer(word, LIST_BYTES), 8);
            }
            Some(Machinery::VariadicEnd) => {}
            _ => continue,
        }
        i.erase_instruction();
    }
}
