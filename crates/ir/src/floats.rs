//! Numbers with a point in any format: as bits, as the nearest `f64`, and as the text that MLIR writes for them.
//!
//! Text has six digits where these are enough to find the same number again, as many as the format can need otherwise,
//! and is the bits in hexadecimal for what has no digits with a point (infinities, NaN, some whole numbers).

use std::fmt::Write as _;
use zymase_support::short_float::{self, Format};

/// Number formats with a point; the names are those of MLIR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E3M4,
    F8E4M3,
    F8E4M3FN,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

impl FloatKind {
    pub const ALL: [FloatKind; 18] = [
        FloatKind::F4E2M1FN,
        FloatKind::F6E2M3FN,
        FloatKind::F6E3M2FN,
        FloatKind::F8E3M4,
        FloatKind::F8E4M3,
        FloatKind::F8E4M3FN,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E4M3B11FNUZ,
        FloatKind::F8E5M2,
        FloatKind::F8E5M2FNUZ,
        FloatKind::F8E8M0FNU,
        FloatKind::BF16,
        FloatKind::F16,
        FloatKind::TF32,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FloatKind::F4E2M1FN => "f4E2M1FN",
            FloatKind::F6E2M3FN => "f6E2M3FN",
            FloatKind::F6E3M2FN => "f6E3M2FN",
            FloatKind::F8E3M4 => "f8E3M4",
            FloatKind::F8E4M3 => "f8E4M3",
            FloatKind::F8E4M3FN => "f8E4M3FN",
            FloatKind::F8E4M3FNUZ => "f8E4M3FNUZ",
            FloatKind::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            FloatKind::F8E5M2 => "f8E5M2",
            FloatKind::F8E5M2FNUZ => "f8E5M2FNUZ",
            FloatKind::F8E8M0FNU => "f8E8M0FNU",
            FloatKind::BF16 => "bf16",
            FloatKind::F16 => "f16",
            FloatKind::TF32 => "tf32",
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
        }
    }

    pub fn of_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Bits that carry meaning.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::F4E2M1FN => 4,
            FloatKind::F6E2M3FN | FloatKind::F6E3M2FN => 6,
            FloatKind::F8E3M4
            | FloatKind::F8E4M3
            | FloatKind::F8E4M3FN
            | FloatKind::F8E4M3FNUZ
            | FloatKind::F8E4M3B11FNUZ
            | FloatKind::F8E5M2
            | FloatKind::F8E5M2FNUZ
            | FloatKind::F8E8M0FNU => 8,
            FloatKind::BF16 | FloatKind::F16 => 16,
            FloatKind::TF32 => 19,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }
}

fn short_format(kind: FloatKind) -> Option<&'static Format> {
    Some(match kind {
        FloatKind::F4E2M1FN => &short_float::F4E2M1FN,
        FloatKind::F6E2M3FN => &short_float::F6E2M3FN,
        FloatKind::F6E3M2FN => &short_float::F6E3M2FN,
        FloatKind::F8E3M4 => &short_float::F8E3M4,
        FloatKind::F8E4M3 => &short_float::F8E4M3,
        FloatKind::F8E4M3FN => &short_float::F8E4M3FN,
        FloatKind::F8E4M3FNUZ => &short_float::F8E4M3FNUZ,
        FloatKind::F8E4M3B11FNUZ => &short_float::F8E4M3B11FNUZ,
        FloatKind::F8E5M2 => &short_float::F8E5M2,
        FloatKind::F8E5M2FNUZ => &short_float::F8E5M2FNUZ,
        FloatKind::F8E8M0FNU => &short_float::F8E8M0FNU,
        _ => return None,
    })
}

/// Exponent and mantissa bits of the formats that follow IEEE 754 and have at least sixteen bits. `f80` is one of them
/// but for its explicit leading bit.
fn wide_format(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::BF16 => (8, 7),
        FloatKind::F16 => (5, 10),
        FloatKind::TF32 => (8, 10),
        FloatKind::F32 => (8, 23),
        FloatKind::F80 => (15, 63),
        FloatKind::F128 => (15, 112),
        _ => (11, 52),
    }
}

/// The bits of the number of this format nearest to `value`, ties to even.
pub fn from_f64(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F64 => u128::from(value.to_bits()),
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        _ => match short_format(kind) {
            Some(format) => u128::from(format.encode(value)),
            None => {
                let (exponent_bits, mantissa_bits) = wide_format(kind);
                let bits = to_wide(exponent_bits, mantissa_bits, value);
                if kind == FloatKind::F80 { with_leading_bit(bits) } else { bits }
            }
        },
    }
}

