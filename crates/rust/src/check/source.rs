//! Where random arguments come from.
//!
//! An argument is drawn many times: to run the function, to move it along a direction, to make its shadow. Everything but its
//! floating-point numbers is the same each time, because the generator starts at the same place; the numbers are random
//! as well, or those that the checker gives.

// Values are drawn and read by checks alone.
#![cfg_attr(not(any(test, zymase_check)), allow(dead_code))]

use std::vec;

/// Ranges that numbers are drawn from. What is not defined in one may be in another.
pub(super) const RANGES: [(f64, f64); 4] = [(-1.0, 1.0), (0.1, 2.0), (-3.0, 3.0), (0.5, 10.0)];

/// Types that contain themselves are not drawn any deeper.
const MOST_NESTING: u32 = 6;

/// Most elements of a collection.
const MOST_ELEMENTS: i128 = 6;

/// A generator of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        let fraction = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low + fraction * (high - low)
    }

    pub(super) fn integer(&mut self, low: i128, high: i128) -> i128 {
        let count = (high - low + 1).max(1);
        low + i128::from(self.next()) % count
    }
}

/// What the arguments of one call have in common.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub seed: u64,
    pub range: (f64, f64),
    /// The length of collections, and of integers that may be meant as one.
    pub length: usize,
    /// Does each collection have a length of its own?
    pub varied: bool,
}

impl Style {
    pub(super) fn new(seed: u64, range: (f64, f64)) -> Style {
        let mut random = Random::new(seed);
        let length = random.integer(1, MOST_ELEMENTS) as usize;
        Style { seed, range, length, varied: random.integer(0, 4) == 0 }
    }
}

/// Draws one argument, for implementations of [`Sample`](crate::Sample).
#[derive(Debug)]
pub struct Source {
    random: Random,
    style: Style,
    /// The numbers that are given, in the order in which they are drawn.
    given: Option<vec::IntoIter<f64>>,
    nesting: u32,
}

impl Source {
    /// Draws the argument with this index; its numbers are random, or these.
    pub(super) fn new(style: &Style, index: usize, given: Option<Vec<f64>>) -> Source {
        let mut random = Random::new(style.seed ^ (index as u64).wrapping_add(1).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        random.next();
        Source { random, style: style.clone(), given: given.map(Vec::into_iter), nesting: 0 }
    }

    /// A floating-point number.
    pub fn number(&mut self) -> f64 {
        let (low, high) = self.style.range;
        let drawn = self.random.between(low, high);
        match &mut self.given {
            Some(numbers) => numbers.next().unwrap_or(0.0),
            None => drawn,
        }
    }

    /// An integer between these, both included: any of them.
    pub fn between(&mut self, low: i128, high: i128) -> i128 {
        self.random.integer(low, high)
    }

    /// An integer between these, both included, that tends to be the length of a collection or an index.
    pub fn integer(&mut self, low: i128, high: i128) -> i128 {
        let length = self.style.length as i128;
        let chosen = match self.random.integer(0, 7) {
            0..=3 => length,
            4 | 5 => self.random.integer(0, length - 1),
            6 => self.random.integer(0, 9),
            _ => self.random.integer(-4, 4),
        };
        chosen.clamp(low, high)
    }

    /// The length of a collection.
    pub fn length(&mut self) -> usize {
        let own = self.random.integer(0, MOST_ELEMENTS) as usize;
        match (self.nesting > MOST_NESTING, self.style.varied) {
            (true, _) => 0,
            (false, true) => own,
            (false, false) => self.style.length,
        }
    }

    /// Which of this many variants; deep inside of a type one that does not contain the type again.
    pub fn variant(&mut self, count: usize, ends: &[usize]) -> usize {
        let any = self.random.integer(0, count as i128 - 1) as usize;
        let end = self.random.integer(0, ends.len() as i128 - 1) as usize;
        if self.nesting > MOST_NESTING { ends.get(end).copied().unwrap_or(any) } else { any }
    }

    /// Draws what is inside of a type.
    pub fn nested<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        self.nesting += 1;
        let drawn = draw(self);
        self.nesting -= 1;
        drawn
    }
}
