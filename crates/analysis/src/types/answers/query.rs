//! Puts the evidence for single bytes together to cells and layouts.
use super::Types;
use super::control_uses;
use super::layout::{Cell, Layout};
use super::report::Problem;
use super::seen::{Place, Seen};
use crate::choices;
use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::{Address, Relation, SourceNumber, Strength, UNKNOWN_STRIDE};
use crate::types::search::enclosing;
use crate::types::search::{self, Evidence};
use std::collections::HashSet;
use std::rc::Rc;
use zymase_llvm::{Opcode, Value};

/// Bytes of a fixed layout that are looked at one by one; longer ranges must be arrays.
const MOST_FIXED_BYTES: u64 = 1 << 16;
/// From this many bytes on an array is looked for first.
const ARRAY_FIRST_BYTES: u64 = 512;
/// Longest array without a known element type in which neighbours are asked.
const MOST_REGION_BYTES: i64 = 4096;
/// Bytes of padding after x86's long double.
const EXTENDED_PADDING: u64 = 6;

/// Casts and offsets that are looked through to find a pointer that was analysed.
const MOST_NEW_OFFSETS: u32 = 16;

/// Bytes that are looked at where it is asked how far there are no numbers.
const MOST_PLAIN_BYTES: u64 = 256;

/// Longest head of an array.
const MOST_HEAD_BYTES: u64 = 256;

/// Why a byte has no kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    Unknown,
    /// The range starts or ends inside this.
    Partial(Evidence),
    Contradiction(Evidence, Evidence),
    /// A number or pointer of this kind lies in the memory, and it is not known where.
    Unplaced(Kind, SourceNumber),
}

/// How many bytes from its start an array is compared with what is known of the memory, at least and at most.
const LEAST_CHECKED_BYTES: u64 = 64;
const MOST_CHECKED_BYTES: u64 = 512;
/// Where no stride is known: numbers start at a multiple of this, behind a header of some integers too.
const LEAST_ALIGNMENT: u64 = 4;

pub fn anything(offset: u64, size: u64) -> Vec<Cell> {
    if size == 0 { Vec::new() } else { vec![Cell { offset, size, kind: Kind::Anything, mixed: false }] }
}

impl Types {
    /// What a pointer points to, also one that was made by casts and constant offsets after the analysis.
    pub(super) fn address(&self, pointer: Value) -> Option<Address> {
        let (mut base, mut offset) = (pointer, 0i64);
        for _ in 0..MOST_NEW_OFFSETS {
            if let Some(address) = self.addresses.get(&base) {
                return Some(self.graph.find(address.plus(offset)));
            }
            match base.opcode()? {
                Opcode::LLVMGetElementPtr => offset = offset.wrapping_add(base.constant_gep_offset(self.module)?),
                Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMFreeze => {}
                _ => return None,
            }
            base = base.operand(0);
        }
        None
    }

    pub(super) fn fixed_layout(&self, pointer: Value, at: Address, bytes: u64) -> Result<Layout, Problem> {
        if bytes >= ARRAY_FIRST_BYTES
            && let Some(layout) = self.array_of(at, Some(bytes))
        {
            return Ok(layout);
        }
        if bytes > MOST_FIXED_BYTES {
            return Err(Problem::new(pointer, at, 0, Trouble::Unknown));
        }
        let cells = self.cells(at, bytes).map_err(|(offset, trouble)| Problem::new(pointer, at, offset, trouble))?;
        if !cells.iter().any(|cell| cell.kind.is_float_or_pointer())
            && let Some(seen) = self.sight(at).unplaced(bytes)
        {
            return Err(Problem::new(pointer, at, 0, Trouble::Unplaced(seen.kind, seen.source)));
        }
        Ok(as_array(&cells, bytes).unwrap_or(Layout::Fixed(cells)))
    }

    pub(super) fn repeating_layout(&self, pointer: Value, at: Address) -> Result<Layout, Problem> {
        self.elements(at).map_err(|trouble| Problem::new(pointer, at, 0, trouble))
    }

