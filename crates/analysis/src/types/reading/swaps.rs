//! Functions that swap two pieces of memory, register by register, whatever is in them.
//!
//! Rust's standard library has one for each size of a piece. Read like other functions, everything that is ever swapped by
//! it would be one array of such pieces; each call is read as two copies instead.
use super::Constraints;
use zymase_llvm::{Function, GepOffset, Opcode, Value};

/// What a call swaps.
pub struct Swap {
    /// The parameters that lead to the two pieces of memory.
    sides: [usize; 2],
    /// Bytes in each step, and the parameter that says how many steps there are.
    step: u64,
    count: usize,
}

/// The swap that a function is, if it is one: one loop that exchanges what is at the same place on both sides.
pub fn swap(function: Function) -> Option<Swap> {
    use Opcode::*;
    let mut found: Option<Swap> = None;
    let mut stores = Vec::new();
    let mut count = None;
    for i in function.instructions() {
        match i.opcode()? {
            LLVMPHI | LLVMAdd | LLVMGetElementPtr | LLVMBr => {}
            LLVMRet if i.operand_count() == 0 => {}
            LLVMLoad if i.ty().is_integer() || i.ty().is_vector() && i.ty().element().is_integer() => {}
            LLVMStore => stores.push(i),
            LLVMICmp => count = function.parameters().iter().position(|parameter| *parameter == i.operand(1)),
            LLVMCall if i.called_function().is_some_and(|callee| is_hint(&callee.name())) => {}
            _ => return None,
        }
    }
    let count = count?;
    for store in stores {
        let load = store.operand(0);
        if load.opcode() != Some(LLVMLoad) {
            return None;
        }
        let (to, from) = (element(function, store.operand(1))?, element(function, load.operand(0))?);
        let sides = [to.0.min(from.0), to.0.max(from.0)];
        let step = found.as_ref().map_or(to.2, |found| found.step);
        let is_same = found.as_ref().is_none_or(|found| found.sides == sides);
        if (to.1, to.2, to.3) != (from.1, from.2, from.3) || sides[0] == sides[1] || !is_same || step != to.2 {
            return None;
        }
        found = Some(Swap { sides, step, count });
    }
    found
}

/// The parameter that an address starts from, the index, the bytes it counts, and the distance of the rest.
fn element(function: Function, pointer: Value) -> Option<(usize, Value, u64, i64)> {
    let GepOffset { constant, variable } = pointer.opcode().and_then(|_| pointer.gep_offset())?;
    let [(index, scale)] = variable[..] else { return None };
    let side = function.parameters().iter().position(|parameter| *parameter == pointer.operand(0))?;
    Some((side, index, u64::try_from(scale).ok()?, constant))
}

fn is_hint(name: &str) -> bool {
    matches!(zymase_library::intrinsic(name), Some(zymase_library::IntrinsicKnown::Hint(_)))
}

impl Constraints {
    /// Reads a call of a function that only swaps; false if it does something else.
    pub fn read_swap(&mut self, call: Value, callee: Function) -> bool {
        let Some(Swap { sides, step, count }) = self.swaps.entry(callee).or_insert_with(|| swap(callee)) else {
            return false;
        };
        let arguments = call.arguments();
        let steps = arguments[*count].as_integer().and_then(|steps| u64::try_from(steps).ok());
        let size = steps.map(|steps| steps * *step);
        let [first, second] = sides.map(|side| arguments[side]);
        let (Some(first), Some(second)) = (self.address(first), self.address(second)) else { return true };
        for at in [first, second] {
            self.graph.touch(at, size);
        }
        self.graph.copy(first, second, size);
        self.graph.copy(second, first, size);
        true
    }
}
