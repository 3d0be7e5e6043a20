//! Makes an iteration of a loop a function, and the loop a call.
//!
//! The step is `void step(i64 iteration, ptr record, …)`: the record holds the sums, which the step adds to, and the numbers from
//! before the loop; pointers and integers from before it follow.

use super::candidates::Sum;
use super::{Candidate, FusedLoop};
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_emit::twin::Twin;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Opcode, Type, Value};
use zymase_plan as plan;
use zymase_prepare::Prepared;
use zymase_prepare::parts::{Body, Record, is_alone, is_said_apart, own_function, retarget};

/// Outlines a loop of a copy of a prepared function. If it may panic, it stays there as well, without its numbers: it runs in the
/// forward sweep to see whether it does.
pub fn outline(prepared: &Prepared, twin: &Twin, candidate: &Candidate) -> FusedLoop {
    let function = twin.function;
    let found = &prepared.loops[candidate.index];
    let originals: Vec<Block> =
        prepared.blocks.iter().copied().filter(|b| is_inside(prepared, candidate, *b)).collect();
    let other = (!candidate.panics.is_empty()).then(|| copy_of(prepared));
    let source = other.as_ref().unwrap_or(twin);
    let blocks: Vec<Block> = originals.iter().map(|block| source.block(*block)).collect();
    let Needs { values, addresses } = needs(prepared, &originals, candidate);
    let (numbers, others): (Vec<Value>, Vec<Value>) = values.into_iter().partition(|v| v.ty().contains_float());
    let preheader = twin.block(found.preheader);
    let before = Builder::before(preheader.terminator().expect("a preheader branches"));
    let record = fill_record(twin, candidate, &numbers, &before);
    let trips = twin.value(found.trips.expect("a candidate has a count"));
    let mut arguments = vec![trips, record.place];
    arguments.extend(others.iter().map(|other| twin.value(*other)));
    let stays: Vec<Block> = originals.iter().map(|block| twin.block(*block)).collect();
    let [step, whole] = declare(function, &arguments, &stays);
    let start = |sum: &Sum| twin.value(sum.phi).incoming_for(preheader).expect("a value from before");
    let starts: Vec<Value> = candidate.sums.iter().map(start).collect();
    let inside = Record { ty: record.ty, place: step.parameter(1) };
    Iteration { prepared, source, candidate, record: inside, step }.write(&blocks, &others, &numbers, &addresses);
    write_loop(whole, step);
    before.call(whole, &arguments);
    take_results(twin, candidate, &record, &starts);
    match &other {
        Some(copy) => {
            copy.function.erase();
            stays.into_iter().for_each(leave_checks);
        }
        None => {
            before.branch(twin.block(candidate.exit));
            preheader.terminator().expect("the old branch comes last").erase_instruction();
        }
    }
    FusedLoop { function: whole, step, record: record.place, leaves_checks: other.is_some() }
}

/// The record of a loop: sums, which start at 0 on entry (the loop may be jumped over), and numbers from before it.
fn fill_record(twin: &Twin, candidate: &Candidate, numbers: &[Value], before: &Builder) -> Record {
    let function = twin.function;
    let fields = candidate.sums.iter().map(|sum| sum.phi).chain(numbers.iter().copied());
    let types: Vec<Type> = fields.map(|value| value.ty()).collect();
    let record = Record::new(function, &types, "zymase.sums").expect("there is a sum");
    let top = Builder::before(function.entry().terminator().expect("a terminator"));
    for (k, sum) in candidate.sums.iter().enumerate() {
        top.store(Value::null(sum.phi.ty()), record.field(&top, k));
    }
    for (k, number) in (candidate.sums.len()..).zip(numbers) {
        before.store(twin.value(*number), record.field(before, k));
    }
    record
}

/// The functions of one iteration and of the whole loop, still without bodies. `stays`: the blocks of the loop.
fn declare(function: Function, arguments: &[Value], stays: &[Block]) -> [Function; 2] {
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let ty = Type::function(function.module().void_type(), &types, false);
    let name = function.name();
    let step = own_function(function, &format!("zymase.prepared.round.{name}"), ty);
    let whole = own_function(function, &format!("zymase.prepared.rounds.{name}"), ty);
    whole.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::FUSED_LOOP);
    let written = written_objects(stays);
    // The record, and variables of the function: other threads that run it have their own.
    let is_variable = |value: &Value| value.underlying_object().opcode() == Some(Opcode::LLVMAlloca);
    let own: Vec<usize> = (0..arguments.len()).filter(|k| is_variable(&arguments[*k])).collect();
    marks::set_partial(step, &own);
    for f in [step, whole] {
        f.set_writes_only_arguments();
        keep_apart(f, function, arguments, &written);
    }
    [step, whole]
}

