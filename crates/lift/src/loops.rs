//! Loops: those that count become `scf.for`; others are in `questions`.

use crate::counting::{Bounds, Counted};
use crate::flow::{Arms, Arrival, Frame};
use crate::lift::{Address, Bound, Int, Lift, int_bits, plain_type};
use crate::objects::sources;
use crate::poly::{Poly, Range};
use crate::request::Refusal;
use std::collections::HashMap;
use zymase_llvm::{Block, Opcode, Value};

/// What a loop hands from one iteration to the next, or out of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Plain(&'static str),
    Int(u32),
    /// A pointer into one object: the number of an element.
    Element(usize),
}

impl Kind {
    pub fn text(&self) -> String {
        match self {
            Kind::Plain(ty) => (*ty).to_owned(),
            Kind::Int(bits) => format!("i{bits}"),
            Kind::Element(_) => "index".to_owned(),
        }
    }
}

/// The phis of a loop's header, by how they go on.
pub struct Header {
    /// Those that grow by a constant, in loops that count.
    pub grows: Vec<(Value, i64, Bound)>,
    pub carried: Vec<(Value, Kind)>,
    /// Pointers that change places, with those that they are next.
    pub swapped: Vec<(Value, Value)>,
}

impl Lift {
    /// The kind of what is carried.
    pub fn kind(&mut self, value: Value) -> Result<Kind, Refusal> {
        if let Some(ty) = plain_type(value.ty()) {
            return Ok(Kind::Plain(ty));
        }
        if let Some(bits) = int_bits(value.ty()) {
            return Ok(Kind::Int(bits));
        }
        if value.ty().is_pointer() {
            let objects: Vec<usize> =
                sources(value)?.into_iter().filter_map(|source| self.by_source.get(&source).copied()).collect();
            return match objects.as_slice() {
                [one] => Ok(Kind::Element(*one)),
                _ => Err(Refusal::at(value, "a pointer that means one of several arrays is carried by a loop")),
            };
        }
        Err(Refusal::at(value, format!("a value of type {} is carried by a loop", value.ty())))
    }

    /// The name of a bound as a value of its kind.
    pub fn of_kind(&mut self, bound: &Bound, kind: &Kind) -> Result<String, Refusal> {
        match (bound, kind) {
            (Bound::Address(Address::In { object, offset }), Kind::Element(wanted)) if object == wanted => {
                match offset.divided_by(self.objects[*object].bytes) {
                    Some(element) => Ok(self.index(&element)),
                    None => Err(Refusal::new("a pointer to no element of its array is carried by a loop")),
                }
            }
            (Bound::Address(Address::Nowhere), Kind::Element(_)) => Ok(self.index_constant(0)),
            (Bound::Address(_), _) => {
                Err(Refusal::new("a pointer that means one of several arrays is carried by a loop"))
            }
            _ => Ok(self.name_of(bound)),
        }
    }

    pub fn bound_of_kind(&mut self, name: String, kind: &Kind) -> Bound {
        match kind {
            Kind::Plain(ty) => Bound::Plain { name, ty },
            Kind::Int(bits) => Bound::Int(Int { name: Some(name), poly: None, bits: *bits }),
            Kind::Element(object) => {
                let symbol = self.symbols.of(&name, Range::ALL, true);
                let offset = Poly::symbol(symbol).times_constant(self.objects[*object].bytes);
                Bound::Address(Address::In { object: *object, offset })
            }
        }
    }

