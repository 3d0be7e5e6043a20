//! What exceptions add to the two sweeps.
//!
//! A callee that is left by unwinding cannot return its tape. It hands it over in the context just before it goes on
//! unwinding, and the landing pad of the call takes it from there. The tape says how the callee was left, so that its second
//! half starts at the same end. A gradient whose function is left by unwinding ends its context on the way: nothing leaks.

use super::Reverse;
use super::lookup::Place;
use zymase_core::{Failure, runtime};
use zymase_llvm::{Block, Builder, IntPredicate, Opcode, Value};
use zymase_plan::Item;

/// The values of [`Item::Exit`].
const RETURNED: i64 = 0;
const UNWOUND: i64 = 1;

impl Reverse<'_> {
    /// The instruction in the forward sweep with which the function goes on unwinding.
    fn resume(&self) -> Option<Value> {
        let block = self.prepared.unwind_block?;
        Some(self.sweep.twin.value(block.terminator().expect("a resume")))
    }

    /// The landing pad of a call keeps the tape that was handed over.
    pub fn keep_tape_in_pad(&mut self, call: Value) {
        if call.opcode() != Some(Opcode::LLVMInvoke) {
            return;
        }
        let pad = call.successors()[1];
        if !self.prepared.reaches_end(pad, self.plan.flow.unwinds) {
            return;
        }
        let copy = self.sweep.twin.block(pad);
        let builder = Builder::before(copy.first_non_phi().expect("a terminator"));
        let tape = runtime::left(&builder, self.sweep.context);
        self.keep(&builder, Item::Tape(call), tape);
    }

    /// Remembers at either end that it was this one.
    pub fn keep_exit(&mut self) {
        let i32_type = self.sweep.module().integer_type(32);
        for (block, exit) in [(self.prepared.return_block, RETURNED), (self.prepared.unwind_block, UNWOUND)] {
            if let Some(end) = block.and_then(|b| b.terminator()) {
                let builder = Builder::before(self.sweep.twin.value(end));
                self.keep(&builder, Item::Exit, Value::integer(i32_type, exit));
            }
        }
    }

    /// Before the first half goes on unwinding it hands over its tape or, called by the program, ends its context.
    pub fn leave_augmented(&self, tape: Value) {
        if !self.plan.flow.unwinds {
            if !self.sweep.context.users().is_empty() {
                self.end_while_unwinding();
            }
        } else if let Some(resume) = self.resume() {
            runtime::leave(&Builder::before(resume), self.sweep.context, tape);
        }
    }

    /// The context of a gradient ends when an exception leaves it.
    pub fn end_while_unwinding(&self) {
        if let Some(resume) = self.resume() {
            Builder::before(resume).call_across_spaces(runtime::end(self.sweep.module()), &[self.sweep.context]);
        }
    }

    /// The second half starts where the first one ended.
    pub fn start_from_exit(&mut self, body: Block) -> Result<(), Failure> {
        let starts: Vec<Block> =
            self.prepared.ends(self.plan.flow.unwinds).iter().map(|end| self.blocks[end]).collect();
        self.builder.position_at_end(body);
        match starts.as_slice() {
            [returned, unwound] => {
                let exit = self.lookup(Place::Passing(None), Item::Exit)?;
                let is_return = self.builder.icmp(IntPredicate::LLVMIntEQ, exit, Value::integer(exit.ty(), RETURNED));
                self.builder.conditional_branch(is_return, *returned, *unwound);
            }
            _ => {
                self.builder.branch(starts[0]);
            }
        }
        Ok(())
    }
}
