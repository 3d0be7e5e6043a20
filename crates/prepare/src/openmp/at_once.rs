//! Regions whose threads run at the same time in derivatives, too.
//!
//! What one of `count` threads does becomes the member of a parallel loop (`crate::parallel`). Where threads wait for each other, or take
//! turns to combine their parts of a reduction, it is cut (`phases`): threads run at once from cut to cut, and their turns one
//! after the other.

use super::super::parallel::{self, OWN_PARAMETERS};
use super::super::{bodies::PREFIX, run as run_passes};
use super::captures::Captures;
use super::member::{Turns, has_pieces, is_begin_of_critical, is_end_of_critical, knows_numbers, member_of, outlined};
use super::phases::{self, CLEAN, Phases};
use super::replicated::{counts_threads, reached};
use super::{OpenMp, meaning};
use std::collections::HashSet;
use zymase_analysis::activity::shadowed_globals_in_table;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_core::{Failure, request, runtime};
use zymase_llvm::{Block, Builder, Function, Opcode, Type, Value};

/// The parameters of the function of a region that only the run time cares about.
const OF_RUN_TIME: usize = 2;

/// Can the threads of a region run at the same time in derivatives? What they do together must be what derivatives can do together:
/// wait, share loops, add.
pub fn is_possible(region: Function) -> bool {
    let mut seen = HashSet::from([region]);
    let mut work = vec![region];
    while let Some(function) = work.pop() {
        for i in function.instructions() {
            // Those of the region itself become parameters, if they hold numbers.
            if uses_tables(i) || function != region && i.operands().into_iter().any(is_changing_global) {
                return false;
            }
            match i.opcode() {
                Some(Opcode::LLVMAtomicCmpXchg | Opcode::LLVMFence) => return false,
                Some(Opcode::LLVMAlloca) if i.operand(0).as_integer().is_none() => return false,
                Some(Opcode::LLVMAtomicRMW) if function != region || !is_sum(i) => return false,
                Some(Opcode::LLVMLoad | Opcode::LLVMStore) if i.is_atomic() || i.is_volatile() => return false,
                Some(Opcode::LLVMCall) if function == region && is_unavoidable_turn(i) => {}
                Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match callee_at_once(i) {
                    Some(callee) => work.extend(callee.filter(|f| seen.insert(*f))),
                    None => return false,
                },
                _ => {}
            }
        }
    }
    true
}

/// Does an instruction use variables of the program that cannot become parameters?
pub fn uses_tables(i: Value) -> bool {
    let is_such = |value: Value| is_changing_global(value) && !holds_numbers(value.underlying_object());
    i.operands().into_iter().any(|value| is_such(value) || is_table(value))
}

fn is_sum(update: Value) -> bool {
    update.is_sum_of_floats() && update.users().is_empty()
}

/// A critical section that every thread comes to, once.
fn is_unavoidable_turn(call: Value) -> bool {
    if !call.called_function().is_some_and(|f| is_begin_of_critical(&f.name()) || is_end_of_critical(&f.name())) {
        return false;
    }
    let block = call.block().expect("placed");
    let again = block.successors().into_iter().any(|next| reached(next, |_| false, Block::successors).contains(&block));
    let entry = block.function().entry();
    let is_return = |block: &Block| block.successors().is_empty();
    let past = reached(entry, |other| other == block, Block::successors);
    !again && (entry == block || !past.iter().any(|other| *other != block && is_return(other))) && !is_nested(call)
}

