//! Loops that look for the best of many: what wins, where it was, and what else was taken then.
//!
//! Values that are equal, unordered relations, several winners, conditions beside the comparison and winners that depend on those before
//! are all there: which iteration counts is decided by the comparison alone.

use super::ast::{
    Expr, ExprKind, Node, Stmt, Ty, assign, bin, call, cond, decl, for_up, index, int, int_var, num, other, real_var,
    update,
};
use super::scope::{Scope, VarKind};
use super::state::Gen;

/// A search that is being made: the variables that are taken, and their counter.
struct Contest {
    best: String,
    second: Option<String>,
    at: String,
    value: String,
    counter: String,
    /// Is the least value the best?
    least: bool,
}

impl Gen {
    /// The search, and the variables that it leaves.
    pub fn contest(&mut self) -> Option<Vec<Stmt>> {
        let array = self.pick_var(|v| matches!(v.kind, VarKind::Array { .. }))?;
        let VarKind::Array { len, bound, .. } = array.kind else { return None };
        let names = ["best", "second", "at", "value", "i"].map(|stem| self.fresh(stem));
        let [best, second, at, value, counter] = names;
        let second = self.rng.chance(30).then_some(second);
        let contest = Contest { best, second, at, value, counter, least: self.rng.chance(60) };
        let start = match self.rng.below(4) {
            0 => self.bounded(1),
            1 => num(0.0),
            _ => num(if contest.least { 50.0 } else { -50.0 }),
        };
        let mut out = vec![decl(Ty::Double, &contest.best, start)];
        out.extend(contest.second.as_ref().map(|second| decl(Ty::Double, second, num(0.5))));
        out.push(decl(Ty::Int, &contest.at, int(0)));
        let body = self.round(&contest, index(other(&array.name), int_var(&contest.counter)), (len, &bound));
        out.push(self.rounds(&contest.counter, bound.as_deref().map_or(int(len as i64), int_var), body));
        self.declare(&contest.best, VarKind::Real, true);
        if let Some(second) = &contest.second {
            self.declare(second, VarKind::Real, true);
        }
        self.declare(&contest.at, VarKind::Int { max: len, bound }, false);
        Some(vec![Stmt::Group(out)])
    }

    /// All rounds: upwards, downwards, or every other one.
    fn rounds(&mut self, i: &str, end: Expr, body: Vec<Stmt>) -> Stmt {
        let (init, cond, step) = match self.rng.below(5) {
            0 => (
                decl(Ty::Int, i, bin("-", end, int(1))),
                bin(">=", int_var(i), int(0)),
                update(int_var(i), "-=", int(1)),
            ),
            1 => (decl(Ty::Int, i, int(0)), bin("<", int_var(i), end), update(int_var(i), "+=", int(2))),
            _ => return for_up(i, int(0), end, body),
        };
        Stmt::For { init: Box::new(init), cond, step: Box::new(step), body }
    }

    /// One round: the value, perhaps a sum, and whether it is taken.
    fn round(&mut self, contest: &Contest, element: Expr, (len, bound): (usize, &Option<String>)) -> Vec<Stmt> {
        self.scopes.push(Scope::default());
        self.declare(&contest.counter, VarKind::Int { max: len, bound: bound.clone() }, false);
        self.loops += 1;
        let mut out = Vec::new();
        if self.rng.chance(15) {
            out.push(Stmt::If { cond: self.condition(), then: vec![Stmt::Continue], other: vec![] });
        }
        let e = self.bounded(2);
        let value = match self.rng.below(3) {
            0 => bin("*", element, e),
            1 => bin("-", element, e),
            _ => e,
        };
        out.push(decl(Ty::Double, &contest.value, value));
        if self.rng.chance(40) {
            out.push(self.distance(&contest.value));
        }
        self.declare(&contest.value, VarKind::Real, false);
        out.push(self.decision(contest));
        self.loops -= 1;
        self.scopes.pop();
        out
    }

    /// A sum of squares that is added to the value.
    fn distance(&mut self, value: &str) -> Stmt {
        let j = self.fresh("i");
        let trips = self.rng.range(1, 3);
        self.scopes.push(Scope::default());
        self.declare(&j, VarKind::Int { max: trips, bound: None }, false);
        let side = self.bounded(1);
        self.scopes.pop();
        let square = bin("*", num(0.4), bin("*", side.clone(), side));
        for_up(&j, int(0), int(trips as i64), vec![update(real_var(value), "+=", square)])
    }

    fn decision(&mut self, contest: &Contest) -> Stmt {
        let (best, value) = (real_var(&contest.best), real_var(&contest.value));
        let relation = match (contest.least, self.rng.chance(25)) {
            (true, false) => "<",
            (true, true) => "<=",
            (false, false) => ">",
            (false, true) => ">=",
        };
        let wins = bin(relation, value.clone(), best.clone());
        match self.rng.below(8) {
            0 => return assign(best.clone(), cond(wins, value, best)),
            1 => {
                let name = if contest.least { "fmin" } else { "fmax" };
                return assign(best.clone(), call(name, vec![best, value]));
            }
            _ => {}
        }
        let wins = match self.rng.below(8) {
            0 => bin("&&", wins, self.condition()),
            // Also where they are not ordered.
            1 => {
                let loses = if contest.least { ">=" } else { "<=" };
                let holds = bin(loses, value.clone(), best.clone());
                Expr::new(ExprKind::Int, Node::Un("!", Box::new(holds)))
            }
            _ => wins,
        };
        let taken = match self.rng.below(6) {
            0 => bin("*", num(0.5), bin("+", best.clone(), value.clone())),
            1 => self.bounded(1),
            _ => value.clone(),
        };
        let mut then = Vec::new();
        let mut otherwise = Vec::new();
        if let Some(second) = &contest.second {
            let second = real_var(second);
            match self.rng.below(3) {
                0 => then.push(assign(second, best.clone())),
                1 => then.push(assign(second, self.bounded(1))),
                _ => {
                    let wins = bin(relation, value.clone(), second.clone());
                    then.push(assign(second.clone(), best.clone()));
                    otherwise.push(Stmt::If { cond: wins, then: vec![assign(second, value)], other: vec![] });
                }
            }
        }
        then.push(assign(best, taken));
        then.push(assign(int_var(&contest.at), int_var(&contest.counter)));
        Stmt::If { cond: wins, then, other: otherwise }
    }
}
