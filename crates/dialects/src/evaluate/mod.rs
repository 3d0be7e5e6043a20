//! Evaluation of modules: what operations do, as an interface, and the machine that runs functions.
//!
//! An operation that can be evaluated has an [`Evaluate`] attached to its definition. The machine walks through blocks,
//! keeps values in frames (one for each call), and hands operands over instead of copying them where an operation is
//! their last use, so that an update of a tensor with no other use happens in place.
//!
//! Nothing a module contains makes the machine panic: a wrong program ends with a located diagnostic. A program that does
//! not end is stopped by [`Limits::operations`].
//!
//! - `affine`: loops, branches and accesses with affine bounds and subscripts;
//! - `arith`: arithmetic and elementary functions of MLIR's own dialects;
//! - `attributes`: reading attributes of operations into what kernels take;
//! - `blocks`: branches between blocks;
//! - `bodies`: regions as the functions that kernels call;
//! - `buffers`: memory at run time;
//! - `check`: comparisons of results with what was expected, which test programs carry;
//! - `chlo`: what the operations of CHLO do;
//! - `devices`: simulated devices;
//! - `func`: calls of functions;
//! - `functions`: the functions of single elements, and the names they have in programs;
//! - `interpreter`: runs functions on several devices, as test programs of StableHLO ask for it;
//! - `memref`: what operations on memory do;
//! - `plan`: the order in which a block is run, and where each value is needed for the last time;
//! - `quantised`: quantised types;
//! - `rules`: what the evaluations of operations share, whatever their dialect;
//! - `scf`: structured control flow;
//! - `sdy`: layouts of values;
//! - `stablehlo`: what the operations of StableHLO do, one file for each family;
//! - `values`: values at run time, and what types and constants of the IR are as tensors.

pub mod affine;
pub mod arith;
pub mod attributes;
pub mod blocks;
pub mod bodies;
pub mod buffers;
pub mod check;
pub mod chlo;
pub mod devices;
pub mod func;
mod functions;
pub mod interpreter;
pub mod memref;
mod plan;
pub mod quantised;
mod rules;
pub mod scf;
mod sdy;
pub mod stablehlo;
pub mod values;

pub use buffers::Buffer;
pub(crate) use stablehlo::configured_letter;
pub use values::RuntimeValue;

use plan::BlockPlan;
use std::rc::Rc;
use zymase_ir::{Dialect, Ir, LocatedDiagnostic, Op, Region, Trait, Value};
use zymase_support::hash::FastMap;
use zymase_tensor::Tensor;
use zymase_tensor::layout::{MAX_BYTES, with_bytes_allowed};

/// Why an operation could not be evaluated.
#[derive(Debug)]
pub enum Problem {
    /// Concerns the operation that is being evaluated.
    Here(String),
    /// Has found its place already.
    At(Box<LocatedDiagnostic>),
}

impl From<zymase_tensor::Error> for Problem {
    fn from(error: zymase_tensor::Error) -> Self {
        Problem::Here(error.0)
    }
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Problem::Here(message)
    }
}

impl From<&str> for Problem {
    fn from(message: &str) -> Self {
        Problem::Here(message.to_string())
    }
}

pub type Result<T> = std::result::Result<T, Problem>;

/// The interface of an operation that can be evaluated: from the values of its operands to those of its results.
#[derive(Clone, Copy)]
pub struct Evaluate(pub fn(&mut Machine, Op, Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>>);

/// Attaches evaluation to the operations of a dialect that have one.
pub fn attach(dialect: &mut Dialect) {
    match dialect.name {
        "stablehlo" => stablehlo::attach(dialect),
        "chlo" => chlo::attach(dialect),
        "check" => check::attach(dialect),
        "func" => func::attach(dialect),
        "sdy" => sdy::attach(dialect),
        "interpreter" => interpreter::attach(dialect),
        "arith" | "math" | "index" | "ub" => arith::attach(dialect),
        "memref" | "bufferization" => memref::attach(dialect),
        "scf" => scf::attach(dialect),
        "affine" => affine::attach(dialect),
        "cf" => blocks::attach(dialect),
        _ => {}
    }
}

/// How long a program may run, how deep calls and regions may be nested, and how large one tensor may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub operations: u64,
    pub depth: usize,
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { operations: u64::MAX, depth: 200, bytes: MAX_BYTES }
    }
}

