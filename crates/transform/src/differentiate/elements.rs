//! The reverse of functions that are applied to every element: for each operand, and each value from outside, a function of
//! the elements and the adjoint of the result. What it needs of the first function it computes again.

use super::build::{self, at_end};
use super::refusals;
use super::reverse::{Joint, Pass, Seeds};
use crate::dead::Purity;
use zymase_ir::derivative::Derivative;
use zymase_ir::{Attribute, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};

impl Pass<'_> {
    pub(super) fn elements(&mut self, ir: &mut Ir, op: Op, copy: Op, seeds: &[Derivative]) -> Result<()> {
        let [region] = ir[op].regions() else { return Err(refusals::several_blocks(ir, op)) };
        let region = *region;
        let Some((from, _)) = ir.single_block(region) else { return Err(refusals::several_blocks(ir, op)) };
        let Some(seed) = seeds.first().copied().flatten() else { return Ok(()) };
        if !Purity::default().is_pure(ir, op) {
            return Err(refusals::effects_on_elements(ir, op));
        }
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let arguments = ir.arguments(from).to_vec();
        let operands: Vec<Value> = ir[op].operands().collect();
        let joint = self.joint(ir, op, region, Seeds::Arguments(&[0]))?;
        let mut targets: Vec<(Value, Value)> = arguments.into_iter().zip(operands).collect();
        targets.extend(self.reached(ir, op, &[&joint]).into_iter().map(|value| (value, value)));
        ir.erase(joint.mark)?;
        for (inside, outside) in targets {
            let Some(adjoint) = joint.adjoints.get(&inside).copied() else { continue };
            if !self.activity.is_active(outside) {
                continue;
            }
            let made = apply(ir, copy, &joint, adjoint, seed);
            let made = if inside == outside { sum(ir, op, block, made)? } else { made };
            self.accumulate(ir, block, op, outside, made)?;
        }
        ir.erase_region(joint.region);
        Ok(())
    }
}

/// Applies a function that gives one value of the joint block to the operands and the adjoint of the result.
fn apply(ir: &mut Ir, copy: Op, joint: &Joint, value: Value, seed: Value) -> Value {
    let mut mapping = Mapping::default();
    let region = ir.clone_region(joint.region, &mut mapping);
    let block = mapping.get_block(joint.block);
    super::end_like(ir, joint.end, block, &[mapping.get(value)]);
    let shape = ir.ty(ir[copy].results()[0]).shape().unwrap_or_default().to_vec();
    let mut state = ir.state_of(copy);
    state.operands.push(seed);
    state.result_types = vec![Type::tensor(shape, ir.ty(value).element().clone())];
    state.regions = vec![region];
    let new = ir.create(state);
    let at = ir[copy].parent().map_or(InsertionPoint::After(copy), InsertionPoint::End);
    ir.insert(new, at);
    ir[new].results()[0]
}

/// The sum of all elements.
fn sum(ir: &mut Ir, op: Op, block: zymase_ir::Block, value: Value) -> Result<Value> {
    let rank = ir.ty(value).shape().map_or(0, <[i64]>::len);
    let scalar = Type::tensor([], ir.ty(value).element().clone());
    let mut builder = at_end(ir, block, op);
    let zero = build::zeros(&mut builder, &scalar)?;
    let region = builder.region(&[scalar.clone(), scalar], |inner, arguments| {
        let sum = build::binary(inner, "add", arguments[0], arguments[1])?;
        inner.build("stablehlo.return", &[sum], &[], &[]);
        Ok(())
    })?;
    let dimensions: Vec<i64> = (0..rank as i64).collect();
    let mut state =
        builder.state("stablehlo.reduce", &[value, zero], &[("dimensions", Attribute::i64_array(dimensions))]);
    state.regions.push(region);
    let op = builder.insert_inferred(state)?;
    Ok(ir[op].results()[0])
}
