//! A copy of a prepared function with another signature, and the map from original to copy.

use std::collections::HashMap;
use zymase_llvm::{Block, Builder, Function, Opcode, Value};
use zymase_prepare::Prepared;

pub struct Twin {
    pub function: Function,
    values: HashMap<Value, Value>,
    blocks: HashMap<Block, Block>,
}

impl Twin {
    /// Clones the body of the prepared function into `function`, its parameters becoming `arguments`.
    pub fn new(prepared: &Prepared, function: Function, arguments: &[Value]) -> Twin {
        prepared.function.clone_body_into(function, arguments);
        let mut values: HashMap<Value, Value> =
            prepared.function.parameters().into_iter().zip(arguments.iter().copied()).collect();
        let mut blocks = HashMap::new();
        for (from, to) in prepared.function.blocks().into_iter().zip(function.blocks()) {
            blocks.insert(from, to);
            for (a, b) in from.instructions().into_iter().zip(to.instructions()) {
                debug_assert_eq!(a.opcode(), b.opcode());
                b.clear_tail_call();
                values.insert(a, b);
            }
        }
        separate_entry(function);
        Twin { function, values, blocks }
    }

    /// The copy of a value of the prepared function.
    pub fn value(&self, original: Value) -> Value {
        self.values.get(&original).copied().unwrap_or(original)
    }

    pub fn block(&self, original: Block) -> Block {
        self.blocks[&original]
    }

    /// Says that `original` is now computed by another value.
    pub fn replace(&mut self, original: Value, value: Value) {
        self.values.insert(original, value);
    }
}

/// Puts a block of our own in front of the body, and the stack objects of the body into it.
fn separate_entry(function: Function) {
    let body = function.entry();
    let setup = function.prepend_block("setup");
    let builder = Builder::at_end(setup);
    for instruction in body.instructions() {
        if instruction.opcode() == Some(Opcode::LLVMAlloca) && instruction.operand(0).is_constant() {
            instruction.remove_from_block();
            builder.insert(instruction);
        }
    }
    builder.branch(body);
}
