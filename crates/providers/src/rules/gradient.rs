//! Reverse mode by a rule: an augmented function that returns a tape, and a reverse function that takes it.

use super::first::{First, Parts};
use super::matching::{Place, Shape, Style, places, used_by};
use super::misfit::{Half, misfit};
use super::results::{self, address, copy, field, fits, stack};
use super::writer::{Writer, tape_type};
use zymase_analysis::activity::Role;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_core::{Failure, runtime};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Type, Value};

/// How the halves of a rule of reverse mode take their parameters, and what they return.
struct Halves {
    first: First,
    parts: Parts,
    shape: Shape,
    places: Vec<Place>,
    rest: Rest,
    /// The floats among the parameters, whose derivatives the second half returns; or it returns nothing.
    floats: Vec<usize>,
}

impl Halves {
    fn of(original: Function, first: Function, second: Function) -> Result<Halves, Failure> {
        let module = second.module();
        let (function, shape) = (Shape::of(original), Shape::of(second));
        let first = First::of(original, first, Style::Gradient)?;
        let problem = || misfit(original, second, Half::Reverse);
        let rest = |used: usize| {
            let rest = Rest::of(second, &shape, &function, used)?;
            first.result(module, &function, tape_type(second, &shape, &rest.tape)).map(|parts| (rest, parts))
        };
        let accept = |used: usize| rest(used).is_some();
        let places = places(&function, &shape.types, Style::Gradient, &accept).ok_or_else(problem)?;
        let (rest, parts) = rest(used_by(&places)).ok_or_else(problem)?;
        let floats: Vec<usize> = (0..places.len()).filter(|k| is_number(function.types[*k], places[*k])).collect();
        let types: Vec<Type> = floats.iter().map(|k| function.types[*k]).collect();
        if !fits(module, &shape, &types) && !shape.result.is_void() {
            return Err(problem());
        }
        Ok(Halves { first, parts, shape, places, rest, floats })
    }
}

/// Do both halves of a rule of reverse mode have the types of their function?
pub fn check(original: Function, first: Function, second: Function) -> Result<(), Failure> {
    Halves::of(original, first, second).map(|_| ())
}

/// Both halves of reverse mode.
pub fn both_halves(
    driver: &mut dyn Driver,
    key: &Key,
    [augmented, reversed]: [&Signature; 2],
    first: Function,
    second: Function,
) -> Result<(), Failure> {
    let (module, function) = (driver.session().module, Shape::of(key.original));
    let halves = Halves::of(key.original, first, second)?;
    let tape = tape_type(second, &halves.shape, &halves.rest.tape);
    write_augmented(Writer::new(module, key, augmented), &function, &halves.first, &halves.parts, tape)?;
    write_reverse(Writer::new(module, key, reversed), &function, second, &halves)
}

/// What follows the parameters of the second half: the seed in pieces, and the tape in pieces.
struct Rest {
    seed: Vec<usize>,
    tape: Vec<usize>,
}

impl Rest {
    fn of(rule: Function, shape: &Shape, function: &Shape, used: usize) -> Option<Rest> {
        let rest = &shape.types[used..];
        let value = function.result;
        if !value.contains_float() {
            return Some(Rest { seed: Vec::new(), tape: (used..shape.types.len()).collect() });
        }
        let module = rule.module();
        let by_value = rule.parameter_type_attribute(used + shape.skipped, "byval");
        let size = |ty: Type| module.allocation_size(ty);
        let pieces = if by_value.is_some_and(|ty| size(ty) == size(value)) || rest.first() == Some(&value) {
            1
        } else if value.is_struct() && rest.len() >= value.struct_elements().len() {
            let count = value.struct_elements().len();
            (rest[..count] == value.struct_elements()).then_some(count)?
        } else {
            return None;
        };
        Some(Rest { seed: (used..used + pieces).collect(), tape: (used + pieces..shape.types.len()).collect() })
    }
}

fn write_augmented(
    mut writer: Writer,
    function: &Shape,
    first: &First,
    parts: &Parts,
    tape: Option<Type>,
) -> Result<(), Failure> {
    let module = writer.module;
    let mut places = Vec::new();
    for lane in 0..writer.key.options.lanes {
        writer.lane = lane;
        let operands = writer.arguments(function, first.rule, &first.shape, &first.places)?;
        places.push(results::call(&writer.builder, first.rule, &operands));
    }
    let builder = &writer.builder;
    let part = |place: Option<Value>, index: usize| field(builder, place.expect("a result"), &parts.types, index);
    let mut fields = Vec::new();
    match (parts.primal, function.skipped) {
        (Some(index), 1) => {
            let from = address(builder, places[0].expect("a result"), &parts.types, index);
            copy(builder, writer.signature.primal(0), from, function.result);
        }
        (Some(index), _) => fields.push(part(places[0], index)),
        (None, _) if function.result.is_void() => {}
        (None, skipped) => {
            let value = writer.call_original();
            fields.extend((skipped == 0).then_some(value));
        }
    }
    if function.skipped == 0 && function.result.contains_pointer() {
        // Without a shadow of its own a pointer is its own.
        let primal = fields[0];
        fields.extend(places.iter().map(|place| parts.shadow.map_or(primal, |index| part(*place, index))));
    }
    let tapes = places.iter().map(|place| keep_tape(&writer, tape, *place)).collect::<Vec<Value>>();
    fields.push(match tapes[..] {
        [only] => only,
        _ => {
            let all = allocate(&writer, memory_pointer(module).array(tapes.len() as u64));
            for (lane, tape) in tapes.into_iter().enumerate() {
                builder.store(tape, builder.constant_offset(all, 8 * lane as i64));
            }
            all
        }
    });
    let augmented = Key { kind: DerivativeKind::Augmented(SplitUse::Callee), ..writer.key.clone() };
    builder.ret(Some(pack(builder, signature::result_type(module, &augmented), &fields)));
    Ok(())
}

