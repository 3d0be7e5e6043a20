//! The adjoints of what threads of a GPU do together.

use super::Reverse;
use super::lookup::Place;
use zymase_analysis::callee::{Callee, classify};
use zymase_core::{Failure, runtime};
use zymase_library::{Device, Lanes};
use zymase_llvm::{Block, Value};
use zymase_plan::Item;

/// How LLVM names the barrier of a block.
const BARRIER: &str = "llvm.nvvm.barrier.cta.sync.aligned.all";
/// A mask of all lanes, and what says that a warp is not parted.
const WHOLE: i64 = -1;

impl Reverse<'_> {
    /// Where threads wait for each other they do so in the reverse sweep.
    pub fn reverse_wait(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        for store in self.plan.refills.before(i) {
            let value = self.lookup(Place::Body(block), Item::Primal(store.operand(0)))?;
            let address = self.lookup(Place::Body(block), Item::Primal(store.operand(1)))?;
            self.builder.store(value, address).set_alignment(store.alignment());
        }
        let mut operands = Vec::new();
        for argument in i.arguments() {
            operands.push(self.lookup(Place::Body(block), Item::Primal(argument))?);
        }
        match classify(i) {
            // Votes are not counted again.
            Callee::Device(Device::Barrier) => {
                let barrier = self.builder.module().intrinsic(BARRIER, &[]);
                self.builder.call(barrier, &operands[..1]);
            }
            _ => {
                let callee = i.called_function().expect("an intrinsic");
                self.builder.call(callee, &operands);
            }
        }
        Ok(())
    }

    /// Every lane gets the adjoints of those that read from it.
    pub fn reverse_lanes(&mut self, block: Block, i: Value, lanes: Lanes) -> Result<(), Failure> {
        let arguments = i.arguments();
        let adjoint = self.take_adjoint(i)?;
        let mut known = Vec::new();
        for k in [0, 2, 3] {
            known.push(self.lookup(Place::Body(block), Item::Primal(arguments[k]))?);
        }
        let [mask, b, c] = [known[0], known[1], known[2]];
        let is_whole = arguments[0].as_integer().is_some_and(|mask| mask as i32 as i64 == WHOLE);
        let is_step = is_whole && [2, 3].iter().all(|k| arguments[*k].is_constant()) && lanes != Lanes::Index;
        let amount = match lanes {
            // Lanes change places.
            Lanes::Butterfly if is_step => {
                let callee = i.called_function().expect("a function of this name");
                self.builder.call(callee, &[mask, adjoint, b, c])
            }
            _ => runtime::adjoint_of_shuffle(&self.builder, lanes as u32, is_step, [mask, adjoint, b, c]),
        };
        self.add_adjoint(arguments[1], amount)
    }
}
