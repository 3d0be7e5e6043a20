//! Shadows of memory that the threads of a block of a GPU share: cleared before each derivative that uses them.

use std::collections::HashSet;
use zymase_analysis::runtime::SHARED_HALF;
use zymase_core::runtime::{self, SHARED_SHADOW, SHARED_SPACE};
use zymase_llvm::{Builder, Function, Value};

/// Clears the shadows that a derivative uses, where it is called.
pub(super) fn clear(builder: &Builder, derivative: Function) {
    let module = builder.module();
    if !module.is_for_gpu() {
        return;
    }
    let reached = reached(derivative);
    let is_used = |shadow: &Value| users(*shadow).iter().any(|user| reached.contains(user));
    let i64_type = module.integer_type(64);
    let mut shadows = Vec::new();
    for shadow in module.globals().into_iter().filter(|global| global.name().starts_with(SHARED_SHADOW)).filter(is_used)
    {
        let bytes = module.allocation_size(shadow.global_value_type());
        shadows.push((shadow, Value::integer(i64_type, bytes as i64)));
    }
    let half = module.function(SHARED_HALF).filter(|half| {
        let calls = half.value().users();
        calls.iter().any(|call| call.block().is_some_and(|block| reached.contains(&block.function())))
    });
    let is_dynamic = |global: &Value| {
        global.ty().address_space() == SHARED_SPACE && module.allocation_size(global.global_value_type()) == 0
    };
    if let (Some(half), Some(global)) = (half, module.globals().into_iter().find(is_dynamic)) {
        let bytes = builder.call(half, &[]);
        shadows.push((builder.offset(global, bytes), bytes));
    }
    if !shadows.is_empty() {
        runtime::clear_shared(builder, &shadows);
    }
}

/// The functions that a function reaches.
fn reached(from: Function) -> HashSet<Function> {
    let mut seen = HashSet::new();
    let mut work = vec![from];
    while let Some(function) = work.pop() {
        if !function.is_declaration() && seen.insert(function) {
            let operands = function.instructions().into_iter().flat_map(|i| i.operands());
            work.extend(operands.filter_map(|operand| operand.as_function()));
        }
    }
    seen
}

/// The functions that use a variable, also in constant expressions.
fn users(variable: Value) -> Vec<Function> {
    let mut work = variable.users();
    let mut found = Vec::new();
    while let Some(user) = work.pop() {
        match user.block() {
            Some(block) => found.push(block.function()),
            None => work.extend(user.users()),
        }
    }
    found
}
