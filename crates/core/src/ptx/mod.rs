//! Inline assembly of NVIDIA's GPUs as instructions of LLVM.
//!
//! CUDA's headers write arithmetic on halves, shuffles of reductions and copies to shared memory as assembly. Written as instructions, derivatives are
//! those of the instructions, and kernels run on CPUs. A text is written out as a whole or stays as it is. Registers are bits: a value
//! is read as the type that the instruction names.
//!
//! - `arithmetic`: what computes one value from others;
//! - `conversions`: from one type to another;
//! - `memory`: loads, stores and copies, and what threads exchange.

mod arithmetic;
mod conversions;
mod memory;

use crate::machine::KERNELS_ON_HOST;
use std::collections::HashMap;
use zymase_library::{Instruction, Operand};
use zymase_llvm::{Builder, Opcode, Type, Value};

/// Writes assembly out in front of its call, and what comes out takes the place of its results. False where a part of it is not known.
pub fn write_out(call: Value, text: &str, constraints: &str) -> bool {
    let Some(ptx) = zymase_library::read_ptx(text) else { return false };
    let Some(arguments) = Arguments::of(call, constraints) else { return false };
    let registers = ptx.registers.into_iter().collect();
    let builder = Builder::before(call);
    let module = builder.module();
    let on_gpu = module.is_for_gpu() && module.flag_texts(KERNELS_ON_HOST).is_empty();
    let mark = call.previous_instruction();
    let mut writer = Writer { builder: &builder, on_gpu, registers, values: HashMap::new(), arguments };
    let is_written = ptx.instructions.iter().all(|instruction| writer.instruction(instruction).is_some());
    let result = if is_written { writer.result(call) } else { None };
    let Some(result) = result else {
        remove_since(mark, call);
        return false;
    };
    if !call.ty().is_void() {
        call.replace_all_uses_with(result);
    }
    call.erase_instruction();
    true
}

/// Removes what was written in front of a call, behind an instruction or the start of the block.
fn remove_since(mark: Option<Value>, call: Value) {
    while let Some(before) = call.previous_instruction().filter(|before| Some(*before) != mark) {
        before.erase_instruction();
    }
}

/// What the operands of assembly are, results first.
struct Arguments {
    results: Vec<Option<Value>>,
    types: Vec<Type>,
    inputs: Vec<Value>,
}

impl Arguments {
    fn of(call: Value, constraints: &str) -> Option<Arguments> {
        let constraints: Vec<&str> = constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~')).collect();
        if constraints.iter().any(|constraint| constraint.contains('*')) {
            return None;
        }
        let count = constraints.iter().filter(|constraint| constraint.starts_with('=')).count();
        let inputs = call.arguments();
        if constraints.len() - count != inputs.len() {
            return None;
        }
        let types = match count {
            0 => Vec::new(),
            1 => vec![call.ty()],
            _ => call.ty().struct_elements(),
        };
        let mut results = vec![None; count];
        for (input, constraint) in inputs.iter().zip(&constraints[count..]) {
            if let Ok(tied) = constraint.parse::<usize>() {
                *results.get_mut(tied)? = Some(*input);
            }
        }
        Some(Arguments { results, types, inputs })
    }
}

/// Writes instructions.
struct Writer<'a> {
    builder: &'a Builder,
    /// The code will run on a GPU.
    on_gpu: bool,
    /// Types of registers, as declared.
    registers: HashMap<String, String>,
    values: HashMap<String, Value>,
    arguments: Arguments,
}

