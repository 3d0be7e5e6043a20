//! The reverse of counted loops and of branches.
//!
//! A region is differentiated as if it ran in one place: a block with its operations, a mark, and the operations of the reverse.
//! What the reverse uses of the values before the mark is kept or computed again (`keep`). What is kept lies in memory that is
//! set aside before the loop, one place for each iteration; memory that a loop within sets aside for itself is taken out of the
//! loop around it, if its size is known there.

use super::super::{end_like, partition};
use super::build::{CACHE, any_value, at_end, cache, free, load, null, placeholder, store};
use super::facts::is_memory;
use super::keep::choose;
use super::reverse::{Found, Pass, Step};
use zymase_dialects::indices;
use zymase_ir::derivative::{self, Carries};
use zymase_ir::memory::{CountedLoop, CounterRange};
use zymase_ir::{Attribute, Block, Builder, InsertionPoint, Ir, Mapping, Op, Region, Result, Type, Value};
use zymase_support::hash::FastSet;

/// A loop whose reverse is ready to be put somewhere.
pub struct LoopStep {
    pub op: Op,
    /// The number of iterations of each counter.
    pub counts: Vec<Value>,
    pub is_parallel: bool,
    pub region: Region,
    /// What carried values with derivatives begin with, and end as.
    pub seeded: Vec<(Value, Value)>,
    /// Values from outside to whose adjoints the loop adds.
    pub captured: Vec<Value>,
    /// Memory to give back.
    pub caches: Vec<Value>,
    /// Stands for the memory to which parallel iterations add.
    pub cells: Option<Op>,
}

/// A branch whose reverse is ready to be put somewhere.
pub struct BranchStep {
    pub op: Op,
    pub operands: Vec<Value>,
    pub regions: Vec<Region>,
    /// Stand for the adjoints of results in each region.
    pub seeds: Vec<Op>,
    pub seeded: Vec<Value>,
    pub captured: Vec<Value>,
}

/// The regions of a branch while it is differentiated.
struct Arms {
    joints: Vec<Joint>,
    /// What each passes on, with shadows.
    nexts: Vec<Vec<Value>>,
    /// The operations that end them in the program.
    ends: Vec<Op>,
    /// What stands for the adjoints of the results.
    seeds: Vec<Op>,
    /// Values from outside that get adjoints in one of them.
    captured: Vec<Value>,
}

/// A region and its reverse in one block.
pub struct Joint {
    pub region: Region,
    pub block: Block,
    pub mark: Op,
    pub found: Found,
}

/// The places of carried values that have a shadow, and of those that have an adjoint.
pub fn places(pass: &Pass, ir: &Ir, values: &[Value]) -> (Vec<usize>, Vec<usize>) {
    let shadowed = |place: &usize| is_memory(ir.ty(values[*place])) && pass.facts.is_active(values[*place]);
    let seeded = |place: &usize| {
        ir.context().carries(ir.ty(values[*place])) == Carries::Derivatives && pass.facts.is_varied(values[*place])
    };
    ((0..values.len()).filter(shadowed).collect(), (0..values.len()).filter(seeded).collect())
}

/// The values that a block defines.
pub fn defined(ir: &Ir, block: Block) -> FastSet<Value> {
    let results = ir.block_ops(block).flat_map(|op| ir[op].results().to_vec());
    ir.arguments(block).iter().copied().chain(results).collect()
}

/// Values of a list by their places.
pub fn at<T: Clone>(list: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|place| list[*place].clone()).collect()
}

