//! x
use crate::{Failure, engine::Engine, prepare::Prepared, signature::{Key, Kind, Signature}};
use zymase_analysis::types::Types;
pub fn other_half(kind: Kind) -> Kind { if kind == Kind::Augmented { Kind::Reverse } else { Kind::Augmented } }
pub fn emit_gradient(_e: &mut Engine, _k: &Key, _s: &Signature, _p: &Prepared, _t: &Types) -> Result<(), Failure> { Err(Failure::internal("todo")) }
pub fn emit_split(_e: &mut Engine, _k: &Key, _a: &Signature, _r: &Signature, _p: &Prepared, _t: &Types) -> Result<(), Failure> { Err(Failure::internal("todo")) }
