//! A function some of whose loops run forwards and backwards at once, in place of the function itself.

use super::{FusedLoop, FusedLoops, candidates, outline};
use crate::provider::Rewritten;
use std::rc::Rc;
use zymase_core::signature::Key;
use zymase_core::{Failure, passed};
use zymase_emit::driver::Driver;
use zymase_emit::twin::Twin;
use zymase_llvm::{Function, Linkage, Value};
use zymase_plan::Planned;
use zymase_prepare::{self as prepare, Prepared};

/// The function with such loops as calls; none when it asks for what it cannot know.
pub(super) fn rewrite(
    provider: &FusedLoops,
    driver: &mut dyn Driver,
    key: &Key,
    whole: &Planned,
    context: &[(Value, Value)],
) -> Result<Option<Rewritten>, Failure> {
    let candidates = candidates::find(&whole.facts(), &whole.plan);
    if candidates.is_empty() {
        return Ok(None);
    }
    let old = whole.prepared.function;
    let name = format!("zymase.prepared.fused.{}", whole.prepared.original.name());
    let function = driver.session().module.add_function(&name, old.function_type());
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_attributes(old);
    let twin = Twin::new(&whole.prepared, function, &function.parameters());
    let outline = |candidate| outline::outline(&whole.prepared, &twin, candidate);
    let loops: Vec<FusedLoop> = candidates.iter().map(outline).collect();
    let prepared = adopt(provider, driver, function, &loops)?;
    let types = Rc::new(driver.types(&prepared, &passed::to_copy(function, key.original, context)));
    provider.add_types(&loops, &types);
    let planned = Planned::of(&driver.session().config, key, prepared, types)?;
    let records: Vec<Value> = loops.iter().map(|part| part.record).collect();
    let is_known = candidates::results_are_free(&planned.facts(), &planned.plan, &records);
    let loops = candidates.into_iter().map(|candidate| candidate.index).collect();
    Ok(is_known.then_some(Rewritten { loops, planned, records }))
}

/// Takes in a function whose loops have become calls.
fn adopt(
    provider: &FusedLoops,
    driver: &mut dyn Driver,
    function: Function,
    loops: &[FusedLoop],
) -> Result<Rc<Prepared>, Failure> {
    for part in loops {
        prepare::tidy_part(part.step)?;
        driver.adopt(prepare::prepare_part(part.step)?);
    }
    provider.add(loops);
    if loops.iter().any(|part| part.leaves_checks) {
        prepare::drop_dead_code(function)?;
    }
    Ok(driver.adopt(prepare::prepare_part(function)?))
}
