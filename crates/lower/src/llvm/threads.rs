//! Parallel loops on the threads of OpenMP: the body becomes a function that every thread runs for its share of the first counter.

use super::flow::components_of;
use super::parallel::{Shape, combine, nest};
use super::types::Component;
use super::writer::{Parts, Writer};
use zymase_ir::{Op, Result, Value};

/// What the function of a parallel loop is given: a struct with a field for each value.
struct Captured {
    values: Vec<Value>,
    components: Vec<Component>,
    /// Bounds, steps and first values.
    numbers: usize,
}

impl Captured {
    fn ty(&self) -> String {
        let mut fields: Vec<&str> = vec!["ptr"; 1];
        fields.extend(vec!["i64"; self.numbers]);
        fields.extend(self.components.iter().map(|component| component.ty.as_str()));
        format!("{{ {} }}", fields.join(", "))
    }
}

/// Most threads that a loop with reductions keeps results of.
const MOST_THREADS: usize = 1024;

/// Writes `scf.parallel` as a call of the run time of OpenMP.
pub fn write(writer: &mut Writer, op: Op, shape: &Shape) -> Result<()> {
    let mut values: Vec<Value> = writer.ir.captured(op);
    values.extend(shape.inits.iter().copied());
    values.retain(|value| writer.names.contains_key(value));
    let captured = Captured { components: components_of(writer, op, &values)?, values, numbers: 3 * shape.lower.len() };
    let reduced = components_of(writer, op, &shape.inits)?;
    let slots = slots(writer, &reduced);
    let given = fill(writer, &captured, shape, &slots);
    let name = outline(writer, op, &captured, shape, &reduced)?;
    call(writer, &name, &given);
    let results = gather(writer, op, shape, &reduced, &slots)?;
    let values = writer.ir[op].results().to_vec();
    writer.bind(op, &values, &results)
}

fn slot_type(reduced: &[Component]) -> String {
    let mut fields = vec!["i8"];
    fields.extend(reduced.iter().map(|component| component.stored.as_str()));
    format!("{{ {}, [64 x i8] }}", fields.join(", "))
}

/// Memory for the reductions of each thread, marked as not used.
fn slots(writer: &mut Writer, reduced: &[Component]) -> String {
    if reduced.is_empty() {
        return "null".into();
    }
    let ty = slot_type(reduced);
    let name = writer.fresh("%v");
    writer.entry.push(format!("  {name} = alloca [{MOST_THREADS} x {ty}], align 64"));
    let size = writer.emit(format!("ptrtoint ptr getelementptr ({ty}, ptr null, i64 {MOST_THREADS}) to i64"));
    let function = "llvm.memset.p0.i64";
    writer.module.declare(function, format!("declare void @{function}(ptr, i8, i64, i1 immarg)"));
    writer.line(format!("call void @{function}(ptr {name}, i8 0, i64 {size}, i1 false)"));
    name
}

fn fill(writer: &mut Writer, captured: &Captured, shape: &Shape, slots: &str) -> String {
    let ty = captured.ty();
    let name = writer.fresh("%v");
    writer.entry.push(format!("  {name} = alloca {ty}, align 16"));
    let mut fields: Vec<(String, String)> = vec![("ptr".into(), slots.to_owned())];
    let numbers = shape.lower.iter().chain(&shape.upper).chain(&shape.steps);
    fields.extend(numbers.map(|number| ("i64".to_owned(), number.clone())));
    let parts = writer.all_parts(&captured.values);
    fields.extend(captured.components.iter().map(|component| component.ty.clone()).zip(parts));
    for (place, (field, value)) in fields.into_iter().enumerate() {
        let address = writer.emit(format!("getelementptr inbounds {ty}, ptr {name}, i64 0, i32 {place}"));
        writer.line(format!("store {field} {value}, ptr {address}"));
    }
    name
}

fn identification(writer: &mut Writer) {
    writer.module.define("@zymase.source", || {
        "@zymase.source = private unnamed_addr constant [1 x i8] c\"\\00\"\n\
         @zymase.place = private unnamed_addr constant { i32, i32, i32, i32, ptr } { i32 0, i32 2, i32 0, i32 0, ptr @zymase.source }"
            .into()
    });
}

fn call(writer: &mut Writer, function: &str, given: &str) {
    identification(writer);
    writer.module.declare("__kmpc_fork_call", "declare void @__kmpc_fork_call(ptr, i32, ptr, ...) nounwind");
    writer.line(format!(
        "call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @zymase.place, i32 1, ptr {function}, ptr {given})"
    ));
}

/// The function that every thread runs; its name.
fn outline(writer: &mut Writer, op: Op, captured: &Captured, shape: &Shape, reduced: &[Component]) -> Result<String> {
    let name = writer.fresh("@zymase.region.");
    let ir = writer.ir;
    let mut inner = Writer::new(ir, writer.module, writer.operation);
    inner.is_shared = true;
    let ty = captured.ty();
    let mut fields = vec!["ptr".to_owned()];
    fields.extend(vec!["i64".to_owned(); captured.numbers]);
    fields.extend(captured.components.iter().map(|component| component.ty.clone()));
    let mut parts = Parts::new();
    for (place, field) in fields.iter().enumerate() {
        let address = inner.emit(format!("getelementptr inbounds {ty}, ptr %given, i64 0, i32 {place}"));
        parts.push(inner.emit(format!("load {field}, ptr {address}")));
    }
    let rank = shape.lower.len();
    let values = parts.split_off(1 + captured.numbers);
    inner.bind(op, &captured.values, &values)?;
    let mut own = Shape {
        lower: parts[1..1 + rank].to_vec(),
        upper: parts[1 + rank..1 + 2 * rank].to_vec(),
        steps: parts[1 + 2 * rank..].to_vec(),
        counters: shape.counters.clone(),
        inits: shape.inits.clone(),
    };
    share(&mut inner, &mut own);
    write_thread(&mut inner, op, &own, reduced, &parts[0])?;
    let body = [inner.entry, inner.lines].concat();
    let text = format!(
        "define internal void {name}(ptr noalias %thread, ptr noalias %bound, ptr %given) nounwind {{\nentry:\n{}\n  ret void\n}}\n",
        body.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    );
    writer.module.functions.push(text);
    Ok(name)
}

