//! The vector intrinsics of x86: what `<immintrin.h>` becomes where Clang has no plain instruction for it.
//!
//! Names are without `llvm.x86.` and without the `.128`, `.256` and `.512` that end them. Intrinsics that give integers
//! are not listed: no derivative flows through them ([`integers_of_x86`]).

use zymase_calculus::Function::{self, *};

use crate::inactive::PURE;
use crate::known::Inactive;

/// What an intrinsic of x86 computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum X86 {
    /// The same on each lane.
    Lanewise(Lanewise),
    /// `hadd` and `hsub`: neighbouring lanes are combined, those of the first operand first, in each 128 bits.
    Horizontal(Function),
    /// `addsub`: even lanes are subtracted, odd ones added.
    Alternate,
    /// `vfmaddsub`: as `addsub`, with a product.
    AlternateFused,
    /// `dp`: a dot product in each 128 bits; an immediate says of what and where to.
    Dot,
    /// `blendv`: the second operand where the sign of the third is set.
    Blend,
    /// `cmp`: all bits of lane 0 are set where a comparison holds.
    CompareFirst,
    /// Lanes are chosen by integers.
    Permute(Permute),
    /// `insertps`: a lane of the second operand over one of the first, and zeros; an immediate says which.
    InsertLane,
    /// `compress(vector, otherwise, mask)`: lanes whose bit is set, one after the other.
    Compress,
    /// `expand(vector, otherwise, mask)`: lane after lane to where the bit is set.
    Expand,
    /// Memory under a mask.
    Access(Access),
    /// A conversion to a narrower format; the lanes that are left are 0.
    Narrow,
    /// `cvtsd2ss(a, b)`: the first lane of `b`, in the format of `a` and over its first lane.
    NarrowFirst,
    /// `vcvtps2ph`: to `half` in integers, by the rounding in operand 1.
    ToHalf {
        /// Operands for the lanes that are off, and the mask.
        merge: Option<Merge>,
    },
}

/// An operation on each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanewise {
    /// What is computed.
    pub operation: Operation,
    /// Its operands.
    pub operands: &'static [usize],
    /// Says how it rounds, if the call has so many operands.
    pub rounding: Option<usize>,
    /// Lanes may be off.
    pub merge: Option<Merge>,
    /// Only lane 0; the others are those of operand 0.
    pub first_only: bool,
}

/// What is in the lanes whose bit in a mask is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The operand whose lanes these are.
    pub otherwise: usize,
    /// The operand that is the mask, an integer.
    pub mask: usize,
}

/// What is computed on each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// A function that LLVM has too, but for how it may be told to round.
    Plain(Function),
    /// The first operand where it is greater, else the second.
    Max,
    /// The first operand where it is less, else the second.
    Min,
    /// Rounds to a multiple of a power of two; the immediate is this operand.
    Round(usize),
    /// The instruction stays, and this is the rule of its derivative.
    Instruction(Function),
    /// A change of format.
    Convert,
}

/// How lanes are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permute {
    /// `vpermilvar(vector, index)`: within 128 bits.
    Within,
    /// `permvar(vector, index)`: anywhere.
    Across,
    /// `vpermi2var(first, index, second)`: from two vectors.
    Two,
}

/// Access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `maskload(pointer, mask)`: signs are the mask, other lanes are 0.
    Load,
    /// `maskstore(pointer, mask, value)`
    Store,
    /// `gather(otherwise, base, index, mask, scale)`
    Gather,
    /// `scatter(base, mask, index, value, scale)`
    Scatter,
}

const fn lanewise(operation: Operation, operands: &'static [usize]) -> Lanewise {
    Lanewise { operation, operands, rounding: None, merge: None, first_only: false }
}

impl Lanewise {
    const fn rounded(self, operand: usize) -> Lanewise {
        Lanewise { rounding: Some(operand), ..self }
    }

