//! Callees that stay functions, because a derivative would have their code too many times otherwise.
//!
//! Everything is inlined as a rule: a boundary between functions needs a tape. But what a library calls from many places, and
//! from places that are reached from many places themselves, is there as often as there are ways to it: kernels of Eigen
//! sixteen times over in one gradient. What the host's passes take for that grows faster than the code. So a function
//! that would become too large is looked at as a whole first, with everything that it leads to: of the callees whose code would
//! be there several times those stay functions, with derivatives of their own, that save most, until the rest is small enough.
//!
//! Functions that are small enough are inlined as ever. Code that was not optimised is counted without what keeps variables in
//! memory and forwards calls: its copies (`condensed`) have none of that. They depend on what stays a function, so each choice has
//! copies of its own.

use super::bodies;
use super::checkpoint::is_marker;
use super::condensed::{LARGEST_INLINED_CALLEE, may_copy, source};
use super::recursion::Recursion;
use std::collections::{HashMap, HashSet};
use zymase_core::Failure;
use zymase_llvm::{Function, Opcode, Value};

/// A function, with all that it leads to, may have so many instructions before callees stay functions.
const LARGEST_TOTAL: usize = 8_000;
/// A callee stays a function only if, with all that is inlined into it, it has so many instructions,
const SMALLEST_SHARED: usize = 200;
/// and if so many are saved.
const LEAST_SAVED: usize = 1_000;

/// What the names of copies have after that of their function, before what tells choices apart.
pub const CHOICE: &str = ".shared";

/// Functions that stay functions.
#[derive(Default)]
pub struct Shared {
    functions: HashSet<Function>,
    /// What the names of condensed copies have that call these.
    pub suffix: String,
}

impl Shared {
    fn new(functions: HashSet<Function>) -> Shared {
        if functions.is_empty() {
            return Shared::default();
        }
        let mut names: Vec<String> = functions.iter().map(|function| function.name()).collect();
        names.sort();
        // FNV-1a: the same for every build of the plugin.
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let hash = names.join(" ").bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        Shared { functions, suffix: format!("{CHOICE}{hash:x}") }
    }

    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter()
    }

    /// Does a function stay one, or what it is a copy of?
    pub fn contains(&self, function: Function) -> bool {
        !self.is_empty() && (self.functions.contains(&function) || self.functions.contains(&source(function)))
    }
}

/// A function, what it leads to, and which of that is inlined.
struct Calls {
    /// Callers come before their callees where calls are inlined; the first is the function itself.
    nodes: Vec<Node>,
}

struct Node {
    function: Function,
    instructions: usize,
    /// Callees by their numbers, and how often they are called.
    calls: Vec<(usize, usize)>,
    /// It is a function of its own, or will be.
    stays: bool,
}

/// The callees of a function, and theirs, that stay functions. `known`: those that stay functions because what leads to
/// the function was looked at as a whole.
pub fn choose(function: Function, original: Function, known: &Shared) -> Result<Shared, Failure> {
    let mut chosen = known.functions.clone();
    let recursion = &mut Recursion::new(function.module());
    let Some(mut calls) = Calls::of(function, original, known, recursion)? else { return Ok(Shared::new(chosen)) };
    loop {
        let sizes = calls.sizes();
        if calls.total(&sizes) <= LARGEST_TOTAL {
            return Ok(Shared::new(chosen));
        }
        let Some(most) = calls.saves_most(&sizes) else { return Ok(Shared::new(chosen)) };
        calls.nodes[most].stays = true;
        chosen.insert(calls.nodes[most].function);
    }
}

