//! Generates random programs: the entry function, and expressions.

use super::ast::{
    Expr, ExprKind, Function, Param, ParamKind, Program, Stmt, StructDef, Ty, bin, call, cast, cond, index, int,
    int_var, member, neg, num, other, real_var,
};
use super::print;
use super::rng::Rng;
use super::scope::{Scope, Var, VarKind, free_all};
use super::state::Gen;
use super::{Points, Stage};

/// The program of a seed.
pub fn generate(seed: u64, stage: Stage, points: Points) -> Program {
    let mut rng = Rng::new(seed);
    let stage = match stage {
        Stage::All => {
            *rng.pick(&[Stage::Straight, Stage::Loops, Stage::Memory, Stage::Calls, Stage::Indirect, Stage::Globals])
        }
        other => other,
    };
    let floats = stage >= Stage::Memory && rng.chance(20);
    let entry = Function { name: "f@".into(), attributes: "", ret: Ty::Double, params: vec![], body: vec![] };
    let program = Program {
        seed,
        structs: vec![],
        typedefs: vec![],
        globals: vec![],
        functions: vec![],
        entry,
        params: vec![],
        primal_return: rng.chance(35),
        has_float: false,
        cxx: stage == Stage::Containers,
    };
    let mut g = Gen::new(rng, stage, program, floats, points);
    g.build();
    let text = print::program(&g.program, &print::Style::tested(0));
    g.program.has_float = ["float ", "sinf(", "cosf(", "tanhf("].iter().any(|t| text.contains(t));
    g.program
}

impl Gen {
    fn build(&mut self) {
        if self.stage >= Stage::Memory {
            self.define_structs();
        }
        if self.program.cxx {
            self.program.typedefs = super::containers::DECLARATIONS.iter().map(|line| (*line).to_owned()).collect();
        }
        if self.stage == Stage::Globals {
            self.define_globals();
        }
        if self.stage >= Stage::Calls {
            self.define_helpers();
        }
        self.entry();
    }

    /// Two or three structs of the kinds people write.
    fn define_structs(&mut self) {
        let d = || Ty::Double;
        let real = Ty::real(self.floats);
        let mut defs: Vec<(&str, Vec<(Ty, &str)>)> = vec![
            ("struct pair@", vec![(d(), "u"), (d(), "v")]),
            ("struct body@", vec![(Ty::Array(Box::new(d()), vec![3]), "pos"), (d(), "mass"), (Ty::Int, "tag")]),
            ("struct cell@", vec![(real, "w"), (Ty::Int, "kind"), (d(), "val")]),
        ];
        let keep = self.rng.range(1, 2);
        while defs.len() > keep {
            let i = self.rng.below(defs.len());
            defs.remove(i);
        }
        for (tag, fields) in defs {
            let fields = fields.into_iter().map(|(ty, name)| (ty, name.to_owned())).collect();
            self.program.structs.push(StructDef { tag: tag.into(), fields });
        }
    }

    /// A block with its own scope.
    pub fn block(&mut self, count: usize, scope: Scope) -> Vec<Stmt> {
        self.scopes.push(scope);
        self.depth += 1;
        let mut out = self.stmts(count);
        self.depth -= 1;
        let scope = self.scopes.pop().unwrap_or_default();
        out.extend(free_all(scope.frees.iter().rev()));
        out
    }

    /// The entry function and its parameters.
    fn entry(&mut self) {
        let params = self.entry_params();
        self.ret = match self.rng.weighted(&[80, 14, 6]) {
            0 => Ty::Double,
            1 if params.iter().any(|p| matches!(p.kind, ParamKind::Array { constant: false, .. })) => Ty::Void,
            2 if self.floats => Ty::Float,
            _ => Ty::Double,
        };
        self.program.entry.ret = self.ret.clone();
        self.program.entry.params = params.iter().map(|p| (p.ty.clone(), p.name.clone())).collect();
        self.program.params = params;
        self.budget = self.rng.range(6, 16);
        let mut scope = Scope::default();
        for p in self.program.params.clone() {
            scope.vars.extend(self.param_var(&p));
        }
        let globals = self.scopes.clone();
        self.scopes.push(scope);
        let mut body = self.prologue();
        let count = self.rng.range(4, 9);
        body.extend(self.stmts(count));
        let result = self.result();
        body.extend(self.leave(result));
        self.scopes = globals;
        self.program.entry.body = body;
    }

