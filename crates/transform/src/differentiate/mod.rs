//! Differentiation of functions: from a `func.func` a new one that computes tangents or adjoints.
//!
//! The pass knows no operation: rules are interfaces on definitions (`zymase_ir::derivative`). Here is decided which
//! operations have a derivative at all (`activity`), in which order rules run, and what becomes of calls: a derivative
//! of a function is made once for each choice of active parameters (and, in reverse mode, of results with an adjoint).
//!
//! Whatever is not supported ends with a located diagnostic, and then the module is not changed.
//!
//! - `binomial`: the reverse of a loop with a fixed number of places for states;
//! - `branches`: the reverse of branches;
//! - `build`: the small pieces that derivatives of loops are made of;
//! - `checkpoint`: loops whose reverse does not keep values of every iteration;
//! - `elements`: the reverse of functions that are applied to every element;
//! - `forward`: tangents beside the copied operations;
//! - `functions`: the functions that are made;
//! - `loops`: what is known of a loop before it runs;
//! - `memory`: functions with memory, loops and branches;
//! - `partition`: what the reverse of a region is given, and what it computes again;
//! - `prepare`: what is done to a copy of a function before it is differentiated;
//! - `refusals`: messages about operations that cannot be differentiated;
//! - `repeat`: the reverse of loops;
//! - `reversal`: a loop whose reverse is being made;
//! - `reverse`: adjoints behind the copied operations;
//! - `rows`: loops that go through the rows of a tensor, each row once;
//! - `scheme`: how memory is saved in the reverse of loops;
//! - `singular`: singular operations that are not so where they stand;
//! - `zeros`: where a zero adjoint has to stay zero, whatever it is multiplied by.

mod activity;
mod binomial;
mod branches;
mod build;
mod checkpoint;
mod elements;
mod forward;
mod functions;
mod loops;
mod memory;
mod partition;
mod prepare;
mod refusals;
mod repeat;
mod reversal;
mod reverse;
mod rows;
mod scheme;
mod singular;
mod zeros;

pub use scheme::Checkpointing;

use crate::functions::{change, find, take_place};
use crate::ports::{Port, carry};
use functions::Engine;
use zymase_dialects::func::Func;
use zymase_ir::derivative::{Carries, Derivative, null_like};
use zymase_ir::{Block, Builder, InsertionPoint, Ir, LocatedDiagnostic, Op, Result, Type, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Forward,
    Reverse,
}

/// What is to be differentiated, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub function: String,
    pub mode: Mode,
    /// The parameters to differentiate by, in the order of the results; `None` means all that have derivatives.
    pub wrt: Option<Vec<usize>>,
    /// In reverse mode: whether the results of the function come before the gradients.
    pub outputs: bool,
    /// In reverse mode: how memory is saved in loops.
    pub checkpointing: Checkpointing,
}

/// Lets the derivative of a function take its place under its name.
///
/// In forward mode it takes the parameters, then a tangent for each in `wrt`, and gives the results, then a tangent for
/// each result that has derivatives. In reverse mode it takes the parameters, then an adjoint for each result that has
/// derivatives, and gives gradients, one for each parameter in `wrt`, if asked after the results. Gradients of complex
/// parameters are `∂x - i ∂y`.
pub fn differentiate(ir: &mut Ir, request: &Request) -> std::result::Result<(), Vec<LocatedDiagnostic>> {
    change(ir, |changed| replace(changed, request))
}

fn replace(ir: &mut Ir, request: &Request) -> Result<()> {
    let function = find(ir, &request.function)?;
    if memory::is_loop_level(ir, function) {
        return memory::replace(ir, function, request);
    }
    let wrt = parameters_of(ir, function, request.wrt.as_deref())?;
    let targets = Engine::targets(ir, function)?;
    let selection = Selection { mode: request.mode, wrt: &wrt, targets: &targets, outputs: request.outputs };
    let derivative = derivative_with(ir, function, &selection, request.checkpointing)?;
    let (parameters, results) = ports(ir, function, &selection);
    carry(ir, function, derivative, &parameters, &results);
    take_place(ir, function, derivative, &request.function)
}