    /// Writes a loop; the ways on from it. What its exits need is bound.
    pub fn loop_at(&mut self, index: usize) -> Result<Arms, Refusal> {
        let header = self.loops[index].header;
        let place = header.terminator().unwrap_or_else(|| header.instructions()[0]);
        let (Some(_), Some(latch)) = (self.loops[index].preheader, self.loops[index].latch) else {
            return Err(Refusal::at(place, "a loop that can be entered at several places"));
        };
        let exits = self.exits(index);
        if exits.is_empty() {
            return Err(Refusal::at(place, "a loop without an end"));
        }
        if let Some(counted) = self.counted(index, &exits)
            && let Some(bounds) = self.bounds(index, &counted)?
        {
            self.counted_loop(index, &counted, bounds, exits[0])?;
            return Ok(Arms { conditions: Vec::new(), ways: vec![(Some(exits[0].0), exits[0].1)] });
        }
        if exits.iter().all(|(exiting, _)| *exiting == header) && header != latch && exits.len() == 1 {
            self.asking_loop(index, exits[0])?;
            return Ok(Arms { conditions: Vec::new(), ways: vec![(Some(header), exits[0].1)] });
        }
        self.free_loop(index, &exits)
    }

    /// Sorts the phis of a header. In a loop that counts, what grows evenly is not carried.
    pub fn header(&mut self, index: usize, counts: bool, by: i64) -> Result<Header, Refusal> {
        let (Some(preheader), Some(latch)) = (self.loops[index].preheader, self.loops[index].latch) else {
            return Err(Refusal::new("a loop that can be entered at several places"));
        };
        let mut found = Header { grows: Vec::new(), carried: Vec::new(), swapped: Vec::new() };
        let phis = self.loops[index].header.phis();
        for phi in phis.iter().copied() {
            let next = phi.incoming_for(latch).unwrap_or(phi);
            if let Some(growth) = self.growth(index, phi).filter(|growth| counts && growth % by == 0) {
                let initial = self.bound(phi.incoming_for(preheader).unwrap_or(phi))?;
                found.grows.push((phi, growth, initial));
            } else if phi.ty().is_pointer() && next != phi && phis.contains(&next) && self.kind(phi).is_err() {
                found.swapped.push((phi, next));
            } else {
                let kind = self.kind(phi)?;
                found.carried.push((phi, kind));
            }
        }
        let closed = found.swapped.iter().all(|(_, next)| found.swapped.iter().any(|(phi, _)| phi == next));
        if !closed {
            let place = found.swapped[0].0;
            return Err(Refusal::at(place, "pointers change in a loop, but not by changing places"));
        }
        Ok(found)
    }

    pub fn initial(&mut self, index: usize, phi: Value) -> Result<Bound, Refusal> {
        let preheader = self.loops[index].preheader;
        self.bound(preheader.and_then(|preheader| phi.incoming_for(preheader)).unwrap_or(phi))
    }

    /// A name for an argument of a region.
    pub fn argument_name(&mut self, value: Value) -> String {
        let name = value.name();
        let stem = name.split('.').next().unwrap_or_default();
        self.writer.named(if stem.is_empty() { "v" } else { stem })
    }

    fn counted_loop(
        &mut self,
        index: usize,
        counted: &Counted,
        bounds: Bounds,
        exit: (Block, Block),
    ) -> Result<(), Refusal> {
        let line = self.writer.source;
        // Everything that grows is computed from the loop's variable, which grows by the step.
        let mut bounds = bounds;
        let phis = self.loops[index].header.phis();
        let uneven = |phi: &Value| self.growth(index, *phi).is_some_and(|growth| growth % bounds.step != 0);
        let by_itself = counted.phi.ty().is_pointer() || phis.iter().any(uneven);
        if by_itself {
            bounds = Bounds { low: Poly::default(), high: self.steps(&bounds), step: 1 };
        }
        let mut header = self.header(index, true, bounds.step)?;
        // The phi that is compared may grow by sums that promise nothing: the comparison keeps it within bounds.
        header.carried.retain(|(phi, _)| *phi != counted.phi);
        if !header.grows.iter().any(|(phi, ..)| *phi == counted.phi) {
            let initial = self.initial(index, counted.phi)?;
            header.grows.push((counted.phi, counted.step, initial));
        }
        let extras = self.extras(index, counted, &header, exit)?;
        let period = period(&header.swapped);
        let mut current = Vec::new();
        for (phi, _) in &header.carried {
            current.push(self.initial(index, *phi)?);
        }
        for (value, _) in &extras {
            current.push(self.nothing(value.ty())?);
        }
        let trips = self.trips(&bounds);
        let mut run = Run { index, counted, bounds: &bounds, header: &header, extras: &extras, line };
        let results = if period == 1 {
            self.for_loop(&mut run, &bounds.low, &bounds.high, 1, current)?
        } else {
            self.several_at_once(&mut run, &trips, period, current)?
        };
        self.writer.source = line;
        self.after_counted(&run, &trips, period, results)
    }

