//! Control flow becomes structured: a region without back edges is run from its entry to its end, and where it branches, an `scf.if` reaches to where
//! its ways meet again.
//!
//! A region is the function, or the body of one loop; loops inside are taken as one step. What several ways share without all of them meeting there
//! is written once for each.

use crate::lift::{Address, Bound, Int, Lift};
use crate::objects::type_text;
use crate::poly::{Poly, Range};
use crate::request::Refusal;
use crate::writer::Region;
use std::collections::HashMap;
use zymase_llvm::{Block, Opcode, Type, Value};

/// Where the ways of a region meet.
pub struct Flow {
    /// For each block, and each inner loop by its header: where all ways from it meet; none for the end of the region.
    joins: HashMap<Block, Option<Block>>,
}

/// Says what a region hands on when it ends by an edge.
type Finish<'f> = dyn Fn(&mut Lift, Option<Block>, Block) -> Result<Vec<Bound>, Refusal> + 'f;

/// What runs: the body of a loop, or the function.
pub struct Frame<'f> {
    pub flow: &'f Flow,
    pub own: Option<usize>,
    /// A block whose branch is known to go on to this one.
    pub forced: Option<(Block, Block)>,
    /// What the region hands on when it ends by an edge.
    pub finish: &'f Finish<'f>,
}

/// How a way ended.
pub enum Arrival {
    /// At an edge; without a source, the phis are bound already.
    At { from: Option<Block>, to: Block },
    /// With what the region hands on.
    End(Vec<Bound>),
}

/// One value that two ways bring.
enum Slot {
    Same(Bound),
    Plain(usize, &'static str),
    Index { result: usize, bits: u32, range: Range },
    Typed(usize, u32),
    Offset { object: usize, result: usize, range: Range },
    Either(Box<Slot>, Box<Slot>),
    Parts(Vec<Slot>),
}

/// Results of an `scf.if`: their types, and what each of the ways has for them.
type Yields = Vec<(String, [String; 2])>;

impl Lift {
    /// What a block is in the region of a loop: itself, or the header of the inner loop it is in; none outside.
    fn place_in(&self, own: Option<usize>, block: Block) -> Option<Block> {
        let mut at = self.analyses.loop_of(block);
        if at == own {
            return Some(block);
        }
        while let Some(index) = at {
            if self.loops[index].parent == own {
                return Some(self.loops[index].header);
            }
            at = self.loops[index].parent;
        }
        None
    }

    /// Where ways lead from a place of a region, the end being none; ways that never return are left out.
    fn ways(&self, own: Option<usize>, place: Block) -> Vec<Option<Block>> {
        let inner = self.analyses.loop_of(place).filter(|index| Some(*index) != own);
        let header = own.map(|index| self.loops[index].header);
        let targets = match inner {
            Some(index) => self.exits(index).into_iter().map(|(_, to)| to).collect(),
            None => place.successors(),
        };
        if targets.is_empty() {
            return vec![None];
        }
        let alive = targets.into_iter().filter(|to| !self.dead.contains(to));
        alive.map(|to| if Some(to) == header { None } else { self.place_in(own, to) }).collect()
    }

    /// The edges that leave a loop, without those to where the program is ended.
    pub fn exits(&self, index: usize) -> Vec<(Block, Block)> {
        let mut found = Vec::new();
        for block in self.blocks.iter().filter(|block| self.analyses.loop_contains(index, **block)) {
            for to in block.successors() {
                if !self.analyses.loop_contains(index, to) && !self.dead.contains(&to) && !found.contains(&(*block, to))
                {
                    found.push((*block, to));
                }
            }
        }
        found
    }

