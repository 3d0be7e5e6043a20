//! How a thing the reverse sweep needs can be had again, and from what.

use super::{Facts, Item, Shape, affine, can_run_at};
use zymase_analysis::activity::PointerClass;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::distances;
use zymase_analysis::marks;
use zymase_analysis::memory::Factor;
use zymase_core::runtime;
use zymase_llvm::{Builder, Opcode, Value};
use zymase_prepare::Prepared;

/// The distance between two values of a loop counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CounterStep {
    /// Integer `phi + step` (or minus).
    Add { step: Value, negated: bool },
    /// Pointer `phi + constant + sum of value * scale` bytes.
    Offset { constant: i64, variable: Vec<(Value, i64)> },
    /// An integer that is multiplied by `factor`, and increased by `summand`: a random number from the one before.
    Affine { factor: Value, summand: Option<Value> },
    /// `first` at the beginning (bytes for a pointer), and `more` than that with every iteration.
    Growing { first: Value, more: Option<Value> },
}

impl CounterStep {
    /// The values it is made of.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            CounterStep::Add { step, .. } => vec![*step],
            CounterStep::Offset { variable, .. } => variable.iter().map(|(value, _)| *value).collect(),
            CounterStep::Affine { factor, summand } => std::iter::once(*factor).chain(*summand).collect(),
            CounterStep::Growing { first, more } => std::iter::once(*first).chain(*more).collect(),
        }
    }

    /// What `start` has become after so many steps; `operands` are values of those of the step.
    pub fn after(&self, builder: &Builder, start: Value, counter: Value, operands: &[Value]) -> Value {
        match self {
            CounterStep::Add { negated, .. } => {
                let moved = builder.mul(builder.integer_resize(counter, start.ty()), operands[0]);
                if *negated { builder.sub(start, moved) } else { builder.add(start, moved) }
            }
            CounterStep::Offset { constant, variable } => {
                let i64_type = builder.module().integer_type(64);
                let mut step = Value::integer(i64_type, *constant);
                for (value, (_, scale)) in operands.iter().zip(variable) {
                    let wide = builder.integer_cast(*value, i64_type);
                    step = builder.add(step, builder.mul(wide, Value::integer(i64_type, *scale)));
                }
                builder.offset(start, builder.mul(counter, step))
            }
            CounterStep::Affine { .. } => runtime::after_affine_steps(builder, start, counter, operands),
            CounterStep::Growing { first, .. } => {
                let count = builder.integer_resize(counter, first.ty());
                let mut moved = builder.mul(count, operands[0]);
                if let Some(more) = operands.get(1) {
                    let pairs = builder.integer_resize(pairs(builder, counter), first.ty());
                    moved = builder.add(moved, builder.mul(pairs, *more));
                }
                if start.ty().is_pointer() { builder.offset(start, moved) } else { builder.add(start, moved) }
            }
        }
    }
}

/// `n * (n - 1) / 2` without the product, which might not fit: one of the two factors is even.
fn pairs(builder: &Builder, n: Value) -> Value {
    let one = Value::integer(n.ty(), 1);
    let odd = builder.or(builder.sub(n, one), one);
    builder.mul(builder.lshr(n, one), odd)
}

/// How an item is obtained in the reverse sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// It is at hand: a constant, an argument, a reversed counter.
    Free,
    /// The instruction can run again on these operands.
    Again(Vec<Item>),
    /// A header phi with a closed form: `start + counter * step`.
    ClosedForm { start: Value, step: CounterStep },
    /// A merge phi: the incoming value of the chosen edge, all of which can be computed.
    Merge,
    /// A phi with one entry: the value itself.
    Through(Value),
    /// The program stored the value, and it still lies there.
    Stored(Value),
    /// A load that is read from a copy of the array.
    Copied(Vec<Item>),
    /// A choice decided by the planned tree of conditions.
    Decide,
    /// Known trip count.
    TripCount(Value),
    /// It must be kept.
    Keep,
}

