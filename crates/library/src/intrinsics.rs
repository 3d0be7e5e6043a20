//! LLVM's target-independent intrinsics, and a few of the targets'.
//!
//! Names are without `llvm.` and without the suffixes that name types.

use std::collections::HashMap;
use std::sync::LazyLock;

use zymase_calculus::Function::{self, *};

use crate::inactive::{GLOBAL, NEVER, PURE, READS, Row, through};
use crate::intrinsic::{
    Conversion, Field, Hint, IntrinsicKnown, IntrinsicMath, Masked, Reduce, ReduceKind, Shuffle, StructMath,
};
use crate::known::{CopyResult, Extent::*, Fill, Returned, Transfer};

/// What intrinsics do that preparation rewrites: they manage the stack and how functions are called.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Machinery {
    VariadicStart,
    VariadicCopy,
    VariadicEnd,
    /// Saves, restores or guards the stack.
    Stack,
    InitTrampoline,
    AdjustTrampoline,
}

const MACHINERY: &[(Machinery, &str)] = &[
    (Machinery::VariadicStart, "va_start"),
    (Machinery::VariadicCopy, "va_copy"),
    (Machinery::VariadicEnd, "va_end"),
    (Machinery::Stack, "stacksave stackrestore stackprotector stackguard stackaddress"),
    (Machinery::InitTrampoline, "init.trampoline"),
    (Machinery::AdjustTrampoline, "adjust.trampoline"),
];

/// The machinery that the intrinsic of this name, with its type suffixes, belongs to.
pub fn machinery(name: &str) -> Option<Machinery> {
    let name = name.strip_prefix("llvm.")?;
    let is_it = |plain: &str| name.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let found = MACHINERY.iter().find(|(_, names)| names.split_whitespace().any(is_it));
    found.map(|(machinery, _)| *machinery)
}

/// A rule, its number of operands, and the intrinsics that follow it, which
/// take the operands in order.
const MATH: &[(Function, usize, &str)] = &[
    (Sqrt, 1, "sqrt"),
    (Pow, 2, "pow"),
    (Powi, 2, "powi"),
    (Exp, 1, "exp"),
    (Exp2, 1, "exp2"),
    (Exp10, 1, "exp10"),
    (Log, 1, "log"),
    (Log2, 1, "log2"),
    (Log10, 1, "log10"),
    (Sin, 1, "sin"),
    (Cos, 1, "cos"),
    (Tan, 1, "tan"),
    (Asin, 1, "asin"),
    (Acos, 1, "acos"),
    (Atan, 1, "atan"),
    (Atan2, 2, "atan2"),
    (Sinh, 1, "sinh"),
    (Cosh, 1, "cosh"),
    (Tanh, 1, "tanh"),
    (Fabs, 1, "fabs"),
    (Copysign, 2, "copysign"),
    (MaxNum, 2, "maxnum"),
    (MinNum, 2, "minnum"),
    (Maximum, 2, "maximum"),
    (Minimum, 2, "minimum"),
    (MaximumNum, 2, "maximumnum"),
    (MinimumNum, 2, "minimumnum"),
    (Fma, 3, "fma fmuladd"),
    (Ceil, 1, "ceil"),
    (Floor, 1, "floor"),
    (Trunc, 1, "trunc"),
    (Round, 1, "round"),
    (RoundEven, 1, "roundeven"),
    (Rint, 1, "rint"),
    (Nearbyint, 1, "nearbyint"),
    (Ldexp, 2, "ldexp"),
];

/// The arithmetic instructions that have a constrained form. Every intrinsic
/// above has one too, or may.
const CONSTRAINED: &[(Function, usize, &str)] =
    &[(Add, 2, "fadd"), (Sub, 2, "fsub"), (Mul, 2, "fmul"), (Div, 2, "fdiv"), (Rem, 2, "frem")];

