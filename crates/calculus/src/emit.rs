//! What a formula may say: the operations an implementation has to realise.

use crate::{Constant, Function};

/// A builder of straight-line floating-point code.
///
/// All floating-point values that meet in one formula have the same type: a
/// number of some width, or a vector of them. Integer operands (`powi`, `ldexp`,
/// `jn`) are values too, but reach only [`Emit::int_offset`],
/// [`Emit::int_to_float`] and the integer positions of [`Emit::call`]. One
/// integer may serve a whole vector of floating-point numbers.
pub trait Emit {
    type Value: Copy;
    type Condition: Copy;

    /// `x` as a number of the type of `like`. Only small numbers that every
    /// width can represent are asked for, save by [`crate::polygamma`], whose
    /// coefficients are whole numbers exact in `f64`.
    fn constant(&mut self, like: Self::Value, x: f64) -> Self::Value;
    /// `c` correctly rounded to the type of `like`.
    fn named(&mut self, like: Self::Value, c: Constant) -> Self::Value;

    fn neg(&mut self, a: Self::Value) -> Self::Value;
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn sub(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn div(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    fn compare(&mut self, p: Predicate, a: Self::Value, b: Self::Value) -> Self::Condition;
    fn and(&mut self, a: Self::Condition, b: Self::Condition) -> Self::Condition;
    fn or(&mut self, a: Self::Condition, b: Self::Condition) -> Self::Condition;
    /// `a` where `c` holds, else `b`, whatever the other one is.
    fn select(&mut self, c: Self::Condition, a: Self::Value, b: Self::Value) -> Self::Value;
    /// [`Emit::select`] with a condition that hardly ever holds.
    fn select_rarely(&mut self, c: Self::Condition, a: Self::Value, b: Self::Value) -> Self::Value {
        self.select(c, a, b)
    }

    /// Whether derivatives that can be infinite are guarded. Not where the operands are known to lie inside of the domain.
    fn guards(&self) -> bool {
        true
    }

    /// The value of `f`. Formulas call `f`'s own relatives only (`sin` asks for
    /// `cos`, `erf` for `exp`, ...); the one function no library has is
    /// [`Function::Polygamma`], which [`crate::polygamma`] expands.
    fn call(&mut self, f: Function, args: &[Self::Value]) -> Self::Value;

    /// `n` as an integer operand for functions of numbers of the type of `like`.
    fn integer(&mut self, like: Self::Value, n: i32) -> Self::Value;
    /// `n + k` for an integer operand.
    fn int_offset(&mut self, n: Self::Value, k: i32) -> Self::Value;
    /// The signed integer `n` as a number of the type of `like`.
    fn int_to_float(&mut self, n: Self::Value, like: Self::Value) -> Self::Value;
}

/// A comparison of floating-point numbers. All but `Unordered` and `NotGreater` are false when an
/// operand is NaN.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Predicate {
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Less, equal, or either operand is NaN.
    NotGreater,
    /// Either operand is NaN.
    Unordered,
}
