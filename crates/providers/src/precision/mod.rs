//! `__enzyme_truncate_op_func` and `_mem_func`: the function with its numbers in a narrower format.
//!
//! The copy keeps the types of the function, so that whatever calls it, or is called by it, need not know: a number of
//! the narrower format is one of the wider format too. *op*: every operation takes its operands rounded to the
//! narrower format and is carried out in it. *mem*: besides, every number that comes in (an argument, from memory, from
//! a function that is not seen) is rounded, so that no number of the wider format is left.
//!
//! Functions that are called are copied the same way where they have a body, and replaced by their narrower sisters
//! where the library has them. Others, and calls through pointers, run as they are.
//!
//! - `calls`: calls in a function that is made narrower.

mod calls;

use std::collections::HashMap;
use zymase_core::{Failure, targets};
use zymase_llvm::{Builder, Function, Linkage, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// What is rounded: the operands of operations, or every number that comes in too.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum TruncationMode {
    Operations,
    Memory,
}

const FUNCTIONS: [(&str, TruncationMode); 2] =
    [("__enzyme_truncate_op_func", TruncationMode::Operations), ("__enzyme_truncate_mem_func", TruncationMode::Memory)];
/// A number on its way into, or out of, a function whose memory is narrower.
const INTO: &str = "__enzyme_truncate_mem_value";
const OUT_OF: &str = "__enzyme_expand_mem_value";

/// Replaces every such call; true when there was one.
pub fn lower(module: Module) -> bool {
    let mut changed = false;
    let mut copies = HashMap::new();
    for function in module.functions().into_iter().filter(|f| f.is_declaration()) {
        let name = function.name();
        let mode = FUNCTIONS.iter().find(|(part, _)| name.contains(part)).map(|(_, mode)| *mode);
        let value = name.contains(INTO) || name.contains(OUT_OF);
        if mode.is_none() && !value {
            continue;
        }
        for user in function.value().users() {
            if !user.is_call() || user.called_value() != function.value() {
                continue;
            }
            changed = true;
            let call = if user.opcode() == Some(Opcode::LLVMInvoke) { user.invoke_to_call() } else { user };
            let result = match mode {
                Some(mode) => truncated(module, call, mode, &mut copies),
                None => rounded(call, name.contains(INTO)),
            };
            match result {
                Ok(value) => call.replace_all_uses_with(value),
                Err(failure) => {
                    failure.report(module, Some(call));
                    call.replace_all_uses_with(Value::undef(call.ty()));
                }
            }
            call.erase_instruction();
        }
    }
    changed
}

type Copies = HashMap<(Function, Type, Type, bool), Function>;

fn truncated(module: Module, call: Value, mode: TruncationMode, copies: &mut Copies) -> Result<Value, Failure> {
    let (from, to) = formats(call)?;
    let [function] = targets::of_call(call)?[..] else {
        let diagnostic = Diagnostic::new("a function in another precision must be one function, not a choice")
            .with_help("choose between the results: c ? truncate(f, …) : truncate(g, …)");
        return Err(Failure::at(call, diagnostic));
    };
    if function.is_declaration() {
        let diagnostic = Diagnostic::new(format!("'{}' has no body here to be made narrower", function.name()))
            .with_help("define it in this file, or compile its file with zymase and -flto");
        return Err(Failure::at(call, diagnostic));
    }
    Ok(Narrowing { module, mode, from, to, copies }.copy(function).value())
}

/// The number as it is in the other format, in the representation of the wider one.
fn rounded(call: Value, into: bool) -> Result<Value, Failure> {
    let (from, to) = formats(call)?;
    let value = call.arguments()[0];
    if !into || value.ty().scalar() != from {
        return Ok(value);
    }
    let builder = Builder::before(call);
    Ok(builder.fpext(builder.fptrunc(value, value.ty().with_scalar(to)), value.ty()))
}

/// The two formats that a call names by their number of bits.
fn formats(call: Value) -> Result<(Type, Type), Failure> {
    let any = call.ty();
    let format = |k: usize| match call.arguments().get(k).and_then(|bits| bits.as_integer()) {
        Some(16) => Some((16, any.half())),
        Some(32) => Some((32, any.float())),
        Some(64) => Some((64, any.double())),
        Some(80) => Some((80, any.x86_fp80())),
        Some(128) => Some((128, any.fp128())),
        _ => None,
    };
    match (format(1), format(2)) {
        (Some((wide, from)), Some((narrow, to))) if narrow < wide => Ok((from, to)),
        _ => {
            let diagnostic = Diagnostic::new("a precision must be one of the constants 16, 32, 64, 80, 128")
                .with_help("write (function, from, to) with from greater than to, such as (f, 64, 32)");
            Err(Failure::at(call, diagnostic))
        }
    }
}

