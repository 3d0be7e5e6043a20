//! Turns functions into the memory graph.
//!
//! Every instruction of a reachable block is read once, definitions before uses; phis are tied up at the end. Assumed:
//! little-endian integers (byte k of an integer is at offset k), as on every target there is an engine for.
//!
//! - `calls`: calls of functions of the module;
//! - `declared`: evidence from declared types;
//! - `globals`: constant pointers;
//! - `indices`: constant offsets, and arrays where an index is variable;
//! - `intrinsics`: calls of LLVM intrinsics;
//! - `library`: calls of foreign functions that are known;
//! - `memory`: loads, stores, copies and fills;
//! - `pointers`: what pointers point to;
//! - `progressions`: integers that start at a constant and go on by multiples;
//! - `reach`: which functions are looked at;
//! - `swaps`: functions that swap two pieces of memory, register by register, whatever is in them;
//! - `tbaa`: what the type names in TBAA tags mean;
//! - `values`: abstract locations of values that are not pointers.
mod calls;
mod declared;
mod globals;
mod indices;
mod intrinsics;
mod library;
pub mod memory;
mod pointers;
mod progressions;
pub mod reach;
mod swaps;
pub mod tbaa;
mod values;

use crate::one_thread;
use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::node::IndexStep;
use crate::types::graph::{Address, Fact, Graph, SourceNumber, Strength};
use reach::{Candidates, Reach};
use std::collections::{HashMap, HashSet};
use swaps::Swap;
use zymase_llvm::{DebugTypes, Function, Module, Opcode, Type, Value};
use zymase_support::hash::FastMap;

/// Leaves of one LLVM type that are looked at where a value of it is loaded or stored.
const MOST_LEAVES: usize = 1024;

/// A pointer as `base` plus `constant` bytes plus `steps`.
#[derive(Clone, Debug)]
pub struct Chain {
    pub base: Value,
    pub constant: i64,
    pub steps: Vec<IndexStep>,
}

impl Chain {
    /// Is all that is variable subtracted? What is counted up and down (`p[n - i]`) lies anywhere.
    pub fn is_down(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.down)
    }
}

pub struct Constraints {
    pub graph: Graph,
    pub module: Module,
    pub pointer_bytes: u64,
    /// What pointers point to.
    pub addresses: FastMap<Value, Address>,
    /// Abstract locations: where in the graph the bytes of other values are.
    pub locations: FastMap<Value, Address>,
    pub chains: HashMap<Value, Chain>,
    pub declared: HashMap<Type, Address>,
    pub tbaa_structs: HashMap<Vec<(i64, String)>, Address>,
    /// Is the function that is read not the one whose types are asked for?
    pub is_context: bool,
    /// Functions whose bodies are analysed.
    pub bodies: HashSet<Function>,
    pub returned: HashMap<Function, Vec<Value>>,
    /// Which of the functions that are called swap memory, and nothing else.
    pub swaps: HashMap<Function, Option<Swap>>,
    /// What indirect calls may reach.
    pub candidates: Candidates,
    /// Phis and selects of pointers, to be tied up when all operands are known.
    pub merges: Vec<Value>,
    /// Stores of pointers that are chosen or were loaded.
    pub moved_pointers: Vec<Value>,
    /// Calls with the functions they may run.
    pub calls: Vec<(Value, Vec<Function>)>,
    /// Global variables that were met, in order.
    pub globals: Vec<Value>,
}

impl Constraints {
    fn new(module: Module, candidates: Candidates) -> Constraints {
        Constraints {
            graph: Graph::default(),
            module,
            pointer_bytes: module.store_size(module.pointer_type()),
            addresses: FastMap::default(),
            locations: FastMap::default(),
            chains: HashMap::new(),
            declared: HashMap::new(),
            tbaa_structs: HashMap::new(),
            is_context: false,
            bodies: HashSet::new(),
            returned: HashMap::new(),
            swaps: HashMap::new(),
            candidates,
            merges: Vec::new(),
            moved_pointers: Vec::new(),
            calls: Vec::new(),
            globals: Vec::new(),
        }
    }

