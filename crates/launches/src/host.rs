//! Launches in the host's compilation.
//!
//! The table of the device's compilation is in the device's code, which is a constant of this module. The stub of each kernel is marked: its derivative is given, and it
//! stays a function. What the run time of CUDA knows companions by is made here, and made known to it where the program makes its own kernels known.

use crate::stub::{self, Place};
use crate::table::{self, Kernel};
use crate::{ADDERS, KEY};
use zymase_analysis::marks;
use zymase_core::request;
use zymase_llvm::{Builder, Function, Linkage, Module, Type, Value};

/// What a stub is marked with: the table of its kernel, and where its parameters are. Or why it has no derivative.
const LAUNCH: &str = "zymase-launch";
const NO_LAUNCH: &str = "zymase-no-launch";

/// Where a program makes its kernels known, and how.
const REGISTRATION: &str = "__cuda_register_globals";
const REGISTER: &str = "__cudaRegisterFunction";

const STUB: &str = "__device_stub__";
const NOT_COMPILED: &str = "the code for the device has no derivatives of it: compile with ZYMASE_FLAGS=launches=1 and -fpass-plugin for the device as well, and debug code with -Xcuda-fatbinary --compress=false";

/// Does a module ask for derivatives?
pub fn asks_for_derivatives(module: Module) -> bool {
    request::has_derivative_calls(module)
}

/// What is known of a stub.
pub struct Launched {
    pub kernel: Kernel,
    pub places: Vec<Place>,
}

/// The name of the kernel that a function of the host is the stub of.
pub fn kernel_of_stub(name: &str) -> Option<String> {
    let at = name.find(STUB)?;
    let digits = name[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, rest) = (&name[..at - digits], &name[at + STUB.len()..]);
    if digits == 0 {
        return Some(format!("{before}{rest}"));
    }
    let length = name[at - digits..at].parse::<usize>().ok()?.checked_sub(STUB.len())?;
    Some(format!("{before}{length}{rest}"))
}

/// Marks the stubs of a host's module that asks for derivatives, with the tables in it and in a text.
pub fn mark(module: Module, text: Option<&str>) -> bool {
    if module.is_for_gpu() || !request::has_derivative_calls(module) {
        return false;
    }
    let is_stub = |f: &Function| !f.is_declaration() && kernel_of_stub(&f.name()).is_some();
    let stubs: Vec<Function> = module.functions().into_iter().filter(is_stub).collect();
    if stubs.is_empty() {
        return false;
    }
    let mut kernels: Vec<Kernel> = module
        .globals()
        .into_iter()
        .filter_map(|global| global.initializer()?.as_bytes())
        .flat_map(|bytes| table::read(&bytes))
        .collect();
    kernels.extend(text.into_iter().flat_map(|text| table::read(text.replace("\\0A", "\n").as_bytes())));
    for stub in stubs {
        let name = kernel_of_stub(&stub.name()).unwrap_or_default();
        ["noinline", "nounwind"].iter().for_each(|attribute| stub.add_attribute(attribute));
        stub.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::LAUNCH);
        match described(stub, &name, &kernels) {
            Ok(text) => stub.add_string_attribute(LAUNCH, &text),
            Err(why) => stub.add_string_attribute(NO_LAUNCH, &why),
        }
    }
    make_known(module, &kernels);
    true
}

fn described(stub: Function, name: &str, kernels: &[Kernel]) -> Result<String, String> {
    let mut same = kernels.iter().filter(|kernel| kernel.name == name);
    let kernel = same.next().ok_or(NOT_COMPILED)?;
    if let Some(why) = &kernel.refused {
        return Err(why.clone());
    }
    // One GPU may have other code than another.
    if same.any(|other| other != kernel) {
        return Err("its code is not the same for all GPUs that it is compiled for".into());
    }
    let places = stub::places(stub).ok_or("its stub on the host is not understood")?;
    if places.iter().any(|place| place.argument >= kernel.parameters.len()) {
        return Err("host and device do not agree about its parameters".into());
    }
    let words = places.iter().map(|p| format!("{} {} {}", p.argument, p.offset, u8::from(p.is_address)));
    Ok(format!("{}{}", table::write(std::slice::from_ref(kernel)), words.collect::<Vec<_>>().join(",")))
}

/// What was found out about a stub; or why its launches have no derivative.
pub fn launched(stub: Function) -> Result<Launched, String> {
    let Some(text) = stub.string_attribute(LAUNCH) else {
        return Err(stub.string_attribute(NO_LAUNCH).unwrap_or_else(|| NOT_COMPILED.into()));
    };
    let kernel = table::read(text.as_bytes()).into_iter().next().ok_or("its table cannot be read")?;
    let words = text.lines().last().unwrap_or_default();
    let place = |words: &str| {
        let numbers: Vec<u64> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [argument, offset, is_address] = numbers[..] else { return None };
        Some(Place { argument: argument as usize, offset, is_address: is_address != 0 })
    };
    Ok(Launched { kernel, places: words.split(',').filter_map(place).collect() })
}

