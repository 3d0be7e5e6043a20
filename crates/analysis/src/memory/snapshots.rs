//! Copies of arrays, taken before a loop nest that reads them and does not write there.
//!
//! A stencil reads every element several times, an elimination reads a row for every other row. The elements are overwritten
//! later, so something must be kept; one copy of them is less than a value in each iteration. A copy covers all bytes
//! from the first to the last that is read, so it may only be taken where both ends are surely read: in nests whose counts do not change in
//! them, for loads that run in every iteration. Loops that read the same elements one after the other (a layer of a network,
//! written out by its outputs) share a copy, if nothing is written there in between.

use super::dependence::{Access, Dependences, Meaning, Nest, Polynomial};
use super::{Search, writes};
use crate::callee::{Callee, classify};
use std::collections::{BTreeMap, HashMap, HashSet};
use zymase_llvm::{Block, Function, Module, Opcode, Value};

/// A part of a product: the counter of a loop, or a value, which is not negative if it is narrower than an address.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Factor {
    Counter(usize),
    Value(Value),
}

/// A sum of products.
pub type Expression = Vec<(i64, Vec<Factor>)>;

/// Iterations, and lengths, that are assumed where no constant is known.
pub const ASSUMED_LENGTH: u64 = 100;

/// A size in bytes, with the assumed length for everything that is not known.
pub fn assumed_bytes(size: &Expression) -> u64 {
    let factor = |factor: &Factor| match factor {
        Factor::Counter(_) => ASSUMED_LENGTH,
        Factor::Value(value) => assumed_value(*value, 8),
    };
    let terms = size.iter().map(|(by, factors)| {
        factors.iter().fold(by.unsigned_abs(), |product, part| product.saturating_mul(factor(part)))
    });
    terms.fold(0, u64::saturating_add)
}

/// The same for a value that is a product of lengths.
fn assumed_value(value: Value, depth: usize) -> u64 {
    if let Some(constant) = value.as_integer() {
        return constant.unsigned_abs();
    }
    let part = |k: usize| assumed_value(value.operand(k), depth - 1);
    match value.opcode().filter(|_| depth > 0) {
        Some(Opcode::LLVMMul) => part(0).saturating_mul(part(1)),
        Some(Opcode::LLVMShl) => match value.operand_if_constant(1) {
            Some(by @ 0..=32) => part(0).saturating_mul(1 << by),
            _ => ASSUMED_LENGTH,
        },
        Some(Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc) => part(0),
        _ => ASSUMED_LENGTH,
    }
}

/// A copy of `bytes` at `low` bytes behind `base`, taken before a loop starts.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub index: usize,
    pub base: Value,
    pub low: Expression,
    pub bytes: Expression,
    /// The loops over which the elements of the copy are spread, for a report, and the bytes of one.
    pub spread: Vec<usize>,
    pub element: u64,
    /// What every address in the copy is a multiple of, if its start is.
    pub alignment: u32,
}

/// Where in which copy the value of a load is.
#[derive(Clone, Debug)]
pub struct Copied {
    pub snapshot: usize,
    pub offset: Expression,
}

#[derive(Clone, Default)]
pub struct Snapshots {
    pub all: Vec<Snapshot>,
    pub loads: HashMap<Value, Copied>,
}

/// A load that can be read from a copy.
struct Candidate<'a> {
    load: Value,
    bytes: u64,
    nest: Nest<'a>,
    base: Value,
    at: Polynomial,
    low: Polynomial,
    /// Behind the last byte.
    end: Polynomial,
    spread: Vec<usize>,
}

/// The copies that loads whose memory is overwritten could be read from.
pub fn find(
    function: Function,
    overwritten: &[Value],
    loops: &[Surveyed],
    dependences: &Dependences,
    search: &Search,
) -> Snapshots {
    let module = function.module();
    let mut groups: BTreeMap<(usize, usize), Vec<Candidate>> = BTreeMap::new();
    let mut bases: Vec<Value> = Vec::new();
    for load in overwritten.iter().copied().filter(|load| !load.ty().is_pointer_like()) {
        let around = dependences.loops_around(load.block().expect("placed"));
        let mut depths = (0..around.len()).filter(|depth| !loops[around[*depth]].is_disturbed);
        let at_depth = |depth| Some((depth, candidate(load, depth, loops, dependences, search, module)?));
        let Some((depth, candidate)) = depths.find_map(at_depth) else { continue };
        let known = bases.iter().position(|base| *base == candidate.base);
        let base = known.unwrap_or(bases.len());
        bases.extend(known.is_none().then_some(candidate.base));
        groups.entry((around[depth], base)).or_default().push(candidate);
    }
    let mut found = Snapshots::default();
    for ((index, _), candidates) in groups {
        unite(index, candidates, &mut found);
    }
    share(&mut found, dependences, search);
    found
}

