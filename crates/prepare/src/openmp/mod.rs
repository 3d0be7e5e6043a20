//! Parallel regions of OpenMP, as what their threads do one after the other.
//!
//! Compilers make a function of a region and hand it to the run time, which lets every thread of a team run it. A derivative
//! calls that function itself. That one thread is a team of its own is one of the meanings a region may have, and all
//! optimisation is the better for it: loops over shares of iterations become plain loops, reductions plain sums, tasks calls. In a region that asks for
//! the numbers of its threads, or does something once for each of them (`replicated`), all of them run, one after the other (`team`).
//!
//! - `at_once`: regions whose threads run at the same time in derivatives, too;
//! - `captures`: what is passed to regions;
//! - `member`: what one of the threads of a region does;
//! - `phases`: cuts what threads do where they wait for each other or take turns;
//! - `pieces`: loops that threads run piece by piece;
//! - `replicated`: whether it matters how many threads run a region;
//! - `tasks`: tasks, which run where they are made;
//! - `team`: regions whose threads have numbers;
//! - `updates`: atomic updates become plain ones.
mod at_once;
mod captures;
mod member;
mod phases;
mod pieces;
mod replicated;
mod tasks;
mod team;
mod updates;

use super::bodies;
pub use at_once::{changing_globals, replace_globals, uses_tables};
pub use pieces::assign as assign_pieces;
pub use team::check_caller;
pub use updates::make_plain as make_updates_plain;
use zymase_core::Failure;
use zymase_library::OpenMp;
use zymase_llvm::{Builder, Function, IntPredicate, Module, Type, Value};

/// Who runs the code: a thread of a team.
#[derive(Copy, Clone)]
pub struct Thread {
    count: Value,
    number: Value,
    /// Shares of loops are not smaller than this many iterations.
    least: Value,
    /// Threads of regions that it starts may run at the same time.
    at_once: bool,
}

impl Thread {
    /// The only thread of its team.
    pub fn alone(module: Module, at_once: bool) -> Thread {
        let integer = module.integer_type(32);
        let [zero, one] = [0, 1].map(|value| Value::integer(integer, value));
        Thread { count: one, number: zero, least: one, at_once }
    }

    fn is_alone(&self) -> bool {
        self.count.as_integer() == Some(1)
    }
}

/// What a function that is only declared is to the threads of OpenMP.
pub fn meaning(function: Function) -> Option<OpenMp> {
    function.is_declaration().then(|| zymase_library::openmp(&function.name())).flatten()
}

/// The functions that a call of the run time leads to.
pub fn callees(call: Value, what: OpenMp) -> Vec<Function> {
    let passed = call.arguments().into_iter().filter_map(Value::as_function);
    let own = call.block().expect("placed").function();
    let again = (what == OpenMp::RunTask && tasks::may_be_task(own)).then_some(own);
    passed.filter(|f| !f.is_declaration()).chain(again).collect()
}

