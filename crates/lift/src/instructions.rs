//! Instructions become operations: numbers here, integers in `integers`, functions in `functions`.

use crate::lift::{Address, Bound, Lift, int_bits, plain_type};
use crate::objects::{self, Source, allocation, is_free};
use crate::poly::Poly;
use crate::request::Refusal;
use zymase_llvm::{Opcode, RealPredicate, Value};

impl Lift {
    /// Writes what an instruction does, and binds its result.
    pub fn instruction(&mut self, instruction: Value) -> Result<(), Refusal> {
        use Opcode::*;
        self.writer.source = instruction.line();
        let Some(opcode) = instruction.opcode() else { return Ok(()) };
        if is_volatile(instruction) {
            return Err(Refusal::at(instruction, "volatile memory: what it holds is not the program's to know"));
        }
        let bound = match opcode {
            LLVMPHI | LLVMBr | LLVMRet | LLVMUnreachable => return Ok(()),
            LLVMAlloca => return self.allocate(instruction, "memref.alloca", &[instruction.operand(0)]),
            LLVMStore => {
                let value = self.bound(instruction.operand(0))?;
                let address = self.address_of(instruction.operand(1))?;
                return self.store(&value, &address, instruction);
            }
            LLVMCall => return self.call(instruction),
            LLVMAtomicRMW => self.atomic(instruction)?,
            LLVMLoad if instruction.ty().is_pointer() => {
                return Err(Refusal::at(
                    instruction,
                    "a pointer is read from memory: which array it means is not known",
                ));
            }
            LLVMLoad => self.load(instruction)?,
            LLVMGetElementPtr => Bound::Address(self.address_of(instruction)?),
            LLVMFreeze => self.bound(instruction.operand(0))?,
            LLVMExtractValue => self.extract(instruction)?,
            LLVMInsertValue => self.insert(instruction)?,
            LLVMSelect => self.select(instruction)?,
            LLVMFCmp => self.compare_floats(instruction)?,
            LLVMICmp if instruction.operand(0).ty().is_pointer() => self.compare_pointers(instruction)?,
            _ if instruction.ty().is_float() => self.float_operation(instruction)?,
            _ => self.integer_operation(instruction)?,
        };
        self.environment.bind(instruction, bound);
        Ok(())
    }

    fn float_operation(&mut self, instruction: Value) -> Result<Bound, Refusal> {
        use Opcode::*;
        let refuse = || Err(Refusal::at(instruction, format!("`{instruction}` has no form at the loop level")));
        let Some(ty) = plain_type(instruction.ty()) else { return refuse() };
        let binary = match instruction.opcode() {
            Some(LLVMFAdd) => "addf",
            Some(LLVMFSub) => "subf",
            Some(LLVMFMul) => "mulf",
            Some(LLVMFDiv) => "divf",
            Some(LLVMFRem) => "remf",
            _ => "",
        };
        if !binary.is_empty() {
            let (a, b) = (self.plain(instruction.operand(0))?, self.plain(instruction.operand(1))?);
            return Ok(self.plain_result(&format!("arith.{binary} {a}, {b} : {ty}"), ty));
        }
        let operand = instruction.operand(0);
        let text = match instruction.opcode() {
            Some(LLVMFNeg) => format!("arith.negf {} : {ty}", self.plain(operand)?),
            Some(LLVMFPExt | LLVMFPTrunc) => {
                let Some(from) = plain_type(operand.ty()) else { return refuse() };
                let name = self.plain(operand)?;
                if from == ty {
                    return Ok(Bound::Plain { name, ty });
                }
                format!("arith.{} {name} : {from} to {ty}", if ty == "f64" { "extf" } else { "truncf" })
            }
            Some(LLVMSIToFP | LLVMUIToFP) => {
                let signed = instruction.opcode() == Some(LLVMSIToFP);
                let bound = self.bound(operand)?;
                let Some(from) = objects::type_text(operand.ty()) else { return refuse() };
                let name = self.name_of(&bound);
                format!("arith.{} {name} : {from} to {ty}", if signed { "sitofp" } else { "uitofp" })
            }
            Some(LLVMBitCast) if int_bits(operand.ty()).is_some() => {
                let int = self.int(operand)?;
                let name = self.typed(&int);
                format!("arith.bitcast {name} : i{} to {ty}", int.bits)
            }
            _ => return refuse(),
        };
        Ok(self.plain_result(&text, ty))
    }

    pub fn plain_result(&mut self, text: &str, ty: &'static str) -> Bound {
        Bound::Plain { name: self.writer.pure(text), ty }
    }

