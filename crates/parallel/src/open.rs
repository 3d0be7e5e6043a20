//! Puts the code of regions where they are called, between two marks.
use crate::reach::Reach;
use crate::{runtime, shares};
use std::collections::HashSet;
use zymase_llvm::{Builder, Function, Module, Opcode, Value};

/// Where the arguments of the region start among those of a fork.
const FIRST_ARGUMENT: usize = 3;
/// Numbers that every region gets before its arguments.
const NUMBERS: usize = 2;
/// Functions with these attributes are not looked into.
const LEFT_ALONE: [&str; 9] = [
    "optnone",
    "naked",
    "presplitcoroutine",
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_thread",
    "sanitize_memtag",
    "sanitize_realtime",
];

/// Opens all regions that can be; true when code changed.
pub fn open(module: Module) -> bool {
    let Some(fork) = module.function(runtime::FORK).filter(|_| !module.is_for_gpu()) else { return false };
    let mut opener =
        Opener { reach: Reach::new(module), begun: HashSet::new(), bounded: HashSet::new(), opened: false };
    for caller in callers(fork) {
        opener.open_in(caller);
    }
    if opener.opened {
        runtime::hide_queries(module);
        runtime::describe_sharing(module);
    }
    opener.opened
}

/// Functions that call another, each once.
fn callers(function: Function) -> Vec<Function> {
    let mut seen = HashSet::new();
    let calls = function.value().users().into_iter().filter(|user| user.is_call());
    let callers = calls.filter_map(|call| call.block()).map(|block| block.function());
    callers.filter(|caller| seen.insert(*caller)).collect()
}

struct Opener {
    reach: Reach,
    begun: HashSet<Function>,
    bounded: HashSet<Function>,
    opened: bool,
}

impl Opener {
    /// Opens what a function calls, after what lies inside of that.
    fn open_in(&mut self, caller: Function) {
        if !self.begun.insert(caller) || !may_hold_regions(caller) {
            return;
        }
        for instruction in caller.instructions() {
            let Some(body) = region_of(instruction) else { continue };
            if body == caller {
                continue;
            }
            self.open_in(body);
            if self.open_call(instruction, body) {
                self.reach.forget(caller);
                self.opened = true;
            }
        }
    }

    fn open_call(&mut self, fork: Value, body: Function) -> bool {
        let caller = fork.block().expect("placed").function();
        if caller.line() != 0 && body.line() != 0 && !fork.has_location() {
            return false;
        }
        let found = self.reach.from(body);
        if let Some(reason) = found.obstacle {
            let text = format!("parallel region is not optimised with its caller: it {reason}");
            fork.remark("RegionStaysClosed", &text, true);
            return false;
        }
        let module = caller.module();
        if self.bounded.insert(body) {
            shares::bound(body);
        }
        let builder = Builder::before(fork);
        builder.set_location_of(fork);
        let arguments = fork.arguments();
        let mut marked = vec![arguments[0]];
        for (index, argument) in arguments[FIRST_ARGUMENT..].iter().enumerate() {
            marked.extend(escaping(&builder, *argument, body.parameter(NUMBERS + index)));
        }
        marked.extend(found.variables);
        let start = builder.call(runtime::start(module), &marked);
        let bound = builder.call(runtime::bound(module), &[start]);
        let passed: Vec<Value> =
            [start, bound].into_iter().chain(arguments[FIRST_ARGUMENT..].iter().copied()).collect();
        let call = builder.call(body, &passed);
        let end = builder.call(runtime::end(module), &[start]);
        if !call.inline_call() {
            [end, call, bound, start].iter().for_each(|mark| mark.erase_instruction());
            return false;
        }
        fork.erase_instruction();
        true
    }
}