const STRUCTS: &[(&[Field], &str)] = &[
    (&[Field::Real(Frexp), Field::Integer], "frexp"),
    (&[Field::Real(Modf), Field::Real(Trunc)], "modf"),
    (&[Field::Real(Sin), Field::Real(Cos)], "sincos"),
    (&[Field::Real(SinPi), Field::Real(CosPi)], "sincospi"),
];

const COPY: Transfer =
    Transfer { destination: 0, source: 1, length: 2, may_overlap: false, returned: CopyResult::Nothing };
const FILL: Fill = Fill { destination: 0, value: Some(1), length: 2, returned: CopyResult::Nothing };

const fn reduce(kind: ReduceKind, start: bool) -> IntrinsicKnown {
    let (start, vector) = if start { (Some(0), 1) } else { (None, 0) };
    IntrinsicKnown::Reduce(Reduce { kind, start, vector })
}

const PREDICATED: &str = "vector-predicated intrinsics are not differentiated yet";
const COROUTINE: &str = "coroutines cannot be differentiated";
const VARIADIC: &str = "functions with variable arguments are not differentiated yet";
const JUMP: &str = "setjmp and longjmp cannot be differentiated";
const COLLECTED: &str = "garbage-collector intrinsics are not differentiated";

const OTHERS: &[(IntrinsicKnown, &str)] = &[
    (IntrinsicKnown::Convert(Conversion::Extend), "experimental.constrained.fpext"),
    (IntrinsicKnown::Convert(Conversion::Truncate), "experimental.constrained.fptrunc fptrunc.round"),
    (reduce(ReduceKind::Add, true), "vector.reduce.fadd experimental.vector.reduce.v2.fadd"),
    (reduce(ReduceKind::Multiply, true), "vector.reduce.fmul experimental.vector.reduce.v2.fmul"),
    (reduce(ReduceKind::MaxNum, false), "vector.reduce.fmax"),
    (reduce(ReduceKind::MinNum, false), "vector.reduce.fmin"),
    (reduce(ReduceKind::Maximum, false), "vector.reduce.fmaximum"),
    (reduce(ReduceKind::Minimum, false), "vector.reduce.fminimum"),
    (IntrinsicKnown::Copy(COPY), "memcpy memcpy.inline memcpy.element.unordered.atomic"),
    (IntrinsicKnown::Copy(Transfer { may_overlap: true, ..COPY }), "memmove memmove.element.unordered.atomic"),
    (IntrinsicKnown::Fill(FILL), "memset memset.inline memset.element.unordered.atomic"),
    (
        IntrinsicKnown::PassThrough(0),
        "expect expect.with.probability launder.invariant.group strip.invariant.group ssa.copy arithmetic.fence \
         annotation ptr.annotation threadlocal.address canonicalize preserve.static.offset",
    ),
    (IntrinsicKnown::PointerInto(0), "ptrmask preserve.array.access.index preserve.struct.access.index"),
    (IntrinsicKnown::PassThrough(0), "preserve.union.access.index"),
    (IntrinsicKnown::Hint(Hint::LifetimeStart), "lifetime.start"),
    (IntrinsicKnown::Hint(Hint::LifetimeEnd), "lifetime.end"),
    (IntrinsicKnown::Hint(Hint::InvariantStart), "invariant.start"),
    (IntrinsicKnown::Hint(Hint::InvariantEnd), "invariant.end"),
    (IntrinsicKnown::Hint(Hint::Assume), "assume"),
    (IntrinsicKnown::Hint(Hint::NoAliasScope), "experimental.noalias.scope.decl"),
    (IntrinsicKnown::Hint(Hint::Debug), "dbg.value dbg.declare dbg.assign dbg.label dbg.addr"),
    (
        IntrinsicKnown::Hint(Hint::Other),
        "donothing sideeffect prefetch pseudoprobe fake.use var.annotation codeview.annotation pcmarker \
         instrprof.callsite instrprof.cover instrprof.increment instrprof.increment.step instrprof.value.profile \
         instrprof.timestamp instrprof.mcdc.parameters instrprof.mcdc.tvbitmap.update reloc.none clear_cache",
    ),
    (IntrinsicKnown::Masked(Masked::Load), "masked.load"),
    (IntrinsicKnown::Masked(Masked::Store), "masked.store"),
    (IntrinsicKnown::Masked(Masked::Gather), "masked.gather"),
    (IntrinsicKnown::Masked(Masked::Scatter), "masked.scatter"),
    (IntrinsicKnown::Masked(Masked::ExpandLoad), "masked.expandload"),
    (IntrinsicKnown::Masked(Masked::CompressStore), "masked.compressstore"),
    (IntrinsicKnown::Shuffle(Shuffle::Insert), "vector.insert experimental.vector.insert"),
    (IntrinsicKnown::Shuffle(Shuffle::Extract), "vector.extract experimental.vector.extract"),
    (IntrinsicKnown::Shuffle(Shuffle::Reverse), "vector.reverse experimental.vector.reverse"),
    (IntrinsicKnown::Shuffle(Shuffle::Splice), "vector.splice experimental.vector.splice"),
    (IntrinsicKnown::Shuffle(Shuffle::SpliceLeft), "vector.splice.left"),
    (IntrinsicKnown::Shuffle(Shuffle::SpliceRight), "vector.splice.right"),
    (IntrinsicKnown::Shuffle(Shuffle::Interleave(2)), "vector.interleave2 experimental.vector.interleave2"),
    (IntrinsicKnown::Shuffle(Shuffle::Deinterleave(2)), "vector.deinterleave2 experimental.vector.deinterleave2"),
    (IntrinsicKnown::Shuffle(Shuffle::Compress), "experimental.vector.compress"),
    (IntrinsicKnown::StackSave, "stacksave"),
    (IntrinsicKnown::StackRestore, "stackrestore"),
    (IntrinsicKnown::Unsupported(VARIADIC), "va_start va_end va_copy"),
    (IntrinsicKnown::Unsupported(JUMP), "eh.sjlj.setjmp eh.sjlj.longjmp"),
];

