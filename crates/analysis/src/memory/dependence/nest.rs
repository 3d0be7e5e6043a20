//! What is accessed in a loop nest, as polynomials in its counters.

use super::polynomial::{Polynomial, Symbol};
use super::system::{Effort, System};
use super::{Access, Dependences};
use zymase_llvm::{Term, Value};

/// Atoms have smaller symbols than the counter of the outermost loop.
const FIRST_COUNTER: Symbol = 1 << 20;
/// Steps of reasoning for one question.
const EFFORT: u32 = 300;

/// The loops around an access, outermost first, and what is known of their counters.
pub struct Nest<'a> {
    dependences: &'a Dependences<'a>,
    pub around: Vec<usize>,
    system: System,
}

/// What a symbol stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Counter(usize),
    Atom(i64),
}

impl<'a> Nest<'a> {
    pub fn of(dependences: &'a Dependences<'a>, access: Access) -> Option<Nest<'a>> {
        let around = dependences.loops_around(access.instruction.block().expect("placed"));
        let mut nest = Nest { dependences, around, system: System::new(FIRST_COUNTER) };
        for level in 0..nest.around.len() {
            let counter = Polynomial::symbol(FIRST_COUNTER + level);
            if let Some(most) = &dependences.most_back_edges[nest.around[level]] {
                let most = nest.polynomial(most)?;
                nest.add_atoms(&most);
                nest.system.add(most.minus(&counter)?);
                nest.system.add(most);
            }
            nest.system.add(counter);
        }
        Some(nest)
    }

    fn add_atoms(&mut self, p: &Polynomial) {
        for symbol in p.symbols() {
            if let Meaning::Atom(atom) = self.meaning(symbol)
                && self.dependences.analyses.atom_is_nonnegative(atom)
            {
                self.system.add(Polynomial::symbol(symbol));
            }
        }
    }

    /// The base of an access, as an atom, and its distance from there.
    pub fn address(&mut self, access: Access) -> Option<(i64, Polynomial)> {
        let (base, terms) = self.dependences.address(access)?;
        let distance = self.polynomial(&terms)?;
        self.add_atoms(&distance);
        Some((base, distance))
    }

    /// An integer of 64 bits, as it is where the access is.
    pub fn integer(&mut self, value: Value, access: Access) -> Option<Polynomial> {
        let block = access.instruction.block().expect("placed");
        let found = self.polynomial(&self.dependences.analyses.integer(value, block)?)?;
        self.add_atoms(&found);
        Some(found)
    }

    /// Do `bytes` from a place on always lie between two bounds?
    pub fn is_within(&mut self, at: &Polynomial, bytes: &Polynomial, low: &Polynomial, end: &Polynomial) -> bool {
        let mut room = |a: Option<Polynomial>| a.is_some_and(|room| self.holds(&room));
        room(at.minus(low)) && room(end.minus(at).and_then(|left| left.minus(bytes)))
    }

    /// Is a polynomial at least 0, whose atoms need not have come up before?
    pub fn holds(&mut self, p: &Polynomial) -> bool {
        self.add_atoms(p);
        self.is_nonnegative(p)
    }

    /// By how much a polynomial grows from one iteration of the loop at a level to the next, and what it starts from.
    pub fn slope(&self, p: &Polynomial, level: usize) -> Option<(Polynomial, Polynomial)> {
        p.split(FIRST_COUNTER + level)
    }

    /// How often the loop at a level is repeated, if that is certain.
    pub fn back_edges(&self, level: usize) -> Option<Polynomial> {
        self.polynomial(self.dependences.back_edges[self.around[level]].as_ref()?)
    }

    fn polynomial(&self, terms: &[Term]) -> Option<Polynomial> {
        terms.iter().try_fold(Polynomial::default(), |sum, (factor, symbols)| {
            let symbols: Option<Vec<Symbol>> = symbols.iter().map(|s| self.symbol(*s)).collect();
            sum.plus(&Polynomial::term(i128::from(*factor), symbols?))
        })
    }

    fn symbol(&self, symbol: i64) -> Option<Symbol> {
        match usize::try_from(symbol) {
            Ok(index) => Some(FIRST_COUNTER + self.around.iter().position(|i| *i == index)?),
            Err(_) => usize::try_from(-1 - symbol).ok().filter(|atom| *atom < FIRST_COUNTER),
        }
    }

    pub fn meaning(&self, symbol: Symbol) -> Meaning {
        match symbol.checked_sub(FIRST_COUNTER) {
            Some(level) => Meaning::Counter(self.around[level]),
            None => Meaning::Atom(-1 - symbol as i64),
        }
    }

    /// Does the counter of the loop at a level appear?
    pub fn moves(&self, p: &Polynomial, level: usize) -> bool {
        p.symbols().contains(&(FIRST_COUNTER + level))
    }

    pub fn is_nonnegative(&self, p: &Polynomial) -> bool {
        self.system.is_nonnegative(p, &mut Effort(EFFORT))
    }

    /// The smallest and the largest value while the loops from a level on run. Both are taken on if the counts of these
    /// loops do not depend on each other.
    pub fn extremes(&self, p: &Polynomial, from: usize) -> Option<(Polynomial, Polynomial)> {
        let (mut low, mut high) = (p.clone(), p.clone());
        for level in (from..self.around.len()).rev() {
            let last = self.back_edges(level)?;
            if (from..self.around.len()).any(|inner| self.moves(&last, inner)) {
                return None;
            }
            low = self.at_end(&low, FIRST_COUNTER + level, &last, true)?;
            high = self.at_end(&high, FIRST_COUNTER + level, &last, false)?;
        }
        Some((low, high))
    }

    /// With a counter at the end of its range that makes a polynomial smallest or largest.
    fn at_end(&self, p: &Polynomial, counter: Symbol, last: &Polynomial, smallest: bool) -> Option<Polynomial> {
        let (slope, rest) = p.split(counter)?;
        let downhill = slope.negated()?;
        let (first_is_it, last_is_it) = if smallest { (&slope, &downhill) } else { (&downhill, &slope) };
        if self.is_nonnegative(first_is_it) {
            return Some(rest);
        }
        self.is_nonnegative(last_is_it).then(|| slope.times(last)?.plus(&rest)).flatten()
    }

    /// The value of an atom, if it is one that is known before loop `index` starts.
    pub fn value_before(&self, atom: i64, index: usize) -> Option<Value> {
        let analyses = self.dependences.analyses;
        let value = analyses.atom_value(atom)?;
        let preheader = self.dependences.loops[index].preheader?;
        let dominates = value.block().is_none_or(|block| analyses.dominates(block, preheader));
        (dominates && analyses.atom_is_invariant(atom, index)).then_some(value)
    }
}
