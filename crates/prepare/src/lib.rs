//! Brings a private clone of a function into the one shape the rest of the engine relies on.
//!
//! In order: clone, make indirect calls direct where the callee is one of the module's functions, inline bottom-up (a
//! tape boundary costs more than code size), optimise, rewrite library functions into the few forms the emitters know,
//! then give the control flow its canonical form. What is relied on afterwards is checked in `shape`, in one place.
//!
//! - `addresses`: addresses that a program computes with integers;
//! - `apart`: callees that are told which of their arguments lead to objects of their own;
//! - `arms`: leaves code out that cannot be differentiated and that a number chooses;
//! - `assembly`: inline assembly that can be understood;
//! - `bits`: bit operations on numbers, as operations on the numbers themselves where they are such;
//! - `bodies`: library functions that become code of our own;
//! - `checkpoint`: loops that keep few states instead of everything;
//! - `computed_goto`: computed gotos become switches;
//! - `condensed`: small copies of callees that were compiled without optimisation;
//! - `disguised`: pointers that travel as floating-point numbers, and numbers that travel as pointers;
//! - `exchanges`: bits of floats that threads of a warp exchange as integers;
//! - `dispatch`: one direct call for each function that an address may be;
//! - `fixed_places`: elements that a loop works on become variables while it runs;
//! - `futex`: waiting for other threads by calls of the kernel;
//! - `inlining`: makes indirect calls direct and inlines direct ones;
//! - `invariant_phis`: header phis that are loop-invariant;
//! - `independent`: makes parallel loops of serial ones that ask for it;
//! - `irreducible`: makes irreducible cycles reducible;
//! - `iterations`: `__enzyme_iter(n, more)` is `n`;
//! - `library_forms`: rewrites library functions and intrinsics into the few forms the emitters know;
//! - `mantissa`: arithmetic on the representation of a number;
//! - `moves`: loops that move a few bytes about, piece by piece;
//! - `narrowing`: leaves functions out that an indirect call cannot mean;
//! - `once`: what `std::call_once` runs;
//! - `openmp`: parallel regions, as what their threads do one after the other;
//! - `origins`: whether an integer is the representation of a float;
//! - `parallel`: loops whose iterations may run at the same time, as functions;
//! - `parts`: parts of a function that become functions of their own;
//! - `recursion`: which functions can reach themselves;
//! - `rounding`: numbers that are rounded by adding a large one;
//! - `routines`: recognises the declarations of routines of BLAS and LAPACK;
//! - `sanitizers`: leaves checks for undefined behaviour out of derivatives;
//! - `sharing`: callees that stay functions, because a derivative would have their code too many times otherwise;
//! - `short_loops`: short loops over arrays of a thread of a GPU, written out;
//! - `steps`: rounding by a sum;
//! - `tasks`: tasks of oneTBB, as calls of what they do;
//! - `threads`: threads that wait for each other, as functions that are started;
//! - `trampolines`: calls of inner procedures through trampolines become direct;
//! - `tries`: sums that threads of a GPU make by trying;
//! - `unwinding`: ways to unwind;
//! - `winners`: loops that look for the best of many;
//! - `variadics`: calls of variadic functions that are seen become calls of functions with fixed parameters.
#![forbid(unsafe_code)]

mod addresses;
mod apart;
mod arms;
mod assembly;
mod bits;
mod bodies;
pub mod checkpoint;
mod computed_goto;
mod condensed;
mod disguised;
pub mod dispatch;
mod exchanges;
mod fixed_places;
mod futex;
mod independent;
mod inlining;
mod invariant_phis;
mod irreducible;
mod iterations;
mod library_forms;
mod mantissa;
pub mod moves;
mod narrowing;
mod once;
mod openmp;
mod origins;
pub mod parallel;
pub mod parts;
mod recursion;
mod rounding;
pub mod routines;
mod sanitizers;
mod shape;
mod sharing;
mod short_loops;
mod steps;
pub mod tasks;
pub mod threads;
mod trampolines;
mod tries;
pub mod unwinding;
mod variadics;
mod winners;

