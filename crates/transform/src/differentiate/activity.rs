//! Which values of a function have a derivative that matters: those that depend on a parameter to differentiate by, and
//! on which a result depends.

use zymase_ir::derivative::{Carries, Inactive};
use zymase_ir::{Block, Ir, Op, Region, Value};
use zymase_support::hash::FastMap;

/// What is known of the values of one block.
#[derive(Debug, Default)]
pub struct Activity {
    depends: FastMap<Value, ()>,
    matters: FastMap<Value, ()>,
}

impl Activity {
    /// The activity of a function's body: `sources` are the parameters to differentiate by, `targets` the operands of
    /// the terminator whose derivative is asked for.
    pub fn new(ir: &Ir, body: Block, sources: &[Value], targets: &[Value]) -> Activity {
        let mut activity = Activity::default();
        activity.depends.extend(sources.iter().map(|value| (*value, ())));
        activity.matters.extend(targets.iter().map(|value| (*value, ())));
        for op in ir.block_ops(body) {
            let uses = inputs(ir, op).iter().any(|value| activity.depends.contains_key(value));
            if uses && !is_inactive(ir, op) {
                let results = ir[op].results().iter();
                let carriers = results.filter(|value| ir.context().carries(ir.ty(**value)) != Carries::Nothing);
                activity.depends.extend(carriers.map(|value| (*value, ())));
            }
        }
        let mut next = ir.last_op(body);
        while let Some(op) = next {
            next = ir.previous_op(op);
            if !is_inactive(ir, op) && ir[op].results().iter().any(|value| activity.matters.contains_key(value)) {
                activity.matters.extend(inputs(ir, op).into_iter().map(|value| (value, ())));
            }
        }
        activity
    }

    /// Whether the value depends on what is differentiated by.
    pub fn depends(&self, value: Value) -> bool {
        self.depends.contains_key(&value)
    }

    /// Whether the derivative of the value is asked for, and not known to be zero.
    pub fn is_active(&self, value: Value) -> bool {
        self.depends.contains_key(&value) && self.matters.contains_key(&value)
    }
}

fn is_inactive(ir: &Ir, op: Op) -> bool {
    ir[op].definition().is_some_and(|definition| definition.interface::<Inactive>().is_some())
}

/// The operands of an operation, and the values of outside that its regions use.
pub fn inputs(ir: &Ir, op: Op) -> Vec<Value> {
    let mut all: Vec<Value> = ir[op].operands().collect();
    all.extend(captured(ir, op));
    all
}

/// The values of outside that the regions of an operation use.
pub fn captured(ir: &Ir, op: Op) -> Vec<Value> {
    let regions: &[Region] = ir[op].regions();
    if regions.is_empty() {
        return Vec::new();
    }
    let mut own: FastMap<Value, ()> = FastMap::default();
    let inner = ir.walk(op);
    for inner in inner.iter().copied() {
        for region in ir[inner].regions() {
            let arguments = ir.blocks(*region).iter().flat_map(|block| ir.arguments(*block));
            own.extend(arguments.map(|value| (*value, ())));
        }
        if inner != op {
            own.extend(ir[inner].results().iter().map(|value| (*value, ())));
        }
    }
    let used =
        inner.into_iter().filter(|inner| *inner != op).flat_map(|inner| ir[inner].operands().collect::<Vec<_>>());
    used.filter(|value| !own.contains_key(value)).collect()
}