impl Pass<'_> {
    pub fn mapped(&self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|value| self.mapping.get(*value)).collect()
    }

    pub fn shadowed(&self, ir: &Ir, op: Op, values: &[Value]) -> Result<Vec<Value>> {
        let found: Option<Vec<Value>> = values.iter().map(|value| self.shadows.get(value).copied()).collect();
        found.ok_or_else(|| {
            let message = "passes on memory that has derivatives in one way and none in another";
            ir.refuse(op, message, "use memory with derivatives in all ways")
        })
    }

    pub fn counted(&mut self, ir: &mut Ir, op: Op, to: Block, rule: CountedLoop) -> Result<Step> {
        let operands: Vec<Value> = ir[op].operands().collect();
        let bounds = (rule.bounds)(ir, op);
        let mapped = self.mapped(&operands);
        let ranges = (rule.ranges)(&mut at_end(ir, to, op), op, &mapped)?;
        let region = ir[op].regions()[0];
        let Some((from, end)) = ir.single_block(region) else { return Err(ir.error(op, "has several blocks")) };
        if !rule.is_parallel && ranges.len() != 1 {
            return Err(ir.error(op, "carries values and has several counters"));
        }
        let arguments = ir.arguments(from).to_vec();
        let (counters, carried) = arguments.split_at(ranges.len());
        let (shadow_places, seed_places) = places(self, ir, carried);
        let given: Vec<Value> = ir[end].operands().collect();
        let mut types = ir.types(&arguments);
        types.extend(ir.types(&at(carried, &shadow_places)));
        types.extend(ranges.iter().map(|_| Type::index()));
        types.extend(ir.types(&at(carried, &seed_places)));
        let joint_region = ir.create_region();
        let block = ir.create_block(joint_region, &types);
        let inside = Inside::new(ir, block, counters.len(), carried.len(), shadow_places.len(), ranges.len());
        self.mapping.map_all(&arguments, &[inside.counters.clone(), inside.carried.clone()].concat());
        for (place, shadow) in shadow_places.iter().zip(&inside.shadows) {
            self.shadows.insert(carried[*place], *shadow);
        }
        self.parallel += usize::from(rule.is_parallel);
        let outside = std::mem::take(&mut self.adjoints);
        let steps = self.forward_block(ir, from, block)?;
        let mark = partition::mark(ir, block);
        for (place, seed) in seed_places.iter().zip(&inside.seeds) {
            self.add(ir, block, given[*place], *seed)?;
        }
        self.sweep(ir, block, steps)?;
        let found = std::mem::replace(&mut self.adjoints, outside);
        self.parallel -= usize::from(rule.is_parallel);
        let mut next = self.mapped(&given);
        next.extend(self.shadowed(ir, op, &at(&given, &shadow_places))?);
        let joint = Joint { region: joint_region, block, mark, found };
        let plan = Plan { op, to, end, ranges, next, given_carried: at(carried, &seed_places), inside };
        let (step_region, captured, caches, cells, forward) =
            split_loop(ir, &plan, joint, rule.is_parallel, &self.stable, &defined(ir, from))?;
        let inits = &operands[bounds..];
        let shadow_inits = self.shadowed(ir, op, &at(inits, &shadow_places))?;
        let mut state = ir.state_of(op);
        state.operands = [mapped, shadow_inits].concat();
        state.result_types.extend(ir.types(&at(carried, &shadow_places)));
        state.regions = vec![forward];
        let made = ir.create(state);
        ir.insert(made, InsertionPoint::End(to));
        let (old, new) = (ir[op].results().to_vec(), ir[made].results().to_vec());
        self.mapping.map_all(&old, &new[..old.len()]);
        for (place, shadow) in shadow_places.iter().zip(&new[old.len()..]) {
            self.shadows.insert(old[*place], *shadow);
        }
        let seeded = seed_places.iter().map(|place| (inits[*place], old[*place])).collect();
        let counts = plan.ranges.iter().map(|range| range.count).collect();
        let is_parallel = rule.is_parallel;
        let step = LoopStep { op, counts, is_parallel, region: step_region, seeded, captured, caches, cells };
        Ok(Step::Loop(Box::new(step)))
    }

    pub fn reverse_loop(&mut self, ir: &mut Ir, block: Block, step: LoopStep) -> Result<()> {
        let op = step.op;
        if step.is_parallel {
            self.reverse_parallel(ir, block, &step)?;
        } else {
            let mut inits = Vec::new();
            for (_, result) in &step.seeded {
                let ty = ir.ty(*result).clone();
                inits.push(match self.adjoints.get(*result) {
                    Some(seed) => seed,
                    None => null(ir, block, op, &ty)?,
                });
            }
            for value in &step.captured {
                let ty = ir.ty(*value).clone();
                inits.push(null(ir, block, op, &ty)?);
            }
            let mut builder = at_end(ir, block, op);
            let (zero, one) = (indices::constant(&mut builder, 0), indices::constant(&mut builder, 1));
            let mut state = builder.state("scf.for", &[&[zero, step.counts[0], one], &inits[..]].concat(), &[]);
            state.result_types = builder.ir().types(&inits);
            state.regions.push(step.region);
            let made = builder.insert(state);
            let results = ir[made].results().to_vec();
            let targets = step.seeded.iter().map(|(init, _)| *init).chain(step.captured.iter().copied());
            for (target, adjoint) in targets.zip(results) {
                self.add(ir, block, target, adjoint)?;
            }
        }
        for memory in step.caches {
            free(&mut at_end(ir, block, op), memory);
        }
        Ok(())
    }

    fn reverse_parallel(&mut self, ir: &mut Ir, block: Block, step: &LoopStep) -> Result<()> {
        let mut cells = Vec::new();
        for value in &step.captured {
            let ty = ir.ty(*value).clone();
            let zero = null(ir, block, step.op, &ty)?;
            let mut builder = at_end(ir, block, step.op);
            let cell = cache(&mut builder, &[], ty)?;
            store(&mut builder, zero, cell, &[]);
            cells.push(cell);
        }
        if let Some(later) = step.cells {
            ir.replace(later, &cells)?;
        }
        let mut builder = at_end(ir, block, step.op);
        let rank = step.counts.len();
        let (zero, one) = (indices::constant(&mut builder, 0), indices::constant(&mut builder, 1));
        let operands = [vec![zero; rank], step.counts.clone(), vec![one; rank]].concat();
        let segments = zymase_dialects::memref::segments(&[rank, rank, rank, 0]);
        let mut state = builder.state("scf.parallel", &operands, &[("operandSegmentSizes", segments)]);
        state.regions.push(step.region);
        builder.insert(state);
        for (value, cell) in step.captured.iter().zip(cells) {
            let mut builder = at_end(ir, block, step.op);
            let sum = load(&mut builder, cell, &[])?;
            free(&mut builder, cell);
            self.add(ir, block, *value, sum)?;
        }
        Ok(())
    }

    /// What is done in each of the regions of a branch, forwards and, behind it, backwards.
    fn arms(&mut self, ir: &mut Ir, op: Op, shadow_places: &[usize], seed_places: &[usize]) -> Result<Arms> {
        let results = ir[op].results().to_vec();
        let seed_types = ir.types(&at(&results, seed_places));
        let (mut joints, mut nexts, mut ends, mut seeds, mut inner) = (vec![], vec![], vec![], vec![], vec![]);
        for region in ir[op].regions().to_vec() {
            let Some((from, end)) = ir.single_block(region) else { return Err(ir.error(op, "has several blocks")) };
            let region = ir.create_region();
            let block = ir.create_block(region, &[]);
            let outside = std::mem::take(&mut self.adjoints);
            let steps = self.forward_block(ir, from, block)?;
            let mark = partition::mark(ir, block);
            let later = placeholder(ir, InsertionPoint::End(block), &seed_types);
            let given: Vec<Value> = ir[end].operands().collect();
            for (place, seed) in seed_places.iter().zip(ir[later].results().to_vec()) {
                self.add(ir, block, given[*place], seed)?;
            }
            self.sweep(ir, block, steps)?;
            let found = std::mem::replace(&mut self.adjoints, outside);
            let mut next = self.mapped(&given);
            next.extend(self.shadowed(ir, op, &at(&given, shadow_places))?);
            inner.push(defined(ir, from));
            joints.push(Joint { region, block, mark, found });
            nexts.push(next);
            ends.push(end);
            seeds.push(later);
        }
        let mut captured: Vec<Value> = Vec::new();
        for (joint, inner) in joints.iter().zip(&inner) {
            for value in joint.found.order.iter().filter(|value| !inner.contains(*value)) {
                if !captured.contains(value) {
                    captured.push(*value);
                }
            }
        }
        Ok(Arms { joints, nexts, ends, seeds, captured })
    }

    pub fn branches(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<Step> {
        let results = ir[op].results().to_vec();
        let (shadow_places, seed_places) = places(self, ir, &results);
        let Arms { joints, nexts, ends, seeds, captured } = self.arms(ir, op, &shadow_places, &seed_places)?;
        let mut kept = Vec::new();
        for joint in &joints {
            let roots: Vec<Value> = captured.iter().filter_map(|value| joint.found.get(*value)).collect();
            partition::tidy(ir, joint.block, joint.mark, &roots)?;
            kept.push(choose(ir, joint.block, joint.mark, &[], &self.stable)?);
        }
        let forward = forward_branches(ir, &joints, &nexts, &ends, &kept)?;
        let operands: Vec<Value> = ir[op].operands().collect();
        let mut state = ir.state_of(op);
        state.operands = self.mapped(&operands);
        state.result_types.extend(ir.types(&at(&results, &shadow_places)));
        state.result_types.extend(ir.types(&kept.concat()));
        state.regions = forward;
        let made = ir.create(state);
        ir.insert(made, InsertionPoint::End(to));
        let new = ir[made].results().to_vec();
        self.mapping.map_all(&results, &new[..results.len()]);
        for (place, shadow) in shadow_places.iter().zip(&new[results.len()..]) {
            self.shadows.insert(results[*place], *shadow);
        }
        let rest = &new[results.len() + shadow_places.len()..];
        let regions = reverse_arms(ir, op, joints, kept, rest, &captured)?;
        let (operands, seeded) = (self.mapped(&operands), at(&results, &seed_places));
        Ok(Step::Branch(Box::new(BranchStep { op, operands, regions, seeds, seeded, captured })))
    }

    pub fn reverse_branches(&mut self, ir: &mut Ir, block: Block, step: BranchStep) -> Result<()> {
        let mut seeds = Vec::new();
        for result in &step.seeded {
            let ty = ir.ty(*result).clone();
            seeds.push(match self.adjoints.get(*result) {
                Some(seed) => seed,
                None => null(ir, block, step.op, &ty)?,
            });
        }
        // A region may end with a seed itself.
        for later in step.seeds {
            ir.replace(later, &seeds)?;
        }
        let mut state = ir.state_of(step.op);
        state.operands = step.operands;
        state.result_types = ir.types(&step.captured);
        state.regions = step.regions;
        let made = ir.create(state);
        ir.insert(made, InsertionPoint::End(block));
        for (value, adjoint) in step.captured.iter().zip(ir[made].results().to_vec()) {
            self.add(ir, block, *value, adjoint)?;
        }
        Ok(())
    }
}

