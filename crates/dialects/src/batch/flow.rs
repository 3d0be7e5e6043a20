//! Which values that a loop carries are batched: those that depend on something batched, on the way round the loop as
//! often as it takes. Found along uses, so that each use is looked at once.
//!
//! What is said here may be too much, never too little: all results of an operation are batched if one operand is.

use zymase_ir::batching::{BatchSite, Examples};
use zymase_ir::{Block, Ir, Op, Trait, Value};
use zymase_support::hash::FastMap;

/// What is known of a loop.
pub struct Carried {
    /// Which of the carried values differ between examples.
    pub values: Vec<bool>,
    /// Whether examples leave the loop at different times.
    pub condition: bool,
}

/// Follows what is batched through a `while`.
pub fn carried(site: &BatchSite, examples: &[Examples]) -> Carried {
    let (ir, op) = (site.ir(), site.op);
    let mut flow = Flow { ir, root: op, marked: FastMap::default(), open: Vec::new(), condition: false };
    for place in (0..examples.len()).filter(|place| examples[*place].is_batched()) {
        flow.mark_carried(op, place);
    }
    let outside: FastMap<Value, ()> = ir
        .captured(op)
        .into_iter()
        .filter(|value| site.batcher.examples(*value).is_batched())
        .map(|value| (value, ()))
        .collect();
    for inner in ir.walk(op).into_iter().skip(1) {
        for (place, value) in ir[inner].operands().enumerate() {
            if outside.contains_key(&value) {
                flow.used(inner, place);
            }
        }
    }
    while let Some(value) = flow.open.pop() {
        for used in ir.uses(value) {
            flow.used(used.op, used.operand);
        }
    }
    let arguments = body(ir, op).map(|block| ir.arguments(block)).unwrap_or_default();
    let values = arguments.iter().map(|value| flow.condition || flow.marked.contains_key(value)).collect();
    Carried { values, condition: flow.condition }
}

struct Flow<'a> {
    ir: &'a Ir,
    root: Op,
    marked: FastMap<Value, ()>,
    open: Vec<Value>,
    condition: bool,
}

fn body(ir: &Ir, op: Op) -> Option<Block> {
    ir.entry(*ir[op].regions().get(1)?)
}

impl Flow<'_> {
    fn mark(&mut self, value: Value) {
        if self.marked.insert(value, ()).is_none() {
            self.open.push(value);
        }
    }

    fn mark_results(&mut self, op: Op) {
        // The results of the loop itself are not its own business.
        if op != self.root {
            self.ir[op].results().iter().for_each(|value| self.mark(*value));
        }
    }

    /// A value that a loop carries, wherever it has a name.
    fn mark_carried(&mut self, op: Op, place: usize) {
        for region in self.ir[op].regions() {
            let argument = self.ir.entry(*region).and_then(|block| self.ir.arguments(block).get(place));
            if let Some(argument) = argument {
                self.mark(*argument);
            }
        }
        if op != self.root
            && let Some(result) = self.ir[op].results().get(place)
        {
            self.mark(*result);
        }
    }

    /// An operation uses something batched at a place.
    fn used(&mut self, op: Op, place: usize) {
        // Operations with a body for elements are computed one example after the other if the body uses such a value.
        let mut around = self.ir.parent_op(op);
        while let Some(outer) = around.filter(|outer| *outer != self.root) {
            if !["stablehlo.while", "stablehlo.if", "stablehlo.case"].contains(&self.ir[outer].name().as_str()) {
                self.mark_results(outer);
            }
            around = self.ir.parent_op(outer);
        }
        if self.ir[op].name() == "stablehlo.while" {
            self.mark_carried(op, place);
        } else if self.ir[op].has_trait(Trait::Terminator) {
            self.returned(op, place);
        } else {
            self.mark_results(op);
        }
    }

    /// Something batched leaves a region.
    fn returned(&mut self, end: Op, place: usize) {
        let Some(outer) = self.ir.parent_op(end) else { return };
        if self.ir[outer].name() != "stablehlo.while" {
            return self.mark_results(outer);
        }
        if self.ir[end].parent() == body(self.ir, outer) {
            return self.mark_carried(outer, place);
        }
        // The condition: everything the loop carries stops at different times.
        self.condition |= outer == self.root;
        for place in 0..self.ir[outer].operands().len() {
            self.mark_carried(outer, place);
        }
    }
}
