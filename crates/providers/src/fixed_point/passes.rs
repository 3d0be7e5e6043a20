//! The code of derivatives of a loop that ends at a fixed point.

use super::{Numbers, Subject};
use zymase_analysis::runtime::*;
use zymase_core::machine::memory_pointer;
use zymase_core::runtime;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_llvm::{Block, Builder, IntPredicate, Module, Type, Value};
use zymase_prepare::checkpoint::{Piece, PieceUse};

/// So many passes are differentiated before their derivatives are said not to converge, and so many for each pass of the loop.
const MOST_PASSES: i64 = 100_000;
const MOST_PER_PASS: i64 = 10;

/// What the tape begins with: the number of passes, and the way by which the last one left.
const HEAD_BYTES: i64 = 16;
const WAY_AT: i64 = 8;

/// Copies of pieces of up to so many bytes are on the stack.
const MOST_ON_STACK: u64 = 1024;

/// What the run time answers about derivatives.
const SETTLED: i64 = 0;
const NOT_FINITE: i64 = 2;

pub struct Passes<'a> {
    subject: &'a Subject,
    key: &'a Key,
    signature: &'a Signature,
    module: Module,
    builder: Builder,
    place: Value,
    /// By piece, as bytes that are known to make sense.
    bytes: Vec<Value>,
}

/// Numbers of one lane: where they and their derivatives are, and room for as many.
struct Lane {
    numbers: Numbers,
    primal: Value,
    shadow: Value,
    bytes: Value,
    room: Value,
}

/// Copies of pieces: which, and where.
type Copies = Vec<(usize, Value)>;

impl<'a> Passes<'a> {
    pub fn new(subject: &'a Subject, key: &'a Key, signature: &'a Signature) -> Passes<'a> {
        let module = signature.function.module();
        let builder = Builder::at_end(signature.function.append_block("entry"));
        let place = subject.step_loop.place.trim_matches([' ', '(', ')']);
        let place = if place.is_empty() { "in a function without lines (compile with -g)" } else { place };
        let place = module.string_constant(&format!("{place}\0"));
        let mut passes = Passes { subject, key, signature, module, builder, place, bytes: Vec::new() };
        passes.bytes = (0..passes.pieces().len()).map(|index| passes.bytes_of(index)).collect();
        passes
    }

    fn pieces(&self) -> &'a [Piece] {
        &self.subject.step_loop.pieces
    }

    fn number(&self, n: i64) -> Value {
        Value::integer(self.module.integer_type(64), n)
    }

    fn equals(&self, a: Value, n: i64) -> Value {
        self.builder.icmp(IntPredicate::LLVMIntEQ, a, Value::integer(a.ty(), n))
    }

    /// The bytes of a piece that is small enough to be copied to the stack.
    fn few_bytes(&self, index: usize) -> Option<u64> {
        self.pieces()[index].constant.filter(|bytes| *bytes <= MOST_ON_STACK)
    }

    fn start(&self, index: usize) -> Value {
        self.signature.primal(self.pieces()[index].start)
    }

    fn bytes_of(&self, index: usize) -> Value {
        match self.pieces()[index].constant {
            Some(bytes) => self.number(bytes as i64),
            None => {
                let bytes = self.signature.primal(self.pieces()[index].bytes);
                let arguments = [self.start(index), bytes];
                runtime::fixed_point(&self.builder, FIXED_BYTES, bytes.ty(), &arguments)
            }
        }
    }

    fn tolerance(&self) -> Value {
        let double = self.module.double_type();
        let accuracy = self.signature.primal(self.subject.fixed().accuracy);
        self.builder.fdiv(Value::real(double, 1.0), self.builder.signed_to_float(accuracy, double))
    }

    fn context(&self) -> Value {
        self.signature.function.parameter(self.signature.context.expect("derivatives that are called have a context"))
    }

    /// The pieces of a kind; of those that passes only read, those that may have changed by the time passes run again.
    fn pieces_of(&self, kind: PieceUse) -> Vec<usize> {
        let kept = |piece: &Piece| kind != PieceUse::Input || self.key.overwritten.contains(&piece.start);
        let matching = self.pieces().iter().enumerate().filter(|(_, piece)| piece.kind == kind && kept(piece));
        matching.map(|(index, _)| index).collect()
    }

