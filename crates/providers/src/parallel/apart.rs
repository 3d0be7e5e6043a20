//! Reads whose adjoints need no atomic additions: different threads read different places, or have shadows of their own.
//!
//! What all threads do together is what one thread does that is alone. If different iterations of a loop of that thread read different
//! places behind a parameter, so do different threads, which share out the iterations. If only iterations that are some distance apart do,
//! as in stencils, neighbours do not run at the same time: every other share comes first. That parameters do not lead to the same
//! memory is asked while the program runs. What all threads read and none writes gets shadows for each thread (`partial`).

use super::fields;
use super::partial::{self, Class};
use crate::separation::{is_plain_enough, write_test};
use std::collections::{BTreeMap, HashSet};
use zymase_analysis::activity::holds_float;
use zymase_analysis::marks;
use zymase_analysis::memory::dependence::{Access, Dependences};
use zymase_core::config::Versions;
use zymase_core::passed;
use zymase_core::signature::{DerivativeKind, Key};
use zymase_emit::driver::Driver;
use zymase_llvm::{Block, Elements, Function, IntPredicate, Opcode, Value};
use zymase_prepare::{Prepared, parallel};

/// The parameter with the number of a thread.
const NUMBER: usize = 1;
/// How far apart iterations must be.
const DISTANCES: [u32; 6] = [1, 2, 3, 5, 8, 16];
/// Behind one parameter, no more reads than this are compared with each other.
const MOST_READS: usize = 48;

/// A version of a loop for arguments that lead to different memory.
pub struct Apart {
    pub member: Function,
    /// Iterations that are so many apart read different places.
    pub distance: u32,
    /// Of the same arguments and shadows as the loop: do they? If there are classes, behind one more it is said where their elements lie.
    pub test: Function,
    /// What threads have shadows of their own of.
    pub own: Vec<Class>,
    /// For each parameter that the member has beside those of the loop, the one that it is the same as.
    pub origins: Vec<usize>,
}

/// The version of a loop whose reads are apart, if there are such.
pub fn version(driver: &mut dyn Driver, key: &Key, context: &[(Value, Value)]) -> Option<Apart> {
    let config = &driver.session().config;
    if !config.optimised || config.alias_versions == Versions::Never {
        return None;
    }
    let member = parallel::member_of(key.original);
    if member.string_attribute(marks::OWN_SHARES).is_some() {
        return None;
    }
    let split = fields::split(member).and_then(|split| {
        let found = version_of(driver, split.member, key, context, &split.origins);
        found.filter(|found| !found.own.is_empty())
    });
    split.or_else(|| version_of(driver, member, key, context, &[]))
}

/// The key of a derivative of a function with further parameters, which are the same as others.
pub fn with_origins(key: &Key, original: Function, origins: &[usize]) -> Key {
    let own = key.roles.len();
    let roles = key.roles.iter().copied().chain(origins.iter().map(|origin| key.roles[*origin])).collect();
    let further = (own..).zip(origins).filter(|(_, origin)| key.unchanged.contains(origin)).map(|(k, _)| k);
    let unchanged = key.unchanged.iter().copied().chain(further).collect();
    Key { original, roles, unchanged, ..key.clone() }
}

fn version_of(
    driver: &mut dyn Driver,
    member: Function,
    key: &Key,
    context: &[(Value, Value)],
    origins: &[usize],
) -> Option<Apart> {
    let shared = shared_parameters(driver, member, key, context)?;
    let whole = alone(member);
    let prepared = driver.prepared(whole).ok().filter(|prepared| is_plain_enough(prepared))?;
    let (parameters, distance) = apart_in(driver, &prepared, key, context, &shared);
    let of_whole = with_origins(key, whole, origins);
    let of_all = Key { kind: DerivativeKind::Gradient { seeded: false }, ..of_whole };
    let own = elements_of_threads(driver, member, (key, origins), context, &parameters);
    let found = |member, test, own| Apart { member, distance, test, own, origins: origins.to_vec() };
    if !own.is_empty() {
        let elements: Vec<Elements> = own.iter().map(|class| class.of).collect();
        let copy = without_overlaps(member, &parameters, &own);
        if is_covered(driver, copy, key, context, &own)
            && let Some(test) = write_test(prepared.function, &of_all, &elements, origins)
        {
            return Some(found(copy, test, own));
        }
    }
    if parameters.is_empty() {
        return None;
    }
    let test = write_test(prepared.function, &of_all, &[], origins)?;
    Some(found(without_overlaps(member, &parameters, &[]), test, Vec::new()))
}

