//! Which values of a function have a derivative that matters: those that depend on a parameter to differentiate by, and
//! on which a result depends.
//!
//! Values of branches and loops are among them. Both questions are reachability in one graph, whose edges are the uses of
//! values and, for what enters and leaves regions, the ways of control; so loops need no iteration, and the cost is that
//! of looking at every use once.

use zymase_ir::derivative::{Carries, Inactive};
use zymase_ir::{Block, ControlFlow, Definer, Ir, Op, Trait, Use, Value};
use zymase_support::hash::FastSet;

/// What is known of the values of one function.
#[derive(Debug, Default)]
pub struct Activity {
    depends: FastSet<Value>,
    matters: FastSet<Value>,
}

impl Activity {
    /// The activity of a function's body: `sources` are the parameters to differentiate by, `targets` the operands of
    /// the terminator whose derivative is wanted.
    pub fn new(ir: &Ir, body: Block, sources: &[Value], targets: &[Value]) -> Activity {
        let root = ir.block_parent(body).and_then(|region| ir.region_parent(region));
        let depends = reach(ir, sources, |value| {
            ir.uses(value).iter().flat_map(|place| destinations(ir, root, *place)).collect()
        });
        let matters = reach(ir, targets, |value| origins(ir, value));
        Activity { depends, matters }
    }

    /// Whether the value depends on what is differentiated by.
    pub fn depends(&self, value: Value) -> bool {
        self.depends.contains(&value)
    }

    /// Whether the derivative of the value is wanted, and not known to be zero.
    pub fn is_active(&self, value: Value) -> bool {
        self.depends.contains(&value) && self.matters.contains(&value)
    }

    /// The numbers of the values that a loop carries whose derivatives it must carry too.
    pub fn carried(&self, ir: &Ir, op: Op) -> Vec<usize> {
        let arguments = ir[op].regions().get(1).and_then(|body| ir.entry(*body)).map(|block| ir.arguments(block));
        let pairs = arguments.unwrap_or_default().iter().zip(ir[op].results()).enumerate();
        pairs
            .filter(|(_, (inside, after))| self.is_active(**inside) || self.is_active(**after))
            .map(|(at, _)| at)
            .collect()
    }
}

/// All values with derivatives that are reached from some of them.
pub(super) fn reach(ir: &Ir, from: &[Value], next: impl Fn(Value) -> Vec<Value>) -> FastSet<Value> {
    let mut reached = FastSet::default();
    let mut open = from.to_vec();
    while let Some(value) = open.pop() {
        if ir.context().carries(ir.ty(value)) != Carries::Nothing && reached.insert(value) {
            open.extend(next(value));
        }
    }
    reached
}

fn is_inactive(ir: &Ir, op: Op) -> bool {
    ir[op].definition().is_some_and(|definition| definition.interface::<Inactive>().is_some())
}

/// The values that depend on one by one of its uses within an operation `root`.
pub(super) fn destinations(ir: &Ir, root: Option<Op>, place: Use) -> Vec<Value> {
    let (op, index) = (place.op, place.operand);
    let at = |values: &[Value]| values.get(index).copied();
    // What an operation does with the values in its regions, if control flow does not say, it does as a whole.
    let around = std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op)).take_while(|op| Some(*op) != root);
    if let Some(whole) = around.filter(|op| ir.control_flow(*op).is_none()).last() {
        return results(ir, whole);
    }
    if ir[op].has_trait(Trait::Terminator) {
        let Some(parent) = ir.parent_op(op).filter(|parent| Some(*parent) != root) else { return Vec::new() };
        return match ir.control_flow(parent) {
            Some(ControlFlow::Loop) if !is_body(ir, parent, op) => Vec::new(),
            Some(ControlFlow::Loop) => {
                body_argument(ir, parent, index).into_iter().chain(at(ir[parent].results())).collect()
            }
            _ => at(ir[parent].results()).into_iter().collect(),
        };
    }
    match ir.control_flow(op) {
        Some(ControlFlow::Branches) => Vec::new(),
        Some(ControlFlow::Loop) => body_argument(ir, op, index).into_iter().chain(at(ir[op].results())).collect(),
        Some(ControlFlow::Elements) => {
            let entry = ir[op].regions().first().and_then(|region| ir.entry(*region));
            entry.and_then(|block| at(ir.arguments(block))).into_iter().collect()
        }
        None => results(ir, op),
    }
}

fn results(ir: &Ir, op: Op) -> Vec<Value> {
    if is_inactive(ir, op) { Vec::new() } else { ir[op].results().to_vec() }
}

/// Whether an operation ends the body of a loop, not its condition.
fn is_body(ir: &Ir, around: Op, end: Op) -> bool {
    let region = ir[end].parent().and_then(|block| ir.block_parent(block));
    region.is_some() && region == ir[around].regions().get(1).copied()
}

fn body_argument(ir: &Ir, around: Op, index: usize) -> Option<Value> {
    let block = ir.entry(*ir[around].regions().get(1)?)?;
    ir.arguments(block).get(index).copied()
}

/// The values that one is made of.
pub(super) fn origins(ir: &Ir, value: Value) -> Vec<Value> {
    match ir.definer(value) {
        Definer::Result { op, index } => match ir.control_flow(op) {
            Some(ControlFlow::Loop) => carried_origins(ir, op, index),
            Some(_) => ir[op].regions().iter().filter_map(|region| ir.returned(*region).get(index).copied()).collect(),
            None if is_inactive(ir, op) => Vec::new(),
            None => ir.inputs(op),
        },
        Definer::Argument { block, index } => {
            let Some(parent) = ir.block_parent(block).and_then(|region| ir.region_parent(region)) else {
                return Vec::new();
            };
            match ir.control_flow(parent) {
                Some(ControlFlow::Loop) => carried_origins(ir, parent, index),
                Some(ControlFlow::Elements) => ir[parent].operand(index).into_iter().collect(),
                _ => Vec::new(),
            }
        }
    }
}

fn carried_origins(ir: &Ir, op: Op, index: usize) -> Vec<Value> {
    let again = ir[op].regions().get(1).and_then(|body| ir.returned(*body).get(index).copied());
    ir[op].operand(index).into_iter().chain(again).collect()
}
