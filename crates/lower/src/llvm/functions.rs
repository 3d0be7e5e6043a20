//! Functions of floats: instructions, intrinsics of LLVM, and those of the C library. Numbers of sixteen bits are computed in `float`.

use super::numbers::{intrinsic, register};
use super::types;
use super::writer::Writer;
use zymase_ir::{Attribute, Op, Type, Value};

/// The flags of fast arithmetic: those that the operation has and those that were asked for.
pub fn flags(writer: &Writer, op: Op) -> String {
    let asked = match writer.ir.attribute(op, "fastmath") {
        Some(Attribute::Opaque { text, .. }) => text
            .split(['<', '>', ','])
            .skip(1)
            .map(str::trim)
            .filter(|word| !word.is_empty() && *word != "none")
            .collect(),
        _ => Vec::new(),
    };
    let mut words: Vec<&str> = asked;
    for word in writer.module.options.fast_math.words() {
        if !words.contains(word) {
            words.push(word);
        }
    }
    if words.contains(&"fast") {
        words = vec!["fast"];
    }
    words.iter().map(|word| format!("{word} ")).collect()
}

/// The value of a function of floats, or of a float and an integer.
pub fn write(writer: &mut Writer, op: Op, operands: &[Value]) -> Option<String> {
    let ty = writer.ir.ty(*operands.first()?).clone();
    if !ty.is_float() {
        return None;
    }
    let parts: Vec<String> = operands.iter().map(|value| writer.part(*value)).collect();
    let flags = flags(writer, op);
    let name = writer.short_name(op);
    if name == "fpowi" {
        return Some(integer_power(writer, &ty, &parts, &register(writer, operands[1]), &flags));
    }
    float(writer, name, &ty, &parts, &flags)
}

/// The value of a function of floats by its name.
pub fn float(writer: &mut Writer, name: &str, ty: &Type, parts: &[String], flags: &str) -> Option<String> {
    let llvm = types::scalar(ty)?.ty;
    let word = match name {
        "addf" => "fadd",
        "subf" => "fsub",
        "mulf" => "fmul",
        "divf" => "fdiv",
        "remf" => "frem",
        "negf" => return Some(writer.emit(format!("fneg {flags}{llvm} {}", parts[0]))),
        "isnan" | "isinf" | "isfinite" | "isnormal" => return Some(class(writer, name, &llvm, &parts[0])),
        _ => return function(writer, name, &llvm, parts, flags),
    };
    Some(writer.emit(format!("{word} {flags}{llvm} {}, {}", parts[0], parts[1])))
}

/// Asks whether a number is of a class.
fn class(writer: &mut Writer, name: &str, ty: &str, value: &str) -> String {
    // The bits of the classes: not a number, infinite, normal, and all that are finite.
    let mask = match name {
        "isnan" => 3,
        "isinf" => 516,
        "isnormal" => 264,
        _ => 504,
    };
    let suffix = match ty {
        "double" => "f64",
        "float" => "f32",
        "half" => "f16",
        _ => "bf16",
    };
    let function = format!("llvm.is.fpclass.{suffix}");
    writer.module.declare(&function, format!("declare i1 @{function}({ty}, i32 immarg)"));
    writer.emit(format!("call i1 @{function}({ty} {value}, i32 {mask})"))
}

/// Intrinsics that are exact in every format.
fn exact(name: &str) -> Option<&'static str> {
    Some(match name {
        "absf" => "fabs",
        "ceil" => "ceil",
        "floor" => "floor",
        "round" => "round",
        "roundeven" => "roundeven",
        "trunc" => "trunc",
        "copysign" => "copysign",
        "maximumf" => "maximum",
        "minimumf" => "minimum",
        "maxnumf" => "maxnum",
        "minnumf" => "minnum",
        _ => return None,
    })
}

/// Intrinsics for `float` and `double`.
fn elementary(name: &str) -> Option<&'static str> {
    Some(match name {
        "acos" | "asin" | "atan" | "atan2" | "cos" | "cosh" | "exp" | "exp2" | "log" | "log10" | "log2" | "sin"
        | "sinh" | "sqrt" | "tan" | "tanh" => return ELEMENTARY.iter().find(|known| **known == name).copied(),
        "powf" => "pow",
        "fma" => "fma",
        _ => return None,
    })
}

const ELEMENTARY: [&str; 16] = [
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp2", "log", "log10", "log2", "sin", "sinh", "sqrt",
    "tan", "tanh",
];

/// Functions of the C library that LLVM has no intrinsic for.
const LIBRARY: [&str; 9] = ["acosh", "asinh", "atanh", "cbrt", "erf", "erfc", "expm1", "log1p", "lgamma"];

