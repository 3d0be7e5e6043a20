//! Reverse mode: the forward sweep with what the plan keeps, then adjoints from the end to the beginning.
//!
//! `augment` adds to the forward sweep, `flow` runs control backwards, `instructions` and `copies` give each instruction
//! its adjoint, `lookup` finds primal values again as the plan says, `adjoint` holds the adjoints of SSA values.

mod adjoint;
mod augment;
mod copies;
mod deferred;
mod flow;
mod instructions;
mod lookup;
mod slots;
mod snapshots;
mod unwinding;

use crate::engine::Engine;
use crate::fuse::{self, Candidate, FusedLoop};
use crate::plan::{self, Facts, Item, Plan, Shape};
use crate::prepare::Prepared;
use crate::refusal::reject_lost_derivatives;
use crate::shadow::{Mode, Sweep};
use crate::signature::{self, Key, Kind, Signature, other_half, pack};
use crate::twin::Twin;
use crate::{Failure, runtime};
use deferred::Deferred;
use lookup::Place;
use std::collections::HashMap;
use std::rc::Rc;
use zymase_analysis::activity::{Activity, Results, Role};
use zymase_analysis::memory::{Between, Memory};
use zymase_analysis::types::Types;
use zymase_llvm::{Block, Builder, Function, Linkage, Opcode, Value};

/// The reverse side of a loop.
struct LoopReverse {
    /// Runs once before the reverse loop; what does not change in the loop is looked up here.
    entry: Block,
    /// Where the first iteration begins when the loop can be left in several ways.
    dispatch: Option<Block>,
    counter: Value,
    /// Which exit was taken, for `dispatch`.
    which: Value,
    /// The record of the current iteration.
    record: Option<Value>,
    /// Exits as (block inside, block outside).
    exits: Vec<(Block, Block)>,
}

struct Reverse<'a> {
    sweep: Sweep<'a>,
    prepared: &'a Prepared,
    types: &'a Types,
    activity: &'a Activity,
    memory: &'a Memory,
    plan: &'a Plan,
    /// The function of the reverse sweep: the same as the forward sweep's, or the second half.
    function: Function,
    setup: Block,
    arguments: HashMap<Value, Value>,
    argument_shadows: HashMap<(Value, usize), Value>,
    context: Value,
    /// The record of what is kept outside loops: in the forward function, in the reverse function.
    root: Option<(Value, Value)>,
    root_slots: HashMap<(Item, usize), Value>,
    /// By value and lane.
    adjoints: HashMap<(Value, usize), Value>,
    /// By masked value and lane: whether the value was used.
    used: HashMap<(Value, usize), Value>,
    /// When what is being added to adjoints is used; `None`: always.
    using: Option<Value>,
    blocks: HashMap<Block, Block>,
    loops: HashMap<usize, LoopReverse>,
    memo: HashMap<(Place, Item, usize), Value>,
    global_shadows: HashMap<(Value, usize), Value>,
    /// Forward: memory of a loop's arrays and the number of iterations of its nest.
    segments: HashMap<usize, (Value, Value)>,
    /// Forward: the variable with the record of the current iteration.
    records: HashMap<usize, Value>,
    /// Forward: by header, the instruction after which the iteration's record can be written.
    records_ready: HashMap<Block, Value>,
    /// Forward: the tape each call returned.
    tapes: HashMap<Value, Value>,
    builder: Builder,
    /// Loads and stores of kept items.
    tape_accesses: Vec<Value>,
    /// Copies from the program's memory to the tape.
    snapshots: Vec<Value>,
    reassociate: bool,
    /// The instruction whose adjoint is emitted.
    current: Option<Value>,
}

struct Inputs<'a> {
    key: &'a Key,
    prepared: &'a Prepared,
    types: &'a Types,
    activity: &'a Activity,
    memory: &'a Memory,
    plan: &'a Plan,
}

