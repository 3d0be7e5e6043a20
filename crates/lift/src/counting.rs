//! Loops that count: which phi is compared with what, and how often that lets the loop run.

use crate::lift::{Address, Lift};
use crate::poly::Poly;
use crate::request::Refusal;
use zymase_llvm::{Block, IntPredicate, Opcode, Value};

use crate::integers::{opposite, swapped};

/// A loop that goes on while `phi + shift` is related to a bound; the phi grows by `step` in each iteration.
#[derive(Clone, Debug)]
pub struct Counted {
    pub phi: Value,
    pub shift: i64,
    pub step: i64,
    pub predicate: IntPredicate,
    pub bound: Value,
    /// The question is asked at the end of an iteration.
    pub at_end: bool,
}

/// How the loop's variable runs, as `index`.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub low: Poly,
    pub high: Poly,
    pub step: i64,
}

/// The value at the root of a chain of additions of constants, and their sum.
pub fn root_and_shift(value: Value) -> (Value, i64) {
    use Opcode::*;
    let mut at = value;
    let mut sum = 0i64;
    loop {
        let constant = |index: usize| at.operand_if_constant(index);
        match at.opcode() {
            Some(LLVMAdd) if at.is_instruction() && constant(1).is_some() => {
                sum = sum.wrapping_add(constant(1).unwrap_or(0));
                at = at.operand(0);
            }
            Some(LLVMSub) if at.is_instruction() && constant(1).is_some() => {
                sum = sum.wrapping_sub(constant(1).unwrap_or(0));
                at = at.operand(0);
            }
            Some(LLVMSExt | LLVMFreeze) if at.is_instruction() => at = at.operand(0),
            // What is extended with zeros may have wrapped around, if something was added to it.
            Some(LLVMZExt) if at.is_instruction() && sum == 0 && at.operand(0).opcode() == Some(LLVMPHI) => {
                at = at.operand(0)
            }
            Some(LLVMGetElementPtr) if at.is_instruction() => {
                let Some(offset) = at.gep_offset().filter(|offset| offset.variable.is_empty()) else {
                    return (at, sum);
                };
                sum = sum.wrapping_add(offset.constant);
                at = at.operand(0);
            }
            _ => return (at, sum),
        }
    }
}

impl Lift {
    pub fn is_outside(&self, index: usize, value: Value) -> bool {
        value.block().is_none_or(|block| !self.analyses.loop_contains(index, block))
    }

    /// By how much a phi of a loop's header grows each time, if that is a constant.
    pub fn growth(&self, index: usize, phi: Value) -> Option<i64> {
        let next = phi.incoming_for(self.loops[index].latch?)?;
        if !phi.ty().is_pointer() && !phi.ty().is_integer() {
            return None;
        }
        let (root, shift) = root_and_shift(next);
        if root != phi || next.ty() != phi.ty() || shift == 0 {
            return None;
        }
        let exact = phi.ty().is_pointer() || phi.ty().integer_bits() == 64 || steps_are_signed(next, phi);
        exact.then_some(shift)
    }

    /// Does a loop count, and is left only where that is asked?
    pub fn counted(&self, index: usize, exits: &[(Block, Block)]) -> Option<Counted> {
        let [(exiting, _)] = exits else { return None };
        let header = self.loops[index].header;
        let at_end = self.loops[index].latch == Some(*exiting);
        if !at_end && *exiting != header {
            return None;
        }
        let writes = |instruction: &Value| instruction.may_write() && !instruction.is_terminator();
        if !at_end && header.instructions().iter().any(writes) {
            return None;
        }
        let terminator = exiting.terminator().filter(|terminator| terminator.is_conditional_branch())?;
        let condition = terminator.condition();
        if condition.opcode() != Some(Opcode::LLVMICmp) {
            return None;
        }
        let goes_on = self.analyses.loop_contains(index, terminator.successors()[0]);
        let predicate = if goes_on { condition.int_predicate() } else { opposite(condition.int_predicate()) };
        let (left, right) = (condition.operand(0), condition.operand(1));
        for (tested, bound, predicate) in [(left, right, predicate), (right, left, swapped(predicate))] {
            let (phi, shift) = root_and_shift(tested);
            let is_header_phi = phi.opcode() == Some(Opcode::LLVMPHI) && phi.block() == Some(header);
            if !is_header_phi || !self.is_outside(index, bound) {
                continue;
            }
            let next = phi.incoming_for(self.loops[index].latch?)?;
            let (root, step) = root_and_shift(next);
            if root == phi && step != 0 && next.ty() == phi.ty() {
                return Some(Counted { phi, shift, step, predicate, bound, at_end });
            }
        }
        None
    }

