//! The few functions generated code calls at run time.
//!
//! A derivative call owns one *context*: a region from which caches are taken, the allocations whose `free` waits for
//! the end of the reverse sweep, and the private shadows of mutable globals. Everything in it goes away at once when
//! the outermost derivative returns, so nothing generated has to free a cache on any path.
//!
//! While functions are still being differentiated the run time is only declared: nested derivatives see calls whose
//! meaning they know. The driver adds the bodies at the very end, which are those of the [target](crate::machine).
//!
//! Pointers of the run time are in the address space of the target's memory; what is passed is cast
//! ([`Builder::call_across_spaces`]).

use crate::machine::{self, memory_pointer};
use zymase_analysis::marks;
use zymase_analysis::runtime::*;
use zymase_library::WIDE_SHUFFLE;
use zymase_llvm::{Builder, Function, Module, Type, Value};

/// Bytes of a context; the layout is private to the bodies.
pub const CONTEXT_BYTES: u64 = 80;
/// How far the contexts of members are apart: in different lines of caches.
pub const MEMBER_BYTES: u64 = 128;

const PREFIX: &str = "__zymase_";

/// Is this the name of something the engine made?
pub fn is_generated(name: &str) -> bool {
    name.starts_with(PREFIX) || name.starts_with("zymase.")
}

/// Is this the name of a derivative?
pub fn is_derivative(name: &str) -> bool {
    name.starts_with("zymase.") && !name.starts_with("zymase.prepared.")
}

fn declare(module: Module, name: &str, result: Type, parameters: &[Type]) -> Function {
    let known = module.function(name);
    let function = module.declare(name, Type::function(result, parameters, false));
    if known.is_none() {
        function.add_attribute("nounwind");
    }
    function
}

/// `ptr allocate(ptr context, i64 bytes)`: memory that lives until the context ends, not cleared.
pub fn allocate(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    let function = declare(module, ALLOCATE, pointer, &[pointer, size]);
    function.add_return_attribute("noalias");
    function
}

/// `void begin(ptr context)`
pub fn begin(module: Module) -> Function {
    declare(module, BEGIN, module.void_type(), &[memory_pointer(module)])
}

/// `void begin_small(ptr context)`: of which there may be many at once, so the region starts small.
pub fn begin_small(module: Module) -> Function {
    declare(module, BEGIN_SMALL, module.void_type(), &[memory_pointer(module)])
}

/// `void begin_with_room(ptr context, i64 bytes)`: so many bytes behind the context are the first memory of the region.
pub fn begin_with_room(module: Module) -> Function {
    declare(module, BEGIN_WITH_ROOM, module.void_type(), &[memory_pointer(module), module.integer_type(64)])
}

/// `void end(ptr context)`: frees everything the context holds.
pub fn end(module: Module) -> Function {
    declare(module, END, module.void_type(), &[memory_pointer(module)])
}

/// `void defer_end(ptr context, ptr inner)`: a copy of the inner context ends when the context does.
pub fn defer_end(module: Module) -> Function {
    declare(module, DEFER_END, module.void_type(), &[memory_pointer(module); 2])
}

/// `void defer_free(ptr context, ptr deallocator, ptr memory)`: frees when the context ends.
pub fn defer_free(module: Module) -> Function {
    let pointer = memory_pointer(module);
    declare(module, DEFER_FREE, module.void_type(), &[pointer, pointer, pointer])
}

/// `ptr members(ptr context, i32 count)`: contexts for so many threads that work for this one, [`MEMBER_BYTES`] apart; they end with it.
/// Asked again for as many or fewer, they are the same.
pub fn members(module: Module) -> Function {
    let pointer = memory_pointer(module);
    declare(module, MEMBERS, pointer, &[pointer, module.integer_type(32)])
}

/// A call of `ptr global_shadow(ptr context, ptr key, i64 bytes, i64 lane)`: the derivative call's private shadow of a
/// global, one in each lane, zero at first. It is named in the address space of the global.
pub fn call_global_shadow(builder: &Builder, context: Value, key: Value, bytes: Value, lane: usize) -> Value {
    let module = builder.module();
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    let function = declare(module, GLOBAL_SHADOW, pointer, &[pointer, pointer, size, size]);
    let shadow = builder.call_across_spaces(function, &[context, key, bytes, lane_number(module, lane)]);
    builder.pointer_cast(shadow, key.ty())
}

/// Does an instruction fetch the shadow of a global, its operand 1?
pub fn is_global_shadow(instruction: Value) -> bool {
    instruction.is_call() && instruction.called_function().is_some_and(|callee| callee.name() == GLOBAL_SHADOW)
}

