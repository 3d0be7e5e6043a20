//! What one thread of a block does, as a function of where it is.
//!
//! A kernel becomes a function with more parameters: the sizes of grid and block, the numbers of block and thread, the memory that
//! the block shares and the memory in which its threads keep what they have across barriers. Everything that the kernel calls on the
//! device is inlined into it, because anything may ask where it is, or wait.

use crate::refusals;
use std::collections::HashSet;
use zymase_core::Failure;
use zymase_llvm::{Builder, Function, Linkage, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// The parameters of a lane, in front of those of its kernel.
#[derive(Clone, Copy)]
pub enum Place {
    Grid = 0,
    Size = 3,
    Block = 6,
    Thread = 9,
    /// The number of the thread in its block.
    Number = 12,
    /// How many threads a block has.
    Count = 13,
    Shared = 14,
    State = 15,
    /// Bytes of shared memory that the launch asked for.
    Dynamic = 16,
    /// The cut behind which the thread goes on.
    From = 17,
}

/// What a thread returns that has come to its end.
pub const END: i64 = -1;
/// How many parameters are not the kernel's.
pub const OWN: usize = 18;
/// What makes variables values.
pub const SIMPLIFY: &str =
    "sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,sroa,early-cse<memssa>,simplifycfg";
/// What makes variables values, and changes nothing else.
pub const PROMOTE: &str = "sroa<modify-cfg>,early-cse<memssa>,simplifycfg";
/// What makes straight code of loops of a few steps, and puts the conditions of others at their ends.
const UNROLL: &str = "loop-simplify,lcssa,loop(loop-rotate,loop-unroll-full)";
/// Lanes of a warp.
pub const WARP: i64 = 32;

/// A thread of a kernel.
#[derive(Clone, Copy)]
pub struct Lane {
    pub function: Function,
}

impl Lane {
    /// The types of the parameters that are not the kernel's.
    pub fn own_types(module: zymase_llvm::Module) -> Vec<Type> {
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        let mut types = vec![integer; Place::Shared as usize];
        types.extend([pointer, pointer, module.integer_type(64), integer]);
        types
    }

    pub fn parameter(self, place: Place, dimension: usize) -> Value {
        self.function.parameter(place as usize + dimension)
    }

    /// A builder at the start of the function.
    pub fn at_start(self) -> Builder {
        Builder::before(self.function.entry().first_non_phi().expect("a block with a terminator"))
    }

    /// The number of the thread in its warp.
    pub fn in_warp(self, builder: &Builder) -> Value {
        let number = self.parameter(Place::Number, 0);
        builder.and(number, Value::integer(number.ty(), WARP - 1))
    }

    /// The place of an array over the threads of the block, `offset` bytes per thread behind the start.
    pub fn array(self, builder: &Builder, offset: u64) -> Value {
        let long = builder.module().integer_type(64);
        let count = builder.zext(self.parameter(Place::Count, 0), long);
        builder.offset(self.parameter(Place::State, 0), builder.mul(count, Value::integer(long, offset as i64)))
    }

    /// The place of this thread in such an array, of elements of `size` bytes.
    pub fn element(self, builder: &Builder, offset: u64, size: u64) -> Value {
        let long = builder.module().integer_type(64);
        let number = builder.zext(self.parameter(Place::Number, 0), long);
        builder.offset(self.array(builder, offset), builder.mul(number, Value::integer(long, size as i64)))
    }
}

/// Makes the lane of a kernel.
pub fn of_kernel(kernel: Function) -> Result<Lane, Failure> {
    let lane = start(kernel)?;
    run(lane.function, SIMPLIFY)?;
    copy_structs(lane, kernel);
    run(lane.function, SIMPLIFY)?;
    answer_questions(lane)?;
    run(lane.function, UNROLL)?;
    run(lane.function, SIMPLIFY)?;
    Ok(lane)
}

/// Makes a lane whose code is as near to the source as can be: no loop is unrolled, and no comparison rewritten.
pub fn near_to_source(kernel: Function) -> Result<Lane, Failure> {
    let lane = start(kernel)?;
    run(lane.function, PROMOTE)?;
    copy_structs(lane, kernel);
    run(lane.function, PROMOTE)?;
    answer_questions(lane)?;
    run(lane.function, PROMOTE)?;
    Ok(lane)
}

/// The function of a lane, with everything that is called in it.
fn start(kernel: Function) -> Result<Lane, Failure> {
    let module = kernel.module();
    let mut types = Lane::own_types(module);
    types.extend(kernel.parameters().iter().map(|p| p.ty()));
    let name = format!("{}.lane", kernel.name());
    let function = module.add_function(&name, Type::function(module.integer_type(32), &types, false));
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(kernel);
    kernel.clone_body_into(function, &function.parameters()[OWN..]);
    let lane = Lane { function };
    for i in function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet)) {
        Builder::before(i).ret(Some(Value::integer(module.integer_type(32), END)));
        i.erase_instruction();
    }
    inline_callees(function)?;
    Ok(lane)
}

