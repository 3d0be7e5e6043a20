//! The instruction builder.
use crate::{Block, Function, IntPredicate, Module, RealPredicate, Type, Value, ffi};
use llvm_sys::{core::*, debuginfo::LLVMInstructionGetDebugLoc, prelude::*};
use std::ffi::CString;

pub struct Builder {
    raw: LLVMBuilderRef,
    module: Module,
}

impl Drop for Builder {
    fn drop(&mut self) {
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

macro_rules! binary {
    ($($name:ident = $function:ident;)*) => {
        $(pub fn $name(&self, a: Value, b: Value) -> Value {
            Value(unsafe { $function(self.raw, a.0, b.0, NO_NAME) })
        })*
    };
}

macro_rules! cast {
    ($($name:ident = $function:ident;)*) => {
        $(pub fn $name(&self, value: Value, ty: Type) -> Value {
            if value.ty() == ty { return value; }
            Value(unsafe { $function(self.raw, value.0, ty.0, NO_NAME) })
        })*
    };
}

impl Builder {
    pub fn new(module: Module) -> Builder {
        Builder { raw: unsafe { LLVMCreateBuilderInContext(LLVMGetModuleContext(module.0)) }, module }
    }

    pub fn at_end(block: Block) -> Builder {
        let builder = Builder::new(block.function().module());
        builder.position_at_end(block);
        builder
    }

    pub fn before(instruction: Value) -> Builder {
        let block = instruction.block().expect("an instruction in a block");
        let builder = Builder::new(block.function().module());
        builder.position_before(instruction);
        builder
    }

    pub fn module(&self) -> Module {
        self.module
    }

    pub fn position_at_end(&self, block: Block) {
        unsafe { LLVMPositionBuilderAtEnd(self.raw, block.0) }
    }

    pub fn position_before(&self, instruction: Value) {
        unsafe {
            LLVMPositionBuilderBefore(self.raw, instruction.0);
            LLVMSetCurrentDebugLocation2(self.raw, LLVMInstructionGetDebugLoc(instruction.0));
        }
    }

    /// New instructions get the source location of `instruction`.
    pub fn set_location_of(&self, instruction: Value) {
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, LLVMInstructionGetDebugLoc(instruction.0)) }
    }