/// The arguments of the block in which a loop and its reverse are made.
pub struct Inside {
    pub counters: Vec<Value>,
    pub carried: Vec<Value>,
    pub shadows: Vec<Value>,
    /// The number of the iteration, for each counter.
    pub numbers: Vec<Value>,
    pub seeds: Vec<Value>,
}

impl Inside {
    fn new(ir: &Ir, block: Block, counters: usize, carried: usize, shadows: usize, numbers: usize) -> Inside {
        let mut all = ir.arguments(block).iter().copied();
        let mut take = |count: usize| all.by_ref().take(count).collect::<Vec<_>>();
        let (counters, carried, shadows, numbers) = (take(counters), take(carried), take(shadows), take(numbers));
        Inside { counters, carried, shadows, numbers, seeds: all.collect() }
    }
}

/// What a counted loop is made of.
struct Plan {
    op: Op,
    to: Block,
    end: Op,
    ranges: Vec<CounterRange>,
    /// What the body gives on, with shadows.
    next: Vec<Value>,
    /// Carried values of the prepared function that have adjoints.
    given_carried: Vec<Value>,
    inside: Inside,
}

type Split = (Region, Vec<Value>, Vec<Value>, Option<Op>, Region);

/// Parts a loop into the forward sweep, which keeps values, and the reverse.
fn split_loop(
    ir: &mut Ir,
    plan: &Plan,
    joint: Joint,
    is_parallel: bool,
    stable: &FastSet<Op>,
    inner: &FastSet<Value>,
) -> Result<Split> {
    let Joint { region, block, mark, found } = joint;
    let mut sums = Vec::new();
    for value in &plan.given_carried {
        let ty = ir.ty(*value).clone();
        sums.push(match found.get(*value) {
            Some(adjoint) => adjoint,
            None => null(ir, block, plan.op, &ty)?,
        });
    }
    let captured: Vec<Value> = found.order.iter().copied().filter(|value| !inner.contains(value)).collect();
    let more: Vec<Value> = captured.iter().filter_map(|value| found.get(*value)).collect();
    partition::tidy(ir, block, mark, &[sums.clone(), more.clone()].concat())?;
    let counts: Vec<Value> = plan.ranges.iter().map(|range| range.count).collect();
    let mut caches = hoist(ir, plan, block, mark, &counts)?;
    let given = [&plan.inside.counters[..], &plan.inside.numbers, &plan.inside.seeds].concat();
    let kept = choose(ir, block, mark, &given, stable)?;
    let mut stores = Vec::new();
    for value in &kept {
        let ty = ir.ty(*value).clone();
        stores.push(cache(&mut at_end(ir, plan.to, plan.op), &counts, ty)?);
    }
    let forward = forward_loop(ir, plan, block, mark, &kept, &stores)?;
    let reverse = Reverse { sums, more, captured: &captured, kept: &kept, stores: &stores, is_parallel };
    let (made, cells) = reverse_region(ir, plan, block, mark, reverse)?;
    ir.erase_region(region);
    caches.extend(stores);
    Ok((made, captured, caches, cells, forward))
}

