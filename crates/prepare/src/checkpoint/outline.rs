//! Which loops keep few states, and what they are told: how many states, how many steps, how much memory.

use super::accesses::{Problem, Region};
use super::cut::Cut;
use super::{Automatic, Marker, StepLoop, erase_call, fixed, is_marker, selectors};
use zymase_analysis::callee::is_lifetime;
use zymase_core::Failure;
use zymase_llvm::{Analyses, Block, Builder, Function, Opcode, RealPredicate, Value};
use zymase_support::Diagnostic;

/// What became of the loops that ask for checkpoints.
#[derive(Default)]
pub struct Outlined {
    pub loops: Vec<StepLoop>,
    /// Loops that a limit of memory does not hold for, and why.
    pub remarks: Vec<String>,
    /// Why one of them could not be done; checkpoints matter to reverse mode only.
    pub problem: Option<(Marker, Failure)>,
    /// Are steps told which objects do not overlap?
    step_objects: bool,
}

/// Outlines every loop of a function that asks for it, outer ones first: the inner ones go with the step.
pub fn outline(function: Function, limit: Option<u64>, step_objects: bool) -> Result<Outlined, Failure> {
    let mut outlined = Outlined { step_objects, ..Outlined::default() };
    if limit.is_some() || function.instructions().into_iter().any(is_marker) {
        drop_lifetimes(function);
    }
    if function.instructions().into_iter().any(is_marker) {
        outline_asked(function, &mut outlined)?;
    }
    if let Some(limit) = limit {
        outline_large(function, limit, &mut outlined)?;
    }
    Ok(outlined)
}

/// Erases what says where variables live: in a function of its own a step is given their addresses.
fn drop_lifetimes(function: Function) {
    function.instructions().into_iter().filter(|i| is_lifetime(*i)).for_each(Value::erase_instruction);
}

/// The loops of time steps, as far as one can tell: outermost ones that write memory or have loops inside.
fn outline_large(function: Function, limit: u64, outlined: &mut Outlined) -> Result<(), Failure> {
    let mut tried: Vec<Block> = Vec::new();
    loop {
        function.run_passes("loop-simplify,lcssa").map_err(Failure::internal)?;
        let analyses = Analyses::of(function);
        let loops = analyses.loops();
        let is_new = |index: &usize| loops[*index].parent.is_none() && !tried.contains(&loops[*index].header);
        let Some(index) = (0..loops.len()).find(is_new) else { return Ok(()) };
        let header = loops[index].header;
        tried.push(header);
        let mut inside = function.blocks().into_iter().filter(|block| analyses.loop_contains(index, *block));
        let nested = loops.iter().any(|inner| inner.parent == Some(index));
        if !nested && !inside.any(|block| block.instructions().into_iter().any(|i| i.may_write())) {
            continue;
        }
        function.forget_variables();
        let first = header.instructions().into_iter().find(|i| i.line() > 0);
        let place = place_of(first);
        match outline_loop(function, analyses, index, Asked::Limit(limit, first), outlined.step_objects) {
            Ok((done, _)) => outlined.loops.push(done),
            Err((at, what)) => outlined.remarks.push(format!(
                "the memory limit does not hold for the loop{} of '{}': it {what}{}",
                place,
                function.name().trim_start_matches("zymase.prepared."),
                place_of(Some(at))
            )),
        }
    }
}

/// Where an instruction is in the source, in parentheses; nothing where that is not known.
pub fn place_of(value: Option<Value>) -> String {
    match value.filter(|value| value.is_instruction() && value.line() > 0) {
        Some(value) => format!(" ({}:{})", value.file(), value.line()),
        None => String::new(),
    }
}

/// Who wants a loop to keep few states.
#[derive(Copy, Clone)]
enum Asked {
    /// This call in the loop.
    Call(Value),
    /// This call in the loop, which says that it ends at a fixed point.
    FixedPoint(Value),
    /// A limit of memory; an instruction of the loop.
    Limit(u64, Option<Value>),
}

/// The relative accuracy of derivatives of fixed points whose loops say nothing, and the highest.
const USUAL_TOLERANCE: f64 = 1e-12;
const LEAST_TOLERANCE: f64 = 1e-17;

impl Asked {
    fn place(self) -> String {
        match self {
            Asked::Call(call) | Asked::FixedPoint(call) => place_of(Some(call)),
            Asked::Limit(_, first) => place_of(first),
        }
    }

    fn is_fixed(self) -> bool {
        matches!(self, Asked::FixedPoint(_))
    }

    fn call(self) -> Option<Value> {
        match self {
            Asked::Call(call) | Asked::FixedPoint(call) => Some(call),
            Asked::Limit(..) => None,
        }
    }

