//! Helper functions and calls: direct, recursive, through pointers, with state in globals and static locals.

use super::Stage;
use super::ast::{
    Expr, ExprKind, Function, Global, Node, Stmt, StructDef, Ty, addr, assign, bin, call, call_other, cast, cond, decl,
    for_up, index, index_as, int, int_var, list, member, num, other, real_var, update,
};
use super::scope::{Scope, Var, VarKind};
use super::state::{Gen, Helper, Shape};

const ATTRIBUTES: [&str; 6] = [
    "static",
    "static __attribute__((noinline))",
    "static __attribute__((noinline))",
    "__attribute__((noinline))",
    "",
    "static inline",
];

fn real(name: &str) -> Var {
    Var { name: name.to_owned(), kind: VarKind::Real, writable: true }
}

fn array(name: &str, writable: bool) -> Var {
    let kind = VarKind::Array { float: false, len: 3, bound: Some("len".into()), heap: false };
    Var { name: name.to_owned(), kind, writable }
}

fn double_param(name: &str) -> (Ty, String) {
    (Ty::Double, name.to_owned())
}

impl Gen {
    /// Globals that the program reads and writes.
    pub fn define_globals(&mut self) {
        let mut scope = Scope::default();
        for i in 0..self.rng.range(1, 2) {
            let name = format!("g{i}@");
            let init = num(self.rng.real(-1.0, 1.0));
            let is_static = self.rng.chance(60);
            self.program.globals.push(Global { ty: Ty::Double, name: name.clone(), init, is_static, constant: false });
            scope.vars.push(real(&name));
        }
        if self.rng.chance(60) {
            let len = self.rng.range(3, 5);
            let init = list((0..len).map(|_| num(self.rng.real(-1.0, 1.0))).collect());
            let ty = Ty::Array(Box::new(Ty::Double), vec![len]);
            let is_static = self.rng.chance(60);
            self.program.globals.push(Global { ty, name: "ga@".into(), init, is_static, constant: false });
            let kind = VarKind::Array { float: false, len, bound: None, heap: false };
            scope.vars.push(Var { name: "ga@".into(), kind, writable: true });
        }
        self.scopes.push(scope);
    }

    /// A few helpers, each free to call those before it.
    pub fn define_helpers(&mut self) {
        if self.stage >= Stage::Indirect {
            self.define_indirect();
        }
        if self.stage == Stage::Globals && self.rng.chance(60) {
            self.define_tick();
        }
        let structs = self.plain_structs();
        for i in 0..self.rng.range(1, 3) {
            let def = *self.rng.pick(&structs);
            let shapes = [
                Shape::Scalars(self.rng.range(1, 3)),
                Shape::ReadArray,
                Shape::WriteArray,
                Shape::OutParams,
                Shape::ByValue(def),
                Shape::Returns(def),
                Shape::ByPointer(def),
                Shape::Depth,
                Shape::DepthArray,
                Shape::Rows,
            ];
            let shape = self.rng.pick(&shapes).clone();
            self.define_helper(format!("h{i}@"), shape);
        }
    }

    /// Runs `make` inside a fresh function with the given names in scope, and adds the function.
    fn function(
        &mut self,
        name: &str,
        ret: Ty,
        params: Vec<(Ty, String)>,
        vars: Vec<Var>,
        make: impl FnOnce(&mut Gen) -> Vec<Stmt>,
    ) {
        let globals: Vec<Scope> = if self.stage == Stage::Globals { vec![self.scopes[0].clone()] } else { vec![] };
        let outer = std::mem::replace(&mut self.scopes, globals);
        let old = (self.depth, self.loops, self.budget, std::mem::replace(&mut self.ret, ret.clone()));
        (self.depth, self.loops, self.budget) = (1, 0, self.rng.range(2, 5));
        self.scopes.push(Scope { vars, ..Scope::default() });
        let body = make(self);
        self.scopes = outer;
        (self.depth, self.loops, self.budget, self.ret) = old;
        let attributes = *self.rng.pick(&ATTRIBUTES);
        self.program.functions.push(Function { name: name.to_owned(), attributes, ret, params, body });
    }

    /// A body that ends in a `return` of much of what is in scope.
    fn plain_body(&mut self, count: usize) -> Vec<Stmt> {
        let mut body = self.stmts(count);
        let result = self.result().map(|e| self.squash(e));
        body.extend(self.leave(result));
        body
    }