    /// The same without the words for what is wrong.
    pub(super) fn elements(&self, at: Address) -> Result<Layout, Trouble> {
        if let Some(layout) = self.array_of(at, None) {
            return Ok(layout);
        }
        // No stride is known: all that is known must be of one kind.
        let first = self.first_known(at)?;
        let size = if first.kind == Kind::Anything { 1 } else { first.size };
        let stride = if first.kind == Kind::Float(FloatKind::Extended) { 16 } else { size };
        let is_near_like_it = !is_part(&first) && self.agrees_nearby(at, u64::MAX, stride, &[first], LEAST_ALIGNMENT);
        if !is_near_like_it || !self.agrees_with_seen(at, u64::MAX, stride, &[first]) {
            // Where only what is seen further away is unlike it, that says where an array starts.
            return self.behind_head(at, is_near_like_it).ok_or_else(|| self.unplaced(at, &first, is_near_like_it));
        }
        let mut cells = vec![Cell { size, ..first }];
        cells.extend(anything(size, stride - size));
        Ok(Layout::Repeating { stride, cells })
    }

    /// Why memory that begins like this is neither all like it nor a head and an array; `is_near_like_it`: as far as it was searched.
    fn unplaced(&self, at: Address, first: &Cell, is_near_like_it: bool) -> Trouble {
        let sight = self.sight(at);
        let is_unlike =
            |seen: &&Seen| !first.kind.covers(seen.kind) && (is_near_like_it || seen.place == Place::Anywhere);
        let other = sight.numbers.iter().find(is_unlike);
        other.map_or(Trouble::Unknown, |seen| Trouble::Unplaced(seen.kind, seen.source))
    }

    /// The cell at the start. If nobody looks at what lies there, a number that follows is like it: the first elements of an
    /// array need not be used.
    fn first_known(&self, at: Address) -> Result<Cell, Trouble> {
        let first = self.cell(at, 0, u64::MAX, &[])?;
        let (mut cell, mut offset) = (first, 0);
        while cell.kind == Kind::Anything && offset + cell.size <= MOST_HEAD_BYTES {
            offset += cell.size;
            let Ok(next) = self.cell(at.plus(offset as i64), 0, u64::MAX, &[]) else { return Ok(first) };
            cell = next;
        }
        let is_like_it = matches!(cell.kind, Kind::Float(_)) && !cell.mixed && offset.is_multiple_of(cell.size);
        Ok(if is_like_it { cell } else { first })
    }

    /// An array, if there is one whose elements are known and nothing contradicts.
    fn array_of(&self, at: Address, bytes: Option<u64>) -> Option<Layout> {
        let bytes = bytes.or_else(|| self.bytes_to_end(at));
        for &stride in self.strides(at).iter() {
            if bytes.is_some_and(|bytes| stride * 2 > bytes) || stride > MOST_FIXED_BYTES {
                continue;
            }
            if let Some(cells) = self.element(at, stride)
                && self.agrees_with_seen(at, bytes.unwrap_or(u64::MAX), stride, &cells)
                && self.agrees_nearby(at, bytes.unwrap_or(u64::MAX), stride, &cells, u64::MAX)
            {
                return Some(as_array(&cells, stride).unwrap_or(Layout::Repeating { stride, cells }));
            }
        }
        None
    }

    /// How far the arrays around an address go, where the ends of all of them are known.
    fn bytes_to_end(&self, at: Address) -> Option<u64> {
        let covers = |r: &&Relation| {
            r.start <= at.offset && r.end.is_none_or(|end| at.offset < end) && r.stride != UNKNOWN_STRIDE
        };
        let around = self.graph.node(at.node).relations.iter().filter(covers);
        let all: Option<Vec<i64>> = around.map(|array| Some(array.end? - at.offset)).collect();
        all?.into_iter().max().and_then(|bytes| u64::try_from(bytes).ok())
    }

