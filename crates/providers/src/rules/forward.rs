//! Forward mode by a rule: one call, or two with a tape between them.

use super::first::First;
use super::matching::{Shape, Style, places};
use super::results::{self, address, copy, field, fits};
use super::writer::{Writer, misfit, tape_type};
use std::cell::RefCell;
use zymase_core::Failure;
use zymase_core::signature::{self, Key, Signature, pack};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Value};

/// Where a rule left the value of the function and its tangent.
struct Found {
    primal: Option<Value>,
    tangent: Option<Value>,
}

/// `rule(p, dp, …)` returns `{primal, tangent}`, or the tangent alone.
pub fn at_once(driver: &mut dyn Driver, key: &Key, signature: &Signature, rule: Function) -> Result<(), Failure> {
    let (function, shape) = (Shape::of(key.original), Shape::of(rule));
    let all = |used: usize| used == shape.types.len();
    let found = places(&function, &shape.types, Style::Forward, &all).ok_or_else(|| misfit(key, rule))?;
    let mut writer = Writer::new(driver.session().module, key, signature);
    let mut results = Vec::new();
    for lane in 0..key.options.lanes {
        writer.lane = lane;
        let operands = writer.arguments(&function, rule, &shape, &found)?;
        let place = results::call(&writer.builder, rule, &operands);
        results.push(read(&writer, &function, rule, &shape, place)?);
    }
    return_both(&writer, &function, &results)
}

/// `augmented` keeps a tape, `rule(p, dp, …, tape)` returns the tangent.
pub fn in_two(
    driver: &mut dyn Driver,
    key: &Key,
    signature: &Signature,
    augmented: Function,
    rule: Function,
) -> Result<(), Failure> {
    let module = driver.session().module;
    let (function, shape) = (Shape::of(key.original), Shape::of(rule));
    let first = First::of(key, &function, augmented, Style::Forward)?;
    let tape = RefCell::new(Vec::new());
    let accept = |used: usize| {
        *tape.borrow_mut() = (used..shape.types.len()).collect();
        first.result(module, &function, tape_type(rule, &shape, &tape.borrow())).is_some()
    };
    let found = places(&function, &shape.types, Style::Forward, &accept).ok_or_else(|| misfit(key, rule))?;
    let tape = tape.into_inner();
    let kept = tape_type(rule, &shape, &tape);
    let parts = first.result(module, &function, kept).ok_or_else(|| misfit(key, augmented))?;
    let mut writer = Writer::new(module, key, signature);
    let mut results = Vec::new();
    for lane in 0..key.options.lanes {
        writer.lane = lane;
        let operands = writer.arguments(&function, augmented, &first.shape, &first.places)?;
        let place = results::call(&writer.builder, augmented, &operands);
        let mut operands = writer.arguments(&function, rule, &shape, &found)?;
        if let Some(from) = place.filter(|_| !tape.is_empty()) {
            operands.extend(writer.pieces(rule, &shape, &tape, from));
        }
        let tangent = results::call(&writer.builder, rule, &operands);
        if !fits(module, &shape, &[function.result]) && !shape.result.is_void() {
            return Err(misfit(key, rule));
        }
        let value = |index: usize| address(&writer.builder, place.expect("a result"), &parts.types, index);
        let tangent = tangent.or_else(|| parts.shadow.map(value));
        results.push(Found { primal: parts.primal.map(value), tangent });
    }
    return_both(&writer, &function, &results)
}

/// Reads what a rule returned.
fn read(
    writer: &Writer,
    function: &Shape,
    rule: Function,
    shape: &Shape,
    place: Option<Value>,
) -> Result<Found, Failure> {
    let value = function.result;
    let both = [value, value];
    let is = |values: &[zymase_llvm::Type]| fits(writer.module, shape, values);
    Ok(match place {
        None if value.is_void() || !signature::has_shadow(value) => Found { primal: None, tangent: None },
        Some(place) if !value.is_void() && is(&both) => {
            Found { primal: Some(place), tangent: Some(address(&writer.builder, place, &both, 1)) }
        }
        Some(place) if !value.is_void() && is(&[value]) => match signature::has_shadow(value) {
            true => Found { primal: None, tangent: Some(place) },
            false => Found { primal: Some(place), tangent: None },
        },
        _ => return Err(misfit(writer.key, rule)),
    })
}

/// Returns the value and its tangents, which lie in memory.
fn return_both(writer: &Writer, function: &Shape, results: &[Found]) -> Result<(), Failure> {
    let ty = signature::result_type(writer.module, writer.key);
    let value = function.result;
    let builder = &writer.builder;
    let primal = results[0].primal;
    let mut fields = Vec::new();
    if function.skipped == 1 {
        match primal {
            Some(primal) => copy(builder, writer.signature.primal(0), primal, value),
            None => {
                writer.call_original();
            }
        }
        for (lane, found) in results.iter().enumerate() {
            if let (Some(tangent), Some(shadow)) = (found.tangent, writer.signature.shadow(0, lane)) {
                copy(builder, shadow, tangent, value);
            }
        }
    } else if !value.is_void() {
        fields.push(primal.map_or_else(|| writer.call_original(), |place| field(builder, place, &[value], 0)));
        if signature::carries_shadow(value) {
            let tangents = results.iter().map(|found| found.tangent);
            fields.extend(tangents.map(|t| t.map_or(Value::null(value), |place| field(builder, place, &[value], 0))));
        }
    }
    builder.ret(Some(pack(builder, ty, &fields)));
    Ok(())
}
