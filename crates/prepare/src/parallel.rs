//! Loops whose iterations may run at the same time, as functions.
//!
//! ```text
//! void loop(i32 count, i32, i32 least, …)            for number in 0..count: member(count, number, least, …)
//! void member(i32 count, i32 number, i32 least, …)
//! ```
//!
//! A loop has the parameters of its member, so that both have the same roles in a derivative; it looks at none but the first, and
//! passes all others on. A member does its share of some loops: of neighbouring iterations, and not fewer than `least`, if not
//! all are done. Its body is a plain loop: every analysis reads it as one, and the derivative of a loop is such a loop again, of
//! any order. Only when everything is differentiated do the iterations of loops that are marked get threads (`lower`).

use super::bodies::PREFIX;
use std::collections::HashSet;
use zymase_analysis::marks;
use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Module, Type, Value};

/// The parameters of a member in front of its own: how many iterations there are, the number of this one, and the least share of a loop.
pub const OWN_PARAMETERS: usize = 3;
/// Where the number is.
const NUMBER: usize = 1;

/// The loop over all iterations of a member, which may run at the same time.
pub fn over(member: Function, name: &str) -> Function {
    let function = in_order(member, name);
    function.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::PARALLEL_LOOP);
    function
}

/// The same where the iterations run one after the other: a plain function.
pub fn in_order(member: Function, name: &str) -> Function {
    let function = internal(member.module(), name, member.function_type(), member);
    let builder = Builder::at_end(function.append_block("entry"));
    for_each(&builder, function.parameter(0), |builder, number| {
        let own = |(k, parameter): (usize, Value)| if k == NUMBER { number } else { parameter };
        let passed: Vec<Value> = function.parameters().into_iter().enumerate().map(own).collect();
        builder.call(member, &passed);
    });
    builder.ret(None);
    function
}

/// A function that goes when nobody calls it any more.
pub fn internal(module: Module, name: &str, ty: Type, like: Function) -> Function {
    let function = module.add_function(&format!("{PREFIX}{name}"), ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(like);
    function
}

/// Gives parameters the names of others, for people who ask about them.
pub fn name_like(parameters: &[Value], others: &[Value]) {
    for (parameter, other) in parameters.iter().zip(others) {
        parameter.set_name(&other.name());
    }
}

/// The member of a loop.
pub fn member_of(function: Function) -> Function {
    let call = function.instructions().into_iter().find(|i| i.is_call()).expect("a loop calls its member");
    call.called_function().expect("a member is known")
}

/// Writes a loop over all numbers below `count` at the end of a block; the builder goes on behind it.
pub fn for_each(builder: &Builder, count: Value, body: impl Fn(&Builder, Value)) {
    let start = builder.block();
    let [round, end] = ["round", "end"].map(|name| start.function().append_block(name));
    let (zero, one) = (Value::integer(count.ty(), 0), Value::integer(count.ty(), 1));
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntSGT, count, zero), round, end);
    builder.position_at_end(round);
    let number = builder.phi(count.ty(), "number");
    body(builder, number);
    let next = builder.add(number, one);
    number.add_incoming(zero, start);
    number.add_incoming(next, builder.block());
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntSLT, next, count), round, end);
    builder.position_at_end(end);
}

/// Runs `body(number, frame)` for all numbers below `count`, on as many threads as OpenMP's run time gives.
const RUN: &str = r#"
@zymase.parallel.source = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00"
@zymase.parallel.place = private unnamed_addr constant { i32, i32, i32, i32, ptr } { i32 0, i32 2, i32 0, i32 22, ptr @zymase.parallel.source }
declare i32 @__kmpc_global_thread_num(ptr)
declare void @__kmpc_push_num_threads(ptr, i32, i32)
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @omp_get_thread_num()
declare i32 @omp_get_num_threads()
declare i32 @omp_get_max_threads()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @zymase.parallel.run(i32 %count, ptr %body, ptr %frame) nounwind {
  %several = icmp sgt i32 %count, 1
  br i1 %several, label %fork, label %alone
fork:
  %thread = call i32 @__kmpc_global_thread_num(ptr @zymase.parallel.place)
  call void @__kmpc_push_num_threads(ptr @zymase.parallel.place, i32 %thread, i32 %count)
  %wide = zext i32 %count to i64
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @zymase.parallel.place, i32 3, ptr @zymase.parallel.thread, i64 %wide, ptr %body, ptr %frame)
  ret void
alone:
  %one = icmp eq i32 %count, 1
  br i1 %one, label %only, label %done
only:
  call void %body(i32 0, ptr %frame)
  ret void
done:
  ret void
}

define void @zymase.parallel.thread(ptr %global, ptr %bound, i64 %count, ptr %body, ptr %frame) nounwind {
entry:
  %first = call i32 @omp_get_thread_num()
  %threads = call i32 @omp_get_num_threads()
  %most = trunc i64 %count to i32
  br label %check
check:
  %number = phi i32 [ %first, %entry ], [ %next, %round ]
  %more = icmp slt i32 %number, %most
  br i1 %more, label %round, label %done
round:
  call void %body(i32 %number, ptr %frame)
  %next = add i32 %number, %threads
  br label %check
done:
  ret void
}

define void @zymase.parallel.clear(ptr %memory, i64 %bytes) nounwind noinline {
  %none = icmp eq ptr %memory, null
  br i1 %none, label %nothing, label %some
nothing:
  ret void
some:
  %large = icmp uge i64 %bytes, 1048576
  br i1 %large, label %several, label %alone
several:
  %threads = call i32 @omp_get_max_threads()
  %frame = alloca { ptr, i64, i32 }
  store ptr %memory, ptr %frame
  %bytes.at = getelementptr i8, ptr %frame, i64 8
  store i64 %bytes, ptr %bytes.at
  %threads.at = getelementptr i8, ptr %frame, i64 16
  store i32 %threads, ptr %threads.at
  call void @zymase.parallel.run(i32 %threads, ptr @zymase.parallel.clear.part, ptr %frame)
  ret void
alone:
  call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 %bytes, i1 false)
  ret void
}