fn to_wide(exponent_bits: u32, mantissa_bits: u32, value: f64) -> u128 {
    let sign = u128::from(value.is_sign_negative()) << (exponent_bits + mantissa_bits);
    let infinity = ((1u128 << exponent_bits) - 1) << mantissa_bits;
    if value.is_nan() {
        return sign | infinity | 1 << (mantissa_bits - 1);
    }
    if value.is_infinite() {
        return sign | infinity;
    }
    if value == 0.0 {
        return sign;
    }
    // value = significand * 2^(exponent - 52), the significand with 53 bits.
    let (mut significand, mut exponent) = parts(value);
    while significand < 1 << 52 {
        significand <<= 1;
        exponent -= 1;
    }
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    let subnormal = (1 - bias - exponent).max(0) as u32;
    let dropped = (52 + subnormal).saturating_sub(mantissa_bits);
    let units = if dropped == 0 {
        u128::from(significand) << (mantissa_bits - 52 - subnormal)
    } else if dropped > 63 {
        0
    } else {
        let half = 1u64 << (dropped - 1);
        let kept = significand >> dropped;
        let rest = significand & ((half << 1) - 1);
        u128::from(kept + u64::from(rest > half || (rest == half && kept & 1 == 1)))
    };
    // A carry out of the mantissa moves into the exponent by itself; the leading bit adds one to it.
    let range = if subnormal > 0 { 0 } else { (exponent + bias - 1) as u128 };
    let code = (range << mantissa_bits) + units;
    sign | code.min(infinity)
}

/// Significand and exponent such that `value = significand * 2^(exponent - 52)`.
fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let mantissa = bits & ((1 << 52) - 1);
    if exponent == 0 { (mantissa, -1022) } else { (mantissa | 1 << 52, exponent - 1023) }
}

fn with_leading_bit(bits: u128) -> u128 {
    let (high, low) = (bits >> 63, bits & ((1 << 63) - 1));
    let leading = u128::from(high & 0x7fff != 0);
    high << 64 | leading << 63 | low
}

fn without_leading_bit(bits: u128) -> u128 {
    (bits >> 64) << 63 | bits & ((1 << 63) - 1)
}

/// The value of these bits, rounded to an `f64` where the format is wider.
pub fn to_f64(kind: FloatKind, bits: u128) -> f64 {
    match kind {
        FloatKind::F64 => f64::from_bits(bits as u64),
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => match short_format(kind) {
            Some(format) => f64::from(format.decode(bits as u8)),
            None if kind == FloatKind::F80 => of_wide(wide_format(kind), without_leading_bit(bits)),
            None => of_wide(wide_format(kind), bits),
        },
    }
}