    const fn masked(self, otherwise: usize, mask: usize) -> Lanewise {
        Lanewise { merge: Some(Merge { otherwise, mask }), ..self }
    }

    const fn first(self) -> Lanewise {
        Lanewise { first_only: true, ..self }
    }
}

use Operation::{Convert, Instruction, Max, Min, Plain, Round};

const LANEWISE: &[(Lanewise, &str)] = &[
    (lanewise(Max, &[0, 1]), "sse.max.ps sse2.max.pd avx.max.ps avx.max.pd avx512.max.ps avx512.max.pd"),
    (lanewise(Min, &[0, 1]), "sse.min.ps sse2.min.pd avx.min.ps avx.min.pd avx512.min.ps avx512.min.pd"),
    (lanewise(Max, &[0, 1]).first(), "sse.max.ss sse2.max.sd"),
    (lanewise(Min, &[0, 1]).first(), "sse.min.ss sse2.min.sd"),
    (lanewise(Max, &[0, 1]).first().masked(2, 3), "avx512.mask.max.ss.round avx512.mask.max.sd.round"),
    (lanewise(Min, &[0, 1]).first().masked(2, 3), "avx512.mask.min.ss.round avx512.mask.min.sd.round"),
    (lanewise(Round(1), &[0]), "sse41.round.ps sse41.round.pd avx.round.ps avx.round.pd"),
    (lanewise(Round(2), &[1]).first(), "sse41.round.ss sse41.round.sd"),
    (lanewise(Round(1), &[0]).masked(2, 3), "avx512.mask.rndscale.ps avx512.mask.rndscale.pd"),
    (lanewise(Round(4), &[1]).first().masked(2, 3), "avx512.mask.rndscale.ss avx512.mask.rndscale.sd"),
    (lanewise(Plain(Add), &[0, 1]).rounded(2), "avx512.add.ps avx512.add.pd"),
    (lanewise(Plain(Sub), &[0, 1]).rounded(2), "avx512.sub.ps avx512.sub.pd"),
    (lanewise(Plain(Mul), &[0, 1]).rounded(2), "avx512.mul.ps avx512.mul.pd"),
    (lanewise(Plain(Div), &[0, 1]).rounded(2), "avx512.div.ps avx512.div.pd"),
    (lanewise(Plain(Sqrt), &[0]).rounded(1), "avx512.sqrt.ps avx512.sqrt.pd"),
    (
        lanewise(Plain(Fma), &[0, 1, 2]).rounded(3),
        "avx512.vfmadd.ps avx512.vfmadd.pd avx512.vfmadd.f32 avx512.vfmadd.f64",
    ),
    (
        lanewise(Plain(Add), &[0, 1]).rounded(4).first().masked(2, 3),
        "avx512.mask.add.ss.round avx512.mask.add.sd.round",
    ),
    (
        lanewise(Plain(Sub), &[0, 1]).rounded(4).first().masked(2, 3),
        "avx512.mask.sub.ss.round avx512.mask.sub.sd.round",
    ),
    (
        lanewise(Plain(Mul), &[0, 1]).rounded(4).first().masked(2, 3),
        "avx512.mask.mul.ss.round avx512.mask.mul.sd.round",
    ),
    (
        lanewise(Plain(Div), &[0, 1]).rounded(4).first().masked(2, 3),
        "avx512.mask.div.ss.round avx512.mask.div.sd.round",
    ),
    (lanewise(Plain(Sqrt), &[1]).rounded(4).first().masked(2, 3), "avx512.mask.sqrt.ss avx512.mask.sqrt.sd"),
    (lanewise(Instruction(RecipEstimate), &[0]), "sse.rcp.ps avx.rcp.ps"),
    (lanewise(Instruction(RsqrtEstimate), &[0]), "sse.rsqrt.ps avx.rsqrt.ps"),
    (lanewise(Instruction(RecipEstimate), &[0]).first(), "sse.rcp.ss"),
    (lanewise(Instruction(RsqrtEstimate), &[0]).first(), "sse.rsqrt.ss"),
    (lanewise(Instruction(RecipEstimate), &[0]).masked(1, 2), "avx512.rcp14.ps avx512.rcp14.pd"),
    (lanewise(Instruction(RsqrtEstimate), &[0]).masked(1, 2), "avx512.rsqrt14.ps avx512.rsqrt14.pd"),
    (lanewise(Instruction(RecipEstimate), &[1]).first().masked(2, 3), "avx512.rcp14.ss avx512.rcp14.sd"),
    (lanewise(Instruction(RsqrtEstimate), &[1]).first().masked(2, 3), "avx512.rsqrt14.ss avx512.rsqrt14.sd"),
    (lanewise(Instruction(Logb), &[0]).masked(1, 2), "avx512.mask.getexp.ps avx512.mask.getexp.pd"),
    (lanewise(Instruction(Logb), &[1]).first().masked(2, 3), "avx512.mask.getexp.ss avx512.mask.getexp.sd"),
    (lanewise(Instruction(Frexp), &[0]).masked(2, 3), "avx512.mask.getmant.ps avx512.mask.getmant.pd"),
    (lanewise(Instruction(Frexp), &[1]).first().masked(3, 4), "avx512.mask.getmant.ss avx512.mask.getmant.sd"),
    (lanewise(Instruction(Modf), &[0]).masked(2, 3), "avx512.mask.reduce.ps avx512.mask.reduce.pd"),
    (lanewise(Instruction(Modf), &[1]).first().masked(2, 3), "avx512.mask.reduce.ss avx512.mask.reduce.sd"),
    (lanewise(Instruction(Scalef), &[0, 1]).masked(2, 3), "avx512.mask.scalef.ps avx512.mask.scalef.pd"),
    (lanewise(Instruction(Scalef), &[0, 1]).first().masked(2, 3), "avx512.mask.scalef.ss avx512.mask.scalef.sd"),
    (lanewise(Convert, &[0]), "avx.cvt.pd2.ps"),
    (lanewise(Convert, &[0]).rounded(3).masked(1, 2), "avx512.mask.cvtpd2ps.512 avx512.mask.cvtps2pd.512"),
    (lanewise(Convert, &[1]).rounded(4).first().masked(2, 3), "avx512.mask.cvtsd2ss.round avx512.mask.cvtss2sd.round"),
];