pub use arms::Refused;
use checkpoint::{Marker, StepLoop};
pub use condensed::source as source_of_copy;
pub use library_forms::SIZE_OF_BLOCK;
pub use narrowing::Narrowing;
pub use sharing::Shared;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::{marks, one_thread};
use zymase_core::{Config, DumpPoint, Failure, runtime};
use zymase_llvm::{Analyses, Block, Function, Linkage, Loop, Module, Opcode, Value};
use zymase_support::Diagnostic;

/// The run time of loops that keep few states, as text.
pub const CHECKPOINTS: &str = include_str!(concat!(env!("OUT_DIR"), "/checkpoints.ll"));

/// The run time of loops that end at a fixed point, as text.
pub const FIXED_POINTS: &str = include_str!(concat!(env!("OUT_DIR"), "/fixed_points.ll"));

/// The run time of derivatives in kernels, as text: on a GPU, and on CPUs.
pub const DEVICE: &str = include_str!(concat!(env!("OUT_DIR"), "/device.ll"));
pub const DEVICE_ON_HOST: &str = include_str!(concat!(env!("OUT_DIR"), "/device_on_host.ll"));

/// The run time of threads that wait for each other, as text.
pub const BATON_OF_THREADS: &str = include_str!(concat!(env!("OUT_DIR"), "/baton.ll"));

/// The run time of derivatives of MPI programs, as text: where handles are addresses, and where they are numbers.
pub const MESSAGES_BY_ADDRESS: &str = include_str!(concat!(env!("OUT_DIR"), "/mpi_addresses.ll"));
pub const MESSAGES_BY_NUMBER: &str = include_str!(concat!(env!("OUT_DIR"), "/mpi_numbers.ll"));

/// The run time of derivatives of programs that launch kernels on a GPU, as text.
pub const LAUNCHES: &str = include_str!(concat!(env!("OUT_DIR"), "/launches.ll"));

/// Turns unoptimised code into SSA form, and changes nothing else.
const PROMOTE: &str = "sroa<modify-cfg>,early-cse<memssa>";
/// Simplifies what inlining brought together. Loads stay in the iterations that need them: what one iteration hands to the next would have
/// to be kept.
const SIMPLIFY: &str = "simplifycfg,instcombine<no-verify-fixpoint>,\
     jump-threading,correlated-propagation,loop-simplify,lcssa,loop-mssa(licm,loop-rotate),loop(indvars,loop-idiom),gvn<no-load-pre>,memcpyopt,simplifycfg,\
     instcombine<no-verify-fixpoint>,adce";
/// Folds what the bodies of library functions ask of descriptors, which are local variables: first their addresses
/// become constant, then their content becomes values.
const FOLD: &str = "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,gvn,simplifycfg,\
     sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,gvn";
/// Writes out the loops of which that was asked.
const STRAIGHTEN: &str = "unroll-demanded,simplifycfg";
/// The same of loops over local arrays, which then are values.
const WRITE_OUT: &str = "loop-simplify,lcssa,unroll-demanded,simplifycfg,sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,\
     simplifycfg,gvn";
/// Cleans up after the library forms were rewritten.
const TIDY: &str = "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,\
     loop(indvars,loop-deletion),gvn<no-load-pre>,simplifycfg,adce";
/// Before anything is combined, so that loops with constant bounds are still seen to count to them.
const COUNT_LOOPS: &str = "early-cse<memssa>,simplifycfg,loop-simplify,lcssa,loop(indvars),simplifycfg";
/// Numbers that were moved as parts of integers are numbers again.
const JOIN_BITS: &str = "instcombine<no-verify-fixpoint>,adce";
/// Drops dead code, and loops that nothing is left of.
const DROP_DEAD_CODE: &str = "adce,loop-simplify,lcssa,loop(loop-deletion),adce";
/// Every block has at most two ways out, every loop one entry, and every critical edge a block of its own.
const CANONICAL_CONTROL_FLOW: &str = "mergereturn,loop-simplify,break-crit-edges,lcssa";
/// Before cycles are made reducible: only plain branches.
const PLAIN_BRANCHES: &str = "scalarize-masked-mem-intrin,lower-switch";

