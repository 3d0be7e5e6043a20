//! Operations that say how they are written in terms of others: `affine`, and those of dialects that are not known here.

use zymase_ir::memory::Expansion;
use zymase_ir::{Ir, Result};

/// Writes operations in terms of others where they are not known here.
pub fn expand(ir: &mut Ir) -> Result<()> {
    loop {
        let mut has_changed = false;
        for op in ir.walk(ir.module()).into_iter().rev() {
            let Some(operation) = ir.get(op) else { continue };
            if matches!(operation.name().dialect(), "scf" | "memref" | "cf" | "func") {
                continue;
            }
            let expansion = operation.definition().and_then(|definition| definition.interface::<Expansion>().copied());
            if let Some(Expansion(expand)) = expansion {
                has_changed |= expand(ir, op)?;
            }
        }
        if !has_changed {
            return Ok(());
        }
    }
}