    /// Everything that these functions say about the memory of `function`, and what `context` says that is passed to it.
    pub fn of(reach: Reach, function: Function, context: &[(Value, Value)]) -> Constraints {
        let mut constraints = Constraints::new(function.module(), reach.candidates);
        constraints.bodies = reach.functions.iter().copied().collect();
        for &read in &reach.functions {
            constraints.read(read, read != function);
        }
        constraints.tie_calls(reach::original_of(function), function);
        for (parameter, actual) in context {
            if parameter.ty() == actual.ty() {
                constraints.tie_value(*parameter, *actual, parameter.ty());
            }
        }
        for (index, &read) in reach.functions.iter().enumerate() {
            let globals = if index == 0 { constraints.globals.clone() } else { Vec::new() };
            constraints.declare_variables(&DebugTypes::of(read, &globals));
        }
        constraints.open_boundaries(function, context, &reach.has_unread_callers);
        constraints
    }

    /// Marks what code that is not read may see: parameters without a known actual, results, and functions of other files.
    fn open_boundaries(&mut self, function: Function, context: &[(Value, Value)], has_unread_callers: &[Function]) {
        for parameter in function.parameters() {
            if !context.iter().any(|(known, actual)| *known == parameter && actual.ty() == parameter.ty()) {
                self.open(parameter);
            }
        }
        let mut returning = vec![function];
        for &read in has_unread_callers {
            if read != function {
                read.parameters().into_iter().for_each(|parameter| self.open(parameter));
                returning.push(read);
            }
        }
        for from in returning {
            for value in self.returned.get(&from).cloned().unwrap_or_default() {
                self.open(value);
            }
        }
    }

    /// Reads the body of a function: that of which types are asked for, or another that knows more of them.
    pub fn read(&mut self, function: Function, is_context: bool) {
        self.is_context = is_context;
        for (index, parameter) in function.parameters().into_iter().enumerate() {
            self.read_parameter(function, index, parameter);
        }
        let blocks = if function.is_declaration() { Vec::new() } else { function.blocks_in_reverse_post_order() };
        let left_out = one_thread::left_out(function);
        for block in blocks.into_iter().filter(|block| !left_out.contains(block)) {
            for instruction in block.instructions() {
                self.read_instruction(instruction);
            }
        }
        for merge in std::mem::take(&mut self.merges) {
            self.tie_merge(merge);
        }
        for store in std::mem::take(&mut self.moved_pointers) {
            self.tie_moved_pointer(store);
        }
    }

    fn read_parameter(&mut self, function: Function, index: usize, parameter: Value) {
        if parameter.ty().is_pointer() {
            let Some(address) = self.address(parameter) else { return };
            for name in ["byval", "sret", "byref", "inalloca", "preallocated"] {
                if let Some(ty) = function.parameter_type_attribute(index, name) {
                    let declared = self.declared_type(ty);
                    self.graph.view(address, declared);
                }
            }
        } else {
            self.location(parameter);
        }
    }

    fn read_instruction(&mut self, i: Value) {
        use Opcode::*;
        match i.opcode() {
            Some(LLVMLoad) => self.read_load(i),
            Some(LLVMStore) => self.read_store(i),
            Some(LLVMAtomicRMW) => self.read_atomic_update(i),
            Some(LLVMAtomicCmpXchg) => self.read_compare_exchange(i),
            Some(LLVMCall | LLVMInvoke) => self.read_call(i),
            Some(LLVMRet) => {
                if i.operand_count() > 0
                    && let Some(block) = i.block()
                {
                    self.returned.entry(block.function()).or_default().push(i.operand(0));
                }
            }
            Some(LLVMAlloca) => {
                let declared = self.declared_type(i.allocated_type());
                if let Some(address) = self.address(i) {
                    self.graph.view(address, declared);
                }
                self.observe(i.operand(0), Kind::Integer, i, "the size of an allocation");
            }
            Some(LLVMGetElementPtr) => self.read_gep(i),
            Some(LLVMSwitch) => self.observe(i.operand(0), Kind::Integer, i, "the operand of a switch"),
            Some(LLVMPHI | LLVMSelect) => self.read_merge(i),
            _ if i.ty().is_pointer() => self.read_pointer(i),
            _ => self.read_value(i),
        }
    }

