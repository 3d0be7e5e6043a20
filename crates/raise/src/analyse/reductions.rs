//! Values that a loop carries, and memory, that it only adds to (or multiplies, or takes the largest or smallest of): what is added
//! may be added in any order.

use super::accesses::Access;
use super::facts::Facts;
use zymase_dialects::scf::For;
use zymase_ir::{Attribute, Ir, Op, Use, Value};
use zymase_support::hash::{FastMap, FastSet};

/// How two values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    Add,
    Multiply,
    Maximum,
    Minimum,
    And,
    Or,
}

const ALL: [Combine; 6] =
    [Combine::Add, Combine::Multiply, Combine::Maximum, Combine::Minimum, Combine::And, Combine::Or];

impl Combine {
    /// The combination that an operation makes of an operand and another.
    pub fn of_op(name: &str, place: usize) -> Option<Combine> {
        Some(match name {
            "arith.addf" | "arith.addi" => Combine::Add,
            "arith.subf" | "arith.subi" if place == 0 => Combine::Add,
            "math.fma" if place == 2 => Combine::Add,
            "arith.mulf" | "arith.muli" => Combine::Multiply,
            "arith.maximumf" | "arith.maxnumf" | "arith.maxsi" => Combine::Maximum,
            "arith.minimumf" | "arith.minnumf" | "arith.minsi" => Combine::Minimum,
            "arith.andi" => Combine::And,
            "arith.ori" => Combine::Or,
            _ => return None,
        })
    }

    /// The operation of StableHLO.
    pub fn name(self) -> &'static str {
        match self {
            Combine::Add => "stablehlo.add",
            Combine::Multiply => "stablehlo.multiply",
            Combine::Maximum => "stablehlo.maximum",
            Combine::Minimum => "stablehlo.minimum",
            Combine::And => "stablehlo.and",
            Combine::Or => "stablehlo.or",
        }
    }

    fn of_atomic(kind: i64) -> Option<Combine> {
        Some(match kind {
            0 | 1 => Combine::Add,
            3 | 5 => Combine::Maximum,
            7 | 9 => Combine::Minimum,
            11 => Combine::Multiply,
            12 => Combine::Multiply,
            _ => return None,
        })
    }
}

/// The larger or smaller of two values that are compared and chosen: `select(x > old, x, old)`.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub combine: Combine,
    /// The new value.
    pub new: Value,
    /// Whether the new value wins only if it is better, not if it is equal.
    pub is_strict: bool,
}

/// Reads a selection between an old value and a new one by their comparison.
pub fn choice(ir: &Ir, select: Op, old: Value) -> Option<Choice> {
    if ir[select].name() != "arith.select" {
        return None;
    }
    let [condition, yes, no] = ir[select].operands().collect::<Vec<_>>()[..] else { return None };
    let (new, keeps_on_true) = match (yes == old, no == old) {
        (false, true) => (yes, false),
        (true, false) => (no, true),
        _ => return None,
    };
    let (is_greater, is_strict) = comparison(ir, condition, new, old)?;
    // With the old value on true, the new one wins where the relation does not hold.
    let (is_greater, is_strict) = if keeps_on_true { (!is_greater, !is_strict) } else { (is_greater, is_strict) };
    Some(Choice { combine: if is_greater { Combine::Maximum } else { Combine::Minimum }, new, is_strict })
}

/// Whether a comparison says that `a` is greater (else smaller) than `b`, and whether strictly.
fn comparison(ir: &Ir, condition: Value, a: Value, b: Value) -> Option<(bool, bool)> {
    let op = ir.defining_op(condition)?;
    if ir[op].name() == "arith.ori" {
        let [one, other] = ir[op].operands().collect::<Vec<_>>()[..] else { return None };
        let found = if repairs(ir, other, a, b) { Some(one) } else { Some(other).filter(|_| repairs(ir, one, a, b)) };
        return comparison(ir, found?, a, b);
    }
    let predicate = ir.attribute(op, "predicate")?.as_i64()?;
    let (is_greater, is_strict) = match (ir[op].name().as_str(), predicate) {
        ("arith.cmpf", 2 | 9) | ("arith.cmpi", 4) => (true, true),
        ("arith.cmpf", 3 | 10) | ("arith.cmpi", 5) => (true, false),
        ("arith.cmpf", 4 | 11) | ("arith.cmpi", 2) => (false, true),
        ("arith.cmpf", 5 | 12) | ("arith.cmpi", 3) => (false, false),
        _ => return None,
    };
    match ir[op].operands().collect::<Vec<_>>()[..] {
        [x, y] if x == a && y == b => Some((is_greater, is_strict)),
        [x, y] if x == b && y == a => Some((!is_greater, is_strict)),
        _ => None,
    }
}

