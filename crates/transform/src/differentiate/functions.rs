//! The functions that are made: their names, signatures and memory of what exists already.

use super::differentiable;
use crate::dead;
use std::collections::{BTreeMap, BTreeSet};
use zymase_dialects::func::Func;
use zymase_ir::derivative::{Callees, Carries, ForwardFunction, ReverseFunction};
use zymase_ir::{
    Attribute, Block, InsertionPoint, Ir, LocatedDiagnostic, Op, OperationState, Result, SymbolTable, Type,
};

/// How deep functions that are differentiated may call one another.
const MAX_DEPTH: usize = 100;

/// Makes derivatives of functions, each once.
pub struct Engine {
    names: SymbolTable,
    forward: BTreeMap<(String, Vec<bool>), ForwardFunction>,
    reverse: BTreeMap<(String, Vec<bool>, Vec<bool>), ReverseFunction>,
    /// Functions whose derivative is being made.
    open: BTreeSet<String>,
}

/// The body of a function and what ends it.
pub struct Body {
    pub block: Block,
    pub end: Op,
}

impl Engine {
    pub fn new(ir: &Ir) -> Engine {
        let names = SymbolTable::new(ir, ir.module());
        Engine { names, forward: BTreeMap::new(), reverse: BTreeMap::new(), open: BTreeSet::new() }
    }

    /// The one block of a function.
    pub fn body(ir: &Ir, function: Op) -> Result<Body> {
        let refuse = |message: &str, help: &str| -> LocatedDiagnostic {
            let mut error = ir.error(function, message);
            error.diagnostic = error.diagnostic.with_help(help);
            error
        };
        let blocks = ir[function].regions().first().map(|region| ir.blocks(*region)).unwrap_or_default();
        let block = match blocks {
            [block] => *block,
            [] => return Err(refuse("is declared without a body, so it cannot be differentiated", "define it here")),
            _ => {
                return Err(refuse(
                    "has several blocks, which are not differentiated yet",
                    "use structured control flow",
                ));
            }
        };
        match ir.terminator(block) {
            Some(end) if ir[end].name() == "func.return" => Ok(Body { block, end }),
            _ => Err(refuse("does not end with a return", "end it with func.return")),
        }
    }

    /// Runs something during which the derivative of a function is being made.
    pub fn within<T>(
        &mut self,
        ir: &mut Ir,
        function: Op,
        make: impl FnOnce(&mut Engine, &mut Ir) -> Result<T>,
    ) -> Result<T> {
        let name = ir.symbol_name(function).unwrap_or_default().to_owned();
        if self.open.len() >= MAX_DEPTH {
            return Err(ir.error(function, "is called too deeply to be differentiated"));
        }
        if !self.open.insert(name.clone()) {
            let mut error = ir.error(function, "calls itself, which is not differentiated yet");
            error.diagnostic = error.diagnostic.with_help("write the recursion as a loop");
            return Err(error);
        }
        let made = make(self, ir);
        self.open.remove(&name);
        made
    }

    /// A function beside another, with an empty body.
    pub fn create(&mut self, ir: &mut Ir, beside: Op, wish: &str, inputs: &[Type]) -> (Op, Block) {
        let name = self.names.free_name(wish);
        let region = ir.create_region();
        let block = ir.create_block(region, inputs);
        let mut state = OperationState::new(ir.context().op_name("func.func"), ir[beside].location().clone());
        state.set("sym_name", Attribute::string(&name));
        state.set("sym_visibility", Attribute::string("private"));
        state.set("function_type", Attribute::Type(Type::function(inputs.to_vec(), Vec::new())));
        state.regions.push(region);
        let op = ir.create(state);
        ir.insert(op, InsertionPoint::After(beside));
        self.names.insert(&name, op);
        (op, block)
    }

    /// Ends a function with its results, and removes what they do not need.
    pub fn finish(ir: &mut Ir, function: Op, block: Block, results: &[zymase_ir::Value]) -> Result<()> {
        let location = ir[function].location().clone();
        let mut builder = zymase_ir::Builder::new(ir, InsertionPoint::End(block), location);
        builder.build("func.return", results, &[], &[]);
        let (inputs, results) = (ir.types(ir.arguments(block)), ir.types(results));
        ir.set_attribute(function, "function_type", Attribute::Type(Type::function(inputs, results)));
        dead::remove_unused(ir, block)
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

/// `wish` and which places are marked: `f_forward_101`.
pub fn describe(name: &str, kind: &str, marks: &[&[bool]]) -> String {
    let mut text = format!("{name}_{kind}");
    for marks in marks {
        text.push('_');
        text.extend(marks.iter().map(|mark| if *mark { '1' } else { '0' }));
    }
    text
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

    fn reverse(&mut self, ir: &mut Ir, _: Op, callee: Op, active: &[bool], seeded: &[bool]) -> Result<ReverseFunction> {
        let name = ir.symbol_name(callee).unwrap_or_default().to_owned();
        let key = (name, active.to_vec(), seeded.to_vec());
        if let Some(made) = self.reverse.get(&key) {
            return Ok(made.clone());
        }
        let made = self.make_reverse(ir, callee, active, seeded)?;
        self.reverse.insert(key, made.clone());
        Ok(made)
    }
}
