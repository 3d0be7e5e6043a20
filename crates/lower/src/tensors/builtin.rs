//! Parts of code that all write: constants, loops, branches, accesses.

use zymase_dialects::indices;
use zymase_dialects::memref::segments;
use zymase_ir::{Attribute, Builder, Result, Type, TypeKind, Value};

/// The type of elements in loops: integers have no sign.
pub fn signless(ty: &Type) -> Type {
    match ty.kind() {
        TypeKind::Integer { width, .. } => Type::integer(*width),
        _ => ty.clone(),
    }
}

/// The memory of a tensor.
pub fn memory_of(ty: &Type) -> Type {
    Type::memref(ty.shape().unwrap_or_default().to_vec(), signless(ty.element()))
}

pub fn shape_of(ty: &Type) -> Vec<i64> {
    ty.shape().unwrap_or_default().to_vec()
}

pub fn index(b: &mut Builder, number: i64) -> Value {
    indices::constant(b, number)
}

/// A number of this type.
pub fn number(b: &mut Builder, ty: &Type, number: f64) -> Value {
    let value = match ty.as_float() {
        Some(kind) => Attribute::Float { bits: zymase_ir::floats::from_f64(kind, number), ty: ty.clone() },
        None => Attribute::integer(number as i128, ty.clone()),
    };
    constant(b, value, ty)
}

pub fn integer(b: &mut Builder, ty: &Type, number: i128) -> Value {
    // Written as signed numbers.
    let unused = 128 - crate::llvm::is_scalar(ty).unwrap_or(64);
    let number = if ty.is_bool() { number & 1 } else { number << unused >> unused };
    constant(b, Attribute::integer(number, ty.clone()), ty)
}

pub fn truth(b: &mut Builder, value: bool) -> Value {
    constant(b, Attribute::bool(value), &Type::integer(1))
}

fn constant(b: &mut Builder, value: Attribute, ty: &Type) -> Value {
    let op = b.build("arith.constant", &[], &[("value", value)], std::slice::from_ref(ty));
    b.ir()[op].results()[0]
}

/// An operation with one result.
pub fn one(b: &mut Builder, name: &str, operands: &[Value], ty: &Type) -> Value {
    let op = b.build(name, operands, &[], std::slice::from_ref(ty));
    b.ir()[op].results()[0]
}

/// An operation on floats whose sums may be regrouped.
pub fn regrouped(b: &mut Builder, name: &str, operands: &[Value], ty: &Type) -> Value {
    let flags = Attribute::Opaque { text: "arith.fastmath<reassoc,contract>".into(), ty: None };
    let op = b.build(name, operands, &[("fastmath", flags)], std::slice::from_ref(ty));
    b.ir()[op].results()[0]
}

pub fn same(b: &mut Builder, name: &str, operands: &[Value]) -> Value {
    let ty = b.ty(operands[0]);
    one(b, name, operands, &ty)
}

/// Comparisons of integers by MLIR's words.
pub fn compare(b: &mut Builder, word: &str, a: Value, other: Value) -> Value {
    const WORDS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
    let number = WORDS.iter().position(|known| *known == word).unwrap_or_default();
    predicate(b, "arith.cmpi", number, a, other)
}

/// Comparisons of floats by MLIR's words.
pub fn compare_floats(b: &mut Builder, word: &str, a: Value, other: Value) -> Value {
    const WORDS: [&str; 16] = [
        "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno",
        "true",
    ];
    let number = WORDS.iter().position(|known| *known == word).unwrap_or_default();
    predicate(b, "arith.cmpf", number, a, other)
}

fn predicate(b: &mut Builder, name: &str, number: usize, a: Value, other: Value) -> Value {
    let value = Attribute::i64(number as i64);
    let op = b.build(name, &[a, other], &[("predicate", value)], &[Type::integer(1)]);
    b.ir()[op].results()[0]
}

pub fn select(b: &mut Builder, condition: Value, yes: Value, no: Value) -> Value {
    let ty = b.ty(yes);
    one(b, "arith.select", &[condition, yes, no], &ty)
}

pub fn load(b: &mut Builder, memory: Value, place: &[Value]) -> Value {
    let ty = b.ty(memory).element().clone();
    one(b, "memref.load", &[&[memory], place].concat(), &ty)
}

pub fn store(b: &mut Builder, value: Value, memory: Value, place: &[Value]) {
    b.build("memref.store", &[&[value, memory], place].concat(), &[], &[]);
}

/// A loop that counts and carries values; the body gives the next ones.
pub fn count(
    b: &mut Builder,
    bounds: [Value; 3],
    carried: &[Value],
    body: impl FnOnce(&mut Builder, Value, &[Value]) -> Result<Vec<Value>>,
) -> Result<Vec<Value>> {
    let types: Vec<Type> = carried.iter().map(|value| b.ty(*value)).collect();
    let arguments = [&[Type::index()], types.as_slice()].concat();
    let region = b.region(&arguments, |inner, values| {
        let next = body(inner, values[0], &values[1..])?;
        inner.build("scf.yield", &next, &[], &[]);
        Ok(())
    })?;
    let mut state = b.state("scf.for", &[bounds.as_slice(), carried].concat(), &[]);
    state.result_types = types;
    state.regions = vec![region];
    let op = b.insert(state);
    Ok(b.ir()[op].results().to_vec())
}

