//! Integer arithmetic that is defined for every operand, with the choices of XLA.
//!
//! Results wrap. A quotient by zero has all bits set, a remainder by zero is the dividend, the smallest number divided by
//! -1 is itself. A shift by as many bits as there are, or more, shifts everything out. Types of two and four bits live
//! in bytes: their width comes as an argument, and results are cut afterwards.

use crate::storage::Element;

pub trait Integer: Element + Ord {
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn multiply(self, other: Self) -> Self;
    fn divide(self, other: Self) -> Self;
    fn remainder(self, other: Self) -> Self;
    fn power(self, exponent: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn shift_left(self, amount: Self, bits: u32) -> Self;
    fn shift_right_arithmetic(self, amount: Self, bits: u32) -> Self;
    fn shift_right_logical(self, amount: Self, bits: u32) -> Self;
    fn negate(self) -> Self;
    fn not(self) -> Self;
    fn absolute(self) -> Self;
    fn sign(self) -> Self;
    fn leading_zeros_of(self, bits: u32) -> Self;
    fn ones(self, bits: u32) -> Self;
}

macro_rules! integers {
    ($($host:ty, $unsigned:ty;)*) => {$(
        impl Integer for $host {
            fn add(self, other: Self) -> Self { self.wrapping_add(other) }
            fn subtract(self, other: Self) -> Self { self.wrapping_sub(other) }
            fn multiply(self, other: Self) -> Self { self.wrapping_mul(other) }
            fn divide(self, other: Self) -> Self { if other == 0 { !0 } else { self.wrapping_div(other) } }
            fn remainder(self, other: Self) -> Self { if other == 0 { self } else { self.wrapping_rem(other) } }
            fn power(self, exponent: Self) -> Self {
                #[allow(unused_comparisons)]
                if exponent < 0 {
                    let is_odd = exponent & 1 == 1;
                    return if self == 1 { 1 } else if self == !0 { if is_odd { self } else { 1 } } else { 0 };
                }
                let (mut result, mut base, mut rest) = (1 as $host, self, exponent);
                while rest != 0 {
                    if rest & 1 == 1 { result = result.wrapping_mul(base); }
                    base = base.wrapping_mul(base);
                    rest >>= 1;
                }
                result
            }
            fn and(self, other: Self) -> Self { self & other }
            fn or(self, other: Self) -> Self { self | other }
            fn xor(self, other: Self) -> Self { self ^ other }
            fn shift_left(self, amount: Self, bits: u32) -> Self {
                if (amount as $unsigned) < bits as $unsigned { self << amount } else { 0 }
            }
            fn shift_right_arithmetic(self, amount: Self, bits: u32) -> Self {
                // Unsigned numbers are shifted as if their highest bit were a sign.
                let spare = <$unsigned>::BITS - bits;
                let signed = ((self as $unsigned) << spare) as i128 as u64;
                let signed = ((signed << (64 - <$unsigned>::BITS)) as i64) >> (64 - bits);
                let amount = if (amount as $unsigned) < bits as $unsigned { amount as u32 } else { bits - 1 };
                (signed >> amount) as $host
            }
            fn shift_right_logical(self, amount: Self, bits: u32) -> Self {
                let mask = <$unsigned>::MAX >> (<$unsigned>::BITS - bits);
                if (amount as $unsigned) < bits as $unsigned {
                    (((self as $unsigned) & mask) >> amount) as $host
                } else {
                    0
                }
            }
            fn negate(self) -> Self { self.wrapping_neg() }
            fn not(self) -> Self { !self }
            #[allow(unused_comparisons)]
            fn absolute(self) -> Self { if self < 0 { self.wrapping_neg() } else { self } }
            #[allow(unused_comparisons)]
            fn sign(self) -> Self { if self > 0 { 1 } else if self < 0 { !0 } else { 0 } }
            fn leading_zeros_of(self, bits: u32) -> Self {
                let mask = <$unsigned>::MAX >> (<$unsigned>::BITS - bits);
                (((self as $unsigned) & mask).leading_zeros() - (<$unsigned>::BITS - bits)) as $host
            }
            fn ones(self, bits: u32) -> Self {
                let mask = <$unsigned>::MAX >> (<$unsigned>::BITS - bits);
                ((self as $unsigned) & mask).count_ones() as $host
            }
        }
    )*};
}

integers! {
    i8, u8;
    u8, u8;
    i16, u16;
    u16, u16;
    i32, u32;
    u32, u32;
    i64, u64;
    u64, u64;
}
