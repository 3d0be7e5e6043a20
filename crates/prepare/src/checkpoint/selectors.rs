//! Pointers that change from step to step, as numbers.
//!
//! `swap(now, next)` makes two header phis exchange two pointers. A step that runs again must find the shadows of its
//! pointers exchanged as well, but only primal states are copied. So such a phi becomes the number of one of the pointers
//! the loop starts with, and a distance from it where it is moved: from these any code finds the pointer, and its shadow.
//! Of two pointers that only change places, one number says whether they have: so it is known that they are never the same.

use std::collections::HashMap;
use zymase_llvm::{Analyses, Block, Builder, IntPredicate, Opcode, Type, Value};

/// A pointer of the loop: which of the pointers it starts with, and how far from it.
#[derive(Copy, Clone)]
struct Selected {
    which: Value,
    distance: Option<Value>,
}

struct Selectors<'a> {
    analyses: &'a Analyses,
    index: usize,
    /// The pointers from outside, by their numbers.
    starts: Vec<Value>,
    known: HashMap<Value, Selected>,
    /// Phis of two pointers that change places in every iteration: where that is decided, and the pointers.
    swapped: HashMap<Value, (Value, [Value; 2])>,
    moved: bool,
    number: Type,
    bytes: Type,
}

/// Rewrites the pointer phis of the header of a loop, and those behind its exits; the first that is something else is
/// returned.
pub fn rewrite(analyses: &Analyses, index: usize, exits: &[Block]) -> Result<(), Value> {
    let found = &analyses.loops()[index];
    let blocks = std::iter::once(&found.header).chain(exits);
    let phis: Vec<Value> = blocks.flat_map(|block| block.phis()).filter(|phi| phi.ty().contains_pointer()).collect();
    if phis.is_empty() {
        return Ok(());
    }
    let module = found.header.function().module();
    let mut selectors = Selectors {
        analyses,
        index,
        starts: Vec::new(),
        known: HashMap::new(),
        swapped: HashMap::new(),
        moved: false,
        number: module.integer_type(32),
        bytes: module.integer_type(64),
    };
    for phi in &phis {
        for (value, _) in phi.incoming() {
            selectors.check(value, &mut vec![*phi])?;
        }
    }
    if !selectors.moved {
        selectors.declare_swapped(&found.header.phis());
    }
    let declared = |selectors: &Selectors, phi: &Value| selectors.known.contains_key(phi);
    let others: Vec<Value> = phis.iter().copied().filter(|phi| !declared(&selectors, phi)).collect();
    for phi in &others {
        selectors.declare(*phi);
    }
    for phi in &others {
        for (value, from) in phi.incoming() {
            let selected = selectors.select(value);
            selectors.complete(*phi, selected, from);
        }
    }
    for phi in phis {
        let pointer = selectors.pointer(phi);
        phi.replace_all_uses_with(pointer);
        phi.erase_instruction();
    }
    Ok(())
}

