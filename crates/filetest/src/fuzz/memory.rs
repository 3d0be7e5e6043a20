//! Statements on memory: arrays, pointers, structs, copies, heap buffers, lists, unions.

use super::ast::{
    Expr, ExprKind, Node, Stmt, StructDef, Ty, addr, assign, bin, call, call_other, cast, cond, decl, decl_only, deref,
    for_up, index, index_as, int, int_var, list, member, num, other, real_var, size_of, update,
};
use super::scope::{Scope, Var, VarKind, free_call};
use super::state::Gen;

/// The library's `memcpy` and friends.
fn copy(name: &str, to: Expr, from: Expr, bytes: Expr) -> Stmt {
    Stmt::Expr(call_other(name, vec![to, from, bytes]))
}

/// `count * sizeof(ty)`.
fn bytes(count: Expr, ty: Ty) -> Expr {
    Expr::new(ExprKind::Other, Node::Bin("*", Box::new(count), Box::new(size_of(ty))))
}

impl Gen {
    /// One statement (or group) on memory.
    pub fn memory(&mut self) -> Option<Vec<Stmt>> {
        match self.rng.below(25) {
            0 | 1 => Some(self.local_array()),
            2 => Some(self.local_matrix()),
            3 | 4 => self.in_place(),
            5 | 6 => self.pointer(),
            7 => self.pointer_select(),
            8 => self.pointer_walk(),
            9 => self.local_struct(),
            10 => self.struct_copy(),
            11 | 12 => self.block_copy(),
            13 => self.block_move(),
            14 => self.block_set(),
            15 | 16 => Some(self.heap()),
            17 => self.heap_end(),
            18 => self.pointer_array(),
            19 => Some(self.linked_list()),
            20 => Some(self.punned()),
            21..=23 => Some(self.nest()),
            _ => self.stepping_pointer(),
        }
    }

    /// An array variable that satisfies a condition on (float, len, heap).
    fn array_where(&mut self, write: bool, filter: impl Fn(bool, usize, bool) -> bool) -> Option<Var> {
        self.pick_var(|v| match v.kind {
            VarKind::Array { float, len, heap, .. } => (v.writable || !write) && filter(float, len, heap),
            _ => false,
        })
    }

    /// Fills every element of an array.
    fn fill(&mut self, name: &str, hi: Expr, max: usize, bound: Option<String>) -> Stmt {
        let i = self.fresh("i");
        self.scopes.push(Scope::default());
        self.declare(&i, VarKind::Int { max, bound }, false);
        self.loops += 1;
        let value = self.bounded(2);
        self.loops -= 1;
        self.scopes.pop();
        for_up(&i, int(0), hi, vec![assign(index(other(name), int_var(&i)), value)])
    }

    /// A local array: a list, a filling loop, or single stores.
    fn local_array(&mut self) -> Vec<Stmt> {
        let len = self.rng.range(3, 6);
        let float = self.floats && self.rng.chance(25);
        let name = self.fresh("t");
        let ty = Ty::Array(Box::new(Ty::real(float)), vec![len]);
        let out = match self.rng.below(3) {
            0 => {
                let items = (0..len).map(|_| self.bounded(1)).collect();
                vec![decl(ty, &name, list(items))]
            }
            1 => {
                let items = (0..self.rng.range(1, len)).map(|_| self.bounded(1)).collect();
                vec![decl(ty, &name, list(items))]
            }
            _ => {
                let fill = self.fill(&name, int(len as i64), len, None);
                vec![decl_only(ty, &name), fill]
            }
        };
        self.declare(&name, VarKind::Array { float, len, bound: None, heap: false }, true);
        vec![Stmt::Group(out)]
    }

