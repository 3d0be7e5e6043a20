//! What is known of the iterations that threads share.
//!
//! A serial loop shows that its counter is never below its first value; the run time's answer says nothing. Compilers count the iterations they
//! share from 0: that the first of a share is not below is written as the greater of both. That costs nothing, and extensions of
//! signs and divisions go away.
//!
//! Shares of the plain static schedule are computed here, as the run time does, from the number of the thread and that of threads: it would be asked through
//! memory, which takes longer than many a loop. Loops of the same length have the same shares in both ways.
use zymase_llvm::{Builder, Function, IntPredicate, Type, Value};

/// Arguments of `__kmpc_for_static_init`.
const SCHEDULE: usize = 2;
const IS_LAST: usize = 3;
const LOWER: usize = 4;
const UPPER: usize = 5;
const STRIDE: usize = 6;
const INCREMENT: usize = 7;
/// One share for each thread.
const PLAIN_STATIC: i64 = 34;
/// Whether iterations come in order: of no meaning where each thread has one share.
const ORDER: i64 = 3 << 29;
/// The lower bound, of `__kmpc_dispatch_next`, and the first iteration, of `__kmpc_dispatch_init`.
const DYNAMIC_LOWER: usize = 3;
const DYNAMIC_FIRST: usize = 3;

/// How a function of the run time counts iterations.
#[derive(Copy, Clone)]
struct Counting {
    ty: Type,
    is_signed: bool,
}

impl Counting {
    fn of(name: &str, region: Function) -> Option<Counting> {
        let (bits, is_signed) = match name.rsplit('_').next()? {
            "4" => (32, true),
            "4u" => (32, false),
            "8" => (64, true),
            "8u" => (64, false),
            _ => return None,
        };
        Some(Counting { ty: region.module().integer_type(bits), is_signed })
    }
}

/// Writes down what is known of the shares that the threads of a region ask for.
pub fn bound(region: Function) {
    let all = calls(region);
    let named = |prefix: &'static str| all.iter().filter(move |(_, name)| name.starts_with(prefix));
    let inits = || named("__kmpc_for_static_init_");
    if inits().all(|(call, name)| is_plain(*call) && Counting::of(name, region).is_some()) {
        for (call, name) in inits() {
            if let Some(counting) = Counting::of(name, region) {
                divide(*call, counting);
            }
        }
        inits().chain(named("__kmpc_for_static_fini")).for_each(|(call, _)| call.erase_instruction());
    } else {
        for (call, name) in inits() {
            let Some(counting) = Counting::of(name, region).filter(|counting| counting.is_signed) else { continue };
            let place = call.arguments()[LOWER];
            raise(*call, place, Builder::before(*call).load(counting.ty, place));
        }
    }
    let from_zero = |call: &Value| call.arguments()[DYNAMIC_FIRST].as_integer() == Some(0);
    if named("__kmpc_dispatch_init_").all(|(call, _)| from_zero(call)) {
        for (call, name) in named("__kmpc_dispatch_next_") {
            let Some(counting) = Counting::of(name, region).filter(|counting| counting.is_signed) else { continue };
            raise(*call, call.arguments()[DYNAMIC_LOWER], Value::integer(counting.ty, 0));
        }
    }
}

fn calls(region: Function) -> Vec<(Value, String)> {
    let calls = region.instructions().into_iter().filter(|instruction| instruction.is_call());
    calls.filter_map(|call| Some((call, call.called_function()?.name()))).collect()
}

/// Does each thread get one share of iterations that are counted one by one?
fn is_plain(call: Value) -> bool {
    let arguments = call.arguments();
    arguments[SCHEDULE].as_integer().is_some_and(|schedule| schedule & !ORDER == PLAIN_STATIC)
        && arguments[INCREMENT].as_integer() == Some(1)
}

/// Computes the share of a thread, before the call that asks for it.
fn divide(call: Value, Counting { ty, is_signed }: Counting) {
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let module = builder.module();
    let arguments = call.arguments();
    let integer = module.integer_type(32);
    let ask = |name: &str| {
        let answer = builder.call(module.declare(name, Type::function(integer, &[], false)), &[]);
        builder.integer_resize(answer, ty)
    };
    let compare = |predicate, a, b| builder.icmp(predicate, a, b);
    let smaller = |a: Value, b: Value| builder.call(module.intrinsic("llvm.umin", &[ty]), &[a, b]);
    let one = Value::integer(ty, 1);

    let (first, last) = (builder.load(ty, arguments[LOWER]), builder.load(ty, arguments[UPPER]));
    let in_order = if is_signed { IntPredicate::LLVMIntSLE } else { IntPredicate::LLVMIntULE };
    let any = compare(in_order, first, last);
    let count = builder.add(builder.sub(last, first), one);
    let (thread, threads) = (ask("omp_get_thread_num"), ask("omp_get_num_threads"));
    let (least, rest) = (builder.udiv(count, threads), builder.urem(count, threads));
    let before = builder.add(builder.mul(thread, least), smaller(thread, rest));
    let has_more = builder.zext(compare(IntPredicate::LLVMIntULT, thread, rest), ty);
    let mut lower = builder.add(first, before);
    let upper = builder.sub(builder.add(lower, builder.add(least, has_more)), one);
    if is_signed {
        lower = builder.call(module.intrinsic("llvm.smax", &[ty]), &[lower, first]);
    }
    let ends = compare(IntPredicate::LLVMIntEQ, thread, builder.sub(smaller(threads, count), one));
    builder.store(builder.select(any, lower, first), arguments[LOWER]);
    builder.store(builder.select(any, upper, last), arguments[UPPER]);
    builder.store(builder.select(any, count, one), arguments[STRIDE]);
    builder.store(builder.zext(builder.and(any, ends), integer), arguments[IS_LAST]);
}

/// Behind a call, what lies at a place is at least this.
fn raise(call: Value, place: Value, least: Value) {
    let Some(behind) = call.next_instruction() else { return };
    let builder = Builder::before(behind);
    builder.set_location_of(call);
    let answer = builder.load(least.ty(), place);
    let greater = builder.module().intrinsic("llvm.smax", &[least.ty()]);
    builder.store(builder.call(greater, &[answer, least]), place);
}
