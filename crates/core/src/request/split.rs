//! Operands that only the calls of split mode have: seed, tape, markers without values.

use super::{Mode, Reader, Request, marker};
use crate::Failure;
use zymase_llvm::{Function, Type, Value};
use zymase_support::Diagnostic;

/// Only the marker of a parameter is given.
pub fn check_marker(reader: &Reader, marked: bool, parameter: &str) -> Result<(), Failure> {
    if marked {
        return Ok(());
    }
    let diagnostic = Diagnostic::new(format!("the marker of {parameter} is missing"))
        .with_help("__enzyme_augmentsize takes one marker per parameter of the function, and no values");
    Err(Failure::at(reader.call, diagnostic))
}

/// What follows the parameters: the seed of a reverse sweep, and the tape that is read.
pub fn read_rest(request: &mut Request, reader: &Reader, target: Function, rest: Vec<Value>) -> Result<(), Failure> {
    let mut rest = rest.into_iter();
    if request.mode == Mode::Backward {
        for _ in 0..request.options.lanes {
            let seed = read_seed(request, reader, target, &mut rest)?;
            request.split.seed.extend(seed);
        }
    }
    if matches!(request.mode, Mode::Backward | Mode::ForwardSplit) && request.split.tape.is_none() {
        request.split.tape = rest.next();
    }
    if let Some(tape) = request.split.tape.filter(|tape| !is_address(tape.ty())) {
        return Err(reader.problem(format!("the tape has type {}, but it is a pointer", tape.ty())));
    }
    if let Some(bytes) = request.split.caller_bytes {
        if !bytes.ty().is_integer() {
            return Err(reader.problem(format!("the size of the tape has type {}, but it is a number", bytes.ty())));
        }
        if request.split.tape.is_none() && request.mode != Mode::TapeSize {
            return Err(reader.problem("enzyme_allocated needs the memory of the tape: enzyme_tape, pointer".into()));
        }
    }
    if request.mode == Mode::Augment && request.split.tape.is_some() && request.split.caller_bytes.is_none() {
        return Err(reader.problem("enzyme_tape needs the size of the memory: enzyme_allocated, bytes".into()));
    }
    if rest.next().is_some() {
        let wanted = request.arguments.len();
        return Err(reader.problem(format!(
            "the derivative call has more arguments than '{}' has parameters ({wanted}), or a shadow too many",
            target.name()
        )));
    }
    Ok(())
}

fn is_address(ty: Type) -> bool {
    ty.is_pointer() || ty.is_integer() && ty.integer_bits() == 64
}

/// Does a derivative call pass the adjoint of the result?
pub fn is_seeded(request: &Request, target: Function) -> bool {
    target.return_type().contains_float() && !request.return_inactive
}

fn read_seed(
    request: &Request,
    reader: &Reader,
    target: Function,
    rest: &mut impl Iterator<Item = Value>,
) -> Result<Vec<Value>, Failure> {
    let result = target.return_type();
    if !is_seeded(request, target) {
        return Ok(Vec::new());
    }
    let missing = || reader.problem(format!("the adjoint of the result of '{}' is missing", target.name()));
    let first = rest.next().ok_or_else(missing)?;
    debug_assert!(marker(first).is_none());
    let mut seed = vec![first];
    if result.is_struct() && first.ty() != result {
        // A small struct arrives as its fields.
        for _ in 1..result.element_count() {
            seed.push(rest.next().ok_or_else(missing)?);
        }
    }
    let wanted = if seed.len() == 1 { vec![result] } else { result.struct_elements() };
    for (value, ty) in seed.iter().zip(wanted) {
        if value.ty() != ty && !(value.ty().is_float() && ty.is_float()) {
            let message =
                format!("the adjoint of the result has type {}, but '{}' returns {ty}", value.ty(), target.name());
            return Err(reader.problem(message));
        }
    }
    Ok(seed)
}
