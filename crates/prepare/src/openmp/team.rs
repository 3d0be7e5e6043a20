//! Regions: calls of their functions.
//!
//! A region that asks for the number of a thread is run for every number, as many as the program asked for or the run
//! time would start. Without barriers that is an order in which its threads may run.

use super::super::bodies::{self, PREFIX};
use super::at_once::{self, OWN_PARAMETERS, Order};
use super::replicated::counts_threads;
use super::{Thread, assign_pieces, meaning, phases, stack_object, write_out};
use std::collections::HashSet;
use zymase_core::Failure;
use zymase_library::OpenMp;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Linkage, Module, Type, Value};
use zymase_support::Diagnostic;

/// Marks a fork whose number of threads stands in the place of the number of its arguments.
const WANTED: &str = "zymase-threads";
/// Where a fork has the number of its arguments.
const ARGUMENT_COUNT: usize = 1;
/// How many blocks behind a wish for threads their fork is looked for.
const MOST_BLOCKS: usize = 4;
/// Callees inside of callees of a region, before it is taken for recursive.
const MOST_LEVELS: usize = 32;

/// Calls the function of a region in place of a fork; false where it is not known.
pub fn fork(
    call: Value,
    position: usize,
    first: usize,
    condition: Option<usize>,
    thread: Thread,
) -> Result<bool, Failure> {
    let arguments = call.arguments();
    let Some(region) = arguments[position].as_function().filter(|f| !f.is_declaration()) else { return Ok(false) };
    let module = region.module();
    let passed = &arguments[first..];
    let fits = |(parameter, argument): (&Value, &Value)| parameter.ty() == argument.ty();
    let parameters = region.parameters();
    if parameters.len() != passed.len() + 2 || !parameters[2..].iter().zip(passed).all(fits) {
        return Ok(false);
    }
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let at_once = thread.at_once && thread.is_alone() && at_once::is_possible(region);
    if at_once || knows_numbers(region) || thread.is_alone() && counts_threads(outlined(region)) {
        // Regions inside of regions have one thread.
        let count = match thread.is_alone() {
            true => wanted_threads(call, condition, &builder),
            false => Value::integer(module.integer_type(32), 1),
        };
        let order = if at_once { Order::AtOnce } else { Order::OneByOne };
        at_once::fork(&builder, region, count, passed, order)?;
    } else {
        let number = || {
            let place = stack_object(call.block().expect("placed").function(), module.integer_type(32), "thread");
            builder.store(Value::integer(module.integer_type(32), 0), place);
            place
        };
        let with_numbers: Vec<Value> = [number(), number()].into_iter().chain(passed.iter().copied()).collect();
        builder.call(region, &with_numbers);
    }
    call.erase_instruction();
    Ok(true)
}

/// The code of a region: with debug information, compilers call it from a function that only passes its arguments on.
fn outlined(region: Function) -> Function {
    let calls: Vec<Function> =
        region.instructions().into_iter().filter(|i| i.is_call()).filter_map(Value::called_function).collect();
    match calls[..] {
        [only] if !only.is_declaration() && only.name().contains("omp_outlined_debug") => only,
        _ => region,
    }
}

/// Do the threads of a region come for pieces of loops again and again?
pub(super) fn has_pieces(region: Function) -> bool {
    uses(region, |what| matches!(what, OpenMp::BeginPieces(_)), false)
}

/// Does the program ask for the numbers of the threads of a region?
pub(super) fn knows_numbers(region: Function) -> bool {
    uses(region, |what| matches!(what, OpenMp::ThreadNumber | OpenMp::TeamSize), true)
}

