//! Rewrites library functions and intrinsics into the few forms the emitters know.
//!
//! Only calls of functions that the module merely *declares* are touched: a program that defines `modf` means its own.
//! A call whose signature is not the one the name promises stays as it is, and so does everything the emitters look up
//! by name (`sin`, `pow`, `llvm.fma`, `malloc`, …).
//!
//! Values stay what they were, but for this:
//! - what is computed from other functions than before (`sincospi`, complex division, `cexp`) may differ in the last bits, and
//!   complex products and quotients of infinities are NaN where C's Annex G finds an infinity;
//! - constrained floating-point operations become plain ones: derivative code runs in the default environment;
//! - `errno` is not set, and `__memcpy_chk` and its like do not check.
//!
//! Lifetime markers go, because the reverse sweep reads stack objects again, and so do `llvm.stacksave` and
//! `llvm.stackrestore`: variable-length arrays live until the function returns.
//!
//! - `complex`: functions of complex numbers become real functions of their parts;
//! - `constrained`: constrained floating-point intrinsics become plain operations;
//! - `math`: functions with several results, each computed by itself, and complex arithmetic;
//! - `memory`: copies, fills and allocations under their many names;
//! - `scanning`: `sscanf` and its kin: numbers they read go through variables of their own;
//! - `vectors`: reductions of vectors, and rearrangements of their elements;
//! - `x86`: the vector intrinsics of x86 as plain instructions, with the same results.

mod complex;
mod constrained;
mod math;
mod memory;
mod scanning;
mod vectors;
mod x86;

pub use memory::SIZE_OF_BLOCK;
pub(super) use x86::written_out;
use zymase_analysis::marks;
use zymase_calculus::Function as Real;
use zymase_core::Failure;
use zymase_library::{self as library, Hint, IntrinsicKnown, Known};
use zymase_llvm::{Builder, Function, Opcode, Type, Value};

/// What becomes of a call that is rewritten. The functions that answer with it have put what they need before the
/// call; they answer `None`, and have put nothing with an effect there, where the call stays as it is.
enum Form {
    /// This takes the place of its result.
    Value(Value),
    /// It has no result, or none that matters.
    Nothing,
}

/// Rewrites every known library call of the function.
pub fn rewrite(function: Function) -> Result<(), Failure> {
    let calls: Vec<Value> = function.instructions().into_iter().filter(|i| i.is_call()).collect();
    for call in calls {
        let Some(callee) = call.called_function() else { continue };
        let Some(name) = marks::known_as(callee) else { continue };
        scanning::through_variables(call, &name);
        let builder = Builder::before(call);
        let form = if callee.is_intrinsic() {
            intrinsic_form(&builder, call, &name)
        } else {
            library_form(&builder, call, &name)
        };
        match form {
            Some(Form::Value(value)) => replace(&builder, call, value),
            Some(Form::Nothing) if call.ty().is_void() => erase(&builder, call),
            Some(Form::Nothing) => replace(&builder, call, Value::null(call.ty())),
            None => {}
        }
    }
    function.remove_attribute("strictfp");
    function.verify().map_err(|text| Failure::internal(format!("rewriting library functions: {text}")))
}

/// The form of a function of some library.
fn library_form(builder: &Builder, call: Value, name: &str) -> Option<Form> {
    match library::lookup(name)? {
        Known::SplitMath(split) => math::split(builder, call, split),
        Known::Math(known) if known.function == Real::Frexp => math::frexp(builder, call, known),
        Known::Math(known) => math::without_errno(builder, call, known),
        Known::Complex(complex) => math::complex(builder, call, complex.operation),
        Known::ComplexMath(function) => complex::function(builder, call, function),
        Known::Copy(transfer) => memory::copy(builder, call, transfer),
        Known::Fill(fill) => memory::fill(builder, call, fill),
        Known::Allocate(allocate) => memory::allocate(builder, call, allocate),
        Known::Reallocate(reallocate) => memory::reallocate(builder, call, reallocate),
        _ => None,
    }
}

/// The form of an intrinsic.
fn intrinsic_form(builder: &Builder, call: Value, name: &str) -> Option<Form> {
    let known = library::intrinsic(name)?;
    if let Some(operation) = name.strip_prefix("llvm.experimental.constrained.") {
        return constrained::plain(builder, call, operation);
    }
    match known {
        IntrinsicKnown::StructMath(known) => math::structure(builder, call, known.fields),
        IntrinsicKnown::Reduce(reduce) => vectors::reduce(builder, call, reduce),
        IntrinsicKnown::X86(known) => x86::plain(builder, call, known),
        IntrinsicKnown::Shuffle(shuffle) => vectors::shuffle(builder, call, shuffle),
        IntrinsicKnown::Copy(_) | IntrinsicKnown::Fill(_) => memory::plain(builder, call, name),
        IntrinsicKnown::PassThrough(operand) => {
            let operand = call.operand(operand);
            (operand.ty() == call.ty()).then_some(Form::Value(operand))
        }
        // Asked about once more, at the end of preparation.
        IntrinsicKnown::Hint(Hint::LifetimeStart) => None,
        IntrinsicKnown::Hint(_) | IntrinsicKnown::StackSave | IntrinsicKnown::StackRestore => Some(Form::Nothing),
        _ => None,
    }
}

fn replace(builder: &Builder, call: Value, value: Value) {
    call.replace_all_uses_with(value);
    erase(builder, call);
}

/// Erases a call. Nothing that takes its place unwinds, so that an invoke only branches.
fn erase(builder: &Builder, call: Value) {
    if call.opcode() == Some(Opcode::LLVMInvoke) {
        let (block, targets) = (builder.block(), call.successors());
        builder.branch(targets[0]);
        targets[1].remove_predecessor(block);
    }
    call.erase_instruction();
}

/// Calls an intrinsic by its base name.
fn intrinsic(builder: &Builder, name: &str, overloads: &[Type], arguments: &[Value]) -> Value {
    builder.call(builder.module().intrinsic(name, overloads), arguments)
}

/// Calls an intrinsic whose operands and result are all of one type.
pub(super) fn elementwise(builder: &Builder, name: &str, arguments: &[Value]) -> Value {
    intrinsic(builder, name, &[arguments[0].ty()], arguments)
}

/// Whether a call has these arguments at least: floating-point numbers of one type, then pointers.
fn takes(call: Value, reals: &[usize], pointers: &[usize]) -> bool {
    let arguments = call.arguments();
    let ty = |index: &usize| arguments.get(*index).map(|a| a.ty());
    reals.iter().all(|r| ty(r).is_some_and(|t| t.is_float() && ty(&reals[0]) == Some(t)))
        && pointers.iter().all(|p| ty(p).is_some_and(Type::is_pointer))
}