    pub fn flow(&self, own: Option<usize>) -> Flow {
        let mut places: Vec<Block> = Vec::new();
        for block in &self.blocks {
            if let Some(place) = self.place_in(own, *block).filter(|place| !places.contains(place))
                && !self.dead.contains(&place)
            {
                places.push(place);
            }
        }
        let mut flow = Flow { joins: HashMap::new() };
        let mut depths: HashMap<Block, usize> = HashMap::new();
        for place in places.iter().rev() {
            let ways = self.ways(own, *place);
            let mut join = ways.first().copied().flatten();
            for way in ways.into_iter().skip(1) {
                join = common(&flow, &depths, join, way);
            }
            depths.insert(*place, join.map_or(1, |join| depths.get(&join).copied().unwrap_or(0) + 1));
            flow.joins.insert(*place, join);
        }
        flow
    }

    /// Runs a region from a block to `stop`, or to its end.
    pub fn run(
        &mut self,
        frame: &Frame,
        mut from: Option<Block>,
        mut at: Block,
        stop: Option<Block>,
        mut first: bool,
    ) -> Result<Arrival, Refusal> {
        loop {
            let is_header = frame.own.is_some_and(|index| self.loops[index].header == at);
            if !first && (Some(at) == stop || is_header || self.place_in(frame.own, at).is_none()) {
                return Ok(Arrival::At { from, to: at });
            }
            self.bind_phis(from, at)?;
            let inner = self.analyses.loop_of(at).filter(|index| Some(*index) != frame.own);
            first = false;
            if let Some(index) = inner {
                let exits = self.loop_at(index)?;
                match self.after(frame, at, exits)? {
                    Arrival::At { from: source, to } => (from, at) = (source, to),
                    end => return Ok(end),
                }
                continue;
            }
            for instruction in at.instructions() {
                self.instruction(instruction)?;
            }
            let Some(terminator) = at.terminator() else { return Err(Refusal::new("a block without an end")) };
            self.writer.source = terminator.line();
            match terminator.opcode() {
                Some(Opcode::LLVMRet) => return self.returned(terminator).map(Arrival::End),
                Some(Opcode::LLVMBr) => {}
                _ => {
                    let text = "control leaves this line in a way that has no form with loops and branches";
                    return Err(Refusal::at(terminator, text));
                }
            }
            let arms = self.arms(frame, at, terminator)?;
            match self.after(frame, at, arms)? {
                Arrival::At { from: source, to } => (from, at) = (source, to),
                end => return Ok(end),
            }
        }
    }

    fn returned(&mut self, terminator: Value) -> Result<Vec<Bound>, Refusal> {
        terminator.operands().into_iter().map(|value| self.bound(value)).collect()
    }

    /// Binds the phis of a block that is come to by an edge, all at once.
    pub fn bind_phis(&mut self, from: Option<Block>, block: Block) -> Result<(), Refusal> {
        let values = self.phi_values(from, block)?;
        for (phi, value) in block.phis().into_iter().zip(values) {
            self.environment.bind(phi, value);
        }
        Ok(())
    }

    /// What the phis of a block are when it is come to by an edge.
    pub fn phi_values(&mut self, from: Option<Block>, block: Block) -> Result<Vec<Bound>, Refusal> {
        let mut values = Vec::new();
        for phi in block.phis() {
            let value = from.and_then(|from| phi.incoming_for(from)).unwrap_or(phi);
            values.push(self.bound(value)?);
        }
        Ok(values)
    }

    /// Ways from the end of a block: the conditions of all but the last.
    fn arms(&mut self, frame: &Frame, at: Block, terminator: Value) -> Result<Arms, Refusal> {
        let one = |to| Ok(Arms { conditions: Vec::new(), ways: vec![(Some(at), to)] });
        if let Some((_, to)) = frame.forced.filter(|(block, _)| *block == at) {
            return one(to);
        }
        let successors = terminator.successors();
        if !terminator.is_conditional_branch() || successors[0] == successors[1] {
            return one(successors[0]);
        }
        let alive: Vec<Block> = successors.iter().copied().filter(|to| !self.dead.contains(to)).collect();
        if let [to] = alive.as_slice() {
            self.remark(terminator, "the program is taken not to be ended by the check here");
            return one(*to);
        }
        let condition = self.plain(terminator.condition())?;
        match condition.as_str() {
            "%true" => return one(successors[0]),
            "%false" => return one(successors[1]),
            _ => {}
        }
        let conditions = vec![(condition, Some(terminator.condition()))];
        Ok(Arms { conditions, ways: successors.into_iter().map(|to| (Some(at), to)).collect() })
    }