    /// Room for bytes: on the stack for few, else it is given back in the end.
    fn room(&self, constant: Option<u64>, bytes: Value, taken: &mut Vec<Value>) -> Value {
        if let Some(bytes) = constant {
            let room = self.builder.alloca(self.module.integer_type(8).array(bytes), "room");
            room.set_alignment(16);
            return self.builder.pointer_cast(room, memory_pointer(self.module));
        }
        let room = runtime::take_memory(&self.builder, bytes);
        self.builder.call_across_spaces(runtime::check_memory(self.module), &[room]);
        taken.push(room);
        room
    }

    /// Room for copies of pieces.
    fn rooms(&self, pieces: &[usize], taken: &mut Vec<Value>) -> Copies {
        let room = |index: &usize| (*index, self.room(self.few_bytes(*index), self.at_least_one(*index), taken));
        pieces.iter().map(room).collect()
    }

    /// An allocator may give nothing where nothing is asked for.
    fn at_least_one(&self, index: usize) -> Value {
        self.builder.or(self.bytes[index], self.number(1))
    }

    fn copy(&self, to: Value, from: Value, bytes: Value) {
        let generic = |pointer| self.builder.pointer_cast(pointer, memory_pointer(self.module));
        self.builder.copy_memory(generic(to), generic(from), bytes, 1);
    }

    fn save(&self, copies: &Copies) {
        copies.iter().for_each(|(index, copy)| self.copy(*copy, self.start(*index), self.bytes[*index]));
    }

    fn restore(&self, copies: &Copies) {
        copies.iter().for_each(|(index, copy)| self.copy(self.start(*index), *copy, self.bytes[*index]));
    }

    /// Gives memory that passes only read a content.
    fn put(&self, copies: &Copies) {
        for (index, copy) in copies {
            let arguments = [self.start(*index), *copy, self.bytes[*index]];
            runtime::fixed_point(&self.builder, FIXED_PUT, self.module.void_type(), &arguments);
        }
    }

    /// Where pieces are in memory that begins with a head.
    fn behind_head(&self, memory: Value, pieces: &[usize]) -> (Copies, Value) {
        let mut at = self.number(HEAD_BYTES);
        let mut copies = Vec::new();
        for index in pieces {
            copies.push((*index, self.builder.offset(memory, at)));
            at = self.builder.add(at, self.bytes[*index]);
        }
        (copies, at)
    }

    fn tape_pieces(&self) -> (Vec<usize>, usize) {
        let mut pieces = self.pieces_of(PieceUse::State);
        let states = pieces.len();
        pieces.extend(self.pieces_of(PieceUse::Input));
        (pieces, states)
    }

    /// Copies on a tape: of the state, and of memory that passes only read.
    fn on_tape(&self, tape: Value) -> (Copies, Copies) {
        let (pieces, states) = self.tape_pieces();
        let (mut copies, _) = self.behind_head(tape, &pieces);
        let inputs = copies.split_off(states);
        (copies, inputs)
    }

    /// Runs the loop; before each pass the state is copied. The number of passes and the way out.
    fn run(&self, states: &Copies) -> (Value, Value) {
        let function = self.signature.function;
        let (from, body, end) =
            (self.builder.block(), function.append_block("pass"), function.append_block("converged"));
        self.builder.branch(body);
        self.builder.position_at_end(body);
        let done = self.builder.phi(self.module.integer_type(64), "passes");
        self.save(states);
        let step = self.subject.step_loop.step;
        let arguments: Vec<Value> = (0..step.parameters().len()).map(|k| self.signature.primal(k)).collect();
        let way = self.builder.call(step, &arguments);
        let next = self.builder.add(done, self.number(1));
        done.add_incoming(self.number(0), from);
        done.add_incoming(next, body);
        self.builder.conditional_branch(self.equals(way, 0), body, end);
        self.builder.position_at_end(end);
        (next, way)
    }

