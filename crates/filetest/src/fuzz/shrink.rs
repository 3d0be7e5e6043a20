//! Makes a failing program smaller while it keeps failing.

use super::ast::{Expr, ExprKind, Function, Node, Program, Stmt, int, num};
use std::collections::HashSet;

/// Shrinks as long as `fails` accepts smaller programs; `fails` says `None` when it wants to stop.
pub fn shrink(program: &Program, fails: &mut dyn FnMut(&Program) -> Option<bool>) -> Program {
    let mut best = program.clone();
    loop {
        let before = best.clone();
        let done = remove_statements(&mut best, fails).is_none()
            || apply_all(&mut best, fails, unwrap_statement).is_none()
            || apply_all(&mut best, fails, simplify_expression).is_none();
        if done || best == before {
            return best;
        }
    }
}

/// Tries a candidate; keeps it when it still fails.
fn attempt(
    best: &mut Program,
    mut candidate: Program,
    fails: &mut dyn FnMut(&Program) -> Option<bool>,
) -> Option<bool> {
    drop_unused(&mut candidate);
    if candidate == *best || !well_formed(&candidate) {
        return Some(false);
    }
    let kept = fails(&candidate)?;
    if kept {
        *best = candidate;
    }
    Some(kept)
}

/// Removes runs of statements, long runs first.
fn remove_statements(best: &mut Program, fails: &mut dyn FnMut(&Program) -> Option<bool>) -> Option<()> {
    for run in [8, 4, 2, 1] {
        let mut at = 0;
        while let Some(candidate) = without(best, at, run) {
            if !attempt(best, candidate, fails)? {
                at += 1;
            }
        }
    }
    Some(())
}

/// Tries every edit of a kind, numbered from zero.
fn apply_all(
    best: &mut Program,
    fails: &mut dyn FnMut(&Program) -> Option<bool>,
    edit: fn(&Program, usize) -> Option<Option<Program>>,
) -> Option<()> {
    let mut at = 0;
    while let Some(candidate) = edit(best, at) {
        let kept = match candidate {
            Some(candidate) => attempt(best, candidate, fails)?,
            None => false,
        };
        if !kept {
            at += 1;
        }
    }
    Some(())
}

