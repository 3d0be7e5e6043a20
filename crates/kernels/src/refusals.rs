//! What kernels do that cannot run on a CPU, and what is asked of functions to know.

use std::collections::HashSet;
use zymase_core::Failure;
use zymase_llvm::{Function, Opcode, Value};
use zymase_support::Diagnostic;

/// A function or register of the device that is not known here.
pub fn unknown_function(call: Value, name: &str) -> Failure {
    let is_texture = ["llvm.nvvm.tex.", "llvm.nvvm.suld.", "llvm.nvvm.sust.", "llvm.nvvm.tld4."];
    let (what, help) = if is_texture.iter().any(|start| name.starts_with(start)) || name.contains("__nv_tex_surf") {
        ("textures and surfaces", "read from a pointer instead")
    } else if name.starts_with("llvm.nvvm.wmma") || name.starts_with("llvm.nvvm.mma") {
        ("tensor cores", "write the product of matrices as loops")
    } else {
        ("this function of the device", "use one that docs/cuda.md lists")
    };
    let text = format!("cannot run a kernel on a CPU that uses '{name}': {what} are not there");
    let text = if what.starts_with("this") { format!("cannot run a kernel on a CPU that uses '{name}'") } else { text };
    Failure::at(call, Diagnostic::new(text).with_help(help))
}

/// Assembly of the device.
pub fn assembly(call: Value, text: &str) -> Failure {
    if ["tex.", "suld.", "sust.", "tld4."].iter().any(|start| text.trim_start().starts_with(start)) {
        return unknown_function(call, &format!("llvm.nvvm.{}", text.split_whitespace().next().unwrap_or_default()));
    }
    let text = format!("cannot run a kernel on a CPU that has assembly of the GPU in it: '{text}'");
    Failure::at(call, Diagnostic::new(text).with_help("use functions of CUDA in place of asm"))
}

/// A function that is declared for the device, but not defined in this file.
pub fn defined_elsewhere(call: Value, name: &str) -> Failure {
    let text =
        format!("cannot run a kernel on a CPU that calls '{name}', which this file does not define for the device");
    Failure::at(
        call,
        Diagnostic::new(text)
            .with_help("include its definition: each file has device code of its own, as without -fgpu-rdc"),
    )
}

/// Does a function, or what it calls, ask for its thread, or wait for others?
pub fn asks_where_it_is(function: Function) -> bool {
    let mut seen = HashSet::from([function]);
    let mut work = vec![function];
    while let Some(at) = work.pop() {
        for callee in at.instructions().into_iter().filter(|i| i.is_call()).filter_map(Value::called_function) {
            if callee.name().starts_with("llvm.nvvm.") {
                return true;
            }
            if !callee.is_declaration() && seen.insert(callee) {
                work.push(callee);
            }
        }
    }
    false
}

/// Is memory behind a pointer only read through it?
pub fn is_only_read(pointer: Value) -> bool {
    pointer.users().into_iter().all(|user| match user.opcode() {
        Some(Opcode::LLVMLoad) => true,
        Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast) => is_only_read(user),
        Some(Opcode::LLVMCall) => {
            let name = user.called_function().map(|f| f.name()).unwrap_or_default();
            name.starts_with("llvm.lifetime.") || (name.starts_with("llvm.memcpy.") && user.operand(0) != pointer)
        }
        _ => false,
    })
}
