//! What the reverse sweep asks for: operands of formulas, addresses of active accesses, branch choices, trip counts.

use super::{Choices, Facts, Item, Next, Shape};
use std::collections::{BTreeSet, HashSet};
use zymase_analysis::activity::{Activity, PointerClass, holds_float, holds_pointer};
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_analysis::types::Types;
use zymase_calculus::{is_differentiable_operand, needs, operand_count};
use zymase_core::formulas::rule_of_instruction;
use zymase_library::{Device, Extent, Size};
use zymase_llvm::{Block, Opcode, Value};
use zymase_prepare::Prepared;

/// Where the reverse sweep has anything to do.
pub struct ReverseWork {
    pub blocks: HashSet<Block>,
    pub loops: BTreeSet<usize>,
}

pub fn reverse_work(prepared: &Prepared, types: &Types, activity: &Activity, choices: Choices) -> ReverseWork {
    let mut work = ReverseWork { blocks: HashSet::new(), loops: BTreeSet::new() };
    for block in &prepared.blocks {
        if !prepared.reaches_end(*block, choices.unwinds) {
            continue;
        }
        if block.instructions().into_iter().any(|i| has_reverse(i, types, activity, choices.shape)) {
            work.blocks.insert(*block);
            work.loops.extend(prepared.loops_around(*block));
        }
    }
    work
}

/// Does the instruction do anything in the reverse sweep?
fn has_reverse(i: Value, types: &Types, activity: &Activity, shape: Shape) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMStore) => {
            activity.class(i.operand(1)).may_have_shadow() && !is_pure_pointer(types, i.operand(0))
        }
        Some(Opcode::LLVMAtomicRMW) => {
            activity.class(i.operand(0)).may_have_shadow() && activity.is_active(i.operand(1))
        }
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(i) {
            Callee::Copy(transfer) => activity.class(i.arguments()[transfer.destination]).may_have_shadow(),
            Callee::Fill { destination, .. } => activity.class(i.arguments()[destination]).may_have_shadow(),
            Callee::Defined(_) => call_takes_part(i, types, activity),
            Callee::Inactive(inactive) => !inactive.overwrites.is_empty(),
            Callee::Allocate(_) => starts_as_zeros(i, shape, activity),
            Callee::Device(device) => !matches!(device, Device::Shuffle(_)) || activity.is_active(i),
            _ => activity.is_active(i),
        },
        Some(Opcode::LLVMRet) => false,
        _ => activity.is_active(i),
    }
}

fn is_pure_pointer(types: &Types, value: Value) -> bool {
    holds_pointer(types, value) && !holds_float(types, value)
}

/// Does a call of a function with a body become a call of its two halves?
pub fn call_takes_part(call: Value, types: &Types, activity: &Activity) -> bool {
    if call.called_type().is_variadic() {
        return false;
    }
    !call.does_not_access_memory()
        || activity.is_varied(call)
        || call
            .arguments()
            .iter()
            .any(|a| activity.is_varied(*a) || holds_pointer(types, *a) && activity.class(*a).may_have_shadow())
}

/// Is it an allocation of zeros of which a reverse sweep that runs again must not find adjoints of the sweep before?
pub fn starts_as_zeros(call: Value, shape: Shape, activity: &Activity) -> bool {
    let zeroed = matches!(classify(call), Callee::Allocate(allocate) if allocate.zeroed);
    zeroed && shape == Shape::Split && activity.class(call).may_have_shadow()
}

/// Destination, source and length of a copy.
pub fn copy_arguments(call: Value, transfer: zymase_library::Transfer) -> (Value, Value, Value) {
    let arguments = call.arguments();
    (arguments[transfer.destination], arguments[transfer.source], arguments[transfer.length])
}

