//! Shadows of globals: private to a derivative call, but for memory that the threads of a block share.

use zymase_core::{Failure, runtime};
use zymase_llvm::{Builder, Module, Value};
use zymase_support::Diagnostic;

/// The private shadow of a global, or that of memory that the threads of a block share, which is a global itself.
pub fn shadow(builder: &Builder, context: Value, global: Value, lane: usize) -> Result<Value, Failure> {
    let module = builder.module();
    let bytes = module.allocation_size(global.global_value_type());
    if let Some(shadow) = runtime::shadow_of_shared(builder, global, bytes, lane) {
        return Ok(shadow);
    }
    Ok(runtime::call_global_shadow(builder, context, global, bytes_of(module, global)?, lane))
}

/// Bytes of a global; an array declared elsewhere without a size has none that is known.
fn bytes_of(module: Module, global: Value) -> Result<Value, Failure> {
    let bytes = module.allocation_size(global.global_value_type());
    if bytes == 0 {
        let diagnostic = Diagnostic::new(format!("the size of the global '{}' is not known here", global.name()))
            .with_help("declare it with its size, or build all files with `zymase cc`");
        return Err(Failure::User { at: None, diagnostic });
    }
    Ok(Value::integer(module.integer_type(64), bytes as i64))
}
