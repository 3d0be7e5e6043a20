//! Arrays that all threads read, and none writes: each thread has a shadow of its own, and these are added up when all are done.
//!
//! What is read behind a parameter is described by *elements*: numbers of one type, some bytes behind the parameter or a multiple of a
//! period further. While the program runs, a test finds where they begin and how many they are (`separation`), and that there are no
//! gaps between them: nothing is added to a shadow that the program would not add to.

use super::{COUNT, NUMBER};
use zymase_analysis::activity::{Role, holds_float};
use zymase_analysis::marks;
use zymase_analysis::types::Types;
use zymase_core::runtime;
use zymase_core::signature::{Key, Signature};
use zymase_llvm::{Builder, Elements, Function, IntPredicate, Module, Opcode, Type, Value};
use zymase_prepare::parallel::{self, for_each};

/// No more classes of elements, in all.
const MOST_CLASSES: usize = 16;
/// The shadow of a thread begins in a line of its own.
const LINE: i64 = 128;
/// How memory of a context is aligned.
const OF_ALLOCATION: u32 = 16;
/// So many elements may all threads together have of their own: 256 MiB of `double`.
const MOST_ELEMENTS: i64 = 1 << 25;
/// So many bytes of partial sums are added up by one thread.
const BYTES_OF_WORKER: i64 = 1 << 16;

/// Elements of one type.
#[derive(Copy, Clone)]
pub struct Class {
    pub of: Elements,
    pub ty: Type,
    /// The parameter of the loop whose shadow these are added to.
    pub target: usize,
}

/// A read behind a parameter.
struct Read {
    constant: i64,
    scales: Vec<u64>,
    ty: Type,
}

/// What a function reads behind its parameters that may have partial sums, those in `excluded` left out. Its last parameters may be the
/// same as others: `origins`.
pub fn classes(function: Function, types: &Types, key: &Key, excluded: &[usize], origins: &[usize]) -> Vec<Class> {
    let parameters = function.parameters().into_iter().enumerate();
    let eligible = parameters.filter(|(index, parameter)| {
        parameter.ty().is_pointer() && key.roles[*index] == Role::Duplicated && !excluded.contains(index)
    });
    let of_loop = key.roles.len() - origins.len();
    let mut found = Vec::new();
    for (index, parameter) in eligible {
        let of_it = reads_behind(types, parameter).and_then(|reads| classes_of(function.module(), index, &reads));
        let target = index.checked_sub(of_loop).map_or(index, |further| origins[further]);
        found.extend(of_it.unwrap_or_default().into_iter().map(|class| Class { target, ..class }));
    }
    if found.len() > MOST_CLASSES { Vec::new() } else { found }
}

/// Does a function read nothing but elements of these classes behind their parameters?
pub fn covers(classes: &[Class], function: Function, types: &Types) -> bool {
    let mut indices: Vec<u32> = classes.iter().map(|class| class.of.parameter).collect();
    indices.dedup();
    indices.into_iter().all(|index| {
        let known = |read: &Read| {
            classes.iter().filter(|class| class.of.parameter == index).any(|class| {
                let Elements { period, first, .. } = class.of;
                let of_period = read.scales.iter().all(|scale| scale % period == 0);
                of_period && read.constant.rem_euclid(period as i64) as u64 == first && class.ty == read.ty
            })
        };
        let reads = reads_behind(types, function.parameter(index as usize));
        reads.is_some_and(|reads| reads.iter().all(known))
    })
}

/// The numbers that are read behind a parameter, if nothing else is done with it.
fn reads_behind(types: &Types, parameter: Value) -> Option<Vec<Read>> {
    let mut reads = Vec::new();
    let mut work = vec![(parameter, 0, Vec::new())];
    while let Some((pointer, constant, scales)) = work.pop() {
        for user in pointer.users() {
            match user.opcode() {
                Some(Opcode::LLVMGetElementPtr) if user.operand(0) == pointer => {
                    let offset = user.gep_offset()?;
                    let variable = offset.variable.iter().map(|(_, scale)| scale.unsigned_abs());
                    work.push((user, constant + offset.constant, scales.iter().copied().chain(variable).collect()));
                }
                Some(Opcode::LLVMLoad) if user.is_simple_access() => match user.ty() {
                    ty if ty.is_float() && user.alignment() <= OF_ALLOCATION => {
                        reads.push(Read { constant, scales: scales.clone(), ty })
                    }
                    ty if ty.is_integer() && !holds_float(types, user) => {}
                    _ => return None,
                },
                _ => return None,
            }
        }
    }
    Some(reads)
}

