//! The functions of single elements, and the names they have in programs.

use super::Result;
use zymase_tensor::elementwise::{Binary, Direction, Unary};

/// The functions of one operand and their names.
pub(crate) const UNARY: [(&str, Unary); 21] = [
    ("abs", Unary::Abs),
    ("cbrt", Unary::Cbrt),
    ("ceil", Unary::Ceil),
    ("cosine", Unary::Cosine),
    ("count_leading_zeros", Unary::CountLeadingZeros),
    ("exponential", Unary::Exponential),
    ("exponential_minus_one", Unary::ExponentialMinusOne),
    ("floor", Unary::Floor),
    ("log", Unary::Log),
    ("log_plus_one", Unary::LogPlusOne),
    ("logistic", Unary::Logistic),
    ("negate", Unary::Negate),
    ("not", Unary::Not),
    ("popcnt", Unary::PopulationCount),
    ("round_nearest_afz", Unary::RoundAwayFromZero),
    ("round_nearest_even", Unary::RoundToEven),
    ("rsqrt", Unary::ReciprocalSquareRoot),
    ("sign", Unary::Sign),
    ("sine", Unary::Sine),
    ("sqrt", Unary::SquareRoot),
    ("tanh", Unary::Tanh),
];

/// The functions of two operands and their names.
pub(crate) const BINARY: [(&str, Binary); 15] = [
    ("add", Binary::Add),
    ("and", Binary::And),
    ("atan2", Binary::Atan2),
    ("divide", Binary::Divide),
    ("maximum", Binary::Maximum),
    ("minimum", Binary::Minimum),
    ("multiply", Binary::Multiply),
    ("or", Binary::Or),
    ("power", Binary::Power),
    ("remainder", Binary::Remainder),
    ("shift_left", Binary::ShiftLeft),
    ("shift_right_arithmetic", Binary::ShiftRightArithmetic),
    ("shift_right_logical", Binary::ShiftRightLogical),
    ("subtract", Binary::Subtract),
    ("xor", Binary::Xor),
];

/// The functions of one operand that CHLO has.
pub(super) const CHLO_UNARY: [(&str, Unary); 20] = [
    ("acos", Unary::Acos),
    ("acosh", Unary::Acosh),
    ("asin", Unary::Asin),
    ("asinh", Unary::Asinh),
    ("atan", Unary::Atan),
    ("atanh", Unary::Atanh),
    ("bessel_i1e", Unary::BesselI1e),
    ("conj", Unary::Conjugate),
    ("cosh", Unary::Cosh),
    ("digamma", Unary::Digamma),
    ("erf", Unary::Erf),
    ("erf_inv", Unary::ErfInverse),
    ("erfc", Unary::Erfc),
    ("lgamma", Unary::LogGamma),
    ("sinh", Unary::Sinh),
    ("square", Unary::Square),
    ("tan", Unary::Tan),
    ("log_plus_one", Unary::LogPlusOne),
    ("exponential_minus_one", Unary::ExponentialMinusOne),
    ("tanh", Unary::Tanh),
];

/// The functions of two operands that CHLO has.
pub(super) const CHLO_BINARY: [(&str, Binary); 3] =
    [("next_after", Binary::NextAfter), ("polygamma", Binary::Polygamma), ("zeta", Binary::Zeta)];

/// The function of one operand that has this name.
pub(super) fn unary_function(name: &str) -> Option<Unary> {
    CHLO_UNARY.iter().chain(&UNARY).find(|(known, _)| *known == name).map(|(_, function)| *function)
}

/// The direction that a word of the specification means.
pub(crate) fn direction(word: &str) -> Result<Direction> {
    Ok(match word {
        "EQ" => Direction::Equal,
        "NE" => Direction::NotEqual,
        "LT" => Direction::Less,
        "LE" => Direction::LessOrEqual,
        "GT" => Direction::Greater,
        "GE" => Direction::GreaterOrEqual,
        _ => return Err(format!("`{word}` is not a comparison").into()),
    })
}
