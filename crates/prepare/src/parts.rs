//! Parts of a function that become functions of their own: what loops that keep few states and loops that run forwards and
//! backwards at once have in common.

use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_library::Provided;
use zymase_llvm::{Block, Builder, Function, Linkage, Opcode, Type, Value};

/// A record in memory: a field per value.
pub struct Record {
    pub ty: Type,
    pub place: Value,
}

impl Record {
    pub fn new(function: Function, types: &[Type], name: &str) -> Option<Record> {
        let module = function.module();
        let ty = module.void_type().structure(types);
        let top = Builder::before(function.entry().first_instruction().expect("a terminator"));
        (!types.is_empty()).then(|| {
            let place = top.alloca(ty, name);
            place.set_alignment(16);
            Record { ty, place }
        })
    }

    pub fn field(&self, builder: &Builder, index: usize) -> Value {
        let i32_type = builder.module().integer_type(32);
        builder.gep(self.ty, self.place, &[Value::integer(i32_type, 0), Value::integer(i32_type, index as i64)])
    }
}

/// The body of a function that was a part of another one.
pub struct Body {
    pub step: Function,
    /// Writes into its first block, which does not branch yet.
    pub top: Builder,
    blocks: Vec<Block>,
    replacements: Vec<(Value, Value)>,
}

impl Body {
    /// Takes blocks, and stack objects that nobody else uses, over into an empty function.
    pub fn take(step: Function, blocks: &[Block], own: &[Value]) -> Body {
        let entry = step.append_block("entry");
        let mut at = entry;
        for block in blocks {
            block.move_after(at);
            at = *block;
        }
        let top = Builder::at_end(entry);
        for object in own {
            object.remove_from_block();
            top.insert(*object);
        }
        Body { step, top, blocks: blocks.to_vec(), replacements: Vec::new() }
    }

    /// Inside, `new` stands for `old`.
    pub fn replace(&mut self, old: Value, new: Value) {
        self.replacements.push((old, new));
    }

    /// Inside, a value is read from a field of a record.
    pub fn read(&mut self, value: Value, record: &Record, index: usize) {
        let read = self.top.load(value.ty(), record.field(&self.top, index));
        self.replace(value, read);
    }

    /// What stands for a value inside.
    pub fn inside(&self, value: Value) -> Value {
        self.replacements.iter().find(|(old, _)| *old == value).map_or(value, |(_, new)| *new)
    }

    /// Uses what stands for values everywhere in the body.
    pub fn settle(&self) {
        let all = self.blocks.iter().copied().chain([self.step.entry()]);
        for i in all.flat_map(|block| block.instructions()) {
            for (k, operand) in i.operands().into_iter().enumerate() {
                if let Some((_, new)) = self.replacements.iter().find(|(old, _)| *old == operand) {
                    i.set_operand(k, *new);
                }
            }
        }
    }
}

/// Is no other of the arguments a pointer into the same object?
pub fn is_alone(argument: Value, arguments: &[Value]) -> bool {
    let object = argument.underlying_object();
    arguments.iter().filter(|other| other.ty().is_pointer() && other.underlying_object() == object).count() == 1
}

/// Is an argument a parameter of the caller of which it is said that nothing else leads to its object?
pub fn is_said_apart(caller: Function, argument: Value) -> bool {
    let index = caller.parameters().iter().position(|parameter| *parameter == argument);
    index.is_some_and(|index| caller.parameter_has_attribute(index, "noalias"))
}

/// Does an argument lead to an object that begins in the caller, and nothing else that is passed, or lies in memory, into the same?
pub fn is_made_here(argument: Value, arguments: &[Value]) -> bool {
    let object = argument.underlying_object();
    let begins = match object.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall) => {
            matches!(classify(object), Callee::Allocate(allocate) if allocate.provided == Provided::Returned)
        }
        _ => false,
    };
    let is_alone = |pointers: HashSet<Value>| arguments.iter().filter(|other| pointers.contains(other)).count() == 1;
    begins && pointers_into(object).is_some_and(is_alone)
}

/// All pointers into an object that begins in a function; none where some lie in memory, or where others may know it.
fn pointers_into(object: Value) -> Option<HashSet<Value>> {
    let mut found = HashSet::new();
    let mut work = vec![object];
    while let Some(pointer) = work.pop() {
        if !found.insert(pointer) {
            continue;
        }
        for user in pointer.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad | Opcode::LLVMICmp) => {}
                Some(Opcode::LLVMStore) if user.operand(0) != pointer => {}
                _ if user.passes_pointer_on() => work.push(user),
                Some(Opcode::LLVMCall) if forgets_pointers(user) => {}
                Some(Opcode::LLVMCall) => work.extend(parameters_for(user, pointer)?),
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Does nothing remain of the pointers that a call is given?
fn forgets_pointers(call: Value) -> bool {
    match classify(call) {
        Callee::Copy(_) | Callee::Fill { .. } | Callee::Free(_) | Callee::Hint => true,
        // A step stores no pointers but in what is its own.
        _ => call.called_function().is_some_and(marks::is_checkpointed_loop),
    }
}

/// The parameters of a function with a body for which a pointer is passed; none where it is not known what is called.
fn parameters_for(call: Value, pointer: Value) -> Option<Vec<Value>> {
    let Callee::Defined(callee) = classify(call) else { return None };
    let is_seen = call.called_function() == Some(callee) && !callee.function_type().is_variadic();
    let places = call.arguments().into_iter().enumerate().filter(|(_, argument)| *argument == pointer);
    (is_seen && callee.linkage() == Linkage::LLVMInternalLinkage)
        .then(|| places.map(|(place, _)| callee.parameter(place)).collect())
}

pub fn own_function(parent: Function, name: &str, ty: Type) -> Function {
    let function = parent.module().add_function(name, ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(parent);
    function.add_attribute("nounwind");
    function
}

/// Makes every edge of a block to `from` one to `to`.
pub fn retarget(block: Block, from: Block, to: Block) {
    let branch = block.terminator().expect("a block ends in a terminator");
    for (k, next) in branch.successors().into_iter().enumerate() {
        if next == from {
            branch.set_successor(k, to);
        }
    }
}

/// A global variable that may hold numbers or pointers and is not constant, which the code reaches.
pub fn mutable_global(code: impl IntoIterator<Item = Value>) -> Option<Value> {
    let mut work: Vec<Value> = code.into_iter().collect();
    let mut seen: HashSet<Value> = work.iter().copied().collect();
    while let Some(value) = work.pop() {
        let operands = match value.as_function() {
            Some(function) if function.is_declaration() => Vec::new(),
            Some(function) => function.instructions().into_iter().flat_map(|i| i.operands()).collect(),
            None => value.operands(),
        };
        for operand in operands.into_iter().filter(|o| o.is_constant() && seen.insert(*o)) {
            if operand.is_global_variable() {
                let ty = operand.global_value_type();
                let holds_integers = ty.is_integer() && ty.integer_bits() <= 32;
                if !operand.is_constant_global() && !marks::is_inactive_global(operand) && !holds_integers {
                    return Some(operand);
                }
            } else if operand.as_function().is_some() || operand.is_constant_expression() {
                work.push(operand);
            }
        }
    }
    None
}