    fn compare_floats(&mut self, instruction: Value) -> Result<Bound, Refusal> {
        use RealPredicate::*;
        let name = match instruction.real_predicate() {
            LLVMRealPredicateFalse => "false",
            LLVMRealOEQ => "oeq",
            LLVMRealOGT => "ogt",
            LLVMRealOGE => "oge",
            LLVMRealOLT => "olt",
            LLVMRealOLE => "ole",
            LLVMRealONE => "one",
            LLVMRealORD => "ord",
            LLVMRealUNO => "uno",
            LLVMRealUEQ => "ueq",
            LLVMRealUGT => "ugt",
            LLVMRealUGE => "uge",
            LLVMRealULT => "ult",
            LLVMRealULE => "ule",
            LLVMRealUNE => "une",
            LLVMRealPredicateTrue => "true",
        };
        let Some(ty) = plain_type(instruction.operand(0).ty()) else {
            return Err(Refusal::at(instruction, "a comparison of numbers that the loop level does not have"));
        };
        let (a, b) = (self.plain(instruction.operand(0))?, self.plain(instruction.operand(1))?);
        Ok(self.plain_result(&format!("arith.cmpf {name}, {a}, {b} : {ty}"), "i1"))
    }

    fn extract(&mut self, instruction: Value) -> Result<Bound, Refusal> {
        let mut bound = self.bound(instruction.operand(0))?;
        for index in instruction.indices() {
            let Bound::Parts(parts) = bound else {
                return Err(Refusal::at(instruction, "a part of a value that has none"));
            };
            bound = parts[index as usize].clone();
        }
        Ok(bound)
    }

    fn insert(&mut self, instruction: Value) -> Result<Bound, Refusal> {
        let mut whole = self.bound(instruction.operand(0))?;
        let part = self.bound(instruction.operand(1))?;
        let mut at = &mut whole;
        for index in instruction.indices() {
            let Bound::Parts(parts) = at else {
                return Err(Refusal::at(instruction, "a part of a value that has none"));
            };
            at = &mut parts[index as usize];
        }
        *at = part;
        Ok(whole)
    }

    fn select(&mut self, instruction: Value) -> Result<Bound, Refusal> {
        if int_bits(instruction.ty()).is_some() {
            return self.select_integer(instruction);
        }
        let condition = self.plain(instruction.operand(0))?;
        let (then, otherwise) = (self.bound(instruction.operand(1))?, self.bound(instruction.operand(2))?);
        self.choose(&condition, then, otherwise, instruction)
    }

    /// One of two values, by a condition.
    pub fn choose(&mut self, condition: &str, a: Bound, b: Bound, place: Value) -> Result<Bound, Refusal> {
        if a == b {
            return Ok(a);
        }
        match (a, b) {
            (Bound::Plain { name: a, ty }, Bound::Plain { name: b, .. }) => {
                Ok(self.plain_result(&format!("arith.select {condition}, {a}, {b} : {ty}"), ty))
            }
            (Bound::Address(then), Bound::Address(otherwise)) if self.same_array(&then, &otherwise).is_some() => {
                let (object, a, b) = self.same_array(&then, &otherwise).unwrap_or_default();
                let range = self.symbols.range_of(&a).union(self.symbols.range_of(&b));
                let (a, b) = (self.index(&a), self.index(&b));
                let element = self.native(&format!("arith.select {condition}, {a}, {b} : index"), range);
                let offset = element.times_constant(self.objects[object].bytes);
                Ok(Bound::Address(Address::In { object, offset }))
            }
            (Bound::Address(then), Bound::Address(otherwise)) => Ok(Bound::Address(Address::Either {
                condition: condition.to_owned(),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            })),
            (Bound::Int(a), Bound::Int(b)) => {
                let bits = a.bits;
                let (a, b) = (self.typed(&a), self.typed(&b));
                let name = self.writer.pure(&format!("arith.select {condition}, {a}, {b} : i{bits}"));
                Ok(Bound::Int(crate::lift::Int { name: Some(name), poly: None, bits }))
            }
            (Bound::Parts(a), Bound::Parts(b)) => {
                let parts: Result<Vec<Bound>, Refusal> =
                    a.into_iter().zip(b).map(|(a, b)| self.choose(condition, a, b, place)).collect();
                parts.map(Bound::Parts)
            }
            _ => Err(Refusal::at(place, "one of two values that are not of one kind")),
        }
    }

    /// The array into which both addresses point, and the numbers of the elements.
    fn same_array(&self, a: &Address, b: &Address) -> Option<(usize, Poly, Poly)> {
        match (a, b) {
            (Address::In { object: x, offset: a }, Address::In { object: y, offset: b }) if x == y => {
                let bytes = self.objects[*x].bytes;
                Some((*x, a.divided_by(bytes)?, b.divided_by(bytes)?))
            }
            _ => None,
        }
    }