/// A lane as the run time counts it.
pub fn lane_number(module: Module, lane: usize) -> Value {
    Value::integer(module.integer_type(64), lane as i64)
}

/// `ptr global_pointer(ptr context, ptr primal, ptr shadow, ptr name, i64 lane)`: the shadow of a pointer that was read
/// from a global. One that was put there before the derivative call has none in memory: it is found if it points into a
/// global, else the program ends with a message.
pub fn global_pointer(module: Module) -> Function {
    let pointer = memory_pointer(module);
    declare(module, GLOBAL_POINTER, pointer, &[pointer, pointer, pointer, pointer, module.integer_type(64)])
}

/// `i1 ranges_apart(ptr ranges, i64 count)`: does no range of addresses that is written overlap another? A range is its begin, its
/// end, and whether it is written, 64 bits each.
pub fn ranges_apart(module: Module) -> Function {
    declare_question(module, RANGES_APART, module.integer_type(1), &[module.pointer_type(), module.integer_type(64)])
}

/// `{ i64, i64 } extremes(ptr first, i64 count, i64 bytes, i1 signed)`: the least and the greatest of integers of so many bytes; zeros
/// if there are none.
pub fn extremes(module: Module) -> Function {
    let (size, bit) = (module.integer_type(64), module.integer_type(1));
    declare_question(module, EXTREMES, size.structure(&[size, size]), &[module.pointer_type(), size, size, bit])
}

/// What derivatives ask about memory: no derivative flows through the answer.
fn declare_question(module: Module, name: &str, result: Type, parameters: &[Type]) -> Function {
    let function = declare(module, name, result, parameters);
    function.add_string_attribute(marks::INACTIVE, "");
    function
}

/// A function of so many pointers that ends the program.
fn declare_end(module: Module, name: &str, pointers: usize) -> Function {
    let function = declare(module, name, module.void_type(), &vec![memory_pointer(module); pointers]);
    function.add_attribute("noreturn");
    function.add_attribute("cold");
    function
}

/// `void unknown_callee(ptr address)`: ends the program with a message that names the function.
pub fn unknown_callee(module: Module) -> Function {
    declare_end(module, UNKNOWN_CALLEE, 1)
}

/// `void check_body(ptr function, ptr here, ptr name)`: ends the program with a message if the linker took another function than
/// the one that was differentiated.
pub fn check_body(module: Module) -> Function {
    declare(module, CHECK_BODY, module.void_type(), &[memory_pointer(module); 3])
}

/// `void unfit_callee(ptr place, ptr name)`: ends the program with a message that names the call and the function.
pub fn unfit_callee(module: Module) -> Function {
    declare_end(module, UNFIT_CALLEE, 2)
}

/// `void refused_arm(ptr place, ptr message)`: ends the program with a message that says what could not be differentiated.
pub fn refused_arm(module: Module) -> Function {
    declare_end(module, REFUSED_ARM, 2)
}

/// `void thread_waits()`: ends the program with a message: a thread waits for another one that will not run.
pub fn thread_waits(module: Module) -> Function {
    declare_end(module, THREAD_WAITS, 0)
}

/// `void check_memory(ptr)`: ends the program with a message if there is none.
pub fn check_memory(module: Module) -> Function {
    declare_check(module, CHECK_MEMORY, &[memory_pointer(module)])
}

/// `void check_text(i64 length, i64 most)`: ends the program with a message if a copy of a text comes to numbers.
pub fn check_text(module: Module) -> Function {
    declare_check(module, CHECK_TEXT, &[module.integer_type(64); 2])
}

/// `void check_integer(i64 bits, i64 most, ptr place)`: ends the program with a message if what is used as an integer is
/// not below `most` in magnitude, and so may be a number.
pub fn check_integer(module: Module) -> Function {
    let i64_type = module.integer_type(64);
    declare_check(module, CHECK_INTEGER, &[i64_type, i64_type, memory_pointer(module)])
}

/// `void check_room(i64 have, i64 need)`: ends the program with a message if a caller's tape is too small.
pub fn check_room(module: Module) -> Function {
    declare_check(module, CHECK_ROOM, &[module.integer_type(64); 2])
}

/// `void check_tape(ptr tape, i64 tag, ptr function)`: ends the program with a message if another derivative made it.
pub fn check_tape(module: Module) -> Function {
    let pointer = memory_pointer(module);
    declare_check(module, CHECK_TAPE, &[pointer, module.integer_type(64), pointer])
}

