//! Optimisation of modules: rules as data, applied by a driver that cannot loop, and chosen by a cost model.
//!
//! - `boundary`: updates that every step of a loop repeats;
//! - `catalogue`: all rules;
//! - `common`: common subexpressions;
//! - `cost`: what operations cost on a target;
//! - `diagonal`: diagonal matrices;
//! - `driver`: the greedy driver;
//! - `einsum`: products of tensors by labels;
//! - `facts`: structure analysis;
//! - `folding`: constants;
//! - `inline`: calls, and functions that nothing calls;
//! - `level`: how much rewrites may change numbers;
//! - `loops`: what is known of loops;
//! - `make`: single operations, as rules write them;
//! - `motion`: what moves out of loops;
//! - `page`: the page of rules in `docs/`;
//! - `read`: what operations are;
//! - `rows`: what loops read and write row by row;
//! - `rule`: what a rule is;
//! - `rules`: the rules, one file per family;
//! - `sample`: random programs on which rules are tried out;
//! - `saturate`: equality saturation of sums and products of matrices;
//! - `shared`: small products that share a factor, as one;
//! - `site`: what a rule sees of a program;
//! - `spread`: what is written otherwise for programs on several devices;
//! - `sums`: sums of products that loops carry;
//! - `terms`: rules on single elements, written as terms.

mod boundary;
pub mod catalogue;
mod common;
pub mod cost;
mod diagonal;
pub mod driver;
pub mod einsum;
pub mod facts;
mod folding;
mod inline;
pub mod level;
pub mod loops;
pub mod make;
mod motion;
pub mod page;
pub mod read;
mod rows;
pub mod rule;
mod rules;
pub mod sample;
mod saturate;
mod shared;
pub mod site;
mod spread;
mod sums;
pub mod terms;

pub use spread::spread_updates;

use crate::dead::remove_unused;
use cost::{Cost, Costs, Target};
use driver::{Bounds, Driver, Fired};
use level::Level;
use std::time::{Duration, Instant};
use zymase_ir::{Ir, LocatedDiagnostic, Op, Result, Value};

/// How a module is optimised.
#[derive(Clone, Debug)]
pub struct OptimiseOptions {
    /// What the cost model is about.
    pub target: Target,
    /// How much rewrites may change numbers.
    pub level: Level,
    /// When to stop; what has been reached until then is kept.
    pub time_limit: Option<Duration>,
    /// Rewrites for each operation there is at the beginning.
    pub rewrites_per_operation: usize,
}

impl Default for OptimiseOptions {
    fn default() -> Self {
        OptimiseOptions {
            target: Target::default(),
            level: Level::default(),
            time_limit: None,
            rewrites_per_operation: 64,
        }
    }
}

/// A rule that was applied.
#[derive(Clone, Debug)]
pub struct Use {
    pub rule: &'static rule::Rule,
    pub times: usize,
}

/// What was done to a module.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub before: Cost,
    pub after: Cost,
    /// The rules that were applied, in the order of their table.
    pub rules: Vec<Use>,
    pub folded: usize,
    pub common: usize,
    pub inlined: usize,
    pub removed_functions: usize,
    pub moved_out_of_loops: usize,
    /// The limit that ended optimisation early, if one did.
    pub stopped: Option<&'static str>,
    pub time: Duration,
}

/// At most this often everything is gone through.
const ROUNDS: usize = 8;

/// Optimises all functions of a module. What is not right afterwards, or dearer by the cost model, is not returned: then the module stays as
/// it was.
pub fn optimise(ir: &mut Ir, options: &OptimiseOptions) -> std::result::Result<Report, Vec<LocatedDiagnostic>> {
    let begin = Instant::now();
    zymase_ir::verify(ir)?;
    let mut costs = Costs::new(options.target);
    let before = public_cost(ir, &mut costs);
    let mut changed = ir.clone();
    let mut report = run(&mut changed, options, begin).map_err(|error| vec![error])?;
    zymase_ir::verify(&changed)?;
    costs.forget();
    let after = public_cost(&changed, &mut costs);
    report.before = before;
    report.after = if after.femtoseconds <= before.femtoseconds { after } else { before };
    if after.femtoseconds <= before.femtoseconds {
        *ir = changed;
    } else {
        report = Report { before, after: before, stopped: Some("no better program"), ..Report::default() };
    }
    report.time = begin.elapsed();
    Ok(report)
}

