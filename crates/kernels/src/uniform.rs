//! What all threads of a block do alike: values that are the same for all threads at a cut, and branches that only such values decide.
//!
//! Threads that wait at the same cut go on together. Where they go is mostly the same for all: the number of a step, or
//! a size, decides. Such a branch is decided once for the block, before the threads run: a *route* is what threads do
//! from a cut on when all these branches are decided, and has no branch of that kind left. Uniform values are only what is computed from
//! parameters and counters of loops without memory, so that they can be known before the threads have run.
//!
//! A counter (a phi) is uniform if on every route each thread passes it in the same way: once, from the same side, or not at all.

use crate::cuts::MARK;
use crate::lane::{END, Place};
use std::collections::{BTreeSet, HashMap, HashSet};
use zymase_llvm::{Block, Builder, Function, Opcode, Value};

/// Where a block of threads goes from a cut.
pub enum Way {
    /// A branch, by the route to it and its block, and what follows on each side.
    Decide(Box<Route>, Block, Vec<Way>),
    /// A route, by its number.
    Take(usize),
}

/// What threads do from a cut on, with all uniform branches decided.
pub struct Route {
    pub from: usize,
    /// Branches, and which side is taken.
    pub decisions: Vec<(Block, usize)>,
    /// The cuts that threads may come to, or their end.
    pub next: Vec<i64>,
    edges: HashSet<(Block, Block)>,
    blocks: HashSet<Block>,
    start: Block,
}

/// All ways from all cuts.
pub struct Ways {
    /// By the number of the cut, 0 for the start.
    pub ways: Vec<Way>,
    pub routes: Vec<Route>,
    /// Uniform phis, in the order of the program.
    pub phis: Vec<Value>,
    pub uniform: HashSet<Value>,
    marks: HashMap<i64, Block>,
}

/// More routes than this are not worth their code: every cut has one then.
const MOST_ROUTES: usize = 48;

/// Is this a parameter of a lane that differs between the threads of a block?
pub fn differs(function: Function, value: Value) -> bool {
    let thread = Place::Thread as usize;
    (thread..=thread + 3).any(|index| function.parameter(index) == value)
}

/// Can a value be known before it is the turn of its instruction?
fn is_pure(value: Value) -> bool {
    use Opcode::*;
    match value.opcode() {
        Some(LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem) => value.safe_to_speculate(),
        Some(LLVMFDiv | LLVMFCmp | LLVMFreeze | LLVMExtractValue | LLVMFPToSI | LLVMFPToUI) => true,
        Some(LLVMCall) => {
            let is_intrinsic = value.called_function().is_some_and(Function::is_intrinsic);
            is_intrinsic && value.does_not_access_memory() && value.safe_to_speculate()
        }
        _ => crate::pure::is_computable(value).is_some(),
    }
}

/// The uniform values, as long as the banned ones are not.
pub fn find_uniform(function: Function, banned: &HashSet<Value>) -> HashSet<Value> {
    let is_candidate =
        |i: &Value| !banned.contains(i) && (i.opcode() == Some(Opcode::LLVMPHI) || is_pure(*i)) && !i.ty().is_void();
    let mut uniform: HashSet<Value> = function.instructions().into_iter().filter(is_candidate).collect();
    let order = function.instructions();
    let mut changed = true;
    while changed {
        changed = false;
        for value in order.iter().filter(|value| uniform.contains(value)).copied().collect::<Vec<_>>() {
            let is_same = |read: &Value| match read.is_instruction() {
                true => uniform.contains(read),
                false => !differs(function, *read),
            };
            let reads: Vec<Value> = match value.opcode() {
                Some(Opcode::LLVMPHI) => value.incoming().into_iter().map(|(read, _)| read).collect(),
                _ => value.operands(),
            };
            if !reads.iter().all(is_same) {
                uniform.remove(&value);
                changed = true;
            }
        }
    }
    uniform
}

/// The number of the mark that a block consists of.
fn mark_of(block: Block) -> Option<i64> {
    let first = block.first_instruction()?;
    let is_mark = first.is_call() && first.called_function().is_some_and(|f| f.name() == MARK);
    is_mark.then(|| first.operand(0).as_integer()).flatten()
}

/// Finds the ways between the cuts of a function, whose marks have blocks of their own. `entry` is where a thread starts.
/// Without `hoisting` nothing is decided for all threads at once.
pub fn find(function: Function, entry: Block, hoisting: bool) -> Ways {
    let mut search = Search::new(function, entry);
    if !hoisting {
        search.give_up();
    }
    loop {
        search.uniform = find_uniform(function, &search.banned);
        search.deciding = search.deciding_branches();
        search.routes.clear();
        search.suspects.clear();
        let ways: Vec<Way> = (0..search.starts.len()).map(|from| search.ways(from, Vec::new())).collect();
        if search.routes.len() > MOST_ROUTES && !search.deciding.is_empty() {
            search.give_up();
        } else if search.suspects.is_empty() {
            let is_phi = |i: &Value| i.opcode() == Some(Opcode::LLVMPHI) && search.uniform.contains(i);
            let phis = function.instructions().into_iter().filter(is_phi).collect();
            return Ways { ways, routes: search.routes, phis, uniform: search.uniform, marks: search.marks };
        } else {
            let suspects = std::mem::take(&mut search.suspects);
            search.banned.extend(suspects);
        }
    }
}

