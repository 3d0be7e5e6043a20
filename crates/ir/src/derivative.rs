//! Differentiation as interfaces: what operations and types say about their derivatives.
//!
//! An operation has a [`ForwardRule`] and a [`ReverseRule`] attached to its definition, or is marked [`Inactive`]. A rule
//! is a function from values to values: it writes code at the place of a [`Site`] and answers with what it made. `None`
//! is a derivative that is zero; it is never written out unless an operation needs a value there ([`Site::or_null`]).
//!
//! A derivative has the type of what it belongs to. Which types have one, and how zeros and sums of them are made, is
//! said by the [`TangentSpace`] of a dialect.

use crate::builder::Builder;
use crate::diagnostic::{LocatedDiagnostic, Result};
use crate::ir::{Ir, Op, Value};
use crate::types::Type;

/// Whether values of a type have derivatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carries {
    /// No: integers, tokens.
    Nothing,
    Derivatives,
    /// They refer to memory, whose derivatives lie in other memory.
    Shadow,
    /// They may, but nothing is known of how to compute with them; the reason is for the user.
    Unknown(&'static str),
}

/// The derivatives of some types: zero and addition.
#[derive(Clone, Copy, Debug)]
pub struct TangentSpace {
    /// `None` for types that this dialect says nothing about.
    pub carries: fn(&Type) -> Option<Carries>,
    /// A value of this type that is zero.
    pub null: fn(&mut Builder, &Type) -> Result<Value>,
    /// A zero of the type of a value, whose sizes may be known at run time only.
    pub null_like: fn(&mut Builder, Value) -> Result<Value>,
    pub add: fn(&mut Builder, Value, Value) -> Result<Value>,
}

/// A tangent or an adjoint; `None` is zero.
pub type Derivative = Option<Value>;

/// What a rule gives: a derivative for each result or operand.
pub type Derivatives = Result<Vec<Derivative>>;

/// The results of an operation have no derivatives, whatever its operands have.
#[derive(Clone, Copy, Debug)]
pub struct Inactive;

/// The operation costs much more than writing its results to memory and reading them again.
#[derive(Clone, Copy, Debug)]
pub struct Expensive;

/// The operation may leave elements of its operands without use. Their adjoints are zero then, and have to stay zero on
/// the way back through whatever computed these elements, even if that gave infinity or NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaves {
    /// Elements at some places, or those that are not the largest.
    ByPlace,
    /// What a condition says, which may be asked so that nothing undefined is used.
    ByChoice,
}

/// The operation may put zeros where elements have no derivative: among others the adjoint of what [`Leaves`] elements.
#[derive(Clone, Copy, Debug)]
pub struct Fills;

/// The rules of the operation also hold for tensors whose sizes are known at run time only.
#[derive(Clone, Copy, Debug)]
pub struct AnySize;

/// Results or derivatives of the operation may be infinite or NaN where its operands are ordinary numbers.
#[derive(Clone, Copy, Debug)]
pub struct Singular;

/// From the tangents of the operands to the tangents of the results. At least one operand has one.
#[derive(Clone, Copy)]
pub struct ForwardRule(pub fn(&mut Site, &[Derivative]) -> Derivatives);

/// From the adjoints of the results to what they add to the adjoints of the operands. At least one result has one, and
/// only operands that are wanted need an answer.
#[derive(Clone, Copy)]
pub struct ReverseRule(pub fn(&mut Site, &[Derivative], &[bool]) -> Derivatives);

/// A function that computes tangents beside the results of another. Its parameters are those of the other, then the
/// tangents of the active ones; its results are those of the other, then the tangents that are not zero.
#[derive(Clone, Debug)]
pub struct ForwardFunction {
    pub name: String,
    /// Which results of the other function have a tangent.
    pub tangents: Vec<bool>,
}

/// A pair of functions that compute adjoints of the parameters of another. The first stands for the other: its results are
/// those of the other, then what it keeps for the second. The second takes those parameters of the other that it uses,
/// then the adjoints of the results that have one, then what was kept; its results are the adjoints that are not zero.
#[derive(Clone, Debug)]
pub struct ReverseFunction {
    /// The first function and the types of what it keeps; `None` if it would keep nothing, and the other is called itself.
    pub augmented: Option<(String, Vec<Type>)>,
    pub name: String,
    /// Which parameters of the other function the second one takes.
    pub parameters: Vec<bool>,
    /// Which parameters of the other function have an adjoint.
    pub adjoints: Vec<bool>,
}

/// What makes the derivatives of functions that are called.
pub trait Callees {
    fn forward(&mut self, ir: &mut Ir, call: Op, callee: Op, active: &[bool]) -> Result<ForwardFunction>;
    fn reverse(
        &mut self,
        ir: &mut Ir,
        call: Op,
        callee: Op,
        active: &[bool],
        seeded: &[bool],
        zero_stays: bool,
    ) -> Result<ReverseFunction>;
}

/// The values from outside that the regions of an operation use, as far as they have derivatives. A rule that takes them into
/// account says so; else the operation is refused.
#[derive(Debug, Default)]
pub struct Captures {
    /// In forward mode: values and their tangents.
    pub tangents: Vec<(Value, Value)>,
    /// In reverse mode: the values whose adjoints are wanted, and what the rule adds to adjoints.
    pub wanted: Vec<Value>,
    pub adjoints: Vec<(Value, Value)>,
    pub are_seen: bool,
}