/// Tells the next fork how many threads the program wants.
pub fn note_wanted_threads(call: Value) {
    let is_fork = |i: &Value| {
        i.is_call()
            && matches!(i.called_function().and_then(meaning), Some(OpenMp::Fork { .. } | OpenMp::ForkIf { .. }))
    };
    let block = call.block().expect("placed");
    let mut found = block.instructions().into_iter().skip_while(|i| *i != call).find(is_fork);
    let mut work: Vec<Block> = block.successors();
    for _ in 0..MOST_BLOCKS {
        let Some(block) = work.pop().filter(|_| found.is_none()) else { break };
        found = block.instructions().into_iter().find(is_fork);
        work.extend(block.successors());
    }
    if let Some(fork) = found {
        fork.set_operand(ARGUMENT_COUNT, call.arguments()[2]);
        fork.mark_call(WANTED);
    }
}

/// How many threads a fork would start, at least one.
fn wanted_threads(call: Value, condition: Option<usize>, builder: &Builder) -> Value {
    let integer = builder.module().integer_type(32);
    let one = Value::integer(integer, 1);
    let wanted = match call.call_is_marked(WANTED) {
        true => builder.integer_resize(call.operand(ARGUMENT_COUNT), integer),
        false => {
            builder.call(builder.module().declare("omp_get_max_threads", Type::function(integer, &[], false)), &[])
        }
    };
    let some = builder.icmp(IntPredicate::LLVMIntSGT, wanted, one);
    let some = match condition {
        Some(position) => {
            let condition = call.arguments()[position];
            let holds = builder.icmp(IntPredicate::LLVMIntNE, condition, Value::null(condition.ty()));
            builder.and(some, holds)
        }
        None => some,
    };
    builder.select(some, wanted, one)
}

/// Ends the program if a function that shares its work with the other threads of a region outside of it is differentiated there:
/// each derivative does all the work.
pub fn check_caller(function: Function, original: Function) -> Result<(), Failure> {
    use OpenMp::{Barrier, BeginPieces, Broadcast, Combine, IsFirst, IsNumber, Share};
    let shares = |what| matches!(what, Share(_) | BeginPieces(_) | IsFirst | IsNumber | Barrier | Broadcast | Combine);
    let is_region = |user: Value| user.is_call() && user.called_function().is_some_and(|f| meaning(f).is_some());
    if original.value().users().into_iter().any(is_region) || !uses_outside_of_regions(function, shares) {
        return Ok(());
    }
    let module = function.module();
    let integer = module.integer_type(32);
    let builder = Builder::before(function.entry().first_non_phi().expect("a block with a terminator"));
    let threads = builder.call(module.declare("omp_get_num_threads", Type::function(integer, &[], false)), &[]);
    let ty = Type::function(module.void_type(), &[integer], false);
    let check = bodies::named(module, "openmp.check_alone", ty)?.expect("a body of this name");
    builder.call(check, &[threads]);
    Ok(())
}

/// The same as `uses`, but for what regions do.
fn uses_outside_of_regions(function: Function, what: impl Fn(OpenMp) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![function];
    while let Some(function) = work.pop() {
        let calls = function.instructions().into_iter().filter(|i| i.is_call()).filter_map(Value::called_function);
        for callee in calls.filter(|f| seen.insert(*f)) {
            if meaning(callee).is_some_and(&what) {
                return true;
            }
            work.extend(Some(callee).filter(|f| !f.is_declaration()));
        }
    }
    false
}

/// Does a function, or what it calls, do such a thing with the run time? Numbers that only the run time is given do not count.
fn uses(function: Function, what: impl Fn(OpenMp) -> bool, of_program: bool) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![function];
    while let Some(function) = work.pop() {
        if !seen.insert(function) {
            continue;
        }
        for call in function.instructions().into_iter().filter(|i| i.is_call()) {
            let Some(callee) = call.called_function() else { continue };
            let is_meant = || !of_program || !callee.name().starts_with("__kmpc_");
            if meaning(callee).is_some_and(&what) && is_meant() {
                return true;
            }
            let passed = call.arguments().into_iter().filter_map(Value::as_function);
            work.extend(passed.chain([callee]).filter(|f| !f.is_declaration()));
        }
    }
    false
}