    /// Values of the last iteration that are used after a loop which asks at its end.
    fn extras(
        &mut self,
        index: usize,
        counted: &Counted,
        header: &Header,
        exit: (Block, Block),
    ) -> Result<Vec<(Value, Kind)>, Refusal> {
        if !counted.at_end {
            return Ok(Vec::new());
        }
        let latch = exit.0;
        let mut found: Vec<(Value, Kind)> = Vec::new();
        for value in exit.1.phis().into_iter().filter_map(|phi| phi.incoming_for(latch)) {
            let is_next = header.carried.iter().any(|(phi, _)| phi.incoming_for(latch) == Some(value));
            let grows = header.grows.iter().any(|(phi, ..)| *phi == value);
            if self.is_outside(index, value) || is_next || grows || found.iter().any(|(known, _)| *known == value) {
                continue;
            }
            let kind = self.kind(value)?;
            found.push((value, kind));
        }
        Ok(found)
    }

    /// Binds the phis of a header for one iteration.
    fn bind_header(&mut self, run: &Run, variable: &Poly, turn: usize, current: &[Bound]) -> Result<(), Refusal> {
        for (phi, growth, initial) in &run.header.grows {
            let passed = variable.minus(&run.bounds.low);
            let by = passed.times_constant(growth / run.bounds.step);
            let bound = match initial {
                Bound::Address(address) => Bound::Address(crate::memory::moved(address.clone(), &by)),
                Bound::Int(int) => {
                    let start = self.poly_of(int);
                    Bound::Int(Int { name: None, poly: Some(start.plus(&by)), bits: int.bits })
                }
                _ => return Err(Refusal::at(*phi, "what grows in a loop is no integer")),
            };
            self.environment.bind(*phi, bound);
        }
        for ((phi, _), bound) in run.header.carried.iter().zip(current) {
            self.environment.bind(*phi, bound.clone());
        }
        let addresses = self.turned(run.index, &run.header.swapped, turn)?;
        for ((phi, _), address) in run.header.swapped.iter().zip(addresses) {
            self.environment.bind(*phi, Bound::Address(address));
        }
        Ok(())
    }

    /// Where the pointers that change places point to after so many iterations.
    fn turned(&mut self, index: usize, swapped: &[(Value, Value)], turn: usize) -> Result<Vec<Address>, Refusal> {
        let mut found = Vec::new();
        for (phi, _) in swapped {
            let mut at = *phi;
            for _ in 0..turn {
                at = swapped.iter().find(|(phi, _)| *phi == at).map_or(at, |(_, next)| *next);
            }
            match self.initial(index, at)? {
                Bound::Address(address) => found.push(address),
                _ => return Err(Refusal::at(*phi, "a pointer that is none")),
            }
        }
        Ok(found)
    }