    /// Sometimes a local accumulator to start with.
    pub fn prologue(&mut self) -> Vec<Stmt> {
        if !self.rng.chance(70) {
            return vec![];
        }
        let init = if self.rng.chance(50) { num(0.0) } else { self.bounded(1) };
        let name = self.fresh("s");
        self.declare(&name, VarKind::Real, true);
        vec![super::ast::decl(Ty::Double, &name, init)]
    }

    /// Frees everything and returns, with the value computed first if something is freed.
    pub fn leave(&mut self, value: Option<Expr>) -> Vec<Stmt> {
        let frees = super::scope::frees_to_exit(&self.scopes);
        match value {
            Some(value) if !frees.is_empty() => {
                let name = self.fresh("r");
                let mut out = vec![super::ast::decl(self.ret.clone(), &name, value)];
                out.extend(frees);
                out.push(Stmt::Return(Some(real_var(&name))));
                out
            }
            value => {
                let mut out = frees;
                out.push(Stmt::Return(value));
                out
            }
        }
    }

    /// The result: a sum over much of what is in scope, so that little is dead.
    pub fn result(&mut self) -> Option<Expr> {
        if self.ret == Ty::Void {
            return None;
        }
        let mut sum = self.bounded(2);
        for v in self.vars(|v| matches!(v.kind, VarKind::Real)) {
            if self.rng.chance(75) {
                sum = bin(if self.rng.chance(70) { "+" } else { "-" }, sum, real_var(&v.name));
            }
        }
        for _ in 0..self.rng.below(3) {
            if let Some(place) = self.place(false) {
                let c = self.rng.real(0.3, 1.5);
                sum = bin("+", sum, bin("*", num(c), place));
            }
        }
        Some(sum)
    }

    fn entry_params(&mut self) -> Vec<Param> {
        let n = self.rng.range(4, 6);
        let arrays = match self.stage {
            Stage::Straight => self.rng.below(2),
            Stage::Loops => self.rng.weighted(&[1, 6, 3]),
            _ => self.rng.weighted(&[1, 6, 4, 1]),
        };
        let mut out = Vec::new();
        for i in 0..arrays {
            out.push(self.array_param(["x", "y", "z"][i], n, i));
        }
        let scalars = if arrays == 0 { self.rng.range(1, 4) } else { self.rng.weighted(&[3, 4, 3]) };
        for name in &["a", "b", "c", "d"][..scalars] {
            let last_float = self.floats && *name == "b" && self.rng.chance(40);
            let constant = out.len() > 1 && self.rng.chance(8);
            let value = self.point();
            let kind = ParamKind::Scalar { float: last_float, value, constant };
            out.push(Param { ty: Ty::real(last_float), name: (*name).into(), kind });
        }
        if self.stage >= Stage::Memory && self.rng.chance(25) {
            out.push(self.struct_param(n));
        }
        if self.stage >= Stage::Loops && arrays > 0 && self.rng.chance(15) {
            let values = (0..n).map(|_| self.rng.below(n) as i64).collect();
            let ty = Ty::ConstPtr(Box::new(Ty::Int));
            out.push(Param { ty, name: "idx".into(), kind: ParamKind::IntArray(values) });
        }
        let at = self.rng.range(0, out.len());
        out.insert(at, Param { ty: Ty::Int, name: "n".into(), kind: ParamKind::Int(n as i64) });
        if self.stage >= Stage::Loops && self.rng.chance(40) {
            let k = self.rng.below(4) as i64;
            out.push(Param { ty: Ty::Int, name: "k".into(), kind: ParamKind::Int(k) });
        }
        out
    }

