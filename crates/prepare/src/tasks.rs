//! Tasks of oneTBB, as calls of what they do.
//!
//! Its algorithms are templates that make tasks, divide ranges among them and let the library run them, which calls a virtual function of
//! each. In a derivative tasks run where they are started, so that there is nothing to divide. After optimisation nobody sees any more
//! which class a task has and where a range is divided: all of it is one function, or one that calls itself through the library. So
//! functions of its headers get a *twin* at the start of the pipeline, which derivatives use in their place:
//! what starts a task whose class is seen calls what tasks of that class do, and ranges are not divided, but for
//! `simple_partitioner`, which promises parts of a certain size. Functions with a twin are hidden from the optimiser until derivatives
//! have been made; then nothing of this is left.

use std::collections::HashMap;
use zymase_library::Started;
use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Module, Opcode, Value};

/// How names of twins begin, and those of what they call to run a task.
const TWIN: &str = "zymase.twin.";
const RUN: &str = "zymase.run.";
/// Pairs of a function and its twin, which survive the linking of modules.
const PAIR: &str = "zymase.twins";
/// What says, when derivatives are made, which twin a function has.
const HAS_TWIN: &str = "zymase-twin";

/// Tables of virtual functions.
const TABLE: &str = "_ZTV";
/// What stands in a table before its functions, and the functions of a task and of a function object.
const HEAD: usize = 2;
const EXECUTE: usize = 2;
const CANCEL: usize = 3;
const OPERATOR: usize = 0;
/// Where a context says that its tasks are not to be run.
const CANCELLED: i64 = 8;
/// No thread is wanted for a task.
const NO_SLOT: i64 = 0xffff;
/// What runs the tasks that a task says to run next.
const SPAWN: &str = "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE";
/// So many steps are gone to find where an object comes from.
const MOST_STEPS: usize = 12;

/// Makes the twins of a module; true if there are any.
pub fn make_twins(module: Module) -> bool {
    let is_of_tbb = |f: &Function| !f.is_declaration() && zymase_library::is_of_tbb(&f.name());
    let originals: Vec<Function> = module.functions().into_iter().filter(is_of_tbb).collect();
    let mut runners = HashMap::new();
    let twins: Vec<(Function, Function)> =
        originals.into_iter().filter_map(|f| Some((f, make_twin(f, &mut runners)?))).collect();
    for (original, twin) in &twins {
        let both = Value::constant_struct(module, &[original.value(), twin.value()]);
        let pair = module.add_global(PAIR, both.ty());
        pair.set_initializer(Some(both));
        pair.set_global_linkage(Linkage::LLVMPrivateLinkage);
        module.keep(pair);
    }
    !twins.is_empty()
}

/// Functions that have a twin, until they are told so.
pub fn with_twins(module: Module) -> Vec<Function> {
    pairs(module).into_iter().filter_map(|pair| pair.initializer()?.operand(0).as_function()).collect()
}

fn pairs(module: Module) -> Vec<Value> {
    module.globals().into_iter().filter(|global| global.name().starts_with(PAIR)).collect()
}

/// Writes to functions which twin they have; true if any has.
pub fn introduce(module: Module) -> bool {
    let pairs = pairs(module);
    for pair in &pairs {
        let Some(both) = pair.initializer() else { continue };
        let (original, twin) = (both.operand(0).as_function(), both.operand(1).as_function());
        module.erase_from_used(*pair);
        pair.set_initializer(Some(Value::null(both.ty())));
        if pair.users().is_empty() {
            pair.erase_global();
        }
        if let (Some(original), Some(twin)) = (original, twin) {
            original.add_string_attribute(HAS_TWIN, &twin.name());
            // Or it would look as if something could call them through a pointer.
            original.drop_dead_constants();
            twin.drop_dead_constants();
        }
    }
    !pairs.is_empty()
}

/// What derivatives call in the place of a function.
pub fn twin(function: Function) -> Option<Function> {
    if !zymase_library::is_of_tbb(&function.name()) {
        return None;
    }
    let twin = function.module().function(&function.string_attribute(HAS_TWIN)?)?;
    (twin.function_type() == function.function_type()).then_some(twin)
}