/// Whether a condition says that the old value is not a number and the new one is, as Fortran's extrema ask.
fn repairs(ir: &Ir, condition: Value, new: Value, old: Value) -> bool {
    let Some(op) = ir.defining_op(condition) else { return false };
    let operands: Vec<Value> = ir[op].operands().collect();
    let says = |value: Value, predicates: [i64; 2], of: Value| {
        ir.defining_op(value).is_some_and(|op| {
            ir[op].name() == "arith.cmpf"
                && ir[op].operands().all(|operand| operand == of)
                && ir
                    .attribute(op, "predicate")
                    .and_then(Attribute::as_i64)
                    .is_some_and(|number| predicates.contains(&number))
        })
    };
    // `une` and `uno` of a value with itself, `oeq` and `ord`.
    let holds = |x: Value, y: Value| says(x, [13, 14], old) && says(y, [1, 7], new);
    match operands[..] {
        [x, y] if ir[op].name() == "arith.andi" => holds(x, y) || holds(y, x),
        _ => false,
    }
}

/// Whether a condition does nothing but choose between a value and another.
fn decides(ir: &Ir, condition: Value, old: Value) -> bool {
    ir.uses(condition).iter().all(|place| match ir[place.op].name().as_str() {
        "arith.select" => place.operand == 0 && choice(ir, place.op, old).is_some(),
        "arith.andi" | "arith.ori" => decides(ir, ir[place.op].results()[0], old),
        _ => false,
    })
}

/// How a loop combines what it carries at a place with other values, if it does nothing else with it.
pub fn of_carried(ir: &Ir, loop_op: Op, place: usize) -> Option<Combine> {
    let (body, end) = ir.single_block(*ir[loop_op].regions().first()?)?;
    let argument = *ir.arguments(body).get(1 + place)?;
    ALL.into_iter().find(|combine| {
        follow(ir, argument, *combine, &|place_of_use| place_of_use.op == end && place_of_use.operand == place)
    })
}

/// Whether everything that becomes of a value is combined in one way, until it comes to the end.
fn follow(ir: &Ir, start: Value, combine: Combine, is_end: &dyn Fn(Use) -> bool) -> bool {
    let mut derived: FastSet<Value> = FastSet::default();
    derived.insert(start);
    let mut open = vec![start];
    let mut selections = Vec::new();
    let mut reaches = false;
    while let Some(value) = open.pop() {
        for used in ir.uses(value) {
            if is_end(*used) {
                reaches = true;
                continue;
            }
            let Some(next) = step(ir, value, *used, combine, &mut selections) else { return false };
            open.extend(next.filter(|next| derived.insert(*next)));
        }
    }
    let both_derived = |op: &Op| match ir[*op].name().as_str() {
        "arith.select" => {
            [1, 2].iter().all(|place| ir[*op].operand(*place).is_some_and(|value| derived.contains(&value)))
        }
        _ => true,
    };
    let yields_derived = |op: &Op| {
        ir[*op].name() != "scf.if"
            || ir[*op].results().iter().enumerate().filter(|(_, result)| derived.contains(result)).all(|(place, _)| {
                ir[*op]
                    .regions()
                    .iter()
                    .all(|region| ir.returned(*region).get(place).is_some_and(|value| derived.contains(value)))
            })
    };
    // Nothing is combined with itself, and nothing else chooses.
    let others = |op: &Op| {
        let is_combination = Combine::of_op(ir[*op].name().as_str(), 0).is_some();
        !is_combination || ir[*op].operands().filter(|value| derived.contains(value)).count() <= 1
    };
    reaches && selections.iter().all(|op| both_derived(op) && yields_derived(op) && others(op))
}

/// What becomes of a value in one use; nothing inside for uses that only compare.
fn step(ir: &Ir, value: Value, used: Use, combine: Combine, seen: &mut Vec<Op>) -> Option<Option<Value>> {
    let op = used.op;
    let name = ir[op].name().as_str();
    if Combine::of_op(name, used.operand) == Some(combine) && !ir.ty(value).is_bool() {
        seen.push(op);
        return Some(Some(ir[op].results()[0]));
    }
    match name {
        "arith.select" if used.operand > 0 => {
            if choice(ir, op, value).is_some_and(|choice| choice.combine == combine) {
                return Some(Some(ir[op].results()[0]));
            }
            seen.push(op);
            Some(Some(ir[op].results()[0]))
        }
        "arith.cmpf" | "arith.cmpi" => decides(ir, ir[op].results()[0], value).then_some(None),
        "scf.yield" => {
            let around = ir.parent_op(op).filter(|around| ir[*around].name() == "scf.if")?;
            seen.push(around);
            Some(Some(*ir[around].results().get(used.operand)?))
        }
        "scf.for" => {
            let view = For(op);
            let place = used.operand.checked_sub(ir[op].operands().len() - view.initArgs(ir).len())?;
            (of_carried(ir, op, place)? == combine).then_some(())?;
            Some(Some(*ir[op].results().get(place)?))
        }
        _ => None,
    }
}

