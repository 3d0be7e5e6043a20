//! Jacobians: derivatives by all elements of parameters, or of all elements of results, as batches of one derivative.
//!
//! In forward mode the tangents are the unit tensors of a parameter, in reverse mode the adjoints are those of a result. The
//! Jacobian of a result by a parameter has the dimensions of the result, then those of the parameter.

use crate::batch::Engine as Batcher;
use crate::differentiate::{Mode, Selection, derivative, differentiable, parameters_of};
use crate::functions::{change, create, find, finish, take_place};
use crate::ports::{Port, carry};
use zymase_dialects::func::Func;
use zymase_ir::batching::repeat;
use zymase_ir::types::element_count;
use zymase_ir::{
    Attribute, Block, Builder, InsertionPoint, Ir, LocatedDiagnostic, Op, Result, SymbolTable, Type, Value,
};

/// What Jacobians are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub function: String,
    /// `None` chooses forward mode if the parameters have no more elements than the results.
    pub mode: Option<Mode>,
    /// The parameters to differentiate by; `None` means all that have derivatives.
    pub wrt: Option<Vec<usize>>,
}

/// Lets a function that computes Jacobians take the place of a function under its name. It has the same parameters, and gives
/// for each result that has derivatives one Jacobian for each parameter in `wrt`.
pub fn jacobian(ir: &mut Ir, request: &Request) -> std::result::Result<(), Vec<LocatedDiagnostic>> {
    change(ir, |changed| replace(changed, request))
}

/// The function whose Jacobians are made, and of what.
struct Plan {
    function: Op,
    inputs: Vec<Type>,
    results: Vec<Type>,
    wrt: Vec<usize>,
    targets: Vec<usize>,
}

fn replace(ir: &mut Ir, request: &Request) -> Result<()> {
    let function = find(ir, &request.function)?;
    let wrt = parameters_of(ir, function, request.wrt.as_deref())?;
    let (inputs, results) = Func(function).signature(ir).map(|(a, b)| (a.to_vec(), b.to_vec())).unwrap_or_default();
    let marks = differentiable(ir, &results);
    let targets: Vec<usize> = (0..results.len()).filter(|place| marks[*place]).collect();
    let asked = wrt.iter().map(|place| &inputs[*place]).chain(targets.iter().map(|place| &results[*place]));
    if let Some(open) = asked.into_iter().find(|ty| count(ty) == usize::MAX) {
        let message = format!("the Jacobian needs the sizes of {open}, which are known only at run time");
        return Err(ir.refuse(function, message, "give it a static shape"));
    }
    let plan = Plan { function, inputs, results, wrt, targets };
    let size = |types: &[Type], places: &[usize]| -> usize {
        places.iter().map(|place| count(&types[*place])).fold(0, usize::saturating_add)
    };
    let is_forward = size(&plan.inputs, &plan.wrt) <= size(&plan.results, &plan.targets);
    let mode = request.mode.unwrap_or(if is_forward { Mode::Forward } else { Mode::Reverse });
    let wish = format!("{}_jacobian", request.function);
    let (made, block) = create(ir, &mut SymbolTable::new(ir, ir.module()), function, &wish, &plan.inputs);
    let columns = match mode {
        Mode::Forward => forward(ir, &plan, block)?,
        Mode::Reverse => reverse(ir, &plan, block)?,
    };
    finish(ir, made, block, &columns)?;
    let parameters: Vec<Port> = (0..plan.inputs.len()).map(Port::Parameter).collect();
    carry(ir, function, made, &parameters, &vec![Port::New; columns.len()]);
    take_place(ir, function, made, &request.function)
}

fn count(ty: &Type) -> usize {
    ty.shape().and_then(element_count).unwrap_or(usize::MAX)
}

fn sizes(ty: &Type) -> Vec<i64> {
    ty.shape().unwrap_or_default().to_vec()
}

/// Jacobians in the order of results, then parameters.
fn forward(ir: &mut Ir, plan: &Plan, block: Block) -> Result<Vec<Value>> {
    let marks: Vec<bool> = (0..plan.results.len()).map(|place| plan.targets.contains(&place)).collect();
    let mut by_parameter = Vec::with_capacity(plan.wrt.len());
    for place in &plan.wrt {
        let by = &plan.inputs[*place];
        let selection = Selection { mode: Mode::Forward, wrt: &[*place], targets: &marks, outputs: true };
        let tangents = units(ir, plan, block, by, &selection, plan.results.len())?;
        let mut columns = Vec::with_capacity(tangents.len());
        for (tangent, of) in tangents.into_iter().zip(&plan.targets) {
            let of = &plan.results[*of];
            columns.push(behind(ir, plan, block, tangent, of, by)?);
        }
        by_parameter.push(columns);
    }
    Ok((0..plan.targets.len()).flat_map(|of| by_parameter.iter().map(move |columns| columns[of])).collect())
}

