//! A kernel as loops over its blocks and threads, for raising: barriers stay where they are, as calls.
//!
//! ```text
//! for each block {
//!     tile = __zymase_shared(bytes)          memory that the block shares
//!     for each thread {
//!         __zymase_lane(threads, blocks)     says how many loops around it are over threads and over blocks
//!         ... __zymase_barrier() ...         threads wait
//!     }
//! }
//! ```
//! Whoever reads such loops has to cut those over threads at barriers before they mean anything.

use crate::joining::{self, Joined};
use crate::lane::{self, OWN, Place};
use crate::{bodies, refusals, shuffles};
use std::collections::HashSet;
use zymase_core::Failure;
use zymase_llvm::{Builder, Function, IntPredicate, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// Says which loops are over threads.
pub const LANE: &str = "__zymase_lane";
/// Where all threads of a block wait for each other.
pub const BARRIER: &str = "__zymase_barrier";
/// Memory that the threads of a block share.
pub const SHARED: &str = "__zymase_shared";

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    pub grid: [u64; 3],
    pub block: [u64; 3],
    /// Bytes of shared memory that the launch adds.
    pub shared: u64,
}

/// A kernel whose threads can be run in loops.
#[derive(Clone, Copy)]
pub struct Threads {
    lane: lane::Lane,
}

/// Sizes of a launch as values of 32 bits, and bytes of shared memory.
pub struct Sizes {
    pub grid: [Value; 3],
    pub block: [Value; 3],
    pub shared: Value,
}

/// Makes a function of a kernel that runs a launch of it; its name.
pub fn kernel_as_loops(module: Module, device: &str, kernel: &str, launch: Launch) -> Result<String, Failure> {
    let joined = joining::join(module, device)?;
    let found = find(&joined, kernel)?;
    let threads = threads_of(found, &joined)?;
    bodies::link(module).map_err(Failure::internal)?;
    let types: Vec<Type> = found.parameters().iter().map(|parameter| parameter.ty()).collect();
    let function = module.add_function(&format!("{kernel}.grid"), Type::function(module.void_type(), &types, false));
    function.copy_target_attributes(found);
    for (number, (mine, theirs)) in function.parameters().into_iter().zip(found.parameters()).enumerate() {
        mine.set_name(&theirs.name());
        if found.parameter_has_attribute(number, "noalias") {
            function.add_parameter_attribute(number, "noalias");
        }
    }
    let end = Builder::at_end(function.append_block("entry")).ret(None);
    let number = |size: u64| Value::integer(module.integer_type(32), size as i64);
    let sizes = Sizes {
        grid: launch.grid.map(number),
        block: launch.block.map(number),
        shared: Value::integer(module.integer_type(64), launch.shared as i64),
    };
    write(end, threads, &joined, &sizes, &function.parameters())?;
    function.verify().map_err(|text| Failure::internal(format!("wrong code of '{kernel}': {text}")))?;
    Ok(function.name())
}

/// The kernel of a name: the whole one, or as the source has it.
fn find(joined: &Joined, name: &str) -> Result<Function, Failure> {
    let mangled = format!("{}{name}", name.len());
    let fits = |kernel: &&Function| {
        let symbol = joined.original_name(**kernel);
        symbol == name
            || symbol.starts_with(&format!("_Z{mangled}"))
            || symbol.starts_with("_ZN") && symbol.contains(&mangled)
    };
    let found: Vec<Function> = joined.kernels.iter().filter(fits).copied().collect();
    let message = match found.as_slice() {
        [one] => return Ok(*one),
        [] => format!("there is no kernel `{name}`: check the name; a template must be used somewhere in the file"),
        several => {
            let names: Vec<String> = several.iter().map(|kernel| joined.original_name(*kernel)).collect();
            format!("`{name}` may be {}: give the mangled name", names.join(", "))
        }
    };
    Err(Failure::user(Diagnostic::new(message)))
}

/// Makes one thread of a kernel ready: it knows where it is, and says where it waits.
pub fn threads_of(kernel: Function, joined: &Joined) -> Result<Threads, Failure> {
    let lane = lane::near_to_source(kernel)?;
    joined.shared.iter().for_each(|variable| variable.expand_constant_users());
    shuffles::write(lane)?;
    for call in lane.function.instructions().into_iter().filter(|i| i.is_call()) {
        let name = call.called_function().map(|callee| callee.name()).unwrap_or_default();
        let waits = name.strip_prefix("llvm.nvvm.").is_some_and(|name| {
            ["barrier.cta.sync.aligned.all", "barrier.cta.sync.all", "barrier0", "bar.warp.sync"].contains(&name)
        });
        if waits {
            barrier(&Builder::before(call));
            call.erase_instruction();
        } else if name.starts_with("llvm.nvvm.membar.") || name.starts_with("llvm.nvvm.fence.") {
            call.erase_instruction();
        } else if name.starts_with("llvm.nvvm.") {
            return Err(refusals::unknown_function(call, &name));
        }
    }
    Ok(Threads { lane })
}

