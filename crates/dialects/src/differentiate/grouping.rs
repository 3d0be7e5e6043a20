//! Tuples, and composites, which are calls of the function that says what they do.

use super::Entry;
use super::derived::{Expansion, forward, reverse};
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, Result, Value};

pub(super) const TABLE: &[Entry] = &[
    ("composite", ForwardRule(forward::<Composite>), ReverseRule(reverse::<Composite>)),
    ("get_tuple_element", ForwardRule(super::linear::only_forward), ReverseRule(element_reverse)),
    ("tuple", ForwardRule(super::linear::each_forward), ReverseRule(tuple_reverse)),
];

struct Composite;

impl Expansion for Composite {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let path = site.ir().attribute(site.op, "decomposition").and_then(Attribute::as_symbol);
        let Some([name]) = path else {
            return Err(site.refuse("does not name a function of this module", "move the function beside its caller"));
        };
        let name = name.clone();
        let results = site.ir()[site.op].results().to_vec();
        let types = site.ir().types(&results);
        let op = site.builder.build("func.call", operands, &[("callee", Attribute::symbol(&name))], &types);
        Ok(site.ir()[op].results().to_vec())
    }
}

fn tuple_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let Some(seed) = seeds[0] else { return Ok(vec![None; wanted.len()]) };
    let mut adjoints = Vec::with_capacity(wanted.len());
    for (place, wanted) in wanted.iter().enumerate() {
        let index = Attribute::i32(i32::try_from(place).unwrap_or_default());
        adjoints.push(match wanted {
            true => Some(site.value("stablehlo.get_tuple_element", &[seed], &[("index", index)])?),
            false => None,
        });
    }
    Ok(adjoints)
}

/// Zeros but for one element.
fn element_reverse(site: &mut Site, seeds: &[Derivative], _: &[bool]) -> Derivatives {
    let Some(seed) = seeds[0] else { return Ok(vec![None]) };
    let ty = site.ty(site.operand(0)?);
    let index = site.ir().attribute(site.op, "index").and_then(Attribute::as_i64);
    let mut elements = Vec::new();
    for (place, element) in ty.as_tuple().unwrap_or_default().iter().enumerate() {
        elements.push(if index == Some(place as i64) { seed } else { site.null(element)? });
    }
    Ok(vec![Some(site.value("stablehlo.tuple", &elements, &[])?)])
}
