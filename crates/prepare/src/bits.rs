//! Bit operations on numbers, as operations on the numbers themselves where they are such.
//!
//! What a mask does to all lanes alike (signs cleared, numbers chosen by comparisons) the optimiser turns into
//! operations on numbers. Where lanes differ, or where the mask is for lanes of another width than the numbers, it
//! does so once every number is by itself.

use super::library_forms::elementwise;
use super::mantissa;
use std::collections::{HashMap, HashSet};
use zymase_llvm::{Builder, Function, IntPredicate, Opcode, Type, Value};

/// Takes bit operations apart whose result is a vector of numbers.
pub fn take_apart(function: Function) {
    for cast in casts_to_numbers(function).filter(|cast| cast.ty().is_vector()) {
        if !is_operation(cast.operand(0)) || !fits(cast.operand(0), cast.ty()) {
            continue;
        }
        let builder = Builder::before(cast);
        let mut lanes = Lanes { builder: &builder, ty: cast.ty(), known: HashMap::new() };
        let parts = lanes.of(cast.operand(0));
        let result = parts.into_iter().enumerate().fold(Value::poison(cast.ty()), |result, (index, part)| {
            let number = number(&builder, part, cast.ty().scalar());
            builder.insert_element(result, number, lane_index(cast.ty(), index))
        });
        cast.replace_all_uses_with(result);
        cast.erase_instruction();
    }
}

/// Finds signs that are set, cleared and flipped, and numbers that are made by arithmetic on the bits of others.
pub fn find_numbers(function: Function) {
    for cast in casts_to_numbers(function) {
        let bits = cast.operand(0);
        if cast.ty().is_vector() || !bits.ty().is_integer() || !is_made(bits) {
            continue;
        }
        let result = number(&Builder::before(cast), bits, cast.ty());
        cast.replace_all_uses_with(result);
        cast.erase_instruction();
    }
}

fn casts_to_numbers(function: Function) -> impl Iterator<Item = Value> {
    let is_cast = |i: &Value| i.opcode() == Some(Opcode::LLVMBitCast) && i.ty().is_float_like();
    function.instructions().into_iter().filter(is_cast)
}

/// An integer as a number. Operations on the sign become those on the number, whatever it comes from.
fn number(builder: &Builder, bits: Value, ty: Type) -> Value {
    let width = bits.ty().integer_bits();
    let other = || mantissa::piecewise_linear(builder, bits, ty).unwrap_or_else(|| builder.bitcast(bits, ty));
    let sign = if width == 64 { i64::MIN } else { -1i64 << (width.min(64) - 1) };
    if let Some((rest, signed)) = with_sign(bits, sign) {
        let rest = number(builder, rest, ty);
        let is_negative = builder.icmp(IntPredicate::LLVMIntSLT, signed, Value::null(signed.ty()));
        return builder.select(is_negative, builder.fneg(elementwise(builder, "llvm.fabs", &[rest])), rest);
    }
    let constant = (width <= 64).then(|| bits.operand_if_constant(1)).flatten();
    let Some(constant) = constant else { return other() };
    let inner = || number(builder, bits.operand(0), ty);
    let magnitude = || elementwise(builder, "llvm.fabs", &[inner()]);
    match bits.opcode() {
        Some(Opcode::LLVMXor) if constant == sign => builder.fneg(inner()),
        Some(Opcode::LLVMAnd) if constant == !sign => magnitude(),
        Some(Opcode::LLVMOr) if constant == sign => builder.fneg(magnitude()),
        Some(Opcode::LLVMXor | Opcode::LLVMOr) if constant == 0 => inner(),
        _ => other(),
    }
}

/// Bits that get the sign of others as well: these, and where the sign comes from.
fn with_sign(bits: Value, sign: i64) -> Option<(Value, Value)> {
    if bits.opcode() != Some(Opcode::LLVMOr) {
        return None;
    }
    let is_sign = |value: Value| value.opcode() == Some(Opcode::LLVMAnd) && value.operand_if_constant(1) == Some(sign);
    let [a, b] = [bits.operand(0), bits.operand(1)];
    let (rest, of) = if is_sign(b) { (a, b) } else { (b, a) };
    (is_sign(of) && !rest.is_constant()).then(|| (rest, of.operand(0)))
}

fn lane_index(ty: Type, lane: usize) -> Value {
    Value::integer(ty.integer(32), lane as i64)
}