/// A loop of a prepared function.
#[derive(Clone, Debug)]
pub struct PreparedLoop {
    pub header: Block,
    pub latch: Block,
    pub preheader: Block,
    pub parent: Option<usize>,
    /// The canonical counter: a phi in the header that counts 0, 1, 2, …
    pub counter: Value,
    /// How often the back edge is taken, as a value available in the preheader (or further out), if it can be known.
    pub trips: Option<Value>,
    /// Phis of the header that grow by what itself grows evenly, or by what is only known to stay the same: by how much at
    /// first, and by how much more in every iteration.
    pub growths: HashMap<Value, (Value, Option<Value>)>,
}

/// A function in canonical form, with the analyses that stay true while it is not changed.
pub struct Prepared {
    pub function: Function,
    /// The function it was cloned from.
    pub original: Function,
    pub analyses: Analyses,
    pub loops: Vec<PreparedLoop>,
    pub blocks: Vec<Block>,
    loop_of: HashMap<Block, Option<usize>>,
    /// Blocks from which the return is reached.
    returning: HashSet<Block>,
    /// Blocks from which the function is left by unwinding.
    unwinding: HashSet<Block>,
    pub return_block: Option<Block>,
    /// Where the function goes on unwinding.
    pub unwind_block: Option<Block>,
    /// Stack objects, and the blocks in which they come to life.
    pub births: Vec<(Value, Block)>,
    /// Loops that have become calls.
    pub step_loops: Vec<StepLoop>,
    /// What there is to say about loops that have not.
    pub remarks: Vec<String>,
    /// Why loops have one thread, although the program asks for several.
    pub unshared: Vec<String>,
    /// Why a loop has not, although the program asks for it.
    problem: Option<(Marker, Failure)>,
    /// Callees, and their callees, that stay functions to make the derivative smaller.
    pub shared: Rc<Shared>,
}

/// How a function is to be prepared.
pub struct Manner<'a> {
    /// The reverse sweep never starts from where the function was left by unwinding.
    pub only_returns: bool,
    /// Functions that indirect calls cannot mean are left out.
    pub narrowing: Option<&'a Narrowing>,
    /// Functions that stay functions; more are chosen if that makes it smaller. None: whatever can be inlined is.
    pub shared: Option<Rc<Shared>>,
}

impl Prepared {
    /// Innermost loop around a block.
    pub fn loop_of(&self, block: Block) -> Option<usize> {
        self.loop_of[&block]
    }

    /// Can the reverse sweep come to the block? From the return and, if `unwinds`, from where it was left by unwinding.
    pub fn reaches_end(&self, block: Block, unwinds: bool) -> bool {
        self.returning.contains(&block) || unwinds && self.unwinding.contains(&block)
    }

    /// Can the reverse sweep be made as the program asks for it?
    pub fn check_checkpoints(&self) -> Result<(), Failure> {
        self.problem.clone().map_or(Ok(()), |(_, failure)| Err(failure))
    }

    /// Can loops that end at a fixed point be differentiated as such, in any mode?
    pub fn check_fixed_points(&self) -> Result<(), Failure> {
        let problem = self.problem.clone().filter(|(marker, _)| *marker == Marker::FixedPoint);
        problem.map_or(Ok(()), |(_, failure)| Err(failure))
    }

    /// Where the reverse sweep can start.
    pub fn ends(&self, unwinds: bool) -> Vec<Block> {
        self.return_block.into_iter().chain(self.unwind_block.filter(|_| unwinds)).collect()
    }

    /// Is loop `outer` the same as, or around, loop `inner`?
    pub fn loop_contains(&self, outer: usize, inner: Option<usize>) -> bool {
        let mut at = inner;
        while let Some(index) = at {
            if index == outer {
                return true;
            }
            at = self.loops[index].parent;
        }
        false
    }

    /// The loops around a block, innermost first.
    pub fn loops_around(&self, block: Block) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = self.loop_of(block);
        while let Some(index) = at {
            found.push(index);
            at = self.loops[index].parent;
        }
        found
    }

    /// The loop whose header is this block.
    pub fn loop_with_header(&self, block: Block) -> Option<usize> {
        self.loop_of(block).filter(|index| self.loops[*index].header == block)
    }

    /// The loop in which a value is defined; none for what is outside every loop.
    pub fn home(&self, value: Value) -> Option<usize> {
        value.block().and_then(|block| self.loop_of(block))
    }
}

