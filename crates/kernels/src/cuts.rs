//! Where threads wait for each other: the places at which a kernel is cut.
//!
//! What threads give each other there goes through memory: each writes what it has before the cut, and reads what it wants behind
//! it. Votes are counted once, between the two, and what is exchanged is copied then, so that a thread may already
//! write what it gives the next time.

use crate::lane::{Lane, WARP};
use crate::refusals;
use zymase_core::Failure;
use zymase_llvm::{Builder, Function, IntPredicate, Module, Type, Value};
use zymase_support::Diagnostic;

/// Stands where threads wait: the number of the cut, and the mask of those that are waited for.
pub const MARK: &str = "zymase.cut";

/// Who is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// All threads of the block.
    Block,
    /// Those of the warp that a mask names.
    Warp,
    /// Whoever comes.
    Any,
    /// Nobody: a thread may go on at once, but its loop is one over threads when all come here together.
    Nobody,
}

/// What happens between the arrival of threads and their going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    Nothing,
    /// Votes are counted: what was said is in the array at `said`, the result in the entry `result`.
    Votes {
        said: u64,
        result: u64,
    },
    /// An array is copied.
    Copies {
        from: u64,
        to: u64,
        size: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub waits: Waits,
    pub passes: Passes,
}

/// The cuts of a kernel, and the memory that they need.
pub struct Cuts {
    /// By their numbers, which begin with 1.
    pub cuts: Vec<Cut>,
    /// Bytes of each thread.
    pub bytes: u64,
    /// How many results of votes there are.
    pub results: u64,
}

impl Cuts {
    /// Marks a place as a cut.
    pub fn add(&mut self, builder: &Builder, cut: Cut, mask: Value) {
        self.cuts.push(cut);
        let module = builder.module();
        let integer = module.integer_type(32);
        let mark = module.declare(MARK, Type::function(module.void_type(), &[integer, integer], false));
        mark.add_attribute("convergent");
        builder.call(mark, &[Value::integer(integer, self.cuts.len() as i64), mask]);
    }
}

/// Bytes of each thread for the cut it is at, and for its mask.
const POSITION: u64 = 4;
pub const MASK: u64 = 4;

/// What a call of the device asks of other threads.
enum Asks {
    Barrier,
    Vote(Waits, Answer),
    Shuffle(&'static str),
    Match(&'static str),
    Reduce(&'static str),
}

enum Answer {
    Nothing,
    Count,
    Bits,
    Present,
    AnyYes,
    AllYes,
    AllSame,
}

fn asks(name: &str) -> Option<Asks> {
    let name = name.strip_prefix("llvm.nvvm.")?;
    if let Some(kind) = name.strip_prefix("shfl.sync.") {
        let kind = kind.split('.').next().unwrap_or_default();
        return ["idx", "up", "down", "bfly"].into_iter().find(|known| *known == kind).map(Asks::Shuffle);
    }
    if let Some(kind) = name.strip_prefix("redux.sync.") {
        let known = ["umin", "umax", "add", "min", "max", "and", "xor", "or"];
        return known.into_iter().find(|known| *known == kind).map(Asks::Reduce);
    }
    Some(match name {
        "barrier.cta.sync.aligned.all" | "barrier.cta.sync.all" | "barrier0" => Asks::Barrier,
        "barrier.cta.red.popc.aligned.all" | "barrier.cta.red.popc.all" | "barrier0.popc" => {
            Asks::Vote(Waits::Block, Answer::Count)
        }
        "barrier.cta.red.and.aligned.all" | "barrier.cta.red.and.all" | "barrier0.and" => {
            Asks::Vote(Waits::Block, Answer::AllYes)
        }
        "barrier.cta.red.or.aligned.all" | "barrier.cta.red.or.all" | "barrier0.or" => {
            Asks::Vote(Waits::Block, Answer::AnyYes)
        }
        "bar.warp.sync" => Asks::Vote(Waits::Warp, Answer::Nothing),
        "vote.ballot.sync" => Asks::Vote(Waits::Warp, Answer::Bits),
        "vote.any.sync" => Asks::Vote(Waits::Warp, Answer::AnyYes),
        "vote.all.sync" => Asks::Vote(Waits::Warp, Answer::AllYes),
        "vote.uni.sync" => Asks::Vote(Waits::Warp, Answer::AllSame),
        "activemask" => Asks::Vote(Waits::Any, Answer::Present),
        "match.any.sync.i32" => Asks::Match("any_32"),
        "match.any.sync.i64" => Asks::Match("any_64"),
        "match.all.sync.i32p" => Asks::Match("all_32"),
        "match.all.sync.i64p" => Asks::Match("all_64"),
        _ => return None,
    })
}

/// Finds where a thread waits for others, and lets what they give each other go through memory.
pub fn find(lane: Lane) -> Result<Cuts, Failure> {
    let mut found = Cuts { cuts: Vec::new(), bytes: POSITION + MASK, results: 0 };
    for call in lane.function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function() else { continue };
        let Some(asks) = asks(&callee.name()) else { continue };
        let mut writer = Writer { lane, call, builder: Builder::before(call), found: &mut found };
        let result = match asks {
            Asks::Barrier => writer.barrier()?,
            Asks::Vote(waits, answer) => writer.vote(waits, answer)?,
            Asks::Shuffle(kind) => Some(writer.shuffle(kind)),
            Asks::Match(kind) => Some(writer.compare(kind)),
            Asks::Reduce(kind) => Some(writer.reduce(kind)),
        };
        if let Some(result) = result {
            call.replace_all_uses_with(result);
        }
        call.erase_instruction();
    }
    Ok(found)
}

/// Writes out what one call means.
struct Writer<'a> {
    lane: Lane,
    call: Value,
    builder: Builder,
    found: &'a mut Cuts,
}

impl Writer<'_> {
    fn module(&self) -> Module {
        self.builder.module()
    }

