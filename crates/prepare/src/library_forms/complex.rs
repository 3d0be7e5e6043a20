//! Functions of complex numbers become real functions of their parts.
//!
//! A complex number comes as two numbers or as a vector of two, and goes back as a struct or vector of two, as C
//! compilers pass them in registers. Where C's Annex G has special values for infinities, these are NaN here.

use super::{Form, elementwise};
use zymase_library::ComplexFunction;
use zymase_llvm::{Builder, RealPredicate, Type, TypeKind, Value};

/// Real and imaginary part.
pub type Parts = [Value; 2];

/// Rewrites a call of a complex function.
pub fn function(builder: &Builder, call: Value, function: ComplexFunction) -> Option<Form> {
    use ComplexFunction as F;
    let operands = operands(builder, call, if function == F::Pow { 2 } else { 1 })?;
    let z = operands[0];
    let scalar = z[0].ty();
    let real = match function {
        F::Abs => Some(hypot(builder, z)?),
        F::Arg => Some(elementwise(builder, "llvm.atan2", &[z[1], z[0]])),
        F::Real => Some(z[0]),
        F::Imaginary => Some(z[1]),
        _ => None,
    };
    if let Some(real) = real {
        return (call.ty() == scalar).then_some(Form::Value(real));
    }
    if !has_parts(call.ty(), scalar) {
        return None;
    }
    let result = match function {
        F::Conjugate => [z[0], builder.fneg(z[1])],
        F::Project => project(builder, z),
        F::Exp => exp(builder, z),
        F::Log => log(builder, z)?,
        F::Sqrt => sqrt(builder, z)?,
        F::Pow => exp(builder, multiply(builder, operands[1], log(builder, z)?)),
        F::Sinh => crossed(builder, z, ["llvm.sinh", "llvm.cos"], ["llvm.cosh", "llvm.sin"]),
        F::Cosh => crossed(builder, z, ["llvm.cosh", "llvm.cos"], ["llvm.sinh", "llvm.sin"]),
        F::Sin => crossed(builder, z, ["llvm.sin", "llvm.cosh"], ["llvm.cos", "llvm.sinh"]),
        F::Cos => {
            let [re, im] = crossed(builder, z, ["llvm.cos", "llvm.cosh"], ["llvm.sin", "llvm.sinh"]);
            [re, builder.fneg(im)]
        }
        F::Tanh => tanh(builder, z),
        F::Tan => {
            // tan z = -i tanh iz
            let [re, im] = tanh(builder, [builder.fneg(z[1]), z[0]]);
            [im, builder.fneg(re)]
        }
        F::Abs | F::Arg | F::Real | F::Imaginary => return None,
    };
    Some(Form::Value(pack(builder, call.ty(), result)))
}

