//! Goes through functions and regions, and asks the rules of operations.

use crate::functions::{body, create, describe, finish};
use std::collections::{BTreeMap, BTreeSet};
use zymase_dialects::func::Func;
use zymase_ir::batching::{self, BatchRule, BatchSite, BatchedFunction, Batcher, Examples};
use zymase_ir::{Block, Builder, InsertionPoint, Ir, LocatedDiagnostic, Mapping, Op, Result, SymbolTable, Type, Value};
use zymase_support::hash::FastMap;

/// How deep functions that are batched may call one another.
const MAX_DEPTH: usize = 100;

/// Makes functions over many examples, each once.
pub struct Engine {
    names: SymbolTable,
    size: i64,
    made: BTreeMap<(String, i64, Vec<bool>), BatchedFunction>,
    /// Functions that are being batched.
    open: BTreeSet<String>,
    /// What stands for the values of the functions that are being batched.
    examples: FastMap<Value, Examples>,
}

/// A function over many examples that has no end yet.
struct Batch {
    function: Op,
    block: Block,
    results: Vec<Examples>,
}

impl Engine {
    pub fn new(ir: &Ir) -> Engine {
        Engine {
            names: SymbolTable::new(ir, ir.module()),
            size: 1,
            made: BTreeMap::new(),
            open: BTreeSet::new(),
            examples: FastMap::default(),
        }
    }

    /// A function over this many examples whose results are all stacked.
    pub fn whole(&mut self, ir: &mut Ir, function: Op, size: i64, batched: &[bool]) -> Result<Op> {
        self.resize(ir, function, size)?;
        let made = self.batch(ir, function, batched)?;
        let mut results = Vec::with_capacity(made.results.len());
        for examples in made.results {
            results.push(match examples {
                Examples::Batched(value) => value,
                Examples::Shared(value) => {
                    let location = ir[function].location().clone();
                    let mut builder = Builder::new(ir, InsertionPoint::End(made.block), location);
                    batching::repeat(&mut builder, value, size)?
                }
            });
        }
        finish(ir, made.function, made.block, &results)?;
        Ok(made.function)
    }

    /// A function over this many examples; results that are the same for all stay as they are.
    pub fn part(&mut self, ir: &mut Ir, function: Op, size: i64, batched: &[bool]) -> Result<BatchedFunction> {
        self.resize(ir, function, size)?;
        self.function(ir, function, batched)
    }

    fn resize(&mut self, ir: &Ir, function: Op, size: i64) -> Result<()> {
        if size < 1 {
            return Err(ir.error(function, format!("there are {size} examples, at least one is needed")));
        }
        self.size = size;
        Ok(())
    }

    fn batch(&mut self, ir: &mut Ir, original: Op, batched: &[bool]) -> Result<Batch> {
        let name = ir.symbol_name(original).unwrap_or_default().to_owned();
        if self.open.len() >= MAX_DEPTH {
            return Err(ir.error(original, "is called too deeply to be batched"));
        }
        if !self.open.insert(name.clone()) {
            return Err(ir.refuse(original, "calls itself, which is not batched", "write the recursion as a loop"));
        }
        let made = self.batch_open(ir, original, &name, batched);
        self.open.remove(&name);
        made
    }

    fn batch_open(&mut self, ir: &mut Ir, original: Op, name: &str, batched: &[bool]) -> Result<Batch> {
        let body = body(ir, original, "batched")?;
        let parameters = ir.arguments(body.block).to_vec();
        let mut inputs: Vec<Type> = Func(original).signature(ir).unwrap_or_default().0.to_vec();
        for (ty, _) in inputs.iter_mut().zip(batched).filter(|(_, mark)| **mark) {
            *ty = ir.context().stacked(ty, self.size).map_err(|reason| {
                ir.error(original, format!("a parameter of type {ty} cannot be batched: {reason}"))
            })?;
        }
        let wish = describe(name, "batched", &[batched]);
        let (function, block) = create(ir, &mut self.names, original, &wish, &inputs);
        let arguments = ir.arguments(block).to_vec();
        let given: Vec<(Value, Examples)> = parameters
            .into_iter()
            .zip(arguments)
            .zip(batched)
            .map(|((from, to), mark)| (from, if *mark { Examples::Batched(to) } else { Examples::Shared(to) }))
            .collect();
        let results = self.inline(ir, body.block, block, &given)?;
        Ok(Batch { function, block, results })
    }

