//! Makes the iterations of a loop what threads share.
//!
//! The member of the parallel loop runs a share of the iterations: counters begin where the share does, sums begin with nothing
//! and are left in an array with a place for each thread. In the function, these are added up behind the loop.

use super::super::openmp::{changing_globals, replace_globals, share_of_thread};
use super::super::parallel::{self, OWN_PARAMETERS, for_each};
use super::super::parts::Body;
use super::proof::{Counter, Shared, Sum};
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Type, Value};

/// A thread that does fewer instructions than this, or so, is not worth being started.
const MANY_STEPS: usize = 4096;

/// Takes a loop out of its function and leaves a call of a parallel loop.
pub fn outline(function: Function, shared: Shared) -> Result<(), Failure> {
    let module = function.module();
    let (integer, long, pointer) = (module.integer_type(32), module.integer_type(64), module.pointer_type());
    let before = Builder::before(shared.preheader.terminator().expect("a preheader branches"));
    let parts = Parts::new(&before, &shared);
    let last = before.integer_resize(shared.back_edges, long);
    let (places, given): (Vec<Value>, &[Value]) = (parts.places.clone(), &shared.given);
    let globals = changing_globals(shared.blocks.iter().flat_map(|block| block.instructions()));
    let own = [parts.count, Value::integer(integer, 0), least(&shared, integer)];
    let arguments: Vec<Value> =
        own.into_iter().chain([last]).chain(places).chain(given.iter().copied()).chain(globals.clone()).collect();
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let line = shared.header.first_instruction().map_or(0, |i| i.line());
    let name = function.name();
    let name = format!("{}.{line}", name.strip_prefix(marks::PREPARED).unwrap_or(&name));
    let ty = Type::function(module.void_type(), &types, false);
    let member = parallel::internal(module, &format!("share.{name}"), ty, function);
    parallel::name_like(&member.parameters()[OWN_PARAMETERS..], &arguments[OWN_PARAMETERS..]);
    member.add_string_attribute(marks::CONCURRENT, "");
    if !shared.sums.is_empty() {
        // There is a place for each thread.
        member.add_string_attribute(marks::FIXED_COUNT, "");
    }
    write_member(member, &shared)?;
    let behind = types.len() - globals.len();
    replace_globals(member, &globals, &member.parameters()[behind..]);
    before.call(parallel::over(member, &format!("shares.{name}")), &arguments);
    parts.sum_up(&before, &shared, pointer);
    Ok(())
}

/// How many iterations a share has at least: so many that starting a thread pays.
fn least(shared: &Shared, ty: Type) -> Value {
    let steps: usize = shared.blocks.iter().map(|block| block.instructions().len()).sum();
    Value::integer(ty, (MANY_STEPS / steps.max(1)).max(1) as i64)
}

/// Where threads leave their parts of sums.
struct Parts {
    count: Value,
    /// For each sum, an array with an element for each thread.
    places: Vec<Value>,
}

impl Parts {
    fn new(builder: &Builder, shared: &Shared) -> Parts {
        let module = builder.module();
        let (integer, long, pointer) = (module.integer_type(32), module.integer_type(64), module.pointer_type());
        let one = Value::integer(integer, 1);
        let most = builder.call(module.declare("omp_get_max_threads", Type::function(integer, &[], false)), &[]);
        let count = match shared.apart {
            Some(apart) => builder.select(apart, most, one),
            None => most,
        };
        let allocate = module.declare("malloc", Type::function(pointer, &[long], false));
        let place = |sum: &Sum| {
            let bytes = Value::integer(long, module.allocation_size(sum.ty) as i64);
            builder.call(allocate, &[builder.mul(builder.sext(count, long), bytes)])
        };
        Parts { count, places: shared.sums.iter().map(place).collect() }
    }