/// Makes companions known to the run time, each by the address of a variable.
fn make_known(module: Module, kernels: &[Kernel]) {
    let mut names: Vec<(String, String)> = Vec::new();
    for kernel in kernels.iter().filter(|kernel| kernel.refused.is_none()) {
        for start in ["reverse", "forward"] {
            names.push((format!("{KEY}{start}.{}", kernel.name), format!("zymase_{start}_{}", kernel.name)));
        }
    }
    if !names.is_empty() {
        names.extend(ADDERS.map(|name| (name.to_owned(), name.to_owned())));
    }
    names.sort();
    names.dedup();
    let byte = module.integer_type(8);
    for (key, _) in &names {
        let variable = module.add_global(key, byte);
        variable.set_initializer(Some(Value::integer(byte, 0)));
    }
    let Some(registration) = module.function(REGISTRATION).filter(|f| !f.is_declaration()) else { return };
    let handle = registration.parameter(0);
    let Some(end) = registration.blocks().into_iter().filter_map(|block| block.terminator()).last() else { return };
    let builder = Builder::before(end);
    let (pointer, integer) = (module.pointer_type(), module.integer_type(32));
    let types: Vec<Type> = [pointer; 4].into_iter().chain([integer]).chain([pointer; 5]).collect();
    let register = module.declare(REGISTER, Type::function(integer, &types, false));
    for (key, name) in &names {
        let text = module.string_constant(&format!("{name}\0"));
        let key = module.global(key).expect("it was made");
        let nothing = Value::null(pointer);
        let all = Value::integer(integer, -1);
        builder.call(register, &[handle, key, text, text, all, nothing, nothing, nothing, nothing, nothing]);
    }
}

/// Calls that hand a kernel to the run time are calls of its stub.
pub fn spread(module: Module) {
    let Some(launch) = module.function("cudaLaunchKernel") else { return };
    for call in launch.value().users() {
        if !call.is_call() || call.called_function() != Some(launch) {
            continue;
        }
        let arguments = call.arguments();
        let Some(stub) = arguments[0].as_function() else { continue };
        let Ok(known) = launched(stub) else { continue };
        if call.block().map(|block| block.function()) == Some(stub) || arguments.len() != 8 {
            continue;
        }
        call_stub(module, call, &arguments, stub, &known);
    }
}

fn call_stub(module: Module, call: Value, arguments: &[Value], stub: Function, known: &Launched) {
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let configuration: Vec<Value> = [1, 2, 3, 4, 6, 7].into_iter().map(|k| arguments[k]).collect();
    let types: Vec<Type> = configuration.iter().map(|value| value.ty()).collect();
    let integer = module.integer_type(32);
    let push = module.declare("__cudaPushCallConfiguration", Type::function(integer, &types, false));
    builder.call(push, &configuration);
    let pointer = module.pointer_type();
    let bytes = module.store_size(pointer) as i64;
    let mut values = Vec::new();
    for (place, parameter) in known.places.iter().zip(stub.parameters()) {
        let address = builder.load(pointer, builder.constant_offset(arguments[5], bytes * place.argument as i64));
        let at = builder.constant_offset(address, place.offset as i64);
        let ty = parameter.ty();
        values.push(match () {
            _ if place.is_address => at,
            _ if ty == module.integer_type(1) => builder.integer_resize(builder.load(module.integer_type(8), at), ty),
            _ => builder.load(ty, at),
        });
    }
    builder.call(stub, &values).take_attributes_of(stub);
    let status = module.declare("cudaPeekAtLastError", Type::function(integer, &[], false));
    let status = builder.call(status, &[]);
    call.replace_all_uses_with(status);
    call.erase_instruction();
}

/// Nobody else needs the names of keys.
pub fn hide_keys(module: Module) {
    for name in module.globals().into_iter().map(Value::name) {
        if name.starts_with(KEY) || ADDERS.contains(&name.as_str()) {
            module.global(&name).expect("it is there").set_global_linkage(Linkage::LLVMInternalLinkage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::kernel_of_stub;

    #[test]
    fn names_of_stubs_lead_to_kernels() {
        let name = |stub| kernel_of_stub(stub).unwrap();
        assert_eq!(name("_Z18__device_stub__addPKfS0_Pfi"), "_Z3addPKfS0_Pfi");
        assert_eq!(name("_ZN2ns16__device_stub__kIfEEvPT_"), "_ZN2ns1kIfEEvPT_");
        assert_eq!(name("__device_stub__plain"), "plain");
        assert!(kernel_of_stub("main").is_none());
    }
}
