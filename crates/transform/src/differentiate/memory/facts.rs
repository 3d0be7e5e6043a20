//! Which memory may be the same, which has derivatives, and which is never written.
//!
//! Memory is told apart by where it comes from: parameters, allocations and names. Views, and what goes through control
//! flow, belong to the memory they are made of. Parameters with elements of one type may overlap, unless they are marked
//! `llvm.noalias`; different allocations never do.

use zymase_dialects::func::Func;
use zymase_ir::derivative::{Carries, Inactive};
use zymase_ir::memory::{AccessRule, Allocates, Cases, CountedLoop, NamedMemory, Views, WhileTrue};
use zymase_ir::{Attribute, Block, EffectKind, Ir, Op, Result, Type, Value};
use zymase_support::hash::{FastMap, FastSet};

#[derive(Default)]
pub struct Facts {
    /// Values with derivatives that matter: they depend on what is differentiated by.
    varied: FastSet<Value>,
    parents: FastMap<Value, Value>,
    active: FastSet<Value>,
    /// Memory that somebody writes or gives back, where parameters that may overlap are one.
    written: FastSet<Value>,
    overlaps: FastMap<Value, Value>,
    /// What goes from value to value through control flow.
    flows: Vec<(Value, Value)>,
}

impl Facts {
    /// What is known of a prepared function, of whose parameters some are differentiated by.
    pub fn new(ir: &Ir, function: Op, block: Block, wrt: &[bool]) -> Result<Facts> {
        let mut facts = Facts::default();
        let ops: Vec<Op> = ir.walk(function).into_iter().filter(|op| *op != function).collect();
        facts.find_flows(ir, &ops);
        for (from, to) in facts.flows.clone() {
            if is_memory(ir.ty(from)) {
                facts.join(from, to);
            }
        }
        facts.join_views(ir, &ops);
        facts.find_overlaps(ir, function, block);
        facts.find_writes(ir, &ops);
        for (parameter, _) in ir.arguments(block).iter().zip(wrt).filter(|(_, wrt)| **wrt) {
            match ir.context().carries(ir.ty(*parameter)) {
                Carries::Shadow => drop(facts.active.insert(facts.root(*parameter))),
                _ => drop(facts.varied.insert(*parameter)),
            }
        }
        while facts.spread(ir, &ops) {}
        for (place, (parameter, wrt)) in ir.arguments(block).iter().zip(wrt).enumerate() {
            if !wrt && is_memory(ir.ty(*parameter)) && facts.is_active(*parameter) {
                let message =
                    format!("writes what has derivatives to parameter {place}, which is not differentiated by");
                return Err(ir.refuse(function, message, "name it too (--wrt): its shadow holds these derivatives"));
            }
        }
        Ok(facts)
    }

    fn root(&self, value: Value) -> Value {
        let mut found = value;
        while let Some(parent) = self.parents.get(&found) {
            found = *parent;
        }
        found
    }

