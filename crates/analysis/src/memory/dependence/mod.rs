//! Does a store that runs later write another place than a load read?
//!
//! Factorisations and substitutions read elements of the array they write. Addresses are polynomials in the counters of
//! the loops around them; "later" is a larger counter of some loop around both, with those further out equal, or the same
//! iteration and further down. In each of these cases the distance of the two addresses must be at least what is accessed.
//!
//! Taken for granted: the arithmetic of addresses does not wrap around in 64 bits. The only lengths that prove anything bound
//! loops that ran.
//!
//! - `nest`: what is accessed in a loop nest, as polynomials in its counters;
//! - `polynomial`: polynomials with whole coefficients in a few symbols;
//! - `system`: what follows from inequalities between polynomials.

mod nest;
mod polynomial;
mod system;

use super::Reachable;
pub use nest::{Meaning, Nest};
pub use polynomial::Polynomial;
use polynomial::Symbol;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use system::{Effort, System};
use zymase_llvm::{Analyses, Block, Loop, Term, Value};

/// Steps of reasoning for one pair of accesses, and for all pairs of a function.
const EFFORT_PER_PAIR: u32 = 1500;
const EFFORT_PER_FUNCTION: u32 = 40_000;

/// A base and the distance from it in bytes.
type Address = Option<(i64, Vec<Term>)>;

pub struct Dependences<'a> {
    analyses: &'a Analyses,
    loops: Vec<Loop>,
    most_back_edges: Vec<Option<Vec<Term>>>,
    /// The same, where that many are always taken.
    back_edges: Vec<Option<Vec<Term>>>,
    addresses: RefCell<HashMap<Value, Address>>,
    effort: Cell<u32>,
}

/// An access: the instruction, its pointer, and the bytes it touches there.
#[derive(Copy, Clone)]
pub struct Access {
    pub instruction: Value,
    pub pointer: Value,
    pub bytes: u64,
}

