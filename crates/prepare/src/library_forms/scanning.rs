//! `sscanf` and its kin: numbers they read go through variables of their own.
//!
//! How many numbers were read is known only when the program runs; those that were not keep what was there, with its
//! derivative. So each number is read into a variable that nobody else writes, and chosen where the result of the
//! call says that it was read. What is read has no derivative, which the choice says by itself.

use zymase_library::{Conversion, Extent, Known, Precision, conversions, lookup};
use zymase_llvm::{Builder, IntPredicate, Opcode, Type, Value};

/// Puts a variable between the call and each number that it reads.
pub fn through_variables(call: Value, name: &str) {
    let Some(Known::Inactive(inactive)) = lookup(name) else { return };
    let first = inactive.overwrites.iter().find(|o| o.extent == Extent::Scanned).map(|o| o.argument);
    let Some(first) = first.filter(|_| call.opcode() == Some(Opcode::LLVMCall) && call.ty().is_integer()) else {
        return;
    };
    let arguments = call.arguments();
    let Some(read) = arguments.get(first - 1).and_then(|format| text(*format)).and_then(|text| conversions(&text))
    else {
        return;
    };
    if arguments.len() != first + read.len() {
        return;
    }
    let (Some(function), Some(next)) = (call.parent_function(), call.next_instruction()) else { return };
    let entry = Builder::before(function.entry().first_instruction().expect("a terminator"));
    let after = Builder::before(next);
    let mut count = 0;
    for (index, Conversion { real, counted }) in (first..).zip(read) {
        count += i64::from(counted);
        let Some(ty) = real.and_then(|precision| real_type(call.ty(), precision)) else { continue };
        let target = arguments[index];
        let variable = entry.alloca(ty, "scanned");
        entry.store(Value::null(ty), variable);
        call.set_operand(index, variable);
        let was_read = after.icmp(IntPredicate::LLVMIntSGE, call, Value::integer(call.ty(), count));
        let value = after.select(was_read, after.load(ty, variable), after.load(ty, target));
        after.store(value, target);
    }
}

/// None for `long double`, which is not the same everywhere.
fn real_type(any: Type, precision: Precision) -> Option<Type> {
    match precision {
        Precision::Single => Some(any.float()),
        Precision::Double => Some(any.double()),
        Precision::Extended => None,
    }
}

fn text(format: Value) -> Option<String> {
    let global = format.underlying_object();
    (global == format && global.is_global_variable()).then(|| global.initializer()).flatten()?.as_text()
}