/// Prepares a function with a body. With a limit of memory, loops that may need more keep few states.
pub fn prepare(original: Function, config: &Config, manner: Manner) -> Result<Prepared, Failure> {
    let function = clone(original, manner.only_returns);
    if !runtime::is_generated(&original.name()) {
        openmp::check_caller(function, original)?;
    }
    let shared = match manner.shared {
        Some(known) => Rc::new(sharing::choose(function, original, &known)?),
        None => Rc::default(),
    };
    simplify(function, original, config, (manner.narrowing, &shared))?;
    let limit = config.memory_limit.filter(|_| !runtime::is_generated(&original.name()));
    let unshared = independent::share_out(function, config.parallel)?;
    let outlined = checkpoint::outline(function, limit, config.step_objects)?;
    config.dump(DumpPoint::Outline, function);
    rewrite_forms(function, config)?;
    let births = make_canonical(function, config)?;
    config.dump(DumpPoint::Canonical, function);
    Ok(Prepared { shared, unshared, ..shape::finish(function, original, outlined, births)? })
}

/// A private clone of a function, with what its calls of itself mean.
fn clone(original: Function, only_returns: bool) -> Function {
    let module = original.module();
    let function = module.add_function(&format!("zymase.prepared.{}", original.name()), original.function_type());
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_attributes(original);
    if only_returns {
        function.let_only_returns_count();
    }
    for (parameter, named) in function.parameters().into_iter().zip(original.parameters()) {
        parameter.set_name(&named.name());
    }
    original.clone_body_into(function, &function.parameters());
    marks::believe_body(original);
    one_thread::answer_yes(function);
    computed_goto::lower(function, original);
    shape::copy_by_value_parameters(function);
    shape::replace_uses_of_self(function, original);
    function
}

/// Inlines and optimises.
fn simplify(
    function: Function,
    original: Function,
    config: &Config,
    (narrowing, shared): (Option<&Narrowing>, &Shared),
) -> Result<(), Failure> {
    inline(function, original, narrowing, shared, config.parallel)?;
    unwinding::drop_needless_pads(function);
    config.dump(DumpPoint::Inline, function);
    run(function, PROMOTE)?;
    openmp::make_updates_plain(function)?;
    tries::make_additions(function);
    if function.string_attribute(marks::ALONE).is_some() {
        count_loops(function)?;
    }
    config.dump(DumpPoint::Promote, function);
    function.widen_indices();
    // Before numbers that are only used as bits are loaded as integers.
    bits::find_numbers(function);
    mantissa::find_values(function);
    rounding::find(function);
    run(function, SIMPLIFY)?;
    // Optimisation may have resolved further callees.
    inline(function, original, narrowing, shared, config.parallel)?;
    if narrowing.is_some_and(|narrowing| arms::cut(function, &narrowing.refused)) {
        run(function, SIMPLIFY)?;
    }
    threads::make_functions(function)?;
    iterations::add(function);
    if moves::find(function) {
        run(function, STRAIGHTEN)?;
    }
    if short_loops::find(function) {
        run(function, WRITE_OUT)?;
    }
    if config.unwrapped_indices && function.unwrap_indices() {
        run(function, SIMPLIFY)?;
    }
    config.dump(DumpPoint::Simplify, function);
    Ok(())
}

/// Rewrites what libraries and optimisers made into the few forms that the emitters know.
fn rewrite_forms(function: Function, config: &Config) -> Result<(), Failure> {
    disguised::uncover(function);
    if disguised::uncover_parts(function) {
        run(function, "adce")?;
    }
    addresses::rewrite(function)?;
    library_forms::rewrite(function)?;
    steps::find(function);
    bits::take_apart(function);
    bits::find_numbers(function);
    mantissa::find_values(function);
    rounding::find(function);
    unwinding::drop_needless_pads(function);
    config.dump(DumpPoint::LibraryForms, function);
    run(function, TIDY)?;
    // What was tidied up may be hidden again.
    disguised::uncover(function);
    if disguised::uncover_parts(function) {
        run(function, "adce")?;
    }
    disguised::read_apart(function);
    addresses::measure_by_pointers(function);
    if exchanges::of_bits(function)? {
        run(function, JOIN_BITS)?;
    }
    config.dump(DumpPoint::Tidy, function);
    bodies::check(function)
}