    /// A head, and an array behind it; `only_seen`: one that instructions move numbers or pointers in. Where there are others at
    /// unknown offsets it must be one of these, too.
    fn behind_head(&self, at: Address, only_seen: bool) -> Option<Layout> {
        let sight = self.sight(at);
        let only_seen = only_seen || sight.numbers.iter().any(|seen| seen.place == Place::Anywhere);
        let is_seen = |head: u64| sight.numbers.iter().any(|seen| seen.starts_array(head));
        if only_seen && !(1..=MOST_HEAD_BYTES).any(is_seen) {
            return None;
        }
        let mut cells: Vec<Cell> = Vec::new();
        let mut head = 0;
        while head < MOST_HEAD_BYTES {
            let cell = match self.cell(at.plus(head as i64), head, u64::MAX, &[]) {
                // A number that would start in the integer before it: elements of the array do not lie here.
                Err(Trouble::Partial(part)) if cells.last().is_some_and(|last| last.kind == Kind::Integer) => {
                    Cell { offset: head, size: part.size - part.before, kind: Kind::Anything, mixed: false }
                }
                found => found.ok().filter(|cell| !is_part(cell)).map(|cell| sight.before_next(&cell))?,
            };
            if !lies_well(&cell, 0) {
                return None;
            }
            head += cell.size;
            cells.push(cell);
            let is_seen = is_seen(head);
            if (head.is_multiple_of(LEAST_ALIGNMENT) && !only_seen || is_seen)
                && let Some(Layout::Repeating { stride, cells: elements }) = self.array_of(at.plus(head as i64), None)
                && elements.iter().all(|cell| cell.offset + cell.size <= stride && (is_seen || lies_well(cell, head)))
            {
                cells.extend(elements.into_iter().map(|cell| Cell { offset: head + cell.offset, ..cell }));
                return Some(Layout::Headed { head, stride, cells });
            }
        }
        None
    }

    /// Bytes from an address on that are integers or nothing, up to [`MOST_PLAIN_BYTES`].
    pub(super) fn plain_bytes(&self, at: Address) -> u64 {
        let mut bytes = 0;
        let most = MOST_PLAIN_BYTES.min(self.sight(at).nothing_before());
        while bytes < most
            && let Ok(cell) = self.cell(at.plus(bytes as i64), bytes, u64::MAX, &[])
            && matches!(cell.kind, Kind::Integer | Kind::Anything)
            && !is_part(&cell)
        {
            bytes += cell.size;
        }
        bytes.min(most)
    }

    /// The cells of one element of an array. Behind a header its last number may reach into the next element.
    fn element(&self, at: Address, stride: u64) -> Option<Vec<Cell>> {
        if let Ok(cells) = self.cells(at, stride)
            && !cells.iter().any(is_part)
        {
            return Some(cells);
        }
        let (start, long) = (0..stride).find_map(|offset| {
            let (evidence, _) = self.evidence_at(self.graph.find(at.plus(offset as i64)));
            let main = self.float_or_pointer(self.graph.find(at.plus(offset as i64)), &evidence).ok()??;
            (main.before == 0 && offset + main.size > stride && main.size <= stride).then_some((offset, main))
        })?;
        let reach = start + long.size - stride;
        let mut cells = self.cells(at, start).ok()?;
        let header = cells.iter_mut().take_while(|cell| cell.offset + cell.size <= reach);
        header.for_each(|cell| cell.mixed &= cell.kind != Kind::Integer);
        if cells.iter().any(|cell| is_part(cell) || cell.offset < reach && cell.kind != Kind::Integer) {
            return None;
        }
        cells.push(Cell { offset: start, size: long.size, kind: long.kind, mixed: false });
        Some(cells)
    }

