//! Makes one pass through a loop a function, and the loop a call.
//!
//! The step is `i32 step(carried, outs, …)`: `carried` holds what the header phis are, and the numbers from before the loop;
//! `outs` what the program reads after the loop; pointers and integers from before it follow. It returns 0 when the loop
//! goes on, else the number of the exit that was taken.
//!
//! Numbers that do not change are carried too, and stored again by every step, so that their adjoints go from step to
//! step like those of the others: contributions are summed in the order in which a plain reverse loop would sum them.

use super::accesses::{Problem, Region};
use super::extents;
use super::{Automatic, Kind, Piece, StepLoop, erase_call, is_checkpoint, selectors};
use crate::parts::{Record, field, own_function, replace_in, retarget};
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_llvm::{Analyses, Block, Builder, Function, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// What became of the loops that ask for checkpoints.
#[derive(Default)]
pub struct Outlined {
    pub loops: Vec<StepLoop>,
    /// Loops that a limit of memory does not hold for, and why.
    pub remarks: Vec<String>,
    /// Why one of them could not be done; matters to reverse mode only.
    pub problem: Option<Failure>,
}

/// Outlines every loop of a function that asks for it, outer ones first: the inner ones go with the step.
pub fn outline(function: Function, limit: Option<u64>) -> Result<Outlined, Failure> {
    let mut outlined = Outlined::default();
    if limit.is_some() || function.instructions().into_iter().any(is_checkpoint) {
        drop_lifetimes(function);
    }
    if function.instructions().into_iter().any(is_checkpoint) {
        outline_asked(function, &mut outlined)?;
    }
    if let Some(limit) = limit {
        outline_large(function, limit, &mut outlined)?;
    }
    Ok(outlined)
}

/// Erases what says where variables live: in a function of its own a step is given their addresses.
fn drop_lifetimes(function: Function) {
    let is_lifetime = |i: &Value| {
        i.is_call() && i.called_function().is_some_and(|callee| callee.name().starts_with("llvm.lifetime."))
    };
    function.instructions().into_iter().filter(is_lifetime).for_each(Value::erase_instruction);
}

/// The loops of time steps, as far as one can tell: outermost ones that write memory or have loops inside.
fn outline_large(function: Function, limit: u64, outlined: &mut Outlined) -> Result<(), Failure> {
    let mut tried: Vec<Block> = Vec::new();
    loop {
        function.run_passes("loop-simplify,lcssa").map_err(Failure::internal)?;
        let analyses = Analyses::of(function);
        let loops = analyses.loops();
        let is_new = |index: &usize| loops[*index].parent.is_none() && !tried.contains(&loops[*index].header);
        let Some(index) = (0..loops.len()).find(is_new) else { return Ok(()) };
        let header = loops[index].header;
        tried.push(header);
        let mut inside = function.blocks().into_iter().filter(|block| analyses.loop_contains(index, *block));
        let nested = loops.iter().any(|inner| inner.parent == Some(index));
        if !nested && !inside.any(|block| block.instructions().into_iter().any(|i| i.may_write())) {
            continue;
        }
        function.forget_variables();
        let first = header.instructions().into_iter().find(|i| i.line() > 0);
        let place = place_of(first);
        match outline_loop(function, analyses, index, Asked::Limit(limit, first)) {
            Ok(done) => outlined.loops.push(done),
            Err((at, what)) => outlined.remarks.push(format!(
                "the memory limit does not hold for the loop{} of '{}': it {what}{}",
                place,
                function.name().trim_start_matches("zymase.prepared."),
                place_of(Some(at))
            )),
        }
    }
}

/// Where an instruction is in the source, in parentheses; nothing where that is not known.
fn place_of(value: Option<Value>) -> String {
    match value.filter(|value| value.is_instruction() && value.line() > 0) {
        Some(value) => format!(" ({}:{})", value.file(), value.line()),
        None => String::new(),
    }
}

/// Who wants a loop to keep few states.
#[derive(Copy, Clone)]
enum Asked {
    /// This call in the loop.
    Call(Value),
    /// A limit of memory; an instruction of the loop.
    Limit(u64, Option<Value>),
}

impl Asked {
    fn place(self) -> String {
        match self {
            Asked::Call(call) => place_of(Some(call)),
            Asked::Limit(_, first) => place_of(first),
        }
    }

    /// The number of states, as a value from before the loop.
    fn slots(self, region: &Region) -> Result<Value, Problem> {
        match self {
            Asked::Limit(bytes, _) => Ok(Value::integer(region.module.integer_type(64), -(bytes as i64))),
            Asked::Call(call) => {
                let slots = call.arguments().first().copied();
                slots.filter(|slots| slots.ty().is_integer() && !region.contains(*slots)).ok_or_else(|| {
                    (call, "passes a number to zymase_checkpoint that is not known before the loop".into())
                })
            }
        }
    }
}

fn outline_asked(function: Function, outlined: &mut Outlined) -> Result<(), Failure> {
    function.forget_variables();
    loop {
        function.run_passes("loop-simplify,lcssa").map_err(Failure::internal)?;
        let analyses = Analyses::of(function);
        let Some((call, index)) = outermost(function, &analyses) else { break };
        match outline_loop(function, analyses, index, Asked::Call(call)) {
            Ok(done) => outlined.loops.push(done),
            Err(problem) => {
                outlined.problem.get_or_insert_with(|| refusal(call, problem));
                erase_call(call);
            }
        }
    }
    function.instructions().into_iter().filter(|i| is_checkpoint(*i)).for_each(erase_call);
    Ok(())
}

fn refusal(call: Value, (at, what): Problem) -> Failure {
    let (place, at) = (place_of(Some(call)), place_of(Some(at)));
    let message = format!("a step of the loop with zymase_checkpoint{place} {what}{at}");
    let help = "keep the state in local or allocated arrays, whose size is known, or in arrays that each step fills from one end \
                to the other; copy pointers of structs to local variables before the loop; do input, output and allocation outside the loop; or remove zymase_checkpoint";
    Failure::User { at: None, diagnostic: Diagnostic::new(message).with_help(help) }
}

/// A call and the loop it asks for: one that is in no other such loop.
fn outermost(function: Function, analyses: &Analyses) -> Option<(Value, usize)> {
    let loops = analyses.loops();
    let depth = |index: usize| std::iter::successors(Some(index), |i| loops[*i].parent).count();
    let calls = function.instructions().into_iter().filter(|i| is_checkpoint(*i));
    let in_loops = calls.filter_map(|call| Some((call, analyses.loop_of(call.block()?)?)));
    in_loops.min_by_key(|(_, index)| depth(*index))
}

/// What leaves the loop: by which exit block, and what its phis are.
struct Exit {
    block: Block,
    phis: Vec<Value>,
    /// Field of its first phi.
    first: usize,
}

fn outline_loop(function: Function, analyses: Analyses, index: usize, asked: Asked) -> Result<StepLoop, Problem> {
    let exits = exits_of(function, &analyses, index);
    selectors::rewrite(&analyses, index, &exits)
        .map_err(|at| (at, "moves a pointer that it does not start with".to_string()))?;
    drop(analyses);
    let module = function.module();
    let analyses = Analyses::of(function);
    let found = analyses.loops()[index].clone();
    let (Some(preheader), Some(latch)) = (found.preheader, found.latch) else {
        return Err((found.header.first_instruction().expect("a terminator"), "is repeated in several ways".into()));
    };
    let blocks: Vec<Block> = function.blocks().into_iter().filter(|b| analyses.loop_contains(index, *b)).collect();
    let region = Region { analyses: &analyses, index, blocks: &blocks, module };
    let (slots, place) = (asked.slots(&region)?, asked.place());
    let accesses = region.accesses()?;
    let before = Builder::before(preheader.terminator().expect("a preheader branches"));
    let memory = region.memory(&accesses, &before)?;
    let trips = analyses.expand_backedge_count(index);
    let bytes = matches!(asked, Asked::Limit(..)).then(|| bytes_of_step(&region, &before));
    let (own, phis) = (accesses.own, found.header.phis());
    let mut out_types = Vec::new();
    let exit = |block: Block| {
        let (phis, first) = (block.phis(), out_types.len());
        out_types.extend(phis.iter().map(|phi| phi.ty()));
        Exit { block, phis, first }
    };
    let exits: Vec<Exit> = exits.into_iter().map(exit).collect();
    let outside = live_ins(&region, &own, &exits);
    drop(analyses);
    let (numbers, others): (Vec<Value>, Vec<Value>) = outside.into_iter().partition(|v| v.ty().contains_float());
    let trips = trips_of(&before, trips);
    let slots = before.integer_cast(slots, module.integer_type(64));
    let types = |values: &[Value]| values.iter().map(|v| v.ty()).collect::<Vec<Type>>();
    let fields: Vec<Value> = phis.iter().chain(&numbers).copied().collect();
    let carried = Record::new(function, &types(&fields), "zymase.carried");
    let outs = Record::new(function, &out_types, "zymase.outs");
    let records: Vec<Value> = [&carried, &outs].into_iter().flatten().map(|record| record.place).collect();
    if let Some(record) = &carried {
        let of_phi = |phi: &Value| phi.incoming_for(preheader).expect("a header phi has a value from before");
        for (k, value) in phis.iter().map(of_phi).chain(numbers.iter().copied()).enumerate() {
            before.store(value, field(&before, record.ty, record.place, k));
        }
    }
    // The call of the loop, with everything the step takes first.
    let mut arguments: Vec<Value> = records.iter().chain(&others).copied().collect();
    let step_parameters = arguments.len();
    arguments.extend([slots, trips]);
    let mut pieces = Vec::new();
    let mut add = |kind: Kind, start: Value, bytes: Value| {
        pieces.push(Piece { kind, start: arguments.len(), bytes: arguments.len() + 1 });
        arguments.extend([start, bytes]);
    };
    if let Some(record) = &carried {
        let bytes = module.allocation_size(record.ty) as i64;
        add(Kind::State, record.place, Value::integer(module.integer_type(64), bytes));
    }
    memory.pieces.iter().for_each(|piece| add(piece.kind, piece.start, piece.bytes));
    let bytes_at = arguments.len();
    arguments.extend(bytes);
    let unknown = unknown_reads(&memory, &arguments[..step_parameters]);
    let anywhere = memory.anywhere || unknown.is_none();
    let parameter_types = types(&arguments);
    let i32_type = module.integer_type(32);
    let step_type = Type::function(i32_type, &parameter_types[..step_parameters], false);
    let name = function.name();
    let name = name.strip_prefix("zymase.prepared.").unwrap_or(&name);
    let step = own_function(function, &format!("zymase.prepared.step.{name}"), step_type);
    keep_apart(function, step, &arguments[..step_parameters], records.len());
    let loop_type = Type::function(i32_type, &parameter_types, false);
    let whole = own_function(function, &format!("zymase.prepared.loop.{name}"), loop_type);
    whole.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::CHECKPOINTED_LOOP);
    if anywhere {
        whole.add_string_attribute(marks::READS_ANYWHERE, "");
    }
    // The blocks go over to the step.
    if let Asked::Call(call) = asked {
        erase_call(call);
    }
    let first = step.append_block("entry");
    let mut at = first;
    for block in &blocks {
        block.move_after(at);
        at = *block;
    }
    let top = Builder::at_end(first);
    own.iter().for_each(|object| {
        object.remove_from_block();
        top.insert(*object);
    });
    let mut parameters = step.parameters().into_iter();
    let mut parameter_of = |record: &Option<Record>| record.as_ref().map(|_| parameters.next().expect("a record"));
    let (carried_at, outs_at) = (parameter_of(&carried), parameter_of(&outs));
    let mut replacements: Vec<(Value, Value)> = others.iter().copied().zip(parameters).collect();
    let place_of = |builder: &Builder, k: usize| {
        let record = carried.as_ref().expect("something is carried");
        field(builder, record.ty, carried_at.expect("a record"), k)
    };
    for (k, number) in (phis.len()..).zip(&numbers) {
        replacements.push((*number, top.load(number.ty(), place_of(&top, k))));
    }
    replace_in(&blocks, &replacements);
    // Not the loaded value itself: storing that again is nothing, to the optimiser.
    let carry_on = |builder: &Builder| {
        for (k, (_, number)) in (phis.len()..).zip(replacements.iter().skip(others.len())) {
            builder.store(builder.freeze(*number), place_of(builder, k));
        }
    };
    // The back edge stores what comes next; exits store what is used after the loop.
    let again = step.append_block("again");
    let next = Builder::at_end(again);
    for (k, phi) in phis.iter().enumerate() {
        let value = phi.incoming_for(latch).expect("a header phi has a value from the latch");
        next.store(value, place_of(&next, k));
    }
    for (k, phi) in phis.iter().enumerate() {
        let value = top.load(phi.ty(), place_of(&top, k));
        phi.replace_all_uses_with(value);
        phi.erase_instruction();
    }
    carry_on(&next);
    next.ret(Some(Value::integer(i32_type, 0)));
    retarget(latch, found.header, again);
    for (number, exit) in exits.iter().enumerate() {
        for block in blocks.iter().filter(|block| block.successors().contains(&exit.block)) {
            let leave = step.append_block("leave");
            let builder = Builder::at_end(leave);
            for (k, phi) in exit.phis.iter().enumerate() {
                let (record, at) = (outs.as_ref().expect("a phi has a field"), outs_at.expect("a record"));
                let value = phi.incoming_for(*block).expect("an exit has a value for each edge");
                let value = replacements.iter().find(|(old, _)| *old == value).map_or(value, |(_, new)| *new);
                builder.store(value, field(&builder, record.ty, at, exit.first + k));
            }
            carry_on(&builder);
            builder.ret(Some(Value::integer(i32_type, number as i64 + 1)));
            retarget(*block, exit.block, leave);
        }
    }
    top.branch(found.header);
    write_loop(whole, step, step_parameters);
    let automatic = match asked {
        Asked::Call(_) => None,
        Asked::Limit(limit, _) => {
            let plain = own_function(function, &format!("zymase.prepared.plain.{name}"), step_type);
            write_loop(plain, step, step_parameters);
            Some(Automatic { plain, bytes: bytes_at, limit })
        }
    };
    // In the function: the call, and from there to the exit that was taken.
    let way = before.call(whole, &arguments);
    let exit_targets: Vec<(i64, Block)> = (1..).zip(exits.iter().map(|exit| exit.block)).skip(1).collect();
    for exit in &exits {
        for (k, phi) in exit.phis.iter().enumerate() {
            let record = outs.as_ref().expect("a phi has a field");
            let builder = Builder::before(exit.block.first_non_phi().expect("a terminator"));
            let value = builder.load(phi.ty(), field(&builder, record.ty, record.place, exit.first + k));
            phi.replace_all_uses_with(value);
        }
        exit.phis.iter().for_each(|phi| phi.erase_instruction());
    }
    match exits.first() {
        Some(exit) if exit_targets.is_empty() => before.branch(exit.block),
        Some(exit) => before.switch(way, exit.block, &exit_targets),
        None => before.unreachable(),
    };
    preheader.terminator().expect("the old branch comes last").erase_instruction();
    if let ([exit], Some(record)) = (&exits[..], &carried) {
        use_carried_after(function, exit.block, record, &numbers, phis.len());
    }
    Ok(StepLoop {
        function: whole,
        step,
        slots: step_parameters,
        trips: step_parameters + 1,
        pieces,
        unknown: unknown.unwrap_or_default(),
        anywhere,
        automatic,
        place,
    })
}