/// What the parameters and results of a derivative are.
fn ports(ir: &Ir, function: Op, selection: &Selection) -> (Vec<Port>, Vec<Port>) {
    let count = Func(function).signature(ir).map_or(0, |(inputs, _)| inputs.len());
    let targets = selection.targets.iter().enumerate().filter(|(_, target)| **target);
    let of_results: Vec<Port> = targets.map(|(place, _)| Port::DerivativeOfResult(place)).collect();
    let of_parameters: Vec<Port> = selection.wrt.iter().copied().map(Port::DerivativeOfParameter).collect();
    let parameters: Vec<Port> = (0..count).map(Port::Parameter).collect();
    let results: Vec<Port> = (0..selection.targets.len()).map(Port::Result).collect();
    match selection.mode {
        Mode::Forward => ([parameters, of_parameters].concat(), [results, of_results].concat()),
        Mode::Reverse => {
            let results = if selection.outputs { results } else { Vec::new() };
            ([parameters, of_results].concat(), [results, of_parameters].concat())
        }
    }
}

/// A derivative of a function: which parameters and results it is of.
pub(crate) struct Selection<'a> {
    pub mode: Mode,
    pub wrt: &'a [usize],
    /// Results that have a tangent or take an adjoint.
    pub targets: &'a [bool],
    /// In reverse mode: whether the results of the function come before the gradients.
    pub outputs: bool,
}

/// Makes a derivative beside a function, that keeps what loops need.
pub(crate) fn derivative(ir: &mut Ir, function: Op, selection: &Selection) -> Result<Op> {
    derivative_with(ir, function, selection, Checkpointing::KeepAll)
}

fn derivative_with(ir: &mut Ir, function: Op, selection: &Selection, checkpointing: Checkpointing) -> Result<Op> {
    let mut engine = Engine::new(ir, checkpointing);
    match selection.mode {
        Mode::Forward => engine.whole_forward(ir, function, selection.wrt, selection.targets),
        Mode::Reverse => engine.whole_reverse(ir, function, selection.wrt, selection.targets, selection.outputs),
    }
}

/// The parameters to differentiate by, checked.
pub(crate) fn parameters_of(ir: &Ir, function: Op, wrt: Option<&[usize]>) -> Result<Vec<usize>> {
    let (inputs, _) = Func(function).signature(ir).unwrap_or_default();
    let context = ir.context();
    let Some(wrt) = wrt else {
        for (index, ty) in inputs.iter().enumerate() {
            if let Carries::Unknown(reason) = context.carries(ty) {
                let message = format!("cannot differentiate by parameter {index} of type {ty}: {reason}");
                return Err(ir.refuse(
                    function,
                    message,
                    "give it another type, or name the parameters that are meant (--wrt)",
                ));
            }
        }
        let all = (0..inputs.len()).filter(|index| context.carries(&inputs[*index]) == Carries::Derivatives);
        return Ok(all.collect());
    };
    for (at, index) in wrt.iter().enumerate() {
        let Some(ty) = inputs.get(*index) else {
            let message = format!("has {} parameters, there is no number {index}", inputs.len());
            return Err(ir.error(function, message));
        };
        let reason = match context.carries(ty) {
            Carries::Derivatives if wrt[..at].contains(index) => "is chosen twice",
            Carries::Derivatives => continue,
            Carries::Shadow => "memory is differentiated at the loop level only",
            Carries::Nothing => "its type has no derivatives",
            Carries::Unknown(reason) => reason,
        };
        return Err(ir.error(function, format!("cannot differentiate by parameter {index} of type {ty}: {reason}")));
    }
    Ok(wrt.to_vec())
}

/// Which of these types have derivatives.
pub(crate) fn differentiable(ir: &Ir, types: &[Type]) -> Vec<bool> {
    types.iter().map(|ty| ir.context().carries(ty) == Carries::Derivatives).collect()
}

/// A derivative, written out at the end of a block if it is zero.
fn or_null(ir: &mut Ir, block: Block, place: Op, derivative: Derivative, ty: &Type) -> Result<Value> {
    if let Some(value) = derivative {
        return Ok(value);
    }
    let context = ir.context().clone();
    let Some((space, _)) = context.tangent_space(ty) else {
        return Err(ir.error(place, format!("there is no zero of type {ty}")));
    };
    let location = ir[place].location().clone();
    (space.null)(&mut Builder::new(ir, InsertionPoint::End(block), location), ty)
}

/// The derivative of a value, written out at the end of a block if it is zero.
fn or_null_like(ir: &mut Ir, block: Block, place: Op, derivative: Derivative, model: Value) -> Result<Value> {
    if let Some(value) = derivative {
        return Ok(value);
    }
    let location = ir[place].location().clone();
    null_like(&mut Builder::new(ir, InsertionPoint::End(block), location), model)
}

/// Ends a block as another operation ends its own, with other values.
fn end_like(ir: &mut Ir, end: Op, block: Block, values: &[Value]) -> Op {
    let mut state = ir.state_of(end);
    state.operands = values.to_vec();
    let new = ir.create(state);
    ir.insert(new, InsertionPoint::End(block));
    new
}
