//! Kernels: loops over blocks and threads are marked, and barriers stay calls; a later pass cuts the loops over threads there.

use crate::lift::{Address, Bound, Lift, int_bits};
use crate::marks::lanes;
use crate::objects::type_text;
use crate::request::Refusal;
use zymase_llvm::{Function, Value};

/// Marks of loops.
const THREADS: &str = "zymase.threads";
const BLOCKS: &str = "zymase.blocks";

impl Lift {
    /// Finds the loops over threads, and around them those over blocks.
    pub fn mark_loops(&mut self, function: Function) {
        for lane in lanes(function) {
            let counts = lane.arguments();
            let mut at = lane.block().and_then(|block| self.analyses.loop_of(block));
            for (count, mark) in [(counts[0], THREADS), (counts[1], BLOCKS)] {
                for _ in 0..count.as_integer().unwrap_or(0) {
                    let Some(index) = at else { return };
                    self.marks.insert(self.loops[index].header, mark);
                    at = self.loops[index].parent;
                }
            }
        }
    }

    /// An update that no other thread interrupts.
    pub fn atomic(&mut self, update: Value) -> Result<Bound, Refusal> {
        let refuse = || Refusal::at(update, format!("`{update}` has no form at the loop level"));
        let ty = update.ty();
        let is_difference = update.atomic_operation() == Some("sub");
        let kind = match update.atomic_operation().ok_or_else(refuse)? {
            "fadd" => "addf",
            "add" | "sub" => "addi",
            "fmax" => "maxnumf",
            "fmin" => "minnumf",
            "max" => "maxs",
            "min" => "mins",
            "umax" => "maxu",
            "umin" => "minu",
            "and" => "andi",
            "or" => "ori",
            "xchg" => "assign",
            _ => return Err(refuse()),
        };
        let value = self.bound(update.operand(1))?;
        let mut name = self.name_of(&value);
        let text = type_text(ty).ok_or_else(refuse)?;
        let bits = int_bits(ty).filter(|_| is_difference);
        if let Some(bits) = bits {
            let zero = self.typed_constant(0, bits);
            name = self.writer.pure(&format!("arith.subi {zero}, {name} : {text}"));
        }
        let Address::In { object, offset } = self.address_of(update.operand(0))? else {
            return Err(Refusal::at(update, "an atomic update of one of several arrays"));
        };
        let place = self.place(object, &offset, update)?;
        let (subscripts, memref) = place.split_once(" : ").ok_or_else(refuse)?;
        let result = self.writer.fresh();
        self.writer
            .effect(format!("{result} = memref.atomic_rmw {kind} {name}, {subscripts} : ({text}, {memref}) -> {text}"));
        self.as_bound(result, ty)
    }
}
