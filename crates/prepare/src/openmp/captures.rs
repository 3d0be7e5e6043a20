//! What is passed to a region, by value where it can be.
//!
//! Compilers pass the addresses of variables that are shared. Where the region only reads a variable, and nobody else has its address, its
//! value does: pointers and numbers that every iteration would load again, whose adjoints all threads would add to, become
//! parameters. Numbers come as integers of their bits, and are numbers again here.

use zymase_llvm::{Builder, Opcode, Type, Value};

/// How each argument of a region is passed.
pub struct Captures {
    ways: Vec<(Way, Type)>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Way {
    AsIs,
    /// The value of the variable.
    Value,
    /// The number whose bits an integer is.
    Number,
}

impl Captures {
    /// `parameters` of the code of a region, and what is passed for them.
    pub fn of(parameters: &[Value], passed: &[Value]) -> Captures {
        Captures { ways: parameters.iter().zip(passed).map(|(p, argument)| way(*p, *argument)).collect() }
    }

    /// Tells functions apart that are passed the same in different ways.
    pub fn name(&self) -> String {
        let letter = |(way, _): &(Way, Type)| match way {
            Way::AsIs => 'a',
            Way::Value => 'v',
            Way::Number => 'n',
        };
        self.ways.iter().map(letter).collect()
    }

    pub fn types(&self) -> Vec<Type> {
        self.ways.iter().map(|(_, ty)| *ty).collect()
    }

    /// What is passed instead.
    pub fn values(&self, builder: &Builder, passed: &[Value]) -> Vec<Value> {
        let value = |((way, ty), argument): (&(Way, Type), &Value)| match way {
            Way::AsIs => *argument,
            Way::Value => builder.load(*ty, *argument),
            Way::Number => as_number(builder, *argument, *ty),
        };
        self.ways.iter().zip(passed).map(value).collect()
    }

    /// What the code of the region expects, of what it is given.
    pub fn restore(&self, builder: &Builder, given: &[Value]) -> Vec<Value> {
        let long = builder.module().integer_type(64);
        let value = |((way, _), given): (&(Way, Type), &Value)| match way {
            Way::AsIs => *given,
            Way::Value => {
                let place = builder.alloca(given.ty(), "shared");
                builder.store(*given, place);
                place
            }
            Way::Number => {
                let bits = builder.module().integer_type(8 * builder.module().store_size(given.ty()) as u32);
                builder.zext(builder.bitcast(*given, bits), long)
            }
        };
        self.ways.iter().zip(given).map(value).collect()
    }
}

fn as_number(builder: &Builder, bits: Value, ty: Type) -> Value {
    let module = builder.module();
    let narrow = builder.trunc(bits, module.integer_type(8 * module.store_size(ty) as u32));
    builder.bitcast(narrow, ty)
}

fn way(parameter: Value, argument: Value) -> (Way, Type) {
    if parameter.ty().is_pointer()
        && let Some(ty) = only_loaded(parameter)
        && is_only_shared(argument)
        && argument.allocated_type() == ty
    {
        return (Way::Value, ty);
    }
    match number_of(parameter) {
        Some(ty) => (Way::Number, ty),
        None => (Way::AsIs, parameter.ty()),
    }
}

/// What is loaded from an address, if nothing else is done with it, and it is always the same type.
fn only_loaded(address: Value) -> Option<Type> {
    let users = address.users();
    let first = users.first()?.ty();
    let is_load = |user: &Value| user.opcode() == Some(Opcode::LLVMLoad) && user.ty() == first && user.is_simple_access();
    (users.iter().all(is_load) && (first.is_pointer() || first.is_float() || first.is_integer())).then_some(first)
}

/// A variable that is loaded, stored and passed to regions, and nothing else: regions that only load it leave it as it is.
fn is_only_shared(variable: Value) -> bool {
    if variable.opcode() != Some(Opcode::LLVMAlloca) {
        return false;
    }
    let is_plain = |user: &Value| match user.opcode() {
        Some(Opcode::LLVMLoad) => true,
        Some(Opcode::LLVMStore) => user.operand(0) != variable,
        Some(Opcode::LLVMCall) => user.called_function().is_some_and(|f| {
            f.name().starts_with("llvm.lifetime.") || super::meaning(f).is_some() || f.name().starts_with(super::super::bodies::PREFIX)
        }),
        _ => false,
    };
    variable.users().iter().all(is_plain)
}

/// The type of the number that an integer is, if it is used as one only.
fn number_of(parameter: Value) -> Option<Type> {
    if !parameter.ty().is_integer() || parameter.ty().integer_bits() != 64 {
        return None;
    }
    let casts: Vec<Value> = parameter.users();
    let as_float = |user: Value| (user.opcode() == Some(Opcode::LLVMBitCast) && user.ty().is_float()).then(|| user.ty());
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