/// Runs functions of a module.
pub struct Machine<'a> {
    ir: &'a Ir,
    frames: Vec<FastMap<Value, RuntimeValue>>,
    plans: FastMap<zymase_ir::Block, Rc<BlockPlan>>,
    constants: FastMap<Op, Tensor>,
    /// Buffers that the module holds.
    globals: FastMap<Op, Buffer>,
    /// While a body runs for many elements at once: how many. Tensors of rank zero are repeated that many times.
    elements: Option<usize>,
    limits: Limits,
    operations: u64,
    depth: usize,
    /// The device that this machine simulates, if there are several.
    place: Option<devices::Place<'a>>,
    /// How often this device has met others at an operation.
    rounds: FastMap<Op, u64>,
    /// Distinguishes the random numbers of one operation from those of the next.
    pub(crate) random_draws: u64,
}

impl<'a> Machine<'a> {
    pub fn new(ir: &'a Ir, limits: Limits) -> Self {
        Self {
            ir,
            frames: Vec::new(),
            plans: FastMap::default(),
            constants: FastMap::default(),
            globals: FastMap::default(),
            elements: None,
            limits,
            operations: 0,
            depth: 0,
            place: None,
            rounds: FastMap::default(),
            random_draws: 0,
        }
    }

    pub fn ir(&self) -> &'a Ir {
        self.ir
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Calls a function of the module by name.
    pub fn run(&mut self, name: &str, arguments: Vec<RuntimeValue>) -> zymase_ir::Result<Vec<RuntimeValue>> {
        let module = self.ir.module();
        let Some(function) = self.ir.function(name) else {
            return Err(self.ir.error(module, format!("there is no function `{name}`")));
        };
        self.run_function(function, arguments)
    }

    /// Calls a function of the module.
    pub fn run_function(&mut self, function: Op, arguments: Vec<RuntimeValue>) -> zymase_ir::Result<Vec<RuntimeValue>> {
        let results = with_bytes_allowed(self.limits.bytes, || self.call(function, arguments));
        results.map_err(|problem| self.locate(function, problem))
    }

    /// Calls a function; its values live in a frame of their own.
    pub fn call(&mut self, function: Op, arguments: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
        let Some(region) = self.ir[function].regions().first().copied() else {
            return Err(Problem::At(Box::new(self.ir.error(function, "it has no body that could be called"))));
        };
        self.frames.push(FastMap::default());
        let elements = self.elements.take();
        let results = self.run_region(region, arguments).map_err(|problem| self.located(function, problem));
        self.elements = elements;
        self.frames.pop();
        results
    }

    fn locate(&self, op: Op, problem: Problem) -> LocatedDiagnostic {
        match problem {
            Problem::Here(message) => self.ir.error(op, message),
            Problem::At(diagnostic) => *diagnostic,
        }
    }

    fn located(&self, op: Op, problem: Problem) -> Problem {
        Problem::At(Box::new(self.locate(op, problem)))
    }

    /// Runs a region, from its first block to an operation that ends it.
    pub fn run_region(&mut self, region: Region, arguments: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
        if self.depth >= self.limits.depth {
            return Err("calls and regions are nested too deeply".into());
        }
        if self.frames.is_empty() {
            self.frames.push(FastMap::default());
        }
        self.depth += 1;
        let results = self.run_block(region, arguments);
        self.depth -= 1;
        results
    }

    fn run_block(&mut self, region: Region, arguments: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
        let Some(mut block) = self.ir.entry(region) else { return Err("a region without a block".into()) };
        let mut arguments = arguments;
        loop {
            let (end, values) = self.run_to_end(block, arguments)?;
            let Some(branch) =
                self.ir[end].definition().and_then(|definition| definition.interface::<blocks::Branch>())
            else {
                return Ok(values);
            };
            (block, arguments) = (branch.0)(self, end, values).map_err(|problem| self.located(end, problem))?;
            self.count()?;
        }
    }

