//! Reductions, windows and maps.

use crate::evaluate::bodies::{region, with_body};
use crate::evaluate::rules::{Entry, one, operands};
use crate::evaluate::values::tensors;
use crate::evaluate::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::window::{self, Window};
use zymase_tensor::{Tensor, reduce};

pub(super) const TABLE: &[Entry] = &[
    ("map", Evaluate(map)),
    ("reduce", Evaluate(reduce_op)),
    ("reduce_window", Evaluate(reduce_window)),
    ("select_and_scatter", Evaluate(select_and_scatter)),
];

/// The first and the second half of the operands.
fn halves(values: Vec<RuntimeValue>) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
    let mut first = tensors(values)?;
    if first.len() % 2 != 0 {
        return Err("it does not have as many initial values as operands".into());
    }
    let second = first.split_off(first.len() / 2);
    Ok((first, second))
}

fn reduce_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (inputs, initial) = halves(values)?;
    let dimensions = machine.sizes(op, "dimensions")?;
    let region = region(machine, op, 0)?;
    let results = with_body(machine, region, |body| reduce::reduce(&inputs, &initial, &dimensions, body))?;
    Ok(results.into_iter().map(RuntimeValue::Tensor).collect())
}

fn window_of(machine: &Machine, op: Op, rank: usize) -> Result<Window> {
    Ok(Window {
        sizes: machine.sizes_or(op, "window_dimensions", rank, 1)?,
        strides: machine.sizes_or(op, "window_strides", rank, 1)?,
        base_dilations: machine.sizes_or(op, "base_dilations", rank, 1)?,
        window_dilations: machine.sizes_or(op, "window_dilations", rank, 1)?,
        padding: machine.pairs_or_zeros(op, "padding", rank)?,
    })
}

fn reduce_window(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (inputs, initial) = halves(values)?;
    let rank = inputs.first().map_or(0, Tensor::rank);
    let window = window_of(machine, op, rank)?;
    let region = region(machine, op, 0)?;
    let results = with_body(machine, region, |body| window::reduce_window(&inputs, &initial, &window, body))?;
    Ok(results.into_iter().map(RuntimeValue::Tensor).collect())
}

fn select_and_scatter(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, source, initial] = operands(values)?;
    let window = window_of(machine, op, x.rank())?;
    let (choose, add) = (region(machine, op, 0)?, region(machine, op, 1)?);
    let places = with_body(machine, choose, |body| window::select_places(&x, source.shape(), &window, body))?;
    one(with_body(machine, add, |body| window::scatter_to_places(x.shape(), &source, &initial, &places, body))?)
}

fn map(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let inputs = tensors(values)?;
    let first = inputs.first().ok_or("it has no operands")?;
    if inputs.iter().any(|input| input.shape() != first.shape()) {
        return Err(Problem::Here("its operands have different shapes".into()));
    }
    let shape = first.shape().to_vec();
    let count = first.count();
    let rows = inputs.iter().map(|input| input.reshape(&[count])).collect::<zymase_tensor::Result<Vec<_>>>()?;
    let region = region(machine, op, 0)?;
    if count == 0 {
        let element = crate::evaluate::values::element_type(&crate::evaluate::rules::result_type(machine, op, 0)?)?;
        return one(Tensor::zeros(element, &shape)?);
    }
    let result = with_body(machine, region, |body| reduce::map_rows(body, rows))?;
    one(result.reshape(&shape)?)
}