/// Takes memory that loops within set aside out of this one, if its size is known outside: one place more for each iteration.
fn hoist(ir: &mut Ir, plan: &Plan, block: Block, mark: Op, counts: &[Value]) -> Result<Vec<Value>> {
    let mut made = Vec::new();
    for op in partition::primal(ir, block, mark) {
        let is_cache = ir.attribute(op, CACHE).is_some();
        if !is_cache || ir[op].operands().any(|size| ir.defining_block(size) == Some(block)) {
            continue;
        }
        let memory = ir[op].results()[0];
        // Memory that grows is passed on, and stays where it is.
        let is_access = |name: &str| matches!(name, "memref.load" | "memref.store" | "memref.dealloc");
        if !ir.uses(memory).iter().all(|user| is_access(ir[user.op].name().as_str())) {
            continue;
        }
        let ty = ir.ty(memory).clone();
        let mut sizes: Vec<Value> = counts.to_vec();
        let mut dynamic: Vec<Value> = ir[op].operands().collect();
        dynamic.reverse();
        let mut builder = at_end(ir, plan.to, plan.op);
        for size in ty.shape().unwrap_or_default() {
            let known = (*size != zymase_ir::DYNAMIC).then_some(*size);
            sizes.push(match known {
                Some(size) => indices::constant(&mut builder, size),
                None => dynamic
                    .pop()
                    .ok_or_else(|| zymase_ir::LocatedDiagnostic::new(Default::default(), "a size is missing"))?,
            });
        }
        let outer = cache(&mut builder, &sizes, ty.element().clone())?;
        for user in ir.uses(memory).to_vec() {
            move_access(ir, user.op, memory, outer, &plan.inside.numbers)?;
        }
        ir.erase(op)?;
        made.push(outer);
    }
    Ok(made)
}