    fn define_helper(&mut self, name: String, shape: Shape) {
        let count = self.rng.range(1, 3);
        let scalar = |n: usize| ["a", "b", "c"][..n].iter().map(|s| double_param(s)).collect::<Vec<_>>();
        let tag = |g: &Gen, def: usize| Ty::Named(g.program.structs[def].tag.clone());
        let len = (Ty::Int, "len".to_owned());
        match shape.clone() {
            Shape::Scalars(n) => {
                let vars = ["a", "b", "c"][..n].iter().map(|s| real(s)).collect();
                self.function(&name, Ty::Double, scalar(n), vars, |g| g.plain_body(count));
            }
            Shape::ReadArray => {
                let params = vec![(Ty::ConstPtr(Box::new(Ty::Double)), "p".to_owned()), len];
                self.function(&name, Ty::Double, params, vec![array("p", false)], |g| g.plain_body(count));
            }
            Shape::WriteArray => {
                let params = vec![(Ty::real_ptr(false), "p".to_owned()), len, double_param("c")];
                self.function(&name, Ty::Void, params, vec![array("p", true), real("c")], |g| g.plain_body(count));
            }
            Shape::OutParams => self.define_out_params(&name, count),
            Shape::ByValue(def) | Shape::ByPointer(def) => {
                let pointer = matches!(shape, Shape::ByPointer(_));
                let ty = if pointer { tag(self, def).ptr() } else { tag(self, def) };
                let st = Var { name: "s".into(), kind: VarKind::Struct { def, pointer }, writable: true };
                let params = vec![(ty, "s".to_owned()), double_param("a")];
                self.function(&name, Ty::Double, params, vec![st, real("a")], |g| g.plain_body(count));
            }
            Shape::Returns(def) => {
                let ty = tag(self, def);
                let st = Var { name: "s".into(), kind: VarKind::Struct { def, pointer: false }, writable: true };
                let params = vec![(ty.clone(), "s".to_owned()), double_param("a")];
                self.function(&name, ty, params, vec![st.clone(), real("a")], |g| {
                    let place = g.place_in(&st);
                    let mut body = vec![g.assign_to(place)];
                    body.extend(g.stmts(count));
                    body.extend(g.leave_struct());
                    body
                });
            }
            Shape::Depth => self.define_depth(&name),
            Shape::DepthArray => self.define_depth_array(&name),
            Shape::Rows => {
                let params = vec![(Ty::Row(Box::new(Ty::Double), 4), "m".to_owned())];
                let m = Var { name: "m".into(), kind: VarKind::Matrix { rows: 3, cols: 4 }, writable: true };
                self.function(&name, Ty::Double, params, vec![m], |g| g.plain_body(count));
            }
            Shape::Op | Shape::Tick | Shape::Apply | Shape::Callback => {}
        }
        self.helpers.push(Helper { name, shape });
    }

    /// Frees and returns the parameter `s`.
    fn leave_struct(&mut self) -> Vec<Stmt> {
        let mut out = super::scope::frees_to_exit(&self.scopes);
        out.push(Stmt::Return(Some(other("s"))));
        out
    }

    fn define_out_params(&mut self, name: &str, count: usize) {
        let ptr = || Ty::real_ptr(false);
        let params = vec![double_param("a"), (ptr(), "out1".to_owned()), (ptr(), "out2".to_owned())];
        self.function(name, Ty::Void, params, vec![real("a")], |g| {
            let star = |p: &str| super::ast::deref(other(p));
            let (e1, e2) = (g.bounded(2), g.bounded(1));
            let mut body = vec![assign(star("out1"), e1)];
            body.extend(g.stmts(count));
            body.push(assign(star("out2"), bin("+", bin("*", num(0.5), star("out1")), e2)));
            let frees = super::scope::frees_to_exit(&g.scopes);
            body.extend(frees);
            body
        });
    }