    /// The number that is passed: the number of states, or the tolerance; a value from before the loop.
    fn number(self, region: &Region) -> Result<Value, Problem> {
        let Some(call) = self.call() else {
            let Asked::Limit(bytes, _) = self else { unreachable!("nothing calls") };
            return Ok(Value::integer(region.module.integer_type(64), -(bytes as i64)));
        };
        let fits = |number: &Value| if self.is_fixed() { number.ty().is_double() } else { number.ty().is_integer() };
        let number = call.arguments().first().copied().filter(|number| fits(number) && !region.contains(*number));
        let name = Marker::of(call).expect("a marker").name();
        number.ok_or_else(|| (call, format!("passes a number to {name} that is not known before the loop")))
    }

    /// The same as an integer of 64 bits; a tolerance as how many of it make one: what is no number needs no derivative.
    fn as_count(self, builder: &Builder, number: Value) -> Value {
        let i64_type = builder.module().integer_type(64);
        if !self.is_fixed() {
            return builder.integer_cast(number, i64_type);
        }
        let real = |value: f64| Value::real(number.ty(), value);
        let usable = builder.fcmp(RealPredicate::LLVMRealOGE, number, real(LEAST_TOLERANCE));
        let tolerance = builder.select(usable, number, real(USUAL_TOLERANCE));
        builder.float_to_signed(builder.fdiv(real(1.0), tolerance), i64_type)
    }
}

fn outline_asked(function: Function, outlined: &mut Outlined) -> Result<(), Failure> {
    function.forget_variables();
    loop {
        function.run_passes("loop-simplify,lcssa").map_err(Failure::internal)?;
        let analyses = Analyses::of(function);
        let Some((call, index)) = outermost_loop_with(function, &analyses, is_marker) else { break };
        let marker = Marker::of(call).expect("a marker");
        let asked = match marker {
            Marker::FixedPoint => Asked::FixedPoint(call),
            Marker::Checkpoint | Marker::Parallel => Asked::Call(call),
        };
        let place = asked.place();
        let problem = match outline_loop(function, analyses, index, asked, outlined.step_objects) {
            Ok((done, problem)) => {
                outlined.loops.push(done);
                problem.map(|what| (what, String::new()))
            }
            Err((at, what)) => {
                let at = place_of(Some(at));
                erase_call(call);
                Some((what, at))
            }
        };
        if let Some((what, at)) = problem {
            outlined.problem.get_or_insert_with(|| (marker, refusal(marker, &place, &what, &at)));
        }
    }
    function.instructions().into_iter().filter(|i| is_marker(*i)).for_each(erase_call);
    Ok(())
}

fn refusal(marker: Marker, place: &str, what: &str, at: &str) -> Failure {
    let name = marker.name();
    let message = format!("a step of the loop with {name}{place} {what}{at}");
    let more = match marker {
        Marker::Checkpoint | Marker::Parallel => "",
        Marker::FixedPoint => "copy arrays instead of exchanging pointers to them; ",
    };
    let help = format!(
        "keep the state in local or allocated arrays, whose size is known, or in arrays that each step fills from one end \
         to the other; {more}copy pointers of structs to local variables before the loop; do input, output and allocation outside the \
         loop; or remove {name}"
    );
    Failure::User { at: None, diagnostic: Diagnostic::new(message).with_help(help) }
}

/// A call and the loop it asks for: one that is in no other such loop.
pub fn outermost_loop_with(
    function: Function,
    analyses: &Analyses,
    is_marker: impl Fn(Value) -> bool,
) -> Option<(Value, usize)> {
    let loops = analyses.loops();
    let depth = |index: usize| std::iter::successors(Some(index), |i| loops[*i].parent).count();
    let calls = function.instructions().into_iter().filter(|i| is_marker(*i));
    let in_loops = calls.filter_map(|call| Some((call, analyses.loop_of(call.block()?)?)));
    in_loops.min_by_key(|(_, index)| depth(*index))
}