/// The classes of some reads behind one parameter.
fn classes_of(module: Module, index: usize, reads: &[Read]) -> Option<Vec<Class>> {
    let scales = reads.iter().flat_map(|read| read.scales.iter().copied());
    let period = match scales.reduce(greatest_divisor) {
        Some(period) => period,
        // Single elements.
        None => {
            reads.iter().map(|read| u64::try_from(read.constant).ok().map(|at| at + 16)).max()??.next_power_of_two()
        }
    };
    let mut found: Vec<Class> = Vec::new();
    for read in reads {
        let (first, bytes) = (read.constant.rem_euclid(period as i64) as u64, module.store_size(read.ty));
        if found.iter().any(|class| class.of.first == first && class.ty == read.ty) {
            continue;
        }
        let overlaps = |class: &Class| first < class.of.first + class.of.bytes && class.of.first < first + bytes;
        if first + bytes > period || found.iter().any(overlaps) {
            return None;
        }
        found.push(Class {
            of: Elements { parameter: index as u32, period, first, bytes },
            ty: read.ty,
            target: index,
        });
    }
    Some(found)
}

pub fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// Do the shadows of all threads stay small enough? `noted` is what the test has written, if it says yes.
pub fn fits(builder: &Builder, classes: &[Class], lanes: usize, [count, noted]: [Value; 2]) -> Value {
    let long = builder.module().integer_type(64);
    let mut elements = Value::integer(long, 0);
    for k in 0..classes.len() as i64 {
        let of_class = builder.load(long, builder.constant_offset(noted, 16 * k + 8));
        elements = builder.add(elements, of_class);
    }
    let most = builder.sdiv(Value::integer(long, MOST_ELEMENTS / lanes as i64), builder.sext(count, long));
    builder.icmp(IntPredicate::LLVMIntSLE, elements, most)
}

/// The shadows that threads have of their own, in the second half of a loop.
pub struct Own<'a> {
    classes: &'a [Class],
    lanes: usize,
    /// Of all threads, one behind the other.
    memory: Value,
    /// Of one thread.
    bytes: Value,
    /// Of each class: where its parameter would point to, behind the beginning of a thread's memory; and the bytes of a lane.
    places: Vec<[Value; 2]>,
    /// Of each class: the offset of the first element, and how many there are.
    extents: Vec<[Value; 2]>,
    context: Value,
}