    // ---- evidence ----

    pub fn source(&mut self, value: Value, reason: &'static str) -> SourceNumber {
        self.graph.add_source(Some(value), reason)
    }

    /// The scalar kind of an LLVM type.
    pub fn scalar_kind(&self, ty: Type) -> Option<Kind> {
        if ty.is_pointer() {
            Some(Kind::Pointer)
        } else if ty.is_integer() {
            Some(Kind::Integer)
        } else {
            FloatKind::of(ty).map(Kind::Float)
        }
    }

    /// Offset and type of every scalar in a type.
    pub fn leaves(&self, ty: Type) -> Vec<(u64, Type)> {
        let mut found = Vec::new();
        let mut work = vec![(0, ty)];
        while let Some((offset, ty)) = work.pop() {
            if found.len() + work.len() > MOST_LEAVES {
                break;
            }
            if ty.is_struct() {
                for (index, element) in ty.struct_elements().into_iter().enumerate().rev() {
                    work.push((offset + self.module.field_offset(ty, index as u32), element));
                }
            } else if ty.is_array() || ty.is_vector() {
                let element = ty.element();
                let stride =
                    if ty.is_vector() { self.module.store_size(element) } else { self.module.allocation_size(element) };
                for index in (0..ty.element_count().min(MOST_LEAVES as u64)).rev() {
                    work.push((offset + index * stride, element));
                }
            } else {
                found.push((offset, ty));
            }
        }
        found
    }

    /// A value of type `ty` is at `at`: its floats and pointers are evidence, its integers are not.
    pub fn observe_type(&mut self, at: Address, ty: Type, source: SourceNumber) {
        for (offset, leaf) in self.leaves(ty) {
            match self.scalar_kind(leaf) {
                None | Some(Kind::Integer) => {}
                Some(kind) => {
                    let size = self.module.store_size(leaf);
                    let fact = Fact { kind, size, strength: Strength::Observed, source };
                    self.graph.fact(at.plus(offset as i64), fact);
                }
            }
        }
    }

    /// The bytes of `value` are used as `kind` by `user`.
    pub fn observe(&mut self, value: Value, kind: Kind, user: Value, reason: &'static str) {
        self.judge(value, kind, Strength::Observed, user, reason);
    }

    pub fn judge(&mut self, value: Value, kind: Kind, strength: Strength, user: Value, reason: &'static str) {
        if value.is_constant() || value.ty().is_pointer() || value.ty().is_float() {
            return;
        }
        if value.ty().is_integer() && value.ty().integer_bits() < 8 {
            return;
        }
        let Some(location) = self.location(value) else { return };
        let source = self.source(user, reason);
        let size = self.module.store_size(value.ty());
        self.declare_run(location, Fact { kind, size, strength, source });
    }

    /// Code that is not analysed may use what the value points to or holds.
    pub fn open(&mut self, value: Value) {
        let at = if value.ty().is_pointer() {
            self.address(value)
        } else if value.ty().is_float() || value.is_constant() {
            None
        } else {
            self.location(value)
        };
        if let Some(at) = at {
            self.open_address(at);
        }
    }

    pub fn open_address(&mut self, address: Address) {
        let at = self.graph.find(address);
        if !self.graph.node(at.node).frozen {
            self.graph.node_mut(at.node).open = true;
            self.graph.mark(at.node);
        }
    }
}