impl Calls {
    /// None where a loop keeps few states: whatever its steps do must be seen.
    fn of(
        function: Function,
        original: Function,
        known: &Shared,
        recursion: &mut Recursion,
    ) -> Result<Option<Calls>, Failure> {
        let mut numbers = HashMap::from([(function, 0)]);
        let mut nodes = vec![Node::of(function, true)];
        let mut next = 0;
        while next < nodes.len() {
            if nodes[next].function.instructions().into_iter().any(is_marker) {
                return Ok(None);
            }
            let mut calls: Vec<(usize, usize)> = Vec::new();
            for callee in recursion.callees_of(nodes[next].function)?.into_iter().map(source) {
                if !may_copy(callee, original) || callee.name().starts_with(bodies::PREFIX) {
                    continue;
                }
                let number = match numbers.get(&callee) {
                    Some(number) => *number,
                    None => {
                        let mut node = Node::of(callee, known.contains(callee) || recursion.is_recursive(callee)?);
                        node.stays |= node.instructions > LARGEST_INLINED_CALLEE;
                        numbers.insert(callee, nodes.len());
                        nodes.push(node);
                        nodes.len() - 1
                    }
                };
                match calls.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, times)) => *times += 1,
                    None => calls.push((number, 1)),
                }
            }
            nodes[next].calls = calls;
            next += 1;
        }
        Ok(Some(Calls { nodes }.in_order()))
    }

    /// Puts callers before the callees that are inlined into them.
    fn in_order(self) -> Calls {
        let mut callers = vec![0usize; self.nodes.len()];
        let inlined = |node: &Node| -> Vec<usize> {
            node.calls.iter().map(|(callee, _)| *callee).filter(|callee| !self.nodes[*callee].stays).collect()
        };
        self.nodes.iter().flat_map(inlined).for_each(|callee| callers[callee] += 1);
        let mut order: Vec<usize> = (0..self.nodes.len()).filter(|node| callers[*node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for callee in inlined(&self.nodes[node]) {
                callers[callee] -= 1;
                if callers[callee] == 0 {
                    order.push(callee);
                }
            }
        }
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, node)| places[*node] = place);
        let moved = |node: &usize| {
            let node = &self.nodes[*node];
            let calls = node.calls.iter().map(|(callee, times)| (places[*callee], *times)).collect();
            Node { function: node.function, instructions: node.instructions, calls, stays: node.stays }
        };
        Calls { nodes: order.iter().map(moved).collect() }
    }

    /// How many instructions each function has when its callees have been inlined.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0usize; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let inlined = node.calls.iter().filter(|(callee, _)| !self.nodes[*callee].stays);
            let more = inlined.map(|(callee, times)| sizes[*callee].saturating_mul(*times));
            sizes[number] = more.fold(node.instructions, usize::saturating_add);
        }
        sizes
    }

    /// The instructions of all that stay functions.
    fn total(&self, sizes: &[usize]) -> usize {
        let staying = self.nodes.iter().zip(sizes).filter(|(node, _)| node.stays);
        staying.map(|(_, size)| *size).fold(0, usize::saturating_add)
    }

    /// The callee that saves most instructions if its code is there once.
    fn saves_most(&self, sizes: &[usize]) -> Option<usize> {
        let mut copies = vec![0usize; self.nodes.len()];
        let mut best: Option<(usize, usize)> = None;
        for (number, node) in self.nodes.iter().enumerate() {
            if node.stays {
                copies[number] = 1;
            } else if sizes[number] >= SMALLEST_SHARED {
                let saved = sizes[number].saturating_mul(copies[number].saturating_sub(1));
                if saved >= LEAST_SAVED && best.is_none_or(|(most, _)| saved > most) {
                    best = Some((saved, number));
                }
            }
            for (callee, times) in node.calls.iter().filter(|(callee, _)| !self.nodes[*callee].stays) {
                copies[*callee] = copies[*callee].saturating_add(copies[number].saturating_mul(*times));
            }
        }
        best.map(|(_, number)| number)
    }
}

impl Node {
    fn of(function: Function, stays: bool) -> Node {
        let instructions = function.instructions();
        let counts = |i: &&Value| !function.has_attribute("optnone") || stays_when_condensed(**i);
        Node { function, instructions: instructions.iter().filter(counts).count(), calls: Vec::new(), stays }
    }
}

/// Is an instruction of code that was not optimised still there when variables are in registers and callees are inlined?
fn stays_when_condensed(instruction: Value) -> bool {
    let is_variable = |pointer: Value| pointer.opcode() == Some(Opcode::LLVMAlloca);
    match instruction.opcode() {
        Some(Opcode::LLVMAlloca | Opcode::LLVMRet) => false,
        Some(Opcode::LLVMLoad) => !is_variable(instruction.operand(0)),
        Some(Opcode::LLVMStore) => !is_variable(instruction.operand(1)),
        Some(Opcode::LLVMBr) => instruction.operand_count() > 1,
        // What has a body is inlined.
        _ => !instruction.is_call() || instruction.called_function().is_none_or(Function::is_declaration),
    }
}