    pub fn write_augmented(&self) {
        let (pieces, _) = self.tape_pieces();
        let total = pieces.iter().fold(self.number(HEAD_BYTES), |sum, index| self.builder.add(sum, self.bytes[*index]));
        let tape = self.builder.call_across_spaces(runtime::allocate(self.module), &[self.context(), total]);
        let (states, inputs) = self.on_tape(tape);
        self.save(&inputs);
        let (passes, way) = self.run(&states);
        self.builder.store(passes, tape);
        self.builder.store(way, self.builder.constant_offset(tape, WAY_AT));
        let key = Key { kind: DerivativeKind::Augmented(SplitUse::Callee), ..self.key.clone() };
        self.builder.ret(Some(pack(&self.builder, signature::result_type(self.module, &key), &[way, tape])));
    }

    /// The numbers of the state with their derivatives, in every lane.
    fn lanes(&self, taken: &mut Vec<Value>) -> Vec<Lane> {
        let mut lanes = Vec::new();
        for numbers in &self.subject.numbers {
            for lane in 0..self.key.options.lanes {
                let shadow = self.signature.shadow(self.pieces()[numbers.piece].start, lane).expect("it has a shadow");
                let at = |pointer| self.builder.constant_offset(pointer, numbers.offset as i64);
                let bytes =
                    if numbers.is_alone { self.number(numbers.stride as i64) } else { self.bytes[numbers.piece] };
                let count = self.builder.udiv(bytes, self.number(numbers.stride as i64));
                let room = self.builder.add(self.builder.mul(count, self.number(8)), self.number(8));
                let few = self.few_bytes(numbers.piece).map(|bytes| 8 * bytes / numbers.stride);
                let room = self.room(if numbers.is_alone { Some(8) } else { few }, room, taken);
                let (primal, shadow) = (at(self.start(numbers.piece)), at(shadow));
                lanes.push(Lane { numbers: *numbers, primal, shadow, bytes, room });
            }
        }
        lanes
    }

    /// Asks the run time about numbers; `more` follows what tells where they are.
    fn ask(&self, name: &str, result: Type, lane: &Lane, more: &[Value]) -> Value {
        let stride = self.number(lane.numbers.stride as i64);
        let single = self.number(lane.numbers.is_single as i64);
        let mut arguments = vec![lane.primal, lane.shadow, lane.bytes, stride, single];
        arguments.extend(more);
        runtime::fixed_point(&self.builder, name, result, &arguments)
    }

    fn tell(&self, name: &str, lanes: &[Lane], with_room: bool) {
        for lane in lanes {
            let more = if with_room { &[lane.room][..] } else { &[] };
            self.ask(name, self.module.void_type(), lane, more);
        }
    }

    /// The worst answer about all numbers.
    fn worst(&self, lanes: &[Lane], answer: impl Fn(&Lane) -> Value) -> Value {
        let mut worst = Value::integer(self.module.integer_type(32), SETTLED);
        for lane in lanes {
            let answer = answer(lane);
            let worse = self.builder.icmp(IntPredicate::LLVMIntUGT, answer, worst);
            worst = self.builder.select(worse, answer, worst);
        }
        worst
    }

    /// Has the state settled, as far as derivatives know of it? False where it is not finite.
    fn has_settled(&self, lanes: &[Lane], states: &Copies) -> Value {
        let i32_type = self.module.integer_type(32);
        let answer = |lane: &Lane| {
            let Some((_, copy)) = states.iter().find(|(index, _)| *index == lane.numbers.piece) else {
                return Value::integer(i32_type, SETTLED);
            };
            let saved = self.builder.constant_offset(*copy, lane.numbers.offset as i64);
            let stride = self.number(lane.numbers.stride as i64);
            let single = self.number(lane.numbers.is_single as i64);
            let arguments = [lane.primal, saved, lane.bytes, stride, single, lane.room, self.tolerance(), self.place];
            runtime::fixed_point(&self.builder, FIXED_SETTLED, i32_type, &arguments)
        };
        self.equals(self.worst(lanes, answer), SETTLED)
    }

    /// Calls a derivative of a pass with everything it takes; the way by which the pass leaves.
    fn differentiate(&self, derivative: &Signature) -> Value {
        let mut arguments = Vec::new();
        for k in 0..derivative.places.len() {
            arguments.push(self.signature.primal(k));
            arguments.extend((0..self.key.options.lanes).filter_map(|lane| self.signature.shadow(k, lane)));
        }
        if derivative.context.is_some() {
            arguments.push(self.context());
        }
        self.builder.extract_value(self.builder.call(derivative.function, &arguments), 0)
    }

