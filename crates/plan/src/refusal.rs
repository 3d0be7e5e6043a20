//! What is refused, and why: instructions and calls without a derivative, and derivatives that would be lost.
//!
//! - `outside`: numbers that leave the memory of the program, and come back;
//! - `texts`: numbers whose bytes are kept in a text.

mod outside;
mod texts;

use zymase_analysis::activity::{Activity, Assumed, Loss, Results, find_lost};
use zymase_analysis::bytes::numbers_behind;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::messages;
use zymase_analysis::types::{Layout, Problem, Types};
use zymase_core::Failure;
use zymase_core::failure::BODY_ELSEWHERE;
use zymase_core::runtime::SHARED_SPACE;
use zymase_library::{Device, Extent, Inactive};
use zymase_llvm::{Opcode, Value};
use zymase_prepare::{Prepared, moves};
use zymase_support::Diagnostic;

fn called(call: Value) -> String {
    match call.called_function() {
        Some(function) => format!("the call to '{}'", function.name()),
        None if call.called_value().is_chosen_at_start() => format!("the call to '{}'", call.called_value().name()),
        None => "this call".into(),
    }
}

/// The diagnostic for a call that cannot be differentiated.
pub fn unsupported_call(call: Value) -> Failure {
    let diagnostic = match classify(call) {
        Callee::Assembly => Diagnostic::new("cannot differentiate inline assembly that touches active values")
            .with_help("write it in C"),
        Callee::Unsupported(why) => Diagnostic::new(format!("cannot differentiate {}: {why}", called(call)))
            .with_help("differentiate around it: compute it outside of the differentiated function"),
        Callee::Defined(function) if function.function_type().is_variadic() => {
            Diagnostic::new(format!("cannot differentiate the variadic function '{}'", function.name()))
                .with_help("pass the arguments as an array")
        }
        Callee::Unknown(name) if name.starts_with("llvm.nvvm.") => {
            Diagnostic::new(format!("cannot differentiate '{name}': no derivative of this operation of GPUs is known"))
                .with_help("compute it outside of the differentiated function, or with functions of CUDA's mathematics")
        }
        Callee::Unknown(name) => {
            Diagnostic::new(format!("cannot differentiate the call to '{name}': its body is not in this module"))
                .with_help(BODY_ELSEWHERE)
        }
        _ => Diagnostic::new(format!("cannot differentiate {call}")),
    };
    Failure::at(call, diagnostic)
}

const PARTS_MOVED: &str =
    "parts of a floating-point number or pointer are moved as integers here, and its derivative would be lost";

/// Bytes of floats that travel where no derivative can follow are refused. What must be an integer for that to be all.
pub fn lost_derivatives(
    prepared: &Prepared,
    types: &Types,
    activity: &Activity,
    results: Results,
) -> Result<Assumed, Failure> {
    let shadowed = |load: &Value| activity.class(load.operand(0)).may_have_shadow();
    let pieces = moves::loaded_pieces(prepared.function, &prepared.analyses).into_iter().filter(shadowed);
    if let Some(load) = pieces.into_iter().find(|load| types.has_other_pieces(*load)) {
        let help = "move whole values, one after the other";
        return Err(Failure::at(load, Diagnostic::new(PARTS_MOVED).with_help(help)));
    }
    texts::check(prepared.function, types, activity)?;
    outside::check(prepared.function, types, activity)?;
    let lost = match find_lost(prepared.function, types, activity, results, &prepared.analyses) {
        Ok(assumed) => return Ok(assumed),
        Err(lost) => lost,
    };
    let (message, help) = match lost.how {
        Loss::Unknown(problem) => return Err(type_failure(types, lost.at, &problem)),
        Loss::Parts(evidence) => (
            &*match evidence {
                Some(evidence) => format!("{PARTS_MOVED} ({evidence})"),
                None => PARTS_MOVED.to_owned(),
            },
            "move whole numbers, or the whole range with memcpy",
        ),
        Loss::Bits => (
            "cannot differentiate bit operations on the representation of a floating-point number",
            "take the bits of a floating-point variable, not of memory, or write it with floating-point operations",
        ),
        Loss::Returned => (
            "a floating-point number is returned inside an integer here, and its derivative would be lost",
            "return it as a floating-point number, or through a pointer",
        ),
        Loss::Atomic => {
            ("cannot differentiate an atomic update of active memory", "write it with floating-point operations")
        }
    };
    Err(Failure::at(lost.at, Diagnostic::new(message).with_help(help)))
}

