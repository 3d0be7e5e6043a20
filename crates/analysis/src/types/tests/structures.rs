//! Structs, arrays of them, pointers in memory.
use super::analyse;

#[test]
fn struct_of_everything() {
    let case = analyse(
        "%struct.S = type { i32, double, [2 x float], ptr }
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x, ptr %y) {
          %s = alloca %struct.S
          call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %x, i64 32, i1 false)
          call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %s, i64 32, i1 false)
          ret void
        }",
    );
    let all = "{0: integer(4), 4: anything(4), 8: double, 16: float, 20: float, 24: pointer}";
    assert_eq!(case.memory("x", Some(32)), all);
    assert_eq!(case.memory("y", Some(32)), all);
}

#[test]
fn unions_are_no_evidence() {
    let case = analyse(
        "%union.U = type { i64 }
        %struct.S = type { i64, %union.U }
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x) {
          %s = alloca %struct.S
          call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %x, i64 16, i1 false)
          ret void
        }
        define void @caller(ptr %p) {
          call void @f(ptr %p)
          %q = getelementptr i8, ptr %p, i64 8
          store double 1.0, ptr %q
          ret void
        }",
    );
    assert_eq!(case.memory("x", Some(16)), "{0: integer(8), 8: double}");
    let case = analyse(
        "%union.U = type { i64 }
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x) {
          %s = alloca %union.U
          call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %x, i64 8, i1 false)
          ret void
        }",
    );
    assert_eq!(case.memory("x", Some(8)), "unknown");
}

#[test]
fn arrays_inside_structs() {
    // struct { double x[3]; long n[3]; double *p; }, indexed with variables, constants hoisted as LLVM does.
    let case = analyse(
        "define void @f(ptr %s, i64 %i) {
          %a = getelementptr double, ptr %s, i64 %i
          %v = load double, ptr %a
          %b0 = getelementptr i64, ptr %s, i64 %i
          %b = getelementptr i8, ptr %b0, i64 24
          %n = load i64, ptr %b
          %m = mul i64 %n, 3
          %c = getelementptr i8, ptr %s, i64 48
          %p = load ptr, ptr %c
          ret void
        }",
    );
    let expected = "{0: double, 8: double, 16: double, 24: integer(8), 32: integer(8), 40: integer(8), 48: pointer}";
    assert_eq!(case.memory("s", Some(56)), expected);
}

#[test]
fn arrays_that_are_counted_from_another_field() {
    // struct leaf { double values[2]; short keys[5]; int count; } and struct { struct leaf leaf; void *edges[4]; }, of which
    // `edges[i - 1]` is read: where that starts there are keys, and not enough of them for a pointer.
    let case = analyse(
        "%struct.L = type { [2 x double], [5 x i16], i32 }
        %struct.N = type { %struct.L, [4 x ptr] }
        define void @f(ptr %s, i64 %i) {
          %l = getelementptr %struct.L, ptr %s, i64 0, i32 2
          %count = load i32, ptr %l
          %n = getelementptr %struct.N, ptr %s, i64 0, i32 1
          %front = getelementptr i8, ptr %s, i64 24
          %edge = getelementptr ptr, ptr %front, i64 %i
          %p = load ptr, ptr %edge
          ret void
        }",
    );
    let expected = "{0: double, 8: double, 16: integer(2), 18: integer(2), 20: integer(2), 22: integer(2), 24: integer(2), \
                    26: anything(2), 28: integer(4), 32: pointer}";
    assert_eq!(case.memory("s", Some(40)), expected);
}

#[test]
fn arrays_of_structs() {
    let case = analyse(
        "%struct.P = type { i64, double, ptr }
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x, ptr %y, i64 %i, i64 %j) {
          %p = getelementptr %struct.P, ptr %x, i64 %i
          %q = getelementptr %struct.P, ptr %y, i64 %j
          call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 24, i1 false)
          %r = getelementptr i8, ptr %q, i64 8
          %v = load i64, ptr %r
          %z = getelementptr i8, ptr %p, i64 16
          %w = load i64, ptr %z
          store i64 %w, ptr %r
          ret void
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.memory("x", None), "{0: integer(8), 8: double, 16: pointer} every 24");
    assert_eq!(case.memory("y", Some(48)), "{0: integer(8), 8: double, 16: pointer} every 24");
}