/// Does another one begin, or all threads wait, before a critical section ends?
fn is_nested(begin: Value) -> bool {
    let name = |i: Value| i.is_call().then(|| i.called_function()).flatten().map(|f| f.name()).unwrap_or_default();
    if !is_begin_of_critical(&name(begin)) {
        return false;
    }
    let waits = |i: Value| {
        i.is_call() && matches!(i.called_function().and_then(meaning), Some(OpenMp::Barrier | OpenMp::Combine))
    };
    // Looks through some instructions: are they of the section, to their end, and is one of them such?
    let look = |instructions: Vec<Value>| {
        for i in instructions {
            if is_end_of_critical(&name(i)) {
                return (false, false);
            }
            if is_begin_of_critical(&name(i)) || waits(i) {
                return (false, true);
            }
        }
        (true, false)
    };
    let start = begin.block().expect("placed");
    let behind = start.instructions().into_iter().skip_while(|i| *i != begin).skip(1).collect();
    let (mut goes_on, mut nested) = look(behind);
    let mut seen = HashSet::from([start]);
    let mut work = if goes_on { start.successors() } else { Vec::new() };
    while let Some(block) = work.pop().filter(|_| !nested) {
        if seen.insert(block) {
            (goes_on, nested) = look(block.instructions());
            work.extend(if goes_on { block.successors() } else { Vec::new() });
        }
    }
    nested
}

/// A variable of the program that may hold numbers or pointers: its shadow belongs to one thread's derivative.
fn is_changing_global(value: Value) -> bool {
    if value.as_function().is_some() || !value.is_constant() || !value.ty().is_pointer() {
        return false;
    }
    let object = value.underlying_object();
    let holds_integers = || {
        let ty = element_of(object);
        ty.is_integer() && ty.integer_bits() > 8
    };
    object.is_global_variable() && !object.is_constant_global() && !holds_integers()
}

/// A number, or an array of numbers.
fn holds_numbers(global: Value) -> bool {
    element_of(global).is_float()
}

/// The type of a global variable, or of the elements of an array.
fn element_of(global: Value) -> Type {
    let mut ty = global.global_value_type();
    while ty.is_array() {
        ty = ty.element();
    }
    ty
}

/// Constant data that leads to variables of the program: so do their shadows, which belong to one thread's derivative.
fn is_table(value: Value) -> bool {
    value.is_constant() && value.ty().is_pointer() && !shadowed_globals_in_table(value).is_empty()
}

/// The function with a body that a call leads to, if any; none where it does something that threads cannot do at once.
fn callee_at_once(call: Value) -> Option<Option<Function>> {
    let callee = call.called_function()?;
    let name = callee.name();
    if let Some(what) = meaning(callee) {
        let is_fine = match what {
            OpenMp::Share(_) | OpenMp::BeginPieces(_) | OpenMp::NextPiece(_) | OpenMp::Barrier | OpenMp::Combine => {
                true
            }
            OpenMp::ThreadNumber | OpenMp::TeamSize | OpenMp::IsFirst | OpenMp::IsNumber => true,
            OpenMp::Nothing => {
                !["critical", "ordered", "doacross", "task", "cancel"].iter().any(|word| name.contains(word))
            }
            _ => false,
        };
        return is_fine.then_some(None);
    }
    if request::is_derivative_call(&name) || runtime::is_derivative(&name) || name.starts_with("llvm.threadlocal") {
        return None;
    }
    match classify(call) {
        Callee::Defined(function) if !function.is_declaration() => Some(Some(function)),
        Callee::Math { .. } | Callee::Copy(_) | Callee::Fill { .. } | Callee::Allocate(_) | Callee::Free(_) => {
            Some(None)
        }
        Callee::Inactive(_) => (!makes_wait(&name)).then_some(None),
        Callee::Hint => Some(None),
        _ => None,
    }
}

/// What `malloc` returns is a multiple of this.
const OF_MALLOC: u64 = 16;

/// How the threads of a region run.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Order {
    AtOnce,
    /// From cut to cut, one after the other.
    OneByOne,
}

impl Order {
    fn mark(self, member: Function) {
        if self == Order::AtOnce {
            member.add_string_attribute(marks::CONCURRENT, "");
        }
    }

    fn all(self, member: Function, name: &str) -> Function {
        match self {
            Order::AtOnce => parallel::over(member, name),
            Order::OneByOne => parallel::in_order(member, name),
        }
    }
}

/// May a function of this name, which does nothing for derivatives, let threads wait for each other?
fn makes_wait(name: &str) -> bool {
    ["lock", "mutex", "mtx_", "pthread_", "sem_", "cnd_", "call_once", "futex", "barrier"]
        .iter()
        .any(|word| name.contains(word))
}

