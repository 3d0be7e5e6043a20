//! Where a zero adjoint has to stay zero, whatever it is multiplied by: on the way back from unused elements.
//!
//! What a `select` did not choose has the adjoint 0, but may be anything: 0 times an infinite or undefined derivative would
//! be NaN. The same holds for what a branch that did not run, or a loop that ended, would have used, and for elements that
//! a slice leaves out. So the rules of operations that feed such a place, directly or through others, are told
//! (`Site::zero_stays`). Where a condition chooses, which is often asked so that nothing undefined is used, these are all
//! of them; else those that may be infinite or NaN although what the function is given is not.
//!
//! In forward mode a tangent that is not used is thrown away, whatever it is, unless the function computes adjoints itself:
//! there zeros that stay are multiplied by what they stay zero for, and must not be by its tangents either.

use super::activity::{Activity, destinations, origins, reach};
use super::singular::is_tame;
use zymase_ir::derivative::{Fills, Leaves, Singular};
use zymase_ir::{Block, ControlFlow, Ir, Op, Value};
use zymase_support::hash::{FastMap, FastSet};

/// The operations of a function whose rules have to keep zeros.
#[derive(Debug, Default)]
pub struct Zeros {
    guarded: FastSet<Op>,
}

impl Zeros {
    /// Looks at the body of a function some of whose results its callers may not use.
    pub fn new(ir: &Ir, body: Block, activity: &Activity, unused: &[Value]) -> Zeros {
        let mut nature = Natures::default();
        let ops: Vec<Op> = ir.block_ops(body).flat_map(|op| ir.walk(op)).collect();
        let (mut by_choice, mut by_place) = (unused.to_vec(), Vec::new());
        for op in &ops {
            for (leaves, values) in left(ir, *op, &mut nature) {
                let list = if leaves == Leaves::ByChoice { &mut by_choice } else { &mut by_place };
                list.extend(values.into_iter().filter(|value| activity.is_active(*value)));
            }
        }
        let is_result_in =
            |op: Op, values: &FastSet<Value>| ir[op].results().iter().any(|value| values.contains(value));
        let by_choice = reach(ir, &by_choice, |value| origins(ir, value));
        let mut guarded: FastSet<Op> = ops.iter().copied().filter(|op| is_result_in(*op, &by_choice)).collect();
        let by_place = reach(ir, &by_place, |value| origins(ir, value));
        if !by_place.is_empty() {
            let root = ir.block_parent(body).and_then(|region| ir.region_parent(region));
            let singular = ops.iter().copied().filter(|op| nature.of(ir, *op).is_singular);
            let sources: Vec<Value> = singular.flat_map(|op| ir[op].results().to_vec()).collect();
            let doubtful = reach(ir, &sources, |value| {
                ir.uses(value).iter().flat_map(|place| destinations(ir, root, *place)).collect()
            });
            // The result of a singular operation is doubtful itself.
            let is_doubtful =
                |op: Op| is_result_in(op, &doubtful) || ir.inputs(op).iter().any(|value| doubtful.contains(value));
            guarded.extend(ops.iter().copied().filter(|op| is_result_in(*op, &by_place) && is_doubtful(*op)));
        }
        Zeros { guarded }
    }

    /// The operations of a function that may multiply such a zero by a tangent that is infinite or NaN. A function that
    /// computes adjoints has the zeros among its values.
    pub fn of_tangents(ir: &Ir, body: Block) -> Zeros {
        let mut natures = Natures::default();
        let ops: Vec<Op> = ir.block_ops(body).flat_map(|op| ir.walk(op)).collect();
        let root = ir.block_parent(body).and_then(|region| ir.region_parent(region));
        let after = |is_source: &mut dyn FnMut(Op) -> bool| {
            let sources: Vec<Op> = ops.iter().copied().filter(|op| is_source(*op)).collect();
            let sources: Vec<Value> = sources.into_iter().flat_map(|op| ir[op].results().to_vec()).collect();
            reach(ir, &sources, |value| {
                ir.uses(value).iter().flat_map(|place| destinations(ir, root, *place)).collect()
            })
        };
        let filled = after(&mut |op| natures.of(ir, op).fills);
        if filled.is_empty() {
            return Zeros::default();
        }
        let doubtful = after(&mut |op| natures.of(ir, op).is_singular);
        let uses = |op: Op, values: &FastSet<Value>| ir[op].operands().any(|value| values.contains(&value));
        let guarded = ops.iter().copied().filter(|op| uses(*op, &filled) && uses(*op, &doubtful));
        Zeros { guarded: guarded.collect() }
    }