fn reverse(ir: &mut Ir, plan: &Plan, block: Block) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for place in &plan.targets {
        let of = &plan.results[*place];
        let marks: Vec<bool> = (0..plan.results.len()).map(|other| other == *place).collect();
        let selection = Selection { mode: Mode::Reverse, wrt: &plan.wrt, targets: &marks, outputs: false };
        let adjoints = units(ir, plan, block, of, &selection, 0)?;
        for (adjoint, by) in adjoints.into_iter().zip(&plan.wrt) {
            let by = &plan.inputs[*by];
            let ty = Type::tensor([sizes(of), sizes(by)].concat(), by.element().clone());
            all.push(reshape(ir, plan, block, adjoint, &ty));
        }
    }
    Ok(all)
}

fn builder<'a>(ir: &'a mut Ir, plan: &Plan, block: Block) -> Builder<'a> {
    let location = ir[plan.function].location().clone();
    Builder::new(ir, InsertionPoint::End(block), location)
}

/// Calls a derivative with all unit tensors of a type as its last operand; what it gives for each, behind the first
/// `skipped` results, along a first dimension.
fn units(
    ir: &mut Ir,
    plan: &Plan,
    block: Block,
    ty: &Type,
    selection: &Selection,
    skipped: usize,
) -> Result<Vec<Value>> {
    let made = derivative(ir, plan.function, selection)?;
    let size = i64::try_from(count(ty)).unwrap_or(i64::MAX);
    if size == 0 {
        let results = Func(made).signature(ir).unwrap_or_default().1[skipped..].to_vec();
        return empty(ir, plan, block, &results);
    }
    let marks: Vec<bool> = (0..=plan.inputs.len()).map(|place| place == plan.inputs.len()).collect();
    let batched = Batcher::new(ir).part(ir, made, size, &marks)?;
    let Some(function) = ir.function(&batched.name) else { return Err(ir.error(plan.function, "lost its batch")) };
    let types = Func(function).signature(ir).unwrap_or_default().1.to_vec();
    let mut operands = ir.arguments(block).to_vec();
    let mut builder = builder(ir, plan, block);
    operands.push(identity(&mut builder, ty, size)?);
    let call = builder.build("func.call", &operands, &[("callee", Attribute::symbol(&batched.name))], &types);
    let results = builder.ir[call].results().to_vec();
    let stacked = results.into_iter().zip(batched.results).skip(skipped);
    stacked.map(|(value, is_stacked)| if is_stacked { Ok(value) } else { repeat(&mut builder, value, size) }).collect()
}

/// No derivatives of these types.
fn empty(ir: &mut Ir, plan: &Plan, block: Block, types: &[Type]) -> Result<Vec<Value>> {
    let context = ir.context().clone();
    let mut builder = builder(ir, plan, block);
    let null = |ty: &Type| {
        let ty = Type::tensor([vec![0], sizes(ty)].concat(), ty.element().clone());
        match context.tangent_space(&ty) {
            Some((space, _)) => (space.null)(&mut builder, &ty),
            None => Err(builder.ir.error(plan.function, format!("there is no zero of type {ty}"))),
        }
    };
    types.iter().map(null).collect()
}

/// The unit tensors of a type, one after the other.
fn identity(builder: &mut Builder, ty: &Type, size: i64) -> Result<Value> {
    let square = |element: Type| Type::tensor([size, size], element);
    let mut counted = |dimension| {
        let attributes = [("iota_dimension", Attribute::i64(dimension))];
        let op = builder.build("stablehlo.iota", &[], &attributes, &[square(Type::integer(64))]);
        builder.ir[op].results()[0]
    };
    let (row, column) = (counted(0), counted(1));
    let equal = zymase_dialects::stablehlo::attributes::enumeration("comparison_direction", "EQ");
    let equal = equal.map_err(|message| LocatedDiagnostic::new(Default::default(), message))?;
    let equal = builder.value("stablehlo.compare", &[row, column], &[("comparison_direction", equal)])?;
    let op = builder.build("stablehlo.convert", &[equal], &[], &[square(ty.element().clone())]);
    let ones = builder.ir[op].results()[0];
    let unit = Type::tensor([vec![size], sizes(ty)].concat(), ty.element().clone());
    let op = builder.build("stablehlo.reshape", &[ones], &[], &[unit]);
    Ok(builder.ir[op].results()[0])
}

/// Moves the first dimension behind the others, and gives it the shape of a type.
fn behind(ir: &mut Ir, plan: &Plan, block: Block, value: Value, of: &Type, by: &Type) -> Result<Value> {
    let permutation: Vec<i64> = (1..=sizes(of).len() as i64).chain([0]).collect();
    let turned = builder(ir, plan, block).value(
        "stablehlo.transpose",
        &[value],
        &[("permutation", Attribute::i64_array(permutation))],
    )?;
    let ty = Type::tensor([sizes(of), sizes(by)].concat(), of.element().clone());
    Ok(reshape(ir, plan, block, turned, &ty))
}

fn reshape(ir: &mut Ir, plan: &Plan, block: Block, value: Value, ty: &Type) -> Value {
    let op = builder(ir, plan, block).build("stablehlo.reshape", &[value], &[], std::slice::from_ref(ty));
    ir[op].results()[0]
}
