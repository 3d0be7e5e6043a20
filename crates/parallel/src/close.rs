//! Makes functions of open regions again, for the run time to start threads with.
use crate::reach::Reach;
use crate::region::{self, Region};
use crate::{join, privates, runtime, team};
use std::collections::HashSet;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Linkage, Module, Type, Value};

/// Closes all open regions, with `joins` those that follow each other as one; true when there were any.
pub fn close(module: Module, joins: bool) -> bool {
    let Some(start) = module.function(runtime::START) else { return false };
    let calls = start.value().users().into_iter();
    let mut homes: Vec<Function> = Vec::new();
    let mut seen = HashSet::new();
    for home in calls.filter_map(|call| call.block()).map(|block| block.function()) {
        if seen.insert(home) {
            homes.push(home);
        }
    }
    let mut reach = Reach::new(module);
    homes.into_iter().for_each(|home| close_in(home, joins, &mut reach));
    for name in [runtime::START, runtime::END, runtime::BOUND] {
        let Some(mark) = module.function(name) else { continue };
        assert!(mark.value().users().is_empty(), "a mark of a region is left");
        mark.erase();
    }
    runtime::show_queries(module);
    true
}

/// Closes the regions of a function, those inside of others first.
fn close_in(function: Function, joins: bool, reach: &mut Reach) {
    function.remove_unreachable_blocks();
    region::separate_marks(function);
    if joins {
        join::join(function);
    }
    loop {
        if region::marks(function, runtime::START).is_empty() {
            break;
        }
        let Some(all) = region::find(function) else {
            serialise_all(function);
            break;
        };
        let is_innermost = |region: &&Region| !all.iter().any(|other| region.holds(other.start));
        let Some(region) = all.iter().find(is_innermost) else {
            serialise_all(function);
            break;
        };
        if !close_one(function, region, &all, reach) {
            serialise(region.start, region.end);
        }
    }
    // Of regions that never start any more.
    region::marks(function, runtime::END).into_iter().for_each(|end| end.erase_instruction());
}

/// Makes a function of a region and starts it. False when it is no longer a region by itself.
fn close_one(function: Function, region: &Region, all: &[Region], reach: &mut Reach) -> bool {
    if !privates::give(function, region, all) {
        return false;
    }
    hand_over_results(function, region);
    let bound = bound_of(region.start);
    let Some(call) = Block::outline(&region.blocks, &[region.start, bound]) else { return false };
    let arguments = call.arguments();
    assert!(arguments[..2] == [region.start, bound], "numbers of threads come first");
    let body = call.called_function().expect("a direct call");
    if let Some(end) = region.end {
        end.erase_instruction();
    }
    finish_body(body);
    team::start(call, region.start.arguments()[0], region.start, reach);
    bound.erase_instruction();
    region.start.erase_instruction();
    true
}

fn bound_of(start: Value) -> Value {
    let bound = start.users().into_iter().find(|user| region::is_call_of(*user, runtime::BOUND));
    bound.expect("made when marks were separated")
}

fn finish_body(body: Function) {
    body.set_linkage(Linkage::LLVMInternalLinkage);
    body.add_attribute("nounwind");
    body.gather_stack_objects();
    for index in 0..2 {
        ["noalias", "noundef", "nonnull"].iter().for_each(|fact| body.add_parameter_attribute(index, fact));
    }
}

/// Pure values that are used behind the region too: the optimiser found that what is computed there is the same. No thread is different
/// from another in them; the first one stores them.
fn hand_over_results(function: Function, region: &Region) {
    let Some(end) = region.end else { return };
    let module = function.module();
    let is_used_outside = |value: &Value| value.users().into_iter().any(|user| !region.holds(user));
    let instructions = region.blocks.iter().flat_map(|block| block.instructions());
    let results: Vec<Value> = instructions.filter(|value| !value.ty().is_void() && is_used_outside(value)).collect();
    if results.is_empty() {
        return;
    }
    let [behind] = end.block().expect("placed").successors()[..] else { unreachable!("split behind the mark") };
    let slots = Builder::before(function.entry().first_non_phi().expect("a terminator"));
    let last = Builder::before(end);
    last.set_location_of(end);
    let number_type = module.integer_type(32);
    let number = module.declare("omp_get_thread_num", Type::function(number_type, &[], false));
    let number = last.call(number, &[]);
    let is_first = last.icmp(IntPredicate::LLVMIntEQ, number, Value::integer(number_type, 0));
    let start = Builder::before(region.blocks[0].first_non_phi().expect("a terminator"));
    let after = Builder::before(behind.first_non_phi().expect("a terminator"));
    for result in results {
        let shared = slots.alloca(result.ty(), "");
        let own = start.alloca(result.ty(), "");
        last.store(result, last.select(is_first, shared, own));
        let again = after.load(result.ty(), shared);
        for user in result.users().into_iter().filter(|user| !region.holds(*user)) {
            for index in 0..user.operand_count() {
                if user.operand(index) == result {
                    user.set_operand(index, again);
                }
            }
        }
    }
}

/// Regions that are no pairs of marks any more: one thread runs them.
fn serialise_all(function: Function) {
    let starts = region::marks(function, runtime::START);
    let Some(location) = starts.first().map(|start| start.arguments()[0]) else { return };
    for start in starts {
        serialise(start, None);
    }
    for end in region::marks(function, runtime::END) {
        end_serial(end, location);
    }
}

/// One thread runs the region, as if it were a team.
fn serialise(start: Value, end: Option<Value>) {
    start.remark(
        "RegionIsSerial",
        "parallel region runs on one thread: optimisation has changed what it consists of",
        true,
    );
    let function = start.block().expect("placed").function();
    let module = function.module();
    let location = start.arguments()[0];
    let (pointer, integer) = (module.pointer_type(), module.integer_type(32));
    let slots = Builder::before(function.entry().first_non_phi().expect("a terminator"));
    let [own, zero] = [slots.alloca(integer, ""), slots.alloca(integer, "")];
    let builder = Builder::before(start);
    builder.set_location_of(start);
    let number = module.declare("__kmpc_global_thread_num", Type::function(integer, &[pointer], false));
    let number = builder.call(number, &[location]);
    builder.store(number, own);
    builder.store(Value::integer(integer, 0), zero);
    let begin = Type::function(module.void_type(), &[pointer, integer], false);
    builder.call(module.declare("__kmpc_serialized_parallel", begin), &[location, number]);
    let bound = bound_of(start);
    bound.replace_all_uses_with(zero);
    bound.erase_instruction();
    if let Some(end) = end {
        end_serial(end, location);
    }
    start.replace_all_uses_with(own);
    start.erase_instruction();
}

fn end_serial(end: Value, location: Value) {
    let module = end.block().expect("placed").function().module();
    let (pointer, integer) = (module.pointer_type(), module.integer_type(32));
    let builder = Builder::before(end);
    builder.set_location_of(end);
    let number = builder.load(integer, end.arguments()[0]);
    let finish = Type::function(module.void_type(), &[pointer, integer], false);
    builder.call(module.declare("__kmpc_end_serialized_parallel", finish), &[location, number]);
    end.erase_instruction();
}