    /// Recursion (sometimes mutual) with an integer depth.
    fn define_depth(&mut self, name: &str) {
        let params = || vec![double_param("a"), double_param("b"), (Ty::Int, "d".to_owned())];
        let vars = || vec![real("a"), real("b")];
        let partner = format!("{}m@", name.trim_end_matches('@'));
        let mutual = self.rng.chance(40);
        let twice = !mutual && self.rng.chance(25);
        let mut pairs = vec![(name.to_owned(), if mutual { partner.clone() } else { name.to_owned() })];
        if mutual {
            pairs.push((partner, name.to_owned()));
        }
        for (this, next) in pairs {
            self.function(&this, Ty::Double, params(), vars(), |g| {
                let base = g.bounded(2);
                let stop = bin("<=", int_var("d"), int(0));
                let mut body = vec![Stmt::If { cond: stop, then: vec![Stmt::Return(Some(base))], other: vec![] }];
                let count = g.rng.range(1, 2);
                body.extend(g.stmts(count));
                let (e1, e2) = (g.bounded(1), g.bounded(1));
                let less = bin("-", int_var("d"), int(1));
                let mut value = call(&next, vec![g.squash(e1), real_var("b"), less.clone()]);
                if twice {
                    value = bin("-", value, call(&next, vec![real_var("b"), real_var("a"), less]));
                }
                let c = g.rng.real(0.4, 0.9);
                let value = bin("+", bin("*", num(c), value), bin("*", num(0.3), e2));
                body.extend(g.leave(Some(value)));
                body
            });
        }
    }

    /// Recursion over an array: the first element changes, the rest recurs.
    fn define_depth_array(&mut self, name: &str) {
        let params = vec![(Ty::real_ptr(false), "p".to_owned()), (Ty::Int, "len".to_owned())];
        let c = self.rng.real(0.3, 0.8);
        let before = self.rng.chance(50);
        self.function(name, Ty::Double, params, vec![], |_| {
            let p = |i: i64| index(other("p"), int(i));
            let stop = bin("<=", int_var("len"), int(1));
            let base = Stmt::Return(Some(bin("*", num(c), p(0))));
            let change = assign(p(0), bin("+", bin("*", num(c), p(0)), call("sin", vec![p(1)])));
            let rest = call(name, vec![bin("+", other("p"), int(1)), bin("-", int_var("len"), int(1))]);
            let mut body = vec![Stmt::If { cond: stop, then: vec![base], other: vec![] }];
            if before {
                body.push(change);
                body.push(Stmt::Return(Some(bin("+", p(0), bin("*", num(0.6), rest)))));
            } else {
                body.push(decl(Ty::Double, "r", rest));
                body.push(change);
                body.push(Stmt::Return(Some(bin("*", bin("+", real_var("r"), num(0.5)), call("cos", vec![p(0)])))));
            }
            body
        });
        for f in self.program.functions.iter_mut().filter(|f| f.name == name) {
            f.attributes = "static";
        }
    }

    /// Functions of one argument, a table of them, and callbacks with a context.
    fn define_indirect(&mut self) {
        self.program.typedefs.push("typedef double (*fn1@)(double);".into());
        self.program.typedefs.push("typedef double (*cb@)(double, void *);".into());
        let count = self.rng.range(2, 3);
        for i in 0..count {
            let name = format!("op{i}@");
            let lines = self.rng.range(1, 2);
            self.function(&name, Ty::Double, vec![double_param("a")], vec![real("a")], |g| g.plain_body(lines));
            self.helpers.push(Helper { name, shape: Shape::Op });
        }
        let items = (0..count).map(|i| other(&format!("op{i}@"))).collect();
        let ty = Ty::Array(Box::new(Ty::Named("fn1@".into())), vec![count]);
        let is_static = self.rng.chance(70);
        let init = list(items);
        self.program.globals.push(Global { ty, name: "ops@".into(), init, is_static, constant: true });
        if self.rng.chance(60) {
            self.define_callbacks();
        }
    }

    fn define_callbacks(&mut self) {
        let tag = "struct ctx@".to_owned();
        let fields = vec![(Ty::Double, "w".to_owned()), (Ty::Double, "acc".to_owned()), (Ty::Long, "k".to_owned())];
        self.program.structs.push(StructDef { tag: tag.clone(), fields });
        let void_ptr = || Ty::Void.ptr();
        let def = self.program.structs.len() - 1;
        for i in 0..2 {
            let name = format!("cb{i}@");
            let params = vec![double_param("v"), (void_ptr(), "ctx".to_owned())];
            let ctx = Var { name: "c".into(), kind: VarKind::Struct { def, pointer: true }, writable: true };
            let ty = Ty::Named(tag.clone()).ptr();
            self.function(&name, Ty::Double, params, vec![real("v"), ctx], |g| {
                let mut body = vec![decl(ty.clone(), "c", cast(ExprKind::Other, ty, other("ctx")))];
                body.extend(g.plain_body(1));
                body
            });
            self.helpers.push(Helper { name, shape: Shape::Callback });
        }
        let params = vec![
            (Ty::Named("cb@".into()), "f".to_owned()),
            (void_ptr(), "ctx".to_owned()),
            (Ty::ConstPtr(Box::new(Ty::Double)), "p".to_owned()),
            (Ty::Int, "len".to_owned()),
        ];
        let damp = self.rng.real(0.3, 0.8);
        self.function("apply@", Ty::Double, params, vec![], |_| {
            let at = index(other("p"), int_var("i"));
            let got = Expr::new(ExprKind::Real, Node::CallPtr(Box::new(other("f")), vec![at, other("ctx")]));
            let step = assign(real_var("s"), bin("+", bin("*", num(damp), real_var("s")), got));
            vec![
                decl(Ty::Double, "s", num(0.0)),
                for_up("i", int(0), int_var("len"), vec![step]),
                Stmt::Return(Some(real_var("s"))),
            ]
        });
        self.helpers.push(Helper { name: "apply@".into(), shape: Shape::Apply });
    }