    /// Whether what is known in any way of numbers in the first bytes, aligned to their size or to `alignment`, fits elements of
    /// these cells.
    fn agrees_nearby(&self, at: Address, bytes: u64, stride: u64, cells: &[Cell], alignment: u64) -> bool {
        let nearby = bytes.min(stride.saturating_mul(2).clamp(LEAST_CHECKED_BYTES, MOST_CHECKED_BYTES));
        // Far evidence at odd offsets counts only where some stride speaks for packed elements.
        let packed = self.strides(at).iter().any(|s| !s.is_multiple_of(stride) && !stride.is_multiple_of(*s));
        // No element holds such a number, wherever it starts.
        let too_long = |e: &Evidence, offset: u64| e.size > stride && offset.is_multiple_of(LEAST_ALIGNMENT);
        let fits = |offset: u64| {
            let (evidence, _) = self.evidence_at(self.graph.find(at.plus(offset as i64)));
            evidence
                .iter()
                .filter(|e| e.kind.is_float_or_pointer() && e.before == 0)
                .filter(|e| packed || offset.is_multiple_of(e.size.min(alignment)) || too_long(e, offset))
                .all(|e| cells.iter().any(|cell| cell.offset == offset % stride && cell.kind.covers(e.kind)))
        };
        // Nothing that counts can start between.
        let step = if packed { 1 } else { self.graph.common_divisor(LEAST_ALIGNMENT) };
        (0..nearby).step_by(step as usize).all(fits)
    }

    /// Whether the numbers that instructions move in the memory, wherever in it, fit elements of these cells; pointers too, if they
    /// are moved right here, or if there is nothing else in the elements.
    fn agrees_with_seen(&self, at: Address, bytes: u64, stride: u64, cells: &[Cell]) -> bool {
        let is_text = !cells.iter().any(|cell| cell.kind.is_float_or_pointer());
        let counts = |seen: &&Seen| seen.here || is_text || seen.kind.may_be_float();
        self.sight(at).numbers.iter().filter(counts).all(|seen| seen.fits(bytes, stride, cells))
    }

