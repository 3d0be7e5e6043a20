//! Evidence that is not about a byte after all, because the place is taken by something else.
//!
//! Where an array that is indexed with a variable ends is not known, so that its elements are looked for behind it too.
//! In the padding behind the field that follows (`double m[8]; int n;`) they would be, although not where the field is.
use super::Types;
use super::graph::Address;
use super::kind::{Cell, Kind};
use super::lookup::{self, Evidence};
use super::query::Trouble;
use zymase_support::hash::FastSet;

/// Pieces of evidence about one byte that are refuted before it counts as unknown.
const MOST_REFUTED: usize = 16;

impl Types {
    /// The cell that starts at `at`, at most `room` bytes long; `before` are those of the range that lie before it.
    pub(super) fn cell(&self, at: Address, offset: u64, room: u64, before: &[Cell]) -> Result<Cell, Trouble> {
        let at = self.graph.find(at);
        let (mut evidence, mut unused) = self.evidence_at(at);
        let mut refuted = FastSet::default();
        loop {
            let trouble = match self.cell_from(at, offset, room, (&evidence, unused)) {
                Ok(cell) => return Ok(cell),
                Err(trouble) => trouble,
            };
            match Self::refuted_by(&trouble, offset, before) {
                Some(wrong) if refuted.len() < MOST_REFUTED && refuted.insert(wrong.source) => {}
                _ => return Err(trouble),
            }
            let found = lookup::find_among(&self.graph, at, &|fact| !refuted.contains(&fact.source));
            (evidence, unused) = (found.evidence, found.unused);
        }
    }

    /// The evidence that makes trouble and is wrong: of a number that would start inside another cell.
    fn refuted_by(trouble: &Trouble, offset: u64, before: &[Cell]) -> Option<Evidence> {
        let Trouble::Partial(number) = trouble else { return None };
        let start = offset.checked_sub(number.before).filter(|start| *start < offset)?;
        let taken = |cell: &Cell| {
            let ends = cell.offset + cell.size;
            cell.offset <= start && start < ends && ends <= offset && cell.kind != Kind::Anything && !cell.mixed
        };
        before.iter().any(taken).then_some(*number)
    }
}