struct Search {
    function: Function,
    /// Where threads go on behind each cut.
    starts: Vec<Block>,
    marks: HashMap<i64, Block>,
    banned: HashSet<Value>,
    uniform: HashSet<Value>,
    deciding: HashSet<Block>,
    routes: Vec<Route>,
    /// What has turned out not to be uniform.
    suspects: HashSet<Value>,
}

impl Search {
    fn new(function: Function, entry: Block) -> Search {
        let marks: HashMap<i64, Block> =
            function.blocks().into_iter().filter_map(|block| Some((mark_of(block)?, block))).collect();
        let behind = |number: i64| marks[&number].successors()[0];
        let starts = std::iter::once(entry).chain((1..=marks.len() as i64).map(behind)).collect();
        Search {
            function,
            starts,
            marks,
            banned: HashSet::new(),
            uniform: HashSet::new(),
            deciding: HashSet::new(),
            routes: Vec::new(),
            suspects: HashSet::new(),
        }
    }

    /// Nothing that has a choice is uniform any more.
    fn give_up(&mut self) {
        let is_phi = |i: &Value| i.opcode() == Some(Opcode::LLVMPHI);
        self.banned.extend(self.function.instructions().into_iter().filter(is_phi));
        let conditions = self.function.blocks().into_iter().filter_map(|block| block.terminator());
        let conditions = conditions.filter(|end| end.is_conditional_branch()).map(Value::condition);
        self.banned.extend(conditions.filter(|value| value.is_instruction()));
    }

    /// Branches that are the same for all threads and lead to different cuts.
    fn deciding_branches(&self) -> HashSet<Block> {
        let decides = |block: &Block| {
            let Some(end) = block.terminator().filter(|end| end.is_conditional_branch()) else { return false };
            let condition = end.condition();
            let is_uniform = match condition.is_instruction() {
                true => self.uniform.contains(&condition),
                false => !differs(self.function, condition),
            };
            let sides = block.successors();
            is_uniform && sides[0] != sides[1] && reached_cuts(sides[0]) != reached_cuts(sides[1])
        };
        self.function.blocks().into_iter().filter(decides).collect()
    }

    fn ways(&mut self, from: usize, decisions: Vec<(Block, usize)>) -> Way {
        let (route, open) = self.route(from, decisions);
        self.check(&route, open);
        match open {
            Some(open) if self.suspects.is_empty() && self.routes.len() <= MOST_ROUTES => {
                let mut side = |side: usize| {
                    let mut decisions = route.decisions.clone();
                    decisions.push((open, side));
                    self.ways(from, decisions)
                };
                let sides = vec![side(0), side(1)];
                Way::Decide(Box::new(route), open, sides)
            }
            _ => {
                self.routes.push(route);
                Way::Take(self.routes.len() - 1)
            }
        }
    }

    /// What is reached with some branches decided, and the first one that is not.
    fn route(&self, from: usize, decisions: Vec<(Block, usize)>) -> (Route, Option<Block>) {
        let start = self.starts[from];
        let (mut edges, mut blocks, mut next) = (HashSet::new(), HashSet::from([start]), BTreeSet::new());
        let mut open = None;
        let mut work = std::collections::VecDeque::from([start]);
        while let Some(block) = work.pop_front() {
            if let Some(number) = mark_of(block) {
                next.insert(number);
                continue;
            }
            let mut sides = block.successors();
            if block.terminator().and_then(Value::opcode) == Some(Opcode::LLVMRet) {
                next.insert(END);
            }
            if self.deciding.contains(&block) {
                match decisions.iter().find(|(decided, _)| *decided == block) {
                    Some((_, side)) => sides = vec![sides[*side]],
                    None => {
                        open.get_or_insert(block);
                        continue;
                    }
                }
            }
            for side in sides {
                edges.insert((block, side));
                if blocks.insert(side) {
                    work.push_back(side);
                }
            }
        }
        (Route { from, decisions, next: next.into_iter().collect(), edges, blocks, start }, open)
    }

    /// Looks for phis on a route that not all threads pass alike.
    fn check(&mut self, route: &Route, open: Option<Block>) {
        for block in &route.blocks {
            let phis: Vec<Value> = block.phis().into_iter().filter(|phi| self.uniform.contains(phi)).collect();
            if phis.is_empty() {
                continue;
            }
            let behind = route.reached_from(*block, None);
            let around = route.reached_from(route.start, Some(*block));
            let is_passed_alike = !behind.contains(block) && behind.is_disjoint(&around);
            for phi in phis {
                if !is_passed_alike || route.incoming(phi).is_none() {
                    self.suspects.insert(phi);
                }
            }
        }
        let phis: Vec<Value> = route.blocks.iter().flat_map(|block| block.phis()).collect();
        for phi in phis.into_iter().filter(|phi| self.uniform.contains(phi)).collect::<Vec<_>>() {
            if let Some((value, from)) = route.incoming(phi).filter(|_| self.suspects.is_empty()) {
                self.follow(route, value, Some(from));
            }
        }
        let condition = open.and_then(|block| Some((block.terminator()?.condition(), block)));
        if let Some((condition, block)) = condition.filter(|_| self.suspects.is_empty()) {
            self.follow(route, condition, Some(block));
        }
    }

