//! What a call calls: the one place where names of functions are looked up.
//!
//! - `machine`: vector intrinsics of x86 as preparation leaves them.

pub mod machine;

use crate::{marks, runtime};
use zymase_library::{
    Allocate, Control, Device, Exception, Free, Heap, Hint, Inactive, IntrinsicKnown, Known, Linear, MemoryEffect,
    Provided, Reallocate, Returned, Size, Transfer,
};
use zymase_llvm::{Function, Module, Value};

/// A call, classified by what differentiation has to do about it.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A real function with a rule: the rule, and which arguments are its operands.
    Math {
        function: zymase_calculus::Function,
        operands: &'static [usize],
        integer_outputs: &'static [usize],
    },
    Copy(Transfer),
    Fill {
        destination: usize,
        length: usize,
    },
    Allocate(Allocate),
    Reallocate(Reallocate),
    Free(Free),
    /// No derivative flows through it.
    Inactive(Inactive),
    /// The program says that no derivative flows through it. It may read and write any memory.
    SaidInactive,
    /// Says something to the optimiser only.
    Hint,
    /// The run time of a derivative that is itself being differentiated.
    Runtime(RuntimeCall),
    /// A piece of the exception-handling runtime.
    Exception(Exception),
    /// What threads of a GPU do together.
    Device(Device),
    /// A function with a body, or with a derivative that is given.
    Defined(Function),
    /// Known, and not supported: why.
    Unsupported(String),
    /// Nothing is known.
    Unknown(String),
    Assembly,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RuntimeCall {
    Allocate,
    Begin,
    End,
    DeferFree,
    DeferEnd,
    /// Contexts of threads.
    Members,
    GlobalShadow,
    /// Finds the shadow of a pointer that was read from a global.
    GlobalPointer,
    UnknownCallee,
    /// Gives an object that will be thrown a shadow.
    ThrownShadow,
    /// Says what the shadow of a thrown pointer is.
    ThrownPointer,
    /// Finds the shadow of what was caught.
    CaughtShadow,
    /// Ends the program if something about a tape is wrong.
    Check,
    /// The shadows of globals around a reverse sweep that may run again.
    SaveGlobals,
    RestoreGlobals,
}

/// The routine of linear algebra that a function is, if it was marked as one.
pub fn linear_operation(function: Function) -> Option<Linear> {
    if function.string_attribute(marks::GIVEN_DERIVATIVE)? != marks::LINEAR_ALGEBRA {
        return None;
    }
    match zymase_library::lookup(&marks::known_as(function)?) {
        Some(Known::Linear(linear)) => Some(linear),
        _ => None,
    }
}

/// Why a function that is an `ifunc` has no derivative.
pub const CHOSEN_AT_START: &str = "is an ifunc: which function it is gets decided when the program starts";

/// An integer that another thread gives: it is asked for once.
const SAID: Inactive =
    Inactive { memory: MemoryEffect::Global, overwrites: &[], returned: Returned::Constant, control: Control::Returns };

/// Classifies a call instruction.
pub fn classify(call: Value) -> Callee {
    let Some(callee) = call.called_function() else {
        if call.called_value().is_inline_assembly() {
            return Callee::Assembly;
        }
        return match call.called_value().as_function() {
            Some(function) => Callee::Unknown(function.name()),
            None if call.called_value().is_chosen_at_start() => Callee::Unsupported(format!("it {CHOSEN_AT_START}")),
            None if call.called_value().is_alias() => Callee::Unknown(call.called_value().name()),
            None => Callee::Unknown("a function pointer".into()),
        };
    };
    let name = callee.name();
    if [runtime::CHECKPOINT_FORWARD, runtime::CHECKPOINT_REVERSE].contains(&name.as_str()) {
        return Callee::Unsupported(
            "the gradient of a loop with zymase_checkpoint is not differentiated again: remove zymase_checkpoint there"
                .into(),
        );
    }
    if runtime::FIXED.contains(&name.as_str()) {
        return Callee::Unsupported(
            "the derivative of a loop with zymase_fixed_point is not differentiated again: remove zymase_fixed_point there"
                .into(),
        );
    }
    if runtime::BATONS.contains(&name.as_str()) {
        return Callee::Unsupported(
            "the derivative of threads that wait for each other is not differentiated again: let threads only wait until others have ended"
                .into(),
        );
    }
    if name.starts_with(runtime::MPI) {
        return Callee::Unsupported(
            "the derivative of a call of MPI is not differentiated again: compute second derivatives by differences of gradients"
                .into(),
        );
    }
    if name.starts_with(runtime::GPU) {
        return Callee::Unsupported(
            "the derivative of what a GPU does is not differentiated again: compute second derivatives by differences of gradients"
                .into(),
        );
    }
    if let Some(known) = runtime_call(&name) {
        return Callee::Runtime(known);
    }
    if callee.is_intrinsic() {
        return classify_intrinsic(call, &name);
    }
    if marks::is_inactive(callee) || is_inert(&name) {
        return Callee::SaidInactive;
    }
    if marks::has_given_derivative(callee) {
        return Callee::Defined(callee);
    }
    if let Some(memory) = allocator_of_the_program(callee) {
        return memory;
    }
    if let Some(lanes) = zymase_library::wide_shuffle(&name) {
        return Callee::Device(Device::Shuffle(lanes));
    }
    match marks::known_as(callee) {
        Some(name) => classify_symbol(&name),
        None => Callee::Defined(callee),
    }
}

