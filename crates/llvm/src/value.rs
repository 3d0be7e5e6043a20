//! Values: constants, arguments, globals, instructions.
use crate::{Block, Function, IntPredicate, Module, Opcode, RealPredicate, Type, Value, ffi};
use llvm_sys::core::*;

/// Offset of a `getelementptr`: constant bytes plus sum of value * scale.
#[derive(Clone, Debug)]
pub struct GepOffset {
    pub constant: i64,
    pub variable: Vec<(Value, i64)>,
}

/// Most variable indices of one `getelementptr` that are looked at.
const MOST_GEP_INDICES: usize = 16;

impl Value {
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

    /// Does inline assembly name the destination last?
    pub fn assembly_names_destination_last(self) -> bool {
        use llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
        unsafe { LLVMGetInlineAsmDialect(self.0) == LLVMInlineAsmDialectATT }
    }

    /// The text of inline assembly, and its constraints.
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

    pub fn previous_instruction(self) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetPreviousInstruction(self.0) })
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

    /// How far a pointer is behind the object it is derived from, if only constant offsets and casts lie between.
    pub fn offset_in_object(self, module: Module) -> Option<i64> {
        let mut offset = 0;
        unsafe { ffi::zymase_offset_in_object(module.0, self.0, &mut offset) }.then_some(offset)
    }

    /// Offset of a `getelementptr` (also a constant expression) whose indices are all constants.
    pub fn constant_gep_offset(self, module: Module) -> Option<i64> {
        let mut constant = 0;
        (unsafe { ffi::zymase_constant_gep_offset(module.0, self.0, &mut constant) } == 0).then_some(constant)
    }

    /// Is it a pointer into what an operand, or one of them, points into? Offsets, casts and choices are.
    pub fn passes_pointer_on(self) -> bool {
        use Opcode::*;
        self.ty().is_pointer_like()
            && matches!(
                self.opcode(),
                Some(LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze | LLVMPHI | LLVMSelect)
            )
    }

    /// A made-up address, as containers without elements have it: nothing lies there.
    pub fn is_nowhere(self) -> bool {
        unsafe { ffi::zymase_is_nowhere(self.0) }
    }

    /// The object a pointer was derived from by casts and offsets.
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

    /// A load or store that may be repeated, moved and left out: neither volatile nor atomic.
    pub fn is_simple_access(self) -> bool {
        matches!(self.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMStore)) && !self.is_volatile() && !self.is_atomic()
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

    /// The answer for which a switch goes to its successor at this position; the first one is for all others.
    pub fn case_value(self, successor: usize) -> Value {
        Value(unsafe { LLVMGetSwitchCaseValue(self.0, successor as u32) })
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
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.print())
    }
}

#[cfg(test)]
mod tests {
    use crate::Module;

    #[test]
    fn offsets_are_summed_through_casts_between_address_spaces() {
        let text = "@g = addrspace(1) global [4 x double] zeroinitializer
            @p = global ptr getelementptr (i8, ptr addrspacecast (
              ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 8) to ptr), i64 16)";
        let module = Module::parse(text).expect("IR");
        let pointer = module.global("p").and_then(|global| global.initializer()).expect("a pointer");
        assert_eq!(pointer.underlying_object(), module.global("g").expect("a global"));
        assert_eq!(pointer.offset_in_object(module), Some(24));
    }
}
