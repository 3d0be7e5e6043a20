//! Floating-point formats of at most eight bits, described by numbers and read and written by one piece of code.
//!
//! A value is read into an `f32`, which holds every one of them exactly. It is written from an `f64` by one correct
//! rounding (to nearest, ties to even). What lies beyond the largest finite value becomes what the format has for it:
//! infinity, NaN, or, where it has neither, the largest value.

use std::sync::OnceLock;

/// What a format has beside finite values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Infinities and NaNs as in IEEE 754: the largest exponent is theirs.
    Ieee,
    /// One NaN, all bits after the sign set; no infinity.
    NanOnly,
    /// Nothing: too large values become the largest.
    Nothing,
    /// One NaN where negative zero would be; no infinity.
    NanAtNegativeZero,
    /// Powers of two only: no sign, no zero, the largest code is NaN.
    PowersOnly,
}

/// A floating-point format of at most eight bits.
#[derive(Debug)]
pub struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    special: Special,
    values: OnceLock<[f32; 256]>,
}

const fn format(exponent_bits: u32, mantissa_bits: u32, bias: i32, special: Special) -> Format {
    Format { exponent_bits, mantissa_bits, bias, special, values: OnceLock::new() }
}

pub static F4E2M1FN: Format = format(2, 1, 1, Special::Nothing);
pub static F6E2M3FN: Format = format(2, 3, 1, Special::Nothing);
pub static F6E3M2FN: Format = format(3, 2, 3, Special::Nothing);
pub static F8E3M4: Format = format(3, 4, 3, Special::Ieee);
pub static F8E4M3: Format = format(4, 3, 7, Special::Ieee);
pub static F8E4M3FN: Format = format(4, 3, 7, Special::NanOnly);
pub static F8E4M3FNUZ: Format = format(4, 3, 8, Special::NanAtNegativeZero);
pub static F8E4M3B11FNUZ: Format = format(4, 3, 11, Special::NanAtNegativeZero);
pub static F8E5M2: Format = format(5, 2, 15, Special::Ieee);
pub static F8E5M2FNUZ: Format = format(5, 2, 16, Special::NanAtNegativeZero);
pub static F8E8M0FNU: Format = format(8, 0, 127, Special::PowersOnly);

impl Format {
    fn magnitude_bits(&self) -> u32 {
        self.exponent_bits + self.mantissa_bits
    }

    /// The code of the largest finite value.
    fn largest(&self) -> u32 {
        let all = (1 << self.magnitude_bits()) - 1;
        match self.special {
            Special::Ieee => all - (1 << self.mantissa_bits),
            Special::NanOnly | Special::PowersOnly => all - 1,
            Special::Nothing | Special::NanAtNegativeZero => all,
        }
    }

    /// The code of NaN; where there is none, of negative zero.
    fn nan(&self) -> u8 {
        let sign = 1u32 << self.magnitude_bits();
        let code = match self.special {
            Special::Ieee => self.largest() + 1 + (1 << (self.mantissa_bits - 1)),
            Special::NanOnly => sign - 1,
            Special::PowersOnly => 0xff,
            Special::Nothing | Special::NanAtNegativeZero => sign,
        };
        code as u8
    }

    /// The code of what is too large to be finite, without its sign.
    fn overflow(&self, sign: u8) -> u8 {
        match self.special {
            Special::Ieee => sign | (self.largest() + 1) as u8,
            Special::Nothing => sign | self.largest() as u8,
            Special::NanOnly => sign | self.nan(),
            Special::NanAtNegativeZero | Special::PowersOnly => self.nan(),
        }
    }

    /// The value of a code.
    pub fn decode(&self, code: u8) -> f32 {
        self.table()[code as usize]
    }

    /// The values of all codes.
    pub fn table(&self) -> &[f32; 256] {
        self.values.get_or_init(|| std::array::from_fn(|code| self.compute(code as u32)))
    }

    fn compute(&self, code: u32) -> f32 {
        if self.special == Special::PowersOnly {
            return if code == 0xff { f32::NAN } else { 2f64.powi(code as i32 - self.bias) as f32 };
        }
        let sign_bit = 1 << self.magnitude_bits();
        let magnitude = code & (sign_bit - 1);
        let sign = if code & sign_bit == 0 { 1.0 } else { -1.0 };
        if self.special == Special::NanAtNegativeZero && code & (2 * sign_bit - 1) == sign_bit {
            return f32::NAN;
        }
        if magnitude > self.largest() {
            let is_infinite = self.special == Special::Ieee && magnitude == self.largest() + 1;
            return if is_infinite { sign * f32::INFINITY } else { f32::NAN };
        }
        let exponent = (magnitude >> self.mantissa_bits) as i32;
        let mantissa = (magnitude & ((1 << self.mantissa_bits) - 1)) as f32;
        let unit = 1.0 / (1 << self.mantissa_bits) as f32;
        let scaled = if exponent == 0 { mantissa * unit * 2.0 } else { 1.0 + mantissa * unit };
        sign * scaled * 2f32.powi(exponent - self.bias)
    }

