//! Values whose derivative is a value of the same type.

/// A value that consists of floating-point numbers alone: its derivative is a value of the same type.
///
/// # Safety
///
/// The type holds nothing but numbers (`f32`, `f64`): no padding, no integers, no references.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derivative that is a value of the same type",
    label = "not a floating-point number, or an array or tuple of them",
    note = "write `Const` if it has no derivative; pass what is behind a reference as `Duplicated`"
)]
pub unsafe trait Active: Copy {
    /// No derivative.
    const ZERO: Self;
}

unsafe impl Active for f32 {
    const ZERO: f32 = 0.0;
}

unsafe impl Active for f64 {
    const ZERO: f64 = 0.0;
}

unsafe impl<T: Active, const N: usize> Active for [T; N] {
    const ZERO: [T; N] = [T::ZERO; N];
}

macro_rules! tuples {
    ($($name:ident)+) => {
        unsafe impl<T: Active> Active for ($(tuples!(@ $name T),)+) {
            const ZERO: Self = ($(tuples!(@ $name T::ZERO),)+);
        }
    };
    (@ $name:ident $($it:tt)+) => { $($it)+ };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
