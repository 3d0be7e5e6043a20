//! The greedy driver: offers operations to rules from a worklist until nothing is left to do.
//!
//! It cannot loop. A rewrite is kept only if the operations it makes cost less, by the cost model, than those that nothing
//! needs any more; or, if they cost the same, if the operation still has *fuel*, of which what is made gets one less.
//! The cost of the program is a whole number that never grows, and between two steps that lower it the sum of all fuel falls. What a
//! rewrite made in vain is taken back.

use super::cost::Costs;
use super::folding::{self, Fold};
use super::rule::{self, Level, Rule};
use super::site::{Site, short};
use crate::dead::Purity;
use std::time::Instant;
use zymase_ir::{Ir, Op, Result, Trait, Value};
use zymase_support::hash::{FastMap, FastSet};

/// How often what stands at one place may be rewritten without becoming cheaper.
const FUEL: u8 = 6;
/// How far back operations are followed that a rewrite leaves without a use.
const DEAD: usize = 64;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub steps: usize,
    pub deadline: Option<Instant>,
}

/// What happened in a run.
#[derive(Clone, Debug, Default)]
pub struct Fired {
    /// How often each rule was applied, by its number.
    pub rules: FastMap<usize, usize>,
    pub folded: usize,
    /// The limit that ended the run before its time.
    pub stopped: Option<&'static str>,
}

pub struct Driver<'a> {
    ir: &'a mut Ir,
    level: Level,
    roots: FastMap<&'static str, Vec<usize>>,
    costs: &'a mut Costs,
    purity: Purity,
    work: Vec<Op>,
    waiting: FastSet<Op>,
    fuel: FastMap<Op, u8>,
    pub fired: Fired,
}

