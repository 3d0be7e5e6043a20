//! Writes the loops that a loop over threads is cut into.

use super::parts::{Item, Parts};
use super::{Nest, THREADS, private};
use zymase_ir::{Attribute, Block, Builder, InsertionPoint, Ir, Location, Mapping, Op, Result, Type, Value};
use zymase_support::hash::FastMap;

/// Values with what stands for them.
type Pairs = Vec<(Value, Value)>;

/// Writes a nest anew, and removes it.
pub fn write(ir: &mut Ir, nest: &Nest, parts: Parts) -> Result<()> {
    // Arrays over the threads are allocated before everything that is written here.
    let first = Builder::before(ir, nest.root).build("scf.execute_region", &[], &[], &[]);
    let mut cut = Cut {
        ir,
        first,
        nest,
        parts,
        point: InsertionPoint::Before(nest.root),
        once: FastMap::default(),
        kept: FastMap::default(),
        guards: Vec::new(),
    };
    cut.block(nest.body)?;
    cut.remove_unread()?;
    ir.erase(first)?;
    ir.erase(nest.root)
}

struct Cut<'a> {
    ir: &'a mut Ir,
    nest: &'a Nest,
    first: Op,
    parts: Parts,
    /// Where the next loop goes.
    point: InsertionPoint,
    /// What is computed once for all threads, by the old value.
    once: FastMap<Value, Value>,
    /// Arrays over the threads, by the old value.
    kept: FastMap<Value, Value>,
    /// Branches that threads take on their own: conditions, and the side.
    guards: Vec<(Value, bool)>,
}

/// A loop over threads that is being written.
struct Run {
    local: Mapping,
    known: FastMap<Value, Value>,
    point: InsertionPoint,
    counters: Vec<Value>,
    root: Op,
}