/// What all threads may read and none writes, not behind parameters that need no shadows of threads.
fn elements_of_threads(
    driver: &mut dyn Driver,
    member: Function,
    (key, origins): (&Key, &[usize]),
    context: &[(Value, Value)],
    apart: &[usize],
) -> Vec<Class> {
    let Ok(prepared) = driver.prepared(member) else { return Vec::new() };
    let types = driver.types(&prepared, &passed::to_copy(member, key.original, context));
    let of_threads = member.string_attribute(marks::MEMORY_OF_THREADS).map(|_| parallel::OWN_PARAMETERS);
    let excluded: Vec<usize> = apart.iter().copied().chain(of_threads).collect();
    partial::classes(prepared.function, &types, &with_origins(key, member, origins), &excluded, origins)
}

/// Does a copy of a member read nothing else behind their parameters?
fn is_covered(driver: &mut dyn Driver, copy: Function, key: &Key, context: &[(Value, Value)], own: &[Class]) -> bool {
    let Ok(prepared) = driver.prepared(copy) else { return false };
    let types = driver.types(&prepared, &passed::to_copy(copy, key.original, context));
    partial::covers(own, prepared.function, &types)
}

/// Parameters all reads behind which are in loops that threads share; nothing if a thread does what others do not.
fn shared_parameters(
    driver: &mut dyn Driver,
    member: Function,
    key: &Key,
    context: &[(Value, Value)],
) -> Option<HashSet<usize>> {
    let prepared = driver.prepared(member).ok()?;
    let types = driver.types(&prepared, &passed::to_copy(member, key.original, context));
    let number = prepared.function.parameter(NUMBER);
    let is_equality = |i: &Value| {
        i.opcode() == Some(Opcode::LLVMICmp)
            && matches!(i.int_predicate(), IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE)
    };
    // One thread does something that others do not.
    if number.users().iter().any(is_equality) {
        return None;
    }
    let parameters = prepared.function.parameters();
    let mut shared: HashSet<usize> = (0..parameters.len()).filter(|k| parameters[*k].ty().is_pointer()).collect();
    for i in prepared.function.instructions() {
        let (address, is_read) = match i.opcode() {
            Some(Opcode::LLVMLoad) => (i.operand(0), holds_float(&types, i)),
            Some(Opcode::LLVMCall) => {
                let passed = i.arguments().into_iter().filter(|a| a.ty().is_pointer());
                passed.map(Value::underlying_object).for_each(|object| {
                    parameters.iter().position(|p| *p == object).map(|k| shared.remove(&k));
                });
                continue;
            }
            _ => continue,
        };
        let object = address.underlying_object();
        let Some(index) = parameters.iter().position(|p| *p == object).filter(|_| is_read) else { continue };
        let block = i.block().expect("placed");
        let is_shared = |index: usize| starts_by_number(&prepared, prepared.loops[index].header, number);
        if !prepared.loops_around(block).last().copied().is_some_and(is_shared) {
            shared.remove(&index);
        }
    }
    Some(shared)
}

