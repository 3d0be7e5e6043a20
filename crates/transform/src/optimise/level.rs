//! How much rewrites may change numbers.

/// How much a rewrite may change numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The same numbers for all operands, infinite and undefined ones too; only the sign of a zero may differ.
    Exact,
    /// Sums and products in another order, so with other roundings. Zeros that the structure of the program puts into a
    /// tensor (padding, diagonals, scatters into zeros) make products zero whatever they meet.
    #[default]
    Reassociate,
    /// Besides, no number is infinite or undefined.
    Finite,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Exact, Level::Reassociate, Level::Finite];

    pub fn parse(text: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == text)
    }

    pub fn name(self) -> &'static str {
        match self {
            Level::Exact => "exact",
            Level::Reassociate => "reassociate",
            Level::Finite => "finite",
        }
    }
}