    /// The cells of `size` bytes from `at` on.
    pub(super) fn cells(&self, at: Address, size: u64) -> Result<Vec<Cell>, (u64, Trouble)> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut offset = 0;
        while offset < size {
            let mut cell = match self.cell(at.plus(offset as i64), offset, size - offset, &cells) {
                Ok(cell) => cell,
                Err(Trouble::Unknown) if follows_extended(&cells, offset) => {
                    Cell { offset, size: 1, kind: Kind::Anything, mixed: false }
                }
                Err(Trouble::Unknown) => match self.like_its_neighbours(at, offset, size) {
                    Some(cell) => cell,
                    None => return Err((offset, Trouble::Unknown)),
                },
                Err(trouble) => return Err((offset, trouble)),
            };
            offset += cell.size;
            if let Some(last) = cells.last_mut()
                && last.kind == cell.kind
                && !last.mixed
                && !cell.mixed
                && (cell.kind == Kind::Anything || (cell.kind == Kind::Integer && cell.size == 1))
            {
                last.size += cell.size;
                continue;
            }
            cell.offset = offset - cell.size;
            cells.push(cell);
        }
        Ok(cells)
    }

    /// In a range that is declared as one array (or union): what everything else in it is.
    fn like_its_neighbours(&self, at: Address, offset: u64, size: u64) -> Option<Cell> {
        let byte = self.graph.find(at.plus(offset as i64));
        let (before, after) = enclosing::region(&self.graph, byte)?;
        let start = (offset as i64).checked_sub(before)?;
        let end = after.map_or(size as i64, |after| offset as i64 + after);
        if end - start > MOST_REGION_BYTES {
            return None;
        }
        let mut common: Option<Evidence> = None;
        let mut position = start;
        while position < end {
            let found = self.evidence_at(self.graph.find(at.plus(position))).0;
            for evidence in found.iter().filter(|e| e.kind != Kind::Anything) {
                let whole = (position - start - evidence.before as i64) % evidence.size as i64 == 0;
                if !whole || common.is_some_and(|c| c.kind != evidence.kind || c.size != evidence.size) {
                    return None;
                }
                common = Some(*evidence);
            }
            position += found.iter().map(|e| (e.size - e.before) as i64).min().unwrap_or(1);
        }
        let common = common?;
        let fits = (offset as i64 - start) % common.size as i64 == 0 && offset + common.size <= size;
        fits.then_some(Cell { offset, size: common.size, kind: common.kind, mixed: false })
    }

    /// The cell that starts at `at`, at most `room` bytes long, by this evidence (and whether nothing looks at it).
    pub(super) fn cell_from(
        &self,
        at: Address,
        offset: u64,
        room: u64,
        (evidence, unused): (&[Evidence], bool),
    ) -> Result<Cell, Trouble> {
        let make = |size: u64, kind: Kind, mixed: bool| Cell { offset, size: size.min(room), kind, mixed };
        let integer = evidence.iter().filter(|e| e.kind == Kind::Integer).map(|e| e.size - e.before).min();
        if let Some(main) = self.float_or_pointer(at, evidence)? {
            if main.before == 0 && main.size <= room {
                return Ok(make(main.size, main.kind, integer.is_some()));
            }
            return match integer {
                Some(size) => Ok(make(size, Kind::Integer, !self.is_shorter_integer(at, &main, room))),
                None => Err(Trouble::Partial(main)),
            };
        }
        if let Some(size) = integer {
            return Ok(make(self.until_float_or_pointer(at, size), Kind::Integer, false));
        }
        match evidence.iter().map(|e| e.size - e.before).min() {
            Some(size) => Ok(make(size, Kind::Anything, false)),
            None if unused => Ok(make(1, Kind::Anything, false)),
            None => Err(Trouble::Unknown),
        }
    }

    /// How many of the `size` bytes of an integer lie before a float or pointer: several fields may be moved and looked at as
    /// one integer.
    fn until_float_or_pointer(&self, at: Address, size: u64) -> u64 {
        let is_whole = |e: &Evidence| e.kind.is_float_or_pointer() && e.before == 0;
        let starts_one = |bytes: &u64| {
            let byte = self.graph.find(at.plus(*bytes as i64));
            let (evidence, _) = self.evidence_at(byte);
            // Used so at this very place, or nothing else.
            evidence.iter().any(|e| is_whole(e) && e.at == byte)
                || !evidence.is_empty() && evidence.iter().all(is_whole)
        };
        (LEAST_ALIGNMENT..size).step_by(LEAST_ALIGNMENT as usize).find(starts_one).unwrap_or(size)
    }

    pub(super) fn strides(&self, at: Address) -> Rc<[u64]> {
        if let Some(known) = self.strides.borrow().get(&at) {
            return known.clone();
        }
        let found: Rc<[u64]> = enclosing::strides(&self.graph, at).into();
        self.strides.borrow_mut().insert(at, found.clone());
        found
    }

    pub(super) fn evidence_at(&self, at: Address) -> (Vec<Evidence>, bool) {
        if let Some(known) = self.evidence.borrow().get(&at) {
            return known.clone();
        }
        let mut found = search::find(&self.graph, at);
        found.evidence.extend(search::find_other_member(&self.graph, at, &found.evidence));
        let answer = (found.evidence, found.unused);
        self.evidence.borrow_mut().insert(at, answer.clone());
        answer
    }

    /// The one float or pointer among the evidence.
    fn float_or_pointer(&self, at: Address, found: &[Evidence]) -> Result<Option<Evidence>, Trouble> {
        let mut main: Option<Evidence> = None;
        for evidence in found.iter().filter(|e| e.kind.is_float_or_pointer()) {
            let contradiction = |m: Evidence| Trouble::Contradiction(m, *evidence);
            main = Some(main.map_or(Ok(*evidence), |m| m.join(*evidence).ok_or(contradiction(m)))?);
        }
        if let Some(main) = main.filter(|main| main.before == 0) {
            let inside = self.graph.node(at.node).facts.range(at.offset + 1..at.offset + main.size as i64);
            for fact in inside.flat_map(|(_, facts)| facts) {
                if fact.strength == Strength::Observed && (fact.kind.may_be_float() || fact.kind.may_be_pointer()) {
                    let other =
                        Evidence { kind: fact.kind, before: 0, size: fact.size, source: fact.source, at: main.at };
                    return Err(Trouble::Contradiction(main, other));
                }
            }
        }
        Ok(main)
    }

    /// Zeros put before a part of a number make no number of it.
    fn without_extension(&self, value: Value, cells: Result<Vec<Cell>, Problem>) -> Result<Vec<Cell>, Problem> {
        if value.opcode() != Some(Opcode::LLVMZExt) || value.operand(0).ty().scalar().integer_bits() < 8 {
            return cells;
        }
        let (bytes, whole) = (self.module.store_size(value.operand(0).ty()), self.module.store_size(value.ty()));
        if value.ty().is_vector() || !cells.as_ref().is_ok_and(|cells| cells.iter().any(|c| reaches_beyond(c, bytes))) {
            return cells;
        }
        let mut cells = self.value_cells(value.operand(0))?;
        cells.extend(anything(bytes, whole - bytes));
        Ok(cells)
    }

    /// Is the value a pointer only by its type, moved and never followed, while the same bytes may be a number?
    fn moves_number(&self, value: Value) -> bool {
        use Opcode::*;
        let is_either = |cells: &[Cell]| cells.iter().any(|cell| cell.kind == Kind::Either);
        let (mut seen, mut work) = (HashSet::new(), vec![value]);
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            let is_number = match value.opcode() {
                Some(LLVMLoad) => {
                    choices::is_only_moved(value) && {
                        let at = self.address(value.operand(0));
                        at.is_some_and(|at| self.cell(at, 0, u64::MAX, &[]).is_ok_and(|cell| cell.kind == Kind::Either))
                    }
                }
                Some(LLVMIntToPtr) => {
                    choices::is_only_moved(value)
                        && self.of_value(value.operand(0)).is_ok_and(|cells| is_either(&cells))
                }
                Some(LLVMPHI | LLVMSelect | LLVMFreeze) => {
                    if choices::is_only_moved(value) {
                        work.extend(choices::among(value));
                    }
                    false
                }
                _ => false,
            };
            if is_number {
                return true;
            }
        }
        false
    }

    /// The first cell with a float or pointer that is one of another width in other objects, as what lies in a union.
    fn other_width(&self, at: Address, cells: &[Cell]) -> Option<(u64, Trouble)> {
        cells.iter().filter(|cell| cell.kind.is_float_or_pointer()).find_map(|cell| {
            let byte = self.graph.find(at.plus(cell.offset as i64));
            let (found, _) = self.evidence_at(byte);
            let main = found.iter().find(|e| e.kind.is_float_or_pointer() && e.before == 0)?;
            let other = search::find_other_width(&self.graph, byte, main)?;
            Some((cell.offset, Trouble::Contradiction(*main, other)))
        })
    }

    pub(super) fn value_cells(&self, value: Value) -> Result<Vec<Cell>, Problem> {
        let ty = value.ty();
        if ty.is_void() || ty.is_scalable_vector() {
            return Ok(Vec::new());
        }
        let size = self.module.store_size(ty);
        if let Some(kind) = FloatKind::of(ty) {
            return Ok(vec![Cell { offset: 0, size, kind: Kind::Float(kind), mixed: false }]);
        }
        if ty.is_pointer() {
            let kind = if self.moves_number(value) { Kind::Either } else { Kind::Pointer };
            return Ok(vec![Cell { offset: 0, size, kind, mixed: false }]);
        }
        if ty.is_integer() && (ty.integer_bits() < 8 || control_uses::has_only_control_uses(value)) {
            return Ok(vec![Cell { offset: 0, size, kind: Kind::Integer, mixed: false }]);
        }
        match self.locations.get(&value) {
            Some(&location) => {
                let cells = self.cells(location, size).and_then(|cells| match self.other_width(location, &cells) {
                    Some(trouble) if ty.is_integer() && !is_read_as_double(value) => Err(trouble),
                    _ => Ok(cells),
                });
                let cells = cells.map_err(|(offset, trouble)| Problem::new(value, location, offset, trouble));
                self.without_extension(value, cells)
            }
            None if value.is_constant() => Ok(anything(0, size)),
            None => Err(Problem::unseen(value)),
        }
    }
}

