//! Makes one pass through a loop a function, and the loop a call.
//!
//! The step is `i32 step(carried, outs, …)`: `carried` holds what the header phis are, and the numbers from before the loop;
//! `outs` what the program reads after the loop; pointers and integers from before it follow. It returns 0 when the loop
//! goes on, else the number of the exit that was taken.
//!
//! Numbers that do not change are carried too, and stored again by every step, so that their adjoints go from step to
//! step like those of the others: contributions are summed in the order in which a plain reverse loop would sum them. Not so in a loop
//! that ends at a fixed point, whose state they are no part of: there they have a record of their own.

use super::accesses::Region;
use super::{Fixed, Piece, PieceUse, extents, fixed};
use crate::parts::{Body, Record, is_alone, is_made_here, is_said_apart, own_function, retarget};
use std::collections::HashSet;
use zymase_analysis::marks;
use zymase_llvm::{Analyses, Block, Builder, Function, IntPredicate, Opcode, Type, Value};

/// What leaves the loop: by which exit block, and what its phis are.
struct Exit {
    block: Block,
    phis: Vec<Value>,
    /// Where each is left.
    places: Vec<Place>,
}

/// Where a value that leaves the loop is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    /// A field of what leaves.
    Outs(usize),
    /// What the next step would start with: a field of what is carried.
    Next(usize),
    /// What the last step started with.
    Carried(usize),
}

/// A loop that is taken out of its function, and what goes in and out.
pub struct Cut {
    function: Function,
    preheader: Block,
    header: Block,
    latch: Block,
    blocks: Vec<Block>,
    /// Stack objects that only live during a step.
    own: Vec<Value>,
    phis: Vec<Value>,
    /// Numbers from before the loop, which are carried; what else comes from there.
    numbers: Vec<Value>,
    others: Vec<Value>,
    exits: Vec<Exit>,
    carried: Option<Record>,
    outs: Option<Record>,
    /// Numbers from before a loop that ends at a fixed point.
    given: Option<Record>,
    is_fixed: bool,
    /// Are steps told which objects do not overlap?
    step_objects: bool,
}

/// The arguments of the call that the loop becomes.
pub struct Arguments {
    values: Vec<Value>,
    /// How many of them the step takes too; the states and the number of steps follow.
    pub of_step: usize,
    pub pieces: Vec<Piece>,
    /// Where the bytes of a step are.
    pub bytes: usize,
    /// Where memory of unknown extent is that steps read; none when it is not among what they take.
    pub unknown: Option<Vec<usize>>,
    /// May they read anything?
    pub anywhere: bool,
}

fn types(values: &[Value]) -> Vec<Type> {
    values.iter().map(|value| value.ty()).collect()
}

impl Cut {
    pub fn new(
        function: Function,
        region: &Region,
        [preheader, header, latch]: [Block; 3],
        own: Vec<Value>,
        exits: Vec<Block>,
        is_fixed: bool,
        step_objects: bool,
    ) -> Cut {
        let mut first = 0;
        let exit = |block: Block| {
            let phis = block.phis();
            let places = if is_fixed { state_behind(&phis, header, latch) } else { vec![None; phis.len()] };
            let places = places.into_iter().zip(first..).map(|(place, field)| place.unwrap_or(Place::Outs(field)));
            let places = places.collect();
            first += phis.len();
            Exit { block, phis, places }
        };
        let exits: Vec<Exit> = exits.into_iter().map(exit).collect();
        let outside = live_ins(region, &own, &exits);
        let (numbers, others) = outside.into_iter().partition(|v| v.ty().contains_float());
        let (blocks, phis) = (region.blocks.to_vec(), header.phis());
        let [carried, outs, given] = [None, None, None];
        Cut {
            function,
            preheader,
            header,
            latch,
            blocks,
            own,
            phis,
            numbers,
            others,
            exits,
            carried,
            outs,
            given,
            is_fixed,
            step_objects,
        }
    }

    /// Makes the records, and stores what the first step starts with.
    pub fn fill_records(&mut self, before: &Builder) {
        let of_phi = |phi: &Value| phi.incoming_for(self.preheader).expect("a header phi has a value from before");
        let mut carried: Vec<Value> = self.phis.iter().map(of_phi).collect();
        let mut given = self.numbers.clone();
        if !self.is_fixed {
            carried.append(&mut given);
        }
        let left: Vec<Value> = self.exits.iter().flat_map(|exit| exit.phis.iter().copied()).collect();
        self.carried = Record::new(self.function, &types(&carried), "zymase.carried");
        self.outs = Record::new(self.function, &types(&left), "zymase.outs");
        self.given = Record::new(self.function, &types(&given), "zymase.given");
        if self.is_fixed {
            self.begin_records(before, &left);
        }
        for (record, values) in [(&self.carried, carried), (&self.given, given)] {
            for (k, value) in values.into_iter().enumerate() {
                before.store(value, record.as_ref().expect("a record for its fields").field(before, k));
            }
        }
    }

