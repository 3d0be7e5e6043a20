//! Which operation reads or writes which memory, and at which place; and which memory may be the same.

use super::subscripts::Sum;
use zymase_dialects::func::Func;
use zymase_ir::{Attribute, Definer, Ir, Op, Value};

/// Where memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An allocation of the function whose address stays within it.
    Own(Value),
    /// A parameter that no other one refers to.
    Alone(Value),
    /// Something else, or something that others may know.
    Open(Value),
}

/// One access.
#[derive(Clone, Debug)]
pub struct Access {
    pub op: Op,
    pub memory: Value,
    pub origin: Origin,
    /// The subscripts; none where the memory is a view or the access is of all of it.
    pub place: Option<Vec<Sum>>,
    pub is_write: bool,
}

const VIEWS: [&str; 9] = [
    "memref.cast",
    "memref.subview",
    "memref.reinterpret_cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.transpose",
    "memref.view",
    "memref.memory_space_cast",
    "memref.assume_alignment",
];

/// The memory that a view is of.
fn root(ir: &Ir, mut memory: Value) -> Value {
    while let Some(op) = ir.defining_op(memory)
        && VIEWS.contains(&ir[op].name().as_str())
        && let Some(source) = ir[op].operand(0)
    {
        memory = source;
    }
    memory
}

/// Whether the address of memory, or of a view of it, goes anywhere but to accesses.
fn escapes(ir: &Ir, memory: Value) -> bool {
    ir.uses(memory).iter().any(|at| {
        let name = ir[at.op].name().as_str();
        match name {
            "memref.load" | "memref.dealloc" | "memref.copy" | "memref.dim" => false,
            "memref.store" | "memref.atomic_rmw" => at.operand == 0,
            _ if VIEWS.contains(&name) => ir[at.op].results().iter().any(|view| escapes(ir, *view)),
            _ => true,
        }
    })
}

pub fn origin(ir: &Ir, memory: Value) -> Origin {
    let root = root(ir, memory);
    match ir.definer(root) {
        Definer::Result { op, .. } => {
            let is_allocation = matches!(ir[op].name().as_str(), "memref.alloc" | "memref.alloca");
            if is_allocation && !escapes(ir, root) { Origin::Own(root) } else { Origin::Open(root) }
        }
        Definer::Argument { block, index } => {
            let function = ir.block_parent(block).and_then(|region| ir.region_parent(region));
            let marks = function.filter(|op| Func::of(ir, *op).is_some()).and_then(|op| ir.attribute(op, "arg_attrs"));
            let own =
                marks.and_then(Attribute::as_array).and_then(|all| all.get(index)).and_then(Attribute::as_dictionary);
            let is_alone = own.is_some_and(|marks| marks.get("llvm.noalias").is_some());
            if is_alone { Origin::Alone(root) } else { Origin::Open(root) }
        }
    }
}

/// Whether two pieces of memory may be the same.
pub fn may_meet(a: Origin, b: Origin) -> bool {
    match (a, b) {
        (Origin::Open(_), Origin::Open(_)) => true,
        _ => a == b,
    }
}

/// All accesses within an operation; none where something is done that is not known.
pub fn within(ir: &Ir, root_op: Op) -> Option<Vec<Access>> {
    let mut all = Vec::new();
    for op in ir.walk(root_op) {
        let operation = &ir[op];
        let operands: Vec<Value> = operation.operands().collect();
        let mut add = |memory: Value, place: Option<Vec<Sum>>, is_write: bool| {
            all.push(Access { op, memory, origin: origin(ir, memory), place, is_write });
        };
        match operation.name().as_str() {
            "memref.load" => add(operands[0], Some(sums(ir, &operands[1..])), false),
            "memref.store" => add(operands[1], Some(sums(ir, &operands[2..])), true),
            "memref.copy" => {
                add(operands[0], None, false);
                add(operands[1], None, true);
            }
            "memref.dim" | "memref.get_global" => {}
            name if VIEWS.contains(&name) => {}
            "scf.for" | "scf.if" | "scf.yield" | "scf.parallel" | "scf.reduce" | "scf.reduce.return" => {}
            _ => {
                let is_pure = operation.definition().is_some_and(|definition| {
                    definition.has_trait(zymase_ir::Trait::Pure) && operation.regions().is_empty()
                });
                if !is_pure {
                    return None;
                }
            }
        }
    }
    Some(all)
}

fn sums(ir: &Ir, values: &[Value]) -> Vec<Sum> {
    values.iter().map(|value| Sum::of(ir, *value)).collect()
}

/// Whether a value is computed within an operation.
pub fn is_within(ir: &Ir, value: Value, op: Op) -> bool {
    let mut block = ir.defining_block(value);
    while let Some(found) = block {
        let Some(around) = ir.block_parent(found).and_then(|region| ir.region_parent(region)) else { return false };
        if around == op {
            return true;
        }
        block = ir[around].parent();
    }
    false
}
