//! Memory: allocations, views, loads and stores. An address is a pointer and a sum of places times strides.

use super::functions;
use super::numbers;
use super::types::{self, Layout};
use super::writer::{Parts, Writer};
use zymase_dialects::memref::{atomic_kind, kept_dimensions};
use zymase_ir::{Attribute, DYNAMIC, Op, Result, Type, Value};

/// A memref, all numbers known as constants or names.
#[derive(Clone, Debug)]
pub struct Memory {
    pub pointer: String,
    pub offset: String,
    pub sizes: Vec<String>,
    pub strides: Vec<String>,
    pub element: Type,
}

/// Allocations on the stack of more bytes than this are made on the heap.
const MOST_STACK: usize = 64 << 10;

/// Writes an operation on memory; false when it is none of those that are known.
pub fn write(writer: &mut Writer, op: Op) -> Result<bool> {
    let operands = writer.operands(op);
    match writer.short_name(op) {
        "alloc" => allocate(writer, op, &operands, false)?,
        "alloca" => allocate(writer, op, &operands, true)?,
        "dealloc" => {
            let pointer = writer.part(operands[0]);
            writer.module.declare("free", "declare void @free(ptr allocptr captures(none)) nounwind willreturn");
            writer.line(format!("call void @free(ptr {pointer})"));
        }
        "load" => {
            let memory = memory(writer, op, operands[0])?;
            let place: Parts = operands[1..].iter().map(|value| writer.part(*value)).collect();
            let parts = load(writer, op, &memory, &place)?;
            writer.set(op, 0, parts);
        }
        "store" => {
            let memory = memory(writer, op, operands[1])?;
            let place: Parts = operands[2..].iter().map(|value| writer.part(*value)).collect();
            let parts = writer.parts(operands[0]).clone();
            store(writer, op, &memory, &place, &parts)?;
        }
        "atomic_rmw" => update(writer, op, &operands)?,
        "copy" => copy(writer, op, &operands)?,
        "cast" | "memory_space_cast" | "assume_alignment" => {
            let source = memory(writer, op, operands[0])?;
            set_memory(writer, op, source)?;
        }
        "dim" => dimension(writer, op, &operands)?,
        "rank" => {
            let rank = writer.ir.ty(operands[0]).shape().map_or(0, <[i64]>::len);
            writer.set(op, 0, vec![rank.to_string()]);
        }
        "subview" => subview(writer, op, &operands)?,
        "reinterpret_cast" => reinterpret(writer, op, &operands)?,
        "collapse_shape" => collapse(writer, op, &operands)?,
        "expand_shape" => expand(writer, op, &operands)?,
        "transpose" => transpose(writer, op, &operands)?,
        "view" => view(writer, op, &operands)?,
        "extract_strided_metadata" => metadata(writer, op, &operands)?,
        "get_global" => get_global(writer, op)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The layout of the type of a value.
fn layout(writer: &Writer, op: Op, ty: &Type) -> Result<Layout> {
    let found = ty.as_memref().and_then(Layout::of);
    found.ok_or_else(|| writer.refuse(op, format!("is on {ty}, whose layout is not lowered")))
}

/// A memref from its components.
pub fn memory(writer: &mut Writer, op: Op, value: Value) -> Result<Memory> {
    let ty = writer.ir.ty(value).clone();
    let parts = writer.parts(value).clone();
    of_parts(writer, op, &ty, &parts)
}

pub fn of_parts(writer: &mut Writer, op: Op, ty: &Type, parts: &[String]) -> Result<Memory> {
    let layout = layout(writer, op, ty)?;
    let mut rest = parts[1..].iter();
    let mut known = |number: i64| match number {
        DYNAMIC => rest.next().cloned().unwrap_or_default(),
        number => number.to_string(),
    };
    let sizes: Parts = layout.sizes.iter().map(|size| known(*size)).collect();
    let (offset, strides) = if layout.is_identity {
        ("0".to_owned(), row_major(writer, &sizes))
    } else {
        let strides = layout.strides.iter().map(|stride| known(*stride)).collect();
        (known(layout.offset), strides)
    };
    Ok(Memory { pointer: parts[0].clone(), offset, sizes, strides, element: ty.element().clone() })
}

/// The components of a memref of a type that is made of this memory.
pub fn parts_of(writer: &mut Writer, op: Op, ty: &Type, memory: &Memory) -> Result<Parts> {
    let layout = layout(writer, op, ty)?;
    let mut parts = vec![memory.pointer.clone()];
    let known_place = layout.is_identity || layout.offset != DYNAMIC;
    if known_place && memory.offset != layout.offset.max(0).to_string() && memory.offset != "0" && layout.is_identity {
        // The type says that the first element lies where the pointer points.
        parts[0] = address(writer, &memory.element, &memory.pointer, &memory.offset)?;
    }
    let open = |numbers: &[i64], found: &[String]| -> Parts {
        numbers.iter().zip(found).filter(|(number, _)| **number == DYNAMIC).map(|(_, part)| part.clone()).collect()
    };
    parts.extend(open(&layout.sizes, &memory.sizes));
    if !layout.is_identity {
        parts.extend(open(&layout.strides, &memory.strides));
        parts.extend(open(&[layout.offset], std::slice::from_ref(&memory.offset)));
    }
    Ok(parts)
}

fn set_memory(writer: &mut Writer, op: Op, memory: Memory) -> Result<()> {
    let ty = writer.ir.ty(writer.ir[op].results()[0]).clone();
    let parts = parts_of(writer, op, &ty, &memory)?;
    writer.set(op, 0, parts);
    Ok(())
}

/// The product of two numbers; constants are multiplied at once.
pub fn times(writer: &mut Writer, a: &str, b: &str) -> String {
    match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(a), Ok(b)) => a.wrapping_mul(b).to_string(),
        (Ok(1), _) => b.to_owned(),
        (_, Ok(1)) => a.to_owned(),
        (Ok(0), _) | (_, Ok(0)) => "0".into(),
        _ => writer.emit(format!("mul nsw i64 {a}, {b}")),
    }
}

