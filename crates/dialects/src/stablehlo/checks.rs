//! What verifiers and type inference of StableHLO share: categories of elements, shapes that may be dynamic, regions.
//!
//! Inference checks everything it relies on and gives the most precise types that follow. The verifier then asks whether
//! the written types are compatible with those: the same elements, and sizes that are equal wherever both are known.

use zymase_ir::{Attribute, DYNAMIC, Ir, Op, OperationState, Region, TensorType, Type, TypeKind, Value};

pub type Check<T> = Result<T, String>;

/// What the elements of a tensor are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Bool,
    Integer,
    Float,
    Complex,
    Quantised,
}

use Element as E;

pub const ANY: &[Element] = &[E::Bool, E::Integer, E::Float, E::Complex, E::Quantised];
pub const FLOATS: &[Element] = &[E::Float, E::Complex, E::Quantised];
pub const REALS: &[Element] = &[E::Float, E::Quantised];
pub const NUMBERS: &[Element] = &[E::Integer, E::Float, E::Complex, E::Quantised];
pub const INTEGERS: &[Element] = &[E::Integer];
pub const BITS: &[Element] = &[E::Bool, E::Integer];
pub const PLAIN: &[Element] = &[E::Bool, E::Integer, E::Float, E::Complex];

pub fn element_kind(element: &Type) -> Option<Element> {
    match element.kind() {
        TypeKind::Integer { width: 1, .. } => Some(E::Bool),
        TypeKind::Integer { .. } | TypeKind::Index => Some(E::Integer),
        TypeKind::Float(_) => Some(E::Float),
        TypeKind::Complex(_) => Some(E::Complex),
        TypeKind::Dialect(text) if text.starts_with("quant.") => Some(E::Quantised),
        _ => None,
    }
}

/// Quantised types are looked at no further than that they are some.
pub fn is_quantised(element: &Type) -> bool {
    element_kind(element) == Some(E::Quantised)
}

/// The ranked tensor type of a value.
pub fn tensor(ir: &Ir, value: Value) -> Check<&TensorType> {
    let ty = ir.ty(value);
    ty.as_tensor().ok_or_else(|| format!("expected a ranked tensor, found {ty}"))
}

/// The tensor types of all operands.
pub fn tensors<'a>(ir: &'a Ir, values: &[Value]) -> Check<Vec<&'a TensorType>> {
    values.iter().map(|value| tensor(ir, *value)).collect()
}

/// The operand at a position; verification of the structure came before, so one is there.
pub fn operand(state: &OperationState, index: usize) -> Check<Value> {
    state.operands.get(index).copied().ok_or_else(|| format!("operand {index} is missing"))
}

pub fn operand_tensor<'a>(ir: &'a Ir, state: &OperationState, index: usize) -> Check<&'a TensorType> {
    tensor(ir, operand(state, index)?)
}

pub fn ensure(condition: bool, message: impl FnOnce() -> String) -> Check<()> {
    if condition { Ok(()) } else { Err(message()) }
}

pub fn expect_elements(element: &Type, allowed: &[Element]) -> Check<()> {
    let fits = element_kind(element).is_some_and(|kind| allowed.contains(&kind));
    ensure(fits, || format!("elements of type {element} are not allowed here: it takes {}", describe(allowed)))
}

fn describe(allowed: &[Element]) -> String {
    let names: Vec<&str> = allowed
        .iter()
        .map(|kind| match kind {
            E::Bool => "i1",
            E::Integer => "integers",
            E::Float => "floats",
            E::Complex => "complex numbers",
            E::Quantised => "quantised numbers",
        })
        .collect();
    names.join(", ")
}

/// Whether two element types are the same; a quantised one is the same as any.
pub fn same_element(one: &Type, other: &Type) -> bool {
    one == other || is_quantised(one) || is_quantised(other)
}

pub fn expect_same_element(one: &Type, other: &Type) -> Check<()> {
    ensure(same_element(one, other), || format!("element types differ: {one} and {other}"))
}

/// Whether two sizes can be the same at run time.
pub fn sizes_agree(one: i64, other: i64) -> bool {
    one == other || one == DYNAMIC || other == DYNAMIC
}

pub fn shapes_agree(one: &[i64], other: &[i64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| sizes_agree(*one, *other))
}

/// The size that both say, the known one if only one is.
pub fn join_sizes(one: i64, other: i64) -> Check<i64> {
    ensure(sizes_agree(one, other), || format!("sizes differ: {one} and {other}"))?;
    Ok(if one == DYNAMIC { other } else { one })
}

pub fn join_shapes(one: &[i64], other: &[i64]) -> Check<Vec<i64>> {
    if !shapes_agree(one, other) {
        return Err(format!("shapes differ: {} and {}", show_shape(one), show_shape(other)));
    }
    Ok(one.iter().zip(other).map(|(one, other)| if *one == DYNAMIC { *other } else { *one }).collect())
}

pub fn show_shape(shape: &[i64]) -> String {
    let sizes: Vec<String> =
        shape.iter().map(|size| if *size == DYNAMIC { "?".into() } else { size.to_string() }).collect();
    format!("[{}]", sizes.join(", "))
}