impl Recipe {
    /// What the recipe reads.
    pub fn reads(&self, item: Item, facts: &Facts) -> Vec<Item> {
        match (self, item) {
            (Recipe::Again(items) | Recipe::Copied(items), _) => items.clone(),
            (Recipe::Stored(store), _) => vec![Item::Primal(store.operand(1))],
            (Recipe::ClosedForm { start, step }, _) => {
                let shadow = matches!(item, Item::Shadow(_));
                let mut items = vec![if shadow { Item::Shadow(*start) } else { Item::Primal(*start) }];
                items.extend(step.operands().into_iter().map(Item::Primal));
                items
            }
            (Recipe::Merge, Item::Primal(phi) | Item::Shadow(phi)) => {
                let block = phi.block().expect("a placed phi");
                let shadow = matches!(item, Item::Shadow(_));
                let mut items = vec![Item::Choice(block)];
                for (value, _) in phi.incoming() {
                    items.push(if shadow { Item::Shadow(value) } else { Item::Primal(value) });
                }
                items
            }
            (Recipe::Through(value), Item::Shadow(_)) => vec![Item::Shadow(*value)],
            (Recipe::Through(value), _) => vec![Item::Primal(*value)],
            (Recipe::Decide, Item::Choice(block)) => {
                let tree = facts.flow.tree(block).expect("decided by a tree");
                tree.conditions().into_iter().map(Item::Primal).collect()
            }
            (Recipe::TripCount(value), _) => vec![Item::Primal(*value)],
            _ => Vec::new(),
        }
    }
}

/// How `item` can be had again.
pub fn recipe(facts: &Facts, item: Item) -> Recipe {
    match item {
        Item::Primal(value) => primal(facts, value),
        Item::Shadow(value) => shadow(facts, value),
        Item::Choice(block) => match facts.flow.tree(block) {
            Some(_) => Recipe::Decide,
            None => Recipe::Keep,
        },
        Item::Trips(index) => match facts.prepared.loops[index].trips {
            Some(count) => Recipe::TripCount(count),
            None => Recipe::Keep,
        },
        Item::Tape(_) | Item::Segment(_) | Item::Snapshot(..) | Item::Exit => Recipe::Keep,
    }
}

fn is_stack_object_of_both(facts: &Facts, value: Value) -> bool {
    facts.shape == Shape::Combined
        && value.opcode() == Some(Opcode::LLVMAlloca)
        && value.operand(0).is_constant()
        && value.block() == Some(facts.prepared.function.entry())
}

fn primal(facts: &Facts, value: Value) -> Recipe {
    if !value.is_instruction() || is_stack_object_of_both(facts, value) || is_counter(facts, value) {
        return Recipe::Free;
    }
    if let Some(recipe) = stored(facts, value) {
        return recipe;
    }
    match value.opcode().expect("an instruction") {
        Opcode::LLVMPHI => phi(facts, value),
        Opcode::LLVMLoad => match facts.memory.overwriter(value) {
            None => Recipe::Again(vec![Item::Primal(value.operand(0))]),
            Some(_) => copied(facts, value).unwrap_or(Recipe::Keep),
        },
        Opcode::LLVMCall if call_can_run_again(value) => {
            Recipe::Again(value.arguments().into_iter().map(Item::Primal).collect())
        }
        Opcode::LLVMCall
        | Opcode::LLVMInvoke
        | Opcode::LLVMAlloca
        | Opcode::LLVMAtomicRMW
        | Opcode::LLVMAtomicCmpXchg
        | Opcode::LLVMVAArg
        | Opcode::LLVMLandingPad => Recipe::Keep,
        // A frozen undefined value may differ the next time.
        Opcode::LLVMFreeze => Recipe::Keep,
        _ => Recipe::Again(value.operands().into_iter().map(Item::Primal).collect()),
    }
}

/// A value that takes a while to compute again, or cannot be, where the program stored it. It is stored whenever the loop
/// around it, or the function, comes to its end, so that nothing asks for it where that did not happen.
fn stored(facts: &Facts, value: Value) -> Option<Recipe> {
    let store = facts.memory.stored(value)?;
    let prepared = facts.prepared;
    let block = value.block()?;
    let ends = match prepared.loop_of(block) {
        Some(index) => vec![prepared.loops[index].latch],
        None => prepared.return_block.into_iter().collect(),
    };
    let is_sure = !ends.is_empty() && ends.iter().all(|end| prepared.analyses.dominates(block, *end));
    (is_sure && !is_soon_computed(facts, value, QUICK_STEPS)).then_some(Recipe::Stored(store))
}

/// Operations one after another that take about as long as a load.
const QUICK_STEPS: usize = 4;