/// An access to memory that lies further out now.
fn move_access(ir: &mut Ir, op: Op, memory: Value, outer: Value, numbers: &[Value]) -> Result<()> {
    if ir[op].name() == "memref.dealloc" {
        return ir.erase(op);
    }
    let mut operands = Vec::new();
    for operand in ir[op].operands() {
        if operand == memory {
            operands.push(outer);
            operands.extend(numbers);
        } else {
            operands.push(operand);
        }
    }
    ir.set_operands(op, &operands);
    Ok(())
}

/// The body of the forward sweep.
fn forward_loop(ir: &mut Ir, plan: &Plan, block: Block, mark: Op, kept: &[Value], stores: &[Value]) -> Result<Region> {
    let inside = &plan.inside;
    let before = [&inside.counters[..], &inside.carried, &inside.shadows].concat();
    let forward = ir.create_region();
    let new = ir.create_block(forward, &ir.types(&before));
    let arguments = ir.arguments(new).to_vec();
    let mut mapping = Mapping::default();
    mapping.map_all(&before, &arguments);
    let mut builder = at_end(ir, new, plan.op);
    let mut numbers = Vec::new();
    for (counter, range) in arguments.iter().zip(&plan.ranges) {
        let distance = indices::sub(&mut builder, *counter, range.first)?;
        let number = indices::exact_quotient(&mut builder, distance, range.step)?;
        numbers.push(indices::to_index(&mut builder, number)?);
    }
    mapping.map_all(&inside.numbers, &numbers);
    partition::copy_primal(ir, block, mark, new, &mut mapping);
    for (value, memory) in kept.iter().zip(stores) {
        store(&mut at_end(ir, new, plan.op), mapping.get(*value), *memory, &numbers);
    }
    let next: Vec<Value> = plan.next.iter().map(|value| mapping.get(*value)).collect();
    end_like(ir, plan.end, new, &next);
    Ok(forward)
}