/// Cuts the range of the first counter into as many parts as there are threads.
fn share(writer: &mut Writer, shape: &mut Shape) {
    for name in ["omp_get_thread_num", "omp_get_num_threads"] {
        writer.module.declare(name, format!("declare i32 @{name}() nounwind"));
    }
    let thread = writer.emit("call i32 @omp_get_thread_num()");
    let threads = writer.emit("call i32 @omp_get_num_threads()");
    let (thread, threads) =
        (writer.emit(format!("sext i32 {thread} to i64")), writer.emit(format!("sext i32 {threads} to i64")));
    let (lower, upper, step) = (shape.lower[0].clone(), shape.upper[0].clone(), shape.steps[0].clone());
    let distance = writer.emit(format!("sub nsw i64 {upper}, {lower}"));
    let positive = super::numbers::intrinsic(writer, "smax", "i64", &[&distance, "0"], "");
    let less = writer.emit(format!("sub nsw i64 {step}, 1"));
    let sum = writer.emit(format!("add nsw i64 {positive}, {less}"));
    let count = writer.emit(format!("sdiv i64 {sum}, {step}"));
    let mut bounds = Parts::new();
    for more in ["0", "1"] {
        let number = writer.emit(format!("add nsw i64 {thread}, {more}"));
        let product = writer.emit(format!("mul nsw i64 {count}, {number}"));
        let first = writer.emit(format!("sdiv i64 {product}, {threads}"));
        let distance = writer.emit(format!("mul nsw i64 {first}, {step}"));
        bounds.push(writer.emit(format!("add nsw i64 {lower}, {distance}")));
    }
    shape.upper[0] = super::numbers::intrinsic(writer, "smin", "i64", &[&bounds[1], &upper], "");
    shape.lower[0] = bounds[0].clone();
}

/// The loops of one thread. Reductions begin with the first value that comes, for which a neutral one is not needed.
fn write_thread(writer: &mut Writer, op: Op, shape: &Shape, reduced: &[Component], slots: &str) -> Result<()> {
    if reduced.is_empty() {
        nest(writer, op, shape, Parts::new())?;
        return Ok(());
    }
    // Values of threads are combined with the first values afterwards: each thread begins with what changes nothing.
    let inits = super::neutral::of_reductions(writer, op)?;
    let results = nest(writer, op, shape, inits)?;
    let thread = writer.emit("call i32 @omp_get_thread_num()");
    let ty = slot_type(reduced);
    let slot = writer.emit(format!("getelementptr inbounds {ty}, ptr {slots}, i32 {thread}"));
    writer.line(format!("store i8 1, ptr {slot}"));
    for (place, (component, part)) in reduced.iter().zip(&results).enumerate() {
        let address = writer.emit(format!("getelementptr inbounds {ty}, ptr {slot}, i64 0, i32 {}", place + 1));
        let value = if component.ty == component.stored {
            part.clone()
        } else {
            writer.emit(format!("zext {} {part} to {}", component.ty, component.stored))
        };
        writer.line(format!("store {} {value}, ptr {address}", component.stored));
    }
    Ok(())
}

/// Adds up what the threads found, in their order.
fn gather(writer: &mut Writer, op: Op, shape: &Shape, reduced: &[Component], slots: &str) -> Result<Parts> {
    let inits = writer.all_parts(&shape.inits);
    if reduced.is_empty() {
        return Ok(inits);
    }
    let ty = slot_type(reduced);
    let most = MOST_THREADS.to_string();
    let (mut head, _, exit) = super::counting::begin_count(writer, "0", &most, reduced, &inits);
    let slot = writer.emit(format!("getelementptr inbounds {ty}, ptr {slots}, i64 {}", head.names[0]));
    let used = writer.emit(format!("load i8, ptr {slot}"));
    let is_used = writer.emit(format!("icmp ne i8 {used}, 0"));
    let mut join = writer.join("joined", reduced);
    let labels = [writer.fresh("then"), writer.fresh("else")];
    writer.branch(&is_used, &labels[0], &labels[1]);
    writer.label(&labels[0]);
    let mut parts = Parts::new();
    for (place, component) in reduced.iter().enumerate() {
        let address = writer.emit(format!("getelementptr inbounds {ty}, ptr {slot}, i64 0, i32 {}", place + 1));
        let found = writer.emit(format!("load {}, ptr {address}", component.stored));
        let is_whole = component.ty == component.stored;
        let cut = format!("trunc {} {found} to {}", component.stored, component.ty);
        parts.push(if is_whole { found } else { writer.emit(cut) });
    }
    let old = head.names[1..].to_vec();
    let combined = combine(writer, op, old.clone(), parts)?;
    writer.jump(&mut join, combined);
    writer.label(&labels[1]);
    writer.jump(&mut join, old);
    writer.begin(&mut join);
    writer.finish(&join);
    super::counting::end_count(writer, &mut head, &exit, "1", join.names.clone(), None);
    Ok(head.names[1..].to_vec())
}