/// What follows the loop reads the numbers where the loop left them: its contributions to their adjoints come first.
fn use_carried_after(function: Function, exit: Block, record: &Record, numbers: &[Value], first: usize) {
    let analyses = Analyses::of(function);
    let after = |block: Option<Block>| block.is_some_and(|block| analyses.dominates(exit, block));
    for (k, number) in (first..).zip(numbers) {
        let users = number.users();
        let later: Vec<Value> =
            users.into_iter().filter(|user| user.opcode() != Some(Opcode::LLVMPHI) && after(user.block())).collect();
        if later.is_empty() {
            continue;
        }
        let builder = Builder::before(exit.first_non_phi().expect("a terminator"));
        let value = builder.load(number.ty(), field(&builder, record.ty, record.place, k));
        for user in later {
            let operands = user.operands().into_iter().enumerate().filter(|(_, operand)| operand == number);
            operands.for_each(|(index, _)| user.set_operand(index, value));
        }
    }
}

/// The blocks behind a loop.
fn exits_of(function: Function, analyses: &Analyses, index: usize) -> Vec<Block> {
    let is_inside = |block: &Block| analyses.loop_contains(index, *block);
    let mut found = Vec::new();
    for next in function.blocks().into_iter().filter(is_inside).flat_map(|block| block.successors()) {
        if !is_inside(&next) && !found.contains(&next) {
            found.push(next);
        }
    }
    found
}

