//! An invoke that is a call for a while, so that what rewrites calls need not know of invokes.
//!
//! Its landing pad waits in a block of its own, to which nothing leads. Whatever calls came in the place of the invoke get
//! a copy of the pad each.

use zymase_llvm::{Block, Builder, Opcode, Value};

pub struct Detached {
    pad: Block,
}

/// Makes a call of an invoke, and keeps its landing pad.
pub fn detach(call: Value) -> (Value, Option<Detached>) {
    if call.opcode() != Some(Opcode::LLVMInvoke) {
        return (call, None);
    }
    call.successors()[1].isolate_landing_pad();
    let pad = call.successors()[1];
    (call.invoke_to_call(), Some(Detached { pad }))
}

impl Detached {
    /// Makes an invoke of a call, with a copy of the landing pad, which it returns.
    pub fn attach(&self, call: Value) -> Block {
        let own = self.pad.function().append_block("unwound");
        own.move_after(self.pad);
        let builder = Builder::at_end(own);
        let caught = self.pad.landing_pad().expect("it waits here");
        let copy = builder.clone_with(caught, &[]);
        let next = self.pad.successors()[0];
        builder.branch(next);
        for phi in next.phis() {
            let value = phi.incoming_for(self.pad).expect("an entry per predecessor");
            phi.add_incoming(if value == caught { copy } else { value }, own);
        }
        call.call_to_invoke(own);
        own
    }

    /// Nothing else will be attached.
    pub fn finish(self) {
        self.pad.successors()[0].remove_predecessor(self.pad);
        self.pad.terminator().expect("a branch").erase_instruction();
        Builder::at_end(self.pad).unreachable();
    }
}
