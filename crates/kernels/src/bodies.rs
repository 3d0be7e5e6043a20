//! The run time of kernels: what programs and generated code call, as code that becomes part of the program.

use zymase_llvm::Module;

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

/// Gives the functions that a module declares their bodies, as far as there are any; true when there were.
pub fn link(module: Module) -> Result<bool, String> {
    let is_wanted = |name: &str| has(name);
    let any = module.functions().into_iter().any(|f| f.is_declaration() && !f.is_intrinsic() && is_wanted(&f.name()));
    if any {
        TEXTS.iter().try_for_each(|text| module.link_needed(text))?;
    }
    Ok(any)
}
