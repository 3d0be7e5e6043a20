//! Arithmetic on indices for passes that write loops: constants are computed at once.

use zymase_ir::{Attribute, Builder, Ir, Op, Result, Type, Value};

/// A constant index.
pub fn constant(builder: &mut Builder, number: i64) -> Value {
    constant_of(builder, number, &Type::index())
}

/// A constant of a type of integers.
pub fn constant_of(builder: &mut Builder, number: i64, ty: &Type) -> Value {
    let value = Attribute::integer(i128::from(number), ty.clone());
    let op = builder.build("arith.constant", &[], &[("value", value)], std::slice::from_ref(ty));
    builder.ir()[op].results()[0]
}

/// The number that a value always is.
pub fn known(ir: &Ir, value: Value) -> Option<i64> {
    let op = ir.defining_op(value)?;
    if !matches!(ir[op].name().as_str(), "arith.constant" | "index.constant") {
        return None;
    }
    ir.attribute(op, "value")?.as_i64()
}

fn binary(builder: &mut Builder, name: &str, a: Value, b: Value, f: fn(i64, i64) -> Option<i64>) -> Result<Value> {
    let ty = builder.ty(a);
    if let (Some(x), Some(y)) = (known(builder.ir(), a), known(builder.ir(), b))
        && let Some(number) = f(x, y)
    {
        return Ok(constant_of(builder, number, &ty));
    }
    builder.typed(name, &[a, b], &[], ty)
}

pub fn add(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    match (known(builder.ir(), a), known(builder.ir(), b)) {
        (Some(0), _) => Ok(b),
        (_, Some(0)) => Ok(a),
        _ => binary(builder, "arith.addi", a, b, i64::checked_add),
    }
}

pub fn sub(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    if known(builder.ir(), b) == Some(0) {
        return Ok(a);
    }
    binary(builder, "arith.subi", a, b, i64::checked_sub)
}

pub fn mul(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    match (known(builder.ir(), a), known(builder.ir(), b)) {
        (Some(1), _) => Ok(b),
        (_, Some(1)) => Ok(a),
        _ => binary(builder, "arith.muli", a, b, i64::checked_mul),
    }
}

/// The quotient of what is divisible.
pub fn exact_quotient(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    if known(builder.ir(), b) == Some(1) {
        return Ok(a);
    }
    binary(builder, "arith.divsi", a, b, i64::checked_div)
}

/// How many times a counter counts from `first` below `last`.
pub fn count(builder: &mut Builder, first: Value, last: Value, step: Value) -> Result<Value> {
    let distance = sub(builder, last, first)?;
    let quotient = if known(builder.ir(), step) == Some(1) {
        distance
    } else {
        let up = |a: i64, b: i64| (b > 0).then(|| a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0));
        binary(builder, "arith.ceildivsi", distance, step, up)?
    };
    let zero = constant_of(builder, 0, &builder.ty(quotient));
    let count = binary(builder, "arith.maxsi", quotient, zero, |a, b| Some(a.max(b)))?;
    to_index(builder, count)
}

/// The same number as an index.
pub fn to_index(builder: &mut Builder, value: Value) -> Result<Value> {
    if builder.ty(value).is_index() {
        return Ok(value);
    }
    builder.typed("arith.index_cast", &[value], &[], Type::index())
}

/// An index as a number of another type.
pub fn of_type(builder: &mut Builder, value: Value, ty: &Type) -> Result<Value> {
    if builder.ty(value) == *ty {
        return Ok(value);
    }
    builder.typed("arith.index_cast", &[value], &[], ty.clone())
}

/// A loop from zero up to a number: `body` is given the counter and the carried values, and answers with those of the next
/// iteration.
pub fn build_for(
    builder: &mut Builder,
    count: Value,
    carried: &[Value],
    body: impl FnOnce(&mut Builder, Value, &[Value]) -> Result<Vec<Value>>,
) -> Result<Op> {
    let (zero, one) = (constant(builder, 0), constant(builder, 1));
    let types = builder.ir().types(carried);
    let arguments: Vec<Type> = std::iter::once(Type::index()).chain(types.iter().cloned()).collect();
    let region = builder.region(&arguments, |inner, values| {
        let next = body(inner, values[0], &values[1..])?;
        inner.build("scf.yield", &next, &[], &[]);
        Ok(())
    })?;
    let mut state = builder.state("scf.for", &[&[zero, count, one], carried].concat(), &[]);
    state.result_types = types;
    state.regions.push(region);
    Ok(builder.insert(state))
}

/// Sizes of a memref.
pub fn sizes(builder: &mut Builder, memref: Value) -> Result<Vec<Value>> {
    let shape = builder.ty(memref).shape().unwrap_or_default().to_vec();
    let mut found = Vec::new();
    for (place, size) in shape.into_iter().enumerate() {
        let place = i64::try_from(place).unwrap_or_default();
        found.push(if size == zymase_ir::DYNAMIC {
            let place = constant(builder, place);
            builder.typed("memref.dim", &[memref, place], &[], Type::index())?
        } else {
            constant(builder, size)
        });
    }
    Ok(found)
}

/// Runs something for every element of a memref.
pub fn for_each(
    builder: &mut Builder,
    memref: Value,
    run: &mut dyn FnMut(&mut Builder, &[Value]) -> Result<()>,
) -> Result<()> {
    fn nest(
        builder: &mut Builder,
        sizes: &[Value],
        fixed: &mut Vec<Value>,
        run: &mut dyn FnMut(&mut Builder, &[Value]) -> Result<()>,
    ) -> Result<()> {
        let Some(size) = sizes.get(fixed.len()).copied() else { return run(builder, fixed) };
        build_for(builder, size, &[], |inner, counter, _| {
            fixed.push(counter);
            nest(inner, sizes, fixed, run)?;
            fixed.pop();
            Ok(Vec::new())
        })?;
        Ok(())
    }
    let sizes = sizes(builder, memref)?;
    nest(builder, &sizes, &mut Vec::new(), run)
}