/// What is known and decided about a function before its gradient is emitted.
struct Decided {
    activity: Activity,
    memory: Memory,
    plan: Plan,
}

impl Decided {
    fn of(engine: &Engine, key: &Key, prepared: &Prepared, types: &Types) -> Result<Decided, Failure> {
        let seeded = key.kind.is_seeded(key.original.return_type());
        let mut activity = Activity::analyse(prepared.function, types, &key.roles, seeded);
        reject_lost_derivatives(prepared, types, &mut activity, results_of(key))?;
        let between = Between::Nobody { deferred_stores: engine.config.deferred_stores };
        let memory = Memory::analyse(prepared.function, &prepared.analyses, &between, engine.config.methods());
        let choices = plan::Choices {
            shape: Shape::Combined,
            unwinds: false,
            options: key.options,
            minimum_cut: engine.config.minimum_cut,
        };
        let plan = plan::make(prepared, types, &activity, &memory, choices);
        match plan.unsupported() {
            Some(diagnostic) => Err(Failure::User { at: None, diagnostic }),
            None => Ok(Decided { activity, memory, plan }),
        }
    }

    fn facts<'a>(&'a self, prepared: &'a Prepared, types: &'a Types) -> Facts<'a> {
        let Decided { activity, memory, plan } = self;
        Facts { prepared, types, activity, memory, shape: plan.shape, options: plan.options, flow: &plan.flow }
    }
}

/// Forward and reverse sweep in one function.
pub fn emit_gradient(
    engine: &mut Engine,
    key: &Key,
    signature: &Signature,
    prepared: &Prepared,
    types: &Types,
    context: &[(Value, Value)],
) -> Result<(), Failure> {
    prepared.check_checkpoints()?;
    let decided = Decided::of(engine, key, prepared, types)?;
    let facts = decided.facts(prepared, types);
    engine.outlooks.insert(signature.function, plan::Outlook::of(&facts, &decided.plan));
    if engine.config.fused_loops && emit_fused(engine, key, signature, &facts, &decided.plan, context) {
        return Ok(());
    }
    emit_decided(engine, key, signature, prepared, types, &decided, &[])
}

/// Emits a gradient some of whose loops run forwards and backwards at once; false, and nothing, where there are none. Whatever
/// there is to say against it will be said of the function as it is.
fn emit_fused(
    engine: &mut Engine,
    key: &Key,
    signature: &Signature,
    facts: &Facts,
    plan: &Plan,
    context: &[(Value, Value)],
) -> bool {
    let candidates = fuse::find(facts, plan);
    if candidates.is_empty() {
        return false;
    }
    if engine.unfused == Some(key.original) {
        engine.could_be_fused.insert(signature.function);
        return false;
    }
    let Ok(Some(Fused { prepared, types, decided, records })) = Fused::of(engine, key, facts, &candidates, context)
    else {
        return false;
    };
    let before = engine.generated_so_far();
    let as_call = Key { original: prepared.function, ..key.clone() };
    if emit_decided(engine, &as_call, signature, &prepared, &types, &decided, &records).is_err() {
        signature.function.erase_body();
        engine.withdraw(before);
        return false;
    }
    let outlook = plan::Outlook::of(&decided.facts(&prepared, &types), &decided.plan);
    engine.outlooks.entry(signature.function).and_modify(|of_loops| *of_loops = of_loops.keeping_as(&outlook));
    true
}

/// A function some of whose loops run forwards and backwards at once.
struct Fused {
    prepared: Rc<Prepared>,
    types: Rc<Types>,
    decided: Decided,
    /// Stack objects that hold sums once the reverse sweep is over.
    records: Vec<Value>,
}

