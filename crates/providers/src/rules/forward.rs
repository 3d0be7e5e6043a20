//! Forward mode by a rule: one call, or two with a tape between them.

use super::first::{First, Parts};
use super::matching::{Place, Shape, Style, places, used_by};
use super::misfit::{Half, misfit};
use super::results::{self, address, copy, field, fits};
use super::writer::{Writer, tape_type};
use zymase_core::Failure;
use zymase_core::signature::{self, Key, Signature, pack};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Type, Value};

/// Where a rule left the value of the function and its tangent.
struct Found {
    primal: Option<Value>,
    tangent: Option<Value>,
}

/// How a forward rule takes its parameters, and what it returns.
struct AtOnce {
    shape: Shape,
    places: Vec<Place>,
    /// Its result is the value, the tangent.
    returns: (bool, bool),
}

impl AtOnce {
    fn of(original: Function, rule: Function) -> Result<AtOnce, Failure> {
        let (function, shape) = (Shape::of(original), Shape::of(rule));
        let all = |used: usize| used == shape.types.len();
        let problem = || misfit(original, rule, Half::Forward);
        let places = places(&function, &shape.types, Style::Forward, &all).ok_or_else(problem)?;
        let value = function.result;
        let is = |values: &[Type]| !value.is_void() && fits(rule.module(), &shape, values);
        let has_shadow = !value.is_void() && signature::has_shadow(value);
        let returns = if is(&[value, value]) {
            (true, true)
        } else if is(&[value]) {
            (!has_shadow, has_shadow)
        } else if shape.result.is_void() && !has_shadow {
            (false, false)
        } else {
            return Err(problem());
        };
        Ok(AtOnce { shape, places, returns })
    }
}

/// How the halves of a forward rule in two steps take their parameters, and what they return.
struct InTwo {
    first: First,
    shape: Shape,
    places: Vec<Place>,
    /// The parameters of the second half that are the tape.
    tape: Vec<usize>,
    parts: Parts,
}

impl InTwo {
    fn of(original: Function, augmented: Function, rule: Function) -> Result<InTwo, Failure> {
        let module = rule.module();
        let (function, shape) = (Shape::of(original), Shape::of(rule));
        let first = First::of(original, augmented, Style::Forward)?;
        let problem = || misfit(original, rule, Half::ForwardWithTape);
        let read = |used: usize| {
            let tape: Vec<usize> = (used..shape.types.len()).collect();
            first.result(module, &function, tape_type(rule, &shape, &tape)).map(|parts| (tape, parts))
        };
        let accept = |used: usize| read(used).is_some();
        let places = places(&function, &shape.types, Style::Forward, &accept).ok_or_else(problem)?;
        let (tape, parts) = read(used_by(&places)).ok_or_else(problem)?;
        if !fits(module, &shape, &[function.result]) && !shape.result.is_void() {
            return Err(problem());
        }
        Ok(InTwo { first, shape, places, tape, parts })
    }
}

/// Does a forward rule have the types of its function?
pub fn check(original: Function, rule: Function) -> Result<(), Failure> {
    AtOnce::of(original, rule).map(|_| ())
}

/// Do both halves of a forward rule in two steps have the types of their function?
pub fn check_in_two(original: Function, augmented: Function, rule: Function) -> Result<(), Failure> {
    InTwo::of(original, augmented, rule).map(|_| ())
}

/// `rule(p, dp, …)` returns `{primal, tangent}`, or the tangent alone.
pub fn at_once(driver: &mut dyn Driver, key: &Key, signature: &Signature, rule: Function) -> Result<(), Failure> {
    let function = Shape::of(key.original);
    let AtOnce { shape, places, returns } = AtOnce::of(key.original, rule)?;
    let mut writer = Writer::new(driver.session().module, key, signature);
    let mut results = Vec::new();
    for lane in 0..key.options.lanes {
        writer.lane = lane;
        let operands = writer.arguments(&function, rule, &shape, &places)?;
        let place = results::call(&writer.builder, rule, &operands);
        results.push(read(&writer, &function, returns, place));
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
    let function = Shape::of(key.original);
    let InTwo { first, shape, places, tape, parts } = InTwo::of(key.original, augmented, rule)?;
    let mut writer = Writer::new(driver.session().module, key, signature);
    let mut results = Vec::new();
    for lane in 0..key.options.lanes {
        writer.lane = lane;
        let operands = writer.arguments(&function, augmented, &first.shape, &first.places)?;
        let place = results::call(&writer.builder, augmented, &operands);
        let mut operands = writer.arguments(&function, rule, &shape, &places)?;
        if let Some(from) = place.filter(|_| !tape.is_empty()) {
            operands.extend(writer.pieces(rule, &shape, &tape, from));
        }
        let tangent = results::call(&writer.builder, rule, &operands);
        let value = |index: usize| address(&writer.builder, place.expect("a result"), &parts.types, index);
        let tangent = tangent.or_else(|| parts.shadow.map(value));
        results.push(Found { primal: parts.primal.map(value), tangent });
    }
    return_both(&writer, &function, &results)
}

/// Where a rule that was called left the value and the tangent.
fn read(writer: &Writer, function: &Shape, returns: (bool, bool), place: Option<Value>) -> Found {
    let value = function.result;
    let tangent = match returns {
        (true, true) => place.map(|place| address(&writer.builder, place, &[value, value], 1)),
        (_, returned) => place.filter(|_| returned),
    };
    Found { primal: place.filter(|_| returns.0), tangent }
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
