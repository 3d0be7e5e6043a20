//! The run time of kernels: what programs and generated code call, as code that becomes part of the program.

use zymase_llvm::{Module, Type};

const TEXTS: [&str; 4] = [
    include_str!(concat!(env!("OUT_DIR"), "/api.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/launch.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/device.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/mathematics.ll")),
];

/// Is there a body of this name?
pub fn has(name: &str) -> bool {
    let wanted = format!("@{name}(");
    let defines = |line: &str| line.starts_with("define ") && line.contains(&wanted);
    TEXTS.iter().any(|text| text.lines().any(defines))
}

/// What code generation calls for numbers of format bf16; libraries of older compilers lack it.
const NARROWING: [&str; 2] = ["__truncsfbf2", "__truncdfbf2"];

/// Declares what code generation will call.
fn declare_narrowing(module: Module) {
    let single = module.integer_type(32).float();
    let narrow = single.bfloat();
    let mut all = module.functions().into_iter().flat_map(|function| function.instructions());
    if all.any(|i| i.ty().scalar() == narrow) {
        for (name, wide) in NARROWING.into_iter().zip([single, module.double_type()]) {
            module.declare(name, Type::function(narrow, &[wide], false));
        }
    }
}

/// Gives the functions that a module declares their bodies, as far as there are any; true when there were.
pub fn link(module: Module) -> Result<bool, String> {
    declare_narrowing(module);
    let is_wanted = |name: &str| has(name);
    let any = module.functions().into_iter().any(|f| f.is_declaration() && !f.is_intrinsic() && is_wanted(&f.name()));
    if any {
        TEXTS.iter().try_for_each(|text| module.link_needed(text))?;
    }
    // Nothing calls these yet.
    let defined = NARROWING.into_iter().filter_map(|name| module.function(name)).filter(|f| !f.is_declaration());
    defined.for_each(|function| module.keep(function.value()));
    Ok(any)
}
