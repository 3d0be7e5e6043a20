//! Code of derivatives that looks at them as the program runs, and says where in the source something is wrong.

use crate::runtime;
use zymase_llvm::{Builder, Module, Value};

/// NaN of both kinds and both infinities, as `llvm.is.fpclass` counts them.
const NOT_FINITE: i64 = 0x207;

/// Where an instruction is in the source, as a text of the program.
pub fn place(module: Module, at: Value) -> Value {
    let text = match (at.file(), at.line()) {
        (file, line) if line > 0 && !file.is_empty() => format!("{file}:{line}"),
        (_, line) if line > 0 => format!("line {line}"),
        _ => {
            let function = at.parent_function().map(|function| function.name()).unwrap_or_default();
            format!("in {} (compile with -g to see the line)", function.trim_start_matches("zymase.prepared."))
        }
    };
    module.string_constant(&format!("{text}\0"))
}

/// Ends the program if `derivative`, which belongs to the instruction `at`, is NaN or infinite.
pub fn finite(builder: &Builder, derivative: Value, at: Value) {
    let ty = derivative.ty();
    if !ty.is_float_like() || derivative.is_constant() {
        return;
    }
    let module = builder.module();
    let classes = Value::integer(module.integer_type(32), NOT_FINITE);
    let mut bad = builder.call(module.intrinsic("llvm.is.fpclass", &[ty]), &[derivative, classes]);
    if ty.is_vector() {
        bad = builder.call(module.intrinsic("llvm.vector.reduce.or", &[bad.ty()]), &[bad]);
    }
    builder.call_across_spaces(runtime::check_finite(module), &[bad, place(module, at)]);
}