/// `void check_result(double recorded, double now, ptr function)`: ends the program with a message if they differ by more
/// than two ways to compile the same arithmetic can.
pub fn check_result(module: Module) -> Function {
    declare_check(module, CHECK_RESULT, &[module.double_type(), module.double_type(), memory_pointer(module)])
}

/// `void check_finite(i1 bad, ptr place)`: ends the program with a message if a derivative is NaN or infinite.
pub fn check_finite(module: Module) -> Function {
    declare_check(module, CHECK_FINITE, &[module.integer_type(1), memory_pointer(module)])
}

/// `void check_same(double reverse, double forward, double size, ptr place)`: ends the program with a message if two
/// modes give different derivatives.
pub fn check_same(module: Module) -> Function {
    let double = module.double_type();
    declare_check(module, CHECK_SAME, &[double, double, double, memory_pointer(module)])
}

/// `void check_distance(i64 primal, i64 shadow, ptr place)`: ends the program with a message if two arrays are not as far from
/// each other as their shadows.
pub fn check_distance(module: Module) -> Function {
    let i64_type = module.integer_type(64);
    declare_check(module, CHECK_DISTANCE, &[i64_type, i64_type, memory_pointer(module)])
}

/// `void check_range(ptr address, ptr end, ptr place)`: ends the program with a message if an address is not before the end of
/// its range.
pub fn check_range(module: Module) -> Function {
    declare_check(module, CHECK_RANGE, &[memory_pointer(module); 3])
}

fn declare_check(module: Module, name: &str, parameters: &[Type]) -> Function {
    declare(module, name, module.void_type(), parameters)
}

/// A call of `ptr save_globals(ptr context)`: copies of the shadows of globals, if derivatives of this module have any.
pub fn save_globals(builder: &Builder, context: Value) -> Option<Value> {
    let module = builder.module();
    module.function(GLOBAL_SHADOW)?;
    let pointer = memory_pointer(module);
    Some(builder.call(declare(module, SAVE_GLOBALS, pointer, &[pointer]), &[context]))
}

/// A call of `void restore_globals(ptr context, ptr saved)`: a reverse sweep that runs again finds them as they were.
pub fn restore_globals(builder: &Builder, context: Value, saved: Value) {
    let module = builder.module();
    let function = declare(module, RESTORE_GLOBALS, module.void_type(), &[memory_pointer(module); 2]);
    builder.call(function, &[context, saved]);
}

/// Memory that no context owns: a tape that the program holds.
pub fn take_memory(builder: &Builder, bytes: Value) -> Value {
    let module = builder.module();
    let [take, _] = allocator(module);
    let ty = Type::function(memory_pointer(module), &[module.integer_type(64)], false);
    builder.call(module.declare(take, ty), &[bytes])
}

/// Gives such memory back; null is nothing.
pub fn give_memory_back(builder: &Builder, memory: Value) {
    let module = builder.module();
    let [_, give_back] = allocator(module);
    let ty = Type::function(module.void_type(), &[memory_pointer(module)], false);
    builder.call(module.declare(give_back, ty), &[memory]);
}

fn allocator(module: Module) -> [&'static str; 2] {
    machine::of(module).run_time().map_or(["malloc", "free"], |run_time| run_time.allocator)
}

/// A context on the stack, not begun yet, and so many bytes behind it.
pub fn context_on_stack(top: &Builder, room: u64, name: &str) -> Value {
    let module = top.module();
    let variable = top.alloca(module.integer_type(8).array(CONTEXT_BYTES + room), name);
    variable.set_alignment(16);
    top.pointer_cast(variable, memory_pointer(module))
}

/// `void rule_without_shadow(ptr name, ptr address)`: ends the program with a message that names the function.
pub fn rule_without_shadow(module: Module) -> Function {
    declare_end(module, RULE_WITHOUT_SHADOW, 2)
}

/// Where a context holds the tape of the function that is being left by unwinding.
const TAPE_AT: i64 = 48;

/// Hands the tape of a function that is left by unwinding to its caller.
pub fn leave(builder: &Builder, context: Value, tape: Value) {
    builder.store(tape, builder.constant_offset(context, TAPE_AT));
}

/// In a landing pad, the tape of the function that was left.
pub fn left(builder: &Builder, context: Value) -> Value {
    builder.load(memory_pointer(builder.module()), builder.constant_offset(context, TAPE_AT))
}

/// `ptr thrown_shadow(ptr context, ptr object, i64 bytes, i64 lane)`: a shadow for an object that will be thrown, cleared.
pub fn thrown_shadow(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    declare(module, THROWN_SHADOW, pointer, &[pointer, pointer, size, size])
}

