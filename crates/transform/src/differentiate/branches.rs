//! The reverse of branches: the same branches once more, with the reverse of the one that ran.
//!
//! What a branch computed and its reverse needs is a further result of the branches, zeros in the others. Values of the
//! same type share a place among these results, since only one branch runs.

use super::build::{at_end, zeros};
use super::partition;
use super::reverse::{Joint, Pass, Seeds};
use zymase_ir::derivative::Derivative;
use zymase_ir::{InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
use zymase_support::hash::FastSet;

/// Which values branches hand to their reverses, and at which place.
#[derive(Default)]
struct Places {
    types: Vec<Type>,
    /// For each branch the values it hands over, each with its place.
    kept: Vec<Vec<(usize, Value)>>,
}

impl Places {
    fn new(ir: &Ir, kept: Vec<Vec<Value>>) -> Places {
        let mut places = Places::default();
        for values in kept {
            let mut taken = vec![false; places.types.len()];
            let mut mine = Vec::with_capacity(values.len());
            for value in values {
                let ty = ir.ty(value);
                let free = (0..taken.len()).find(|place| !taken[*place] && places.types[*place] == *ty);
                let place = free.unwrap_or_else(|| {
                    places.types.push(ty.clone());
                    taken.push(false);
                    taken.len() - 1
                });
                taken[place] = true;
                mine.push((place, value));
            }
            places.kept.push(mine);
        }
        places
    }
}

impl Pass<'_> {
    pub(super) fn branches(&mut self, ir: &mut Ir, op: Op, copy: Op, seeds: &[Derivative]) -> Result<()> {
        let mut joints = Vec::new();
        for region in ir[op].regions().to_vec() {
            joints.push(self.joint(ir, op, region, Seeds::Values(seeds))?);
        }
        let reached = self.reached(ir, op, &joints.iter().collect::<Vec<_>>());
        if reached.is_empty() {
            joints.into_iter().for_each(|joint| ir.erase_region(joint.region));
            return Ok(());
        }
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        for joint in &joints {
            let roots: Vec<Value> = reached.iter().filter_map(|value| joint.adjoints.get(value).copied()).collect();
            partition::tidy(ir, joint.block, joint.mark, &roots)?;
        }
        let kept = joints.iter().map(|joint| {
            partition::choose(ir, joint.block, joint.mark, &FastSet::default(), partition::Place::Regions)
        });
        let places = Places::new(ir, kept.collect::<Result<_>>()?);
        let condition: Vec<Value> = ir[copy].operands().collect();
        let handed = if places.types.is_empty() { Vec::new() } else { self.augment(ir, op, copy, &joints, &places)? };
        let mut state = ir.state_of(op);
        state.operands = condition;
        state.result_types = ir.types(&reached);
        state.regions = Vec::new();
        for (joint, kept) in joints.iter().zip(&places.kept) {
            for (place, value) in kept {
                ir.replace_uses(*value, handed[*place]);
            }
            partition::drop_primal(ir, joint.block, joint.mark)?;
            let mut values = Vec::with_capacity(reached.len());
            for (value, ty) in reached.iter().zip(&state.result_types) {
                values.push(super::or_null(ir, joint.block, op, joint.adjoints.get(value).copied(), ty)?);
            }
            super::end_like(ir, joint.end, joint.block, &values);
            state.regions.push(joint.region);
        }
        let reverse = ir.create(state);
        ir.insert(reverse, InsertionPoint::End(block));
        for (value, adjoint) in reached.into_iter().zip(ir[reverse].results().to_vec()) {
            self.accumulate(ir, block, op, value, adjoint)?;
        }
        Ok(())
    }

    /// Puts branches that hand over values in the place of a copy; what they hand over.
    fn augment(&mut self, ir: &mut Ir, op: Op, copy: Op, joints: &[Joint], places: &Places) -> Result<Vec<Value>> {
        let mut state = ir.state_of(copy);
        state.regions = Vec::new();
        state.result_types.extend(places.types.iter().cloned());
        for (joint, kept) in joints.iter().zip(&places.kept) {
            let region = ir.create_region();
            let block = ir.create_block(region, &[]);
            let mut mapping = Mapping::default();
            partition::copy_primal(ir, joint.block, joint.mark, block, &mut mapping);
            let mut values: Vec<Value> = joint.returned.iter().map(|value| mapping.get(*value)).collect();
            for (place, ty) in places.types.iter().enumerate() {
                let mine = kept.iter().find(|(other, _)| *other == place);
                values.push(match mine {
                    Some((_, value)) => mapping.get(*value),
                    None => zeros(&mut at_end(ir, block, op), ty)?,
                });
            }
            super::end_like(ir, joint.end, block, &values);
            state.regions.push(region);
        }
        let count = ir[copy].results().len();
        let augmented = ir.create(state);
        ir.insert(augmented, InsertionPoint::Before(copy));
        let results = ir[augmented].results().to_vec();
        self.replace(ir, op, copy, &results[..count])?;
        Ok(results[count..].to_vec())
    }
}