    /// One iteration, from what is carried to what is carried on; written where it stands.
    fn iteration(&mut self, run: &Run, variable: &Poly, turn: usize, current: &[Bound]) -> Result<Vec<Bound>, Refusal> {
        self.environment.open();
        self.bind_header(run, variable, turn, current)?;
        let flow = self.flow(Some(run.index));
        let header = self.loops[run.index].header;
        let latch = self.loops[run.index].latch.unwrap_or(header);
        let exiting = if run.counted.at_end { latch } else { header };
        let goes_on =
            exiting.successors().into_iter().find(|to| self.analyses.loop_contains(run.index, *to)).unwrap_or(header);
        let carried: Vec<Value> = run.header.carried.iter().map(|(phi, _)| *phi).collect();
        let extras: Vec<Value> = run.extras.iter().map(|(value, _)| *value).collect();
        let finish = move |lift: &mut Lift, from: Option<Block>, _: Block| {
            let next = |phi: &Value| from.and_then(|from| phi.incoming_for(from)).unwrap_or(*phi);
            let values = carried.iter().map(next).chain(extras.iter().copied());
            values.map(|value| lift.bound(value)).collect::<Result<Vec<_>, _>>()
        };
        let frame = Frame { flow: &flow, own: Some(run.index), forced: Some((exiting, goes_on)), finish: &finish };
        let values = match self.run(&frame, None, header, None, true)? {
            Arrival::End(values) => values,
            Arrival::At { from, to } => finish(self, from, to)?,
        };
        self.environment.close();
        Ok(values)
    }

    /// `scf.for`, each of whose iterations is `copies` of the loop's.
    fn for_loop(
        &mut self,
        run: &mut Run,
        low: &Poly,
        high: &Poly,
        copies: usize,
        initial: Vec<Bound>,
    ) -> Result<Vec<Bound>, Refusal> {
        let (values, kinds) = run.carried();
        let mut inits = Vec::new();
        for (bound, kind) in initial.iter().zip(&kinds) {
            inits.push(self.of_kind(bound, kind)?);
        }
        self.writer.source = run.line;
        let step = run.bounds.step * copies as i64;
        let range = self.range_of_variable(low, high, step);
        let (from, to, by) = (self.index(low), self.index(high), self.index_constant(step));
        let variable = self.argument_name(run.counted.phi);
        let symbol = self.symbols.of(&variable, range, true);
        let arguments: Vec<String> = values.into_iter().map(|value| self.argument_name(value)).collect();
        let base = self.writer.fresh();
        let types: Vec<String> = kinds.iter().map(Kind::text).collect();
        let mut head = format!("scf.for {variable} = {from} to {to} step {by}");
        if !kinds.is_empty() {
            let pairs: Vec<String> =
                arguments.iter().zip(&inits).map(|(name, init)| format!("{name} = {init}")).collect();
            let result = if kinds.len() == 1 { base.clone() } else { format!("{base}:{}", kinds.len()) };
            head = format!("{result} = {head} iter_args({}) -> ({})", pairs.join(", "), types.join(", "));
        }
        self.writer.effect(format!("{head} {{"));
        self.open();
        let mut current: Vec<Bound> =
            arguments.iter().zip(&kinds).map(|(name, kind)| self.bound_of_kind(name.clone(), kind)).collect();
        for turn in 0..copies {
            let at = Poly::symbol(symbol).plus_constant(run.bounds.step * turn as i64);
            current = self.iteration(run, &at, turn, &current)?;
        }
        let mut names = Vec::new();
        for (bound, kind) in current.iter().zip(&kinds) {
            names.push(self.of_kind(bound, kind)?);
        }
        if !kinds.is_empty() {
            self.writer.effect(format!("scf.yield {} : {}", names.join(", "), types.join(", ")));
        }
        let region = self.close();
        self.writer.append(region);
        let mark = self.marks.get(&self.loops[run.index].header).filter(|_| copies == 1);
        self.writer.effect(mark.map_or("}".to_owned(), |mark| format!("}} {{{mark}}}")));
        let names = results(&base, kinds.len());
        Ok(names.into_iter().zip(&kinds).map(|(name, kind)| self.bound_of_kind(name, kind)).collect())
    }

    fn range_of_variable(&self, low: &Poly, high: &Poly, step: i64) -> Range {
        if let (Some(low), Some(high)) = (low.as_constant(), high.as_constant())
            && high > low
        {
            let most = i128::from(low) + (i128::from(high) - i128::from(low) - 1) / i128::from(step) * i128::from(step);
            return Range::new(low.into(), most);
        }
        let (first, last) = (self.symbols.range_of(low), self.symbols.range_of(high));
        Range::new(first.low, (last.high - 1).max(first.low))
    }

