//! x
use crate::{Failure, engine::Engine, prepare::Prepared};
use zymase_analysis::{activity::Activity, types::Types};
pub fn describe(_e: &mut Engine, _p: &Prepared, _t: &Types, _a: &Activity) -> Result<Vec<(u32, String)>, Failure> { Ok(vec![]) }
