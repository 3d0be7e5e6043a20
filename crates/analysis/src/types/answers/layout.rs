//! The answers of the type analysis: what bytes hold.
//!
//! A [`Cell`] is a run of bytes that is moved as a whole. Cells of one answer never overlap, are sorted by offset and
//! cover every byte that was asked about.
use crate::types::graph::kind::{FloatKind, Kind};
use std::fmt;

/// Ranges up to this length are compared where they come from and where they go.
const MOST_COMPARED_BYTES: u64 = 1 << 10;

/// `size` bytes at `offset` (from the pointer or the start of the value that was asked about).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub offset: u64,
    pub size: u64,
    pub kind: Kind,
    /// The bytes are also used as an integer (a union, or punning). `kind` then is the float or pointer: the opposite would
    /// lose a derivative. What lies in the shadow is told apart by its bits there, because the caller may look at an
    /// integer in it: the length of a vector.
    pub mixed: bool,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if matches!(self.kind, Kind::Integer | Kind::Anything) {
            write!(f, "({})", self.size)?;
        }
        if self.mixed { f.write_str("|integer") } else { Ok(()) }
    }
}

/// What memory holds, from a pointer on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    Fixed(Vec<Cell>),
    /// The cells of one element; elements follow one another every `stride` bytes.
    Repeating {
        stride: u64,
        cells: Vec<Cell>,
    },
    /// Cells up to `head` bytes, once, and then those of elements every `stride` bytes: a struct with an array at its end.
    Headed {
        head: u64,
        stride: u64,
        cells: Vec<Cell>,
    },
}

impl Layout {
    /// Bytes without numbers or pointers.
    pub fn text() -> Layout {
        Layout::Repeating { stride: 1, cells: vec![Cell { offset: 0, size: 1, kind: Kind::Integer, mixed: false }] }
    }

    /// The cells of everything (fixed) or of one element (repeating), behind those of the head.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Layout::Fixed(cells) | Layout::Repeating { cells, .. } | Layout::Headed { cells, .. } => cells,
        }
    }

    pub fn has_float(&self) -> bool {
        self.cells().iter().any(|cell| cell.kind.may_be_float())
    }

    /// May there be integers or pointers where there are floats?
    pub fn is_mixed(&self) -> bool {
        self.cells().iter().any(|cell| cell.mixed && cell.kind.may_be_float() || cell.kind == Kind::Either)
    }

    pub fn has_pointer(&self) -> bool {
        self.cells().iter().any(|cell| cell.kind.may_be_pointer())
    }

    /// The same `bytes` seen from two sides: where this layout knows of nothing but integers, the floats and pointers
    /// that the other one knows of.
    pub fn with_floats_of(self, other: &Layout, bytes: u64) -> Layout {
        if bytes > MOST_COMPARED_BYTES {
            return self;
        }
        let mut cells = self.spread(bytes);
        let mut is_new = false;
        for known in other.spread(bytes).into_iter().filter(|cell| cell.kind.is_float_or_pointer()) {
            let (start, end) = (known.offset, known.offset + known.size);
            let overlaps = |cell: &Cell| cell.offset < end && start < cell.offset + cell.size;
            if cells.iter().filter(|cell| overlaps(cell)).any(|cell| cell.kind.is_float_or_pointer() || cell.mixed) {
                continue;
            }
            let before = |cell: &Cell| Cell { size: start.saturating_sub(cell.offset), ..*cell };
            let after =
                |cell: &Cell| Cell { offset: end, size: (cell.offset + cell.size).saturating_sub(end), ..*cell };
            let rest = |cell: Cell| if overlaps(&cell) { vec![before(&cell), after(&cell)] } else { vec![cell] };
            cells = cells.into_iter().flat_map(rest).filter(|cell| cell.size > 0).collect();
            cells.push(Cell { mixed: true, ..known });
            is_new = true;
        }
        cells.sort_by_key(|cell| cell.offset);
        if is_new { Layout::Fixed(cells) } else { self }
    }

    /// The cells of so many bytes, one after the other; those that reach beyond the end are left out.
    fn spread(&self, bytes: u64) -> Vec<Cell> {
        let (head, stride) = match self {
            Layout::Fixed(cells) => return cells.clone(),
            Layout::Repeating { stride, .. } => (0, *stride),
            Layout::Headed { head, stride, .. } => (*head, *stride),
        };
        let (once, repeated): (Vec<Cell>, Vec<Cell>) = self.cells().iter().partition(|cell| cell.offset < head);
        let elements = (0..bytes.saturating_sub(head).div_ceil(stride.max(1)))
            .flat_map(|index| repeated.iter().map(move |cell| Cell { offset: cell.offset + index * stride, ..*cell }));
        once.into_iter().chain(elements).filter(|cell| cell.offset + cell.size <= bytes).collect()
    }

    /// The one floating-point format the memory is full of, if there is nothing else in it.
    pub fn uniform_float(&self) -> Option<FloatKind> {
        let mut found = None;
        for cell in self.cells() {
            match cell.kind {
                Kind::Float(kind) if found.is_none_or(|f| f == kind) => found = Some(kind),
                Kind::Anything => {}
                _ => return None,
            }
        }
        found
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("{")?;
        for (index, cell) in self.cells().iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}: {cell}", cell.offset)?;
        }
        f.write_str("}")?;
        match self {
            Layout::Fixed(_) => Ok(()),
            Layout::Repeating { stride, .. } => write!(f, " every {stride}"),
            Layout::Headed { head, stride, .. } => write!(f, " from {head} on every {stride}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(offset: u64, size: u64, kind: Kind) -> Cell {
        Cell { offset, size, kind, mixed: false }
    }

    #[test]
    fn floats_of_the_other_side_count() {
        let integers = Layout::Repeating { stride: 8, cells: vec![cell(0, 8, Kind::Integer)] };
        let number = cell(4, 8, Kind::Float(FloatKind::Double));
        let other = Layout::Fixed(vec![cell(0, 4, Kind::Integer), number, cell(12, 12, Kind::Anything)]);
        let joined = integers.clone().with_floats_of(&other, 24);
        assert_eq!(joined.to_string(), "{0: integer(4), 4: double|integer, 12: integer(4), 16: integer(8)}");
        assert_eq!(integers.clone().with_floats_of(&integers, 24), integers);
    }

    #[test]
    fn what_is_known_here_stays() {
        let number = Layout::Fixed(vec![cell(0, 8, Kind::Float(FloatKind::Double)), cell(8, 8, Kind::Integer)]);
        let pointers = Layout::Repeating { stride: 8, cells: vec![cell(0, 8, Kind::Pointer)] };
        assert_eq!(number.with_floats_of(&pointers, 16).to_string(), "{0: double, 8: pointer|integer}");
    }
}