/// Calls `f` on every list of statements, outer lists first.
fn lists(list: &mut Vec<Stmt>, f: &mut dyn FnMut(&mut Vec<Stmt>)) {
    f(list);
    for s in list {
        match s {
            Stmt::If { then, other, .. } => {
                lists(then, f);
                lists(other, f);
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => lists(body, f),
            Stmt::Block(body) | Stmt::Group(body) => lists(body, f),
            Stmt::Switch { cases, .. } => cases.iter_mut().for_each(|(body, _)| lists(body, f)),
            _ => {}
        }
    }
}

/// Calls `f` on every list of statements of the program.
fn all_lists(p: &mut Program, f: &mut dyn FnMut(&mut Vec<Stmt>)) {
    lists(&mut p.entry.body, f);
    for function in &mut p.functions {
        lists(&mut function.body, f);
    }
}

/// The program without `run` statements from number `at` on; `None` past the last statement.
fn without(p: &Program, at: usize, run: usize) -> Option<Program> {
    let mut out = p.clone();
    let (mut seen, mut found) = (0, false);
    all_lists(&mut out, &mut |list| {
        if !found && at < seen + list.len() {
            let first = at - seen;
            let last = (first + run).min(list.len());
            list.drain(first..last);
            found = true;
        }
        seen += list.len();
    });
    found.then_some(out)
}

/// The program with compound statement number `at` replaced by what it contains.
fn unwrap_statement(p: &Program, at: usize) -> Option<Option<Program>> {
    let mut out = p.clone();
    let (mut seen, mut found, mut changed) = (0, false, false);
    all_lists(&mut out, &mut |list| {
        if !found && at < seen + list.len() {
            found = true;
            let here = at - seen;
            let inner = match list[here].clone() {
                Stmt::If { then, other, .. } => Some(if then.len() >= other.len() { then } else { other }),
                Stmt::For { init, body, .. } => {
                    let mut all = vec![*init];
                    all.extend(body);
                    Some(vec![Stmt::Block(all)])
                }
                Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => Some(body),
                Stmt::Block(body) | Stmt::Group(body) => Some(body),
                Stmt::Switch { cases, .. } => cases.into_iter().next().map(|(body, _)| body),
                _ => None,
            };
            if let Some(inner) = inner {
                list.splice(here..=here, inner);
                changed = true;
            }
        }
        seen += list.len();
    });
    found.then(|| changed.then_some(out))
}

/// Expressions that may be replaced, in order.
fn replaceable(e: &mut Expr, top: bool, f: &mut dyn FnMut(&mut Expr)) {
    if top {
        f(e);
    }
    let keep_first = matches!(e.node, Node::Un("&" | "*", _) | Node::Index(..) | Node::Member(..) | Node::CallPtr(..));
    for (i, child) in e.children_mut().into_iter().enumerate() {
        replaceable(child, !(keep_first && i == 0), f);
    }
}

/// Calls `f` on the expressions of a statement itself (not of nested statements).
fn own_expressions(s: &mut Stmt, f: &mut dyn FnMut(&mut Expr)) {
    match s {
        Stmt::Decl { init: Some(e), .. } | Stmt::Expr(e) | Stmt::Return(Some(e)) => replaceable(e, true, f),
        Stmt::Assign { lhs, rhs, .. } => {
            replaceable(lhs, false, f);
            replaceable(rhs, true, f);
        }
        Stmt::If { cond, .. } | Stmt::While { cond, .. } | Stmt::DoWhile { cond, .. } => replaceable(cond, true, f),
        Stmt::For { init, cond, .. } => {
            own_expressions(init, f);
            replaceable(cond, true, f);
        }
        Stmt::Switch { value, .. } => replaceable(value, true, f),
        _ => {}
    }
}

/// Replacement number `at % 4` of expression number `at / 4`: a constant, or one of its first children.
fn simplify_expression(p: &Program, at: usize) -> Option<Option<Program>> {
    let mut out = p.clone();
    let (target, variant) = (at / 4, at % 4);
    let (mut seen, mut found, mut changed) = (0, false, false);
    let mut visit = |e: &mut Expr| {
        if seen == target {
            found = true;
            if let Some(simpler) = simpler(e, variant) {
                *e = simpler;
                changed = true;
            }
        }
        seen += 1;
    };
    all_lists(&mut out, &mut |list| {
        for s in list.iter_mut() {
            own_expressions(s, &mut visit);
        }
    });
    found.then(|| changed.then_some(out))
}

fn simpler(e: &Expr, variant: usize) -> Option<Expr> {
    let leaf = matches!(e.node, Node::Num(_) | Node::Int(_));
    match (variant, e.kind) {
        (_, ExprKind::Other) => None,
        (0, _) if leaf => None,
        (0, ExprKind::Real) => Some(num(0.5)),
        (0, ExprKind::Int) => Some(int(0)),
        (v, kind) => e.children().into_iter().filter(|c| c.kind == kind).nth(v - 1).cloned(),
    }
}

/// Removes helpers and globals that nothing names any more.
fn drop_unused(p: &mut Program) {
    loop {
        let mut used = HashSet::new();
        for f in p.functions.iter().chain(std::iter::once(&p.entry)) {
            let mut own = HashSet::new();
            names(&f.body, &mut own);
            own.remove(&f.name);
            used.extend(own);
        }
        for g in &p.globals {
            expr_names(&g.init, &mut used);
        }
        let size = p.functions.len() + p.globals.len();
        p.functions.retain(|f| used.contains(&f.name));
        p.globals.retain(|g| used.contains(&g.name));
        if p.functions.len() + p.globals.len() == size {
            return;
        }
    }
}

fn expr_names(e: &Expr, out: &mut HashSet<String>) {
    match &e.node {
        Node::Var(name) | Node::Call(name, _) => {
            out.insert(name.clone());
        }
        _ => {}
    }
    e.children().into_iter().for_each(|c| expr_names(c, out));
}

fn names(body: &[Stmt], out: &mut HashSet<String>) {
    let mut copy = body.to_vec();
    lists(&mut copy, &mut |list| {
        for s in list.iter_mut() {
            if let Stmt::For { step, .. } = s {
                own_all(step, out);
            }
            own_all(s, out);
        }
    });
}

/// All names in the expressions of a statement.
fn own_all(s: &mut Stmt, out: &mut HashSet<String>) {
    if let Stmt::Assign { lhs, .. } = s {
        expr_names(lhs, out);
    }
    own_expressions(s, &mut |e| expr_names(e, out));
}

/// Whether every name is declared where it is used, jumps have a target, and functions return.
pub fn well_formed(p: &Program) -> bool {
    let mut file: HashSet<&str> = p.globals.iter().map(|g| g.name.as_str()).collect();
    file.extend(p.functions.iter().map(|f| f.name.as_str()));
    let initialised = p.globals.iter().all(|g| {
        let mut used = HashSet::new();
        expr_names(&g.init, &mut used);
        used.iter().all(|n| file.contains(n.as_str()))
    });
    initialised && p.functions.iter().chain(std::iter::once(&p.entry)).all(|f| function_ok(f, &file))
}

fn function_ok(f: &Function, file: &HashSet<&str>) -> bool {
    let mut checker = Checker { file, scopes: vec![], labels: HashSet::new() };
    let mut copy = f.body.clone();
    lists(&mut copy, &mut |list| {
        for s in list.iter() {
            if let Stmt::Label(label) = s {
                checker.labels.insert(label.clone());
            }
        }
    });
    checker.scopes.push(f.params.iter().map(|(_, name)| name.clone()).collect());
    let returns = f.ret == super::ast::Ty::Void || ends_in_return(&f.body);
    returns && checker.list(&f.body, 0, 0)
}

fn ends_in_return(body: &[Stmt]) -> bool {
    match body.last() {
        Some(Stmt::Return(_)) => true,
        Some(Stmt::Block(inner) | Stmt::Group(inner)) => ends_in_return(inner),
        _ => false,
    }
}

struct Checker<'a> {
    file: &'a HashSet<&'a str>,
    scopes: Vec<HashSet<String>>,
    labels: HashSet<String>,
}