    /// Goes on along one of several ways to where they meet.
    fn after(&mut self, frame: &Frame, at: Block, arms: Arms) -> Result<Arrival, Refusal> {
        if let [(from, to)] = arms.ways.as_slice() {
            return Ok(Arrival::At { from: *from, to: *to });
        }
        let join = frame.flow.joins.get(&at).copied().flatten();
        let types: Vec<Type> = join.map(|join| join.phis().iter().map(|phi| phi.ty()).collect()).unwrap_or_default();
        let values = self.fork(frame, &arms.conditions, &arms.ways, join)?;
        match join {
            None => Ok(Arrival::End(values)),
            Some(to) => {
                debug_assert_eq!(types.len(), values.len());
                for (phi, value) in to.phis().into_iter().zip(values) {
                    self.environment.bind(phi, value);
                }
                Ok(Arrival::At { from: None, to })
            }
        }
    }

    /// One of several ways, as nested `scf.if`; what there is where they meet.
    fn fork(
        &mut self,
        frame: &Frame,
        conditions: &[(String, Option<Value>)],
        ways: &[(Option<Block>, Block)],
        join: Option<Block>,
    ) -> Result<Vec<Bound>, Refusal> {
        let [(condition, value), others @ ..] = conditions else {
            return self.arm(frame, ways[0], join);
        };
        self.size += 1;
        if self.size > MOST_BRANCHES {
            return Err(Refusal::new("the branches of the function would have to be written too many times"));
        }
        let line = self.writer.source;
        self.open();
        let narrowed = value.map(|value| self.narrow(value, true)).unwrap_or_default();
        let then = self.arm(frame, ways[0], join)?;
        self.widen(narrowed);
        let then_region = self.close();
        self.open();
        let narrowed = value.map(|value| self.narrow(value, false)).unwrap_or_default();
        let otherwise = self.fork(frame, others, &ways[1..], join)?;
        self.widen(narrowed);
        let else_region = self.close();
        self.writer.source = line;
        self.merge(condition, (then, then_region), (otherwise, else_region))
    }

    fn arm(&mut self, frame: &Frame, way: (Option<Block>, Block), join: Option<Block>) -> Result<Vec<Bound>, Refusal> {
        match self.run(frame, way.0, way.1, join, false)? {
            Arrival::End(values) => Ok(values),
            Arrival::At { from, to } if Some(to) == join => self.phi_values(from, to),
            Arrival::At { from, to } => (frame.finish)(self, from, to),
        }
    }

    /// Writes an `scf.if` with these regions; what holds after it.
    pub fn merge(
        &mut self,
        condition: &str,
        then: (Vec<Bound>, Region),
        otherwise: (Vec<Bound>, Region),
    ) -> Result<Vec<Bound>, Refusal> {
        let mut regions = [then.1, otherwise.1];
        let mut yields: Yields = Vec::new();
        let mut slots = Vec::new();
        for (a, b) in then.0.into_iter().zip(otherwise.0) {
            slots.push(self.slot(a, b, &mut regions, &mut yields)?);
        }
        let base = self.writer.fresh();
        let types: Vec<&str> = yields.iter().map(|(ty, _)| ty.as_str()).collect();
        let head = match yields.len() {
            0 => format!("scf.if {condition} {{"),
            1 => format!("{base} = scf.if {condition} -> ({}) {{", types[0]),
            count => format!("{base}:{count} = scf.if {condition} -> ({}) {{", types.join(", ")),
        };
        let is_empty = regions.iter().map(Region::is_empty).collect::<Vec<_>>();
        if !(yields.is_empty() && is_empty[0] && is_empty[1]) {
            self.writer.effect(head);
            for (way, region) in regions.into_iter().enumerate() {
                if way == 1 && yields.is_empty() && is_empty[1] {
                    continue;
                }
                if way == 1 {
                    self.writer.effect("} else {");
                }
                self.writer.append(region);
                if !yields.is_empty() {
                    let names: Vec<&str> = yields.iter().map(|(_, names)| names[way].as_str()).collect();
                    self.writer.nested(format!("scf.yield {} : {}", names.join(", "), types.join(", ")));
                }
            }
            self.writer.effect("}");
        }
        let result = |number: usize| if yields.len() == 1 { base.clone() } else { format!("{base}#{number}") };
        Ok(slots.into_iter().map(|slot| self.bound_of_slot(slot, condition, &result)).collect())
    }

