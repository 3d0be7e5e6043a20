//! The functions that are made: their names, signatures and memory of what exists already.

use super::differentiable;
use super::prepare::prepare;
use super::scheme::Checkpointing;
use crate::functions::{self, Body};
use std::collections::{BTreeMap, BTreeSet};
use zymase_dialects::func::Func;
use zymase_ir::derivative::{Callees, Carries, ForwardFunction, ReverseFunction};
use zymase_ir::{Block, Ir, Op, Result, SymbolTable, Type};

/// How deep functions that are differentiated may call one another.
const MAX_DEPTH: usize = 100;

/// Makes derivatives of functions, each once.
pub struct Engine {
    names: SymbolTable,
    forward: BTreeMap<(String, Vec<bool>), ForwardFunction>,
    reverse: BTreeMap<(String, Vec<bool>, Vec<bool>, bool), ReverseFunction>,
    /// Functions whose derivative is being made.
    open: BTreeSet<String>,
    /// How memory is saved in the reverse of loops.
    pub checkpointing: Checkpointing,
}

impl Engine {
    pub fn new(ir: &Ir, checkpointing: Checkpointing) -> Engine {
        let names = SymbolTable::new(ir, ir.module());
        Engine { names, forward: BTreeMap::new(), reverse: BTreeMap::new(), open: BTreeSet::new(), checkpointing }
    }

    /// The one block of a function.
    pub fn body(ir: &Ir, function: Op) -> Result<Body> {
        functions::body(ir, function, "differentiated")
    }

    /// Runs something during which the derivative of a function is being made, from a prepared copy of it.
    pub fn within<T>(
        &mut self,
        ir: &mut Ir,
        function: Op,
        make: impl FnOnce(&mut Engine, &mut Ir, Op) -> Result<T>,
    ) -> Result<T> {
        let name = ir.symbol_name(function).unwrap_or_default().to_owned();
        if self.open.len() >= MAX_DEPTH {
            return Err(ir.error(function, "is called too deeply to be differentiated"));
        }
        if !self.open.insert(name.clone()) {
            let message = "calls itself, which is not differentiated yet";
            return Err(ir.refuse(function, message, "write the recursion as a loop"));
        }
        let prepared = prepare(ir, function)?;
        let made = make(self, ir, prepared.unwrap_or(function))?;
        if let Some(prepared) = prepared {
            ir.erase(prepared)?;
        }
        self.open.remove(&name);
        Ok(made)
    }

    /// A function beside another, with an empty body.
    pub fn create(&mut self, ir: &mut Ir, beside: Op, wish: &str, inputs: &[Type]) -> (Op, Block) {
        functions::create(ir, &mut self.names, beside, wish, inputs)
    }

    /// Ends a function with its results, and removes what they do not need.
    pub fn finish(ir: &mut Ir, function: Op, block: Block, results: &[zymase_ir::Value]) -> Result<()> {
        functions::finish(ir, function, block, results)
    }

    /// The results of a function that have derivatives; an error if that cannot be said of one.
    pub fn targets(ir: &Ir, function: Op) -> Result<Vec<bool>> {
        let (_, results) = Func(function).signature(ir).unwrap_or_default();
        for ty in results {
            if let Carries::Unknown(reason) = ir.context().carries(ty) {
                return Err(
                    ir.error(function, format!("has a result of type {ty} without known derivatives: {reason}"))
                );
            }
        }
        Ok(differentiable(ir, results))
    }
}

impl Callees for Engine {
    fn forward(&mut self, ir: &mut Ir, _: Op, callee: Op, active: &[bool]) -> Result<ForwardFunction> {
        let name = ir.symbol_name(callee).unwrap_or_default().to_owned();
        let key = (name, active.to_vec());
        if let Some(made) = self.forward.get(&key) {
            return Ok(made.clone());
        }
        let made = self.make_forward(ir, callee, active)?;
        self.forward.insert(key, made.clone());
        Ok(made)
    }

    fn reverse(
        &mut self,
        ir: &mut Ir,
        _: Op,
        callee: Op,
        active: &[bool],
        seeded: &[bool],
        zero_stays: bool,
    ) -> Result<ReverseFunction> {
        let name = ir.symbol_name(callee).unwrap_or_default().to_owned();
        let key = (name, active.to_vec(), seeded.to_vec(), zero_stays);
        if let Some(made) = self.reverse.get(&key) {
            return Ok(made.clone());
        }
        let made = self.make_reverse(ir, callee, active, seeded, zero_stays)?;
        self.reverse.insert(key, made.clone());
        Ok(made)
    }
}