const INACTIVE: &[Row] = &[
    // Integers.
    (PURE, "abs bitreverse bswap ctlz ctpop cttz clmul fshl fshr smax smin umax umin scmp ucmp"),
    (PURE, "sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow"),
    (PURE, "smul.with.overflow umul.with.overflow sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat"),
    (PURE, "smul.fix umul.fix sdiv.fix udiv.fix smul.fix.sat umul.fix.sat sdiv.fix.sat udiv.fix.sat"),
    (PURE, "vector.reduce.add vector.reduce.mul vector.reduce.and vector.reduce.or vector.reduce.xor"),
    (PURE, "vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin vector.partial.reduce.add"),
    (PURE, "vscale stepvector experimental.stepvector get.active.lane.mask experimental.get.vector.length"),
    (PURE, "experimental.cttz.elts experimental.vector.match loop.dependence.raw.mask loop.dependence.war.mask"),
    (PURE, "set.loop.iterations start.loop.iterations test.set.loop.iterations test.start.loop.iterations"),
    (PURE, "loop.decrement loop.decrement.reg"),
    // Reals to integers and back.
    (PURE, "fptosi.sat fptoui.sat lrint llrint lround llround is.fpclass"),
    (PURE, "experimental.constrained.fptosi experimental.constrained.fptoui experimental.constrained.sitofp"),
    (PURE, "experimental.constrained.uitofp experimental.constrained.fcmp experimental.constrained.fcmps"),
    (PURE, "experimental.constrained.lrint experimental.constrained.llrint experimental.constrained.lround"),
    (PURE, "experimental.constrained.llround"),
    // Questions to the compiler.
    // Numbers handlers by the tables of the function it stands in: it cannot run again in another one.
    (GLOBAL, "eh.typeid.for"),
    (PURE, "is.constant objectsize type.test public.type.test experimental.widenable.condition"),
    (PURE, "allow.runtime.check allow.ubsan.check allow.sanitize.address allow.sanitize.hwaddress"),
    (PURE, "allow.sanitize.memory allow.sanitize.thread alloc.token.id get.dynamic.area.offset"),
    (PURE, "experimental.convergence.anchor experimental.convergence.entry experimental.convergence.loop"),
    // The machine.
    (GLOBAL, "readcyclecounter readsteadycounter get.rounding set.rounding get.fpenv set.fpenv reset.fpenv"),
    (GLOBAL, "get.fpmode set.fpmode reset.fpmode read_register read_volatile_register write_register"),
    (PURE.giving(Returned::Foreign), "frameaddress returnaddress addressofreturnaddress sponentry stackaddress"),
    (PURE.giving(Returned::Foreign), "thread.pointer localaddress stackguard eh.dwarf.cfa eh.exceptionpointer"),
    (GLOBAL.writing(through![1: ForeignPointer]), "stackprotector"),
    (GLOBAL.writing(through![0: Integers]), "init.trampoline"),
    (READS.giving(Returned::Foreign), "adjust.trampoline"),
    (READS.giving(Returned::Foreign), "type.checked.load type.checked.load.relative load.relative"),
    (NEVER, "trap ubsantrap"),
    (GLOBAL, "debugtrap xray.customevent xray.typedevent asan.check.memaccess hwasan.check.memaccess"),
    (GLOBAL, "x86.rdtsc x86.rdtscp x86.sse2.pause x86.sse2.mfence x86.sse2.lfence x86.sse.sfence aarch64.hint"),
    (GLOBAL.writing(through![0: Integers]), "x86.sse.stmxcsr"),
    (GLOBAL, "x86.sse.ldmxcsr"),
    (PURE, "x86.sse2.movmsk.pd x86.sse.movmsk.ps x86.avx.movmsk.pd.256 x86.avx.movmsk.ps.256 x86.sse2.pmovmskb.128"),
    (PURE, "x86.sse2.cvtsd2si x86.sse2.cvtsd2si64 x86.sse2.cvttsd2si x86.sse2.cvttsd2si64 x86.sse.cvtss2si"),
    (PURE, "x86.sse.cvtss2si64 x86.sse.cvttss2si x86.sse.cvttss2si64 x86.avx512.sitofp.round x86.avx512.uitofp.round"),
];

