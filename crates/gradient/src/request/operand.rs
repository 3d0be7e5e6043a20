//! How a value comes with a derivative call: as it is, as one of several lanes behind one pointer, or in memory.

use zymase_llvm::Value;

#[derive(Copy, Clone, Debug)]
pub struct Operand {
    /// The operand of the call.
    pub value: Value,
    /// Bytes from one lane to the next, and the lane.
    pub lane: Option<(Value, usize)>,
    /// The value lies so many bytes behind the pointer.
    pub behind: Option<u64>,
}

impl Operand {
    pub fn direct(value: Value) -> Operand {
        Operand { value, lane: None, behind: None }
    }

    /// The pointer to a lane of many that lie one after the other.
    pub fn in_lane(self, stride: Value, lane: usize) -> Operand {
        Operand { lane: Some((stride, lane)), ..self }
    }

    /// What lies `offset` bytes behind the pointer.
    pub fn behind(self, offset: u64) -> Operand {
        Operand { behind: Some(offset), ..self }
    }
}