/// Does a call say where a variable begins or ends to live?
pub fn is_lifetime(call: Value) -> bool {
    matches!(hint(call), Some(Hint::LifetimeStart | Hint::LifetimeEnd))
}

/// Does a call say that a variable begins to live?
pub fn starts_lifetime(call: Value) -> bool {
    hint(call) == Some(Hint::LifetimeStart)
}

/// What an intrinsic tells the optimiser, if that is all it does.
pub fn hint(call: Value) -> Option<Hint> {
    let callee = call.is_call().then(|| call.called_function()).flatten().filter(|callee| callee.is_intrinsic())?;
    match zymase_library::intrinsic(&callee.name()) {
        Some(IntrinsicKnown::Hint(hint)) => Some(hint),
        _ => None,
    }
}

/// May blocks of C's allocator be made larger in this module?
pub fn may_reallocate(module: Module) -> bool {
    zymase_library::REALLOCATORS.iter().any(|name| module.function(name).is_some())
}

/// Is a foreign function of this name one that has no derivative, or code of ours?
pub fn is_understood_by_name(name: &str) -> bool {
    matches!(zymase_library::lookup(name), Some(Known::Inactive(_) | Known::WrittenOut | Known::Links))
}

/// Calls in the body through which no derivative flows, whatever they do.
pub const IGNORE_DERIVATIVES: &str = "__enzyme_ignore_derivatives";
pub const CALL_INACTIVE: &str = "__enzyme_call_inactive";
/// A count that is larger in derivatives.
pub const ITERATIONS: &str = "__enzyme_iter";

fn is_inert(name: &str) -> bool {
    [IGNORE_DERIVATIVES, CALL_INACTIVE, ITERATIONS].iter().any(|known| name.contains(known))
}

/// A function that was registered as an allocator, or as what takes its memory back.
fn allocator_of_the_program(callee: Function) -> Option<Callee> {
    let position = |mark| callee.string_attribute(mark).and_then(|text| text.parse().ok());
    if let Some(size) = position(marks::ALLOCATION_LIKE) {
        return Some(Callee::Allocate(Allocate {
            size: Size::Argument(size),
            alignment: None,
            zeroed: false,
            provided: Provided::Returned,
            nullable: true,
            heap: Heap::Program,
        }));
    }
    let pointer = position(marks::DEALLOCATION_LIKE)?;
    Some(Callee::Free(Free { pointer, size: None, alignment: None, heap: Heap::Program }))
}

