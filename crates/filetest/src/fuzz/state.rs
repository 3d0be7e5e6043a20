//! The state of the generator: the program so far, the names in scope, and the functions that can be called.

use super::ast::{Program, StructDef, Ty};
use super::rng::Rng;
use super::scope::{Scope, Var, VarKind};
use super::{Points, Stage};

/// The state of the generator.
pub struct Gen {
    pub rng: Rng,
    pub stage: Stage,
    pub program: Program,
    pub scopes: Vec<Scope>,
    pub helpers: Vec<Helper>,
    /// Blocks around the current statement.
    pub depth: usize,
    /// Loops around the current statement.
    pub loops: usize,
    /// Statements left in this function.
    pub budget: usize,
    /// Result type of the current function.
    pub ret: Ty,
    /// Whether values of type `float` may appear.
    pub floats: bool,
    pub points: Points,
    counter: usize,
}

impl Gen {
    /// Before anything is written.
    pub fn new(rng: Rng, stage: Stage, program: Program, floats: bool, points: Points) -> Gen {
        Gen {
            rng,
            stage,
            program,
            scopes: vec![],
            helpers: vec![],
            depth: 0,
            loops: 0,
            budget: 0,
            ret: Ty::Double,
            floats,
            points,
            counter: 0,
        }
    }

    /// The structs without pointers.
    pub fn plain_structs(&self) -> Vec<usize> {
        let plain = |d: &StructDef| {
            d.fields.iter().all(|(ty, _)| matches!(ty, Ty::Double | Ty::Float | Ty::Int | Ty::Array(..)))
                && d.tag.starts_with("struct")
        };
        (0..self.program.structs.len()).filter(|i| plain(&self.program.structs[*i])).collect()
    }

    /// A fresh local name.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.counter += 1;
        format!("{stem}{}", self.counter)
    }

    /// Puts a name in scope.
    pub fn declare(&mut self, name: &str, kind: VarKind, writable: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.vars.push(Var { name: name.to_owned(), kind, writable });
        }
    }

    /// The names in scope that satisfy a condition.
    pub fn vars(&self, filter: impl Fn(&Var) -> bool) -> Vec<Var> {
        self.scopes.iter().flat_map(|s| &s.vars).filter(|v| filter(v)).cloned().collect()
    }

    /// One name in scope that satisfies a condition; recent ones are likelier.
    pub fn pick_var(&mut self, filter: impl Fn(&Var) -> bool) -> Option<Var> {
        let all = self.vars(filter);
        if all.is_empty() {
            return None;
        }
        let first = if self.rng.chance(40) { all.len() / 2 } else { 0 };
        Some(all[self.rng.range(first, all.len() - 1)].clone())
    }
}

/// A helper that can be called.
#[derive(Clone, Debug)]
pub struct Helper {
    pub name: String,
    pub shape: Shape,
}

/// The signature of a helper.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// `double h(double, ...)`.
    Scalars(usize),
    /// `double h(const double *p, int len)`.
    ReadArray,
    /// `void h(double *p, int len, double c)`.
    WriteArray,
    /// `void h(double a, double *out1, double *out2)`.
    OutParams,
    /// `double h(struct S s, double a)`.
    ByValue(usize),
    /// `struct S h(struct S s, double a)`.
    Returns(usize),
    /// `double h(struct S *s, double a)`.
    ByPointer(usize),
    /// `double h(double a, double b, int d)`, recursive in `d`.
    Depth,
    /// `double h(double *p, int len)`, recursive in `len`.
    DepthArray,
    /// `double h(double (*m)[4], int rows)` on three rows.
    Rows,
    /// `double op(double)`, also callable through tables.
    Op,
    /// `double h(double v, int first)` with a static accumulator.
    Tick,
    /// `double apply(cb f, void *ctx, const double *p, int len)`.
    Apply,
    /// `double cb(double v, void *ctx)`.
    Callback,
}