impl Checker<'_> {
    fn name(&self, name: &str) -> bool {
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '@').unwrap_or(name.len());
        let head = &name[..end];
        self.file.contains(head) || self.scopes.iter().any(|s| s.contains(head))
    }

    fn expr(&self, e: &Expr) -> bool {
        let own = match &e.node {
            Node::Var(name) => self.name(name),
            Node::Call(name, _) => !name.ends_with('@') || self.file.contains(name.as_str()),
            _ => true,
        };
        own && e.children().into_iter().all(|c| self.expr(c))
    }

    /// A block: `breaks` and `continues` count what is around it that such a jump could leave.
    fn block(&mut self, body: &[Stmt], breaks: usize, continues: usize) -> bool {
        self.scopes.push(HashSet::new());
        let ok = self.list(body, breaks, continues);
        self.scopes.pop();
        ok
    }

    fn list(&mut self, body: &[Stmt], breaks: usize, continues: usize) -> bool {
        body.iter().all(|s| self.stmt(s, breaks, continues))
    }

    fn stmt(&mut self, s: &Stmt, breaks: usize, continues: usize) -> bool {
        match s {
            Stmt::Decl { name, init, .. } => {
                let ok = init.as_ref().is_none_or(|e| self.expr(e));
                self.scopes.last_mut().is_none_or(|scope| scope.insert(name.clone())) && ok
            }
            Stmt::Assign { lhs, rhs, .. } => self.expr(lhs) && self.expr(rhs),
            Stmt::Expr(e) | Stmt::Return(Some(e)) => self.expr(e),
            Stmt::Return(None) | Stmt::Label(_) => true,
            Stmt::Goto(label) => self.labels.contains(label),
            Stmt::Break => breaks > 0,
            Stmt::Continue => continues > 0,
            Stmt::If { cond, then, other } => {
                self.expr(cond) && self.block(then, breaks, continues) && self.block(other, breaks, continues)
            }
            Stmt::For { init, cond, step, body } => {
                self.scopes.push(HashSet::new());
                let head = self.stmt(init, 0, 0) && self.expr(cond) && self.stmt(step, 0, 0);
                let ok = head && self.block(body, 1, 1);
                self.scopes.pop();
                ok
            }
            Stmt::While { cond, body } | Stmt::DoWhile { body, cond } => self.expr(cond) && self.block(body, 1, 1),
            Stmt::Switch { value, cases } => {
                self.expr(value) && cases.iter().all(|(body, _)| self.block(body, 1, continues))
            }
            Stmt::Block(body) => self.block(body, breaks, continues),
            Stmt::Group(body) => self.list(body, breaks, continues),
        }
    }
}
