//! Loops that do not count: `scf.while`, with the question where the program has it.

use crate::flow::{Arms, Arrival, Frame};
use crate::lift::{Bound, Int, Lift};
use crate::loops::{Kind, results};
use crate::poly::Poly;
use crate::request::Refusal;
use zymase_llvm::{Block, Value};

impl Lift {
    /// A loop that is left only at its header: `scf.while` with the question in `before` and the body in `after`.
    pub fn asking_loop(&mut self, index: usize, exit: (Block, Block)) -> Result<(), Refusal> {
        let header = self.loops[index].header;
        let parts = self.while_header(index)?;
        let base = self.writer.fresh();
        let line = self.writer.source;
        let mut kinds = parts.kinds.clone();
        self.open();
        let arguments = self.bind_arguments(&parts, None)?;
        let mut forwarded = Vec::new();
        for instruction in header.instructions() {
            self.instruction(instruction)?;
            let reads = instruction.may_read() || instruction.may_write();
            let escapes = instruction.users().iter().any(|user| user.block() != Some(header));
            if reads && escapes && !instruction.ty().is_void() && !instruction.ty().is_pointer() {
                forwarded.push(instruction);
            }
        }
        let Some(terminator) = header.terminator() else { return Err(Refusal::new("a block without an end")) };
        let mut condition = self.plain(terminator.condition())?;
        let goes_on = terminator.successors().into_iter().find(|to| *to != exit.1).unwrap_or(header);
        if terminator.successors()[0] == exit.1 {
            let yes = self.condition_constant(true);
            condition = self.writer.pure(&format!("arith.xori {condition}, {yes} : i1"));
        }
        let mut names = arguments.clone();
        for value in &forwarded {
            let bound = self.bound(*value)?;
            let kind = self.kind(*value)?;
            names.push(self.of_kind(&bound, &kind)?);
            kinds.push(kind);
        }
        let types: Vec<String> = kinds.iter().map(Kind::text).collect();
        self.writer.effect(condition_line(&condition, &names, &types));
        let before = self.close();
        self.open();
        let mut inner: Vec<String> = Vec::new();
        for _ in &kinds {
            inner.push(self.writer.named("a"));
        }
        self.bind_arguments(&parts, Some(&inner))?;
        for (value, number) in forwarded.iter().zip(parts.kinds.len()..) {
            let bound = self.bound_of_kind(inner[number].clone(), &kinds[number]);
            self.environment.bind(*value, bound);
        }
        self.again(None, header, &forwarded)?;
        let next = self.body(&parts, goes_on, header, &inner)?;
        let carried: Vec<String> = parts.kinds.iter().map(Kind::text).collect();
        self.writer.effect(yield_line(&next, &carried));
        let after = self.close();
        self.writer.source = line;
        self.write_while(&base, &parts, &arguments, (&inner, &types), before, after);
        let results = results(&base, kinds.len());
        self.bind_arguments(&parts, Some(&results))?;
        for (value, number) in forwarded.iter().zip(parts.kinds.len()..) {
            let bound = self.bound_of_kind(results[number].clone(), &kinds[number]);
            self.environment.bind(*value, bound);
        }
        self.again(Some(index), header, &forwarded)
    }

    /// The body of a loop from behind its header to the next iteration.
    fn body(
        &mut self,
        parts: &While,
        from: Block,
        header: Block,
        arguments: &[String],
    ) -> Result<Vec<String>, Refusal> {
        let index = parts.index;
        let flow = self.flow(Some(index));
        let phis = parts.phis.clone();
        let finish = move |lift: &mut Lift, from: Option<Block>, _: Block| {
            let next = |phi: &Value| from.and_then(|from| phi.incoming_for(from)).unwrap_or(*phi);
            phis.iter().map(next).map(|value| lift.bound(value)).collect::<Result<Vec<_>, _>>()
        };
        let frame = Frame { flow: &flow, own: Some(index), forced: None, finish: &finish };
        let values = match self.run(&frame, Some(header), from, None, false)? {
            Arrival::End(values) => values,
            Arrival::At { from, to } => finish(self, from, to)?,
        };
        let mut names = Vec::new();
        for (bound, kind) in values.iter().zip(&parts.kinds) {
            names.push(self.of_kind(bound, kind)?);
        }
        if !parts.swapped.is_empty() {
            let next = self.next_turn(&arguments[parts.phis.len()], &parts.swapped);
            names.push(self.name_of(&next));
        }
        Ok(names)
    }

