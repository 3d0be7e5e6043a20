//! Reads `__enzyme_batch`: one call of a function for each of several sets of arguments.

use super::{Operand, Reader, check_kind, marker};
use crate::Failure;
use zymase_llvm::{Function, Value};

pub const NAME: &str = "__enzyme_batch";

/// For each parameter its argument in every call; none for the buffer of a result that is returned through memory.
pub struct Batch {
    pub lanes: usize,
    pub arguments: Vec<Option<Vec<Operand>>>,
}

/// Is it a batch of calls, and no derivative?
pub fn is_batch(call: Value) -> bool {
    call.called_value().name().contains(NAME)
}

pub fn read(call: Value, target: Function) -> Result<Batch, Failure> {
    let mut reader = Reader::new(call);
    if !reader.operands.iter().any(|o| marker(*o).as_deref() == Some("enzyme_width")) {
        return Err(problem(&reader, "__enzyme_batch does not say how many calls it makes".to_owned()));
    }
    let mut batch = Batch { lanes: reader.lanes()?, arguments: Vec::new() };
    for (index, parameter) in target.parameters().into_iter().enumerate() {
        if target.parameter_type_attribute(index, "sret").is_some() {
            batch.arguments.push(None);
            continue;
        }
        let what = format!("the argument for parameter {} of '{}'", index + 1, target.name());
        batch.arguments.push(Some(read_argument(&mut reader, parameter, batch.lanes, &what)?));
    }
    skip_width(&mut reader)?;
    match reader.peek() {
        Some(_) => {
            Err(problem(&reader, format!("__enzyme_batch has more arguments than '{}' has parameters", target.name())))
        }
        None => Ok(batch),
    }
}

fn skip_width(reader: &mut Reader) -> Result<(), Failure> {
    while reader.peek().and_then(marker).as_deref() == Some("enzyme_width") {
        reader.next += 1;
        reader.take_constant("enzyme_width")?;
    }
    Ok(())
}

fn read_argument(reader: &mut Reader, parameter: Value, lanes: usize, what: &str) -> Result<Vec<Operand>, Failure> {
    skip_width(reader)?;
    let Some(name) = reader.peek().and_then(marker) else {
        return Err(problem(reader, format!("{what} has no marker")));
    };
    reader.next += 1;
    let ty = parameter.ty();
    let mut operands = Vec::new();
    match name.as_str() {
        "enzyme_scalar" => {
            let value = reader.take(what)?;
            check_kind(reader, value, ty, what)?;
            operands.extend(std::iter::repeat_n(Operand::direct(value), lanes));
        }
        "enzyme_vector" => {
            for _ in 0..lanes {
                let value = reader.take(what)?;
                check_kind(reader, value, ty, what)?;
                operands.push(Operand::direct(value));
            }
        }
        "enzyme_buffer" => {
            let (stride, buffer) = (reader.take(what)?, reader.take(what)?);
            if !stride.ty().is_integer() || !buffer.ty().is_pointer() {
                return Err(problem(reader, format!("enzyme_buffer is followed by bytes and a pointer ({what})")));
            }
            let first = Operand::direct(buffer);
            let first = if ty.is_pointer() { first } else { first.behind(0) };
            operands.extend((0..lanes).map(|lane| first.in_lane(stride, lane)));
        }
        _ => return Err(problem(reader, format!("{what} has the marker {name}"))),
    }
    Ok(operands)
}

fn problem(reader: &Reader, message: String) -> Failure {
    let help = "write enzyme_width, N first, and for each argument enzyme_scalar, x or enzyme_vector, x1, …, xN or \
                enzyme_buffer, bytes, pointer";
    Failure::at(reader.call, zymase_support::Diagnostic::new(message).with_help(help))
}