impl<'a> Dependences<'a> {
    pub fn of(analyses: &'a Analyses) -> Dependences<'a> {
        let loops = analyses.loops();
        let counts = |exact: bool| (0..loops.len()).map(|index| analyses.most_back_edges(index, exact)).collect();
        let (most_back_edges, back_edges) = (counts(false), counts(true));
        let effort = Cell::new(EFFORT_PER_FUNCTION);
        Dependences { analyses, loops, most_back_edges, back_edges, addresses: RefCell::default(), effort }
    }

    /// Is it certain that `store`, whenever it runs after `load`, leaves alone what that read?
    pub fn never_overwrites(&self, store: Access, load: Access, after: &Reachable) -> bool {
        let (Some((base, read)), Some((other, written))) = (self.address(load), self.address(store)) else {
            return false;
        };
        if base != other {
            return false;
        }
        let places = [load, store].map(|access| access.instruction.block().expect("placed"));
        let around = places.map(|block| self.loops_around(block));
        let common = around[0].iter().zip(&around[1]).take_while(|(a, b)| a == b).count();
        let innermost = around[0][..common].last().map(|index| self.loops[*index].header);
        let mut cases: Vec<Case> = (0..common).map(|level| Case { equal: level, later: Some(1) }).collect();
        if follows_within(load.instruction, store.instruction, innermost, after) {
            cases.push(Case { equal: common, later: None });
        }
        self.is_disjoint_in(&cases, &around, (load, base, &read), (store, &written))
    }

    /// Is it certain that `store` leaves alone what `load` reads while the loop at `depth` around both runs once, in
    /// whatever order they run?
    pub fn are_disjoint_within(&self, store: Access, load: Access, depth: usize) -> bool {
        let (Some((base, read)), Some((other, written))) = (self.address(load), self.address(store)) else {
            return false;
        };
        let around = [load, store].map(|access| self.loops_around(access.instruction.block().expect("placed")));
        let case = Case { equal: depth, later: None };
        base == other && self.is_disjoint_in(&[case], &around, (load, base, &read), (store, &written))
    }

    /// Is it certain that two accesses touch different places in iterations of the outermost loop around both that are so many or
    /// more apart?
    pub fn are_apart_between_iterations(&self, a: Access, b: Access, distance: u32) -> bool {
        self.are_apart_at(a, b, 0, distance)
    }

    /// The same in iterations of the loop at `depth` around both, while those further out run once.
    pub fn are_apart_at(&self, a: Access, b: Access, depth: usize, distance: u32) -> bool {
        let [around_a, around_b] = [a, b].map(|access| self.loops_around(access.instruction.block().expect("placed")));
        if around_a.len() <= depth || around_b.len() <= depth || around_a[..=depth] != around_b[..=depth] {
            return false;
        }
        let (Some((base, of_a)), Some((other, of_b))) = (self.address(a), self.address(b)) else { return false };
        let case = [Case { equal: depth, later: Some(distance) }];
        base == other
            && self.is_disjoint_in(&case, &[around_a.clone(), around_b.clone()], (a, base, &of_a), (b, &of_b))
            && self.is_disjoint_in(&case, &[around_b, around_a], (b, base, &of_b), (a, &of_a))
    }

    fn is_disjoint_in(
        &self,
        cases: &[Case],
        around: &[Vec<usize>; 2],
        (load, base, read): (Access, i64, &[Term]),
        (store, written): (Access, &[Term]),
    ) -> bool {
        let mut effort = Effort(EFFORT_PER_PAIR.min(self.effort.get()));
        let before = effort.0;
        let sizes = (i128::from(load.bytes), i128::from(store.bytes));
        let answer = cases.iter().all(|case| {
            let question = Question { dependences: self, around, case: *case };
            question.is_disjoint(base, [read, written], sizes, &mut effort).unwrap_or(false)
        });
        self.effort.set(self.effort.get() - (before - effort.0));
        answer
    }

    /// What an access is based on, as a value, if it is the same while loop `index` runs.
    pub fn base_within(&self, access: Access, index: usize) -> Option<Value> {
        let (base, _) = self.address(access)?;
        self.analyses.atom_value(base).filter(|_| self.analyses.atom_is_invariant(base, index))
    }

    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    fn address(&self, access: Access) -> Address {
        let find = || self.analyses.address(access.pointer, access.instruction.block().expect("placed"));
        self.addresses.borrow_mut().entry(access.instruction).or_insert_with(find).clone()
    }

    /// Outermost first.
    pub fn loops_around(&self, block: Block) -> Vec<usize> {
        let mut found: Vec<usize> =
            std::iter::successors(self.analyses.loop_of(block), |index| self.loops[*index].parent).collect();
        found.reverse();
        found
    }
}

/// Can `later` run after `earlier` without another iteration of the loop with this header?
fn follows_within(earlier: Value, later: Value, header: Option<Block>, after: &Reachable) -> bool {
    let (from, to) = (earlier.block().expect("placed"), later.block().expect("placed"));
    if from == to {
        return after.is_above(earlier, later);
    }
    if !after.follows(earlier, later) {
        return false;
    }
    let mut seen = HashSet::new();
    let mut work = from.successors();
    while let Some(next) = work.pop() {
        if Some(next) != header && seen.insert(next) {
            if next == to {
                return true;
            }
            work.extend(next.successors());
        }
    }
    false
}

/// When the store runs: the counters of that many loops around both are equal, and the next is larger, by so much or more, or there
/// is none.
#[derive(Copy, Clone)]
struct Case {
    equal: usize,
    later: Option<u32>,
}

/// One case of one pair. Side 0 is the load, side 1 the store.
struct Question<'a> {
    dependences: &'a Dependences<'a>,
    around: &'a [Vec<usize>; 2],
    case: Case,
}

/// An atom; with a side where the two accesses may see different values.
type Atom = (i64, Option<usize>);

