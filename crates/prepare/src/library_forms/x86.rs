//! The vector intrinsics of x86 as plain instructions, with the same results, those for NaN included.
//!
//! What has no plain form (estimates, arithmetic that is told how to round) stays the instruction it is, but on all
//! lanes: masks and the lanes of other operands are dealt with by plain instructions around it. Then it is a function
//! of its lanes like any other ([`machine::stands_alone`]).
//!
//! - `lanes`: what brings lanes together, or moves them;
//! - `lanewise`: what is the same on each lane, or on the first one;
//! - `memory`: access to memory under a mask becomes LLVM's own.

mod lanes;
mod lanewise;
mod memory;

use super::{Form, elementwise};
pub use lanewise::written_out;
use zymase_analysis::callee::machine;
use zymase_library::{Merge, X86};
use zymase_llvm::{Builder, IntPredicate, Type, Value};

/// The plain form of an intrinsic of x86.
pub fn plain(builder: &Builder, call: Value, known: X86) -> Option<Form> {
    let arguments = call.arguments();
    let value = match known {
        X86::Lanewise(known) => lanewise::plain(builder, call, known)?,
        X86::Horizontal(function) => lanes::horizontal(builder, &arguments, function)?,
        X86::Alternate => lanes::alternate(builder, &arguments),
        X86::AlternateFused => lanes::alternate_fused(builder, &arguments)?,
        X86::Dot => lanes::dot(builder, &arguments)?,
        X86::Blend => builder.select(signs(builder, arguments[2]), arguments[1], arguments[0]),
        X86::CompareFirst => lanewise::compare_first(builder, &arguments)?,
        X86::Permute(permute) => lanes::permute(builder, &arguments, permute),
        X86::InsertLane => lanes::insert(builder, &arguments)?,
        X86::Compress => lanes::compress(builder, &arguments),
        X86::Expand => lanes::expand(builder, &arguments),
        X86::Access(access) => return memory::access(builder, call, access),
        X86::Narrow => {
            let narrow = builder.float_cast(arguments[0], arguments[0].ty().with_scalar(call.ty().scalar()));
            let merge = (arguments.len() == 3).then_some(Merge { otherwise: 1, mask: 2 });
            merged(builder, &arguments, widened(builder, narrow, call.ty()), merge)
        }
        X86::NarrowFirst => {
            let narrow = builder.float_cast(lane(builder, arguments[1], 0), call.ty().scalar());
            builder.insert_element(arguments[0], narrow, index(builder, 0))
        }
        X86::ToHalf { merge } => {
            if !matches!(arguments[1].as_integer()? & 7, 0 | 4) {
                return None;
            }
            let ty = arguments[0].ty();
            let half = builder.float_cast(arguments[0], ty.with_scalar(ty.half()));
            let bits = builder.bitcast(half, half.ty().with_scalar(ty.integer(16)));
            merged(builder, &arguments, widened(builder, bits, call.ty()), merge)
        }
    };
    Some(Form::Value(value))
}

fn index(builder: &Builder, lane: u32) -> Value {
    Value::integer(builder.module().integer_type(32), lane.into())
}

fn lane(builder: &Builder, vector: Value, lane: u32) -> Value {
    builder.extract_element(vector, index(builder, lane))
}

fn lane_count(vector: Value) -> u32 {
    vector.ty().element_count() as u32
}

/// Where the sign of a lane is set.
fn signs(builder: &Builder, vector: Value) -> Value {
    let bits = builder.module().store_size(vector.ty().scalar()) as u32 * 8;
    let integers = builder.bitcast(vector, vector.ty().with_scalar(vector.ty().integer(bits)));
    builder.icmp(IntPredicate::LLVMIntSLT, integers, Value::null(integers.ty()))
}

/// A mask of so many lanes, from the bits of an integer, from signs, or from a vector of bits.
fn mask(builder: &Builder, mask: Value, lanes: u32) -> Value {
    let ty = mask.ty();
    let bits = if ty.is_integer() {
        builder.bitcast(mask, ty.integer(1).vector(ty.integer_bits()))
    } else if ty.scalar().is_integer() && ty.scalar().integer_bits() == 1 {
        mask
    } else {
        signs(builder, mask)
    };
    first_lanes(builder, bits, lanes)
}

fn first_lanes(builder: &Builder, vector: Value, lanes: u32) -> Value {
    if lane_count(vector) == lanes {
        return vector;
    }
    builder.shuffle(vector, Value::poison(vector.ty()), &(0..lanes).map(Some).collect::<Vec<_>>())
}

/// A vector with zeros after it, up to the length of a type.
fn widened(builder: &Builder, vector: Value, ty: Type) -> Value {
    let (have, want) = (lane_count(vector), ty.element_count() as u32);
    if have == want {
        return vector;
    }
    let lanes: Vec<_> = (0..want).map(|lane| Some(lane.min(have))).collect();
    builder.shuffle(vector, Value::null(vector.ty()), &lanes)
}

/// A result under a mask.
fn merged(builder: &Builder, arguments: &[Value], value: Value, merge: Option<Merge>) -> Value {
    let Some(merge) = merge.filter(|merge| !machine::is_all_ones(arguments[merge.mask], value.ty())) else {
        return value;
    };
    builder.select(mask(builder, arguments[merge.mask], lane_count(value)), value, arguments[merge.otherwise])
}
