//! What follows from inequalities between polynomials.
//!
//! A polynomial is at least 0 if it is so with each symbol at the end of its range that makes it smallest. Symbols are
//! replaced from the last to the first, each by a bound in terms of those before it. This is sound and not complete: no answer means "not known".

use super::polynomial::{Polynomial, Symbol};

/// Facts: polynomials that are at least 0.
#[derive(Clone, Debug)]
pub struct System {
    /// The symbols before this one are lengths, the others counters.
    lengths: usize,
    facts: Vec<Polynomial>,
}

/// How much work is left to all questions together.
#[derive(Debug)]
pub struct Effort(pub u32);

impl Effort {
    fn spend(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }
}

/// Strides that are taken apart at most: three dimensions, and members of structures.
const MOST_STRIDES: usize = 4;

impl System {
    pub fn new(lengths: usize) -> System {
        System { lengths, facts: Vec::new() }
    }

    pub fn add(&mut self, fact: Polynomial) {
        self.facts.push(fact);
    }

    /// Is a polynomial at least 0 wherever the facts hold?
    pub fn is_nonnegative(&self, p: &Polynomial, effort: &mut Effort) -> bool {
        self.prove(p, effort).unwrap_or(false)
    }

    fn prove(&self, p: &Polynomial, effort: &mut Effort) -> Option<bool> {
        if let Some(value) = p.as_constant() {
            return Some(value >= 0);
        }
        effort.spend()?;
        let symbol = p.last_symbol().expect("not a constant");
        let Some((slope, rest)) = p.split(symbol) else { return self.grows(p) };
        let up = self.prove(&slope, effort).unwrap_or(false);
        if !up && !self.prove(&slope.negated()?, effort).unwrap_or(false) {
            return Some(false);
        }
        for bound in self.bounds(symbol, up) {
            let smallest = slope.times(&bound)?.plus(&rest)?;
            if self.prove(&smallest, effort).unwrap_or(false) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Is a polynomial of any degree at least 0 because it is so at the least values of its symbols and grows from there?
    fn grows(&self, p: &Polynomial) -> Option<bool> {
        let mut shifted = p.clone();
        for symbol in p.symbols() {
            let least = self.bounds(symbol, true).iter().filter_map(Polynomial::as_constant).max()?;
            shifted = shifted.with(symbol, &Polynomial::symbol(symbol).plus(&Polynomial::constant(least))?)?;
        }
        Some(shifted.terms().all(|(_, factor)| factor >= 0))
    }

    /// Bounds of a symbol from below or from above, in terms of smaller symbols.
    fn bounds(&self, symbol: Symbol, below: bool) -> Vec<Polynomial> {
        let mine = self.facts.iter().filter(|fact| fact.last_symbol() == Some(symbol));
        let bound = |fact: &Polynomial| {
            let (slope, rest) = fact.split(symbol)?;
            match (slope.as_constant()?, below) {
                (1, true) => rest.negated(),
                (-1, false) => Some(rest),
                _ => None,
            }
        };
        mine.filter_map(bound).collect()
    }

    /// Can the facts not hold together?
    fn is_impossible(&self, effort: &mut Effort) -> bool {
        let fails = |fact: &Polynomial| {
            let opposite = fact.negated()?.minus(&Polynomial::constant(1))?;
            self.prove(&opposite, effort)
        };
        self.facts.iter().map(fails).any(|answer| answer == Some(true))
    }

    /// Is a distance always at least `above`, or always at most `-below`? The distance of two elements of an array with several dimensions
    /// is so in each of the cases of "the same row, a later row, an earlier row".
    pub fn is_disjoint(&self, distance: &Polynomial, above: i128, below: i128, effort: &mut Effort) -> bool {
        self.disjoint(distance, above, below, &mut Vec::new(), effort).unwrap_or(false)
    }

    fn disjoint(
        &self,
        distance: &Polynomial,
        above: i128,
        below: i128,
        done: &mut Vec<Stride>,
        effort: &mut Effort,
    ) -> Option<bool> {
        if self.is_nonnegative(&distance.minus(&Polynomial::constant(above))?, effort)
            || self.is_nonnegative(&distance.negated()?.minus(&Polynomial::constant(below))?, effort)
            || self.is_impossible(effort)
        {
            return Some(true);
        }
        let stride = Stride::largest(distance, done, self.lengths)?;
        let count = stride.count(distance);
        // The last symbol of the number of strides gives way to how far it is above or below 0.
        let symbol = count.last_symbol()?;
        let (slope, rest) = count.split(symbol)?;
        let sign = slope.as_constant().filter(|slope| slope.abs() == 1)?;
        let solve = |value: Polynomial| value.minus(&rest)?.times(&Polynomial::constant(sign));
        let more = Polynomial::symbol(symbol).plus(&Polynomial::constant(1))?;
        done.push(stride);
        for (value, is_range) in [(Polynomial::default(), false), (more.clone(), true), (more.negated()?, true)] {
            let replacement = solve(value)?;
            let replaced: Option<Vec<Polynomial>> = self.facts.iter().map(|f| f.with(symbol, &replacement)).collect();
            let mut case = System { lengths: self.lengths, facts: replaced? };
            if is_range {
                case.add(Polynomial::symbol(symbol));
            }
            if !case.disjoint(&distance.with(symbol, &replacement)?, above, below, done, effort)? {
                return Some(false);
            }
        }
        done.pop();
        Some(true)
    }
}

/// What an index of one dimension is multiplied by: a factor, and symbols that are not bounded by other symbols (lengths).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stride {
    factor: i128,
    lengths: Vec<Symbol>,
}

impl Stride {
    /// The largest stride of the distance that has not been used.
    fn largest(distance: &Polynomial, done: &[Stride], lengths: usize) -> Option<Stride> {
        if done.len() == MOST_STRIDES {
            return None;
        }
        let strides = distance.terms().filter_map(|(symbols, factor)| {
            let counters = symbols.iter().filter(|s| **s >= lengths).count();
            let lengths = symbols.iter().copied().filter(|s| *s < lengths).collect();
            (counters == 1).then_some(Stride { factor: factor.abs(), lengths })
        });
        let smaller = |stride: &Stride| done.iter().all(|d| stride.size() < d.size());
        strides.filter(smaller).max_by_key(Stride::size)
    }