    /// Pointers change places: as many iterations at once as it takes until they are back, then the rest.
    fn several_at_once(
        &mut self,
        run: &mut Run,
        trips: &Poly,
        period: usize,
        initial: Vec<Bound>,
    ) -> Result<Vec<Bound>, Refusal> {
        let size = period as i64;
        if let Some(count) = trips.as_constant() {
            let rest = count % size;
            let middle = run.bounds.low.plus_constant((count - rest) * run.bounds.step);
            let low = run.bounds.low.clone();
            let mut current = if count >= size { self.for_loop(run, &low, &middle, period, initial)? } else { initial };
            for turn in 0..rest {
                let at = middle.plus_constant(turn * run.bounds.step);
                current = self.iteration(run, &at, turn as usize, &current)?;
            }
            return Ok(current);
        }
        let rest = self.rest_of(trips, size);
        let middle = run.bounds.low.plus(&trips.minus(&rest).times_constant(run.bounds.step));
        let low = run.bounds.low.clone();
        let current = self.for_loop(run, &low, &middle, period, initial)?;
        self.rest(run, &middle, &rest, (0, period - 1), current)
    }

    fn rest_of(&mut self, trips: &Poly, size: i64) -> Poly {
        let (trips, by) = (self.index(trips), self.index_constant(size));
        self.native(&format!("arith.remsi {trips}, {by} : index"), Range::new(0, i128::from(size) - 1))
    }

    /// The iterations that are left, each if there are so many.
    fn rest(
        &mut self,
        run: &mut Run,
        middle: &Poly,
        rest: &Poly,
        (turn, most): (usize, usize),
        current: Vec<Bound>,
    ) -> Result<Vec<Bound>, Refusal> {
        if turn == most {
            return Ok(current);
        }
        let (count, number) = (self.index(rest), self.index_constant(turn as i64));
        let condition = self.writer.pure(&format!("arith.cmpi sgt, {count}, {number} : index"));
        self.open();
        let at = middle.plus_constant(turn as i64 * run.bounds.step);
        let next = self.iteration(run, &at, turn, &current)?;
        let next = self.rest(run, middle, rest, (turn + 1, most), next)?;
        let then = self.close();
        self.open();
        let otherwise = self.close();
        self.merge(&condition, (next, then), (current, otherwise))
    }

    /// Binds what is used after a loop that counts.
    fn after_counted(&mut self, run: &Run, trips: &Poly, period: usize, results: Vec<Bound>) -> Result<(), Refusal> {
        let (carried, extras) = results.split_at(run.header.carried.len());
        // The last value of a phi: that of the iteration which was not run any more, or of the last one.
        let passed = if run.counted.at_end { trips.plus_constant(-1) } else { trips.clone() };
        let last = run.bounds.low.plus(&passed.times_constant(run.bounds.step));
        let turns = trips.as_constant().map(|count| (count % period as i64) as usize);
        self.bind_header(run, &last, turns.unwrap_or(0), carried)?;
        if turns.is_none() && period > 1 {
            self.bind_turned(run, trips, period)?;
        }
        for ((value, _), bound) in run.extras.iter().zip(extras) {
            self.environment.bind(*value, bound.clone());
        }
        let header = self.loops[run.index].header;
        if run.counted.at_end {
            let latch = self.loops[run.index].latch.unwrap_or(header);
            for ((phi, _), bound) in run.header.carried.iter().zip(carried) {
                if let Some(next) = phi.incoming_for(latch).filter(|next| !self.is_outside(run.index, *next)) {
                    self.environment.bind(next, bound.clone());
                }
            }
            return Ok(());
        }
        self.again(Some(run.index), header, &[])
    }

