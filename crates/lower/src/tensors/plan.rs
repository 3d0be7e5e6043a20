//! What is stored and what is computed where it is read, and until when memory is read.

use std::collections::{HashMap, HashSet};
use zymase_ir::{Block, Ir, Op, Value};

/// The decisions about one function.
#[derive(Default)]
pub struct Plan {
    /// Values that are computed where they are read.
    virtuals: HashSet<Value>,
    /// The place of each operation in the order of the text, and of the last one within it.
    places: HashMap<Op, (usize, usize)>,
    /// The last place at which a value is read, also through others that are computed there.
    last: HashMap<Value, usize>,
    cost: HashMap<Value, u32>,
    /// Where a value that is not stored is read only: an operation that reads it at the place that it writes.
    root: HashMap<Value, Op>,
}

/// Operations on the elements at one place.
pub const PLACEWISE: [&str; 50] = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "remainder",
    "power",
    "maximum",
    "minimum",
    "and",
    "or",
    "xor",
    "not",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "abs",
    "negate",
    "sign",
    "exponential",
    "exponential_minus_one",
    "log",
    "log_plus_one",
    "logistic",
    "sqrt",
    "rsqrt",
    "cbrt",
    "sine",
    "cosine",
    "tan",
    "tanh",
    "atan2",
    "floor",
    "ceil",
    "round_nearest_afz",
    "round_nearest_even",
    "is_finite",
    "popcnt",
    "count_leading_zeros",
    "clamp",
    "select",
    "compare",
    "convert",
    "bitcast_convert",
    "reduce_precision",
    "erf",
    "erfc",
    "sinh",
    "cosh",
    "asin",
    "acos",
];

const MORE_PLACEWISE: [&str; 9] =
    ["atan", "asinh", "acosh", "atanh", "erf_inv", "square", "is_inf", "is_pos_inf", "is_neg_inf"];

/// Operations each element of which is another element.
const MOVEMENT: [&str; 11] = [
    "broadcast_in_dim",
    "broadcast",
    "reshape",
    "transpose",
    "slice",
    "reverse",
    "iota",
    "constant",
    "dynamic_slice",
    "optimization_barrier",
    "pad",
];

fn short(ir: &Ir, op: Op) -> &str {
    ir[op].name().as_str().split_once('.').map_or("", |(_, short)| short)
}

pub fn is_placewise(ir: &Ir, op: Op) -> bool {
    let is_ours = matches!(ir[op].name().dialect(), "stablehlo" | "chlo");
    is_ours && (PLACEWISE.contains(&short(ir, op)) || MORE_PLACEWISE.contains(&short(ir, op)))
}

/// Whether elements of the result can be computed one by one.
pub fn is_fusable(ir: &Ir, op: Op) -> bool {
    let is_tensor = |value: &Value| ir.ty(*value).shape().is_some_and(|shape| !shape.is_empty());
    let name = short(ir, op);
    ir[op].results().len() == 1
        && ir[op].results().iter().all(is_tensor)
        && ir[op].name().dialect() != "arith"
        && (is_placewise(ir, op) || MOVEMENT.contains(&name) || matches!(name, "concatenate" | "gather"))
        && !(name == "optimization_barrier" && ir[op].operands().len() != 1)
}

/// What an element costs beside its operands.
fn own_cost(ir: &Ir, op: Op) -> u32 {
    let name = short(ir, op);
    match name {
        _ if MOVEMENT.contains(&name) && name != "pad" => 0,
        "reshape" => 1,
        "pad" | "concatenate" | "gather" => 3,
        "divide" | "remainder" | "sqrt" => 5,
        "exponential"
        | "exponential_minus_one"
        | "log"
        | "log_plus_one"
        | "logistic"
        | "rsqrt"
        | "cbrt"
        | "sine"
        | "cosine"
        | "tan"
        | "tanh"
        | "atan2"
        | "power"
        | "erf"
        | "erfc"
        | "sinh"
        | "cosh"
        | "asin"
        | "acos"
        | "atan"
        | "asinh"
        | "acosh"
        | "atanh"
        | "erf_inv" => 20,
        _ => 1,
    }
}

/// Whether an operation reads elements of an operand more than once, or in memory only.
fn needs_memory(ir: &Ir, user: Op, operand: usize) -> bool {
    let name = short(ir, user);
    if is_placewise(ir, user) {
        return false;
    }
    match name {
        "reshape"
        | "transpose"
        | "slice"
        | "reverse"
        | "pad"
        | "concatenate"
        | "dynamic_slice"
        | "optimization_barrier" => false,
        "reduce" => false,
        "gather" => operand == 0,
        "dynamic_update_slice" => operand == 0,
        "scatter" => false,
        "sort" | "return" => false,
        _ => true,
    }
}