/// `member(count, number, least, …)`: what one of `count` threads does in a region.
pub(super) fn member_of(region: Function, order: Order) -> Result<Function, Failure> {
    let module = region.module();
    let integer = module.integer_type(32);
    let types: Vec<Type> = region.parameters().iter().map(|p| p.ty()).collect();
    let types: Vec<Type> = [integer; OWN_PARAMETERS].into_iter().chain(types).collect();
    let ty = Type::function(module.void_type(), &types, false);
    let member = internal(module, &format!("{PREFIX}member.{}", region.name()), ty, region);
    region.clone_body_into(member, &member.parameters()[OWN_PARAMETERS..]);
    inline_what_asks(member)?;
    refuse_own_variables(member)?;
    if order == Order::AtOnce {
        mark_turns(member);
    }
    let thread =
        Thread { count: member.parameter(0), number: member.parameter(1), least: member.parameter(2), at_once: false };
    assign_pieces(member);
    loop {
        let next = member.instructions().into_iter().find_map(|i| {
            let what = i.is_call().then(|| i.called_function().and_then(meaning)).flatten()?;
            (what != OpenMp::Barrier).then_some((i, what))
        });
        let Some((call, what)) = next else { return Ok(member) };
        if !write_out(call, what, thread, region)? {
            let name = call.called_function().map(|f| f.name()).unwrap_or_default();
            let text =
                format!("cannot differentiate '{name}' in a parallel region that uses the numbers of its threads");
            return Err(Failure::at(call, Diagnostic::new(text).with_help(HELP)));
        }
    }
}

/// Threads combine their parts of a reduction, and run critical sections, one after the other.
fn mark_turns(member: Function) {
    for call in member.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function() else { continue };
        let name = callee.name();
        if meaning(callee) == Some(OpenMp::Combine) {
            phases::begin_turn(call);
        } else if at_once::is_begin_of_critical(&name) {
            phases::begin_turn(call);
            call.erase_instruction();
        } else if name.starts_with("__kmpc_end_reduce") || at_once::is_end_of_critical(&name) {
            phases::end_turn(call);
            call.erase_instruction();
        }
    }
}

const HELP: &str = "let OpenMP share the iterations of loops (`#pragma omp for`), or end the region where its threads wait for each \
                    other";

/// Threads that wait for each other cannot run one after the other.
pub fn needs_waiting(call: Value) -> Failure {
    let text = "cannot differentiate a parallel region whose threads wait for each other and use their numbers";
    Failure::at(call, Diagnostic::new(text).with_help(HELP))
}

/// Threads that run one after the other have one copy of such variables.
fn refuse_own_variables(member: Function) -> Result<(), Failure> {
    let is_own = |i: &Value| {
        let callee = i.is_call().then(|| i.called_function()).flatten();
        callee.is_some_and(|f| {
            f.name().starts_with("llvm.threadlocal.address") || matches!(meaning(f), Some(OpenMp::ThreadPrivate(_)))
        })
    };
    let Some(found) = member.instructions().into_iter().find(is_own) else { return Ok(()) };
    let text = "cannot differentiate a parallel region that does something for each of its threads and uses variables that each \
                thread has of its own";
    Err(Failure::at(found, Diagnostic::new(text).with_help("use local variables of the region")))
}

/// Makes callees that ask the run time a part of a region.
fn inline_what_asks(member: Function) -> Result<(), Failure> {
    for _ in 0..MOST_LEVELS {
        let asks = |i: &Value| {
            i.is_call() && i.called_function().is_some_and(|f| !f.is_declaration() && uses(f, |_| true, false))
        };
        let Some(call) = member.instructions().into_iter().find(asks) else { return Ok(()) };
        if !call.inline_call() {
            break;
        }
    }
    let text = "cannot differentiate a parallel region with recursive functions that use the numbers of threads";
    Err(Failure::User { at: None, diagnostic: Diagnostic::new(text).with_help(HELP) })
}

fn internal(module: Module, name: &str, ty: Type, like: Function) -> Function {
    let function = module.add_function(name, ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(like);
    function
}