/// Gives the control flow its canonical form. Stack objects, and the blocks in which they come to life.
fn make_canonical(function: Function, config: &Config) -> Result<Vec<(Value, Block)>, Failure> {
    reject_unsupported_control_flow(function)?;
    run(function, PLAIN_BRANCHES)?;
    unwinding::make_explicit(function);
    irreducible::make_reducible(function)?;
    function.remove_unreachable_blocks();
    run(function, CANONICAL_CONTROL_FLOW)?;
    function.remove_unreachable_blocks();
    invariant_phis::replace(function);
    if config.fixed_places && config.distances && fixed_places::promote(function)? {
        run(function, "adce")?;
    }
    if config.single_winners && winners::rewrite(function) {
        run(function, "adce")?;
        run(function, CANONICAL_CONTROL_FLOW)?;
    }
    if config.optimised && config.apart_callees {
        apart::tell_callees(function);
    }
    Ok(shape::drop_markers(function))
}

/// Simplifies a part of a prepared function that has become a function.
pub fn tidy_part(function: Function) -> Result<(), Failure> {
    run(function, TIDY)
}

/// Lets what is constant now decide how often loops run, while they still count as they did.
fn count_loops(function: Function) -> Result<(), Failure> {
    run(function, COUNT_LOOPS)?;
    function.widen_comparisons();
    Ok(())
}

/// Drops what a prepared function computes for nothing.
pub fn drop_dead_code(function: Function) -> Result<(), Failure> {
    run(function, DROP_DEAD_CODE)
}

/// Prepares a function that is a part of a prepared one.
pub fn prepare_part(function: Function) -> Result<Prepared, Failure> {
    run(function, CANONICAL_CONTROL_FLOW)?;
    function.remove_unreachable_blocks();
    shape::finish(function, function, checkpoint::Outlined::default(), Vec::new())
}

/// Removes the functions that were only made to be inlined.
pub fn remove_helpers(module: Module) {
    condensed::remove(module);
    bodies::remove(module);
}

/// Inlines callees, and library functions whose code is known.
fn inline(
    function: Function,
    original: Function,
    narrowing: Option<&Narrowing>,
    shared: &Shared,
    at_once: bool,
) -> Result<(), Failure> {
    // Before anything else is done with their arithmetic, and those of callees.
    sanitizers::drop_checks(function);
    inlining::inline_everything(function, original, narrowing, shared, at_once)?;
    sanitizers::drop_checks(function);
    assembly::write_out(function);
    loop {
        once::uncover(function)?;
        while bodies::rewrite(function)? {
            inlining::inline_everything(function, original, narrowing, shared, at_once)?;
            while once::direct(function) {
                inlining::inline_everything(function, original, narrowing, shared, at_once)?;
            }
            run(function, FOLD)?;
        }
        if !bodies::settle(function) {
            if !futex::write_out(function)? {
                return once::make_local(function);
            }
            inlining::inline_everything(function, original, narrowing, shared, at_once)?;
        }
        run(function, FOLD)?;
    }
}

fn run(function: Function, pipeline: &str) -> Result<(), Failure> {
    function.run_passes(pipeline).map_err(|text| Failure::internal(format!("pipeline '{pipeline}': {text}")))
}

fn reject_unsupported_control_flow(function: Function) -> Result<(), Failure> {
    for instruction in function.instructions() {
        let what = match instruction.opcode() {
            Some(Opcode::LLVMIndirectBr) => "a computed goto",
            Some(Opcode::LLVMCallBr) => "an inline-assembly jump",
            _ => continue,
        };
        let diagnostic =
            Diagnostic::new(format!("cannot differentiate {what}")).with_help("write it as a switch statement");
        return Err(Failure::at(instruction, diagnostic));
    }
    Ok(())
}

pub fn loop_is_canonical(found: &Loop) -> bool {
    found.latch.is_some() && found.preheader.is_some()
}