impl<'a> Driver<'a> {
    pub fn new(ir: &'a mut Ir, costs: &'a mut Costs, level: Level) -> Driver<'a> {
        Driver {
            ir,
            level,
            roots: rule::by_root(level),
            costs,
            purity: Purity::default(),
            work: Vec::new(),
            waiting: FastSet::default(),
            fuel: FastMap::default(),
            fired: Fired::default(),
        }
    }

    fn push(&mut self, op: Op) {
        if self.waiting.insert(op) {
            self.work.push(op);
        }
    }

    fn push_users(&mut self, value: Value) {
        for place in self.ir.uses(value).to_vec() {
            self.push(place.op);
        }
    }

    /// Rewrites everything within an operation.
    pub fn run(&mut self, root: Op, bounds: Bounds) -> Result<usize> {
        for op in self.ir.walk(root).into_iter().rev() {
            self.push(op);
        }
        let mut steps = 0;
        let mut offered = 0usize;
        while let Some(op) = self.work.pop() {
            self.waiting.remove(&op);
            if op == root || self.ir.get(op).is_none() || self.ir[op].has_trait(Trait::Terminator) {
                continue;
            }
            offered += 1;
            if offered.is_multiple_of(16) && bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.fired.stopped = Some("time limit");
                break;
            }
            if self.step(op)? {
                steps += 1;
                if steps >= bounds.steps {
                    self.fired.stopped = Some("rewrite limit");
                    break;
                }
            }
        }
        Ok(steps)
    }

    fn step(&mut self, op: Op) -> Result<bool> {
        if self.is_unused(op) {
            self.erase(op)?;
            return Ok(true);
        }
        match folding::fold(self.ir, op) {
            Some(Fold::Value(value)) => {
                self.fired.folded += 1;
                self.replace(op, &[value])?;
                return Ok(true);
            }
            Some(Fold::Constant(dense)) => {
                let made = Site::new(self.ir, op, self.level).constant(dense);
                if let Some(value) = made {
                    self.fired.folded += 1;
                    self.replace(op, &[value])?;
                    return Ok(true);
                }
            }
            None => {}
        }
        let Some(name) = short(self.ir, op) else { return Ok(false) };
        let Some(numbers) = self.roots.get(name).cloned() else { return Ok(false) };
        for number in numbers {
            if self.attempt(&rule::all()[number], number, op)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_unused(&mut self, op: Op) -> bool {
        self.ir[op].results().iter().all(|value| self.ir.uses(*value).is_empty()) && self.purity.is_pure(self.ir, op)
    }

    fn erase(&mut self, op: Op) -> Result<()> {
        let inputs = self.ir.inputs(op);
        self.ir.erase(op)?;
        for value in inputs {
            if let Some(definer) = self.ir.contains_value(value).then(|| self.ir.defining_op(value)).flatten() {
                self.push(definer);
                // What has fewer uses now may fit a rule.
                self.push_users(value);
            }
        }
        Ok(())
    }

    fn replace(&mut self, op: Op, values: &[Value]) -> Result<()> {
        for result in self.ir[op].results().to_vec() {
            self.push_users(result);
        }
        let inputs = self.ir.inputs(op);
        self.ir.replace(op, values)?;
        for value in inputs.into_iter().chain(values.iter().copied()) {
            if let Some(definer) = self.ir.defining_op(value) {
                self.push(definer);
            }
        }
        Ok(())
    }

    /// Applies a rule if that makes the program cheaper, or changes its form while there is fuel.
    fn attempt(&mut self, rule: &Rule, number: usize, op: Op) -> Result<bool> {
        let Some((values, made)) = apply(self.ir, rule, op, self.level)? else { return Ok(false) };
        let dead = self.dead_without(op);
        let time = |costs: &mut Costs, ir: &Ir, ops: &[Op]| {
            ops.iter().map(|op| costs.of_op(ir, *op).femtoseconds).fold(0u64, u64::saturating_add)
        };
        let (before, after) = (time(self.costs, self.ir, &dead), time(self.costs, self.ir, &made));
        let fuel = self.fuel.get(&op).copied().unwrap_or(FUEL);
        if after > before || (after == before && fuel == 0) {
            take_back(self.ir, &made)?;
            return Ok(false);
        }
        let left = if after == before { fuel - 1 } else { fuel };
        for new in &made {
            self.fuel.insert(*new, left);
        }
        if let Some(definer) = values.first().and_then(|value| self.ir.defining_op(*value)).filter(|_| after == before)
        {
            let known = self.fuel.get(&definer).copied().unwrap_or(FUEL);
            self.fuel.insert(definer, known.min(left));
        }
        self.replace(op, &values)?;
        for old in dead.iter().filter(|old| **old != op) {
            if self.ir.get(*old).is_some() && self.is_unused(*old) {
                self.erase(*old)?;
            }
        }
        for new in made.into_iter().rev() {
            if self.ir.get(new).is_some() {
                self.push(new);
            }
        }
        *self.fired.rules.entry(number).or_default() += 1;
        Ok(true)
    }

    /// The operation and what nothing needs without it, users first.
    fn dead_without(&mut self, op: Op) -> Vec<Op> {
        let mut dead = vec![op];
        let mut next = 0;
        while next < dead.len() && dead.len() < DEAD {
            for value in self.ir.inputs(dead[next]) {
                let Some(definer) = self.ir.defining_op(value).filter(|definer| !dead.contains(definer)) else {
                    continue;
                };
                let is_used = self.ir[definer].results().iter().any(|result| {
                    self.ir.uses(*result).iter().any(|place| !dead.iter().any(|gone| self.is_within(place.op, *gone)))
                });
                if !is_used && self.purity.is_pure(self.ir, definer) {
                    dead.push(definer);
                }
            }
            next += 1;
        }
        dead
    }

    fn is_within(&self, op: Op, outer: Op) -> bool {
        let mut around = Some(op);
        while let Some(this) = around {
            if this == outer {
                return true;
            }
            around = self.ir.parent_op(this);
        }
        false
    }
}

/// Lets a rule make what shall stand for the results of an operation: these values, and the operations that were made for
/// them. Nothing is replaced yet. `None` when the rule does not apply; then nothing is left of what it made.
pub fn apply(ir: &mut Ir, rule: &Rule, op: Op, level: Level) -> Result<Option<(Vec<Value>, Vec<Op>)>> {
    let before = ir.previous_op(op);
    let values = rule.apply(&mut Site::new(ir, op, level));
    let mut made = Vec::new();
    let mut last = ir.previous_op(op);
    while last != before {
        let Some(this) = last else { break };
        made.push(this);
        last = ir.previous_op(this);
    }
    let fits = |values: &Vec<Value>| {
        ir.types(values) == ir.types(ir[op].results()) && values.iter().all(|value| ir.defining_op(*value) != Some(op))
    };
    let Some(values) = values.filter(fits) else {
        take_back(ir, &made)?;
        return Ok(None);
    };
    // `made` is in reverse order: what is used comes after its uses.
    let mut kept = Vec::new();
    for new in made {
        let is_needed = ir[new].results().iter().any(|value| values.contains(value) || !ir.uses(*value).is_empty());
        if is_needed {
            kept.push(new);
        } else {
            ir.erase(new)?;
        }
    }
    kept.reverse();
    Ok(Some((values, kept)))
}

/// Erases what a rule made.
pub fn take_back(ir: &mut Ir, made: &[Op]) -> Result<()> {
    let mut left: Vec<Op> = made.to_vec();
    while let Some(at) = left.iter().position(|op| ir[*op].results().iter().all(|value| ir.uses(*value).is_empty())) {
        ir.erase(left.swap_remove(at))?;
    }
    Ok(())
}