    fn batch_op(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<()> {
        let operands: Vec<Value> = ir[op].operands().collect();
        let examples: Vec<Examples> = operands.iter().map(|value| self.examples(*value)).collect();
        let captured = ir.captured(op);
        let results = ir[op].results().to_vec();
        if !examples.iter().any(|examples| examples.is_batched())
            && !captured.iter().any(|v| self.examples(*v).is_batched())
        {
            let mut mapping = Mapping::default();
            for value in operands.iter().chain(&captured) {
                mapping.map(*value, self.examples(*value).value());
            }
            let copy = ir.clone_op(op, &mut mapping);
            ir.insert(copy, InsertionPoint::End(to));
            let copies = ir[copy].results().to_vec();
            self.examples.extend(results.into_iter().zip(copies.into_iter().map(Examples::Shared)));
            return Ok(());
        }
        let definition = ir[op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<BatchRule>()).copied() else {
            return Err(no_rule(ir, op));
        };
        let (location, size) = (ir[op].location().clone(), self.size);
        let builder = Builder::new(ir, InsertionPoint::End(to), location);
        let mut site = BatchSite { builder, op, size, batcher: self };
        let made = (rule.0)(&mut site, &examples)?;
        if made.len() != results.len() {
            return Err(ir.error(op, "its rule for batches gives another number of results than it has"));
        }
        self.examples.extend(results.into_iter().zip(made));
        Ok(())
    }
}

impl Batcher for Engine {
    fn examples(&self, value: Value) -> Examples {
        self.examples.get(&value).copied().unwrap_or(Examples::Shared(value))
    }

    fn function(&mut self, ir: &mut Ir, callee: Op, batched: &[bool]) -> Result<BatchedFunction> {
        let name = ir.symbol_name(callee).unwrap_or_default().to_owned();
        let key = (name, self.size, batched.to_vec());
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let made = self.batch(ir, callee, batched)?;
        let results: Vec<Value> = made.results.iter().map(|examples| examples.value()).collect();
        finish(ir, made.function, made.block, &results)?;
        let name = ir.symbol_name(made.function).unwrap_or_default().to_owned();
        let made =
            BatchedFunction { name, results: made.results.iter().map(|examples| examples.is_batched()).collect() };
        self.made.insert(key, made.clone());
        Ok(made)
    }

    fn inline(&mut self, ir: &mut Ir, from: Block, to: Block, given: &[(Value, Examples)]) -> Result<Vec<Examples>> {
        let before: Vec<(Value, Option<Examples>)> =
            given.iter().map(|(value, examples)| (*value, self.examples.insert(*value, *examples))).collect();
        let end =
            ir.terminator(from).ok_or_else(|| LocatedDiagnostic::new(Default::default(), "a block has no end"))?;
        for op in ir.block_ops(from).filter(|op| *op != end).collect::<Vec<_>>() {
            self.batch_op(ir, op, to)?;
        }
        let results = ir[end].operands().map(|value| self.examples(value)).collect();
        for (value, examples) in before.into_iter().rev() {
            match examples {
                Some(examples) => self.examples.insert(value, examples),
                None => self.examples.remove(&value),
            };
        }
        Ok(results)
    }
}

fn no_rule(ir: &Ir, op: Op) -> LocatedDiagnostic {
    if ir[op].definition().is_none() {
        let help = "register its dialect, with a BatchRule for this operation";
        return ir.refuse(op, "is of no known dialect, so it cannot be batched", help);
    }
    let help = "write it in operations that have a rule (docs/tensor/batching.md lists them), or make it independent of \
                what is batched";
    ir.refuse(op, "has no rule for batches", help)
}