    /// Differentiates the pass that leaves.
    fn differentiate_last(&self, leave: &Signature, way: Value) {
        let again = self.differentiate(leave);
        runtime::fixed_point(&self.builder, FIXED_SAME, self.module.void_type(), &[again, way, self.place]);
    }

    fn most_passes(&self, passes: Value) -> Value {
        let many = self.builder.mul(passes, self.number(MOST_PER_PASS));
        self.builder.add(many, self.number(MOST_PASSES))
    }

    /// Ends the program where derivatives do not converge; else goes on.
    fn fail_if(&self, condition: Value, otherwise: Block) {
        let fail = self.signature.function.append_block("diverges");
        self.builder.conditional_branch(condition, fail, otherwise);
        self.builder.position_at_end(fail);
        self.builder.call_across_spaces(runtime::fixed_point_diverges(self.module), &[self.place]);
        self.builder.unreachable();
        self.builder.position_at_end(otherwise);
    }

    pub fn write_reverse(&self, leave: &Signature, again: &Signature) {
        let mut taken = Vec::new();
        let tape = self.signature.function.parameter(self.signature.tape.expect("the second half takes a tape"));
        let (states, inputs) = self.on_tape(tape);
        let mut written = self.pieces_of(PieceUse::State);
        written.extend(self.pieces_of(PieceUse::Output));
        let now = self.rooms(&written, &mut taken);
        let inputs_now = self.rooms(&self.pieces_of(PieceUse::Input), &mut taken);
        let lanes = self.lanes(&mut taken);
        self.save(&now);
        self.save(&inputs_now);
        // What is only read may be in the same array as the state.
        self.put(&inputs);
        self.restore(&states);
        self.tell(FIXED_NOTE, &lanes, true);
        let passes = self.builder.load(self.module.integer_type(64), tape);
        let way_at = self.builder.constant_offset(tape, WAY_AT);
        self.differentiate_last(leave, self.builder.load(self.module.integer_type(32), way_at));
        let settled = self.has_settled(&lanes, &states);
        self.write_rounds(again, &lanes, &states, passes, settled);
        self.tell(FIXED_CLEAR, &lanes, false);
        self.put(&inputs_now);
        self.restore(&now);
        taken.into_iter().for_each(|room| runtime::give_memory_back(&self.builder, room));
        let key = Key { kind: DerivativeKind::Reverse(SplitUse::Callee), ..self.key.clone() };
        self.builder.ret(Some(pack(&self.builder, signature::result_type(self.module, &key), &[])));
    }

    /// Runs the reverse of a pass until nothing is left of the adjoint of the state. What is not finite from the beginning gets
    /// one pass, to be seen in all that depends on it.
    fn write_rounds(&self, again: &Signature, lanes: &[Lane], states: &Copies, passes: Value, settled: Value) {
        let (function, builder) = (self.signature.function, &self.builder);
        let (i1, i32_type) = (self.module.integer_type(1), self.module.integer_type(32));
        let names = ["test", "unless", "round", "first", "further", "done"];
        let [test, unless, round, first, further, done] = names.map(|name| function.append_block(name));
        let (from, most, tolerance) = (builder.block(), self.most_passes(passes), self.tolerance());
        let lost = builder.not(settled);
        builder.branch(test);
        builder.position_at_end(test);
        let rounds = builder.phi(self.module.integer_type(64), "rounds");
        let lost_before = builder.phi(i1, "lost");
        let left = self.worst(lanes, |lane| self.ask(FIXED_REST, i32_type, lane, &[lane.room, tolerance]));
        let (is_first, not_finite) = (self.equals(rounds, 0), self.equals(left, NOT_FINITE));
        let is_lost = builder.or(lost_before, builder.and(is_first, not_finite));
        let gone = builder.or(self.equals(left, SETTLED), builder.and(is_lost, builder.not(is_first)));
        builder.conditional_branch(gone, done, unless);
        builder.position_at_end(unless);
        let too_many = builder.icmp(IntPredicate::LLVMIntUGE, rounds, most);
        self.fail_if(builder.or(too_many, builder.and(not_finite, builder.not(is_lost))), round);
        self.restore(states);
        self.differentiate(again);
        builder.conditional_branch(is_first, first, further);
        builder.position_at_end(first);
        let lost_now = builder.or(is_lost, builder.not(self.has_settled(lanes, states)));
        let first_end = builder.block();
        builder.branch(further);
        builder.position_at_end(further);
        let still_lost = builder.phi(i1, "lost");
        still_lost.add_incoming(is_lost, round);
        still_lost.add_incoming(lost_now, first_end);
        let next = builder.add(rounds, self.number(1));
        builder.branch(test);
        for (phi, start, again) in [(rounds, self.number(0), next), (lost_before, lost, still_lost)] {
            phi.add_incoming(start, from);
            phi.add_incoming(again, further);
        }
        builder.position_at_end(done);
    }