/// The cost of all functions that can be called from outside.
pub fn public_cost(ir: &Ir, costs: &mut Costs) -> Cost {
    let is_public = |op: &Op| {
        let visibility = ir.attribute(*op, "sym_visibility").and_then(zymase_ir::Attribute::as_str);
        zymase_dialects::func::Func::of(ir, *op).is_some() && visibility != Some("private")
    };
    let public: Vec<Op> = ir.block_ops(ir.module_block()).filter(is_public).collect();
    public.into_iter().map(|op| costs.of_function(ir, op)).fold(Cost::default(), Cost::plus)
}

fn run(ir: &mut Ir, options: &OptimiseOptions, begin: Instant) -> Result<Report> {
    let mut report = Report { inlined: inline::inline_calls(ir)?, ..Report::default() };
    report.removed_functions = inline::remove_uncalled(ir)?;
    let mut fired = Fired::default();
    let mut costs = Costs::new(options.target);
    let bodies: Vec<Op> = ir.block_ops(ir.module_block()).filter(|op| !ir[*op].regions().is_empty()).collect();
    for function in bodies {
        optimise_function(ir, function, options, begin, &mut costs, &mut fired, &mut report)?;
    }
    report.removed_functions += inline::remove_uncalled(ir)?;
    report.stopped = fired.stopped;
    report.folded = fired.folded;
    let mut numbers: Vec<(usize, usize)> = fired.rules.into_iter().collect();
    numbers.sort_unstable();
    report.rules = numbers.into_iter().map(|(number, times)| Use { rule: &catalogue::all()[number], times }).collect();
    Ok(report)
}

fn optimise_function(
    ir: &mut Ir,
    function: Op,
    options: &OptimiseOptions,
    begin: Instant,
    costs: &mut Costs,
    fired: &mut Fired,
    report: &mut Report,
) -> Result<()> {
    let blocks: Vec<zymase_ir::Block> =
        ir[function].regions().to_vec().iter().flat_map(|region| ir.blocks(*region).to_vec()).collect();
    if has_open_sizes(ir, function) {
        return remove_unused_and_common(ir, &blocks, report);
    }
    let steps = ir.walk(function).len().saturating_mul(options.rewrites_per_operation).max(10_000);
    let bounds = Bounds { steps, deadline: options.time_limit.map(|limit| begin + limit) };
    for _ in 0..ROUNDS {
        remove_unused_and_common(ir, &blocks, report)?;
        let moved = motion::move_invariants(ir, function)?;
        report.moved_out_of_loops += moved;
        let mut driver = Driver::new(ir, costs, options.level);
        let steps = driver.run(function, bounds)?;
        let Fired { rules, folded, stopped } = std::mem::take(&mut driver.fired);
        for (number, times) in rules {
            *fired.rules.entry(number).or_default() += times;
        }
        fired.folded += folded;
        fired.stopped = fired.stopped.or(stopped);
        if fired.stopped.is_some() {
            break;
        }
        if steps == 0 && moved == 0 {
            let sums = take_sums_out(ir, function, options.level, costs)?;
            report.moved_out_of_loops += sums;
            let mut joined = 0;
            for block in &blocks {
                joined += shared::join_products(ir, *block, costs)?;
            }
            report.common += joined;
            if sums + joined == 0 {
                break;
            }
        }
    }
    remove_unused_and_common(ir, &blocks, report)
}

/// Takes products out of sums that loops carry, once all else is done; how many sums.
fn take_sums_out(ir: &mut Ir, function: Op, level: Level, costs: &mut Costs) -> Result<usize> {
    let mut taken = 0;
    for op in ir.walk(function).into_iter().rev() {
        if level != Level::Exact && ir.get(op).is_some() {
            taken += sums::take_sums_out(ir, op, costs)?;
        }
    }
    Ok(taken)
}

fn remove_unused_and_common(ir: &mut Ir, blocks: &[zymase_ir::Block], report: &mut Report) -> Result<()> {
    for block in blocks {
        remove_unused(ir, *block)?;
        report.common += common::remove_common(ir, *block)?;
    }
    Ok(())
}

/// Whether sizes of tensors of a function are known at run time only. Rules count with sizes.
fn has_open_sizes(ir: &Ir, function: Op) -> bool {
    let is_open = |value: &Value| ir.ty(*value).as_tensor().is_some_and(|tensor| !tensor.has_static_shape());
    ir.walk(function).into_iter().any(|op| {
        let regions = ir[op].regions().iter().flat_map(|region| ir.blocks(*region));
        ir[op].results().iter().any(is_open) || regions.flat_map(|block| ir.arguments(*block)).any(is_open)
    })
}