struct Narrowing<'a> {
    module: Module,
    mode: TruncationMode,
    from: Type,
    to: Type,
    copies: &'a mut Copies,
}

impl Narrowing<'_> {
    /// The function in the narrower format; made once.
    fn copy(&mut self, function: Function) -> Function {
        let key = (function, self.from, self.to, self.mode == TruncationMode::Memory);
        if let Some(known) = self.copies.get(&key) {
            return *known;
        }
        let mode = if self.mode == TruncationMode::Memory { "mem" } else { "op" };
        let name = format!("{}.truncated.{mode}.{}.{}", function.name(), self.from, self.to);
        let copy = self.module.add_function(&name, function.function_type());
        copy.set_linkage(Linkage::LLVMInternalLinkage);
        copy.copy_attributes(function);
        function.clone_body_into(copy, &copy.parameters());
        // What comes back is no longer what was passed.
        (0..copy.parameters().len()).for_each(|k| copy.remove_parameter_attribute(k, "returned"));
        self.copies.insert(key, copy);
        for instruction in copy.instructions() {
            self.rewrite(instruction);
        }
        if self.mode == TruncationMode::Memory {
            let entry = copy.entry().first_non_phi().expect("a terminator");
            copy.parameters().into_iter().for_each(|parameter| self.round_at(parameter, entry));
        }
        copy
    }

    /// Is it a number, or a vector of numbers, of the wider format?
    fn is_wide(&self, ty: Type) -> bool {
        ty.scalar() == self.from
    }

    fn narrow(&self, builder: &Builder, value: Value) -> Value {
        if !self.is_wide(value.ty()) {
            return value;
        }
        builder.fptrunc(value, value.ty().with_scalar(self.to))
    }

    fn replace(&self, builder: &Builder, i: Value, narrow: Value) {
        let wide = builder.fpext(narrow, i.ty());
        i.replace_all_uses_with(wide);
        i.erase_instruction();
    }

    /// Rounds a number where it comes in.
    fn round_at(&self, value: Value, before: Value) {
        if !self.is_wide(value.ty()) || value.users().is_empty() {
            return;
        }
        let builder = Builder::before(before);
        let narrow = self.narrow(&builder, value);
        let wide = builder.fpext(narrow, value.ty());
        value.replace_all_uses_with(wide);
        narrow.set_operand(0, value);
    }

    fn round_after(&self, i: Value) {
        if self.mode == TruncationMode::Memory
            && let Some(next) = i.next_instruction()
        {
            self.round_at(i, next);
        }
    }

    fn rewrite(&mut self, i: Value) {
        use Opcode::*;
        let Some(opcode) = i.opcode() else { return };
        let builder = Builder::before(i);
        let operand = |k: usize| self.narrow(&builder, i.operand(k));
        let narrow = match opcode {
            LLVMFAdd if self.is_wide(i.ty()) => builder.fadd(operand(0), operand(1)),
            LLVMFSub if self.is_wide(i.ty()) => builder.fsub(operand(0), operand(1)),
            LLVMFMul if self.is_wide(i.ty()) => builder.fmul(operand(0), operand(1)),
            LLVMFDiv if self.is_wide(i.ty()) => builder.fdiv(operand(0), operand(1)),
            LLVMFRem if self.is_wide(i.ty()) => builder.frem(operand(0), operand(1)),
            LLVMFNeg if self.is_wide(i.ty()) => builder.fneg(operand(0)),
            LLVMSIToFP if self.is_wide(i.ty()) => builder.signed_to_float(i.operand(0), i.ty().with_scalar(self.to)),
            LLVMUIToFP if self.is_wide(i.ty()) => builder.unsigned_to_float(i.operand(0), i.ty().with_scalar(self.to)),
            LLVMFCmp if self.is_wide(i.operand(0).ty()) => {
                let compared = builder.fcmp(i.real_predicate(), operand(0), operand(1));
                i.replace_all_uses_with(compared);
                return i.erase_instruction();
            }
            LLVMFPToSI | LLVMFPToUI => return i.set_operand(0, self.rounded_operand(&builder, i.operand(0))),
            LLVMCall | LLVMInvoke => return self.rewrite_call(i),
            LLVMLoad | LLVMFPExt => return self.round_after(i),
            _ => return,
        };
        self.replace(&builder, i, narrow);
    }

    fn rounded_operand(&self, builder: &Builder, value: Value) -> Value {
        builder.fpext(self.narrow(builder, value), value.ty())
    }
}
