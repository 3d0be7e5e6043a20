//! Blocks and regions of operations.

use super::builtin::store;
use super::lowering::{Held, Lowering};
use zymase_ir::{Block, Builder, Result, Value};

/// Stores a result where it is to be.
pub fn hand_over(lowering: &mut Lowering, b: &mut Builder, value: Value, home: Value) -> Result<()> {
    match lowering.held.get(&value).copied() {
        Some(Held::Number(number)) => {
            store(b, number, home, &[]);
            Ok(())
        }
        Some(Held::Memory(memory)) if memory == home => Ok(()),
        _ => lowering.write_to(b, value, home),
    }
}

/// Writes all operations of a block but its end.
pub fn lower_block(lowering: &mut Lowering, b: &mut Builder, block: Block) -> Result<()> {
    let end = b.ir().last_op(block);
    lowering.blocks.push(block);
    for op in b.ir().block_ops(block).filter(|op| Some(*op) != end).collect::<Vec<_>>() {
        b.set_location(b.ir()[op].location().clone());
        (lowering.operation)(lowering, b, op)?;
        lowering.release(op);
    }
    lowering.blocks.pop();
    Ok(())
}

/// Runs a region on single elements; what it returns.
pub fn apply_region(
    lowering: &mut Lowering,
    b: &mut Builder,
    region: zymase_ir::Region,
    values: &[Value],
) -> Result<Vec<Value>> {
    let Some((block, end)) = b.ir().single_block(region) else {
        return Err(b.ir().error(b.ir().module(), "a region has several blocks"));
    };
    let arguments = b.ir().arguments(block).to_vec();
    for (argument, value) in arguments.iter().zip(values) {
        lowering.held.insert(*argument, Held::Number(*value));
    }
    for op in b.ir().block_ops(block).filter(|op| *op != end).collect::<Vec<_>>() {
        b.ir()[op].results().iter().for_each(|result| {
            lowering.held.remove(result);
        });
        (lowering.operation)(lowering, b, op)?;
    }
    let returned: Vec<Value> = b.ir()[end].operands().collect();
    returned.iter().map(|value| lowering.element(b, *value, &[])).collect()
}