impl Question<'_> {
    fn is_disjoint(
        &self,
        base: i64,
        addresses: [&[Term]; 2],
        sizes: (i128, i128),
        effort: &mut Effort,
    ) -> Option<bool> {
        if self.atom(base, 0).1.is_some() {
            return Some(false);
        }
        let atoms = self.atoms(addresses);
        let mut system = System::new(atoms.len());
        for (symbol, (atom, _)) in atoms.iter().enumerate() {
            if self.dependences.analyses.atom_is_nonnegative(*atom) {
                system.add(Polynomial::symbol(symbol));
            }
        }
        for side in 0..2 {
            for (depth, index) in self.around[side].iter().enumerate() {
                self.add_loop(&mut system, &atoms, side, depth, *index)?;
            }
        }
        let read = self.polynomial(addresses[0], 0, &atoms)?;
        let written = self.polynomial(addresses[1], 1, &atoms)?;
        Some(system.is_disjoint(&written.minus(&read)?, sizes.0, sizes.1, effort))
    }

    /// What is known of the counter of a loop around one of the accesses.
    fn add_loop(&self, system: &mut System, atoms: &[Atom], side: usize, depth: usize, index: usize) -> Option<()> {
        let counter = self.counter(side, depth, atoms.len())?;
        // The last symbol of the counter is at least 0, whatever it is added to.
        system.add(Polynomial::symbol(counter.last_symbol()?));
        if let Some(most) = &self.dependences.most_back_edges[index] {
            let most = self.polynomial(most, side, atoms)?;
            let left = most.minus(&counter)?;
            let later = self.case.later.filter(|_| side == 0 && depth == self.case.equal);
            system.add(left.minus(&Polynomial::constant(later.unwrap_or(0).into()))?);
            system.add(most);
        }
        Some(())
    }

    /// The counter of the loop at a depth around one access.
    fn counter(&self, side: usize, depth: usize, atoms: usize) -> Option<Polynomial> {
        let of_load = Polynomial::symbol(atoms + depth);
        if side == 0 || depth < self.case.equal {
            return Some(of_load);
        }
        let own = Polynomial::symbol(atoms + self.around[0].len() + depth);
        match self.case.later.filter(|_| depth == self.case.equal) {
            Some(distance) => of_load.plus(&own)?.plus(&Polynomial::constant(distance.into())),
            None => Some(own),
        }
    }

    /// The atoms of both addresses and of all trip counts, each once.
    fn atoms(&self, addresses: [&[Term]; 2]) -> Vec<Atom> {
        let mut found = BTreeSet::new();
        for (side, address) in addresses.into_iter().enumerate() {
            let counts = self.around[side].iter().filter_map(|i| self.dependences.most_back_edges[*i].as_deref());
            for (_, symbols) in counts.chain([address]).flatten() {
                found.extend(symbols.iter().filter(|s| **s < 0).map(|s| self.atom(*s, side)));
            }
        }
        found.into_iter().collect()
    }

    fn atom(&self, atom: i64, side: usize) -> Atom {
        let changing = self.around.iter().filter_map(|loops| loops.get(self.case.equal));
        let mut changing = changing.map(|index| self.dependences.analyses.atom_is_invariant(atom, *index));
        (atom, (!changing.all(|invariant| invariant)).then_some(side))
    }

    fn polynomial(&self, terms: &[Term], side: usize, atoms: &[Atom]) -> Option<Polynomial> {
        let symbol = |symbol: i64| match usize::try_from(symbol) {
            Ok(index) => {
                let depth = self.around[side].iter().position(|i| *i == index)?;
                self.counter(side, depth, atoms.len())
            }
            Err(_) => {
                let at: Option<Symbol> = atoms.binary_search(&self.atom(symbol, side)).ok();
                at.map(Polynomial::symbol)
            }
        };
        terms.iter().try_fold(Polynomial::default(), |sum, (factor, symbols)| {
            let start = Polynomial::constant(i128::from(*factor));
            let product = symbols.iter().try_fold(start, |product, s| product.times(&symbol(*s)?))?;
            sum.plus(&product)
        })
    }
}
