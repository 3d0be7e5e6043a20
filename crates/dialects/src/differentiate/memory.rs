//! Memory: shadows of buffers and views, tangents and adjoints of accesses.

use super::scalars::number;
use crate::indices::for_each;
use crate::memref::{atomic_kind, segments};
use zymase_ir::derivative::{Carries, Derivative, Derivatives, ForwardRule, Site, TangentSpace};
use zymase_ir::memory::{AccessRule, Adjoints, Allocates, NamedMemory, Views};
use zymase_ir::{Attribute, Builder, DYNAMIC, Dialect, LocatedDiagnostic, Location, Result, TypeKind, Value};

/// Memrefs of floats have shadows.
const MEMREFS: TangentSpace = TangentSpace {
    carries: |ty| match ty.kind() {
        TypeKind::Memref(memref) if memref.element.is_float() => Some(Carries::Shadow),
        TypeKind::Memref(memref) if memref.element.is_integer() || memref.element.is_index() => Some(Carries::Nothing),
        TypeKind::Memref(_) => Some(Carries::Unknown("its elements are not numbers")),
        TypeKind::UnrankedMemref { .. } => Some(Carries::Unknown("its rank is not known")),
        _ => None,
    },
    null: |_, ty| Err(LocatedDiagnostic::new(Location::Unset, format!("memory of type {ty} has no shadow"))),
    null_like: |_, _| Err(LocatedDiagnostic::new(Location::Unset, "the shadow of memory is not a zero")),
    add: |_, _, _| Err(LocatedDiagnostic::new(Location::Unset, "shadows are not added")),
};

const VIEWS: [&str; 9] = [
    "cast",
    "memory_space_cast",
    "subview",
    "reinterpret_cast",
    "collapse_shape",
    "expand_shape",
    "transpose",
    "view",
    "assume_alignment",
];

/// Attaches rules to `memref`.
pub(super) fn attach(dialect: &mut Dialect) {
    dialect.interfaces.attach(MEMREFS);
    for name in VIEWS {
        dialect.attach(&format!("memref.{name}"), Views);
        dialect.attach(&format!("memref.{name}"), ForwardRule(view));
    }
    for (name, is_scoped) in [("memref.alloc", false), ("memref.alloca", true)] {
        dialect.attach(name, Allocates { shadow, free, is_scoped });
    }
    dialect.attach("memref.get_global", NamedMemory("name"));
    let accesses: [(&str, ForwardRule, AccessRule); 5] = [
        ("load", ForwardRule(forward_load), AccessRule(reverse_load)),
        ("store", ForwardRule(forward_store), AccessRule(reverse_store)),
        ("copy", ForwardRule(forward_copy), AccessRule(reverse_copy)),
        ("atomic_rmw", ForwardRule(forward_atomic), AccessRule(reverse_atomic)),
        ("dealloc", ForwardRule(forward_dealloc), AccessRule(|_, adjoints| Ok(vec![None; adjoints.shadows.len()]))),
    ];
    for (name, forward, reverse) in accesses {
        dialect.attach(&format!("memref.{name}"), forward);
        dialect.attach(&format!("memref.{name}"), reverse);
    }
}

/// The same view of the shadow.
fn view(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(shadow) = tangents[0] else { return Ok(vec![None]) };
    let mut operands = site.operands();
    operands[0] = shadow;
    Ok(site.again(&operands).into_iter().map(Some).collect())
}

/// Memory of the same type, filled with zeros.
fn shadow(site: &mut Site) -> Result<Value> {
    let result = site.result(0)?;
    let ty = site.ty(result);
    let unknown = ty.shape().unwrap_or_default().iter().filter(|size| **size == DYNAMIC).count();
    let sizes: Vec<Value> = site.operands().into_iter().take(unknown).collect();
    if site.operands().len() != unknown {
        return Err(site.refuse("has a layout with symbols", "use a strided layout"));
    }
    let attributes = [("operandSegmentSizes", segments(&[sizes.len(), 0]))];
    let memory = site.typed("memref.alloc", &sizes, &attributes, ty)?;
    fill_with_zeros(&mut site.builder, memory)?;
    Ok(memory)
}

fn fill_with_zeros(builder: &mut Builder, memory: Value) -> Result<()> {
    let element = builder.ty(memory).element().clone();
    let zero = number(builder, &element, 0.0)?;
    for_each(builder, memory, &mut |inner, place| {
        inner.build("memref.store", &[&[zero, memory], place].concat(), &[], &[]);
        Ok(())
    })
}

fn free(builder: &mut Builder, shadow: Value) -> Result<()> {
    builder.build("memref.dealloc", &[shadow], &[], &[]);
    Ok(())
}

