//! Regions that are opened and closed again, without a compiler around.
use crate::{close, open, runtime};
use zymase_llvm::{Function, Module, Opcode, Value};

const REGION: &str = r#"
@place = private constant i32 0
@counter = internal global i32 0
@own = internal thread_local global i32 0
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare i32 @omp_get_num_threads()
declare void @use(ptr)

define void @caller(ptr noalias %data, i32 %n) {
  %size = alloca i32
  %sum = alloca i32
  store i32 %n, ptr %size
  store i32 0, ptr %sum
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @place, i32 3, ptr @region, ptr %size, ptr %data, ptr %sum)
  ret void
}

define internal void @region(ptr noalias %number, ptr noalias %bound, ptr %size, ptr %data, ptr %sum) {
  %lower = alloca i32
  %upper = alloca i32
  %stride = alloca i32
  %last = alloca i32
  %n = load i32, ptr %size
  store i32 0, ptr %lower
  store i32 %n, ptr %upper
  %me = load i32, ptr %number
  call void @__kmpc_for_static_init_4(ptr @place, i32 %me, i32 33, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
  %first = load i32, ptr %lower
  store i32 %first, ptr %data
  store i32 %n, ptr %sum
  BODY
  ret void
}
"#;

fn module(body: &str) -> Module {
    Module::parse(&REGION.replace("BODY", body)).expect("IR")
}

fn function(module: Module, name: &str) -> Function {
    module.function(name).expect("a function of this name")
}

fn calls(function: Function, name: &str) -> Vec<Value> {
    crate::region::marks(function, name)
}

#[test]
fn a_region_is_opened_and_closed() {
    let module = module("");
    assert!(open(module));
    let caller = function(module, "caller");
    assert!(calls(caller, runtime::FORK).is_empty());
    assert_eq!(calls(caller, "__kmpc_for_static_init_4").len(), 1);
    assert!(close(module, true));
    caller.verify().expect("valid code");
    assert_eq!(calls(caller, runtime::FORK).len(), 1);
    assert!(calls(caller, "__kmpc_for_static_init_4").is_empty());
    assert!(module.function(runtime::START).is_none(), "no mark is left");
    let outlined = function(module, "caller.omp_outlined");
    outlined.verify().expect("valid code");
    let objects = outlined.entry().instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca));
    assert_eq!(objects.count(), 4, "threads have their bounds for themselves");
}

#[test]
fn only_what_is_written_escapes() {
    let module = module("");
    open(module);
    let [start] = calls(function(module, "caller"), runtime::START)[..] else { panic!("one region") };
    let names: Vec<String> = start.arguments().into_iter().map(|argument| argument.name()).collect();
    assert_eq!(names, ["place", "data", "sum"]);
}

#[test]
fn variables_of_the_file_escape_when_they_change() {
    let module = module("store i32 1, ptr @counter");
    open(module);
    let [start] = calls(function(module, "caller"), runtime::START)[..] else { panic!("one region") };
    assert!(start.arguments().into_iter().any(|argument| argument.name() == "counter"));
}

#[test]
fn variables_of_a_thread_keep_a_region_closed() {
    let module = module("%address = call ptr @llvm.threadlocal.address.p0(ptr @own)\n  store i32 1, ptr %address");
    assert!(!open(module));
    assert_eq!(calls(function(module, "caller"), runtime::FORK).len(), 1);
}

#[test]
fn numbers_of_threads_are_hidden_while_regions_are_open() {
    let module = module("%threads = call i32 @omp_get_num_threads()\n  store i32 %threads, ptr %sum");
    open(module);
    assert!(calls(function(module, "caller"), "omp_get_num_threads").is_empty());
    close(module, true);
    assert_eq!(calls(function(module, "caller.omp_outlined"), "omp_get_num_threads").len(), 1);
}

#[test]
fn a_lone_thread_needs_no_team_unless_somebody_could_tell() {
    let alone = |body: &str| {
        let module = module(body);
        open(module);
        close(module, true);
        module.function("caller.omp_outlined.alone").is_some()
    };
    assert!(alone(""));
    assert!(!alone("call void @use(ptr %sum)"));
}

/// The region is in the function twice, as when a loop around it has been unrolled.
#[test]
fn copies_of_a_region_have_objects_of_their_own() {
    let text = r#"
    @place = private constant i32 0
    declare ptr @zymase.region.start(ptr, ...)
    declare void @zymase.region.end(ptr)
    declare ptr @zymase.region.bound(ptr)
    declare void @use(ptr)
    define void @caller(ptr %data) {
      %own = alloca [4 x i32]
      %shared = alloca i32
      %inner = getelementptr i8, ptr %own, i64 4
      store i32 7, ptr %inner
      %a = call ptr (ptr, ...) @zymase.region.start(ptr @place, ptr %shared)
      call void @use(ptr %inner)
      call void @use(ptr %shared)
      call void @zymase.region.end(ptr %a)
      %b = call ptr (ptr, ...) @zymase.region.start(ptr @place, ptr %shared)
      call void @use(ptr %own)
      %same = getelementptr i8, ptr %shared, i64 1
      call void @use(ptr %same)
      call void @zymase.region.end(ptr %b)
      store ptr %same, ptr %data
      ret void
    }"#;
    let module = Module::parse(text).expect("IR");
    assert!(close(module, true));
    let caller = function(module, "caller");
    caller.verify().expect("valid code");
    assert_eq!(calls(caller, runtime::FORK).len(), 2);
    for region in module.functions().into_iter().filter(|f| f.name().starts_with("caller.omp_outlined")) {
        let entry = region.entry().instructions();
        let own = entry.iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca) && i.allocated_type().is_array());
        assert_eq!(own.count(), 1, "each thread has its array in {}", region.name());
    }
}

