//! Polynomials over values of type `index`, and the ranges of their symbols.
//!
//! Coefficients wrap around as `index` does; ranges are computed with 128 bits and are cut to what 64 bits hold.

use std::collections::{BTreeMap, HashMap};

/// Number of a symbol in [`Symbols`].
pub type Symbol = u32;

/// A sum of products of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Poly {
    terms: BTreeMap<Vec<Symbol>, i64>,
}

/// Numbers from `low` to `high`, both included.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub const ALL: Range = Range { low: i64::MIN as i128, high: i64::MAX as i128 };

    pub fn new(low: i128, high: i128) -> Range {
        Range { low: low.max(Range::ALL.low), high: high.min(Range::ALL.high) }
    }

    /// What a signed integer of so many bits can be.
    pub fn of_bits(bits: u32) -> Range {
        let half = 1i128 << (bits.clamp(1, 64) - 1);
        Range { low: -half, high: half - 1 }
    }

    pub fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub fn union(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn sum(self, other: Range) -> Range {
        Range { low: self.low.saturating_add(other.low), high: self.high.saturating_add(other.high) }
    }

    fn product(self, other: Range) -> Range {
        let corners = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        Range { low: corners.into_iter().min().unwrap_or(0), high: corners.into_iter().max().unwrap_or(0) }
    }
}

impl Poly {
    pub fn constant(value: i64) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(Vec::new(), value);
        poly
    }

    pub fn symbol(symbol: Symbol) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(vec![symbol], 1);
        poly
    }

    fn add_term(&mut self, symbols: Vec<Symbol>, factor: i64) {
        let entry = self.terms.entry(symbols.clone()).or_insert(0);
        *entry = entry.wrapping_add(factor);
        if *entry == 0 {
            self.terms.remove(&symbols);
        }
    }

    /// Products of symbols with their factors; the constant comes first, with no symbols.
    pub fn terms(&self) -> impl Iterator<Item = (&Vec<Symbol>, i64)> {
        self.terms.iter().map(|(symbols, factor)| (symbols, *factor))
    }

    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub fn constant_part(&self) -> i64 {
        self.terms.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// The symbol, if it is one and a constant.
    pub fn as_shifted_symbol(&self) -> Option<(Symbol, i64)> {
        let mut found = None;
        for (symbols, factor) in self.terms() {
            match (symbols.as_slice(), factor) {
                ([], _) => {}
                ([one], 1) if found.is_none() => found = Some(*one),
                _ => return None,
            }
        }
        found.map(|symbol| (symbol, self.constant_part()))
    }

    pub fn plus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        other.terms().for_each(|(symbols, factor)| sum.add_term(symbols.clone(), factor));
        sum
    }

    pub fn minus(&self, other: &Poly) -> Poly {
        self.plus(&other.times_constant(-1))
    }

    pub fn plus_constant(&self, value: i64) -> Poly {
        self.plus(&Poly::constant(value))
    }

    pub fn times_constant(&self, value: i64) -> Poly {
        self.times(&Poly::constant(value))
    }

    pub fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (mine, factor) in self.terms() {
            for (its, other_factor) in other.terms() {
                let mut symbols = [mine.as_slice(), its.as_slice()].concat();
                symbols.sort_unstable();
                product.add_term(symbols, factor.wrapping_mul(other_factor));
            }
        }
        product
    }

    /// The quotient, if every factor is a multiple.
    pub fn divided_by(&self, divisor: i64) -> Option<Poly> {
        if divisor == 0 || self.terms.values().any(|factor| factor % divisor != 0) {
            return None;
        }
        Some(Poly { terms: self.terms.iter().map(|(symbols, factor)| (symbols.clone(), factor / divisor)).collect() })
    }

    /// Terms whose factors are multiples, divided, and the others; the constant is one of the others.
    pub fn split(&self, divisor: i64) -> (Poly, Poly) {
        let (mut quotient, mut rest) = (Poly::default(), Poly::default());
        for (symbols, factor) in self.terms() {
            if !symbols.is_empty() && factor % divisor == 0 {
                quotient.add_term(symbols.clone(), factor / divisor);
            } else {
                rest.add_term(symbols.clone(), factor);
            }
        }
        (quotient, rest)
    }

    pub fn mentions(&self, test: impl Fn(Symbol) -> bool) -> bool {
        self.terms.keys().flatten().any(|symbol| test(*symbol))
    }
}

/// What is known of the values that polynomials are made of.
#[derive(Default)]
pub struct Symbols {
    names: Vec<String>,
    ranges: Vec<Range>,
    /// Computed as `index`, not made of another integer.
    native: Vec<bool>,
    by_name: HashMap<String, Symbol>,
}

impl Symbols {
    /// The symbol for a value of type `index`.
    pub fn of(&mut self, name: &str, range: Range, native: bool) -> Symbol {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let symbol = self.names.len() as Symbol;
        self.names.push(name.to_owned());
        self.ranges.push(range);
        self.native.push(native);
        self.by_name.insert(name.to_owned(), symbol);
        symbol
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize]
    }

    pub fn range(&self, symbol: Symbol) -> Range {
        self.ranges[symbol as usize]
    }

    /// Replaces what is known of a symbol; what was known before.
    pub fn narrow(&mut self, symbol: Symbol, range: Range) -> Range {
        std::mem::replace(&mut self.ranges[symbol as usize], range)
    }

    pub fn is_native(&self, poly: &Poly) -> bool {
        poly.mentions(|symbol| self.native[symbol as usize])
    }

    pub fn range_of(&self, poly: &Poly) -> Range {
        let zero = Range { low: 0, high: 0 };
        let term = |(symbols, factor): (&Vec<Symbol>, i64)| {
            let one = Range { low: factor.into(), high: factor.into() };
            let square = |symbols: &[Symbol]| symbols.len() == 2 && symbols[0] == symbols[1];
            if square(symbols) {
                let range = self.range(symbols[0]);
                let (low, high) = (range.low.abs(), range.high.abs());
                let least = if range.low <= 0 && range.high >= 0 { 0 } else { low.min(high) };
                let most = low.max(high);
                let squares = Range { low: least.saturating_mul(least), high: most.saturating_mul(most) };
                return squares.product(one);
            }
            symbols.iter().fold(one, |range, symbol| range.product(self.range(*symbol)))
        };
        let exact = poly.terms().map(term).fold(zero, Range::sum);
        // What may wrap around can be anything.
        if exact.is_within(Range::ALL) { exact } else { Range::ALL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_have_ranges() {
        let mut symbols = Symbols::default();
        let i = Poly::symbol(symbols.of("%i", Range::new(0, 63), true));
        let j = Poly::symbol(symbols.of("%j", Range::new(1, 62), true));
        let place = i.times_constant(64).plus(&j).plus_constant(-65);
        assert_eq!(symbols.range_of(&place), Range::new(-64, 4029));
        let (row, column) = place.split(64);
        assert_eq!((row, column), (i.clone(), j.plus_constant(-65)));
        assert_eq!(i.minus(&i).as_constant(), Some(0));
        assert_eq!(symbols.range_of(&i.times(&i)), Range::new(0, 63 * 63));
        let all = Poly::symbol(symbols.of("%n", Range::ALL, false));
        assert_eq!(symbols.range_of(&all.plus_constant(1)), Range::ALL);
    }
}