/// The sum of two numbers.
pub fn plus(writer: &mut Writer, a: &str, b: &str) -> String {
    match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(a), Ok(b)) => a.wrapping_add(b).to_string(),
        (Ok(0), _) => b.to_owned(),
        (_, Ok(0)) => a.to_owned(),
        _ => writer.emit(format!("add nsw i64 {a}, {b}")),
    }
}

/// The strides of elements that lie in the order of their places.
fn row_major(writer: &mut Writer, sizes: &[String]) -> Parts {
    let mut strides = vec![String::from("1"); sizes.len()];
    for place in (0..sizes.len().saturating_sub(1)).rev() {
        strides[place] = times(writer, &strides[place + 1].clone(), &sizes[place + 1]);
    }
    strides
}

fn place(writer: &mut Writer, memory: &Memory, indices: &[String]) -> String {
    let mut sum = memory.offset.clone();
    for (index, stride) in indices.iter().zip(&memory.strides) {
        let distance = times(writer, index, stride);
        sum = plus(writer, &sum, &distance);
    }
    sum
}

/// The address so many elements behind a pointer.
pub fn address(writer: &mut Writer, element: &Type, pointer: &str, place: &str) -> Result<String> {
    if place == "0" {
        return Ok(pointer.to_owned());
    }
    let stored = types::stored(element).unwrap_or_else(|| "i8".into());
    Ok(writer.emit(format!("getelementptr inbounds {stored}, ptr {pointer}, i64 {place}")))
}

/// The addresses of the components of an element.
fn addresses(writer: &mut Writer, element: &Type, pointer: &str) -> Vec<(types::Component, String)> {
    let all = types::components(element).unwrap_or_default();
    if all.len() <= 1 {
        return all.into_iter().map(|component| (component, pointer.to_owned())).collect();
    }
    let stored = types::stored(element).unwrap_or_default();
    let of = |(place, component): (usize, types::Component)| {
        let text = format!("getelementptr inbounds {stored}, ptr {pointer}, i64 0, i32 {place}");
        (component, writer.emit(text))
    };
    all.into_iter().enumerate().map(of).collect()
}

