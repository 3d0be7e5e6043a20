//! Evidence that is discarded: it is not about a byte after all, because something else lies there.
//!
//! Where an array that is indexed with a variable ends is not known, so that its elements are looked for behind it too.
//! In the padding behind the field that follows (`double m[8]; int n;`) they would be, although not where the field is.
//!
//! The less significant half of a number that is moved alone is none: its derivative would travel with the other half,
//! and to move that is an error. It is an `int` that shares its place with a `double` (`std::any`), or lies where an array
//! of larger things is looked for (the last capture of a lambda, which is moved as 12 bytes).
use super::Types;
use super::layout::Cell;
use super::query::Trouble;
use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::{Address, Fact, UNKNOWN_STRIDE};
use crate::types::search::enclosing;
use crate::types::search::{self, Evidence};

impl Types {
    /// The cell that starts at `at`, at most `room` bytes long; `before` are those of the range that lie before it.
    pub(super) fn cell(&self, at: Address, offset: u64, room: u64, before: &[Cell]) -> Result<Cell, Trouble> {
        let at = self.graph.find(at);
        let (mut evidence, mut unused) = self.evidence_at(at);
        // How far before the byte no number starts.
        let mut discarded: Vec<u64> = Vec::new();
        loop {
            let trouble = match self.cell_from(at, offset, room, (&evidence, unused)) {
                Ok(cell) => return Ok(cell),
                Err(trouble) => trouble,
            };
            match Self::discarded_by(&trouble, offset, before) {
                Some(wrong) => discarded.push(wrong.before),
                None => {
                    return self.shorter_member(at, room, &trouble).map(|cell| Cell { offset, ..cell }).ok_or(trouble);
                }
            }
            let admitted = |fact: &Fact, before: u64| !fact.kind.is_float_or_pointer() || !discarded.contains(&before);
            let found = search::find_among(&self.graph, at, &admitted);
            (evidence, unused) = (found.evidence, found.unused);
        }
    }

    /// The evidence that makes trouble and is wrong: of a number that would start inside another cell.
    fn discarded_by(trouble: &Trouble, offset: u64, before: &[Cell]) -> Option<Evidence> {
        let Trouble::Partial(number) = trouble else { return None };
        let start = offset.checked_sub(number.before).filter(|start| *start < offset)?;
        let taken = |cell: &Cell| {
            let ends = cell.offset + cell.size;
            cell.offset <= start && start < ends && ends <= offset && cell.kind != Kind::Anything && !cell.mixed
        };
        before.iter().any(taken).then_some(*number)
    }

    /// An integer in the place of the less significant half of a number, where something else tells of one.
    fn shorter_member(&self, at: Address, room: u64, trouble: &Trouble) -> Option<Cell> {
        let (Trouble::Partial(number) | Trouble::Contradiction(number, _)) = trouble else { return None };
        if !self.is_low_half(at, number, room) {
            return None;
        }
        let fits = |fact: &Fact, _: u64| fact.size <= room;
        let found = search::find_among(&self.graph, at, &fits).evidence;
        let is_integer = !found.is_empty() && found.iter().all(|e| e.kind == Kind::Integer && e.before == 0);
        let size = found.iter().map(|e| e.size).min().filter(|_| is_integer)?;
        Some(Cell { offset: 0, size, kind: Kind::Integer, mixed: false })
    }

    /// Is the range an integer that is shorter than this number, which other objects have in its place?
    pub(super) fn is_shorter_integer(&self, at: Address, number: &Evidence, room: u64) -> bool {
        self.is_low_half(at, number, room)
            || room < number.size && search::starts_declared_integer(&self.graph, at, room)
    }

    /// Does the range end in the less significant half of this number, which starts there? Not where the range may be
    /// another part of a number as well: in a loop over halves, or a function that is called for both.
    fn is_low_half(&self, at: Address, number: &Evidence, room: u64) -> bool {
        const LONGEST_HALF: u64 = FloatKind::Double.bytes() / 2;
        let node = self.graph.node(at.node);
        let is_at_unknown_offset = node.wrap == UNKNOWN_STRIDE && !node.arrays.is_empty();
        number.before == 0
            && number.size == FloatKind::Double.bytes()
            && room <= LONGEST_HALF
            && !is_at_unknown_offset
            && self.strides(at).iter().all(|stride| *stride >= number.size)
            && !enclosing::is_inside_float_or_pointer(&self.graph, at)
    }
}