/// The function of a region that this starts.
fn region_of(fork: Value) -> Option<Function> {
    if fork.opcode() != Some(Opcode::LLVMCall) || fork.called_value().as_function()?.name() != runtime::FORK {
        return None;
    }
    let arguments = fork.arguments();
    let body = arguments.get(FIRST_ARGUMENT - 1)?.as_function()?;
    let passed = &arguments[FIRST_ARGUMENT..];
    let types = body.function_type().function_parameters();
    let fits = !body.is_declaration()
        && !body.may_be_replaced()
        && body.return_type().is_void()
        && !body.function_type().is_variadic()
        && arguments[1].as_integer() == Some(passed.len() as i64)
        && types.len() == NUMBERS + passed.len()
        && passed.iter().zip(&types[NUMBERS..]).all(|(argument, ty)| argument.ty() == *ty);
    (fits && may_hold_regions(body)).then_some(body)
}

fn may_hold_regions(function: Function) -> bool {
    let returns_twice =
        |call: Value| call.is_call() && call.called_function().is_some_and(|f| f.has_attribute("returns_twice"));
    !LEFT_ALONE.iter().any(|attribute| function.has_attribute(attribute))
        && !function.instructions().into_iter().any(returns_twice)
}

/// What of an argument the start of the region must be told: memory that threads share and may write, behind pointers. A variable of the
/// caller that they only read is none; what it points to is.
fn escaping(builder: &Builder, argument: Value, parameter: Value) -> Vec<Value> {
    if !argument.ty().is_pointer() {
        return Vec::new();
    }
    let module = builder.module();
    let object = argument.underlying_object();
    let mut pointers = Vec::new();
    let readable = object.is_fixed_stack_object()
        && argument.offset_in_object(module).is_some_and(|offset| {
            let size = module.allocation_size(object.allocated_type()) as i64;
            let whole = object.allocated_type();
            Reader { pointers: &mut pointers, room: size - offset, is_integer: whole.is_integer() }
                .only_reads(parameter, 0)
        });
    if !readable {
        return vec![argument];
    }
    pointers.sort_unstable();
    pointers.dedup();
    let load = |offset: i64| builder.load(module.pointer_type(), builder.constant_offset(argument, offset));
    pointers.into_iter().map(load).collect()
}

/// Follows the parameter that a variable is passed as.
struct Reader<'a> {
    /// Where pointers are loaded from.
    pointers: &'a mut Vec<i64>,
    /// Bytes from the parameter to the end of the variable.
    room: i64,
    /// The variable is an integer, which holds no pointer that has not escaped.
    is_integer: bool,
}

impl Reader<'_> {
    fn only_reads(&mut self, pointer: Value, offset: i64) -> bool {
        pointer.users().into_iter().all(|user| match user.opcode() {
            Some(Opcode::LLVMLoad) => user.is_simple_access() && self.note_load(user, offset),
            Some(Opcode::LLVMGetElementPtr) => {
                let module = user.block().expect("placed").function().module();
                user.constant_gep_offset(module).is_some_and(|more| self.only_reads(user, offset + more))
            }
            // With debug information, a region is a function that calls another.
            Some(Opcode::LLVMCall) => self.callee_only_reads(user, pointer, offset),
            _ => false,
        })
    }

    fn note_load(&mut self, load: Value, offset: i64) -> bool {
        let ty = load.ty();
        let size = load.block().expect("placed").function().module().store_size(ty) as i64;
        if offset < 0 || offset + size > self.room {
            return false;
        }
        if ty.is_pointer() {
            self.pointers.push(offset);
        }
        ty.is_pointer() || ty.is_float() || (ty.is_integer() && (ty.integer_bits() < 64 || self.is_integer))
    }

    fn callee_only_reads(&mut self, call: Value, pointer: Value, offset: i64) -> bool {
        let Some(callee) = call.called_function() else { return false };
        let own = call.block().expect("placed").function();
        if callee == own || callee.is_declaration() || callee.function_type().is_variadic() || callee.may_be_replaced()
        {
            return false;
        }
        let passed = call.arguments().into_iter().enumerate().filter(|(_, argument)| *argument == pointer);
        passed.map(|(index, _)| callee.parameter(index)).all(|parameter| {
            // One step only: what calls in circles is not followed.
            parameter.users().into_iter().all(|user| user.opcode() != Some(Opcode::LLVMCall))
                && self.only_reads(parameter, offset)
        })
    }
}
