//! What is wrong with operations on memory.

use crate::syntax::{types_of_operands, types_of_results};
use zymase_ir::types::MemrefType;
use zymase_ir::{Attribute, DYNAMIC, Ir, Op, Type, TypeKind};

type Checked = std::result::Result<(), String>;

fn memref(ty: &Type) -> std::result::Result<&MemrefType, String> {
    ty.as_memref().ok_or_else(|| format!("needs a memref of known rank, not {ty}"))
}

fn is_memref(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::Memref(_) | TypeKind::UnrankedMemref { .. })
}

/// All operands and results are memrefs.
pub fn verify_memrefs(ir: &Ir, op: Op) -> Checked {
    let all = [types_of_operands(ir, op), types_of_results(ir, op)].concat();
    match all.iter().find(|ty| !is_memref(ty)) {
        Some(ty) => Err(format!("needs memrefs, not {ty}")),
        None => Ok(()),
    }
}

/// The first operand is a memref.
pub fn verify_first_memref(ir: &Ir, op: Op) -> Checked {
    memref(&types_of_operands(ir, op)[0]).map(|_| ())
}

fn verify_indices(memref: &MemrefType, indices: &[Type]) -> Checked {
    if indices.len() != memref.shape.len() {
        return Err(format!("has {} indices for {} dimensions", indices.len(), memref.shape.len()));
    }
    if indices.iter().all(Type::is_index) { Ok(()) } else { Err("has an index that is not of type index".into()) }
}

fn verify_element(memref: &MemrefType, value: &Type) -> Checked {
    if memref.element == *value {
        return Ok(());
    }
    Err(format!("has a value of type {value} for elements of type {}", memref.element))
}

pub fn verify_load(ir: &Ir, op: Op) -> Checked {
    let types = types_of_operands(ir, op);
    let memref = memref(&types[0])?;
    verify_indices(memref, &types[1..])?;
    verify_element(memref, &types_of_results(ir, op)[0])
}

pub fn verify_store(ir: &Ir, op: Op) -> Checked {
    let types = types_of_operands(ir, op);
    let memref = memref(&types[1])?;
    verify_indices(memref, &types[2..])?;
    verify_element(memref, &types[0])
}

pub fn verify_atomic(ir: &Ir, op: Op) -> Checked {
    verify_store(ir, op)?;
    if super::syntax::atomic_kind(ir, op).is_none() {
        return Err("has a kind that does not exist".into());
    }
    if types_of_results(ir, op) != types_of_operands(ir, op)[..1] {
        return Err("gives another type than it takes".into());
    }
    Ok(())
}

pub fn verify_allocation(ir: &Ir, op: Op) -> Checked {
    let results = types_of_results(ir, op);
    let memref = memref(&results[0])?;
    let unknown = memref.shape.iter().filter(|size| **size == DYNAMIC).count();
    let given = ir.operand_group(op, "dynamicSizes").unwrap_or_default().len();
    if unknown != given {
        return Err(format!("gives {given} sizes for {unknown} that are not known"));
    }
    let symbols = match &memref.layout {
        Some(Attribute::AffineMap(map)) => map.symbols as usize,
        _ => 0,
    };
    let given = ir.operand_group(op, "symbolOperands").unwrap_or_default().len();
    if symbols != given {
        return Err(format!("gives {given} symbols for a layout with {symbols}"));
    }
    if types_of_operands(ir, op).iter().all(Type::is_index) { Ok(()) } else { Err("needs sizes of type index".into()) }
}

pub fn verify_copy(ir: &Ir, op: Op) -> Checked {
    verify_memrefs(ir, op)?;
    let types = types_of_operands(ir, op);
    let (Some(from), Some(to)) = (types[0].as_memref(), types[1].as_memref()) else { return Ok(()) };
    if from.element != to.element || !compatible(&from.shape, &to.shape) {
        return Err(format!("copies {} to {}", types[0], types[1]));
    }
    Ok(())
}

/// Whether sizes agree wherever both are known.
fn compatible(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || *a == DYNAMIC || *b == DYNAMIC)
}

