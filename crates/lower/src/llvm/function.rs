//! Functions: a body whose parameters are components, and, where C calls it in another way, a function that C calls.

use super::abi::{Abi, Port};
use super::types::{aggregate, bytes};
use super::writer::{Parts, Writer};
use super::{flow, matmul, memory, numbers, parallel, symbol};
use zymase_dialects::func;
use zymase_dialects::scf::Parallel;
use zymase_ir::{Attribute, Ir, Op, Result};

/// The name of the function that code of ours calls.
fn body_name(abi: &Abi, name: &str) -> String {
    if abi.is_direct() { symbol(name) } else { symbol(&format!("{name}.body")) }
}

/// Writes an operation.
pub fn write_operation(writer: &mut Writer, op: Op) -> Result<()> {
    let ir = writer.ir;
    let is_known = match ir[op].name().dialect() {
        "arith" | "math" | "index" | "ub" => numbers::write(writer, op)?,
        "memref" => memory::write(writer, op)? || flow::write(writer, op)?,
        "scf" if ir[op].name() == Parallel::NAME => {
            parallel::write(writer, op)?;
            true
        }
        "scf" | "cf" => flow::write(writer, op)?,
        "func" if ir[op].name() == func::Call::NAME => {
            call(writer, op)?;
            true
        }
        _ => false,
    };
    if is_known { Ok(()) } else { Err(writer.refuse(op, "is not lowered")) }
}

/// Whether others may call a function by its name.
fn is_private(ir: &Ir, function: Op) -> bool {
    ir.attribute(function, "sym_visibility").and_then(Attribute::as_str) == Some("private")
}

fn call(writer: &mut Writer, op: Op) -> Result<()> {
    let ir = writer.ir;
    let path = ir.attribute(op, "callee").and_then(Attribute::as_symbol).unwrap_or_default();
    let callee = ir.resolve_symbol(op, path).and_then(|found| func::Func::of(ir, found));
    let Some(callee) = callee else { return Err(writer.refuse(op, "calls what is not there")) };
    let abi = Abi::of(ir, callee.0, &writer.module.options)?;
    let operands = writer.operands(op);
    let results = ir[op].results().to_vec();
    let is_product = matmul::is_known(ir.symbol_name(callee.0).unwrap_or_default());
    if is_product {
        matmul::define(writer, ir.symbol_name(callee.0).unwrap_or_default());
    } else if ir.blocks(ir[callee.0].regions()[0]).is_empty() && !abi.is_direct() {
        return Err(writer.refuse(op, "calls a function without a body whose parameters or results are not plain"));
    }
    let arguments: Vec<String> = writer
        .all_components(op, &operands)?
        .iter()
        .zip(writer.all_parts(&operands))
        .map(|(component, part)| format!("{} {part}", component.ty))
        .collect();
    let components = writer.all_components(op, &results)?;
    let name = if is_product { symbol(&abi.name) } else { body_name(&abi, &abi.name) };
    let ty = aggregate(&components);
    let text = format!("call {ty} {name}({})", arguments.join(", "));
    let parts = match components.len() {
        0 => {
            writer.line(text);
            Parts::new()
        }
        1 => vec![writer.emit(text)],
        count => {
            let all = writer.emit(text);
            (0..count).map(|place| writer.emit(format!("extractvalue {ty} {all}, {place}"))).collect()
        }
    };
    writer.bind(op, &results, &parts)
}

/// Writes a function, or declares it.
pub fn write(ir: &Ir, module: &mut super::module::Module, function: Op) -> Result<()> {
    let abi = Abi::of(ir, function, &module.options)?;
    let region = ir[function].regions()[0];
    if ir.blocks(region).is_empty() {
        if abi.is_direct() {
            module.declare(&symbol(&abi.name), format!("declare {}", abi.prototype()));
        }
        return Ok(());
    }
    let mut writer = Writer::new(ir, module, write_operation);
    let parameters = flow::region_arguments(&writer, region);
    let mut heads = Vec::new();
    for (value, port) in parameters.iter().zip(&abi.parameters) {
        let components = writer.components(function, ir.ty(*value))?;
        let mut names = Parts::new();
        for (place, component) in components.iter().enumerate() {
            let name = writer.fresh("%a");
            let attributes = if place == 0 { port.attributes() } else { String::new() };
            heads.push(format!("{}{attributes} {name}", component.ty));
            names.push(name);
        }
        writer.names.insert(*value, names);
    }
    writer.open_scope();
    writer.scopes.pop();
    let results = abi.result_components();
    let returned = body(&mut writer, function, &results)?;
    let ty = aggregate(&results);
    let mut lines = std::mem::take(&mut writer.entry);
    lines.append(&mut writer.lines);
    lines.push(returned);
    let name = body_name(&abi, &abi.name);
    let linkage = if abi.is_direct() && !is_private(ir, function) { "" } else { "internal " };
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let text =
        format!("define {linkage}{ty} {name}({}) nounwind {{\nentry:\n{}\n}}\n", heads.join(", "), lines.join("\n"));
    module.functions.push(text);
    if !abi.is_direct() && !is_private(ir, function) {
        let text = entry(ir, module, function, &abi)?;
        module.functions.push(text);
    }
    Ok(())
}

