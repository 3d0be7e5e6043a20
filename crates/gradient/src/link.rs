//! The bodies of the run time, which are linked into the module as internal functions at the very end.

use zymase_analysis::runtime::*;
use zymase_llvm::{Linkage, Module};
use zymase_prepare::CHECKPOINTS;

const TEXT: &str = include_str!("runtime.ll");

/// Added where regions are used at all.
const EXIT_TEXT: &str = include_str!("runtime_exit.ll");

/// In the text, the bytes that are kept for the next region; and nothing instead.
const MOST_SPARE: [&str; 2] = ["i64 268435456", "i64 0"];

/// Adds what the loops that keep few states need; it calls the rest of the run time.
fn link_checkpoints(module: Module) -> Result<(), String> {
    if module.function(CHECKPOINT_FORWARD).is_none_or(|f| !f.is_declaration()) {
        return Ok(());
    }
    module.link_needed(CHECKPOINTS)?;
    for name in [CHECKPOINT_FORWARD, CHECKPOINT_REVERSE, CHECKPOINT_DISTANCE] {
        if let Some(function) = module.function(name) {
            function.set_linkage(Linkage::LLVMInternalLinkage);
        }
    }
    Ok(())
}

/// Adds the bodies of whatever was declared.
pub fn link_runtime(module: Module, reuse_tapes: bool) -> Result<(), String> {
    link_checkpoints(module)?;
    let used: Vec<&str> = ALL
        .into_iter()
        .filter(|name| module.function(name).is_some_and(|f| f.is_declaration() && !f.value().users().is_empty()))
        .collect();
    if used.is_empty() {
        return Ok(());
    }
    if reuse_tapes {
        module.link_text(TEXT)?;
        if used.contains(&ALLOCATE) {
            module.link_text(EXIT_TEXT)?;
        }
    } else {
        let [kept, nothing] = MOST_SPARE;
        module.link_text(&TEXT.replace(kept, nothing))?;
    }
    for name in ALL {
        if let Some(function) = module.function(name).filter(|f| !f.is_declaration()) {
            function.set_linkage(Linkage::LLVMInternalLinkage);
        }
    }
    Ok(())
}