/// What becomes the step.
struct Iteration<'a> {
    prepared: &'a Prepared,
    /// The copy whose blocks are taken.
    source: &'a Twin,
    candidate: &'a Candidate,
    record: Record,
    step: Function,
}

impl Iteration<'_> {
    /// Makes the blocks of the loop the body of the step.
    fn write(&self, blocks: &[Block], others: &[Value], numbers: &[Value], addresses: &[Value]) {
        let Iteration { source, candidate, step, .. } = *self;
        let own: Vec<Value> = candidate.own.iter().map(|object| source.value(*object)).collect();
        let mut body = Body::take(step, blocks, &own);
        for (other, parameter) in others.iter().zip(step.parameters().into_iter().skip(2)) {
            body.replace(source.value(*other), parameter);
        }
        for (k, number) in (candidate.sums.len()..).zip(numbers) {
            body.read(source.value(*number), &self.record, k);
        }
        for address in addresses {
            let copied = source.value(*address);
            let operands: Vec<Value> = copied.operands().into_iter().map(|operand| body.inside(operand)).collect();
            let again = body.top.clone_with(copied, &operands);
            body.replace(copied, again);
        }
        let of_phis = self.header_phis(&body);
        body.settle();
        self.end(blocks);
        for (phi, value) in of_phis {
            phi.replace_all_uses_with(value);
            phi.erase_instruction();
        }
        body.top.branch(source.block(self.prepared.loops[candidate.index].header));
    }

    /// Header phis are functions of the number of the iteration, or sums.
    fn header_phis(&self, body: &Body) -> Vec<(Value, Value)> {
        let Iteration { prepared, source, candidate, step, .. } = *self;
        let found = &prepared.loops[candidate.index];
        let inside = |value: Value| body.inside(source.value(value));
        let mut of_phis = Vec::new();
        for phi in found.header.phis() {
            let value = if phi == found.counter {
                step.parameter(0)
            } else if let Some(k) = candidate.sums.iter().position(|sum| sum.phi == phi) {
                body.top.load(phi.ty(), self.record.field(&body.top, k))
            } else {
                let (start, by) = plan::closed_form(prepared, phi, candidate.index).expect("a candidate's phi");
                let operands: Vec<Value> = by.operands().into_iter().map(inside).collect();
                by.after(&body.top, inside(start), step.parameter(0), &operands)
            };
            of_phis.push((source.value(phi), value));
        }
        of_phis
    }

    /// Lets an iteration end where it went on to the next, or left the loop.
    fn end(&self, blocks: &[Block]) {
        let Iteration { source, candidate, step, .. } = *self;
        let header = source.block(self.prepared.loops[candidate.index].header);
        let end = step.append_block("end");
        let last = Builder::at_end(end);
        for (k, sum) in candidate.sums.iter().enumerate() {
            last.store(source.value(sum.next), self.record.field(&last, k));
        }
        last.ret(None);
        for block in blocks {
            retarget(*block, header, end);
            retarget(*block, source.block(candidate.exit), end);
        }
        if !candidate.panics.is_empty() {
            // It has been seen that it does not.
            let never = step.append_block("never");
            Builder::at_end(never).unreachable();
            for (from, to) in &candidate.panics {
                retarget(source.block(*from), source.block(*to), never);
            }
        }
    }
}

/// Behind the loop, sums are what they were before it and what was added in the record.
fn take_results(twin: &Twin, candidate: &Candidate, record: &Record, starts: &[Value]) {
    for (k, (sum, start)) in candidate.sums.iter().zip(starts).enumerate() {
        for result in &sum.results {
            let phi = twin.value(*result);
            let builder = Builder::before(phi.block().and_then(Block::first_non_phi).expect("a terminator"));
            let added = builder.load(phi.ty(), record.field(&builder, k));
            let value = if start.as_real() == Some(0.0) { added } else { builder.fadd(*start, added) };
            phi.replace_all_uses_with(value);
        }
    }
    let results = candidate.sums.iter().flat_map(|sum| &sum.results);
    results.for_each(|result| twin.value(*result).erase_instruction());
}

/// Another copy of a prepared function, of which the step becomes a part.
fn copy_of(prepared: &Prepared) -> Twin {
    let old = prepared.function;
    let function = own_function(old, &format!("zymase.prepared.copy.{}", old.name()), old.function_type());
    Twin::new(prepared, function, &function.parameters())
}

/// Of what a loop does to memory, all of which is its own, nothing is left.
fn leave_checks(block: Block) {
    let is_write = |i: &Value| match i.opcode() {
        Some(Opcode::LLVMStore) => true,
        Some(Opcode::LLVMCall) => matches!(classify(*i), Callee::Copy(_) | Callee::Fill { .. }),
        _ => false,
    };
    block.instructions().into_iter().filter(is_write).for_each(Value::erase_instruction);
}

