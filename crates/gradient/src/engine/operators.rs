//! Operators of reductions that the program makes for MPI: both derivatives of their functions are made where something that is
//! differentiated reduces, and handed to the run time (`prepare/bodies/mpi/own.h`) where the program makes the operator.

use super::{Engine, versions};
use zymase_analysis::activity::Role;
use zymase_analysis::runtime::MPI;
use zymase_core::Failure;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{DerivativeKind, Key, Options, Signature};
use zymase_emit::driver::Driver;
use zymase_library::{MAKE_OPERATOR, reduces};
use zymase_llvm::{Builder, Function, Linkage, Module, Type, Value};

/// After everything that is asked for has been made.
pub fn hand_over(engine: &mut Engine) {
    let module = engine.session.module;
    if !module.functions().into_iter().any(|f| f.name().strip_prefix(MPI).is_some_and(reduces)) {
        return;
    }
    for name in ["MPI_", "PMPI_"].map(|start| format!("{start}{MAKE_OPERATOR}")) {
        let Some(function) = module.function(&name).filter(|f| f.is_declaration()) else { continue };
        for call in function.value().users().into_iter().filter(|user| user.called_function() == Some(function)) {
            let operator = call.arguments().first().and_then(|first| first.as_function());
            if let Some(operator) = operator.filter(|operator| is_operator(*operator)) {
                let telling = telling(engine, operator, function);
                call.set_operand(call.operands().len() - 1, telling.value());
            }
        }
    }
}

fn is_operator(function: Function) -> bool {
    let types = function.function_type().function_parameters();
    !function.is_declaration() && types.len() == 4 && types.iter().all(|ty| ty.is_pointer())
}

/// What is called in place of the library's function for an operator: it tells the run time of the derivatives.
fn telling(engine: &mut Engine, operator: Function, makes: Function) -> Function {
    let module = engine.session.module;
    let name = format!("zymase.operator.{}", operator.name());
    if let Some(known) = module.function(&name) {
        return known;
    }
    let before = engine.derivatives.functions().len();
    let (derivatives, why) = match derivatives(engine, operator) {
        Ok(both) => (both.map(|signature| signature.function.value()), String::new()),
        Err(failure) => {
            engine.withdraw(before);
            ([Value::null(memory_pointer(module)); 2], failure.in_words())
        }
    };
    let telling = module.add_function(&name, makes.function_type());
    telling.set_linkage(Linkage::LLVMInternalLinkage);
    let builder = Builder::at_end(telling.append_block("entry"));
    let why = module.string_constant(&why);
    let arguments = [telling.parameters(), derivatives.to_vec(), vec![why]].concat();
    builder.ret(Some(builder.call(noting(module, makes, &arguments), &arguments)));
    telling
}

fn noting(module: Module, makes: Function, arguments: &[Value]) -> Function {
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    module.declare(&format!("{MPI}note_{MAKE_OPERATOR}"), Type::function(makes.return_type(), &types, false))
}

/// Of an operator's function: what it adds and what it adds to have shadows.
fn derivatives(engine: &mut Engine, operator: Function) -> Result<[Signature; 2], Failure> {
    let key = |kind| Key {
        original: operator,
        kind,
        roles: vec![Role::Duplicated, Role::Duplicated, Role::Constant, Role::Constant],
        options: Options::PLAIN,
        overwritten: Vec::new(),
        unchanged: Vec::new(),
    };
    let reverse = versions::gradient(engine, &key(DerivativeKind::Gradient { seeded: false }), &[], false)?;
    Ok([reverse, engine.derivative(&key(DerivativeKind::Forward), &[])?])
}