/// What the reverse of a loop is made of.
struct Reverse<'a> {
    sums: Vec<Value>,
    more: Vec<Value>,
    captured: &'a [Value],
    kept: &'a [Value],
    stores: &'a [Value],
    is_parallel: bool,
}

/// The body of the reverse: the operations behind the mark, and what they need.
fn reverse_region(ir: &mut Ir, plan: &Plan, block: Block, mark: Op, reverse: Reverse) -> Result<(Region, Option<Op>)> {
    let (inside, op) = (&plan.inside, plan.op);
    let types = ir.types(reverse.captured);
    let mut arguments: Vec<Type> = inside.numbers.iter().map(|_| Type::index()).collect();
    if !reverse.is_parallel {
        arguments.extend(ir.types(&inside.seeds));
        arguments.extend(types.iter().cloned());
    }
    let region = ir.create_region();
    let new = ir.create_block(region, &arguments);
    let arguments = ir.arguments(new).to_vec();
    let (counters, rest) = arguments.split_at(inside.numbers.len());
    let cells = reverse.is_parallel.then(|| {
        let types: Vec<Type> = types.iter().map(|ty| Type::memref([], ty.clone())).collect();
        placeholder(ir, InsertionPoint::End(new), &types)
    });
    let mut instead = Mapping::default();
    let mut builder = at_end(ir, new, op);
    let mut numbers = Vec::new();
    for (counter, range) in counters.iter().zip(&plan.ranges) {
        numbers.push(if reverse.is_parallel {
            *counter
        } else {
            let one = indices::constant(&mut builder, 1);
            let last = indices::sub(&mut builder, range.count, one)?;
            indices::sub(&mut builder, last, *counter)?
        });
    }
    let mut before = Vec::new();
    for (number, range) in numbers.iter().zip(&plan.ranges) {
        let ty = builder.ty(range.first);
        let number = indices::of_type(&mut builder, *number, &ty)?;
        let distance = indices::mul(&mut builder, number, range.step)?;
        before.push(indices::add(&mut builder, range.first, distance)?);
    }
    instead.map_all(&inside.counters, &before);
    instead.map_all(&inside.numbers, &numbers);
    if !reverse.is_parallel {
        instead.map_all(&inside.seeds, &rest[..inside.seeds.len()]);
    }
    for (value, memory) in reverse.kept.iter().zip(reverse.stores) {
        let loaded = load(&mut builder, *memory, &numbers)?;
        instead.map(*value, loaded);
    }
    let replaced = [&inside.counters[..], &inside.numbers, &inside.seeds, reverse.kept].concat();
    for value in replaced {
        ir.replace_uses(value, instead.get(value));
    }
    partition::drop_primal(ir, block, mark)?;
    ir.append_ops(block, new);
    let mut next: Vec<Value> = reverse.sums.iter().map(|value| instead.get(*value)).collect();
    for (place, more) in reverse.more.iter().enumerate() {
        let more = instead.get(*more);
        let mut builder = at_end(ir, new, op);
        match cells {
            Some(cells) => {
                let cell = builder.ir()[cells].results()[place];
                let ty = builder.ty(more);
                builder.typed("memref.atomic_rmw", &[more, cell], &[("kind", Attribute::i64(0))], ty)?;
            }
            None => {
                let sum = rest[inside.seeds.len() + place];
                next.push(derivative::add(&mut builder, sum, more)?);
            }
        }
    }
    let name = if reverse.is_parallel { "scf.reduce" } else { "scf.yield" };
    at_end(ir, new, op).build(name, &next, &[], &[]);
    Ok((region, cells))
}