    /// An integer, or the distance of a pointer in its object.
    pub fn position(&mut self, value: Value) -> Result<Option<(Option<usize>, Poly)>, Refusal> {
        if value.ty().is_pointer() {
            return Ok(match self.address_of(value)? {
                Address::In { object, offset } => Some((Some(object), offset)),
                _ => None,
            });
        }
        Ok(Some((None, self.poly(value)?)))
    }

    /// The bound of a comparison of unsigned numbers: what is too large to be a signed one is not negative.
    fn bound_of(&mut self, counted: &Counted) -> Result<Option<(Option<usize>, Poly)>, Refusal> {
        use IntPredicate::*;
        let unsigned = matches!(counted.predicate, LLVMIntULT | LLVMIntULE | LLVMIntUGT | LLVMIntUGE);
        let bits = if counted.bound.ty().is_integer() { counted.bound.ty().integer_bits() } else { 64 };
        let found = self.position(counted.bound)?;
        let negative = found.as_ref().is_some_and(|(_, poly)| self.symbols.range_of(poly).low < 0);
        if unsigned && bits < 64 && negative {
            let int = self.int(counted.bound)?;
            let name = self.typed(&int);
            let cast = self.writer.pure(&format!("arith.index_castui {name} : i{bits} to index"));
            let range = crate::poly::Range::new(0, (1 << bits) - 1);
            return Ok(Some((None, Poly::symbol(self.symbols.of(&cast, range, false)))));
        }
        Ok(found)
    }

    /// The bounds of a loop that counts; none if it may run in another way.
    pub fn bounds(&mut self, index: usize, counted: &Counted) -> Result<Option<Bounds>, Refusal> {
        use IntPredicate::*;
        let Some(preheader) = self.loops[index].preheader else { return Ok(None) };
        let Some(initial) = counted.phi.incoming_for(preheader) else { return Ok(None) };
        let (Some((mine, start)), Some((its, bound))) = (self.position(initial)?, self.bound_of(counted)?) else {
            return Ok(None);
        };
        if mine != its {
            return Ok(None);
        }
        // What is compared without a sign must not begin below zero.
        let unsigned = matches!(counted.predicate, LLVMIntULT | LLVMIntULE | LLVMIntUGT | LLVMIntUGE);
        let tested = self.symbols.range_of(&start.plus_constant(counted.shift));
        if unsigned && !counted.phi.ty().is_pointer() && tested.low < 0 {
            return Ok(None);
        }
        // Goes on while `phi < end` (or `phi > end` for one that falls).
        let rises = counted.step > 0;
        let bound = bound.plus_constant(counted.shift.wrapping_neg());
        let end = match counted.predicate {
            LLVMIntSLT | LLVMIntULT if rises => bound,
            LLVMIntSLE | LLVMIntULE if rises => bound.plus_constant(1),
            LLVMIntSGT | LLVMIntUGT if !rises => bound,
            LLVMIntSGE if !rises => bound.plus_constant(-1),
            LLVMIntNE => {
                let distance = bound.minus(&start);
                // One that steps over its bound runs on for ever, which programs do not.
                if distance.divided_by(counted.step).is_none() {
                    return Ok(None);
                }
                bound
            }
            _ => return Ok(None),
        };
        let size = counted.step.abs();
        if !rises {
            let mut distance = start.minus(&end);
            if counted.at_end {
                distance = self.once_more(counted, &distance, size);
            }
            return Ok(Some(Bounds { low: Poly::default(), high: distance, step: size }));
        }
        let mut high = end;
        if counted.at_end {
            let distance = self.once_more(counted, &high.minus(&start), size);
            high = start.plus(&distance);
        }
        Ok(Some(Bounds { low: start, high, step: size }))
    }

    /// A distance for a loop that asks after each iteration: at least one step, and one more than the questions that said yes.
    fn once_more(&mut self, counted: &Counted, distance: &Poly, size: i64) -> Poly {
        if counted.predicate == IntPredicate::LLVMIntNE {
            return distance.plus_constant(size);
        }
        self.extreme(true, distance, &Poly::default()).plus_constant(size)
    }

    /// How many steps there are between the bounds; not a positive number if there are none.
    pub fn steps(&mut self, bounds: &Bounds) -> Poly {
        let distance = bounds.high.minus(&bounds.low);
        self.quotient_up(&distance, bounds.step)
    }

    /// How many iterations there are.
    pub fn trips(&mut self, bounds: &Bounds) -> Poly {
        let steps = self.steps(bounds);
        self.extreme(true, &steps, &Poly::default())
    }
}

/// Do the additions from a phi to its next value promise not to wrap around?
fn steps_are_signed(next: Value, phi: Value) -> bool {
    let mut at = next;
    while at != phi {
        let adds = matches!(at.opcode(), Some(Opcode::LLVMAdd | Opcode::LLVMSub));
        if !adds || !at.has_no_signed_wrap() {
            return false;
        }
        at = at.operand(0);
    }
    true
}