    /// Memory that comes to life: a memref, and a view of it with one dimension.
    pub fn allocate(&mut self, value: Value, operation: &str, factors: &[Value]) -> Result<(), Refusal> {
        let Some(&object) = self.by_source.get(&Source::Made(value)) else { return Ok(()) };
        let dynamic = self.objects[object].sizes.first() == Some(&None);
        let mut size = String::new();
        if dynamic {
            let mut count = Poly::constant(1);
            for factor in factors {
                count = count.times(&self.poly(*factor)?);
            }
            if value.is_call() {
                count = self.elements_in(&count, self.objects[object].bytes, value)?;
            } else {
                let per = self.module.store_size(value.allocated_type()) as i64 / self.objects[object].bytes;
                count = count.times_constant(per);
            }
            size = self.index(&count);
        }
        let ty = self.objects[object].memref_type();
        let name = self.writer.define(&format!("{operation}({size}) : {ty}"));
        self.environment.bind(value, Bound::Address(Address::In { object, offset: Poly::default() }));
        self.set_views(object, name);
        Ok(())
    }

    /// How many elements so many bytes are.
    fn elements_in(&mut self, bytes: &Poly, element: i64, place: Value) -> Result<Poly, Refusal> {
        let Some(count) = bytes.divided_by(element) else {
            return Err(Refusal::at(
                place,
                "the number of bytes that are allocated is no multiple of the size of an element",
            ));
        };
        Ok(count)
    }

    /// Names the memref of an object.
    pub fn set_views(&mut self, object: usize, name: String) {
        let it = &self.objects[object];
        let flat = if it.sizes.len() > 1 {
            let groups: Vec<String> = (0..it.sizes.len()).map(|dimension| dimension.to_string()).collect();
            let text = format!(
                "memref.collapse_shape {name} [[{}]] : {} into {}",
                groups.join(", "),
                it.memref_type(),
                it.flat_type()
            );
            self.writer.define(&text)
        } else {
            name.clone()
        };
        let it = &mut self.objects[object];
        (it.memref, it.flat) = (name, flat);
    }

    fn call(&mut self, call: Value) -> Result<(), Refusal> {
        let Some(callee) = call.called_function() else {
            return Err(Refusal::at(call, "a function is called through a pointer: which one is not known"));
        };
        let name = callee.name();
        if is_ignored(&name) {
            return Ok(());
        }
        if let Some((factors, is_zero)) = allocation(call) {
            let operation = if name == crate::marks::SHARED { "memref.alloca" } else { "memref.alloc" };
            self.allocate(call, operation, &factors)?;
            if is_zero && let Some(&object) = self.by_source.get(&Source::Made(call)) {
                self.fill_all(object, call)?;
            }
            return Ok(());
        }
        if name == crate::marks::BARRIER {
            self.has_barriers = true;
            self.writer.effect(format!("func.call @{name}() : () -> ()"));
            return Ok(());
        }
        if is_free(call) {
            let address = self.address_of(call.arguments()[0])?;
            return self.give_back(&address, call);
        }
        if name.starts_with("llvm.memset.") {
            return self.fill(call);
        }
        if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") {
            return self.copy(call);
        }
        let bound = self.function_call(call, &name)?;
        if !call.ty().is_void() {
            self.environment.bind(call, bound);
        }
        Ok(())
    }

    fn give_back(&mut self, address: &Address, call: Value) -> Result<(), Refusal> {
        match address {
            Address::In { object, offset } if offset.as_constant() == Some(0) => {
                let object = &self.objects[*object];
                let text = format!("memref.dealloc {} : {}", object.memref, object.memref_type());
                self.writer.effect(text);
                Ok(())
            }
            Address::Either { condition, then, otherwise } => {
                self.writer.effect(format!("scf.if {condition} {{"));
                for (arm, end) in [(then, "} else {"), (otherwise, "}")] {
                    self.open();
                    self.give_back(arm, call)?;
                    let region = self.close();
                    self.writer.append(region);
                    self.writer.effect(end);
                }
                Ok(())
            }
            // Memory that nobody used.
            Address::Nowhere => Ok(()),
            Address::In { .. } => Err(Refusal::at(call, "memory is given back by a pointer into its middle")),
        }
    }
}

/// Says a call nothing that matters here?
fn is_ignored(name: &str) -> bool {
    let prefixes = [
        "llvm.lifetime.",
        "llvm.dbg.",
        "llvm.assume",
        "llvm.experimental.noalias.scope",
        "llvm.invariant.",
        "llvm.prefetch",
        "llvm.stacksave",
        "llvm.stackrestore",
        "llvm.donothing",
        "llvm.pseudoprobe",
        "llvm.var.annotation",
        crate::marks::LANE,
    ];
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

fn is_volatile(instruction: Value) -> bool {
    matches!(instruction.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMStore)) && instruction.is_volatile()
}
