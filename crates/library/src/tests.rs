//! Tests of the tables as a whole.

use std::collections::BTreeSet;

use zymase_calculus::linear::Routine;
use zymase_calculus::{Function, operand_count};

use super::*;

fn math(name: &str) -> Math {
    match lookup(name) {
        Some(Known::Math(math)) => math,
        other => panic!("{name}: {other:?}"),
    }
}

fn inactive(name: &str) -> Inactive {
    match lookup(name) {
        Some(Known::Inactive(inactive)) => inactive,
        other => panic!("{name}: {other:?}"),
    }
}

/// C99's functions with a rule, by their names on `double`.
const C99: &[(&str, Function)] = {
    use Function::*;
    &[
        ("acos", Acos),
        ("asin", Asin),
        ("atan", Atan),
        ("atan2", Atan2),
        ("cos", Cos),
        ("sin", Sin),
        ("tan", Tan),
        ("acosh", Acosh),
        ("asinh", Asinh),
        ("atanh", Atanh),
        ("cosh", Cosh),
        ("sinh", Sinh),
        ("tanh", Tanh),
        ("exp", Exp),
        ("exp2", Exp2),
        ("expm1", Expm1),
        ("frexp", Frexp),
        ("ldexp", Ldexp),
        ("log", Log),
        ("log10", Log10),
        ("log1p", Log1p),
        ("log2", Log2),
        ("logb", Logb),
        ("scalbn", Scalbn),
        ("scalbln", Scalbln),
        ("cbrt", Cbrt),
        ("fabs", Fabs),
        ("hypot", Hypot),
        ("pow", Pow),
        ("sqrt", Sqrt),
        ("erf", Erf),
        ("erfc", Erfc),
        ("lgamma", Lgamma),
        ("tgamma", Tgamma),
        ("ceil", Ceil),
        ("floor", Floor),
        ("nearbyint", Nearbyint),
        ("rint", Rint),
        ("round", Round),
        ("trunc", Trunc),
        ("fmod", Rem),
        ("remainder", Remainder),
        ("remquo", Remquo),
        ("copysign", Copysign),
        ("nextafter", Nextafter),
        ("nexttoward", Nexttoward),
        ("fdim", Fdim),
        ("fmax", MaxNum),
        ("fmin", MinNum),
        ("fma", Fma),
    ]
};

#[test]
fn c99_functions_have_their_rule_in_every_precision() {
    for &(name, function) in C99 {
        for (suffix, precision) in [("f", Precision::Single), ("", Precision::Double), ("l", Precision::Extended)] {
            let found = math(&format!("{name}{suffix}"));
            assert_eq!((found.function, found.precision), (function, precision), "{name}{suffix}");
            assert_eq!(found, math(&format!("__{name}{suffix}_finite")));
        }
    }
}

#[test]
fn c99_functions_without_a_real_result_are_inactive() {
    for name in ["ilogb", "lrint", "llrint", "lround", "llround", "nan"] {
        for suffix in ["f", "", "l"] {
            assert_eq!(inactive(&format!("{name}{suffix}")).returned, Returned::Constant);
        }
    }
    for (name, precision) in [("modff", Precision::Single), ("modf", Precision::Double), ("modfl", Precision::Extended)]
    {
        let Some(Known::SplitMath(split)) = lookup(name) else { panic!("{name}") };
        assert_eq!((split.precision, split.returned), (precision, Some(Function::Modf)));
        assert_eq!(split.stored, [(1, Function::Trunc)]);
    }
}

