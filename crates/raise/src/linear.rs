//! Sums of integers times unknowns: what bounds and subscripts of loops are made of.
//!
//! Unknowns are how often a loop has gone round, and values of the program. Arithmetic that overflows gives nothing.

use zymase_ir::{Op, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unknown {
    /// The number of the iteration of a loop, from zero.
    Count(Op),
    Value(Value),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// In the order of the unknowns, without zeros.
    pub terms: Vec<(Unknown, i64)>,
    pub constant: i64,
}

impl Linear {
    pub fn number(constant: i64) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    pub fn of(unknown: Unknown) -> Linear {
        Linear { terms: vec![(unknown, 1)], constant: 0 }
    }

    pub fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn factor(&self, unknown: Unknown) -> i64 {
        self.terms.iter().find(|(other, _)| *other == unknown).map_or(0, |(_, factor)| *factor)
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            let mut term = None;
            if order.is_le()
                && let Some((unknown, own)) = left.next()
            {
                term = Some((*unknown, *own));
            }
            if order.is_ge()
                && let Some((unknown, theirs)) = right.next()
            {
                let own = term.map_or(0, |(_, own)| own);
                term = Some((*unknown, own.checked_add(theirs.checked_mul(factor)?)?));
            }
            terms.extend(term.filter(|(_, factor)| *factor != 0));
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Linear { terms, constant })
    }

    pub fn times(&self, factor: i64) -> Option<Linear> {
        Linear::default().plus(self, factor)
    }

    pub fn moved(&self, by: i64) -> Linear {
        Linear { terms: self.terms.clone(), constant: self.constant.saturating_add(by) }
    }

    /// The same without one unknown.
    pub fn without(&self, unknown: Unknown) -> Linear {
        let terms = self.terms.iter().filter(|(other, _)| *other != unknown).copied().collect();
        Linear { terms, constant: self.constant }
    }
}

/// The smallest and the largest value of something, where that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub least: Option<i64>,
    pub most: Option<i64>,
}

impl Range {
    pub const UNKNOWN: Range = Range { least: None, most: None };

    pub fn between(least: i64, most: i64) -> Range {
        Range { least: Some(least), most: Some(most) }
    }

    pub fn plus(self, other: Range) -> Range {
        let add = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Range { least: add(self.least, other.least), most: add(self.most, other.most) }
    }

    pub fn times(self, factor: i64) -> Range {
        let scaled = |bound: Option<i64>| bound?.checked_mul(factor);
        let (low, high) = (scaled(self.least), scaled(self.most));
        match factor {
            0 => Range::between(0, 0),
            1.. => Range { least: low, most: high },
            _ => Range { least: high, most: low },
        }
    }

    pub fn meet(self, other: Range) -> Range {
        let pick = |a: Option<i64>, b: Option<i64>, choose: fn(i64, i64) -> i64| match (a, b) {
            (Some(a), Some(b)) => Some(choose(a, b)),
            (one, None) | (None, one) => one,
        };
        Range { least: pick(self.least, other.least, i64::max), most: pick(self.most, other.most, i64::min) }
    }

    pub fn join(self, other: Range) -> Range {
        let pick = |a: Option<i64>, b: Option<i64>, choose: fn(i64, i64) -> i64| Some(choose(a?, b?));
        Range { least: pick(self.least, other.least, i64::min), most: pick(self.most, other.most, i64::max) }
    }

    pub fn within(self, least: i64, most: i64) -> bool {
        self.least.is_some_and(|low| low >= least) && self.most.is_some_and(|high| high <= most)
    }

    pub fn contains(self, number: i64) -> bool {
        self.least.is_none_or(|low| low <= number) && self.most.is_none_or(|high| number <= high)
    }
}
