//! Taking blocks out of a function, and what marks them while they are in it.
use crate::{Block, Function, Value, ffi};
use std::ffi::CString;

impl Function {
    /// It may read all memory, and changes only state that the program cannot reach.
    pub fn set_reads_and_changes_hidden(self) {
        unsafe { ffi::zymase_set_reads_and_changes_hidden(self.0) }
    }

    /// It touches what its arguments point to, and state that the program cannot reach.
    pub fn set_touches_arguments_and_hidden(self) {
        unsafe { ffi::zymase_set_touches_arguments_and_hidden(self.0) }
    }

    /// Moves stack objects of fixed sizes to the start of the function.
    pub fn gather_stack_objects(self) {
        unsafe { ffi::zymase_gather_stack_objects(self.0) }
    }
}

impl Block {
    /// Copies blocks, and with them `values`, which become those of the copies. Phis of the copies have no entries for blocks
    /// that were not copied.
    pub fn copy(blocks: &[Block], values: &mut [Value]) -> Vec<Block> {
        let mut copies: Vec<_> = blocks.iter().map(|block| block.0).collect();
        let mut of_values: Vec<_> = values.iter().map(|value| value.0).collect();
        unsafe {
            ffi::zymase_copy_blocks(copies.as_mut_ptr(), copies.len(), of_values.as_mut_ptr(), of_values.len());
        }
        values.iter_mut().zip(of_values).for_each(|(value, copy)| *value = Value(copy));
        copies.into_iter().map(Block).collect()
    }

    /// Makes a function of blocks, the first of which leads to all others. `scalars`, pointers, become its first parameters; what
    /// else it takes lies in a struct, its last parameter if there is any. None when the blocks cannot be taken out.
    pub fn outline(blocks: &[Block], scalars: &[Value]) -> Option<Value> {
        let mut blocks: Vec<_> = blocks.iter().map(|block| block.0).collect();
        let mut scalars: Vec<_> = scalars.iter().map(|value| value.0).collect();
        let (count, scalar_count) = (blocks.len(), scalars.len());
        Value::from_raw(unsafe { ffi::zymase_outline(blocks.as_mut_ptr(), count, scalars.as_mut_ptr(), scalar_count) })
    }
}

impl Value {
    /// A remark of the optimiser about an instruction, of something that was done or missed.
    pub fn remark(self, name: &str, message: &str, missed: bool) {
        let [name, message] = [name, message].map(|text| CString::new(text).unwrap_or_default());
        unsafe { ffi::zymase_remark(self.0, name.as_ptr(), message.as_ptr(), missed) }
    }

    /// A stack object of a fixed size, in the first block of its function.
    pub fn is_fixed_stack_object(self) -> bool {
        unsafe { ffi::zymase_is_fixed_stack_object(self.0) }
    }
}
