//! Bits of floats that threads of a warp exchange as integers.
//!
//! `__int_as_float(__shfl_sync(mask, __float_as_int(x), lane))` moves a float. It becomes a shuffle of floats, which has a derivative, and so do two
//! that move the words of a double. Other bits of floats that are exchanged would lose theirs, and are refused.

use std::collections::HashSet;
use zymase_core::{Failure, runtime};
use zymase_llvm::{Builder, Function, Opcode, Type, Value};
use zymase_support::Diagnostic;

const SHUFFLE: &str = "llvm.nvvm.shfl.sync.";

/// Makes shuffles of floats of those that move bits of floats; true if there is something to simplify.
pub fn of_bits(function: Function) -> Result<bool, Failure> {
    let mut has_changed = false;
    let is_or = |i: &Value| i.opcode() == Some(Opcode::LLVMOr);
    function.instructions().into_iter().filter(is_or).for_each(join_words);
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(name) = call.called_function().map(|callee| callee.name()) else { continue };
        let Some(kind) = name.strip_prefix(SHUFFLE).and_then(|rest| rest.strip_suffix(".i32")) else { continue };
        let bits = call.arguments()[1];
        if bits.opcode() == Some(Opcode::LLVMBitCast) && bits.operand(0).ty().is_float() {
            exchange(call, kind, bits.operand(0));
        } else if let Some(halves) = halves_of(call, bits) {
            exchange_halves(call, kind, halves);
            has_changed = true;
        } else if comes_from_float(bits) || becomes_float(call) {
            let diagnostic = Diagnostic::new(
                "cannot differentiate a shuffle that moves bits of a floating-point number as an integer",
            )
            .with_help("shuffle the float itself: __shfl_sync and its kin take float and double");
            return Err(Failure::at(call, diagnostic));
        }
    }
    Ok(has_changed)
}

/// The two numbers of 16 bits that an integer consists of, the lower one first.
fn halves_of(call: Value, bits: Value) -> Option<[Value; 2]> {
    let is_narrow =
        |ty: Type| ty.is_float() && ty.float_format().is_some_and(|format| matches!(format.name, "f16" | "bf16"));
    let number = |value: Value| {
        let is_cast = value.opcode() == Some(Opcode::LLVMBitCast);
        is_cast.then(|| value.operand(0)).filter(|number| is_narrow(number.ty()))
    };
    let widened = |value: Value| (value.opcode() == Some(Opcode::LLVMZExt)).then(|| number(value.operand(0))).flatten();
    match bits.opcode()? {
        Opcode::LLVMBitCast => {
            let pair = bits.operand(0);
            if !pair.ty().is_vector() || pair.ty().element_count() != 2 || !is_narrow(pair.ty().scalar()) {
                return None;
            }
            let builder = Builder::before(call);
            let part = |k| builder.extract_element(pair, Value::integer(bits.ty(), k));
            Some([part(0), part(1)])
        }
        Opcode::LLVMZExt => widened(bits).map(|lower| [lower, Value::null(lower.ty())]),
        Opcode::LLVMOr => {
            let operands = [bits.operand(0), bits.operand(1)];
            let is_upper =
                |value: &Value| value.opcode() == Some(Opcode::LLVMShl) && value.operand_if_constant(1) == Some(16);
            let upper = operands.into_iter().find(is_upper)?;
            let lower = operands.into_iter().find(|value| *value != upper)?;
            let halves = [widened(lower)?, widened(upper.operand(0))?];
            (halves[0].ty() == halves[1].ty()).then_some(halves)
        }
        _ => None,
    }
}

/// Moves each of two numbers as a wider one, which changes nothing of it.
fn exchange_halves(call: Value, kind: &str, halves: [Value; 2]) {
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let callee = builder.module().intrinsic(&format!("{SHUFFLE}{kind}.f32"), &[]);
    let mut pair = Value::poison(halves[0].ty().vector(2));
    for (k, half) in (0..).zip(halves) {
        let mut arguments = call.arguments();
        arguments[1] = builder.fpext(half, half.ty().float());
        let moved = builder.fptrunc(builder.call(callee, &arguments), half.ty());
        pair = builder.insert_element(pair, moved, Value::integer(call.ty(), k));
    }
    call.replace_all_uses_with(builder.bitcast(pair, call.ty()));
    call.erase_instruction();
}