impl Plan {
    /// Decides about the blocks of a function.
    pub fn of(ir: &Ir, function: Op) -> Plan {
        let mut plan = Plan::default();
        let all = ir.walk(function);
        for (place, op) in all.iter().enumerate() {
            plan.places.insert(*op, (place, place));
        }
        for op in all.iter().rev() {
            let mut last = plan.places[op].1;
            for region in ir[*op].regions() {
                for block in ir.blocks(*region) {
                    last = ir.block_ops(*block).map(|inner| plan.places[&inner].1).chain([last]).max().unwrap_or(last);
                }
            }
            plan.places.insert(*op, (plan.places[op].0, last));
        }
        for op in &all {
            plan.note_cost(ir, *op);
        }
        for op in all.iter().rev() {
            for value in ir[*op].results() {
                plan.decide(ir, *op, *value);
            }
            for region in ir[*op].regions() {
                for block in ir.blocks(*region) {
                    for value in ir.arguments(*block).to_vec() {
                        plan.note_last(ir, value, *block);
                    }
                }
            }
        }
        plan
    }

    fn note_cost(&mut self, ir: &Ir, op: Op) {
        if !is_fusable(ir, op) {
            return;
        }
        let below: u32 =
            ir[op].operands().map(|value| self.cost.get(&value).copied().unwrap_or(0)).fold(0, u32::saturating_add);
        self.cost.insert(ir[op].results()[0], below.saturating_add(own_cost(ir, op)).min(1_000_000));
    }

    pub fn is_virtual(&self, value: Value) -> bool {
        self.virtuals.contains(&value)
    }

    /// The place of an operation, with all within it.
    pub fn end(&self, op: Op) -> usize {
        self.places.get(&op).map_or(usize::MAX, |(_, end)| *end)
    }

    /// The last place at which a value is read.
    pub fn last(&self, value: Value) -> usize {
        self.last.get(&value).copied().unwrap_or(0)
    }

    /// The operation of a block in which another one is.
    fn ancestor(ir: &Ir, mut op: Op, block: Block) -> Option<Op> {
        loop {
            if ir[op].parent() == Some(block) {
                return Some(op);
            }
            op = ir.parent_op(op)?;
        }
    }

    fn note_last(&mut self, ir: &Ir, value: Value, block: Block) {
        let mut last = 0;
        for at in ir.uses(value) {
            let Some(around) = Self::ancestor(ir, at.op, block) else { continue };
            let is_virtual =
                around == at.op && ir[at.op].results().first().is_some_and(|result| self.is_virtual(*result));
            let place = if is_virtual { self.last(ir[at.op].results()[0]) } else { self.places[&around].1 };
            last = last.max(place);
        }
        self.last.insert(value, last);
    }

    fn decide(&mut self, ir: &Ir, op: Op, value: Value) {
        let Some(block) = ir[op].parent() else { return };
        if is_fusable(ir, op) && self.may_stay_virtual(ir, value, block) {
            self.virtuals.insert(value);
        }
        self.note_last(ir, value, block);
    }

    fn may_stay_virtual(&mut self, ir: &Ir, value: Value, block: Block) -> bool {
        let uses = ir.uses(value).to_vec();
        let cost = self.cost.get(&value).copied().unwrap_or(u32::MAX);
        let is_returned = |at: &zymase_ir::Use| {
            let name = short(ir, at.op);
            name == "return" && ir.parent_op(at.op).is_some_and(|around| ir[around].name() == "func.func")
        };
        if uses.iter().any(is_returned) || cost == u32::MAX {
            return false;
        }
        // Values from outside a loop are computed before it.
        let is_outside = uses.iter().any(|at| ir[at.op].parent() != Some(block));
        let is_in_memory = uses.iter().any(|at| needs_memory(ir, at.op, at.operand) || self.is_replicated(ir, at.op));
        if cost == 0 {
            let is_source = ir.defining_op(value).is_some_and(|op| matches!(short(ir, op), "iota" | "constant"));
            let is_splat = is_source && self.is_splat(ir, value);
            return is_splat || (!is_in_memory && !is_outside);
        }
        if is_outside || is_in_memory {
            return false;
        }
        if let Some(root) = self.common_root(ir, &uses) {
            self.root.insert(value, root);
            return true;
        }
        uses.len() <= 1 || (uses.len() <= 3 && cost <= 6)
    }

    fn is_splat(&self, ir: &Ir, value: Value) -> bool {
        let Some(op) = ir.defining_op(value) else { return false };
        let dense = ir.attribute(op, "value").and_then(zymase_ir::Attribute::as_dense);
        dense.is_none_or(zymase_ir::DenseElements::is_splat)
    }

    /// Whether the user computes more elements than it reads.
    fn is_replicated(&self, ir: &Ir, user: Op) -> bool {
        matches!(short(ir, user), "broadcast_in_dim" | "broadcast" | "gather")
    }

    /// The one operation that reads a value at the places that it writes or goes through, if all uses lead to it.
    fn common_root(&self, ir: &Ir, uses: &[zymase_ir::Use]) -> Option<Op> {
        let mut found = None;
        for at in uses {
            let root = match ir[at.op].results().first() {
                Some(result) if is_placewise(ir, at.op) && self.is_virtual(*result) => *self.root.get(result)?,
                Some(_) if is_placewise(ir, at.op) => at.op,
                _ => return None,
            };
            if *found.get_or_insert(root) != root {
                return None;
            }
        }
        found
    }
}
