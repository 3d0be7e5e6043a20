//! Rules that follow from those of other operations.
//!
//! An operation that can be written in others (an [`Expansion`]) has their derivatives, one after the other: in forward
//! mode the expansion takes its place, in reverse mode it is computed again where its adjoint is. An operation whose
//! tangents are linear code has the transpose of this code as its adjoint ([`transpose`]): the code is written for tangents
//! that are not there, visited backwards, and what only computed with them is not used by anything.

use super::constants::are_known;
use std::collections::{HashMap, HashSet};
use zymase_ir::derivative::{
    AnySize, Captures, Carries, Derivative, Derivatives, ForwardRule, Inactive, Leaves, ReverseRule, Site,
};
use zymase_ir::{Builder, InsertionPoint, Op, Result, Value};

/// An operation in terms of others: what makes its results from its operands and the values that its bodies use.
pub(super) trait Expansion {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>>;
}

/// The tangents of an expansion, whose results take the place of those of the operation.
pub(super) fn forward<E: Expansion>(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let operands = site.operands();
    let (results, ops) = recorded(site, |site| E::expand(site, &operands))?;
    let mut known: HashMap<Value, Value> = HashMap::new();
    known.extend(operands.iter().zip(tangents).filter_map(|(value, tangent)| Some((*value, (*tangent)?))));
    known.extend(captured_tangents(site));
    for op in ops {
        push(site, op, &mut known)?;
    }
    let tangents = results.iter().map(|value| known.get(value).copied()).collect();
    site.replacement = Some(results);
    Ok(tangents)
}

/// The adjoints of an expansion.
pub(super) fn reverse<E: Expansion>(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let operands = site.operands();
    let (results, ops) = recorded(site, |site| E::expand(site, &operands))?;
    let mut sources: Vec<Value> =
        operands.iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(value, _)| *value).collect();
    sources.extend(captured_sources(site));
    let mut adjoints = pull(site, &ops, &results, seeds, &sources)?;
    // A value that is an operand twice, or also used by a body, gets the whole once.
    let found = operands.iter().map(|value| adjoints.remove(value)).collect();
    give_captured(site, &mut adjoints);
    Ok(found)
}

/// The tangents of values that bodies use, for a rule that takes them into account.
pub(super) fn captured_tangents(site: &mut Site) -> Vec<(Value, Value)> {
    site.captures.are_seen = true;
    site.captures.tangents.clone()
}

/// The values that bodies use and whose adjoints are wanted, for a rule that takes them into account.
pub(super) fn captured_sources(site: &mut Site) -> Vec<Value> {
    site.captures.are_seen = true;
    site.captures.wanted.clone()
}

/// Answers with the adjoints of values that bodies use.
pub(super) fn give_captured(site: &mut Site, adjoints: &mut HashMap<Value, Value>) {
    let found = site.captures.wanted.iter().filter_map(|value| Some((*value, adjoints.remove(value)?)));
    site.captures.adjoints = found.collect();
}

/// What makes tangents of results from tangents of operands by linear code.
pub(super) type Tangents = fn(&mut Site, &[Derivative]) -> Derivatives;

/// The adjoints of an operation whose tangents are linear code.
pub(super) fn transpose(site: &mut Site, seeds: &[Derivative], wanted: &[bool], tangents: Tangents) -> Derivatives {
    let mut absent: Vec<Derivative> = Vec::with_capacity(wanted.len());
    for (operand, wanted) in site.operands().into_iter().zip(wanted) {
        absent.push(if *wanted { Some(site.null_like(operand)?) } else { None });
    }
    let (results, ops) = recorded(site, |site| tangents(site, &absent))?;
    let present = results.iter().zip(seeds).filter_map(|(result, seed)| Some((((*result)?), *seed)));
    let (results, seeds): (Vec<Value>, Vec<Derivative>) = present.unzip();
    let sources: Vec<Value> = absent.iter().flatten().copied().collect();
    let adjoints = pull(site, &ops, &results, &seeds, &sources)?;
    Ok(absent.iter().map(|value| adjoints.get(&(*value)?).copied()).collect())
}