/// Whether a written type can be the inferred one.
pub fn compatible(inferred: &Type, written: &Type) -> bool {
    match (inferred.kind(), written.kind()) {
        (TypeKind::Tensor(one), TypeKind::Tensor(other)) => {
            same_element(&one.element, &other.element) && shapes_agree(&one.shape, &other.shape)
        }
        (TypeKind::UnrankedTensor(_), _) | (_, TypeKind::UnrankedTensor(_)) => {
            same_element(inferred.element(), written.element())
        }
        (TypeKind::Tuple(ones), TypeKind::Tuple(others)) => all_compatible(ones, others),
        _ => inferred == written,
    }
}

pub fn all_compatible(inferred: &[Type], written: &[Type]) -> bool {
    inferred.len() == written.len() && inferred.iter().zip(written).all(|(one, other)| compatible(one, other))
}

pub fn show_types(types: &[Type]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Compares the written types of results with those that the definition infers.
pub fn verify_inferred(ir: &Ir, op: Op) -> Check<()> {
    let state = ir.state_of(op);
    let Some(infer) = state.name.definition().and_then(|definition| definition.infer_types) else { return Ok(()) };
    let inferred = infer(ir, &state)?;
    ensure(all_compatible(&inferred, &state.result_types), || {
        format!("results are of type {}, but {} follows", show_types(&state.result_types), show_types(&inferred))
    })
}

/// The only result's tensor type.
pub fn result_tensor(ir: &Ir, op: Op) -> Check<&TensorType> {
    match ir[op].results() {
        [only] => tensor(ir, *only),
        results => Err(format!("has {} results, not one", results.len())),
    }
}

/// The numbers of an `array<i64: …>`; none when the attribute is missing.
pub fn numbers<'a>(state: &'a OperationState, name: &str) -> Check<Option<&'a [i64]>> {
    match state.attribute(name) {
        None => Ok(None),
        Some(attribute) => {
            attribute.as_i64_array().map(Some).ok_or_else(|| format!("{name} must be numbers, not {attribute}"))
        }
    }
}

pub fn required_numbers<'a>(state: &'a OperationState, name: &str) -> Check<&'a [i64]> {
    numbers(state, name)?.ok_or_else(|| format!("needs attribute {name}"))
}

pub fn required_number(state: &OperationState, name: &str) -> Check<i64> {
    state.attribute(name).and_then(Attribute::as_i64).ok_or_else(|| format!("needs a number as attribute {name}"))
}

/// A number that is a dimension of a tensor of this rank.
pub fn required_dimension(state: &OperationState, name: &str, rank: usize) -> Check<usize> {
    let number = required_number(state, name)?;
    match usize::try_from(number) {
        Ok(dimension) if dimension < rank => Ok(dimension),
        _ => Err(format!("{name} = {number} is no dimension of a tensor of rank {rank}")),
    }
}

/// Checks that numbers are dimensions of a tensor of this rank, each at most once.
pub fn expect_dimensions(name: &str, dimensions: &[i64], rank: usize) -> Check<()> {
    let mut seen = vec![false; rank];
    for dimension in dimensions {
        let place = usize::try_from(*dimension).ok().and_then(|dimension| seen.get_mut(dimension));
        match place {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(format!("{name} names dimension {dimension} twice")),
            None => return Err(format!("{name} names dimension {dimension} of a tensor of rank {rank}")),
        }
    }
    Ok(())
}

pub fn expect_sorted(name: &str, dimensions: &[i64]) -> Check<()> {
    ensure(dimensions.is_sorted(), || format!("{name} must be sorted"))
}

pub fn expect_count(name: &str, count: usize, wanted: usize) -> Check<()> {
    ensure(count == wanted, || format!("{name} has {count} entries, not {wanted}"))
}