    fn array_param(&mut self, name: &str, n: usize, position: usize) -> Param {
        let float = self.floats && self.rng.chance(30);
        let constant = position > 0 && self.rng.chance(12);
        let values = (0..n).map(|_| self.point()).collect();
        let element = Box::new(Ty::real(float));
        let ty = match self.rng.weighted(&[70, 15, 15]) {
            _ if constant => Ty::ConstPtr(element),
            0 => Ty::Ptr(element),
            1 if position > 0 => Ty::ConstPtr(element),
            _ => Ty::RestrictPtr(element),
        };
        Param { ty, name: name.into(), kind: ParamKind::Array { float, values, constant } }
    }

    /// A pointer to a struct, or to a struct that holds a pointer.
    fn struct_param(&mut self, n: usize) -> Param {
        if self.rng.chance(40) {
            let tag = "struct slice@".to_owned();
            let fields = vec![
                (Ty::real_ptr(false), "data".to_owned()),
                (Ty::Int, "len".to_owned()),
                (Ty::Double, "scale".to_owned()),
            ];
            self.program.structs.push(StructDef { tag: tag.clone(), fields });
            let values = (0..n).map(|_| self.point()).collect();
            let scale = self.point();
            let kind = ParamKind::Slice { tag: tag.clone(), values, scale };
            return Param { ty: Ty::Named(tag).ptr(), name: "sl".into(), kind };
        }
        let plain = self.plain_structs();
        let def = *self.rng.pick(&plain);
        let count = real_fields(&self.program.structs[def]).len();
        let values = (0..count).map(|_| self.point()).collect();
        let ty = Ty::Named(self.program.structs[def].tag.clone()).ptr();
        Param { ty, name: "st".into(), kind: ParamKind::Struct { def, values } }
    }

    /// A coordinate of the tested point.
    fn point(&mut self) -> f64 {
        if let Some(exact) = self.exact_number() {
            return exact;
        }
        let v = self.rng.real(0.15, 1.6);
        if self.rng.chance(40) { -v } else { v }
    }

    /// One of the few numbers at which values vanish and meet, where such points are requested.
    fn exact_number(&mut self) -> Option<f64> {
        let wanted = self.points == Points::Exact && self.rng.chance(75);
        wanted.then(|| *self.rng.pick(&[0.0, 0.0, 0.0, 1.0, 1.0, -1.0, 0.5]))
    }

    /// The constant of a formula: one at which the function that is applied to it vanishes, where such points are requested.
    fn constant(&mut self, ordinary: f64, vanishing: f64) -> f64 {
        if self.points == Points::Exact && self.rng.chance(60) { vanishing } else { ordinary }
    }

    /// A residual that vanishes where the value is 1, where such points are requested.
    fn less_one(&mut self, value: Expr) -> Expr {
        if self.points == Points::Exact && self.rng.chance(50) { bin("-", value, num(1.0)) } else { value }
    }

    /// The names that a parameter puts in scope.
    fn param_var(&mut self, p: &Param) -> Vec<Var> {
        let bound = Some("n".to_owned());
        let make = |name: &str, kind, writable| Var { name: name.to_owned(), kind, writable };
        match &p.kind {
            ParamKind::Array { float, values, .. } => {
                let kind = VarKind::Array { float: *float, len: values.len(), bound, heap: false };
                vec![make(&p.name, kind, !matches!(p.ty, Ty::ConstPtr(_)))]
            }
            ParamKind::Scalar { constant, .. } => vec![make(&p.name, VarKind::Real, !constant)],
            ParamKind::Int(v) if p.name == "k" => {
                vec![make("k", VarKind::Int { max: (*v as usize + 1).max(4), bound: None }, false)]
            }
            ParamKind::Int(_) | ParamKind::IntArray(_) => vec![],
            ParamKind::Struct { def, .. } => {
                vec![make(&p.name, VarKind::Struct { def: *def, pointer: true }, true)]
            }
            ParamKind::Slice { values, .. } => {
                let kind = VarKind::Array { float: false, len: values.len(), bound, heap: false };
                vec![make("sl->data", kind, true), make("sl->scale", VarKind::Real, true)]
            }
        }
    }

