//! How memory is saved in the reverse of loops: what is asked for, and what is done for one loop ([`super::checkpoint`]).

/// How memory is saved in the reverse of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpointing {
    /// Values of every iteration are kept wherever there is a bound on their number.
    KeepAll,
    /// Stretches of about the square root of the number of iterations.
    SquareRoot,
    /// At most this many states at a time.
    Binomial(u64),
    /// At most this many bytes for each loop: all is kept if it fits, else as much as does.
    Budget(u64),
}

impl Checkpointing {
    /// Reads `none`, `sqrt`, `binomial:SLOTS` or `budget:BYTES`.
    pub fn parse(text: &str) -> Option<Checkpointing> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        match text.split_once(':') {
            None if text == "none" => Some(Checkpointing::KeepAll),
            None if text == "sqrt" => Some(Checkpointing::SquareRoot),
            Some(("binomial", slots)) => number(slots).map(Checkpointing::Binomial),
            Some(("budget", bytes)) => number(bytes).map(Checkpointing::Budget),
            _ => None,
        }
    }
}

/// What is done for one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    KeepAll { capacity: u64 },
    Uniform { count: u64, stretch: u64 },
    Binomial { stretch: u64, slots: u64 },
}

/// More places for states than this are not worth it.
pub(super) const MOST_SLOTS: u64 = 1 << 20;

/// Stretches of about this length; if there is a divisor of the count near it, that.
pub(super) fn uniform(count: u64, wish: u64) -> Scheme {
    let wish = wish.clamp(1, count.max(1));
    let near = (0..=wish / 2).flat_map(|by| [wish - by, wish + by]);
    let stretch = near.take(1 << 16).find(|stretch| *stretch > 0 && count.is_multiple_of(*stretch)).unwrap_or(wish);
    Scheme::Uniform { count, stretch }
}

/// All is kept if that fits; else stretches that take least memory; else as many states as there is memory for.
pub(super) fn within_budget(count: u64, bytes: u64, each: u64, state: u64) -> Scheme {
    if count.saturating_mul(each) <= bytes {
        return Scheme::KeepAll { capacity: count };
    }
    let best = (count.saturating_mul(state) / each).isqrt();
    if let Scheme::Uniform { stretch, .. } = uniform(count, best) {
        let needed = stretch.saturating_mul(each).saturating_add(count.div_ceil(stretch).saturating_mul(state));
        if needed <= bytes {
            return Scheme::Uniform { count, stretch };
        }
    }
    let slots = bytes.saturating_sub(each) / state;
    Scheme::Binomial { stretch: 1, slots: slots.clamp(1, MOST_SLOTS) }
}