/// Runs a region on `count` threads in place of a fork.
pub fn fork(builder: &Builder, region: Function, count: Value, passed: &[Value], order: Order) -> Result<(), Failure> {
    let turns = if order == Order::AtOnce { Turns::Marked } else { Turns::AsTheyCome };
    let whole = member_of(region, turns)?;
    run_passes(whole, CLEAN)?;
    let globals = changing_globals(whole.instructions().into_iter());
    let captures = Captures::of(&whole.parameters()[OWN_PARAMETERS + OF_RUN_TIME..], passed, region.module());
    let manner = if order == Order::AtOnce { "threads" } else { "turns" };
    let name = format!("{manner}.{}.{}", captures.name(), region.name());
    let [zero, one] = [0, 1].map(|value| Value::integer(count.ty(), value));
    let arguments = [vec![count, zero, one], captures.values(builder, passed), globals.clone()].concat();
    if let Some(known) = region.module().function(&format!("{PREFIX}{name}")) {
        whole.erase();
        builder.call(known, &arguments);
        return Ok(());
    }
    let member = narrow(whole, &captures, &globals, &format!("one.{name}"));
    order.mark(member);
    if knows_numbers(region) || has_pieces(region) {
        member.add_string_attribute(marks::OWN_SHARES, "");
    }
    if counts_threads(outlined(region)) {
        member.add_string_attribute(marks::FIXED_COUNT, "");
    }
    run_passes(member, CLEAN)?;
    whole.erase();
    let all = match phases::cut(member)? {
        None => order.all(member, &name),
        Some(cut) => run_in_phases(&name, &cut, order),
    };
    builder.call(all, &arguments);
    Ok(())
}

/// A member that takes values in place of addresses of variables, and nothing of the run time's.
fn narrow(whole: Function, captures: &Captures, globals: &[Value], name: &str) -> Function {
    let module = whole.module();
    let integer = module.integer_type(32);
    let of_globals = globals.iter().map(|global| global.ty()).collect();
    let types = [vec![integer; OWN_PARAMETERS], captures.types(), of_globals].concat();
    let member = parallel::internal(module, name, Type::function(module.void_type(), &types, false), whole);
    let sources = captures.sources(&whole.parameters()[OWN_PARAMETERS + OF_RUN_TIME..]);
    parallel::name_like(&member.parameters()[OWN_PARAMETERS..], &sources);
    let entry = member.append_block("entry");
    let builder = Builder::at_end(entry);
    let number = member.parameter(1);
    let places = [0, 1].map(|_| builder.alloca(integer, "thread"));
    places.iter().for_each(|place| {
        builder.store(number, *place);
    });
    let restored = captures.restore(&builder, &member.parameters()[OWN_PARAMETERS..]);
    let behind = OWN_PARAMETERS + captures.types().len();
    let own = member.parameters()[..OWN_PARAMETERS].to_vec();
    let arguments = [own, places.to_vec(), restored].concat();
    let call = builder.call(whole, &arguments);
    builder.ret(None);
    call.inline_call();
    replace_globals(member, globals, &member.parameters()[behind..]);
    member
}

/// The variables of the program that a thread uses, and that may change.
pub fn changing_globals(instructions: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut found = Vec::new();
    for operand in instructions.flat_map(Value::operands).filter(|value| is_changing_global(*value)) {
        let global = operand.underlying_object();
        if !found.contains(&global) {
            found.push(global);
        }
    }
    found
}

/// Lets a function use parameters in place of global variables.
pub fn replace_globals(function: Function, globals: &[Value], parameters: &[Value]) {
    let top = Builder::before(function.entry().first_non_phi().expect("a terminator"));
    for (global, parameter) in globals.iter().zip(parameters) {
        replace_global(function, *global, *parameter, &top);
    }
}

/// Lets a function use a parameter in place of a global variable.
fn replace_global(function: Function, global: Value, parameter: Value, top: &Builder) {
    let module = function.module();
    for i in function.instructions() {
        for (k, operand) in i.operands().into_iter().enumerate() {
            if !is_changing_global(operand) || operand.underlying_object() != global {
                continue;
            }
            if let Some(offset) = operand.offset_in_object(module) {
                i.set_operand(k, if offset == 0 { parameter } else { top.constant_offset(parameter, offset) });
            }
        }
    }
}

