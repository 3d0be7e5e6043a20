//! How a value comes with a derivative call: as it is, as one of several lanes behind one pointer, or in memory.

use zymase_llvm::{Builder, Type, Value};

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

/// Undoes the promotions of C's variadic calls.
pub fn convert(builder: &Builder, value: Value, ty: Type) -> Value {
    let given = value.ty();
    if given == ty {
        value
    } else if given.is_float() && ty.is_float() {
        builder.float_cast(value, ty)
    } else if given.is_integer() && ty.is_integer() {
        builder.integer_cast(value, ty)
    } else if given.is_integer() && ty.is_pointer() {
        builder.int_to_pointer(value, ty)
    } else if given.is_pointer() && ty.is_pointer() {
        builder.pointer_cast(value, ty)
    } else {
        value
    }
}
