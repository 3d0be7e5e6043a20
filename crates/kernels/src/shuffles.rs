//! What threads of a warp give each other, for raising: each writes into an array that the block shares, waits, and reads what another one has written.

use crate::grids::{barrier, is};
use crate::lane::{Lane, Place, WARP};
use crate::refusals;
use zymase_core::Failure;
use zymase_llvm::{Builder, IntPredicate, Opcode, Type, Value};

/// How the arrays are called in which threads exchange values: one element stands for one of each thread.
const EXCHANGE: &str = "zymase.exchange.";

pub fn is_exchange(variable: Value) -> bool {
    variable.name().starts_with(EXCHANGE)
}

/// Two halves of a number of 64 bits that go to the same lane.
struct Halves {
    low: Value,
    high: Value,
    whole: Value,
}

/// Writes out all exchanges of a lane.
pub fn write(lane: Lane) -> Result<(), Failure> {
    let mut number = 0;
    loop {
        let kind = |call: &Value| {
            let name = Some(*call).filter(|call| call.is_call())?.called_function()?.name();
            let kind = name.strip_prefix("llvm.nvvm.shfl.sync.")?.split('.').next()?.to_owned();
            Some((*call, kind))
        };
        let Some((call, kind)) = lane.function.instructions().iter().find_map(kind) else { return Ok(()) };
        let arguments = call.arguments();
        if call.ty().is_struct() || arguments.len() != 4 {
            return Err(refusals::unknown_function(call, "llvm.nvvm.shfl.sync with a predicate"));
        }
        let halves = halves(lane, call);
        let last = halves.as_ref().map_or(call, |halves| halves.high);
        let builder = Builder::before(last);
        let whole = halves.as_ref().map_or(arguments[1], |halves| halves.whole);
        let float = is(whole, Opcode::LLVMBitCast).then(|| whole.operand(0)).filter(|from| from.ty().is_float());
        let given = float.unwrap_or(whole);
        let read = exchange(lane, &builder, given, source(lane, &builder, &kind, &arguments), number);
        number += 1;
        let bits = if float.is_some() { builder.bitcast(read, whole.ty()) } else { read };
        match halves {
            None => replace(call, bits),
            Some(halves) => replace_halves(&builder, &halves, bits),
        }
    }
}

fn replace(call: Value, by: Value) {
    call.replace_all_uses_with(by);
    call.erase_instruction();
}

/// Puts a whole number where its halves were put together again.
fn replace_halves(builder: &Builder, halves: &Halves, whole: Value) {
    let integer = halves.low.ty();
    let long = whole.ty();
    let joined = halves.low.users().into_iter().filter(|user| is(*user, Opcode::LLVMZExt)).flat_map(Value::users);
    let is_sum = |user: &Value| is(*user, Opcode::LLVMOr) || is(*user, Opcode::LLVMAdd);
    let is_high = |part: Value| {
        is(part, Opcode::LLVMShl)
            && part.operand_if_constant(1) == Some(32)
            && is(part.operand(0), Opcode::LLVMZExt)
            && part.operand(0).operand(0) == halves.high
    };
    for sum in joined.filter(is_sum).collect::<Vec<_>>() {
        if is_high(sum.operand(0)) || is_high(sum.operand(1)) {
            sum.replace_all_uses_with(whole);
        }
    }
    let low = builder.trunc(whole, integer);
    let high = builder.trunc(builder.lshr(whole, Value::integer(long, 32)), integer);
    replace(halves.low, low);
    replace(halves.high, high);
}

/// Is a call one of two that give halves of a number to the same lane?
fn halves(lane: Lane, call: Value) -> Option<Halves> {
    let arguments = call.arguments();
    let low = Some(arguments[1]).filter(|value| is(*value, Opcode::LLVMTrunc))?;
    let whole = Some(low.operand(0)).filter(|value| value.ty().is_integer() && value.ty().integer_bits() == 64)?;
    let is_high = |value: Value| {
        is(value, Opcode::LLVMTrunc)
            && is(value.operand(0), Opcode::LLVMLShr)
            && value.operand(0).operand(0) == whole
            && value.operand(0).operand_if_constant(1) == Some(32)
    };
    let other = lane.function.instructions().into_iter().find(|other| {
        let same =
            other.is_call() && other.called_function() == call.called_function() && other.block() == call.block();
        let theirs = if same { other.arguments() } else { return false };
        theirs[0] == arguments[0] && is_high(theirs[1]) && theirs[2..] == arguments[2..]
    })?;
    Some(Halves { low: call, high: other, whole })
}

/// The lane that is read, as PTX defines it.
fn source(lane: Lane, builder: &Builder, kind: &str, arguments: &[Value]) -> Value {
    let number = |value: i64| Value::integer(builder.module().integer_type(32), value);
    let own = lane.in_warp(builder);
    let (by, control) = (arguments[2], arguments[3]);
    let segment = builder.and(builder.lshr(control, number(8)), number(WARP - 1));
    let outside = builder.and(builder.not(segment), number(WARP - 1));
    let least = builder.and(own, segment);
    let most = builder.or(least, builder.and(builder.and(control, number(WARP - 1)), outside));
    let by = builder.and(by, number(WARP - 1));
    let (wanted, predicate) = match kind {
        "up" => (builder.sub(own, by), IntPredicate::LLVMIntSGE),
        "down" => (builder.add(own, by), IntPredicate::LLVMIntSLE),
        "bfly" => (builder.xor(own, by), IntPredicate::LLVMIntSLE),
        _ => (builder.or(least, builder.and(by, outside)), IntPredicate::LLVMIntSLE),
    };
    builder.select(builder.icmp(predicate, wanted, most), wanted, own)
}

/// Gives a value to the other lanes, and reads what one of them has given.
fn exchange(lane: Lane, builder: &Builder, value: Value, source: Value, number: usize) -> Value {
    let module = builder.module();
    let integer = module.integer_type(32);
    let array = array(lane, value.ty(), number);
    let own = lane.parameter(Place::Number, 0);
    let element = |thread: Value| builder.gep(value.ty(), array, &[builder.zext(thread, module.integer_type(64))]);
    builder.store(value, element(own));
    barrier(builder);
    let first = builder.sub(own, lane.in_warp(builder));
    let wanted = builder.add(first, source);
    // A lane that is not there has nothing to give: no program uses what is read.
    let last = builder.sub(lane.parameter(Place::Count, 0), Value::integer(integer, 1));
    let is_there = builder.icmp(IntPredicate::LLVMIntSLE, wanted, last);
    let read = builder.load(value.ty(), element(builder.select(is_there, wanted, own)));
    barrier(builder);
    read
}

fn array(lane: Lane, ty: Type, number: usize) -> Value {
    let module = lane.function.module();
    let variable = module.add_global(&format!("{EXCHANGE}{}.{number}", lane.function.name()), ty);
    variable.set_initializer(Some(Value::null(ty)));
    variable
}
