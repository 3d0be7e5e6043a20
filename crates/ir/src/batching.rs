//! Batching as an interface: what operations and types say about computing many examples at once.
//!
//! A function becomes one of several examples, stacked along a new first dimension of some of its parameters; the others
//! are shared by all examples. Each value of it is then [`Examples::Shared`] (one value, the same for all) or
//! [`Examples::Batched`] (one more dimension in front). A [`BatchRule`] is a function from examples of operands to examples of
//! results; it is asked only if something the operation uses is batched. Shared values stay as they are until an
//! operation needs all of them in one shape ([`BatchSite::spread`]).
//!
//! Which types can be stacked, and how a shared value is repeated, is said by the [`BatchSpace`] of a dialect.

use crate::attributes::Attribute;
use crate::builder::Builder;
use crate::cloning::Mapping;
use crate::diagnostic::{LocatedDiagnostic, Result};
use crate::ir::{Block, Ir, Op, Value};
use crate::types::Type;

/// What stands for a value of the function when there are many examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examples {
    /// The same for all examples.
    Shared(Value),
    /// All examples, along a first dimension.
    Batched(Value),
}

impl Examples {
    pub fn value(self) -> Value {
        match self {
            Examples::Shared(value) | Examples::Batched(value) => value,
        }
    }

    pub fn is_batched(self) -> bool {
        matches!(self, Examples::Batched(_))
    }
}

/// How values of some types are stacked.
#[derive(Clone, Copy, Debug)]
pub struct BatchSpace {
    /// The type of this many values of a type; an error says why there is none. `None` for types that this dialect says
    /// nothing about.
    pub stacked: fn(&Type, i64) -> Option<std::result::Result<Type, &'static str>>,
    /// The same value for this many examples.
    pub repeat: fn(&mut Builder, Value, i64) -> Result<Value>,
}

/// From what stands for the operands to what stands for the results.
#[derive(Clone, Copy)]
pub struct BatchRule(pub fn(&mut BatchSite, &[Examples]) -> Result<Vec<Examples>>);

/// A function over many examples. Its parameters are those of the other, stacked where it was asked for.
#[derive(Clone, Debug)]
pub struct BatchedFunction {
    pub name: String,
    /// Which results are stacked.
    pub results: Vec<bool>,
}

/// What goes through functions and regions.
pub trait Batcher {
    /// What stands for a value of the original.
    fn examples(&self, value: Value) -> Examples;
    /// The function over many examples for these parameters; made once.
    fn function(&mut self, ir: &mut Ir, callee: Op, batched: &[bool]) -> Result<BatchedFunction>;
    /// Writes what a block of the original computes to the end of another block, for many examples, and gives the operands
    /// of its terminator. `given` says what stands for the block's arguments, or instead of values from outside.
    fn inline(&mut self, ir: &mut Ir, from: Block, to: Block, given: &[(Value, Examples)]) -> Result<Vec<Examples>>;
}

/// One operation that is being batched, and the place where the batched one goes: the end of a block.
pub struct BatchSite<'a> {
    pub builder: Builder<'a>,
    /// The operation of the original. Its operands are not to be used: `Batcher::examples` says what stands for them.
    pub op: Op,
    /// How many examples there are, at least one.
    pub size: i64,
    pub batcher: &'a mut dyn Batcher,
}

/// A site writes operations as its builder does.
impl<'a> std::ops::Deref for BatchSite<'a> {
    type Target = Builder<'a>;

    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl std::ops::DerefMut for BatchSite<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

impl BatchSite<'_> {
    pub fn error(&self, message: impl Into<String>) -> LocatedDiagnostic {
        self.ir().error(self.op, message)
    }

    /// Says why the operation is not batched, and what to do about it.
    pub fn refuse(&self, message: impl Into<String>, help: &str) -> LocatedDiagnostic {
        self.ir().refuse(self.op, message, help)
    }

    /// The type of an operand of the original.
    pub fn operand_type(&self, index: usize) -> Result<Type> {
        let operand = self.ir()[self.op].operand(index);
        operand.map(|value| self.ty(value)).ok_or_else(|| self.error(format!("has no operand {index}")))
    }

    /// The types of the results of the original.
    pub fn result_types(&self) -> Vec<Type> {
        self.ir().types(self.ir()[self.op].results())
    }

    /// The types of the results for many examples.
    pub fn stacked_results(&self) -> Result<Vec<Type>> {
        self.result_types().iter().map(|ty| self.stacked(ty)).collect()
    }

