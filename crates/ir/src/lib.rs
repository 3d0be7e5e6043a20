//! An MLIR-shaped IR: operations with regions, attributes and types, defined by dialects; its text; and the means to
//! check and change it. No particular dialect lives here but `builtin`.
//!
//! - `affine`: affine maps and integer sets;
//! - `arena`: storage whose handles survive erasure;
//! - `attributes`: constant data on operations, with types, dense constants and locations;
//! - `batching`: batching as an interface;
//! - `builder`: makes operations one after the other at a place;
//! - `cloning`: copies of operations with everything in them;
//! - `control_flow`: how control passes through the regions of an operation, as an interface;
//! - `definition`: the macro that defines an operation;
//! - `derivative`: differentiation as interfaces;
//! - `diagnostic`: an error with the place it concerns;
//! - `dialect`: what dialects say of their operations;
//! - `dominance`: which values are defined wherever control comes from;
//! - `edit`: changes of the store;
//! - `floats`: numbers with a point in any format;
//! - `format`: the pretty form of an operation;
//! - `interfaces`: values attached to operations and dialects, found by their type;
//! - `ir`: the store of one module;
//! - `memory`: memory and loops as interfaces;
//! - `parse`: reads MLIR's text;
//! - `pass`: passes one after the other, with the time each takes;
//! - `print`: writes MLIR's text;
//! - `rewrite`: the greedy rewriting driver;
//! - `structure`: what an operation consists of;
//! - `symbols`: operations that are found by name;
//! - `verify`: checks a module.
#![forbid(unsafe_code)]

pub mod affine;
pub mod arena;
pub mod attributes;
pub mod batching;
pub mod builder;
pub mod builtin;
pub mod cloning;
pub mod control_flow;
mod definition;
pub mod derivative;
pub mod diagnostic;
pub mod dialect;
pub mod dominance;
pub mod edit;
pub mod floats;
pub mod format;
pub mod interfaces;
pub mod ir;
pub mod memory;
pub mod parse;
pub mod pass;
pub mod print;
pub mod rewrite;
pub mod structure;
pub mod symbols;
pub mod verify;

pub use attributes::{Attribute, DialectAttribute, Dictionary, Name, dense, location, types};
pub use builder::Builder;
pub use cloning::Mapping;
pub use control_flow::ControlFlow;
pub use dense::{DenseData, DenseElements};
pub use diagnostic::{LocatedDiagnostic, Result};
pub use dialect::{Context, Dialect, Effect, EffectKind, Folded, OpDefinition, OpName};
pub use edit::InsertionPoint;
pub use floats::FloatKind;
pub use format::Syntax;
pub use ir::{Block, Definer, Ir, Op, Operation, OperationState, Region, Use, Value};
pub use location::{KnownLocation, Location, Place};
pub use parse::{Reader, read};
pub use print::{Form, Writer, print};
pub use structure::{Arity, AttributeKind, AttributeSpec, Count, Group, Trait};
pub use symbols::SymbolTable;
pub use types::{DYNAMIC, TensorType, Type, TypeKind};
pub use verify::verify;