/// A store of what was loaded from the same place, combined with something.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    pub load: Op,
    pub combine: Combine,
}

/// The stores that only combine, by operation; an atomic update is its own load.
pub fn updates(ir: &Ir, facts: &Facts, function: Op) -> FastMap<Op, Update> {
    let mut found = FastMap::default();
    for op in ir.walk(function) {
        if ir[op].name() == "memref.atomic_rmw" {
            let kind = ir.attribute(op, "kind").and_then(Attribute::as_i64);
            if let Some(combine) = kind.and_then(Combine::of_atomic).filter(|_| ir.uses(ir[op].results()[0]).is_empty())
            {
                found.insert(op, Update { load: op, combine });
            }
        }
        if ir[op].name() == "memref.load"
            && let Some((store, combine)) = update_from(ir, facts, op)
        {
            found.insert(store, Update { load: op, combine });
        }
    }
    found
}

/// The store to which all goes that becomes of a load.
fn update_from(ir: &Ir, facts: &Facts, load: Op) -> Option<(Op, Combine)> {
    let value = ir[load].results()[0];
    let block = ir[load].parent()?;
    let own = super::accesses::of_op(ir, facts, load).pop()?;
    // The next writer of this memory in the block must be the store.
    let mut next = ir.next_op(load);
    let mut steps = 0;
    let store = loop {
        let op = next?;
        steps += 1;
        if steps > 400 {
            return None;
        }
        if writes(ir, facts, op, &own) {
            break op;
        }
        next = ir.next_op(op);
    };
    if ir[store].name() != "memref.store" || ir[store].parent() != Some(block) {
        return None;
    }
    let target = super::accesses::of_op(ir, facts, store).pop()?;
    let is_same = target.root == own.root && target.shape == own.shape && target.subscripts == own.subscripts;
    if !is_same || own.subscripts.is_none() {
        return None;
    }
    let is_end = |used: Use| used.op == store && used.operand == 0;
    ALL.into_iter().find(|combine| follow(ir, value, *combine, &is_end)).map(|combine| (store, combine))
}

fn writes(ir: &Ir, facts: &Facts, op: Op, access: &Access) -> bool {
    let is_plain = ir[op].regions().is_empty();
    let name = ir[op].name().as_str();
    if is_plain && !name.starts_with("memref.") {
        return false;
    }
    super::accesses::within(ir, facts, op).iter().any(|other| other.is_write && other.root == access.root)
}

/// The largest or smallest of values together with where it is: carried values that are all chosen by one comparison.
#[derive(Clone, Debug)]
pub struct Best {
    /// The carried value that is compared.
    pub key: usize,
    pub choice: Choice,
    /// The other carried values, and what they become.
    pub others: Vec<(usize, Value)>,
    /// The comparison and the selections, which are not run themselves.
    pub ops: Vec<Op>,
}

/// Reads a loop whose carried values are chosen together.
pub fn best(ir: &Ir, loop_op: Op) -> Option<Best> {
    let (body, end) = ir.single_block(*ir[loop_op].regions().first()?)?;
    let arguments = ir.arguments(body)[1..].to_vec();
    let given: Vec<Value> = ir[end].operands().collect();
    if arguments.len() < 2 {
        return None;
    }
    for key in 0..arguments.len() {
        let Some(select) = ir.defining_op(given[key]) else { continue };
        let Some(choice) = choice(ir, select, arguments[key]) else { continue };
        let condition = ir[select].operand(0)?;
        let compare = ir.defining_op(condition)?;
        let mut found = Best { key, choice, others: Vec::new(), ops: vec![compare, select] };
        let takes_new_on_true = ir[select].operand(1) == Some(choice.new);
        for (place, argument) in arguments.iter().enumerate().filter(|(place, _)| *place != key) {
            let other = ir.defining_op(given[place]).filter(|op| ir[*op].name() == "arith.select")?;
            let [by, yes, no] = ir[other].operands().collect::<Vec<_>>()[..] else { return None };
            let (new, old) = if takes_new_on_true { (yes, no) } else { (no, yes) };
            if by != condition || old != *argument || ir.uses(*argument).len() != 1 {
                return None;
            }
            found.others.push((place, new));
            found.ops.push(other);
        }
        let only_chosen = |op: &Op| {
            ir[*op].parent() == Some(body)
                && (*op == compare || ir.uses(ir[*op].results()[0]).iter().all(|place| place.op == end))
        };
        let only_compares = ir.uses(condition).iter().all(|place| found.ops.contains(&place.op));
        let is_free = !found.others.iter().any(|(_, new)| arguments.contains(new)) && !arguments.contains(&choice.new);
        if ir.uses(arguments[key]).len() == 2 && only_compares && is_free && found.ops.iter().all(only_chosen) {
            return Some(found);
        }
        return None;
    }
    None
}