/// At most how much a plain reverse sweep keeps of one step: every number there is, as often as inner loops repeat it; negative
/// when that is not known before the loop.
fn bytes_of_step(region: &Region, builder: &Builder) -> Value {
    let i64_type = region.module.integer_type(64);
    let number = |n: u64| Value::integer(i64_type, n as i64);
    let loops = region.analyses.loops();
    let mut repeats: Vec<Option<Value>> = vec![None; loops.len()];
    repeats[region.index] = Some(number(1));
    let mut total = number(0);
    for (index, inner) in loops.iter().enumerate().filter(|(_, l)| region.blocks.contains(&l.header)) {
        if index != region.index {
            let trips = region.analyses.expand_backedge_count(index).filter(|trips| !region.contains(*trips));
            let outer = inner.parent.and_then(|parent| repeats[parent]);
            repeats[index] = trips.zip(outer).map(|(trips, outer)| builder.mul(builder.add(trips, number(1)), outer));
        }
        let Some(times) = repeats[index] else { return Value::integer(i64_type, -1) };
        let own = region.blocks.iter().filter(|block| region.analyses.loop_of(**block) == Some(index));
        let numbers = own.flat_map(|block| block.instructions()).filter(|i| i.ty().contains_float());
        let bytes: u64 = numbers.map(|i| region.module.store_size(i.ty())).sum();
        total = builder.add(total, builder.mul(times, number(bytes)));
    }
    total
}