const OTHERS: &[(X86, &str)] = &[
    (X86::Horizontal(Add), "sse3.hadd.ps sse3.hadd.pd avx.hadd.ps avx.hadd.pd"),
    (X86::Horizontal(Sub), "sse3.hsub.ps sse3.hsub.pd avx.hsub.ps avx.hsub.pd"),
    (X86::Alternate, "sse3.addsub.ps sse3.addsub.pd avx.addsub.ps avx.addsub.pd"),
    (X86::AlternateFused, "fma.vfmaddsub.ps fma.vfmaddsub.pd avx512.vfmaddsub.ps avx512.vfmaddsub.pd"),
    (X86::Dot, "sse41.dpps sse41.dppd avx.dp.ps"),
    (X86::Blend, "sse41.blendvps sse41.blendvpd avx.blendv.ps avx.blendv.pd"),
    (X86::CompareFirst, "sse.cmp.ss sse2.cmp.sd"),
    (X86::Permute(Permute::Within), "avx.vpermilvar.ps avx.vpermilvar.pd avx512.vpermilvar.ps avx512.vpermilvar.pd"),
    (
        X86::Permute(Permute::Across),
        "avx2.permps avx2.permd avx512.permvar.df avx512.permvar.sf avx512.permvar.di avx512.permvar.si",
    ),
    (X86::Permute(Permute::Two), "avx512.vpermi2var.ps avx512.vpermi2var.pd avx512.vpermi2var.d avx512.vpermi2var.q"),
    (X86::InsertLane, "sse41.insertps"),
    (X86::Compress, "avx512.mask.compress"),
    (X86::Expand, "avx512.mask.expand"),
    (X86::Access(Access::Load), "avx.maskload.ps avx.maskload.pd avx2.maskload.d avx2.maskload.q"),
    (X86::Access(Access::Store), "avx.maskstore.ps avx.maskstore.pd avx2.maskstore.d avx2.maskstore.q"),
    (X86::Narrow, "sse2.cvtpd2ps avx512.mask.cvtpd2ps"),
    (X86::NarrowFirst, "sse2.cvtsd2ss"),
    (X86::ToHalf { merge: None }, "vcvtps2ph"),
    (X86::ToHalf { merge: Some(Merge { otherwise: 2, mask: 3 }) }, "avx512.mask.vcvtps2ph"),
];

