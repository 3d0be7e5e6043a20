//! What threads of a GPU do together, and the mathematics that its compiler has intrinsics for.

use crate::intrinsic::{IntrinsicKnown, IntrinsicMath};
use crate::known::{Control, Inactive, MemoryEffect, Returned};
use zymase_calculus::Function::{self, *};

/// What threads do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// All threads of a block wait for each other.
    Barrier,
    /// So many threads of a block do.
    CountedBarrier,
    /// The lanes of a mask do.
    WarpBarrier,
    /// What a thread wrote is seen by others before what it writes next.
    Fence,
    /// Lanes of a mask read numbers of each other.
    Shuffle(Lanes),
}

/// From which lane a shuffle reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// One that is named.
    Index = 0,
    /// One so far below.
    Up = 1,
    /// One so far above.
    Down = 2,
    /// The one whose number differs in these bits.
    Butterfly = 3,
}

/// Runs once, and gives what other threads say.
const ONCE: Inactive =
    Inactive { memory: MemoryEffect::Global, overwrites: &[], returned: Returned::Constant, control: Control::Returns };

/// Looks at its arguments and gives an integer, or a number made of integers.
pub(crate) const ONCE_WITHOUT_MEMORY: Inactive = Inactive { memory: MemoryEffect::None, ..ONCE };

/// Shuffles of numbers of 64 bits, which the machine knows none of.
pub const WIDE_SHUFFLE: &str = "__zymase_shuffle_";

/// The names behind that one.
const LANES: [(&str, Lanes); 4] =
    [("idx", Lanes::Index), ("up", Lanes::Up), ("down", Lanes::Down), ("bfly", Lanes::Butterfly)];

/// The shuffle of wide numbers of this name.
pub fn wide_shuffle(name: &str) -> Option<Lanes> {
    let kind = name.strip_prefix(WIDE_SHUFFLE)?;
    LANES.into_iter().find(|(known, _)| *known == kind).map(|(_, lanes)| lanes)
}

/// Functions of CUDA's library that give the same bits another type.
const CASTS_OF_BITS: [&str; 6] = [
    "__nv_float_as_int",
    "__nv_float_as_uint",
    "__nv_int_as_float",
    "__nv_uint_as_float",
    "__nv_double_as_longlong",
    "__nv_longlong_as_double",
];

/// Does a function give the same bits another type?
pub fn casts_bits(name: &str) -> bool {
    CASTS_OF_BITS.contains(&name)
}

/// From numbers to integers, and from integers to numbers.
const CONVERSIONS: [&str; 16] = [
    "f2i.", "f2ui.", "f2ll.", "f2ull.", "d2i.r", "d2ui.", "d2ll.", "d2ull.", "i2f.", "ui2f.", "ll2f.", "ull2f.",
    "i2d.", "ui2d.", "ll2d.", "ull2d.",
];

/// CUDA's functions that convert to integers, or from them: `__nv_float2ll_rn`.
pub(crate) fn converts_integers(name: &str) -> bool {
    let Some((types, manner)) = name.strip_prefix("__nv_").and_then(|name| name.rsplit_once('_')) else { return false };
    let Some((from, to)) = types.split_once('2') else { return false };
    let is_integer = |ty: &str| matches!(ty, "int" | "uint" | "ll" | "ull");
    let is_number = |ty: &str| matches!(ty, "float" | "double");
    matches!(manner, "rn" | "rz" | "ru" | "rd")
        && (is_number(from) && is_integer(to) || is_integer(from) && is_number(to))
}

/// What is called makes its operand one between 0 and 1.
pub fn saturates(name: &str) -> bool {
    name.starts_with("llvm.nvvm.saturate.") || name == "__nv_saturatef"
}

/// Operations that round in some way, and are real functions otherwise.
const ARITHMETIC: &[(Function, usize, &str)] = &[
    (Add, 2, "add"),
    (Mul, 2, "mul"),
    (Div, 2, "div"),
    (Fma, 3, "fma"),
    (Sqrt, 1, "sqrt"),
    (Recip, 1, "rcp"),
    (Rsqrt, 1, "rsqrt"),
    (Sin, 1, "sin"),
    (Cos, 1, "cos"),
    (Exp2, 1, "ex2"),
    (Log2, 1, "lg2"),
    (Tanh, 1, "tanh"),
    (Fabs, 1, "fabs"),
    (MaxNum, 2, "fmax"),
    (MinNum, 2, "fmin"),
];

/// Steps: no derivative.
const STEPS: [&str; 4] = ["floor.", "ceil.", "trunc.", "round."];

/// How operations are rounded, and what type they have.
const MANNERS: [&str; 18] = [
    "approx", "ftz", "full", "rn", "rz", "rm", "rp", "sat", "f", "d", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64",
    "nan", "v2f16",
];

/// What threads say to each other in integers, or of themselves at the moment.
const SAID: [&str; 6] = ["vote.", "match.", "redux.sync.", "activemask", "elect.sync", "barrier.cta.red."];