/// Removes the twins, and what only they call.
pub fn forget_twins(module: Module) -> bool {
    let is_ours = |f: &Function| f.name().starts_with(TWIN) || f.name().starts_with(RUN);
    let ours: Vec<Function> = module.functions().into_iter().filter(is_ours).collect();
    ours.iter().for_each(|f| f.erase_body());
    for function in module.functions() {
        function.remove_string_attribute(HAS_TWIN);
    }
    ours.iter().filter(|f| f.value().users().is_empty()).for_each(|f| f.erase());
    !ours.is_empty()
}

/// What runs tasks: the type of the function that is called for it, and what it does.
type Runners = HashMap<(String, Vec<Function>), Function>;

/// The twin of a function, if it would differ.
fn make_twin(original: Function, runners: &mut Runners) -> Option<Function> {
    let name = original.name();
    let concerns = |call: &Value| {
        let callee = call.called_function().map(|f| f.name()).unwrap_or_default();
        zymase_library::may_stay_whole(&name, &callee)
            || zymase_library::starts(&callee).is_some_and(|(started, at)| class_of(*call, started, at).is_some())
    };
    let calls = |f: Function| f.instructions().into_iter().filter(|i| i.is_call()).collect::<Vec<Value>>();
    if lengths(original, &name).is_empty() && !calls(original).iter().any(concerns) {
        return None;
    }
    let twin = original.module().add_function(&format!("{TWIN}{name}"), original.function_type());
    twin.set_linkage(Linkage::LLVMInternalLinkage);
    twin.copy_attributes(original);
    original.clone_body_into(twin, &twin.parameters());
    for call in calls(twin) {
        let callee = call.called_function().map(|f| f.name()).unwrap_or_default();
        if zymase_library::may_stay_whole(&name, &callee) {
            call.replace_all_uses_with(Value::null(call.ty()));
        } else if let Some((started, at)) = zymase_library::starts(&callee)
            && let Some(does) = class_in(call, started, at, &name)
        {
            call.set_callee(runner(call, started, at, &does, runners));
        }
    }
    lengths(twin, &name)
        .into_iter()
        .chain(second_passes(twin, &name))
        .for_each(|is_long| is_long.replace_all_uses_with(Value::null(is_long.ty())));
    drop_unreached(twin);
    Some(twin)
}

/// Where a copy of the function `name` asks whether something is long enough to be divided.
fn lengths(function: Function, name: &str) -> Vec<Value> {
    let Some(least) = zymase_library::least_divided(name) else { return Vec::new() };
    let asks = |i: &Value| {
        i.opcode() == Some(Opcode::LLVMICmp)
            && i.int_predicate() == IntPredicate::LLVMIntSGT
            && i.operand(1).as_integer() == Some(least)
    };
    function.instructions().into_iter().filter(asks).collect()
}

/// Where a copy of the function `name` asks whether a scan has left something to be done.
fn second_passes(function: Function, name: &str) -> Vec<Value> {
    let asks = |i: &Value| {
        zymase_library::runs_whole_scan(name)
            && i.opcode() == Some(Opcode::LLVMICmp)
            && i.int_predicate() == IntPredicate::LLVMIntNE
            && i.operand(1).is_null()
            && i.operand(1).ty().is_pointer()
    };
    function.instructions().into_iter().filter(asks).collect()
}

/// Drops what is not reached any more: it would lead from a task to itself.
fn drop_unreached(function: Function) {
    let is_left_alone = function.has_attribute("optnone");
    if is_left_alone {
        function.remove_attribute("optnone");
    }
    function.run_passes("simplifycfg").unwrap_or_default();
    if is_left_alone {
        function.add_attribute("optnone");
    }
}

/// What the object that a call starts does: its functions, where its class is seen.
fn class_of(call: Value, started: Started, at: usize) -> Option<Vec<Function>> {
    class_in(call, started, at, &call.parent_function()?.name())
}