/// Which access group a load or store belongs to.
fn group(writer: &Writer) -> String {
    match writer.groups.as_slice() {
        [] => String::new(),
        [only] => format!(", !llvm.access.group !{only}"),
        all => {
            // Of several loops the innermost is the one that is vectorised.
            format!(", !llvm.access.group !{}", all[all.len() - 1])
        }
    }
}

pub fn load(writer: &mut Writer, _: Op, memory: &Memory, indices: &[String]) -> Result<Parts> {
    let place = place(writer, memory, indices);
    let address = address(writer, &memory.element, &memory.pointer, &place)?;
    let group = group(writer);
    let mut parts = Vec::new();
    for (component, address) in addresses(writer, &memory.element, &address) {
        let (ty, stored) = (&component.ty, &component.stored);
        let found = writer.emit(format!("load {stored}, ptr {address}, align {}{group}", component.bytes));
        parts.push(match ty.as_str() {
            "i1" => writer.emit(format!("icmp ne {stored} {found}, 0")),
            _ if ty != stored => writer.emit(format!("trunc {stored} {found} to {ty}")),
            _ => found,
        });
    }
    Ok(parts)
}

pub fn store(writer: &mut Writer, _: Op, memory: &Memory, indices: &[String], parts: &[String]) -> Result<()> {
    let place = place(writer, memory, indices);
    let address = address(writer, &memory.element, &memory.pointer, &place)?;
    let group = group(writer);
    for ((component, address), part) in addresses(writer, &memory.element, &address).into_iter().zip(parts) {
        let (ty, stored) = (&component.ty, &component.stored);
        let value = match ty == stored {
            true => part.clone(),
            false => {
                let extension = if ty == "i1" { "zext" } else { "sext" };
                writer.emit(format!("{extension} {ty} {part} to {stored}"))
            }
        };
        writer.line(format!("store {stored} {value}, ptr {address}, align {}{group}", component.bytes));
    }
    Ok(())
}

fn allocate(writer: &mut Writer, op: Op, operands: &[Value], on_stack: bool) -> Result<()> {
    let ty = writer.ir.ty(writer.ir[op].results()[0]).clone();
    let layout = layout(writer, op, &ty)?;
    if !layout.is_identity && layout.unknowns() > 0 {
        return Err(writer.refuse(op, "is of a layout and of a size that are known only at run time"));
    }
    let Some(width) = types::bytes(ty.element()) else {
        return Err(writer.refuse(op, format!("has elements of type {}, which is not lowered", ty.element())));
    };
    let mut given = operands.iter();
    let mut sizes = Parts::new();
    for size in &layout.sizes {
        sizes.push(match *size {
            DYNAMIC => match given.next() {
                Some(value) => writer.part(*value),
                None => return Err(writer.refuse(op, "has too few sizes")),
            },
            size => size.to_string(),
        });
    }
    let mut count = String::from("1");
    for size in &sizes {
        count = times(writer, &count, size);
    }
    if !layout.is_identity {
        let last: i64 = layout.sizes.iter().zip(&layout.strides).map(|(size, stride)| (size - 1) * stride).sum();
        count = (last + layout.offset + 1).max(0).to_string();
    }
    let bytes = times(writer, &count, &width.to_string());
    let align = writer.ir.attribute(op, "alignment").and_then(Attribute::as_i64).unwrap_or(16).max(1);
    let pointer = match bytes.parse::<usize>() {
        _ if !on_stack => heap(writer, &bytes, align),
        Ok(bytes) if bytes <= MOST_STACK && writer.is_hoistable(op) => {
            let name = writer.fresh("%v");
            let line = format!("  {name} = alloca [{bytes} x i8], align {}", align.max(64));
            writer.entry.push(line);
            name
        }
        _ => {
            writer.save_stack();
            writer.emit(format!("alloca i8, i64 {bytes}, align {align}"))
        }
    };
    let strides = if layout.is_identity {
        row_major(writer, &sizes)
    } else {
        layout.strides.iter().map(ToString::to_string).collect()
    };
    let memory =
        Memory { pointer, offset: layout.offset.max(0).to_string(), sizes, strides, element: ty.element().clone() };
    set_memory(writer, op, memory)
}

