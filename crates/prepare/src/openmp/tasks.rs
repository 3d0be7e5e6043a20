//! Tasks run where they are made: that is one of the times at which they may.

use super::stack_object;
use zymase_llvm::{Builder, Function, Opcode, Type, Value};

/// Where a task keeps the address of what it shares with others, and its function.
const SHARED: i64 = 0;
const FUNCTION: i64 = 8;
/// In a task for iterations of a loop, behind their first, their last and their step: whether the last one of the loop is among them.
const IS_LAST: i64 = 24;
const ALIGNMENT: u32 = 16;

/// The memory of a task, on the stack: it runs before the next one is made there. None where its size is not known.
pub fn make(call: Value, builder: &Builder) -> Option<Value> {
    let arguments = call.arguments();
    let function = arguments[5].as_function()?;
    let (own, shared) = (arguments[3].as_integer()? as u64, arguments[4].as_integer()? as u64);
    let object = |bytes: u64, name: &str| {
        let ty = builder.module().integer_type(8).array(bytes.max(1));
        let object = stack_object(call.block()?.function(), ty, name);
        object.set_alignment(ALIGNMENT);
        Some(object)
    };
    // Two objects, of which each holds what it holds: the first leads to the second.
    let (task, shared) = (object(own, "task")?, object(shared, "shared")?);
    builder.store(shared, builder.constant_offset(task, SHARED));
    builder.store(function.value(), builder.constant_offset(task, FUNCTION));
    Some(task)
}

/// Calls the function of a task; false where it is not known. A task that may change its thread runs in parts: its function asks
/// to be run again, and returns.
pub fn run(task: Value, builder: &Builder, number: Value, own: Function) -> bool {
    let itself = may_be_task(own).then_some(own);
    let Some(function) = function_of(task).or(itself) else { return false };
    builder.call(function, &[number, task]);
    true
}

/// May this be the function of a task?
pub fn may_be_task(function: Function) -> bool {
    let module = function.module();
    let integer = module.integer_type(32);
    function.function_type() == Type::function(integer, &[integer, module.pointer_type()], false)
}

/// Says that the iterations of a task are all there are.
pub fn mark_last_piece(first: Value, builder: &Builder) {
    let integer = builder.module().integer_type(32);
    builder.store(Value::integer(integer, 1), builder.constant_offset(first, IS_LAST));
}

/// The function that was stored when the task was made.
fn function_of(task: Value) -> Option<Function> {
    let module = task.block()?.function().module();
    let is_place = |user: &Value| {
        user.opcode() == Some(Opcode::LLVMGetElementPtr) && user.constant_gep_offset(module) == Some(FUNCTION)
    };
    let stored = |place: Value| {
        let is_store = |user: &Value| user.opcode() == Some(Opcode::LLVMStore) && user.operand(1) == place;
        place.users().into_iter().filter(is_store).find_map(|store| store.operand(0).as_function())
    };
    let is_task = task.opcode() == Some(Opcode::LLVMAlloca);
    task.users().into_iter().filter(|user| is_task && is_place(user)).find_map(stored)
}