impl Cut<'_> {
    fn block(&mut self, block: Block) -> Result<()> {
        for item in self.parts.items.get(&block).cloned().unwrap_or_default() {
            match item {
                Item::Together(ops) => self.together(&ops)?,
                Item::Around(op) => self.around(op)?,
            }
        }
        Ok(())
    }

    fn location(&self, op: Op) -> Location {
        self.ir[op].location().clone()
    }

    /// One loop over the threads for some operations.
    fn together(&mut self, ops: &[Op]) -> Result<()> {
        // What is cheap is computed where it is needed.
        let runs: Vec<Op> = ops.iter().copied().filter(|op| !self.parts.is_cheap(self.ir, *op)).collect();
        let Some(first) = runs.first() else { return Ok(()) };
        let mut run = self.open(*first)?;
        for op in &runs {
            self.copy(&mut run, *op)?;
            for result in self.ir[*op].results().to_vec() {
                if self.is_used_elsewhere(result, ops) {
                    let value = run.known[&result];
                    self.keep(&run, result, value)?;
                }
            }
        }
        Ok(())
    }

    fn is_used_elsewhere(&self, value: Value, ops: &[Op]) -> bool {
        if self.ir.defining_op(value).is_some_and(|op| self.parts.is_cheap(self.ir, op)) {
            return false;
        }
        let is_here = |mut op: Op| loop {
            if ops.contains(&op) {
                return true;
            }
            match self.ir.parent_op(op) {
                Some(parent) => op = parent,
                None => return false,
            }
        };
        // What can be computed again carries a value over as well.
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            for place in self.ir.uses(value).to_vec() {
                if !is_here(place.op) {
                    return true;
                }
                if self.parts.is_cheap(self.ir, place.op) && ops.contains(&place.op) {
                    work.extend(self.ir[place.op].results());
                }
            }
        }
        false
    }

    /// Begins a loop over the threads; those that take another way are left out.
    fn open(&mut self, place: Op) -> Result<Run> {
        let location = self.location(place);
        let (mut counters, mut around, mut root) = (Vec::new(), self.point, None);
        for bounds in &self.nest.bounds {
            let region = self.ir.create_region();
            let block = self.ir.create_block(region, &[Type::index()]);
            let mut builder = Builder::new(self.ir, around, location.clone());
            let mut state = builder.state("scf.for", bounds, &[(THREADS, Attribute::Unit)]);
            state.regions.push(region);
            let op = builder.insert(state);
            root = root.or(Some(op));
            let end = Builder::at_end(self.ir, block).build("scf.yield", &[], &[], &[]);
            counters.push(self.ir.arguments(block)[0]);
            around = InsertionPoint::Before(end);
        }
        let Some(root) = root else { return Err(self.ir.error(place, "is in a loop over no threads")) };
        let mut run = Run { local: Mapping::default(), known: FastMap::default(), point: around, counters, root };
        for (old, new) in self.nest.counters.iter().zip(run.counters.clone()) {
            run.known.insert(*old, new);
        }
        for (condition, side) in self.guards.clone() {
            let mut value = self.value(&mut run, condition)?;
            let mut builder = Builder::new(self.ir, run.point, location.clone());
            if !side {
                let yes = zymase_dialects::indices::constant_of(&mut builder, 1, &Type::integer(1));
                value = builder.typed("arith.xori", &[value, yes], &[], Type::integer(1))?;
            }
            let then = builder.region(&[], |inner, _| {
                inner.build("scf.yield", &[], &[], &[]);
                Ok(())
            })?;
            let otherwise = builder.ir.create_region();
            let mut state = builder.state("scf.if", &[value], &[]);
            state.regions = vec![then, otherwise];
            builder.insert(state);
            let Some((_, end)) = self.ir.single_block(then) else { return Err(self.ir.error(root, "has no end")) };
            run.point = InsertionPoint::Before(end);
        }
        Ok(run)
    }

    /// Copies an operation into a loop.
    fn copy(&mut self, run: &mut Run, op: Op) -> Result<()> {
        for value in self.needed(op) {
            let new = self.value(run, value)?;
            run.local.map(value, new);
        }
        let copy = self.ir.clone_op(op, &mut run.local);
        self.ir.insert(copy, run.point);
        let pairs: Vec<(Value, Value)> =
            self.ir[op].results().iter().copied().zip(self.ir[copy].results().iter().copied()).collect();
        run.known.extend(pairs);
        Ok(())
    }

    /// What an operation, and what is in it, uses from around it.
    fn needed(&self, op: Op) -> Vec<Value> {
        let mut found = Vec::new();
        let inner = self.ir.walk(op);
        let is_own = |value: Value| match self.ir.defining_block(value) {
            Some(block) => {
                let mut at = self.ir.block_parent(block).and_then(|region| self.ir.region_parent(region));
                while let Some(around) = at {
                    if around == op {
                        return true;
                    }
                    at = self.ir.parent_op(around);
                }
                false
            }
            None => false,
        };
        for user in inner {
            for value in self.ir[user].operands() {
                if self.parts.is_inside(value) && !is_own(value) && !found.contains(&value) {
                    found.push(value);
                }
            }
        }
        found
    }

    /// A value of the thread whose turn it is.
    fn value(&mut self, run: &mut Run, value: Value) -> Result<Value> {
        if !self.parts.is_inside(value) {
            return Ok(value);
        }
        if let Some(known) = run.known.get(&value).or(self.once.get(&value)) {
            return Ok(*known);
        }
        let new = match self.ir.defining_op(value).filter(|op| self.parts.is_cheap(self.ir, *op)) {
            Some(op) => {
                let mut mapping = Mapping::default();
                for operand in self.ir[op].operands().collect::<Vec<_>>() {
                    let new = self.value(run, operand)?;
                    mapping.map(operand, new);
                }
                let copy = self.ir.clone_op(op, &mut mapping);
                self.ir.insert(copy, run.point);
                mapping.get(value)
            }
            None => {
                let array = self.array(value)?;
                let ty = self.ir.ty(value).clone();
                let operands: Vec<Value> = std::iter::once(array).chain(run.counters.iter().copied()).collect();
                let location = self.location(run.root);
                Builder::new(self.ir, run.point, location).typed("memref.load", &operands, &[], ty)?
            }
        };
        run.known.insert(value, new);
        Ok(new)
    }

    /// The array in which a value of each thread is kept.
    fn array(&mut self, value: Value) -> Result<Value> {
        if let Some(known) = self.kept.get(&value) {
            return Ok(*known);
        }
        let element = self.ir.ty(value).clone();
        let (ty, sizes) = private::type_over(self.ir, self.nest, &[], &element);
        let location = self.location(self.nest.root);
        let mut builder = Builder::new(self.ir, InsertionPoint::Before(self.first), location);
        let segments = zymase_dialects::memref::segments(&[sizes.len(), 0]);
        let array = builder.typed("memref.alloca", &sizes, &[("operandSegmentSizes", segments)], ty)?;
        self.kept.insert(value, array);
        Ok(array)
    }

    fn keep(&mut self, run: &Run, value: Value, new: Value) -> Result<()> {
        let array = self.array(value)?;
        let operands: Vec<Value> = [new, array].into_iter().chain(run.counters.iter().copied()).collect();
        let location = self.location(run.root);
        Builder::new(self.ir, run.point, location).build("memref.store", &operands, &[], &[]);
        Ok(())
    }

    /// Gives each thread values under other names, all at once.
    fn assign(&mut self, place: Op, pairs: &[(Value, Value)]) -> Result<()> {
        if pairs.is_empty() {
            return Ok(());
        }
        let mut run = self.open(place)?;
        let mut values = Vec::new();
        for (_, from) in pairs {
            values.push(self.value(&mut run, *from)?);
        }
        for ((to, _), value) in pairs.iter().zip(values) {
            self.keep(&run, *to, value)?;
        }
        Ok(())
    }

    /// A value that is the same for all threads, computed where the next loop goes.
    fn once(&mut self, value: Value) -> Result<Value> {
        if !self.parts.is_inside(value) {
            return Ok(value);
        }
        if let Some(known) = self.once.get(&value) {
            return Ok(*known);
        }
        let Some(op) = self.ir.defining_op(value).filter(|op| self.parts.is_cheap(self.ir, *op)) else {
            let op = self.nest.root;
            return Err(self.ir.error(op, "needs a value of one thread where all are meant"));
        };
        let mut mapping = Mapping::default();
        for operand in self.ir[op].operands().collect::<Vec<_>>() {
            let new = self.once(operand)?;
            mapping.map(operand, new);
        }
        let copy = self.ir.clone_op(op, &mut mapping);
        self.ir.insert(copy, self.point);
        let new = mapping.get(value);
        self.once.insert(value, new);
        Ok(new)
    }

    fn is_same(&self, value: Value) -> bool {
        !self.parts.is_inside(value) || self.parts.uniform.contains(&value)
    }

    fn around(&mut self, op: Op) -> Result<()> {
        match self.ir[op].name().as_str() {
            "scf.for" => self.for_loop(op),
            "scf.while" => self.while_loop(op),
            _ => self.branch(op),
        }
    }

    /// Something around barriers within the region of a new operation, whose end is given.
    fn inside<T>(&mut self, block: Block, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let (point, once) = (self.point, self.once.clone());
        self.point = InsertionPoint::End(block);
        let done = work(self)?;
        (self.point, self.once) = (point, once);
        Ok(done)
    }

    fn end(&mut self, name: &str, operands: &[Value]) {
        Builder::new(self.ir, self.point, Location::Unset).build(name, operands, &[], &[]);
    }

    /// Ends a region: each thread keeps what is its own, the rest is handed on.
    fn hand(&mut self, old: Op, name: &str, mut values: Vec<Value>, pairs: Vec<(Value, Value)>) -> Result<()> {
        let (same, own) = self.sorted(pairs);
        self.assign(old, &own)?;
        for (_, value) in same {
            values.push(self.once(value)?);
        }
        self.end(name, &values);
        Ok(())
    }

    /// Splits pairs into those of values that are the same for all threads, and the others.
    fn sorted(&self, pairs: Pairs) -> (Pairs, Pairs) {
        pairs.into_iter().partition(|(to, _)| self.is_same(*to))
    }

    fn for_loop(&mut self, op: Op) -> Result<()> {
        let operands: Vec<Value> = self.ir[op].operands().collect();
        let Some((body, end)) = self.ir.single_block(self.ir[op].regions()[0]) else {
            return Err(self.ir.error(op, "has no body"));
        };
        let arguments = self.ir.arguments(body).to_vec();
        let (same, own) = self.sorted(arguments[1..].iter().copied().zip(operands[3..].iter().copied()).collect());
        self.assign(op, &own)?;
        let mut given = Vec::new();
        for value in operands[..3].iter().copied().chain(same.iter().map(|(_, init)| *init)) {
            given.push(self.once(value)?);
        }
        let types: Vec<Type> = same.iter().map(|(argument, _)| self.ir.ty(*argument).clone()).collect();
        let region = self.ir.create_region();
        let kinds: Vec<Type> = std::iter::once(Type::index()).chain(types.iter().cloned()).collect();
        let block = self.ir.create_block(region, &kinds);
        let new = self.ir.arguments(block).to_vec();
        let yields: Vec<Value> = self.ir[end].operands().collect();
        self.inside(block, |cut| {
            cut.once.insert(arguments[0], new[0]);
            cut.once.extend(same.iter().map(|(argument, _)| *argument).zip(new[1..].iter().copied()));
            cut.block(body)?;
            cut.hand(end, "scf.yield", Vec::new(), arguments[1..].iter().copied().zip(yields).collect())
        })?;
        let location = self.location(op);
        let mut builder = Builder::new(self.ir, self.point, location);
        let mut state = builder.state("scf.for", &given, &[]);
        state.result_types = types;
        state.regions.push(region);
        let made = builder.insert(state);
        let made = self.ir[made].results().to_vec();
        let results = self.ir[op].results().to_vec();
        self.hand_on(&arguments[1..], &results, &made)
    }

    /// What a loop carried is what it results in.
    fn hand_on(&mut self, arguments: &[Value], results: &[Value], made: &[Value]) -> Result<()> {
        let mut made = made.iter();
        for (argument, result) in arguments.iter().zip(results) {
            if self.is_same(*argument) {
                let value = made.next().copied();
                self.once.extend(value.map(|value| (*result, value)));
                // A result may be known to differ although what is carried does not.
                if !self.is_same(*result) {
                    self.parts.uniform.insert(*result);
                }
            } else {
                let array = self.array(*argument)?;
                self.kept.insert(*result, array);
            }
        }
        Ok(())
    }

    fn while_loop(&mut self, op: Op) -> Result<()> {
        let inits: Vec<Value> = self.ir[op].operands().collect();
        let regions = self.ir[op].regions().to_vec();
        let (Some((before, condition)), Some((after, end))) =
            (self.ir.single_block(regions[0]), self.ir.single_block(regions[1]))
        else {
            return Err(self.ir.error(op, "has no body"));
        };
        let arguments = self.ir.arguments(before).to_vec();
        let handed = self.ir.arguments(after).to_vec();
        let results = self.ir[op].results().to_vec();
        let (same, own) = self.sorted(arguments.iter().copied().zip(inits).collect());
        self.assign(op, &own)?;
        let mut given = Vec::new();
        for (_, value) in &same {
            given.push(self.once(*value)?);
        }
        // What is handed on by each thread has one array for both sides.
        for (result, inner) in results.iter().zip(&handed) {
            if !self.is_same(*inner) {
                let array = self.array(*inner)?;
                self.kept.insert(*result, array);
            }
        }
        let types: Vec<Type> = same.iter().map(|(argument, _)| self.ir.ty(*argument).clone()).collect();
        let [first, second] = [self.ir.create_region(), self.ir.create_region()];
        let block = self.ir.create_block(first, &types);
        let new = self.ir.arguments(block).to_vec();
        let asked: Vec<Value> = self.ir[condition].operands().collect();
        self.inside(block, |cut| {
            cut.once.extend(same.iter().map(|(argument, _)| *argument).zip(new));
            cut.block(before)?;
            let goes_on = cut.once(asked[0])?;
            let pairs = handed.iter().copied().zip(asked[1..].iter().copied()).collect();
            cut.hand(condition, "scf.condition", vec![goes_on], pairs)
        })?;
        let passed: Vec<Value> = handed.iter().copied().filter(|value| self.is_same(*value)).collect();
        let kinds: Vec<Type> = passed.iter().map(|value| self.ir.ty(*value).clone()).collect();
        let block = self.ir.create_block(second, &kinds);
        let new = self.ir.arguments(block).to_vec();
        let yields: Vec<Value> = self.ir[end].operands().collect();
        self.inside(block, |cut| {
            cut.once.extend(passed.iter().copied().zip(new));
            cut.block(after)?;
            cut.hand(end, "scf.yield", Vec::new(), arguments.iter().copied().zip(yields).collect())
        })?;
        let location = self.location(op);
        let mut builder = Builder::new(self.ir, self.point, location);
        let mut state = builder.state("scf.while", &given, &[]);
        state.result_types = kinds;
        state.regions = vec![first, second];
        let made = builder.insert(state);
        let made = self.ir[made].results().to_vec();
        let same: Vec<Value> =
            results.iter().zip(&handed).filter(|(_, inner)| self.is_same(**inner)).map(|(result, _)| *result).collect();
        self.once.extend(same.into_iter().zip(made));
        Ok(())
    }

    fn branch(&mut self, op: Op) -> Result<()> {
        let Some(condition) = self.ir[op].operand(0) else { return Err(self.ir.error(op, "has no condition")) };
        let regions = self.ir[op].regions().to_vec();
        let sides: Vec<Option<(Block, Op)>> = regions.iter().map(|region| self.ir.single_block(*region)).collect();
        let results = self.ir[op].results().to_vec();
        if !self.is_same(condition) {
            for (side, taken) in sides.into_iter().zip([true, false]) {
                let Some((block, end)) = side else { continue };
                self.guards.push((condition, taken));
                self.block(block)?;
                let values: Vec<Value> = self.ir[end].operands().collect();
                self.assign(end, &results.iter().copied().zip(values).collect::<Vec<_>>())?;
                self.guards.pop();
            }
            return Ok(());
        }
        let asked = self.once(condition)?;
        let mut made = Vec::new();
        for side in sides {
            let region = self.ir.create_region();
            made.push(region);
            let Some((old, end)) = side else { continue };
            let block = self.ir.create_block(region, &[]);
            let values: Vec<Value> = self.ir[end].operands().collect();
            let pairs: Vec<(Value, Value)> = results.iter().copied().zip(values).collect();
            self.inside(block, |cut| {
                cut.block(old)?;
                cut.hand(end, "scf.yield", Vec::new(), pairs)
            })?;
        }
        let same: Vec<Value> = results.iter().copied().filter(|result| self.is_same(*result)).collect();
        let types: Vec<Type> = same.iter().map(|value| self.ir.ty(*value).clone()).collect();
        let location = self.location(op);
        let mut builder = Builder::new(self.ir, self.point, location);
        let mut state = builder.state("scf.if", &[asked], &[]);
        state.result_types = types;
        state.regions = made;
        let made = builder.insert(state);
        let made = self.ir[made].results().to_vec();
        self.once.extend(same.into_iter().zip(made));
        Ok(())
    }

    /// Arrays that nothing reads are not needed.
    fn remove_unread(&mut self) -> Result<()> {
        let arrays: Vec<Value> = self.kept.values().copied().collect();
        for array in arrays {
            if !self.ir.contains_value(array) {
                continue;
            }
            let users: Vec<Op> = self.ir.uses(array).iter().map(|place| place.op).collect();
            if users.iter().all(|op| self.ir[*op].name() == "memref.store") {
                for op in users {
                    self.ir.erase(op)?;
                }
                if let Some(op) = self.ir.defining_op(array) {
                    self.ir.erase(op)?;
                }
            }
        }
        Ok(())
    }
}