/// Families by how their names start.
const PREFIXES: &[(&str, IntrinsicKnown)] = &[
    ("vp.", IntrinsicKnown::Unsupported(PREDICATED)),
    ("experimental.vp.", IntrinsicKnown::Unsupported(PREDICATED)),
    ("coro.", IntrinsicKnown::Unsupported(COROUTINE)),
    ("experimental.gc.", IntrinsicKnown::Unsupported(COLLECTED)),
    ("amdgcn.workitem.id.", IntrinsicKnown::Inactive(PURE)),
    ("amdgcn.workgroup.id.", IntrinsicKnown::Inactive(PURE)),
];

/// The operands in their usual order.
const fn operands(count: usize) -> &'static [usize] {
    match count {
        1 => &[0],
        2 => &[0, 1],
        _ => &[0, 1, 2],
    }
}

/// Gives `add` every intrinsic that has a name of its own.
pub(crate) fn each(add: &mut dyn FnMut(String, IntrinsicKnown)) {
    let math = |function, count, constrained| {
        IntrinsicKnown::Math(IntrinsicMath { function, operands: operands(count), constrained })
    };
    for &(function, count, names) in MATH {
        for name in names.split_whitespace() {
            add(name.to_string(), math(function, count, false));
            add(format!("experimental.constrained.{name}"), math(function, count, true));
        }
    }
    for &(function, count, name) in CONSTRAINED {
        add(format!("experimental.constrained.{name}"), math(function, count, true));
    }
    for &(fields, name) in STRUCTS {
        add(name.to_string(), IntrinsicKnown::StructMath(StructMath { fields }));
    }
    for n in 3..=8 {
        add(format!("vector.interleave{n}"), IntrinsicKnown::Shuffle(Shuffle::Interleave(n)));
        add(format!("vector.deinterleave{n}"), IntrinsicKnown::Shuffle(Shuffle::Deinterleave(n)));
    }
    crate::x86::each(&mut |name, known| add(name, IntrinsicKnown::X86(known)));
    for &(known, names) in OTHERS {
        names.split_whitespace().for_each(|name| add(name.to_string(), known));
    }
    for &(inactive, names) in INACTIVE {
        names.split_whitespace().for_each(|name| add(name.to_string(), IntrinsicKnown::Inactive(inactive)));
    }
}

