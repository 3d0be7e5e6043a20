//! A function some of whose loops run forwards and backwards at once, in place of the function itself.

use super::candidates::{Candidate, results_are_free};
use super::{FusedLoop, FusedLoops, outline};
use crate::provider::{Offer, Rewritten};
use std::rc::Rc;
use zymase_core::Failure;
use zymase_core::signature::Key;
use zymase_emit::driver::Driver;
use zymase_emit::twin::Twin;
use zymase_llvm::{Function, Linkage, Value};
use zymase_plan::{Decided, Facts};
use zymase_prepare::{self as prepare, Prepared};

pub struct Fusion<'a> {
    pub provider: FusedLoops,
    pub facts: &'a Facts<'a>,
    pub candidates: Vec<Candidate>,
}

impl Offer for Fusion<'_> {
    fn loops(&self) -> Vec<usize> {
        self.candidates.iter().map(|candidate| candidate.index).collect()
    }

    /// The function with such loops as calls; none when it asks for what it cannot know.
    fn carry_out(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        context: &[(Value, Value)],
    ) -> Result<Option<Rewritten>, Failure> {
        let old = self.facts.prepared.function;
        let name = format!("zymase.prepared.fused.{}", self.facts.prepared.original.name());
        let function = driver.session().module.add_function(&name, old.function_type());
        function.set_linkage(Linkage::LLVMInternalLinkage);
        function.copy_attributes(old);
        let twin = Twin::new(self.facts.prepared, function, &function.parameters());
        let loops: Vec<FusedLoop> =
            self.candidates.iter().map(|candidate| outline::outline(self.facts.prepared, &twin, candidate)).collect();
        let prepared = self.adopt(driver, function, &loops)?;
        let place = |parameter: &Value| key.original.parameters().iter().position(|p| p == parameter);
        let context: Vec<(Value, Value)> =
            context.iter().filter_map(|(p, actual)| Some((function.parameter(place(p)?), *actual))).collect();
        let types = Rc::new(driver.types(&prepared, &context));
        self.provider.add_types(&loops, &types);
        let decided = Decided::of(&driver.session().config, key, &prepared, &types)?;
        let records: Vec<Value> = loops.iter().map(|part| part.record).collect();
        let known = results_are_free(&decided.facts(&prepared, &types), &decided.plan, &records);
        Ok(known.then_some(Rewritten { prepared, types, decided, records }))
    }
}

impl Fusion<'_> {
    /// Takes in a function whose loops have become calls.
    fn adopt(&self, driver: &mut dyn Driver, function: Function, loops: &[FusedLoop]) -> Result<Rc<Prepared>, Failure> {
        for part in loops {
            prepare::tidy_part(part.step)?;
            driver.adopt(prepare::prepare_part(part.step)?);
        }
        self.provider.add(loops);
        if loops.iter().any(|part| part.leaves_checks) {
            prepare::drop_dead_code(function)?;
        }
        Ok(driver.adopt(prepare::prepare_part(function)?))
    }
}
