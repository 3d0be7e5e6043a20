//! Leaves code out that cannot be differentiated and that a number chooses.
//!
//! A library serves several formats: `switch (format)` leads to loops over bytes, over 32-bit integers and over floating-point
//! numbers, all behind one `void *`. A program that differentiates the last of these never runs the others. Where a derivative
//! failed in such an arm, it is tried once more without it: should the program come there after all, it ends with a message.

use zymase_core::{Failure, runtime};
use zymase_llvm::{Analyses, Block, Builder, Function, IntPredicate, Opcode, Value};

/// Operations between a number that chooses and where it comes from.
const MOST_OPERATIONS: usize = 32;

/// Code that cannot be differentiated: where it stands, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    file: String,
    line: u32,
    message: String,
}

impl Refused {
    /// Code that a number chooses, and that fails because of what it does with bytes.
    pub fn of(failure: &Failure) -> Option<Refused> {
        let Failure::User { at: Some(at), diagnostic } = failure else { return None };
        let is_chosen = at.block().is_some_and(is_behind_test);
        (moves_bytes(*at) && at.line() > 0 && is_chosen).then(|| Refused {
            file: at.file(),
            line: at.line(),
            message: diagnostic.message.clone(),
        })
    }

    fn is_at(&self, instruction: Value) -> bool {
        instruction.line() == self.line && instruction.file() == self.file
    }
}

/// Bodies that are missing are another matter than bytes.
fn moves_bytes(at: Value) -> bool {
    at.opcode().is_some() && (!at.is_call() || at.called_function().is_some_and(Function::is_intrinsic))
}

/// Ends the program where arms begin that contain what was refused. Whether there are any.
pub fn cut(function: Function, refused: &[Refused]) -> bool {
    let mut is_cut = false;
    for why in refused {
        while let Some(arm) = arm_with(function, why) {
            end_program(arm, why);
            function.remove_unreachable_blocks();
            is_cut = true;
        }
    }
    is_cut
}

fn arm_with(function: Function, why: &Refused) -> Option<Block> {
    let mut found = function.instructions().into_iter().filter(|i| moves_bytes(*i) && why.is_at(*i)).peekable();
    found.peek()?;
    let analyses = Analyses::of(function);
    found.find_map(|i| arm_around(&analyses, i.block()?))
}

fn end_program(arm: Block, why: &Refused) {
    let first = arm.instructions().into_iter().find(|i| i.opcode() != Some(Opcode::LLVMPHI)).expect("a terminator");
    let rest = Builder::split_before(first);
    let start = rest.predecessors()[0];
    let jump = start.terminator().expect("split left a branch");
    let module = arm.function().module();
    let builder = Builder::before(jump);
    let place = module.string_constant(&format!("{}:{}\0", why.file, why.line));
    let message = module.string_constant(&format!("{}\0", why.message));
    builder.call_across_spaces(runtime::refused_arm(module), &[place, message]);
    jump.erase_instruction();
    Builder::at_end(start).unreachable();
}

/// The innermost arm around a block, by its first block.
fn arm_around(analyses: &Analyses, block: Block) -> Option<Block> {
    let mut at = Some(block);
    while let Some(head) = at {
        if is_arm(head) {
            return Some(head);
        }
        at = analyses.immediate_dominator(head);
    }
    None
}

/// Is there a test of a number before a block? Of several values of a `switch` not much more is left in prepared functions.
fn is_behind_test(block: Block) -> bool {
    let analyses = Analyses::of(block.function());
    let mut before = analyses.immediate_dominator(block);
    while let Some(at) = before {
        if tested_number(at.terminator().expect("a block ends in a terminator")).is_some_and(is_plain_number) {
            return true;
        }
        before = analyses.immediate_dominator(at);
    }
    false
}

/// Is a block entered only where a number has certain values?
fn is_arm(head: Block) -> bool {
    let [from] = head.predecessors()[..] else { return false };
    let end = from.terminator().expect("a block ends in a terminator");
    let successors = end.successors();
    let is_certain = if end.opcode() == Some(Opcode::LLVMSwitch) {
        successors[0] != head
    } else {
        end.is_conditional_branch() && end.condition().opcode() == Some(Opcode::LLVMICmp) && {
            let wanted = if successors[0] == head { IntPredicate::LLVMIntEQ } else { IntPredicate::LLVMIntNE };
            successors[0] != successors[1] && end.condition().int_predicate() == wanted
        }
    };
    is_certain && tested_number(end).is_some_and(is_plain_number)
}

/// The number by which a branch goes here or there.
fn tested_number(end: Value) -> Option<Value> {
    if end.opcode() == Some(Opcode::LLVMSwitch) {
        return Some(end.operand(0));
    }
    let test = end.is_conditional_branch().then(|| end.condition())?;
    (test.opcode() == Some(Opcode::LLVMICmp) && test.operand(1).is_constant()).then(|| test.operand(0))
}

/// An integer that comes from memory, parameters and constants, not from floating-point numbers or counters of loops.
fn is_plain_number(value: Value) -> bool {
    let mut work = vec![value];
    let mut steps = 0;
    while let Some(next) = work.pop() {
        steps += 1;
        if steps > MOST_OPERATIONS || !next.ty().is_integer() || next.ty().integer_bits() == 1 {
            return false;
        }
        match next.opcode() {
            None | Some(Opcode::LLVMLoad) => {}
            Some(
                Opcode::LLVMAdd
                | Opcode::LLVMSub
                | Opcode::LLVMMul
                | Opcode::LLVMShl
                | Opcode::LLVMOr
                | Opcode::LLVMAnd
                | Opcode::LLVMZExt
                | Opcode::LLVMSExt
                | Opcode::LLVMTrunc
                | Opcode::LLVMFreeze,
            ) => work.extend(next.operands()),
            _ => return false,
        }
    }
    true
}
