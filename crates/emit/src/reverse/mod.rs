//! Reverse mode: the forward sweep with what the plan keeps, then adjoints from the end to the beginning.
//!
//! `augment` adds to the forward sweep, `flow` runs control backwards, `instructions` and `copies` give each instruction
//! its adjoint, `lookup` finds primal values again as the plan says, `adjoint` holds the adjoints of SSA values.
//!
//! - `device`: what threads of a GPU do together;
//! - `deferred`: what happens after the reverse sweep;
//! - `slots`: addresses of kept items, in the forward and in the reverse sweep;
//! - `snapshots`: copies of arrays;
//! - `unwinding`: what exceptions add to the two sweeps.

mod adjoint;
mod augment;
mod copies;
mod deferred;
mod device;
mod flow;
mod instructions;
mod lookup;
mod slots;
mod snapshots;
mod unwinding;

use crate::driver::Driver;
use crate::shadow::{Sweep, SweepMode};
use crate::twin::Twin;
use deferred::Deferred;
use lookup::Place;
use std::collections::HashMap;
use zymase_analysis::activity::{Activity, PointerClass, Role};
use zymase_analysis::memory::Memory;
use zymase_analysis::types::Types;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, other_half, pack};
use zymase_core::{Failure, runtime};
use zymase_llvm::{Block, Builder, Function, Opcode, PRIMAL_ACCESS, Value};
use zymase_plan::{Item, Plan, Planned};
use zymase_prepare::Prepared;

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
    /// Products of adjoints are marked so that recurrences can be shortened.
    contract: bool,
    /// The instruction whose adjoint is emitted.
    current: Option<Value>,
}

/// Forward and reverse sweep in one function. `records`: stack objects that hold their final values once the reverse sweep is over.
pub fn emit_gradient(
    driver: &mut dyn Driver,
    key: &Key,
    signature: &Signature,
    planned: &Planned,
    records: &[Value],
) -> Result<(), Failure> {
    let Planned { prepared, memory, .. } = planned;
    let twin = Twin::new(prepared, signature.function, &signature.primals());
    let module = signature.function.module();
    let setup = signature.function.entry();
    let top = Builder::before(setup.first_instruction().expect("a terminator"));
    let has_room = driver.session().config.stack_tapes && !module.is_for_gpu();
    let room = if has_room { ROOM_ON_STACK } else { 0 };
    let context = runtime::context_on_stack(&top, room, "context");
    let mut reverse = Reverse::new(driver, key, planned, twin, [signature, signature], [context, context], setup);
    reverse.note_primal_accesses();
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
        match prepared.analyses.dominates(store.block().expect("placed"), return_block) {
            true => deferred.store(*store),
            false => deferred.store_if_reached(*store, setup),
        }
    }
    memory.unwanted_stores().iter().for_each(|store| reverse.sweep.twin.value(*store).erase_instruction());
    let mut fields: Vec<Value> = result.into_iter().map(|result| deferred.value(result)).collect();
    fields.extend(reverse.adjoints_of_parameters(key, &builder));
    if begin_context(setup, context, room) {
        reverse.end_while_unwinding();
        builder.call_across_spaces(runtime::end(module), &[context]);
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
    let is_stack = |i: &Value| i.opcode() == Some(Opcode::LLVMAlloca) || *i == context;
    let behind = setup.instructions().into_iter().skip_while(|i| *i != context);
    let first = behind.into_iter().find(|i| !is_stack(i)).expect("the setup block branches");
    let module = setup.function().module();
    let room = Value::integer(module.integer_type(64), room as i64);
    Builder::before(first).call_across_spaces(runtime::begin_with_room(module), &[context, room]);
    true
}

/// Bytes of a tape that lie on the stack of a gradient: the tapes of short loops need no other memory.
const ROOM_ON_STACK: u64 = 8192;

/// The two halves of a function, with a tape between them: bytes of the tape's record.
pub fn emit_split(
    driver: &mut dyn Driver,
    key: &Key,
    augmented: &Signature,
    reversed: &Signature,
    planned: &Planned,
) -> Result<u64, Failure> {
    let Planned { prepared, plan, .. } = planned;
    let other = other_half(key).expect("one of two halves");
    let (first, second) = if matches!(key.kind, DerivativeKind::Augmented(_)) { (key, &other) } else { (&other, key) };
    let twin = Twin::new(prepared, augmented.function, &augmented.primals());
    let module = augmented.function.module();
    let forward_context = augmented.function.parameter(augmented.context.expect("halves have a context"));
    let context = reversed.function.parameter(reversed.context.expect("halves have a context"));
    let setup = reversed.function.append_block("setup");
    let body = reversed.function.append_block("body");
    Builder::at_end(setup).branch(body);
    let signatures = [augmented, reversed];
    let mut reverse = Reverse::new(driver, key, planned, twin, signatures, [forward_context, context], setup);
    let tape = reverse.allocate_root(augmented, reversed);
    reverse.note_primal_accesses();
    reverse.augment()?;
    reverse.return_from_augmented(first, tape)?;
    reverse.leave_augmented(tape);
    if prepared.ends(!key.kind.is_entry()).is_empty() {
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
    fn new(
        driver: &'a mut dyn Driver,
        key: &Key,
        planned: &'a Planned,
        twin: Twin,
        [forward, backward]: [&Signature; 2],
        [forward_context, context]: [Value; 2],
        setup: Block,
    ) -> Reverse<'a> {
        let Planned { prepared, types, activity, memory, plan } = planned;
        let (reassociate, contract) = driver.session().config.arithmetic_of_adjoints();
        let mut sweep =
            Sweep::new(driver, prepared, types, activity, twin, SweepMode::Augment, key.options, forward_context);
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
        Reverse {
            sweep,
            prepared,
            types,
            activity,
            memory,
            plan,
            function: backward.function,
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
            builder: Builder::new(backward.function.module()),
            tape_accesses: Vec::new(),
            snapshots: Vec::new(),
            reassociate,
            contract,
            current: None,
        }
    }

    /// Tells the optimiser that the program reaches nothing of the tape.
    fn separate_tape(&self) {
        self.separate_shadows();
        if self.sweep.driver.session().config.separate_tapes {
            self.sweep.twin.function.separate(&self.tape_accesses, &self.snapshots);
            if self.function != self.sweep.twin.function {
                self.function.separate(&self.tape_accesses, &[]);
            }
        }
    }

    /// Tells the optimiser of a GPU that shadows are not what they are shadows of. (On a CPU it is asked when the program runs.)
    fn separate_shadows(&self) {
        if self.function.module().is_for_gpu() && self.sweep.driver.session().config.device.shadows_apart {
            self.sweep.twin.function.separate_shadows();
            self.function.separate_shadows();
        }
    }

    /// Notes which accesses of the program are to memory that has a shadow.
    fn note_primal_accesses(&self) {
        if !self.function.module().is_for_gpu() {
            return;
        }
        for i in self.prepared.function.instructions() {
            let pointer = match i.opcode() {
                Some(Opcode::LLVMLoad) => i.operand(0),
                Some(Opcode::LLVMStore) => i.operand(1),
                _ => continue,
            };
            if self.activity.class(pointer) == PointerClass::Duplicated {
                self.sweep.twin.value(i).set_mark(PRIMAL_ACCESS);
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