/// Behind a fence a kernel may read what other blocks have written: in the reverse sweep these would have to wait for this one.
pub fn read_of_other_blocks(prepared: &Prepared, activity: &Activity) -> Result<(), Failure> {
    let instructions = prepared.function.instructions();
    let is_fence = |i: &Value| i.is_call() && matches!(classify(*i), Callee::Device(Device::Fence));
    if !instructions.iter().any(is_fence) {
        return Ok(());
    }
    let object_of = |pointer: Value| {
        let object = pointer.underlying_object();
        let is_own = object.opcode() == Some(Opcode::LLVMAlloca) || object.ty().address_space() == SHARED_SPACE;
        (!is_own && activity.class(pointer).may_have_shadow()).then_some(object)
    };
    let written: Vec<Value> = instructions
        .iter()
        .filter_map(|i| match i.opcode()? {
            Opcode::LLVMStore => object_of(i.operand(1)),
            Opcode::LLVMAtomicRMW => object_of(i.operand(0)),
            _ => None,
        })
        .collect();
    let reads = |i: &&Value| {
        let read = (i.opcode() == Some(Opcode::LLVMLoad) && activity.is_active(**i)).then(|| object_of(i.operand(0)));
        read.flatten().is_some_and(|object| written.contains(&object))
    };
    let Some(read) = instructions.iter().find(reads) else { return Ok(()) };
    let diagnostic = Diagnostic::new("cannot differentiate a kernel that reads what other blocks write while it runs")
        .with_help("do that in a kernel of its own, which is launched afterwards");
    Err(Failure::at(*read, diagnostic))
}

/// A library function writes what has a shadow, in a way that is not known.
pub fn writes_active(i: Value) -> Failure {
    let diagnostic = Diagnostic::new("a library function writes into active memory here")
        .with_help("let it write into memory that is not differentiated, and copy the floats");
    Failure::at(i, diagnostic)
}

/// What `sscanf` and its kin read must be integers or text, or numbers in variables that nothing else writes: those never
/// have a derivative.
pub fn reject_scanned_numbers(types: &Types, activity: &Activity, i: Value, inactive: Inactive) -> Result<(), Failure> {
    let Some(first) = inactive.overwrites.iter().find(|o| o.extent == Extent::Scanned) else { return Ok(()) };
    let is_only_read = |variable: Value| {
        variable.opcode() == Some(Opcode::LLVMAlloca)
            && variable.users().into_iter().all(|user| match user.opcode() {
                Some(Opcode::LLVMLoad) => true,
                Some(Opcode::LLVMStore) => user.operand(0).is_constant(),
                _ => user == i,
            })
    };
    for pointer in i.arguments().into_iter().skip(first.argument).filter(|a| a.ty().is_pointer()) {
        let shadowed = activity.class(pointer).may_have_shadow() && !is_only_read(pointer);
        let plain = |layout: Layout| !layout.has_float() && !layout.has_pointer();
        if shadowed && !types.of_memory(pointer, Some(1)).is_ok_and(plain) {
            return Err(writes_active(i));
        }
    }
    Ok(())
}

/// The diagnostic for bytes of unknown type.
pub fn type_failure(types: &Types, i: Value, problem: &Problem) -> Failure {
    let words = types.words(problem);
    let chain = if words.chain.is_empty() { String::new() } else { format!(" ({})", words.chain.join("; ")) };
    Failure::at(i, Diagnostic::new(format!("{}{chain}", words.message)).with_help(words.hint))
}

/// What is read is no number that can be added to while others do.
pub fn not_atomic(i: Value) -> Failure {
    let text = format!("cannot add to the adjoint of what is read here in a parallel loop: {i}");
    let help = "read numbers one by one, or set ZYMASE_FLAGS=parallel=0: then derivatives run on one thread";
    Failure::at(i, Diagnostic::new(text).with_help(help))
}

/// Refuses a message of bytes that may be numbers: what they are is said by no datatype; and of numbers that a datatype says are integers.
pub fn check_message(call: Value, types: &Types, activity: &Activity) -> Result<(), Failure> {
    let arguments = call.arguments();
    let may_hold_numbers = |buffer: &usize| {
        activity.class(arguments[*buffer]).may_have_shadow() && numbers_behind(call, *buffer, types).is_none()
    };
    let are_no_integers = |(buffer, bytes): &(usize, u64)| {
        activity.class(arguments[*buffer]).may_have_shadow()
            && !types.of_memory(arguments[*buffer], Some(*bytes)).is_ok_and(|layout| !layout.has_float())
    };
    if messages::buffers_of_integers(call).iter().any(are_no_integers) {
        let text = format!("cannot differentiate {}: floats are sent as integers", called(call));
        return Err(Failure::at(call, Diagnostic::new(text).with_help("send them as MPI_DOUBLE or MPI_FLOAT")));
    }
    if !messages::buffers_of_bytes(call).iter().any(may_hold_numbers) {
        return Ok(());
    }
    let text =
        format!("cannot differentiate {}: bytes are sent that may be floats, and it is not known which", called(call));
    let diagnostic = Diagnostic::new(text)
        .with_help("send them with a datatype that says what they are, as MPI_DOUBLE or one of MPI_Type_create_struct");
    Err(Failure::at(call, diagnostic))
}

/// The diagnostic for an instruction no derivative is known for.
pub fn unsupported(i: Value) -> Failure {
    let what = match i.opcode() {
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => return unsupported_call(i),
        Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => "an atomic update of active memory",
        Some(Opcode::LLVMVAArg) => "a variadic argument",
        Some(Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor | Opcode::LLVMShl | Opcode::LLVMLShr) => {
            "bit operations on the representation of a floating-point number"
        }
        _ => "this instruction",
    };
    let diagnostic = Diagnostic::new(format!("cannot differentiate {what}: {i}"))
        .with_help("write it with floating-point operations");
    Failure::at(i, diagnostic)
}