    /// The type of as many values as there are examples.
    pub fn stacked(&self, ty: &Type) -> Result<Type> {
        match self.ir().context().stacked(ty, self.size) {
            Ok(ty) => Ok(ty),
            Err(reason) => {
                let message = format!("values of type {ty} cannot be batched: {reason}");
                Err(self.refuse(message, "give it another type, or make it independent of what is batched"))
            }
        }
    }

    /// All examples of a value: a shared one is repeated.
    pub fn spread(&mut self, examples: Examples) -> Result<Value> {
        match examples {
            Examples::Batched(value) => Ok(value),
            Examples::Shared(value) => {
                let size = self.size;
                repeat(&mut self.builder, value, size)
            }
        }
    }

    pub fn spread_all(&mut self, examples: &[Examples]) -> Result<Vec<Value>> {
        examples.iter().map(|examples| self.spread(*examples)).collect()
    }

    /// The operation once more, with other operands, types of results and some other attributes. What its regions take from
    /// outside must be shared.
    pub fn again(&mut self, operands: &[Value], changes: &[(&str, Attribute)], types: &[Type]) -> Vec<Value> {
        let mut state = self.ir().state_of(self.op);
        // What anybody else said of the operation may speak of shapes.
        for (name, _) in self.ir()[self.op].attributes().clone().iter() {
            if ["sharding", "layout"].iter().any(|word| name.contains(word)) {
                state.attributes.remove(name);
            }
        }
        for (name, value) in changes {
            state.set(name, value.clone());
        }
        state.operands = operands.to_vec();
        state.result_types = types.to_vec();
        let mut mapping = self.mapping();
        state.regions =
            state.regions.iter().map(|region| self.builder.ir.clone_region(*region, &mut mapping)).collect();
        let op = self.builder.insert(state);
        self.ir()[op].results().to_vec()
    }

    /// What stands for the values that the regions of the operation take from outside.
    pub fn mapping(&self) -> Mapping {
        let mut mapping = Mapping::default();
        for value in self.ir().captured(self.op) {
            mapping.map(value, self.batcher.examples(value).value());
        }
        mapping
    }

    /// Whether the regions of the operation use values from outside that are batched.
    pub fn captures_batched(&self) -> bool {
        self.ir().captured(self.op).into_iter().any(|value| self.batcher.examples(value).is_batched())
    }
}

/// The same value for this many examples.
pub fn repeat(builder: &mut Builder, value: Value, size: i64) -> Result<Value> {
    let ty = builder.ir.ty(value).clone();
    let context = builder.ir.context().clone();
    match context.batch_space(&ty, size) {
        Some((space, Ok(_))) => (space.repeat)(builder, value, size),
        Some((_, Err(reason))) => Err(cannot(&ty, reason)),
        None => Err(cannot(&ty, "no dialect says how")),
    }
}

fn cannot(ty: &Type, reason: &str) -> LocatedDiagnostic {
    let message = format!("values of type {ty} cannot be batched: {reason}");
    LocatedDiagnostic::new(crate::location::Location::Unset, message)
}

impl crate::dialect::Context {
    fn batch_space(&self, ty: &Type, size: i64) -> Option<(BatchSpace, std::result::Result<Type, &'static str>)> {
        self.interfaces().find_map(|space: &BatchSpace| Some((*space, (space.stacked)(ty, size)?)))
    }

    /// The type of this many values of a type.
    pub fn stacked(&self, ty: &Type, size: i64) -> std::result::Result<Type, &'static str> {
        self.batch_space(ty, size).map_or(Err("no dialect says how"), |(_, stacked)| stacked)
    }
}

impl Ir {
    /// The values from outside that the regions of an operation use, each once, in the order of their first use.
    pub fn captured(&self, op: Op) -> Vec<Value> {
        if self[op].regions().is_empty() {
            return Vec::new();
        }
        let mut own = zymase_support::hash::FastMap::default();
        let inner = self.walk(op);
        for inner in inner.iter().copied() {
            for region in self[inner].regions() {
                let arguments = self.blocks(*region).iter().flat_map(|block| self.arguments(*block));
                own.extend(arguments.map(|value| (*value, ())));
            }
            if inner != op {
                own.extend(self[inner].results().iter().map(|value| (*value, ())));
            }
        }
        let mut captured = Vec::new();
        for inner in inner.into_iter().filter(|inner| *inner != op) {
            for value in self[inner].operands() {
                if own.insert(value, ()).is_none() {
                    captured.push(value);
                }
            }
        }
        captured
    }
}
