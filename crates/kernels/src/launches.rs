//! Launches: what the host calls for a kernel.
//!
//! Clang gives each kernel a function on the host, the stub, which hands its arguments to the run time by address. The stub calls
//! the kernel's own launch here. Where a program passes a kernel to the run time itself (`cudaLaunchKernel`), that finds the launch by the
//! address of the stub, in a table that is made before `main`.

use zymase_launches::{ADDERS, KEY, kernel_of_stub};
use zymase_llvm::{Builder, Function, Linkage, Module, Type, Value};

/// A kernel that can run.
pub struct Ready {
    /// Its name on the device.
    pub name: String,
    /// Runs one block.
    pub block: Function,
    /// Bytes of shared memory of its own.
    pub shared: u64,
    /// Bytes that a thread has in memory, and those beyond.
    pub kept: u64,
    pub fixed: u64,
}

const RUN_TIME: &str = "cudaLaunchKernel";

/// Connects stubs with kernels.
pub fn connect(module: Module, kernels: &[Ready]) {
    let mut known = Vec::new();
    for stub in module.functions().into_iter().filter(|f| !f.is_declaration()) {
        let Some(name) = kernel_of_stub(&stub.name()) else { continue };
        let Some(kernel) = kernels.iter().find(|kernel| kernel.name == name) else { continue };
        let launch = launch(module, kernel, stub);
        ["optnone", "noinline"].iter().for_each(|name| stub.remove_attribute(name));
        for call in stub.instructions().into_iter().filter(|i| i.is_call()) {
            let is_launch = call.called_function().is_some_and(|f| f.name().starts_with(RUN_TIME));
            if is_launch && call.arguments().first() == Some(&stub.value()) {
                let builder = Builder::before(call);
                let result = builder.call(launch, &call.arguments()[1..]);
                call.replace_all_uses_with(result);
                call.erase_instruction();
            }
        }
        known.push((stub.value(), launch, name));
    }
    for kernel in kernels {
        if let Some(key) = key_of(module, &kernel.name) {
            let like = known.first().map_or(kernel.block, |(_, launch, _)| *launch);
            known.push((key, launch(module, kernel, like), kernel.name.clone()));
        }
    }
    if !known.is_empty() {
        register(module, &known);
    }
}

/// What the program knows a companion of a kernel by, which has no stub.
fn key_of(module: Module, name: &str) -> Option<Value> {
    let companion =
        |start: &str| name.strip_prefix(&format!("zymase_{start}_")).map(|rest| format!("{KEY}{start}.{rest}"));
    let adder = ADDERS.contains(&name).then(|| name.to_owned());
    adder.or_else(|| companion("reverse")).or_else(|| companion("forward")).and_then(|key| module.global(&key))
}

/// `status launch(grid, block, arguments, bytes, stream)`, with the numbers of `cudaLaunchKernel`.
fn launch(module: Module, kernel: &Ready, like: Function) -> Function {
    let (integer, long, pointer) = (module.integer_type(32), module.integer_type(64), module.pointer_type());
    let types = [long, integer, long, integer, pointer, long, pointer];
    let function = module.add_function(&format!("{}.launch", kernel.name), Type::function(integer, &types, false));
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(like);
    let builder = Builder::at_end(function.append_block("entry"));
    let sizes = [kernel.shared, kernel.kept, kernel.fixed].map(|bytes| Value::integer(long, bytes as i64));
    let given = function.parameters();
    let arguments: Vec<Value> =
        [kernel.block.value()].into_iter().chain(sizes).chain(given[..6].iter().copied()).collect();
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let run = module.declare("__zymase_cuda_run", Type::function(integer, &types, false));
    let note = module.declare("__zymase_cuda_note", Type::function(integer, &[integer], false));
    builder.ret(Some(builder.call(note, &[builder.call(run, &arguments)])));
    function
}

/// Tells the run time which launch belongs to which stub.
fn register(module: Module, known: &[(Value, Function, String)]) {
    let void = module.void_type();
    let pointer = module.pointer_type();
    let function = module.add_function("zymase.register_kernels", Type::function(void, &[], false));
    function.set_linkage(Linkage::LLVMInternalLinkage);
    let builder = Builder::at_end(function.append_block("entry"));
    let record = module.declare("__zymase_cuda_register", Type::function(void, &[pointer, pointer, pointer], false));
    for (stub, launch, name) in known {
        builder.call(record, &[*stub, launch.value(), module.string_constant(name)]);
    }
    builder.ret(None);
    module.run_before_main(function);
}