/// Are the bits made by an operation, or of a number by its value?
fn is_made(bits: Value) -> bool {
    is_operation(bits) || matches!(bits.opcode(), Some(Opcode::LLVMFPToSI | Opcode::LLVMFPToUI))
}

/// Is this an operation on each bit, or on lanes?
fn is_operation(value: Value) -> bool {
    is_bitwise(value)
        || matches!(
            value.opcode(),
            Some(Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr)
        )
}

fn is_bitwise(value: Value) -> bool {
    matches!(value.opcode(), Some(Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor))
}

/// Are all operations that are not on single bits on lanes as wide as the numbers?
fn fits(value: Value, ty: Type) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        if is_operation(value) && seen.insert(value) {
            let same_lanes = !ty.is_vector() || value.ty().element_count() == ty.element_count();
            if !is_bitwise(value) && !same_lanes {
                return false;
            }
            work.extend([value.operand(0), value.operand(1)]);
        }
    }
    true
}

/// The lanes of vectors of bits as integers of the width of the numbers they are taken for.
struct Lanes<'a> {
    builder: &'a Builder,
    /// Vectors of numbers.
    ty: Type,
    known: HashMap<Value, Vec<Value>>,
}

impl Lanes<'_> {
    fn of(&mut self, value: Value) -> Vec<Value> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let lanes = if is_operation(value) {
            let (a, b) = (self.of(value.operand(0)), self.of(value.operand(1)));
            a.into_iter().zip(b).map(|(a, b)| operate(self.builder, value, a, b)).collect()
        } else {
            self.of_leaf(value)
        };
        self.known.insert(value, lanes.clone());
        lanes
    }

    fn of_leaf(&self, value: Value) -> Vec<Value> {
        let bits = self.builder.module().store_size(self.ty.scalar()) as u32 * 8;
        let lane = |index| {
            let constant = constant_lane(value, index, bits);
            let number = || self.builder.bitcast(self.lane(value, index), self.ty.integer(bits));
            constant.map_or_else(number, |constant| Value::integer(self.ty.integer(bits), constant))
        };
        (0..self.ty.element_count() as u32).map(lane).collect()
    }

    /// A lane as a number, from where it was one before it was moved.
    fn lane(&self, value: Value, lane: u32) -> Value {
        let same_lanes = value.ty().is_vector() && value.ty().element_count() == self.ty.element_count();
        match value.opcode() {
            Some(Opcode::LLVMBitCast) if value.operand(0).ty() == self.ty => {
                self.builder.extract_element(value.operand(0), lane_index(self.ty, lane as usize))
            }
            Some(Opcode::LLVMShuffleVector) if same_lanes && value.operand(0).ty() == value.ty() => {
                let lanes = self.ty.element_count() as u32;
                match value.shuffle_mask()[lane as usize] {
                    Some(from) => self.lane(value.operand((from / lanes) as usize), from % lanes),
                    None => Value::poison(self.ty.scalar()),
                }
            }
            _ => {
                let numbers = self.builder.bitcast(value, self.ty);
                self.builder.extract_element(numbers, lane_index(self.ty, lane as usize))
            }
        }
    }
}

/// A lane of so many bits of a constant vector of integers, which may be wider; the first bits are the lowest.
fn constant_lane(value: Value, lane: u32, bits: u32) -> Option<i64> {
    let width = Some(value.ty().scalar()).filter(|ty| value.is_constant() && ty.is_integer())?.integer_bits();
    let first = lane * bits;
    let element = value.constant_element(first / width)?.as_integer()?;
    let unused = 64 - bits;
    (width >= bits && width <= 64).then(|| element >> (first % width) << unused >> unused)
}

/// The operation on other operands.
pub fn operate(builder: &Builder, operation: Value, a: Value, b: Value) -> Value {
    match operation.opcode() {
        Some(Opcode::LLVMAnd) => builder.and(a, b),
        Some(Opcode::LLVMOr) => builder.or(a, b),
        Some(Opcode::LLVMXor) => builder.xor(a, b),
        Some(Opcode::LLVMAdd) => builder.add(a, b),
        Some(Opcode::LLVMSub) => builder.sub(a, b),
        Some(Opcode::LLVMShl) => builder.shl(a, b),
        Some(Opcode::LLVMAShr) => builder.ashr(a, b),
        _ => builder.lshr(a, b),
    }
}
