//! Custom calls: those that compute nothing, LAPACK's routines, operations of CHLO by another name, and those for which the
//! module brings derivatives.
//!
//! An attribute `zymase.forward = @f` on a call names a function that takes the operands, then a tangent for each operand that
//! has derivatives, and gives a tangent for each such result. `zymase.reverse = @f` names one that takes the operands, the
//! results, then an adjoint for each result that has derivatives, and gives an adjoint for each such operand; without it the
//! function of tangents, which is linear in them, is transposed. `zymase.constants = array<i64: 0>` says that the rule has no derivative by
//! the first operand: it takes no tangent and gives no adjoint of it.

use super::Entry;
use super::derived::{self, Expansion};
use super::{eigenvalues, lapack, orthogonal, spectral, vague};
use crate::func::Func;
use zymase_ir::derivative::{Carries, Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, LocatedDiagnostic, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[("custom_call", ForwardRule(forward), ReverseRule(reverse))];

const FORWARD: &str = "zymase.forward";
const REVERSE: &str = "zymase.reverse";
const CONSTANTS: &str = "zymase.constants";

/// Calls that only say where or how something is to be computed.
const WITHOUT_EFFECT: [&str; 4] =
    ["Sharding", "annotate_device_placement", "LayoutConstraint", "xla.sdy.FuncResultSharding"];

fn target(site: &Site) -> String {
    site.ir().attribute(site.op, "call_target_name").and_then(Attribute::as_str).unwrap_or("?").to_owned()
}

/// The routine of LAPACK that is called, without the letter of its type.
fn routine(target: &str) -> Option<&str> {
    target.strip_prefix("lapack_")?.trim_end_matches("_ffi").get(1..)
}

fn unknown(site: &Site, target: &str) -> LocatedDiagnostic {
    let help = "write it in operations of StableHLO, make its operands independent, or name a function that computes its \
                tangents by the attribute zymase.forward (docs/tensor/differentiation.md)";
    site.refuse(format!("nothing is known of the derivative of `{target}`"), help)
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let target = target(site);
    if site.ir().attribute(site.op, FORWARD).is_some() {
        return given_forward(site, tangents);
    }
    if WITHOUT_EFFECT.contains(&target.as_str()) && tangents.len() == 1 {
        return super::linear::only_forward(site, tangents);
    }
    if by_name(site, &target).is_some() {
        return derived::forward::<ByName>(site, tangents);
    }
    match routine(&target) {
        Some("potrf") => lapack::cholesky_forward(site, tangents),
        Some("trsm") => lapack::solve_forward(site, tangents),
        Some("getrf") => lapack::lu_forward(site, tangents),
        Some("geqrf") => orthogonal::factors_forward(site, tangents),
        Some("orgqr" | "ungqr") => derived::forward::<orthogonal::Basis>(site, tangents),
        Some("syevd" | "heevd") => vague::forward(site, tangents, &spectral::EIGEN),
        Some("gesdd") => vague::forward(site, tangents, &spectral::SINGULAR),
        Some("geev") => vague::forward(site, tangents, &eigenvalues::EIGEN),
        _ => Err(unknown(site, &target)),
    }
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let target = target(site);
    if site.ir().attribute(site.op, REVERSE).is_some() {
        return given_reverse(site, seeds, wanted);
    }
    if site.ir().attribute(site.op, FORWARD).is_some() {
        return derived::transpose(site, seeds, wanted, given_forward);
    }
    if WITHOUT_EFFECT.contains(&target.as_str()) && wanted.len() == 1 {
        return super::linear::only_reverse(site, seeds, wanted);
    }
    if by_name(site, &target).is_some() {
        return derived::reverse::<ByName>(site, seeds, wanted);
    }
    match routine(&target) {
        Some("potrf") => derived::transpose(site, seeds, wanted, lapack::cholesky_forward),
        Some("trsm") => lapack::solve_reverse(site, seeds, wanted),
        Some("getrf") => derived::transpose(site, seeds, wanted, lapack::lu_forward),
        Some("geqrf") => derived::transpose(site, seeds, wanted, orthogonal::factors_forward),
        Some("orgqr" | "ungqr") => derived::reverse::<orthogonal::Basis>(site, seeds, wanted),
        Some("syevd" | "heevd") => vague::reverse(site, seeds, wanted, &spectral::EIGEN),
        Some("gesdd") => vague::reverse(site, seeds, wanted, &spectral::SINGULAR),
        Some("geev") => vague::reverse(site, seeds, wanted, &eigenvalues::EIGEN),
        _ => Err(unknown(site, &target)),
    }
}

/// The operation of CHLO that a call means.
fn by_name(site: &Site, target: &str) -> Option<&'static str> {
    if matches!(target, "TopK" | "mhlo.topk" | "chlo.top_k" | "mhlo.top_k") {
        return Some("chlo.top_k");
    }
    let name = target.strip_prefix("mhlo.").or_else(|| target.strip_prefix("chlo."))?;
    let full = site.ir().context().op_name(&format!("chlo.{name}"));
    let known = full.definition().map(|definition| definition.name)?;
    (site.operands().len() == 1).then_some(known)
}

