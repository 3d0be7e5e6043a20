//! Where in memory of a layout equal cells lie, for the loops that walk over them.
use zymase_analysis::types::{Cell, Layout};
use zymase_llvm::{Builder, IntPredicate, Value};

/// Cells at equal distances.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Of the first cell.
    pub offset: u64,
    pub stride: u64,
    extent: Extent,
}

/// How far a run goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Extent {
    /// So many bytes of memory whose length is known.
    Fixed(u64),
    /// So many bytes, as far as the memory is long enough.
    Head(u64),
    /// As far as the memory goes.
    Open,
}

/// A layout without the cells that are not moved. An array has the shortest elements that the others repeat: what overlaps is moved
/// by whole elements of the program, of which types may know several at a time.
pub fn moved_cells(layout: &Layout, is_moved: impl Fn(&Cell) -> bool) -> Layout {
    let Layout::Repeating { stride, cells } = layout else { return layout.clone() };
    let moved: Vec<Cell> = cells.iter().copied().filter(is_moved).collect();
    let repeats = |times: &u64| {
        let period = stride / times;
        let again = |cell: &Cell| moved.contains(&Cell { offset: (cell.offset + period) % stride, ..*cell });
        (moved.len() as u64).is_multiple_of(*times) && stride.is_multiple_of(*times) && moved.iter().all(again)
    };
    let times = (2..=moved.len() as u64).rev().find(repeats).unwrap_or(1);
    let stride = stride / times;
    Layout::Repeating { stride, cells: moved.into_iter().filter(|cell| cell.offset < stride).collect() }
}

/// Two ranges that may overlap, and when the last of what is moved between them comes first.
pub struct Overlap {
    pub to: Value,
    pub from: Value,
    pub backwards: IntPredicate,
}

/// What is moved between two ranges, in the order in which that must be, each with the bytes of the ranges (none in the
/// order that does not apply).
pub fn in_order<T: Copy>(builder: &Builder, runs: &[T], overlap: Option<Overlap>, bytes: Value) -> Vec<(T, Value)> {
    let Some(overlap) = overlap.filter(|_| runs.len() > 1) else {
        return runs.iter().map(|run| (*run, bytes)).collect();
    };
    let backwards = builder.icmp(overlap.backwards, overlap.to, overlap.from);
    let none = Value::integer(bytes.ty(), 0);
    let (up, down) = (builder.select(backwards, none, bytes), builder.select(backwards, bytes, none));
    runs.iter().map(|run| (*run, up)).chain(runs.iter().rev().map(|run| (*run, down))).collect()
}

impl Run {
    /// The run of a cell of `size` bytes.
    pub fn of(layout: &Layout, offset: u64, size: u64) -> Run {
        let (stride, extent) = match layout {
            Layout::Fixed(_) => (size, Extent::Fixed(size)),
            Layout::Headed { head, .. } if offset < *head => (size, Extent::Head(size)),
            Layout::Repeating { stride, .. } | Layout::Headed { stride, .. } => (*stride, Extent::Open),
        };
        Run { offset, stride, extent }
    }

    /// Takes in a run that follows at once, in memory of known length.
    pub fn takes(&mut self, next: Run) -> bool {
        match (self.extent, next.extent) {
            (Extent::Fixed(covered), Extent::Fixed(more))
                if self.offset + covered == next.offset && self.stride == next.stride =>
            {
                self.extent = Extent::Fixed(covered + more);
                true
            }
            _ => false,
        }
    }

    /// The bytes from its offset on, of memory of `bytes` bytes; none where there is nothing.
    pub fn covered(&self, builder: &Builder, bytes: Value) -> Value {
        let i64_type = builder.module().integer_type(64);
        let constant = |value: u64| Value::integer(i64_type, value as i64);
        let behind = || {
            let short = builder.icmp(IntPredicate::LLVMIntULT, bytes, constant(self.offset));
            builder.select(short, constant(0), builder.sub(bytes, constant(self.offset)))
        };
        match self.extent {
            Extent::Fixed(covered) => {
                let off = builder.icmp(IntPredicate::LLVMIntEQ, bytes, constant(0));
                builder.select(off, constant(0), constant(covered))
            }
            Extent::Head(covered) => {
                let behind = behind();
                let whole = builder.icmp(IntPredicate::LLVMIntULE, constant(covered), behind);
                builder.select(whole, constant(covered), constant(0))
            }
            Extent::Open => behind(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zymase_analysis::types::{FloatKind, Kind};

    const DOUBLE: Kind = Kind::Float(FloatKind::Double);

    fn array(stride: u64, cells: &[(u64, Kind)]) -> Layout {
        let cell = |(offset, kind): &(u64, Kind)| Cell { offset: *offset, size: 8, kind: *kind, mixed: false };
        Layout::Repeating { stride, cells: cells.iter().map(cell).collect() }
    }

    fn floats(layout: &Layout) -> Layout {
        moved_cells(layout, |cell| cell.kind.may_be_float())
    }

    #[test]
    fn elements_are_as_short_as_what_is_moved_repeats() {
        // Of the second element less is known.
        let two =
            array(48, &[(0, Kind::Integer), (8, DOUBLE), (16, Kind::Integer), (24, Kind::Anything), (32, DOUBLE)]);
        assert_eq!(floats(&two), array(24, &[(8, DOUBLE)]));
        let pairs = array(48, &[(0, DOUBLE), (8, DOUBLE), (24, DOUBLE), (32, DOUBLE)]);
        assert_eq!(floats(&pairs), array(24, &[(0, DOUBLE), (8, DOUBLE)]));
        let uneven = array(48, &[(0, DOUBLE), (8, DOUBLE), (32, DOUBLE)]);
        assert_eq!(floats(&uneven), uneven);
        assert_eq!(floats(&array(16, &[(0, Kind::Integer)])), array(16, &[]));
    }
}
