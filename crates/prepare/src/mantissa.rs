//! Arithmetic on the representation of a number: the first guess of a fast inverse square root, a mantissa taken out, an
//! exponent changed, a logarithm or an exponential function read off.
//!
//! As long as the exponent stays the same a number is linear in its representation: a step of the integer is a step of the
//! last place. So an integer operation that is linear in the lowest bits gives a number that is piecewise linear in the
//! one it started from, with the slope `factor · place(y) / place(x)`. The integer may also have been made from a number
//! by its value, or become one by its value; there a step is 1. (That a shift or a conversion drops bits makes steps as
//! small as rounding does; like those of rounding, they do not count.)

use super::origins;
use super::steps::ignoring;
use zymase_llvm::{Analyses, Builder, Function, Opcode, RealPredicate, Type, TypeKind, Value};

/// Further, and nothing of the exponent that moves into the mantissa would be linear.
const MOST_PLACES: i64 = 3;

/// The number that `bits` represents, with its derivative by the number that `bits` was made from. None when it is not
/// made in such a way from one number.
pub fn piecewise_linear(builder: &Builder, bits: Value, ty: Type) -> Option<Value> {
    digits(ty)?;
    let chain = Chain::of(bits, &|at| origins::of_bits(at, ty))?;
    let linear = match chain.root {
        Root::Bits(_) => chain.keeps_representation(ty),
        Root::Truncated(_) => chain.fills_digits(ty),
    };
    linear.then(|| chain.emit(builder, None, ty))
}

/// Finds bits of numbers that become numbers by their value.
pub fn find_values(function: Function) {
    let is_conversion = |i: &Value| matches!(i.opcode(), Some(Opcode::LLVMSIToFP | Opcode::LLVMUIToFP));
    let conversions: Vec<Value> = function.instructions().into_iter().filter(is_conversion).collect();
    if conversions.is_empty() {
        return;
    }
    let analyses = Analyses::of(function);
    for conversion in conversions.into_iter().filter(|c| digits(c.ty()).is_some()) {
        let Some(chain) = Chain::of(conversion.operand(0), &|at| origins::of_value(at, conversion, &analyses)) else {
            continue;
        };
        if matches!(chain.root, Root::Bits(_)) && chain.reads_digits() {
            let result = chain.emit(&Builder::before(conversion), Some(conversion), conversion.ty());
            conversion.replace_all_uses_with(result);
        }
    }
}

/// How many of the lowest bits of a float are its digits.
fn digits(ty: Type) -> Option<i64> {
    match ty.kind() {
        TypeKind::LLVMFloatTypeKind => Some(23),
        TypeKind::LLVMDoubleTypeKind => Some(52),
        _ => None,
    }
}

/// Where the integer at the start of a chain comes from.
pub enum Root {
    /// The representation of a number: an integer that has the same bits, and the type of the number.
    Bits(Type),
    /// The conversion of a number by its value.
    Truncated(Value),
}

/// Operations on an integer, each with one operand that varies.
struct Chain {
    start: Value,
    root: Root,
    /// In the order in which they are done, with the operand that varies.
    operations: Vec<(Value, usize)>,
}

impl Chain {
    fn of(end: Value, root: &dyn Fn(Value) -> Option<Root>) -> Option<Chain> {
        let mut operations = Vec::new();
        let mut at = end;
        loop {
            if let Some(root) = root(at) {
                operations.reverse();
                return Some(Chain { start: at, root, operations });
            }
            let variable = varying_operand(at)?;
            operations.push((at, variable));
            at = at.operand(variable);
        }
    }

    /// Steps of the result for one of the integer at the start.
    fn factor(&self) -> f64 {
        self.operations.iter().map(|(operation, variable)| slope(*operation, *variable)).product()
    }

    /// Are the operations linear in the digits of a number where they make bits of another one?
    fn keeps_representation(&self, ty: Type) -> bool {
        let lowest = digits(ty).map_or(0, |digits| (1i64 << digits) - 1);
        let linear = |(operation, _): &(Value, usize)| {
            let constant = || operation.operand_if_constant(1).unwrap_or(0);
            match operation.opcode() {
                Some(Opcode::LLVMAdd | Opcode::LLVMSub) => true,
                Some(Opcode::LLVMLShr | Opcode::LLVMAShr) => constant() <= MOST_PLACES,
                Some(Opcode::LLVMAnd) => constant() & lowest == lowest,
                Some(Opcode::LLVMOr | Opcode::LLVMXor) => constant() & lowest == 0,
                _ => false,
            }
        };
        !self.operations.is_empty() && self.operations.iter().all(linear)
    }

    /// Does an integer that was a number before reach digits of another one, and not only its exponent?
    fn fills_digits(&self, ty: Type) -> bool {
        let linear = |(operation, _): &(Value, usize)| match operation.opcode() {
            Some(Opcode::LLVMOr) => operation.is_disjoint(),
            Some(Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl) => true,
            Some(Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc | Opcode::LLVMFreeze) => true,
            _ => false,
        };
        let below_exponent = digits(ty).is_some_and(|digits| self.factor().abs() < 2f64.powi(digits as i32));
        self.operations.iter().all(linear) && below_exponent
    }