/// The call beside `i` of the one function that its formula is made of, at the same operand: `cos(x)` for `sin(x)`. What
/// the program computes is kept or computed again like any other value.
pub fn relative(i: Value, rule: zymase_calculus::Function) -> Option<(zymase_calculus::Function, Value)> {
    let wanted = zymase_calculus::relative(rule)?;
    let operand = operand_of_function(i, rule)?;
    let block = i.block()?;
    let found = operand.users().into_iter().find(|user| {
        user.block() == Some(block) && user.ty() == i.ty() && operand_of_function(*user, wanted) == Some(operand)
    })?;
    Some((wanted, found))
}

/// The operand of a call of a function of one.
fn operand_of_function(call: Value, wanted: zymase_calculus::Function) -> Option<Value> {
    if call.opcode() != Some(Opcode::LLVMCall) {
        return None;
    }
    match classify(call) {
        Callee::Math { function, operands, integer_outputs } if function == wanted && integer_outputs.is_empty() => {
            Some(call.arguments()[*operands.first()?])
        }
        _ => None,
    }
}

/// What the reverse of an instruction asks for.
pub fn of_instruction(facts: &Facts, i: Value) -> Vec<Item> {
    let mut collector = Collector { facts, seen: HashSet::new(), items: Vec::new() };
    collector.instruction(i);
    collector.items
}

/// What the way back through the function asks for.
pub fn of_flow(facts: &Facts) -> Vec<Item> {
    let mut collector = Collector { facts, seen: HashSet::new(), items: Vec::new() };
    for block in facts.prepared.blocks.iter().filter(|block| facts.flow.reversed.contains(*block)) {
        if matches!(facts.flow.next(*block), Next::Choose(_)) {
            collector.add(Item::Choice(*block));
        }
    }
    facts.flow.loops.iter().for_each(|index| collector.add(Item::Trips(*index)));
    collector.items
}

/// Everything the reverse sweep asks for, in program order, each once.
pub fn collect(facts: &Facts, more: &[Item]) -> Vec<Item> {
    let mut collector = Collector { facts, seen: HashSet::new(), items: Vec::new() };
    more.iter().for_each(|item| collector.add(*item));
    for block in &facts.prepared.blocks {
        if !facts.flow.reversed.contains(block) {
            continue;
        }
        for instruction in block.instructions() {
            collector.instruction(instruction);
        }
        if matches!(facts.flow.next(*block), Next::Choose(_)) {
            collector.add(Item::Choice(*block));
        }
    }
    for index in &facts.flow.loops {
        collector.add(Item::Trips(*index));
    }
    if facts.prepared.ends(facts.flow.unwinds).len() > 1 {
        collector.add(Item::Exit);
    }
    collector.items
}

struct Collector<'a> {
    facts: &'a Facts<'a>,
    seen: HashSet<Item>,
    items: Vec<Item>,
}

