//! Regions: calls of their functions.
//!
//! A region that asks for the number of a thread is run for every number, as many as the program asked for or the run
//! time would start. Without barriers that is an order in which its threads may run.

use super::super::bodies;
use super::at_once::{self, Order};
use super::member::{knows_numbers, outlined, refuse_questions};
use super::replicated::counts_threads;
use super::{Thread, meaning, stack_object};
use std::collections::HashSet;
use zymase_core::Failure;
use zymase_library::OpenMp;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Type, Value};

/// Marks a fork whose number of threads stands in the place of the number of its arguments.
const WANTED: &str = "zymase-threads";
/// Where a fork has the number of its arguments.
const ARGUMENT_COUNT: usize = 1;
/// How many blocks behind a wish for threads their fork is looked for.
const MOST_BLOCKS: usize = 4;

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
    refuse_questions(region)?;
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
