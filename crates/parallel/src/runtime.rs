//! Functions of the run time, and the marks of open regions.
use zymase_llvm::{Function, Module, Type};

pub const START: &str = "zymase.region.start";
pub const END: &str = "zymase.region.end";
pub const BOUND: &str = "zymase.region.bound";
pub const FORK: &str = "__kmpc_fork_call";
/// Before the names of functions that LLVM must not know while regions are open.
const HIDDEN: &str = "zymase.hidden.";

/// The mark at the start of a region.
pub fn start(module: Module) -> Function {
    module.function(START).unwrap_or_else(|| {
        let pointer = module.pointer_type();
        let function = mark(module, START, Type::function(pointer, &[pointer], true));
        function.set_reads_and_changes_hidden();
        ["noalias", "nonnull", "noundef"].iter().for_each(|fact| function.add_return_attribute(fact));
        function
    })
}

/// The mark at the end of a region.
pub fn end(module: Module) -> Function {
    mark(module, END, Type::function(module.void_type(), &[module.pointer_type()], false))
}

/// The address of the number of the thread within the team that was started by the compiler.
pub fn bound(module: Module) -> Function {
    module.function(BOUND).unwrap_or_else(|| {
        let pointer = module.pointer_type();
        let function = module.add_function(BOUND, Type::function(pointer, &[pointer], false));
        function.mark_pure();
        function
    })
}

/// Nothing may be made of two such calls, or two of one.
fn mark(module: Module, name: &str, ty: Type) -> Function {
    module.function(name).unwrap_or_else(|| {
        let function = module.add_function(name, ty);
        ["nounwind", "convergent", "nomerge", "willreturn"].iter().for_each(|fact| function.add_attribute(fact));
        function
    })
}

/// `__kmpc_fork_call(location, count, function, ...)`
pub fn fork(module: Module) -> Function {
    let (pointer, count) = (module.pointer_type(), module.integer_type(32));
    let fork = module.declare(FORK, Type::function(module.void_type(), &[pointer, count, pointer], true));
    fork.add_attribute("nounwind");
    fork
}

/// What a function that may be hidden is called elsewhere.
pub fn shown(name: &str) -> &str {
    name.strip_prefix(HIDDEN).unwrap_or(name)
}

/// LLVM knows that the number of the thread, or of threads, is the same everywhere in a function. In one with open regions it is not.
pub fn hide_queries(module: Module) {
    let asks = |f: &Function| {
        let name = f.name();
        f.is_declaration() && !f.is_intrinsic() && (name.starts_with("omp_") || name == "__kmpc_global_thread_num")
    };
    for function in module.functions().into_iter().filter(asks) {
        let other = module.declare(&format!("{HIDDEN}{}", function.name()), function.function_type());
        other.add_attribute("nounwind");
        function.value().replace_all_uses_with(other.value());
    }
}

/// Gives hidden functions their names back.
pub fn show_queries(module: Module) {
    for hidden in module.functions() {
        if let Some(name) = hidden.name().strip_prefix(HIDDEN) {
            let function = module.declare(name, hidden.function_type());
            hidden.value().replace_all_uses_with(function.value());
            hidden.erase();
        }
    }
}

/// What hands out iterations writes nothing of the program but the bounds it is asked for, and keeps no address.
pub fn describe_sharing(module: Module) {
    for function in module.functions().into_iter().filter(|f| f.is_declaration()) {
        let name = function.name();
        let gives_bounds = name.starts_with("__kmpc_for_static_init_") || name.starts_with("__kmpc_dispatch_next_");
        if !gives_bounds && name != "__kmpc_for_static_fini" && !name.starts_with("__kmpc_dispatch_init_") {
            continue;
        }
        function.set_touches_arguments_and_hidden();
        for (index, ty) in function.function_type().function_parameters().into_iter().enumerate() {
            if ty.is_pointer() {
                function.set_not_captured(index);
            }
        }
    }
}