    /// An index into an array of `len` elements (or as many as the bound says).
    pub fn index_for(&mut self, len: usize, bound: Option<&str>) -> Expr {
        let fits = |v: &Var| match &v.kind {
            VarKind::Int { max, bound: b } => *max <= len || (b.is_some() && b.as_deref() == bound),
            _ => false,
        };
        let size = bound.map_or(int(len as i64), int_var);
        let loop_var = if self.rng.chance(80) { self.pick_var(fits) } else { None };
        let table = self.program.params.iter().any(|p| p.name == "idx");
        match loop_var {
            Some(v) if self.rng.chance(65) => {
                let i = int_var(&v.name);
                if table && bound == Some("n") && self.rng.chance(20) {
                    return super::ast::index_as(ExprKind::Int, other("idx"), i);
                }
                i
            }
            Some(v) => {
                let shift = self.rng.range(1, 3) as i64;
                bin("%", bin("+", int_var(&v.name), int(shift)), size)
            }
            None if self.stage >= Stage::Loops && self.rng.chance(5) => {
                let place = self.simple_leaf();
                let scaled = bin("*", num(2.9), call("fabs", vec![call("sin", vec![place])]));
                bin("%", cast(ExprKind::Int, Ty::Int, scaled), size)
            }
            None if self.stage >= Stage::Loops && bound.is_some() && self.rng.chance(15) => bin("-", size, int(1)),
            None => int(self.rng.below(len) as i64),
        }
    }

    /// A floating-point object in scope, to be read or written.
    pub fn place(&mut self, write: bool) -> Option<Expr> {
        let v = self.pick_var(|v| (v.writable || !write) && !matches!(v.kind, VarKind::Int { .. }))?;
        Some(self.place_in(&v))
    }

    /// A floating-point object inside a variable.
    pub fn place_in(&mut self, v: &Var) -> Expr {
        match &v.kind {
            VarKind::Real => real_var(&v.name),
            VarKind::Array { len, bound, .. } => {
                let i = self.index_for(*len, bound.as_deref());
                if self.stage >= Stage::Memory && self.rng.chance(6) {
                    return super::ast::deref(bin("+", other(&v.name), i));
                }
                index(other(&v.name), i)
            }
            VarKind::Matrix { rows, cols } => {
                let i = self.index_for(*rows, None);
                let j = self.index_for(*cols, None);
                index(super::ast::index_as(ExprKind::Other, other(&v.name), i), j)
            }
            VarKind::Struct { def, pointer } => {
                let fields = real_fields(&self.program.structs[*def]);
                let (field, at) = self.rng.pick(&fields).clone();
                let kind = if at.is_some() { ExprKind::Other } else { ExprKind::Real };
                let base = member(kind, other(&v.name), &field, *pointer);
                match at {
                    Some(_) => {
                        let i = self.index_for(3, None);
                        index(base, i)
                    }
                    None => base,
                }
            }
            VarKind::Pointers { count, len } => {
                let i = self.index_for(*count, None);
                let j = self.index_for(*len, None);
                index(super::ast::index_as(ExprKind::Other, other(&v.name), i), j)
            }
            VarKind::Int { .. } => num(0.5),
        }
    }

    /// A scalar or an element at a constant index.
    pub fn simple_leaf(&mut self) -> Expr {
        match self.pick_var(|v| matches!(v.kind, VarKind::Real | VarKind::Array { .. })) {
            Some(Var { name, kind: VarKind::Array { len, .. }, .. }) => {
                index(other(&name), int(self.rng.below(len) as i64))
            }
            Some(v) => real_var(&v.name),
            None => num(0.7),
        }
    }