#[test]
fn operands_and_outputs_are_where_c_has_them() {
    assert_eq!(math("frexp").integer_outputs, [1]);
    assert_eq!(math("remquof").integer_outputs, [2]);
    assert_eq!(math("lgammaf_r"), Math { precision: Precision::Single, ..math("lgamma_r") });
    assert_eq!(math("lgamma_r").integer_outputs, [1]);
    assert_eq!(math("__lgammal_r_finite").precision, Precision::Extended);
    assert_eq!(lookup("cargf"), Some(Known::ComplexMath(ComplexFunction::Arg)));
    assert_eq!(math("__powidf2").function, Function::Powi);
    assert_eq!(math("\x01sinf"), math("sinf"));
    assert_eq!(math("_ZGVdN4vv_pow"), math("pow"));
    assert_eq!(math("_ZGVbN4v_sinf"), math("sinf"));
    assert_eq!(lookup("_ZGVbN2vl8l8_sincos"), None);
    assert_eq!(lookup("_ZGVbM2v_sin"), None);
    assert_eq!(lookup("_ZGVbN2v_malloc"), None);
    each(&mut |name, known| {
        if let Known::Math(math) = known {
            assert_eq!(math.operands.len(), operand_count(math.function), "{name}");
        }
    });
}

#[test]
fn every_function_of_libm_is_known() {
    for &function in Function::ALL {
        let Some(name) = zymase_calculus::libm_name(function) else { continue };
        match lookup(name) {
            Some(Known::Math(math)) => assert_eq!(math.function, function),
            Some(Known::SplitMath(split)) => assert_eq!(split.returned, Some(function)),
            Some(Known::Inactive(_)) => assert!(matches!(name, "lrint" | "llrint" | "lround" | "llround" | "ilogb")),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn no_name_is_listed_twice() {
    let mut symbols = BTreeSet::new();
    each(&mut |name, _| assert!(symbols.insert(name.clone()), "{name}"));
    let mut names = BTreeSet::new();
    intrinsics::each(&mut |name, _| assert!(names.insert(name.clone()), "{name}"));
}

#[test]
fn overwrites_imply_a_memory_effect() {
    let check = |name: &str, inactive: Inactive| {
        if !inactive.overwrites.is_empty() {
            assert!(inactive.memory >= MemoryEffect::WritesArguments, "{name}");
        }
        assert!(inactive.memory != MemoryEffect::WritesArguments || !inactive.overwrites.is_empty(), "{name}");
    };
    each(&mut |name, known| {
        if let Known::Inactive(inactive) = known {
            check(&name, inactive);
        }
    });
    intrinsics::each(&mut |name, known| {
        if let IntrinsicKnown::Inactive(inactive) = known {
            check(&name, inactive);
        }
    });
}

#[test]
fn every_form_of_new_and_delete() {
    for (array, letter, heaps) in
        [(false, 'w', [Heap::New, Heap::NewAligned]), (true, 'a', [Heap::NewArray, Heap::NewArrayAligned])]
    {
        for size in ['m', 'j'] {
            for (k, align) in ["", "St11align_val_t"].into_iter().enumerate() {
                for (n, nothrow) in ["", "RKSt9nothrow_t"].into_iter().enumerate() {
                    let name = format!("_Zn{letter}{size}{align}{nothrow}");
                    let Some(Known::Allocate(new)) = lookup(&name) else { panic!("{name}") };
                    assert_eq!((new.heap, new.nullable, new.alignment.is_some()), (heaps[k], n == 1, k == 1));
                    assert_eq!(new.size, Size::Argument(0));
                    let (symbol, free) = deallocator(&name).expect("a deallocator");
                    assert_eq!(lookup(&symbol), Some(Known::Free(free)));
                    let letter = if array { 'a' } else { 'l' };
                    for sized in ["".to_string(), size.to_string()] {
                        let name = format!("_Zd{letter}Pv{sized}{align}{nothrow}");
                        let Some(Known::Free(free)) = lookup(&name) else { panic!("{name}") };
                        assert_eq!((free.heap, free.pointer, free.size.is_some()), (heaps[k], 0, !sized.is_empty()));
                        assert_eq!(free.alignment, (k == 1).then_some(if sized.is_empty() { 1 } else { 2 }));
                    }
                }
            }
        }
    }
    assert!(matches!(lookup("_ZnwmSt11align_val_tRKSt9nothrow_t12__hot_cold_t"), Some(Known::Allocate(_))));
    assert_eq!(lookup("_ZnwmPv"), None);
    assert_eq!(lookup("_Zn"), None);
}

#[test]
fn allocators_of_c_and_rust() {
    let Some(Known::Allocate(stored)) = lookup("posix_memalign") else { panic!() };
    assert_eq!((stored.provided, stored.size, stored.alignment), (Provided::Stored(0), Size::Argument(2), Some(1)));
    assert_eq!(deallocator("calloc").map(|(symbol, _)| symbol).as_deref(), Some("free"));
    assert_eq!(deallocator("free"), None);
    let mangled = "_RNvCs7kQ0HNc0Uig_7___rustc12___rust_alloc";
    for name in ["__rust_alloc", mangled, "__rdl_alloc", "_RNvCs7kQ0HNc0Uig_7___rustc11___rdl_alloc"] {
        let Some(Known::Allocate(allocate)) = lookup(name) else { panic!("{name}") };
        assert_eq!((allocate.heap, allocate.alignment, allocate.zeroed), (Heap::Rust, Some(1), false));
        let (symbol, free) = deallocator(name).expect("a deallocator");
        assert_eq!(lookup(&symbol), Some(Known::Free(free)));
    }
    assert_eq!(
        deallocator(mangled).map(|(symbol, _)| symbol).as_deref(),
        Some("_RNvCs7kQ0HNc0Uig_7___rustc14___rust_dealloc")
    );
    let Some(Known::Reallocate(realloc)) = lookup("__rust_realloc") else { panic!() };
    assert_eq!((realloc.old_size, realloc.new_size), (Some(1), Size::Argument(3)));
    inactive("_RNvCs7kQ0HNc0Uig_7___rustc35___rust_no_alloc_shim_is_unstable_v2");
}

#[test]
fn runtimes() {
    for name in [
        "_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE",
        "_RNvNtCs5l0EXMQXRMU_4core9panicking5panic",
        "_ZSt20__throw_length_errorPKc",
        "_ZNKSt3__16vectorIdNS_9allocatorIdEEE20__throw_length_errorEv",
        "__assert_fail",
        "exit",
    ] {
        assert_eq!(inactive(name).control, Control::Never, "{name}");
    }
    for name in [
        "_ZNSo9_M_insertIdEERSoT_",
        "_ZNSolsEi",
        "_ZNSo3putEc",
        "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
        "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
    ] {
        assert_eq!(inactive(name).returned, Returned::PointerInto(0), "{name}");
    }
    for name in [
        "_RNvNtNtCsjrHSEGnQ3l9_3std2io5stdio6__print",
        "_ZN3std2io5stdio6_print17h0123456789abcdefE",
        "_RNvMNtCsjrHSEGnQ3l9_3std4timeNtB2_7Instant3now",
        "_RNvMsa_NtCsgEmfK2I1SDS_4core3fmtNtB5_9Formatter9write_str",
    ] {
        assert_eq!(inactive(name).control, Control::MayUnwind, "{name}");
    }
    inactive("_ZNSt8ios_base4InitC1Ev");
    assert_eq!(inactive("_ZNSirsERd").overwrites[0].extent, Extent::Real(Precision::Double));
    assert_eq!(inactive("_ZNSi8readsomeEPcl").overwrites[0].argument, 1);
    assert_eq!(lookup("__cxa_throw"), Some(Known::Exception(Exception::Throw)));
    assert!(matches!(lookup("__kmpc_fork_call"), Some(Known::Unsupported(_))));
    assert!(matches!(lookup("MPI_Send"), Some(Known::Mpi(Mpi { name: "Send", from: Some(0), to: None, .. }))));
    assert!(matches!(lookup("PMPI_Recv"), Some(Known::Mpi(Mpi { name: "Recv", from: None, to: Some(0), .. }))));
    assert!(matches!(lookup("MPI_Put"), Some(Known::Mpi(Mpi { name: "Put", from: Some(0), to: None, .. }))));
    assert!(matches!(lookup("MPI_Rput"), Some(Known::Unsupported(_))));
    assert!(matches!(lookup("MPI_Win_lock"), Some(Known::Unsupported(_))));
    inactive("MPI_Comm_rank");
    assert_eq!(lookup("_ZN2my3sinEd"), None);
    assert_eq!(lookup(""), None);
}

#[test]
fn overwritten_memory_is_described() {
    assert_eq!(inactive("fread").overwrites[0].extent, Extent::Product(1, 2));
    assert_eq!(inactive("fscanf").overwrites[0], Overwrite { argument: 2, extent: Extent::Scanned });
    assert_eq!(inactive("strtod").overwrites[0], Overwrite { argument: 1, extent: Extent::PointerInto(0) });
    assert_eq!(inactive("fopen").returned, Returned::Foreign);
    assert_eq!(inactive("strchr").returned, Returned::PointerInto(0));
    assert_eq!(inactive("strlen").memory, MemoryEffect::ReadsArguments);
}

#[test]
fn intrinsics_are_found_with_their_suffixes() {
    let function = |name: &str| match intrinsic(name) {
        Some(IntrinsicKnown::Math(math)) => {
            assert_eq!(math.operands.len(), operand_count(math.function), "{name}");
            (math.function, math.constrained)
        }
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(function("llvm.sin.f64"), (Function::Sin, false));
    assert_eq!(function("llvm.fma.v2f64"), (Function::Fma, false));
    assert_eq!(function("llvm.fmuladd.nxv4f32"), (Function::Fma, false));
    assert_eq!(function("llvm.powi.f64.i32"), (Function::Powi, false));
    assert_eq!(function("llvm.sqrt.ppcf128"), (Function::Sqrt, false));
    assert_eq!(function("llvm.experimental.constrained.fadd.f64"), (Function::Add, true));
    assert_eq!(function("llvm.experimental.constrained.sin.v4f32"), (Function::Sin, true));
    let found = |name: &str| intrinsic(name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(found("llvm.lifetime.start.p0"), IntrinsicKnown::Hint(Hint::LifetimeStart));
    assert_eq!(found("llvm.lifetime.end.p0i8"), IntrinsicKnown::Hint(Hint::LifetimeEnd));
    assert_eq!(found("llvm.dbg.value"), IntrinsicKnown::Hint(Hint::Debug));
    assert_eq!(found("llvm.ptrmask.p0.i64"), IntrinsicKnown::PointerInto(0));
    assert_eq!(found("llvm.ssa.copy.s_struct.pairs"), IntrinsicKnown::PassThrough(0));
    assert_eq!(found("llvm.masked.gather.v4f64.v4p0"), IntrinsicKnown::Masked(Masked::Gather));
    assert_eq!(found("llvm.vector.deinterleave3.v12f32"), IntrinsicKnown::Shuffle(Shuffle::Deinterleave(3)));
    assert!(matches!(found("llvm.umax.v2i64"), IntrinsicKnown::Inactive(_)));
    assert!(matches!(found("llvm.memcpy.p0.p0.i64"), IntrinsicKnown::Copy(t) if !t.may_overlap));
    assert!(matches!(found("llvm.memmove.element.unordered.atomic.p0.p0.i32"), IntrinsicKnown::Copy(_)));
    assert!(matches!(found("llvm.vector.reduce.fadd.v4f64"), IntrinsicKnown::Reduce(r) if r.start == Some(0)));
    assert!(matches!(found("llvm.sincospi.f32"), IntrinsicKnown::StructMath(s) if s.fields.len() == 2));
    assert!(matches!(found("llvm.vp.fadd.v4f64"), IntrinsicKnown::Unsupported(_)));
    for unknown in ["llvm.matrix.multiply.v4f64", "llvm.sin.weird", "llvm.memcpy.streaming.p0", "llvm.", "sin.f64"] {
        assert_eq!(intrinsic(unknown), None, "{unknown}");
    }
}

#[test]
fn masked_operands_with_and_without_alignment() {
    let load = Masked::Load.places(4).expect("four operands");
    assert_eq!((load.pointer, load.alignment, load.mask, load.otherwise), (0, Some(1), 2, Some(3)));
    let load = Masked::Load.places(3).expect("three operands");
    assert_eq!((load.pointer, load.alignment, load.mask, load.otherwise), (0, None, 1, Some(2)));
    let scatter = Masked::Scatter.places(3).expect("three operands");
    assert_eq!((scatter.value, scatter.pointer, scatter.mask), (Some(0), 1, 2));
    assert_eq!(Masked::ExpandLoad.places(4), None);
}

#[test]
fn symbols_of_linear_algebra() {
    let known = |name: &str| match lookup(name) {
        Some(Known::Linear(linear)) => (linear.routine, linear.precision, linear.convention, linear.wide),
        other => panic!("{name}: {other:?}"),
    };
    use Convention::{C, Fortran};
    use Precision::{Double, Single};
    assert_eq!(known("ddot_"), (Routine::Dot, Double, Fortran, false));
    assert_eq!(known("sgemm_64_"), (Routine::Gemm, Single, Fortran, true));
    assert_eq!(known("ddot64_"), (Routine::Dot, Double, Fortran, true));
    assert_eq!(known("cblas_dsyr2k"), (Routine::Syr2k, Double, C, false));
    assert_eq!(known("cblas_idamax"), (Routine::Amax, Double, C, false));
    assert_eq!(known("isamax_"), (Routine::Amax, Single, Fortran, false));
    assert_eq!(known("dpotrf_"), (Routine::Potrf, Double, Fortran, false));
    assert_eq!(known("ddot"), (Routine::Dot, Double, Fortran, false));
    for unknown in ["dot", "dgesvd", "dot_", "xgemm_", "cblas_dpotrf", "d_", "swap_"] {
        assert_eq!(lookup(unknown), None, "{unknown}");
    }
    for written_out in ["zgemm_", "cblas_cdotu_sub", "drotg_", "cblas_dgbmv", "dgesv_", "LAPACKE_dgetrf", "dznrm2_"] {
        assert_eq!(lookup(written_out), Some(Known::WrittenOut), "{written_out}");
    }
    for unsupported in ["zherk_", "cblas_ctrsm", "drotmg_", "dgesvd_", "LAPACKE_dsyev"] {
        assert!(matches!(lookup(unsupported), Some(Known::Unsupported(_))), "{unsupported}");
    }
}

#[test]
fn routines_of_linear_algebra_know_their_parameters_and_siblings() {
    let linear = |name: &str| match lookup(name) {
        Some(Known::Linear(linear)) => linear,
        other => panic!("{name}: {other:?}"),
    };
    let names = |l: Linear| l.parameters().iter().map(|p| p.name).collect::<Vec<_>>().join(" ");
    assert_eq!(names(linear("dger_")), "m n alpha x incx y incy A lda");
    assert_eq!(names(linear("cblas_dger")), "layout m n alpha x incx y incy A lda");
    assert_eq!(names(linear("cblas_daxpy")), "n alpha x incx y incy");
    let written = |l: Linear| l.parameters().iter().filter(|p| p.written).map(|p| p.name).collect::<Vec<_>>();
    assert_eq!(written(linear("dgetrf_")), ["A", "ipiv", "info"]);
    assert_eq!(linear("sgemm_64_").with_routine(Routine::Trsm).symbol(), "strsm_64_");
    assert_eq!(linear("cblas_ddot").with_routine(Routine::Axpy).symbol(), "cblas_daxpy");
}

#[test]
fn scanning_formats_are_read() {
    let reals = |format: &str| {
        let found = conversions(format)?;
        Some(found.iter().map(|c| (c.real, c.counted)).collect::<Vec<_>>())
    };
    let (single, double) = (Some(Precision::Single), Some(Precision::Double));
    assert_eq!(reals("%d %lf,%f"), Some(vec![(None, true), (double, true), (single, true)]));
    assert_eq!(reals("%*f %%%7s%n"), Some(vec![(None, true), (None, false)]));
    assert_eq!(reals("%[^]x] %3lg"), Some(vec![(None, true), (double, true)]));
    assert_eq!(reals("%1$d"), None);
    assert_eq!(reals("%"), None);
}