/// Is a value a few quick operations away from what is at hand, or from what is loaded again anyway?
fn is_soon_computed(facts: &Facts, value: Value, steps: usize) -> bool {
    use Opcode::*;
    if !value.is_instruction() {
        return true;
    }
    match value.opcode() {
        Some(LLVMLoad) => facts.memory.overwriter(value).is_none(),
        Some(LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFNeg | LLVMSelect | LLVMFCmp | LLVMFPExt | LLVMFPTrunc) => {
            steps > 0 && value.operands().into_iter().all(|operand| is_soon_computed(facts, operand, steps - 1))
        }
        Some(LLVMCall) => {
            let is_cheap = match classify(value) {
                Callee::Math { function, .. } => zymase_core::formulas::is_cheap(function),
                _ => false,
            };
            is_cheap
                && steps > 0
                && value.arguments().into_iter().all(|argument| is_soon_computed(facts, argument, steps - 1))
        }
        Some(LLVMPHI) => is_counter(facts, value),
        _ => !value.ty().is_float_like(),
    }
}

/// A load as one from a copy of its array: the copy, and what the place in it is computed from.
fn copied(facts: &Facts, load: Value) -> Option<Recipe> {
    let copied = facts.memory.copied(load)?;
    let mut items = vec![Item::Snapshot(copied.snapshot, facts.memory.snapshot(copied.snapshot).index)];
    for factor in copied.offset.iter().flat_map(|(_, factors)| factors) {
        items.push(Item::Primal(match factor {
            Factor::Counter(index) => facts.prepared.loops[*index].counter,
            Factor::Value(value) => *value,
        }));
    }
    Some(Recipe::Copied(items))
}

fn shadow(facts: &Facts, value: Value) -> Recipe {
    let class = facts.activity.class(value);
    if !value.is_instruction() {
        return Recipe::Free;
    }
    if !class.may_have_shadow() {
        // Its own shadow.
        return if class == PointerClass::Neutral && !value.is_instruction() {
            Recipe::Free
        } else {
            Recipe::Again(vec![Item::Primal(value)])
        };
    }
    if is_stack_object_of_both(facts, value) {
        return Recipe::Free;
    }
    match value.opcode().expect("an instruction") {
        Opcode::LLVMPHI => phi(facts, value),
        Opcode::LLVMLoad if value.operand(0).underlying_object().is_global_variable() => Recipe::Keep,
        Opcode::LLVMLoad => match facts.memory.overwriter(value) {
            None => Recipe::Again(vec![Item::Shadow(value.operand(0))]),
            Some(_) => Recipe::Keep,
        },
        Opcode::LLVMGetElementPtr if facts.activity.measured(value).is_some() => Recipe::Keep,
        Opcode::LLVMGetElementPtr => {
            let mut items = vec![Item::Shadow(value.operand(0))];
            items.extend(value.operands().into_iter().skip(1).map(Item::Primal));
            Recipe::Again(items)
        }
        Opcode::LLVMSelect => Recipe::Again(vec![
            Item::Primal(value.operand(0)),
            Item::Shadow(value.operand(1)),
            Item::Shadow(value.operand(2)),
        ]),
        Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMExtractValue => {
            Recipe::Again(vec![Item::Shadow(value.operand(0))])
        }
        _ => Recipe::Keep,
    }
}

fn is_counter(facts: &Facts, value: Value) -> bool {
    facts.prepared.loops.iter().any(|l| l.counter == value)
}

/// A call without effect on memory that gives the same result when it runs again.
fn call_can_run_again(call: Value) -> bool {
    match classify(call) {
        Callee::Math { integer_outputs, .. } => integer_outputs.is_empty(),
        Callee::Inactive(inactive) => inactive.touches_no_memory() && !call.ty().is_pointer(),
        Callee::Hint => call.does_not_access_memory(),
        Callee::SaidInactive => {
            let asked = call.called_function().is_some_and(marks::should_recompute);
            !call.ty().is_pointer() && (asked || call.does_not_access_memory())
        }
        _ => false,
    }
}

