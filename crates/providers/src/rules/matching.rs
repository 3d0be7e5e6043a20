//! Which parameter of a rule is what.
//!
//! A rule follows its function: each parameter, then its shadow where it has one. What a front end does to parameters
//! (structs in pieces, results through memory) is done to both, so matching goes by types, and tries the plain reading
//! first. Whatever fits no reading is an error.

use zymase_analysis::marks::is_register_pair;
use zymase_llvm::{Function, Type};

/// Which parameters have shadows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// All but floating-point numbers; integers may go without.
    Gradient,
    /// All; integers may go without.
    Forward,
}

/// Where a parameter of the function is among those of the rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub primal: usize,
    pub shadow: Option<usize>,
}

/// Parameters as the program wrote them: without the buffer of a result that is returned through memory.
#[derive(Clone, Debug)]
pub struct Shape {
    pub types: Vec<Type>,
    /// From each parameter on: how many are the pieces of one value.
    pieces: Vec<usize>,
    /// The result as the program wrote it.
    pub result: Type,
    /// 1 where the first parameter is the buffer of the result.
    pub skipped: usize,
}

impl Shape {
    pub fn of(function: Function) -> Shape {
        let ty = function.function_type();
        let types = ty.function_parameters();
        let buffer = function.parameter_type_attribute(0, "sret").filter(|_| !types.is_empty());
        let skipped = usize::from(buffer.is_some());
        let pieces = (skipped..types.len()).map(|index| 1 + usize::from(is_register_pair(function, index))).collect();
        let result = buffer.unwrap_or_else(|| ty.function_return());
        Shape { types: types[skipped..].to_vec(), pieces, result, skipped }
    }
}

/// Structs that are passed in pieces have at most this many.
const MOST_PIECES: usize = 4;

/// The places of the parameters `function` among those of a `rule`. `accept` judges how many parameters of the rule
/// were used: the rest must mean something else.
pub fn places(function: &Shape, rule: &[Type], style: Style, accept: &dyn Fn(usize) -> bool) -> Option<Vec<Place>> {
    let mut found = Vec::new();
    search((&function.types, &function.pieces), rule, 0, style, accept, &mut found).then_some(found)
}

/// How many parameters of a rule these places take.
pub fn used_by(places: &[Place]) -> usize {
    places.iter().map(|place| place.shadow.unwrap_or(place.primal) + 1).max().unwrap_or(0)
}

fn search(
    (function, together): (&[Type], &[usize]),
    rule: &[Type],
    used: usize,
    style: Style,
    accept: &dyn Fn(usize) -> bool,
    found: &mut Vec<Place>,
) -> bool {
    let Some(first) = function.first() else { return accept(used) };
    let mut attempt = |pieces: usize, shadowed: bool| {
        let needed = if shadowed { 2 * pieces } else { pieces };
        if pieces > function.len() || used + needed > rule.len() {
            return false;
        }
        let same = |from: usize| function[..pieces] == rule[from..from + pieces];
        if !same(used) || shadowed && !same(used + pieces) {
            return false;
        }
        let before = found.len();
        for piece in 0..pieces {
            found.push(Place { primal: used + piece, shadow: shadowed.then_some(used + pieces + piece) });
        }
        if search((&function[pieces..], &together[pieces..]), rule, used + needed, style, accept, found) {
            return true;
        }
        found.truncate(before);
        false
    };
    let plain = first.is_float_like() && style == Style::Gradient;
    together[0] > 1 && !plain && attempt(together[0], true)
        || attempt(1, !plain)
        || first.is_integer() && attempt(1, false)
        || (2..=MOST_PIECES).any(|pieces| attempt(pieces, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zymase_llvm::Module;

    fn shadows(function: &[Type], rule: &[Type], style: Style) -> Option<Vec<Option<usize>>> {
        let single = vec![1; function.len()];
        shadows_of_pieces(function, single, rule, style)
    }

    fn shadows_of_pieces(
        types: &[Type],
        pieces: Vec<usize>,
        rule: &[Type],
        style: Style,
    ) -> Option<Vec<Option<usize>>> {
        let all = |used: usize| used == rule.len();
        let function = Shape { types: types.to_vec(), pieces, result: types[0], skipped: 0 };
        places(&function, rule, style, &all).map(|found| found.into_iter().map(|place| place.shadow).collect())
    }

    #[test]
    fn shadows_follow_what_is_no_number() {
        let module = Module::parse("").expect("an empty module");
        let (number, pointer, integer) = (module.double_type(), module.pointer_type(), module.integer_type(32));
        let function = [pointer, number, integer];
        let full = [pointer, pointer, number, integer, integer];
        assert_eq!(shadows(&function, &full, Style::Gradient), Some(vec![Some(1), None, Some(4)]));
        let short = [pointer, pointer, number, integer];
        assert_eq!(shadows(&function, &short, Style::Gradient), Some(vec![Some(1), None, None]));
        assert_eq!(shadows(&function, &function, Style::Gradient), None);
        let forward = [pointer, pointer, number, number, integer];
        assert_eq!(shadows(&function, &forward, Style::Forward), Some(vec![Some(1), Some(3), None]));
    }

    #[test]
    fn a_struct_in_pieces_is_followed_by_its_shadow_in_pieces() {
        let module = Module::parse("").expect("an empty module");
        let (pointer, integer) = (module.pointer_type(), module.integer_type(64));
        let rule = [pointer, integer, pointer, integer];
        assert_eq!(shadows(&[pointer, integer], &rule, Style::Gradient), Some(vec![Some(2), Some(3)]));
    }

    #[test]
    fn a_struct_that_is_known_to_be_in_pieces_is_not_taken_apart() {
        let module = Module::parse("").expect("an empty module");
        let number = module.double_type();
        let rule = [number; 4];
        assert_eq!(
            shadows_of_pieces(&[number, number], vec![2, 1], &rule, Style::Forward),
            Some(vec![Some(2), Some(3)])
        );
        assert_eq!(shadows(&[number, number], &rule, Style::Forward), Some(vec![Some(1), Some(3)]));
    }
}
