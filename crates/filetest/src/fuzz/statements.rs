//! Statements on scalars, branches, and loops of all shapes.

use super::Stage;
use super::ast::{Expr, ExprKind, Stmt, Ty, assign, bin, call, decl, for_up, int, int_var, num, real_var, update};
use super::scope::{Scope, Var, VarKind, frees_to_loop};
use super::state::Gen;

/// The ways to continue a block.
#[derive(Clone, Copy)]
enum Production {
    Scalar,
    Assign,
    If,
    For,
    While,
    DoWhile,
    Converge,
    Contest,
    Switch,
    Irreducible,
    Jump,
    Memory,
    Call,
    Indirect,
    Global,
    Container,
}

impl Gen {
    /// A sequence of statements in the current scope.
    pub fn stmts(&mut self, count: usize) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            out.extend(self.stmt());
        }
        if out.is_empty() {
            out.extend(self.assignment());
        }
        out
    }

    /// One step: a statement, or a few that belong together.
    fn stmt(&mut self) -> Vec<Stmt> {
        use Production as P;
        let nest = self.depth < 3 && self.loops < 2;
        let at = |stage: Stage, weight: usize| if self.stage >= stage { weight } else { 0 };
        let only = |stage: Stage, weight: usize| if self.stage == stage { weight } else { 0 };
        let nested = |weight: usize| if nest { weight } else { 0 };
        let table = [
            (P::Scalar, 16),
            (P::Assign, 22),
            (P::If, nested(10)),
            (P::For, nested(at(Stage::Loops, 18))),
            (P::While, nested(at(Stage::Loops, 4))),
            (P::DoWhile, nested(at(Stage::Loops, 4))),
            (P::Converge, at(Stage::Loops, if self.loops < 2 { 4 } else { 0 })),
            (P::Contest, nested(at(Stage::Loops, 6))),
            (P::Switch, nested(at(Stage::Loops, 4))),
            (P::Irreducible, at(Stage::Loops, if self.loops == 0 && self.stage != Stage::Containers { 2 } else { 0 })),
            (P::Jump, at(Stage::Loops, if self.depth > 0 { 8 } else { 2 })),
            (P::Memory, at(Stage::Memory, 26 + only(Stage::Memory, 14))),
            (P::Call, at(Stage::Calls, 16 + only(Stage::Calls, 12))),
            (P::Indirect, at(Stage::Indirect, 10 + only(Stage::Indirect, 14))),
            (P::Global, only(Stage::Globals, 26)),
            (P::Container, only(Stage::Containers, 60)),
        ];
        let weights: Vec<usize> = table.iter().map(|(_, w)| *w).collect();
        let made = match table[self.rng.weighted(&weights)].0 {
            P::Scalar => Some(self.scalar()),
            P::Assign => Some(self.assignment()),
            P::If => Some(self.branch()),
            P::For => Some(self.for_loop()),
            P::While => Some(self.while_loop()),
            P::DoWhile => Some(self.do_loop()),
            P::Converge => Some(self.converge()),
            P::Contest => self.contest(),
            P::Switch => self.switch(),
            P::Irreducible => self.irreducible(),
            P::Jump => self.jump(),
            P::Memory => self.memory(),
            P::Call => self.call_statement(),
            P::Indirect => self.indirect(),
            P::Global => self.global_statement(),
            P::Container => Some(self.container()),
        };
        made.unwrap_or_else(|| self.assignment())
    }

    /// A new scalar.
    fn scalar(&mut self) -> Vec<Stmt> {
        let depth = self.rng.range(1, 3);
        let init = self.bounded(depth);
        let float = self.floats && self.rng.chance(25);
        let name = self.fresh("t");
        self.declare(&name, VarKind::Real, true);
        vec![decl(Ty::real(float), &name, init)]
    }

    /// An assignment to something in scope.
    pub fn assignment(&mut self) -> Vec<Stmt> {
        match self.place(true) {
            Some(place) => vec![self.assign_to(place)],
            None => self.scalar(),
        }
    }

    /// An assignment that keeps the object in range, also when it is repeated.
    pub fn assign_to(&mut self, place: Expr) -> Stmt {
        let depth = self.rng.range(1, 3);
        let e = self.bounded(depth);
        let small = self.rng.real(0.05, 0.35);
        let damp = self.rng.real(0.3, 0.7);
        if self.loops > 0 {
            return match self.rng.below(6) {
                0 | 1 => assign(place.clone(), bin("+", bin("*", num(damp), place), bin("*", num(small), e))),
                2 => update(place, "+=", bin("*", num(small * 0.5), e)),
                3 => update(place, "-=", bin("*", num(small * 0.4), e)),
                4 => update(place, "*=", bin("+", num(damp), bin("*", num(small), call("sin", vec![e])))),
                _ => {
                    let e = self.squash(e);
                    assign(place, bin("*", num(damp), e))
                }
            };
        }
        match self.rng.below(6) {
            0 => update(place, "+=", e),
            1 => update(place, "-=", bin("*", num(small), e)),
            2 => update(place, "*=", bin("+", num(damp), call("sin", vec![e]))),
            3 => update(place, "/=", bin("+", num(1.8), call("cos", vec![e]))),
            _ => assign(place, e),
        }
    }

    /// `if`, with or without `else`.
    fn branch(&mut self) -> Vec<Stmt> {
        let cond = self.condition();
        let (a, b) = (self.rng.range(1, 2), self.rng.range(1, 2));
        let then = self.block(a, Scope::default());
        let other = if self.rng.chance(55) { self.block(b, Scope::default()) } else { vec![] };
        vec![Stmt::If { cond, then, other }]
    }

    /// A loop body, in which `name` counts.
    fn counted_body(&mut self, name: &str, max: usize, bound: Option<String>, continues: bool) -> Vec<Stmt> {
        let counter = Var { name: name.to_owned(), kind: VarKind::Int { max, bound }, writable: false };
        let scope = Scope { vars: vec![counter], breaks: true, continues, ..Scope::default() };
        self.loops += 1;
        let count = self.rng.range(1, 3);
        let body = self.block(count, scope);
        self.loops -= 1;
        body
    }

    /// A symbolic bound in scope, with the largest value it can have.
    pub fn symbolic(&self) -> Option<(String, usize)> {
        self.vars(|_| true).into_iter().rev().find_map(|v| match v.kind {
            VarKind::Array { bound: Some(b), .. } => Some((b, 6)),
            _ => None,
        })
    }

    /// `for` upwards, downwards, in steps, or triangular.
    fn for_loop(&mut self) -> Vec<Stmt> {
        let i = self.fresh("i");
        let outer = self.pick_var(|v| matches!(v.kind, VarKind::Int { .. }) && v.name.starts_with('i'));
        if let Some(Var { name, kind: VarKind::Int { max, bound }, .. }) = outer
            && self.rng.chance(40)
        {
            let body = self.counted_body(&i, max, bound, true);
            let op = if self.rng.chance(50) { "<" } else { "<=" };
            return vec![Stmt::For {
                init: Box::new(decl(Ty::Int, &i, int(0))),
                cond: bin(op, int_var(&i), int_var(&name)),
                step: Box::new(update(int_var(&i), "+=", int(1))),
                body,
            }];
        }
        let (hi, max, bound) = match self.symbolic() {
            Some((b, max)) if self.rng.chance(70) => (int_var(&b), max, Some(b)),
            _ => {
                let trips = self.rng.range(2, 5);
                (int(trips as i64), trips, None)
            }
        };
        let body = self.counted_body(&i, max, bound, true);
        let (init, cond, step) = match self.rng.below(10) {
            0 | 1 => (
                decl(Ty::Int, &i, bin("-", hi, int(1))),
                bin(">=", int_var(&i), int(0)),
                update(int_var(&i), "-=", int(1)),
            ),
            2 => (
                decl(Ty::Int, &i, int(self.rng.below(2) as i64)),
                bin("<", int_var(&i), hi),
                update(int_var(&i), "+=", int(2)),
            ),
            3 => (decl(Ty::Int, &i, int(1)), bin("<", int_var(&i), hi), update(int_var(&i), "+=", int(1))),
            4 => (
                decl(Ty::Int, &i, int(0)),
                bin("&&", bin("<", int_var(&i), hi), self.condition()),
                update(int_var(&i), "+=", int(1)),
            ),
            _ => return vec![for_up(&i, int(0), hi, body)],
        };
        vec![Stmt::For { init: Box::new(init), cond, step: Box::new(step), body }]
    }

    /// `while` with a counter and perhaps a second condition.
    fn while_loop(&mut self) -> Vec<Stmt> {
        let k = self.fresh("w");
        let trips = self.rng.range(2, 6);
        let mut cond = bin("<", int_var(&k), int(trips as i64));
        if self.rng.chance(50) {
            cond = bin("&&", cond, self.condition());
        }
        // The counter moves first, so that `continue` cannot loop for ever.
        let mut body = vec![update(int_var(&k), "+=", int(1))];
        body.extend(self.counted_body(&k, trips + 1, None, true));
        vec![decl(Ty::Int, &k, int(0)), Stmt::While { cond, body }]
    }

    fn do_loop(&mut self) -> Vec<Stmt> {
        let k = self.fresh("w");
        let trips = self.rng.range(1, 4);
        let mut body = self.counted_body(&k, trips, None, false);
        body.push(update(int_var(&k), "+=", int(1)));
        let mut cond = bin("<", int_var(&k), int(trips as i64));
        if self.rng.chance(40) {
            cond = bin("&&", cond, self.condition());
        }
        vec![decl(Ty::Int, &k, int(0)), Stmt::DoWhile { body, cond }]
    }

    /// A loop whose trip count depends on data: iterate until a value is small.
    fn converge(&mut self) -> Vec<Stmt> {
        let (r, k) = (self.fresh("r"), self.fresh("k"));
        let init = self.bounded(2);
        let eps = self.rng.real(0.05, 0.4);
        let shrink = self.rng.real(0.4, 0.75);
        self.scopes.push(Scope::default());
        self.declare(&k, VarKind::Int { max: 13, bound: None }, false);
        self.loops += 1;
        let drive = self.bounded(1);
        let extra = if self.rng.chance(50) { self.assignment() } else { vec![] };
        self.loops -= 1;
        self.scopes.pop();
        let mut body = vec![assign(
            real_var(&r),
            bin("+", bin("*", num(shrink), real_var(&r)), bin("*", num(0.02), call("sin", vec![drive]))),
        )];
        body.extend(extra);
        body.push(update(int_var(&k), "+=", int(1)));
        let small = bin(">", call("fabs", vec![real_var(&r)]), num(eps));
        let cond = bin("&&", small, bin("<", int_var(&k), int(12)));
        let mut out = vec![decl(Ty::Double, &r, init), decl(Ty::Int, &k, int(0))];
        out.push(if self.rng.chance(60) { Stmt::While { cond, body } } else { Stmt::DoWhile { body, cond } });
        self.declare(&r, VarKind::Real, true);
        vec![Stmt::Group(out)]
    }

    fn switch(&mut self) -> Option<Vec<Stmt>> {
        let cases = self.rng.range(2, 4);
        let value = match self.pick_var(|v| matches!(v.kind, VarKind::Int { .. })) {
            Some(v) => bin("%", int_var(&v.name), int(cases as i64)),
            None => {
                let leaf = self.simple_leaf();
                let scaled = bin("*", num(1.7), call("fabs", vec![leaf]));
                super::ast::cast(ExprKind::Int, Ty::Int, scaled)
            }
        };
        let mut out = Vec::new();
        for i in 0..cases {
            let count = self.rng.range(1, 2);
            let body = self.block(count, Scope { breaks: true, ..Scope::default() });
            out.push((body, i + 1 < cases && self.rng.chance(30)));
        }
        Some(vec![Stmt::Switch { value, cases: out }])
    }

    /// A loop with two entries, made with `goto`.
    fn irreducible(&mut self) -> Option<Vec<Stmt>> {
        let target = self.place(true)?;
        let (k, first, second) = (self.fresh("k"), self.fresh("L"), self.fresh("L"));
        let entry = self.condition();
        let trips = self.rng.range(3, 6) as i64;
        self.loops += 1;
        let one = self.assign_to(target.clone());
        let two = self.assign_to(target.clone());
        let twist = self.condition();
        self.loops -= 1;
        let goto = |label: &str| vec![Stmt::Goto(label.to_owned())];
        let jump = |cond: Expr, label: &str| Stmt::If { cond, then: goto(label), other: vec![] };
        let mut out = vec![
            decl(Ty::Int, &k, int(0)),
            jump(entry, &second),
            Stmt::Label(first.clone()),
            one,
            update(int_var(&k), "+=", int(1)),
            Stmt::Label(second.clone()),
            two,
            update(int_var(&k), "+=", int(1)),
        ];
        let bounded = bin("<", int_var(&k), int(trips));
        if self.rng.chance(50) {
            out.push(jump(bin("&&", bounded.clone(), twist), &second));
        }
        out.push(jump(bounded, &first));
        Some(vec![Stmt::Group(out)])
    }

    /// A conditional `break`, `continue` or `return`.
    fn jump(&mut self) -> Option<Vec<Stmt>> {
        let cond = self.condition();
        let kind = self.rng.weighted(&[4, 4, 2]);
        self.scopes.push(Scope::default());
        let then = self.jump_body(kind);
        self.scopes.pop();
        Some(vec![Stmt::If { cond, then: then?, other: vec![] }])
    }

    fn jump_body(&mut self, kind: usize) -> Option<Vec<Stmt>> {
        let mut then = if self.rng.chance(40) { self.assignment() } else { vec![] };
        match kind {
            0 | 1 => {
                then.extend(frees_to_loop(&self.scopes, kind == 1)?);
                then.push(if kind == 1 { Stmt::Continue } else { Stmt::Break });
            }
            _ => {
                let value = match self.ret {
                    Ty::Void => None,
                    Ty::Double | Ty::Float => Some(self.bounded(2)),
                    _ => return None,
                };
                then.extend(self.leave(value));
            }
        }
        Some(then)
    }
}
