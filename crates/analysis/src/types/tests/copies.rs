//! Copies of arrays and numbers.
use super::analyse;

#[test]
fn evidence_only_in_the_caller() {
    let case = analyse(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @__enzyme_autodiff(...)
        define void @f(ptr %y, ptr %x) {
          call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 32, i1 false)
          ret void
        }
        define double @caller(ptr %p, ptr %dp, ptr %dy) {
          %y = alloca [32 x i8]
          call void (...) @__enzyme_autodiff(ptr @f, ptr %y, ptr %dy, ptr %p, ptr %dp)
          %q = getelementptr i8, ptr %p, i64 8
          %v = load double, ptr %q
          %w = load <2 x double>, ptr %y
          %z = getelementptr i8, ptr %y, i64 16
          store double 1.0, ptr %z
          %z2 = getelementptr i8, ptr %y, i64 24
          store float 1.0, ptr %z2
          %z3 = getelementptr i8, ptr %y, i64 28
          store ptr %p, ptr %z3
          ret double %v
        }",
    );
    assert_eq!(case.memory("x", Some(24)), "{0: double} every 8");
    assert_eq!(case.memory("y", Some(28)), "{0: double, 8: double, 16: double, 24: float}");
}

#[test]
fn loops_that_copy_integers() {
    let case = analyse(
        "define double @f(ptr %x, ptr %y, i64 %n) {
        entry:
          br label %loop
        loop:
          %i = phi i64 [ 0, %entry ], [ %next, %loop ]
          %p = getelementptr i64, ptr %x, i64 %i
          %q = getelementptr i64, ptr %y, i64 %i
          %v = load i64, ptr %p
          store i64 %v, ptr %q
          %next = add i64 %i, 1
          %more = icmp ult i64 %next, %n
          br i1 %more, label %loop, label %done
        done:
          %r = getelementptr i8, ptr %y, i64 8
          %s = load double, ptr %r
          ret double %s
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.memory("x", None), "{0: double} every 8");
    assert_eq!(case.memory("y", Some(800)), "{0: double} every 8");
    assert_eq!(case.of("i"), "{0: integer(8)}");
    assert_eq!(case.of("n"), "{0: integer(8)}");
}

#[test]
fn pointers_that_step() {
    let case = analyse(
        "define void @f(ptr %x, ptr %end, ptr %y) {
        entry:
          br label %loop
        loop:
          %p = phi ptr [ %x, %entry ], [ %p.next, %loop ]
          %q = phi ptr [ %y, %entry ], [ %q.next, %loop ]
          %v = load i64, ptr %p
          store i64 %v, ptr %q
          %p.next = getelementptr i8, ptr %p, i64 8
          %q.next = getelementptr i8, ptr %q, i64 8
          %more = icmp ne ptr %p.next, %end
          br i1 %more, label %loop, label %done
        done:
          %last = getelementptr i8, ptr %x, i64 40
          %s = load double, ptr %last
          ret void
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.memory("y", None), "{0: double} every 8");
}

#[test]
fn no_evidence_is_an_error() {
    let case = analyse(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x, ptr %y, i64 %n) {
          %v = load i64, ptr %x
          store i64 %v, ptr %y
          ret void
        }",
    );
    assert_eq!(case.of("v"), "unknown");
    assert_eq!(case.memory("x", Some(8)), "unknown");
    assert_eq!(case.memory("x", None), "unknown");
    let problem = case.types.words(&case.types.of_value(case.value("v")).unwrap_err());
    assert!(problem.hint.contains("__enzyme_double"), "{problem:?}");
    assert!(!problem.chain.is_empty(), "{problem:?}");
}

#[test]
fn hints_are_evidence() {
    let case = analyse(
        "declare void @__enzyme_float(ptr, i64)
        declare void @__enzyme_pointer(ptr)
        define void @f(ptr %x, ptr %y, ptr %z) {
          call void @__enzyme_float(ptr %x, i64 8)
          call void @__enzyme_pointer(ptr %z)
          %v = load i64, ptr %x
          store i64 %v, ptr %y
          ret void
        }",
    );
    assert_eq!(case.of("v"), "{0: float, 4: float}");
    assert_eq!(case.memory("y", Some(8)), "{0: float} every 4");
    assert_eq!(case.memory("z", None), "{0: pointer} every 8");
}

#[test]
fn nobody_looks_at_it() {
    let case = analyse(
        "define void @f(ptr %x) {
          %a = alloca [16 x i8]
          %b = alloca [16 x i8]
          %v = load i64, ptr %a
          store i64 %v, ptr %b
          ret void
        }",
    );
    assert_eq!(case.of("v"), "{0: anything(8)}");
}

