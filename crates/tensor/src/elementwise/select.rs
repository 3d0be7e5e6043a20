//! Choosing between elements, and keeping them between bounds.

use super::binary::{Binary, binary};
use crate::element::ElementType;
use crate::error::{Result, check};
use crate::parallel;
use crate::storage::Element;
use crate::tensor::{Tensor, check_same};

/// The elements of one tensor where a condition holds, of the other where it does not. The condition has the same shape
/// or is one boolean.
pub fn select(condition: &Tensor, on_true: &Tensor, on_false: &Tensor) -> Result<Tensor> {
    check!(condition.element() == ElementType::Bool, "the condition of a choice is {}", condition.describe());
    check_same(on_true, on_false, "choices")?;
    if condition.rank() == 0 {
        return Ok(if condition.to_bool()? { on_true.clone() } else { on_false.clone() });
    }
    let fits = condition.shape() == on_true.shape();
    check!(fits, "a condition of type {} does not choose for {}", condition.describe(), on_true.describe());
    let bits = condition.values::<u8>()?;
    fn choose<T: Element>(bits: &[u8], on_true: &[T], on_false: &Tensor) -> Result<crate::storage::Storage> {
        let on_false = on_false.values::<T>()?;
        Ok(T::store(parallel::tabulate(bits.len(), |i| if bits[i] != 0 { on_true[i] } else { on_false[i] })))
    }
    let storage = crate::storage::each_width!(on_true.storage(), values => choose(bits, values, on_false)?);
    Tensor::from_storage(on_true.element(), on_true.shape(), storage)
}

/// `min(max(x, low), high)`, with bounds of the same shape or of rank zero.
pub fn clamp(low: &Tensor, x: &Tensor, high: &Tensor) -> Result<Tensor> {
    let spread = |bound: &Tensor| match bound.rank() {
        0 => Tensor::splat(bound, x.shape()),
        _ => Ok(bound.clone()),
    };
    binary(Binary::Minimum, &binary(Binary::Maximum, x, &spread(low)?)?, &spread(high)?)
}
