//! CUDA's device library: its functions keep their names until derivatives are made, and what derivatives call of it is added.
//!
//! Clang puts the library into the module before any pass runs, and only what the program calls. The formulas of derivatives call
//! other functions of it (`cos` for `sin`).

use std::collections::HashSet;
use std::fs;
use zymase_analysis::marks;
use zymase_core::{Config, Failure, runtime};
use zymase_library::Known;
use zymase_llvm::{Builder, Function, Linkage, Module, Value};
use zymase_support::Diagnostic;

/// How its names begin.
const PREFIX: &str = "__nv_";
/// On a function that may be inlined when derivatives have been made.
const HELD: &str = "zymase-held";
/// Its value where it must be.
const ALWAYS: &str = "always";

/// Keeps the functions whose derivatives are known by name; true when there were any.
pub fn hold(module: Module) -> bool {
    if !module.is_for_nvidia() {
        return false;
    }
    let is_known = |f: &Function| {
        f.name().starts_with(PREFIX) && !f.is_declaration() && zymase_library::lookup(&f.name()).is_some_and(is_plain)
    };
    let known: Vec<Function> = module.functions().into_iter().filter(is_known).collect();
    for function in &known {
        function.add_string_attribute(HELD, if function.has_attribute("alwaysinline") { ALWAYS } else { "" });
        function.remove_attribute("alwaysinline");
        function.add_attribute("noinline");
        // Whom others may call keeps all its parameters.
        function.set_linkage(Linkage::LLVMExternalLinkage);
        function.add_string_attribute(marks::FUNCTION_LIKE, &function.name());
        if function.parameters().iter().all(|parameter| !parameter.ty().is_pointer()) {
            function.mark_pure();
        }
    }
    let shuffled = module.functions().into_iter().fold(false, |any, f| name_shuffle(f) | any);
    shuffled | !known.is_empty()
}

fn is_plain(known: Known) -> bool {
    matches!(known, Known::Math(_) | Known::SplitMath(_))
}

/// CUDA's headers write shuffles of `double` as two of integers: `__shfl_down_sync(unsigned, double, unsigned, int)`.
const SHUFFLES: [(&str, &str, i64); 4] = [
    ("_Z11__shfl_syncjdii", "idx", 31),
    ("_Z14__shfl_up_syncjdji", "up", 0),
    ("_Z16__shfl_down_syncjdji", "down", 31),
    ("_Z15__shfl_xor_syncjdii", "bfly", 31),
];

/// Gives a shuffle of `double` a body that calls one of that type.
fn name_shuffle(function: Function) -> bool {
    let name = function.name();
    let Some((_, kind, clamp)) = SHUFFLES.into_iter().find(|(known, ..)| *known == name) else { return false };
    if function.is_declaration() || function.parameters().len() != 4 {
        return false;
    }
    let module = function.module();
    let i32_type = module.integer_type(32);
    let wide = runtime::wide_shuffle(module, kind);
    let linkage = function.linkage();
    function.erase_body();
    let builder = Builder::at_end(function.append_block("entry"));
    let [mask, value, lane, width] = [0, 1, 2, 3].map(|k| function.parameter(k));
    let parts = builder.shl(builder.sub(Value::integer(i32_type, 32), width), Value::integer(i32_type, 8));
    let clamp = builder.or(parts, Value::integer(i32_type, clamp));
    let result = builder.call(wide, &[mask, value, lane, clamp]);
    builder.ret(Some(result));
    function.set_linkage(linkage);
    true
}

/// Lets the functions be inlined, and adds what derivatives call.
pub fn release(module: Module, config: &Config) {
    if !module.is_for_nvidia() {
        return;
    }
    for function in module.functions() {
        if let Some(held) = function.string_attribute(HELD) {
            function.remove_string_attribute(HELD);
            function.remove_string_attribute(marks::FUNCTION_LIKE);
            function.remove_attribute("noinline");
            function.set_linkage(Linkage::LLVMInternalLinkage);
            if held == ALWAYS && !function.is_declaration() {
                function.add_attribute("alwaysinline");
            }
        }
    }
    if let Err(failure) = add(module, config) {
        failure.report(module, None);
    }
}

/// The functions of LLVM that the machine has no instruction for; those in `DOUBLE` only of `double`.
const MISSING: [&str; 17] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp10", "log", "log10",
    "pow", "powi", "ldexp",
];
const MISSING_OF_DOUBLE: [&str; 2] = ["exp2", "log2"];

/// The name in the library of a function that generated code calls by another one.
fn name_in_library(function: Function) -> Option<String> {
    let name = function.name();
    let Some(intrinsic) = name.strip_prefix("llvm.") else {
        let is_known = |name: &str| zymase_library::lookup(name).is_some_and(is_plain);
        let other = format!("{PREFIX}{name}");
        return (!name.starts_with(PREFIX) && is_known(&name) && is_known(&other)).then_some(other);
    };
    let (base, ty) = intrinsic.split_once('.')?;
    let suffix = match ty.split('.').next()? {
        "f32" => "f",
        "f64" => "",
        _ => return None,
    };
    let is_missing = MISSING.contains(&base) || MISSING_OF_DOUBLE.contains(&base);
    is_missing.then(|| format!("{PREFIX}{base}{suffix}"))
}

fn add(module: Module, config: &Config) -> Result<(), Failure> {
    let mut wanted = HashSet::new();
    for function in module.functions().into_iter().filter(|f| f.is_declaration()) {
        let Some(name) = name_in_library(function) else { continue };
        let calls: Vec<Value> = function.value().users().into_iter().filter(|user| user.is_call()).collect();
        if calls.is_empty() {
            continue;
        }
        let other = module.declare(&name, function.function_type());
        for call in calls {
            let builder = Builder::before(call);
            let result = builder.call(other, &call.arguments());
            call.replace_all_uses_with(result);
            call.erase_instruction();
        }
        if other.is_declaration() {
            wanted.insert(name);
        }
    }
    if wanted.is_empty() || !module.flag_texts(crate::link::KERNELS_ON_HOST).is_empty() {
        return Ok(());
    }
    let missing = || {
        let mut names: Vec<&str> = wanted.iter().map(String::as_str).collect();
        names.sort_unstable();
        let text = format!("derivatives call {} of CUDA's device library, which is not found", names.join(", "));
        let help = "say where CUDA is with --cuda-path= or CUDA_HOME";
        Failure::User { at: None, diagnostic: Diagnostic::new(text).with_help(help) }
    };
    let path = config.device_library.as_ref().ok_or_else(missing)?;
    let bytes = fs::read(path).map_err(|_| missing())?;
    module.link_library(&bytes).map_err(Failure::internal)
}