impl<'a> Own<'a> {
    /// Allocates them. `noted` is what the test has written; `context` is a place for a context, of which the memory is.
    pub fn allocate(
        builder: &Builder,
        classes: &'a [Class],
        lanes: usize,
        [count, noted, context]: [Value; 3],
    ) -> Own<'a> {
        let module = builder.module();
        let long = module.integer_type(64);
        let integer = |value: i64| Value::integer(long, value);
        let extents: Vec<[Value; 2]> = (0..classes.len() as i64)
            .map(|k| [0, 8].map(|field| builder.load(long, builder.constant_offset(noted, 16 * k + field))))
            .collect();
        let either = |predicate, a, b| builder.select(builder.icmp(predicate, a, b), a, b);
        let (mut bytes, mut places): (Value, Vec<[Value; 2]>) = (integer(0), Vec::new());
        for (k, class) in classes.iter().enumerate() {
            // Classes of one parameter share one shadow.
            if let Some(first) = classes[..k].iter().position(|other| other.of.parameter == class.of.parameter) {
                places.push(places[first]);
                continue;
            }
            let same = classes.iter().zip(&extents).filter(|(other, _)| other.of.parameter == class.of.parameter);
            let ends = same.map(|(other, [first, count])| {
                let span = builder.mul(*count, integer(other.of.period as i64));
                [*first, builder.add(*first, span)]
            });
            let [low, end] = ends
                .reduce(|[low, end], [first, last]| {
                    [either(IntPredicate::LLVMIntSLT, low, first), either(IntPredicate::LLVMIntSGT, end, last)]
                })
                .expect("the class itself");
            // Elements are aligned as they are in the array.
            let low = builder.and(low, integer(-LINE));
            let size = builder.and(builder.add(builder.sub(end, low), integer(LINE - 1)), integer(-LINE));
            places.push([builder.sub(bytes, low), size]);
            bytes = builder.add(bytes, builder.mul(size, integer(lanes as i64)));
        }
        let all = builder.mul(bytes, builder.sext(count, long));
        builder.call_across_spaces(runtime::begin(module), &[context]);
        let memory = builder.call_across_spaces(runtime::allocate(module), &[context, all]);
        Own { classes, lanes, memory, bytes, places, extents, context }
    }

    /// What an iteration is given to find its own.
    pub fn arguments(&self) -> Vec<Value> {
        let places = self.places.iter().flatten().copied();
        [self.memory, self.bytes].into_iter().chain(places).collect()
    }

    /// Adds up what all threads have, to the shadows that a derivative is given, and frees it.
    pub fn combine(&self, builder: &Builder, signature: &Signature) {
        let module = builder.module();
        let (long, short) = (module.integer_type(64), module.integer_type(32));
        let (adder, shadows) = self.adder(signature);
        let threads = signature.primal(COUNT);
        let all = builder.mul(self.bytes, builder.sext(threads, long));
        let workers =
            builder.trunc(builder.lshr(all, Value::integer(long, BYTES_OF_WORKER.trailing_zeros().into())), short);
        let workers = builder.add(workers, Value::integer(short, 1));
        let fewer = builder.icmp(IntPredicate::LLVMIntSLT, workers, threads);
        let workers = builder.select(fewer, workers, threads);
        let zero = Value::integer(short, 0);
        let mut arguments = vec![workers, zero, zero, threads];
        arguments.extend(shadows);
        arguments.extend(self.arguments());
        arguments.extend(self.extents.iter().flatten());
        builder.call(adder, &arguments);
        builder.call_across_spaces(runtime::end(module), &[self.context]);
    }

    /// A parallel loop that adds: every worker some elements, of all threads one after the other.
    fn adder(&self, signature: &Signature) -> (Function, Vec<Value>) {
        let like = signature.function;
        let module = like.module();
        let (long, short) = (module.integer_type(64), module.integer_type(32));
        let shadows: Vec<Value> = self
            .classes
            .iter()
            .flat_map(|class| (0..self.lanes).map(move |lane| (class.target, lane)))
            .map(|(index, lane)| signature.shadow(index, lane).expect("a parameter with a shadow"))
            .collect();
        let mut types = vec![short; 4];
        types.extend(shadows.iter().map(|shadow| shadow.ty()));
        types.extend(self.arguments().iter().map(|argument| argument.ty()));
        types.extend(self.extents.iter().flatten().map(|_| long));
        let ty = Type::function(module.void_type(), &types, false);
        let worker = parallel::internal(module, &format!("add.{}", like.name()), ty, like);
        worker.add_string_attribute(marks::CONCURRENT, "");
        worker.add_string_attribute(marks::OWN_SHARES, "");
        let builder = Builder::at_end(worker.append_block("entry"));
        let given = worker.parameters();
        let (workers, number, threads) = (given[COUNT], given[NUMBER], given[3]);
        let (targets, rest) = given[4..].split_at(shadows.len());
        let ([memory, bytes], rest) = (&rest[..2], &rest[2..]) else { unreachable!("two of them") };
        let (places, extents) = rest.split_at(2 * self.classes.len());
        let wide = |value: Value| builder.sext(value, long);
        for_each(&builder, threads, |builder, thread| {
            let own = builder.offset(*memory, builder.mul(builder.sext(thread, long), *bytes));
            for (k, class) in self.classes.iter().enumerate() {
                let (first, count) = (extents[2 * k], extents[2 * k + 1]);
                let bound = |number: Value| builder.sdiv(builder.mul(count, wide(number)), wide(workers));
                let next = builder.add(number, Value::integer(short, 1));
                let (from, to) = (bound(number), bound(next));
                for lane in 0..self.lanes {
                    let skipped = builder.mul(places[2 * k + 1], Value::integer(long, lane as i64));
                    let source = builder.offset(builder.offset(own, places[2 * k]), skipped);
                    let target = targets[k * self.lanes + lane];
                    for_each(builder, builder.sub(to, from), |builder, step| {
                        let index = builder.add(from, step);
                        let distance = builder.mul(index, Value::integer(long, class.of.period as i64));
                        let at = builder.add(first, distance);
                        let [place, part] = [target, source].map(|base| builder.offset(base, at));
                        let sum = builder.fadd(builder.load(class.ty, place), builder.load(class.ty, part));
                        builder.store(sum, place);
                    });
                }
            }
        });
        builder.ret(None);
        (parallel::over(worker, &format!("sums.{}", like.name())), shadows)
    }
}

/// Puts the shadows of a thread in the place of those of all threads, among the arguments of half of a member. `own` is what [`Own::arguments`]
/// says; they are cleared when the thread begins its first share.
pub fn use_own(
    builder: &Builder,
    classes: &[Class],
    (signature, lanes): (&Signature, usize),
    arguments: &mut [Value],
    [number, share]: [Value; 2],
    own: &[Value],
) {
    let long = builder.module().integer_type(64);
    let (memory, bytes, places) = (own[0], own[1], &own[2..]);
    let begin = builder.offset(memory, builder.mul(builder.sext(number, long), bytes));
    let is_first = builder.icmp(IntPredicate::LLVMIntEQ, share, Value::integer(share.ty(), 0));
    builder.zero_memory(begin, builder.select(is_first, bytes, Value::integer(long, 0)), 16);
    for (k, class) in classes.iter().enumerate() {
        let place = signature.places[class.of.parameter as usize].1.expect("a parameter with a shadow");
        for lane in 0..lanes {
            let skipped = builder.mul(places[2 * k + 1], Value::integer(long, lane as i64));
            arguments[place + lane] = builder.offset(builder.offset(begin, places[2 * k]), skipped);
        }
    }
}
