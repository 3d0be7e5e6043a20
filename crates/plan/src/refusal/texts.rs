//! Numbers whose bytes are kept in a text: in the characters of a `std::string`, which the library owns, there is no derivative.

use super::outside::may_hold_active;
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::types::{Cell, Types};
use zymase_core::Failure;
use zymase_llvm::{Function, Opcode, Value};
use zymase_support::Diagnostic;

/// Refuses what puts numbers with derivatives into a text.
pub fn check(function: Function, types: &Types, activity: &Activity) -> Result<(), Failure> {
    let puts_numbers = |i: &Value| match i.opcode() {
        Some(Opcode::LLVMStore) => activity.is_varied(i.operand(0)) && types.is_in_text(i.operand(1)),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => {
            is_given_numbers(types, activity, *i) || copies_numbers(types, activity, *i)
        }
        _ => false,
    };
    let Some(at) = function.instructions().into_iter().find(puts_numbers) else { return Ok(()) };
    let text = "the bytes of floats are copied into a std::string here, and their derivative would be lost";
    let diagnostic = Diagnostic::new(text).with_help("keep the bytes of floats in a std::vector<char>");
    Err(Failure::at(at, diagnostic))
}

/// Is it a member of `std::string` that is given a pointer to numbers?
fn is_given_numbers(types: &Types, activity: &Activity, i: Value) -> bool {
    let place = i.called_function().and_then(|function| zymase_library::place_of_characters(&function.name()));
    if place.is_none() {
        return false;
    }
    let arguments = i.arguments();
    arguments.iter().enumerate().skip(1).filter(|(_, argument)| argument.ty().is_pointer()).any(|(index, &bytes)| {
        if !activity.class(bytes).may_have_shadow() {
            return false;
        }
        let known = arguments.get(index + 1).and_then(|length| length.as_integer()).filter(|length| *length > 0);
        let layout = types.of_memory(bytes, Some(known.map_or(1, |length| length as u64)));
        let first =
            || types.of_memory(bytes, None).is_ok_and(|layout| layout.cells().first().is_some_and(starts_number));
        layout.is_ok_and(|layout| layout.has_float()) || known.is_none() && first()
    })
}

fn starts_number(cell: &Cell) -> bool {
    cell.offset == 0 && cell.kind.may_be_float() && !cell.mixed
}

fn copies_numbers(types: &Types, activity: &Activity, i: Value) -> bool {
    let Callee::Copy(transfer) = classify(i) else { return false };
    let arguments = i.arguments();
    let (to, from) = (arguments[transfer.destination], arguments[transfer.source]);
    let bytes = arguments[transfer.length].as_integer().map(|length| length as u64);
    types.is_in_text(to)
        && activity.class(from).may_have_shadow()
        && types.of_memory(from, bytes).is_ok_and(|layout| layout.has_float())
        && may_hold_active(activity, from)
}
