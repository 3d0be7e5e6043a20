//! What is passed to a region, by value where it can be.
//!
//! Compilers pass the addresses of variables that are shared. Where the region only reads a variable, and nobody else has its address, its
//! value does, or the values of its fields: pointers and numbers that every iteration would load again, whose adjoints all threads would
//! add to, become parameters. Numbers come as integers of their bits, and are numbers again here.

use super::super::bodies::PREFIX;
use std::collections::HashSet;
use zymase_library::OpenMp;
use zymase_llvm::{Builder, Module, Opcode, Type, Value};

/// How each argument of a region is passed.
pub struct Captures {
    ways: Vec<Way>,
}

#[derive(Clone, PartialEq, Eq)]
enum Way {
    AsIs(Type),
    /// The values of a variable at these distances.
    Values(Vec<(i64, Type)>),
    /// The number whose bits an integer is.
    Number(Type),
}

/// More than so many values of a variable are not passed.
const MOST_VALUES: usize = 24;

impl Captures {
    /// `parameters` of the code of a region, and what is passed for them.
    pub fn of(parameters: &[Value], passed: &[Value], module: Module) -> Captures {
        Captures { ways: parameters.iter().zip(passed).map(|(p, argument)| way(*p, *argument, module)).collect() }
    }

    /// Tells functions apart that are passed the same in different ways.
    pub fn name(&self) -> String {
        let letter = |way: &Way| match way {
            Way::AsIs(_) => 'a',
            Way::Values(_) => 'v',
            Way::Number(_) => 'n',
        };
        self.ways.iter().map(letter).collect()
    }

    pub fn types(&self) -> Vec<Type> {
        let types = |way: &Way| match way {
            Way::AsIs(ty) | Way::Number(ty) => vec![*ty],
            Way::Values(values) => values.iter().map(|(_, ty)| *ty).collect(),
        };
        self.ways.iter().flat_map(types).collect()
    }

    /// Of the variables of a region, those that belong to what is passed.
    pub fn sources(&self, variables: &[Value]) -> Vec<Value> {
        let count = |way: &Way| if let Way::Values(values) = way { values.len() } else { 1 };
        self.ways.iter().zip(variables).flat_map(|(way, variable)| vec![*variable; count(way)]).collect()
    }

    /// What is passed instead.
    pub fn values(&self, builder: &Builder, passed: &[Value]) -> Vec<Value> {
        let value = |(way, argument): (&Way, &Value)| match way {
            Way::AsIs(_) => vec![*argument],
            Way::Values(values) => {
                let load = |(at, ty): &(i64, Type)| builder.load(*ty, builder.constant_offset(*argument, *at));
                values.iter().map(load).collect()
            }
            Way::Number(ty) => vec![as_number(builder, *argument, *ty)],
        };
        self.ways.iter().zip(passed).flat_map(value).collect()
    }

    /// What the code of the region expects, of what it is given.
    pub fn restore(&self, builder: &Builder, given: &[Value]) -> Vec<Value> {
        let module = builder.module();
        let mut given = given.iter().copied();
        let mut next = || given.next().expect("as many as there are types");
        let mut restored = Vec::new();
        for way in &self.ways {
            restored.push(match way {
                Way::AsIs(_) => next(),
                Way::Values(values) => {
                    let end = values.iter().map(|(at, ty)| *at as u64 + module.store_size(*ty)).max().unwrap_or(0);
                    let place = builder.alloca(module.integer_type(8).array(end), "shared");
                    place.set_alignment(16);
                    for (at, _) in values {
                        builder.store(next(), builder.constant_offset(place, *at));
                    }
                    place
                }
                Way::Number(ty) => {
                    let bits = module.integer_type(8 * module.store_size(*ty) as u32);
                    builder.zext(builder.bitcast(next(), bits), module.integer_type(64))
                }
            });
        }
        restored
    }
}

fn as_number(builder: &Builder, bits: Value, ty: Type) -> Value {
    let module = builder.module();
    let narrow = builder.trunc(bits, module.integer_type(8 * module.store_size(ty) as u32));
    builder.bitcast(narrow, ty)
}

fn way(parameter: Value, argument: Value, module: Module) -> Way {
    if parameter.ty().is_pointer()
        && let Some(values) = only_loaded(parameter, module)
        && argument.opcode() == Some(Opcode::LLVMAlloca)
        && values
            .iter()
            .all(|(at, ty)| *at as u64 + module.store_size(*ty) <= module.allocation_size(argument.allocated_type()))
        && is_only_shared(argument)
    {
        return Way::Values(values);
    }
    match number_of(parameter) {
        Some(ty) => Way::Number(ty),
        None => Way::AsIs(parameter.ty()),
    }
}

