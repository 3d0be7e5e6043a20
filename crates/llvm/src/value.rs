//! Values: constants, arguments, globals, instructions.
use crate::{Block, Function, IntPredicate, Module, Opcode, RealPredicate, Type, ffi};
use llvm_sys::{core::*, prelude::*};
use std::ffi::{CStr, CString};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(crate) LLVMValueRef);

/// Offset of a `getelementptr`: constant bytes plus sum of value * scale.
#[derive(Clone, Debug)]
pub struct GepOffset {
    pub constant: i64,
    pub variable: Vec<(Value, i64)>,
}

/// One field of `!tbaa.struct`.
#[derive(Clone, Debug)]
pub struct TbaaField {
    pub offset: i64,
    pub size: i64,
    pub name: Option<String>,
}

/// Most variable indices of one `getelementptr` that are looked at.
const MOST_GEP_INDICES: usize = 16;
/// Most fields of a `!tbaa.struct` that are read.
const MOST_TBAA_FIELDS: usize = 256;

impl Value {
    pub(crate) fn from_raw(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }

    pub fn ty(self) -> Type {
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    pub fn name(self) -> String {
        let mut length = 0;
        let text = unsafe { LLVMGetValueName2(self.0, &mut length) };
        String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text.cast(), length) }).into_owned()
    }

    pub fn set_name(self, name: &str) {
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    // ---- what it is ----

    pub fn is_instruction(self) -> bool {
        unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }

    pub fn is_argument(self) -> bool {
        unsafe { !LLVMIsAArgument(self.0).is_null() }
    }

    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    pub fn is_undef(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 }
    }

    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    pub fn is_global_variable(self) -> bool {
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() }
    }

    pub fn is_constant_expression(self) -> bool {
        unsafe { !LLVMIsAConstantExpr(self.0).is_null() }
    }

    pub fn is_constant_aggregate(self) -> bool {
        unsafe {
            !LLVMIsAConstantStruct(self.0).is_null()
                || !LLVMIsAConstantArray(self.0).is_null()
                || !LLVMIsAConstantVector(self.0).is_null()
        }
    }

    pub fn as_function(self) -> Option<Function> {
        unsafe { !LLVMIsAFunction(self.0).is_null() }.then_some(Function(self.0))
    }

    /// Another name of a function or variable.
    pub fn is_alias(self) -> bool {
        unsafe { ffi::zymase_is_alias(self.0) }
    }

    /// A function that the program chooses when it starts (`ifunc`).
    pub fn is_chosen_at_start(self) -> bool {
        unsafe { ffi::zymase_is_chosen_at_start(self.0) }
    }

    pub fn is_inline_assembly(self) -> bool {
        unsafe { !LLVMIsAInlineAsm(self.0).is_null() }
    }

    /// The text of inline assembly, and its constraints.
    /// Does inline assembly name the destination last?
    pub fn assembly_names_destination_last(self) -> bool {
        use llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        unsafe { LLVMGetInlineAsmDialect(self.0) == LLVMInlineAsmDialectATT }
    }

    pub fn inline_assembly(self) -> Option<(String, String)> {
        if !self.is_inline_assembly() {
            return None;
        }
        let (mut bytes, mut more) = (0, 0);
        let text = unsafe { LLVMGetInlineAsmAsmString(self.0, &mut bytes) };
        let constraints = unsafe { LLVMGetInlineAsmConstraintString(self.0, &mut more) };
        let string = |raw: *const std::ffi::c_char, bytes: usize| {
            let bytes = unsafe { std::slice::from_raw_parts(raw.cast::<u8>(), bytes) };
            String::from_utf8_lossy(bytes).into_owned()
        };
        Some((string(text, bytes), string(constraints, more)))
    }

    /// A constant integer of at most 64 bits, sign-extended.
    pub fn as_integer(self) -> Option<i64> {
        let is = unsafe { !LLVMIsAConstantInt(self.0).is_null() } && self.ty().integer_bits() <= 64;
        is.then(|| unsafe { LLVMConstIntGetSExtValue(self.0) })
    }

    /// The constant integer that is an operand of an instruction.
    pub fn operand_if_constant(self, index: usize) -> Option<i64> {
        let has = self.is_instruction() && index < self.operand_count();
        has.then(|| self.operand(index)).filter(|operand| operand.ty().is_integer()).and_then(Value::as_integer)
    }

    /// A constant by which an integer of any width is shifted; larger ones than fit are not defined.
    pub fn as_shift_amount(self) -> Option<i64> {
        if !self.ty().is_integer() || unsafe { LLVMIsAConstantInt(self.0).is_null() } {
            return None;
        }
        let narrow = unsafe { LLVMConstTruncOrBitCast(self.0, self.ty().integer(self.ty().integer_bits().min(64)).0) };
        Value(narrow).as_integer()
    }

    pub fn as_real(self) -> Option<f64> {
        let mut lost = 0;
        unsafe { !LLVMIsAConstantFP(self.0).is_null() }.then(|| unsafe { LLVMConstRealGetDouble(self.0, &mut lost) })
    }

    /// An element of a constant vector, array or struct.
    pub fn constant_element(self, index: u32) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// A constant integer, or the one that is in every lane of a constant vector.
    pub fn splat_integer(self) -> Option<i64> {
        if !self.is_constant() || !self.ty().scalar().is_integer() {
            return None;
        }
        if !self.ty().is_vector() {
            return self.as_integer();
        }
        let lane = |index: u32| self.constant_element(index).and_then(Value::as_integer);
        let first = lane(0)?;
        (1..self.ty().element_count() as u32).all(|index| lane(index) == Some(first)).then_some(first)
    }

    /// A constant number, or the one that is in every lane of a constant vector.
    pub fn splat_real(self) -> Option<f64> {
        if !self.ty().is_vector() || !self.is_constant() {
            return self.as_real();
        }
        let lane = |index: u32| self.constant_element(index).and_then(Value::as_real);
        let first = lane(0)?;
        (1..self.ty().element_count() as u32).all(|index| lane(index) == Some(first)).then_some(first)
    }

    // ---- instructions ----

    /// Opcode of an instruction (or constant expression); none for anything else.
    pub fn opcode(self) -> Option<Opcode> {
        if self.is_instruction() {
            Some(unsafe { LLVMGetInstructionOpcode(self.0) })
        } else if self.is_constant_expression() {
            Some(unsafe { LLVMGetConstOpcode(self.0) })
        } else {
            None
        }
    }

    pub fn is_terminator(self) -> bool {
        unsafe { !LLVMIsATerminatorInst(self.0).is_null() }
    }

    pub fn block(self) -> Option<Block> {
        if self.is_instruction() { Block::from_raw(unsafe { LLVMGetInstructionParent(self.0) }) } else { None }
    }

    pub fn next_instruction(self) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetNextInstruction(self.0) })
    }

    pub fn operand_count(self) -> usize {
        unsafe { LLVMGetNumOperands(self.0) }.max(0) as usize
    }

    pub fn operand(self, index: usize) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, index as u32) })
    }

    pub fn operands(self) -> Vec<Value> {
        (0..self.operand_count()).map(|i| self.operand(i)).collect()
    }

    pub fn set_operand(self, index: usize, value: Value) {
        unsafe { LLVMSetOperand(self.0, index as u32, value.0) }
    }

    /// Users, one entry per use.
    pub fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut at = unsafe { LLVMGetFirstUse(self.0) };
        while !at.is_null() {
            all.push(Value(unsafe { LLVMGetUser(at) }));
            at = unsafe { LLVMGetNextUse(at) };
        }
        all
    }

    pub fn replace_all_uses_with(self, other: Value) {
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }

    pub fn erase_instruction(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Takes an instruction out of its block without destroying it; a builder can place it again.
    pub fn remove_from_block(self) {
        unsafe { LLVMInstructionRemoveFromParent(self.0) }
    }

    /// An unplaced copy of an instruction.
    pub fn clone_instruction(self) -> Value {
        Value(unsafe { LLVMInstructionClone(self.0) })
    }

    pub fn may_write(self) -> bool {
        unsafe { ffi::zymase_may_write(self.0) }
    }

    pub fn may_read(self) -> bool {
        unsafe { ffi::zymase_may_read(self.0) }
    }

    pub fn may_throw(self) -> bool {
        unsafe { ffi::zymase_may_throw(self.0) }
    }

    pub fn safe_to_speculate(self) -> bool {
        unsafe { ffi::zymase_safe_to_speculate(self.0) }
    }

    /// Has an `or` no bit that is set in both operands?
    pub fn is_disjoint(self) -> bool {
        unsafe { LLVMGetIsDisjoint(self.0) != 0 }
    }

    pub fn int_predicate(self) -> IntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub fn real_predicate(self) -> RealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    pub fn allocated_type(self) -> Type {
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    pub fn gep_source_type(self) -> Type {
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    pub fn gep_offset(self) -> Option<GepOffset> {
        let mut constant = 0;
        let mut values = [std::ptr::null_mut(); MOST_GEP_INDICES];
        let mut scales = [0; MOST_GEP_INDICES];
        let count = unsafe {
            ffi::zymase_gep_offset(
                self.0,
                &mut constant,
                values.as_mut_ptr(),
                scales.as_mut_ptr(),
                MOST_GEP_INDICES as i32,
            )
        };
        let count = usize::try_from(count).ok()?;
        Some(GepOffset { constant, variable: (0..count).map(|i| (Value(values[i]), scales[i])).collect() })
    }

    /// Offset of a `getelementptr` (also a constant expression) whose indices are all constants.
    pub fn constant_gep_offset(self, module: Module) -> Option<i64> {
        let mut constant = 0;
        (unsafe { ffi::zymase_constant_gep_offset(module.0, self.0, &mut constant) } == 0).then_some(constant)
    }

    /// The object a pointer was derived from by casts and offsets.
    /// A made-up address, as containers without elements have it: nothing lies there.
    pub fn is_nowhere(self) -> bool {
        unsafe { ffi::zymase_is_nowhere(self.0) }
    }

    pub fn underlying_object(self) -> Value {
        Value(unsafe { ffi::zymase_underlying_object(self.0) })
    }

    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    pub fn is_atomic(self) -> bool {
        use llvm_sys::LLVMAtomicOrdering::*;
        match self.opcode() {
            Some(Opcode::LLVMLoad | Opcode::LLVMStore) => unsafe {
                LLVMGetOrdering(self.0) != LLVMAtomicOrderingNotAtomic
            },
            Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => true,
            _ => false,
        }
    }

    pub fn alignment(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }

    pub fn set_alignment(self, bytes: u32) {
        unsafe { LLVMSetAlignment(self.0, bytes) }
    }

    pub fn incoming(self) -> Vec<(Value, Block)> {
        (0..unsafe { LLVMCountIncoming(self.0) })
            .map(|i| unsafe { (Value(LLVMGetIncomingValue(self.0, i)), Block(LLVMGetIncomingBlock(self.0, i))) })
            .collect()
    }

    pub fn incoming_for(self, block: Block) -> Option<Value> {
        self.incoming().into_iter().find(|(_, from)| *from == block).map(|(value, _)| value)
    }

    pub fn add_incoming(self, value: Value, from: Block) {
        let (mut value, mut from) = (value.0, from.0);
        unsafe { LLVMAddIncoming(self.0, &mut value, &mut from, 1) }
    }

    pub fn successors(self) -> Vec<Block> {
        (0..unsafe { LLVMGetNumSuccessors(self.0) }).map(|i| Block(unsafe { LLVMGetSuccessor(self.0, i) })).collect()
    }

    pub fn set_successor(self, index: usize, block: Block) {
        unsafe { LLVMSetSuccessor(self.0, index as u32, block.0) }
    }

    pub fn is_conditional_branch(self) -> bool {
        self.opcode() == Some(Opcode::LLVMBr) && unsafe { LLVMIsConditional(self.0) != 0 }
    }

    pub fn condition(self) -> Value {
        Value(unsafe { LLVMGetCondition(self.0) })
    }

    /// Indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let count = unsafe { LLVMGetNumIndices(self.0) } as usize;
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.0), count) }.to_vec()
    }

    /// Mask of `shufflevector`; none for undefined lanes.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        (0..unsafe { LLVMGetNumMaskElements(self.0) })
            .map(|i| u32::try_from(unsafe { LLVMGetMaskValue(self.0, i) }).ok())
            .collect()
    }

    // ---- calls ----

    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke))
    }

    pub fn called_value(self) -> Value {
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    /// The function a call names directly, with a matching type.
    pub fn called_function(self) -> Option<Function> {
        let function = self.called_value().as_function()?;
        (function.function_type() == self.called_type()).then_some(function)
    }

    /// Makes a call one of another function, whose parameters have the types of the arguments.
    pub fn set_callee(self, callee: Function) {
        unsafe { ffi::zymase_set_callee(self.0, callee.0) }
    }

    pub fn called_type(self) -> Type {
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn arguments(self) -> Vec<Value> {
        (0..unsafe { LLVMGetNumArgOperands(self.0) }).map(|i| self.operand(i as usize)).collect()
    }

    pub fn only_reads_memory(self) -> bool {
        unsafe { ffi::zymase_only_reads_memory(self.0) }
    }

    /// Does a call touch no memory but what its pointer arguments reach?
    pub fn only_touches_arguments(self) -> bool {
        unsafe { ffi::zymase_only_touches_arguments(self.0) }
    }

    pub fn does_not_access_memory(self) -> bool {
        unsafe { ffi::zymase_does_not_access_memory(self.0) }
    }

    /// Marks a call with a word of our own.
    pub fn mark_call(self, key: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let attribute = LLVMCreateStringAttribute(context, key.as_ptr().cast(), key.len() as u32, c"".as_ptr(), 0);
            LLVMAddCallSiteAttribute(self.0, llvm_sys::LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub fn call_is_marked(self, key: &str) -> bool {
        let (text, length) = (key.as_ptr().cast(), key.len() as u32);
        unsafe { !LLVMGetCallSiteStringAttribute(self.0, llvm_sys::LLVMAttributeFunctionIndex, text, length).is_null() }
    }

    pub fn call_argument_has_attribute(self, index: usize, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetCallSiteEnumAttribute(self.0, index as u32 + 1, kind).is_null()
        }
    }

    pub fn remove_call_argument_attribute(self, index: usize, name: &str) {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveCallSiteEnumAttribute(self.0, index as u32 + 1, kind);
        }
    }

    pub fn call_argument_type_attribute(self, index: usize, name: &str) -> Option<Type> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, index as u32 + 1, kind);
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// A call takes over what its callee declares of its parameters and result: how they are passed, above all.
    pub fn take_attributes_of(self, callee: Function) {
        let positions = callee.parameters().len() as u32;
        for position in 0..=positions {
            for attribute in callee.attributes_at(position) {
                unsafe { LLVMAddCallSiteAttribute(self.0, position, attribute) }
            }
        }
    }

    pub fn is_musttail_call(self) -> bool {
        self.opcode() == Some(Opcode::LLVMCall)
            && unsafe { LLVMGetTailCallKind(self.0) } == llvm_sys::LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    pub fn clear_tail_call(self) {
        if self.opcode() == Some(Opcode::LLVMCall) {
            unsafe { LLVMSetTailCall(self.0, 0) }
        }
    }

    /// Replaces an invoke by a call that is followed by a branch to its normal destination.
    pub fn invoke_to_call(self) -> Value {
        Value(unsafe { ffi::zymase_invoke_to_call(self.0) })
    }

    /// Replaces a call by an invoke that unwinds to `unwind`; what follows the call goes to a block of its own.
    pub fn call_to_invoke(self, unwind: Block) -> Value {
        Value(unsafe { ffi::zymase_call_to_invoke(self.0, unwind.0) })
    }

    /// Gives an invoke a normal destination that only it leads to, without phis.
    pub fn isolate_invoke(self) {
        unsafe { ffi::zymase_isolate_invoke(self.0) }
    }

    /// Is the call declared never to unwind?
    pub fn does_not_throw(self) -> bool {
        unsafe { ffi::zymase_does_not_throw(self.0) }
    }

    /// Inlines a direct call to a function with a body; false when LLVM will not.
    pub fn inline_call(self) -> bool {
        unsafe { ffi::zymase_inline_call(self.0) }
    }

    // ---- globals ----

    pub fn initializer(self) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn set_initializer(self, value: Option<Value>) {
        unsafe { LLVMSetInitializer(self.0, value.map_or(std::ptr::null_mut(), |v| v.0)) }
    }

    pub fn is_constant_global(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Attaches an empty piece of metadata to a global.
    pub fn mark_global(self, kind: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let empty = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
            LLVMGlobalSetMetadata(self.0, self.metadata_kind(kind), empty);
        }
    }

    /// Does a global carry this kind of metadata?
    pub fn global_is_marked(self, kind: &str) -> bool {
        let wanted = self.metadata_kind(kind);
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let found = (0..count as u32).any(|k| LLVMValueMetadataEntriesGetKind(entries, k) == wanted);
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    pub fn unmark_global(self, kind: &str) {
        unsafe { LLVMGlobalEraseMetadata(self.0, self.metadata_kind(kind)) }
    }

    /// The bytes of a constant text without its final zero.
    pub fn as_text(self) -> Option<String> {
        let bytes = self.as_bytes()?;
        Some(String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(&bytes)).into_owned())
    }

    /// The bytes of a constant array of bytes.
    pub fn as_bytes(self) -> Option<Vec<u8>> {
        unsafe {
            if LLVMIsAConstantDataSequential(self.0).is_null() || LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetAsString(self.0, &mut length);
            Some(std::slice::from_raw_parts(text.cast(), length).to_vec())
        }
    }

    pub fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    pub fn global_value_type(self) -> Type {
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub fn global_linkage(self) -> crate::Linkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn set_global_linkage(self, linkage: crate::Linkage) {
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    pub fn erase_global(self) {
        unsafe { LLVMDeleteGlobal(self.0) }
    }

    // ---- debug information and metadata ----

    /// Source line of an instruction; 0 when unknown.
    pub fn line(self) -> u32 {
        unsafe { ffi::zymase_line(self.0) }
    }

    /// Source file of an instruction; empty when unknown.
    pub fn file(self) -> String {
        let mut length = 0;
        let text = unsafe { llvm_sys::core::LLVMGetDebugLocFilename(self.0, &mut length) };
        owned_text(text, length)
    }

    /// The folder that the name of the source file starts from; empty when unknown.
    pub fn folder(self) -> String {
        let mut length = 0;
        let text = unsafe { llvm_sys::core::LLVMGetDebugLocDirectory(self.0, &mut length) };
        owned_text(text, length)
    }

    /// Does this instruction have a place in the program's own source, outside of Rust's libraries?
    pub fn is_in_program(self) -> bool {
        unsafe { ffi::zymase_is_in_program(self.0) }
    }

    pub fn has_location(self) -> bool {
        unsafe { ffi::zymase_has_location(self.0) }
    }

    pub fn copy_location_from(self, other: Value) {
        if self.is_instruction() && other.is_instruction() {
            unsafe { ffi::zymase_copy_location(other.0, self.0) }
        }
    }

    /// Name of the accessed type in the instruction's TBAA tag.
    pub fn tbaa_access_name(self) -> Option<String> {
        let text = unsafe { ffi::zymase_tbaa_access_name(self.0) };
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }

    pub fn tbaa_struct(self) -> Option<Vec<TbaaField>> {
        let mut offsets = [0; MOST_TBAA_FIELDS];
        let mut sizes = [0; MOST_TBAA_FIELDS];
        let mut names = [std::ptr::null(); MOST_TBAA_FIELDS];
        let count = unsafe {
            ffi::zymase_tbaa_struct(
                self.0,
                offsets.as_mut_ptr(),
                sizes.as_mut_ptr(),
                names.as_mut_ptr(),
                MOST_TBAA_FIELDS as i32,
            )
        };
        let count = usize::try_from(count).ok()?;
        let name = |i: usize| {
            let raw = names[i];
            (!raw.is_null()).then(|| unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned())
        };
        Some((0..count).map(|i| TbaaField { offset: offsets[i], size: sizes[i], name: name(i) }).collect())
    }

    pub fn remove_metadata(self, kind: &str) {
        let id = self.metadata_kind(kind);
        unsafe { LLVMSetMetadata(self.0, id, std::ptr::null_mut()) }
    }

    pub fn has_metadata(self, kind: &str) -> bool {
        self.is_instruction() && unsafe { !LLVMGetMetadata(self.0, self.metadata_kind(kind)).is_null() }
    }

    fn metadata_kind(self, kind: &str) -> u32 {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len() as u32)
        }
    }

    /// Says of a select that its condition hardly ever holds.
    pub fn mark_unlikely(self) {
        unsafe { ffi::zymase_mark_unlikely(self.0) }
    }

    /// Marks an adjoint sum as free to be reassociated and contracted; never nnan, ninf or nsz.
    pub fn set_fast_adjoint(self) {
        unsafe { ffi::zymase_set_fast_adjoint(self.0) }
    }

    /// Does a division or right shift promise that nothing is left over?
    pub fn is_exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    /// Asks that the loop whose back edge this branch is becomes straight code, by the pass `unroll-demanded`.
    pub fn demand_unrolling(self) {
        unsafe { ffi::zymase_demand_unrolling(self.0) }
    }

    pub fn drop_poison_flags(self) {
        unsafe { ffi::zymase_drop_poison_flags(self.0) }
    }

    /// Keeps only metadata that stays true when the instruction runs again elsewhere.
    pub fn drop_unknown_metadata(self) {
        unsafe { ffi::zymase_drop_unknown_metadata(self.0) }
    }

    pub fn print(self) -> String {
        let raw = unsafe { LLVMPrintValueToString(self.0) };
        let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().trim().to_owned();
        unsafe { LLVMDisposeMessage(raw) };
        text
    }

    // ---- constants ----

    pub fn integer(ty: Type, value: i64) -> Value {
        Value(unsafe { LLVMConstInt(ty.0, value as u64, 1) })
    }

    /// A floating-point constant, splat over the lanes of a vector type.
    pub fn real(ty: Type, value: f64) -> Value {
        Value::splat_scalar(ty, Value(unsafe { LLVMConstReal(ty.scalar().0, value) }))
    }

    /// A floating-point constant from its decimal digits, correctly rounded for the type.
    pub fn real_from_text(ty: Type, digits: &str) -> Value {
        let text = CString::new(digits).unwrap_or_default();
        Value::splat_scalar(ty, Value(unsafe { LLVMConstRealOfString(ty.scalar().0, text.as_ptr()) }))
    }

    fn splat_scalar(ty: Type, scalar: Value) -> Value {
        if !ty.is_vector() {
            return scalar;
        }
        let mut lanes = vec![scalar.0; ty.element_count() as usize];
        Value(unsafe { LLVMConstVector(lanes.as_mut_ptr(), lanes.len() as u32) })
    }

    /// The constant pointer at the address that a constant integer is.
    pub fn as_constant_address(self, ty: Type) -> Value {
        Value(unsafe { LLVMConstIntToPtr(self.0, ty.0) })
    }

    pub fn null(ty: Type) -> Value {
        Value(unsafe { LLVMConstNull(ty.0) })
    }

    /// The integer, or the vector of integers, of which all bits are set.
    pub fn all_ones(ty: Type) -> Value {
        Value(unsafe { LLVMConstAllOnes(ty.0) })
    }

    /// A constant struct of these fields.
    pub fn constant_struct(module: Module, fields: &[Value]) -> Value {
        let mut raw: Vec<_> = fields.iter().map(|v| v.0).collect();
        let context = unsafe { LLVMGetModuleContext(module.0) };
        Value(unsafe { LLVMConstStructInContext(context, raw.as_mut_ptr(), raw.len() as u32, 0) })
    }

    /// A constant array of these elements.
    pub fn constant_array(element: Type, elements: &[Value]) -> Value {
        let mut raw: Vec<_> = elements.iter().map(|v| v.0).collect();
        Value(unsafe { LLVMConstArray2(element.0, raw.as_mut_ptr(), raw.len() as u64) })
    }

    pub fn undef(ty: Type) -> Value {
        Value(unsafe { LLVMGetUndef(ty.0) })
    }

    pub fn poison(ty: Type) -> Value {
        Value(unsafe { LLVMGetPoison(ty.0) })
    }
}

/// A copy of a text of LLVM's; empty where there is none.
fn owned_text(text: *const std::ffi::c_char, length: u32) -> String {
    if text.is_null() {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(text.cast(), length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.print())
    }
}
