//! Bodies of reductions, windows and scatters, which say what becomes of single elements, on many elements at once.

use super::operations::{broadcast, shape};
use crate::evaluate::bodies::ByElement;
use crate::func::Func;
use std::collections::HashMap;
use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, Block, LocatedDiagnostic, Op, Region, Result, Type, Value};

/// How deep functions that a body calls may call others.
const MAX_DEPTH: usize = 50;

/// The body of the operation.
pub(super) fn body(site: &Site) -> Result<Region> {
    let region = site.ir()[site.op].regions().first().copied();
    region.ok_or_else(|| site.error("has no body"))
}

/// The types of the values that a body combines.
pub(super) fn combined_elements(site: &Site, region: Region) -> Vec<Type> {
    let arguments = site.ir().entry(region).map(|block| site.ir().arguments(block)).unwrap_or_default();
    let types = site.ir().types(&arguments[..arguments.len() / 2]);
    types.iter().map(|ty| ty.element().clone()).collect()
}

/// What a body gives for each element of its arguments, which are of one shape.
pub(super) fn apply(site: &mut Site, region: Region, arguments: &[Value]) -> Result<Vec<Value>> {
    let [block] = site.ir().blocks(region) else { return Err(site.error("has a body of several blocks")) };
    let block = *block;
    let sizes = arguments.first().map(|value| shape(site, *value)).unwrap_or_default();
    run(site, block, arguments, &sizes, 0)
}

fn refuse(site: &Site, inner: Op) -> LocatedDiagnostic {
    let message = format!("its body uses {}, which does not treat each element by itself", site.ir()[inner].name());
    site.refuse(message, "write the body in elementwise operations")
}

fn run(site: &mut Site, block: Block, arguments: &[Value], sizes: &[i64], depth: usize) -> Result<Vec<Value>> {
    let parameters = site.ir().arguments(block).to_vec();
    if parameters.len() != arguments.len() {
        return Err(site.error("has a body with another number of parameters"));
    }
    let mut known: HashMap<Value, Value> = parameters.into_iter().zip(arguments.iter().copied()).collect();
    let Some(end) = site.ir().terminator(block) else { return Err(site.error("has a body that does not end")) };
    for op in site.ir().block_ops(block).collect::<Vec<_>>() {
        let mut operands = Vec::new();
        for value in site.ir()[op].operands().collect::<Vec<_>>() {
            let elements = match known.get(&value) {
                Some(elements) => *elements,
                None => repeat(site, value, sizes, op)?,
            };
            known.insert(value, elements);
            operands.push(elements);
        }
        if op == end {
            return Ok(operands);
        }
        let made = each_of(site, op, &operands, sizes, depth)?;
        let results = site.ir()[op].results().to_vec();
        known.extend(results.into_iter().zip(made));
    }
    Err(site.error("has a body that does not end"))
}

/// A value from outside, for every element.
fn repeat(site: &mut Site, value: Value, sizes: &[i64], user: Op) -> Result<Value> {
    let ty = site.ty(value);
    if ty.shape() != Some(&[]) {
        return Err(refuse(site, user));
    }
    if sizes.is_empty() {
        return Ok(value);
    }
    broadcast(site, value, &[], &Type::tensor(sizes, ty.element().clone()))
}

fn each_of(site: &mut Site, op: Op, operands: &[Value], sizes: &[i64], depth: usize) -> Result<Vec<Value>> {
    let operation = &site.ir()[op];
    if operation.name() == "func.call" {
        return call(site, op, operands, sizes, depth);
    }
    let is_scalar = |value: &Value| site.ir().ty(*value).shape() == Some(&[]);
    let is_by_element = operation.definition().is_some_and(|definition| definition.interface::<ByElement>().is_some());
    if !is_by_element || !operation.results().iter().all(is_scalar) {
        return Err(refuse(site, op));
    }
    let mut state = site.ir().state_of(op);
    if operands.is_empty() {
        let constant = site.builder.insert(state);
        let value = site.ir()[constant].results()[0];
        return Ok(vec![repeat(site, value, sizes, op)?]);
    }
    state.operands = operands.to_vec();
    for ty in &mut state.result_types {
        *ty = Type::tensor(sizes, ty.element().clone());
    }
    let made = site.builder.insert(state);
    Ok(site.ir()[made].results().to_vec())
}

/// The body of a function that is called.
fn call(site: &mut Site, op: Op, operands: &[Value], sizes: &[i64], depth: usize) -> Result<Vec<Value>> {
    let path = site.ir().attribute(op, "callee").and_then(Attribute::as_symbol).map(<[_]>::to_vec).unwrap_or_default();
    let callee = site.ir().resolve_symbol(op, &path).filter(|found| Func::of(site.ir(), *found).is_some());
    let region = callee.and_then(|callee| site.ir()[callee].regions().first().copied());
    let blocks = region.map(|region| site.ir().blocks(region).to_vec()).unwrap_or_default();
    match blocks[..] {
        [block] if depth < MAX_DEPTH => run(site, block, operands, sizes, depth + 1),
        _ => Err(refuse(site, op)),
    }
}