    /// Whether the zeros among the adjoints of an operation's results have to stay.
    pub fn stay(&self, op: Op) -> bool {
        self.guarded.contains(&op)
    }
}

/// The values of which an operation may leave something without use.
fn left(ir: &Ir, op: Op, natures: &mut Natures) -> Vec<(Leaves, Vec<Value>)> {
    match ir.control_flow(op) {
        Some(ControlFlow::Branches) => vec![(Leaves::ByChoice, ir.captured(op))],
        Some(ControlFlow::Loop) => {
            let again = ir[op].regions().get(1).map(|body| ir.returned(*body)).unwrap_or_default();
            vec![(Leaves::ByPlace, [ir.inputs(op), again].concat())]
        }
        Some(ControlFlow::Elements) => Vec::new(),
        None => natures.of(ir, op).leaves.map(|leaves| (leaves, ir.inputs(op))).into_iter().collect(),
    }
}

/// What is known of an operation, with everything in it and in the functions that it names.
#[derive(Clone, Copy, Debug, Default)]
struct Nature {
    leaves: Option<Leaves>,
    fills: bool,
    is_singular: bool,
}

/// Whether an operation names functions that are its derivatives.
fn names_rules(ir: &Ir, op: Op) -> bool {
    ["zymase.forward", "zymase.reverse"].iter().any(|name| ir.attribute(op, name).is_some())
}

/// The natures of functions that were looked at.
#[derive(Default)]
struct Natures {
    functions: FastMap<Op, Nature>,
}

impl Natures {
    fn of(&mut self, ir: &Ir, op: Op) -> Nature {
        let mut nature = Nature::default();
        for inner in ir.walk(op) {
            let definition = ir[inner].definition();
            let branches =
                (inner != op && ir.control_flow(inner) == Some(ControlFlow::Branches)).then_some(Leaves::ByChoice);
            let own = definition.and_then(|definition| definition.interface::<Leaves>()).copied();
            nature.leaves = nature.leaves.max(own).max(branches);
            nature.fills |= ir.control_flow(inner) == Some(ControlFlow::Branches);
            nature.fills |= definition.is_some_and(|definition| definition.interface::<Fills>().is_some());
            nature.is_singular |= definition.is_some_and(|definition| definition.interface::<Singular>().is_some())
                && !is_tame(ir, inner);
            let operation = &ir[inner];
            // A rule that the program gives says itself which zeros stay.
            let has_rules = names_rules(ir, inner);
            for (_, attribute) in operation.properties().iter().chain(operation.attributes().iter()) {
                let function = attribute.as_symbol().and_then(|path| ir.resolve_symbol(inner, path));
                if let Some(function) = function {
                    let named = self.of_function(ir, function);
                    nature.leaves = if has_rules { nature.leaves } else { nature.leaves.max(named.leaves) };
                    nature.fills |= named.fills;
                    nature.is_singular |= named.is_singular;
                }
            }
        }
        nature
    }

    /// Each function is looked at once; one that calls itself is not differentiated anyhow.
    fn of_function(&mut self, ir: &Ir, function: Op) -> Nature {
        if let Some(known) = self.functions.get(&function) {
            return *known;
        }
        self.functions.insert(function, Nature::default());
        let nature = self.of(ir, function);
        self.functions.insert(function, nature);
        nature
    }
}