struct ByName;

impl Expansion for ByName {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let name = by_name(site, &target(site)).ok_or_else(|| site.error("names no operation"))?;
        let results = site.ir()[site.op].results().to_vec();
        let types = site.ir().types(&results);
        let mut attributes = Vec::new();
        if name == "chlo.top_k" {
            let count = types.first().and_then(Type::shape).and_then(<[i64]>::last).copied();
            attributes.push(("k", Attribute::i64(count.unwrap_or_default())));
        }
        let op = site.builder.build(name, operands, &attributes, &types);
        Ok(site.ir()[op].results().to_vec())
    }
}

/// The values that have derivatives, by place.
fn carriers(site: &Site, values: &[Value]) -> Vec<usize> {
    let carries = |place: &usize| site.ir().context().carries(site.ir().ty(values[*place])) == Carries::Derivatives;
    (0..values.len()).filter(carries).collect()
}

/// The operands that the rule takes tangents of, or gives adjoints of. `depends` says which operands depend on what is differentiated by:
/// none of the others may.
fn differentiated(site: &Site, operands: &[Value], depends: impl Fn(usize) -> bool) -> Result<Vec<usize>> {
    let listed = site.ir().attribute(site.op, CONSTANTS).and_then(Attribute::as_i64_array).unwrap_or_default().to_vec();
    let is_constant = |place: usize| i64::try_from(place).is_ok_and(|place| listed.contains(&place));
    if let Some(place) = (0..operands.len()).find(|place| is_constant(*place) && depends(*place)) {
        return Err(site.refuse(
            format!("its rule has no derivative by operand {place} (counted from 0), a value that the function closes over or has no formula for"),
            "pass a value that is closed over as an argument of the function with the rule, or stop the gradient of the operand",
        ));
    }
    Ok(carriers(site, operands).into_iter().filter(|place| !is_constant(*place)).collect())
}

/// Calls a function that an attribute names, and checks that it takes and gives what it should.
fn call_given(site: &mut Site, attribute: &str, arguments: &[Value], results: &[Type]) -> Result<Vec<Value>> {
    let path = site.ir().attribute(site.op, attribute).and_then(Attribute::as_symbol).map(<[_]>::to_vec);
    let path = path.unwrap_or_default();
    let found = site.ir().resolve_symbol(site.op, &path).and_then(|found| Func::of(site.ir(), found));
    let signature = found.and_then(|found| found.signature(site.ir()));
    let arguments_fit = signature.is_some_and(|(inputs, _)| inputs == site.ir().types(arguments));
    let results_fit = signature.is_some_and(|(_, outputs)| outputs == results);
    if path.len() != 1 || !arguments_fit || !results_fit {
        let types = |types: &[Type]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let expected = format!("({}) -> ({})", types(&site.ir().types(arguments)), types(results));
        return Err(site.refuse(
            format!("its attribute {attribute} does not name a function of this module of type {expected}"),
            "give the function the parameters and results that docs/tensor/differentiation.md says",
        ));
    }
    let op = site.builder.build("func.call", arguments, &[("callee", Attribute::symbol(&path[0]))], results);
    Ok(site.ir()[op].results().to_vec())
}

fn given_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let (operands, results) = (site.operands(), site.ir()[site.op].results().to_vec());
    let mut arguments = operands.clone();
    for place in differentiated(site, &operands, |place| tangents[place].is_some())? {
        let ty = site.ty(operands[place]);
        arguments.push(site.or_null(tangents[place], &ty)?);
    }
    let places = carriers(site, &results);
    let types: Vec<Type> = places.iter().map(|place| site.ty(results[*place])).collect();
    let made = call_given(site, FORWARD, &arguments, &types)?;
    let mut found = vec![None; results.len()];
    places.into_iter().zip(made).for_each(|(place, tangent)| found[place] = Some(tangent));
    Ok(found)
}

fn given_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let (operands, results) = (site.operands(), site.ir()[site.op].results().to_vec());
    let mut arguments = [operands.clone(), results.clone()].concat();
    for place in carriers(site, &results) {
        let ty = site.ty(results[place]);
        arguments.push(site.or_null(seeds[place], &ty)?);
    }
    let places = differentiated(site, &operands, |place| wanted[place])?;
    let types: Vec<Type> = places.iter().map(|place| site.ty(operands[*place])).collect();
    let made = call_given(site, REVERSE, &arguments, &types)?;
    let mut found = vec![None; operands.len()];
    places.into_iter().zip(made).for_each(|(place, adjoint)| found[place] = Some(adjoint));
    Ok(found)
}
