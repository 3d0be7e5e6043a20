//! Expands operations that ask for derivatives and batches of functions (`enzyme.autodiff`, `enzyme.fwddiff`,
//! `enzyme.batch`): each becomes a call of a function that is made for it.
//!
//! Functions are visited callees first, so that what is differentiated has no such operations any more: a derivative of a
//! function that asks for a derivative is a second derivative. Several derivatives at once (`width`) are the batch of
//! one, over its tangents or adjoints.

use crate::batch::Engine as Batcher;
use crate::differentiate::{Mode, Selection, derivative};
use std::collections::{BTreeMap, BTreeSet};
use zymase_dialects::enzyme::{Wanted, Wish, callee, is_wish, wish};
use zymase_dialects::func::Func;
use zymase_ir::batching::repeat;
use zymase_ir::{Attribute, Builder, Ir, LocatedDiagnostic, Op, Result, SymbolTable, Type, Value};

/// Replaces all operations of the `enzyme` dialect that ask for a function; whether there were any.
pub fn expand(ir: &mut Ir) -> std::result::Result<bool, Vec<LocatedDiagnostic>> {
    let module = ir.module();
    if !ir.walk(module).into_iter().any(|op| is_wish(ir, op)) {
        return Ok(false);
    }
    zymase_ir::verify(ir)?;
    let mut changed = ir.clone();
    expand_all(&mut changed).map_err(|error| vec![error])?;
    zymase_ir::verify(&changed)?;
    *ir = changed;
    Ok(true)
}

fn expand_all(ir: &mut Ir) -> Result<()> {
    let mut made = BTreeMap::new();
    for function in callees_first(ir)? {
        for op in ir.walk(function) {
            if is_wish(ir, op) {
                expand_op(ir, op, &mut made)?;
            }
        }
    }
    Ok(())
}

/// All functions of the module, each behind those it names.
fn callees_first(ir: &Ir) -> Result<Vec<Op>> {
    let table = SymbolTable::new(ir, ir.module());
    let functions: Vec<Op> = ir.block_ops(ir.module_block()).filter(|op| Func::of(ir, *op).is_some()).collect();
    let mut order = Vec::with_capacity(functions.len());
    let (mut done, mut open): (BTreeSet<Op>, BTreeSet<Op>) = (BTreeSet::new(), BTreeSet::new());
    for function in functions {
        let mut stack = vec![(function, false)];
        while let Some((function, is_left)) = stack.pop() {
            if is_left {
                open.remove(&function);
                done.insert(function);
                order.push(function);
                continue;
            }
            if done.contains(&function) || !open.insert(function) {
                continue;
            }
            stack.push((function, true));
            for (op, named) in named_by(ir, &table, function) {
                // A function that calls itself may be evaluated; it has no derivative that ends.
                if open.contains(&named) && is_wish(ir, op) {
                    let message = "asks for a derivative or batch of a function that it is part of";
                    return Err(ir.refuse(op, message, "put what is asked for into a function of its own"));
                }
                if !done.contains(&named) {
                    stack.push((named, false));
                }
            }
        }
    }
    Ok(order)
}

/// The functions that operations in a function name.
fn named_by(ir: &Ir, table: &SymbolTable, function: Op) -> Vec<(Op, Op)> {
    let mut named = Vec::new();
    for op in ir.walk(function) {
        let attributes = ir[op].properties().iter().chain(ir[op].attributes().iter());
        for (_, attribute) in attributes {
            let Some([name, ..]) = attribute.as_symbol() else { continue };
            named.extend(table.get(name).filter(|found| Func::of(ir, *found).is_some()).map(|found| (op, found)));
        }
    }
    named
}

/// Which derivative functions exist: by function, mode, parameters, results, and whether the function's results come along.
type Made = BTreeMap<(String, bool, Vec<usize>, Vec<bool>, bool), Op>;

fn expand_op(ir: &mut Ir, op: Op, made: &mut Made) -> Result<()> {
    let checked = callee(ir, op).and_then(|function| Ok((function, wish(ir, op)?)));
    let (function, wish) = checked.map_err(|message| ir.error(op, message))?;
    let values = match wish {
        Wish::Forward { tangents, results, width } => forward(ir, op, function, made, &tangents, &results, width)?,
        Wish::Reverse { active, seeded, kept, width } => {
            reverse(ir, op, function, made, [&active, &seeded, &kept], width)?
        }
        Wish::Batch { shape } => batch(ir, op, function, &shape)?,
    };
    ir.replace(op, &values)
}

/// A derivative of a function, made once.
fn made_once(ir: &mut Ir, made: &mut Made, function: Op, selection: &Selection) -> Result<Op> {
    let name = ir.symbol_name(function).unwrap_or_default().to_owned();
    let is_forward = selection.mode == Mode::Forward;
    let key = (name, is_forward, selection.wrt.to_vec(), selection.targets.to_vec(), selection.outputs);
    if let Some(derivative) = made.get(&key) {
        return Ok(*derivative);
    }
    let derivative = derivative(ir, function, selection)?;
    made.insert(key, derivative);
    Ok(derivative)
}

