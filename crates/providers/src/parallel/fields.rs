//! Arrays of structs of which some fields are only read: these become parameters of their own.
//!
//! In `bodies[i].velocity += f(bodies[j].position)` one parameter leads to what is written and to what all threads read. Fields lie
//! apart whatever the indices are, if all strides are multiples of one number: then what remains of an offset tells the field. Reads of
//! fields that are never written go through another parameter with the same value, whose shadow may be another.

use super::partial::greatest_divisor;
use zymase_llvm::{Builder, Function, Module, Opcode, Type, Value};
use zymase_prepare::parallel;

/// A member with more parameters.
pub struct Split {
    pub member: Function,
    /// For each further parameter, the one that it is the same as.
    pub origins: Vec<usize>,
}

/// A load or store behind a parameter.
struct Access {
    instruction: Value,
    constant: i64,
    bytes: i64,
    is_store: bool,
}

impl Access {
    /// Do the fields of two accesses have bytes in common?
    fn meets(&self, other: &Access, period: i64) -> bool {
        let distance = (other.constant - self.constant).rem_euclid(period);
        distance < self.bytes || distance + other.bytes > period
    }
}

/// A copy of a member in which fields that are only read have parameters of their own, if there are such.
pub fn split(member: Function) -> Option<Split> {
    let module = member.module();
    let has_fields = |index: &usize| !read_only(module, member.parameter(*index)).is_empty();
    let pointers =
        (parallel::OWN_PARAMETERS..member.parameters().len()).filter(|k| member.parameter(*k).ty().is_pointer());
    let origins: Vec<usize> = pointers.filter(has_fields).collect();
    if origins.is_empty() {
        return None;
    }
    let mut types: Vec<Type> = member.parameters().iter().map(|parameter| parameter.ty()).collect();
    let own = types.len();
    types.extend(origins.iter().map(|origin| types[*origin]).collect::<Vec<Type>>());
    let ty = Type::function(module.void_type(), &types, false);
    let copy = parallel::internal(module, &format!("fields.{}", member.name()), ty, member);
    copy.copy_attributes(member);
    parallel::name_like(&copy.parameters(), &member.parameters());
    origins
        .iter()
        .enumerate()
        .for_each(|(k, origin)| copy.parameter(own + k).set_name(&member.parameter(*origin).name()));
    member.clone_body_into(copy, &copy.parameters()[..own]);
    for (k, origin) in origins.iter().enumerate() {
        for read in read_only(module, copy.parameter(*origin)) {
            let address = based_on(&Builder::before(read), read.operand(0), copy.parameter(own + k));
            read.set_operand(0, address);
        }
    }
    Some(Split { member: copy, origins })
}

/// The loads of numbers behind a parameter from fields that are never written, if others are, and nothing else is done with it.
fn read_only(module: Module, parameter: Value) -> Vec<Value> {
    let Some((accesses, period)) = accesses_behind(module, parameter) else { return Vec::new() };
    let (stores, loads): (Vec<Access>, Vec<Access>) = accesses.into_iter().partition(|access| access.is_store);
    if stores.is_empty() {
        return Vec::new();
    }
    let is_written = |load: &Access| stores.iter().any(|store| store.meets(load, period));
    let numbers = loads.into_iter().filter(|load| load.instruction.ty().is_float() && !is_written(load));
    numbers.map(|load| load.instruction).collect()
}

/// All accesses behind a parameter, and what all their strides are multiples of.
fn accesses_behind(module: Module, parameter: Value) -> Option<(Vec<Access>, i64)> {
    let (mut found, mut period) = (Vec::new(), 0);
    let mut work = vec![(parameter, 0)];
    while let Some((pointer, constant)) = work.pop() {
        for user in pointer.users() {
            let access = |value: Value, is_store| {
                let bytes = module.store_size(value.ty()) as i64;
                user.is_simple_access().then_some(Access { instruction: user, constant, bytes, is_store })
            };
            match user.opcode() {
                Some(Opcode::LLVMGetElementPtr) if user.operand(0) == pointer => {
                    let offset = user.gep_offset()?;
                    let strides = offset.variable.iter().map(|(_, scale)| scale.unsigned_abs());
                    period = strides.fold(period, greatest_divisor);
                    work.push((user, constant + offset.constant));
                }
                Some(Opcode::LLVMLoad) => found.push(access(user, false)?),
                Some(Opcode::LLVMStore) if user.operand(1) == pointer && user.operand(0) != pointer => {
                    found.push(access(user.operand(0), true)?);
                }
                _ => return None,
            }
        }
    }
    let period = i64::try_from(period).ok().filter(|period| *period > 0)?;
    found.iter().all(|access| access.bytes <= period).then_some((found, period))
}

/// The same address behind another parameter.
fn based_on(builder: &Builder, address: Value, base: Value) -> Value {
    match address.opcode() {
        Some(Opcode::LLVMGetElementPtr) => {
            let inner = based_on(builder, address.operand(0), base);
            builder.clone_with(address, &[inner])
        }
        _ => base,
    }
}
