//! Kernels: loops over blocks and threads are marked, and barriers stay calls; a later pass cuts the loops over threads there.

use crate::lift::{Address, Bound, Int, Lift, int_bits};
use crate::objects::type_text;
use crate::request::Refusal;
use zymase_llvm::{Builder, Function, Opcode, Value};

/// What the code of kernels calls: `zymase-kernels` writes it.
pub const LANE: &str = "__zymase_lane";
pub const BARRIER: &str = "__zymase_barrier";
pub const SHARED: &str = "__zymase_shared";

/// Marks of loops.
const THREADS: &str = "zymase.threads";
const BLOCKS: &str = "zymase.blocks";

fn lanes(function: Function) -> Vec<Value> {
    let is_lane = |call: &Value| call.is_call() && call.called_function().is_some_and(|callee| callee.name() == LANE);
    function.instructions().into_iter().filter(is_lane).collect()
}

/// Arrays that each thread has of its own come to life where the thread does.
pub fn settle_private_memory(function: Function) {
    let lanes = lanes(function);
    if lanes.is_empty() {
        return;
    }
    let analyses = zymase_llvm::Analyses::of(function);
    for memory in function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca)) {
        let mut users = Vec::new();
        all_users(memory, &mut users);
        let home = lanes.iter().copied().find(|lane| {
            let Some(index) = lane.block().and_then(|block| analyses.loop_of(block)) else { return false };
            !users.is_empty()
                && users.iter().all(|user| user.block().is_some_and(|block| analyses.loop_contains(index, block)))
        });
        if let Some(lane) = home {
            memory.remove_from_block();
            Builder::before(lane).insert(memory);
        }
    }
}

/// What uses a pointer, also through others.
fn all_users(pointer: Value, found: &mut Vec<Value>) {
    for user in pointer.users() {
        if !found.contains(&user) {
            found.push(user);
            if user.ty().is_pointer() {
                all_users(user, found);
            }
        }
    }
}

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
        let kind = match update.atomic_operation().ok_or_else(refuse)? {
            "fadd" => "addf",
            "add" => "addi",
            "fmax" => "maximumf",
            "fmin" => "minimumf",
            "max" => "maxs",
            "min" => "mins",
            "umax" => "maxu",
            "umin" => "minu",
            "and" => "andi",
            "or" => "ori",
            "xchg" => "assign",
            "sub" => "subi",
            _ => return Err(refuse()),
        };
        let mut value = self.bound(update.operand(1))?;
        let mut name = self.name_of(&value);
        let text = type_text(ty).ok_or_else(refuse)?;
        let mut kind = kind;
        if kind == "subi" {
            let Some(bits) = int_bits(ty) else { return Err(refuse()) };
            let zero = self.typed_constant(0, bits);
            name = self.writer.pure(&format!("arith.subi {zero}, {name} : {text}"));
            value = Bound::Int(Int { name: Some(name.clone()), poly: None, bits });
            kind = "addi";
        }
        let _ = value;
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