    /// A function with a static accumulator.
    fn define_tick(&mut self) {
        let params = vec![double_param("v"), (Ty::Int, "first".to_owned())];
        let start = self.rng.real(-0.5, 0.8);
        self.function("tick@", Ty::Double, params, vec![real("v")], |g| {
            let acc = || real_var("acc");
            let e = g.bounded(2);
            let reset = vec![assign(acc(), num(start))];
            vec![
                Stmt::Decl { ty: Ty::Double, name: "acc".into(), init: None, is_static: true },
                Stmt::If { cond: int_var("first"), then: reset, other: vec![] },
                assign(acc(), bin("+", bin("*", num(0.6), acc()), bin("*", num(0.4), call("sin", vec![e])))),
                Stmt::Return(Some(acc())),
            ]
        });
        self.helpers.push(Helper { name: "tick@".into(), shape: Shape::Tick });
    }

    /// A helper of one of the shapes.
    fn helper_where(&mut self, filter: impl Fn(&Shape) -> bool) -> Option<Helper> {
        let all: Vec<Helper> = self.helpers.iter().filter(|h| filter(&h.shape)).cloned().collect();
        if all.is_empty() { None } else { Some(self.rng.pick(&all).clone()) }
    }

    /// A call that yields a number.
    pub fn helper_value(&mut self, depth: usize) -> Option<Expr> {
        let valued = |s: &Shape| {
            matches!(s, Shape::Scalars(_) | Shape::ReadArray | Shape::ByValue(_) | Shape::Depth | Shape::Op)
        };
        let h = self.helper_where(valued)?;
        let depth = depth.min(1);
        Some(match h.shape {
            Shape::Scalars(n) => {
                let args = (0..n).map(|_| self.bounded(depth)).collect();
                call(&h.name, args)
            }
            Shape::ReadArray => {
                let (p, len) = self.array_argument(false)?;
                call(&h.name, vec![p, len])
            }
            Shape::ByValue(def) => {
                let (_, found, value) = self.struct_value(false)?;
                let a = self.bounded(depth);
                if found != def {
                    return None;
                }
                call(&h.name, vec![value, a])
            }
            Shape::Depth => {
                let (a, b) = (self.bounded(depth), self.bounded(0));
                let d = self.rng.range(1, if self.loops > 0 { 2 } else { 4 }) as i64;
                call(&h.name, vec![a, b, int(d)])
            }
            _ => {
                let a = self.bounded(depth);
                if self.rng.chance(60) { self.through_table(a)? } else { call(&h.name, vec![a]) }
            }
        })
    }

    /// `ops[i](a)`.
    fn through_table(&mut self, a: Expr) -> Option<Expr> {
        let count = self.helpers.iter().filter(|h| h.shape == Shape::Op).count();
        let ready = self.program.globals.iter().any(|g| g.name == "ops@");
        if !ready {
            return None;
        }
        let at = match self.pick_var(|v| matches!(v.kind, VarKind::Int { .. })) {
            Some(v) => bin("%", int_var(&v.name), int(count as i64)),
            None if self.rng.chance(30) => self.condition(),
            None => int(self.rng.below(count) as i64),
        };
        let f = index_as(ExprKind::Other, other("ops@"), at);
        Some(Expr::new(ExprKind::Real, Node::CallPtr(Box::new(f), vec![a])))
    }