const MARKS: &str = r#"
    @place = private constant i32 0
    declare ptr @zymase.region.start(ptr, ...)
    declare void @zymase.region.end(ptr)
    declare void @use(ptr)
    declare void @look(ptr)
    declare i32 @__kmpc_cancel(ptr, i32, i32)
"#;

/// What a function with marked regions becomes.
fn closed(code: &str) -> Module {
    let module = Module::parse(&format!("{MARKS}{code}")).expect("IR");
    assert!(close(module, true));
    let caller = function(module, "caller");
    caller.verify().expect("valid code");
    module
}

fn teams(module: Module) -> usize {
    calls(function(module, "caller"), runtime::FORK).len()
}

#[test]
fn neighbours_become_one_region() {
    let text = |between: &str, inside: &str| {
        format!(
            "define i64 @caller(ptr %data, i64 %n) {{
      %shared = alloca i32
      %late = alloca i32
      %a = call ptr (ptr, ...) @zymase.region.start(ptr @place, ptr %shared)
      call void @use(ptr %shared)
      {inside}
      call void @zymase.region.end(ptr %a)
      {between}
      %p = getelementptr i8, ptr %data, i64 %n
      %b = call ptr (ptr, ...) @zymase.region.start(ptr @place, ptr %late)
      call void @use(ptr %p)
      call void @use(ptr %late)
      call void @zymase.region.end(ptr %b)
      %m = add i64 %n, 1
      ret i64 %m
    }}"
        )
    };
    let module = closed(&text("", ""));
    assert_eq!(teams(module), 1);
    let body = function(module, "caller.omp_outlined");
    assert_eq!(calls(body, "__kmpc_barrier").len(), 1);
    let objects = body.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca));
    assert_eq!(objects.count(), 0, "what the second region shares is still shared");
    assert_eq!(teams(closed(&text("call void @look(ptr %data)", ""))), 2);
    assert_eq!(teams(closed(&text("store i32 1, ptr %shared", ""))), 2);
    assert_eq!(teams(closed(&text("%x = load i32, ptr %data", ""))), 2);
    assert_eq!(teams(closed(&text("", "%c = call i32 @__kmpc_cancel(ptr @place, i32 0, i32 1)"))), 2);
}

#[test]
fn a_loop_of_regions_has_one_team() {
    let text = |within: &str| {
        format!(
            "define ptr @caller(ptr %old, ptr %new, i64 %n) {{
    entry:
      br label %head
    head:
      %t = phi i64 [ 0, %entry ], [ %next, %head ]
      %from = phi ptr [ %old, %entry ], [ %to, %head ]
      %to = phi ptr [ %new, %entry ], [ %from, %head ]
      %a = call ptr (ptr, ...) @zymase.region.start(ptr @place, ptr %from, ptr %to)
      call void @use(ptr %from)
      call void @use(ptr %to)
      call void @zymase.region.end(ptr %a)
      {within}
      %next = add i64 %t, 1
      %done = icmp eq i64 %next, %n
      br i1 %done, label %exit, label %head
    exit:
      ret ptr %to
    }}"
        )
    };
    let module = closed(&text(""));
    assert_eq!(teams(module), 1);
    let body = function(module, "caller.omp_outlined");
    body.verify().expect("valid code");
    assert_eq!(calls(body, "__kmpc_barrier").len(), 1);
    assert_eq!(calls(body, "use").len(), 2);
    assert_eq!(teams(closed(&text("call void @look(ptr %from)"))), 1, "a region in each round");
    assert!(
        calls(function(closed(&text("call void @look(ptr %from)")), "caller.omp_outlined"), "__kmpc_barrier")
            .is_empty()
    );
}

/// A variable of each thread that the caller gives a content: every region starts with it anew.
#[test]
fn regions_with_copied_content_stay_apart() {
    let text = r#"
    define void @caller() {
      %own = alloca i32
      store i32 7, ptr %own
      %a = call ptr (ptr, ...) @zymase.region.start(ptr @place)
      call void @use(ptr %own)
      call void @zymase.region.end(ptr %a)
      %b = call ptr (ptr, ...) @zymase.region.start(ptr @place)
      call void @use(ptr %own)
      call void @zymase.region.end(ptr %b)
      ret void
    }"#;
    assert_eq!(teams(closed(text)), 2);
}