/// All threads, from cut to cut.
fn run_in_phases(name: &str, cut: &Phases, order: Order) -> Function {
    let like = cut.phases[0].function;
    let module = like.module();
    let (integer, long, pointer) = (module.integer_type(32), module.integer_type(64), module.pointer_type());
    let own: Vec<Type> = like.parameters().iter().map(|p| p.ty()).collect();
    let types = [&[integer; OWN_PARAMETERS], &own[phases::OWN_PARAMETERS..]].concat();
    let function = parallel::internal(module, name, Type::function(module.void_type(), &types, false), like);
    let entry = function.append_block("entry");
    let blocks: Vec<Block> = cut.phases.iter().map(|_| function.append_block("phase")).collect();
    let end = function.append_block("end");
    let builder = Builder::at_end(entry);
    let [count, zero, least] = [function.parameter(0), Value::integer(integer, 0), function.parameter(2)];
    let bytes = builder.mul(builder.sext(count, long), Value::integer(long, cut.bytes as i64));
    let memory = if cut.alignment > OF_MALLOC {
        let allocate = module.declare("aligned_alloc", Type::function(pointer, &[long, long], false));
        builder.call(allocate, &[Value::integer(long, cut.alignment as i64), bytes])
    } else {
        builder.call(module.declare("malloc", Type::function(pointer, &[long], false)), &[bytes])
    };
    builder.branch(blocks[0]);
    let passed = function.parameters().into_iter().skip(OWN_PARAMETERS);
    let arguments: Vec<Value> = [count, zero, least, memory].into_iter().chain(passed).collect();
    for (k, phase) in cut.phases.iter().enumerate() {
        builder.position_at_end(blocks[k]);
        let iteration = in_memory_of_all(phase.function, cut.bytes, &format!("phase.{k}.{name}"));
        let order = if phase.in_turns { Order::OneByOne } else { order };
        order.mark(iteration);
        // It has memory for so many threads.
        iteration.add_string_attribute(marks::FIXED_COUNT, "");
        iteration.add_string_attribute(marks::MEMORY_OF_THREADS, "");
        if cut.own_shares {
            iteration.add_string_attribute(marks::OWN_SHARES, "");
        }
        builder.call(order.all(iteration, &format!("phases.{k}.{name}")), &arguments);
        let block_of = |next: u32| if next == 0 { end } else { blocks[next as usize] };
        if let [only] = phase.next[..] {
            builder.branch(block_of(only));
            continue;
        }
        let cases: Vec<(i64, Block)> = phase.next.iter().map(|next| (i64::from(*next), block_of(*next))).collect();
        builder.switch(builder.load(integer, memory), end, &cases);
    }
    builder.position_at_end(end);
    let free = module.declare("free", Type::function(module.void_type(), &[pointer], false));
    builder.call(free, &[memory]);
    builder.ret(None);
    function
}

/// A phase of one thread, given the memory of all: where to go on is kept there.
fn in_memory_of_all(phase: Function, bytes: u64, name: &str) -> Function {
    let module = phase.module();
    let long = module.integer_type(64);
    let ty = phase.function_type();
    let types: Vec<Type> = ty.function_parameters();
    let iteration = parallel::internal(module, name, Type::function(module.void_type(), &types, false), phase);
    parallel::name_like(&iteration.parameters(), &phase.parameters());
    let builder = Builder::at_end(iteration.append_block("entry"));
    let mut arguments = iteration.parameters();
    let [number, memory] = [builder.sext(arguments[1], long), arguments[OWN_PARAMETERS]];
    let own = builder.offset(memory, builder.mul(number, Value::integer(long, bytes as i64)));
    arguments[OWN_PARAMETERS] = own;
    let next = builder.call(phase, &arguments);
    builder.store(next, own);
    builder.ret(None);
    next.inline_call();
    iteration
}
