//! Elements as MLIR writes them in dense literals.

use crate::element::{Class, ElementType};
use crate::number;
use crate::tensor::Tensor;
use std::fmt::{self, Write};

impl fmt::Display for Tensor {
    /// `dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = element_texts(self);
        f.write_str("dense<")?;
        if self.count() > 0 {
            write_nested(f, self.shape(), &elements)?;
        }
        write!(f, "> : {}", self.describe())
    }
}

fn write_nested(f: &mut fmt::Formatter<'_>, shape: &[usize], elements: &[String]) -> fmt::Result {
    let Some((size, inner)) = shape.split_first() else {
        return f.write_str(elements.first().map_or("", String::as_str));
    };
    f.write_char('[')?;
    for (i, part) in elements.chunks(elements.len() / size).enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write_nested(f, inner, part)?;
    }
    f.write_char(']')
}

/// The text of each element.
pub fn element_texts(tensor: &Tensor) -> Vec<String> {
    let element = tensor.element();
    match element.class() {
        Class::Bool => integers(tensor).map(|bit| String::from(if bit == 0 { "false" } else { "true" })).collect(),
        Class::Unsigned => integers(tensor).map(|value| (value as u64).to_string()).collect(),
        Class::Signed => integers(tensor).map(|value| value.to_string()).collect(),
        Class::Float => floats(tensor, element),
        Class::Complex => {
            let part = if element == ElementType::C64 { ElementType::F32 } else { ElementType::F64 };
            let numbers = number::load_complex(tensor).unwrap_or_default();
            let text = |value: f64| float_text(part, value, bits_of(part, value));
            numbers.iter().map(|z| format!("({},{})", text(z.re), text(z.im))).collect()
        }
    }
}

fn integers(tensor: &Tensor) -> impl Iterator<Item = i64> {
    tensor.to_i64().unwrap_or_default().into_iter()
}

fn floats(tensor: &Tensor, element: ElementType) -> Vec<String> {
    let values = tensor.to_f64().unwrap_or_default();
    let bytes = tensor.to_bytes();
    let bits =
        bytes.chunks(element.bytes()).map(|chunk| chunk.iter().rev().fold(0, |bits, b| bits << 8 | u64::from(*b)));
    values.iter().zip(bits).map(|(value, bits)| float_text(element, *value, bits)).collect()
}

fn bits_of(element: ElementType, value: f64) -> u64 {
    if element == ElementType::F32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}

/// A float with six digits if that says what it is, with as many as are needed otherwise; bits if it is not finite.
fn float_text(element: ElementType, value: f64, bits: u64) -> String {
    if !value.is_finite() {
        let digits = element.bytes() * 2;
        return format!("0x{bits:0digits$X}");
    }
    let six = with_sign_of_exponent(&format!("{value:.6e}"));
    if rounds_to(element, &six, value) {
        return six;
    }
    let shortest = match element {
        ElementType::F32 => format!("{:e}", value as f32),
        _ => format!("{value:e}"),
    };
    with_sign_of_exponent(&shortest)
}

fn rounds_to(element: ElementType, text: &str, value: f64) -> bool {
    let Ok(parsed) = text.parse::<f64>() else {
        return false;
    };
    let stored = Tensor::scalar(element, parsed).to_f64();
    matches!(stored.as_deref(), Ok([found]) if found.to_bits() == value.to_bits())
}

/// `1.5e0` as `1.5e+00`, with a point.
fn with_sign_of_exponent(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.to_string();
    };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}{point}e{sign}{digits:0>2}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex;

    #[test]
    fn literals() {
        let show = |tensor: Tensor| tensor.to_string();
        assert_eq!(show(Tensor::from(1.5f32)), "dense<1.500000e+00> : tensor<f32>");
        assert_eq!(show(Tensor::from(0.1f64)), "dense<1.000000e-01> : tensor<f64>");
        assert_eq!(
            show(Tensor::from(1.0f64 / 3.0)),
            "dense<3.333333333333333e-1> : tensor<f64>".replace("e-1", "e-01")
        );
        assert_eq!(show(Tensor::from(f32::NAN)), "dense<0x7FC00000> : tensor<f32>");
        assert_eq!(show(Tensor::from(&[true, false][..])), "dense<[true, false]> : tensor<2xi1>");
        let grid = Tensor::from_i64(ElementType::U8, &[2, 2], &[1, 2, 3, 255]).unwrap();
        assert_eq!(show(grid), "dense<[[1, 2], [3, 255]]> : tensor<2x2xui8>");
        assert_eq!(show(Tensor::from(&[0i32; 0][..])), "dense<> : tensor<0xi32>");
        let z = Tensor::from(Complex::new(1.0f32, -0.0));
        assert_eq!(show(z), "dense<(1.000000e+00,-0.000000e+00)> : tensor<complex<f32>>");
    }
}
