//! Where the tools of LLVM are, and the plugin's reports as text and page.

use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use zymase_explain::{Report, render};

/// The path of a tool of LLVM 22; an error says which package brings it.
#[pyfunction]
pub fn find_tool(name: &str) -> PyResult<String> {
    let path = zymase_toolchain::require_tool(name).map_err(|error| PyFileNotFoundError::new_err(error.to_string()))?;
    Ok(path.to_string_lossy().into_owned())
}

/// The plugin's records about a gradient, as text and as a page; nothing if there are none.
#[pyfunction]
pub fn explain(title: &str, source: &str, records: &str) -> Option<(String, String)> {
    let report = Report::read(title, source, records)?;
    Some((report.to_text(), render(&report)))
}