impl Selectors<'_> {
    fn is_outside(&self, value: Value) -> bool {
        value.block().is_none_or(|block| !self.analyses.loop_contains(self.index, block))
    }

    /// Is a pointer made of those from outside by nothing but choices and distances?
    fn check(&mut self, value: Value, seen: &mut Vec<Value>) -> Result<(), Value> {
        if !value.ty().is_pointer() {
            return Err(value);
        }
        if self.is_outside(value) || seen.contains(&value) {
            return Ok(());
        }
        seen.push(value);
        match value.opcode() {
            Some(Opcode::LLVMPHI) => value.incoming().into_iter().try_for_each(|(v, _)| self.check(v, seen)),
            Some(Opcode::LLVMSelect) => {
                self.check(value.operand(1), seen)?;
                self.check(value.operand(2), seen)
            }
            Some(Opcode::LLVMGetElementPtr) if value.gep_offset().is_some() => {
                self.moved = true;
                self.check(value.operand(0), seen)
            }
            _ => Err(value),
        }
    }

    /// Finds the pairs of header phis that exchange their pointers.
    fn declare_swapped(&mut self, phis: &[Value]) {
        let loops = self.analyses.loops();
        let (Some(preheader), Some(latch)) = (loops[self.index].preheader, loops[self.index].latch) else { return };
        for (k, phi) in phis.iter().enumerate().filter(|(_, phi)| phi.ty().is_pointer()) {
            let Some(other) = phi.incoming_for(latch) else { continue };
            let is_later = phis[k + 1..].contains(&other);
            let starts = [phi.incoming_for(preheader), other.incoming_for(preheader)];
            let ([Some(first), Some(second)], true) = (starts, is_later && other.incoming_for(latch) == Some(*phi))
            else {
                continue;
            };
            self.declare_pair([*phi, other], [first, second], [preheader, latch]);
        }
    }

    fn declare_pair(&mut self, phis: [Value; 2], starts: [Value; 2], [preheader, latch]: [Block; 2]) {
        let number = |n: usize| Value::integer(self.number, n as i64);
        let builder = Builder::before(phis[0]);
        let turn = builder.phi(self.number, "zymase.turn");
        let block = phis[0].block().expect("a phi is in a block");
        let builder = Builder::before(block.first_non_phi().expect("a terminator"));
        let is_swapped = builder.icmp(IntPredicate::LLVMIntNE, turn, number(0));
        turn.add_incoming(number(0), preheader);
        turn.add_incoming(builder.sub(number(1), turn), latch);
        let numbers = starts.map(|start| self.select(start).which);
        for (phi, [a, b]) in phis.into_iter().zip([[0, 1], [1, 0]]) {
            let which = builder.select(is_swapped, numbers[b], numbers[a]);
            self.known.insert(phi, Selected { which, distance: None });
            self.swapped.insert(phi, (is_swapped, [starts[a], starts[b]]));
        }
    }

    /// New phis for a phi, without values so far.
    fn declare(&mut self, phi: Value) -> Selected {
        let builder = Builder::before(phi);
        let which = builder.phi(self.number, "zymase.which");
        let distance = self.moved.then(|| builder.phi(self.bytes, "zymase.distance"));
        let selected = Selected { which, distance };
        self.known.insert(phi, selected);
        selected
    }

    fn complete(&self, phi: Value, value: Selected, from: Block) {
        let own = self.known[&phi];
        own.which.add_incoming(value.which, from);
        if let (Some(own), Some(distance)) = (own.distance, value.distance) {
            own.add_incoming(distance, from);
        }
    }

    fn select(&mut self, value: Value) -> Selected {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        if self.is_outside(value) {
            let number = self.starts.iter().position(|start| *start == value).unwrap_or_else(|| {
                self.starts.push(value);
                self.starts.len() - 1
            });
            let which = Value::integer(self.number, number as i64);
            return Selected { which, distance: self.moved.then(|| Value::integer(self.bytes, 0)) };
        }
        let selected = match value.opcode() {
            Some(Opcode::LLVMPHI) => {
                let own = self.declare(value);
                for (incoming, from) in value.incoming() {
                    let selected = self.select(incoming);
                    self.complete(value, selected, from);
                }
                own
            }
            Some(Opcode::LLVMSelect) => {
                let (a, b) = (self.select(value.operand(1)), self.select(value.operand(2)));
                let builder = Builder::before(value);
                let which = builder.select(value.operand(0), a.which, b.which);
                let distance = a.distance.zip(b.distance).map(|(a, b)| builder.select(value.operand(0), a, b));
                Selected { which, distance }
            }
            _ => {
                let base = self.select(value.operand(0));
                let offset = value.gep_offset().expect("checked");
                let builder = Builder::before(value);
                let mut distance = base.distance.expect("something is moved");
                distance = builder.add(distance, Value::integer(self.bytes, offset.constant));
                for (index, scale) in offset.variable {
                    let index = builder.integer_cast(index, self.bytes);
                    distance = builder.add(distance, builder.mul(index, Value::integer(self.bytes, scale)));
                }
                Selected { which: base.which, distance: Some(distance) }
            }
        };
        self.known.insert(value, selected);
        selected
    }

    /// The pointer again, where the phi is.
    fn pointer(&self, phi: Value) -> Value {
        let selected = self.known[&phi];
        let block = phi.block().expect("a phi is in a block");
        if let Some((is_swapped, [now, later])) = self.swapped.get(&phi) {
            let builder = Builder::before(is_swapped.next_instruction().expect("a terminator"));
            return builder.select(*is_swapped, *later, *now);
        }
        let builder = Builder::before(block.first_non_phi().expect("a terminator"));
        let mut pointer = self.starts[0];
        for (number, start) in self.starts.iter().enumerate().skip(1) {
            let this =
                builder.icmp(IntPredicate::LLVMIntEQ, selected.which, Value::integer(self.number, number as i64));
            pointer = builder.select(this, *start, pointer);
        }
        match selected.distance {
            Some(distance) => builder.offset(pointer, distance),
            None => pointer,
        }
    }
}