/// Runs passes of LLVM on a function.
pub fn run(function: Function, passes: &str) -> Result<(), Failure> {
    function.run_passes(passes).map_err(Failure::internal)
}

/// Inlines everything that has a body, as long as it is not recursive.
pub fn inline_callees(function: Function) -> Result<(), Failure> {
    const DEEPEST: usize = 64;
    let mut refused: HashSet<Function> = HashSet::new();
    for _ in 0..DEEPEST {
        let inlinable = |i: &Value| {
            i.is_call() && i.called_function().is_some_and(|f| !f.is_declaration() && !refused.contains(&f))
        };
        let calls: Vec<Value> = function.instructions().into_iter().filter(inlinable).collect();
        if calls.is_empty() {
            break;
        }
        for call in calls {
            let callee = call.called_function().expect("a direct call");
            if calls_itself(callee) || !call.inline_call() {
                refused.insert(callee);
            }
        }
    }
    match refused.into_iter().find(|callee| refusals::asks_where_it_is(*callee)) {
        None => Ok(()),
        Some(callee) => {
            let text =
                format!("cannot run '{}' on a CPU: it is recursive, and waits or asks for its thread", callee.name());
            Err(Failure::at(
                callee.value(),
                Diagnostic::new(text).with_help("pass what it asks for as arguments, or write a loop"),
            ))
        }
    }
}

/// May a function call itself, over others?
fn calls_itself(function: Function) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![function];
    while let Some(at) = work.pop() {
        for callee in at.instructions().into_iter().filter(|i| i.is_call()).filter_map(Value::called_function) {
            if callee == function {
                return true;
            }
            if !callee.is_declaration() && seen.insert(callee) {
                work.push(callee);
            }
        }
    }
    false
}

/// A struct that is passed by value belongs to the thread, which may change it.
fn copy_structs(lane: Lane, kernel: Function) {
    for (index, _) in kernel.parameters().iter().enumerate() {
        let Some(ty) = kernel.parameter_type_attribute(index, "byval") else { continue };
        let parameter = lane.function.parameter(OWN + index);
        if refusals::is_only_read(parameter) {
            lane.function.add_parameter_attribute(OWN + index, "readonly");
            continue;
        }
        let builder = lane.at_start();
        let copy = builder.alloca(ty, "copy");
        parameter.replace_all_uses_with(copy);
        let module = builder.module();
        let bytes = Value::integer(module.integer_type(64), module.allocation_size(ty) as i64);
        builder.copy_memory(copy, parameter, bytes, module.alignment(ty));
    }
}

/// Answers what a thread asks about where it is, in assembly too, as the headers of cooperative groups do.
fn answer_questions(lane: Lane) -> Result<(), Failure> {
    answer_assembly(lane);
    run(lane.function, "simplifycfg")?;
    for call in lane.function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function() else { continue };
        let name = callee.name();
        let Some(register) = name.strip_prefix("llvm.nvvm.read.ptx.sreg.") else { continue };
        let builder = Builder::before(call);
        let Some(answer) = answer(lane, &builder, register) else {
            return Err(refusals::unknown_function(call, &name));
        };
        call.replace_all_uses_with(builder.integer_resize(answer, call.ty()));
        call.erase_instruction();
    }
    Ok(())
}