impl Fused {
    /// The function with such loops as calls; none when it asks for what it cannot know.
    fn of(
        engine: &mut Engine,
        key: &Key,
        facts: &Facts,
        candidates: &[Candidate],
        context: &[(Value, Value)],
    ) -> Result<Option<Fused>, Failure> {
        let old = facts.prepared.function;
        let name = facts.prepared.original.name();
        let function = engine.module.add_function(&format!("zymase.prepared.fused.{name}"), old.function_type());
        function.set_linkage(Linkage::LLVMInternalLinkage);
        function.copy_attributes(old);
        let twin = Twin::new(facts.prepared, function, &function.parameters());
        let loops: Vec<FusedLoop> =
            candidates.iter().map(|candidate| fuse::outline(facts.prepared, &twin, candidate)).collect();
        let prepared = engine.adopt(function, &loops)?;
        let place = |parameter: &Value| key.original.parameters().iter().position(|p| p == parameter);
        let context: Vec<(Value, Value)> =
            context.iter().filter_map(|(p, actual)| Some((function.parameter(place(p)?), *actual))).collect();
        let types = Rc::new(engine.types(&prepared, &context));
        engine.types_of_steps.extend(loops.iter().map(|part| (part.step, types.clone())));
        let decided = Decided::of(engine, key, &prepared, &types)?;
        let records: Vec<Value> = loops.iter().map(|part| part.record).collect();
        let known = fuse::results_are_free(&decided.facts(&prepared, &types), &decided.plan, &records);
        Ok(known.then_some(Fused { prepared, types, decided, records }))
    }
}

fn emit_decided(
    engine: &mut Engine,
    key: &Key,
    signature: &Signature,
    prepared: &Prepared,
    types: &Types,
    Decided { activity, memory, plan }: &Decided,
    records: &[Value],
) -> Result<(), Failure> {
    let inputs = Inputs { key, prepared, types, activity, memory, plan };
    let twin = Twin::new(prepared, signature.function, &signature.primals());
    let module = signature.function.module();
    let setup = signature.function.entry();
    let top = Builder::before(setup.first_instruction().expect("a terminator"));
    let room = if engine.config.stack_tapes { ROOM_ON_STACK } else { 0 };
    let context = top.alloca(module.integer_type(8).array(runtime::CONTEXT_BYTES + room), "context");
    context.set_alignment(16);
    let mut reverse = Reverse::new(engine, &inputs, twin, signature, signature, context, context, setup);
    reverse.augment()?;
    let Some(return_block) = prepared.return_block else {
        if begin_context(setup, context, room) {
            reverse.end_while_unwinding();
        }
        return Ok(());
    };
    let ret = return_block.terminator().expect("the return");
    let copy = reverse.sweep.twin.value(ret);
    let result = (ret.operand_count() == 1).then(|| copy.operand(0));
    let finish = signature.function.append_block("finish");
    reverse.reverse_everything(signature, finish)?;
    let start = reverse.blocks[&return_block];
    Builder::before(copy).branch(start);
    copy.erase_instruction();
    let builder = Builder::at_end(finish);
    let mut deferred = Deferred::new(&reverse.sweep.twin, records, &builder);
    for store in memory.last_stores() {
        deferred.store(*store);
    }
    let mut fields: Vec<Value> = result.into_iter().map(|result| deferred.value(result)).collect();
    fields.extend(reverse.adjoints_of_parameters(key, &builder));
    if begin_context(setup, context, room) {
        reverse.end_while_unwinding();
        builder.call(runtime::end(module), &[context]);
    }
    builder.ret(Some(pack(&builder, signature::result_type(module, key), &fields)));
    reverse.separate_tape();
    Ok(())
}

/// Begins a context that something uses, before anything else; false (and no context) when nothing does.
fn begin_context(setup: Block, context: Value, room: u64) -> bool {
    if context.users().is_empty() {
        context.erase_instruction();
        return false;
    }
    let is_alloca = |i: &Value| i.opcode() == Some(Opcode::LLVMAlloca);
    let first = setup.instructions().into_iter().find(|i| !is_alloca(i)).expect("the setup block branches");
    let module = setup.function().module();
    let room = Value::integer(module.integer_type(64), room as i64);
    Builder::before(first).call(runtime::begin_with_room(module), &[context, room]);
    true
}

