//! Functions with memory: loops, branches and accesses to memrefs, in both modes.
//!
//! The pass knows operations by their interfaces (`zymase_ir::memory`). A copy of the function is prepared: calls are replaced by
//! what they call, blocks by a loop over their numbers, and operations by what their `Expansion` says. Then memory is told apart
//! (`facts`), and the function is copied with tangents (`forward`), or with shadows and, behind it, the reverse (`reverse`, `regions`).
//!
//! - `build`: small pieces of code;
//! - `facts`: which memory may be the same, which has derivatives, which is never written;
//! - `forward`: tangents;
//! - `keep`: what the reverse of a region is given, and what it computes again;
//! - `prepare`: what is done to the function before;
//! - `regions`: the reverse of loops and branches;
//! - `repeat`: the reverse of loops that find out how often they run;
//! - `reverse`: adjoints of single operations, and whole functions;
//! - `structure`: blocks as a loop.

mod build;
mod facts;
mod forward;
mod keep;
mod prepare;
mod regions;
mod repeat;
mod reverse;
mod structure;

use super::functions::Engine;
use super::{Checkpointing, Mode, Request};
use crate::functions::take_place;
use crate::ports::{Port, carry};
use zymase_dialects::func::Func;
use zymase_ir::derivative::Carries;
use zymase_ir::memory::{AccessRule, Allocates, CountedLoop, Expansion, NamedMemory};
use zymase_ir::{Ir, Op, Result, Type};

/// Whether a function is one of the loop level: it has scalars or memory, or operations that only loops know.
pub fn is_loop_level(ir: &Ir, function: Op) -> bool {
    let (inputs, results) = Func(function).signature(ir).unwrap_or_default();
    let is_ours = |ty: &Type| ty.is_float() || ir.context().carries(ty) == Carries::Shadow;
    let has_several_blocks = ir[function].regions().first().is_some_and(|region| ir.blocks(*region).len() > 1);
    let knows_loops = |op: &Op| {
        ir[*op].definition().is_some_and(|definition| {
            definition.interface::<AccessRule>().is_some()
                || definition.interface::<Allocates>().is_some()
                || definition.interface::<CountedLoop>().is_some()
                || definition.interface::<NamedMemory>().is_some()
                || definition.interface::<Expansion>().is_some()
        })
    };
    has_several_blocks || inputs.iter().chain(results).any(is_ours) || ir.walk(function).iter().any(knows_loops)
}

/// Lets the derivative of a function with memory take its place under its name.
pub fn replace(ir: &mut Ir, function: Op, request: &Request) -> Result<()> {
    let wrt = parameters(ir, function, request.wrt.as_deref())?;
    if request.checkpointing != Checkpointing::KeepAll {
        let message = "has memory, and loops with memory keep what their reverse needs";
        return Err(ir.refuse(function, message, "leave --checkpoint away"));
    }
    let mut engine = Engine::new(ir, request.checkpointing);
    let derivative = match request.mode {
        Mode::Forward => forward::function(&mut engine, ir, function, &wrt)?,
        Mode::Reverse => reverse::function(&mut engine, ir, function, &wrt)?,
    };
    build::clean(ir, derivative)?;
    carry_marks(ir, function, derivative, &wrt);
    take_place(ir, function, derivative, &request.function)
}

/// Parameters keep their attributes; memory that no other parameter refers to has such a shadow.
fn carry_marks(ir: &mut Ir, function: Op, derivative: Op, wrt: &[bool]) {
    let inputs = Func(function).signature(ir).map(|(inputs, _)| inputs.to_vec()).unwrap_or_default();
    let count = Func(derivative).signature(ir).map_or(0, |(inputs, _)| inputs.len());
    let mut ports = Vec::new();
    for (place, (ty, is_chosen)) in inputs.iter().zip(wrt).enumerate() {
        ports.push(Port::Parameter(place));
        if *is_chosen && ir.context().carries(ty) == Carries::Shadow {
            ports.push(Port::DerivativeOfParameter(place));
        }
    }
    ports.resize(count, Port::New);
    carry(ir, function, derivative, &ports, &[]);
}

/// The parameters to differentiate by, checked, as flags.
fn parameters(ir: &Ir, function: Op, wrt: Option<&[usize]>) -> Result<Vec<bool>> {
    let (inputs, _) = Func(function).signature(ir).unwrap_or_default();
    let can = |ty: &Type| matches!(ir.context().carries(ty), Carries::Derivatives | Carries::Shadow);
    let Some(wrt) = wrt else {
        return Ok(inputs.iter().map(can).collect());
    };
    let mut chosen = vec![false; inputs.len()];
    for index in wrt {
        match inputs.get(*index) {
            Some(ty) if can(ty) && !chosen[*index] => chosen[*index] = true,
            Some(ty) => {
                let reason = if chosen[*index] { "it is chosen twice" } else { "its type has no derivatives" };
                let message = format!("cannot differentiate by parameter {index} of type {ty}: {reason}");
                return Err(ir.error(function, message));
            }
            None => {
                let message = format!("has {} parameters, there is no number {index}", inputs.len());
                return Err(ir.error(function, message));
            }
        }
    }
    Ok(chosen)
}