    fn local_matrix(&mut self) -> Vec<Stmt> {
        let (rows, cols) = (self.rng.range(2, 4), self.rng.range(3, 4));
        let (name, i, j) = (self.fresh("m"), self.fresh("i"), self.fresh("i"));
        let fresh =
            |name: &str, max| Var { name: name.to_owned(), kind: VarKind::Int { max, bound: None }, writable: false };
        self.scopes.push(Scope { vars: vec![fresh(&i, rows), fresh(&j, cols)], ..Scope::default() });
        let value = self.bounded(2);
        self.scopes.pop();
        let place = index(index_as(ExprKind::Other, other(&name), int_var(&i)), int_var(&j));
        let inner = for_up(&j, int(0), int(cols as i64), vec![assign(place, value)]);
        let out = vec![
            decl_only(Ty::Array(Box::new(Ty::Double), vec![rows, cols]), &name),
            for_up(&i, int(0), int(rows as i64), vec![inner]),
        ];
        self.declare(&name, VarKind::Matrix { rows, cols }, true);
        vec![Stmt::Group(out)]
    }

    /// `x[i] = x[i] * x[i + 1] + sin(x[i])` and the like over an array.
    fn in_place(&mut self) -> Option<Vec<Stmt>> {
        let v = self.array_where(true, |_, _, _| true)?;
        let VarKind::Array { len, bound, .. } = &v.kind else { return None };
        let hi = bound.as_deref().map_or(int(*len as i64), int_var);
        let i = self.fresh("i");
        let at = |e: Expr| index(other(&v.name), e);
        let here = at(int_var(&i));
        let c = self.rng.real(0.2, 0.8);
        let (lo, hi, body) = match self.rng.below(4) {
            0 => {
                let next = at(bin("+", int_var(&i), int(1)));
                let value = bin("+", bin("*", here.clone(), next), call("sin", vec![here.clone()]));
                (int(0), bin("-", hi, int(1)), assign(here, value))
            }
            1 => {
                let before = at(bin("-", int_var(&i), int(1)));
                let value = bin("+", bin("*", num(c), before), call("cos", vec![here.clone()]));
                (int(1), hi, assign(here, value))
            }
            2 => {
                let mirror = at(bin("-", bin("-", hi.clone(), int(1)), int_var(&i)));
                (int(0), hi, update(here, "+=", bin("*", num(c), mirror)))
            }
            _ => {
                let mut scope = Scope::default();
                let kind = VarKind::Int { max: *len, bound: bound.clone() };
                scope.vars.push(Var { name: i.clone(), kind, writable: false });
                self.scopes.push(scope);
                let e = self.bounded(2);
                self.scopes.pop();
                (int(0), hi, assign(here.clone(), bin("+", bin("*", num(c), here), bin("*", num(0.3), e))))
            }
        };
        Some(vec![for_up(&i, lo, hi, vec![body])])
    }

    /// The type of a pointer to the elements of an array.
    fn pointer_type(v: &Var, float: bool) -> Ty {
        if v.writable { Ty::real_ptr(float) } else { Ty::ConstPtr(Box::new(Ty::real(float))) }
    }

    /// Another name for (a part of) an array.
    fn pointer(&mut self) -> Option<Vec<Stmt>> {
        let v = self.array_where(false, |_, len, heap| len >= 3 && !heap)?;
        let VarKind::Array { float, len, bound, .. } = v.kind.clone() else { return None };
        let offset = self.rng.below(len - 1);
        let name = self.fresh("p");
        let base = match offset {
            0 => other(&v.name),
            _ if self.rng.chance(50) => addr(index(other(&v.name), int(offset as i64))),
            _ => bin("+", other(&v.name), int(offset as i64)),
        };
        let bound = if offset == 0 { bound } else { None };
        let kind = VarKind::Array { float, len: len - offset, bound, heap: false };
        let ty = Self::pointer_type(&v, float);
        self.declare(&name, kind, v.writable);
        Some(vec![decl(ty, &name, base)])
    }