/// The complex operands of a call; none when it does not pass them in a way that is known.
fn operands(builder: &Builder, call: Value, count: usize) -> Option<Vec<Parts>> {
    let arguments = call.arguments();
    let index = |part| Value::integer(builder.module().integer_type(32), part);
    if arguments.len() == count && arguments.iter().all(|a| a.ty().is_vector() && a.ty().element_count() == 2) {
        let parts = |a: &Value| [0, 1].map(|part| builder.extract_element(*a, index(part)));
        return Some(arguments.iter().map(parts).collect());
    }
    let alike = arguments.len() == 2 * count && arguments.iter().all(|a| a.ty() == arguments[0].ty());
    (alike && arguments[0].ty().is_float()).then(|| arguments.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// Is this a struct or vector of a real and an imaginary part?
pub fn has_parts(ty: Type, scalar: Type) -> bool {
    (ty.is_aggregate() || ty.is_vector()) && ty.element_count() == 2 && (0..2).all(|part| ty.field(part) == scalar)
}

/// Puts the parts together as a call returned them.
pub fn pack(builder: &Builder, ty: Type, [re, im]: Parts) -> Value {
    let index = |part| Value::integer(builder.module().integer_type(32), part);
    if ty.is_vector() {
        builder.insert_element(builder.insert_element(Value::poison(ty), re, index(0)), im, index(1))
    } else {
        builder.insert_value(builder.insert_value(Value::poison(ty), re, 0), im, 1)
    }
}

/// `(a + ib)(c + id)`
pub fn multiply(builder: &Builder, [a, b]: Parts, [c, d]: Parts) -> Parts {
    [builder.fsub(builder.fmul(a, c), builder.fmul(b, d)), builder.fadd(builder.fmul(a, d), builder.fmul(b, c))]
}

/// The magnitude, from the library.
fn hypot(builder: &Builder, [re, im]: Parts) -> Option<Value> {
    let ty = re.ty();
    let name = match ty.kind() {
        TypeKind::LLVMFloatTypeKind => "hypotf",
        TypeKind::LLVMDoubleTypeKind => "hypot",
        _ => return None,
    };
    let signature = Type::function(ty, &[ty, ty], false);
    let function = builder.module().declare(name, signature);
    (function.function_type() == signature).then(|| builder.call(function, &[re, im]))
}

fn exp(builder: &Builder, [re, im]: Parts) -> Parts {
    let magnitude = elementwise(builder, "llvm.exp", &[re]);
    ["llvm.cos", "llvm.sin"].map(|turn| builder.fmul(magnitude, elementwise(builder, turn, &[im])))
}

fn log(builder: &Builder, z: Parts) -> Option<Parts> {
    let magnitude = elementwise(builder, "llvm.log", &[hypot(builder, z)?]);
    Some([magnitude, elementwise(builder, "llvm.atan2", &[z[1], z[0]])])
}

/// The root with a real part that is not negative: the larger part from the magnitude, the other by division.
///
/// On the axes magnitudes of parts continue as on the side on which the function does: `|x|` is `x` or `-x` as the half is
/// chosen, and on the cut the sign of a zero says on which side of it the number is. At zero both parts are roots of such
/// magnitudes, so that their derivatives are infinite.
fn sqrt(builder: &Builder, z: Parts) -> Option<Parts> {
    let ty = z[0].ty();
    let [zero, half, one] = [0.0, 0.5, 1.0].map(|value| Value::real(ty, value));
    let magnitude = hypot(builder, z)?;
    let is_zero = builder.fcmp(RealPredicate::LLVMRealOEQ, magnitude, zero);
    let right = builder.fcmp(RealPredicate::LLVMRealOGE, z[0], zero);
    let side = elementwise(builder, "llvm.copysign", &[one, z[1]]);
    let reach = builder.select(is_zero, builder.fmul(z[1], side), magnitude);
    let sum = builder.fadd(reach, builder.select(right, z[0], builder.fneg(z[0])));
    let large = elementwise(builder, "llvm.sqrt", &[builder.fmul(sum, half)]);
    let divisor = builder.select(is_zero, one, large);
    let quotient = builder.fdiv(builder.fmul(z[1], half), divisor);
    let turned = elementwise(builder, "llvm.copysign", &[large, z[1]]);
    let small = builder.select(is_zero, turned, quotient);
    let re = builder.select(right, large, builder.fmul(small, side));
    let im = builder.select(right, small, turned);
    Some([re, im])
}

/// `(f(x) g(y), h(x) k(y))`
fn crossed(builder: &Builder, [x, y]: Parts, real: [&str; 2], imaginary: [&str; 2]) -> Parts {
    [real, imaginary]
        .map(|[of_x, of_y]| builder.fmul(elementwise(builder, of_x, &[x]), elementwise(builder, of_y, &[y])))
}

/// `(T (1 + t²) + i t (1 - T²)) / (1 + T² t²)` with `T = tanh x`, `t = tan y`, and `1 - T²` as `1 / cosh² x`.
fn tanh(builder: &Builder, [x, y]: Parts) -> Parts {
    let one = Value::real(x.ty(), 1.0);
    let (hyperbolic, tangent) = (elementwise(builder, "llvm.tanh", &[x]), elementwise(builder, "llvm.tan", &[y]));
    let cosh = elementwise(builder, "llvm.cosh", &[x]);
    let square = |value| builder.fmul(value, value);
    let divisor = builder.fadd(one, builder.fmul(square(hyperbolic), square(tangent)));
    let re = builder.fmul(hyperbolic, builder.fadd(one, square(tangent)));
    let im = builder.fdiv(builder.fdiv(tangent, cosh), cosh);
    [builder.fdiv(re, divisor), builder.fdiv(im, divisor)]
}

/// Every infinity becomes the one on the real axis.
fn project(builder: &Builder, z: Parts) -> Parts {
    let infinity = Value::real(z[0].ty(), f64::INFINITY);
    let is_infinite = |part: Value| {
        let magnitude = elementwise(builder, "llvm.fabs", &[part]);
        builder.fcmp(RealPredicate::LLVMRealOEQ, magnitude, infinity)
    };
    let far = builder.or(is_infinite(z[0]), is_infinite(z[1]));
    let flat = elementwise(builder, "llvm.copysign", &[Value::real(z[0].ty(), 0.0), z[1]]);
    [builder.select(far, infinity, z[0]), builder.select(far, flat, z[1])]
}