define void @zymase.parallel.clear.part(i32 %number, ptr %frame) nounwind {
  %memory = load ptr, ptr %frame
  %bytes.at = getelementptr i8, ptr %frame, i64 8
  %bytes = load i64, ptr %bytes.at
  %threads.at = getelementptr i8, ptr %frame, i64 16
  %threads = load i32, ptr %threads.at
  %wide = zext i32 %threads to i64
  %share = udiv i64 %bytes, %wide
  %part = and i64 %share, -4096
  %index = zext i32 %number to i64
  %from = mul i64 %part, %index
  %next = add i32 %number, 1
  %last = icmp eq i32 %next, %threads
  %rest = sub i64 %bytes, %from
  %length = select i1 %last, i64 %rest, i64 %part
  %begin = getelementptr i8, ptr %memory, i64 %from
  call void @llvm.memset.p0.i64(ptr %begin, i8 0, i64 %length, i1 false)
  ret void
}
"#;

/// How the names of derivatives begin.
const OF_ENGINE: &str = "zymase.";
/// Memory of fewer bytes is cleared by one thread.
const MANY_BYTES: i64 = 1 << 20;

/// Gives the iterations of all marked loops of a module threads.
pub fn lower(module: Module) -> Result<(), String> {
    let loops: Vec<Function> = module.functions().into_iter().filter(|f| marks::is_parallel_loop(*f)).collect();
    if loops.is_empty() {
        return Ok(());
    }
    module.link_text(RUN)?;
    let linked = |name: &str| {
        let function = module.function(name).ok_or_else(|| format!("{name} was not linked"))?;
        function.set_linkage(Linkage::LLVMInternalLinkage);
        Ok::<Function, String>(function)
    };
    let [run, clear] = [linked("zymase.parallel.run")?, linked("zymase.parallel.clear")?];
    linked("zymase.parallel.thread")?;
    linked("zymase.parallel.clear.part")?;
    derivatives_above(&loops).into_iter().for_each(|function| clear_at_once(function, clear));
    loops.into_iter().for_each(|function| lower_loop(function, run));
    Ok(())
}

/// The derivatives from which some functions can be reached.
fn derivatives_above(functions: &[Function]) -> HashSet<Function> {
    let (mut found, mut work) = (HashSet::new(), functions.to_vec());
    while let Some(function) = work.pop() {
        let callers = function.value().users().into_iter().filter_map(Value::block).map(|block| block.function());
        for caller in callers.filter(|caller| caller.name().starts_with(OF_ENGINE)) {
            if found.insert(caller) {
                work.push(caller);
            }
        }
    }
    found
}

/// Lets several threads clear large memory in a function that has parallel loops: the shadows of what these work on.
fn clear_at_once(function: Function, clear: Function) {
    let is_large = |bytes: Value| bytes.as_integer().is_none_or(|known| known >= MANY_BYTES);
    let module = function.module();
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let arguments = call.arguments();
        let is = |k: usize, wanted: i64| arguments[k].as_integer() == Some(wanted);
        match call.called_function().map(|callee| callee.name()).as_deref() {
            Some("llvm.memset.p0.i64") if is(1, 0) && is(3, 0) && is_large(arguments[2]) => {
                Builder::before(call).call(clear, &[arguments[0], arguments[2]]);
            }
            // What an allocation and a fill have become.
            Some("calloc") if is(0, 1) && is_large(arguments[1]) => {
                let builder = Builder::before(call);
                let ty = Type::function(call.ty(), &[arguments[1].ty()], false);
                let memory = builder.call(module.declare("malloc", ty), &[arguments[1]]);
                builder.call(clear, &[memory, arguments[1]]);
                call.replace_all_uses_with(memory);
            }
            _ => continue,
        }
        call.erase_instruction();
    }
}

fn lower_loop(function: Function, run: Function) {
    let module = function.module();
    let member = member_of(function);
    function.erase_body();
    // Without a body it was not internal.
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.remove_string_attribute(marks::GIVEN_DERIVATIVE);
    let types: Vec<Type> = function.parameters().iter().map(|p| p.ty()).collect();
    let frame_type = module.void_type().structure(&types);
    let integer = module.integer_type(32);
    let ty = Type::function(module.void_type(), &[integer, module.pointer_type()], false);
    let body = internal(module, &format!("unpack.{}", function.name()), ty, function);
    let field = |builder: &Builder, frame: Value, k: usize| {
        builder.gep(frame_type, frame, &[Value::integer(integer, 0), Value::integer(integer, k as i64)])
    };
    let builder = Builder::at_end(body.append_block("entry"));
    let load = |(k, ty): (usize, &Type)| match k {
        NUMBER => body.parameter(0),
        _ => builder.load(*ty, field(&builder, body.parameter(1), k)),
    };
    let passed: Vec<Value> = types.iter().enumerate().map(load).collect();
    builder.call(member, &passed);
    builder.ret(None);
    let builder = Builder::at_end(function.append_block("entry"));
    let frame = builder.alloca(frame_type, "frame");
    for (k, parameter) in function.parameters().into_iter().enumerate().filter(|(k, _)| *k != NUMBER) {
        builder.store(parameter, field(&builder, frame, k));
    }
    builder.call(run, &[function.parameter(0), body.value(), frame]);
    builder.ret(None);
}