    fn integer(&self, value: i64) -> Value {
        Value::integer(self.module().integer_type(32), value)
    }

    fn cut(&mut self, waits: Waits, passes: Passes, mask: Value) {
        self.found.add(&self.builder, Cut { waits, passes }, mask);
    }

    /// Barriers have numbers; the first one is that of the whole block.
    fn refuse_numbered(&self) -> Result<(), Failure> {
        if self.call.arguments().first().and_then(|number| number.as_integer()) == Some(0) {
            return Ok(());
        }
        let text = "cannot run a kernel on a CPU that has barriers of several numbers";
        Err(Failure::at(self.call, Diagnostic::new(text).with_help("use __syncthreads")))
    }

    fn barrier(&mut self) -> Result<Option<Value>, Failure> {
        self.refuse_numbered()?;
        self.cut(Waits::Block, Passes::Nothing, self.integer(0));
        Ok(None)
    }

    fn vote(&mut self, waits: Waits, answer: Answer) -> Result<Option<Value>, Failure> {
        let arguments = self.call.arguments();
        if waits == Waits::Block {
            self.refuse_numbered()?;
        }
        let mask = arguments.first().copied().filter(|_| waits == Waits::Warp).unwrap_or_else(|| self.integer(0));
        if matches!(answer, Answer::Nothing) {
            self.cut(waits, Passes::Nothing, mask);
            return Ok(None);
        }
        let said = self.room(4);
        let yes = match arguments.get(1) {
            Some(condition) => self.builder.select(*condition, self.integer(3), self.integer(2)),
            None => self.integer(2),
        };
        self.builder.store(yes, self.lane.element(&self.builder, said, 4));
        let result = self.found.results;
        self.found.results += 1;
        self.cut(waits, Passes::Votes { said, result }, mask);
        let place = results(self.lane, &self.builder, result, waits != Waits::Block);
        Ok(Some(self.answer(place, answer, (waits == Waits::Warp).then_some(mask))))
    }

    /// What a thread reads from the result of a vote, of which it sees what its mask names.
    fn answer(&self, place: Value, answer: Answer, mask: Option<Value>) -> Value {
        let builder = &self.builder;
        let integer = self.module().integer_type(32);
        let seen = |bits: Value| mask.map_or(bits, |mask| builder.and(bits, mask));
        let yes = seen(builder.load(integer, place));
        let all = seen(builder.load(integer, builder.constant_offset(place, 4)));
        let none = self.integer(0);
        let is = |predicate, a, b| builder.icmp(predicate, a, b);
        let result = match answer {
            Answer::Present => all,
            Answer::AnyYes => is(IntPredicate::LLVMIntNE, yes, none),
            Answer::AllYes => is(IntPredicate::LLVMIntEQ, yes, all),
            Answer::AllSame => {
                builder.or(is(IntPredicate::LLVMIntEQ, yes, none), is(IntPredicate::LLVMIntEQ, yes, all))
            }
            Answer::Nothing | Answer::Count | Answer::Bits => yes,
        };
        builder.integer_resize(result, self.call.ty())
    }

    /// Room for an array over the threads of a block: bytes of each thread in front of it.
    fn room(&mut self, size: u64) -> u64 {
        let at = self.found.bytes.next_multiple_of(size);
        self.found.bytes = at + size;
        at
    }