/// Is a cell at a multiple of its size, counted from so many bytes before?
fn lies_well(cell: &Cell, start: u64) -> bool {
    cell.kind == Kind::Anything || (start + cell.offset).is_multiple_of(cell.size.next_power_of_two())
}

/// Is the same place read as a double, too?
fn is_read_as_double(value: Value) -> bool {
    let is_double =
        |user: Value| user.opcode() == Some(Opcode::LLVMLoad) && FloatKind::of(user.ty()) == Some(FloatKind::Double);
    value.opcode() == Some(Opcode::LLVMLoad) && value.operand(0).users().into_iter().any(is_double)
}

/// Bytes that are used as an integer and are part of a number or pointer.
fn is_part(cell: &Cell) -> bool {
    cell.mixed && cell.kind == Kind::Integer
}

fn reaches_beyond(cell: &Cell, bytes: u64) -> bool {
    (cell.kind.may_be_float() || cell.kind.may_be_pointer()) && cell.offset + cell.size > bytes
}

fn follows_extended(cells: &[Cell], offset: u64) -> bool {
    let extended = cells.iter().rev().find(|cell| cell.kind != Kind::Anything);
    extended.is_some_and(|cell| {
        cell.kind == Kind::Float(FloatKind::Extended) && offset < cell.offset + cell.size + EXTENDED_PADDING
    })
}

