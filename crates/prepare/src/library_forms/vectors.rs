//! Reductions of vectors, and rearrangements of their elements; only of vectors of fixed length.

use super::{Form, elementwise};
use zymase_library::{Reduce, ReduceKind, Shuffle};
use zymase_llvm::{Builder, Value};

/// The elements are combined one after the other, in order.
pub fn reduce(builder: &Builder, call: Value, known: Reduce) -> Option<Form> {
    let vector = call.operand(known.vector);
    if !vector.ty().is_vector() {
        return None;
    }
    let index_type = builder.module().integer_type(32);
    let elements = (0..vector.ty().element_count())
        .map(|lane| builder.extract_element(vector, Value::integer(index_type, lane as i64)));
    let all = known.start.map(|start| call.operand(start)).into_iter().chain(elements);
    all.reduce(|a, b| combine(builder, known.kind, a, b)).map(Form::Value)
}

fn combine(builder: &Builder, kind: ReduceKind, a: Value, b: Value) -> Value {
    match kind {
        ReduceKind::Add => builder.fadd(a, b),
        ReduceKind::Multiply => builder.fmul(a, b),
        ReduceKind::MaxNum => elementwise(builder, "llvm.maxnum", &[a, b]),
        ReduceKind::MinNum => elementwise(builder, "llvm.minnum", &[a, b]),
        ReduceKind::Maximum => elementwise(builder, "llvm.maximum", &[a, b]),
        ReduceKind::Minimum => elementwise(builder, "llvm.minimum", &[a, b]),
    }
}

/// A rearrangement becomes `shufflevector`.
pub fn shuffle(builder: &Builder, call: Value, known: Shuffle) -> Option<Form> {
    let arguments = call.arguments();
    let first = arguments[0];
    if !first.ty().is_vector() {
        return None;
    }
    let lanes = first.ty().element_count() as u32;
    let number = |index: usize| arguments.get(index).and_then(|a| a.as_integer());
    let single = |mask: Vec<Option<u32>>| builder.shuffle(first, Value::poison(first.ty()), &mask);
    let splice = |start: i64| {
        let start = u32::try_from(start).ok().filter(|start| *start <= lanes)?;
        Some(builder.shuffle(first, arguments[1], &(start..start + lanes).map(Some).collect::<Vec<_>>()))
    };
    let result = match known {
        Shuffle::Reverse => single((0..lanes).rev().map(Some).collect()),
        Shuffle::Extract => {
            let at = u32::try_from(number(1)?).ok()?;
            let taken = call.ty().is_vector().then(|| call.ty().element_count() as u32)?;
            single((at..at + taken).map(|lane| (lane < lanes).then_some(lane)).collect())
        }
        Shuffle::Insert => insert(builder, first, arguments[1], u32::try_from(number(2)?).ok()?)?,
        Shuffle::Splice => {
            let offset = number(2)?;
            splice(if offset < 0 { i64::from(lanes) + offset } else { offset })?
        }
        Shuffle::SpliceLeft => splice(number(2)?)?,
        Shuffle::SpliceRight => splice(i64::from(lanes) - number(2)?)?,
        Shuffle::Interleave(count) => interleave(builder, arguments.get(..count)?, lanes),
        Shuffle::Deinterleave(count) => {
            let (count, each) = (count as u32, lanes / count as u32);
            (0..count).fold(Value::poison(call.ty()), |result, part| {
                let part_lanes = single((0..each).map(|lane| Some(lane * count + part)).collect());
                builder.insert_value(result, part_lanes, part)
            })
        }
        Shuffle::Compress => return None,
    };
    Some(Form::Value(result))
}

/// `part` over the lanes of `vector` from `at` on.
fn insert(builder: &Builder, vector: Value, part: Value, at: u32) -> Option<Value> {
    let (lanes, taken) = (vector.ty().element_count() as u32, part.ty().element_count() as u32);
    if !part.ty().is_vector() || at + taken > lanes {
        return None;
    }
    let inside = |lane: u32| (at..at + taken).contains(&lane);
    let widened: Vec<_> = (0..lanes).map(|lane| inside(lane).then(|| lane - at)).collect();
    let wide = builder.shuffle(part, Value::poison(part.ty()), &widened);
    let mask: Vec<_> = (0..lanes).map(|lane| Some(if inside(lane) { lanes + lane } else { lane })).collect();
    Some(builder.shuffle(vector, wide, &mask))
}

/// The first elements of all vectors, then the second ones, and so on.
fn interleave(builder: &Builder, vectors: &[Value], lanes: u32) -> Value {
    let count = vectors.len() as u32;
    let total = lanes * count;
    let mut result = Value::poison(vectors[0].ty().scalar().vector(total));
    for (part, vector) in (0..count).zip(vectors) {
        let spread: Vec<_> = (0..total).map(|lane| (lane % count == part).then_some(lane / count)).collect();
        let wide = builder.shuffle(*vector, Value::poison(vector.ty()), &spread);
        let mask: Vec<_> =
            (0..total).map(|lane| Some(if lane % count == part { total + lane } else { lane })).collect();
        result = builder.shuffle(result, wide, &mask);
    }
    result
}