    /// The records come to life with the loop, whatever it is a part of, and nothing in them is from before.
    fn begin_records(&self, before: &Builder, left: &[Value]) {
        for record in self.records() {
            let start = before.module().intrinsic("llvm.lifetime.start", &[record.place.ty()]);
            before.call(start, &[record.place]);
        }
        for (k, value) in left.iter().enumerate() {
            before
                .store(Value::null(value.ty()), self.outs.as_ref().expect("a record for its fields").field(before, k));
        }
    }

    /// The records that there are.
    fn records(&self) -> impl Iterator<Item = &Record> {
        [&self.carried, &self.outs, &self.given].into_iter().flatten()
    }

    /// The record and field of a number from before the loop.
    fn place_of_number<'a>(
        &self,
        carried: Option<&'a Record>,
        given: Option<&'a Record>,
        k: usize,
    ) -> (&'a Record, usize) {
        let (record, field) = if self.is_fixed { (given, k) } else { (carried, self.phis.len() + k) };
        (record.expect("a number is carried, or given"), field)
    }

    /// The numbers in the record of what is carried in registers.
    fn carried_numbers(&self) -> Option<Vec<(u64, Type)>> {
        let ty = self.carried.as_ref()?.ty;
        let module = self.function.module();
        let place = |(k, field): (usize, Type)| (module.field_offset(ty, k as u32), field);
        let fields =
            ty.struct_elements().into_iter().enumerate().filter(|(_, field)| field.contains_float()).map(place);
        Some(fields.collect())
    }

    /// Where the record has something else than numbers.
    fn carried_others(&self) -> Vec<u64> {
        let Some(record) = &self.carried else { return Vec::new() };
        let fields = record.ty.struct_elements().into_iter().enumerate().filter(|(_, field)| !field.contains_float());
        fields.map(|(k, _)| self.function.module().field_offset(record.ty, k as u32)).collect()
    }

    /// What the loop is called with: first everything that the step takes.
    pub fn arguments(&self, counts: [Value; 2], memory: &extents::Memory, bytes: Option<Value>) -> Arguments {
        let module = self.function.module();
        let mut values: Vec<Value> =
            self.records().map(|record| record.place).chain(self.others.iter().copied()).collect();
        let of_step = values.len();
        values.extend(counts);
        let mut pieces = Vec::new();
        let mut add = |kind: PieceUse, start: Value, bytes: Value| {
            let constant = bytes.as_integer().and_then(|bytes| u64::try_from(bytes).ok());
            pieces.push(Piece { kind, start: values.len(), bytes: values.len() + 1, constant });
            values.extend([start, bytes]);
        };
        if let Some(record) = &self.carried {
            let bytes = module.allocation_size(record.ty) as i64;
            add(PieceUse::State, record.place, Value::integer(module.integer_type(64), bytes));
        }
        if let Some(record) = &self.given {
            let bytes = module.allocation_size(record.ty) as i64;
            add(PieceUse::Input, record.place, Value::integer(module.integer_type(64), bytes));
        }
        memory.pieces.iter().for_each(|piece| add(piece.kind, piece.start, piece.bytes));
        let bytes_at = values.len();
        values.extend(bytes);
        let unknown = unknown_reads(memory, &values[..of_step]);
        let anywhere = memory.anywhere || unknown.is_none();
        Arguments { values, of_step, pieces, bytes: bytes_at, unknown, anywhere }
    }

    /// A function of a part of the arguments, named after what it is to the loop.
    fn declare(&self, what: &str, arguments: &[Value]) -> Function {
        let ty = Type::function(self.function.module().integer_type(32), &types(arguments), false);
        let name = self.function.name();
        let name = name.strip_prefix("zymase.prepared.").unwrap_or(&name);
        own_function(self.function, &format!("zymase.prepared.{what}.{name}"), ty)
    }

    /// The functions of a step and of the loop. The blocks of the loop go over to the step.
    pub fn write(&self, arguments: &Arguments) -> [Function; 2] {
        let given = &arguments.values[..arguments.of_step];
        let step = self.declare("step", given);
        self.keep_apart(step, given);
        if self.step_objects && !self.is_fixed {
            // A state is brought back before anything looks at it again.
            step.add_string_attribute(marks::DISCARDS_STATE, "");
        }
        let whole = self.declare("loop", &arguments.values);
        whole.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::CHECKPOINTED_LOOP);
        if arguments.anywhere {
            whole.add_string_attribute(marks::READS_ANYWHERE, "");
        }
        self.write_step(step);
        write_loop(whole, step);
        if self.is_fixed && !arguments.anywhere && !uses_variables(step) {
            whole.set_touches_only_arguments();
        }
        [step, whole]
    }

    /// The loop with nothing but the arguments of a step.
    pub fn write_plain(&self, step: Function) -> Function {
        let plain = self.declare("plain", &step.parameters());
        write_loop(plain, step);
        plain
    }

    /// The step that goes on where the loop would end, and what is wrong with it.
    pub fn write_again(&self, step: Function, arguments: &Arguments) -> (Fixed, Result<(), String>) {
        let given = &arguments.values[..arguments.of_step];
        let again = self.declare("again", given);
        self.keep_apart(again, given);
        let result = fixed::write_again(step, again, &self.carried_others());
        let record = self.carried_numbers().map(|numbers| (0, numbers));
        (Fixed { again, accuracy: arguments.of_step, record }, result)
    }

    /// Says which parameters of the step are the only ones to point into their objects: the records, objects that the function has
    /// made, and parameters of the function of which that is said there.
    fn keep_apart(&self, step: Function, arguments: &[Value]) {
        let records = self.records().count();
        for (k, argument) in arguments.iter().enumerate().filter(|(_, a)| a.ty().is_pointer()) {
            let is_said = || is_said_apart(self.function, *argument) && is_alone(*argument, arguments);
            if k < records || is_said() || self.step_objects && is_made_here(*argument, arguments) {
                step.add_parameter_attribute(k, "noalias");
            }
        }
    }

    /// Of those, the ones that lead to objects of the function: their shadows are the function's too.
    pub fn own_objects(&self, step: Function, arguments: &Arguments) -> Vec<usize> {
        let is_own = |k: &usize| {
            step.parameter_has_attribute(*k, "noalias") && !is_said_apart(self.function, arguments.values[*k])
        };
        (0..arguments.of_step).filter(|k| self.step_objects && is_own(k)).collect()
    }

    fn write_step(&self, step: Function) {
        let mut body = Body::take(step, &self.blocks, &self.own);
        let mut parameters = step.parameters().into_iter();
        let mut inside = |record: &Option<Record>| {
            let record = record.as_ref()?;
            Some(Record { ty: record.ty, place: parameters.next().expect("a parameter for each record") })
        };
        let (carried, outs, given) = (inside(&self.carried), inside(&self.outs), inside(&self.given));
        self.others.iter().zip(parameters).for_each(|(other, parameter)| body.replace(*other, parameter));
        let carried = carried.as_ref();
        for (k, number) in self.numbers.iter().enumerate() {
            let (record, field) = self.place_of_number(carried, given.as_ref(), k);
            body.read(*number, record, field);
        }
        body.settle();
        self.write_back_edge(&mut body, carried);
        for (number, exit) in (1..).zip(&self.exits) {
            self.write_exit(&body, exit, number, carried, outs.as_ref());
        }
        body.top.branch(self.header);
    }

    /// Carries numbers on that do not change. Not the loaded value itself: storing that again is nothing, to the optimiser.
    fn carry_on(&self, body: &Body, builder: &Builder, carried: Option<&Record>) {
        if self.is_fixed {
            return;
        }
        for (k, number) in (self.phis.len()..).zip(&self.numbers) {
            let value = builder.freeze(body.inside(*number));
            builder.store(value, carried.expect("a number is carried").field(builder, k));
        }
    }

    /// The back edge stores what comes next.
    fn write_back_edge(&self, body: &mut Body, carried: Option<&Record>) {
        let again = body.step.append_block("again");
        let next = Builder::at_end(again);
        for (k, phi) in self.phis.iter().enumerate() {
            let value = phi.incoming_for(self.latch).expect("a header phi has a value from the latch");
            next.store(value, carried.expect("a phi is carried").field(&next, k));
        }
        for (k, phi) in self.phis.iter().enumerate() {
            let value = body.top.load(phi.ty(), carried.expect("a phi is carried").field(&body.top, k));
            phi.replace_all_uses_with(value);
            phi.erase_instruction();
        }
        self.carry_on(body, &next, carried);
        next.ret(Some(Value::integer(body.step.return_type(), 0)));
        retarget(self.latch, self.header, again);
    }

    /// An exit stores what is used after the loop.
    fn write_exit(&self, body: &Body, exit: &Exit, number: i64, carried: Option<&Record>, outs: Option<&Record>) {
        for block in self.blocks.iter().filter(|block| block.successors().contains(&exit.block)) {
            let leave = body.step.append_block("leave");
            let builder = Builder::at_end(leave);
            for (phi, place) in exit.phis.iter().zip(&exit.places) {
                let value = phi.incoming_for(*block).expect("an exit has a value for each edge");
                let (record, field) = match place {
                    Place::Outs(field) => (outs, *field),
                    Place::Next(field) => (carried, *field),
                    Place::Carried(_) => continue,
                };
                builder.store(body.inside(value), record.expect("a phi has a field").field(&builder, field));
            }
            self.carry_on(body, &builder, carried);
            builder.ret(Some(Value::integer(body.step.return_type(), number)));
            retarget(*block, exit.block, leave);
        }
    }

    /// In the function: the call, and from there to the exit that was taken.
    pub fn leave_call(&self, before: &Builder, whole: Function, arguments: &Arguments) {
        let way = before.call(whole, &arguments.values);
        for exit in &self.exits {
            for (phi, place) in exit.phis.iter().zip(&exit.places) {
                let (record, field) = match place {
                    Place::Outs(field) => (&self.outs, *field),
                    Place::Next(field) | Place::Carried(field) => (&self.carried, *field),
                };
                let record = record.as_ref().expect("a phi has a field");
                let builder = Builder::before(exit.block.first_non_phi().expect("a terminator"));
                let value = builder.load(phi.ty(), record.field(&builder, field));
                phi.replace_all_uses_with(value);
            }
            exit.phis.iter().for_each(|phi| phi.erase_instruction());
        }
        let further: Vec<(i64, Block)> = (1..).zip(self.exits.iter().map(|exit| exit.block)).skip(1).collect();
        match self.exits.first() {
            Some(exit) if further.is_empty() => before.branch(exit.block),
            Some(exit) => before.switch(way, exit.block, &further),
            None => before.unreachable(),
        };
        self.preheader.terminator().expect("the old branch comes last").erase_instruction();
        if let ([exit], Some(record), false) = (&self.exits[..], &self.carried, self.is_fixed) {
            use_carried_after(self.function, exit.block, record, &self.numbers, self.phis.len());
        }
    }
}

