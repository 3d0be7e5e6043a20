//! Regions as the functions that kernels call.
//!
//! Bodies that are one well-known operation are named, so that kernels need not call them at all. Bodies that consist of
//! operations on single elements are called with many elements at once: the machine repeats constants and captured
//! values of rank zero as often as there are elements.

use super::values::{RuntimeValue, tensors};
use super::{Machine, Problem, Result};
use zymase_ir::{Ir, Op, Region, Trait, Value};
use zymase_tensor::elementwise::Binary;
use zymase_tensor::sort::KnownOrder;
use zymase_tensor::{Body, Combiner, Error, Tensor};

/// Marks an elementwise operation, whatever the shape.
#[derive(Clone, Copy)]
pub struct ByElement;

/// The operations that combine two values and do not mind in which order values are combined.
const COMBINERS: [(&str, Binary); 7] = [
    ("stablehlo.add", Binary::Add),
    ("stablehlo.multiply", Binary::Multiply),
    ("stablehlo.maximum", Binary::Maximum),
    ("stablehlo.minimum", Binary::Minimum),
    ("stablehlo.and", Binary::And),
    ("stablehlo.or", Binary::Or),
    ("stablehlo.xor", Binary::Xor),
];

/// The operations of a region of one block, the last of which ends it, and its parameters.
fn single_block(ir: &Ir, region: Region) -> Option<(Vec<Op>, &[Value])> {
    let [block] = ir.blocks(region) else { return None };
    Some((ir.block_ops(*block).collect(), ir.arguments(*block)))
}

/// What a body of two parameters is known to be.
pub fn known_combiner(ir: &Ir, region: Region) -> Option<Combiner> {
    let (ops, parameters) = single_block(ir, region)?;
    let [first, second] = parameters else { return None };
    match ops[..] {
        [end] => {
            let returned = ir[end].operand(0)?;
            if returned == *second {
                return Some(Combiner::Second);
            }
            (returned == *first).then_some(Combiner::First)
        }
        [op, end] => {
            let (_, combiner) = COMBINERS.iter().find(|(name, _)| ir[op].name() == *name)?;
            let operands: Vec<Value> = ir[op].operands().collect();
            let uses_both = operands == [*first, *second] || operands == [*second, *first];
            let returns_it = ir[end].operand(0) == ir[op].results().first().copied();
            (uses_both && returns_it).then_some(Combiner::Binary(*combiner))
        }
        _ => None,
    }
}

/// The order that a comparator of one comparison stands for.
pub fn known_order(machine: &Machine, region: Region) -> Option<KnownOrder> {
    let ir = machine.ir();
    let (ops, parameters) = single_block(ir, region)?;
    let [op, end] = ops[..] else { return None };
    let returns_it = ir[end].operand(0) == ir[op].results().first().copied();
    if ir[op].name() != "stablehlo.compare" || !returns_it {
        return None;
    }
    let place = |operand: usize| parameters.iter().position(|value| Some(*value) == ir[op].operand(operand));
    let (left, right) = (place(0)?, place(1)?);
    let descending = match machine.word(op, "comparison_direction")?.as_str() {
        "LT" => false,
        "GT" => true,
        _ => return None,
    };
    let total = machine.word(op, "compare_type").is_some_and(|word| word == "TOTALORDER");
    if left / 2 != right / 2 || left == right {
        return None;
    }
    // With its operands exchanged a comparison is the opposite one.
    Some(KnownOrder { key: left / 2, descending: descending != (left > right), total })
}

/// Whether a body may be run for many elements at once.
fn is_by_element(ir: &Ir, region: Region) -> bool {
    let Some((ops, _)) = single_block(ir, region) else { return false };
    let is_scalar = |value: Value| ir.ty(value).shape().is_some_and(<[i64]>::is_empty);
    ops.iter().all(|op| {
        let operation = &ir[*op];
        let is_fine = operation.definition().is_some_and(|definition| {
            definition.has_trait(Trait::Terminator) || definition.interface::<ByElement>().is_some()
        });
        is_fine && operation.operands().all(is_scalar) && operation.results().iter().all(|value| is_scalar(*value))
    })
}

/// Calls a kernel with a region as its body.
pub fn with_body<T>(
    machine: &mut Machine,
    region: Region,
    kernel: impl FnOnce(&mut Body) -> std::result::Result<T, Error>,
) -> Result<T> {
    let ir = machine.ir();
    let (known, by_element) = (known_combiner(ir, region), is_by_element(ir, region));
    let mut problem = None;
    let mut call = |arguments: &[Tensor]| {
        let elements = arguments.first().filter(|first| first.rank() == 1).map(Tensor::count);
        let values = arguments.iter().cloned().map(RuntimeValue::Tensor).collect();
        let results = machine.with_elements(elements, |machine| machine.run_region(region, values)).and_then(tensors);
        results.map_err(|found| {
            problem = Some(found);
            Error::new("the body of an operation could not be evaluated")
        })
    };
    let result = kernel(&mut Body { known, by_element, call: &mut call });
    match (result, problem) {
        (_, Some(problem)) => Err(problem),
        (result, None) => result.map_err(Problem::from),
    }
}

/// The one region of an operation.
pub fn region(machine: &Machine, op: Op, place: usize) -> Result<Region> {
    let regions = machine.ir()[op].regions();
    regions.get(place).copied().ok_or_else(|| Problem::Here(format!("it has no region {place}")))
}
