//! What operations on memory do.

use super::rules::{attach_all, one, result_type};
use super::values::{element_type, static_shape};
use super::{Buffer, Evaluate, Machine, Problem, Result, RuntimeValue};
use crate::memref::{Global, atomic_kind, kept_dimensions};
use zymase_ir::{Attribute, DYNAMIC, Dialect, Op, Type};
use zymase_tensor::ElementType;

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    let table = [
        ("alloc", Evaluate(allocate)),
        ("alloca", Evaluate(allocate)),
        ("dealloc", Evaluate(deallocate)),
        ("load", Evaluate(load)),
        ("store", Evaluate(store)),
        ("atomic_rmw", Evaluate(atomic)),
        ("copy", Evaluate(copy)),
        ("cast", Evaluate(same)),
        ("memory_space_cast", Evaluate(same)),
        ("assume_alignment", Evaluate(same)),
        ("dim", Evaluate(dim)),
        ("rank", Evaluate(rank)),
        ("subview", Evaluate(subview)),
        ("reinterpret_cast", Evaluate(reinterpret)),
        ("collapse_shape", Evaluate(collapse)),
        ("expand_shape", Evaluate(expand)),
        ("transpose", Evaluate(transpose)),
        ("view", Evaluate(view)),
        ("get_global", Evaluate(get_global)),
        ("extract_strided_metadata", Evaluate(metadata)),
        (
            "alloca_scope",
            Evaluate(|machine, op, _| {
                let region = machine.ir()[op].regions()[0];
                machine.run_region(region, Vec::new())
            }),
        ),
        ("to_tensor", Evaluate(|_, _, values| one(first(&values)?.memref()?.to_tensor()?))),
        ("to_buffer", Evaluate(|_, _, values| buffer(Buffer::of_tensor(first(&values)?.tensor()?)))),
    ];
    attach_all(dialect, table.into_iter(), &[]);
}

fn first(values: &[RuntimeValue]) -> Result<&RuntimeValue> {
    values.first().ok_or_else(|| "it has no operand".into())
}

fn buffer(buffer: Buffer) -> Result<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::Memref(buffer)])
}

pub(super) fn numbers(values: &[RuntimeValue]) -> Result<Vec<i64>> {
    values.iter().map(RuntimeValue::number).collect()
}

fn sizes_of(numbers: &[i64]) -> Result<Vec<usize>> {
    numbers.iter().map(|size| usize::try_from(*size).map_err(|_| Problem::Here("a negative size".into()))).collect()
}

/// Numbers with values in the place of those that are not known.
fn mixed(numbers: &[i64], values: &mut impl Iterator<Item = i64>) -> Result<Vec<i64>> {
    let known = |number: &i64| if *number == DYNAMIC { values.next() } else { Some(*number) };
    numbers.iter().map(known).collect::<Option<Vec<i64>>>().ok_or_else(|| "too few sizes".into())
}

fn stored(ty: &Type) -> Result<Option<ElementType>> {
    let element = ty.element();
    if element.as_memref().is_some() { Ok(None) } else { element_type(element).map(Some) }
}

fn allocate(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ty = result_type(machine, op, 0)?;
    let shape = ty.shape().ok_or("it needs a memref of known rank")?;
    let sizes = mixed(shape, &mut numbers(&values)?.into_iter())?;
    buffer(Buffer::new(stored(&ty)?, &sizes_of(&sizes)?, machine.limits().bytes)?)
}

fn deallocate(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    first(&values)?.memref()?.free()?;
    Ok(Vec::new())
}

fn load(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(vec![first(&values)?.memref()?.load(&numbers(&values[1..])?)?.into()])
}

fn store(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [value, memref, indices @ ..] = values.as_slice() else { return Err("too few operands".into()) };
    memref.memref()?.store(&numbers(indices)?, &value.element()?)?;
    Ok(Vec::new())
}

fn atomic(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [value, memref, indices @ ..] = values.as_slice() else { return Err("too few operands".into()) };
    let kind = atomic_kind(machine.ir(), op).ok_or("an unknown kind")?;
    let (memref, indices) = (memref.memref()?, numbers(indices)?);
    let old = memref.load(&indices)?.into();
    memref.store(&indices, &super::arith::combine(kind, &old, value)?.element()?)?;
    Ok(vec![old])
}

fn copy(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [from, to] = values.as_slice() else { return Err("it needs two operands".into()) };
    from.memref()?.copy_to(to.memref()?)?;
    Ok(Vec::new())
}

fn same(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(values)
}

fn dim(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [memref, place] = values.as_slice() else { return Err("it needs two operands".into()) };
    let place = usize::try_from(place.number()?).map_err(|_| "a negative dimension")?;
    let size = memref.memref()?.sizes().get(place).copied().ok_or("a dimension that does not exist")?;
    Ok(vec![RuntimeValue::index(size as i64)?])
}

fn rank(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::index(first(&values)?.memref()?.sizes().len() as i64)?])
}

/// Offsets, sizes and strides of a view.
fn slice(machine: &Machine, op: Op, values: &[RuntimeValue]) -> Result<[Vec<i64>; 3]> {
    let mut rest = numbers(values)?.into_iter();
    let mut list = |name: &str| mixed(&machine.integers(op, name)?, &mut rest);
    Ok([list("static_offsets")?, list("static_sizes")?, list("static_strides")?])
}

