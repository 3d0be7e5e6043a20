//! Arrays, matrices and complex numbers of the crates ndarray, nalgebra and num-complex.

use super::Mirror;
#[cfg(any(feature = "nalgebra", feature = "ndarray"))]
use super::shapes::Mismatch;
use super::shapes::{Outcome, Shapes};
#[cfg(any(feature = "nalgebra", feature = "ndarray"))]
use std::fmt::Debug;

#[cfg(any(feature = "nalgebra", feature = "ndarray"))]
#[cold]
fn sizes(value: impl Debug, shadow: impl Debug) -> Box<Mismatch> {
    Mismatch::new(format!("of shape {value:?}, its shadow {shadow:?}"))
}

/// All elements, those of both in the same order.
#[cfg(feature = "ndarray")]
fn elements<'a, T: Mirror + 'a>(
    values: impl Iterator<Item = &'a T>,
    shadows: impl Iterator<Item = &'a T>,
    shapes: &mut Shapes,
) -> Outcome {
    if T::FLAT {
        return if T::NUMBERS { shapes.numbers() } else { Ok(()) };
    }
    for (index, (value, shadow)) in values.zip(shadows).enumerate() {
        value.compare(shadow, shapes).map_err(|mismatch| mismatch.in_element(index))?;
    }
    Ok(())
}

#[cfg(feature = "ndarray")]
unsafe impl<T: Mirror, D: ndarray::Dimension> Mirror for ndarray::Array<T, D> {
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        if self.shape() != shadow.shape() {
            return Err(sizes(self.shape(), shadow.shape()));
        }
        if self.strides() != shadow.strides() {
            return Err(Mismatch::new(format!(
                "with strides {:?}, its shadow has {:?}",
                self.strides(),
                shadow.strides()
            )));
        }
        // How much memory there is behind the elements is not known, so nothing may be added.
        shapes.memory(self.as_ptr().addr(), false)?;
        elements(self.iter(), shadow.iter(), shapes)
    }
}

#[cfg(feature = "nalgebra")]
unsafe impl<T: Mirror, R: nalgebra::Dim, C: nalgebra::Dim> Mirror
    for nalgebra::Matrix<T, R, C, nalgebra::VecStorage<T, R, C>>
where
    nalgebra::VecStorage<T, R, C>: nalgebra::RawStorage<T, R, C>,
{
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        if self.shape() != shadow.shape() {
            return Err(sizes(self.shape(), shadow.shape()));
        }
        self.data.as_vec().compare(shadow.data.as_vec(), shapes)
    }
}

#[cfg(feature = "nalgebra")]
unsafe impl<T: Mirror, const R: usize, const C: usize> Mirror for nalgebra::SMatrix<T, R, C> {
    const FLAT: bool = T::FLAT;
    const NUMBERS: bool = T::NUMBERS;

    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        self.data.0.compare(&shadow.data.0, shapes)
    }
}

#[cfg(feature = "num-complex")]
unsafe impl<T: Mirror> Mirror for num_complex::Complex<T> {
    const FLAT: bool = T::FLAT;
    const NUMBERS: bool = T::NUMBERS;

    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        self.re.compare(&shadow.re, shapes)?;
        self.im.compare(&shadow.im, shapes)
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { T::abandon(&raw mut (*this).re) & T::abandon(&raw mut (*this).im) }
    }
}
