//! The greedy rewriting driver: folds, removes what is unused, and applies patterns, until nothing changes.
//!
//! Work is a list of operations: at first all, then those near a change. Every run is bounded by a number of rewrites, so
//! that patterns that undo each other end in an error with their names instead of never.

use crate::attributes::Attribute;
use crate::diagnostic::Result;
use crate::dialect::Folded;
use crate::edit::InsertionPoint;
use crate::ir::{Ir, Op, Value};
use crate::structure::Trait;
use std::collections::HashSet;

/// A rewrite of one operation.
pub trait Pattern {
    fn name(&self) -> &'static str;

    /// Only operations of this name are offered; `None`: all.
    fn root(&self) -> Option<&'static str>;

    /// Tries to rewrite; false when it does not apply, and then nothing was changed.
    fn apply(&self, rewriter: &mut Rewriter, op: Op) -> Result<bool>;
}

/// Makes a constant operation before another; the dialect of the results decides which.
pub type MakeConstant = fn(&mut Ir, InsertionPoint, &Attribute, &crate::types::Type) -> Option<Op>;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Rewrites for each operation there is at the beginning.
    pub rewrites_per_op: usize,
    /// Rewrites that are allowed in any case.
    pub least_rewrites: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { rewrites_per_op: 64, least_rewrites: 10_000 }
    }
}

/// What patterns change a module through, so that the driver knows what to look at again.
pub struct Rewriter<'a> {
    pub ir: &'a mut Ir,
    work: Vec<Op>,
    waiting: HashSet<Op>,
}

impl Rewriter<'_> {
    fn push(&mut self, op: Op) {
        if self.waiting.insert(op) {
            self.work.push(op);
        }
    }

    /// Says that an operation was made or changed.
    pub fn touch(&mut self, op: Op) {
        self.push(op);
        for index in 0..self.ir[op].results().len() {
            self.push_users(self.ir[op].results()[index]);
        }
    }

    fn push_users(&mut self, value: Value) {
        for user in self.ir.uses(value).iter().map(|place| place.op).collect::<Vec<_>>() {
            self.push(user);
        }
    }

    /// Lets values stand for the results of an operation and erases it.
    pub fn replace(&mut self, op: Op, values: &[Value]) -> Result<()> {
        for index in 0..self.ir[op].results().len() {
            self.push_users(self.ir[op].results()[index]);
        }
        for value in values {
            if let Some(definer) = self.ir.defining_op(*value) {
                self.push(definer);
            }
        }
        self.push_definers(op);
        self.ir.replace(op, values)
    }

    pub fn erase(&mut self, op: Op) -> Result<()> {
        self.push_definers(op);
        self.ir.erase(op)
    }

    /// Operations whose results may be unused now.
    fn push_definers(&mut self, op: Op) {
        for value in self.ir[op].operands().collect::<Vec<_>>() {
            if let Some(definer) = self.ir.defining_op(value) {
                self.push(definer);
            }
        }
    }
}

/// Rewrites everything within an operation until nothing applies; the number of rewrites.
pub fn rewrite_greedily(
    ir: &mut Ir,
    root: Op,
    patterns: &[&dyn Pattern],
    make_constant: Option<MakeConstant>,
    limits: Limits,
) -> Result<usize> {
    let mut work = ir.walk(root);
    work.reverse();
    let budget = work.len().saturating_mul(limits.rewrites_per_op).max(limits.least_rewrites);
    let waiting = work.iter().copied().collect();
    let mut rewriter = Rewriter { ir, work, waiting };
    let mut rewrites = 0;
    while let Some(op) = rewriter.work.pop() {
        rewriter.waiting.remove(&op);
        if op == root || rewriter.ir.get(op).is_none() {
            continue;
        }
        if let Some(by) = rewrite_one(&mut rewriter, op, patterns, make_constant)? {
            rewrites += 1;
            if rewrites > budget {
                let message = format!("rewriting did not end after {budget} steps; the last was {by}");
                return Err(rewriter.ir.error(root, message));
            }
        }
    }
    Ok(rewrites)
}

fn rewrite_one(
    rewriter: &mut Rewriter,
    op: Op,
    patterns: &[&dyn Pattern],
    make_constant: Option<MakeConstant>,
) -> Result<Option<&'static str>> {
    if is_unused(rewriter.ir, op) {
        rewriter.erase(op)?;
        return Ok(Some("removal of what is unused"));
    }
    if fold(rewriter, op, make_constant)? {
        return Ok(Some("folding"));
    }
    for pattern in patterns {
        let fits = pattern.root().is_none_or(|root| rewriter.ir[op].name() == root);
        if fits && pattern.apply(rewriter, op)? {
            if rewriter.ir.get(op).is_some() {
                rewriter.touch(op);
            }
            return Ok(Some(pattern.name()));
        }
    }
    Ok(None)
}

/// Whether an operation may be removed: nothing uses it, and it has no effects.
pub fn is_unused(ir: &Ir, op: Op) -> bool {
    let Some(definition) = ir[op].definition() else { return false };
    let is_free = match definition.effects {
        Some(effects) => effects(ir, op).is_empty(),
        None => definition.has_trait(Trait::Pure),
    };
    is_free
        && !definition.has_trait(Trait::Terminator)
        && ir[op].results().iter().all(|value| ir.uses(*value).is_empty())
}

/// The value of an operation that is a constant.
pub fn constant_of(ir: &Ir, value: Value) -> Option<&Attribute> {
    let op = ir.defining_op(value)?;
    ir[op].has_trait(Trait::ConstantLike).then(|| ir.attribute(op, "value"))?
}

fn fold(rewriter: &mut Rewriter, op: Op, make_constant: Option<MakeConstant>) -> Result<bool> {
    let operation = &rewriter.ir[op];
    let Some(fold) = operation.definition().and_then(|definition| definition.fold) else { return Ok(false) };
    let constants: Vec<Option<Attribute>> =
        operation.operands().map(|value| constant_of(rewriter.ir, value).cloned()).collect();
    let Some(folded) = fold(rewriter.ir, op, &constants) else { return Ok(false) };
    let mut values = Vec::new();
    for (index, folded) in folded.iter().enumerate() {
        match folded {
            Folded::Value(value) => values.push(*value),
            Folded::Constant(attribute) => {
                let Some(result) = rewriter.ir[op].results().get(index).copied() else { return Ok(false) };
                let ty = rewriter.ir.ty(result).clone();
                let made = make_constant.and_then(|make| make(rewriter.ir, InsertionPoint::Before(op), attribute, &ty));
                match made.and_then(|constant| rewriter.ir[constant].results().first().copied()) {
                    Some(value) => values.push(value),
                    None => return Ok(false),
                }
            }
        }
    }
    if values.len() != rewriter.ir[op].results().len() {
        return Ok(false);
    }
    rewriter.replace(op, &values)?;
    Ok(true)
}