    /// `double *p = c ? x : y;`
    fn pointer_select(&mut self) -> Option<Vec<Stmt>> {
        let write = self.rng.chance(60);
        let a = self.array_where(write, |float, _, heap| !float && !heap)?;
        let b = self.array_where(write, |float, _, heap| !float && !heap)?;
        let (VarKind::Array { len: p, .. }, VarKind::Array { len: q, .. }) = (&a.kind, &b.kind) else {
            return None;
        };
        let len = *p.min(q);
        let name = self.fresh("p");
        let writable = a.writable && b.writable;
        let c = self.condition();
        let b_expr = if a.name == b.name { bin("+", other(&b.name), int(1)) } else { other(&b.name) };
        let len = if a.name == b.name { len - 1 } else { len };
        if len < 2 {
            return None;
        }
        let ty = if writable { Ty::real_ptr(false) } else { Ty::ConstPtr(Box::new(Ty::Double)) };
        let out = if self.rng.chance(50) {
            vec![decl(ty, &name, cond(c, other(&a.name), b_expr))]
        } else {
            let then = vec![assign(other(&name), b_expr)];
            vec![decl(ty, &name, other(&a.name)), Stmt::If { cond: c, then, other: vec![] }]
        };
        self.declare(&name, VarKind::Array { float: false, len, bound: None, heap: false }, writable);
        let mut out = vec![Stmt::Group(out)];
        if writable {
            let at = self.index_for(len, None);
            out.push(self.assign_to(index(other(&name), at)));
        }
        Some(out)
    }

    /// `for (double *p = x, ...; p != end; ++p) *p = ...;`
    fn pointer_walk(&mut self) -> Option<Vec<Stmt>> {
        let v = self.array_where(true, |_, _, _| true)?;
        let VarKind::Array { float, len, bound, .. } = v.kind.clone() else { return None };
        let (p, end) = (self.fresh("q"), self.fresh("e"));
        let hi = bound.as_deref().map_or(int(len as i64), int_var);
        self.loops += 1;
        let body = self.assign_to(deref(other(&p)));
        self.loops -= 1;
        let walk = Stmt::For {
            init: Box::new(decl(Ty::real_ptr(float), &p, other(&v.name))),
            cond: bin("!=", other(&p), other(&end)),
            step: Box::new(update(other(&p), "+=", int(1))),
            body: vec![body],
        };
        let last = decl(Ty::real_ptr(float), &end, bin("+", other(&v.name), hi));
        Some(vec![Stmt::Group(vec![last, walk])])
    }

    /// A pointer that moves by `++` and is read and written on the way.
    fn stepping_pointer(&mut self) -> Option<Vec<Stmt>> {
        let v = self.array_where(true, |_, len, _| len >= 3)?;
        let VarKind::Array { float, .. } = v.kind else { return None };
        let p = self.fresh("q");
        let e = self.bounded(1);
        let star = || deref(other(&p));
        let out = vec![
            decl(Ty::real_ptr(float), &p, other(&v.name)),
            assign(star(), bin("+", bin("*", num(0.5), star()), call("sin", vec![e]))),
            update(other(&p), "+=", int(1)),
            update(star(), "*=", index(other(&p), int(-1))),
            update(other(&p), "+=", int(1)),
            update(index(other(&p), int(-2)), "-=", bin("*", num(0.25), star())),
        ];
        Some(vec![Stmt::Group(out)])
    }

    /// The values of a struct's members.
    pub fn struct_values(&mut self, def: usize) -> Expr {
        let mut items = Vec::new();
        for (ty, _) in self.program.structs[def].fields.clone() {
            items.push(match ty {
                Ty::Int => int(self.rng.below(3) as i64),
                Ty::Array(_, dims) => list((0..dims[0]).map(|_| self.bounded(1)).collect()),
                _ => self.bounded(1),
            });
        }
        list(items)
    }

    fn local_struct(&mut self) -> Option<Vec<Stmt>> {
        let plain = self.plain_structs();
        if plain.is_empty() {
            return None;
        }
        let def = *self.rng.pick(&plain);
        let values = self.struct_values(def);
        let name = self.fresh("st");
        let ty = Ty::Named(self.program.structs[def].tag.clone());
        self.declare(&name, VarKind::Struct { def, pointer: false }, true);
        Some(vec![decl(ty, &name, values)])
    }

