//! Arithmetic: integers, comparisons, conversions and constants. Functions of floats are in `functions`.

use super::functions;
use super::types::{self, float_constant};
use super::writer::Writer;
use zymase_dialects::index;
use zymase_ir::{Attribute, Op, Result, Type, Value};

/// Writes an operation of `arith`, `math`, `index` or `ub`; false when it is none of those that are known.
pub fn write(writer: &mut Writer, op: Op) -> Result<bool> {
    let name = writer.short_name(op);
    if matches!(name, "constant" | "bool.constant") {
        constant(writer, op)?;
        return Ok(true);
    }
    let operands = writer.operands(op);
    check_scalars(writer, op, &operands)?;
    let text = match name {
        "sizeof" => Some("64".to_owned()),
        "poison" => return poison(writer, op),
        "select" => return select(writer, op, &operands),
        "cmpi" | "cmp" => Some(compare_integers(writer, op, &operands)?),
        "cmpf" => Some(compare_floats(writer, op, &operands)?),
        "addui_extended" | "subui_extended" => return with_carry(writer, op, &operands),
        "mulsi_extended" | "mului_extended" => return wide_product(writer, op, &operands),
        _ => conversion(writer, op, &operands)
            .or_else(|| integers(writer, op, &operands))
            .or_else(|| functions::write(writer, op, &operands)),
    };
    let Some(text) = text else { return Ok(false) };
    writer.set(op, 0, vec![text]);
    Ok(true)
}

/// All operands and results are single numbers, or chosen as they are.
fn check_scalars(writer: &Writer, op: Op, operands: &[Value]) -> Result<()> {
    for value in operands.iter().chain(writer.ir[op].results()) {
        let ty = writer.ir.ty(*value);
        let is_fine = types::scalar(ty).is_some() || matches!(writer.short_name(op), "select" | "poison");
        if !is_fine {
            return Err(writer.refuse(op, format!("is computed on {ty}, which is not lowered")));
        }
    }
    Ok(())
}

fn constant(writer: &mut Writer, op: Op) -> Result<()> {
    let text = writer.ir.attribute(op, "value").and_then(constant_text);
    let Some(text) = text else { return Err(writer.refuse(op, "is a constant that is no single number")) };
    writer.set(op, 0, vec![text]);
    Ok(())
}

/// A number as LLVM writes it.
pub fn constant_text(value: &Attribute) -> Option<String> {
    match value {
        Attribute::Integer { value, ty } if ty.is_bool() => Some(if *value == 0 { "false" } else { "true" }.into()),
        Attribute::Integer { value, ty } => {
            types::scalar(ty)?;
            Some(value.to_string())
        }
        Attribute::Float { bits, ty } => {
            types::scalar(ty)?;
            Some(float_constant(ty.as_float()?, *bits))
        }
        _ => None,
    }
}

fn poison(writer: &mut Writer, op: Op) -> Result<bool> {
    let result = writer.ir[op].results()[0];
    let all = writer.components(op, writer.ir.ty(result))?;
    writer.set(op, 0, all.iter().map(|_| "poison".to_owned()).collect());
    Ok(true)
}