/// Writes the blocks of a function; the line that returns.
fn body(writer: &mut Writer, function: Op, results: &[super::types::Component]) -> Result<String> {
    let ir = writer.ir;
    let region = ir[function].regions()[0];
    let parts = flow::write_function_region(writer, function, region, results)?;
    let ty = aggregate(results);
    Ok(match parts.as_slice() {
        [] => "  ret void".into(),
        [only] => format!("  ret {ty} {only}"),
        all => {
            let mut whole = String::from("poison");
            for (place, (part, component)) in all.iter().zip(results).enumerate() {
                whole = writer.emit(format!("insertvalue {ty} {whole}, {} {part}, {place}", component.ty));
            }
            format!("  ret {ty} {whole}")
        }
    })
}

/// The function that C calls where a parameter is a descriptor or there are several results.
fn entry(ir: &Ir, module: &mut super::module::Module, function: Op, abi: &Abi) -> Result<String> {
    let mut writer = Writer::new(ir, module, write_operation);
    let mut arguments = Vec::new();
    for (place, port) in abi.parameters.iter().enumerate() {
        let name = format!("%p{place}");
        match port {
            Port::Descriptor { ty, .. } => {
                let loaded = descriptor(&mut writer, function, ty, &name)?;
                let parts = memory::parts_of(&mut writer, function, ty, &loaded)?;
                let components = writer.components(function, ty)?;
                arguments.extend(components.iter().zip(&parts).map(|(one, part)| format!("{} {part}", one.ty)));
            }
            other => arguments.push(format!("{} {name}", other.llvm_type())),
        }
    }
    let results = abi.result_components();
    let ty = aggregate(&results);
    let text = format!("call {ty} {}({})", body_name(abi, &abi.name), arguments.join(", "));
    let parts = match results.len() {
        0 => {
            writer.line(text);
            Parts::new()
        }
        1 => vec![writer.emit(text)],
        count => {
            let all = writer.emit(text);
            (0..count).map(|place| writer.emit(format!("extractvalue {ty} {all}, {place}"))).collect()
        }
    };
    let returned = hand_over(&mut writer, function, abi, &parts)?;
    writer.line(returned);
    let lines: Vec<String> = writer.lines.into_iter().filter(|line| !line.is_empty()).collect();
    Ok(format!("define {} nounwind {{\nentry:\n{}\n}}\n", abi.prototype(), lines.join("\n")))
}

/// Stores results where the caller wants them; the instruction that returns.
fn hand_over(writer: &mut Writer, function: Op, abi: &Abi, parts: &[String]) -> Result<String> {
    if abi.returns_value() {
        return Ok(format!("ret {} {}", abi.results[0].llvm_type(), parts[0]));
    }
    let mut rest = parts;
    for (place, port) in abi.results.iter().enumerate() {
        let pointer = format!("%r{place}");
        let components = writer.components(function, port.ty())?;
        let (own, others) = rest.split_at(components.len());
        rest = others;
        match port {
            Port::Descriptor { ty, .. } => {
                let memory = memory::of_parts(writer, function, ty, own)?;
                let numbers: Parts = [&[memory.offset][..], &memory.sizes, &memory.strides].concat();
                for (place, part) in [&memory.pointer, &memory.pointer].into_iter().enumerate() {
                    let address = offset(writer, &pointer, place * 8);
                    writer.line(format!("store ptr {part}, ptr {address}, align 8"));
                }
                for (place, part) in numbers.iter().enumerate() {
                    let address = offset(writer, &pointer, 16 + place * 8);
                    writer.line(format!("store i64 {part}, ptr {address}, align 8"));
                }
            }
            _ => {
                let mut at = 0;
                for (component, part) in components.iter().zip(own) {
                    let address = offset(writer, &pointer, at);
                    let value = match component.ty == component.stored {
                        true => part.clone(),
                        false => writer.emit(format!("zext {} {part} to {}", component.ty, component.stored)),
                    };
                    writer.line(format!("store {} {value}, ptr {address}", component.stored));
                    at += component.bytes;
                }
            }
        }
    }
    Ok("ret void".into())
}

fn offset(writer: &mut Writer, pointer: &str, bytes: usize) -> String {
    if bytes == 0 {
        pointer.to_owned()
    } else {
        writer.emit(format!("getelementptr inbounds i8, ptr {pointer}, i64 {bytes}"))
    }
}

/// A memref from MLIR's descriptor: allocated and aligned pointer, offset, sizes, strides.
fn descriptor(writer: &mut Writer, op: Op, ty: &zymase_ir::Type, pointer: &str) -> Result<memory::Memory> {
    let rank = ty.shape().map_or(0, <[i64]>::len);
    let address = offset(writer, pointer, 8);
    let aligned = writer.emit(format!("load ptr, ptr {address}, align 8"));
    let mut numbers = Parts::new();
    for place in 0..1 + 2 * rank {
        let address = offset(writer, pointer, 16 + place * 8);
        numbers.push(writer.emit(format!("load i64, ptr {address}, align 8")));
    }
    if bytes(ty.element()).is_none() {
        return Err(writer.refuse(op, format!("has a parameter of type {ty}, which is not lowered")));
    }
    Ok(memory::Memory {
        pointer: aligned,
        offset: numbers[0].clone(),
        sizes: numbers[1..=rank].to_vec(),
        strides: numbers[1 + rank..].to_vec(),
        element: ty.element().clone(),
    })
}