    pub fn write_forward(&self, leave: &Signature, again: &Signature) {
        let mut taken = Vec::new();
        let states = self.rooms(&self.pieces_of(PieceUse::State), &mut taken);
        let mut written = self.pieces_of(PieceUse::State);
        written.extend(self.pieces_of(PieceUse::Output));
        let after = self.rooms(&written, &mut taken);
        let lanes = self.lanes(&mut taken);
        let (passes, way) = self.run(&states);
        self.save(&after);
        self.tell(FIXED_CLEAR, &lanes, false);
        self.tell(FIXED_NOTE, &lanes, true);
        let leaving = self.signature.function.append_block("leaving");
        if !lanes.is_empty() {
            self.write_tangents(again, &lanes, &states, passes, leaving, true);
            self.tell(FIXED_DISTURB, &lanes, false);
            self.write_tangents(again, &lanes, &states, passes, leaving, false);
            self.tell(FIXED_RETURN, &lanes, true);
        }
        self.builder.branch(leaving);
        self.builder.position_at_end(leaving);
        self.restore(&states);
        self.differentiate_last(leave, way);
        self.restore(&after);
        taken.into_iter().for_each(|room| runtime::give_memory_back(&self.builder, room));
        let ty = signature::result_type(self.module, self.key);
        let mut fields = vec![way];
        fields.resize(ty.struct_elements().len(), Value::integer(way.ty(), 0));
        self.builder.ret(Some(pack(&self.builder, ty, &fields)));
    }

    /// Runs the tangents of a pass until they stay the same, or (without `follow`) are back where they were. What is not finite
    /// from the beginning stays so.
    fn write_tangents(
        &self,
        again: &Signature,
        lanes: &[Lane],
        states: &Copies,
        passes: Value,
        not_finite: Block,
        follow: bool,
    ) {
        let (function, builder) = (self.signature.function, &self.builder);
        let i32_type = self.module.integer_type(32);
        let names = ["tangents", "finite", "moving", "stay"];
        let [body, finite, moving, stay] = names.map(|name| function.append_block(name));
        let (from, most, tolerance) = (builder.block(), self.most_passes(passes), self.tolerance());
        builder.branch(body);
        builder.position_at_end(body);
        let rounds = builder.phi(self.module.integer_type(64), "rounds");
        self.restore(states);
        self.differentiate(again);
        let more = |lane: &Lane| [lane.room, tolerance, self.number(follow as i64)];
        let answer = self.worst(lanes, |lane| self.ask(FIXED_NEAR, i32_type, lane, &more(lane)));
        let is_lost = builder.and(self.equals(answer, NOT_FINITE), self.equals(rounds, 0));
        builder.conditional_branch(is_lost, not_finite, finite);
        builder.position_at_end(finite);
        let next = builder.add(rounds, self.number(1));
        rounds.add_incoming(self.number(0), from);
        builder.conditional_branch(self.equals(answer, SETTLED), stay, moving);
        builder.position_at_end(moving);
        let on = function.append_block("on");
        let too_many = builder.icmp(IntPredicate::LLVMIntUGE, next, most);
        self.fail_if(builder.or(too_many, self.equals(answer, NOT_FINITE)), on);
        rounds.add_incoming(next, on);
        builder.branch(body);
        builder.position_at_end(stay);
        if follow {
            // The room holds the tangents: what has none need not have settled.
            self.has_settled(lanes, states);
        }
    }
}