    /// What a loop that does not count carries.
    fn while_header(&mut self, index: usize) -> Result<While, Refusal> {
        let header = self.header(index, false, 1)?;
        let (phis, mut kinds): (Vec<Value>, Vec<Kind>) = header.carried.into_iter().unzip();
        let mut inits = Vec::new();
        for (phi, kind) in phis.iter().zip(&kinds) {
            let bound = self.initial(index, *phi)?;
            inits.push(self.of_kind(&bound, kind)?);
        }
        // Which pointer is where is a number that is carried.
        if !header.swapped.is_empty() {
            kinds.push(Kind::Int(32));
            inits.push(self.typed_constant(0, 32));
        }
        Ok(While { index, phis, kinds, inits, swapped: header.swapped })
    }

    /// Binds the phis to names: these, or new ones.
    fn bind_arguments(&mut self, parts: &While, names: Option<&[String]>) -> Result<Vec<String>, Refusal> {
        let mut used = Vec::new();
        for (number, (phi, kind)) in parts.phis.iter().zip(&parts.kinds).enumerate() {
            let name = match names {
                Some(names) => names[number].clone(),
                None => self.argument_name(*phi),
            };
            let bound = self.bound_of_kind(name.clone(), kind);
            self.environment.bind(*phi, bound);
            used.push(name);
        }
        if !parts.swapped.is_empty() {
            let name = match names {
                Some(names) => names[parts.phis.len()].clone(),
                None => self.writer.named("turn"),
            };
            let is_turn = |lift: &mut Lift, turn: usize| {
                let number = lift.typed_constant(turn as i64, 32);
                lift.writer.pure(&format!("arith.cmpi eq, {name}, {number} : i32"))
            };
            self.bind_arrangement(parts.index, &parts.swapped, &is_turn)?;
            used.push(name);
        }
        Ok(used)
    }

    fn write_while(
        &mut self,
        base: &str,
        parts: &While,
        arguments: &[String],
        (inner, types): (&[String], &[String]),
        before: crate::writer::Region,
        after: crate::writer::Region,
    ) {
        let pairs: Vec<String> =
            arguments.iter().zip(&parts.inits).map(|(name, init)| format!("{name} = {init}")).collect();
        let carried: Vec<String> = parts.kinds.iter().map(Kind::text).collect();
        let result = match types.len() {
            0 => String::new(),
            1 => format!("{base} = "),
            count => format!("{base}:{count} = "),
        };
        let operands = if pairs.is_empty() { String::new() } else { format!(" ({})", pairs.join(", ")) };
        self.writer.effect(format!(
            "{result}scf.while{operands} : ({}) -> ({}) {{",
            carried.join(", "),
            types.join(", ")
        ));
        self.writer.append(before);
        self.writer.effect("} do {");
        if !inner.is_empty() {
            let arguments: Vec<String> = inner.iter().zip(types).map(|(name, ty)| format!("{name}: {ty}")).collect();
            self.writer.effect(format!("^bb0({}):", arguments.join(", ")));
        }
        self.writer.append(after);
        self.writer.effect("}");
    }

    /// Any other loop: the whole iteration is in `before`, which ends with the question whether there is another.
    pub fn free_loop(&mut self, index: usize, exits: &[(Block, Block)]) -> Result<Arms, Refusal> {
        let header = self.loops[index].header;
        let parts = self.while_header(index)?;
        let mut targets: Vec<Block> = Vec::new();
        exits.iter().for_each(|(_, to)| {
            if !targets.contains(to) {
                targets.push(*to)
            }
        });
        let out = self.used_outside(&targets)?;
        let base = self.writer.fresh();
        let line = self.writer.source;
        self.open();
        let arguments = self.bind_arguments(&parts, None)?;
        let flow = self.flow(Some(index));
        let leaving = Leaving {
            header,
            phis: &parts.phis,
            turn: arguments.get(parts.phis.len()).map(|turn| (turn.clone(), parts.swapped.as_slice())),
            out: &out,
            targets: &targets,
        };
        let finish = |lift: &mut Lift, from: Option<Block>, to: Block| lift.outcome(&leaving, from, to);
        let frame = Frame { flow: &flow, own: Some(index), forced: None, finish: &finish };
        let values = match self.run(&frame, None, header, None, true)? {
            Arrival::End(values) => values,
            Arrival::At { from, to } => finish(self, from, to)?,
        };
        let mut kinds = vec![Kind::Int(32)];
        kinds.extend(parts.kinds.iter().cloned().chain(out.iter().map(|(_, kind)| kind.clone())));
        let mut names = Vec::new();
        for (bound, kind) in values[1..].iter().zip(&kinds) {
            names.push(self.of_kind(bound, kind)?);
        }
        let several = targets.len() > 1;
        let skipped = usize::from(!several);
        let types: Vec<String> = kinds.iter().skip(skipped).map(Kind::text).collect();
        let Bound::Plain { name: condition, .. } = &values[0] else {
            return Err(Refusal::new("a loop without a question"));
        };
        self.writer.effect(condition_line(condition, &names[skipped..], &types));
        let before = self.close();
        self.writer.open();
        let inner: Vec<String> = types.iter().map(|_| self.writer.named("a")).collect();
        let first = usize::from(several);
        let carried: Vec<String> = parts.kinds.iter().map(Kind::text).collect();
        self.writer.effect(yield_line(&inner[first..first + carried.len()], &carried));
        let after = self.writer.close();
        self.writer.source = line;
        self.write_while(&base, &parts, &arguments, (&inner, &types), before, after);
        let results = results(&base, types.len());
        for ((phi, kind), name) in out.iter().zip(&results[first + carried.len()..]) {
            let bound = self.bound_of_kind(name.clone(), kind);
            self.environment.bind(*phi, bound);
        }
        Ok(self.ways_by_number(&results, targets))
    }