fn phi(facts: &Facts, phi: Value) -> Recipe {
    let block = phi.block().expect("a placed phi");
    if let Some(index) = facts.prepared.loop_with_header(block) {
        let form = closed_form(facts.prepared, phi, index);
        return form.map_or(Recipe::Keep, |(start, step)| Recipe::ClosedForm { start, step });
    }
    let incoming = phi.incoming();
    if let [(value, from)] = incoming.as_slice() {
        // A value that leaves a loop: its last iteration cannot be run again on its own.
        let inside = facts.prepared.loops_around(*from);
        let leaves = facts.prepared.home(*value).is_some_and(|home| {
            inside.contains(&home) && !facts.prepared.loop_contains(home, facts.prepared.loop_of(block))
        });
        if leaves {
            return Recipe::Keep;
        }
        return Recipe::Through(*value);
    }
    let safe = incoming.iter().all(|(value, _)| can_run_at(facts.prepared, *value, block));
    if safe && facts.flow.tree(block).is_some() { Recipe::Merge } else { Recipe::Keep }
}

/// The first value of a header phi and what is added to it in each iteration, if that is always the same or grows evenly.
pub fn closed_form(prepared: &Prepared, phi: Value, index: usize) -> Option<(Value, CounterStep)> {
    let found = &prepared.loops[index];
    if phi.ty().is_vector() {
        return None;
    }
    let start = phi.incoming_for(found.preheader)?;
    let growing = |(first, more): &(Value, Option<Value>)| CounterStep::Growing { first: *first, more: *more };
    let step = step(prepared, phi, index).or_else(|| found.growths.get(&phi).map(growing))?;
    Some((start, step))
}

/// Random numbers on a GPU are worth computing again; a CPU reads them sooner.
fn is_affine(phi: Value) -> bool {
    let bits = phi.ty().is_integer() && matches!(phi.ty().integer_bits(), 32 | 64);
    bits && phi.block().is_some_and(|block| block.function().module().is_for_gpu())
}

/// The other factor of a product with `phi`.
fn factor_of(product: Value, phi: Value) -> Option<Value> {
    match product.opcode() {
        Some(Opcode::LLVMMul) if product.operand(0) == phi => Some(product.operand(1)),
        Some(Opcode::LLVMMul) if product.operand(1) == phi => Some(product.operand(0)),
        _ => None,
    }
}

/// A product with what does not change in the loop and a sum with it, or several with constants.
fn affine_step(next: Value, phi: Value, invariant: impl Fn(Value) -> bool) -> Option<CounterStep> {
    if let Some((factor, summand)) = affine::of(next, phi) {
        let [factor, summand] = [factor, summand].map(|constant| Value::integer(phi.ty(), constant));
        return Some(CounterStep::Affine { factor, summand: Some(summand) });
    }
    match next.opcode()? {
        Opcode::LLVMMul => {
            let factor = factor_of(next, phi).filter(|factor| invariant(*factor))?;
            Some(CounterStep::Affine { factor, summand: None })
        }
        Opcode::LLVMAdd => {
            let sides = [(next.operand(0), next.operand(1)), (next.operand(1), next.operand(0))];
            sides.into_iter().find_map(|(product, summand)| {
                let factor = factor_of(product, phi).filter(|factor| invariant(*factor) && invariant(summand))?;
                Some(CounterStep::Affine { factor, summand: Some(summand) })
            })
        }
        _ => None,
    }
}

/// What is added to a header phi in each iteration, where one instruction does it.
fn step(prepared: &Prepared, phi: Value, index: usize) -> Option<CounterStep> {
    let next = phi.incoming_for(prepared.loops[index].latch)?;
    let invariant = |value: Value| !value.is_instruction() || !prepared.loop_contains(index, prepared.home(value));
    match next.opcode()? {
        Opcode::LLVMAdd if next.operand(0) == phi && invariant(next.operand(1)) => {
            Some(CounterStep::Add { step: next.operand(1), negated: false })
        }
        Opcode::LLVMAdd if next.operand(1) == phi && invariant(next.operand(0)) => {
            Some(CounterStep::Add { step: next.operand(0), negated: false })
        }
        Opcode::LLVMSub if next.operand(0) == phi && invariant(next.operand(1)) => {
            Some(CounterStep::Add { step: next.operand(1), negated: true })
        }
        Opcode::LLVMMul | Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMShl if is_affine(phi) => {
            affine_step(next, phi, invariant)
        }
        Opcode::LLVMGetElementPtr
            if next.operand(0) == phi && phi.ty().is_pointer() && distances::of(next).is_none() =>
        {
            let offset = next.gep_offset()?;
            if !offset.variable.iter().all(|(value, _)| invariant(*value)) {
                return None;
            }
            Some(CounterStep::Offset { constant: offset.constant, variable: offset.variable })
        }
        _ => None,
    }
}
