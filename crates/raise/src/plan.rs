//! Decides how each loop is raised: read in lock step, or as a loop that remains; and says why.

use crate::analyse::accesses::{self, Access};
use crate::analyse::dependence::may_meet;
use crate::analyse::facts::{Facts, is_within};
use crate::analyse::reductions::{self, Best, Combine, Update};
use crate::linear::Linear;
use zymase_dialects::scf::{For, While};
use zymase_ir::{Block, Ir, Op, Value};
use zymase_support::hash::{FastMap, FastSet};

/// How a loop is raised.
#[derive(Clone, Debug)]
pub enum Way {
    /// All iterations of one operation, then all of the next; carried values are combined.
    LockStep { combines: Vec<Combine>, best: Option<Best> },
    /// One iteration after the other, for this reason.
    InOrder(String),
}

#[derive(Debug, Default)]
pub struct Plan {
    pub ways: FastMap<Op, Way>,
    /// Stores that combine what memory holds with something.
    pub updates: FastMap<Op, Update>,
    /// Loads that belong to those stores.
    pub update_loads: FastMap<Op, Op>,
    /// Operations that are part of something else.
    pub skipped: FastSet<Op>,
    /// All loops in the order of the text.
    pub order: Vec<Op>,
}

/// Pairs of accesses that are compared for one loop at most.
const MOST_PAIRS: usize = 2_000_000;

impl Plan {
    pub fn of(ir: &Ir, facts: &Facts, function: Op) -> Plan {
        let mut plan = Plan { updates: reductions::updates(ir, facts, function), ..Plan::default() };
        plan.update_loads = plan.updates.iter().map(|(store, update)| (update.load, *store)).collect();
        let is_loop = |op: &Op| For::of(ir, *op).is_some() || While::of(ir, *op).is_some();
        plan.order = ir.walk(function).into_iter().filter(is_loop).collect();
        // Inner loops first: what stays in order within a loop restricts it.
        for op in plan.order.clone().into_iter().rev() {
            let way = plan.decide(ir, facts, op);
            if let Way::LockStep { best: Some(best), .. } = &way {
                plan.skipped.extend(best.ops.iter().copied());
            }
            plan.ways.insert(op, way);
        }
        plan
    }

    fn decide(&self, ir: &Ir, facts: &Facts, op: Op) -> Way {
        if While::of(ir, op).is_some() {
            return Way::InOrder("runs until a condition holds".into());
        }
        let Some(counted) = facts.loops.get(&op) else {
            return Way::InOrder("its step is not a positive constant".into());
        };
        if counted.most.is_none() {
            let message = "how often it runs depends on values that are not known here (--fix may help)";
            return Way::InOrder(message.into());
        }
        let carried = ir[op].results().len();
        let combines: Option<Vec<Combine>> = (0..carried).map(|place| reductions::of_carried(ir, op, place)).collect();
        let (combines, best) = match combines {
            Some(combines) => (combines, None),
            None => match reductions::best(ir, op) {
                Some(best) => (Vec::new(), Some(best)),
                None => return Way::InOrder("an iteration uses what the one before computed".into()),
            },
        };
        if !counted.is_marked
            && let Some(reason) = self.conflict(ir, facts, op)
        {
            return Way::InOrder(reason);
        }
        Way::LockStep { combines, best }
    }

    /// What an iteration does to memory that another one must see in order.
    fn conflict(&self, ir: &Ir, facts: &Facts, op: Op) -> Option<String> {
        let all = accesses::within(ir, facts, op);
        let mut by_root: Vec<(Value, Vec<&Access>)> = Vec::new();
        let mut places: FastMap<Value, usize> = FastMap::default();
        for access in all.iter().filter(|access| !is_within(ir, access.root, op)) {
            let place = *places.entry(access.root).or_insert_with(|| {
                by_root.push((access.root, Vec::new()));
                by_root.len() - 1
            });
            by_root[place].1.push(access);
        }
        let mut pairs = 0;
        for (_, list) in by_root.iter().filter(|(_, list)| list.iter().any(|access| access.is_write)) {
            let list = distinct(ir, list);
            for (place, first) in list.iter().enumerate() {
                for second in &list[place..] {
                    pairs += 1;
                    if pairs > MOST_PAIRS {
                        return Some("it has too many accesses to compare".into());
                    }
                    if let Some(reason) = self.clash(ir, facts, op, first, second) {
                        return Some(reason);
                    }
                }
            }
        }
        None
    }

    /// Whether two accesses, in the order of the text, forbid lock step.
    fn clash(&self, ir: &Ir, facts: &Facts, op: Op, first: &Access, second: &Access) -> Option<String> {
        if !first.is_write && !second.is_write || self.commute(first, second) {
            return None;
        }
        let backward = may_meet(ir, facts, op, second, first);
        let is_ordered =
            backward || (self.share_order(ir, op, first.op, second.op) && may_meet(ir, facts, op, first, second));
        is_ordered.then(|| {
            let (one, other) = (place_of(ir, first.op), place_of(ir, second.op));
            let what = if first.is_write && second.is_write { "write" } else { "write and read" };
            format!("iterations may {what} the same element ({one} and {other})")
        })
    }

    /// Whether two accesses belong to updates that may be done in any order.
    fn commute(&self, first: &Access, second: &Access) -> bool {
        let of = |op: Op| {
            let store = self.update_loads.get(&op).copied().unwrap_or(op);
            self.updates.get(&store).map(|update| update.combine)
        };
        matches!((of(first.op), of(second.op)), (Some(one), Some(other)) if one == other)
    }

    /// Whether both stand in a loop within this one whose iterations stay in order.
    fn share_order(&self, ir: &Ir, around: Op, first: Op, second: Op) -> bool {
        let inner = |op: Op| {
            std::iter::successors(ir.parent_op(op), |op| ir.parent_op(*op))
                .take_while(|op| *op != around)
                .collect::<Vec<_>>()
        };
        let theirs = inner(second);
        inner(first).into_iter().any(|op| theirs.contains(&op) && matches!(self.ways.get(&op), Some(Way::InOrder(_))))
    }
}

/// What an access touches, and the block it stands in.
type What<'a> = (&'a [i64], Option<&'a Vec<Linear>>, bool, Option<Block>);

/// Accesses without those that say the same: of equal ones in one block the first and the last.
fn distinct<'a>(ir: &Ir, list: &[&'a Access]) -> Vec<&'a Access> {
    let mut seen: FastMap<What, (usize, usize)> = FastMap::default();
    for (place, access) in list.iter().enumerate() {
        let key = (access.shape.as_slice(), access.subscripts.as_ref(), access.is_write, ir[access.op].parent());
        seen.entry(key).and_modify(|ends| ends.1 = place).or_insert((place, place));
    }
    let mut places: Vec<usize> = seen.into_values().flat_map(|(first, last)| [first, last]).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| list[place]).collect()
}

/// Where an operation stands, in words.
pub fn place_of(ir: &Ir, op: Op) -> String {
    format!("{} at {}", ir[op].name(), ir[op].location())
}