#[test]
fn bits_of_floats() {
    let case = analyse(
        "define float @f(ptr %x, ptr %y, i64 %pair) {
          %v = load i64, ptr %x
          %abs = and i64 %v, 9223372036854775807
          %d = bitcast i64 %abs to double
          %lo = trunc i64 %pair to i32
          %hi.wide = lshr i64 %pair, 32
          %hi = trunc i64 %hi.wide to i32
          %n = add i32 %lo, 1
          %g = bitcast i32 %hi to float
          %a = load i32, ptr %y
          %p = getelementptr i8, ptr %y, i64 4
          %b = load i32, ptr %p
          %za = zext i32 %a to i64
          %zb = zext i32 %b to i64
          %sb = shl i64 %zb, 32
          %both = or i64 %za, %sb
          %q = getelementptr i8, ptr %y, i64 16
          store i64 %both, ptr %q
          %r = getelementptr i8, ptr %y, i64 20
          %h = load float, ptr %r
          %w = icmp sgt i32 %a, 7
          ret float %g
        }",
    );
    assert_eq!(case.of("v"), "{0: double}");
    assert_eq!(case.of("pair"), "{0: integer(4), 4: float}");
    assert_eq!(case.of("b"), "{0: float}");
    assert_eq!(case.of("both"), "{0: integer(4), 4: float}");
    assert_eq!(case.memory("y", Some(8)), "{0: integer(4), 4: float}");
}

#[test]
fn contradictions_and_unions() {
    let case = analyse(
        "define void @f(ptr %x, ptr %y, ptr %z) {
          %a = load double, ptr %x
          %b = load float, ptr %x
          %c = load double, ptr %y
          %d = load ptr, ptr %y
          %e = load double, ptr %z
          %g = load i64, ptr %z
          %h = mul i64 %g, 3
          ret void
        }",
    );
    assert_eq!(case.memory("x", Some(8)), "contradiction");
    assert_eq!(case.memory("y", Some(8)), "{0: double or pointer}");
    assert_eq!(case.memory("z", Some(8)), "{0: double|integer}");
    assert_eq!(case.of("h"), "{0: integer(8)}");
}

#[test]
fn variable_lengths() {
    let case = analyse(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare ptr @malloc(i64)
        define double @f(ptr %x, i64 %n) {
          %bytes = mul i64 %n, 24
          %y = call ptr @malloc(i64 %bytes)
          call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %bytes, i1 false)
          %p = getelementptr i8, ptr %y, i64 8
          %s = load double, ptr %p
          %q = getelementptr i8, ptr %y, i64 16
          %t = load ptr, ptr %q
          %k = load i32, ptr %y
          %m = add i32 %k, 1
          %r = getelementptr i8, ptr %x, i64 4
          store float 1.0, ptr %r
          ret double %s
        }",
    );
    assert_eq!(case.memory("x", None), "{0: integer(4), 4: float, 8: double, 16: pointer} every 24");
}

#[test]
fn no_evidence_is_lost_in_long_structs() {
    // 3000 numbers, each stored alone, and copied at once.
    const COUNT: u64 = 3000;
    let store = |n: u64| format!("%p{n} = getelementptr i8, ptr %x, i64 {}\nstore double 1.0, ptr %p{n}\n", 8 * n);
    let stores: String = (0..COUNT).map(store).collect();
    let bytes = 8 * COUNT;
    let case = analyse(&format!(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x) {{
          %y = alloca [{bytes} x i8]
          {stores}
          call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 {bytes}, i1 false)
          ret void
        }}"
    ));
    assert_eq!(case.copies(), ["{0: double} every 8"]);
}

#[test]
fn pointers_in_long_structs_are_not_forgotten() {
    // The last of 3000 pointers: what lies behind it is a number, or not known, but not unused.
    const COUNT: u64 = 3000;
    let store = |n: u64| format!("%p{n} = getelementptr i8, ptr %x, i64 {}\n%q{n} = load ptr, ptr %p{n}\n", 8 * n);
    let loads: String = (0..COUNT).map(store).collect();
    let case = analyse(&format!(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %x) {{
          %y = alloca [8 x i8]
          {loads}
          %last = getelementptr i8, ptr %x, i64 {}
          %number = load ptr, ptr %last
          store double 1.0, ptr %number
          %again = load ptr, ptr %last
          call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %again, i64 8, i1 false)
          ret void
        }}",
        8 * (COUNT - 1)
    ));
    assert_eq!(case.copies(), ["unknown"]);
}

/// A header of one character, and numbers behind it at offsets that are counted up from `start`.
fn behind_a_header(next: &str) -> String {
    let case = analyse(&format!(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %p, i64 %bytes, double %v, ptr %table) {{
        entry:
          %q = alloca [256 x i8]
          %tag = load i8, ptr %p
          %count = zext i8 %tag to i64
          %limit = mul i64 %count, 8
          br label %loop
        loop:
          %at = phi i64 [ 1, %entry ], [ %next, %loop ]
          %place = getelementptr i8, ptr %p, i64 %at
          store double %v, ptr %place
          {next}
          %more = icmp ult i64 %next, %limit
          br i1 %more, label %loop, label %done
        done:
          call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %bytes, i1 false)
          ret void
        }}"
    ));
    case.memory("p", None)
}

#[test]
fn numbers_behind_a_header() {
    let counted = behind_a_header("%next = add i64 %at, 8");
    assert_eq!(counted, "{0: integer(1), 1: double} from 1 on every 8");
    assert!(behind_a_header("%next = load i64, ptr %table").contains("it is not known where"));
}