    /// New instructions get the source location that `other` gives to its own.
    pub fn copy_location(&self, other: &Builder) {
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, LLVMGetCurrentDebugLocation2(other.raw)) }
    }

    pub fn block(&self) -> Block {
        Block(unsafe { LLVMGetInsertBlock(self.raw) })
    }

    binary! {
        add = LLVMBuildAdd; sub = LLVMBuildSub; mul = LLVMBuildMul; sdiv = LLVMBuildSDiv; udiv = LLVMBuildUDiv; urem = LLVMBuildURem;
        and = LLVMBuildAnd; or = LLVMBuildOr; xor = LLVMBuildXor; shl = LLVMBuildShl; lshr = LLVMBuildLShr; ashr = LLVMBuildAShr;
        fadd = LLVMBuildFAdd; fsub = LLVMBuildFSub; fmul = LLVMBuildFMul; fdiv = LLVMBuildFDiv; frem = LLVMBuildFRem;
    }

    cast! {
        zext = LLVMBuildZExt; sext = LLVMBuildSExt; trunc = LLVMBuildTrunc; fpext = LLVMBuildFPExt;
        fptrunc = LLVMBuildFPTrunc; bitcast = LLVMBuildBitCast; int_to_pointer = LLVMBuildIntToPtr;
        pointer_to_int = LLVMBuildPtrToInt; signed_to_float = LLVMBuildSIToFP; unsigned_to_float = LLVMBuildUIToFP;
        float_to_signed = LLVMBuildFPToSI; float_to_unsigned = LLVMBuildFPToUI;
    }

    /// `*place += amount`, while other threads may do the same.
    pub fn atomic_fadd(&self, place: Value, amount: Value) -> Value {
        use llvm_sys::{LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic, LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFAdd};
        let (operation, order) = (LLVMAtomicRMWBinOpFAdd, LLVMAtomicOrderingMonotonic);
        Value(unsafe { LLVMBuildAtomicRMW(self.raw, operation, place.0, amount.0, order, 0) })
    }

    /// Puts a value where another one was, which is the result, at once.
    pub fn atomic_exchange(&self, place: Value, value: Value) -> Value {
        use llvm_sys::{LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic, LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXchg};
        let (operation, order) = (LLVMAtomicRMWBinOpXchg, LLVMAtomicOrderingMonotonic);
        Value(unsafe { LLVMBuildAtomicRMW(self.raw, operation, place.0, value.0, order, 0) })
    }

    /// The same place, named in another address space.
    pub fn pointer_cast(&self, pointer: Value, ty: Type) -> Value {
        if pointer.ty() == ty {
            return pointer;
        }
        Value(unsafe { LLVMBuildAddrSpaceCast(self.raw, pointer.0, ty.0, NO_NAME) })
    }

    /// Converts between floating-point widths.
    pub fn float_cast(&self, value: Value, ty: Type) -> Value {
        if value.ty() == ty {
            return value;
        }
        Value(unsafe { LLVMBuildFPCast(self.raw, value.0, ty.0, NO_NAME) })
    }

    /// Converts between integer widths, zero-extending.
    pub fn integer_resize(&self, value: Value, ty: Type) -> Value {
        if value.ty() == ty {
            return value;
        }
        Value(unsafe { LLVMBuildIntCast2(self.raw, value.0, ty.0, 0, NO_NAME) })
    }

    /// Converts between integer widths, sign-extending.
    pub fn integer_cast(&self, value: Value, ty: Type) -> Value {
        if value.ty() == ty {
            return value;
        }
        Value(unsafe { LLVMBuildIntCast2(self.raw, value.0, ty.0, 1, NO_NAME) })
    }

    pub fn fneg(&self, a: Value) -> Value {
        Value(unsafe { LLVMBuildFNeg(self.raw, a.0, NO_NAME) })
    }

    /// A value that is something, whatever it was.
    pub fn freeze(&self, a: Value) -> Value {
        Value(unsafe { LLVMBuildFreeze(self.raw, a.0, NO_NAME) })
    }

    pub fn not(&self, a: Value) -> Value {
        Value(unsafe { LLVMBuildNot(self.raw, a.0, NO_NAME) })
    }

    pub fn icmp(&self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        Value(unsafe { LLVMBuildICmp(self.raw, predicate, a.0, b.0, NO_NAME) })
    }

    pub fn fcmp(&self, predicate: RealPredicate, a: Value, b: Value) -> Value {
        Value(unsafe { LLVMBuildFCmp(self.raw, predicate, a.0, b.0, NO_NAME) })
    }

    pub fn select(&self, condition: Value, a: Value, b: Value) -> Value {
        Value(unsafe { LLVMBuildSelect(self.raw, condition.0, a.0, b.0, NO_NAME) })
    }

    pub fn alloca(&self, ty: Type, name: &str) -> Value {
        let name = CString::new(name).unwrap_or_default();
        Value(unsafe { LLVMBuildAlloca(self.raw, ty.0, name.as_ptr()) })
    }

    pub fn array_alloca(&self, ty: Type, count: Value) -> Value {
        Value(unsafe { LLVMBuildArrayAlloca(self.raw, ty.0, count.0, NO_NAME) })
    }

    pub fn load(&self, ty: Type, pointer: Value) -> Value {
        Value(unsafe { LLVMBuildLoad2(self.raw, ty.0, pointer.0, NO_NAME) })
    }

    pub fn store(&self, value: Value, pointer: Value) -> Value {
        Value(unsafe { LLVMBuildStore(self.raw, value.0, pointer.0) })
    }

    /// `pointer + bytes`
    pub fn offset(&self, pointer: Value, bytes: Value) -> Value {
        let mut index = bytes.0;
        let i8 = self.module.integer_type(8);
        Value(unsafe { LLVMBuildGEP2(self.raw, i8.0, pointer.0, &mut index, 1, NO_NAME) })
    }

    pub fn constant_offset(&self, pointer: Value, bytes: i64) -> Value {
        if bytes == 0 {
            return pointer;
        }
        self.offset(pointer, Value::integer(self.module.integer_type(64), bytes))
    }

    pub fn gep(&self, ty: Type, pointer: Value, indices: &[Value]) -> Value {
        let mut raw: Vec<_> = indices.iter().map(|v| v.0).collect();
        Value(unsafe { LLVMBuildGEP2(self.raw, ty.0, pointer.0, raw.as_mut_ptr(), raw.len() as u32, NO_NAME) })
    }

    pub fn phi(&self, ty: Type, name: &str) -> Value {
        let name = CString::new(name).unwrap_or_default();
        Value(unsafe { LLVMBuildPhi(self.raw, ty.0, name.as_ptr()) })
    }

    pub fn call(&self, function: Function, arguments: &[Value]) -> Value {
        let call = self.call_value(function.function_type(), function.value(), arguments);
        unsafe { LLVMSetInstructionCallConv(call.0, LLVMGetFunctionCallConv(function.0)) };
        call
    }

    /// A call whose pointers go to the address spaces in which the function takes them.
    pub fn call_across_spaces(&self, function: Function, arguments: &[Value]) -> Value {
        let types = function.function_type().function_parameters();
        let passed = |(k, argument): (usize, &Value)| match types.get(k) {
            Some(ty) if ty.is_pointer() && argument.ty().is_pointer() => self.pointer_cast(*argument, *ty),
            _ => *argument,
        };
        self.call(function, &arguments.iter().enumerate().map(passed).collect::<Vec<Value>>())
    }

    pub fn call_value(&self, ty: Type, callee: Value, arguments: &[Value]) -> Value {
        let mut raw: Vec<_> = arguments.iter().map(|v| v.0).collect();
        Value(unsafe { LLVMBuildCall2(self.raw, ty.0, callee.0, raw.as_mut_ptr(), raw.len() as u32, NO_NAME) })
    }

    /// Calls `function` with two ways on: it returns to `normal`, or unwinds to the landing pad `unwind`.
    pub fn invoke(&self, function: Function, arguments: &[Value], normal: Block, unwind: Block) -> Value {
        let mut raw: Vec<_> = arguments.iter().map(|v| v.0).collect();
        let count = raw.len() as u32;
        let ty = function.function_type().0;
        let invoke =
            unsafe { LLVMBuildInvoke2(self.raw, ty, function.0, raw.as_mut_ptr(), count, normal.0, unwind.0, NO_NAME) };
        unsafe { LLVMSetInstructionCallConv(invoke, LLVMGetFunctionCallConv(function.0)) };
        Value(invoke)
    }

    /// A landing pad that only cleans up.
    pub fn cleanup_pad(&self) -> Value {
        let ty = self.module.void_type().structure(&[self.module.pointer_type(), self.module.integer_type(32)]);
        let pad = unsafe { LLVMBuildLandingPad(self.raw, ty.0, std::ptr::null_mut(), 0, NO_NAME) };
        unsafe { LLVMSetCleanup(pad, 1) };
        Value(pad)
    }

    /// Goes on unwinding with what a landing pad received.
    pub fn resume(&self, caught: Value) -> Value {
        Value(unsafe { LLVMBuildResume(self.raw, caught.0) })
    }

    pub fn extract_value(&self, aggregate: Value, index: u32) -> Value {
        Value(unsafe { LLVMBuildExtractValue(self.raw, aggregate.0, index, NO_NAME) })
    }

    pub fn insert_value(&self, aggregate: Value, element: Value, index: u32) -> Value {
        Value(unsafe { LLVMBuildInsertValue(self.raw, aggregate.0, element.0, index, NO_NAME) })
    }

    /// The part of an aggregate at a path of indices.
    pub fn extract_path(&self, aggregate: Value, path: &[u32]) -> Value {
        path.iter().fold(aggregate, |at, index| self.extract_value(at, *index))
    }

    /// The aggregate with the part at a path of indices replaced.
    pub fn insert_path(&self, aggregate: Value, element: Value, path: &[u32]) -> Value {
        match path {
            [] => element,
            [index, rest @ ..] => {
                let inner = self.insert_path(self.extract_value(aggregate, *index), element, rest);
                self.insert_value(aggregate, inner, *index)
            }
        }
    }

    pub fn extract_element(&self, vector: Value, index: Value) -> Value {
        Value(unsafe { LLVMBuildExtractElement(self.raw, vector.0, index.0, NO_NAME) })
    }

    pub fn insert_element(&self, vector: Value, element: Value, index: Value) -> Value {
        Value(unsafe { LLVMBuildInsertElement(self.raw, vector.0, element.0, index.0, NO_NAME) })
    }

    /// `shufflevector`: a lane of the result for each of the mask, which counts through `a`, then `b`; none for poison.
    pub fn shuffle(&self, a: Value, b: Value, mask: &[Option<u32>]) -> Value {
        let ty = self.module.integer_type(32);
        let lane = |lane: &Option<u32>| lane.map_or(Value::poison(ty), |lane| Value::integer(ty, lane.into())).0;
        let mut lanes: Vec<_> = mask.iter().map(lane).collect();
        let mask = unsafe { LLVMConstVector(lanes.as_mut_ptr(), lanes.len() as u32) };
        Value(unsafe { LLVMBuildShuffleVector(self.raw, a.0, b.0, mask, NO_NAME) })
    }

    pub fn branch(&self, target: Block) -> Value {
        Value(unsafe { LLVMBuildBr(self.raw, target.0) })
    }

    pub fn conditional_branch(&self, condition: Value, then: Block, otherwise: Block) -> Value {
        Value(unsafe { LLVMBuildCondBr(self.raw, condition.0, then.0, otherwise.0) })
    }

    pub fn switch(&self, on: Value, default: Block, cases: &[(i64, Block)]) -> Value {
        let switch = unsafe { LLVMBuildSwitch(self.raw, on.0, default.0, cases.len() as u32) };
        for (value, block) in cases {
            unsafe { LLVMAddCase(switch, Value::integer(on.ty(), *value).0, block.0) }
        }
        Value(switch)
    }

    pub fn unreachable(&self) -> Value {
        Value(unsafe { LLVMBuildUnreachable(self.raw) })
    }

    pub fn ret(&self, value: Option<Value>) -> Value {
        Value(unsafe {
            match value {
                Some(value) => LLVMBuildRet(self.raw, value.0),
                None => LLVMBuildRetVoid(self.raw),
            }
        })
    }

    /// Places an unplaced instruction (a clone) here.
    pub fn insert(&self, instruction: Value) {
        unsafe { LLVMInsertIntoBuilder(self.raw, instruction.0) }
    }

    /// `memset(pointer, 0, bytes)`
    pub fn zero_memory(&self, pointer: Value, bytes: Value, alignment: u32) -> Value {
        let zero = Value::integer(self.module.integer_type(8), 0);
        Value(unsafe { LLVMBuildMemSet(self.raw, pointer.0, zero.0, bytes.0, alignment) })
    }

    /// `memcpy(to, from, bytes)`
    pub fn copy_memory(&self, to: Value, from: Value, bytes: Value, alignment: u32) -> Value {
        Value(unsafe { LLVMBuildMemCpy(self.raw, to.0, alignment, from.0, alignment, bytes.0) })
    }

    /// A copy of the instruction placed here with other operands.
    pub fn clone_with(&self, instruction: Value, operands: &[Value]) -> Value {
        let copy = instruction.clone_instruction();
        for (index, operand) in operands.iter().enumerate() {
            copy.set_operand(index, *operand);
        }
        self.insert(copy);
        copy
    }

    /// Splits the block before `instruction` and returns the new second half.
    pub fn split_before(instruction: Value) -> Block {
        let mut tail = std::ptr::null_mut();
        unsafe { ffi::zymase_split_block_before(instruction.0, &mut tail) };
        Block(tail)
    }
}
