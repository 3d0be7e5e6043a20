//! Ways to unwind: none where nothing throws, explicit and separate where something may.
//!
//! Afterwards every call that may unwind is an invoke, whose landing pad and whose normal destination belong to it
//! alone. So the edges of an invoke are like those of a branch, a value that an invoke defines is available in its normal
//! destination, and the function has one return and one place where it goes on unwinding.

use zymase_analysis::unwinding::Unwinding;
use zymase_llvm::{Block, Builder, Function, Module, Opcode, Type, Value};

fn invokes(function: Function) -> Vec<Value> {
    function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMInvoke)).collect()
}

/// An invoke of what never unwinds becomes a call.
pub fn drop_needless_pads(function: Function) {
    let mut unwinding = Unwinding::default();
    for invoke in invokes(function) {
        if !unwinding.of_call(invoke) {
            invoke.invoke_to_call();
        }
    }
    function.remove_unreachable_blocks();
}

/// Gives the function the form described above.
pub fn make_explicit(function: Function) {
    catch_everything(function);
    for invoke in invokes(function) {
        invoke.isolate_invoke();
    }
    for block in function.blocks() {
        if block.landing_pad().is_some() && block.predecessors().len() > 1 {
            block.isolate_landing_pad();
        }
    }
    unify_resumes(function);
}

/// Calls that would unwind straight through the function get a landing pad, where a context can be ended and a tape
/// handed over.
fn catch_everything(function: Function) {
    if function.has_attribute("nounwind") {
        return;
    }
    let mut unwinding = Unwinding::default();
    let is_plain = |i: &Value| i.opcode() == Some(Opcode::LLVMCall) && !i.is_musttail_call();
    let calls = function.instructions().into_iter().filter(is_plain);
    let calls: Vec<Value> = calls.filter(|call| unwinding.of_call(*call)).collect();
    if calls.is_empty() || !ensure_personality(function) {
        return;
    }
    for call in calls {
        pass_on(call);
    }
}

/// Makes a call an invoke with a landing pad, which is returned and only goes on unwinding.
pub fn pass_on(call: Value) -> Block {
    let pad = call.block().expect("a placed call").function().append_block("unwound");
    let builder = Builder::at_end(pad);
    builder.set_location_of(call);
    let caught = builder.cleanup_pad();
    builder.resume(caught);
    call.call_to_invoke(pad);
    pad
}

/// Gives a function a personality routine; false in a module in which nobody knows of exceptions.
pub fn ensure_personality(function: Function) -> bool {
    if function.personality().is_none() {
        let Some(routine) = personality_of_module(function.module()) else { return false };
        function.set_personality(routine);
    }
    true
}

fn personality_of_module(module: Module) -> Option<Function> {
    let functions = module.functions();
    let used = functions.iter().find_map(|f| f.personality());
    used.or_else(|| {
        let throws = functions.iter().any(|f| zymase_library::throws(&f.name()));
        let ty = Type::function(module.integer_type(32), &[], true);
        throws.then(|| module.declare(zymase_library::PERSONALITY, ty))
    })
}

fn unify_resumes(function: Function) {
    let resumes: Vec<Value> =
        function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMResume)).collect();
    if resumes.len() < 2 {
        return;
    }
    let last = function.append_block("unwind");
    let builder = Builder::at_end(last);
    let caught = builder.phi(resumes[0].operand(0).ty(), "caught");
    builder.resume(caught);
    for resume in resumes {
        let from: Block = resume.block().expect("a placed instruction");
        caught.add_incoming(resume.operand(0), from);
        Builder::before(resume).branch(last);
        resume.erase_instruction();
    }
}
