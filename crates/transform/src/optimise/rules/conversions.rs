//! Conversions between element types, and the parts of complex numbers.

use crate::optimise::facts;
use crate::optimise::rule::Level::{Exact, Finite};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::site::Site;
use zymase_ir::{Type, Value};

const CONVERT: &[&str] = &["convert"];

const LINES: &[Line] = &[
    (
        "convert_widens_twice",
        Exact,
        CONVERT,
        "convert(convert(x)) = convert(x)",
        "the first conversion loses nothing",
        convert_of_convert,
        |s| {
            let x = s.input(&Type::tensor([3], Type::f32()));
            let wide = s.convert(x, &Type::f64())?;
            s.convert(wide, &Type::f32())
        },
    ),
    (
        "convert_of_iota",
        Exact,
        CONVERT,
        "convert(iota) = iota",
        "all numbers fit both types",
        |site| {
            let op = site.operand_from(0, "iota")?;
            let dimension = site.number(op, "iota_dimension")?;
            let ty = site.ty(site.result()?);
            let wide =
                |ty: &Type| ty.element().element_bytes().is_some_and(|bytes| bytes >= 4) && !ty.element().is_bool();
            let small = ty.shape()?.iter().all(|size| *size < 1 << 20);
            let is_real = ty.element().is_integer() || ty.element().is_float();
            (wide(&ty) && wide(&site.ty(site.operand(0)?)) && small && is_real).then(|| site.iota(ty, dimension))?
        },
        |s| {
            let count = s.iota(Type::tensor([3], Type::integer(32)), 0)?;
            let numbers = s.convert(count, &Type::f64())?;
            let x = s.floats(&[3]);
            s.multiply(numbers, x)
        },
    ),
    (
        "multiply_by_mask",
        Finite,
        &["multiply"],
        "x∘convert(p) = (p ? x : 0)",
        "p are truth values",
        multiply_by_mask,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let p = s.input(&Type::tensor(shape, Type::integer(1)));
            let numbers = s.convert(p, &Type::f64())?;
            s.multiply(x, numbers)
        },
    ),
    (
        "compare_converted_truth",
        Exact,
        &["compare"],
        "(convert(p) ≠ 0) = p",
        "p are truth values",
        |site| {
            let op = site.operand_from(0, "convert")?;
            let (truth, number) = (site.first(op)?, site.operand(1)?);
            let fits =
                site.element(truth).is_bool() && site.is_zero(number) && facts::compares(site.ir(), site.op, "NE");
            fits.then_some(truth)
        },
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let p = s.input(&Type::tensor(shape, Type::integer(1)));
            let numbers = s.convert(p, &Type::f64())?;
            let ty = s.ty(numbers);
            let zero = s.zero(&ty)?;
            let again = s.compare("NE", numbers, zero)?;
            s.select(again, x, zero)
        },
    ),
    (
        "real_of_complex",
        Exact,
        &["real"],
        "re(complex(x, y)) = x",
        "",
        |site| {
            let op = site.operand_from(0, "complex")?;
            site.first(op)
        },
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let z = s.op("complex", &[x, y])?;
            s.op("real", &[z])
        },
    ),
    (
        "imaginary_of_complex",
        Exact,
        &["imag"],
        "im(complex(x, y)) = y",
        "",
        |site| {
            let op = site.operand_from(0, "complex")?;
            site.ir()[op].operand(1)
        },
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let z = s.op("complex", &[x, y])?;
            s.op("imag", &[z])
        },
    ),
    (
        "complex_of_parts",
        Exact,
        &["complex"],
        "complex(re(z), im(z)) = z",
        "",
        |site| {
            let (a, b) = (site.operand_from(0, "real")?, site.operand_from(1, "imag")?);
            let z = site.first(a)?;
            (site.first(b)? == z && site.ty(z) == site.ty(site.result()?)).then_some(z)
        },
        |s| {
            let z = s.input(&Type::tensor([3], Type::complex(Type::f64())));
            let (x, y) = (s.op("real", &[z])?, s.op("imag", &[z])?);
            let same = s.op("complex", &[x, y])?;
            s.op("negate", &[same])
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("conversions and complex numbers", LINES)
}

/// Whether every number of one type is a number of another.
fn holds(wide: &Type, narrow: &Type) -> bool {
    let bits = |ty: &Type| ty.element_bytes().map_or(0, |bytes| bytes * 8);
    if narrow.is_bool() {
        return !wide.is_bool();
    }
    match (narrow.as_float(), wide.as_float()) {
        (Some(a), Some(b)) => {
            matches!((a.name(), b.name()), ("f32", "f64") | ("f16" | "bf16", "f32" | "f64")) || a == b
        }
        (None, None) => {
            let same_sign = narrow.is_unsigned() == wide.is_unsigned();
            narrow.is_integer() && wide.is_integer() && same_sign && bits(narrow) <= bits(wide)
        }
        (None, Some(b)) => {
            narrow.is_integer() && (b.name() == "f64" && bits(narrow) <= 32 || b.name() == "f32" && bits(narrow) <= 16)
        }
        _ => false,
    }
}

fn convert_of_convert(site: &mut Site) -> Option<Value> {
    let op = site.operand_from(0, "convert")?;
    let source = site.first(op)?;
    let (from, middle) = (site.element(source), site.element(site.operand(0)?));
    let to = site.element(site.result()?);
    if !holds(&middle, &from) || from.as_complex().is_some() || to.as_complex().is_some() || to.is_bool() {
        return None;
    }
    site.convert(source, &to)
}

fn multiply_by_mask(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    for (numbers, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some(op) = site.from(numbers, "convert") else { continue };
        let truth = site.first(op)?;
        if site.element(truth).is_bool() && !facts::is_identity(site.ir(), numbers) {
            let ty = site.ty(other);
            let zero = site.zero(&ty)?;
            return site.select(truth, other, zero);
        }
    }
    None
}