impl Writer<'_> {
    /// Writes one instruction; none where it is not known.
    fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        let words: Vec<&str> = instruction.words.iter().map(String::as_str).collect();
        let operands = &instruction.operands;
        if instruction.guard.is_none() && self.without_value(&words, operands).is_some() {
            return Some(());
        }
        let (to, from) = operands.split_first()?;
        if let Operand::Pair(value, predicate) = to {
            let [moved, is_valid] = self.shuffle(&words, from)?;
            self.assign(instruction, value, moved)?;
            return self.assign(instruction, predicate, is_valid);
        }
        let value = self.value(&words, from)?;
        self.assign(instruction, to, value)
    }

    /// What an instruction computes.
    fn value(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        match *words.first()? {
            "mov" => self.moved(words, from),
            "cvt" => self.converted(words, from),
            "cvta" => self.address_as_integer(words, from),
            "ld" => self.load(words, from),
            "atom" => self.atomic_addition(words, from),
            "shfl" => self.shuffle(words, from).map(|[moved, _]| moved),
            _ => self.computed(words, from),
        }
    }

    /// A value as it is, put together, or to be taken apart by who takes it.
    fn moved(&self, words: &[&str], from: &[Operand]) -> Option<Value> {
        let ty = self.ty(words.last()?)?;
        // A number of format bf16 is the upper half of a single one.
        if let [Operand::Parts(parts)] = from
            && let [Operand::Constant(0), upper] = &parts[..]
            && self.bits(ty) == 32
        {
            return Some(self.builder.fpext(self.read(upper, ty.bfloat())?, ty.float()));
        }
        self.read(from.first()?, ty)
    }

    /// The type of this name.
    fn ty(&self, name: &str) -> Option<Type> {
        let integer = self.builder.module().integer_type(32);
        Some(match name {
            "pred" => integer.integer(1),
            "b8" | "u8" | "s8" => integer.integer(8),
            "b16" | "u16" | "s16" => integer.integer(16),
            "b32" | "u32" | "s32" => integer,
            "b64" | "u64" | "s64" => integer.integer(64),
            "f16" => integer.half(),
            "bf16" => integer.bfloat(),
            "f32" => integer.float(),
            "f64" => integer.double(),
            "f16x2" => integer.half().vector(2),
            "bf16x2" => integer.bfloat().vector(2),
            _ => return None,
        })
    }

    fn bits(&self, ty: Type) -> u64 {
        if ty.is_integer() { u64::from(ty.integer_bits()) } else { self.builder.module().store_size(ty) * 8 }
    }

    /// An operand as a value of this type.
    fn read(&self, operand: &Operand, ty: Type) -> Option<Value> {
        let value = match operand {
            Operand::Argument(number) => match self.arguments.results.get(*number) {
                Some(result) => (*result)?,
                None => *self.arguments.inputs.get(number - self.arguments.results.len())?,
            },
            Operand::Register(name) if name == "WARP_SZ" => Value::integer(ty, 32),
            Operand::Register(name) => *self.values.get(name)?,
            Operand::Special(name) => self.special(name)?,
            Operand::Constant(bits) => {
                let width = u32::try_from(self.bits(ty)).ok()?;
                Value::integer(ty.integer(width), *bits as i64)
            }
            Operand::Parts(parts) => self.together(parts, ty)?,
            Operand::Pair(..) | Operand::Place(..) => return None,
        };
        self.as_type(value, ty)
    }

    /// The same bits as another type.
    fn as_type(&self, value: Value, ty: Type) -> Option<Value> {
        if value.ty() == ty {
            return Some(value);
        }
        if value.ty().is_pointer() || ty.is_pointer() {
            return None;
        }
        let (has, wants) = (self.bits(value.ty()), self.bits(ty));
        if has == wants {
            return Some(self.builder.bitcast(value, ty));
        }
        let is_narrower = value.ty().is_integer() && wants < has && wants > 1;
        is_narrower.then(|| {
            let bits = self.builder.trunc(value, ty.integer(u32::try_from(wants).expect("few bits")));
            self.builder.bitcast(bits, ty)
        })
    }

    /// What a thread asks about where it is.
    fn special(&self, name: &str) -> Option<Value> {
        let known = [
            "laneid",
            "lanemask_",
            "tid.",
            "ntid.",
            "ctaid.",
            "nctaid.",
            "warpid",
            "nwarpid",
            "clock",
            "smid",
            "nsmid",
        ];
        if !known.iter().any(|start| name.starts_with(start)) {
            return None;
        }
        let intrinsic = format!("llvm.nvvm.read.ptx.sreg.{}", name.replace("lanemask_", "lanemask."));
        Some(self.builder.call(self.builder.module().intrinsic(&intrinsic, &[]), &[]))
    }

    /// Parts as one value.
    fn together(&self, parts: &[Operand], ty: Type) -> Option<Value> {
        let count = u32::try_from(parts.len()).ok()?;
        let width = u32::try_from(self.bits(ty)).ok()? / count;
        let is_part = |ty: &Type| ty.is_float() && self.bits(*ty) == u64::from(width);
        let part_type = parts.iter().find_map(|part| self.number_type(part).filter(is_part));
        let part_type = part_type.unwrap_or_else(|| ty.scalar().integer(width));
        let index = self.builder.module().integer_type(32);
        let mut whole = Value::poison(part_type.vector(count));
        for (k, part) in (0..).zip(parts) {
            whole = self.builder.insert_element(whole, self.read(part, part_type)?, Value::integer(index, k));
        }
        Some(whole)
    }

    /// The type of the number that an operand is, or whose bits it is.
    fn number_type(&self, operand: &Operand) -> Option<Type> {
        let value = self.plain(operand)?;
        let is_cast = value.opcode() == Some(Opcode::LLVMBitCast);
        Some(if is_cast { value.operand(0).ty() } else { value.ty() })
    }

    /// Gives an operand a value, where the guard lets it.
    fn assign(&mut self, instruction: &Instruction, to: &Operand, value: Value) -> Option<()> {
        let Some((name, is_negated)) = &instruction.guard else { return self.write(to, value) };
        let condition = *self.values.get(name)?;
        let old = match to {
            Operand::Register(name) => self.values.get(name).copied(),
            Operand::Argument(number) => self.arguments.results.get(*number).copied()?,
            _ => return None,
        };
        let chosen = match old {
            None => value,
            Some(old) => {
                let old = self.as_type(old, value.ty())?;
                let (yes, no) = if *is_negated { (old, value) } else { (value, old) };
                self.builder.select(condition, yes, no)
            }
        };
        self.write(to, chosen)
    }

    fn write(&mut self, to: &Operand, value: Value) -> Option<()> {
        match to {
            Operand::Register(name) => {
                self.values.insert(name.clone(), value);
            }
            Operand::Argument(number) => *self.arguments.results.get_mut(*number)? = Some(value),
            Operand::Parts(parts) => {
                let count = u32::try_from(parts.len()).ok()?;
                let width = u32::try_from(self.bits(value.ty())).ok()? / count;
                let declared = parts.iter().find_map(|part| match part {
                    Operand::Register(name) => self.registers.get(name).and_then(|ty| self.ty(ty)),
                    _ => None,
                });
                let part_type =
                    declared.filter(|ty| ty.is_float()).unwrap_or_else(|| value.ty().scalar().integer(width));
                let is_whole = value.ty().is_vector() && value.ty().element_count() == u64::from(count);
                let whole = if is_whole { value } else { self.as_type(value, part_type.vector(count))? };
                let index = self.builder.module().integer_type(32);
                for (k, part) in (0..).zip(parts) {
                    let element = self.builder.extract_element(whole, Value::integer(index, k));
                    self.write(part, element)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// What comes out of the assembly, as its call returns it.
    fn result(&self, call: Value) -> Option<Value> {
        let mut values = Vec::new();
        for (result, ty) in self.arguments.results.iter().zip(&self.arguments.types) {
            values.push(self.as_type((*result)?, *ty)?);
        }
        if call.ty().is_void() {
            return Some(call);
        }
        if values.len() == 1 {
            return values.pop();
        }
        let parts = (0..).zip(values);
        Some(parts.fold(Value::poison(call.ty()), |whole, (k, part)| self.builder.insert_value(whole, part, k)))
    }
}