/// The same, in a copy of the function `name`.
fn class_in(call: Value, started: Started, at: usize, name: &str) -> Option<Vec<Function>> {
    let object = *call.arguments().get(at)?;
    let places: &[usize] = if started == Started::Task { &[EXECUTE, CANCEL] } else { &[OPERATOR] };
    let table = match table_of(object, MOST_STEPS) {
        Some(table) => table,
        None => {
            // An object that starts itself.
            let execute = call.parent_function()?.module().function(&zymase_library::execute_beside(name)?)?;
            let is_own = is_parameter(object, call.parent_function()?.parameter(0));
            return is_own.then(|| table_with(execute)).flatten().and_then(|table| functions(table, places));
        }
    };
    functions(table, places)
}

/// The table in which a virtual function of a task stands.
fn table_with(execute: Function) -> Option<Value> {
    let holds = |table: &Value| functions(*table, &[EXECUTE]).is_some_and(|found| found[0] == execute);
    execute.module().globals().into_iter().filter(|global| global.name().starts_with(TABLE)).find(holds)
}

/// Functions of a table.
fn functions(table: Value, places: &[usize]) -> Option<Vec<Function>> {
    let entries = table.initializer().filter(|tables| tables.is_constant_aggregate())?.operand(0);
    if !entries.is_constant_aggregate() {
        return None;
    }
    let entries = entries.operands();
    places.iter().map(|place| entries.get(HEAD + place)?.as_function()).collect()
}

/// The table of the class of an object, if it is seen how the object is made.
fn table_of(object: Value, steps: usize) -> Option<Value> {
    let left = steps.checked_sub(1)?;
    let is_on_object = |user: &Value| user.is_call() && user.arguments().first() == Some(&object);
    let members = object.users().into_iter().filter(is_on_object).filter_map(|call| call.called_function());
    let mut found: Vec<Value> = members.filter_map(|member| table_written(member, left)).collect();
    found.dedup();
    match (&found[..], object.opcode()) {
        ([table], _) => Some(*table),
        ([], Some(Opcode::LLVMLoad)) => table_of(only_stored(object.operand(0))?, left),
        ([], Some(Opcode::LLVMCall | Opcode::LLVMInvoke)) => {
            let callee = object.called_function().filter(|f| !f.is_declaration())?;
            table_of(only_returned(callee)?, left)
        }
        _ => None,
    }
}

/// The table that a constructor writes to the object that it is called for.
fn table_written(function: Function, steps: usize) -> Option<Value> {
    let left = steps.checked_sub(1)?;
    if function.is_declaration() || function.parameters().is_empty() || is_destructor(&function.name()) {
        return None;
    }
    let object = function.parameter(0);
    let instructions = function.instructions();
    let writes = |i: &&Value| i.opcode() == Some(Opcode::LLVMStore) && is_parameter(i.operand(1), object);
    let tables = instructions.iter().filter(writes).map(|store| store.operand(0).underlying_object());
    let mut tables = tables.filter(|table| table.is_global_variable() && table.name().starts_with(TABLE));
    if let Some(table) = tables.next() {
        return tables.next().is_none().then_some(table);
    }
    let on_object = |i: &&Value| i.is_call() && i.arguments().first().is_some_and(|first| is_parameter(*first, object));
    let mut inner = instructions.iter().filter(on_object).filter_map(|call| call.called_function());
    let whole = inner.next()?;
    inner.next().is_none().then(|| table_written(whole, left)).flatten()
}

/// Destructors may be those of a base.
fn is_destructor(name: &str) -> bool {
    ["D0Ev", "D1Ev", "D2Ev"].iter().any(|mark| name.ends_with(mark))
}

/// Is a value the parameter, or read from where only that was stored?
fn is_parameter(value: Value, parameter: Value) -> bool {
    value == parameter || value.opcode() == Some(Opcode::LLVMLoad) && only_stored(value.operand(0)) == Some(parameter)
}