    fn leaf(&mut self) -> (Expr, f64) {
        match self.rng.weighted(&[78, 16, 6]) {
            0 => match self.place(false) {
                Some(place) => (place, 2.5),
                None => (num(0.75), 1.0),
            },
            1 => {
                let v = self.exact_number().unwrap_or_else(|| self.rng.real(-1.8, 1.8));
                (num(if v == 0.0 { 0.5 } else { v }), 1.8)
            }
            _ => match self.pick_var(|v| matches!(v.kind, VarKind::Int { .. })) {
                Some(v) => {
                    let c = self.rng.real(0.05, 0.3);
                    (bin("*", num(c), int_var(&v.name)), 1.5)
                }
                None => (num(1.25), 1.25),
            },
        }
    }

    /// A floating-point expression of moderate size.
    pub fn bounded(&mut self, depth: usize) -> Expr {
        let (e, bound) = self.real(depth);
        if bound > 4.0 { self.squash(e) } else { e }
    }

    /// Keeps a value in range.
    pub fn squash(&mut self, e: Expr) -> Expr {
        match self.rng.below(4) {
            0 => call("sin", vec![e]),
            1 => call("tanh", vec![e]),
            2 => call("atan", vec![e]),
            _ => call("cos", vec![bin("*", num(0.5), e)]),
        }
    }

    /// A floating-point expression and a rough bound of its size.
    pub fn real(&mut self, depth: usize) -> (Expr, f64) {
        if depth == 0 {
            return self.leaf();
        }
        let (e, bound) = match self.rng.weighted(&[10, 30, 22, 8, 4, 22, 12, 7, 8]) {
            0 => self.leaf(),
            1 => {
                let ((a, p), (b, q)) = (self.real(depth - 1), self.real(depth - 1));
                let op = if self.rng.chance(60) { "+" } else { "-" };
                (bin(op, a, b), p + q)
            }
            2 => {
                let ((a, p), (b, q)) = (self.real(depth - 1), self.real(depth - 1));
                (bin("*", a, b), p * q)
            }
            3 => self.quotient(depth),
            4 => {
                let (a, p) = self.real(depth - 1);
                (neg(a), p)
            }
            5 => self.unary_call(depth),
            6 => self.binary_call(depth),
            7 => {
                let c = self.condition();
                let ((a, p), (b, q)) = (self.real(depth - 1), self.real(depth - 1));
                (cond(c, a, b), p.max(q))
            }
            _ => match self.helper_value(depth - 1) {
                Some(e) => (e, 2.5),
                None => self.leaf(),
            },
        };
        if bound > 12.0 { (self.squash(e), 1.6) } else { (e, bound) }
    }

    fn quotient(&mut self, depth: usize) -> (Expr, f64) {
        let (a, p) = self.real(depth - 1);
        let b = self.simple_leaf();
        let below = match self.rng.below(3) {
            0 => bin("+", num(1.0), bin("*", b.clone(), b)),
            1 => bin("+", num(2.0), call("sin", vec![b])),
            _ => bin("+", num(1.5), call("fabs", vec![b])),
        };
        (bin("/", a, below), p)
    }

    fn unary_call(&mut self, depth: usize) -> (Expr, f64) {
        let (a, p) = self.real(depth - 1);
        let small = p <= 3.0;
        let square = |g: &mut Gen, ordinary: f64, vanishing: f64| {
            let b = g.simple_leaf();
            bin("+", num(g.constant(ordinary, vanishing)), bin("*", b.clone(), b))
        };
        let one = |name: &str, a: Expr| call(name, vec![a]);
        match self.rng.below(22) {
            0 | 1 => (one("sin", a), 1.0),
            2 | 3 => (one("cos", a), 1.0),
            4 => (one("tanh", a), 1.0),
            5 => (one("atan", a), 1.6),
            6 => (one("exp", one("sin", a)), 2.8),
            7 if small => (one("exp", bin("*", num(0.5), a)), 4.5),
            8 => (one("log", square(self, 1.5, 1.0)), 2.1),
            9 => {
                let root = one("sqrt", square(self, 0.5, 1.0));
                (self.less_one(root), 2.6)
            }
            10 => {
                let root = one("cbrt", square(self, 0.8, 1.0));
                (self.less_one(root), 2.0)
            }
            11 => (one("log1p", square(self, 0.2, 0.0)), 2.0),
            12 if small => (one("expm1", bin("*", num(0.3), a)), 1.5),
            13 => (one("asin", bin("*", num(0.9), one("sin", a))), 1.2),
            14 => (one("acos", bin("*", num(0.8), one("cos", a))), 2.6),
            15 if small => (one("sinh", bin("*", num(0.4), a)), 1.5),
            16 if small => (one("cosh", bin("*", num(0.4), a)), 1.9),
            17 => (one("erf", a), 1.0),
            18 => (one("fabs", a), p),
            19 => (one("exp", neg(square(self, 0.1, 0.0))), 1.0),
            20 => match self.rng.below(5) {
                0 => (one("lgamma", square(self, 2.0, 1.0)), 8.0),
                1 => (one("log2", square(self, 1.2, 1.0)), 3.0),
                2 => (one("log10", square(self, 1.2, 1.0)), 1.0),
                3 => (one("exp2", one("sin", a)), 2.0),
                _ => (bin("-", a, one("floor", self.simple_leaf())), p + 3.0),
            },
            21 if self.floats => {
                let name = *self.rng.pick(&["sinf", "cosf", "tanhf"]);
                (one(name, a), 1.0)
            }
            _ => (one("sin", a), 1.0),
        }
    }

