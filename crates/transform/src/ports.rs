//! Attributes of the parameters and results of a function, for those of a function that takes its place.
//!
//! Values that stay what they are keep their attributes, derivatives have those that say where and how the value lies whose
//! derivative they are, and values that many examples are stacked in lose what speaks of dimensions. Buffers that are given away
//! for results are said of one function only: nobody knows that a caller of the other gives them away too.

use zymase_ir::{Attribute, Dictionary, Ir, Op};

/// What a parameter or result of the new function is, by its number in the old one.
#[derive(Clone, Copy, Debug)]
pub enum Port {
    Parameter(usize),
    Result(usize),
    DerivativeOfParameter(usize),
    DerivativeOfResult(usize),
    StackedParameter(usize),
    StackedResult(usize),
    New,
}

/// Attributes of parameters that give their buffers away.
const GIVEN_AWAY: [&str; 2] = ["tf.aliasing_output", "jax.buffer_donor"];

/// Carries attributes of parameters and results from one function to another.
pub fn carry(ir: &mut Ir, from: Op, to: Op, parameters: &[Port], results: &[Port]) {
    let old = ["arg_attrs", "res_attrs"].map(|name| said(ir, from, name));
    for (name, ports) in [("arg_attrs", parameters), ("res_attrs", results)] {
        let carried: Vec<Dictionary> = ports.iter().map(|port| of_port(&old, *port)).collect();
        if carried.iter().any(|dictionary| !dictionary.is_empty()) {
            let all = carried.into_iter().map(Attribute::Dictionary).collect::<Vec<_>>();
            ir.set_attribute(to, name, Attribute::array(all));
        }
    }
}

fn said(ir: &Ir, function: Op, name: &str) -> Vec<Dictionary> {
    let Some(Attribute::Array(all)) = ir.attribute(function, name) else { return Vec::new() };
    all.iter()
        .map(|one| match one {
            Attribute::Dictionary(dictionary) => dictionary.clone(),
            _ => Dictionary::default(),
        })
        .collect()
}

fn of_port(old: &[Vec<Dictionary>; 2], port: Port) -> Dictionary {
    let (side, place) = match port {
        Port::Parameter(place) | Port::DerivativeOfParameter(place) | Port::StackedParameter(place) => (0, place),
        Port::Result(place) | Port::DerivativeOfResult(place) | Port::StackedResult(place) => (1, place),
        Port::New => return Dictionary::default(),
    };
    let keeps = |name: &str| {
        let speaks_of = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let fits = match port {
            Port::DerivativeOfParameter(_) | Port::DerivativeOfResult(_) => {
                speaks_of(&["sharding", "layout", "memory", "noalias"])
            }
            Port::StackedParameter(_) | Port::StackedResult(_) => !speaks_of(&["sharding", "layout"]),
            Port::Parameter(_) | Port::Result(_) | Port::New => true,
        };
        fits && !GIVEN_AWAY.contains(&name)
    };
    let all = old[side].get(place).into_iter().flat_map(Dictionary::iter);
    all.filter(|(name, _)| keeps(name)).cloned().collect()
}