/// The loop, and what is wrong with it after all.
fn outline_loop(
    function: Function,
    analyses: Analyses,
    index: usize,
    asked: Asked,
    step_objects: bool,
) -> Result<(StepLoop, Option<String>), Problem> {
    let exits = exits_of(function, &analyses, index);
    selectors::rewrite(&analyses, index, &exits)
        .map_err(|at| (at, "moves a pointer that it does not start with".to_string()))?;
    let inside: Vec<Block> = function.blocks().into_iter().filter(|b| analyses.loop_contains(index, *b)).collect();
    repeat_addresses(&inside);
    drop(analyses);
    let analyses = Analyses::of(function);
    let found = analyses.loops()[index].clone();
    let (Some(preheader), Some(latch)) = (found.preheader, found.latch) else {
        return Err((found.header.first_instruction().expect("a terminator"), "is repeated in several ways".into()));
    };
    let blocks: Vec<Block> = function.blocks().into_iter().filter(|b| analyses.loop_contains(index, *b)).collect();
    let region = Region { analyses: &analyses, index, blocks: &blocks, module: function.module() };
    let (number, place) = (asked.number(&region)?, asked.place());
    if asked.is_fixed() {
        fixed::check_exits(&region)?;
    }
    let accesses = region.accesses()?;
    let before = Builder::before(preheader.terminator().expect("a preheader branches"));
    let memory = region.memory(&accesses, &before, asked.is_fixed())?;
    let trips = analyses.expand_backedge_count(index);
    let bytes = matches!(asked, Asked::Limit(..)).then(|| bytes_of_step(&region, &before));
    let ends = [preheader, found.header, latch];
    let mut cut = Cut::new(function, &region, ends, accesses.own, exits, asked.is_fixed(), step_objects);
    drop(analyses);
    let trips = trips_of(&before, trips);
    let number = asked.as_count(&before, number);
    cut.fill_records(&before);
    let arguments = cut.arguments([number, trips], &memory, bytes);
    asked.call().into_iter().for_each(erase_call);
    let [step, whole] = cut.write(&arguments);
    let automatic = match asked {
        Asked::Call(_) | Asked::FixedPoint(_) => None,
        Asked::Limit(limit, _) => Some(Automatic { plain: cut.write_plain(step), bytes: arguments.bytes, limit }),
    };
    let (fixed, problem) = match asked.is_fixed().then(|| cut.write_again(step, &arguments)) {
        Some((fixed, result)) => (Some(fixed), result.err()),
        None => (None, None),
    };
    cut.leave_call(&before, whole, &arguments);
    let step_loop = StepLoop {
        function: whole,
        step,
        slots: arguments.of_step,
        trips: arguments.of_step + 1,
        own: cut.own_objects(step, &arguments),
        pieces: arguments.pieces,
        unknown: arguments.unknown.unwrap_or_default(),
        anywhere: arguments.anywhere,
        automatic,
        fixed,
        place,
    };
    Ok((step_loop, problem))
}

/// Computes the addresses of elements of objects in the loop that uses them, so that one pointer for each object goes into it.
fn repeat_addresses(inside: &[Block]) {
    let is_inside = |value: Value| value.block().is_some_and(|block| inside.contains(&block));
    let is_address = |value: &Value| {
        value.is_instruction()
            && !is_inside(*value)
            && value.opcode() == Some(Opcode::LLVMGetElementPtr)
            && value.gep_offset().is_some_and(|offset| offset.variable.is_empty())
    };
    for i in inside.iter().flat_map(|block| block.instructions()) {
        if i.opcode() == Some(Opcode::LLVMPHI) {
            continue;
        }
        for (k, address) in i.operands().into_iter().enumerate().filter(|(_, operand)| is_address(operand)) {
            let repeated = address.clone_instruction();
            Builder::before(i).insert(repeated);
            i.set_operand(k, repeated);
        }
    }
}

/// The blocks behind a loop.
fn exits_of(function: Function, analyses: &Analyses, index: usize) -> Vec<Block> {
    let is_inside = |block: &Block| analyses.loop_contains(index, *block);
    let mut found = Vec::new();
    for next in function.blocks().into_iter().filter(is_inside).flat_map(|block| block.successors()) {
        if !is_inside(&next) && !found.contains(&next) {
            found.push(next);
        }
    }
    found
}

/// At most how much a plain reverse sweep keeps of one step: every number there is, as often as inner loops repeat it; negative
/// when that is not known before the loop.
fn bytes_of_step(region: &Region, builder: &Builder) -> Value {
    let i64_type = region.module.integer_type(64);
    let number = |n: u64| Value::integer(i64_type, n as i64);
    let loops = region.analyses.loops();
    let mut repeats: Vec<Option<Value>> = vec![None; loops.len()];
    repeats[region.index] = Some(number(1));
    let mut total = number(0);
    for (index, inner) in loops.iter().enumerate().filter(|(_, l)| region.blocks.contains(&l.header)) {
        if index != region.index {
            let trips = region.analyses.expand_backedge_count(index).filter(|trips| !region.contains(*trips));
            let outer = inner.parent.and_then(|parent| repeats[parent]);
            repeats[index] = trips.zip(outer).map(|(trips, outer)| builder.mul(builder.add(trips, number(1)), outer));
        }
        let Some(times) = repeats[index] else { return Value::integer(i64_type, -1) };
        let own = region.blocks.iter().filter(|block| region.analyses.loop_of(**block) == Some(index));
        let numbers = own.flat_map(|block| block.instructions()).filter(|i| i.ty().contains_float());
        let bytes: u64 = numbers.map(|i| region.module.store_size(i.ty())).sum();
        total = builder.add(total, builder.mul(times, number(bytes)));
    }
    total
}

/// The number of steps as the run time wants it.
fn trips_of(builder: &Builder, back_edges: Option<Value>) -> Value {
    let i64_type = builder.module().integer_type(64);
    match back_edges {
        Some(back_edges) => builder.add(back_edges, Value::integer(i64_type, 1)),
        None => Value::integer(i64_type, -1),
    }
}