fn heap(writer: &mut Writer, bytes: &str, align: i64) -> String {
    if align <= 16 {
        writer.module.declare(
            "malloc",
            "declare noalias ptr @malloc(i64) nounwind willreturn allockind(\"alloc,uninitialized\") allocsize(0) \"alloc-family\"=\"malloc\"",
        );
        return writer.emit(format!("call noalias ptr @malloc(i64 {bytes})"));
    }
    writer.module.declare(
        "aligned_alloc",
        "declare noalias ptr @aligned_alloc(i64 allocalign, i64) nounwind willreturn allockind(\"alloc,uninitialized,aligned\") allocsize(1) \"alloc-family\"=\"malloc\"",
    );
    let more = plus(writer, bytes, &(align - 1).to_string());
    let rounded = match more.parse::<i64>() {
        Ok(more) => (more / align * align).to_string(),
        Err(_) => writer.emit(format!("and i64 {more}, {}", -align)),
    };
    writer.emit(format!("call noalias align {align} ptr @aligned_alloc(i64 {align}, i64 {rounded})"))
}

fn update(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let Some(kind) = atomic_kind(writer.ir, op) else { return Err(writer.refuse(op, "is an unknown update")) };
    let memory = memory(writer, op, operands[1])?;
    let indices: Parts = operands[2..].iter().map(|value| writer.part(*value)).collect();
    let new = writer.part(operands[0]);
    let ty = writer.ir.ty(operands[0]).clone();
    let old = if writer.is_shared {
        atomic(writer, op, kind, &memory, &indices, &ty, &new)?
    } else {
        let groups = std::mem::take(&mut writer.groups);
        let old = load(writer, op, &memory, &indices)?.remove(0);
        let value = combine(writer, op, kind, &ty, &old, &new)?;
        store(writer, op, &memory, &indices, &[value])?;
        writer.groups = groups;
        old
    };
    writer.set(op, 0, vec![old]);
    Ok(())
}

/// What a reduction or an update of this kind makes of two values.
pub fn combine(writer: &mut Writer, op: Op, kind: &str, ty: &Type, a: &str, b: &str) -> Result<String> {
    if kind == "assign" {
        return Ok(b.to_owned());
    }
    let llvm = types::scalar(ty).map(|component| component.ty).unwrap_or_default();
    let found = if ty.is_float() {
        let flags: String = writer.module.options.fast_math.words().iter().map(|word| format!("{word} ")).collect();
        functions::float(writer, kind, ty, &[a.to_owned(), b.to_owned()], &flags)
    } else {
        let name = kind.strip_suffix('i').unwrap_or(kind);
        numbers::integer(writer, name, &llvm, a, b, "")
    };
    found.ok_or_else(|| writer.refuse(op, format!("is an update of kind {kind}, which is not lowered")))
}

/// An update that other threads see whole.
fn atomic(
    writer: &mut Writer,
    op: Op,
    kind: &str,
    memory: &Memory,
    indices: &[String],
    ty: &Type,
    new: &str,
) -> Result<String> {
    let component = types::scalar(ty).ok_or_else(|| writer.refuse(op, "is of a type that is not lowered"))?;
    if component.ty != component.stored {
        return Err(writer.refuse(op, "is an update of a part of a byte on several threads"));
    }
    let place = place(writer, memory, indices);
    let address = address(writer, &memory.element, &memory.pointer, &place)?;
    let word = match kind {
        "addf" => "fadd",
        "addi" => "add",
        "assign" => "xchg",
        "maxs" => "max",
        "mins" => "min",
        "maxu" => "umax",
        "minu" => "umin",
        "ori" => "or",
        "andi" => "and",
        "xori" => "xor",
        "maxnumf" => "fmax",
        "minnumf" => "fmin",
        "maximumf" => "fmaximum",
        "minimumf" => "fminimum",
        _ => return Err(writer.refuse(op, format!("is an update of kind {kind} on several threads"))),
    };
    Ok(writer.emit(format!("atomicrmw {word} ptr {address}, {} {new} monotonic", component.ty)))
}

