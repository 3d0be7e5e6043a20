//! Starts the function of a closed region: on a team of threads, or where there is only one, without a team.
use crate::alone;
use crate::reach::{Found, Reach};
use crate::region;
use crate::runtime;
use zymase_llvm::{Builder, Function, IntPredicate, Type, Value};

/// What a thread without a team may call as well, with the same result as in a team of one.
const SERVES_LONE_THREADS: [&str; 14] = [
    "__kmpc_for_static_init_",
    "__kmpc_for_static_fini",
    "__kmpc_dispatch_init_",
    "__kmpc_dispatch_next_",
    "__kmpc_dispatch_deinit",
    "__kmpc_reduce",
    "__kmpc_end_reduce",
    "__kmpc_barrier",
    "__kmpc_critical",
    "__kmpc_end_critical",
    "__kmpc_single",
    "__kmpc_end_single",
    "__kmpc_masked",
    "__kmpc_end_masked",
];

/// What has the same answer in and outside of a team of one.
const ANSWERED: [&str; 3] = ["omp_get_thread_num", "omp_get_num_threads", "__kmpc_global_thread_num"];

/// Says how many threads the next region has, or where they run.
const REQUESTS: [&str; 4] =
    ["__kmpc_push_num_threads", "__kmpc_push_num_threads_strict", "__kmpc_push_proc_bind", "__kmpc_push_num_teams"];

/// Replaces the call of a region's function, which takes two numbers and perhaps a struct, by one that starts a team.
pub fn start(call: Value, location: Value, place: Value, reach: &mut Reach) {
    let caller = call.block().expect("placed").function();
    let body = call.called_function().expect("a direct call");
    if !asks_for_threads(caller) && may_run_alone(body, reach) {
        split_off_lone_thread(call, location, place);
    }
    let builder = Builder::before(call);
    builder.set_location_of(place);
    let module = caller.module();
    let arguments = call.arguments();
    let count = Value::integer(module.integer_type(32), arguments.len() as i64 - 2);
    let mut passed = vec![location, count, body.value()];
    passed.extend(&arguments[2..]);
    builder.call(runtime::fork(module), &passed);
    call.erase_instruction();
}

/// Does a function say how many threads its regions have?
pub fn asks_for_threads(function: Function) -> bool {
    REQUESTS.iter().any(|name| !region::marks(function, name).is_empty())
}

/// Does it make no difference to the code whether it runs in a team of one thread, or in none? Nothing may ask.
fn may_run_alone(body: Function, reach: &mut Reach) -> bool {
    let Found { declarations, calls_unknown, .. } = reach.from(body);
    !calls_unknown
        && declarations.into_iter().all(|function| {
            let name = function.name();
            let name = runtime::shown(&name);
            function.is_intrinsic()
                || function.has_attribute("nocallback")
                || ANSWERED.contains(&name)
                || SERVES_LONE_THREADS.iter().any(|prefix| name.starts_with(prefix))
        })
}

/// Outside of all regions, and where a team would have one thread, that thread calls the function itself. The given call is left for all other cases.
fn split_off_lone_thread(call: Value, location: Value, place: Value) {
    let caller = call.block().expect("placed").function();
    let module = caller.module();
    let (integer, pointer) = (module.integer_type(32), module.pointer_type());
    let slots = Builder::before(caller.entry().first_non_phi().expect("a terminator"));
    let [own, zero] = [slots.alloca(integer, ""), slots.alloca(integer, "")];
    let home = call.block().expect("placed");
    let team = Builder::split_before(call);
    let behind = Builder::split_before(call.next_instruction().expect("not a terminator"));
    let lone = caller.append_block("");
    lone.move_after(home);

    let builder = Builder::before(home.terminator().expect("split"));
    builder.set_location_of(place);
    let ask = |name: &str| builder.call(module.declare(name, Type::function(integer, &[], false)), &[]);
    let is = |value: Value, wanted: i64| builder.icmp(IntPredicate::LLVMIntEQ, value, Value::integer(integer, wanted));
    let (threads, level) = (is(ask("omp_get_max_threads"), 1), is(ask("omp_get_level"), 0));
    builder.conditional_branch(builder.and(threads, level), lone, team);
    home.terminator().expect("split").erase_instruction();

    let builder = Builder::at_end(lone);
    builder.set_location_of(place);
    let body = alone::copy(call.called_function().expect("a direct call"));
    if !body.parameter(0).users().is_empty() {
        let number = module.declare("__kmpc_global_thread_num", Type::function(integer, &[pointer], false));
        builder.store(builder.call(number, &[location]), own);
    }
    builder.store(Value::integer(integer, 0), zero);
    let rest = call.arguments().into_iter().skip(2);
    let passed: Vec<Value> = [own, zero].into_iter().chain(rest).collect();
    builder.call(body, &passed);
    builder.branch(behind);
}