fn is_inside(prepared: &Prepared, candidate: &Candidate, block: Block) -> bool {
    prepared.loop_contains(candidate.index, prepared.loop_of(block))
}

/// What a loop uses from before it.
struct Needs {
    /// In order of use.
    values: Vec<Value>,
    /// Addresses that are computed from these, in the order in which they can be: as values of their own they would hide what
    /// they belong to.
    addresses: Vec<Value>,
}

fn needs(prepared: &Prepared, blocks: &[Block], candidate: &Candidate) -> Needs {
    let header = prepared.loops[candidate.index].header;
    let uses = blocks.iter().flat_map(|block| block.instructions()).flat_map(|i| match i.opcode() {
        Some(Opcode::LLVMPHI) if i.block() == Some(header) => match plan::closed_form(prepared, i, candidate.index) {
            Some((start, step)) => std::iter::once(start).chain(step.operands()).collect(),
            None => Vec::new(),
        },
        Some(Opcode::LLVMPHI) => i.incoming().into_iter().map(|(value, _)| value).collect(),
        _ => i.operands(),
    });
    let of_own = candidate.own.iter().flat_map(|own| own.operands());
    let mut found = Needs { values: Vec::new(), addresses: Vec::new() };
    for value in uses.chain(of_own) {
        found.add(value, blocks, candidate);
    }
    found
}

impl Needs {
    fn add(&mut self, value: Value, blocks: &[Block], candidate: &Candidate) {
        let is_inside = value.block().is_some_and(|block| blocks.contains(&block));
        let is_outside = value.is_argument() || value.is_instruction() && !is_inside;
        let is_new = !self.values.contains(&value) && !self.addresses.contains(&value);
        if !is_outside || !is_new || candidate.own.contains(&value) {
            return;
        }
        if value.opcode() == Some(Opcode::LLVMGetElementPtr) {
            value.operands().into_iter().for_each(|operand| self.add(operand, blocks, candidate));
            self.addresses.push(value);
        } else {
            self.values.push(value);
        }
    }
}

/// The objects from outside that a loop writes.
fn written_objects(blocks: &[Block]) -> Vec<Value> {
    let instructions = blocks.iter().flat_map(|block| block.instructions());
    let places = instructions.filter(|i| i.may_write()).flat_map(|i| match i.opcode() {
        Some(Opcode::LLVMStore) => vec![i.operand(1)],
        _ => i.operands(),
    });
    let mut work: Vec<Value> = places.filter(|place| place.ty().is_pointer()).collect();
    let mut found = Vec::new();
    while let Some(place) = work.pop() {
        let object = place.underlying_object();
        if found.contains(&object) {
            continue;
        }
        found.push(object);
        // A choice, or an address that moves on.
        if object.block().is_some_and(|block| blocks.contains(&block)) {
            work.extend(object.operands().into_iter().filter(|operand| operand.ty().is_pointer()));
        }
    }
    found
}

/// Says of parameters that their objects are only reached by them (the record, and what is written), or only read.
fn keep_apart(function: Function, caller: Function, arguments: &[Value], written: &[Value]) {
    for (k, argument) in arguments.iter().enumerate().filter(|(_, a)| a.ty().is_pointer()) {
        let is_written = k == 1 || written.contains(&argument.underlying_object());
        if is_alone(*argument, arguments) && (is_said_apart(caller, *argument) || is_written) {
            function.add_parameter_attribute(k, "noalias");
        }
        if !is_written {
            function.add_parameter_attribute(k, "readonly");
        }
    }
}

/// The loop as the program has it.
fn write_loop(whole: Function, step: Function) {
    let end = write_rounds(whole, whole.parameter(0), |builder, iteration| {
        let mut arguments = whole.parameters();
        arguments[0] = iteration;
        builder.call(step, &arguments);
    });
    end.ret(None);
}

/// Writes a loop into an empty function whose back edge is taken so many times, with the body that `round` writes; where it ends.
pub fn write_rounds(function: Function, trips: Value, round: impl FnOnce(&Builder, Value)) -> Builder {
    let entry = function.append_block("entry");
    let (body, end) = (function.append_block("round"), function.append_block("end"));
    Builder::at_end(entry).branch(body);
    let builder = Builder::at_end(body);
    let iteration = builder.phi(trips.ty(), "iteration");
    round(&builder, iteration);
    let next = builder.add(iteration, Value::integer(trips.ty(), 1));
    iteration.add_incoming(Value::integer(trips.ty(), 0), entry);
    iteration.add_incoming(next, body);
    let is_last = builder.icmp(IntPredicate::LLVMIntEQ, iteration, trips);
    builder.conditional_branch(is_last, end, body);
    Builder::at_end(end)
}
