//! Raises a function of LLVM IR to loops over memory: structured control flow, memrefs and subscripts, as text of MLIR.
//!
//! A function is made ready (`ready`), the memory it touches is found (`objects`), and then it is written from its entry to its end. What a
//! value of LLVM stands for is decided where it is met; text is written in the same walk, and what nobody needed is left out at the end (`writer`).
//! Whatever has no form is refused with a line of the source. docs/tensor/raising.md describes what is written.
//!
//! - `counting`: loops that count;
//! - `fills`: filling and copying memory;
//! - `flow`: control flow becomes structured;
//! - `functions`: functions of mathematics;
//! - `globals`: tables;
//! - `instructions`: instructions become operations;
//! - `integers`: integers as polynomials over `index`, and in their own types;
//! - `lift`: the state of raising one function;
//! - `loops`: loops that count, and what loops carry;
//! - `memory`: addresses become subscripts;
//! - `marks`: what stands in the code of kernels for threads;
//! - `members`: names of members of structs;
//! - `objects`: which memory a function touches;
//! - `parameters`: what is known of a parameter;
//! - `poly`: polynomials over `index` and their ranges;
//! - `questions`: loops that do not count;
//! - `ready`: brings a function into the shape that is read;
//! - `records`: parameters that lead to arrays by way of pointers in memory;
//! - `request`: what is asked for, and why it may be refused;
//! - `threads`: loops over the threads of kernels, and atomic updates;
//! - `writer`: writes text.

#![forbid(unsafe_code)]

mod counting;
mod fills;
mod flow;
mod functions;
mod globals;
mod instructions;
mod integers;
mod lift;
mod loops;
mod marks;
mod members;
mod memory;
mod objects;
mod parameters;
mod poly;
mod questions;
mod ready;
mod records;
mod request;
mod threads;
mod writer;

use flow::{Arrival, Frame};
use lift::{Address, Bound, Environment, Int, Lift};
use objects::{Object, Source, type_text};
use poly::{Poly, Symbols};
use ready::Ready;
pub use ready::find;
pub use request::{Launch, Refusal, Request};
use std::collections::{BTreeMap, HashSet};
use writer::{Line, Writer};
use zymase_llvm::{Analyses, Block, Function, Module, Opcode};

/// A raised function.
pub struct Raised {
    /// The lines of the module, each with the line of the source it comes from.
    pub lines: Vec<(u32, String)>,
    /// What was taken to hold, and what is worth knowing.
    pub remarks: Vec<Refusal>,
}

impl Raised {
    /// As records: `remark LINE TEXT`, then `text LINE TEXT`, separated by tabs.
    pub fn records(&self) -> String {
        let remarks = self.remarks.iter().map(|remark| format!("remark\t{}\t{}\n", remark.line, remark.text));
        remarks.chain(self.lines.iter().map(|(line, text)| format!("text\t{line}\t{text}\n"))).collect()
    }
}

/// Raises the function that a request names. The module is changed.
pub fn raise(module: Module, request: &Request) -> Result<Raised, Refusal> {
    let ready = ready::make(module, request)?;
    let objects = objects::find(module, &ready, request)?;
    let (raised, extents) = write(module, &ready, request, objects.clone())?;
    if !request.derive_extents {
        return Ok(raised);
    }
    let mut sized = objects;
    let mut changed = false;
    for (object, extent) in sized.iter_mut().zip(extents) {
        let rest: i64 = object.sizes.iter().skip(1).flatten().product();
        if let (Some(None), Some(extent)) = (object.sizes.first(), extent)
            && matches!(object.source, Source::Argument(_))
        {
            object.sizes[0] =
                i64::try_from(extent).ok().map(|extent| extent.div_euclid(rest) + i64::from(extent % rest != 0));
            changed = true;
        }
    }
    if !changed {
        return Ok(raised);
    }
    write(module, &ready, request, sized).map(|(raised, _)| raised)
}

/// Blocks from which the function does not return.
fn dead_blocks(function: Function) -> HashSet<Block> {
    let is_return = |block: &Block| block.terminator().is_some_and(|at| at.opcode() == Some(Opcode::LLVMRet));
    let mut work: Vec<Block> = function.blocks().into_iter().filter(is_return).collect();
    let mut alive: HashSet<Block> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        for before in block.predecessors() {
            if alive.insert(before) {
                work.push(before);
            }
        }
    }
    function.blocks().into_iter().filter(|block| !alive.contains(block)).collect()
}

