//! How values differ from one thread of a row of a block to the next: what is known of them without running anything.

use crate::lane::{Lane, Place};
use std::collections::HashMap;
use zymase_llvm::{IntPredicate, Opcode, Value};

/// What is known of the values of a lane.
pub struct Strides {
    lane: Lane,
    known: HashMap<Value, Option<i64>>,
}

impl Strides {
    pub fn new(lane: Lane) -> Strides {
        let mut strides = Strides { lane, known: HashMap::new() };
        let instructions: Vec<Value> = lane.function.instructions().into_iter().filter(|i| !i.ty().is_void()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for value in &instructions {
                let Some(found) = strides.judge(*value) else { continue };
                changed |= strides.known.insert(*value, found) != Some(found);
            }
        }
        strides
    }

    /// What is found of a value, as far as others are judged yet; what was found to differ stays so.
    fn judge(&self, value: Value) -> Option<Option<i64>> {
        if self.known.get(&value) == Some(&None) {
            return Some(None);
        }
        let is_judged = |read: &Value| !read.is_instruction() || self.known.contains_key(read);
        if value.opcode() == Some(Opcode::LLVMPHI) {
            let reads: Vec<Value> = value.incoming().into_iter().map(|(read, _)| read).filter(is_judged).collect();
            let first = self.of(*reads.first()?);
            return Some(first.filter(|_| reads.iter().all(|read| self.of(*read) == first)));
        }
        value.operands().iter().all(is_judged).then(|| self.of_instruction(value))
    }

    /// By how much a value, or an address in bytes, grows from thread to thread; nothing where that is not constant. Integers are taken not to wrap
    /// around: this serves decisions about speed alone.
    pub fn of(&self, value: Value) -> Option<i64> {
        if value.is_instruction() {
            return self.known.get(&value).copied().flatten();
        }
        let is_thread = |place| value == self.lane.parameter(place, 0);
        Some(i64::from(is_thread(Place::Thread) || is_thread(Place::Number)))
    }

    fn of_instruction(&self, value: Value) -> Option<i64> {
        use Opcode::*;
        let operands = value.operands();
        match value.opcode()? {
            LLVMAdd => Some(self.of(operands[0])? + self.of(operands[1])?),
            LLVMOr if value.is_disjoint() => Some(self.of(operands[0])? + self.of(operands[1])?),
            LLVMSub => Some(self.of(operands[0])? - self.of(operands[1])?),
            LLVMMul => match (operands[0].as_integer(), operands[1].as_integer()) {
                (Some(factor), _) => Some(self.of(operands[1])?.checked_mul(factor)?),
                (_, Some(factor)) => Some(self.of(operands[0])?.checked_mul(factor)?),
                _ => self.all_same(&operands),
            },
            LLVMShl => match operands[1].as_integer() {
                Some(bits @ 0..32) => Some(self.of(operands[0])?.checked_mul(1 << bits)?),
                _ => self.all_same(&operands),
            },
            LLVMSExt | LLVMZExt | LLVMTrunc | LLVMBitCast | LLVMFreeze => self.of(operands[0]),
            LLVMGetElementPtr => self.of_address(value),
            LLVMCall if !value.does_not_access_memory() => None,
            LLVMAlloca => None,
            _ => self.all_same(&operands),
        }
    }

    fn all_same(&self, operands: &[Value]) -> Option<i64> {
        operands.iter().all(|operand| self.of(*operand) == Some(0)).then_some(0)
    }

    fn of_address(&self, gep: Value) -> Option<i64> {
        let base = self.of(gep.operand(0))?;
        let offset = gep.gep_offset()?;
        let mut sum = base;
        for (index, scale) in offset.variable {
            sum += self.of(index)?.checked_mul(scale)?;
        }
        Some(sum)
    }

    /// Are accesses of neighbouring threads at the same place, or side by side?
    pub fn is_side_by_side(&self, access: Value) -> bool {
        let (ty, pointer) = match access.opcode() {
            Some(Opcode::LLVMStore) => (access.operand(0).ty(), access.operand(1)),
            _ => (access.ty(), access.operand(0)),
        };
        let size = self.lane.function.module().store_size(ty) as i64;
        self.of(pointer).is_some_and(|stride| stride == 0 || stride.abs() == size)
    }

    /// Is this a comparison of something that grows from thread to thread with something that does not: mostly the same for a block?
    /// `of_grid`: it must depend on the number of the block.
    pub fn is_coherent(&self, condition: Value, of_grid: bool) -> bool {
        match condition.opcode() {
            Some(Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor | Opcode::LLVMSelect) => {
                let parts: Vec<Value> = condition.operands().into_iter().filter(|part| part.is_instruction()).collect();
                parts.into_iter().all(|part| self.of(part) == Some(0) || self.is_coherent(part, of_grid))
            }
            Some(Opcode::LLVMICmp) => {
                let is_order = !matches!(condition.int_predicate(), IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE);
                let [a, b] = [0, 1].map(|k| condition.operand(k));
                is_order
                    && self.of(a).is_some()
                    && self.of(b).is_some()
                    && (!of_grid || self.asks_for_block(a) || self.asks_for_block(b))
            }
            _ => false,
        }
    }

    fn asks_for_block(&self, value: Value) -> bool {
        let mut seen = std::collections::HashSet::new();
        let mut work = vec![value];
        while let Some(at) = work.pop() {
            if (0..3).any(|k| at == self.lane.parameter(Place::Block, k)) {
                return true;
            }
            if at.is_instruction() && at.opcode() != Some(Opcode::LLVMLoad) && seen.insert(at) {
                work.extend(at.operands());
            }
        }
        false
    }
}