/// Lets something write code, and answers also with the operations that it wrote.
pub(super) fn recorded<T>(site: &mut Site, write: impl FnOnce(&mut Site) -> Result<T>) -> Result<(T, Vec<Op>)> {
    let before = match site.builder.point() {
        InsertionPoint::Start(_) => None,
        InsertionPoint::End(block) => site.ir().last_op(block),
        InsertionPoint::Before(op) => site.ir().previous_op(op),
        InsertionPoint::After(op) => Some(op),
    };
    let start = site.builder.point();
    let made = write(site)?;
    let ir = site.ir();
    let (block, end) = match site.builder.point() {
        InsertionPoint::Start(block) | InsertionPoint::End(block) => (Some(block), None),
        InsertionPoint::Before(op) => (ir[op].parent(), Some(op)),
        InsertionPoint::After(op) => (ir[op].parent(), ir.next_op(op)),
    };
    if site.builder.point() == start && matches!(start, InsertionPoint::Start(_) | InsertionPoint::After(_)) {
        return Ok((made, Vec::new()));
    }
    let first = match before {
        Some(op) => ir.next_op(op),
        None => block.and_then(|block| ir.first_op(block)),
    };
    let ops = std::iter::successors(first, |op| ir.next_op(*op)).take_while(|op| Some(*op) != end).collect();
    Ok((made, ops))
}

fn is_inactive(site: &Site, op: Op) -> bool {
    site.ir()[op].definition().is_some_and(|definition| definition.interface::<Inactive>().is_some())
}

/// Lets a rule see another operation, at the same place; what it gives, and the adjoints of values that bodies use.
fn at<T>(
    site: &mut Site,
    op: Op,
    zero_stays: bool,
    captures: Captures,
    apply: impl FnOnce(&mut Site) -> Result<T>,
) -> Result<(T, Vec<(Value, Value)>)> {
    let location = site.ir()[op].location().clone();
    let builder = Builder::new(site.builder.ir, site.builder.point(), location);
    let mut inner = Site { builder, op, callees: &mut *site.callees, zero_stays, replacement: None, captures };
    let made = apply(&mut inner);
    let (point, captures) = (inner.builder.point(), inner.captures);
    site.builder.set_point(point);
    if made.is_ok() && captures.are_missed() {
        return Err(no_rule(site, op));
    }
    Ok((made?, captures.adjoints))
}

/// Refuses an operation with sizes known at run time only that its rule does not ask for.
fn check_sizes(site: &Site, op: Op) -> Result<()> {
    let operation = &site.ir()[op];
    let mut values = operation.operands().chain(operation.results().iter().copied());
    let asks = operation.definition().is_some_and(|definition| definition.interface::<AnySize>().is_some());
    match asks || values.all(|value| are_known(&site.ty(value))) {
        true => Ok(()),
        false => {
            Err(site.refuse("its derivative needs sizes that are known only at run time", "give it a static shape"))
        }
    }
}

fn no_rule(site: &Site, op: Op) -> zymase_ir::LocatedDiagnostic {
    let message = format!("its derivative needs that of {}, which has no rule", site.ir()[op].name());
    site.refuse(message, "write it in operations that have a rule (docs/tensor/differentiation.md lists them)")
}

