//! What callers pass for parameters: evidence about the types of what lies behind pointers.

use zymase_llvm::{Function, Value};

/// Pairs of a parameter of `original` and what is passed for it, with the parameter of a copy instead.
pub fn to_copy(copy: Function, original: Function, passed: &[(Value, Value)]) -> Vec<(Value, Value)> {
    let (originals, parameters) = (original.parameters(), copy.parameters());
    let pair = |(parameter, actual): &(Value, Value)| {
        let index = originals.iter().position(|p| p == parameter)?;
        Some((*parameters.get(index)?, *actual))
    };
    passed.iter().filter_map(pair).collect()
}