    fn binary_call(&mut self, depth: usize) -> (Expr, f64) {
        let (a, p) = self.real(depth - 1);
        let (b, q) = self.real(depth - 1);
        match self.rng.below(9) {
            0 => (call("fmax", vec![a, b]), p.max(q)),
            1 => (call("fmin", vec![a, b]), p.max(q)),
            2 => (call("atan2", vec![a, bin("+", num(2.0), call("cos", vec![b]))]), 3.2),
            3 => (call("hypot", vec![a, bin("+", num(1.5), call("sin", vec![b]))]), p + 2.5),
            4 => (call("pow", vec![bin("+", num(1.6), call("sin", vec![a])), call("cos", vec![b])]), 2.6),
            5 => {
                let leaf = self.simple_leaf();
                let k = self.rng.range(2, 3);
                (call("pow", vec![leaf, num(k as f64)]), if k == 2 { 6.0 } else { 12.0 })
            }
            6 => {
                let c = self.simple_leaf();
                (call("fma", vec![a, b, c]), p * q + 2.5)
            }
            7 if self.rng.chance(30) => (call("copysign", vec![a, b]), p),
            _ => (bin("*", call("sin", vec![a]), call("cos", vec![b])), 1.0),
        }
    }

    /// A truth value: of floating-point comparisons mostly.
    pub fn condition(&mut self) -> Expr {
        let ints = self.vars(|v| matches!(v.kind, VarKind::Int { .. }));
        if !ints.is_empty() && self.rng.chance(35) {
            let v = int_var(&self.rng.pick(&ints).name);
            let c = self.rng.range(1, 3) as i64;
            return match self.rng.below(3) {
                0 => bin("==", bin("%", v, int(2)), int(self.rng.below(2) as i64)),
                1 => bin("<", v, int(c)),
                _ => bin("!=", v, int(c)),
            };
        }
        let a = self.simple_leaf();
        let op = *self.rng.pick(&["<", ">", "<=", ">="]);
        let b = if self.rng.chance(60) { num(self.rng.real(-1.2, 1.2)) } else { self.simple_leaf() };
        let b = if a == b { num(0.35) } else { b };
        let c = bin(op, a, b);
        if self.rng.chance(15) {
            let other = self.condition();
            return bin(if self.rng.chance(50) { "&&" } else { "||" }, c, other);
        }
        c
    }
}

/// The floating-point members: name, and index where the member is an array of three.
pub fn real_fields(def: &StructDef) -> Vec<(String, Option<usize>)> {
    let mut out = Vec::new();
    for (ty, name) in &def.fields {
        match ty {
            Ty::Double | Ty::Float => out.push((name.clone(), None)),
            Ty::Array(_, dims) => out.extend((0..dims[0]).map(|i| (name.clone(), Some(i)))),
            _ => {}
        }
    }
    out
}
