//! Finds values of the forward sweep again: reads what was kept, computes the rest, as the plan says.
//!
//! What does not change in a loop is looked up once, in the block that enters the reverse loop.

use super::Reverse;
use zymase_analysis::activity::PointerClass;
use zymase_core::Failure;
use zymase_llvm::{Builder, IntPredicate, Opcode, PRIMAL_ACCESS, Value};
use zymase_plan::{self as plan, ChoiceTree, CounterStep, Facts, Item, Recipe, Shape};

/// Where a value is wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// At the current position in the reverse of a block; the loop around it.
    Body(zymase_llvm::Block),
    /// In the block that enters the reverse of a loop.
    Entry(usize),
    /// At the current position, on the way into nested loops; the loop already entered.
    Passing(Option<usize>),
}

impl Reverse<'_> {
    pub fn builder_at(&self, place: Place) -> Builder {
        match place {
            Place::Body(_) | Place::Passing(_) => {
                let builder = Builder::at_end(self.builder.block());
                builder.copy_location(&self.builder);
                builder
            }
            Place::Entry(index) => {
                Builder::before(self.loops[&index].entry.terminator().expect("an entry block branches"))
            }
        }
    }

    /// The loop in whose iteration a place is.
    fn loop_at(&self, place: Place) -> Option<usize> {
        match place {
            Place::Body(block) => self.prepared.loop_of(block),
            Place::Entry(index) => self.prepared.loops[index].parent,
            Place::Passing(index) => index,
        }
    }

    /// The outermost place at which the item can be looked up for a use at `place`.
    fn hoisted(&self, place: Place, item: Item) -> Place {
        if matches!(place, Place::Passing(_)) {
            return place;
        }
        let home = item.home(self.prepared, Some(&self.plan.storage));
        let mut best = place;
        let mut at = self.loop_at(place);
        while let Some(index) = at {
            if self.prepared.loop_contains(index, home) {
                break;
            }
            best = Place::Entry(index);
            at = self.prepared.loops[index].parent;
        }
        best
    }

    /// Shadows differ from lane to lane; everything else is the same in all.
    pub fn lane_of(&self, item: Item) -> usize {
        if matches!(item, Item::Shadow(_)) { self.sweep.lane() } else { 0 }
    }

    /// An item at a place; of a shadow that of this lane.
    pub fn lookup(&mut self, place: Place, item: Item) -> Result<Value, Failure> {
        if let Some(free) = self.free(item)? {
            return Ok(free);
        }
        let place = self.hoisted(place, item);
        let remember = !matches!(place, Place::Passing(_));
        let key = (place, item, self.lane_of(item));
        if remember && let Some(known) = self.memo.get(&key) {
            return Ok(*known);
        }
        let value = if self.plan.keeps(item) { self.read_kept(place, item)? } else { self.compute(place, item)? };
        if remember {
            self.memo.insert(key, value);
        }
        Ok(value)
    }

    /// Things at hand everywhere in the reverse function.
    fn free(&mut self, item: Item) -> Result<Option<Value>, Failure> {
        match item {
            Item::Primal(value) if !value.is_instruction() => {
                Ok(Some(self.arguments.get(&value).copied().unwrap_or(value)))
            }
            Item::Shadow(value) if !value.is_instruction() => self.free_shadow(value).map(Some),
            Item::Primal(value) if self.is_shared_stack_object(value) => Ok(Some(self.sweep.twin.value(value))),
            Item::Shadow(value)
                if self.is_shared_stack_object(value) && self.activity.class(value).may_have_shadow() =>
            {
                self.sweep.shadow(value).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn free_shadow(&mut self, value: Value) -> Result<Value, Failure> {
        let lane = self.sweep.lane();
        if let Some(shadow) = self.argument_shadows.get(&(value, lane)) {
            return Ok(*shadow);
        }
        if !value.is_constant() {
            return Ok(self.arguments[&value]);
        }
        if self.plan.shape == Shape::Combined || !self.activity.class(value).may_have_shadow() {
            return self.sweep.shadow(value);
        }
        if let Some(known) = self.global_shadows.get(&(value, lane)) {
            return Ok(*known);
        }
        let module = self.builder.module();
        let Some((base, offset)) = crate::shadow::place_in_global(module, value) else {
            return Err(Failure::internal(format!("no shadow for the constant {value}")));
        };
        let builder = self.at_setup();
        let shadow = crate::globals::shadow(&builder, self.context, base, lane)?;
        let shadow = builder.pointer_cast(builder.constant_offset(shadow, offset), value.ty());
        self.global_shadows.insert((value, lane), shadow);
        Ok(shadow)
    }

    fn is_shared_stack_object(&self, value: Value) -> bool {
        self.plan.shape == Shape::Combined
            && value.opcode() == Some(Opcode::LLVMAlloca)
            && value.operand(0).is_constant()
            && value.block() == Some(self.prepared.function.entry())
    }

    fn counter_of(&self, value: Value) -> Option<usize> {
        self.prepared.loops.iter().position(|l| l.counter == value)
    }

    fn compute(&mut self, place: Place, item: Item) -> Result<Value, Failure> {
        if let Item::Primal(value) = item
            && let Some(index) = self.counter_of(value)
        {
            let builder = self.builder_at(place);
            return Ok(builder.load(value.ty(), self.loops[&index].counter));
        }
        match self.recipe(item) {
            Recipe::Again(reads) => self.run_again(place, item, &reads),
            Recipe::Copied(_) => self.read_copied(place, item),
            Recipe::Stored(store) => self.read_stored(place, store),
            Recipe::ClosedForm { start, step } => self.closed_form(place, item, start, &step),
            Recipe::Through(value) => {
                let inner = if matches!(item, Item::Shadow(_)) { Item::Shadow(value) } else { Item::Primal(value) };
                self.lookup(place, inner)
            }
            Recipe::Merge => self.merge(place, item),
            Recipe::Decide => {
                let Item::Choice(block) = item else { return Err(missing(item)) };
                let tree = self.plan.flow.tree(block).cloned().ok_or_else(|| missing(item))?;
                let i32_type = self.builder.module().integer_type(32);
                self.select_by_tree(place, &tree, &mut |_, k| Ok(Value::integer(i32_type, k as i64)))
            }
            Recipe::TripCount(value) => self.lookup(place, Item::Primal(value)),
            Recipe::Free | Recipe::Keep => Err(missing(item)),
        }
    }

    fn recipe(&self, item: Item) -> Recipe {
        let facts = Facts {
            prepared: self.prepared,
            types: self.types,
            activity: self.activity,
            memory: self.memory,
            shape: self.plan.shape,
            options: self.plan.options,
            flow: &self.plan.flow,
        };
        plan::recipe(&facts, item)
    }

    fn run_again(&mut self, place: Place, item: Item, reads: &[Item]) -> Result<Value, Failure> {
        let mut operands = Vec::new();
        for read in reads {
            operands.push(self.lookup(place, *read)?);
        }
        let (Item::Primal(value) | Item::Shadow(value)) = item else { return Err(missing(item)) };
        if matches!(item, Item::Shadow(_)) && !self.activity.class(value).may_have_shadow() {
            return Ok(operands[0]);
        }
        let builder = self.builder_at(place);
        let copy = builder.clone_with(value, &operands);
        copy.drop_unknown_metadata();
        copy.clear_tail_call();
        if item == Item::Primal(value)
            && value.opcode() == Some(Opcode::LLVMLoad)
            && self.activity.class(value.operand(0)) == PointerClass::Duplicated
            && builder.module().is_for_gpu()
        {
            copy.set_mark(PRIMAL_ACCESS);
        }
        Ok(copy)
    }

    /// Reads what the program stored.
    fn read_stored(&mut self, place: Place, store: Value) -> Result<Value, Failure> {
        let pointer = self.lookup(place, Item::Primal(store.operand(1)))?;
        let loaded = self.builder_at(place).load(store.operand(0).ty(), pointer);
        loaded.set_alignment(store.alignment());
        Ok(loaded)
    }

    fn closed_form(&mut self, place: Place, item: Item, start: Value, step: &CounterStep) -> Result<Value, Failure> {
        let (Item::Primal(phi) | Item::Shadow(phi)) = item else { return Err(missing(item)) };
        let index = phi.block().and_then(|b| self.prepared.loop_with_header(b)).ok_or_else(|| missing(item))?;
        let counter_item = Item::Primal(self.prepared.loops[index].counter);
        let start_item = if matches!(item, Item::Shadow(_)) { Item::Shadow(start) } else { Item::Primal(start) };
        let start = self.lookup(place, start_item)?;
        let counter = self.lookup(place, counter_item)?;
        let mut operands = Vec::new();
        for operand in step.operands() {
            operands.push(self.lookup(place, Item::Primal(operand))?);
        }
        Ok(step.after(&self.builder_at(place), start, counter, &operands))
    }

    fn merge(&mut self, place: Place, item: Item) -> Result<Value, Failure> {
        let (Item::Primal(phi) | Item::Shadow(phi)) = item else { return Err(missing(item)) };
        let shadow = matches!(item, Item::Shadow(_));
        let block = phi.block().expect("a placed phi");
        let predecessors = block.predecessors();
        let item_for = |k: usize| {
            let value = phi.incoming_for(predecessors[k]).expect("an entry per predecessor");
            if shadow { Item::Shadow(value) } else { Item::Primal(value) }
        };
        if self.plan.keeps(Item::Choice(block)) {
            let choice = self.lookup(place, Item::Choice(block))?;
            let mut result = self.lookup(place, item_for(0))?;
            for k in 1..predecessors.len() {
                let value = self.lookup(place, item_for(k))?;
                let builder = self.builder_at(place);
                let this = Value::integer(choice.ty(), k as i64);
                let chosen = builder.icmp(IntPredicate::LLVMIntEQ, choice, this);
                result = builder.select(chosen, value, result);
            }
            return Ok(result);
        }
        let tree = self.plan.flow.tree(block).cloned().ok_or_else(|| missing(item))?;
        self.select_by_tree(place, &tree, &mut |this, k| this.lookup(place, item_for(k)))
    }

    fn select_by_tree(
        &mut self,
        place: Place,
        tree: &ChoiceTree,
        leaf: &mut dyn FnMut(&mut Self, usize) -> Result<Value, Failure>,
    ) -> Result<Value, Failure> {
        match tree {
            ChoiceTree::Only(k) => leaf(self, *k),
            ChoiceTree::On(condition, a, b) => {
                let condition = self.lookup(place, Item::Primal(*condition))?;
                let a = self.select_by_tree(place, a, leaf)?;
                let b = self.select_by_tree(place, b, leaf)?;
                Ok(self.builder_at(place).select(condition, a, b))
            }
        }
    }
}

fn missing(item: Item) -> Failure {
    Failure::internal(format!("the plan forgot {item:?}"))
}