fn copy(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let (source, target) = (memory(writer, op, operands[0])?, memory(writer, op, operands[1])?);
    let plain = |writer: &Writer, value: &Value| {
        writer.ir.ty(*value).as_memref().and_then(Layout::of).is_some_and(|layout| layout.is_identity)
    };
    if plain(writer, &operands[0]) && plain(writer, &operands[1]) {
        let mut bytes = types::bytes(&source.element).unwrap_or(1).to_string();
        for (size, other) in source.sizes.iter().zip(&target.sizes) {
            bytes = times(writer, &bytes, if size.starts_with('%') { other } else { size });
        }
        let name = "llvm.memmove.p0.p0.i64";
        writer.module.declare(name, format!("declare void @{name}(ptr, ptr, i64, i1 immarg)"));
        writer
            .line(format!("call void @{name}(ptr {}, ptr {}, i64 {bytes}, i1 false)", target.pointer, source.pointer));
        return Ok(());
    }
    let mut indices = Parts::new();
    copy_from(writer, op, &source, &target, &mut indices)
}

/// Copies all elements at places that begin with these indices.
fn copy_from(writer: &mut Writer, op: Op, source: &Memory, target: &Memory, indices: &mut Parts) -> Result<()> {
    let Some(size) = source.sizes.get(indices.len()).cloned() else {
        let parts = load(writer, op, source, indices)?;
        return store(writer, op, target, indices, &parts);
    };
    let (mut head, body, exit) = super::counting::begin_count(writer, "0", &size, &[], &[]);
    indices.push(head.names[0].clone());
    copy_from(writer, op, source, target, indices)?;
    indices.pop();
    let _ = body;
    super::counting::end_count(writer, &mut head, &exit, "1", Vec::new(), None);
    Ok(())
}

fn dimension(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let memory = memory(writer, op, operands[0])?;
    let place = writer.part(operands[1]);
    let part = match place.parse::<usize>() {
        Ok(place) => memory.sizes.get(place).cloned(),
        Err(_) => {
            let mut found = memory.sizes.last().cloned().unwrap_or_else(|| "0".into());
            for (number, size) in memory.sizes.iter().enumerate().rev().skip(1) {
                let is_this = writer.emit(format!("icmp eq i64 {place}, {number}"));
                found = writer.emit(format!("select i1 {is_this}, i64 {size}, i64 {found}"));
            }
            Some(found)
        }
    };
    let part = part.ok_or_else(|| writer.refuse(op, "asks for a dimension that does not exist"))?;
    writer.set(op, 0, vec![part]);
    Ok(())
}

/// Offsets, sizes and strides of a view, of which some are operands.
fn slice(writer: &Writer, op: Op, operands: &[Value]) -> [Parts; 3] {
    let mut rest = operands[1..].iter();
    ["static_offsets", "static_sizes", "static_strides"].map(|name| {
        let written = writer.ir.attribute(op, name).and_then(Attribute::as_i64_array).unwrap_or_default();
        let known = |number: &i64| match *number {
            DYNAMIC => rest.next().map(|value| writer.part(*value)).unwrap_or_default(),
            number => number.to_string(),
        };
        written.iter().map(known).collect()
    })
}

fn subview(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    let [offsets, sizes, steps] = slice(writer, op, operands);
    let offset = place(writer, &source, &offsets);
    let mut strides = Parts::new();
    for (step, stride) in steps.iter().zip(&source.strides) {
        strides.push(times(writer, step, stride));
    }
    let written = writer.ir.attribute(op, "static_sizes").and_then(Attribute::as_i64_array).unwrap_or_default();
    let ty = writer.ir.ty(writer.ir[op].results()[0]);
    let Some(kept) = kept_dimensions(written, ty.shape().unwrap_or_default()) else {
        return Err(writer.refuse(op, "has sizes that do not fit its type"));
    };
    let pick = |all: &[String]| kept.iter().map(|place| all[*place].clone()).collect();
    let memory = Memory { offset, sizes: pick(&sizes), strides: pick(&strides), ..source };
    set_memory(writer, op, memory)
}

fn reinterpret(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    let [offsets, sizes, strides] = slice(writer, op, operands);
    let offset = offsets.first().cloned().unwrap_or_else(|| "0".into());
    set_memory(writer, op, Memory { offset, sizes, strides, ..source })
}