/// The number of steps as the run time wants it.
fn trips_of(builder: &Builder, back_edges: Option<Value>) -> Value {
    let i64_type = builder.module().integer_type(64);
    match back_edges {
        Some(back_edges) => builder.add(back_edges, Value::integer(i64_type, 1)),
        None => Value::integer(i64_type, -1),
    }
}

/// Values from outside that the loop uses or leaves with, in order of use; `own` objects come along.
fn live_ins(region: &Region, own: &[Value], exits: &[Exit]) -> Vec<Value> {
    let uses = region.blocks.iter().flat_map(|block| block.instructions()).flat_map(|i| match i.opcode() {
        Some(Opcode::LLVMPHI) => used_inside(i, region),
        _ => i.operands(),
    });
    let left = exits.iter().flat_map(|exit| &exit.phis).flat_map(|phi| used_inside(*phi, region));
    let mut found = Vec::new();
    for value in uses.chain(left) {
        let is_outside = value.is_argument() || value.is_instruction() && !region.contains(value);
        if is_outside && !own.contains(&value) && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// What a phi is when it is reached from inside the loop.
fn used_inside(phi: Value, region: &Region) -> Vec<Value> {
    let incoming = phi.incoming().into_iter();
    incoming.filter(|(_, from)| region.blocks.contains(from)).map(|(value, _)| value).collect()
}

/// Where the memory that is read, and whose extent is not known, is in the arguments; none when it is not there.
fn unknown_reads(memory: &extents::Memory, arguments: &[Value]) -> Option<Vec<usize>> {
    let position = |object: &Value| arguments.iter().position(|a| a.underlying_object() == *object);
    memory.unknown.iter().map(position).collect()
}

/// Says which parameters of the step are the only ones to point into their objects: the records, and parameters of the
/// function of which that is said there.
fn keep_apart(function: Function, step: Function, arguments: &[Value], records: usize) {
    let pointers = || arguments.iter().filter(|a| a.ty().is_pointer());
    for (k, argument) in arguments.iter().enumerate().filter(|(_, a)| a.ty().is_pointer()) {
        let said = function.parameters().iter().position(|p| p == argument);
        let said = said.is_some_and(|index| function.parameter_has_attribute(index, "noalias"));
        let alone = pointers().filter(|other| other.underlying_object() == argument.underlying_object()).count() == 1;
        if k < records || said && alone {
            step.add_parameter_attribute(k, "noalias");
        }
    }
}

/// The loop as the program has it: steps until one leaves.
fn write_loop(whole: Function, step: Function, parameters: usize) {
    let entry = whole.append_block("entry");
    let (body, end) = (whole.append_block("step"), whole.append_block("end"));
    Builder::at_end(entry).branch(body);
    let builder = Builder::at_end(body);
    let way = builder.call(step, &whole.parameters()[..parameters]);
    let zero = Value::integer(way.ty(), 0);
    let goes_on = builder.icmp(zymase_llvm::IntPredicate::LLVMIntEQ, way, zero);
    builder.conditional_branch(goes_on, body, end);
    Builder::at_end(end).ret(Some(way));
}
