//! Loops made cheaper, each step a switch: what is known is computed, what does not change leaves loops, what was stored is not loaded
//! again, loops that follow each other become one, loops change places, and independent iterations become parallel loops.
//!
//! - `accesses`: which operation reads or writes which memory, and at which place;
//! - `forward`: stores, loads and memory that nobody needs;
//! - `hoist`: what does not change in a loop;
//! - `jam`: several iterations of an outer loop at once;
//! - `loops`: fusion, interchange and parallel loops;
//! - `simplify`: constants, and values that loops carry without changing them;
//! - `subscripts`: integers as sums.

mod accesses;
mod forward;
mod hoist;
mod jam;
mod loops;
mod simplify;
mod subscripts;

use zymase_ir::{Ir, Op, Result};

/// Which steps are taken, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    pub simplify: bool,
    pub hoist: bool,
    pub forward: bool,
    pub fuse: bool,
    pub interchange: bool,
    pub jam: bool,
    pub parallelise: bool,
}

/// The names of the steps.
pub const NAMES: [&str; 7] = ["simplify", "hoist", "forward", "jam", "fuse", "interchange", "parallelise"];

impl Switches {
    pub fn all() -> Switches {
        Switches {
            simplify: true,
            hoist: true,
            forward: true,
            fuse: true,
            interchange: true,
            jam: true,
            parallelise: true,
        }
    }

    /// Switches a step on by its name; false if there is none.
    pub fn enable(&mut self, name: &str) -> bool {
        match name {
            "all" => *self = Switches::all(),
            "simplify" => self.simplify = true,
            "hoist" => self.hoist = true,
            "forward" => self.forward = true,
            "fuse" => self.fuse = true,
            "interchange" => self.interchange = true,
            "jam" => self.jam = true,
            "parallelise" => self.parallelise = true,
            _ => return false,
        }
        true
    }
}

/// Makes the loops of a module cheaper. Affine operations become those of `scf` and `memref` first.
pub fn optimise(ir: &mut Ir, switches: &Switches) -> Result<()> {
    if *switches == Switches::default() {
        return Ok(());
    }
    let mut changed = ir.clone();
    crate::expansion::expand(&mut changed)?;
    let is_function = |ir: &Ir, op: &Op| {
        zymase_dialects::func::Func::of(ir, *op).is_some() && !ir.blocks(ir[*op].regions()[0]).is_empty()
    };
    let functions: Vec<Op> = changed.block_ops(changed.module_block()).filter(|op| is_function(&changed, op)).collect();
    for function in functions {
        let ir = &mut changed;
        if switches.simplify {
            simplify::run(ir, function)?;
        }
        if switches.hoist {
            hoist::run(ir, function)?;
        }
        if switches.forward {
            forward::run(ir, function)?;
        }
        if switches.jam {
            jam::run(ir, function)?;
        }
        if switches.fuse {
            loops::fuse(ir, function)?;
            if switches.forward {
                forward::run(ir, function)?;
            }
        }
        if switches.interchange {
            loops::interchange(ir, function)?;
        }
        if switches.parallelise {
            loops::parallelise(ir, function)?;
        }
    }
    if let Err(errors) = zymase_ir::verify(&changed)
        && let Some(error) = errors.into_iter().next()
    {
        return Err(error);
    }
    *ir = changed;
    Ok(())
}