#[test]
fn two_dimensions() {
    let case = analyse(
        "define void @f(ptr %a, ptr %b, i64 %i, i64 %j, i64 %k) {
          %p = getelementptr [4 x double], ptr %a, i64 %i, i64 %j
          %v = load double, ptr %p
          %q = getelementptr i64, ptr %a, i64 %k
          %w = load i64, ptr %q
          ret void
        }",
    );
    assert_eq!(case.of("w"), "{0: double}");
}

#[test]
fn pointers_to_pointers() {
    let case = analyse(
        "declare ptr @malloc(i64)
        define double @f(ptr %rows, ptr %out, i64 %i, i64 %j) {
          %p = getelementptr ptr, ptr %rows, i64 %i
          %row = load ptr, ptr %p
          %q = getelementptr i64, ptr %row, i64 %j
          %v = load i64, ptr %q
          store i64 %v, ptr %out
          ret double 0.0
        }
        define double @caller(ptr %out) {
          %rows = call ptr @malloc(i64 16)
          %a = call ptr @malloc(i64 80)
          %b = call ptr @malloc(i64 80)
          store ptr %a, ptr %rows
          %second = getelementptr i8, ptr %rows, i64 8
          store ptr %b, ptr %second
          %r = call double @f(ptr %rows, ptr %out, i64 1, i64 2)
          %e = getelementptr i8, ptr %b, i64 24
          store double 1.0, ptr %e
          ret double %r
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.memory("out", Some(8)), "{0: double}");
    assert_eq!(case.memory("rows", None), "{0: pointer} every 8");
}

#[test]
fn linked_lists() {
    let case = analyse(
        "define void @f(ptr %head, ptr %out) {
        entry:
          br label %loop
        loop:
          %p = phi ptr [ %head, %entry ], [ %next, %loop ]
          %v = load i64, ptr %p
          store i64 %v, ptr %out
          %link = getelementptr i8, ptr %p, i64 8
          %next = load ptr, ptr %link
          %more = icmp ne ptr %next, null
          br i1 %more, label %loop, label %done
        done:
          ret void
        }
        define void @push(ptr %list, double %x) {
          %n = call ptr @malloc(i64 16)
          store double %x, ptr %n
          %old = load ptr, ptr %list
          %link = getelementptr i8, ptr %n, i64 8
          store ptr %old, ptr %link
          store ptr %n, ptr %list
          ret void
        }
        declare ptr @malloc(i64)
        define void @caller(ptr %out) {
          %list = alloca ptr
          store ptr null, ptr %list
          call void @push(ptr %list, double 1.0)
          call void @push(ptr %list, double 2.0)
          %head = load ptr, ptr %list
          call void @f(ptr %head, ptr %out)
          ret void
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.memory("head", Some(16)), "{0: double, 8: pointer}");
}

#[test]
fn a_pointer_to_one_field_does_not_mix_the_rest() {
    let case = analyse(
        "define void @f(ptr %s, ptr %x, i64 %i, i1 %c, ptr %out) {
          %k = load i64, ptr %s
          %l = mul i64 %k, 3
          %field = getelementptr i8, ptr %s, i64 8
          %e = getelementptr i64, ptr %x, i64 %i
          %p = select i1 %c, ptr %field, ptr %e
          %v = load i64, ptr %p
          store i64 %v, ptr %out
          %d = load double, ptr %out
          ret void
        }",
    );
    assert_eq!(case.memory("s", Some(16)), "{0: integer(8), 8: double}");
    assert_eq!(case.memory("x", None), "{0: double} every 8");
}