/// What is stored in a variable of unoptimised code, if that is one value.
fn only_stored(variable: Value) -> Option<Value> {
    if variable.opcode() != Some(Opcode::LLVMAlloca) {
        return None;
    }
    let mut stored = None;
    for user in variable.users() {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => {}
            Some(Opcode::LLVMStore) if user.operand(1) == variable && stored.is_none() => {
                stored = Some(user.operand(0))
            }
            Some(Opcode::LLVMCall) if user.called_function().is_some_and(|f| f.name().starts_with("llvm.")) => {}
            _ => return None,
        }
    }
    stored
}

/// What a function returns, if it does so in one place.
fn only_returned(function: Function) -> Option<Value> {
    let mut returns = function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet));
    let value = returns.next().filter(|first| first.operand_count() == 1)?.operand(0);
    returns.next().is_none().then_some(value)
}

/// Does a function return null whatever happens?
fn returns_null(function: Function, steps: usize) -> bool {
    !function.is_declaration() && only_returned(function).is_some_and(|value| is_null(value, steps))
}

fn is_null(value: Value, steps: usize) -> bool {
    let Some(left) = steps.checked_sub(1) else { return false };
    match value.opcode() {
        _ if value.is_null() => true,
        Some(Opcode::LLVMLoad) => only_stored(value.operand(0)).is_some_and(|stored| is_null(stored, left)),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => value.called_function().is_some_and(|f| returns_null(f, left)),
        _ => false,
    }
}

/// A function with the parameters of what is called to start an object, which does what the object does.
fn runner(call: Value, started: Started, at: usize, does: &[Function], runners: &mut Runners) -> Function {
    let ty = call.called_type();
    let key = (format!("{started:?} {at} {ty}"), does.to_vec());
    if let Some(known) = runners.get(&key) {
        return *known;
    }
    let caller = call.parent_function().expect("a placed call");
    let function = caller.module().add_function(&format!("{RUN}{}", does[0].name()), ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(caller);
    let builder = Builder::at_end(function.append_block("entry"));
    let object = function.parameter(at);
    match started {
        Started::Task => run_task(function, &builder, object, function.parameter(at + 1), does),
        Started::Delegate => {
            builder.call(does[0], &[object]);
        }
    }
    builder.ret(None);
    runners.insert(key, function);
    function
}

/// Runs a task, or lets it know that it is not run, and what it says to run next.
fn run_task(function: Function, builder: &Builder, task: Value, context: Value, does: &[Function]) {
    let module = function.module();
    let (pointer, short, flag) = (module.pointer_type(), module.integer_type(16), module.integer_type(32));
    let data = builder.alloca(module.void_type().structure(&[pointer, short, short]), "data");
    builder.store(context, data);
    builder.store(Value::integer(short, 0), builder.constant_offset(data, 8));
    builder.store(Value::integer(short, NO_SLOT), builder.constant_offset(data, 10));
    let cancelled = builder.load(flag, builder.constant_offset(context, CANCELLED));
    let is_run = builder.icmp(IntPredicate::LLVMIntEQ, cancelled, Value::integer(flag, 0));
    let (run, cancel, done) =
        (function.append_block("run"), function.append_block("cancel"), function.append_block("done"));
    builder.conditional_branch(is_run, run, cancel);
    for (block, does) in [(run, does[0]), (cancel, does[1])] {
        builder.position_at_end(block);
        let next = builder.call(does, &[task, data]);
        if zymase_library::is_whole_scan(&does.name()) || returns_null(does, MOST_STEPS) {
            builder.branch(done);
            continue;
        }
        let more = function.append_block("next");
        let is_there = builder.icmp(IntPredicate::LLVMIntNE, next, Value::null(pointer));
        builder.conditional_branch(is_there, more, done);
        builder.position_at_end(more);
        let spawn = module.declare(SPAWN, zymase_llvm::Type::function(module.void_type(), &[pointer, pointer], false));
        builder.call(spawn, &[next, context]);
        builder.branch(done);
    }
    builder.position_at_end(done);
}