/// The cells of so many bytes as elements of an array, the shortest that they repeat. Copies that overlap rely on it: what is moved by
/// one element must be an element.
fn as_array(cells: &[Cell], bytes: u64) -> Option<Layout> {
    let is_padded = |cell: &Cell| cell.kind == Kind::Float(FloatKind::Extended);
    if cells.first()?.offset != 0 || cells.iter().any(is_padded) {
        return None;
    }
    let is_element = |count: &usize| {
        let (stride, elements) = (cells[*count].offset, (cells.len() / count) as u64);
        let again = |(cell, before): (&Cell, &Cell)| *cell == Cell { offset: before.offset + stride, ..*before };
        stride * elements == bytes && cells.iter().skip(*count).zip(cells).all(again)
    };
    let count = (1..cells.len()).filter(|count| cells.len().is_multiple_of(*count)).find(is_element)?;
    Some(Layout::Repeating { stride: cells[count].offset, cells: cells[..count].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EITHER: Kind = Kind::Either;

    fn cells(kinds: &[Kind]) -> Vec<Cell> {
        let cell = |(n, kind): (usize, &Kind)| Cell { offset: 8 * n as u64, size: 8, kind: *kind, mixed: false };
        kinds.iter().enumerate().map(cell).collect()
    }

    #[test]
    fn cells_are_elements_of_the_shortest_array() {
        let twice = cells(&[Kind::Integer, EITHER, Kind::Integer, Kind::Integer, EITHER, Kind::Integer]);
        let element = Layout::Repeating { stride: 24, cells: twice[..3].to_vec() };
        assert_eq!(as_array(&twice, 48), Some(element));
        let alike = cells(&[EITHER; 4]);
        assert_eq!(as_array(&alike, 32), Some(Layout::Repeating { stride: 8, cells: alike[..1].to_vec() }));
        // Neither where something follows, nor where the second half differs.
        assert_eq!(as_array(&twice, 56), None);
        assert_eq!(as_array(&cells(&[Kind::Integer, EITHER, EITHER, Kind::Integer]), 32), None);
    }
}