    /// Pointers that have changed places a number of times that is not known.
    fn bind_turned(&mut self, run: &Run, trips: &Poly, period: usize) -> Result<(), Refusal> {
        let rest = self.rest_of(trips, period as i64);
        let rest = self.index(&rest);
        let is_turn = |lift: &mut Lift, turn: usize| {
            let number = lift.index_constant(turn as i64);
            lift.writer.pure(&format!("arith.cmpi eq, {rest}, {number} : index"))
        };
        self.bind_arrangement(run.index, &run.header.swapped, &is_turn)
    }

    /// Binds pointers that change places, by a question that says which arrangement holds.
    pub fn bind_arrangement(
        &mut self,
        index: usize,
        swapped: &[(Value, Value)],
        is_turn: &dyn Fn(&mut Lift, usize) -> String,
    ) -> Result<(), Refusal> {
        let period = period(swapped);
        let mut found = self.turned(index, swapped, period - 1)?;
        for turn in (0..period - 1).rev() {
            let condition = is_turn(self, turn);
            let here = self.turned(index, swapped, turn)?;
            let either = |(then, otherwise)| Address::Either {
                condition: condition.clone(),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            };
            found = here.into_iter().zip(found).map(either).collect();
        }
        for ((phi, _), address) in swapped.iter().zip(found) {
            self.environment.bind(*phi, Bound::Address(address));
        }
        Ok(())
    }

    /// The arrangement of the next iteration of a loop that does not count.
    pub fn next_turn(&mut self, turn: &str, swapped: &[(Value, Value)]) -> Bound {
        let (one, count) = (self.typed_constant(1, 32), self.typed_constant(period(swapped) as i64, 32));
        let next = self.writer.pure(&format!("arith.addi {turn}, {one} : i32"));
        let name = self.writer.pure(&format!("arith.remsi {next}, {count} : i32"));
        Bound::Int(Int { name: Some(name), poly: None, bits: 32 })
    }

    /// Computes again what a header computes, if it is used outside of it (and outside of its loop), but for what is `known`.
    pub fn again(&mut self, behind: Option<usize>, header: Block, known: &[Value]) -> Result<(), Refusal> {
        let is_far = |at: Block| at != header && behind.is_none_or(|index| !self.analyses.loop_contains(index, at));
        let escapes = |value: &Value| value.users().iter().any(|user| user.block().is_some_and(is_far));
        let instructions: Vec<Value> = header
            .instructions()
            .into_iter()
            .filter(|at| at.opcode() != Some(Opcode::LLVMPHI) && !at.is_terminator() && !known.contains(at))
            .collect();
        if instructions.iter().any(escapes) {
            for instruction in instructions {
                self.instruction(instruction)?;
            }
        }
        Ok(())
    }
}

/// A loop that counts while it is written.
struct Run<'r> {
    index: usize,
    counted: &'r Counted,
    bounds: &'r Bounds,
    header: &'r Header,
    /// Values of the last iteration that are used afterwards.
    extras: &'r [(Value, Kind)],
    line: u32,
}

impl Run<'_> {
    /// The values that the loop hands on, and their kinds.
    fn carried(&self) -> (Vec<Value>, Vec<Kind>) {
        self.header.carried.iter().chain(self.extras).cloned().unzip()
    }
}

/// Names of the results of an operation.
pub fn results(base: &str, count: usize) -> Vec<String> {
    if count == 1 {
        return vec![base.to_owned()];
    }
    (0..count).map(|number| format!("{base}#{number}")).collect()
}

/// After how many iterations pointers that change places are all back.
fn period(swapped: &[(Value, Value)]) -> usize {
    let next: HashMap<Value, Value> = swapped.iter().copied().collect();
    let mut common = 1;
    for (phi, _) in swapped {
        let (mut at, mut length) = (next[phi], 1);
        while at != *phi && length <= swapped.len() {
            at = next[&at];
            length += 1;
        }
        let (mut a, mut b) = (common, length);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        common = common / a * length;
    }
    common
}