/// Writes out what a call of the run time means to a thread; false where it stays. `own` is the function that the code is from.
pub fn write_out(call: Value, what: OpenMp, thread: Thread, own: Function) -> Result<bool, Failure> {
    if thread.is_alone() && matches!(what, OpenMp::ThreadNumber | OpenMp::TeamSize) && !is_internal(call) {
        // Outside of all regions, as far as is known here: the caller may be in one.
        return Ok(false);
    }
    // The run time throws nothing.
    let call = if call.is_terminator() { call.invoke_to_call() } else { call };
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let arguments = call.arguments();
    let flag = |condition: Value| builder.zext(condition, call.ty());
    let equals = |number: Value| flag(builder.icmp(IntPredicate::LLVMIntEQ, thread.number, number));
    let result = match what {
        OpenMp::Fork { function, arguments } => return team::fork(call, function, arguments, None, thread),
        OpenMp::ForkIf { function, condition, arguments } => {
            return team::fork(call, function, arguments, Some(condition), thread);
        }
        OpenMp::WantThreads => {
            team::note_wanted_threads(call);
            None
        }
        OpenMp::ThreadNumber => Some(thread.number),
        OpenMp::TeamSize => Some(thread.count),
        OpenMp::Share(body) => Some(call_body(&builder, body, call, thread, &arguments[2..])?),
        OpenMp::BeginPieces(body) | OpenMp::NextPiece(body) => {
            let Some(state) = pieces::assigned(call) else { return Ok(false) };
            let rest: Vec<Value> = [state].into_iter().chain(arguments[2..].iter().copied()).collect();
            Some(call_body(&builder, body, call, thread, &rest)?)
        }
        OpenMp::Broadcast if !thread.is_alone() => return Err(member::needs_waiting(call)),
        OpenMp::Barrier | OpenMp::Broadcast | OpenMp::Nothing => None,
        OpenMp::IsFirst => Some(equals(Value::integer(thread.number.ty(), 0))),
        OpenMp::IsNumber => Some(equals(arguments[2])),
        OpenMp::Combine => Some(Value::integer(call.ty(), 1)),
        OpenMp::ThreadPrivate(of) => Some(arguments[of]),
        OpenMp::TaskReduction(of) => Some(arguments[of]),
        OpenMp::NewTask => match tasks::make(call, &builder) {
            Some(task) => Some(task),
            None => return Ok(false),
        },
        OpenMp::RunTask => match tasks::run(arguments[2], &builder, thread.number, own) {
            true => None,
            false => return Ok(false),
        },
        OpenMp::RunTaskLoop => {
            tasks::mark_last_piece(arguments[4], &builder);
            match tasks::run(arguments[2], &builder, thread.number, own) {
                true => None,
                false => return Ok(false),
            }
        }
    };
    if !call.ty().is_void() {
        let result = result.filter(|result| result.ty() == call.ty());
        call.replace_all_uses_with(result.unwrap_or_else(|| Value::null(call.ty())));
    }
    call.erase_instruction();
    Ok(true)
}

/// Does the compiler ask, not the program?
fn is_internal(call: Value) -> bool {
    call.called_function().is_some_and(|f| f.name().starts_with("__kmpc_"))
}

/// Calls a body with the thread and its team, and the rest of the arguments.
fn call_body(builder: &Builder, body: &str, call: Value, thread: Thread, rest: &[Value]) -> Result<Value, Failure> {
    let module = builder.module();
    let arguments: Vec<Value> =
        [thread.count, thread.number, thread.least].into_iter().chain(rest.iter().copied()).collect();
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let ty = Type::function(call.ty(), &types, false);
    let body = bodies::named(module, &format!("openmp.{body}"), ty)?;
    let body = body.filter(|body| body.function_type() == ty);
    let body =
        body.ok_or_else(|| Failure::internal("a function of OpenMP's run time has another type than expected"))?;
    Ok(builder.call(body, &arguments))
}

/// `schedule(static)`: shares of neighbouring iterations.
const STATIC: i64 = 34;

/// The first and the last iteration of a thread, one of `count`, if they are counted from 0 to `last`.
pub fn share_of_thread(builder: &Builder, thread: [Value; 3], last: Value) -> Result<[Value; 2], Failure> {
    let module = builder.module();
    let (integer, long) = (module.integer_type(32), last.ty());
    let [zero, one] = [0, 1].map(|value| Value::integer(long, value));
    let places = [zero, last, zero].map(|value| {
        let place = builder.alloca(long, "bound");
        builder.store(value, place);
        place
    });
    let tells_last = Value::null(module.pointer_type());
    let arguments = [&thread[..], &[Value::integer(integer, STATIC), tells_last], &places, &[one, one]].concat();
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let ty = Type::function(module.void_type(), &types, false);
    let body = bodies::named(module, "openmp.share_8", ty)?.expect("a body of this name");
    builder.call(body, &arguments);
    Ok([places[0], places[1]].map(|place| builder.load(long, place)))
}

/// A stack object, where stack objects are.
fn stack_object(function: Function, ty: Type, name: &str) -> Value {
    let first = function.entry().first_non_phi().expect("a block with a terminator");
    Builder::before(first).alloca(ty, name)
}
