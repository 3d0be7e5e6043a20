//! An MLIR-shaped IR: operations with regions, attributes and types, defined by dialects; its text; and the means to
//! check and change it. No particular dialect lives here but `builtin`.
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