    /// Gives a value a name.
    fn named(&mut self, value: Expr) -> Stmt {
        let name = self.fresh("t");
        self.declare(&name, VarKind::Real, true);
        decl(Ty::Double, &name, value)
    }

    /// A statement around a call.
    pub fn call_statement(&mut self) -> Option<Vec<Stmt>> {
        let indirect = |s: &Shape| matches!(s, Shape::Op | Shape::Tick | Shape::Apply | Shape::Callback);
        let h = self.helper_where(|s| !indirect(s))?;
        match h.shape {
            Shape::WriteArray => {
                let (p, len) = self.array_argument(true)?;
                let c = self.bounded(1);
                Some(vec![Stmt::Expr(call_other(&h.name, vec![p, len, c]))])
            }
            Shape::DepthArray => {
                let (p, len) = self.array_argument(true)?;
                Some(vec![self.named(call(&h.name, vec![p, len]))])
            }
            Shape::OutParams => Some(self.call_out_params(&h.name)),
            Shape::ByValue(def) | Shape::Returns(def) | Shape::ByPointer(def) => self.call_struct(&h, def),
            Shape::Rows => {
                let m = self.pick_var(|v| {
                    v.writable && matches!(v.kind, VarKind::Matrix { rows, cols } if rows >= 3 && cols == 4)
                })?;
                Some(vec![self.named(call(&h.name, vec![other(&m.name)]))])
            }
            _ => {
                let value = self.helper_value(1)?;
                Some(vec![self.named(value)])
            }
        }
    }

    fn call_out_params(&mut self, name: &str) -> Vec<Stmt> {
        let a = self.bounded(1);
        let (o1, o2) = (self.fresh("o"), self.fresh("o"));
        for o in [&o1, &o2] {
            self.declare(o, VarKind::Real, true);
        }
        vec![Stmt::Group(vec![
            decl(Ty::Double, &o1, num(0.0)),
            decl(Ty::Double, &o2, num(0.25)),
            Stmt::Expr(call_other(name, vec![a, addr(real_var(&o1)), addr(real_var(&o2))])),
        ])]
    }

