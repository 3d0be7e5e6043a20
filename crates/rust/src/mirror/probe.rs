//! Compares values of types of which the macro does not know whether they implement [`Mirror`].
//!
//! `(&&&&Probe::<T>::new()).guard(…)` is [`Compared`]'s method where `T` implements it, [`Numeric`]'s where it consists of numbers, and
//! [`Unknown`]'s everywhere else, because fewer references have to be removed to call the earlier ones.

use super::Mirror;
use super::described::Described;
use super::guard::Guard;
use super::shapes::Site;
use std::marker::PhantomData;
use std::ptr;

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

    /// Compares this many of both.
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

/// Of all others: what they consist of is in debug information, which the plugin hands on.
pub trait Unknown<T: ?Sized> {
    /// Compares both.
    ///
    /// # Safety
    ///
    /// They are valid as long as the guard is there; the shadow can be written if the site says so.
    #[inline]
    #[track_caller]
    unsafe fn guard(&self, site: Site, value: *const T, shadow: *mut T) -> Described {
        unsafe { Described::new(site, value, shadow) }
    }

    /// Compares this many of both.
    ///
    /// # Safety
    ///
    /// The same, for all of them.
    #[inline]
    #[track_caller]
    unsafe fn guard_slice(&self, site: Site, value: *const T, count: usize, shadow: *mut T) -> Described
    where
        T: Sized,
    {
        let (value, shadow) = (ptr::slice_from_raw_parts(value, count), ptr::slice_from_raw_parts_mut(shadow, count));
        unsafe { Described::new(site, value, shadow) }
    }
}

impl<T: ?Sized> Unknown<T> for &Probe<T> {}