fn subview(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let source = first(&values)?.memref()?.clone();
    let [offsets, sizes, strides] = slice(machine, op, &values[1..])?;
    let offset = offsets.iter().zip(source.strides()).map(|(offset, stride)| offset * stride).sum();
    let strides: Vec<i64> = strides.iter().zip(source.strides()).map(|(a, b)| a * b).collect();
    let ty = result_type(machine, op, 0)?;
    let written = machine.integers(op, "static_sizes")?;
    let kept = kept_dimensions(&written, ty.shape().unwrap_or_default()).ok_or("sizes that do not fit")?;
    for ((first, size), (limit, step)) in
        offsets.iter().zip(&sizes).zip(source.sizes().iter().zip(machine.integers(op, "static_strides")?))
    {
        let step = if step == DYNAMIC { 1 } else { step };
        if *first < 0 || (*size > 0 && first + (size - 1) * step >= *limit as i64) {
            return Err(
                format!("a view from {offsets:?} of sizes {sizes:?} in a buffer of {:?}", source.sizes()).into()
            );
        }
    }
    let sizes = sizes_of(&kept.iter().map(|place| sizes[*place]).collect::<Vec<_>>())?;
    buffer(source.view(offset, sizes, kept.iter().map(|place| strides[*place]).collect())?)
}

fn reinterpret(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let source = first(&values)?.memref()?.clone();
    let [offsets, sizes, strides] = slice(machine, op, &values[1..])?;
    let offset = offsets.first().copied().unwrap_or_default() - source.offset();
    buffer(source.view(offset, sizes_of(&sizes)?, strides)?)
}

fn groups(machine: &Machine, op: Op) -> Result<Vec<Vec<usize>>> {
    let all = machine.required(op, "reassociation")?.as_array().unwrap_or_default();
    let group = |attribute: &Attribute| -> Option<Vec<usize>> {
        attribute.as_array()?.iter().map(|number| usize::try_from(number.as_i64()?).ok()).collect()
    };
    all.iter().map(group).collect::<Option<_>>().ok_or_else(|| "groups that are no numbers".into())
}

fn collapse(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let source = first(&values)?.memref()?.clone();
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for group in groups(machine, op)? {
        sizes.push(group.iter().map(|place| source.sizes()[*place]).product());
        strides.push(group.last().map_or(1, |place| source.strides()[*place]));
    }
    buffer(source.view(0, sizes, strides)?)
}

fn expand(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let source = first(&values)?.memref()?.clone();
    let written = machine.integers(op, "static_output_shape")?;
    let sizes = sizes_of(&mixed(&written, &mut numbers(&values[1..])?.into_iter())?)?;
    let mut strides = vec![1; sizes.len()];
    for (from, group) in groups(machine, op)?.iter().enumerate() {
        let mut stride = source.strides().get(from).copied().unwrap_or(1);
        for place in group.iter().rev() {
            strides[*place] = stride;
            stride *= sizes[*place] as i64;
        }
    }
    buffer(source.view(0, sizes, strides)?)
}

fn transpose(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let source = first(&values)?.memref()?.clone();
    let Attribute::AffineMap(map) = machine.required(op, "permutation")? else { return Err("no permutation".into()) };
    let places: Vec<i64> = (0..source.sizes().len() as i64).collect();
    let order = map.evaluate(&places).ok_or("no permutation")?;
    let sizes = order.iter().map(|place| source.sizes()[*place as usize]).collect();
    buffer(source.view(0, sizes, order.iter().map(|place| source.strides()[*place as usize]).collect())?)
}

fn view(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [source, shift, sizes @ ..] = values.as_slice() else { return Err("too few operands".into()) };
    let ty = result_type(machine, op, 0)?;
    let shape = mixed(ty.shape().unwrap_or_default(), &mut numbers(sizes)?.into_iter())?;
    let element = stored(&ty)?.ok_or("a view of buffers")?;
    buffer(source.memref()?.bytes_as(element, shift.number()?, sizes_of(&shape)?)?)
}

fn get_global(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let path = machine.required(op, "name")?.as_symbol().ok_or("no name")?;
    let global =
        ir.resolve_symbol(op, path).filter(|found| Global::of(ir, *found).is_some()).ok_or("no such global")?;
    if let Some(known) = machine.globals.get(&global) {
        return buffer(known.clone());
    }
    let ty = result_type(machine, op, 0)?;
    let made = match ir.attribute(global, "initial_value") {
        Some(value @ (Attribute::Dense(_) | Attribute::DenseResource { .. })) => {
            Buffer::of_tensor(&super::values::constant(ir, value)?)
        }
        _ => Buffer::new(stored(&ty)?, &static_shape(&ty)?, machine.limits().bytes)?,
    };
    machine.globals.insert(global, made.clone());
    buffer(made)
}

fn metadata(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let source = first(&values)?.memref()?;
    let mut results = vec![RuntimeValue::Memref(source.view(-source.offset(), Vec::new(), Vec::new())?)];
    results.push(RuntimeValue::index(source.offset())?);
    for size in source.sizes() {
        results.push(RuntimeValue::index(*size as i64)?);
    }
    for stride in source.strides() {
        results.push(RuntimeValue::index(*stride)?);
    }
    Ok(results)
}