/// Counts from zero to a number that is known.
pub fn count_to(
    b: &mut Builder,
    size: i64,
    carried: &[Value],
    body: impl FnOnce(&mut Builder, Value, &[Value]) -> Result<Vec<Value>>,
) -> Result<Vec<Value>> {
    let bounds = [index(b, 0), index(b, size), index(b, 1)];
    count(b, bounds, carried, body)
}

/// Writes the body of a nest at a place, with what is carried; what is carried on.
pub type Body<'a> = &'a mut dyn FnMut(&mut Builder, &[Value], &[Value]) -> Result<Vec<Value>>;

/// Loops over all places of a shape, one within the other, that carry values.
pub fn nest_with(
    b: &mut Builder,
    sizes: &[i64],
    place: &mut Vec<Value>,
    carried: &[Value],
    body: Body,
) -> Result<Vec<Value>> {
    let Some((first, rest)) = sizes.split_first() else { return body(b, place, carried) };
    count_to(b, *first, carried, |inner, counter, values| {
        place.push(counter);
        let next = nest_with(inner, rest, place, values, body);
        place.pop();
        next
    })
}

/// A loop over all places of a shape whose iterations are independent.
pub fn parallel(
    b: &mut Builder,
    sizes: &[i64],
    is_large: bool,
    body: impl FnOnce(&mut Builder, &[Value]) -> Result<()>,
) -> Result<()> {
    if sizes.is_empty() {
        return body(b, &[]);
    }
    let (zero, one) = (index(b, 0), index(b, 1));
    let upper: Vec<Value> = sizes.iter().map(|size| index(b, *size)).collect();
    let rank = sizes.len();
    let region = b.region(&vec![Type::index(); rank], |inner, values| {
        body(inner, values)?;
        inner.build("scf.reduce", &[], &[], &[]);
        Ok(())
    })?;
    let operands = [vec![zero; rank], upper, vec![one; rank]].concat();
    let sizes = segments(&[rank, rank, rank, 0]);
    let mut state = b.state("scf.parallel", &operands, &[("operandSegmentSizes", sizes)]);
    if !is_large {
        state.set("zymase.one_thread", Attribute::Unit);
    }
    state.regions = vec![region];
    b.insert(state);
    Ok(())
}

/// A branch that gives values.
pub fn branch(
    b: &mut Builder,
    condition: Value,
    types: &[Type],
    yes: impl FnOnce(&mut Builder) -> Result<Vec<Value>>,
    no: impl FnOnce(&mut Builder) -> Result<Vec<Value>>,
) -> Result<Vec<Value>> {
    let yes = b.region(&[], |inner, _| {
        let values = yes(inner)?;
        inner.build("scf.yield", &values, &[], &[]);
        Ok(())
    })?;
    let no = b.region(&[], |inner, _| {
        let values = no(inner)?;
        inner.build("scf.yield", &values, &[], &[]);
        Ok(())
    })?;
    let mut state = b.state("scf.if", &[condition], &[]);
    state.result_types = types.to_vec();
    state.regions = vec![yes, no];
    let op = b.insert(state);
    Ok(b.ir()[op].results().to_vec())
}

/// Code that runs only if a condition holds.
pub fn when(b: &mut Builder, condition: Value, yes: impl FnOnce(&mut Builder) -> Result<()>) -> Result<()> {
    branch(
        b,
        condition,
        &[],
        |inner| {
            yes(inner)?;
            Ok(Vec::new())
        },
        |_| Ok(Vec::new()),
    )?;
    Ok(())
}

pub fn plus(b: &mut Builder, a: Value, other: Value) -> Result<Value> {
    indices::add(b, a, other)
}

pub fn minus(b: &mut Builder, a: Value, other: Value) -> Result<Value> {
    indices::sub(b, a, other)
}

pub fn times(b: &mut Builder, a: Value, other: Value) -> Result<Value> {
    indices::mul(b, a, other)
}

/// `value * factor + offset`.
pub fn linear(b: &mut Builder, value: Value, factor: i64, offset: i64) -> Result<Value> {
    let factor = index(b, factor);
    let product = times(b, value, factor)?;
    let offset = index(b, offset);
    plus(b, product, offset)
}

/// An integer of a tensor as an index.
pub fn to_index(b: &mut Builder, value: Value, is_unsigned: bool) -> Value {
    if b.ty(value).is_index() {
        return value;
    }
    one(b, if is_unsigned { "arith.index_castui" } else { "arith.index_cast" }, &[value], &Type::index())
}

/// The nearest number between zero and a limit.
pub fn clamped(b: &mut Builder, value: Value, limit: i64) -> Value {
    let (zero, limit) = (index(b, 0), index(b, limit.max(0)));
    let low = one(b, "arith.maxsi", &[value, zero], &Type::index());
    one(b, "arith.minsi", &[low, limit], &Type::index())
}
