//! What flang says wrongly about memory in regions with `workshare`.
//!
//! In such a region one thread copies the descriptors of arrays for the others. Behind that, flang tags what lies behind a copy as
//! "allocated data", and outside of the region the same arrays by their names, in one tree of TBAA: as if they were not the same memory. As long as
//! the region is a function of its own nobody compares these tags. Here regions become a part of their callers.

use zymase_llvm::Module;

/// How the names of functions begin that copy a descriptor from one thread to another.
const COPIES: &str = "_workshare_copy_";
/// What the names of flang's regions have in them.
const REGION: &str = "..omp_par";

/// Takes these tags off the regions of a file with `workshare`; true if there are any.
pub fn forget_wrong_tags(module: Module) -> bool {
    let functions = module.functions();
    if !functions.iter().any(|function| function.name().starts_with(COPIES)) {
        return false;
    }
    let regions = functions.into_iter().filter(|function| function.name().contains(REGION));
    regions.flat_map(|region| region.instructions()).for_each(|i| i.forget_tbaa());
    true
}
