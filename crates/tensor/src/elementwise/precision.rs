//! Rounding to a format with fewer bits, in place.

use crate::element::ElementType;
use crate::error::{Result, check};
use crate::number;
use crate::parallel::map;
use crate::tensor::Tensor;

/// Rounds floats to a format with this many bits of exponent and mantissa, which has infinities and NaNs but no
/// subnormal numbers, and back.
pub fn reduce_precision(x: &Tensor, exponent_bits: u32, mantissa_bits: u32) -> Result<Tensor> {
    let element = x.element();
    check!(element.is_float(), "the precision of elements of type {element} cannot be reduced");
    check!(exponent_bits >= 1, "a float format has at least one exponent bit");
    match element {
        ElementType::F64 => {
            let values = map(x.values::<u64>()?, |bits| reduce(bits, 11, 52, exponent_bits, mantissa_bits));
            Tensor::from_vec(element, x.shape(), values)
        }
        ElementType::F32 => {
            let values =
                map(x.values::<u32>()?, |bits| reduce(u64::from(bits), 8, 23, exponent_bits, mantissa_bits) as u32);
            Tensor::from_vec(element, x.shape(), values)
        }
        ElementType::F16 => {
            let values =
                map(x.values::<u16>()?, |bits| reduce(u64::from(bits), 5, 10, exponent_bits, mantissa_bits) as u16);
            Tensor::from_vec(element, x.shape(), values)
        }
        _ => number::narrow(element, &reduce_precision(&number::widen(x)?, exponent_bits, mantissa_bits)?),
    }
}

/// Works on the bits of a float with `own_exponent` and `own_mantissa` bits.
fn reduce(bits: u64, own_exponent: u32, own_mantissa: u32, exponent_bits: u32, mantissa_bits: u32) -> u64 {
    let sign_bit = 1u64 << (own_exponent + own_mantissa);
    let exponent_mask = ((1u64 << own_exponent) - 1) << own_mantissa;
    let sign = bits & sign_bit;
    let mut magnitude = bits & (sign_bit - 1);
    if magnitude > exponent_mask {
        // NaN stays NaN, also when no bits of the mantissa are left.
        return bits;
    }
    if mantissa_bits < own_mantissa {
        let dropped = own_mantissa - mantissa_bits;
        let last = 1u64 << dropped;
        let bias = (last >> 1) - 1 + ((magnitude >> dropped) & 1);
        magnitude = (magnitude + bias) & !(last - 1);
    }
    if exponent_bits < own_exponent {
        let own_bias = (1u64 << (own_exponent - 1)) - 1;
        let bias = (1u64 << (exponent_bits - 1)) - 1;
        let exponent = magnitude >> own_mantissa;
        if exponent > own_bias + bias {
            magnitude = exponent_mask;
        } else if exponent <= own_bias - bias {
            magnitude = 0;
        }
    }
    sign | magnitude
}
