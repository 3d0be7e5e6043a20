//! The native part of the Python package `zymase` (its other part is in `python/zymase`).
//!
//! - `call`: calls of compiled functions and their derivatives;
//! - `extent`: how many elements a pointer argument must have;
//! - `parameter`: what a parameter takes, and how a Python object becomes that;
//! - `tensor`: modules of the tensor level, changed by steps;
//! - `tools`: where the tools of LLVM are, and reports of the plugin.

mod call;
mod extent;
mod parameter;
mod tensor;
mod tools;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<call::Call>()?;
    module.add_function(wrap_pyfunction!(tensor::transform, module)?)?;
    module.add_function(wrap_pyfunction!(tools::find_tool, module)?)?;
    module.add_function(wrap_pyfunction!(tools::explain, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