fn write(
    module: Module,
    ready: &Ready,
    request: &Request,
    objects: Vec<Object>,
) -> Result<(Raised, Vec<Option<i128>>), Refusal> {
    let function = ready.function;
    let analyses = Analyses::of(function);
    let by_source: BTreeMap<Source, usize> =
        objects.iter().enumerate().map(|(at, object)| (object.source, at)).collect();
    let mut lift = Lift {
        module,
        loops: analyses.loops(),
        analyses,
        blocks: function.blocks_in_reverse_post_order(),
        dead: dead_blocks(function),
        size: 0,
        writer: Writer::default(),
        symbols: Symbols::default(),
        environment: Environment::default(),
        extents: vec![Some(0); objects.len()],
        objects,
        by_source,
        remarks: Vec::new(),
        marks: std::collections::HashMap::new(),
        has_barriers: false,
    };
    lift.mark_loops(function);
    if lift.dead.contains(&function.entry()) {
        return Err(Refusal::new("the function never returns"));
    }
    lift.open();
    let parameters = lift.parameters(ready, request)?;
    let tables = lift.tables()?;
    let flow = lift.flow(None);
    let finish = |_: &mut Lift, _: Option<Block>, _: Block| Err(Refusal::new("a way that leaves the function"));
    let frame = Frame { flow: &flow, own: None, forced: None, finish: &finish };
    let values = match lift.run(&frame, None, function.entry(), None, true)? {
        Arrival::End(values) => values,
        Arrival::At { .. } => return Err(Refusal::new("a way that leaves the function")),
    };
    let (names, types) = lift.results(&values)?;
    let end =
        if names.is_empty() { "return".into() } else { format!("return {} : {}", names.join(", "), types.join(", ")) };
    lift.writer.effect(end);
    let results = match types.as_slice() {
        [] => String::new(),
        [one] => format!(" -> {one}"),
        several => format!(" -> ({})", several.join(", ")),
    };
    let head = format!("func.func @{}({}){results} {{", request.function, parameters.join(", "));
    let extents = std::mem::take(&mut lift.extents);
    let line = |line: &Line| (line.source, format!("{}{}", "  ".repeat(line.depth + 1), line.text));
    let mut lines: Vec<(u32, String)> = vec![(0, "module {".into())];
    if lift.has_barriers {
        lines.push((0, format!("  func.func private @{}()", marks::BARRIER)));
    }
    lines.extend(tables.into_iter().map(|table| (0, format!("  {table}"))));
    lines.push((function.line(), format!("  {head}")));
    lines.extend(lift.writer.finish().iter().map(line));
    lines.extend([(0, "  }".into()), (0, "}".into())]);
    Ok((Raised { lines, remarks: lift.remarks }, extents))
}

impl Lift {
    /// Names parameters and binds them; their texts in the signature.
    fn parameters(&mut self, ready: &Ready, request: &Request) -> Result<Vec<String>, Refusal> {
        let mut texts = Vec::new();
        let mut all: Vec<(usize, _)> = ready.function.parameters().into_iter().enumerate().collect();
        all.sort_by(|(a, _), (b, _)| ready.parameters[*a].order.cmp(&ready.parameters[*b].order));
        for (place, parameter) in all {
            let it = &ready.parameters[place];
            let name = &it.name;
            if it.hidden || request.fixed(name).is_some() {
                continue;
            }
            self.remarks.extend(it.remark.iter().map(|(line, text)| Refusal { line: *line, text: text.clone() }));
            let written = self.writer.named(name);
            if !parameter.ty().is_pointer() {
                let Some(ty) = type_text(parameter.ty()) else {
                    return Err(Refusal::new(format!("the parameter `{name}` is a {}", parameter.ty())));
                };
                let bound = self.as_bound(written.clone(), parameter.ty())?;
                // Subscripts are made of it once, at the start.
                if let Bound::Int(int) = &bound {
                    self.poly_of(int);
                }
                self.environment.bind(parameter, bound);
                texts.push(format!("{written}: {ty}"));
                continue;
            }
            let source = Source::Argument(place);
            let noalias = ready.function.parameter_has_attribute(place, "noalias");
            let Some(&object) = self.by_source.get(&source) else {
                texts.push(format!("{written}: {}", unused(request.shape(name))));
                continue;
            };
            let attributes = if noalias { " {llvm.noalias}" } else { "" };
            texts.push(format!("{written}: {}{attributes}", self.objects[object].memref_type()));
            self.set_views(object, written);
            self.environment.bind(parameter, Bound::Address(Address::In { object, offset: Poly::default() }));
        }
        Ok(texts)
    }

    /// Names and types of what the function returns.
    fn results(&mut self, values: &[Bound]) -> Result<(Vec<String>, Vec<String>), Refusal> {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for value in values {
            match value {
                Bound::Plain { name, ty } => {
                    names.push(name.clone());
                    types.push((*ty).to_owned());
                }
                Bound::Int(int) => {
                    let int: Int = int.clone();
                    names.push(self.typed(&int));
                    types.push(format!("i{}", int.bits));
                }
                Bound::Parts(parts) => {
                    let (more, kinds) = self.results(parts)?;
                    names.extend(more);
                    types.extend(kinds);
                }
                Bound::Address(_) => return Err(Refusal::new("the function returns a pointer")),
            }
        }
        Ok((names, types))
    }
}

/// The type of memory that the function does not touch.
fn unused(shape: Option<&[i64]>) -> String {
    let sizes: String = shape.unwrap_or_default().iter().map(|size| format!("{size}x")).collect();
    if shape.is_none() { "memref<?xf64>".into() } else { format!("memref<{sizes}f64>") }
}
