//! Stubs: the functions of the host that hand the arguments of a kernel to CUDA's run time.
//!
//! A stub puts its parameters into variables, and the addresses of these into an array. A struct that is passed by value may be several parameters, or an address.

use std::collections::HashMap;
use zymase_llvm::{Function, Module, Opcode, Value};

/// Which part of a kernel's arguments a parameter of the stub is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The argument, and the bytes before the parameter in it.
    pub argument: usize,
    pub offset: u64,
    /// It is the address of the argument.
    pub is_address: bool,
}

/// What begins the name of CUDA's function that launches a kernel.
const LAUNCH: &str = "cudaLaunchKernel";

/// The call by which a stub launches its kernel.
fn launch_in(stub: Function) -> Option<Value> {
    let is_launch = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name().starts_with(LAUNCH));
    stub.instructions().into_iter().find(|i| is_launch(i) && i.arguments().first() == Some(&stub.value()))
}

/// Where the parameters of a stub are among the arguments; none where it is not as expected.
pub fn places(stub: Function) -> Option<Vec<Place>> {
    let module = stub.module();
    let array =
        launch_in(stub)?.arguments().into_iter().find(|a| is_variable(*a) && a.allocated_type().is_pointer())?;
    let mut argument_at = HashMap::new();
    for (store, offset) in stores_to(module, array) {
        argument_at.insert(store.operand(0), offset as usize / module.store_size(module.pointer_type()) as usize);
    }
    let mut origins = HashMap::new();
    for copy in stub.instructions().into_iter().filter(|i| i.is_call()) {
        let is_copy = copy.called_function().is_some_and(|f| f.name().starts_with("llvm.memcpy"));
        if is_copy && argument_at.contains_key(&copy.arguments()[0]) {
            origins.insert(copy.arguments()[1], argument_at[&copy.arguments()[0]]);
        }
    }
    let argument_of = |variable: &Value| argument_at.get(variable).or_else(|| origins.get(variable)).copied();
    let mut places = Vec::new();
    for parameter in stub.parameters() {
        if let Some(argument) = argument_of(&parameter) {
            places.push(Place { argument, offset: 0, is_address: true });
            continue;
        }
        // A truth value is a byte in memory.
        let wide = parameter.users().into_iter().find(|i| i.opcode() == Some(Opcode::LLVMZExt)).unwrap_or(parameter);
        let is_kept = |i: &Value| i.opcode() == Some(Opcode::LLVMStore) && i.operand(0) == wide;
        let store = wide.users().into_iter().find(is_kept)?;
        let variable = store.operand(1).underlying_object();
        let offset = store.operand(1).offset_in_object(module)?;
        places.push(Place { argument: argument_of(&variable)?, offset: offset as u64, is_address: false });
    }
    Some(places)
}

fn is_variable(value: Value) -> bool {
    value.opcode() == Some(Opcode::LLVMAlloca)
}

/// What is stored into an array of addresses, and where.
fn stores_to(module: Module, array: Value) -> Vec<(Value, i64)> {
    let mut found = Vec::new();
    for user in array.users() {
        let elements = match user.opcode() {
            Some(Opcode::LLVMGetElementPtr) => user.users(),
            _ => vec![user],
        };
        for store in elements.into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMStore)) {
            let place = store.operand(1);
            if place.underlying_object() == array {
                found.extend(place.offset_in_object(module).map(|offset| (store, offset)));
            }
        }
    }
    found
}