    fn join(&mut self, a: Value, b: Value) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents.insert(b, a);
        }
    }

    /// Whether the value depends on what is differentiated by.
    pub fn is_varied(&self, value: Value) -> bool {
        self.varied.contains(&value)
    }

    /// Whether the memory that a value refers to has a shadow.
    pub fn is_active(&self, value: Value) -> bool {
        self.active.contains(&self.root(value))
    }

    /// Whether nobody writes the memory that a value refers to, nor gives it back.
    pub fn is_constant(&self, value: Value) -> bool {
        !self.written.contains(&self.group(value))
    }

    fn group(&self, value: Value) -> Value {
        let root = self.root(value);
        self.overlaps.get(&root).copied().unwrap_or(root)
    }

    fn find_flows(&mut self, ir: &Ir, ops: &[Op]) {
        for op in ops {
            let Some(definition) = ir[*op].definition() else { continue };
            let operands: Vec<Value> = ir[*op].operands().collect();
            let results = ir[*op].results();
            if let Some(rule) = definition.interface::<CountedLoop>() {
                let inits = &operands[(rule.bounds)(ir, *op).min(operands.len())..];
                if let Some(region) = ir[*op].regions().first() {
                    let arguments = ir.entry(*region).map(|block| ir.arguments(block)).unwrap_or_default();
                    let carried = &arguments[arguments.len().saturating_sub(inits.len())..];
                    self.flow_through(inits, carried, &ir.returned(*region), results);
                }
            } else if definition.interface::<WhileTrue>().is_some() {
                for region in ir[*op].regions() {
                    let arguments = ir.entry(*region).map(|block| ir.arguments(block).to_vec()).unwrap_or_default();
                    let given = ir.returned(*region);
                    let given = &given[given.len().saturating_sub(arguments.len())..];
                    self.flow_through(&operands, &arguments, given, results);
                }
            } else if definition.interface::<Cases>().is_some() {
                for region in ir[*op].regions() {
                    self.flows.extend(ir.returned(*region).into_iter().zip(results.iter().copied()));
                }
            }
        }
    }

    fn flow_through(&mut self, inits: &[Value], arguments: &[Value], given: &[Value], results: &[Value]) {
        for (place, argument) in arguments.iter().enumerate() {
            let (Some(init), Some(given), Some(result)) = (inits.get(place), given.get(place), results.get(place))
            else {
                continue;
            };
            self.flows.extend([(*init, *argument), (*given, *argument), (*given, *result), (*init, *result)]);
        }
    }

    fn join_views(&mut self, ir: &Ir, ops: &[Op]) {
        let mut named: FastMap<String, Value> = FastMap::default();
        for op in ops {
            let definition = ir[*op].definition();
            let memory: Vec<Value> =
                ir[*op].operands().chain(ir[*op].results().iter().copied()).filter(|v| is_memory(ir.ty(*v))).collect();
            let is_view = definition.is_some_and(|definition| definition.interface::<Views>().is_some());
            let has_memory = ir[*op].results().iter().any(|value| is_memory(ir.ty(*value)));
            let is_new = definition.is_some_and(|definition| {
                definition.interface::<Allocates>().is_some() || definition.interface::<NamedMemory>().is_some()
            });
            // What is not known to be new memory may be any of that of its operands.
            if (is_view || (has_memory && !is_new && ir[*op].regions().is_empty())) && memory.len() > 1 {
                memory[1..].iter().for_each(|other| self.join(memory[0], *other));
            }
            if let Some(NamedMemory(attribute)) = definition.and_then(|definition| definition.interface()).copied()
                && let (Some(name), Some(result)) = (ir.attribute(*op, attribute), ir[*op].results().first())
            {
                let first = *named.entry(name.to_string()).or_insert(*result);
                self.join(first, *result);
            }
        }
    }

    fn find_overlaps(&mut self, ir: &Ir, function: Op, block: Block) {
        let marks = Func(function).arg_attrs(ir).and_then(Attribute::as_array).unwrap_or_default().to_vec();
        let is_alone = |place: usize| {
            let marks = marks.get(place).and_then(Attribute::as_dictionary);
            marks.is_some_and(|marks| marks.get("llvm.noalias").is_some())
        };
        let mut first: FastMap<Type, Value> = FastMap::default();
        for (place, parameter) in ir.arguments(block).iter().enumerate() {
            if is_memory(ir.ty(*parameter)) && !is_alone(place) {
                let element = ir.ty(*parameter).element().clone();
                let root = self.root(*parameter);
                let group = *first.entry(element).or_insert(root);
                self.overlaps.insert(root, group);
            }
        }
    }

    fn find_writes(&mut self, ir: &Ir, ops: &[Op]) {
        for op in ops {
            for value in touched(ir, *op, |kind| matches!(kind, EffectKind::Write | EffectKind::Free)) {
                let group = self.group(value);
                self.written.insert(group);
            }
        }
    }

    /// One round of what depends on what; whether something was new.
    fn spread(&mut self, ir: &Ir, ops: &[Op]) -> bool {
        let before = (self.varied.len(), self.active.len());
        for (from, to) in self.flows.clone() {
            if self.varied.contains(&from) {
                self.varied.insert(to);
            }
        }
        for op in ops {
            let Some(definition) = ir[*op].definition() else { continue };
            if definition.interface::<Inactive>().is_some() || !ir[*op].regions().is_empty() {
                continue;
            }
            let reads = touched(ir, *op, |kind| kind == EffectKind::Read);
            let is_active = ir[*op].operands().any(|value| self.varied.contains(&value))
                || reads.iter().any(|value| self.is_active(*value));
            if !is_active {
                continue;
            }
            for result in ir[*op].results() {
                if ir.context().carries(ir.ty(*result)) == Carries::Derivatives {
                    self.varied.insert(*result);
                }
            }
            for value in touched(ir, *op, |kind| kind == EffectKind::Write) {
                if ir.context().carries(ir.ty(value)) == Carries::Shadow {
                    self.active.insert(self.root(value));
                }
            }
        }
        before != (self.varied.len(), self.active.len())
    }
}

/// Whether values of a type refer to memory.
pub fn is_memory(ty: &Type) -> bool {
    use zymase_ir::TypeKind;
    matches!(ty.kind(), TypeKind::Memref(_) | TypeKind::UnrankedMemref { .. } | TypeKind::Dialect(_))
}

/// The memory that an operation touches in such a way.
fn touched(ir: &Ir, op: Op, is_meant: impl Fn(EffectKind) -> bool) -> Vec<Value> {
    let definition = ir[op].definition();
    let accesses = definition.is_some_and(|definition| definition.interface::<AccessRule>().is_some());
    match definition.and_then(|definition| definition.effects) {
        Some(effects) => {
            let all = effects(ir, op).into_iter().filter(|effect| is_meant(effect.kind));
            all.filter_map(|effect| effect.on).collect()
        }
        // An access that does not say what it does may do anything to its operands.
        None if accesses => ir[op].operands().filter(|value| is_memory(ir.ty(*value))).collect(),
        None => Vec::new(),
    }
}