    /// A struct variable, and an expression for its value.
    pub fn struct_value(&mut self, write: bool) -> Option<(Var, usize, Expr)> {
        let v = self.pick_var(|v| matches!(v.kind, VarKind::Struct { .. }) && (v.writable || !write))?;
        let VarKind::Struct { def, pointer } = v.kind else { return None };
        let value =
            if pointer { Expr::new(ExprKind::Other, Node::Un("*", Box::new(other(&v.name)))) } else { other(&v.name) };
        Some((v, def, value))
    }

    /// A copy of a whole struct, then a change to one of the two.
    fn struct_copy(&mut self) -> Option<Vec<Stmt>> {
        let (source, def, value) = self.struct_value(false)?;
        let name = self.fresh("st");
        let ty = Ty::Named(self.program.structs[def].tag.clone());
        let mut out = if self.rng.chance(60) {
            vec![decl(ty, &name, value)]
        } else {
            let to = addr(other(&name));
            vec![decl_only(ty.clone(), &name), copy("memcpy", to, addr(value), size_of(ty))]
        };
        self.declare(&name, VarKind::Struct { def, pointer: false }, true);
        let changed = if source.writable && self.rng.chance(50) {
            source
        } else {
            Var { name: name.clone(), kind: VarKind::Struct { def, pointer: false }, writable: true }
        };
        out = vec![Stmt::Group(out)];
        let place = self.place_in(&changed);
        out.push(self.assign_to(place));
        if changed.name != name && self.rng.chance(30) {
            let VarKind::Struct { pointer, .. } = changed.kind else { return Some(out) };
            let target = if pointer {
                Expr::new(ExprKind::Other, Node::Un("*", Box::new(other(&changed.name))))
            } else {
                other(&changed.name)
            };
            out.push(assign(target, other(&name)));
        }
        Some(out)
    }

    /// `memcpy` between arrays (or into a fresh one).
    fn block_copy(&mut self) -> Option<Vec<Stmt>> {
        let a = self.array_where(false, |_, _, _| true)?;
        let VarKind::Array { float, len, .. } = a.kind.clone() else { return None };
        let name = self.fresh("t");
        let ty = Ty::Array(Box::new(Ty::real(float)), vec![len]);
        let size = bytes(int(len as i64), Ty::real(float));
        let out = vec![decl_only(ty, &name), copy("memcpy", other(&name), other(&a.name), size.clone())];
        self.declare(&name, VarKind::Array { float, len, bound: None, heap: false }, true);
        let mut out = vec![Stmt::Group(out)];
        let at = self.index_for(len, None);
        out.push(self.assign_to(index(other(&name), at)));
        if a.writable && self.rng.chance(35) {
            out.push(copy("memcpy", other(&a.name), other(&name), size));
        }
        Some(out)
    }

    /// An overlapping `memmove` inside an array.
    fn block_move(&mut self) -> Option<Vec<Stmt>> {
        let v = self.array_where(true, |_, len, _| len >= 3)?;
        let VarKind::Array { float, len, .. } = v.kind.clone() else { return None };
        let shifted = bin("+", other(&v.name), int(1));
        let size = bytes(int(len as i64 - 1), Ty::real(float));
        let out = if self.rng.chance(50) {
            copy("memmove", shifted, other(&v.name), size)
        } else {
            copy("memmove", other(&v.name), shifted, size)
        };
        Some(vec![out])
    }

    /// `memset` to zero of a part, then something is stored into it.
    fn block_set(&mut self) -> Option<Vec<Stmt>> {
        let v = self.array_where(true, |_, len, _| len >= 2)?;
        let VarKind::Array { float, len, .. } = v.kind.clone() else { return None };
        let count = self.rng.range(1, len - 1);
        let size = bytes(int(count as i64), Ty::real(float));
        let set = Stmt::Expr(call_other("memset", vec![other(&v.name), int(0), size]));
        let place = index(other(&v.name), int(self.rng.below(count) as i64));
        let e = self.bounded(2);
        Some(vec![set, update(place, "+=", e)])
    }

