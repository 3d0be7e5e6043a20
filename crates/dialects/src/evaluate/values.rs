//! Values at run time, and what types and constants of the IR are as tensors.

use super::buffers::{Buffer, Element};
use super::{Problem, Result, quantised};
use zymase_ir::{Attribute, DYNAMIC, DenseData, DenseElements, Ir, Type, TypeKind};
use zymase_tensor::layout::MAX_BYTES;
use zymase_tensor::{ElementType, Tensor};

/// What a value of the IR is at run time.
#[derive(Clone, Debug)]
pub enum RuntimeValue {
    /// A tensor; of a quantised type, its stored integers.
    Tensor(Tensor),
    /// A place in memory.
    Memref(Buffer),
    /// Says only that something has happened.
    Token,
    Tuple(Vec<RuntimeValue>),
    /// What something that was started will give.
    Future(Vec<RuntimeValue>),
}

impl RuntimeValue {
    pub fn tensor(&self) -> Result<&Tensor> {
        match self {
            RuntimeValue::Tensor(tensor) => Ok(tensor),
            _ => Err("expected a tensor".into()),
        }
    }

    pub fn into_tensor(self) -> Result<Tensor> {
        match self {
            RuntimeValue::Tensor(tensor) => Ok(tensor),
            _ => Err("expected a tensor".into()),
        }
    }
}

impl RuntimeValue {
    pub fn memref(&self) -> Result<&Buffer> {
        match self {
            RuntimeValue::Memref(buffer) => Ok(buffer),
            _ => Err("expected a memref".into()),
        }
    }

    /// What is stored in a buffer for it.
    pub fn element(&self) -> Result<Element> {
        match self {
            RuntimeValue::Memref(buffer) => Ok(Element::Memref(buffer.clone())),
            _ => Ok(Element::Number(self.tensor()?.clone())),
        }
    }

    /// The number of a scalar.
    pub fn number(&self) -> Result<i64> {
        match self.tensor()?.to_i64()?.as_slice() {
            [number] => Ok(*number),
            _ => Err("expected one number".into()),
        }
    }

    /// An index.
    pub fn index(number: i64) -> Result<RuntimeValue> {
        Ok(Tensor::from_i64(ElementType::I64, &[], &[number])?.into())
    }
}

impl From<Element> for RuntimeValue {
    fn from(element: Element) -> Self {
        match element {
            Element::Number(number) => RuntimeValue::Tensor(number),
            Element::Memref(buffer) => RuntimeValue::Memref(buffer),
        }
    }
}

impl From<Tensor> for RuntimeValue {
    fn from(tensor: Tensor) -> Self {
        RuntimeValue::Tensor(tensor)
    }
}

/// The tensors among values that must all be tensors.
pub fn tensors(values: Vec<RuntimeValue>) -> Result<Vec<Tensor>> {
    values.into_iter().map(RuntimeValue::into_tensor).collect()
}

/// The element type that arithmetic on a type uses: of a quantised type the expressed one.
pub fn element_type(ty: &Type) -> Result<ElementType> {
    let element = ty.element();
    if let Some(quantisation) = quantised::quantisation(element)? {
        return Ok(quantisation.expressed);
    }
    plain_element(element).ok_or_else(|| Problem::Here("elements of this type are not evaluated".into()))
}

/// The element type of a type that is not quantised.
pub fn plain_element(element: &Type) -> Option<ElementType> {
    match element.kind() {
        TypeKind::Integer { width: 1, .. } => Some(ElementType::Bool),
        TypeKind::Integer { width, .. } => {
            let sign = if element.is_unsigned() { "ui" } else { "i" };
            ElementType::from_name(&format!("{sign}{width}"))
        }
        TypeKind::Index => Some(ElementType::I64),
        TypeKind::Float(kind) => ElementType::from_name(kind.name()),
        TypeKind::Complex(part) => plain_element(part)?.complex(),
        _ => None,
    }
}

/// The sizes of a static shape.
pub fn static_shape(ty: &Type) -> Result<Vec<usize>> {
    let shape = ty.shape().ok_or("a tensor of known rank is needed")?;
    let sizes: Option<Vec<usize>> = shape.iter().map(|size| usize::try_from(*size).ok()).collect();
    sizes.ok_or_else(|| Problem::Here("a size is known only at run time".into()))
}

