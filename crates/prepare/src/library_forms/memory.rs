//! Copies, fills and allocations under their many names.

use super::{Form, intrinsic, takes};
use zymase_core::runtime;
use zymase_library::{Allocate, CopyResult, Fill, Heap, Provided, Reallocate, Size, Transfer, rust_sibling};
use zymase_llvm::{Builder, Function, IntPredicate, Type, Value};

/// What C calls `ENOMEM`, on every system there is.
const OUT_OF_MEMORY: i64 = 12;
/// Says how many bytes may be used of a block of the heap.
pub const SIZE_OF_BLOCK: &str = "malloc_usable_size";

/// `memcpy` and kin become `llvm.memcpy` or `llvm.memmove`.
pub fn copy(builder: &Builder, call: Value, known: Transfer) -> Option<Form> {
    let arguments = call.arguments();
    let length = *arguments.get(known.length).filter(|l| l.ty().is_integer())?;
    if !takes(call, &[], &[known.destination, known.source]) || !returns(call, known.returned) {
        return None;
    }
    let (to, from) = (arguments[known.destination], arguments[known.source]);
    let name = if known.may_overlap { "llvm.memmove" } else { "llvm.memcpy" };
    let volatile = Value::integer(to.ty().integer(1), 0);
    intrinsic(builder, name, &[to.ty(), from.ty(), length.ty()], &[to, from, length, volatile]);
    Some(result(builder, known.returned, to, length))
}

/// `memset` and kin become `llvm.memset`.
pub fn fill(builder: &Builder, call: Value, known: Fill) -> Option<Form> {
    let arguments = call.arguments();
    let length = *arguments.get(known.length).filter(|l| l.ty().is_integer())?;
    if !takes(call, &[], &[known.destination]) || !returns(call, known.returned) {
        return None;
    }
    let to = arguments[known.destination];
    let byte = to.ty().integer(8);
    let value = match known.value {
        Some(index) => builder.integer_cast(*arguments.get(index).filter(|v| v.ty().is_integer())?, byte),
        None => Value::integer(byte, 0),
    };
    let volatile = Value::integer(to.ty().integer(1), 0);
    intrinsic(builder, "llvm.memset", &[to.ty(), length.ty()], &[to, value, length, volatile]);
    Some(result(builder, known.returned, to, length))
}

fn returns(call: Value, returned: CopyResult) -> bool {
    match returned {
        CopyResult::Nothing => call.ty().is_void(),
        CopyResult::Destination | CopyResult::End => call.ty().is_pointer(),
    }
}

fn result(builder: &Builder, returned: CopyResult, to: Value, length: Value) -> Form {
    match returned {
        CopyResult::Nothing => Form::Nothing,
        CopyResult::Destination => Form::Value(to),
        CopyResult::End => Form::Value(builder.offset(to, length)),
    }
}

/// `llvm.memcpy.inline` and `llvm.memset.inline` become the forms that may also be calls, and lengths as wide as
/// sizes are (Fortran's are narrow).
pub fn plain(builder: &Builder, call: Value, name: &str) -> Option<Form> {
    let arguments = call.arguments();
    let size = arguments[0].ty().integer(64);
    let narrow = arguments[2].ty() != size;
    let name = ["llvm.memcpy", "llvm.memmove", "llvm.memset"].into_iter().find(|plain| {
        let rest = name.strip_prefix(plain).unwrap_or_default();
        rest.starts_with(".inline.") || (narrow && !rest.contains("atomic") && rest.starts_with('.'))
    })?;
    let pointers = if name == "llvm.memset" { 1 } else { 2 };
    let mut overloads: Vec<Type> = arguments[..pointers].iter().map(|p| p.ty()).collect();
    overloads.push(size);
    let length = if narrow { builder.integer_cast(arguments[2], size) } else { arguments[2] };
    // The copy keeps the alignments, which are attributes; the callee is the last operand.
    let copy = builder.clone_with(call, &[arguments[0], arguments[1], length]);
    copy.set_callee(builder.module().intrinsic(name, &overloads));
    Some(Form::Nothing)
}

/// An allocator that stores the pointer (`posix_memalign`) becomes `aligned_alloc` and a store.
///
/// The size is rounded up to a multiple of the alignment, which some libraries ask for.
pub fn allocate(builder: &Builder, call: Value, known: Allocate) -> Option<Form> {
    let (Provided::Stored(place), Some(alignment), Size::Argument(size)) =
        (known.provided, known.alignment, known.size)
    else {
        return None;
    };
    let arguments = call.arguments();
    let (alignment, size) = (*arguments.get(alignment)?, *arguments.get(size)?);
    let ty = size.ty();
    if !takes(call, &[], &[place]) || !call.ty().is_integer() || !ty.is_integer() || alignment.ty() != ty {
        return None;
    }
    let allocator = allocator(builder, "aligned_alloc", &[ty, ty])?;
    let mask = builder.sub(alignment, Value::integer(ty, 1));
    let rounded = builder.and(builder.add(size, mask), builder.not(mask));
    // What is near the end of the address space wraps; it must still fail.
    let rounded = intrinsic(builder, "llvm.umax", &[ty], &[rounded, size]);
    let memory = builder.call(allocator, &[alignment, rounded]);
    builder.store(memory, arguments[place]);
    let failed = builder.icmp(IntPredicate::LLVMIntEQ, memory, Value::null(memory.ty()));
    let code = |code| Value::integer(call.ty(), code);
    Some(Form::Value(builder.select(failed, code(OUT_OF_MEMORY), code(0))))
}