    fn bound_of_slot(&mut self, slot: Slot, condition: &str, result: &dyn Fn(usize) -> String) -> Bound {
        match slot {
            Slot::Same(bound) => bound,
            Slot::Plain(number, ty) => Bound::Plain { name: result(number), ty },
            Slot::Typed(number, bits) => Bound::Int(Int { name: Some(result(number)), poly: None, bits }),
            Slot::Index { result: number, bits, range } => {
                let symbol = self.symbols.of(&result(number), range, true);
                Bound::Int(Int { name: None, poly: Some(Poly::symbol(symbol)), bits })
            }
            Slot::Offset { object, result: number, range } => {
                let symbol = self.symbols.of(&result(number), range, true);
                let offset = Poly::symbol(symbol).times_constant(self.objects[object].bytes);
                Bound::Address(Address::In { object, offset })
            }
            Slot::Either(then, otherwise) => {
                let (then, otherwise) =
                    (self.bound_of_slot(*then, condition, result), self.bound_of_slot(*otherwise, condition, result));
                match (then, otherwise) {
                    (Bound::Address(then), Bound::Address(otherwise)) => Bound::Address(Address::Either {
                        condition: condition.to_owned(),
                        then: Box::new(then),
                        otherwise: Box::new(otherwise),
                    }),
                    (other, _) => other,
                }
            }
            Slot::Parts(parts) => {
                Bound::Parts(parts.into_iter().map(|part| self.bound_of_slot(part, condition, result)).collect())
            }
        }
    }

    /// A name in one of the regions.
    fn name_in(&mut self, region: &mut Region, name: impl FnOnce(&mut Lift) -> String) -> String {
        self.writer.reopen(std::mem::take(region));
        let name = name(self);
        *region = self.writer.close();
        name
    }

    fn slot(&mut self, a: Bound, b: Bound, regions: &mut [Region; 2], yields: &mut Yields) -> Result<Slot, Refusal> {
        if a == b {
            return Ok(Slot::Same(a));
        }
        let [then, otherwise] = regions;
        let number = yields.len();
        match (a, b) {
            (Bound::Plain { name: a, ty }, Bound::Plain { name: b, .. }) => {
                yields.push((ty.to_owned(), [a, b]));
                Ok(Slot::Plain(number, ty))
            }
            (Bound::Int(a), Bound::Int(b)) => {
                if a.poly.is_some() && a.poly == b.poly {
                    return Ok(Slot::Same(Bound::Int(Int { name: None, ..a })));
                }
                let bits = a.bits;
                let polys = [&a, &b].map(|int| int.poly.clone().filter(|_| int.name.is_none()));
                let native = polys.iter().flatten().any(|poly| self.symbols.is_native(poly));
                if let ([Some(x), Some(y)], true) = (&polys, native) {
                    let range = self.symbols.range_of(x).union(self.symbols.range_of(y));
                    let x = self.name_in(then, |lift| lift.index(x));
                    let y = self.name_in(otherwise, |lift| lift.index(y));
                    yields.push(("index".to_owned(), [x, y]));
                    return Ok(Slot::Index { result: number, bits, range });
                }
                let x = self.name_in(then, |lift| lift.typed(&a));
                let y = self.name_in(otherwise, |lift| lift.typed(&b));
                yields.push((format!("i{bits}"), [x, y]));
                Ok(Slot::Typed(number, bits))
            }
            (Bound::Address(a), Bound::Address(b)) => self.address_slot(a, b, regions, yields),
            (Bound::Parts(a), Bound::Parts(b)) => {
                let parts: Result<Vec<Slot>, Refusal> =
                    a.into_iter().zip(b).map(|(a, b)| self.slot(a, b, regions, yields)).collect();
                parts.map(Slot::Parts)
            }
            _ => Err(Refusal::new("two ways bring values that are not of one kind")),
        }
    }