/// Pairs of numbers from a dense attribute of type `tensor<Nx2xi64>`; zeros when it is missing.
pub fn pairs(state: &OperationState, name: &str, count: usize) -> Check<Vec<(i64, i64)>> {
    let Some(attribute) = state.attribute(name) else { return Ok(vec![(0, 0); count]) };
    let wrong = || format!("{name} must be {count} pairs of numbers, not {attribute}");
    let dense = attribute.as_dense().ok_or_else(wrong)?;
    let fits = dense.shape() == [count as i64, 2] && dense.ty().element().is_integer_of(64);
    ensure(fits, wrong)?;
    let all = dense.integers().ok_or_else(wrong)?;
    Ok(all.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

/// A rank-0 tensor type.
pub fn scalar(element: &Type) -> Type {
    Type::tensor([], element.clone())
}

pub fn expect_scalar(name: &str, tensor: &TensorType) -> Check<()> {
    ensure(tensor.shape.is_empty(), || format!("{name} must be a scalar, not of shape {}", show_shape(&tensor.shape)))
}

/// The types of the arguments and of what is returned by a region with one block.
pub struct Signature {
    pub arguments: Vec<Type>,
    pub results: Vec<Type>,
}

pub fn region_signature(ir: &Ir, region: Region) -> Check<Signature> {
    let [block] = ir.blocks(region) else { return Err("has a region without exactly one block".into()) };
    let Some(last) = ir.last_op(*block) else { return Err("has an empty region".into()) };
    let results = ir[last].operands().map(|value| ir.ty(value).clone()).collect();
    Ok(Signature { arguments: ir.types(ir.arguments(*block)), results })
}

pub fn state_region(ir: &Ir, state: &OperationState, index: usize) -> Check<Signature> {
    let region = state.regions.get(index).ok_or_else(|| format!("region {index} is missing"))?;
    region_signature(ir, *region)
}

/// Whether values of one element type may become values of another without loss of kind or width.
fn is_promotable(from: &Type, to: &Type) -> bool {
    if same_element(from, to) {
        return true;
    }
    let width = |ty: &Type| match ty.kind() {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(kind) => kind.bits(),
        TypeKind::Complex(part) => part.as_float().map_or(0, |kind| kind.bits()),
        _ => 0,
    };
    let same_kind = element_kind(from) == element_kind(to) && from.is_unsigned() == to.is_unsigned();
    same_kind && width(from) <= width(to)
}

/// Checks a region that combines `elements.len()` values with as many others: `2N` scalars to `N` scalars. Returns the
/// element types of its results.
pub fn expect_reducer(signature: &Signature, elements: &[&Type]) -> Check<Vec<Type>> {
    let count = elements.len();
    ensure(signature.arguments.len() == 2 * count, || {
        format!("the region takes {} arguments, not {}", signature.arguments.len(), 2 * count)
    })?;
    expect_count("what the region returns", signature.results.len(), count)?;
    let mut results = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        let returned = scalar_element(&signature.results[index])?;
        for argument in [&signature.arguments[index], &signature.arguments[index + count]] {
            let argument = scalar_element(argument)?;
            expect_same_element(argument, returned)
                .map_err(|message| format!("the region takes and returns different values: {message}"))?;
        }
        ensure(is_promotable(element, returned), || format!("the region combines {returned}, not {element}"))?;
        results.push(returned.clone());
    }
    Ok(results)
}

/// The element type of a rank-0 tensor.
pub fn scalar_element(ty: &Type) -> Check<&Type> {
    match ty.as_tensor() {
        Some(tensor) if tensor.shape.is_empty() => Ok(&tensor.element),
        _ => Err(format!("expected a scalar, found {ty}")),
    }
}

/// How many places a window has along one dimension: sizes after dilation and padding, by the stride.
pub fn window_count(size: i64, window: Window) -> Check<i64> {
    ensure(window.size > 0 && window.stride > 0 && window.dilation > 0 && window.base_dilation > 0, || {
        "sizes, strides and dilations of windows must be positive".into()
    })?;
    if size == DYNAMIC {
        return Ok(DYNAMIC);
    }
    let overflow = || "the size of a window is too large".to_owned();
    let dilated = |size: i64, factor: i64| -> Check<i64> {
        if size <= 0 {
            Ok(0)
        } else {
            (size - 1).checked_mul(factor).and_then(|span| span.checked_add(1)).ok_or_else(overflow)
        }
    };
    let base = dilated(size, window.base_dilation)?;
    let padded =
        base.checked_add(window.padding.0).and_then(|sum| sum.checked_add(window.padding.1)).ok_or_else(overflow)?;
    let span = dilated(window.size, window.dilation)?;
    ensure(padded >= 0, || "padding takes away more than there is".into())?;
    if padded == 0 || span > padded {
        return Ok(0);
    }
    Ok((padded - span) / window.stride + 1)
}

#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub size: i64,
    pub stride: i64,
    pub dilation: i64,
    pub base_dilation: i64,
    pub padding: (i64, i64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_counted() {
        let window = Window { size: 3, stride: 2, dilation: 1, base_dilation: 1, padding: (1, 1) };
        assert_eq!(window_count(8, window), Ok(4));
        assert_eq!(window_count(DYNAMIC, window), Ok(DYNAMIC));
        assert_eq!(window_count(0, Window { padding: (0, 0), ..window }), Ok(0));
        assert_eq!(window_count(8, Window { dilation: 5, padding: (0, 0), ..window }), Ok(0));
        assert_eq!(window_count(4, Window { base_dilation: 2, stride: 1, padding: (0, -1), ..window }), Ok(4));
        assert!(window_count(8, Window { stride: 0, ..window }).is_err());
        assert!(window_count(i64::MAX, Window { base_dilation: 2, ..window }).is_err());
        assert!(window_count(1, Window { padding: (-3, 0), ..window }).is_err());
    }

    #[test]
    fn dynamic_sizes_are_compatible_with_known_ones() {
        let dynamic = Type::tensor([DYNAMIC, 3], Type::f32());
        assert!(compatible(&dynamic, &Type::tensor([2, 3], Type::f32())));
        assert!(!compatible(&dynamic, &Type::tensor([2, 4], Type::f32())));
        assert!(!compatible(&dynamic, &Type::tensor([2, 3], Type::f64())));
        assert_eq!(join_shapes(&[DYNAMIC, 3], &[2, DYNAMIC]), Ok(vec![2, 3]));
    }
}