/// Calls a derivative whose last operands are `width` values each. Results from `first` on are wanted so often as well.
fn call(
    ir: &mut Ir,
    op: Op,
    function: Op,
    operands: &[Value],
    plain: usize,
    first: usize,
    width: i64,
) -> Result<Vec<Value>> {
    let (mut name, mut stacked) = (ir.symbol_name(function).unwrap_or_default().to_owned(), Vec::new());
    let mut types = Func(function).signature(ir).unwrap_or_default().1.to_vec();
    if width > 1 {
        let marks: Vec<bool> = (0..operands.len()).map(|place| place >= plain).collect();
        let batched = Batcher::new(ir).part(ir, function, width, &marks)?;
        let Some(found) = ir.function(&batched.name) else { return Err(ir.error(op, "lost a function")) };
        types = Func(found).signature(ir).unwrap_or_default().1.to_vec();
        (name, stacked) = (batched.name, batched.results);
    }
    let mut builder = Builder::before(ir, op);
    let call = builder.build("func.call", operands, &[("callee", Attribute::symbol(&name))], &types);
    let mut results = builder.ir[call].results().to_vec();
    for (place, value) in results.iter_mut().enumerate().skip(first) {
        if stacked.get(place) == Some(&false) {
            *value = repeat(&mut builder, *value, width)?;
        }
    }
    Ok(results)
}

fn forward(
    ir: &mut Ir,
    op: Op,
    function: Op,
    made: &mut Made,
    tangents: &[Option<bool>],
    wanted: &[Wanted],
    width: i64,
) -> Result<Vec<Value>> {
    let (mut plain, mut given, mut wrt) = (Vec::new(), Vec::new(), Vec::new());
    let mut operands = ir[op].operands().collect::<Vec<_>>().into_iter();
    for (place, tangent) in tangents.iter().enumerate() {
        plain.extend(operands.next());
        let tangent = tangent.and_then(|counts| operands.next().filter(|_| counts));
        given.extend(tangent);
        wrt.extend(tangent.map(|_| place));
    }
    let targets: Vec<bool> = wanted.iter().map(|wanted| wanted.tangent).collect();
    let selection = Selection { mode: Mode::Forward, wrt: &wrt, targets: &targets, outputs: true };
    let derivative = made_once(ir, made, function, &selection)?;
    let count = plain.len();
    plain.extend(given);
    let results = call(ir, op, derivative, &plain, count, wanted.len(), width)?;
    let (own, rest) = results.split_at(wanted.len());
    let mut rest = rest.iter().copied();
    let mut values = Vec::new();
    for (wanted, own) in wanted.iter().zip(own) {
        values.extend(wanted.itself.then_some(*own));
        values.extend(if wanted.tangent { rest.next() } else { None });
    }
    Ok(values)
}

fn reverse(
    ir: &mut Ir,
    op: Op,
    function: Op,
    made: &mut Made,
    [active, seeded, kept]: [&[bool]; 3],
    width: i64,
) -> Result<Vec<Value>> {
    let wrt: Vec<usize> = (0..active.len()).filter(|place| active[*place]).collect();
    let outputs = kept.contains(&true);
    let selection = Selection { mode: Mode::Reverse, wrt: &wrt, targets: seeded, outputs };
    let derivative = made_once(ir, made, function, &selection)?;
    let operands: Vec<Value> = ir[op].operands().collect();
    let first = if outputs { kept.len() } else { 0 };
    let results = call(ir, op, derivative, &operands, active.len(), first, width)?;
    let (own, gradients) = results.split_at(first);
    let kept = own.iter().zip(kept).filter(|(_, kept)| **kept).map(|(value, _)| *value);
    Ok(kept.chain(gradients.iter().copied()).collect())
}

/// Several dimensions of examples are one in the function that is called.
fn batch(ir: &mut Ir, op: Op, function: Op, shape: &[i64]) -> Result<Vec<Value>> {
    let size = shape.iter().try_fold(1i64, |product, size| product.checked_mul(*size));
    let Some(size) = size else { return Err(ir.error(op, "has too many examples")) };
    let (inputs, results) = Func(function).signature(ir).unwrap_or_default();
    let marks = vec![true; inputs.len()];
    if inputs.iter().chain(results).any(|ty| ty.as_tensor().is_none()) && shape.len() > 1 {
        return Err(ir.error(op, "only tensors are batched along several dimensions"));
    }
    let batched = Batcher::new(ir).whole(ir, function, size, &marks)?;
    let name = ir.symbol_name(batched).unwrap_or_default().to_owned();
    let (inputs, results) = Func(batched).signature(ir).map(|(a, b)| (a.to_vec(), b.to_vec())).unwrap_or_default();
    let outputs = ir.types(ir[op].results());
    let operands: Vec<Value> = ir[op].operands().collect();
    let mut builder = Builder::before(ir, op);
    let operands: Vec<Value> =
        operands.into_iter().zip(&inputs).map(|(value, ty)| reshape(&mut builder, value, ty)).collect();
    let call = builder.build("func.call", &operands, &[("callee", Attribute::symbol(&name))], &results);
    let values = builder.ir[call].results().to_vec();
    Ok(values.into_iter().zip(&outputs).map(|(value, ty)| reshape(&mut builder, value, ty)).collect())
}

fn reshape(builder: &mut Builder, value: Value, ty: &Type) -> Value {
    if builder.ir.ty(value) == ty {
        return value;
    }
    let op = builder.build("stablehlo.reshape", &[value], &[], std::slice::from_ref(ty));
    builder.ir[op].results()[0]
}