impl Captures {
    /// Whether the rule has not looked at values that have derivatives.
    pub fn are_missed(&self) -> bool {
        let have_derivatives = !self.tangents.is_empty() || !self.wanted.is_empty();
        have_derivatives && !self.are_seen
    }
}

/// One operation that is being differentiated, and the place where its derivative goes.
pub struct Site<'a> {
    pub builder: Builder<'a>,
    /// The operation in the function that is being made: its operands and results may be used.
    pub op: Op,
    pub callees: &'a mut dyn Callees,
    /// Whether a zero may be the derivative of an unused element: in reverse mode among the adjoints of the
    /// results, in forward mode (of code that computes adjoints) among the operands. It then stays zero, and so does its
    /// product with anything.
    pub zero_stays: bool,
    /// Values that the results are to be replaced by, when a rule computes them too. In reverse mode they must stand before
    /// the operation.
    pub replacement: Option<Vec<Value>>,
    pub captures: Captures,
}

/// A site writes operations as its builder does.
impl<'a> std::ops::Deref for Site<'a> {
    type Target = Builder<'a>;

    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl std::ops::DerefMut for Site<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

impl Site<'_> {
    pub fn operands(&self) -> Vec<Value> {
        self.ir()[self.op].operands().collect()
    }

    pub fn operand(&self, index: usize) -> Result<Value> {
        self.ir()[self.op].operand(index).ok_or_else(|| self.error(format!("has no operand {index}")))
    }

    pub fn result(&self, index: usize) -> Result<Value> {
        let result = self.ir()[self.op].results().get(index).copied();
        result.ok_or_else(|| self.error(format!("has no result {index}")))
    }

    pub fn error(&self, message: impl Into<String>) -> LocatedDiagnostic {
        self.ir().error(self.op, message)
    }

    /// Says why the operation is not differentiated, and what to do about it.
    pub fn refuse(&self, message: impl Into<String>, help: &str) -> LocatedDiagnostic {
        self.ir().refuse(self.op, message, help)
    }

    /// The operation once more, with other operands of the same types.
    pub fn again(&mut self, operands: &[Value]) -> Vec<Value> {
        let mut state = self.ir().state_of(self.op);
        state.operands = operands.to_vec();
        let mut mapping = crate::cloning::Mapping::default();
        state.regions =
            state.regions.iter().map(|region| self.builder.ir.clone_region(*region, &mut mapping)).collect();
        let op = self.builder.insert(state);
        self.ir()[op].results().to_vec()
    }

    pub fn null(&mut self, ty: &Type) -> Result<Value> {
        match self.ir().context().tangent_space(ty) {
            Some((space, _)) => (space.null)(&mut self.builder, ty),
            None => Err(self.error(format!("there is no zero of type {ty}"))),
        }
    }

    /// The derivative, written out as a zero of this type if it is one.
    pub fn or_null(&mut self, derivative: Derivative, ty: &Type) -> Result<Value> {
        match derivative {
            Some(value) => Ok(value),
            None => self.null(ty),
        }
    }

    /// A zero of the type and of the sizes of a value.
    pub fn null_like(&mut self, model: Value) -> Result<Value> {
        null_like(&mut self.builder, model)
    }

    /// The derivative of a value, written out if it is zero.
    pub fn or_null_like(&mut self, derivative: Derivative, model: Value) -> Result<Value> {
        derivative.map_or_else(|| self.null_like(model), Ok)
    }

    pub fn sum(&mut self, a: Derivative, b: Derivative) -> Result<Derivative> {
        match (a, b) {
            (Some(a), Some(b)) => add(&mut self.builder, a, b).map(Some),
            (one, other) => Ok(one.or(other)),
        }
    }
}

/// A zero of the type and of the sizes of a value.
pub fn null_like(builder: &mut Builder, model: Value) -> Result<Value> {
    let ty = builder.ir.ty(model).clone();
    let context = builder.ir.context().clone();
    match context.tangent_space(&ty) {
        Some((space, _)) => (space.null_like)(builder, model),
        None => {
            let message = format!("there is no zero of type {ty}");
            Err(LocatedDiagnostic::new(crate::location::Location::Unset, message))
        }
    }
}

/// The sum of two derivatives of one type.
pub fn add(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    let ty = builder.ir.ty(a).clone();
    let context = builder.ir.context().clone();
    match context.tangent_space(&ty) {
        Some((space, _)) => (space.add)(builder, a, b),
        None => {
            let message = format!("derivatives of type {ty} cannot be added");
            Err(LocatedDiagnostic::new(crate::location::Location::Unset, message))
        }
    }
}

impl crate::dialect::Context {
    /// The tangent space that a type belongs to, and what it carries; `None` when no dialect says anything of it.
    pub fn tangent_space(&self, ty: &Type) -> Option<(TangentSpace, Carries)> {
        self.interfaces().find_map(|space: &TangentSpace| Some((*space, (space.carries)(ty)?)))
    }

    /// Whether values of a type have derivatives.
    pub fn carries(&self, ty: &Type) -> Carries {
        match self.tangent_space(ty) {
            Some((_, carries)) => carries,
            None if ty.is_integer() || ty.is_index() => Carries::Nothing,
            None => Carries::Unknown("no dialect says what its derivatives are"),
        }
    }
}