/// Does where a loop starts depend on the number of the thread?
fn starts_by_number(prepared: &Prepared, header: Block, number: Value) -> bool {
    let inside =
        |block: Block| prepared.loops_around(block).iter().any(|index| prepared.loops[*index].header == header);
    let starts = header.phis().into_iter().flat_map(Value::incoming).filter(|(_, from)| !inside(*from));
    let mut work: Vec<Value> = starts.map(|(value, _)| value).collect();
    let mut seen = HashSet::new();
    while let Some(value) = work.pop() {
        if value == number {
            return true;
        }
        let may_carry = value.is_instruction() && !value.is_call() && value.ty().is_integer();
        if may_carry && value.opcode() != Some(Opcode::LLVMLoad) && seen.insert(value) {
            work.extend(value.operands().into_iter().filter(|operand| operand.ty().is_integer()));
        }
    }
    false
}

/// What a thread does that is alone.
fn alone(member: Function) -> Function {
    let module = member.module();
    let whole = parallel::internal(module, &format!("whole.{}", member.name()), member.function_type(), member);
    let integer = member.parameter(0).ty();
    let mut arguments = whole.parameters();
    for (argument, value) in arguments.iter_mut().zip([1, 0, 1]) {
        *argument = Value::integer(integer, value);
    }
    member.clone_body_into(whole, &arguments);
    whole.add_string_attribute(marks::ALONE, "");
    whole
}

/// The parameters, of some, behind which iterations that are far enough apart read different places; and how far.
fn apart_in(
    driver: &mut dyn Driver,
    prepared: &Prepared,
    key: &Key,
    context: &[(Value, Value)],
    shared: &HashSet<usize>,
) -> (Vec<usize>, u32) {
    let types = driver.types(prepared, &passed::to_copy(prepared.function, key.original, context));
    let function = prepared.function;
    let parameters = function.parameters();
    let mut reads: BTreeMap<usize, Vec<Access>> = BTreeMap::new();
    for i in function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMLoad)) {
        let object = i.operand(0).underlying_object();
        let index = parameters.iter().position(|p| *p == object);
        if let Some(index) = index.filter(|k| shared.contains(k) && holds_float(&types, i)) {
            let bytes = function.module().store_size(i.ty());
            reads.entry(index).or_default().push(Access { instruction: i, pointer: i.operand(0), bytes });
        }
    }
    let dependences = Dependences::of(&prepared.analyses);
    let is_apart = |accesses: &[Access], distance: u32| {
        (0..accesses.len()).all(|k| {
            let others = accesses[..=k].iter();
            others.copied().all(|other| dependences.are_apart_between_iterations(accesses[k], other, distance))
        })
    };
    let distance_of = |accesses: &[Access]| {
        let few = accesses.len() <= MOST_READS;
        DISTANCES.into_iter().find(|distance| few && is_apart(accesses, *distance))
    };
    // With another distance threads have several shares.
    let most =
        if parallel::member_of(key.original).string_attribute(marks::FIXED_COUNT).is_some() { 1 } else { u32::MAX };
    let near = |distance: &u32| *distance <= most;
    let apart: Vec<(usize, u32)> =
        reads.iter().filter_map(|(k, of)| Some((*k, distance_of(of).filter(near)?))).collect();
    let distance = apart.iter().map(|(_, distance)| *distance).max().unwrap_or(1);
    (apart.into_iter().map(|(k, _)| k).collect(), distance)
}

/// A copy of a member that promises what is tested.
fn without_overlaps(member: Function, parameters: &[usize], own: &[Class]) -> Function {
    let module = member.module();
    let copy = parallel::internal(module, &format!("apart.{}", member.name()), member.function_type(), member);
    copy.copy_attributes(member);
    parallel::name_like(&copy.parameters(), &member.parameters());
    member.clone_body_into(copy, &copy.parameters());
    for (index, parameter) in copy.parameters().into_iter().enumerate() {
        if parameter.ty().is_pointer() {
            copy.add_parameter_attribute(index, "noalias");
        }
    }
    marks::set_apart(copy, parameters);
    let mut of_threads: Vec<usize> = own.iter().map(|class| class.of.parameter as usize).collect();
    of_threads.dedup();
    marks::set_partial(copy, &of_threads);
    copy
}