/// Puts the tangents of an operation's results beside those that are known.
pub(super) fn push(site: &mut Site, op: Op, known: &mut HashMap<Value, Value>) -> Result<()> {
    let tangents: Vec<Derivative> = site.ir()[op].operands().map(|value| known.get(&value).copied()).collect();
    let results = site.ir()[op].results().to_vec();
    let carries = |value: &Value| site.ir().context().carries(site.ir().ty(*value)) != Carries::Nothing;
    let captured: Vec<(Value, Value)> =
        site.ir().captured(op).into_iter().filter_map(|value| Some((value, *known.get(&value)?))).collect();
    let is_reached = tangents.iter().any(Option::is_some) || !captured.is_empty();
    if !is_reached || is_inactive(site, op) || !results.iter().any(carries) {
        return Ok(());
    }
    let definition = site.ir()[op].definition();
    let Some(rule) = definition.and_then(|definition| definition.interface::<ForwardRule>()).copied() else {
        return Err(no_rule(site, op));
    };
    check_sizes(site, op)?;
    let captures = Captures { tangents: captured, ..Captures::default() };
    let (made, _) = at(site, op, site.zero_stays, captures, |inner| (rule.0)(inner, &tangents))?;
    known.extend(results.into_iter().zip(made).filter_map(|(result, tangent)| Some((result, tangent?))));
    Ok(())
}

/// Goes through operations backwards: from adjoints of `results` to those of `sources`.
pub(super) fn pull(
    site: &mut Site,
    ops: &[Op],
    results: &[Value],
    seeds: &[Derivative],
    sources: &[Value],
) -> Result<HashMap<Value, Value>> {
    let mut depends: HashSet<Value> = sources.iter().copied().collect();
    for op in ops {
        let operation = &site.ir()[*op];
        if site.ir().inputs(*op).iter().any(|value| depends.contains(value)) && !is_inactive(site, *op) {
            let carries = |value: &&Value| site.ir().context().carries(site.ir().ty(**value)) != Carries::Nothing;
            depends.extend(operation.results().iter().filter(carries));
        }
    }
    // Code this short is not looked at more closely.
    let chooses = |op: &Op| {
        let leaves = site.ir()[*op].definition().and_then(|definition| definition.interface::<Leaves>());
        leaves == Some(&Leaves::ByChoice) && site.ir()[*op].results().iter().any(|value| depends.contains(value))
    };
    let zero_stays = site.zero_stays || ops.iter().any(chooses);
    let mut adjoints: HashMap<Value, Value> = HashMap::new();
    for (result, seed) in results.iter().zip(seeds) {
        if let Some(seed) = seed
            && depends.contains(result)
        {
            accumulate(site, &mut adjoints, *result, *seed)?;
        }
    }
    for op in ops.iter().rev() {
        let seeds: Vec<Derivative> =
            site.ir()[*op].results().iter().map(|value| adjoints.get(value).copied()).collect();
        let operands: Vec<Value> = site.ir()[*op].operands().collect();
        let wanted: Vec<bool> = operands.iter().map(|value| depends.contains(value)).collect();
        let captured: Vec<Value> =
            site.ir().captured(*op).into_iter().filter(|value| depends.contains(value)).collect();
        if seeds.iter().all(Option::is_none) || (!wanted.contains(&true) && captured.is_empty()) {
            continue;
        }
        let definition = site.ir()[*op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<ReverseRule>()).copied() else {
            return Err(no_rule(site, *op));
        };
        check_sizes(site, *op)?;
        let captures = Captures { wanted: captured, ..Captures::default() };
        let (made, of_captured) = at(site, *op, zero_stays, captures, |inner| (rule.0)(inner, &seeds, &wanted))?;
        for ((operand, adjoint), wanted) in operands.into_iter().zip(made).zip(wanted) {
            if let (Some(adjoint), true) = (adjoint, wanted) {
                accumulate(site, &mut adjoints, operand, adjoint)?;
            }
        }
        for (value, adjoint) in of_captured {
            accumulate(site, &mut adjoints, value, adjoint)?;
        }
    }
    Ok(adjoints)
}

fn accumulate(site: &mut Site, adjoints: &mut HashMap<Value, Value>, value: Value, more: Value) -> Result<()> {
    let before = adjoints.get(&value).copied();
    if let Some(sum) = site.sum(before, Some(more))? {
        adjoints.insert(value, sum);
    }
    Ok(())
}