/// Reads a name behind `llvm.nvvm.`.
pub(crate) fn nvvm(name: &str) -> Option<IntrinsicKnown> {
    if let Some(register) = name.strip_prefix("read.ptx.sreg.") {
        let moment = ["clock", "globaltimer", "pm", "warpid", "smid", "lanemask"];
        let changes = moment.iter().any(|start| register.starts_with(start)) && !register.starts_with("lanemask");
        let memory = if changes { MemoryEffect::Global } else { MemoryEffect::None };
        return Some(IntrinsicKnown::Inactive(Inactive { memory, ..ONCE }));
    }
    if name.starts_with("barrier.cta.red.") || name.starts_with("barrier0.") {
        return Some(IntrinsicKnown::Device(Device::Barrier));
    }
    if SAID.iter().any(|start| name.starts_with(start)) {
        return Some(IntrinsicKnown::Inactive(ONCE));
    }
    together(name).map(IntrinsicKnown::Device).or_else(|| mathematics(name))
}

fn together(name: &str) -> Option<Device> {
    if let Some(shuffle) = name.strip_prefix("shfl.sync.") {
        let (kind, ty) = shuffle.split_once('.')?;
        let lanes = LANES.into_iter().find(|(known, _)| *known == kind)?.1;
        return matches!(ty, "f32" | "i32").then_some(Device::Shuffle(lanes));
    }
    Some(match name {
        "barrier0" | "barrier.cta.sync.aligned.all" | "barrier.cta.sync.all" => Device::Barrier,
        "barrier.cta.sync.aligned.count" | "barrier.cta.sync.count" => Device::CountedBarrier,
        "bar.warp.sync" => Device::WarpBarrier,
        "membar.cta" | "membar.gl" | "membar.sys" => Device::Fence,
        _ if name.starts_with("fence.sc") || name.starts_with("fence.acq_rel") => Device::Fence,
        _ => return None,
    })
}

fn mathematics(name: &str) -> Option<IntrinsicKnown> {
    if STEPS.iter().chain(&CONVERSIONS).any(|start| name.starts_with(start)) {
        let memory = MemoryEffect::None;
        return Some(IntrinsicKnown::Inactive(Inactive { memory, ..ONCE }));
    }
    let (base, manner) = name.split_once('.')?;
    let &(function, count, _) = ARITHMETIC.iter().find(|(_, _, known)| *known == base)?;
    if !manner.split('.').all(|part| MANNERS.contains(&part)) {
        return None;
    }
    let operands: &'static [usize] = match count {
        1 => &[0],
        2 => &[0, 1],
        _ => &[0, 1, 2],
    };
    Some(IntrinsicKnown::Math(IntrinsicMath { function, operands, constrained: false }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn math(name: &str) -> Option<Function> {
        match nvvm(name) {
            Some(IntrinsicKnown::Math(math)) => Some(math.function),
            _ => None,
        }
    }

    #[test]
    fn manners_of_rounding_do_not_matter() {
        assert_eq!(math("rsqrt.approx.ftz.f"), Some(Rsqrt));
        assert_eq!(math("fma.rn.d"), Some(Fma));
        assert_eq!(math("ex2.approx.ftz.f32"), Some(Exp2));
        assert_eq!(math("add.rm.ftz.f"), Some(Add));
        assert_eq!(math("add.cc"), None);
    }

    #[test]
    fn integers_have_no_derivative() {
        assert!(matches!(nvvm("f2ll.rn"), Some(IntrinsicKnown::Inactive(_))));
        // Halves of a number are no numbers, but their bits go on.
        assert_eq!(nvvm("d2i.hi"), None);
        assert!(converts_integers("__nv_float2ll_rn") && converts_integers("__nv_uint2double_rz"));
        assert!(!converts_integers("__nv_double2float_rn") && !converts_integers("__nv_double2hiint"));
    }

    #[test]
    fn what_threads_do_together() {
        let device = |name: &str| nvvm(name);
        assert_eq!(device("barrier.cta.sync.aligned.all"), Some(IntrinsicKnown::Device(Device::Barrier)));
        assert_eq!(device("barrier.cta.red.popc.aligned.all"), Some(IntrinsicKnown::Device(Device::Barrier)));
        assert_eq!(device("shfl.sync.down.f32"), Some(IntrinsicKnown::Device(Device::Shuffle(Lanes::Down))));
        assert_eq!(device("shfl.sync.down.f32p"), None);
        assert_eq!(device("cp.async.bulk.commit.group"), None);
        assert_eq!(wide_shuffle("__zymase_shuffle_bfly"), Some(Lanes::Butterfly));
    }

    #[test]
    fn clocks_are_read_once_and_indices_again() {
        let memory = |name: &str| match nvvm(name) {
            Some(IntrinsicKnown::Inactive(inactive)) => inactive.memory,
            other => panic!("{other:?}"),
        };
        assert_eq!(memory("read.ptx.sreg.tid.x"), MemoryEffect::None);
        assert_eq!(memory("read.ptx.sreg.clock64"), MemoryEffect::Global);
    }
}
