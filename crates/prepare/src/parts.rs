//! Parts of a function that become functions of their own: what loops that keep few states and loops that run forwards and
//! backwards at once have in common.

use std::collections::HashSet;
use zymase_analysis::marks;
use zymase_llvm::{Block, Builder, Function, Linkage, Type, Value};

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
}

pub fn field(builder: &Builder, ty: Type, record: Value, index: usize) -> Value {
    let i32_type = builder.module().integer_type(32);
    builder.gep(ty, record, &[Value::integer(i32_type, 0), Value::integer(i32_type, index as i64)])
}

pub fn own_function(parent: Function, name: &str, ty: Type) -> Function {
    let function = parent.module().add_function(name, ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(parent);
    function.add_attribute("nounwind");
    function
}

pub fn replace_in(blocks: &[Block], replacements: &[(Value, Value)]) {
    for i in blocks.iter().flat_map(|block| block.instructions()) {
        for (k, operand) in i.operands().into_iter().enumerate() {
            if let Some((_, new)) = replacements.iter().find(|(old, _)| *old == operand) {
                i.set_operand(k, *new);
            }
        }
    }
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