fn answer_assembly(lane: Lane) {
    for call in lane.function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some((text, constraints)) = call.called_value().inline_assembly() else { continue };
        if text.contains("reserved_smem_offset") && call.ty().is_integer() {
            let builder = Builder::before(call);
            let module = builder.module();
            let reserved = module.declare("__zymase_cuda_reserved", Type::function(call.ty(), &[], false));
            call.replace_all_uses_with(builder.call(reserved, &[]));
            call.erase_instruction();
            continue;
        }
        if call.file().contains("cooperative_groups") && text.contains(".cta.") {
            end_here(call);
            continue;
        }
        zymase_core::ptx::write_out(call, &text, &constraints);
    }
}

/// Groups of several warps that are not a block wait for each other in a loop, which would never end here.
fn end_here(call: Value) {
    let behind = Builder::split_before(call);
    let block = behind.predecessors()[0];
    let branch = block.terminator().expect("a branch");
    let builder = Builder::before(branch);
    let module = builder.module();
    let refuse = module.declare("__zymase_cuda_refuse_groups", Type::function(module.void_type(), &[], false));
    builder.call(refuse, &[]);
    builder.unreachable();
    branch.erase_instruction();
}

fn answer(lane: Lane, builder: &Builder, register: &str) -> Option<Value> {
    let module = builder.module();
    let integer = module.integer_type(32);
    let number = |n: i64| Value::integer(integer, n);
    if let Some((base, dimension)) = register.split_once('.') {
        let place = match base {
            "tid" => Place::Thread,
            "ntid" => Place::Size,
            "ctaid" => Place::Block,
            "nctaid" => Place::Grid,
            "lanemask" => return lane_mask(lane, builder, dimension),
            _ => return None,
        };
        let dimension = ["x", "y", "z"].iter().position(|name| *name == dimension)?;
        return Some(lane.parameter(place, dimension));
    }
    Some(match register {
        "laneid" => lane.in_warp(builder),
        "warpid" => builder.lshr(lane.parameter(Place::Number, 0), number(5)),
        "nwarpid" => builder.lshr(builder.add(lane.parameter(Place::Count, 0), number(WARP - 1)), number(5)),
        "warpsize" => number(WARP),
        "dynamic_smem_size" => lane.parameter(Place::Dynamic, 0),
        "smid" | "gridid" => number(0),
        "nsmid" => number(1),
        "clock" | "clock64" | "clock.hi" | "globaltimer" => {
            let counter = module.intrinsic("llvm.readcyclecounter", &[]);
            builder.call(counter, &[])
        }
        _ => return None,
    })
}

/// The bits of the lanes of a warp in front of, at, or behind this one.
fn lane_mask(lane: Lane, builder: &Builder, which: &str) -> Option<Value> {
    let own = lane.in_warp(builder);
    let one = Value::integer(own.ty(), 1);
    let bit = builder.shl(one, own);
    let before = builder.sub(bit, one);
    Some(match which {
        "eq" => bit,
        "lt" => before,
        "le" => builder.or(bit, before),
        "gt" => builder.not(builder.or(bit, before)),
        "ge" => builder.not(before),
        _ => return None,
    })
}

/// Copies a lane into a function, and lets it go on behind a cut.
pub fn start_behind(lane: Lane, function: Function, parameters: &[Value], number: usize) {
    let whole = lane.function;
    let mut arguments = parameters.to_vec();
    arguments[Place::From as usize] = Value::integer(whole.module().integer_type(32), number as i64);
    whole.clone_body_into(function, &arguments);
    let switch = function.entry().terminator().expect("a switch");
    if switch.opcode() == Some(Opcode::LLVMSwitch) {
        let target = switch.successors()[number];
        Builder::before(switch).branch(target);
        switch.erase_instruction();
    }
}