    /// Runs a block; the operation that ends it and the values of its operands.
    fn run_to_end(&mut self, block: zymase_ir::Block, arguments: Vec<RuntimeValue>) -> Result<(Op, Vec<RuntimeValue>)> {
        let parameters = self.ir.arguments(block);
        if parameters.len() != arguments.len() {
            return Err(format!("{} arguments for {} parameters", arguments.len(), parameters.len()).into());
        }
        let plan = self.plan(block);
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.check_type(*parameter, &argument)?;
            self.bind(*parameter, argument);
        }
        for value in &plan.unused {
            self.forget(*value);
        }
        for step in &plan.steps {
            let operation = &self.ir[step.op];
            let operands = self.operands(step)?;
            if operation.has_trait(Trait::Terminator) {
                step.last_uses.iter().for_each(|value| self.forget(*value));
                let values: Result<Vec<_>> = operands.into_iter().map(|value| self.spread(value)).collect();
                return Ok((step.op, values?));
            }
            let results = self.evaluate(step.op, operands).map_err(|problem| self.located(step.op, problem))?;
            for (result, value) in operation.results().iter().zip(results) {
                if !self.ir.uses(*result).is_empty() {
                    self.bind(*result, value);
                }
            }
            step.last_uses.iter().for_each(|value| self.forget(*value));
        }
        Err("a block ends without a terminator".into())
    }

    /// Counts an operation, and stops when there have been enough.
    fn count(&mut self) -> Result<()> {
        self.operations += 1;
        if self.operations > self.limits.operations {
            return Err(format!("stopped after {} operations", self.limits.operations).into());
        }
        Ok(())
    }

    fn plan(&mut self, block: zymase_ir::Block) -> Rc<BlockPlan> {
        let ir = self.ir;
        Rc::clone(self.plans.entry(block).or_insert_with(|| Rc::new(BlockPlan::new(ir, block))))
    }

    fn bind(&mut self, value: Value, content: RuntimeValue) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(value, content);
        }
    }

    fn forget(&mut self, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.remove(&value);
        }
    }

    /// The values of the operands of a step; those that are not needed afterwards are moved out.
    fn operands(&mut self, step: &plan::PlannedOp) -> Result<Vec<RuntimeValue>> {
        let Some(frame) = self.frames.last_mut() else {
            return Err("no function runs".into());
        };
        let mut operands = Vec::with_capacity(step.operands.len());
        for operand in &step.operands {
            let value =
                if operand.is_handed_over { frame.remove(&operand.value) } else { frame.get(&operand.value).cloned() };
            operands.push(value.ok_or("an operand has no value yet")?);
        }
        Ok(operands)
    }

    /// Evaluates one operation.
    pub fn evaluate(&mut self, op: Op, operands: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
        self.count()?;
        let operation = &self.ir[op];
        let Some(evaluate) = operation.definition().and_then(|definition| definition.interface::<Evaluate>()) else {
            return Err("it cannot be evaluated".into());
        };
        let operands = operands.into_iter().map(|value| self.spread(value)).collect::<Result<Vec<RuntimeValue>>>()?;
        let operands = quantised::expressed_operands(self.ir, op, operands)?;
        let results = (evaluate.0)(self, op, operands)?;
        let results = quantised::stored_results(self.ir, op, results)?;
        if results.len() != operation.results().len() {
            return Err(format!("{} results instead of {}", results.len(), operation.results().len()).into());
        }
        for (value, result) in operation.results().iter().zip(&results) {
            self.check_type(*value, result)?;
        }
        Ok(results)
    }

    /// While many elements are computed at once, constants and captured values are repeated for all of them.
    fn spread(&self, value: RuntimeValue) -> Result<RuntimeValue> {
        match (self.elements, value) {
            (Some(elements), RuntimeValue::Tensor(tensor)) if tensor.rank() == 0 => {
                Ok(RuntimeValue::Tensor(Tensor::splat(&tensor, &[elements])?))
            }
            (_, value) => Ok(value),
        }
    }

    fn check_type(&self, value: Value, content: &RuntimeValue) -> Result<()> {
        values::check_type(self.ir.ty(value), content, self.elements.is_some())
    }

    /// Runs something during which tensors of rank zero stand for this many elements.
    pub(crate) fn with_elements<T>(&mut self, elements: Option<usize>, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.elements, elements);
        let result = run(self);
        self.elements = before;
        result
    }

    /// The tensor of a constant, made once.
    pub(crate) fn constant(&mut self, op: Op, make: impl FnOnce() -> Result<Tensor>) -> Result<Tensor> {
        if let Some(tensor) = self.constants.get(&op) {
            return Ok(tensor.clone());
        }
        let tensor = make()?;
        self.constants.insert(op, tensor.clone());
        Ok(tensor)
    }
}