    /// A heap buffer, freed when its block ends (or before).
    fn heap(&mut self) -> Vec<Stmt> {
        let float = self.floats && self.rng.chance(20);
        let bound = self.vars(|_| true).into_iter().find_map(|v| match v.kind {
            VarKind::Array { bound: Some(b), len, .. } => Some((b, len)),
            _ => None,
        });
        let (len, bound) = match bound {
            Some((b, len)) if self.rng.chance(60) => (len, Some(b)),
            _ => (self.rng.range(3, 6), None),
        };
        let max = if bound.is_some() { 6 } else { len };
        let size = bound.as_deref().map_or(int(len as i64), int_var);
        let name = self.fresh("h");
        let zeroed = self.rng.chance(35);
        let made = if zeroed {
            call_other("calloc", vec![size.clone(), size_of(Ty::real(float))])
        } else {
            call_other("malloc", vec![bytes(size.clone(), Ty::real(float))])
        };
        let mut out = vec![decl(Ty::real_ptr(float), &name, cast(ExprKind::Other, Ty::real_ptr(float), made))];
        if !zeroed || self.rng.chance(60) {
            out.push(self.fill(&name, size, max, bound.clone()));
        }
        self.declare(&name, VarKind::Array { float, len, bound, heap: true }, true);
        if let Some(scope) = self.scopes.last_mut() {
            scope.frees.push(name);
        }
        vec![Stmt::Group(out)]
    }

    /// A heap buffer of this block grows, or is freed before the block ends.
    fn heap_end(&mut self) -> Option<Vec<Stmt>> {
        let scope = self.scopes.last()?;
        let v = scope.vars.iter().find(|v| scope.frees.contains(&v.name))?.clone();
        let VarKind::Array { float, len, bound, .. } = v.kind.clone() else { return None };
        if bound.is_none() && self.rng.chance(65) {
            let grown = len + self.rng.range(1, 4);
            let size = bytes(int(grown as i64), Ty::real(float));
            let made = call_other("realloc", vec![other(&v.name), size]);
            let mut out = vec![assign(other(&v.name), cast(ExprKind::Other, Ty::real_ptr(float), made))];
            for i in len..grown {
                let e = self.bounded(1);
                out.push(assign(index(other(&v.name), int(i as i64)), e));
            }
            for var in self.scopes.last_mut()?.vars.iter_mut().filter(|w| w.name == v.name) {
                var.kind = VarKind::Array { float, len: grown, bound: None, heap: true };
            }
            return Some(vec![Stmt::Group(out)]);
        }
        let keep = self.place_in(&v);
        let name = self.fresh("t");
        let out = vec![decl(Ty::Double, &name, keep), Stmt::Expr(free_call(&v.name))];
        let scope = self.scopes.last_mut()?;
        scope.vars.retain(|w| w.name != v.name);
        scope.frees.retain(|w| *w != v.name);
        self.declare(&name, VarKind::Real, true);
        Some(out)
    }

    /// An array of pointers into arrays that may be the same.
    fn pointer_array(&mut self) -> Option<Vec<Stmt>> {
        let count = self.rng.range(2, 3);
        let mut items = Vec::new();
        let mut least = usize::MAX;
        for _ in 0..count {
            let v = self.array_where(true, |float, len, heap| !float && !heap && len >= 3)?;
            let VarKind::Array { len, .. } = v.kind else { return None };
            let offset = self.rng.below(2);
            least = least.min(len - offset);
            items.push(if offset == 0 { other(&v.name) } else { bin("+", other(&v.name), int(1)) });
        }
        let name = self.fresh("pp");
        let ty = Ty::Array(Box::new(Ty::real_ptr(false)), vec![count]);
        self.declare(&name, VarKind::Pointers { count, len: least }, true);
        let mut out = vec![decl(ty, &name, list(items))];
        let kind = VarKind::Pointers { count, len: least };
        let place = self.place_in(&Var { name, kind, writable: true });
        out.push(self.assign_to(place));
        Some(out)
    }

