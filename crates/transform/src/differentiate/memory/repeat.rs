//! The reverse of loops whose number of iterations is known only when they end. They count, and what they keep lies in memory that
//! doubles when it is full. The reverse is a counted loop.

use super::super::partition;
use super::build::{at_end, cache, free, load, null, store};
use super::keep::choose;
use super::regions::{LoopStep, at, defined, places};
use super::reverse::{Pass, Step};
use zymase_dialects::indices;
use zymase_ir::derivative;
use zymase_ir::{Attribute, Block, Builder, DYNAMIC, InsertionPoint, Ir, Mapping, Op, Region, Result, Type, Value};

/// How many iterations memory is set aside for at first.
const FIRST_SIZE: i64 = 64;

impl Pass<'_> {
    pub fn while_true(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<Step> {
        let operands: Vec<Value> = ir[op].operands().collect();
        let body = ir[op].regions()[1];
        let Some((from, end)) = ir.single_block(body) else { return Err(ir.error(op, "has several blocks")) };
        let arguments = ir.arguments(from).to_vec();
        let (shadow_places, seed_places) = places(self, ir, &arguments);
        let given: Vec<Value> = ir[end].operands().collect();
        let shadow_types = ir.types(&at(&arguments, &shadow_places));
        let types = [ir.types(&arguments), shadow_types.clone(), ir.types(&at(&arguments, &seed_places))].concat();
        let joint = ir.create_region();
        let block = ir.create_block(joint, &types);
        let inside = ir.arguments(block).to_vec();
        let (primal, seeds) = inside.split_at(arguments.len() + shadow_places.len());
        self.mapping.map_all(&arguments, &primal[..arguments.len()]);
        for (place, shadow) in shadow_places.iter().zip(&primal[arguments.len()..]) {
            self.shadows.insert(arguments[*place], *shadow);
        }
        let outside = std::mem::take(&mut self.adjoints);
        let steps = self.forward_block(ir, from, block)?;
        let mark = partition::mark(ir, block);
        for (place, seed) in seed_places.iter().zip(seeds) {
            self.add(ir, block, given[*place], *seed)?;
        }
        self.sweep(ir, block, steps)?;
        let found = std::mem::replace(&mut self.adjoints, outside);
        let mut next = self.mapped(&given);
        next.extend(self.shadowed(ir, op, &at(&given, &shadow_places))?);
        let mut sums = Vec::new();
        for value in at(&arguments, &seed_places) {
            let ty = ir.ty(value).clone();
            sums.push(match found.get(value) {
                Some(adjoint) => adjoint,
                None => null(ir, block, op, &ty)?,
            });
        }
        let inner = defined(ir, from);
        let captured: Vec<Value> = found.order.iter().copied().filter(|value| !inner.contains(value)).collect();
        let more: Vec<Value> = captured.iter().filter_map(|value| found.get(*value)).collect();
        partition::tidy(ir, block, mark, &[sums.clone(), more.clone()].concat())?;
        let kept = choose(ir, block, mark, seeds, &self.stable)?;
        let made = Body { op, block, mark, primal: primal.to_vec(), next, kept };
        let mut inits = self.mapped(&operands);
        inits.extend(self.shadowed(ir, op, &at(&operands, &shadow_places))?);
        let results = made.forward(ir, to, &inits)?;
        let old = ir[op].results().to_vec();
        self.mapping.map_all(&old, &results[..old.len()]);
        for (place, shadow) in shadow_places.iter().zip(&results[old.len()..]) {
            self.shadows.insert(old[*place], *shadow);
        }
        let count = results[old.len() + shadow_places.len()];
        let caches = results[old.len() + shadow_places.len() + 1..].to_vec();
        let region = made.reverse(ir, seeds, &sums, &more, count, &caches)?;
        ir.erase_region(joint);
        let seeded = seed_places.iter().map(|place| (operands[*place], old[*place])).collect();
        let (counts, is_parallel) = (vec![count], false);
        Ok(Step::Loop(Box::new(LoopStep { op, counts, is_parallel, region, seeded, captured, caches, cells: None })))
    }
}

/// The body of a loop and its reverse, before they are parted.
struct Body {
    op: Op,
    block: Block,
    mark: Op,
    /// Carried values and their shadows.
    primal: Vec<Value>,
    next: Vec<Value>,
    kept: Vec<Value>,
}