pub fn verify_cast(ir: &Ir, op: Op) -> Checked {
    verify_memrefs(ir, op)?;
    let (from, to) = (types_of_operands(ir, op).remove(0), types_of_results(ir, op).remove(0));
    let problem = Err(format!("cannot cast {from} to {to}"));
    if from.element() != to.element() {
        return problem;
    }
    let (Some(a), Some(b)) = (from.as_memref(), to.as_memref()) else { return Ok(()) };
    if !compatible(&a.shape, &b.shape) || a.space != b.space {
        return problem;
    }
    match (a.strides(), b.strides()) {
        (Some((a, m)), Some((b, n))) if compatible(&a, &b) && compatible(&[m], &[n]) => Ok(()),
        (Some(_), Some(_)) => problem,
        _ => Ok(()),
    }
}

fn numbers<'a>(ir: &'a Ir, op: Op, name: &str) -> &'a [i64] {
    ir.attribute(op, name).and_then(Attribute::as_i64_array).unwrap_or_default()
}

pub fn verify_subview(ir: &Ir, op: Op) -> Checked {
    let (types, results) = (types_of_operands(ir, op), types_of_results(ir, op));
    let (from, to) = (memref(&types[0])?, memref(&results[0])?);
    for name in ["static_offsets", "static_sizes", "static_strides"] {
        if numbers(ir, op, name).len() != from.shape.len() {
            return Err(format!(
                "has {} numbers in {name} for {} dimensions",
                numbers(ir, op, name).len(),
                from.shape.len()
            ));
        }
    }
    if from.element != to.element || from.space != to.space {
        return Err(format!("a view of {} is no {}", types[0], results[0]));
    }
    if kept_dimensions(numbers(ir, op, "static_sizes"), &to.shape).is_none() {
        return Err(format!("has sizes that are not those of {}", results[0]));
    }
    Ok(())
}

/// The dimensions of a view that its type has: all, or all but some of size one.
pub fn kept_dimensions(sizes: &[i64], shape: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::new();
    for (place, size) in sizes.iter().enumerate() {
        let left = sizes.len() - place;
        let fits = shape.get(kept.len()).is_some_and(|wanted| wanted == size);
        let must_keep = left == shape.len() - kept.len().min(shape.len());
        if fits && (*size != 1 || must_keep || ones(&sizes[place..]) <= ones(&shape[kept.len()..])) {
            kept.push(place);
        } else if *size != 1 {
            return None;
        }
    }
    (kept.len() == shape.len()).then_some(kept)
}

fn ones(sizes: &[i64]) -> usize {
    sizes.iter().filter(|size| **size == 1).count()
}

pub fn verify_reinterpret(ir: &Ir, op: Op) -> Checked {
    let (types, results) = (types_of_operands(ir, op), types_of_results(ir, op));
    let to = memref(&results[0])?;
    if types[0].element() != &to.element {
        return Err(format!("a view of {} is no {}", types[0], results[0]));
    }
    if numbers(ir, op, "static_sizes") != to.shape || numbers(ir, op, "static_strides").len() != to.shape.len() {
        return Err(format!("has sizes that are not those of {}", results[0]));
    }
    if numbers(ir, op, "static_offsets").len() == 1 { Ok(()) } else { Err("has one offset".into()) }
}

pub fn verify_global(ir: &Ir, op: Op) -> Checked {
    let Some(ty) = ir.attribute(op, "type").and_then(Attribute::as_type) else { return Err("has no type".into()) };
    let memref = memref(ty)?;
    if memref.shape.contains(&DYNAMIC) {
        return Err("needs sizes that are known".into());
    }
    if let Some(Attribute::Dense(dense)) = ir.attribute(op, "initial_value")
        && *dense.ty() != Type::tensor(memref.shape.clone(), memref.element.clone())
    {
        return Err(format!("begins with a value of type {}", dense.ty()));
    }
    Ok(())
}

pub fn verify_get_global(ir: &Ir, op: Op) -> Checked {
    let Some(path) = ir.attribute(op, "name").and_then(Attribute::as_symbol) else { return Ok(()) };
    let found = ir.resolve_symbol(op, path).filter(|found| ir[*found].name() == "memref.global");
    let Some(global) = found else { return Err(format!("there is no global @{}", path.join("::@"))) };
    let ty = ir.attribute(global, "type").and_then(Attribute::as_type);
    if ty == types_of_results(ir, op).first() { Ok(()) } else { Err("has another type than the global".into()) }
}
