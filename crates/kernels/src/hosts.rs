//! A host function with its launches as loops, for raising: what it calls of CUDA's run time becomes what the host has for it.

use crate::grids::{self, Sizes, Threads, is, threads_of};
use crate::joining::{self, Joined};
use crate::lane::{self, PROMOTE};
use crate::{bodies, refusals};
use zymase_core::Failure;
use zymase_launches::kernel_of_stub;
use zymase_llvm::{Builder, Function, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

const PUSH: &str = "__cudaPushCallConfiguration";

/// Calls that change nothing a program computes.
const SILENT: [&str; 17] = [
    "cudaDeviceSynchronize",
    "cudaThreadSynchronize",
    "cudaStreamSynchronize",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaSetDevice",
    "cudaDeviceReset",
    "cudaStreamCreate",
    "cudaStreamDestroy",
    "cudaEventCreate",
    "cudaEventRecord",
    "cudaEventSynchronize",
    "cudaEventDestroy",
    "cudaFuncSetCacheConfig",
    "cudaFuncSetAttribute",
    "cudaMemPrefetchAsync",
    "cudaDeviceSetCacheConfig",
];

/// Makes everything that a host function launches a part of it.
pub fn host_with_loops(module: Module, device: &str, function: Function) -> Result<(), Failure> {
    let joined = joining::join(module, device)?;
    inline_but_stubs(function)?;
    lane::run(function, PROMOTE)?;
    for stub in stubs(function) {
        launch(function, stub, &joined)?;
    }
    function.instructions().into_iter().filter(|i| i.is_call()).try_for_each(answer)?;
    bodies::link(module).map_err(Failure::internal)?;
    lane::run(function, PROMOTE)?;
    function.verify().map_err(|text| Failure::internal(format!("wrong code of '{}': {text}", function.name())))
}

fn name_of(call: Value) -> String {
    call.called_function().map(|callee| callee.name()).unwrap_or_default()
}

fn is_stub(call: &Value) -> bool {
    call.is_call() && kernel_of_stub(&name_of(*call)).is_some()
}

fn stubs(function: Function) -> Vec<Value> {
    function.instructions().into_iter().filter(is_stub).collect()
}

/// Inlines what a function calls, but for launches.
fn inline_but_stubs(function: Function) -> Result<(), Failure> {
    const MOST: usize = 2000;
    for _ in 0..MOST {
        let inlinable = |call: &Value| {
            call.is_call()
                && !is_stub(call)
                && call.called_function().is_some_and(|callee| !callee.is_declaration() && callee != function)
        };
        let Some(call) = function.instructions().into_iter().find(inlinable) else { return Ok(()) };
        if !call.inline_call() {
            return Err(refusals::defined_elsewhere(call, &name_of(call)));
        }
    }
    Err(Failure::user(Diagnostic::new("the function calls itself, or too many others")))
}

/// Writes the loops of one launch in the place of the stub's call.
fn launch(function: Function, stub: Value, joined: &Joined) -> Result<(), Failure> {
    let name = kernel_of_stub(&name_of(stub)).unwrap_or_default();
    let kernel = joined.kernels.iter().copied().find(|kernel| joined.original_name(*kernel) == name);
    let Some(kernel) = kernel else { return Err(Failure::internal(format!("no kernel {name}"))) };
    let threads: Threads = threads_of(kernel, joined)?;
    let Some(push) = push_of(stub) else {
        let text = "a launch whose sizes are not known where it stands";
        return Err(Failure::at(stub, Diagnostic::new(text).with_help("launch with <<<grid, block>>>")));
    };
    let given = push.arguments();
    let builder = Builder::before(push);
    let integer = builder.module().integer_type(32);
    let number = |value: Value| builder.integer_resize(value, integer);
    let part = |value: Value, high: bool| half(&builder, value, high);
    let sizes = Sizes {
        grid: [part(given[0], false), part(given[0], true), number(given[1])],
        block: [part(given[2], false), part(given[2], true), number(given[3])],
        shared: given[4],
    };
    grids::write(stub, threads, joined, &sizes, &stub.arguments())?;
    stub.erase_instruction();
    push.replace_all_uses_with(Value::integer(push.ty(), 0));
    push.erase_instruction();
    lane::run(function, "sccp,simplifycfg")
}

/// The call that says how a stub is launched: the last one before it.
fn push_of(stub: Value) -> Option<Value> {
    let mut block = stub.block()?;
    let mut before = Some(stub);
    for _ in 0..64 {
        let instructions = block.instructions();
        let end = before.and_then(|stub| instructions.iter().position(|i| *i == stub)).unwrap_or(instructions.len());
        let found = instructions[..end].iter().rev().find(|i| i.is_call() && name_of(**i) == PUSH);
        if let Some(found) = found {
            return Some(*found);
        }
        let [only] = block.predecessors()[..] else { return None };
        (block, before) = (only, None);
    }
    None
}

/// One of two numbers of 32 bits that C passes in one of 64.
fn half(builder: &Builder, pair: Value, high: bool) -> Value {
    let integer = builder.module().integer_type(32);
    if let Some(known) = part_of(pair, high) {
        return match known {
            Part::Number(number) => Value::integer(integer, number),
            Part::Value(value) => builder.integer_resize(value, integer),
        };
    }
    let shifted = if high { builder.lshr(pair, Value::integer(pair.ty(), 32)) } else { pair };
    builder.trunc(shifted, integer)
}

enum Part {
    Number(i64),
    Value(Value),
}

/// The lower or upper half of a number, if it was put together from two.
fn part_of(value: Value, high: bool) -> Option<Part> {
    if let Some(number) = value.as_integer() {
        return Some(Part::Number(if high { number >> 32 } else { number & 0xffff_ffff }));
    }
    if is(value, Opcode::LLVMZExt) && value.operand(0).ty().integer_bits() == 32 {
        return Some(if high { Part::Number(0) } else { Part::Value(value.operand(0)) });
    }
    if is(value, Opcode::LLVMShl) && value.operand_if_constant(1) == Some(32) {
        return if high { part_of(value.operand(0), false) } else { Some(Part::Number(0)) };
    }
    if is(value, Opcode::LLVMOr) {
        return match (part_of(value.operand(0), high)?, part_of(value.operand(1), high)?) {
            (Part::Number(0), other) | (other, Part::Number(0)) => Some(other),
            (Part::Number(a), Part::Number(b)) => Some(Part::Number(a | b)),
            _ => None,
        };
    }
    None
}

/// Puts what the host has in the place of a call of CUDA's run time.
fn answer(call: Value) -> Result<(), Failure> {
    let name = name_of(call);
    if !name.starts_with("cuda") {
        return Ok(());
    }
    let builder = Builder::before(call);
    let module = builder.module();
    let (pointer, long) = (module.pointer_type(), module.integer_type(64));
    let given = call.arguments();
    let bytes = |value: Value| builder.integer_resize(value, long);
    match name.as_str() {
        "cudaMalloc" | "cudaMallocHost" | "cudaMallocManaged" | "cudaHostAlloc" | "cudaMallocAsync" => {
            let allocate = module.declare("malloc", Type::function(pointer, &[long], false));
            builder.store(builder.call(allocate, &[bytes(given[1])]), given[0]);
        }
        "cudaFree" | "cudaFreeHost" | "cudaFreeAsync" => {
            let free = module.declare("free", Type::function(module.void_type(), &[pointer], false));
            builder.call(free, &[given[0]]);
        }
        "cudaMemcpy" | "cudaMemcpyAsync" => {
            builder.copy_memory(given[0], given[1], bytes(given[2]), 1);
        }
        "cudaMemcpyToSymbol" => {
            builder.copy_memory(builder.offset(given[0], bytes(given[3])), given[1], bytes(given[2]), 1);
        }
        "cudaMemcpyFromSymbol" => {
            builder.copy_memory(given[0], builder.offset(given[1], bytes(given[3])), bytes(given[2]), 1);
        }
        "cudaMemset" | "cudaMemsetAsync" if given[1].as_integer() == Some(0) => {
            builder.zero_memory(given[0], bytes(given[2]), 1);
        }
        name if SILENT.contains(&name) => {}
        _ => {
            let text = format!("`{name}` of CUDA's run time is not raised");
            return Err(Failure::at(call, Diagnostic::new(text).with_help("leave it outside of the function")));
        }
    }
    if call.ty().is_integer() {
        call.replace_all_uses_with(Value::integer(call.ty(), 0));
    }
    call.erase_instruction();
    Ok(())
}