/// The branches of the forward sweep, which give what is kept too.
fn forward_branches(
    ir: &mut Ir,
    joints: &[Joint],
    nexts: &[Vec<Value>],
    ends: &[Op],
    kept: &[Vec<Value>],
) -> Result<Vec<Region>> {
    let mut regions = Vec::new();
    for (place, joint) in joints.iter().enumerate() {
        let region = ir.create_region();
        let new = ir.create_block(region, &[]);
        let mut mapping = Mapping::default();
        partition::copy_primal(ir, joint.block, joint.mark, new, &mut mapping);
        let mut next: Vec<Value> = nexts[place].iter().map(|value| mapping.get(*value)).collect();
        for (other, kept) in kept.iter().enumerate() {
            for value in kept {
                let ty = ir.ty(*value).clone();
                next.push(if other == place {
                    mapping.get(*value)
                } else {
                    any_value(&mut Builder::at_end(ir, new), &ty)?
                });
            }
        }
        end_like(ir, ends[place], new, &next);
        regions.push(region);
    }
    Ok(regions)
}

/// What is left of the regions of a branch for the reverse: given what was kept, they end with the adjoints of what is captured.
fn reverse_arms(
    ir: &mut Ir,
    op: Op,
    joints: Vec<Joint>,
    kept: Vec<Vec<Value>>,
    rest: &[Value],
    captured: &[Value],
) -> Result<Vec<Region>> {
    let mut rest = rest.iter();
    let mut regions = Vec::new();
    for (joint, kept) in joints.into_iter().zip(kept) {
        let mut instead = Mapping::default();
        for value in kept {
            if let Some(new) = rest.next() {
                ir.replace_uses(value, *new);
                instead.map(value, *new);
            }
        }
        partition::drop_primal(ir, joint.block, joint.mark)?;
        let mut sums = Vec::new();
        for value in captured {
            let ty = ir.ty(*value).clone();
            sums.push(match joint.found.get(*value) {
                Some(adjoint) => instead.get(adjoint),
                None => null(ir, joint.block, op, &ty)?,
            });
        }
        at_end(ir, joint.block, op).build("scf.yield", &sums, &[], &[]);
        regions.push(joint.region);
    }
    Ok(regions)
}