fn load(builder: &mut Builder, memory: Value, place: &[Value]) -> Result<Value> {
    let element = builder.ty(memory).element().clone();
    builder.typed("memref.load", &[&[memory], place].concat(), &[], element)
}

fn store(builder: &mut Builder, value: Value, memory: Value, place: &[Value]) {
    builder.build("memref.store", &[&[value, memory], place].concat(), &[], &[]);
}

/// Adds to an element.
fn add_to(builder: &mut Builder, value: Value, memory: Value, place: &[Value], atomic: bool) -> Result<()> {
    let ty = builder.ty(value);
    if atomic {
        let attributes = [("kind", Attribute::i64(0))];
        builder.typed("memref.atomic_rmw", &[&[value, memory], place].concat(), &attributes, ty)?;
        return Ok(());
    }
    let old = load(builder, memory, place)?;
    let sum = builder.typed("arith.addf", &[old, value], &[], ty)?;
    store(builder, sum, memory, place);
    Ok(())
}

fn forward_load(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(shadow) = tangents[0] else { return Ok(vec![None]) };
    let place = site.operands()[1..].to_vec();
    Ok(vec![Some(load(&mut site.builder, shadow, &place)?)])
}

fn reverse_load(site: &mut Site, adjoints: &Adjoints) -> Derivatives {
    let operands = site.operands();
    if let (Some(shadow), Some(seed)) = (adjoints.shadows[0], adjoints.seeds[0]) {
        add_to(&mut site.builder, seed, shadow, &operands[1..], adjoints.atomic)?;
    }
    Ok(vec![None; operands.len()])
}

fn forward_store(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let operands = site.operands();
    if let Some(shadow) = tangents[1] {
        let ty = site.ty(operands[0]);
        let tangent = site.or_null(tangents[0], &ty)?;
        store(&mut site.builder, tangent, shadow, &operands[2..]);
    }
    Ok(Vec::new())
}

/// What was stored gets the adjoint of the element, and what was there before has none.
fn reverse_store(site: &mut Site, adjoints: &Adjoints) -> Derivatives {
    let operands = site.operands();
    let mut all = vec![None; operands.len()];
    if let Some(shadow) = adjoints.shadows[1] {
        let adjoint = load(&mut site.builder, shadow, &operands[2..])?;
        let ty = site.ty(adjoint);
        let zero = site.null(&ty)?;
        store(&mut site.builder, zero, shadow, &operands[2..]);
        all[0] = Some(adjoint);
    }
    Ok(all)
}

fn forward_copy(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    match (tangents[0], tangents[1]) {
        (Some(from), Some(to)) => {
            site.build("memref.copy", &[from, to], &[], &[]);
        }
        (None, Some(to)) => fill_with_zeros(&mut site.builder, to)?,
        _ => {}
    }
    Ok(Vec::new())
}

fn reverse_copy(site: &mut Site, adjoints: &Adjoints) -> Derivatives {
    let Some(to) = adjoints.shadows[1] else { return Ok(vec![None; 2]) };
    let (from, atomic) = (adjoints.shadows[0], adjoints.atomic);
    let element = site.ty(to).element().clone();
    let zero = site.null(&element)?;
    for_each(&mut site.builder, to, &mut |inner, place| {
        let adjoint = load(inner, to, place)?;
        store(inner, zero, to, place);
        match from {
            Some(from) => add_to(inner, adjoint, from, place, atomic),
            None => Ok(()),
        }
    })?;
    Ok(vec![None; 2])
}

/// Additions are the only atomic updates that are differentiated.
fn check_addition(site: &Site) -> Result<()> {
    let is_used = !site.ir().uses(site.result(0)?).is_empty();
    if atomic_kind(site.ir(), site.op) == Some("addf") && !is_used {
        return Ok(());
    }
    let help = "add atomically without looking at what was there, or use a loop that is not parallel";
    Err(site.refuse("is an atomic update that is not differentiated", help))
}

fn forward_atomic(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(shadow) = tangents[1] else { return Ok(vec![None]) };
    check_addition(site)?;
    if let Some(tangent) = tangents[0] {
        let place = site.operands()[2..].to_vec();
        add_to(&mut site.builder, tangent, shadow, &place, true)?;
    }
    Ok(vec![None])
}

fn reverse_atomic(site: &mut Site, adjoints: &Adjoints) -> Derivatives {
    let operands = site.operands();
    let mut all = vec![None; operands.len()];
    if let Some(shadow) = adjoints.shadows[1] {
        check_addition(site)?;
        all[0] = Some(load(&mut site.builder, shadow, &operands[2..])?);
    }
    Ok(all)
}

fn forward_dealloc(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    if let Some(shadow) = tangents[0] {
        free(&mut site.builder, shadow)?;
    }
    Ok(Vec::new())
}