/// Checks that a value is of a type. With `any_shape` only elements are compared.
pub(super) fn check_type(ty: &Type, value: &RuntimeValue, any_shape: bool) -> Result<()> {
    match (ty.kind(), value) {
        (TypeKind::Tuple(types), RuntimeValue::Tuple(values)) if types.len() == values.len() => {
            types.iter().zip(values).try_for_each(|(ty, value)| check_type(ty, value, any_shape))
        }
        (TypeKind::Memref(memref), RuntimeValue::Memref(buffer)) => {
            let fits = |(declared, size): (&i64, &usize)| *declared == DYNAMIC || *declared == *size as i64;
            let sizes = buffer.sizes();
            if memref.shape.len() == sizes.len() && memref.shape.iter().zip(sizes).all(fits) {
                return Ok(());
            }
            Err(format!("a memref of sizes {sizes:?} where its type says otherwise").into())
        }
        (TypeKind::UnrankedMemref { .. }, RuntimeValue::Memref(_)) => Ok(()),
        (TypeKind::Dialect(_), RuntimeValue::Memref(_)) => Ok(()),
        (TypeKind::Dialect(_), RuntimeValue::Token | RuntimeValue::Future(_)) => Ok(()),
        (_, RuntimeValue::Tensor(tensor)) => {
            let expected = match quantised::quantisation(ty.element())? {
                Some(quantisation) => Some(quantisation.storage),
                None => plain_element(ty.element()),
            };
            let sizes = ty.shape().unwrap_or_default();
            let fits = |(declared, size): (&i64, &usize)| *declared == DYNAMIC || *declared == *size as i64;
            let same_shape = any_shape
                || matches!(ty.kind(), TypeKind::UnrankedTensor(_))
                || (sizes.len() == tensor.rank() && sizes.iter().zip(tensor.shape()).all(fits));
            if expected == Some(tensor.element()) && same_shape {
                return Ok(());
            }
            Err(format!("a value of type {} where its type says otherwise", tensor.describe()).into())
        }
        _ => Err("a value is not of its type".into()),
    }
}

/// The tensor of a constant attribute; resources are looked up in the module.
pub fn constant(ir: &Ir, attribute: &Attribute) -> Result<Tensor> {
    match attribute {
        Attribute::Dense(dense) => dense_tensor(dense),
        Attribute::DenseResource { name, ty } => {
            let entries = ir.resources.values().flatten();
            let text = entries.into_iter().find(|(key, _)| key == name).map(|(_, text)| text);
            let bytes = text.and_then(|text| resource_bytes(text)).ok_or("a resource without content")?;
            Ok(Tensor::from_bytes(stored_element(ty)?, &static_shape(ty)?, &bytes)?)
        }
        _ => Err("this form of constant is not evaluated".into()),
    }
}

fn stored_element(ty: &Type) -> Result<ElementType> {
    match quantised::quantisation(ty.element())? {
        Some(quantisation) => Ok(quantisation.storage),
        None => element_type(ty),
    }
}

/// The tensor of a dense constant.
pub fn dense_tensor(dense: &DenseElements) -> Result<Tensor> {
    let (element, shape) = (stored_element(dense.ty())?, static_shape(dense.ty())?);
    match dense.data() {
        DenseData::Splat(bytes) => Ok(Tensor::splat(&Tensor::from_bytes(element, &[], bytes)?, &shape)?),
        _ => {
            let bytes = dense.bytes(MAX_BYTES).ok_or("a constant is too large")?;
            Ok(Tensor::from_bytes(element, &shape, &bytes)?)
        }
    }
}

/// The bytes of a resource: hexadecimal digits, of which the first four bytes say how data is aligned.
fn resource_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim().trim_matches('"').strip_prefix("0x")?.as_bytes();
    let value = |digit: u8| (digit as char).to_digit(16).map(|digit| digit as u8);
    let bytes: Option<Vec<u8>> =
        digits.as_chunks::<2>().0.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect();
    Some(bytes?.get(4..)?.to_vec())
}
