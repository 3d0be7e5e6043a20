//! Compares values of types of which the macro does not know whether they implement [`Mirror`].
//!
//! `(&&&&Probe::<T>::new()).guard(…)` is [`Compared`]'s method where `T` implements it, [`Numeric`]'s where it consists of numbers, and
//! [`Unknown`]'s everywhere else, because fewer references have to be removed to call the earlier ones.

use super::{Guard, Mirror, Mismatch};
use std::marker::PhantomData;
use std::{mem, ptr};

/// Which shadow is compared.
#[derive(Clone, Copy)]
pub struct Site {
    pub name: &'static str,
    /// Among several shadows.
    pub lane: Option<usize>,
    pub is_reverse: bool,
    /// May the function change the value?
    pub is_mutable: bool,
    /// May the shadow be changed?
    pub is_mutable_shadow: bool,
}

impl Site {
    #[cold]
    pub(super) fn describe(&self, mismatch: &Mismatch) -> String {
        let text = mismatch.describe(self.name);
        match self.lane {
            Some(lane) => format!("{text} (lane {lane})"),
            None => text,
        }
    }
}

/// Stands for a type.
pub struct Probe<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Probe<T> {
    #[allow(clippy::new_without_default)]
    #[inline(always)]
    pub fn new() -> Probe<T> {
        Probe(PhantomData)
    }
}

/// Of types that can be compared.
pub trait Compared<T: Mirror + ?Sized> {
    /// Compares both.
    ///
    /// # Safety
    ///
    /// They are valid as long as the guard is there; the shadow can be written if the site says so.
    unsafe fn guard(&self, site: Site, value: *const T, shadow: *mut T) -> Guard<T>;

    /// Compares so many of both.
    ///
    /// # Safety
    ///
    /// The same, for all of them.
    unsafe fn guard_slice(&self, site: Site, value: *const T, count: usize, shadow: *mut T) -> Guard<[T]>
    where
        T: Sized;
}

impl<T: Mirror + ?Sized> Compared<T> for &&&Probe<T> {
    #[inline]
    #[track_caller]
    unsafe fn guard(&self, site: Site, value: *const T, shadow: *mut T) -> Guard<T> {
        unsafe { Guard::new(site, value, shadow) }
    }

    #[inline]
    #[track_caller]
    unsafe fn guard_slice(&self, site: Site, value: *const T, count: usize, shadow: *mut T) -> Guard<[T]>
    where
        T: Sized,
    {
        let (value, shadow) = (ptr::slice_from_raw_parts(value, count), ptr::slice_from_raw_parts_mut(shadow, count));
        if T::FLAT { Guard::none(site, value, shadow) } else { unsafe { Guard::new(site, value, shadow) } }
    }
}

/// Of types that consist of numbers.
pub trait Numeric<T> {
    /// There is nothing to compare.
    ///
    /// # Safety
    ///
    /// Anything will do.
    #[inline(always)]
    unsafe fn guard(&self, _: Site, _: *const T, _: *mut T) -> Nothing {
        Nothing
    }

    /// The same.
    ///
    /// # Safety
    ///
    /// Anything will do.
    #[inline(always)]
    unsafe fn guard_slice(&self, _: Site, _: *const T, _: usize, _: *mut T) -> Nothing {
        Nothing
    }
}

/// Nothing was compared.
pub struct Nothing;

impl<T: crate::Active> Numeric<T> for &&Probe<T> {}

/// Of all others: those that own memory are refused when the program is compiled, and so are those that borrow it. What is
/// left is taken for plain data; if it is an enumeration, variants must agree.
pub trait Unknown<T: 'static> {
    /// Compares variants.
    ///
    /// # Safety
    ///
    /// They are valid.
    #[inline(always)]
    #[track_caller]
    unsafe fn guard(&self, site: Site, value: *const T, shadow: *mut T) -> Nothing {
        unsafe { self.guard_slice(site, value, 1, shadow) }
    }

    /// The same for so many.
    ///
    /// # Safety
    ///
    /// They are valid.
    #[inline(always)]
    #[track_caller]
    unsafe fn guard_slice(&self, site: Site, value: *const T, count: usize, shadow: *mut T) -> Nothing {
        const { require_plain_data::<T>() };
        let variant = |of: *const T, index| unsafe { mem::discriminant(&*of.add(index)) };
        if (0..count).any(|index| variant(value, index) != variant(shadow, index)) {
            let mismatch = Mismatch::new("another variant than its shadow".to_owned());
            panic!("{}", site.describe(&mismatch));
        }
        Nothing
    }
}

impl<T: 'static> Unknown<T> for &Probe<T> {}

/// Of what has no size.
pub trait Unsized<T: ?Sized> {
    /// Refused.
    ///
    /// # Safety
    ///
    /// Anything will do.
    unsafe fn guard(&self, _: Site, _: *const T, _: *mut T) -> Nothing {
        const { require_plain_data::<T>() };
        Nothing
    }
}

impl<T: ?Sized> Unsized<T> for Probe<T> {}

/// What is not known must own nothing.
const fn require_plain_data<T: ?Sized>() {
    assert!(
        !mem::needs_drop::<T>(),
        "the shadow of this type cannot be compared with its value, and it owns memory: derive `zymase::Mirror` for it (a type \
         parameter needs the bound `zymase::Mirror`, a trait object cannot be compared), or write `unsafe` before the name of the derivative and see to it that \
         shadows have the shape of their values"
    );
}
