//! Common subexpressions: of two equal operations the later one goes, in a block and in the regions within it.

use super::read::combiner;
use zymase_ir::{Attribute, Block, Ir, Op, Result, Trait, Type, Value};
use zymase_support::hash::FastMap;

#[derive(PartialEq, Eq, Hash)]
struct Key {
    name: String,
    operands: Vec<Value>,
    attributes: Vec<(String, Attribute)>,
    types: Vec<Type>,
    /// The operation that a region consists of, and the elements it combines.
    combiner: Option<(&'static str, Option<Type>)>,
}

fn key(ir: &Ir, op: Op) -> Option<Key> {
    let operation = &ir[op];
    if !operation.has_trait(Trait::Pure) || operation.has_trait(Trait::Terminator) || operation.results().is_empty() {
        return None;
    }
    let combined = match operation.regions() {
        [] => None,
        [region] => {
            let (block, _) = ir.single_block(*region)?;
            Some((combiner(ir, op)?, ir.arguments(block).first().map(|value| ir.ty(*value).clone())))
        }
        _ => return None,
    };
    let mut operands: Vec<Value> = operation.operands().collect();
    if operation.has_trait(Trait::Commutative)
        || matches!(operation.name().as_str(), "stablehlo.add" | "stablehlo.multiply")
    {
        operands.sort_unstable_by_key(|value| value.index());
    }
    let entries = operation.properties().iter().chain(operation.attributes().iter());
    Some(Key {
        name: operation.name().as_str().to_owned(),
        operands,
        attributes: entries.map(|(name, value)| (name.to_string(), value.clone())).collect(),
        types: ir.types(operation.results()),
        combiner: combined,
    })
}

/// Whether the regions of an operation may not use values from outside. Shardy's computations on parts of arrays may not either; they have no
/// trait that says so, because our reader closes names off before it reads the operands of an operation with it.
fn sees_nothing_outside(ir: &Ir, op: Op) -> bool {
    ir[op].has_trait(Trait::IsolatedFromAbove) || zymase_dialects::sdy::ManualComputation::of(ir, op).is_some()
}

/// Removes what is computed twice; how many operations.
pub fn remove_common(ir: &mut Ir, block: Block) -> Result<usize> {
    let mut scopes = vec![FastMap::default()];
    in_block(ir, block, &mut scopes)
}

fn in_block(ir: &mut Ir, block: Block, scopes: &mut Vec<FastMap<Key, Op>>) -> Result<usize> {
    let mut removed = 0;
    for op in ir.block_ops(block).collect::<Vec<_>>() {
        for region in ir[op].regions().to_vec() {
            for inner in ir.blocks(region).to_vec() {
                if sees_nothing_outside(ir, op) {
                    removed += remove_common(ir, inner)?;
                    continue;
                }
                scopes.push(FastMap::default());
                removed += in_block(ir, inner, scopes)?;
                scopes.pop();
            }
        }
        let Some(key) = key(ir, op) else { continue };
        let found = scopes.iter().rev().find_map(|scope| scope.get(&key)).copied();
        match found.filter(|other| ir.get(*other).is_some()) {
            Some(other) => {
                let values = ir[other].results().to_vec();
                ir.replace(op, &values)?;
                removed += 1;
            }
            None => {
                if let Some(scope) = scopes.last_mut() {
                    scope.insert(key, op);
                }
            }
        }
    }
    Ok(removed)
}