    /// Adds up what threads have left, and goes on behind the loop.
    fn sum_up(&self, before: &Builder, shared: &Shared, pointer: Type) {
        let module = before.module();
        let function = shared.preheader.function();
        let old = shared.preheader.terminator().expect("a preheader branches");
        let top = Builder::before(function.entry().first_non_phi().expect("a terminator"));
        let totals: Vec<Value> = shared.sums.iter().map(|sum| top.alloca(sum.ty, "sum")).collect();
        let builder = Builder::at_end(shared.preheader);
        old.erase_instruction();
        for (total, sum) in totals.iter().zip(&shared.sums) {
            builder.store(sum.start, *total);
        }
        if !totals.is_empty() {
            for_each(&builder, self.count, |builder, number| {
                for ((total, sum), place) in totals.iter().zip(&shared.sums).zip(&self.places) {
                    let ty = sum.ty;
                    let part = builder.load(ty, builder.gep(ty, *place, &[number]));
                    builder.store(builder.fadd(builder.load(ty, *total), part), *total);
                }
            });
        }
        let free = module.declare("free", Type::function(module.void_type(), &[pointer], false));
        self.places.iter().for_each(|place| {
            builder.call(free, &[*place]);
        });
        let results: Vec<Value> =
            totals.iter().zip(&shared.sums).map(|(total, sum)| builder.load(sum.ty, *total)).collect();
        builder.branch(shared.exit);
        for phi in shared.exit.phis() {
            let value = phi.incoming().first().expect("the edge of the latch").0;
            let sum = shared.sums.iter().position(|sum| sum.next == value);
            phi.replace_all_uses_with(sum.map_or(value, |k| results[k]));
            phi.erase_instruction();
        }
    }
}

/// The share of one thread.
fn write_member(member: Function, shared: &Shared) -> Result<(), Failure> {
    let module = member.module();
    let long = module.integer_type(64);
    let results: Vec<Value> = shared.sums.iter().map(|sum| sum.next).collect();
    let mut body = Body::take(member, &shared.blocks, &shared.own);
    let parameters = member.parameters();
    let (last, rest) = (parameters[OWN_PARAMETERS], &parameters[OWN_PARAMETERS + 1..]);
    let (places, given) = rest.split_at(shared.sums.len());
    shared.given.iter().zip(given).for_each(|(value, parameter)| body.replace(*value, *parameter));
    body.settle();
    let own = [0, 1, 2].map(|k| member.parameter(k));
    let [first, end] = share_of_thread(&body.top, own, last)?;
    let leave = member.append_block("leave");
    let starts: Vec<Value> = shared.counters.iter().map(|counter| start_of(&body, counter, first)).collect();
    let some = body.top.icmp(IntPredicate::LLVMIntSLE, first, end);
    let entry = body.top.block();
    body.top.conditional_branch(some, shared.header, leave);
    begin_phis(shared, entry, &starts);
    // The loop ends with the share.
    let counter = Builder::before(shared.header.first_instruction().expect("a terminator")).phi(long, "iteration");
    let branch = shared.latch.terminator().expect("a latch branches");
    let builder = Builder::before(branch);
    let next = builder.add(counter, Value::integer(long, 1));
    counter.add_incoming(first, entry);
    counter.add_incoming(next, shared.latch);
    let more = builder.icmp(IntPredicate::LLVMIntSLT, counter, end);
    builder.conditional_branch(more, shared.header, leave);
    branch.erase_instruction();
    let builder = Builder::at_end(leave);
    let part = |(sum, result): (&Sum, Value)| {
        let part = builder.phi(sum.ty, "part");
        part.add_incoming(Value::null(sum.ty), entry);
        part.add_incoming(result, shared.latch);
        part
    };
    let parts: Vec<Value> = shared.sums.iter().zip(results).map(part).collect();
    for (part, place) in parts.into_iter().zip(places) {
        builder.store(part, builder.gep(part.ty(), *place, &[own[1]]));
    }
    builder.ret(None);
    Ok(())
}

/// What a counter is in the first iteration of a share.
fn start_of(body: &Body, counter: &Counter, first: Value) -> Value {
    let [start, growth] = [counter.start, counter.growth].map(|value| body.inside(value));
    let by = body.top.mul(body.top.integer_resize(first, growth.ty()), growth);
    match start.ty().is_pointer() {
        true => body.top.offset(start, by),
        false => body.top.add(start, by),
    }
}

/// Lets what the header starts with be that of a share.
fn begin_phis(shared: &Shared, entry: Block, starts: &[Value]) {
    let begin = |phi: Value, start: Value| {
        let next = phi.incoming_for(shared.latch).expect("a value for each edge");
        let new = Builder::before(phi).phi(phi.ty(), &phi.name());
        new.add_incoming(start, entry);
        phi.replace_all_uses_with(new);
        let next = if next == phi { new } else { next };
        new.add_incoming(next, shared.latch);
        phi.erase_instruction();
    };
    shared.counters.iter().zip(starts).for_each(|(counter, start)| begin(counter.phi, *start));
    shared.sums.iter().for_each(|sum| begin(sum.phi, Value::null(sum.ty)));
}