    /// The code of the value nearest to a number.
    pub fn encode(&self, value: f64) -> u8 {
        if value.is_nan() {
            return self.nan();
        }
        if self.special == Special::PowersOnly {
            return self.encode_power(value);
        }
        let sign = if value.is_sign_negative() { 1u8 << self.magnitude_bits() } else { 0 };
        if value.is_infinite() {
            return self.overflow(sign);
        }
        let smallest_exponent = 1 - self.bias;
        let exponent = exponent_of(value).max(smallest_exponent);
        // A whole number of units in the last place; a carry moves into the exponent by itself.
        let units = (value.abs() * 2f64.powi(self.mantissa_bits as i32 - exponent)).round_ties_even();
        let range = (exponent - smallest_exponent) as u64;
        let code = (range << self.mantissa_bits) + units as u64;
        if code > u64::from(self.largest()) {
            return self.overflow(sign);
        }
        if code == 0 && self.special == Special::NanAtNegativeZero {
            return 0;
        }
        sign | code as u8
    }

    fn encode_power(&self, value: f64) -> u8 {
        if value <= 0.0 || value.is_infinite() {
            return self.nan();
        }
        let exponent = exponent_of(value).max(-self.bias);
        let rounded = if value * 2f64.powi(-exponent) >= 1.5 { exponent + 1 } else { exponent };
        if rounded > self.bias { self.nan() } else { (rounded + self.bias) as u8 }
    }
}

/// The exponent of a finite number: that of the power of two at or below its magnitude (at least that of the smallest
/// normal number).
fn exponent_of(value: f64) -> i32 {
    ((value.to_bits() >> 52) & 0x7ff).max(1) as i32 - 1023
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [&Format; 11] = [
        &F4E2M1FN,
        &F6E2M3FN,
        &F6E3M2FN,
        &F8E3M4,
        &F8E4M3,
        &F8E4M3FN,
        &F8E4M3FNUZ,
        &F8E4M3B11FNUZ,
        &F8E5M2,
        &F8E5M2FNUZ,
        &F8E8M0FNU,
    ];

    #[test]
    fn every_code_survives() {
        for format in FORMATS {
            let sign_bits = if format.special == Special::PowersOnly { 0 } else { 1 };
            for code in 0..1u32 << (format.magnitude_bits() + sign_bits) {
                let value = format.decode(code as u8);
                if value.is_nan() {
                    assert!(format.decode(format.encode(f64::NAN)).is_nan());
                } else {
                    assert_eq!(u32::from(format.encode(f64::from(value))), code, "{format:?} {value}");
                }
            }
        }
    }

    #[test]
    fn halfway_goes_to_even_and_neighbours_do_not() {
        for format in FORMATS.iter().filter(|format| format.special != Special::PowersOnly) {
            for code in 0..format.largest() {
                let (low, high) = (f64::from(format.decode(code as u8)), f64::from(format.decode(code as u8 + 1)));
                let middle = (low + high) / 2.0;
                assert_eq!(u32::from(format.encode(middle)), code + (code & 1), "{format:?} {code}");
                assert_eq!(u32::from(format.encode(middle.next_down())), code);
                assert_eq!(u32::from(format.encode(middle.next_up())), code + 1);
            }
        }
    }

    #[test]
    fn too_large_values_become_what_the_format_has() {
        assert_eq!(F8E5M2.decode(F8E5M2.encode(1e30)), f32::INFINITY);
        assert_eq!(F8E5M2.encode(57344.0), 0x7b);
        assert!(F8E4M3FN.decode(F8E4M3FN.encode(1e3)).is_nan());
        assert_eq!(F8E4M3FN.decode(F8E4M3FN.encode(464.0)), 448.0);
        assert_eq!(F4E2M1FN.decode(F4E2M1FN.encode(-100.0)), -6.0);
        assert_eq!(F8E4M3FNUZ.encode(-0.0), 0);
        assert_eq!(F8E4M3FNUZ.encode(-1e-9), 0);
        assert_eq!(F8E4M3.encode(-0.0), 0x80);
        assert_eq!(F8E4M3.encode(5e-324), 0);
        assert_eq!(F8E8M0FNU.decode(F8E8M0FNU.encode(3.0)), 4.0);
        assert_eq!(F8E8M0FNU.decode(F8E8M0FNU.encode(2.9)), 2.0);
    }
}