/// What is loaded behind an address, if nothing else is done with it: at known distances, and no two loads overlap but those of the same.
fn only_loaded(address: Value, module: Module) -> Option<Vec<(i64, Type)>> {
    let mut found: Vec<(i64, Type)> = Vec::new();
    let mut work = vec![(address, 0)];
    while let Some((place, at)) = work.pop() {
        for user in place.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) if user.is_simple_access() && is_scalar(user.ty()) => {
                    if !found.contains(&(at, user.ty())) {
                        found.push((at, user.ty()));
                    }
                }
                Some(Opcode::LLVMGetElementPtr) => work.push((user, at + user.constant_gep_offset(module)?)),
                _ => return None,
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let end = |(at, ty): &(i64, Type)| at + module.store_size(*ty) as i64;
    let overlaps = found.windows(2).any(|two| end(&two[0]) > two[1].0);
    (!found.is_empty() && found.len() <= MOST_VALUES && found[0].0 >= 0 && !overlaps).then_some(found)
}

fn is_scalar(ty: Type) -> bool {
    ty.is_pointer() || ty.is_float() || ty.is_integer()
}

/// A variable that is loaded, stored, copied and passed to regions, and nothing else, there too: regions that only load it leave it as it
/// is.
fn is_only_shared(variable: Value) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![variable];
    while let Some(place) = work.pop() {
        if !seen.insert(place) {
            continue;
        }
        for user in place.users() {
            let is_fine = match user.opcode() {
                Some(Opcode::LLVMLoad) => true,
                Some(Opcode::LLVMStore) if user.operand(0) != place => true,
                // A region keeps its parameters in variables of its own where it is not optimised.
                Some(Opcode::LLVMStore) if place.is_argument() => match copies(user.operand(1)) {
                    Some(copies) => {
                        work.extend(copies);
                        true
                    }
                    None => false,
                },
                Some(Opcode::LLVMGetElementPtr) => {
                    work.push(user);
                    true
                }
                Some(Opcode::LLVMCall) => match received(user, place) {
                    Some(parameters) => {
                        work.extend(parameters);
                        true
                    }
                    None => false,
                },
                _ => false,
            };
            if !is_fine {
                return false;
            }
        }
    }
    true
}

/// What is loaded from a variable that holds an address, if nothing else is done with it.
fn copies(variable: Value) -> Option<Vec<Value>> {
    let is_variable = variable.opcode() == Some(Opcode::LLVMAlloca);
    let is_plain = |user: &Value| match user.opcode() {
        Some(Opcode::LLVMLoad) => true,
        Some(Opcode::LLVMStore) => user.operand(1) == variable && user.operand(0).is_argument(),
        Some(Opcode::LLVMCall) => user.called_function().is_some_and(|f| f.name().starts_with("llvm.lifetime.")),
        _ => false,
    };
    let users = variable.users();
    let loads = users.iter().copied().filter(|user| user.opcode() == Some(Opcode::LLVMLoad));
    (is_variable && users.iter().all(is_plain)).then(|| loads.collect())
}

/// The parameters by which a region, or what it became, gets an address that a call passes to it; none for what else calls may do.
fn received(call: Value, place: Value) -> Option<Vec<Value>> {
    let callee = call.called_function()?;
    let name = callee.name();
    if ["llvm.lifetime.", "llvm.memcpy.", "llvm.memset.", "llvm.memmove."].iter().any(|known| name.starts_with(known)) {
        return Some(Vec::new());
    }
    let arguments = call.arguments();
    let (function, first, before) = match super::meaning(callee) {
        Some(OpenMp::Fork { function, arguments: first } | OpenMp::ForkIf { function, arguments: first, .. }) => {
            (arguments[function].as_function()?, first, 2)
        }
        Some(_) => return Some(Vec::new()),
        None if name.starts_with(PREFIX) => (callee, 0, 0),
        None => return None,
    };
    if function.is_declaration() {
        return None;
    }
    let parameters = function.parameters();
    let passed = arguments.iter().enumerate().skip(first).filter(|(_, argument)| **argument == place);
    passed.map(|(k, _)| parameters.get(k - first + before).copied()).collect()
}

/// The type of the number that an integer is, if it is used as one only.
fn number_of(parameter: Value) -> Option<Type> {
    if !parameter.ty().is_integer() || parameter.ty().integer_bits() != 64 {
        return None;
    }
    let casts: Vec<Value> = parameter.users();
    let as_float =
        |user: Value| (user.opcode() == Some(Opcode::LLVMBitCast) && user.ty().is_float()).then(|| user.ty());
    let of = |user: &Value| match user.opcode() {
        Some(Opcode::LLVMTrunc) => {
            let types: Vec<Option<Type>> = user.users().into_iter().map(as_float).collect();
            types.first().copied().flatten().filter(|first| types.iter().all(|ty| *ty == Some(*first)))
        }
        _ => as_float(*user),
    };
    let first = of(casts.first()?)?;
    casts.iter().all(|user| of(user) == Some(first)).then_some(first)
}
