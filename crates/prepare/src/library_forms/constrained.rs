//! Constrained floating-point intrinsics become plain operations.
//!
//! They say that the rounding mode may not be the default, or that exceptions are watched. Derivative code runs in the
//! default environment, so nothing is lost that it could keep.

use super::{Form, intrinsic};
use zymase_llvm::{Builder, RealPredicate, TypeKind, Value};

/// `name` is that of the intrinsic after `llvm.experimental.constrained.`.
pub fn plain(builder: &Builder, call: Value, name: &str) -> Option<Form> {
    let operation = name.split('.').next().unwrap_or(name);
    let arguments = call.arguments();
    let real: Vec<Value> =
        arguments.iter().copied().filter(|a| a.ty().kind() != TypeKind::LLVMMetadataTypeKind).collect();
    let to = call.ty();
    let value = match (operation, real.as_slice()) {
        ("fadd", &[a, b]) => builder.fadd(a, b),
        ("fsub", &[a, b]) => builder.fsub(a, b),
        ("fmul", &[a, b]) => builder.fmul(a, b),
        ("fdiv", &[a, b]) => builder.fdiv(a, b),
        ("frem", &[a, b]) => builder.frem(a, b),
        ("fcmp" | "fcmps", &[a, b]) => builder.fcmp(predicate(arguments[2])?, a, b),
        ("fpext", &[a]) => builder.fpext(a, to),
        ("fptrunc", &[a]) => builder.fptrunc(a, to),
        ("sitofp", &[a]) => builder.signed_to_float(a, to),
        ("uitofp", &[a]) => builder.unsigned_to_float(a, to),
        ("fptosi", &[a]) => builder.float_to_signed(a, to),
        ("fptoui", &[a]) => builder.float_to_unsigned(a, to),
        ("lrint" | "llrint" | "lround" | "llround", &[a]) => {
            intrinsic(builder, &format!("llvm.{operation}"), &[to, a.ty()], &[a])
        }
        ("powi" | "ldexp", &[_, n]) => intrinsic(builder, &format!("llvm.{operation}"), &[to, n.ty()], &real),
        _ => intrinsic(builder, &format!("llvm.{operation}"), &[to], &real),
    };
    Some(Form::Value(value))
}

/// The comparison that an operand such as `metadata !"olt"` names.
fn predicate(metadata: Value) -> Option<RealPredicate> {
    use RealPredicate::*;
    let text = metadata.print();
    Some(match text.split('"').nth(1)? {
        "oeq" => LLVMRealOEQ,
        "ogt" => LLVMRealOGT,
        "oge" => LLVMRealOGE,
        "olt" => LLVMRealOLT,
        "ole" => LLVMRealOLE,
        "one" => LLVMRealONE,
        "ord" => LLVMRealORD,
        "uno" => LLVMRealUNO,
        "ueq" => LLVMRealUEQ,
        "ugt" => LLVMRealUGT,
        "uge" => LLVMRealUGE,
        "ult" => LLVMRealULT,
        "ule" => LLVMRealULE,
        "une" => LLVMRealUNE,
        _ => return None,
    })
}