/// Families of names that go on with the kinds of index and element.
const FAMILIES: &[(X86, &str)] = &[
    (X86::Access(Access::Gather), "avx2.gather."),
    (X86::Access(Access::Gather), "avx512.gather"),
    (X86::Access(Access::Gather), "avx512.mask.gather"),
    (X86::Access(Access::Scatter), "avx512.scatter"),
    (X86::Access(Access::Scatter), "avx512.mask.scatter"),
];

const PREFIX: &str = "x86.";

/// Gives `add` every intrinsic that is listed by its name.
pub(crate) fn each(add: &mut dyn FnMut(String, X86)) {
    let lanewise = LANEWISE.iter().map(|(known, names)| (X86::Lanewise(*known), *names));
    for (known, names) in lanewise.chain(OTHERS.iter().copied()) {
        names.split_whitespace().for_each(|name| add(format!("{PREFIX}{name}"), known));
    }
}

/// What an intrinsic is whose name starts as one of a family's; `llvm.` is left out.
pub(crate) fn family(name: &str) -> Option<X86> {
    let name = name.strip_prefix(PREFIX)?;
    FAMILIES.iter().find(|(_, start)| name.starts_with(start)).map(|(known, _)| *known)
}

/// What is known of an intrinsic of x86 that is not listed, if its result has no real numbers and it touches no memory.
pub fn integers_of_x86(name: &str) -> Option<Inactive> {
    name.strip_prefix("llvm.").is_some_and(|name| name.starts_with(PREFIX)).then_some(PURE)
}

/// What an instruction computes from whole registers, or from single numbers.
#[derive(Clone, Copy, Debug)]
pub struct Assembly {
    pub operation: Operation,
    /// Which operands it is computed from. The destination is number 0; in AT&T's order it comes last.
    pub operands: &'static [usize],
}

impl Assembly {
    /// Operands in the text.
    pub fn count(&self) -> usize {
        self.operands.iter().max().map_or(0, |last| last + 1)
    }
}

/// The instruction of this name. Those without the letter `v` have their destination as first operand; so have, as one of
/// three, those that multiply and add: their digits say which two are multiplied.
pub fn assembly(mnemonic: &str, vector: bool) -> Option<Assembly> {
    let name = mnemonic.strip_prefix('v').unwrap_or(mnemonic);
    let kinds = if vector { ["ps", "pd"] } else { ["ss", "sd"] };
    let name = kinds.iter().find_map(|kind| name.strip_suffix(kind))?;
    let fused: Option<&'static [usize]> = match name {
        "fmadd132" => Some(&[0, 2, 1]),
        "fmadd213" => Some(&[1, 0, 2]),
        "fmadd231" => Some(&[1, 2, 0]),
        _ => None,
    };
    if let Some(operands) = fused {
        return Some(Assembly { operation: Plain(Fma), operands });
    }
    let operation = match name {
        "max" => Max,
        "min" => Min,
        "add" => Plain(Add),
        "sub" => Plain(Sub),
        "mul" => Plain(Mul),
        "div" => Plain(Div),
        _ => return None,
    };
    Some(Assembly { operation, operands: if mnemonic.starts_with('v') { &[1, 2] } else { &[0, 1] } })
}
