//! Launches: what the host calls for a kernel.
//!
//! Clang gives each kernel a function on the host, the stub, which hands its arguments to the run time by address. The stub calls
//! the kernel's own launch here. Where a program passes a kernel to the run time itself (`cudaLaunchKernel`), that finds the launch by the
//! address of the stub, in a table that is made before `main`.

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

const STUB: &str = "__device_stub__";
const RUN_TIME: &str = "cudaLaunchKernel";

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
        known.push((stub, launch, name));
    }
    if !known.is_empty() {
        register(module, &known);
    }
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
fn register(module: Module, known: &[(Function, Function, String)]) {
    let void = module.void_type();
    let pointer = module.pointer_type();
    let function = module.add_function("zymase.register_kernels", Type::function(void, &[], false));
    function.set_linkage(Linkage::LLVMInternalLinkage);
    let builder = Builder::at_end(function.append_block("entry"));
    let record = module.declare("__zymase_cuda_register", Type::function(void, &[pointer, pointer, pointer], false));
    for (stub, launch, name) in known {
        builder.call(record, &[stub.value(), launch.value(), module.string_constant(name)]);
    }
    builder.ret(None);
    module.run_before_main(function);
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
