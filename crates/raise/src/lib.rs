//! Loops over memory as operations on whole tensors: functions of the loop level become functions of StableHLO.
//!
//! A copy of the function is prepared (`prepare`), its integers, loops and memory are analysed (`analyse`), it is decided how each loop
//! is read (`plan`), and then the code is written (`emit`). A loop whose iterations are independent is read in lock step: all iterations of one
//! operation, then all of the next. Others remain as `stablehlo.while` around what is raised of their bodies.
//!
//! - `analyse`: what is known before anything is written;
//! - `emit`: writes tensors;
//! - `linear`: sums of integers times unknowns;
//! - `plan`: how each loop is raised;
//! - `prepare`: the few forms that are raised;
//! - `threads`: loops over the threads of kernels, cut at barriers;
//! - `report`: what was decided, as a page;
//! - `written_out`: short loops over constant tables.
#![forbid(unsafe_code)]

mod analyse;
mod emit;
mod linear;
mod plan;
mod prepare;
pub mod report;
mod threads;
mod written_out;

pub use report::{Report, Verdict};

pub use threads::run as run_threads;

use analyse::facts::Facts;
use plan::Plan;
use zymase_dialects::func::Func;
use zymase_ir::{Attribute, DYNAMIC, InsertionPoint, Ir, Op, Result, Type, Value};
use zymase_support::hash::FastMap;

/// What is to be raised, and what is known of its parameters.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub function: String,
    /// What parameters are called, in order; `argN` names them, too.
    pub names: Vec<String>,
    /// Sizes of arrays.
    pub shapes: Vec<(String, Vec<i64>)>,
    /// Parameters that are constants.
    pub fixed: Vec<(String, f64)>,
}

impl Request {
    /// The number of the parameter of a name.
    pub fn place(&self, name: &str) -> Option<usize> {
        let by_name = self.names.iter().position(|other| other == name);
        by_name.or_else(|| name.strip_prefix("arg").and_then(|number| number.parse().ok()))
    }
}

/// Puts a function on tensors in the place of one with loops and memory. A module that cannot be raised stays as it was.
pub fn to_tensors(ir: &mut Ir, request: &Request) -> Result<Report> {
    let mut raised = ir.clone();
    let report = raise(&mut raised, request)?;
    if let Err(errors) = zymase_ir::verify(&raised)
        && let Some(error) = errors.into_iter().next()
    {
        return Err(error);
    }
    *ir = raised;
    Ok(report)
}

fn raise(ir: &mut Ir, request: &Request) -> Result<Report> {
    let Some(function) = ir.function(&request.function).filter(|op| Func::of(ir, *op).is_some()) else {
        let message = format!("there is no function `{}`", request.function);
        return Err(ir.error(ir.module(), message));
    };
    let prepared = prepare::prepare(ir, function, request)?;
    written_out::run(ir, prepared)?;
    let shapes = shapes(ir, prepared, request)?;
    let mut facts = Facts::of(ir, prepared, &shapes)?;
    analyse::extents::infer(ir, &mut facts, prepared);
    analyse::privates::sink(ir, &facts, prepared);
    analyse::dimensions::infer(ir, &mut facts, prepared);
    let plan = Plan::of(ir, &facts, prepared);
    let report = Report::new(ir, &facts, &plan);
    let parameters = kept_parameters(ir, prepared, request);
    let made = emit::function(ir, &facts, &plan, prepared, &parameters)?;
    take_place(ir, function, made)?;
    ir.erase(prepared)?;
    remove_unused_functions(ir, made)?;
    Ok(report)
}

/// The sizes of the memory that the function is given.
fn shapes(ir: &Ir, function: Op, request: &Request) -> Result<FastMap<Value, Vec<i64>>> {
    let mut shapes = FastMap::default();
    let Some(entry) = ir.entry(ir[function].regions()[0]) else { return Ok(shapes) };
    let fixed: Vec<Option<usize>> = request.fixed.iter().map(|(name, _)| request.place(name)).collect();
    for (place, value) in ir.arguments(entry).iter().enumerate() {
        let Some(memref) = ir.ty(*value).as_memref() else { continue };
        if fixed.contains(&Some(place)) {
            continue;
        }
        let mut shape = memref.shape.clone();
        if let Some((_, given)) = request.shapes.iter().find(|(name, _)| request.place(name) == Some(place)) {
            let agrees = given.len() == shape.len()
                && shape.iter().zip(given).all(|(own, given)| *own == DYNAMIC || own == given);
            if !agrees {
                let message = format!("parameter {place} of type {} cannot have the shape {given:?}", ir.ty(*value));
                return Err(ir.error(function, message));
            }
            shape = given.clone();
        }
        if memref.layout.is_some() {
            let message = format!("parameter {place} of type {} is not laid out in one piece", ir.ty(*value));
            return Err(ir.refuse(function, message, "copy it into an array of its own"));
        }
        if shape.contains(&DYNAMIC) {
            let message = format!("the size of parameter {place} of type {} is not known", ir.ty(*value));
            return Err(ir.refuse(function, message, "say it with --shape NAME=64x64"));
        }
        shapes.insert(*value, shape);
    }
    Ok(shapes)
}

/// The parameters that are not fixed.
fn kept_parameters(ir: &Ir, function: Op, request: &Request) -> Vec<Value> {
    let fixed: Vec<Option<usize>> = request.fixed.iter().map(|(name, _)| request.place(name)).collect();
    let all = ir.entry(ir[function].regions()[0]).map(|entry| ir.arguments(entry).to_vec()).unwrap_or_default();
    all.into_iter().enumerate().filter(|(place, _)| !fixed.contains(&Some(*place))).map(|(_, value)| value).collect()
}

/// Lets one function be another under its name.
fn take_place(ir: &mut Ir, function: Op, made: Op) -> Result<()> {
    let name = ir.symbol_name(function).unwrap_or_default().to_owned();
    ir.set_attribute(made, "sym_name", Attribute::string(&name));
    ir.insert(made, InsertionPoint::After(function));
    ir.erase(function)
}

/// Removes functions and constants that the raised function does not need.
fn remove_unused_functions(ir: &mut Ir, made: Op) -> Result<()> {
    for op in ir.block_ops(ir.module_block()).collect::<Vec<_>>() {
        let is_private = ir.attribute(op, "sym_visibility").and_then(Attribute::as_str) == Some("private");
        if op != made
            && is_private
            && matches!(ir[op].name().as_str(), "func.func" | "memref.global")
            && !is_named(ir, op)
        {
            ir.erase(op)?;
        }
    }
    Ok(())
}

fn is_named(ir: &Ir, symbol: Op) -> bool {
    let name = ir.symbol_name(symbol).unwrap_or_default().to_owned();
    ir.walk(ir.module()).into_iter().any(|op| {
        let attributes = ir[op].properties().iter().chain(ir[op].attributes().iter());
        attributes
            .filter_map(|(_, value)| value.as_symbol())
            .any(|path| path.last().is_some_and(|last| **last == *name))
    })
}

/// The type of a tensor of elements; indices are integers of 64 bits.
fn tensor_of(shape: &[i64], element: &Type) -> Type {
    Type::tensor(shape, if element.is_index() { Type::integer(64) } else { element.clone() })
}