/// Threads wait here.
pub fn barrier(builder: &Builder) {
    let module = builder.module();
    let function = module.declare(BARRIER, Type::function(module.void_type(), &[], false));
    function.add_attribute("convergent");
    builder.call(function, &[]);
}

/// Writes the loops of a launch before an instruction.
pub fn write(
    place: Value,
    threads: Threads,
    joined: &Joined,
    sizes: &Sizes,
    arguments: &[Value],
) -> Result<(), Failure> {
    let function = place.parent_function().expect("an instruction of a function");
    let module = function.module();
    let integer = module.integer_type(32);
    let mut nest = Nest { function, place, builder: Builder::before(place) };
    nest.builder.set_location_of(place);
    let numbers = |number: i64| Value::integer(integer, number);
    // The last dimension is the slowest.
    let mut block = [numbers(0); 3];
    let mut loops = [0, 0];
    let flat = [0, 1, 2].map(|dimension| is_flat(threads, dimension));
    for dimension in [2, 1, 0] {
        if sizes.grid[dimension].as_integer() != Some(1) && !flat[dimension] {
            block[dimension] = nest.open(sizes.grid[dimension], ["blockIdx_x", "blockIdx_y", "blockIdx_z"][dimension]);
            loops[1] += 1;
        }
    }
    let shared = nest.shared(threads, joined, sizes);
    let mut thread = [numbers(0); 3];
    for dimension in [2, 1, 0] {
        let names = [["threadIdx_x", "threadIdx_y", "threadIdx_z"], ["i", "j", "k"]];
        let count = if flat[dimension] {
            nest.builder.mul(sizes.grid[dimension], sizes.block[dimension])
        } else {
            sizes.block[dimension]
        };
        if count.as_integer() != Some(1) {
            thread[dimension] = nest.open(count, names[usize::from(flat[dimension])][dimension]);
            loops[0] += 1;
        }
    }
    let builder = &nest.builder;
    let mark = module.declare(LANE, Type::function(module.void_type(), &[integer, integer], false));
    builder.call(mark, &[numbers(loops[0]), numbers(loops[1])]);
    let plane = builder.mul(sizes.block[0], builder.add(thread[1], builder.mul(sizes.block[1], thread[2])));
    let number = builder.add(plane, thread[0]);
    let count = nest.count(sizes);
    let mut given: Vec<Value> = [sizes.grid, sizes.block, block, thread].concat();
    given.extend([number, count, Value::null(module.pointer_type()), Value::null(module.pointer_type())]);
    given.extend([sizes.shared, numbers(0)]);
    debug_assert!(given.len() == OWN && Place::From as usize == OWN - 1);
    given.extend(arguments);
    let call = builder.call(threads.lane.function, &given);
    let before: HashSet<Value> = function.instructions().into_iter().collect();
    if !call.inline_call() {
        return Err(Failure::internal("a kernel that cannot be inlined"));
    }
    // Inlining has made constants of addresses.
    shared.iter().for_each(|(variable, _)| variable.expand_constant_users());
    let inlined: Vec<Value> = function.instructions().into_iter().filter(|i| !before.contains(i)).collect();
    settle(&inlined, &shared);
    Ok(())
}

/// Lets instructions use the memory of a block in the place of shared variables.
fn settle(instructions: &[Value], shared: &[(Value, Value)]) {
    for i in instructions {
        for index in 0..i.operand_count() {
            if let Some((_, pointer)) = shared.iter().find(|(variable, _)| *variable == i.operand(index)) {
                i.set_operand(index, *pointer);
            }
        }
    }
}

