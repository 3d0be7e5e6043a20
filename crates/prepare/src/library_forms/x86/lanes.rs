//! What brings lanes together, or moves them.

use super::{elementwise, index, lane, lane_count};
use zymase_calculus::Function as Real;
use zymase_library::Permute;
use zymase_llvm::{Builder, Value};

/// Lanes of 128 bits: many instructions do the same in each of these.
fn block_lanes(builder: &Builder, vector: Value) -> u32 {
    16 / builder.module().store_size(vector.ty().scalar()) as u32
}

/// A shuffle that chooses each lane of the result.
fn shuffled(builder: &Builder, a: Value, b: Value, choose: impl Fn(u32) -> u32) -> Value {
    let mask: Vec<_> = (0..lane_count(a)).map(|lane| Some(choose(lane))).collect();
    builder.shuffle(a, b, &mask)
}

pub fn horizontal(builder: &Builder, arguments: &[Value], function: Real) -> Option<Value> {
    let (a, b) = (arguments[0], arguments[1]);
    let (all, block) = (lane_count(a), block_lanes(builder, a));
    let side = |which: u32| {
        shuffled(builder, a, b, |lane| {
            let (start, within) = (lane / block * block, lane % block);
            let (operand, pair) = (within / (block / 2), within % (block / 2));
            operand * all + start + 2 * pair + which
        })
    };
    let (left, right) = (side(0), side(1));
    Some(match function {
        Real::Add => builder.fadd(left, right),
        Real::Sub => builder.fsub(left, right),
        _ => return None,
    })
}

/// Even lanes of `even`, odd lanes of `odd`.
fn alternating(builder: &Builder, even: Value, odd: Value) -> Value {
    let all = lane_count(even);
    shuffled(builder, even, odd, |lane| if lane % 2 == 0 { lane } else { all + lane })
}

pub fn alternate(builder: &Builder, arguments: &[Value]) -> Value {
    let (a, b) = (arguments[0], arguments[1]);
    alternating(builder, builder.fsub(a, b), builder.fadd(a, b))
}

pub fn alternate_fused(builder: &Builder, arguments: &[Value]) -> Option<Value> {
    let &[a, b, c, ref rounding @ ..] = arguments else { return None };
    if rounding.iter().any(|rounding| rounding.as_integer() != Some(4)) {
        return None;
    }
    let even = elementwise(builder, "llvm.fma", &[a, b, builder.fneg(c)]);
    Some(alternating(builder, even, elementwise(builder, "llvm.fma", &[a, b, c])))
}

/// The high half of the immediate says which products are added, the low half which lanes get the sum.
pub fn dot(builder: &Builder, arguments: &[Value]) -> Option<Value> {
    let (a, b, immediate) = (arguments[0], arguments[1], arguments[2].as_integer()?);
    let (all, block) = (lane_count(a), block_lanes(builder, a));
    let zeros = Value::null(a.ty());
    let only = |vector, bits: i64| {
        shuffled(builder, vector, zeros, |lane| if bits >> (lane % block) & 1 == 1 { lane } else { all })
    };
    let mut sum = only(builder.fmul(a, b), immediate >> 4);
    let mut distance = 1;
    while distance < block {
        sum = builder.fadd(sum, shuffled(builder, sum, sum, |lane| lane ^ distance));
        distance *= 2;
    }
    Some(only(sum, immediate))
}

/// Each lane of the result is one that an integer chooses.
pub fn permute(builder: &Builder, arguments: &[Value], permute: Permute) -> Value {
    let source = match permute {
        Permute::Within | Permute::Across => arguments[0],
        Permute::Two => {
            let both: Vec<_> = (0..2 * lane_count(arguments[0])).map(Some).collect();
            builder.shuffle(arguments[0], arguments[2], &both)
        }
    };
    let indices = arguments[1];
    let integer = indices.ty().scalar();
    let block = block_lanes(builder, source);
    let mut result = Value::poison(arguments[0].ty());
    for k in 0..lane_count(arguments[0]) {
        let chosen = lane(builder, indices, k);
        let from = match permute {
            // Of two lanes the second bit chooses.
            Permute::Within => {
                let shift = Value::integer(integer, i64::from(block == 2));
                let within = builder.and(builder.lshr(chosen, shift), Value::integer(integer, i64::from(block) - 1));
                builder.add(within, Value::integer(integer, i64::from(k / block * block)))
            }
            Permute::Across | Permute::Two => {
                builder.and(chosen, Value::integer(integer, i64::from(lane_count(source)) - 1))
            }
        };
        result = builder.insert_element(result, builder.extract_element(source, from), index(builder, k));
    }
    result
}

/// The immediate has, from above, the lane that is taken, the one it goes to, and a bit for each that becomes 0.
pub fn insert(builder: &Builder, arguments: &[Value]) -> Option<Value> {
    let immediate = arguments[2].as_integer()?;
    let (from, to) = ((immediate >> 6 & 3) as u32, (immediate >> 4 & 3) as u32);
    let inserted = builder.insert_element(arguments[0], lane(builder, arguments[1], from), index(builder, to));
    let all = lane_count(inserted);
    let zeros = Value::null(inserted.ty());
    Some(shuffled(builder, inserted, zeros, |lane| if immediate >> lane & 1 == 1 { all } else { lane }))
}

/// The lanes that are on, one after the other, over the first ones of another vector.
pub fn compress(builder: &Builder, arguments: &[Value]) -> Value {
    let (vector, mask) = (arguments[0], arguments[2]);
    let mut result = arguments[1];
    let mut next = index(builder, 0);
    for k in 0..lane_count(vector) {
        let is_on = lane(builder, mask, k);
        let moved = builder.insert_element(result, lane(builder, vector, k), next);
        result = builder.select(is_on, moved, result);
        next = builder.add(next, builder.zext(is_on, next.ty()));
    }
    result
}

/// The first lanes to where the mask is on.
pub fn expand(builder: &Builder, arguments: &[Value]) -> Value {
    let (vector, mask) = (arguments[0], arguments[2]);
    let mut result = arguments[1];
    let mut next = index(builder, 0);
    for k in 0..lane_count(vector) {
        let is_on = lane(builder, mask, k);
        let value = builder.select(is_on, builder.extract_element(vector, next), lane(builder, arguments[1], k));
        result = builder.insert_element(result, value, index(builder, k));
        next = builder.add(next, builder.zext(is_on, next.ty()));
    }
    result
}