static TABLE: LazyLock<HashMap<String, IntrinsicKnown>> = LazyLock::new(|| {
    let mut table = HashMap::new();
    each(&mut |name, known| {
        table.insert(name, known);
    });
    table
});

/// What the intrinsic `name`, `llvm.` and type suffixes included, is to
/// differentiation; `None` when it is not known.
pub fn intrinsic(name: &str) -> Option<IntrinsicKnown> {
    let name = name.strip_prefix("llvm.")?;
    if let Some(&(_, known)) = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        return Some(known);
    }
    if let Some(rest) = name.strip_prefix("nvvm.") {
        return crate::device::nvvm(rest);
    }
    // The longest known name that only type suffixes follow.
    let mut base = name;
    loop {
        if let Some(&known) = TABLE.get(base) {
            let suffixes = name[base.len()..].strip_prefix('.');
            return suffixes.is_none_or(are_types).then_some(known);
        }
        let Some(dot) = base.rfind('.') else { break };
        base = &base[..dot];
    }
    crate::x86::family(name).map(IntrinsicKnown::X86)
}

/// Whether every part of `suffixes` names a type as LLVM's overloads do. The
/// name of a struct may itself hold dots, so that all after it belongs to it.
fn are_types(suffixes: &str) -> bool {
    for part in suffixes.split('.') {
        if part.starts_with("s_") || part.starts_with("sl_") {
            return true;
        }
        if !is_type(part) {
            return false;
        }
    }
    true
}

fn is_type(part: &str) -> bool {
    if matches!(part, "bf16" | "ppcf128" | "x86amx" | "Metadata" | "isVoid") {
        return true;
    }
    let part = part.strip_prefix("nx").filter(|rest| rest.starts_with('v')).unwrap_or(part);
    let Some((kind, rest)) = part.split_at_checked(1) else { return false };
    let element = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = element.len() < rest.len();
    match kind {
        "v" | "a" => has_number && is_type(element),
        "i" | "f" => has_number && element.is_empty(),
        // A pointer, or one to a named type from before pointers were opaque.
        "p" => has_number && (element.is_empty() || is_type(element) || element.starts_with("s_")),
        "t" => rest.starts_with(|c: char| c.is_ascii_alphabetic()),
        // The number of an unnamed type.
        _ => part.bytes().all(|b| b.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machinery_is_known_with_and_without_suffixes() {
        assert_eq!(machinery("llvm.va_start"), Some(Machinery::VariadicStart));
        assert_eq!(machinery("llvm.va_start.p0"), Some(Machinery::VariadicStart));
        assert_eq!(machinery("llvm.stackrestore.p0"), Some(Machinery::Stack));
        assert_eq!(machinery("llvm.init.trampoline"), Some(Machinery::InitTrampoline));
        assert_eq!(machinery("llvm.va_started"), None);
        assert_eq!(machinery("va_start"), None);
        assert_eq!(machinery("llvm.lifetime.start.p0"), None);
    }

    #[test]
    fn all_machinery_is_known_to_differentiation() {
        let names = MACHINERY.iter().flat_map(|(_, names)| names.split_whitespace());
        names.for_each(|name| assert!(intrinsic(&format!("llvm.{name}")).is_some(), "{name}"));
    }
}