/// Lets loads use the copy of an earlier loop instead of their own, where both have the same bytes.
fn share(found: &mut Snapshots, dependences: &Dependences, search: &Search) {
    let mut readers: Vec<Vec<Value>> = vec![Vec::new(); found.all.len()];
    found.loads.iter().for_each(|(load, copied)| readers[copied.snapshot].push(*load));
    let mut owner: Vec<usize> = (0..found.all.len()).collect();
    for later in 0..found.all.len() {
        let serves = |earlier: &usize| {
            owner[*earlier] == *earlier
                && *earlier != later
                && same_bytes(&found.all[*earlier], &found.all[later])
                && stays(found.all[*earlier].index, found.all[later].index, &readers[later], dependences, search)
        };
        if let Some(earlier) = (0..found.all.len()).find(serves) {
            owner[later] = earlier;
        }
    }
    for copied in found.loads.values_mut() {
        while owner[copied.snapshot] != copied.snapshot {
            copied.snapshot = owner[copied.snapshot];
        }
    }
}

fn same_bytes(a: &Snapshot, b: &Snapshot) -> bool {
    (a.base, &a.low, &a.bytes, a.alignment) == (b.base, &b.low, &b.bytes, b.alignment)
}

/// Does one loop always run before another one, in the same iteration of those around them, and is nothing written in between
/// where the loads of the second read?
fn stays(earlier: usize, later: usize, loads: &[Value], dependences: &Dependences, search: &Search) -> bool {
    let (first, second) = (&dependences.loops()[earlier], &dependences.loops()[later]);
    let (Some(start), Some(end)) = (first.preheader, second.preheader) else { return false };
    if first.parent != second.parent || !search.analyses.dominates(start, end) {
        return false;
    }
    let around = first.parent.map(|index| dependences.loops()[index].header);
    let between = blocks_between(start, end, around);
    let writers = search.writers.iter().filter(|w| between.contains(&w.block().expect("placed")));
    let overwrites = |writer: &Value, load: &Value| {
        !search.writes_elsewhere(*writer, load.operand(0))
            && search.may_overwrite(*writer, load.operand(0), None, *load, true)
    };
    !writers.into_iter().any(|writer| loads.iter().any(|load| overwrites(writer, load)))
}

/// The blocks on ways from one to another that do not come by the header of the loop around both.
fn blocks_between(start: Block, end: Block, header: Option<Block>) -> HashSet<Block> {
    let walk = |from: Block, next: fn(Block) -> Vec<Block>| {
        let (mut seen, mut work) = (HashSet::new(), vec![from]);
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                work.extend(next(block).into_iter().filter(|next| Some(*next) != header));
            }
        }
        seen
    };
    let behind = walk(start, Block::successors);
    let before = walk(end, Block::predecessors);
    behind.intersection(&before).copied().collect()
}

/// What a copy before a loop depends on.
#[derive(Clone, Default)]
pub struct Surveyed {
    /// Does something in it not always go on, or write other than by a store?
    pub is_disturbed: bool,
    /// The blocks that it can be left from.
    exiting: Vec<Block>,
}

/// The same for all loops, by index.
pub fn survey(function: Function, dependences: &Dependences, search: &Search) -> Vec<Surveyed> {
    let mut loops = vec![Surveyed::default(); dependences.loops().len()];
    for block in function.blocks() {
        let around = dependences.loops_around(block);
        if around.is_empty() {
            continue;
        }
        let disturbs = block.instructions().into_iter().any(|i| !is_simple(i));
        let next = block.successors();
        for index in around {
            loops[index].is_disturbed |= disturbs;
            if next.iter().any(|to| !search.analyses.loop_contains(index, *to)) {
                loops[index].exiting.push(block);
            }
        }
    }
    loops
}

/// May the instruction be passed over: it always goes on, and writes at most by a store?
pub(super) fn is_simple(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMCall) => match classify(i) {
            Callee::Math { integer_outputs, .. } => integer_outputs.is_empty(),
            Callee::Hint => true,
            _ => false,
        },
        Some(Opcode::LLVMInvoke) => false,
        Some(Opcode::LLVMStore) => !i.is_volatile() && !i.is_atomic(),
        _ => !i.may_throw() && !writes(i),
    }
}