/// `void thrown_pointer(ptr context, ptr primal, ptr shadow, i64 lane)`: a pointer is thrown, and what catches it gets
/// the pointer.
pub fn thrown_pointer(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    declare(module, THROWN_POINTER, module.void_type(), &[pointer, pointer, pointer, size])
}

/// `ptr caught_shadow(ptr context, ptr object, i64 lane)`: the shadow of what a handler caught; itself when nobody gave
/// it one.
pub fn caught_shadow(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    declare(module, CAUGHT_SHADOW, pointer, &[pointer, pointer, size])
}

/// `ptr checkpoint_forward(ptr context, ptr frame, ptr pieces, i64 count, i64 trips, i64 slots, ptr advance, ptr left)`: runs a
/// loop, and returns its tape.
pub fn checkpoint_forward(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    let types = [pointer, pointer, pointer, size, size, size, pointer, pointer];
    declare(module, CHECKPOINT_FORWARD, pointer, &types)
}

/// `void checkpoint_reverse(ptr context, ptr frame, ptr tape, ptr advance, ptr back)`: the loop backwards.
pub fn checkpoint_reverse(module: Module) -> Function {
    declare(module, CHECKPOINT_REVERSE, module.void_type(), &[memory_pointer(module); 5])
}

/// What derivatives of loops that end at a fixed point ask: a function of `FIXED`, whose parameters are such values.
pub fn fixed_point(builder: &Builder, name: &str, result: Type, arguments: &[Value]) -> Value {
    let module = builder.module();
    let pointer = memory_pointer(module);
    let ty = |value: &Value| if value.ty().is_pointer() { pointer } else { value.ty() };
    let types: Vec<Type> = arguments.iter().map(ty).collect();
    builder.call_across_spaces(declare(module, name, result, &types), arguments)
}

/// `void fixed_point_diverges(ptr place)`: ends the program with a message that names the place.
pub fn fixed_point_diverges(module: Module) -> Function {
    declare_end(module, FIXED_POINT_DIVERGES, 1)
}

/// `i64 baton(ptr context, i32 what, ptr object, ptr other, i64 number, ptr times)`: what a thread asks of who lets it run; how often others
/// ran meanwhile is put behind the last pointer, if there is one.
pub fn baton(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    declare(module, BATON, size, &[pointer, module.integer_type(32), pointer, pointer, size, pointer])
}

/// `i64 baton_start(ptr context, ptr forward, ptr reverse, ptr frame, i64 stays)`: starts a thread that runs functions of a frame; how often
/// others ran meanwhile.
pub fn baton_start(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    declare(module, BATON_START, size, &[pointer, pointer, pointer, pointer, size])
}

/// `void baton_back(ptr context, i64 times)`: the reverse sweep comes to where others ran so often.
pub fn baton_back(module: Module) -> Function {
    declare(module, BATON_BACK, module.void_type(), &[memory_pointer(module), module.integer_type(64)])
}

/// `ptr allocate_spread(ptr context, i64 bytes)`: memory of a thread of a GPU, in words of eight bytes, [`SPREAD`] times as far from each other.
pub fn allocate_spread(module: Module) -> Function {
    let (pointer, size) = (memory_pointer(module), module.integer_type(64));
    let function = declare(module, ALLOCATE_SPREAD, pointer, &[pointer, size]);
    function.add_return_attribute("noalias");
    function.add_attribute("convergent");
    function
}

/// The lanes between whose words those of a thread lie.
pub const SPREAD: u64 = 32;
/// Bytes of a word.
pub const WORD: u64 = 8;

/// Adds to a place that may be the same for many threads of a GPU; none for numbers that only the machine adds.
pub fn add_together(builder: &Builder, place: Value, amount: Value) -> Option<Value> {
    let module = builder.module();
    let name = match amount.ty() {
        ty if ty.is_single() => ADD_SINGLE,
        ty if ty.is_double() => ADD_DOUBLE,
        _ => return None,
    };
    // It asks which threads come together, and is right whichever do: loops around it may be unrolled.
    let function = declare(module, name, module.void_type(), &[memory_pointer(module), amount.ty()]);
    function.add_attribute("nounwind");
    function.add_attribute("willreturn");
    function.set_touches_only_arguments();
    Some(builder.call_across_spaces(function, &[place, amount]))
}