    /// A list is built, changed, summed and freed.
    fn linked_list(&mut self) -> Vec<Stmt> {
        let tag = "struct node@".to_owned();
        let ty = Ty::Named(tag.clone());
        if !self.program.structs.iter().any(|d| d.tag == tag) {
            let fields = vec![(Ty::Double, "v".to_owned()), (ty.clone().ptr(), "next".to_owned())];
            self.program.structs.push(StructDef { tag, fields });
        }
        let (head, q, i, sum) = (self.fresh("head"), self.fresh("nd"), self.fresh("i"), self.fresh("s"));
        let field = |p: &str| member(ExprKind::Real, other(p), "v", true);
        let next = |p: &str| member(ExprKind::Other, other(p), "next", true);
        let trips = self.rng.range(2, 5);
        self.scopes.push(Scope::default());
        self.declare(&i, VarKind::Int { max: trips, bound: None }, false);
        let value = self.bounded(2);
        self.scopes.pop();
        let node = call_other("malloc", vec![size_of(ty.clone())]);
        let build = vec![
            decl(ty.clone().ptr(), &q, cast(ExprKind::Other, ty.clone().ptr(), node)),
            assign(field(&q), value),
            assign(next(&q), other(&head)),
            assign(other(&head), other(&q)),
        ];
        let walk = |body: Vec<Stmt>| Stmt::For {
            init: Box::new(decl(ty.clone().ptr(), &q, other(&head))),
            cond: other(&q),
            step: Box::new(assign(other(&q), next(&q))),
            body,
        };
        let mut out = vec![
            decl(ty.clone().ptr(), &head, int(0)),
            for_up(&i, int(0), int(trips as i64), build),
            decl(Ty::Double, &sum, num(0.0)),
        ];
        if self.rng.chance(50) {
            self.loops += 1;
            let change = self.assign_to(field(&q));
            self.loops -= 1;
            out.push(walk(vec![change]));
        }
        let term = bin("*", field(&q), call("cos", vec![real_var(&sum)]));
        out.push(walk(vec![update(real_var(&sum), "+=", term)]));
        let rest = self.fresh("nd");
        out.push(Stmt::While {
            cond: other(&head),
            body: vec![
                decl(ty.ptr(), &rest, next(&head)),
                Stmt::Expr(free_call(&head)),
                assign(other(&head), other(&rest)),
            ],
        });
        self.declare(&sum, VarKind::Real, true);
        vec![Stmt::Group(out)]
    }

    /// A double travels as an integer: through a union, or by copying its bytes.
    fn punned(&mut self) -> Vec<Stmt> {
        let value = self.bounded(2);
        let (a, b, bits, name) = (self.fresh("u"), self.fresh("u"), self.fresh("bits"), self.fresh("t"));
        let out = if self.rng.chance(50) {
            let tag = "union pun@".to_owned();
            if !self.program.structs.iter().any(|d| d.tag == tag) {
                let fields = vec![(Ty::Double, "d".to_owned()), (Ty::Long, "l".to_owned())];
                self.program.structs.push(StructDef { tag: tag.clone(), fields });
            }
            let ty = Ty::Named(tag);
            vec![
                decl_only(ty.clone(), &a),
                decl_only(ty, &b),
                assign(member(ExprKind::Real, other(&a), "d", false), value),
                decl(Ty::Long, &bits, member(ExprKind::Other, other(&a), "l", false)),
                assign(member(ExprKind::Other, other(&b), "l", false), other(&bits)),
                decl(Ty::Double, &name, member(ExprKind::Real, other(&b), "d", false)),
            ]
        } else {
            vec![
                decl(Ty::Double, &a, value),
                decl_only(Ty::Long, &bits),
                copy("memcpy", addr(other(&bits)), addr(other(&a)), int(8)),
                decl_only(Ty::Double, &name),
                copy("memcpy", addr(other(&name)), addr(other(&bits)), int(8)),
            ]
        };
        self.declare(&name, VarKind::Real, true);
        vec![Stmt::Group(out)]
    }

    /// A whole array as an argument: its name and length expression.
    pub fn array_argument(&mut self, write: bool) -> Option<(Expr, Expr)> {
        let v = self.array_where(write, |float, len, _| !float && len >= 3)?;
        let VarKind::Array { len, bound, .. } = &v.kind else { return None };
        let size = bound.as_deref().map_or(int(*len as i64), int_var);
        Some((other(&v.name), size))
    }
}