/// Two shuffles of the words of a double, put together by this instruction, become one of the double.
fn join_words(whole: Value) {
    let Some([low, high]) = words_of(whole) else { return };
    let [Some((kind, double)), Some((other, same))] = [(low, 0), (high, 32)].map(|(call, by)| moved_word(call, by))
    else {
        return;
    };
    let (given, also) = (low.arguments(), high.arguments());
    let is_one = kind == other
        && double == same
        && low.block() == high.block()
        && [0, 2, 3].iter().all(|k| given[*k] == also[*k]);
    if !is_one {
        return;
    }
    let first = if comes_before(low, high) { low } else { high };
    let builder = Builder::before(first);
    let moved = builder.call(runtime::wide_shuffle(builder.module(), &kind), &[given[0], double, given[2], given[3]]);
    let bits = builder.bitcast(moved, whole.ty());
    for user in whole.users() {
        if user.opcode() == Some(Opcode::LLVMBitCast) && user.ty() == moved.ty() {
            user.replace_all_uses_with(moved);
        }
    }
    whole.replace_all_uses_with(bits);
    let part = |word: Value, by| builder.trunc(builder.lshr(bits, Value::integer(bits.ty(), by)), word.ty());
    let parts = [part(low, 0), part(high, 32)];
    for (word, part) in [low, high].into_iter().zip(parts) {
        word.replace_all_uses_with(part);
        word.erase_instruction();
    }
}

/// The calls that give the lower and the upper word of an integer.
fn words_of(whole: Value) -> Option<[Value; 2]> {
    if whole.opcode() != Some(Opcode::LLVMOr) || !whole.ty().is_integer() || whole.ty().integer_bits() != 64 {
        return None;
    }
    let widened = |value: Value| {
        (value.opcode() == Some(Opcode::LLVMZExt)).then(|| value.operand(0)).filter(|word| word.is_call())
    };
    let operands = [whole.operand(0), whole.operand(1)];
    let is_upper = |value: &Value| value.opcode() == Some(Opcode::LLVMShl) && value.operand_if_constant(1) == Some(32);
    let upper = operands.into_iter().find(is_upper)?;
    let lower = operands.into_iter().find(|value| *value != upper)?;
    Some([widened(lower)?, widened(upper.operand(0))?])
}

/// The kind of a shuffle, and the double of which it moves the word that begins at a bit.
fn moved_word(call: Value, by: i64) -> Option<(String, Value)> {
    let name = call.called_function()?.name();
    let kind = name.strip_prefix(SHUFFLE)?.strip_suffix(".i32")?.to_owned();
    let word = call.arguments()[1];
    let shifted = (word.opcode() == Some(Opcode::LLVMTrunc)).then(|| word.operand(0))?;
    let is_upper = shifted.opcode() == Some(Opcode::LLVMLShr) && shifted.operand_if_constant(1) == Some(32);
    let bits = match by {
        0 => shifted,
        _ if is_upper => shifted.operand(0),
        _ => return None,
    };
    let double = (bits.opcode() == Some(Opcode::LLVMBitCast))
        .then(|| bits.operand(0))
        .filter(|number| number.ty().is_double())?;
    Some((kind, double))
}

fn comes_before(a: Value, b: Value) -> bool {
    let mut at = a.next_instruction();
    while let Some(next) = at {
        if next == b {
            return true;
        }
        at = next.next_instruction();
    }
    false
}

fn exchange(call: Value, kind: &str, float: Value) {
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let callee = builder.module().intrinsic(&format!("{SHUFFLE}{kind}.f32"), &[]);
    let mut arguments = call.arguments();
    arguments[1] = float;
    let moved = builder.bitcast(builder.call(callee, &arguments), call.ty());
    call.replace_all_uses_with(moved);
    call.erase_instruction();
}

/// Is an integer made of the bits of floats?
fn comes_from_float(bits: Value) -> bool {
    let mut work = vec![bits];
    let mut seen = HashSet::from([bits]);
    while let Some(value) = work.pop() {
        if value.opcode() == Some(Opcode::LLVMBitCast) && value.operand(0).ty().is_float_like() {
            return true;
        }
        if value.is_instruction() && (moves_bits(value) || value.opcode() == Some(Opcode::LLVMBitCast)) {
            work.extend(value.operands().into_iter().filter(|operand| seen.insert(*operand)));
        }
    }
    false
}

/// Are the bits of an integer used as those of floats?
fn becomes_float(bits: Value) -> bool {
    let mut work = vec![bits];
    let mut seen = HashSet::from([bits]);
    while let Some(value) = work.pop() {
        for user in value.users() {
            if user.opcode() == Some(Opcode::LLVMBitCast) && user.ty().is_float_like() {
                return true;
            }
            if (moves_bits(user) || user.opcode() == Some(Opcode::LLVMBitCast)) && seen.insert(user) {
                work.push(user);
            }
        }
    }
    false
}

fn moves_bits(value: Value) -> bool {
    use Opcode::*;
    matches!(
        value.opcode(),
        Some(
            LLVMTrunc
                | LLVMZExt
                | LLVMSExt
                | LLVMShl
                | LLVMLShr
                | LLVMAShr
                | LLVMOr
                | LLVMAnd
                | LLVMXor
                | LLVMSelect
                | LLVMPHI
                | LLVMFreeze
                | LLVMInsertElement
                | LLVMExtractElement
                | LLVMShuffleVector
        )
    )
}