    fn address_slot(
        &mut self,
        a: Address,
        b: Address,
        regions: &mut [Region; 2],
        yields: &mut Yields,
    ) -> Result<Slot, Refusal> {
        match (a, b) {
            (Address::Nowhere, other) => self.one_sided(other, 1, regions, yields),
            (other, Address::Nowhere) => self.one_sided(other, 0, regions, yields),
            (Address::In { object, offset: a }, Address::In { object: other, offset: b }) if object == other => {
                let bytes = self.objects[object].bytes;
                let (Some(a), Some(b)) = (a.divided_by(bytes), b.divided_by(bytes)) else {
                    return Err(Refusal::new("a pointer to no element of its array"));
                };
                let range = self.symbols.range_of(&a).union(self.symbols.range_of(&b));
                let [then, otherwise] = regions;
                let x = self.name_in(then, |lift| lift.index(&a));
                let y = self.name_in(otherwise, |lift| lift.index(&b));
                yields.push(("index".to_owned(), [x, y]));
                Ok(Slot::Offset { object, result: yields.len() - 1, range })
            }
            (a, b) => {
                let a = self.one_sided(a, 0, regions, yields)?;
                let b = self.one_sided(b, 1, regions, yields)?;
                Ok(Slot::Either(Box::new(a), Box::new(b)))
            }
        }
    }

    /// The address that only one way has: its distance must be handed on if it is computed there.
    fn one_sided(
        &mut self,
        address: Address,
        way: usize,
        regions: &mut [Region; 2],
        yields: &mut Yields,
    ) -> Result<Slot, Refusal> {
        let Address::In { object, offset } = address else {
            return Err(Refusal::new("a pointer that may mean more than two arrays"));
        };
        if offset.as_constant().is_some() {
            return Ok(Slot::Same(Bound::Address(Address::In { object, offset })));
        }
        let Some(element) = offset.divided_by(self.objects[object].bytes) else {
            return Err(Refusal::new("a pointer to no element of its array"));
        };
        let range = self.symbols.range_of(&element);
        let mut names = [self.index_constant(0), self.index_constant(0)];
        names[way] = self.name_in(&mut regions[way], |lift| lift.index(&element));
        yields.push(("index".to_owned(), names));
        Ok(Slot::Offset { object, result: yields.len() - 1, range: range.union(Range::new(0, 0)) })
    }

    /// What values of this type are where nothing says what they are.
    pub fn nothing(&mut self, ty: Type) -> Result<Bound, Refusal> {
        if ty.is_pointer() {
            return Ok(Bound::Address(Address::Nowhere));
        }
        match type_text(ty) {
            Some(_) => self.bound(Value::null(ty)),
            None => Err(Refusal::new(format!("values of type {ty} do not exist at the loop level"))),
        }
    }
}

/// Branches that a function may have, written out.
const MOST_BRANCHES: usize = 4000;

/// Several ways: the conditions of all but the last, with what they are in the program, and the edges.
pub struct Arms {
    pub conditions: Vec<(String, Option<Value>)>,
    pub ways: Vec<(Option<Block>, Block)>,
}

/// The first place that all ways from both lead through.
fn common(flow: &Flow, depths: &HashMap<Block, usize>, a: Option<Block>, b: Option<Block>) -> Option<Block> {
    let (mut a, mut b) = (a, b);
    let depth = |place: Option<Block>| place.map_or(0, |place| depths.get(&place).copied().unwrap_or(0));
    while a != b {
        if depth(a) >= depth(b) {
            a = flow.joins.get(&a?).copied().flatten();
        } else {
            b = flow.joins.get(&b?).copied().flatten();
        }
    }
    a
}