/// The adjoint of what lanes read of each other: the sum of what was read of this one. `step`: all lanes of a warp are as far from what
/// they read.
pub fn adjoint_of_shuffle(builder: &Builder, lanes: u32, step: bool, [mask, adjoint, b, c]: [Value; 4]) -> Value {
    let module = builder.module();
    let i32_type = module.integer_type(32);
    let bits = if adjoint.ty().is_double() { "f64" } else { "f32" };
    let name = format!("{SHUFFLE_ADJOINT}{bits}{}", if step { "_step" } else { "" });
    let types = [i32_type, adjoint.ty(), i32_type, i32_type, i32_type];
    let function = declare(module, &name, adjoint.ty(), &types);
    function.add_attribute("convergent");
    builder.call(function, &[mask, adjoint, Value::integer(i32_type, i64::from(lanes)), b, c])
}

/// `x` after so many times `x * factor + summand`.
pub fn after_affine_steps(builder: &Builder, start: Value, count: Value, step: &[Value]) -> Value {
    let module = builder.module();
    let (ty, i64_type) = (start.ty(), module.integer_type(64));
    let name = if ty.integer_bits() == 32 { AFFINE_STEPS_32 } else { AFFINE_STEPS_64 };
    let function = declare(module, name, ty, &[ty, ty, ty, i64_type]);
    function.mark_pure();
    let summand = step.get(1).copied().unwrap_or(Value::null(ty));
    builder.call(function, &[start, step[0], summand, builder.integer_cast(count, i64_type)])
}

/// The address space of memory that the threads of a block share.
pub const SHARED_SPACE: u32 = 3;
/// How names of shadows of such memory begin.
pub const SHARED_SHADOW: &str = "__zymase_shadow_of_";

/// The shadow of a variable that the threads of a block share; none for other variables. What has no size of its own has its shadow in the
/// upper half of the memory that the launch gives.
pub fn shadow_of_shared(builder: &Builder, global: Value, bytes: u64, lane: usize) -> Option<Value> {
    let module = builder.module();
    if !module.is_for_gpu() || global.ty().address_space() != SHARED_SPACE {
        return None;
    }
    if bytes == 0 {
        let function = declare(module, SHARED_HALF, module.integer_type(64), &[]);
        function.mark_pure();
        return Some(builder.offset(global, builder.call(function, &[])));
    }
    let name = format!("{SHARED_SHADOW}{lane}_{}", global.name());
    let known = module.global(&name);
    Some(known.unwrap_or_else(|| module.add_shared(&name, bytes)))
}

/// Before a derivative whose shadows of shared memory are these: clears them. All threads take part.
pub fn clear_shared(builder: &Builder, shadows: &[(Value, Value)]) {
    let module = builder.module();
    let (void, i1, i32_type) = (module.void_type(), module.integer_type(1), module.integer_type(32));
    let shared = module.pointer_type_in(SHARED_SPACE);
    let begin = declare(module, SHARED_BEGIN, i1, &[]);
    let clear = declare(module, SHARED_CLEAR, void, &[shared, i32_type, i1]);
    let end = declare(module, SHARED_END, void, &[]);
    [begin, clear, end].iter().for_each(|function| function.add_attribute("convergent"));
    let everybody = builder.call(begin, &[]);
    for (shadow, bytes) in shadows {
        let words = builder.lshr(builder.integer_cast(*bytes, i32_type), Value::integer(i32_type, 2));
        builder.call(clear, &[*shadow, words, everybody]);
    }
    builder.call(end, &[]);
}

/// Before an access to memory whose bytes the launch gives: ends the kernel if it is not in the lower half, of which the upper one is the shadow.
pub fn check_in_lower_half(builder: &Builder, pointer: Value, global: Value, bytes: u64) {
    let module = builder.module();
    let i64_type = module.integer_type(64);
    let function = declare(module, SHARED_CHECK, module.void_type(), &[i64_type, i64_type]);
    let start = builder.pointer_to_int(builder.pointer_cast(global, pointer.ty()), i64_type);
    let offset = builder.sub(builder.pointer_to_int(pointer, i64_type), start);
    builder.call(function, &[offset, Value::integer(i64_type, bytes as i64)]);
}

/// A shuffle of `double` of this kind (`up`, `down`, `bfly`, `idx`): `double shuffle(i32 mask, double value, i32 b, i32 c)`.
pub fn wide_shuffle(module: Module, kind: &str) -> Function {
    let (integer, double) = (module.integer_type(32), module.double_type());
    let ty = Type::function(double, &[integer, double, integer, integer], false);
    let wide = module.declare(&format!("{WIDE_SHUFFLE}{kind}"), ty);
    ["convergent", "nounwind"].iter().for_each(|attribute| wide.add_attribute(attribute));
    wide.set_touches_only_hidden_memory();
    wide
}
