//! Tests on textual IR and, where clang is there, on C.
//!
//! - `c_code`: C compiled by clang, at several levels;
//! - `copies`: copies of arrays and numbers;
//! - `files`: tools for finding faults, run by hand on a file;
//! - `laws`: laws of evidence and of merging;
//! - `structures`: structs, arrays of them, pointers in memory.
mod c_code;
mod copies;
mod files;
mod laws;
mod structures;

use super::{Kind, Layout, Problem, Types};
use zymase_llvm::{Function, Module, Opcode, Value};

const LAYOUT: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-unknown-linux-gnu\"
";

pub struct Case {
    pub types: Types,
    pub function: Function,
}

/// Analyses `@f` of a module.
pub fn analyse(text: &str) -> Case {
    let text = if text.contains("target datalayout") { text.to_owned() } else { format!("{LAYOUT}{text}") };
    let module = Module::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let function = module.function("f").expect("a function f");
    let mut context = Vec::new();
    for caller in module.functions() {
        for call in caller.instructions().into_iter().filter(|i| i.is_call()) {
            let arguments = call.arguments();
            if call.called_value().name().contains("__enzyme_autodiff") {
                let actuals = arguments[1..].iter().step_by(2).copied();
                context.extend(function.parameters().into_iter().zip(actuals));
            }
        }
    }
    Case { types: Types::analyse(function, &context), function }
}

impl Case {
    pub fn value(&self, name: &str) -> Value {
        let parameters = self.function.parameters();
        let all = parameters.into_iter().chain(self.function.instructions());
        all.into_iter().find(|v| v.name() == name).unwrap_or_else(|| panic!("no value named {name}"))
    }

    pub fn memory(&self, name: &str, bytes: Option<u64>) -> String {
        show(&self.types, self.types.of_memory(self.value(name), bytes))
    }

    pub fn of(&self, name: &str) -> String {
        show(&self.types, self.types.of_value(self.value(name)).map(Layout::Fixed))
    }

    /// The layout of what each copy in the function copies.
    pub fn copies(&self) -> Vec<String> {
        let calls = self.function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMCall));
        let copies = calls.filter(|call| call.called_value().name().starts_with("llvm.mem"));
        let answer = |call: Value| {
            let arguments = call.arguments();
            let bytes = arguments[2].as_integer().map(|b| b as u64);
            let source = if arguments[1].ty().is_pointer() { 1 } else { 0 };
            show(&self.types, self.types.of_memory(arguments[source], bytes))
        };
        copies.map(answer).collect()
    }

    /// Cells of every integer that is loaded in the function.
    pub fn integer_loads(&self) -> Vec<String> {
        let loads = self.function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMLoad));
        let integers = loads.filter(|i| i.ty().scalar().is_integer() || i.ty().is_aggregate());
        integers.map(|i| show(&self.types, self.types.of_value(i).map(Layout::Fixed))).collect()
    }
}

fn show(types: &Types, answer: Result<Layout, Problem>) -> String {
    match answer {
        Ok(layout) => layout.to_string(),
        Err(problem) => match types.words(&problem).message {
            message if message.contains("nothing tells") => "unknown".to_owned(),
            message if message.contains("both as") => "contradiction".to_owned(),
            message => message,
        },
    }
}

#[test]
fn kinds_print_themselves() {
    assert_eq!(Kind::Float(super::FloatKind::Extended).to_string(), "long double");
}