#[test]
fn aggregates_and_vectors() {
    let case = analyse(
        "define void @f(ptr %x, ptr %y, ptr %z) {
          %v = load { i64, i64 }, ptr %x
          %a = extractvalue { i64, i64 } %v, 1
          store i64 %a, ptr %y
          %d = load double, ptr %y
          %w = load <4 x i32>, ptr %z
          %e = extractelement <4 x i32> %w, i64 3
          %g = bitcast i32 %e to float
          %t = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 3, i32 0>
          %u = bitcast <2 x i32> %t to i64
          %h = extractelement <4 x i32> %w, i64 0
          %m = mul i32 %h, 5
          ret void
        }",
    );
    assert_eq!(case.memory("x", Some(16)).replace("unknown", "?"), "?");
    let second = case.types.of_value(case.value("a")).unwrap();
    assert_eq!(second[0].kind.to_string(), "double");
    assert_eq!(case.of("u"), "{0: float, 4: integer(4)}");
}

#[test]
fn an_index_of_few_constants_is_no_array() {
    let case = analyse(
        "define void @f(ptr %n, i1 %c) {
          %o = select i1 %c, i64 24, i64 16
          %p = getelementptr i8, ptr %n, i64 %o
          %child = load ptr, ptr %p
          %k = load double, ptr %n
          ret void
        }",
    );
    assert_eq!(case.memory("n", Some(8)), "{0: double}");
    assert_eq!(case.memory("n", Some(16)), "unknown");
    let pointers = case.types.of_memory(case.value("p"), Some(8)).unwrap().to_string();
    assert_eq!(pointers, "{0: pointer}");
}

#[test]
fn declared_arrays_end() {
    let case = analyse(
        "define void @f(ptr %s, i64 %i, ptr %t, i64 %j) {
          %p = getelementptr [3 x double], ptr %s, i64 0, i64 %i
          %v = load double, ptr %p
          %q = getelementptr double, ptr %t, i64 %j
          %w = load double, ptr %q
          ret void
        }",
    );
    assert_eq!(case.memory("s", Some(24)), "{0: double} every 8");
    assert_eq!(case.memory("s", Some(32)), "unknown");
    assert_eq!(case.memory("t", Some(32)), "{0: double} every 8");
}

#[test]
fn nested_loops_that_carry_a_pointer() {
    let case = analyse(
        "define void @f(ptr %s, ptr %out, i64 %n) {
        entry:
          %start = getelementptr i8, ptr %s, i64 8
          br label %outer
        outer:
          %p = phi ptr [ %start, %entry ], [ %q, %latch ]
          br label %inner
        inner:
          %q0 = phi ptr [ %p, %outer ], [ %q, %inner ]
          %v = load i64, ptr %q0
          store i64 %v, ptr %out
          %q = getelementptr i8, ptr %q0, i64 8
          %c = icmp eq ptr %q, %out
          br i1 %c, label %latch, label %inner
        latch:
          %d = icmp eq ptr %q, %s
          br i1 %d, label %done, label %outer
        done:
          %third = getelementptr i8, ptr %s, i64 24
          %e = load double, ptr %third
          %k = load i32, ptr %s
          %l = mul i32 %k, 5
          ret void
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.memory("start", Some(24)), "{0: double} every 8");
    assert_eq!(case.memory("s", Some(4)), "{0: integer(4)}");
}

#[test]
fn recursion_and_indirect_calls() {
    let case = analyse(
        "@table = internal constant [2 x ptr] [ptr @copy, ptr @copy]
        define internal void @copy(ptr %to, ptr %from) {
          %v = load i64, ptr %from
          store i64 %v, ptr %to
          ret void
        }
        define double @f(ptr %x, ptr %y, i64 %i) {
          %p = getelementptr ptr, ptr @table, i64 %i
          %g = load ptr, ptr %p
          call void %g(ptr %y, ptr %x)
          %r = call double @f(ptr %y, ptr %x, i64 %i)
          %s = load double, ptr %y
          ret double %s
        }",
    );
    assert_eq!(case.memory("x", Some(8)), "{0: double}");
}
