//! Batching of functions: from a `func.func` a new one that computes many examples, stacked along a first dimension.
//!
//! The pass knows no operation: rules are interfaces on definitions (`zymase_ir::batching`). What does not depend on a
//! batched parameter is computed once, as it stands. Functions that are called are batched once for each choice of
//! batched parameters.
//!
//! Whatever has no rule ends with a located diagnostic, and then the module is not changed.
//!
//! - `engine`: goes through functions and regions, and asks the rules of operations.

mod engine;

pub use engine::Engine;

use crate::functions::{change, find, take_place};
use crate::ports::{Port, carry};
use zymase_dialects::func::Func;
use zymase_ir::{Ir, LocatedDiagnostic, Op, Result};

/// What is to be batched, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub function: String,
    /// How many examples there are.
    pub size: i64,
    /// The parameters that are stacked; `None` means all. The others are shared by all examples.
    pub parameters: Option<Vec<usize>>,
}

/// Lets a function over many examples take the place of a function under its name. All its results are stacked.
pub fn batch(ir: &mut Ir, request: &Request) -> std::result::Result<(), Vec<LocatedDiagnostic>> {
    change(ir, |changed| replace(changed, request))
}

fn replace(ir: &mut Ir, request: &Request) -> Result<()> {
    let function = find(ir, &request.function)?;
    let marks = chosen(ir, function, request)?;
    let batched = Engine::new(ir).whole(ir, function, request.size, &marks)?;
    let port =
        |(place, mark): (usize, &bool)| if *mark { Port::StackedParameter(place) } else { Port::Parameter(place) };
    let parameters: Vec<Port> = marks.iter().enumerate().map(port).collect();
    let count = Func(function).signature(ir).map_or(0, |(_, results)| results.len());
    let results: Vec<Port> = (0..count).map(Port::StackedResult).collect();
    carry(ir, function, batched, &parameters, &results);
    take_place(ir, function, batched, &request.function)
}

/// Which parameters are stacked, checked.
fn chosen(ir: &Ir, function: Op, request: &Request) -> Result<Vec<bool>> {
    let count = Func(function).signature(ir).unwrap_or_default().0.len();
    let Some(parameters) = &request.parameters else { return Ok(vec![true; count]) };
    let mut marks = vec![false; count];
    for index in parameters {
        match marks.get_mut(*index) {
            Some(mark) if !*mark => *mark = true,
            Some(_) => return Err(ir.error(function, format!("parameter {index} is chosen twice"))),
            None => return Err(ir.error(function, format!("has {count} parameters, there is no number {index}"))),
        }
    }
    Ok(marks)
}