/// The load as one that a copy before the loop at `depth` around it would serve.
fn candidate<'a>(
    load: Value,
    depth: usize,
    loops: &[Surveyed],
    dependences: &'a Dependences<'a>,
    search: &Search,
    module: Module,
) -> Option<Candidate<'a>> {
    let block = load.block().expect("placed");
    let bytes = module.store_size(load.ty());
    let access = Access { instruction: load, pointer: load.operand(0), bytes };
    let mut nest = Nest::of(dependences, access)?;
    let index = nest.around[depth];
    // Every iteration, also the last one: the load comes before any way out of the loops.
    let runs_in = |inner: &usize| {
        let latch = dependences.loops()[*inner].latch;
        loops[*inner].exiting.iter().copied().chain(latch).all(|last| search.analyses.dominates(block, last))
    };
    if !nest.around[depth..].iter().all(runs_in) {
        return None;
    }
    let (base, at) = nest.address(access)?;
    let base = nest.value_before(base, index)?;
    let (low, high) = nest.extremes(&at, depth)?;
    let end = high.plus(&Polynomial::constant(i128::from(bytes)))?;
    for p in [&at, &low, &end] {
        expression(&nest, p, index)?;
    }
    let inside = search.writers.iter().filter(|w| search.analyses.loop_contains(index, w.block().expect("placed")));
    let overwrites = |writer: &Value| {
        search.may_overwrite(*writer, access.pointer, Some(bytes), load, true)
            && !search.is_disjoint_within(*writer, access, base, depth)
    };
    if inside.copied().any(|writer| overwrites(&writer)) {
        return None;
    }
    let spread = (depth..nest.around.len()).filter(|level| nest.moves(&at, *level));
    let spread = spread.map(|level| nest.around[level]).collect();
    Some(Candidate { load, bytes, nest, base, at, low, end, spread })
}

/// A polynomial that can be computed: its atoms are values that are known before a loop starts.
fn expression(nest: &Nest, p: &Polynomial, index: usize) -> Option<Expression> {
    let factor = |symbol: &usize| match nest.meaning(*symbol) {
        Meaning::Counter(index) => Some(Factor::Counter(index)),
        Meaning::Atom(atom) => nest.value_before(atom, index).map(Factor::Value),
    };
    let term = |(symbols, by): (&[usize], i128)| {
        Some((i64::try_from(by).ok()?, symbols.iter().map(factor).collect::<Option<Vec<Factor>>>()?))
    };
    p.terms().map(term).collect()
}

/// One copy for loads that are shifted against each other by less than what is copied, which may be all of them.
fn unite(index: usize, candidates: Vec<Candidate>, found: &mut Snapshots) {
    let mut copies: Vec<Vec<Candidate>> = Vec::new();
    for candidate in candidates {
        match copies.iter_mut().find(|copy| belongs(&copy[0], &candidate)) {
            Some(copy) => copy.push(candidate),
            None => copies.push(vec![candidate]),
        }
    }
    for copy in copies {
        let made = take(index, &copy, found.all.len());
        let Some((snapshot, loads)) = made else { continue };
        found.all.push(snapshot);
        found.loads.extend(loads);
    }
}

fn belongs(one: &Candidate, other: &Candidate) -> bool {
    let both = || {
        let shift = other.at.minus(&one.at)?;
        let extent = one.end.minus(&one.low)?;
        let has_counter =
            |p: &Polynomial| p.symbols().iter().any(|s| matches!(one.nest.meaning(*s), Meaning::Counter(_)));
        let close = match (shift.as_constant(), extent.as_constant()) {
            (Some(shift), Some(extent)) => shift.abs() <= extent,
            _ => shift.degree() < extent.degree(),
        };
        Some(close && !has_counter(&shift))
    };
    one.nest.around == other.nest.around && both().unwrap_or(false)
}

fn take(index: usize, copy: &[Candidate], number: usize) -> Option<(Snapshot, Vec<(Value, Copied)>)> {
    let first = &copy[0];
    let (mut low, mut end) = (first.low.clone(), first.end.clone());
    let mut members = vec![first];
    for other in &copy[1..] {
        let lower = smaller(&first.nest, &low, &other.low).cloned();
        let shorter = smaller(&first.nest, &end, &other.end).cloned();
        // What cannot be compared is kept as if there were no copy.
        let (Some(lower), Some(shorter)) = (lower, shorter) else { continue };
        low = lower;
        end = if shorter == end { other.end.clone() } else { end };
        members.push(other);
    }
    let mut loads = Vec::new();
    for candidate in &members {
        let offset = expression(&candidate.nest, &candidate.at.minus(&low)?, index)?;
        loads.push((candidate.load, Copied { snapshot: number, offset }));
    }
    let snapshot = Snapshot {
        index,
        base: first.base,
        low: expression(&first.nest, &low, index)?,
        bytes: expression(&first.nest, &end.minus(&low)?, index)?,
        spread: first.spread.clone(),
        element: first.bytes,
        alignment: members.iter().map(|candidate| candidate.load.alignment()).min()?,
    };
    Some((snapshot, loads))
}

/// The smaller of two polynomials, if that is known.
fn smaller<'p>(nest: &Nest, a: &'p Polynomial, b: &'p Polynomial) -> Option<&'p Polynomial> {
    let is_below = |a: &Polynomial, b: &Polynomial| b.minus(a).is_some_and(|distance| nest.is_nonnegative(&distance));
    if is_below(a, b) {
        return Some(a);
    }
    is_below(b, a).then_some(b)
}
