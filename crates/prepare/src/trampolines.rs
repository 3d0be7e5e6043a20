//! Calls of inner procedures through trampolines become direct.
//!
//! Fortran passes a procedure that uses the variables of its host as the address of a trampoline: code made on the stack
//! that adds the host's frame as one more argument. Where the making is seen, the call is of the procedure itself.

use zymase_library::{Machinery, machinery};
use zymase_llvm::{Builder, Value};

/// The arguments of `llvm.init.trampoline`.
const BUFFER: usize = 0;
const PROCEDURE: usize = 1;
const FRAME: usize = 2;

/// Makes an indirect call through a trampoline direct; false when it is none.
pub fn resolve(call: Value) -> bool {
    let Some(making) = making_of(call.called_value()) else { return false };
    let arguments = making.arguments();
    let Some(procedure) = arguments[PROCEDURE].as_function() else { return false };
    let count = procedure.parameters().len();
    let Some(place) = (0..count).find(|index| procedure.parameter_has_attribute(*index, "nest")) else { return false };
    let mut passed = call.arguments();
    if place > passed.len() {
        return false;
    }
    passed.insert(place, arguments[FRAME]);
    let fits = passed.len() == count && passed.iter().zip(procedure.parameters()).all(|(a, p)| a.ty() == p.ty());
    if !fits || procedure.return_type() != call.ty() {
        return false;
    }
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let direct = builder.call(procedure, &passed);
    call.replace_all_uses_with(direct);
    call.erase_instruction();
    true
}

/// The one `llvm.init.trampoline` of the buffer that an address is adjusted from.
fn making_of(address: Value) -> Option<Value> {
    let is = |call: Value, wanted: Machinery| {
        call.is_call() && call.called_function().and_then(|f| machinery(&f.name())) == Some(wanted)
    };
    if !is(address, Machinery::AdjustTrampoline) {
        return None;
    }
    let buffer = address.arguments()[BUFFER];
    let mut makings = buffer.users().into_iter().filter(|user| is(*user, Machinery::InitTrampoline));
    let making = makings.next()?;
    makings.next().is_none().then_some(making)
}
