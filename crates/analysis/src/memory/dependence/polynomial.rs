//! Polynomials with whole coefficients in a few symbols. What grows too large is no result.

use std::collections::{BTreeMap, BTreeSet};

/// A symbol. Those with larger numbers are bounded by those with smaller ones.
pub type Symbol = usize;

/// Terms by their symbols, which are in order; no factor is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Vec<Symbol>, i128>,
}

const MOST_TERMS: usize = 40;

impl Polynomial {
    pub fn constant(value: i128) -> Polynomial {
        Polynomial::term(value, Vec::new())
    }

    pub fn symbol(symbol: Symbol) -> Polynomial {
        Polynomial::term(1, vec![symbol])
    }

    pub fn term(factor: i128, mut symbols: Vec<Symbol>) -> Polynomial {
        symbols.sort_unstable();
        Polynomial { terms: (factor != 0).then_some((symbols, factor)).into_iter().collect() }
    }

    pub fn terms(&self) -> impl Iterator<Item = (&[Symbol], i128)> {
        self.terms.iter().map(|(symbols, factor)| (symbols.as_slice(), *factor))
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The symbols in it.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        self.terms.keys().flatten().copied().collect()
    }

    /// The largest number of symbols in a term.
    pub fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// The largest symbol in it.
    pub fn last_symbol(&self) -> Option<Symbol> {
        self.terms.keys().filter_map(|symbols| symbols.last()).max().copied()
    }

    pub fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut terms = self.terms.clone();
        for (symbols, factor) in &other.terms {
            let sum = terms.entry(symbols.clone()).or_insert(0);
            *sum = sum.checked_add(*factor)?;
        }
        terms.retain(|_, factor| *factor != 0);
        (terms.len() <= MOST_TERMS).then_some(Polynomial { terms })
    }

    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (a, f) in &self.terms {
            for (b, g) in &other.terms {
                let symbols = a.iter().chain(b).copied().collect();
                product = product.plus(&Polynomial::term(f.checked_mul(*g)?, symbols))?;
            }
        }
        Some(product)
    }

    pub fn negated(&self) -> Option<Polynomial> {
        self.times(&Polynomial::constant(-1))
    }

    pub fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&other.negated()?)
    }

    /// `self = a * symbol + b`, with neither part containing the symbol; none when it is not linear in it.
    pub fn split(&self, symbol: Symbol) -> Option<(Polynomial, Polynomial)> {
        let (mut a, mut b) = (Polynomial::default(), Polynomial::default());
        for (symbols, factor) in &self.terms {
            let rest: Vec<Symbol> = symbols.iter().copied().filter(|s| *s != symbol).collect();
            match symbols.len() - rest.len() {
                0 => b.terms.insert(rest, *factor),
                1 => a.terms.insert(rest, *factor),
                _ => return None,
            };
        }
        Some((a, b))
    }

    /// With `value` in place of a symbol.
    pub fn with(&self, symbol: Symbol, value: &Polynomial) -> Option<Polynomial> {
        let mut result = Polynomial::default();
        for (symbols, factor) in &self.terms {
            let rest = symbols.iter().copied().filter(|s| *s != symbol).collect();
            let mut term = Polynomial::term(*factor, rest);
            for _ in symbols.iter().filter(|s| **s == symbol) {
                term = term.times(value)?;
            }
            result = result.plus(&term)?;
        }
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitution_multiplies_out() {
        // (x + 2 y) x at x = y + 1 is 3 y² + 4 y + 1.
        let (x, y) = (Polynomial::symbol(1), Polynomial::symbol(0));
        let one = Polynomial::constant(1);
        let p = x.plus(&Polynomial::term(2, vec![0])).and_then(|sum| sum.times(&x)).expect("small");
        let at = p.with(1, &y.plus(&one).expect("small")).expect("small");
        let want = [(3, vec![0, 0]), (4, vec![0]), (1, vec![])];
        let want = want.into_iter().try_fold(Polynomial::default(), |sum, (f, s)| sum.plus(&Polynomial::term(f, s)));
        assert_eq!(Some(at), want);
    }

    #[test]
    fn only_linear_polynomials_split() {
        let square = Polynomial::term(1, vec![0, 0]);
        assert!(square.split(0).is_none());
        let product = Polynomial::term(3, vec![0, 1]);
        assert_eq!(product.split(1), Some((Polynomial::term(3, vec![0]), Polynomial::default())));
    }

    #[test]
    fn terms_that_cancel_are_gone() {
        let x = Polynomial::symbol(0);
        assert_eq!(x.minus(&x).and_then(|p| p.as_constant()), Some(0));
    }
}
