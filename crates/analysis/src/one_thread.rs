//! Ways through functions of rayon, and of the crate's own threads, on one thread.
//!
//! `cargo zymase` writes them into rayon, each behind a question: does this run on one thread? In what is differentiated it does; elsewhere
//! it does not, and rayon does what it always does. The question is a volatile load, so that nobody has answered it before.

use std::collections::HashSet;
use zymase_library::ONE_THREAD;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Module, Opcode, Value};

fn asked(module: Module) -> Vec<Value> {
    ONE_THREAD.iter().filter_map(|name| module.global(name)).collect()
}

fn questions(function: Function) -> Vec<Value> {
    let asked = asked(function.module());
    if asked.is_empty() {
        return Vec::new();
    }
    let is_question = |user: &Value| user.opcode() == Some(Opcode::LLVMLoad) && asked.contains(&user.operand(0));
    function.instructions().into_iter().filter(is_question).collect()
}

/// Where a branch goes if it asks that and the answer is yes: there, and not to the other block.
fn decided(end: Value, questions: &[Value]) -> Option<(Block, Block)> {
    if !end.is_conditional_branch() {
        return None;
    }
    let [if_true, if_false] = end.successors()[..] else { return None };
    match is_true(end.condition(), questions)? {
        true => Some((if_true, if_false)),
        false => Some((if_false, if_true)),
    }
}

/// Whether a comparison of the answer is true if that is yes.
fn is_true(condition: Value, questions: &[Value]) -> Option<bool> {
    match condition.opcode()? {
        Opcode::LLVMICmp if questions.contains(&condition.operand(0)) => {
            let with = condition.operand(1).as_integer()?;
            match condition.int_predicate() {
                IntPredicate::LLVMIntEQ => Some(with == 1),
                IntPredicate::LLVMIntNE => Some(with != 1),
                _ => None,
            }
        }
        Opcode::LLVMTrunc => questions.contains(&condition.operand(0)).then_some(true),
        _ => None,
    }
}

/// Answers yes, and leaves the other ways out.
pub fn answer_yes(function: Function) {
    let questions = questions(function);
    if questions.is_empty() {
        return;
    }
    for block in function.blocks() {
        let Some(end) = block.terminator() else { continue };
        let Some((kept, gone)) = decided(end, &questions).filter(|(kept, gone)| kept != gone) else { continue };
        gone.remove_predecessor(block);
        Builder::before(end).branch(kept);
        end.erase_instruction();
    }
    for question in questions {
        question.replace_all_uses_with(Value::integer(question.ty(), 1));
        question.erase_instruction();
    }
    function.remove_unreachable_blocks();
}

/// The instructions that a function may come to on one thread.
pub fn instructions(function: Function) -> Vec<Value> {
    let left_out = left_out(function);
    let blocks = function.blocks().into_iter().filter(|block| !left_out.contains(block));
    blocks.flat_map(Block::instructions).collect()
}

/// The blocks that a function does not come to on one thread.
pub fn left_out(function: Function) -> HashSet<Block> {
    let questions = if function.is_declaration() { Vec::new() } else { questions(function) };
    if questions.is_empty() {
        return HashSet::new();
    }
    let mut reached = HashSet::from([function.entry()]);
    let mut work = vec![function.entry()];
    while let Some(block) = work.pop() {
        let next = match block.terminator().and_then(|end| decided(end, &questions)) {
            Some((kept, _)) => vec![kept],
            None => block.successors(),
        };
        work.extend(next.into_iter().filter(|block| reached.insert(*block)));
    }
    function.blocks().into_iter().filter(|block| !reached.contains(block)).collect()
}

/// Answers no, in all that is not a derivative.
pub fn answer_no(module: Module) {
    let users: Vec<Value> = asked(module).into_iter().flat_map(Value::users).collect();
    for user in users.into_iter().filter(|user| user.opcode() == Some(Opcode::LLVMLoad)) {
        user.replace_all_uses_with(Value::integer(user.ty(), 0));
        user.erase_instruction();
    }
}