/// Does a kernel ask for nothing but the number of its thread in the whole grid, `block * size + thread`, and wait for nobody?
fn is_flat(threads: Threads, dimension: usize) -> bool {
    let lane = threads.lane;
    let place = |place: Place| lane.parameter(place, dimension);
    let is_alone = |value: Value| value.users().is_empty();
    let waits = |i: &Value| i.is_call() && i.called_function().is_some_and(|callee| callee.name() == BARRIER);
    let alone = [Place::Number, Place::Count].into_iter().all(|number| is_alone(lane.parameter(number, 0)));
    if !alone || lane.function.instructions().iter().any(waits) || is_alone(place(Place::Thread)) {
        return false;
    }
    let other = |i: Value, known: Value| if i.operand(0) == known { i.operand(1) } else { i.operand(0) };
    let is_product = |i: Value| {
        is(i, Opcode::LLVMMul)
            && i.operands().contains(&place(Place::Block))
            && other(i, place(Place::Block)) == place(Place::Size)
    };
    let is_sum = |i: Value| {
        is(i, Opcode::LLVMAdd)
            && i.operands().contains(&place(Place::Thread))
            && is_product(other(i, place(Place::Thread)))
    };
    place(Place::Thread).users().into_iter().all(is_sum)
        && place(Place::Block).users().into_iter().all(|i| is_product(i) && i.users().into_iter().all(is_sum))
}

/// Loops that are being written around a place.
struct Nest {
    function: Function,
    /// The launch.
    place: Value,
    builder: Builder,
}

impl Nest {
    /// Opens a loop from zero to a size around what follows; its counter. The builder stands in it.
    fn open(&mut self, size: Value, name: &str) -> Value {
        let place = self.builder.call(self.nothing(), &[]);
        let behind = Builder::split_before(place);
        let before = behind.predecessors()[0];
        let header = self.function.append_block("header");
        let body = self.function.append_block("body");
        if let Some(branch) = before.terminator() {
            branch.set_successor(0, header);
        }
        let at = Builder::at_end(header);
        let counter = at.phi(size.ty(), name);
        let goes_on = at.icmp(IntPredicate::LLVMIntSLT, counter, size);
        at.conditional_branch(goes_on, body, behind);
        let at = Builder::at_end(body);
        let next = at.add(counter, Value::integer(size.ty(), 1));
        let back = at.branch(header);
        counter.add_incoming(Value::integer(size.ty(), 0), before);
        counter.add_incoming(next, body);
        place.erase_instruction();
        let first = if next.is_instruction() { next } else { back };
        self.builder = Builder::before(first);
        self.builder.set_location_of(self.place);
        counter
    }

    /// How many threads a block has.
    fn count(&self, sizes: &Sizes) -> Value {
        let [x, y, z] = sizes.block;
        self.builder.mul(self.builder.mul(x, y), z)
    }

    /// Stands where a block is split.
    fn nothing(&self) -> Function {
        let module = self.function.module();
        module.intrinsic("llvm.donothing", &[])
    }

    /// Memory for the shared variables that a kernel uses.
    fn shared(&self, threads: Threads, joined: &Joined, sizes: &Sizes) -> Vec<(Value, Value)> {
        let module = self.function.module();
        let long = module.integer_type(64);
        let allocate = module.declare(SHARED, Type::function(module.pointer_type(), &[long], false));
        let count = self.count(sizes);
        let instructions = threads.lane.function.instructions();
        let is_used = |variable: &&Value| instructions.iter().any(|i| i.operands().contains(variable));
        let place = |variable: &Value| {
            let bytes = match variable.initializer() {
                Some(_) if shuffles::is_exchange(*variable) => {
                    let size = module.allocation_size(variable.global_value_type()) as i64;
                    self.builder.mul(self.builder.zext(count, long), Value::integer(long, size))
                }
                Some(_) => Value::integer(long, module.allocation_size(variable.global_value_type()) as i64),
                None => sizes.shared,
            };
            let pointer = self.builder.call(allocate, &[bytes]);
            pointer.set_name(&plain_name(&variable.name()));
            (*variable, pointer)
        };
        let exchanges = module.globals().into_iter().filter(|variable| shuffles::is_exchange(*variable));
        joined.shared.iter().copied().chain(exchanges).collect::<Vec<_>>().iter().filter(is_used).map(place).collect()
    }
}

/// The last part of the name of a variable: `_ZZ4tilePfE1s.device` is `s`.
fn plain_name(symbol: &str) -> String {
    let symbol = symbol.strip_suffix(".device").unwrap_or(symbol);
    let stem = symbol.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let stem = if stem.is_empty() { symbol } else { stem };
    let from = stem.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
    if symbol.starts_with("_Z") && from > 0 { stem[from..].to_owned() } else { symbol.to_owned() }
}

/// Is an instruction one of these?
pub fn is(instruction: Value, opcode: Opcode) -> bool {
    instruction.opcode() == Some(opcode)
}
