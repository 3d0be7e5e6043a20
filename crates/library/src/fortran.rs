//! Flang's run time: arrays by descriptor, allocation, assignment, input and output.
//!
//! What moves or computes with numbers is written out as code (`crates/prepare/bodies`), because it works on descriptors
//! whose rank and element type only the call site knows. What is listed here is the rest.

use crate::inactive::{GLOBAL, NEVER, PURE, READS, Row, WRITES, through};
use crate::known::{Extent::*, Known, Precision, Returned};

const UNSUPPORTED: &str = "this function of Fortran's run time is not differentiated yet";

pub(crate) const INACTIVE: &[Row] = &[
    (NEVER, "_FortranAStopStatement _FortranAStopStatementText _FortranAFailImageStatement _FortranAAbort"),
    (NEVER, "_FortranAReportFatalUserError _FortranAProgramEndStatement _FortranAExit"),
    (GLOBAL, "_FortranAPauseStatement _FortranAPauseStatementInt _FortranAPauseStatementText _FortranASleep"),
    (GLOBAL, "_FortranACpuTime _FortranASystemClockCount _FortranASystemClockCountRate _FortranASystemClockCountMax"),
    (GLOBAL, "_FortranARandomInit _FortranARandomSeedDefaultPut _FortranARandomSeedPut _FortranAFlush"),
    (GLOBAL.writing(through![0: Integers]), "_FortranARandomSeedSize _FortranARandomSeedGet"),
    (GLOBAL, "_FortranAByteswapOption _FortranAProgramStart _FortranAMapException"),
    // Arrays examined, with an integer for an answer.
    (READS, "_FortranAAll _FortranAAny _FortranACount _FortranAParity _FortranASizeDim"),
    (READS, "_FortranALboundDim _FortranAIsAssumedSize"),
    (READS, "_FortranAPointerIsAssociated _FortranAPointerIsAssociatedWith _FortranAClassIs _FortranASameTypeAs"),
    (READS, "_FortranAExtendsTypeOf _FortranASumInteger1 _FortranASumInteger2 _FortranASumInteger4"),
    (READS, "_FortranASumInteger8 _FortranAProductInteger1 _FortranAProductInteger2 _FortranAProductInteger4"),
    (READS, "_FortranAProductInteger8 _FortranAMaxvalInteger1 _FortranAMaxvalInteger2 _FortranAMaxvalInteger4"),
    (READS, "_FortranAMaxvalInteger8 _FortranAMinvalInteger1 _FortranAMinvalInteger2 _FortranAMinvalInteger4"),
    (READS, "_FortranAMinvalInteger8 _FortranADotProductInteger1 _FortranADotProductInteger2"),
    (READS, "_FortranADotProductInteger4 _FortranADotProductInteger8 _FortranADotProductLogical"),
    (WRITES.writing(through![0: Integers]), "_FortranALbound _FortranAUbound _FortranAShape"),
    // Numbers examined.
    (PURE, "_FortranAIsNaN4 _FortranAIsNaN8 _FortranAIsFinite4 _FortranAIsFinite8 _FortranAExponent4_4"),
    (PURE, "_FortranAExponent4_8 _FortranAExponent8_4 _FortranAExponent8_8 _FortranASpacing4 _FortranASpacing8"),
    (PURE, "_FortranANint4_4 _FortranANint4_8 _FortranANint8_4 _FortranANint8_8 _FortranACeiling4_4"),
    (PURE, "_FortranACeiling4_8 _FortranACeiling8_4 _FortranACeiling8_8 _FortranAFloor4_4 _FortranAFloor4_8"),
    (PURE, "_FortranAFloor8_4 _FortranAFloor8_8"),
    (READS, "_FortranASelectedIntKind _FortranASelectedRealKind _FortranALenTrim1 _FortranAIndex1 _FortranAScan1"),
    (READS, "_FortranAVerify1 _FortranACharacterCompareScalar1"),
    // Numbers and text read.
    (GLOBAL.writing(through![1: Real(Precision::Single)]), "_FortranAioInputReal32"),
    (GLOBAL.writing(through![1: Real(Precision::Double)]), "_FortranAioInputReal64"),
    (GLOBAL.writing(through![1: Integers]), "_FortranAioInputInteger _FortranAioInputLogical _FortranAioInputAscii"),
];