/// Bytes of a tape that lie on the stack of a gradient: the tapes of short loops need no other memory.
const ROOM_ON_STACK: u64 = 8192;

/// Only the program says what it leaves alone between the halves it calls.
fn written_between(key: &Key, prepared: &Prepared) -> Between {
    let parameters = prepared.function.parameters().into_iter().enumerate();
    let spared = |(index, _): &(usize, Value)| key.kind.is_entry() && !key.overwritten.contains(index);
    Between::Caller { spared: parameters.filter(spared).map(|(_, parameter)| parameter).collect() }
}

/// Other derivatives ask for the derivatives of everything a function returns, programs for that of a float.
fn results_of(key: &Key) -> Results {
    let asked = !key.kind.is_entry() || key.kind.is_seeded(key.original.return_type());
    if asked { Results::Floats } else { Results::Unasked }
}

/// The two halves of a function, with a tape between them: bytes of the tape's record.
pub fn emit_split(
    engine: &mut Engine,
    key: &Key,
    augmented: &Signature,
    reversed: &Signature,
    prepared: &Prepared,
    types: &Types,
) -> Result<u64, Failure> {
    let other = other_half(key).expect("one of two halves");
    let (first, second) = if matches!(key.kind, Kind::Augmented(_)) { (key, &other) } else { (&other, key) };
    prepared.check_checkpoints()?;
    let seeded = key.kind.is_seeded(key.original.return_type());
    let mut activity = Activity::analyse(prepared.function, types, &key.roles, seeded);
    reject_lost_derivatives(prepared, types, &mut activity, results_of(key))?;
    let between = written_between(key, prepared);
    let memory = Memory::analyse(prepared.function, &prepared.analyses, &between, engine.config.methods());
    // What leaves an entry is caught by the program, which has no tape then.
    let unwinds = !key.kind.is_entry();
    let minimum_cut = engine.config.minimum_cut;
    let choices = plan::Choices { shape: Shape::Split, unwinds, options: key.options, minimum_cut };
    let plan = plan::make(prepared, types, &activity, &memory, choices);
    if let Some(diagnostic) = plan.unsupported() {
        return Err(Failure::User { at: None, diagnostic });
    }
    let inputs = Inputs { key, prepared, types, activity: &activity, memory: &memory, plan: &plan };
    let twin = Twin::new(prepared, augmented.function, &augmented.primals());
    let module = augmented.function.module();
    let forward_context = augmented.function.parameter(augmented.context.expect("halves have a context"));
    let context = reversed.function.parameter(reversed.context.expect("halves have a context"));
    let setup = reversed.function.append_block("setup");
    let body = reversed.function.append_block("body");
    Builder::at_end(setup).branch(body);
    let mut reverse = Reverse::new(engine, &inputs, twin, augmented, reversed, forward_context, context, setup);
    let tape = reverse.allocate_root(augmented, reversed);
    reverse.augment()?;
    reverse.return_from_augmented(first, tape)?;
    reverse.leave_augmented(tape);
    if prepared.ends(unwinds).is_empty() {
        Builder::at_end(body).unreachable();
        return Ok(plan.root_bytes);
    }
    let finish = reversed.function.append_block("finish");
    reverse.reverse_everything(reversed, finish)?;
    reverse.start_from_exit(body)?;
    let builder = Builder::at_end(finish);
    let fields = reverse.adjoints_of_parameters(key, &builder);
    builder.ret(Some(pack(&builder, signature::result_type(module, second), &fields)));
    reverse.separate_tape();
    Ok(plan.root_bytes)
}