fn function(writer: &mut Writer, name: &str, ty: &str, parts: &[String], flags: &str) -> Option<String> {
    let operands: Vec<&str> = parts.iter().map(String::as_str).collect();
    if let Some(found) = exact(name) {
        return Some(flagged_intrinsic(writer, found, ty, &operands, flags));
    }
    if matches!(ty, "half" | "bfloat") {
        let wide: Vec<String> = parts.iter().map(|part| writer.emit(format!("fpext {ty} {part} to float"))).collect();
        let result = function(writer, name, "float", &wide, flags)?;
        return Some(writer.emit(format!("fptrunc float {result} to {ty}")));
    }
    let is_regrouped = writer.module.options.fast_math.is_loose();
    if (is_regrouped || flags.contains("afn"))
        && let Some(found) = by_vectors(writer, name, ty, &operands)
    {
        return Some(found);
    }
    if name == "rsqrt" {
        let root = flagged_intrinsic(writer, "sqrt", ty, &operands, flags);
        let one = if ty == "double" { "1.0" } else { "1.0e0" };
        return Some(writer.emit(format!("fdiv {flags}{ty} {one}, {root}")));
    }
    if let Some(found) = elementary(name) {
        return Some(flagged_intrinsic(writer, found, ty, &operands, flags));
    }
    let found = LIBRARY.iter().find(|known| **known == name)?;
    let function = format!("{found}{}", if ty == "float" { "f" } else { "" });
    writer.module.declare(&function, format!("declare {ty} @{function}({ty}) nounwind willreturn memory(none)"));
    Some(writer.emit(format!("call {flags}{ty} @{function}({ty} {})", parts[0])))
}

/// Functions in terms of `exp` and `log`, of which there are forms for whole vectors, to a few units in the last place. The roundings of `u` are
/// the same above and below the line and cancel, so these operations carry no flags.
fn by_vectors(writer: &mut Writer, name: &str, ty: &str, operands: &[&str]) -> Option<String> {
    let x = operands.first()?;
    Some(match name {
        "expm1" => exponential_minus_one(writer, ty, x),
        "log1p" => {
            let u = writer.emit(format!("fadd {ty} {x}, 1.0"));
            let d = writer.emit(format!("fsub {ty} {u}, 1.0"));
            let logarithm = intrinsic(writer, "log", ty, &[&u], "");
            let product = writer.emit(format!("fmul {ty} {logarithm}, {x}"));
            let quotient = writer.emit(format!("fdiv {ty} {product}, {d}"));
            let found = chosen(writer, ty, &d, "0.0", x, &quotient);
            chosen(writer, ty, &u, INFINITY, &u, &found)
        }
        "tanh" => {
            // Beyond these the result is one.
            let low = intrinsic(writer, "maximum", ty, &[x, "-20.0"], "");
            let near = intrinsic(writer, "minimum", ty, &[&low, "20.0"], "");
            let twice = writer.emit(format!("fadd {ty} {near}, {near}"));
            let power = exponential_minus_one(writer, ty, &twice);
            let sum = writer.emit(format!("fadd {ty} {power}, 2.0"));
            writer.emit(format!("fdiv {ty} {power}, {sum}"))
        }
        _ => return None,
    })
}

const INFINITY: &str = "0x7FF0000000000000";

/// One value where another one equals a number, and a third where it does not.
fn chosen(writer: &mut Writer, ty: &str, value: &str, equals: &str, yes: &str, no: &str) -> String {
    let is_equal = writer.emit(format!("fcmp oeq {ty} {value}, {equals}"));
    writer.emit(format!("select i1 {is_equal}, {ty} {yes}, {ty} {no}"))
}

fn exponential_minus_one(writer: &mut Writer, ty: &str, x: &str) -> String {
    let u = intrinsic(writer, "exp", ty, &[x], "");
    let less = writer.emit(format!("fsub {ty} {u}, 1.0"));
    let logarithm = intrinsic(writer, "log", ty, &[&u], "");
    let product = writer.emit(format!("fmul {ty} {less}, {x}"));
    let quotient = writer.emit(format!("fdiv {ty} {product}, {logarithm}"));
    let found = chosen(writer, ty, &u, "1.0", x, &quotient);
    let found = chosen(writer, ty, &less, "-1.0", "-1.0", &found);
    chosen(writer, ty, &u, INFINITY, &u, &found)
}

fn flagged_intrinsic(writer: &mut Writer, name: &str, ty: &str, operands: &[&str], flags: &str) -> String {
    let result = intrinsic(writer, name, ty, operands, "");
    if !flags.is_empty()
        && let Some(last) = writer.lines.last_mut()
    {
        *last = last.replacen(" = call ", &format!(" = call {flags}"), 1);
    }
    result
}

fn integer_power(writer: &mut Writer, ty: &Type, parts: &[String], exponent: &str, flags: &str) -> String {
    let llvm = types::scalar(ty).map(|component| component.ty).unwrap_or_default();
    let bits: u32 = exponent[1..].parse().unwrap_or(64);
    let narrowed = match bits.cmp(&32) {
        std::cmp::Ordering::Less => writer.emit(format!("sext {exponent} {} to i32", parts[1])),
        std::cmp::Ordering::Equal => parts[1].clone(),
        std::cmp::Ordering::Greater => writer.emit(format!("trunc {exponent} {} to i32", parts[1])),
    };
    let is_short = matches!(llvm.as_str(), "half" | "bfloat");
    let base = if is_short { writer.emit(format!("fpext {llvm} {} to float", parts[0])) } else { parts[0].clone() };
    let wide = if is_short { "float" } else { llvm.as_str() };
    let suffix = if wide == "double" { "f64" } else { "f32" };
    let function = format!("llvm.powi.{suffix}.i32");
    writer.module.declare(&function, format!("declare {wide} @{function}({wide}, i32)"));
    let result = writer.emit(format!("call {flags}{wide} @{function}({wide} {base}, i32 {narrowed})"));
    if is_short { writer.emit(format!("fptrunc float {result} to {llvm}")) } else { result }
}
