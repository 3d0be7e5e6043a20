//! What the bytes of memory and of integer values hold: floats, integers, pointers.
mod kind;

pub use kind::{Cell, FloatKind, Kind, Layout, Problem};
use zymase_llvm::{Function, Value};

/// The result; immutable.
pub struct Types {}

impl Types {
    /// Looks at `function`, at what it calls, and at the functions that `context` (pairs of a parameter of `function`
    /// and the value that is passed for it) names.
    pub fn analyse(_function: Function, _context: &[(Value, Value)]) -> Types {
        todo!()
    }

    /// What lies in the `bytes` (none: unknown how many) from `pointer` on.
    pub fn of_memory(&self, _pointer: Value, _bytes: Option<u64>) -> Result<Layout, Problem> {
        todo!()
    }

    /// What the bytes of an SSA value hold.
    pub fn of_value(&self, _value: Value) -> Result<Vec<Cell>, Problem> {
        todo!()
    }

    /// What was looked at to type the value (for a pointer: the memory it points to).
    pub fn explain(&self, _value: Value) -> Vec<String> {
        todo!()
    }

    /// One line for every access that needed an answer, with its source line.
    pub fn print(&self) -> Vec<(u32, String)> {
        todo!()
    }
}