fn select(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<bool> {
    let condition = writer.part(operands[0]);
    let all = writer.components(op, writer.ir.ty(operands[1]))?;
    let (yes, no) = (writer.parts(operands[1]).clone(), writer.parts(operands[2]).clone());
    let mut parts = Vec::new();
    for (place, component) in all.iter().enumerate() {
        let ty = &component.ty;
        parts.push(writer.emit(format!("select i1 {condition}, {ty} {}, {ty} {}", yes[place], no[place])));
    }
    writer.set(op, 0, parts);
    Ok(true)
}

/// The type in registers of a value.
pub fn register(writer: &Writer, value: Value) -> String {
    types::scalar(writer.ir.ty(value)).map(|component| component.ty).unwrap_or_default()
}

const INTEGER_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"];

fn compare_integers(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<String> {
    let number = writer.ir.attribute(op, "predicate").and_then(Attribute::as_i64);
    let word = match number {
        Some(number) => INTEGER_PREDICATES.get(number as usize).map(ToString::to_string),
        None => index::predicate(writer.ir.attribute(op, "pred")),
    };
    let Some(word) = word else { return Err(writer.refuse(op, "is an unknown comparison")) };
    let (ty, a, b) = (register(writer, operands[0]), writer.part(operands[0]), writer.part(operands[1]));
    Ok(writer.emit(format!("icmp {word} {ty} {a}, {b}")))
}

fn compare_floats(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<String> {
    let number = writer.ir.attribute(op, "predicate").and_then(Attribute::as_i64).unwrap_or(-1);
    let Some(word) = usize::try_from(number).ok().and_then(|place| FLOAT_PREDICATES.get(place)) else {
        return Err(writer.refuse(op, "is an unknown comparison"));
    };
    let (ty, a, b) = (register(writer, operands[0]), writer.part(operands[0]), writer.part(operands[1]));
    let flags = functions::flags(writer, op);
    Ok(writer.emit(format!("fcmp {flags}{word} {ty} {a}, {b}")))
}

fn with_carry(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<bool> {
    let name = if writer.short_name(op) == "addui_extended" { "uadd" } else { "usub" };
    let (ty, a, b) = (register(writer, operands[0]), writer.part(operands[0]), writer.part(operands[1]));
    let function = format!("llvm.{name}.with.overflow.{ty}");
    writer.module.declare(&function, format!("declare {{ {ty}, i1 }} @{function}({ty}, {ty})"));
    let both = writer.emit(format!("call {{ {ty}, i1 }} @{function}({ty} {a}, {ty} {b})"));
    let sum = writer.emit(format!("extractvalue {{ {ty}, i1 }} {both}, 0"));
    let carry = writer.emit(format!("extractvalue {{ {ty}, i1 }} {both}, 1"));
    writer.set(op, 0, vec![sum]);
    writer.set(op, 1, vec![carry]);
    Ok(true)
}

fn wide_product(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<bool> {
    let extension = if writer.short_name(op) == "mulsi_extended" { "sext" } else { "zext" };
    let (ty, a, b) = (register(writer, operands[0]), writer.part(operands[0]), writer.part(operands[1]));
    let bits: u32 = ty[1..].parse().unwrap_or(64);
    let wide = format!("i{}", 2 * bits);
    let a = writer.emit(format!("{extension} {ty} {a} to {wide}"));
    let b = writer.emit(format!("{extension} {ty} {b} to {wide}"));
    let product = writer.emit(format!("mul {wide} {a}, {b}"));
    let low = writer.emit(format!("trunc {wide} {product} to {ty}"));
    let shifted = writer.emit(format!("lshr {wide} {product}, {bits}"));
    let high = writer.emit(format!("trunc {wide} {shifted} to {ty}"));
    writer.set(op, 0, vec![low]);
    writer.set(op, 1, vec![high]);
    Ok(true)
}

/// How many bits a number has; an index has 64.
fn width(ty: &Type) -> u32 {
    types::scalar(ty).and_then(|component| component.ty[1..].parse().ok()).unwrap_or(64)
}

fn conversion(writer: &mut Writer, op: Op, operands: &[Value]) -> Option<String> {
    let from = writer.ir.ty(operands[0]).clone();
    let to = writer.ir.ty(*writer.ir[op].results().first()?).clone();
    let (source, target) = (types::scalar(&from)?.ty, types::scalar(&to)?.ty);
    let value = writer.part(operands[0]);
    let word = match writer.short_name(op) {
        "extf" => "fpext",
        "truncf" => "fptrunc",
        "sitofp" => "sitofp",
        "uitofp" => "uitofp",
        "fptosi" => "fptosi",
        "fptoui" => "fptoui",
        "extsi" => "sext",
        "extui" => "zext",
        "trunci" => "trunc",
        "bitcast" => "bitcast",
        "index_cast" | "casts" => resize(&from, &to, "sext"),
        "index_castui" | "castu" => resize(&from, &to, "zext"),
        _ => return None,
    };
    if word.is_empty() || source == target {
        return Some(value);
    }
    Some(writer.emit(format!("{word} {source} {value} to {target}")))
}

fn resize(from: &Type, to: &Type, extension: &'static str) -> &'static str {
    match width(from).cmp(&width(to)) {
        std::cmp::Ordering::Less => extension,
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "trunc",
    }
}

fn integers(writer: &mut Writer, op: Op, operands: &[Value]) -> Option<String> {
    let ty = register(writer, *operands.first()?);
    if !ty.starts_with('i') {
        return None;
    }
    let a = writer.part(operands[0]);
    let b = operands.get(1).map(|value| writer.part(*value)).unwrap_or_default();
    let name = writer.short_name(op);
    let kind = name.strip_suffix('i').filter(|_| !matches!(name, "absi" | "ipowi")).unwrap_or(name);
    integer(writer, kind, &ty, &a, &b, &overflow_flags(writer, op))
}

/// `nsw`, `nuw` and `exact`, as the operation has them.
fn overflow_flags(writer: &Writer, op: Op) -> String {
    let mut flags = String::new();
    if let Some(Attribute::Opaque { text, .. }) = writer.ir.attribute(op, "overflowFlags") {
        for word in ["nsw", "nuw"].into_iter().filter(|word| text.contains(word)) {
            flags.push_str(word);
            flags.push(' ');
        }
    }
    if writer.ir.attribute(op, "isExact").is_some() {
        flags.push_str("exact ");
    }
    flags
}

/// The value of a function of integers, by its name without an `i` at the end.
pub fn integer(writer: &mut Writer, name: &str, ty: &str, a: &str, b: &str, flags: &str) -> Option<String> {
    let word = match name {
        "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" => name,
        "divs" => "sdiv",
        "divu" => "udiv",
        "rems" => "srem",
        "remu" => "urem",
        "shrs" => "ashr",
        "shru" => "lshr",
        "maxs" | "mins" | "maxu" | "minu" => {
            let function = format!("{}{}", if name.ends_with('s') { "s" } else { "u" }, &name[..3]);
            return Some(intrinsic(writer, &function, ty, &[a, b], ""));
        }
        "absi" => return Some(intrinsic(writer, "abs", ty, &[a], ", i1 false")),
        "ctpop" => return Some(intrinsic(writer, "ctpop", ty, &[a], "")),
        "ctlz" | "cttz" => return Some(intrinsic(writer, name, ty, &[a], ", i1 false")),
        "ceildivu" => return Some(ceiling_unsigned(writer, ty, a, b)),
        "ceildivs" | "floordivs" => return Some(rounded_quotient(writer, name, ty, a, b)),
        "ipowi" => return Some(power(writer, ty, a, b)),
        _ => return None,
    };
    let flags =
        if matches!(word, "add" | "sub" | "mul" | "shl" | "sdiv" | "udiv" | "ashr" | "lshr") { flags } else { "" };
    Some(writer.emit(format!("{word} {flags}{ty} {a}, {b}")))
}

/// Calls an intrinsic whose operands and result are of one type.
pub fn intrinsic(writer: &mut Writer, name: &str, ty: &str, operands: &[&str], extra: &str) -> String {
    let suffix = match ty {
        "double" => "f64",
        "float" => "f32",
        "half" => "f16",
        "bfloat" => "bf16",
        other => other,
    };
    let function = format!("llvm.{name}.{suffix}");
    let types = vec![ty; operands.len()].join(", ");
    let more = extra.split_whitespace().nth(1).map(|ty| format!(", {ty}")).unwrap_or_default();
    writer.module.declare(&function, format!("declare {ty} @{function}({types}{more})"));
    let arguments: Vec<String> = operands.iter().map(|operand| format!("{ty} {operand}")).collect();
    writer.emit(format!("call {ty} @{function}({}{extra})", arguments.join(", ")))
}

fn ceiling_unsigned(writer: &mut Writer, ty: &str, a: &str, b: &str) -> String {
    let quotient = writer.emit(format!("udiv {ty} {a}, {b}"));
    let rest = writer.emit(format!("urem {ty} {a}, {b}"));
    let is_inexact = writer.emit(format!("icmp ne {ty} {rest}, 0"));
    let more = writer.emit(format!("zext i1 {is_inexact} to {ty}"));
    writer.emit(format!("add {ty} {quotient}, {more}"))
}

fn rounded_quotient(writer: &mut Writer, name: &str, ty: &str, a: &str, b: &str) -> String {
    let quotient = writer.emit(format!("sdiv {ty} {a}, {b}"));
    let rest = writer.emit(format!("srem {ty} {a}, {b}"));
    let is_inexact = writer.emit(format!("icmp ne {ty} {rest}, 0"));
    let signs = writer.emit(format!("xor {ty} {a}, {b}"));
    let relation = if name == "ceildivs" { "sge" } else { "slt" };
    let is_off = writer.emit(format!("icmp {relation} {ty} {signs}, 0"));
    let moves = writer.emit(format!("and i1 {is_inexact}, {is_off}"));
    let by = writer.emit(format!("zext i1 {moves} to {ty}"));
    let word = if name == "ceildivs" { "add" } else { "sub" };
    writer.emit(format!("{word} {ty} {quotient}, {by}"))
}

/// An integer to the power of another, by squaring.
fn power(writer: &mut Writer, ty: &str, a: &str, b: &str) -> String {
    let name = format!("zymase.power.{ty}");
    writer.module.define(&name, || {
        format!(
            "define internal {ty} @{name}({ty} %x, {ty} %n) {{\n\
             entry:\n  %negative = icmp slt {ty} %n, 0\n  br i1 %negative, label %below, label %head\n\
             below:\n  %one = icmp eq {ty} %x, 1\n  %minus = icmp eq {ty} %x, -1\n  %odd = and {ty} %n, 1\n\
             \x20 %even = icmp eq {ty} %odd, 0\n  %sign = select i1 %even, {ty} 1, {ty} -1\n\
             \x20 %other = select i1 %minus, {ty} %sign, {ty} 0\n  %small = select i1 %one, {ty} 1, {ty} %other\n  ret {ty} %small\n\
             head:\n  %result = phi {ty} [ 1, %entry ], [ %product, %body ]\n  %base = phi {ty} [ %x, %entry ], [ %square, %body ]\n\
             \x20 %left = phi {ty} [ %n, %entry ], [ %half, %body ]\n  %done = icmp eq {ty} %left, 0\n  br i1 %done, label %end, label %body\n\
             body:\n  %bit = and {ty} %left, 1\n  %set = icmp ne {ty} %bit, 0\n  %factor = select i1 %set, {ty} %base, {ty} 1\n\
             \x20 %product = mul {ty} %result, %factor\n  %square = mul {ty} %base, %base\n  %half = lshr {ty} %left, 1\n  br label %head\n\
             end:\n  ret {ty} %result\n}}\n"
        )
    });
    writer.emit(format!("call {ty} @{name}({ty} {a}, {ty} {b})"))
}