fn runtime_call(name: &str) -> Option<RuntimeCall> {
    Some(match name {
        runtime::ALLOCATE => RuntimeCall::Allocate,
        runtime::BEGIN | runtime::BEGIN_SMALL | runtime::BEGIN_WITH_ROOM => RuntimeCall::Begin,
        runtime::END => RuntimeCall::End,
        runtime::DEFER_FREE => RuntimeCall::DeferFree,
        runtime::DEFER_END => RuntimeCall::DeferEnd,
        runtime::MEMBERS => RuntimeCall::Members,
        runtime::GLOBAL_SHADOW => RuntimeCall::GlobalShadow,
        runtime::GLOBAL_POINTER => RuntimeCall::GlobalPointer,
        runtime::UNKNOWN_CALLEE
        | runtime::UNFIT_CALLEE
        | runtime::REFUSED_ARM
        | runtime::RULE_WITHOUT_SHADOW
        | runtime::THREAD_WAITS => RuntimeCall::UnknownCallee,
        runtime::CHECK_BODY
        | runtime::CHECK_MEMORY
        | runtime::CHECK_ROOM
        | runtime::CHECK_INTEGER
        | runtime::CHECK_TEXT
        | runtime::CHECK_TAPE
        | runtime::CHECK_RESULT
        | runtime::CHECK_FINITE
        | runtime::CHECK_SAME
        | runtime::CHECK_DISTANCE
        | runtime::CHECK_RANGE => RuntimeCall::Check,
        runtime::THROWN_SHADOW => RuntimeCall::ThrownShadow,
        runtime::THROWN_POINTER => RuntimeCall::ThrownPointer,
        runtime::CAUGHT_SHADOW => RuntimeCall::CaughtShadow,
        runtime::SAVE_GLOBALS => RuntimeCall::SaveGlobals,
        runtime::RESTORE_GLOBALS => RuntimeCall::RestoreGlobals,
        _ => return None,
    })
}

fn classify_intrinsic(call: Value, name: &str) -> Callee {
    match zymase_library::intrinsic(name) {
        Some(IntrinsicKnown::Device(Device::Shuffle(_))) if !call.ty().is_float() => Callee::Inactive(SAID),
        Some(IntrinsicKnown::Device(known)) => Callee::Device(known),
        Some(IntrinsicKnown::X86(known)) => machine::classify(call, name, known),
        Some(IntrinsicKnown::Math(math)) => {
            Callee::Math { function: math.function, operands: math.operands, integer_outputs: &[] }
        }
        Some(IntrinsicKnown::Copy(transfer)) => Callee::Copy(transfer),
        Some(IntrinsicKnown::Fill(fill)) => Callee::Fill { destination: fill.destination, length: fill.length },
        // Of these only the exponent of `llvm.frexp` is left after preparation, an integer.
        Some(IntrinsicKnown::Hint(_) | IntrinsicKnown::StructMath(_)) => Callee::Hint,
        Some(IntrinsicKnown::Inactive(inactive)) => Callee::Inactive(inactive),
        Some(IntrinsicKnown::Unsupported(why)) => Callee::Unsupported(why.into()),
        Some(_) => Callee::Unsupported(format!("the intrinsic {name} is not differentiated yet")),
        None => machine::integers(call, name).map_or_else(|| Callee::Unknown(name.into()), Callee::Inactive),
    }
}

/// Calls in the body that only tell what is in memory.
const TYPE_HINTS: [&str; 4] = ["__enzyme_float", "__enzyme_double", "__enzyme_integer", "__enzyme_pointer"];

/// Is a function of this name a type hint?
pub fn is_type_hint(name: &str) -> bool {
    TYPE_HINTS.iter().any(|hint| name.contains(hint))
}

fn classify_symbol(name: &str) -> Callee {
    if is_type_hint(name) {
        return Callee::Hint;
    }
    match zymase_library::lookup(name) {
        Some(Known::Math(math)) => {
            Callee::Math { function: math.function, operands: math.operands, integer_outputs: math.integer_outputs }
        }
        Some(Known::Copy(transfer)) => Callee::Copy(transfer),
        Some(Known::Fill(fill)) => Callee::Fill { destination: fill.destination, length: fill.length },
        Some(Known::Allocate(allocate)) => Callee::Allocate(allocate),
        Some(Known::Reallocate(reallocate)) => Callee::Reallocate(reallocate),
        Some(Known::Free(free)) => Callee::Free(free),
        Some(Known::Inactive(inactive)) => Callee::Inactive(inactive),
        Some(Known::Unsupported(why)) => Callee::Unsupported(why.into()),
        Some(Known::Callback(_)) => Callee::Unsupported(format!("the callback of {name} is not differentiated yet")),
        Some(Known::Linear(linear)) if linear.has_bare_name() => Callee::Unknown(name.into()),
        Some(Known::Linear(_)) => Callee::Unsupported(format!("'{name}' is not declared as the routine of that name")),
        Some(Known::Exception(exception)) => Callee::Exception(exception),
        Some(Known::Mpi(_)) => Callee::Unsupported(format!("'{name}' is not declared as the call of MPI of that name")),
        Some(_) => Callee::Unsupported(format!("{name} is not differentiated yet")),
        None => Callee::Unknown(name.into()),
    }
}
