//! Recognises the declarations of routines of BLAS and LAPACK, which are differentiated as whole operations.

use zymase_analysis::marks;
use zymase_library::{Convention, Known, Linear, LinearResult, ParameterKind, Precision};
use zymase_llvm::{Function, Module, Type};

/// Marks every declared routine: its derivative is given, and it touches only what it is passed.
pub fn mark(module: Module) {
    for function in module.functions() {
        if function.is_declaration() && !function.is_intrinsic() {
            mark_function(function);
        }
    }
}

pub fn mark_function(function: Function) {
    if marks::is_marked(function) {
        return;
    }
    let Some(Known::Linear(linear)) = zymase_library::lookup(&function.name()) else { return };
    if !fits(&linear, function) {
        return;
    }
    function.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::LINEAR_ALGEBRA);
    function.add_attribute("nounwind");
    function.add_attribute("willreturn");
    function.set_touches_only_arguments();
    for (index, parameter) in linear.parameters().iter().enumerate() {
        if linear.is_by_address(*parameter) {
            function.set_not_captured(index);
            if !parameter.written {
                function.add_parameter_attribute(index, "readonly");
            }
        }
    }
}

/// The type of the numbers of a routine.
pub fn real_type(module: Module, linear: &Linear) -> Type {
    let any = module.void_type();
    if linear.precision == Precision::Single { any.float() } else { any.double() }
}

/// Is the function declared as the routine of its name?
fn fits(linear: &Linear, function: Function) -> bool {
    let (ty, parameters) = (function.function_type(), linear.parameters());
    let types = ty.function_parameters();
    let real = real_type(function.module(), linear);
    let (declared, lengths) = types.split_at(parameters.len().min(types.len()));
    let each = declared.iter().zip(parameters).all(|(ty, parameter)| {
        if linear.is_by_address(*parameter) {
            ty.is_pointer()
        } else if parameter.kind == ParameterKind::Real {
            *ty == real
        } else {
            ty.is_integer()
        }
    });
    let flags = parameters.iter().filter(|p| p.kind == ParameterKind::Flag).count();
    let hidden = linear.convention == Convention::Fortran && lengths.len() == flags;
    let result = ty.function_return();
    let returns = match linear.result() {
        LinearResult::Real => result == real,
        LinearResult::Integer => result.is_integer(),
        LinearResult::Nothing => result.is_void() || result.is_integer(),
    };
    declared.len() == parameters.len()
        && each
        && (lengths.is_empty() || hidden && lengths.iter().all(|ty| ty.is_integer()))
        && returns
        && !ty.is_variadic()
}