impl Collector<'_> {
    fn add(&mut self, item: Item) {
        if self.seen.insert(item) {
            self.items.push(item);
        }
    }

    /// The shadow of an accessed pointer, and the pointer itself where the two must be compared.
    fn access(&mut self, pointer: Value) {
        if !self.facts.activity.class(pointer).may_have_shadow() {
            return;
        }
        self.add(Item::Shadow(pointer));
        if self.facts.activity.class(pointer) == PointerClass::Maybe {
            self.add(Item::Primal(pointer));
        }
    }

    fn instruction(&mut self, i: Value) {
        let activity = self.facts.activity;
        match i.opcode() {
            Some(Opcode::LLVMStore) if !is_pure_pointer(self.facts.types, i.operand(0)) => self.access(i.operand(1)),
            Some(Opcode::LLVMAtomicRMW) => self.access(i.operand(0)),
            Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => self.call(i),
            _ if !activity.is_active(i) => {}
            Some(Opcode::LLVMLoad) => self.access(i.operand(0)),
            Some(Opcode::LLVMSelect) => self.add(Item::Primal(i.operand(0))),
            Some(Opcode::LLVMExtractElement) => self.add(Item::Primal(i.operand(1))),
            Some(Opcode::LLVMInsertElement) => self.add(Item::Primal(i.operand(2))),
            _ => {
                if let Some(rule) = rule_of_instruction(i) {
                    let operands = i.operands();
                    self.rule(i, rule, &operands[..operand_count(rule)]);
                }
            }
        }
    }

    fn rule(&mut self, i: Value, rule: zymase_calculus::Function, operands: &[Value]) {
        for (k, operand) in operands.iter().enumerate() {
            if !self.facts.activity.is_active(*operand) || !is_differentiable_operand(rule, k) {
                continue;
            }
            if let Some((_, known)) = relative(i, rule) {
                self.add(Item::Primal(known));
                continue;
            }
            let read = needs(rule, k);
            for (j, other) in operands.iter().enumerate() {
                if read.args & (1 << j) != 0 {
                    self.add(Item::Primal(*other));
                }
            }
            if read.result {
                self.add(Item::Primal(i));
            }
        }
    }

    /// What threads of a GPU do together: which of them, and from where they read.
    fn threads(&mut self, i: Value, device: Device) {
        let arguments = i.arguments();
        let wanted: &[usize] = match device {
            Device::Shuffle(_) if !self.facts.activity.is_active(i) => &[],
            Device::Shuffle(_) => &[0, 2, 3],
            Device::Barrier => &[0],
            _ => &[0, 1],
        };
        for argument in wanted.iter().filter_map(|k| arguments.get(*k)) {
            self.add(Item::Primal(*argument));
        }
    }

    fn call(&mut self, i: Value) {
        let arguments = i.arguments();
        match classify(i) {
            Callee::Math { function, operands, .. } if self.facts.activity.is_active(i) => {
                let operands: Vec<Value> = operands.iter().map(|k| arguments[*k]).collect();
                self.rule(i, function, &operands);
            }
            Callee::Device(device) => self.threads(i, device),
            Callee::Copy(transfer) => {
                let (to, from, length) = copy_arguments(i, transfer);
                if self.facts.activity.class(to).may_have_shadow() {
                    self.access(to);
                    self.access(from);
                    self.add(Item::Primal(length));
                }
            }
            Callee::Fill { destination, length }
                if self.facts.activity.class(arguments[destination]).may_have_shadow() =>
            {
                self.access(arguments[destination]);
                self.add(Item::Primal(arguments[length]));
            }
            Callee::Allocate(allocate) if starts_as_zeros(i, self.facts.shape, self.facts.activity) => {
                self.access(i);
                match allocate.size {
                    Size::Argument(k) => self.add(Item::Primal(arguments[k])),
                    Size::Product(a, b) => {
                        self.add(Item::Primal(arguments[a]));
                        self.add(Item::Primal(arguments[b]));
                    }
                }
            }
            Callee::Inactive(inactive) => {
                for overwrite in inactive.overwrites {
                    let Some(pointer) = arguments.get(overwrite.argument).copied() else { continue };
                    if pointer.ty().is_pointer() {
                        self.access(pointer);
                    }
                    match overwrite.extent {
                        Extent::Bytes(k) => self.add(Item::Primal(arguments[k])),
                        Extent::Product(a, b) => {
                            self.add(Item::Primal(arguments[a]));
                            self.add(Item::Primal(arguments[b]));
                        }
                        _ => {}
                    }
                }
            }
            Callee::Defined(function) if marks::is_message(function) => self.add(Item::Tape(i)),
            Callee::Defined(_) if call_takes_part(i, self.facts.types, self.facts.activity) => {
                for argument in &arguments {
                    self.add(Item::Primal(*argument));
                    if holds_pointer(self.facts.types, *argument)
                        && self.facts.activity.class(*argument).may_have_shadow()
                    {
                        self.add(Item::Shadow(*argument));
                    }
                }
                self.add(Item::Tape(i));
            }
            _ => {}
        }
    }
}