    /// Follows how a value would be computed, and suspects what is computed by some threads on this route only.
    fn follow(&mut self, route: &Route, value: Value, at: Option<Block>) {
        if !value.is_instruction() || value.opcode() == Some(Opcode::LLVMPHI) {
            return;
        }
        let here = value.block().filter(|block| route.is_passed(*block, at));
        if let (Some(here), Some(at)) = (here, at)
            && here != at
            && route.reached_from(route.start, Some(here)).contains(&at)
        {
            self.suspects.insert(value);
            return;
        }
        for operand in value.operands() {
            self.follow(route, operand, here);
        }
    }
}

impl Route {
    /// Blocks that threads may come to from a block, not over another.
    fn reached_from(&self, from: Block, avoiding: Option<Block>) -> HashSet<Block> {
        let mut found = HashSet::new();
        if Some(from) == avoiding {
            return found;
        }
        if avoiding.is_some() {
            found.insert(from);
        }
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for side in block.successors() {
                if self.edges.contains(&(block, side)) && Some(side) != avoiding && found.insert(side) {
                    work.push(side);
                }
            }
        }
        found
    }

    /// Has a thread that is at `at` on this route passed a block on it?
    fn is_passed(&self, block: Block, at: Option<Block>) -> bool {
        let Some(at) = at else { return false };
        self.blocks.contains(&block) && (block == at || self.reached_from(block, None).contains(&at))
    }

    /// What a phi becomes on this route, and where from.
    fn incoming(&self, phi: Value) -> Option<(Value, Block)> {
        let block = phi.block()?;
        let mut found: Option<(Value, Block)> = None;
        for (value, from) in phi.incoming() {
            if !self.edges.contains(&(from, block)) {
                continue;
            }
            match found {
                Some((other, _)) if other != value => return None,
                _ => found = Some((value, from)),
            }
        }
        found
    }
}

/// The cuts that are reached from a block, and the end.
fn reached_cuts(from: Block) -> BTreeSet<i64> {
    let (mut found, mut seen, mut work) = (BTreeSet::new(), HashSet::from([from]), vec![from]);
    while let Some(block) = work.pop() {
        if let Some(number) = mark_of(block) {
            found.insert(number);
            continue;
        }
        if block.terminator().and_then(Value::opcode) == Some(Opcode::LLVMRet) {
            found.insert(END);
        }
        work.extend(block.successors().into_iter().filter(|next| seen.insert(*next)));
    }
    found
}

/// Writes what uniform values are on a route.
pub struct Evaluation<'a> {
    pub ways: &'a Ways,
    pub route: &'a Route,
    pub builder: &'a Builder,
    /// The parameters of the lane, here.
    pub parameters: &'a [Value],
    /// What uniform phis were when the route began.
    pub phis: &'a HashMap<Value, Value>,
}

impl Evaluation<'_> {
    /// The condition of a branch that ends a block.
    pub fn condition(&self, block: Block) -> Value {
        let condition = block.terminator().expect("a branch").condition();
        self.value(condition, Some(block), &mut HashMap::new())
    }

    /// What a phi is when threads have come to a cut; nothing where it has not changed.
    pub fn phi_at(&self, phi: Value, cut: i64) -> Option<Value> {
        let at = self.ways.marks.get(&cut).copied()?;
        self.route.is_passed(phi.block()?, Some(at)).then(|| self.value(phi, Some(at), &mut HashMap::new()))
    }

    fn value(&self, value: Value, at: Option<Block>, known: &mut HashMap<(Value, bool), Value>) -> Value {
        if value.is_argument() {
            let place = value.parent_function().map(Function::parameters).unwrap_or_default();
            return place.iter().position(|p| *p == value).map_or(value, |index| self.parameters[index]);
        }
        if !value.is_instruction() {
            return value;
        }
        let here = value.block().filter(|block| self.route.is_passed(*block, at));
        if let Some(found) = known.get(&(value, here.is_some())) {
            return *found;
        }
        let made = if value.opcode() == Some(Opcode::LLVMPHI) {
            match here.and_then(|_| self.route.incoming(value)) {
                Some((read, from)) => self.value(read, Some(from), known),
                None => self.builder.load(value.ty(), self.phis[&value]),
            }
        } else {
            debug_assert!(self.ways.uniform.contains(&value));
            let operands: Vec<Value> =
                value.operands().into_iter().map(|operand| self.value(operand, here, known)).collect();
            self.builder.clone_with(value, &operands)
        };
        known.insert((value, here.is_some()), made);
        made
    }
}
