//! Messages of bytes: where in them numbers lie. No datatype says it, but what the program does with the buffers.

use crate::callee::{Callee, classify};
use crate::messages::{buffers_of_bytes, call_of, is_buffer_of_text};
use crate::types::{Cell, FloatKind, Kind, Layout, Types};
use std::collections::HashSet;
use zymase_library::Size;
use zymase_llvm::{Opcode, Value};

/// Numbers among bytes: those of an element, and elements every so many bytes, once or again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    pub stride: u64,
    pub once: bool,
    pub cells: Vec<Cell>,
}

impl Numbers {
    fn none() -> Numbers {
        Numbers { stride: 1, once: false, cells: Vec::new() }
    }
}

/// So many bytes that nobody looks at may be numbers that are passed on.
const PASSED_ON: u64 = 8;
/// Messages of a fixed length are looked at byte by byte up to this one.
const MOST_FIXED: i64 = 1 << 12;

/// The numbers in a buffer of a call, if it is known where they are.
pub fn numbers_behind(call: Value, buffer: usize, types: &Types) -> Option<Numbers> {
    let pointer = call.arguments()[buffer];
    let found = types.of_memory(pointer, None).ok().and_then(|layout| numbers_of(&layout));
    let within = || {
        let bytes = fixed_length(call, buffer).or_else(|| object_bytes(pointer))?;
        numbers_of(&types.of_memory(pointer, Some(bytes).filter(|bytes| *bytes <= MOST_FIXED as u64)).ok()?)
    };
    let is_text = || is_buffer_of_text(call, buffer) && is_only_text(pointer);
    found.or_else(within).or_else(|| is_text().then(Numbers::none))
}

/// Does the function only look at an object, which is its own, byte by byte and as a text?
fn is_only_text(pointer: Value) -> bool {
    let object = pointer.underlying_object();
    let is_own = match object.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall) => matches!(classify(object), Callee::Allocate(_)),
        _ => false,
    };
    let mut seen = HashSet::new();
    let mut work = vec![object];
    while let Some(place) = work.pop() {
        for user in place.users().into_iter().filter(|user| seen.insert(*user)) {
            match user.opcode() {
                Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMPHI | Opcode::LLVMSelect) => {
                    work.push(user);
                }
                Some(Opcode::LLVMLoad) if is_part_of_text(user) => {}
                Some(Opcode::LLVMStore) if user.operand(0) != place && is_part_of_text(user.operand(0)) => {}
                Some(Opcode::LLVMICmp) => {}
                Some(Opcode::LLVMCall | Opcode::LLVMInvoke) if takes_text(user) => {}
                _ => return false,
            }
        }
    }
    is_own
}

/// An integer that is too short for a double.
fn is_part_of_text(value: Value) -> bool {
    value.ty().is_integer() && value.ty().integer_bits() < 64
}

/// Does a call do nothing with an object that would let numbers in or out, but by MPI?
fn takes_text(call: Value) -> bool {
    match classify(call) {
        Callee::Fill { .. } | Callee::Free(_) | Callee::Inactive(_) | Callee::Hint => true,
        Callee::Defined(function) => call_of(function).is_some(),
        _ => false,
    }
}

/// How many bytes an object has, if a pointer leads to the beginning of one whose length is fixed.
fn object_bytes(pointer: Value) -> Option<u64> {
    let fixed = |argument: usize| pointer.arguments().get(argument).and_then(|v| v.as_integer()).map(|v| v as u64);
    match pointer.opcode()? {
        Opcode::LLVMAlloca => {
            let count = pointer.operand(0).as_integer()? as u64;
            Some(pointer.block()?.function().module().allocation_size(pointer.allocated_type()) * count)
        }
        Opcode::LLVMCall => match classify(pointer) {
            Callee::Allocate(allocate) => match allocate.size {
                Size::Argument(bytes) => fixed(bytes),
                Size::Product(count, bytes) => fixed(count)?.checked_mul(fixed(bytes)?),
            },
            _ => None,
        },
        _ => None,
    }
}

/// How many bytes are sent from a buffer, if that is fixed.
fn fixed_length(call: Value, buffer: usize) -> Option<u64> {
    let mpi = call.called_function().and_then(call_of)?;
    let (_, ty) = mpi.typed.iter().find(|(known, _)| *known == buffer)?;
    let arguments = call.arguments();
    if !buffers_of_bytes(call).contains(&buffer) {
        return None;
    }
    arguments[ty - 1].as_integer().filter(|bytes| (1..=MOST_FIXED).contains(bytes)).map(|bytes| bytes as u64)
}

fn numbers_of(layout: &Layout) -> Option<Numbers> {
    let is_plain = |cell: &Cell| match cell.kind {
        Kind::Float(FloatKind::Single | FloatKind::Double) => !cell.mixed,
        Kind::Float(_) | Kind::Either => false,
        Kind::Anything => cell.size < PASSED_ON,
        _ => true,
    };
    let cells: Vec<Cell> = layout.cells().iter().copied().filter(|cell| cell.kind.may_be_float()).collect();
    let is_number = |cell: &Cell| matches!(cell.kind, Kind::Float(_));
    match layout {
        _ if !layout.cells().iter().all(is_plain) => None,
        _ if !cells.iter().any(is_number) => Some(Numbers::none()),
        Layout::Fixed(all) => {
            let end = all.last().map_or(0, |cell| cell.offset + cell.size);
            Some(Numbers { stride: end, once: true, cells: cells.into_iter().filter(is_number).collect() })
        }
        Layout::Repeating { stride, .. } => {
            Some(Numbers { stride: *stride, once: false, cells: cells.into_iter().filter(is_number).collect() })
        }
        Layout::Headed { .. } => None,
    }
}