/// Does a function, or what it calls, name global variables that are not constant?
fn uses_variables(function: Function) -> bool {
    let mut work = vec![function.value()];
    let mut seen: HashSet<Value> = work.iter().copied().collect();
    while let Some(value) = work.pop() {
        if value.is_global_variable() && !value.is_constant_global() {
            return true;
        }
        let operands: Vec<Value> = match value.as_function() {
            Some(function) => function.instructions().into_iter().flat_map(|i| i.operands()).collect(),
            None => value.operands(),
        };
        work.extend(operands.into_iter().filter(|operand| operand.is_constant() && seen.insert(*operand)));
    }
    false
}

/// Which of the phis behind an exit are the state: what the next step would start with, or what the last one did. Read from
/// there, an adjoint is known to be one of the state before the last step is differentiated.
fn state_behind(phis: &[Value], header: Block, latch: Block) -> Vec<Option<Place>> {
    let state = header.phis();
    let single = |phi: &Value| {
        let mut values = phi.incoming().into_iter().map(|(value, _)| value);
        let first = values.next().filter(|value| value.ty().is_float())?;
        values.all(|value| value == first).then_some(first)
    };
    let next = |phi: &Value| {
        let value = single(phi)?;
        state.iter().position(|carried| carried.incoming_for(latch) == Some(value)).map(Place::Next)
    };
    let mut places: Vec<Option<Place>> = phis.iter().map(next).collect();
    for (k, phi) in phis.iter().enumerate() {
        let same = single(phi).and_then(|value| state.iter().position(|carried| *carried == value));
        if let Some(field) = same.filter(|field| !places.contains(&Some(Place::Next(*field)))) {
            places[k] = places[k].or(Some(Place::Carried(field)));
        }
    }
    places
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
        let value = builder.load(number.ty(), record.field(&builder, k));
        for user in later {
            let operands = user.operands().into_iter().enumerate().filter(|(_, operand)| operand == number);
            operands.for_each(|(index, _)| user.set_operand(index, value));
        }
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

/// The loop as the program has it: steps until one leaves.
fn write_loop(whole: Function, step: Function) {
    let entry = whole.append_block("entry");
    let (body, end) = (whole.append_block("step"), whole.append_block("end"));
    Builder::at_end(entry).branch(body);
    let builder = Builder::at_end(body);
    let way = builder.call(step, &whole.parameters()[..step.parameters().len()]);
    let goes_on = builder.icmp(IntPredicate::LLVMIntEQ, way, Value::integer(way.ty(), 0));
    builder.conditional_branch(goes_on, body, end);
    Builder::at_end(end).ret(Some(way));
}