    /// Gives a value to the other lanes; where they are read, as an array over the lanes of the warp.
    fn exchange(&mut self, value: Value, mask: Value) -> Value {
        let size = self.module().store_size(value.ty());
        let (from, to) = (self.room(size), self.room(size));
        self.builder.store(value, self.lane.element(&self.builder, from, size));
        self.cut(Waits::Warp, Passes::Copies { from, to, size }, mask);
        let own = self.lane.in_warp(&self.builder);
        let number = self.lane.parameter(crate::lane::Place::Number, 0);
        let first = self.builder.zext(self.builder.sub(number, own), self.module().integer_type(64));
        let bytes = self.builder.mul(first, Value::integer(first.ty(), size as i64));
        self.builder.offset(self.lane.array(&self.builder, to), bytes)
    }

    fn shuffle(&mut self, kind: &str) -> Value {
        let arguments = self.call.arguments();
        let value = arguments[1];
        let warp = self.exchange(value, arguments[0]);
        let integer = self.module().integer_type(32);
        let source = self.helper(
            &format!("source_{kind}"),
            integer,
            &[self.lane.in_warp(&self.builder), arguments[2], arguments[3]],
        );
        let index = self.builder.zext(self.builder.and(source, self.integer(WARP - 1)), self.module().integer_type(64));
        let read = self.builder.load(value.ty(), self.builder.gep(value.ty(), warp, &[index]));
        if !self.call.ty().is_struct() {
            return read;
        }
        let found = self.builder.icmp(IntPredicate::LLVMIntULT, source, self.integer(WARP));
        let pair = self.builder.insert_value(Value::poison(self.call.ty()), read, 0);
        self.builder.insert_value(pair, found, 1)
    }

    fn compare(&mut self, kind: &str) -> Value {
        let arguments = self.call.arguments();
        let warp = self.exchange(arguments[1], arguments[0]);
        let integer = self.module().integer_type(32);
        let mask = self.helper(&format!("match_{kind}"), integer, &[warp, arguments[0], arguments[1]]);
        if !self.call.ty().is_struct() {
            return mask;
        }
        let all = self.builder.icmp(IntPredicate::LLVMIntNE, mask, self.integer(0));
        let pair = self.builder.insert_value(Value::poison(self.call.ty()), mask, 0);
        self.builder.insert_value(pair, all, 1)
    }

    fn reduce(&mut self, kind: &str) -> Value {
        let arguments = self.call.arguments();
        let warp = self.exchange(arguments[0], arguments[1]);
        self.helper(&format!("reduce_{kind}"), self.call.ty(), &[warp, arguments[1]])
    }

    /// Calls a function of the run time.
    fn helper(&self, name: &str, result: Type, arguments: &[Value]) -> Value {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
        let ty = Type::function(result, &types, false);
        let helper: Function = self.module().declare(&format!("__zymase_cuda_{name}"), ty);
        self.builder.call(helper, arguments)
    }
}

/// Where the result of a vote is: behind what threads have of their own. How much that is, is filled in later.
fn results(lane: Lane, builder: &Builder, result: u64, of_warp: bool) -> Value {
    let module = builder.module();
    let long = module.integer_type(64);
    let end = module.declare(END_OF_ARRAYS, Type::function(long, &[], false));
    let count = builder.zext(lane.parameter(crate::lane::Place::Count, 0), long);
    let bytes = builder.mul(count, builder.call(end, &[]));
    let start = builder.offset(lane.parameter(crate::lane::Place::State, 0), bytes);
    let place = builder.constant_offset(start, (result * RESULTS) as i64);
    if !of_warp {
        return place;
    }
    let warp = builder.lshr(lane.parameter(crate::lane::Place::Number, 0), Value::integer(module.integer_type(32), 5));
    builder.offset(place, builder.mul(builder.zext(warp, long), Value::integer(long, RESULT as i64)))
}

/// Stands for how many bytes a thread has of its own.
pub const END_OF_ARRAYS: &str = "zymase.end_of_arrays";
/// Bytes of the result of a vote, and of those of all warps of a block.
pub const RESULT: u64 = 8;
pub const RESULTS: u64 = RESULT * 32;

/// Refuses what is left of the device.
pub fn refuse_rest(function: Function, known: impl Fn(&str) -> bool) -> Result<(), Failure> {
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        if let Some((text, _)) = call.called_value().inline_assembly() {
            return Err(refusals::assembly(call, &text));
        }
        let Some(callee) = call.called_function().filter(|f| f.is_declaration()) else { continue };
        let name = callee.name();
        if name.starts_with("llvm.nvvm.") {
            return Err(refusals::unknown_function(call, &name));
        }
        if !callee.is_intrinsic() && !known(&name) {
            return Err(match name.starts_with("__nv") {
                true => refusals::unknown_function(call, &name),
                false => refusals::defined_elsewhere(call, &name),
            });
        }
    }
    Ok(())
}