/// `realloc` becomes a fresh allocation, a copy, and a free: where the old block is, derivatives are found again.
///
/// How much is copied only the allocator knows. Shadows of blocks that may be reallocated are made as large as the
/// allocator made the block (see `shadow`), so that the same copy is safe among the shadows.
pub fn reallocate(builder: &Builder, call: Value, known: Reallocate) -> Option<Form> {
    let arguments = call.arguments();
    if known.heap == Heap::Rust {
        return reallocate_rust(builder, call, known);
    }
    if known.heap != Heap::C || !takes(call, &[], &[known.pointer]) || !call.ty().is_pointer() {
        return None;
    }
    let pointer = arguments[known.pointer];
    let factors: Vec<usize> = match known.new_size {
        Size::Argument(size) => vec![size],
        Size::Product(count, size) => vec![count, size],
    };
    let factors: Vec<Value> = factors.iter().filter_map(|f| arguments.get(*f).copied()).collect();
    let ty = factors.first()?.ty();
    if !ty.is_integer() || factors.iter().any(|f| f.ty() != ty) {
        return None;
    }
    let malloc = allocator(builder, "malloc", &[ty])?;
    let size_of_block = foreign(builder, SIZE_OF_BLOCK, ty, &[pointer.ty()])?;
    let free = foreign(builder, "free", builder.module().void_type(), &[pointer.ty()])?;
    let size = match factors.as_slice() {
        [count, size] => product(builder, *count, *size),
        _ => factors[0],
    };
    let memory = builder.call(malloc, &[size]);
    if pointer.is_null() {
        return Some(Form::Value(memory));
    }
    // A null pointer has no bytes, and may be freed; without new memory the old block stays.
    let failed = builder.icmp(IntPredicate::LLVMIntEQ, memory, Value::null(memory.ty()));
    let old_size = builder.call(size_of_block, &[pointer]);
    let kept = intrinsic(builder, "llvm.umin", &[ty], &[old_size, size]);
    let bytes = builder.select(failed, Value::integer(ty, 0), kept);
    copy_bytes(builder, memory, pointer, bytes);
    builder.call(free, &[builder.select(failed, Value::null(pointer.ty()), pointer)]);
    Some(Form::Value(memory))
}

/// The same for Rust's allocator, which is told how large the old block is. Where there is no new memory the
/// program ends, as it does wherever a derivative finds none.
fn reallocate_rust(builder: &Builder, call: Value, known: Reallocate) -> Option<Form> {
    let arguments = call.arguments();
    let symbol = call.called_function()?.name();
    let Size::Argument(new_size) = known.new_size else { return None };
    let (old_size, alignment, new_size) =
        (arguments[known.old_size?], arguments[known.alignment?], arguments[new_size]);
    let pointer = arguments[known.pointer];
    let ty = new_size.ty();
    let allocate = allocator(builder, &rust_sibling(&symbol, "alloc")?, &[ty, ty])?;
    let free = rust_sibling(&symbol, "dealloc")?;
    let free = foreign(builder, &free, builder.module().void_type(), &[pointer.ty(), ty, ty])?;
    let memory = builder.call(allocate, &[new_size, alignment]);
    builder.call_across_spaces(runtime::check_memory(builder.module()), &[memory]);
    copy_bytes(builder, memory, pointer, intrinsic(builder, "llvm.umin", &[ty], &[old_size, new_size]));
    builder.call(free, &[pointer, old_size, alignment]);
    Some(Form::Value(memory))
}

fn copy_bytes(builder: &Builder, to: Value, from: Value, bytes: Value) {
    let volatile = Value::integer(bytes.ty().integer(1), 0);
    intrinsic(builder, "llvm.memcpy", &[to.ty(), from.ty(), bytes.ty()], &[to, from, bytes, volatile]);
}

/// The product of two sizes; the largest size, which no allocator grants, when it overflows.
fn product(builder: &Builder, count: Value, size: Value) -> Value {
    let both = intrinsic(builder, "llvm.umul.with.overflow", &[size.ty()], &[count, size]);
    let (product, overflowed) = (builder.extract_value(both, 0), builder.extract_value(both, 1));
    builder.select(overflowed, Value::integer(size.ty(), -1), product)
}

/// The allocator `name`, unless the module knows something else by that name.
fn allocator(builder: &Builder, name: &str, parameters: &[Type]) -> Option<Function> {
    let function = foreign(builder, name, builder.module().pointer_type(), parameters)?;
    function.add_return_attribute("noalias");
    Some(function)
}

/// The library function `name`, unless the module knows something else by that name.
fn foreign(builder: &Builder, name: &str, result: Type, parameters: &[Type]) -> Option<Function> {
    let module = builder.module();
    let ty = Type::function(result, parameters, false);
    if let Some(known) = module.function(name) {
        return (known.function_type() == ty).then_some(known);
    }
    let function = module.declare(name, ty);
    function.add_attribute("nounwind");
    Some(function)
}