    fn call_struct(&mut self, h: &Helper, def: usize) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        let known = self.pick_var(|v| v.writable && matches!(v.kind, VarKind::Struct { def: d, .. } if d == def));
        let (name, pointer) = match known {
            Some(Var { name, kind: VarKind::Struct { pointer, .. }, .. }) => (name, pointer),
            _ => {
                let name = self.fresh("st");
                let values = self.struct_values(def);
                out.push(decl(Ty::Named(self.program.structs[def].tag.clone()), &name, values));
                self.declare(&name, VarKind::Struct { def, pointer: false }, true);
                (name, false)
            }
        };
        let star = |name: &str| Expr::new(ExprKind::Other, Node::Un("*", Box::new(other(name))));
        let value = if pointer { star(&name) } else { other(&name) };
        let place = if pointer { other(&name) } else { addr(other(&name)) };
        let a = self.bounded(1);
        out.push(match h.shape {
            Shape::Returns(_) => assign(value.clone(), call_other(&h.name, vec![value, a])),
            Shape::ByPointer(_) => self.named(call(&h.name, vec![place, a])),
            _ => self.named(call(&h.name, vec![value, a])),
        });
        Some(out)
    }

    /// A call through a pointer.
    pub fn indirect(&mut self) -> Option<Vec<Stmt>> {
        match self.rng.below(5) {
            0 | 1 => {
                let a = self.bounded(1);
                let value = self.through_table(a)?;
                Some(vec![self.named(value)])
            }
            2 => self.function_pointer(),
            3 => self.object(),
            _ => self.callback(),
        }
    }

    /// One of two functions, chosen by a condition.
    fn chosen_op(&mut self) -> Option<Expr> {
        let a = self.helper_where(|s| *s == Shape::Op)?;
        let b = self.helper_where(|s| *s == Shape::Op)?;
        let c = self.condition();
        Some(cond(c, other(&a.name), other(&b.name)))
    }

    /// A local function pointer, called once or in a loop.
    fn function_pointer(&mut self) -> Option<Vec<Stmt>> {
        let op = self.chosen_op()?;
        let fp = self.fresh("fp");
        let a = self.bounded(1);
        let through = |a: Expr| Expr::new(ExprKind::Real, Node::CallPtr(Box::new(other(&fp)), vec![a]));
        let mut group = vec![decl(Ty::Named("fn1@".into()), &fp, op)];
        group.push(self.named(through(a)));
        if self.rng.chance(50)
            && let Some(place) = self.place(true)
        {
            let i = self.fresh("i");
            let trips = self.rng.range(2, 4) as i64;
            let step = assign(place.clone(), bin("*", num(0.7), through(place)));
            group.push(for_up(&i, int(0), int(trips), vec![step]));
        }
        Some(vec![Stmt::Group(group)])
    }

    /// A struct with a function pointer and its data.
    fn object(&mut self) -> Option<Vec<Stmt>> {
        let op = self.chosen_op()?;
        let tag = "struct obj@".to_owned();
        if !self.program.structs.iter().any(|d| d.tag == tag) {
            let fields = vec![(Ty::Named("fn1@".into()), "op".to_owned()), (Ty::Double, "w".to_owned())];
            self.program.structs.push(StructDef { tag: tag.clone(), fields });
        }
        let o = self.fresh("ob");
        let (w, e) = (self.bounded(1), self.bounded(0));
        let field = |name: &str, kind| member(kind, other(&o), name, false);
        let got = Expr::new(
            ExprKind::Real,
            Node::CallPtr(Box::new(field("op", ExprKind::Other)), vec![bin("*", field("w", ExprKind::Real), e)]),
        );
        let group = vec![decl(Ty::Named(tag), &o, list(vec![op, w])), self.named(got)];
        Some(vec![Stmt::Group(group)])
    }

    fn callback(&mut self) -> Option<Vec<Stmt>> {
        let apply = self.helper_where(|s| *s == Shape::Apply)?;
        let cb = self.helper_where(|s| *s == Shape::Callback)?;
        let (p, len) = self.array_argument(false)?;
        let (w, acc) = (self.bounded(1), self.bounded(1));
        let c = self.fresh("ctx");
        let init = list(vec![w, acc, int(1)]);
        let value = call(&apply.name, vec![other(&cb.name), addr(other(&c)), p, len]);
        let group = vec![
            decl(Ty::Named("struct ctx@".into()), &c, init),
            self.named(value),
            self.named(member(ExprKind::Real, other(&c), "acc", false)),
        ];
        Some(vec![Stmt::Group(group)])
    }

    /// A statement on globals or static locals.
    pub fn global_statement(&mut self) -> Option<Vec<Stmt>> {
        match self.rng.below(5) {
            0 | 1 => {
                let v = self.pick_var(|v| v.writable && v.name.ends_with('@'))?;
                let place = self.place_in(&v);
                Some(vec![self.assign_to(place)])
            }
            2 => Some(self.static_local()),
            3 => {
                self.helper_where(|s| *s == Shape::Tick)?;
                let first = self.bounded(1);
                let t = self.fresh("t");
                let i = self.fresh("i");
                let again = self.bounded(1);
                let more = bin("*", num(0.3), call("tick@", vec![again, int(0)]));
                self.declare(&t, VarKind::Real, true);
                let trips = self.rng.range(1, 3) as i64;
                Some(vec![Stmt::Group(vec![
                    decl(Ty::Double, &t, call("tick@", vec![first, int(1)])),
                    for_up(&i, int(0), int(trips), vec![update(real_var(&t), "+=", more)]),
                ])])
            }
            _ => {
                let v = self.pick_var(|v| v.name.ends_with('@') && !matches!(v.kind, VarKind::Int { .. }))?;
                let e = self.place_in(&v);
                let value = bin("*", e, call("cos", vec![self.bounded(1)]));
                Some(vec![self.named(value)])
            }
        }
    }

    fn static_local(&mut self) -> Vec<Stmt> {
        let name = self.fresh("sv");
        let e = self.bounded(2);
        if self.rng.chance(60) {
            self.declare(&name, VarKind::Real, true);
            let one = Stmt::Decl { ty: Ty::Double, name: name.clone(), init: None, is_static: true };
            return vec![Stmt::Group(vec![one, assign(real_var(&name), e)])];
        }
        let len = self.rng.range(3, 4);
        let ty = Ty::Array(Box::new(Ty::Double), vec![len]);
        let i = self.fresh("i");
        let one = Stmt::Decl { ty, name: name.clone(), init: None, is_static: true };
        let fill = for_up(&i, int(0), int(len as i64), vec![assign(index(other(&name), int_var(&i)), e)]);
        self.declare(&name, VarKind::Array { float: false, len, bound: None, heap: false }, true);
        vec![Stmt::Group(vec![one, fill])]
    }
}
