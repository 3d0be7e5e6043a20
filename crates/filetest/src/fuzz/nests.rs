//! Loop nests over one array with rows, read and written in place: factorisations, sweeps, and what only looks like them.
//!
//! Strides that are one too small, bounds that depend on other counters, loops that run downwards or end early: whether an
//! element is read again after it was overwritten depends on all of it.

use super::ast::{
    Expr, ExprKind, Stmt, Ty, assign, bin, call, cast, decl, decl_only, for_up, index, int, int_var, num, other, update,
};
use super::scope::VarKind;
use super::state::Gen;

/// Elements of the array: indices are at most `5 * 7 + 5 + 2`.
const LENGTH: usize = 48;
/// The largest number of iterations of one loop.
const MOST: usize = 6;

/// A nest that is being made.
struct Nest {
    array: String,
    /// Rows and columns.
    side: Expr,
    /// Counters of the loops around, outermost first; each less than the side.
    counters: Vec<String>,
}

impl Gen {
    pub fn nest(&mut self) -> Vec<Stmt> {
        // The bound of an array that a function is given may be the length of a nest's own array.
        let mut out = Vec::new();
        let side = match self.symbolic() {
            Some((bound, _)) if self.rng.chance(70) => {
                let side = self.fresh("s");
                out.push(decl(Ty::Int, &side, bin("+", int(1), bin("%", int_var(&bound), int(MOST as i64)))));
                int_var(&side)
            }
            _ => int(self.rng.range(2, MOST) as i64),
        };
        let (array, i) = (self.fresh("w"), self.fresh("i"));
        let start = bin("+", bin("*", num(0.5), self.simple_leaf()), cast(ExprKind::Real, Ty::Double, int_var(&i)));
        let fill = assign(index(other(&array), int_var(&i)), call("sin", vec![start]));
        let ty = Ty::Array(Box::new(Ty::Double), vec![LENGTH]);
        out.extend([decl_only(ty, &array), for_up(&i, int(0), int(LENGTH as i64), vec![fill])]);
        let mut nest = Nest { array: array.clone(), side, counters: Vec::new() };
        for _ in 0..self.rng.range(1, 2) {
            let depth = self.rng.range(2, 3);
            out.extend(self.nested_loop(&mut nest, depth));
        }
        self.declare(&array, VarKind::Array { float: false, len: LENGTH, bound: None, heap: false }, true);
        vec![Stmt::Group(out)]
    }

    fn nested_loop(&mut self, nest: &mut Nest, depth: usize) -> Vec<Stmt> {
        if depth == 0 {
            return (0..self.rng.range(1, 2)).map(|_| self.update_of_nest(nest)).collect();
        }
        let i = self.fresh("i");
        let outer = nest.counters.last().map(|name| int_var(name));
        let up = update(int_var(&i), "+=", int(1));
        let down = update(int_var(&i), "-=", int(1));
        let from_end = decl(Ty::Int, &i, bin("-", nest.side.clone(), int(1)));
        let (init, end, step) = match (self.rng.below(7), outer) {
            (0, Some(outer)) => (decl(Ty::Int, &i, int(0)), bin("<", int_var(&i), outer), up),
            (1, Some(outer)) => {
                (decl(Ty::Int, &i, bin("+", outer, int(1))), bin("<", int_var(&i), nest.side.clone()), up)
            }
            (2, Some(outer)) => (decl(Ty::Int, &i, outer), bin(">", int_var(&i), int(0)), down),
            (3, Some(outer)) => (from_end, bin(">", int_var(&i), outer), down),
            (4, _) => (from_end, bin(">=", int_var(&i), int(0)), down),
            (5, _) => {
                let two = update(int_var(&i), "+=", int(2));
                (decl(Ty::Int, &i, int(0)), bin("<", int_var(&i), nest.side.clone()), two)
            }
            _ => (decl(Ty::Int, &i, int(0)), bin("<", int_var(&i), nest.side.clone()), up),
        };
        nest.counters.push(i);
        let mut body = Vec::new();
        if self.rng.chance(30) {
            body.push(self.update_of_nest(nest));
        }
        body.extend(self.nested_loop(nest, depth - 1));
        if self.rng.chance(40) {
            body.push(self.update_of_nest(nest));
        }
        if self.rng.chance(15) {
            let large = bin(">", self.element(nest), num(0.6));
            let leave = if self.rng.chance(50) { Stmt::Break } else { Stmt::Continue };
            body.insert(0, Stmt::If { cond: large, then: vec![leave], other: vec![] });
        }
        nest.counters.pop();
        vec![Stmt::For { init: Box::new(init), cond: end, step: Box::new(step), body }]
    }

    /// `w[i * n + j] = 0.4 * w[…] - 0.3 * w[…] * w[…]` and the like.
    fn update_of_nest(&mut self, nest: &Nest) -> Stmt {
        let place = self.element(nest);
        let (a, b) = (self.element(nest), self.element(nest));
        let value = match self.rng.below(3) {
            0 => bin("*", a, b),
            1 => bin("/", a, bin("+", num(1.5), bin("*", b.clone(), b))),
            _ => bin("*", a, call("cos", vec![b])),
        };
        let kept = bin("*", num(0.4), place.clone());
        assign(place, bin(if self.rng.chance(50) { "-" } else { "+" }, kept, bin("*", num(0.5), value)))
    }

    fn element(&mut self, nest: &Nest) -> Expr {
        let mut counter = || {
            let name = &nest.counters[self.rng.below(nest.counters.len())];
            match self.rng.below(8) {
                0 => bin("-", bin("-", nest.side.clone(), int(1)), int_var(name)),
                1 => cast(ExprKind::Int, Ty::Long, int_var(name)),
                _ => int_var(name),
            }
        };
        let (row, column) = (counter(), counter());
        let stride = match self.rng.below(8) {
            0 => bin("-", nest.side.clone(), int(1)),
            1 => bin("+", nest.side.clone(), int(1)),
            2 => int(self.rng.range(1, 7) as i64),
            _ => nest.side.clone(),
        };
        let inside = bin("+", bin("*", row, stride), column);
        let shift = [0, 0, 0, 1, 2][self.rng.below(5)];
        index(other(&nest.array), if shift == 0 { inside } else { bin("+", inside, int(shift)) })
    }
}