impl Body {
    /// The forward sweep, which carries the number of iterations and memory too; its results.
    fn forward(&self, ir: &mut Ir, to: Block, inits: &[Value]) -> Result<Vec<Value>> {
        let mut builder = at_end(ir, to, self.op);
        let mut carried = inits.to_vec();
        carried.push(indices::constant(&mut builder, 0));
        for value in &self.kept {
            let ty = builder.ty(*value);
            let size = indices::constant(&mut builder, FIRST_SIZE);
            let fixed = cache(&mut builder, &[size], ty.clone())?;
            carried.push(builder.typed("memref.cast", &[fixed], &[], Type::memref([DYNAMIC], ty))?);
        }
        let types = builder.ir().types(&carried);
        let test = builder.region(&types, |inner, values| {
            inner.build("scf.condition", &[&values[..1], values].concat(), &[], &[]);
            Ok(())
        })?;
        let body = builder.region(&types, |inner, values| self.forward_body(inner, values))?;
        let mut state = builder.state("scf.while", &carried, &[]);
        state.result_types = types;
        state.regions = vec![test, body];
        let made = builder.insert(state);
        Ok(ir[made].results().to_vec())
    }

    fn forward_body(&self, builder: &mut Builder, values: &[Value]) -> Result<()> {
        let InsertionPoint::End(new) = builder.point() else { return Ok(()) };
        let (before, rest) = values.split_at(self.primal.len());
        let (count, caches) = (rest[0], &rest[1..]);
        let mut mapping = Mapping::default();
        mapping.map_all(&self.primal, before);
        partition::copy_primal(builder.ir, self.block, self.mark, new, &mut mapping);
        let mut next: Vec<Value> = self.next.iter().map(|value| mapping.get(*value)).collect();
        let one = indices::constant(builder, 1);
        next.push(indices::add(builder, count, one)?);
        for (value, memory) in self.kept.iter().zip(caches) {
            let memory = grow(builder, *memory, count)?;
            store(builder, mapping.get(*value), memory, &[count]);
            next.push(memory);
        }
        builder.build("scf.yield", &next, &[], &[]);
        Ok(())
    }

    /// The body of the reverse.
    fn reverse(
        &self,
        ir: &mut Ir,
        seeds: &[Value],
        sums: &[Value],
        more: &[Value],
        count: Value,
        caches: &[Value],
    ) -> Result<Region> {
        let types = [vec![Type::index()], ir.types(seeds), ir.types(more)].concat();
        let region = ir.create_region();
        let new = ir.create_block(region, &types);
        let arguments = ir.arguments(new).to_vec();
        let mut instead = Mapping::default();
        instead.map_all(seeds, &arguments[1..=seeds.len()]);
        let mut builder = at_end(ir, new, self.op);
        let one = indices::constant(&mut builder, 1);
        let last = indices::sub(&mut builder, count, one)?;
        let number = indices::sub(&mut builder, last, arguments[0])?;
        for (value, memory) in self.kept.iter().zip(caches) {
            let loaded = load(&mut builder, *memory, &[number])?;
            instead.map(*value, loaded);
        }
        for value in [seeds, &self.kept[..]].concat() {
            ir.replace_uses(value, instead.get(value));
        }
        partition::drop_primal(ir, self.block, self.mark)?;
        ir.append_ops(self.block, new);
        let mut next: Vec<Value> = sums.iter().map(|value| instead.get(*value)).collect();
        for (more, sum) in more.iter().zip(&arguments[1 + seeds.len()..]) {
            let mut builder = at_end(ir, new, self.op);
            next.push(derivative::add(&mut builder, *sum, instead.get(*more))?);
        }
        at_end(ir, new, self.op).build("scf.yield", &next, &[], &[]);
        Ok(region)
    }
}

/// Memory of twice the size where it is full.
fn grow(builder: &mut Builder, memory: Value, count: Value) -> Result<Value> {
    let zero = indices::constant(builder, 0);
    let size = builder.typed("memref.dim", &[memory, zero], &[], Type::index())?;
    // The number of `sge`.
    let predicate = [("predicate", Attribute::i64(5))];
    let is_full = builder.typed("arith.cmpi", &[count, size], &predicate, Type::integer(1))?;
    let ty = builder.ty(memory);
    let larger = builder.region(&[], |inner, _| {
        let two = indices::constant(inner, 2);
        let twice = indices::mul(inner, size, two)?;
        let new = cache(inner, &[twice], ty.element().clone())?;
        indices::build_for(inner, size, &[], |inner, place, _| {
            let value = load(inner, memory, &[place])?;
            store(inner, value, new, &[place]);
            Ok(Vec::new())
        })?;
        free(inner, memory);
        inner.build("scf.yield", &[new], &[], &[]);
        Ok(())
    })?;
    let same = builder.region(&[], |inner, _| {
        inner.build("scf.yield", &[memory], &[], &[]);
        Ok(())
    })?;
    let mut state = builder.state("scf.if", &[is_full], &[]);
    state.result_types = vec![ty];
    state.regions = vec![larger, same];
    let made = builder.insert(state);
    Ok(builder.ir()[made].results()[0])
}