    /// Are digits of the number left, all that are of some value, where the result is used by its value?
    fn reads_digits(&self) -> bool {
        let Root::Bits(ty) = self.root else { return false };
        // Where the digits end.
        let mut top = digits(ty).unwrap_or(0);
        for (operation, _) in &self.operations {
            let constant = operation.operand_if_constant(1).unwrap_or(0);
            match operation.opcode() {
                Some(Opcode::LLVMLShr | Opcode::LLVMAShr) => top -= constant,
                Some(Opcode::LLVMShl) => top += constant,
                Some(Opcode::LLVMAnd) => {
                    let below = constant & ((1i64 << top.clamp(0, 62)) - 1);
                    let kept = (1i64 << top.clamp(0, 62)) - (1i64 << below.trailing_zeros().min(62));
                    if below == 0 || below != kept {
                        return false;
                    }
                }
                Some(Opcode::LLVMOr | Opcode::LLVMXor) if constant & ((1i64 << top.clamp(0, 62)) - 1) != 0 => {
                    return false;
                }
                Some(Opcode::LLVMTrunc) if i64::from(operation.ty().integer_bits()) < top => return false,
                // The places of digits move, and what overflows is a hash.
                Some(Opcode::LLVMMul) if !self.ends_in_product(*operation, constant) => return false,
                _ => {}
            }
            if top <= 0 || top > i64::from(operation.ty().integer_bits()) {
                return false;
            }
        }
        true
    }

    /// Is this product the last operation, and are there enough bits for it?
    fn ends_in_product(&self, product: Value, constant: i64) -> bool {
        let is_last = self.operations.last().is_some_and(|last| last.0 == product);
        let bits = self.start.ty().integer_bits() + u64::BITS - constant.unsigned_abs().leading_zeros();
        is_last && bits <= product.ty().integer_bits()
    }

    /// Writes the chain with its derivative: the result as bits of a number of type `ty`, or by this conversion.
    fn emit(&self, builder: &Builder, conversion: Option<Value>, ty: Type) -> Value {
        let (x, first, fixed) = match self.root {
            Root::Bits(number) => {
                let x = as_number(builder, self.start, number);
                let fixed = ignoring(builder, x);
                (x, builder.bitcast(fixed, self.start.ty()), fixed)
            }
            Root::Truncated(conversion) => {
                let x = conversion.operand(0);
                let fixed = ignoring(builder, x);
                (x, builder.clone_with(conversion, &[fixed]), fixed)
            }
        };
        let value = self.operations.iter().fold(first, |value, (operation, variable)| {
            let mut operands = operation.operands();
            operands[*variable] = value;
            builder.clone_with(*operation, &operands)
        });
        let y = match conversion {
            Some(conversion) => builder.clone_with(conversion, &[value]),
            None => builder.bitcast(value, ty),
        };
        let power = |digits: Option<i64>| 2f64.powi(digits.unwrap_or(0) as i32);
        let (up, from) = match self.root {
            Root::Bits(number) => (power(digits(number)), Some(place_of(builder, fixed))),
            Root::Truncated(_) => (1.0, None),
        };
        let (down, to) =
            if conversion.is_some() { (1.0, None) } else { (power(digits(ty)), Some(place(builder, value, ty))) };
        let constant = |ty: Type| Value::real(ty, self.factor() * up / down);
        let slope = match (to, from) {
            (Some(to), Some(from)) => builder.fmul(builder.fdiv(to, from), constant(ty)),
            (Some(to), None) => builder.fmul(to, constant(ty)),
            (None, Some(from)) => builder.float_cast(builder.fdiv(constant(from.ty()), from), ty),
            (None, None) => constant(ty),
        };
        // Of zeros, infinities and what is no number: no derivative, and the value unchanged.
        let zero = Value::null(ty);
        let finite = builder.fcmp(RealPredicate::LLVMRealORD, builder.fmul(slope, zero), zero);
        let slope = ignoring(builder, builder.select(finite, slope, zero));
        let moved = builder.float_cast(builder.fsub(x, fixed), ty);
        let ordinary = builder.fcmp(RealPredicate::LLVMRealORD, moved, moved);
        let moved = builder.select(ordinary, moved, zero);
        builder.fadd(y, builder.fmul(moved, slope))
    }
}

/// The number whose bits an integer has.
fn as_number(builder: &Builder, bits: Value, ty: Type) -> Value {
    match bits.opcode() {
        Some(Opcode::LLVMBitCast) => bits.operand(0),
        _ => builder.bitcast(bits, ty),
    }
}

/// The one operand of an operation on integers that is no constant.
fn varying_operand(operation: Value) -> Option<usize> {
    let constant = |index: usize| operation.operand_if_constant(index).is_some();
    match operation.opcode()? {
        Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc | Opcode::LLVMFreeze => Some(0),
        Opcode::LLVMSub if constant(0) => Some(1),
        Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor
            if constant(1) =>
        {
            Some(0)
        }
        Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr
            if operation.operand_if_constant(1).is_some_and(|places| (0..64).contains(&places)) =>
        {
            Some(0)
        }
        _ => None,
    }
}

/// How many steps the result of an operation makes for one of its varying operand.
fn slope(operation: Value, variable: usize) -> f64 {
    let constant = operation.operand_if_constant(1).unwrap_or(0);
    match operation.opcode() {
        Some(Opcode::LLVMSub) if variable == 1 => -1.0,
        Some(Opcode::LLVMMul) => constant as f64,
        Some(Opcode::LLVMShl) => 2f64.powi(constant as i32),
        Some(Opcode::LLVMLShr | Opcode::LLVMAShr) => 0.5f64.powi(constant as i32),
        _ => 1.0,
    }
}

/// The power of two in a number, with its sign.
fn place_of(builder: &Builder, number: Value) -> Value {
    let width = builder.module().store_size(number.ty()) as u32 * 8;
    let bits = builder.bitcast(number, number.ty().integer(width));
    place(builder, bits, number.ty())
}

fn place(builder: &Builder, bits: Value, ty: Type) -> Value {
    let mask = -1i64 << digits(ty).unwrap_or(0);
    builder.bitcast(builder.and(bits, Value::integer(bits.ty(), mask)), ty)
}