    fn used_outside(&mut self, targets: &[Block]) -> Result<Vec<(Value, Kind)>, Refusal> {
        let phis = targets.iter().flat_map(|target| target.phis());
        phis.map(|phi| Ok((phi, self.kind(phi)?))).collect()
    }

    /// The ways on from a loop, by the number that says where it was left.
    fn ways_by_number(&mut self, results: &[String], targets: Vec<Block>) -> Arms {
        let mut conditions = Vec::new();
        for number in 0..targets.len() - 1 {
            let constant = self.typed_constant(number as i64, 32);
            conditions.push((self.writer.pure(&format!("arith.cmpi eq, {}, {constant} : i32", results[0])), None));
        }
        Arms { conditions, ways: targets.into_iter().map(|to| (None, to)).collect() }
    }

    /// What an iteration hands on: whether there is another one, where the loop is left, what is carried, and what is used outside.
    fn outcome(&mut self, leaving: &Leaving, from: Option<Block>, to: Block) -> Result<Vec<Bound>, Refusal> {
        let goes_on = to == leaving.header;
        let number = leaving.targets.iter().position(|target| *target == to).unwrap_or(0) as i64;
        let condition = self.condition_constant(goes_on);
        let mut values = vec![Bound::Plain { name: condition, ty: "i1" }];
        values.push(Bound::Int(Int { name: None, poly: Some(Poly::constant(number)), bits: 32 }));
        let through = |phi: &Value| from.and_then(|from| phi.incoming_for(from)).unwrap_or(*phi);
        for phi in leaving.phis {
            values.push(self.bound(if goes_on { through(phi) } else { *phi })?);
        }
        if let Some((turn, swapped)) = &leaving.turn {
            let now = Bound::Int(Int { name: Some(turn.clone()), poly: None, bits: 32 });
            values.push(if goes_on { self.next_turn(turn, swapped) } else { now });
        }
        for (phi, _) in leaving.out {
            let value = if phi.block() == Some(to) { self.bound(through(phi))? } else { self.nothing(phi.ty())? };
            values.push(value);
        }
        Ok(values)
    }
}

/// What is known of a loop whose iterations end in several ways.
struct Leaving<'l> {
    header: Block,
    phis: &'l [Value],
    /// Which arrangement holds, of pointers that change places.
    turn: Option<(String, &'l [(Value, Value)])>,
    /// What is used outside.
    out: &'l [(Value, Kind)],
    targets: &'l [Block],
}

/// What a loop that does not count carries, with what it is at first.
struct While {
    index: usize,
    phis: Vec<Value>,
    kinds: Vec<Kind>,
    inits: Vec<String>,
    /// Pointers that change places. Which arrangement holds is carried behind the phis.
    swapped: Vec<(Value, Value)>,
}

fn condition_line(condition: &str, names: &[String], types: &[String]) -> String {
    if names.is_empty() {
        return format!("scf.condition({condition})");
    }
    format!("scf.condition({condition}) {} : {}", names.join(", "), types.join(", "))
}

fn yield_line(names: &[String], types: &[String]) -> String {
    if names.is_empty() {
        return "scf.yield".to_owned();
    }
    format!("scf.yield {} : {}", names.join(", "), types.join(", "))
}
