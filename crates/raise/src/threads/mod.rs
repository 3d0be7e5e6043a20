//! Kernels: loops over the threads of a block are cut where threads wait for each other.
//!
//! `zymase-lift` writes a kernel as loops over blocks (`zymase.blocks`) and threads (`zymase.threads`) with barriers as calls. A loop over threads with a
//! barrier in it means: all threads up to the barrier, then all threads from there on. So the loop is cut into several; loops and
//! branches around barriers, which all threads take alike, go around the loops over threads. What a thread has across a cut is
//! computed again if that is cheap, and otherwise kept in an array over the threads. In the end loops over threads and blocks are
//! `scf.parallel`, or `scf.for` where an atomic update tells threads apart.
//!
//! - `cut`: writes the loops;
//! - `guards`: conditions that bound a loop become its bounds;
//! - `parts`: what runs between barriers, and what is the same for all threads;
//! - `private`: arrays that each thread has of its own.

mod cut;
mod guards;
mod parts;
mod private;

use parts::Parts;
use zymase_dialects::scf::For;
use zymase_ir::{Attribute, Block, InsertionPoint, Ir, Op, Result, Value};

/// What lift calls where threads wait.
const BARRIER: &str = "__zymase_barrier";
const THREADS: &str = "zymase.threads";
const BLOCKS: &str = "zymase.blocks";

/// A loop over the threads of a block: loops one within the other, with nothing between them.
pub(crate) struct Nest {
    pub root: Op,
    /// Lower bound, upper bound, step.
    pub bounds: Vec<[Value; 3]>,
    pub counters: Vec<Value>,
    pub body: Block,
}

/// Gives the loops over threads in a module their meaning.
pub fn run(ir: &mut Ir) -> Result<()> {
    let is_nest = |ir: &Ir, op: &Op| {
        ir.attribute(*op, THREADS).is_some()
            && ir.parent_op(*op).is_none_or(|parent| ir.attribute(parent, THREADS).is_none())
    };
    let nests: Vec<Op> = ir.walk(ir.module()).into_iter().filter(|op| is_nest(ir, op)).collect();
    for root in nests {
        let nest = open(ir, root)?;
        if ir.walk(root).into_iter().any(|op| is_barrier(ir, op)) {
            private::expand(ir, &nest)?;
            let parts = Parts::of(ir, &nest)?;
            cut::write(ir, &nest, parts)?;
        }
    }
    for op in ir.walk(ir.module()) {
        let is_rest = ir[op].name() == "func.func" && ir.symbol_name(op) == Some(BARRIER);
        if is_rest {
            ir.erase(op)?;
        }
    }
    for op in ir.walk(ir.module()).into_iter().rev() {
        if ir.get(op).is_some() && (ir.attribute(op, THREADS).is_some() || ir.attribute(op, BLOCKS).is_some()) {
            guards::tighten(ir, op)?;
        }
    }
    for op in ir.walk(ir.module()).into_iter().rev() {
        finish(ir, op)?;
    }
    Ok(())
}

pub(crate) fn is_barrier(ir: &Ir, op: Op) -> bool {
    ir[op].name() == "func.call"
        && ir
            .attribute(op, "callee")
            .and_then(Attribute::as_symbol)
            .is_some_and(|path| path.iter().any(|p| **p == *BARRIER))
}

pub(crate) fn holds_barrier(ir: &Ir, op: Op) -> bool {
    ir.walk(op).into_iter().any(|inner| is_barrier(ir, inner))
}

/// The loops of a nest; what stands between them goes into the innermost.
fn open(ir: &mut Ir, root: Op) -> Result<Nest> {
    let (mut bounds, mut counters, mut at, mut between) = (Vec::new(), Vec::new(), root, Vec::new());
    loop {
        let operands: Vec<Value> = ir[at].operands().collect();
        let Some((body, end)) = ir.single_block(ir[at].regions()[0]) else { return Err(ir.error(at, "has no body")) };
        bounds.push([operands[0], operands[1], operands[2]]);
        counters.push(ir.arguments(body)[0]);
        let inner = ir.block_ops(body).find(|op| ir.attribute(*op, THREADS).is_some());
        let Some(inner) = inner else {
            for op in between.into_iter().rev() {
                ir.detach(op);
                ir.insert(op, InsertionPoint::Start(body));
            }
            return Ok(Nest { root, bounds, counters, body });
        };
        let alone = ir[at].results().is_empty() && ir.next_op(inner) == Some(end) && For::of(ir, inner).is_some();
        if !alone {
            return Err(ir.error(at, "a loop over threads has more than one loop within"));
        }
        let before: Vec<Op> = ir.block_ops(body).take_while(|op| *op != inner).collect();
        between.extend(before);
        at = inner;
    }
}

/// Whether the program says that iterations may run in any order: no update tells what was there before.
fn is_independent(ir: &Ir, op: Op) -> bool {
    ir[op].results().is_empty()
        && ir.walk(op).into_iter().all(|inner| match ir[inner].name().as_str() {
            "memref.atomic_rmw" => ir.uses(ir[inner].results()[0]).is_empty() && !is_assignment(ir, inner),
            _ => true,
        })
}

/// The last one wins, whichever that is: in order, that is the last.
fn is_assignment(ir: &Ir, op: Op) -> bool {
    zymase_dialects::memref::atomic_kind(ir, op).is_some_and(|kind| kind == "assign")
}

/// A marked loop becomes a parallel one, if it is.
fn finish(ir: &mut Ir, op: Op) -> Result<()> {
    let threads = ir.remove_attribute(op, THREADS).is_some();
    let blocks = ir.remove_attribute(op, BLOCKS).is_some();
    if !(threads || blocks) || !is_independent(ir, op) {
        return Ok(());
    }
    let operands: Vec<Value> = ir[op].operands().collect();
    let Some((_, end)) = ir.single_block(ir[op].regions()[0]) else { return Ok(()) };
    let regions = ir.take_regions(op);
    let mut builder = zymase_ir::Builder::before(ir, end);
    builder.build("scf.reduce", &[], &[], &[]);
    ir.erase(end)?;
    let mut builder = zymase_ir::Builder::before(ir, op);
    let sizes = zymase_dialects::memref::segments(&[1, 1, 1, 0]);
    let mut state = builder.state("scf.parallel", &operands, &[("operandSegmentSizes", sizes)]);
    state.regions = regions;
    builder.insert(state);
    ir.erase(op)
}