/// Memory that lives until the reverse sweep is over.
fn allocate(writer: &Writer, ty: Type) -> Value {
    let module = writer.module;
    let bytes = Value::integer(module.integer_type(64), module.allocation_size(ty) as i64);
    let context = writer.signature.function.parameter(writer.signature.context.expect("halves have a context"));
    writer.builder.call_across_spaces(runtime::allocate(module), &[context, bytes])
}

/// The tape of one lane: a pointer as it is, anything else in memory.
fn keep_tape(writer: &Writer, tape: Option<Type>, place: Option<Value>) -> Value {
    match (tape, place) {
        (Some(ty), Some(place)) if ty.is_pointer() => {
            let tape = field(&writer.builder, place, &[ty], 0);
            writer.builder.pointer_cast(tape, memory_pointer(writer.module))
        }
        (Some(ty), Some(place)) => {
            let kept = allocate(writer, ty);
            copy(&writer.builder, kept, place, ty);
            kept
        }
        _ => Value::null(memory_pointer(writer.module)),
    }
}

fn write_reverse(
    mut writer: Writer,
    function: &Shape,
    rule: Function,
    Halves { shape, places, rest, floats, .. }: &Halves,
) -> Result<(), Failure> {
    let module = writer.module;
    let types: Vec<Type> = floats.iter().map(|k| function.types[*k]).collect();
    let roles = &writer.key.roles;
    let active = |k: &usize| roles[*k + function.skipped] == Role::Active;
    if shape.result.is_void() && floats.iter().any(active) {
        return Err(misfit(writer.key.original, rule, Half::Reverse));
    }
    let wanted: Vec<usize> = (0..floats.len()).filter(|n| active(&floats[*n])).collect();
    let tape = writer.signature.function.parameter(writer.signature.tape.expect("the second half has a tape"));
    let lanes = writer.key.options.lanes;
    let mut adjoints: Vec<Vec<Value>> = Vec::new();
    for lane in 0..lanes {
        writer.lane = lane;
        let mut operands = writer.arguments(function, rule, shape, places)?;
        if !rest.seed.is_empty() {
            let seed = seed_in_memory(&writer, function);
            operands.extend(writer.pieces(rule, shape, &rest.seed, seed));
        }
        let builder = &writer.builder;
        let tape = match lanes {
            1 => tape,
            _ => builder.load(memory_pointer(module), builder.constant_offset(tape, 8 * lane as i64)),
        };
        match tape_type(rule, shape, &rest.tape) {
            None => {}
            Some(ty) if ty.is_pointer() => operands.push(builder.pointer_cast(tape, ty)),
            Some(_) => operands.extend(writer.pieces(rule, shape, &rest.tape, tape)),
        }
        let place = results::call(builder, rule, &operands);
        if let (1, Some(shadow)) = (function.skipped, writer.signature.shadow(0, lane)) {
            let bytes = Value::integer(module.integer_type(64), module.allocation_size(function.result) as i64);
            builder.zero_memory(shadow, bytes, 1);
        }
        let derivative = |n: &usize| field(builder, place.expect("derivatives"), &types, *n);
        adjoints.push(wanted.iter().map(derivative).collect());
    }
    let in_order = (0..wanted.len()).flat_map(|n| adjoints.iter().map(move |of_lane| of_lane[n]));
    let fields: Vec<Value> = in_order.collect();
    let reverse = Key { kind: DerivativeKind::Reverse(SplitUse::Callee), ..writer.key.clone() };
    writer.builder.ret(Some(pack(&writer.builder, signature::result_type(module, &reverse), &fields)));
    Ok(())
}

/// The adjoint of the result, in memory.
fn seed_in_memory(writer: &Writer, function: &Shape) -> Value {
    if let (1, Some(shadow)) = (function.skipped, writer.signature.shadow(0, writer.lane)) {
        return shadow;
    }
    let place = stack(&writer.builder, function.result);
    let seed = writer.signature.seed.map(|seed| writer.signature.function.parameter(seed + writer.lane));
    writer.builder.store(seed.unwrap_or_else(|| Value::null(function.result)), place);
    place
}

/// Is it a number whose derivative the reverse function returns?
fn is_number(ty: Type, place: Place) -> bool {
    ty.is_float_like() && place.shadow.is_none()
}