/// Functions whose code is in `crates/prepare/bodies`.
pub(crate) const WRITTEN_OUT: &[&str] = &[
    "_FortranASumReal4 _FortranASumReal8 _FortranASumReal10 _FortranACppSumComplex4 _FortranACppSumComplex8",
    "_FortranAProductReal4 _FortranAProductReal8 _FortranAProductReal10 _FortranACppProductComplex4",
    "_FortranACppProductComplex8 _FortranAMaxvalReal4 _FortranAMaxvalReal8 _FortranAMaxvalReal10",
    "_FortranAMinvalReal4 _FortranAMinvalReal8 _FortranAMinvalReal10 _FortranANorm2_4 _FortranANorm2_8",
    "_FortranANorm2_10 _FortranADotProductReal4 _FortranADotProductReal8 _FortranADotProductReal10",
    "_FortranACppDotProductComplex4 _FortranACppDotProductComplex8",
    "_FortranASumDim _FortranAProductDim _FortranAMaxvalDim _FortranAMinvalDim _FortranANorm2Dim",
    "_FortranAMaxlocDim _FortranAMinlocDim _FortranAMaxlocReal4 _FortranAMaxlocReal8 _FortranAMinlocReal4",
    "_FortranAMinlocReal8",
    "_FortranAReshape _FortranATranspose _FortranASpread _FortranAPack _FortranAUnpack _FortranACshift",
    "_FortranACshiftVector _FortranAEoshift _FortranAEoshiftVector _FortranAIsContiguous _FortranAIsContiguousUpTo",
    "_FortranASize",
    "_FortranAAssign _FortranAAssignTemporary _FortranACopyInAssign _FortranACopyOutAssign _FortranAShallowCopy",
    "_FortranAShallowCopyDirect _FortranAInitialize _FortranADestroy _FortranADestroyWithoutFinalization",
    "_FortranAAllocatableSetBounds _FortranAAllocatableAllocate _FortranAAllocatableAllocateSource",
    "_FortranAAllocatableDeallocate _FortranAMoveAlloc _FortranAPointerSetBounds _FortranAPointerAllocate",
    "_FortranAPointerDeallocate _FortranAInitArrayConstructorVector _FortranAPushArrayConstructorValue",
    "_FortranAPushArrayConstructorSimpleScalar",
    "_FortranAAllocatableApplyMold _FortranAPointerApplyMold _FortranAAllocatableInitDerivedForAllocate",
    "_FortranAAllocatableInitIntrinsicForAllocate _FortranAAllocatableInitCharacterForAllocate",
    "_FortranAAllocatableDeallocatePolymorphic _FortranAPointerDeallocatePolymorphic _FortranAAssignPolymorphic",
    "_FortranAPointerNullifyDerived _FortranAPointerAllocateSource",
    "_FortranATrim _FortranAAdjustl _FortranAAdjustr _FortranARepeat _FortranAFindloc _FortranAFindlocDim",
    // Parts of objects, as the code of the functions above asks for them.
    "_FortranAZymase_destroy _FortranAZymase_initialize _FortranAZymase_separate",
    "_FortranAModReal4 _FortranAModReal8 _FortranAModuloReal4 _FortranAModuloReal8 _FortranAFPow4i",
    "_FortranAFPow8i _FortranAFPow4k _FortranAFPow8k _FortranAFraction4 _FortranAFraction8 _FortranAScale4",
    "_FortranAScale8 _FortranASetExponent4 _FortranASetExponent8 _FortranARRSpacing4 _FortranARRSpacing8",
    "_FortranAcpowi _FortranAcpowk _FortranAzpowi _FortranAzpowk",
];

/// Kinds of operands that matmul is written out for.
const MATMUL_KINDS: &[&str] = &[
    "Real4Real4",
    "Real4Real8",
    "Real8Real4",
    "Real8Real8",
    "Real10Real10",
    "Complex4Complex4",
    "Complex8Complex8",
    "Real4Complex4",
    "Complex4Real4",
    "Real8Complex8",
    "Complex8Real8",
    "Real8Integer4",
    "Integer4Real8",
    "Real4Integer4",
    "Integer4Real4",
];

pub(crate) fn family(name: &str) -> Option<Known> {
    let function = name.strip_prefix("_FortranA")?;
    if let Some(kinds) = function.strip_prefix("Matmul") {
        let kinds = kinds.strip_prefix("Transpose").unwrap_or(kinds);
        let kinds = kinds.strip_prefix("Direct").unwrap_or(kinds);
        if MATMUL_KINDS.contains(&kinds) {
            return Some(Known::WrittenOut);
        }
    }
    if function.starts_with("io") && !function.starts_with("ioInput") {
        return Some(Known::Inactive(GLOBAL.giving(Returned::Foreign)));
    }
    Some(Known::Unsupported(UNSUPPORTED))
}

/// Every symbol whose code is written out.
pub(crate) fn written_out() -> impl Iterator<Item = String> {
    let listed = WRITTEN_OUT.iter().flat_map(|names| names.split_whitespace()).map(String::from);
    let forms = ["Matmul", "MatmulDirect", "MatmulTranspose", "MatmulTransposeDirect"];
    let products = forms.into_iter().flat_map(|form| MATMUL_KINDS.iter().map(move |k| format!("_FortranA{form}{k}")));
    listed.chain(products)
}