fn groups(writer: &Writer, op: Op) -> Vec<Vec<usize>> {
    let all = writer.ir.attribute(op, "reassociation").and_then(Attribute::as_array).unwrap_or_default();
    let numbers = |group: &Attribute| {
        let numbers = group.as_array().unwrap_or_default().iter();
        numbers.filter_map(|number| usize::try_from(number.as_i64()?).ok()).collect()
    };
    all.iter().map(numbers).collect()
}

fn collapse(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    let (mut sizes, mut strides) = (Parts::new(), Parts::new());
    for group in groups(writer, op) {
        let mut size = String::from("1");
        for place in &group {
            size = times(writer, &size, &source.sizes[*place]);
        }
        sizes.push(size);
        // Dimensions of size one have any stride.
        let shape = writer.ir.ty(operands[0]).shape().unwrap_or_default();
        let last = group.iter().rev().find(|place| shape[**place] != 1).or(group.last());
        strides.push(last.map_or_else(|| "1".into(), |place| source.strides[*place].clone()));
    }
    set_memory(writer, op, Memory { sizes, strides, ..source })
}

fn expand(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    let written = writer.ir.attribute(op, "static_output_shape").and_then(Attribute::as_i64_array).unwrap_or_default();
    let mut rest = operands[1..].iter();
    let known = |number: &i64| match *number {
        DYNAMIC => rest.next().map(|value| writer.part(*value)).unwrap_or_default(),
        number => number.to_string(),
    };
    let sizes: Parts = written.iter().map(known).collect();
    let mut strides = vec![String::from("1"); sizes.len()];
    for (from, group) in groups(writer, op).iter().enumerate() {
        let mut stride = source.strides.get(from).cloned().unwrap_or_else(|| "1".into());
        for place in group.iter().rev() {
            strides[*place] = stride.clone();
            stride = times(writer, &stride, &sizes[*place]);
        }
    }
    set_memory(writer, op, Memory { sizes, strides, ..source })
}

fn transpose(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    let places: Vec<i64> = (0..source.sizes.len() as i64).collect();
    let order = match writer.ir.attribute(op, "permutation") {
        Some(Attribute::AffineMap(map)) => map.evaluate(&places),
        _ => None,
    };
    let Some(order) = order else { return Err(writer.refuse(op, "has no permutation")) };
    let pick = |all: &[String]| order.iter().map(|place| all[*place as usize].clone()).collect();
    let memory = Memory { sizes: pick(&source.sizes), strides: pick(&source.strides), ..source };
    set_memory(writer, op, memory)
}

fn view(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    let ty = writer.ir.ty(writer.ir[op].results()[0]).clone();
    let shift = plus(writer, &source.offset, &writer.part(operands[1]));
    let pointer = address(writer, &source.element, &source.pointer, &shift)?;
    let mut rest = operands[2..].iter();
    let mut sizes = Parts::new();
    for size in ty.shape().unwrap_or_default() {
        sizes.push(match *size {
            DYNAMIC => rest.next().map(|value| writer.part(*value)).unwrap_or_default(),
            size => size.to_string(),
        });
    }
    let strides = row_major(writer, &sizes);
    set_memory(writer, op, Memory { pointer, offset: "0".into(), sizes, strides, element: ty.element().clone() })
}

fn metadata(writer: &mut Writer, op: Op, operands: &[Value]) -> Result<()> {
    let source = memory(writer, op, operands[0])?;
    writer.set(op, 0, vec![source.pointer.clone()]);
    let numbers = std::iter::once(&source.offset).chain(&source.sizes).chain(&source.strides);
    for (place, number) in numbers.enumerate() {
        writer.set(op, place + 1, vec![number.clone()]);
    }
    Ok(())
}

fn get_global(writer: &mut Writer, op: Op) -> Result<()> {
    let path = writer.ir.attribute(op, "name").and_then(Attribute::as_symbol);
    let Some([name]) = path else { return Err(writer.refuse(op, "names what is not beside it")) };
    let symbol = super::symbol(name);
    let ty = writer.ir.ty(writer.ir[op].results()[0]).clone();
    let layout = layout(writer, op, &ty)?;
    if !layout.is_plain() {
        return Err(writer.refuse(op, "is of a type whose size is not known"));
    }
    writer.set(op, 0, vec![symbol]);
    Ok(())
}
