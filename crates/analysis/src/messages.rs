//! What is seen of calls of MPI in a program: which call a function is, how handles are passed, and what a datatype is.

use crate::marks;
use zymase_library::{Element, Handle, Known, Mpi, element_of, is_bytes, is_text};
use zymase_llvm::{Function, Module, Value};

/// The call of MPI that a function is, if it was marked as one.
pub fn call_of(function: Function) -> Option<Mpi> {
    if !marks::is_message(function) {
        return None;
    }
    known(function)
}

/// The call of MPI that a function has the name of.
fn known(function: Function) -> Option<Mpi> {
    match zymase_library::lookup(&marks::known_as(function)?) {
        Some(Known::Mpi(mpi)) => Some(mpi),
        _ => None,
    }
}

/// Says of every declared call of MPI that its derivative is given.
pub fn mark(module: Module) {
    for function in module.functions().into_iter().filter(|f| f.is_declaration() && !f.is_intrinsic()) {
        if !marks::is_marked(function) && known(function).is_some_and(|mpi| fits(&mpi, function)) {
            function.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::MESSAGE);
            function.add_attribute("nounwind");
        }
    }
}

/// Is a function declared as the call of its name?
fn fits(mpi: &Mpi, function: Function) -> bool {
    let ty = function.function_type();
    let types = ty.function_parameters();
    let is_pointer = |position: Option<usize>| position.is_none_or(|k| types[k].is_pointer());
    types.len() == mpi.arguments
        && !ty.is_variadic()
        && ty.function_return().is_integer()
        && [mpi.from, mpi.to, mpi.makes].into_iter().all(is_pointer)
}

/// Are handles addresses in this program, and not numbers?
pub fn handles_are_addresses(module: Module) -> bool {
    let handle = |function: Function| {
        let mpi = function.is_declaration().then(|| known(function)).flatten()?;
        let types = function.function_type().function_parameters();
        types.get(mpi.handle?).map(|ty| ty.is_pointer())
    };
    let in_fortran = |variable: Value| zymase_library::has_addresses_as_handles(&variable.name());
    let by_variables = module.globals().into_iter().find_map(in_fortran);
    by_variables.or_else(|| module.functions().into_iter().find_map(handle)).unwrap_or(true)
}

/// A datatype as a program names it.
pub enum NamedType {
    Object(String),
    Number(i64),
}

impl NamedType {
    pub fn borrowed(&self) -> Handle<'_> {
        match self {
            NamedType::Object(name) => Handle::Object(name),
            NamedType::Number(number) => Handle::Number(*number),
        }
    }
}

/// The datatype that an argument is, if it is one that exists from the start.
pub fn handle_of(argument: Value) -> Option<NamedType> {
    if argument.is_global_variable() {
        return Some(NamedType::Object(argument.name()));
    }
    argument.as_integer().map(NamedType::Number)
}

/// The arguments of a call of MPI whose shadows derivatives look at.
pub fn buffers_of(call: Value) -> Vec<Value> {
    let Some(mpi) = call.called_function().and_then(call_of) else { return Vec::new() };
    let arguments = call.arguments().into_iter().enumerate();
    arguments.filter(|(k, _)| mpi.looks_behind(*k)).map(|(_, argument)| argument).collect()
}

/// Is a pointer passed to MPI as something else than a buffer?
pub fn is_handle(pointer: Value) -> bool {
    let passes = |user: &Value| user.is_call() && user.called_function().and_then(call_of).is_some();
    pointer.users().into_iter().filter(passes).any(|call| !buffers_of(call).contains(&pointer))
}

/// The buffers of a call that are sent or received as bytes: their arguments.
pub fn buffers_of_bytes(call: Value) -> Vec<usize> {
    let Some(mpi) = call.called_function().and_then(call_of) else { return Vec::new() };
    let arguments = call.arguments();
    let is_untyped = |ty: usize| handle_of(arguments[ty]).is_some_and(|handle| is_bytes(handle.borrowed()));
    mpi.typed.iter().filter(|(_, ty)| is_untyped(*ty)).map(|(buffer, _)| *buffer).collect()
}

/// Is a buffer of a call sent or received as characters?
pub fn is_buffer_of_text(call: Value, buffer: usize) -> bool {
    let Some(mpi) = call.called_function().and_then(call_of) else { return false };
    let arguments = call.arguments();
    let mut types = mpi.typed.iter().filter(|(known, _)| *known == buffer).map(|(_, ty)| arguments[*ty]);
    types.any(|ty| handle_of(ty).is_some_and(|handle| is_text(handle.borrowed())))
}

/// The buffers of a call that are sent or received as integers of several bytes: their arguments, and how large these are.
pub fn buffers_of_integers(call: Value) -> Vec<(usize, u64)> {
    let Some(mpi) = call.called_function().and_then(call_of) else { return Vec::new() };
    let arguments = call.arguments();
    let bytes = |ty: usize| match element_of(handle_of(arguments[ty])?.borrowed()) {
        Some(Element::Integer(bytes)) => Some(bytes),
        _ => None,
    };
    mpi.typed.iter().filter_map(|(buffer, ty)| Some((*buffer, bytes(*ty)?))).collect()
}

/// Might a datatype of this call be something else than numbers, or be made of that?
pub fn may_send_bytes(call: Value) -> bool {
    let Some(mpi) = call.called_function().and_then(call_of) else { return false };
    let arguments = call.arguments();
    let is_number = |handle: NamedType| matches!(element_of(handle.borrowed()), Some(Element::Real(_)));
    let is_typed = |ty: usize| handle_of(arguments[ty]).is_some_and(is_number);
    if mpi.typed.is_empty() {
        // The types of each part are behind a pointer.
        return mpi.from.is_some() && mpi.to.is_some() && mpi.handle.is_some();
    }
    !mpi.typed.iter().all(|(_, ty)| is_typed(*ty))
}