    fn size(&self) -> (usize, i128) {
        (self.lengths.len(), self.factor)
    }

    /// How many strides there are in the distance.
    fn count(&self, distance: &Polynomial) -> Polynomial {
        let mut count = Polynomial::default();
        for (symbols, factor) in distance.terms() {
            let mut rest = symbols.to_vec();
            let is_multiple = self.lengths.iter().all(|length| {
                let found = rest.iter().position(|s| s == length);
                found.map(|at| rest.remove(at)).is_some()
            });
            if is_multiple && rest.len() <= 1 && factor % self.factor == 0 {
                count = count.plus(&Polynomial::term(factor / self.factor, rest)).unwrap_or(count);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `f` times symbols, summed.
    fn sum(terms: &[(i128, &[Symbol])]) -> Polynomial {
        let all = terms.iter().map(|(factor, symbols)| Polynomial::term(*factor, symbols.to_vec()));
        all.fold(Polynomial::default(), |a, b| a.plus(&b).expect("small"))
    }

    fn disjoint(system: &System, distance: &Polynomial) -> bool {
        system.is_disjoint(distance, 8, 8, &mut Effort(2000))
    }

    /// A length n (symbol 0) and counters below it.
    fn square(counters: usize) -> System {
        let mut system = System::new(1);
        system.add(sum(&[(1, &[0]), (-1, &[])]));
        for counter in 1..=counters {
            system.add(Polynomial::symbol(counter));
            system.add(sum(&[(1, &[0]), (-1, &[]), (-1, &[counter])]));
        }
        system
    }

    #[test]
    fn elements_of_different_rows_are_disjoint() {
        // 8 n (1 + d) + 8 j' - 8 j with counters d, j, j'.
        let distance = sum(&[(8, &[0]), (8, &[0, 1]), (8, &[3]), (-8, &[2])]);
        assert!(disjoint(&square(3), &distance));
    }

    #[test]
    fn rows_in_any_order_are_taken_apart() {
        // 8 n (i' - i) + 8 (1 + d) where i' and i are not compared and d < n - 1: never the same element.
        let mut system = square(3);
        system.add(sum(&[(1, &[0]), (-2, &[]), (-1, &[2])]));
        let distance = sum(&[(8, &[0, 3]), (-8, &[0, 1]), (8, &[]), (8, &[2])]);
        assert!(disjoint(&system, &distance));
        // With d < n the element before the next row is reached.
        assert!(!disjoint(&square(3), &distance));
    }

    #[test]
    fn constant_dimensions_are_taken_apart() {
        // 48 (i' - i) + 8 + 8 d: within rows of six while d is at most 4.
        let rows = |most: i128| {
            let mut system = System::new(0);
            for counter in 0..3 {
                system.add(Polynomial::symbol(counter));
            }
            system.add(sum(&[(most, &[]), (-1, &[1])]));
            system
        };
        let distance = sum(&[(48, &[2]), (-48, &[0]), (8, &[]), (8, &[1])]);
        assert!(disjoint(&rows(4), &distance));
        assert!(!disjoint(&rows(5), &distance));
    }

    #[test]
    fn the_same_element_is_not_disjoint() {
        assert!(!disjoint(&square(1), &Polynomial::default()));
        assert!(!disjoint(&square(2), &sum(&[(8, &[1]), (-8, &[2])])));
    }

    #[test]
    fn a_length_of_unknown_sign_proves_nothing() {
        let mut system = System::new(1);
        system.add(Polynomial::symbol(1));
        assert!(!disjoint(&system, &sum(&[(8, &[0, 1]), (8, &[0])])));
    }

    #[test]
    fn squares_of_lengths_grow() {
        // n² - 2 n + 1 for n >= 1, and n² - 3 n, which is negative for n = 1.
        let at_least_zero = |p: &Polynomial| square(0).is_nonnegative(p, &mut Effort(100));
        assert!(at_least_zero(&sum(&[(1, &[0, 0]), (-2, &[0]), (1, &[])])));
        assert!(!at_least_zero(&sum(&[(1, &[0, 0]), (-3, &[0])])));
    }

    #[test]
    fn what_cannot_happen_is_disjoint() {
        // A counter that is at least 0 and at most -1.
        let mut system = System::new(0);
        system.add(Polynomial::symbol(0));
        system.add(sum(&[(-1, &[]), (-1, &[0])]));
        assert!(disjoint(&system, &Polynomial::default()));
    }

    #[test]
    fn elements_that_overlap_in_part_are_not_disjoint() {
        // Four bytes further: half of it.
        assert!(!disjoint(&square(1), &sum(&[(8, &[1]), (4, &[])])));
    }

    #[test]
    fn without_effort_nothing_is_known() {
        let distance = sum(&[(8, &[0]), (8, &[0, 1]), (8, &[3]), (-8, &[2])]);
        assert!(!square(3).is_disjoint(&distance, 8, 8, &mut Effort(1)));
    }
}