fn of_wide((exponent_bits, mantissa_bits): (u32, u32), bits: u128) -> f64 {
    let mantissa = bits & ((1u128 << mantissa_bits) - 1);
    let exponent = ((bits >> mantissa_bits) & ((1 << exponent_bits) - 1)) as i32;
    let sign = if bits >> (mantissa_bits + exponent_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    if exponent == (1 << exponent_bits) - 1 {
        return if mantissa == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    let (significand, power) =
        if exponent == 0 { (mantissa, 1 - bias) } else { (mantissa | 1 << mantissa_bits, exponent - bias) };
    // Two factors, because one alone may leave the range while the product does not.
    let shift = power - mantissa_bits as i32;
    sign * (significand as f64) * 2f64.powi(shift / 2) * 2f64.powi(shift - shift / 2)
}

/// Writes a number as MLIR does.
pub fn write(text: &mut String, kind: FloatKind, bits: u128) {
    let value = to_f64(kind, bits);
    if value == 0.0 && from_f64(kind, value) == bits {
        text.push_str(if value.is_sign_negative() { "-0.000000e+00" } else { "0.000000e+00" });
        return;
    }
    // What an f64 cannot hold is written as bits.
    if value.is_finite() && from_f64(kind, value) == bits {
        let six = six_digits(&Digits::of(value, 6), value);
        if six.parse().is_ok_and(|parsed| from_f64(kind, parsed) == bits) {
            text.push_str(&six);
            return;
        }
        let precision = match short_format(kind) {
            Some(_) => 4,
            None => wide_format(kind).1 + 1,
        };
        let most_digits = 2 + precision * 59 / 196;
        if let Some(all) = all_digits(&Digits::of(value, most_digits), most_digits, value) {
            text.push_str(&all);
            return;
        }
    }
    let _ = write!(text, "0x{bits:X}");
}

/// `-1.500000e+00`.
fn six_digits(digits: &Digits, value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let exponent = digits.first_power();
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    let (first, rest) = digits.text.split_at(1);
    format!("{sign}{first}.{rest:0<6}e{exponent_sign}{:02}", exponent.abs())
}

/// The digits with a point, in scientific notation where there would be many zeros; `None` when there is no point.
fn all_digits(digits: &Digits, most_digits: u32, value: f64) -> Option<String> {
    const MOST_PADDING: i32 = 3;
    let (first, last, count) = (digits.first_power(), digits.last_power, digits.text.len());
    let scientific = if last >= 0 {
        last > MOST_PADDING || count + last as usize > most_digits as usize
    } else {
        first < 0 && -first > MOST_PADDING
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if scientific {
        let (leading, rest) = digits.text.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        let exponent_sign = if first < 0 { '-' } else { '+' };
        return Some(format!("{sign}{leading}.{rest}E{exponent_sign}{}", first.abs()));
    }
    if last >= 0 {
        return None;
    }
    if first >= 0 {
        let (whole, rest) = digits.text.split_at(first as usize + 1);
        return Some(format!("{sign}{whole}.{rest}"));
    }
    Some(format!("{sign}0.{:0>width$}", digits.text, width = count + (-first - 1) as usize))
}

/// The leading decimal digits of a number, as LLVM finds them: the exact number is cut off at a little more precision
/// than asked for, and only then rounded, half up. So 0.7 in `f32` has the six digits 699999 and not 7.
struct Digits {
    /// Without zeros at the end.
    text: String,
    /// The power of ten of the last digit.
    last_power: i32,
}

impl Digits {
    /// Digits of a number that is finite and not zero.
    fn of(value: f64, precision: u32) -> Digits {
        let (significand, exponent) = parts(value);
        let zeros = significand.trailing_zeros();
        let power = exponent - 52 + zeros as i32;
        let mut whole = Whole::new(significand >> zeros);
        let mut last_power = 0;
        if power >= 0 {
            whole.shift_left(power as u32);
        } else {
            // n * 2^-e = n * 5^e * 10^-e
            whole.multiply_power(5, power.unsigned_abs());
            last_power = power;
        }
        let needed = (precision * 196).div_ceil(59);
        let removed = whole.bits().saturating_sub(needed) * 59 / 196;
        whole.divide_by_ten(removed);
        let mut digits = whole.into_digits();
        last_power += removed as i32;
        last_power += drop_zeros(&mut digits);
        if digits.len() > precision as usize {
            last_power += (digits.len() - precision as usize) as i32;
            let round_up = digits[precision as usize] >= b'5';
            digits.truncate(precision as usize);
            if round_up {
                last_power += increment(&mut digits);
            }
            last_power += drop_zeros(&mut digits);
        }
        Digits { text: digits.into_iter().map(char::from).collect(), last_power }
    }

    /// The power of ten of the first digit.
    fn first_power(&self) -> i32 {
        self.last_power + self.text.len() as i32 - 1
    }
}

/// Takes zeros away from the end; how many.
fn drop_zeros(digits: &mut Vec<u8>) -> i32 {
    let before = digits.len();
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
    }
    (before - digits.len()) as i32
}

/// Adds one to the last digit; digits that a carry turns into zeros are dropped. How many were.
fn increment(digits: &mut Vec<u8>) -> i32 {
    let before = digits.len();
    while digits.last() == Some(&b'9') {
        digits.pop();
    }
    match digits.last_mut() {
        Some(digit) => *digit += 1,
        None => {
            digits.push(b'1');
            return before as i32;
        }
    }
    (before - digits.len()) as i32
}

/// A whole number of any size: parts of 32 bits, the lowest first, the highest not zero.
struct Whole(Vec<u32>);

impl Whole {
    fn new(value: u64) -> Whole {
        let mut whole = Whole(vec![value as u32, (value >> 32) as u32]);
        whole.trim();
        whole
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn bits(&self) -> u32 {
        self.0.last().map_or(0, |last| self.0.len() as u32 * 32 - last.leading_zeros())
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(factor);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn multiply_power(&mut self, base: u32, mut power: u32) {
        // The largest power of five that fits into a part.
        const STEP: u32 = 13;
        while power >= STEP {
            self.multiply(base.pow(STEP));
            power -= STEP;
        }
        self.multiply(base.pow(power));
    }

    fn shift_left(&mut self, bits: u32) {
        self.multiply(1 << (bits % 32));
        self.0.splice(0..0, std::iter::repeat_n(0, (bits / 32) as usize));
    }

    /// Divides and returns the rest.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0u64;
        for part in self.0.iter_mut().rev() {
            let value = rest << 32 | u64::from(*part);
            *part = (value / u64::from(divisor)) as u32;
            rest = value % u64::from(divisor);
        }
        self.trim();
        rest as u32
    }

    /// Takes digits away from the end.
    fn divide_by_ten(&mut self, mut times: u32) {
        const STEP: u32 = 9;
        while times >= STEP {
            self.divide(10u32.pow(STEP));
            times -= STEP;
        }
        self.divide(10u32.pow(times));
    }

    /// The decimal digits, the highest first.
    fn into_digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.0.is_empty() {
            digits.push(b'0' + self.divide(10) as u8);
        }
        digits.reverse();
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: FloatKind, value: f64) -> String {
        let mut text = String::new();
        write(&mut text, kind, from_f64(kind, value));
        text
    }

    #[test]
    fn numbers_look_as_mlir_writes_them() {
        assert_eq!(text(FloatKind::F32, 1.5), "1.500000e+00");
        assert_eq!(text(FloatKind::F32, -0.0), "-0.000000e+00");
        assert_eq!(text(FloatKind::F32, 0.1), "1.000000e-01");
        assert_eq!(text(FloatKind::F32, 1.0 / 3.0), "0.333333343");
        assert_eq!(text(FloatKind::F64, 1.0 / 3.0), "0.33333333333333331");
        assert_eq!(text(FloatKind::F32, 1.234567e-12), "1.23456703E-12");
        assert_eq!(text(FloatKind::F32, 16777216.0), "0x4B800000");
        assert_eq!(text(FloatKind::F32, f64::INFINITY), "0x7F800000");
        assert_eq!(text(FloatKind::F32, f64::NEG_INFINITY), "0xFF800000");
        assert_eq!(text(FloatKind::F32, f64::NAN), "0x7FC00000");
        assert_eq!(text(FloatKind::F32, 123.456789), "123.456787");
        assert_eq!(text(FloatKind::F32, -0.00123456789), "-0.00123456784");
        assert_eq!(text(FloatKind::F32, 0.7), "0.699999988");
        assert_eq!(text(FloatKind::F32, 1e-5), "9.99999974E-6");
        assert_eq!(text(FloatKind::F32, 0.06), "6.000000e-02");
        assert_eq!(text(FloatKind::F64, 0.95), "0.94999999999999996");
        assert_eq!(text(FloatKind::F64, 1e300), "1.000000e+300");
        assert_eq!(text(FloatKind::F64, 5e-324), "4.940660e-324");
        assert_eq!(text(FloatKind::BF16, 0.7), "6.992180e-01");
    }

    #[test]
    fn wide_formats_agree_with_the_hardware() {
        for value in [1.0, 0.1, 1e-40, 1.0e-45, 3.4e38, 3.5e38, -7.25, 65504.0, 5.9e-8] {
            assert_eq!(to_wide(8, 23, value), u128::from((value as f32).to_bits()), "{value}");
            assert_eq!(to_wide(11, 52, value), u128::from(value.to_bits()), "{value}");
        }
        assert_eq!(from_f64(FloatKind::BF16, 1.0), 0x3f80);
        assert_eq!(from_f64(FloatKind::F16, 65520.0), 0x7c00);
        assert_eq!(from_f64(FloatKind::F16, 5.96e-8), 1);
        assert_eq!(from_f64(FloatKind::F80, 1.0), 0x3fff_8000_0000_0000_0000);
        assert_eq!(from_f64(FloatKind::F128, 1.5), 0x3fff_8000 << 96);
    }

    #[test]
    fn every_short_code_survives() {
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.bits() <= 16) {
            for bits in 0..1u128 << kind.bits() {
                let value = to_f64(kind, bits);
                if !value.is_nan() {
                    assert_eq!(from_f64(kind, value), bits, "{kind:?} {value}");
                    let mut text = String::new();
                    write(&mut text, kind, bits);
                    let read = if let Some(hex) = text.strip_prefix("0x") {
                        u128::from_str_radix(hex, 16).unwrap()
                    } else {
                        from_f64(kind, text.parse().unwrap())
                    };
                    assert_eq!(read, bits, "{kind:?} {text}");
                }
            }
        }
    }
}
