//! The tensor level for Python: a module of StableHLO as text, changed by steps, as text again.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use zymase_ir::{Form, Ir, LocatedDiagnostic};
use zymase_transform::optimise::cost::Target;
use zymase_transform::optimise::rule::Level;
use zymase_transform::optimise::spread_updates;
use zymase_transform::{
    BatchRequest, Checkpointing, JacobianRequest, Mode, OptimiseOptions, Request, batch, differentiate, jacobian,
    optimise,
};

/// What is done to a module.
enum Step {
    Differentiate(Request),
    Jacobian(JacobianRequest),
    Batch(BatchRequest),
    Optimise(OptimiseOptions),
    Spread,
}

impl Step {
    fn read(step: &Bound<'_, PyAny>) -> PyResult<Step> {
        let items = step.cast::<PyTuple>()?;
        let kind: String = items.get_item(0)?.extract()?;
        let function = || -> PyResult<String> { items.get_item(1)?.extract() };
        Ok(match kind.as_str() {
            "reverse" => Step::Differentiate(Request {
                function: function()?,
                mode: Mode::Reverse,
                wrt: Some(items.get_item(2)?.extract()?),
                outputs: items.get_item(3)?.extract()?,
                checkpointing: checkpointing(&items.get_item(4)?.extract::<String>()?)?,
            }),
            "forward" => Step::Differentiate(Request {
                function: function()?,
                mode: Mode::Forward,
                wrt: Some(items.get_item(2)?.extract()?),
                outputs: false,
                checkpointing: Checkpointing::KeepAll,
            }),
            "jacobian" => Step::Jacobian(JacobianRequest {
                function: function()?,
                mode: match items.get_item(3)?.extract::<String>()?.as_str() {
                    "forward" => Some(Mode::Forward),
                    "reverse" => Some(Mode::Reverse),
                    _ => None,
                },
                wrt: Some(items.get_item(2)?.extract()?),
            }),
            "batch" => Step::Batch(BatchRequest {
                function: function()?,
                size: items.get_item(2)?.extract()?,
                parameters: Some(items.get_item(3)?.extract()?),
            }),
            "optimise" => Step::Optimise(options(items)?),
            "spread" => Step::Spread,
            other => return Err(PyValueError::new_err(format!("{other} is no step"))),
        })
    }

    fn apply(&self, ir: &mut Ir) -> Result<(), Vec<LocatedDiagnostic>> {
        match self {
            Step::Differentiate(request) => differentiate(ir, request),
            Step::Jacobian(request) => jacobian(ir, request),
            Step::Batch(request) => batch(ir, request),
            Step::Optimise(options) => optimise(ir, options).map(|_| ()),
            Step::Spread => spread_updates(ir).map(|_| ()).map_err(|error| vec![error]),
        }
    }
}

fn checkpointing(text: &str) -> PyResult<Checkpointing> {
    Checkpointing::parse(text)
        .ok_or_else(|| PyValueError::new_err(format!("{text}: write none, sqrt, binomial:SLOTS or budget:BYTES")))
}

/// `("optimise", target, level, seconds)`.
fn options(items: &Bound<'_, PyTuple>) -> PyResult<OptimiseOptions> {
    let (target, level): (String, String) = (items.get_item(1)?.extract()?, items.get_item(2)?.extract()?);
    let seconds: Option<f64> = items.get_item(3)?.extract()?;
    let unknown = |word: &str| PyValueError::new_err(format!("{word} is no target or level"));
    Ok(OptimiseOptions {
        target: Target::parse(&target).ok_or_else(|| unknown(&target))?,
        level: Level::parse(&level).ok_or_else(|| unknown(&level))?,
        time_limit: seconds.map(Duration::from_secs_f64),
        ..OptimiseOptions::default()
    })
}

fn described(errors: &[LocatedDiagnostic]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn run(text: &str, steps: &[Step]) -> Result<String, String> {
    let mut ir = zymase_ir::read(&zymase_dialects::context(), text).map_err(|error| error.to_string())?;
    zymase_ir::verify(&ir).map_err(|errors| described(&errors))?;
    for step in steps {
        step.apply(&mut ir).map_err(|errors| described(&errors))?;
    }
    Ok(zymase_ir::print(&ir, Form::Pretty))
}

/// Reads a module, changes it step by step, and prints it. What is wrong is an error with its place in the program.
#[pyfunction]
pub fn transform(py: Python<'_>, text: String, steps: Vec<Bound<'_, PyAny>>) -> PyResult<String> {
    let steps: Vec<Step> = steps.iter().map(Step::read).collect::<PyResult<_>>()?;
    let result = py.detach(|| catch_unwind(AssertUnwindSafe(|| run(&text, &steps))));
    match result {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(message)) => Err(PyRuntimeError::new_err(message)),
        Err(_) => Err(PyRuntimeError::new_err("a defect of zymase: the module was left as it is; please report it")),
    }
}