impl<'a> Reverse<'a> {
    #[allow(clippy::too_many_arguments)]
    fn new(
        engine: &'a mut Engine,
        inputs: &Inputs<'a>,
        twin: Twin,
        forward: &Signature,
        backward: &Signature,
        forward_context: Value,
        context: Value,
        setup: Block,
    ) -> Reverse<'a> {
        let Inputs { key, prepared, types, activity, memory, plan } = *inputs;
        let reassociate = engine.config.reassociate;
        let mut sweep =
            Sweep::new(engine, prepared, types, activity, twin, Mode::Augment, key.options, forward_context);
        let mut arguments = HashMap::new();
        let mut argument_shadows = HashMap::new();
        for (index, parameter) in prepared.function.parameters().into_iter().enumerate() {
            arguments.insert(parameter, backward.primal(index));
            for lane in 0..key.options.lanes {
                if let Some(shadow) = forward.shadow(index, lane) {
                    sweep.set_shadow(parameter, lane, shadow);
                }
                if let Some(shadow) = backward.shadow(index, lane) {
                    argument_shadows.insert((parameter, lane), shadow);
                }
            }
        }
        debug_assert_eq!(key.roles.len(), arguments.len());
        let function = backward.function;
        Reverse {
            sweep,
            prepared,
            types,
            activity,
            memory,
            plan,
            function,
            setup,
            arguments,
            argument_shadows,
            context,
            root: None,
            root_slots: HashMap::new(),
            adjoints: HashMap::new(),
            used: HashMap::new(),
            using: None,
            blocks: HashMap::new(),
            loops: HashMap::new(),
            memo: HashMap::new(),
            global_shadows: HashMap::new(),
            segments: HashMap::new(),
            records: HashMap::new(),
            records_ready: HashMap::new(),
            tapes: HashMap::new(),
            builder: Builder::new(function.module()),
            tape_accesses: Vec::new(),
            snapshots: Vec::new(),
            reassociate,
            current: None,
        }
    }

    /// Tells the optimiser that the program reaches nothing of the tape.
    fn separate_tape(&self) {
        if self.sweep.engine.config.separate_tapes {
            self.sweep.twin.function.separate(&self.tape_accesses, &self.snapshots);
            if self.function != self.sweep.twin.function {
                self.function.separate(&self.tape_accesses, &[]);
            }
        }
    }

    /// The adjoints of the active parameters, at the end of the reverse sweep: all lanes of each.
    fn adjoints_of_parameters(&mut self, key: &Key, builder: &Builder) -> Vec<Value> {
        let parameters = self.prepared.function.parameters().into_iter().zip(&key.roles);
        let active = parameters.filter(|(_, role)| **role == Role::Active).map(|(parameter, _)| parameter);
        let adjoint = |parameter: Value, lane: usize| match self.adjoints.get(&(parameter, lane)) {
            Some(slot) => {
                let adjoint = builder.load(parameter.ty(), *slot);
                // Nothing was added: +0 for the user.
                let plain = parameter.ty().is_float_like();
                if plain { builder.fadd(adjoint, Value::null(parameter.ty())) } else { adjoint }
            }
            None => Value::null(parameter.ty()),
        };
        active
            .flat_map(|parameter| (0..key.options.lanes).map(move |lane| (parameter, lane)))
            .map(|(parameter, lane)| adjoint(parameter, lane))
            .collect()
    }

    /// Does the same in every lane.
    fn each_lane(&mut self, mut work: impl FnMut(&mut Self) -> Result<(), Failure>) -> Result<(), Failure> {
        let before = self.sweep.lane();
        for lane in 0..self.plan.options.lanes {
            self.sweep.go_to_lane(lane);
            work(self)?;
        }
        self.sweep.go_to_lane(before);
        Ok(())
    }

    /// A builder for stack objects and other things done once on entry of the reverse function.
    fn at_setup(&self) -> Builder {
        Builder::before(self.setup.terminator().expect("the setup block branches"))
    }
}
