//! Types of the language and of the standard library.
//!
//! Maps and queues are missing: where in their memory the entries lie is not to be learnt from outside; see [`described`](super::described).

use super::Mirror;
use super::shapes::{Mismatch, Outcome, Shapes};
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::Range;
use std::rc::{self, Rc};
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    AtomicUsize,
};
use std::sync::{self, Arc};

macro_rules! flat {
    ($($ty:ty: $numbers:literal)*) => { $(
        unsafe impl Mirror for $ty {
            const FLAT: bool = true;
            const NUMBERS: bool = $numbers;

            #[inline(always)]
            fn compare(&self, _: &Self, shapes: &mut Shapes) -> Outcome {
                if Self::NUMBERS { shapes.numbers() } else { Ok(()) }
            }
        }
    )* };
}

flat! {
    f32: true f64: true
    u8: false u16: false u32: false u64: false u128: false usize: false
    i8: false i16: false i32: false i64: false i128: false isize: false
    bool: false char: false (): false
    std::time::Duration: false std::time::Instant: false std::time::SystemTime: false std::any::TypeId: false
    AtomicBool: false AtomicU8: false AtomicU16: false AtomicU32: false AtomicU64: false AtomicUsize: false
    AtomicI8: false AtomicI16: false AtomicI32: false AtomicI64: false AtomicIsize: false
}

macro_rules! non_zero {
    ($($ty:ty)*) => { flat! { $(NonZero<$ty>: false)* } };
}

non_zero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

unsafe impl<T: ?Sized> Mirror for PhantomData<T> {
    const FLAT: bool = true;
    const NUMBERS: bool = false;

    #[inline(always)]
    fn compare(&self, _: &Self, _: &mut Shapes) -> Outcome {
        Ok(())
    }
}

/// Functions have no shadows: derivatives ask the value for its address.
macro_rules! functions {
    ($($argument:ident)*) => {
        unsafe impl<R, $($argument),*> Mirror for fn($($argument),*) -> R {
            const FLAT: bool = true;
            const NUMBERS: bool = false;

            #[inline(always)]
            fn compare(&self, _: &Self, _: &mut Shapes) -> Outcome {
                Ok(())
            }
        }
    };
}

functions!();
functions!(A);
functions!(A B);
functions!(A B C);
functions!(A B C D);

unsafe impl Mirror for Ordering {
    #[inline]
    fn compare(&self, shadow: &Self, _: &mut Shapes) -> Outcome {
        match self == shadow {
            true => Ok(()),
            false => Err(Mismatch::variant(&format!("{self:?}"), &format!("{shadow:?}"))),
        }
    }
}

/// Structs of others, by their fields.
macro_rules! structs {
    ($($name:ident { $($field:tt)+ })*) => { $(
        unsafe impl<T: Mirror> Mirror for $name<T> {
            const FLAT: bool = T::FLAT;
            const NUMBERS: bool = T::NUMBERS;

            #[inline]
            fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
                $(self.$field.compare(&shadow.$field, shapes).map_err(|mismatch| mismatch.in_field(stringify!($field)))?;)+
                Ok(())
            }

            unsafe fn abandon(this: *mut Self) -> bool {
                unsafe { $(T::abandon(&raw mut (*this).$field))&+ }
            }
        }
    )* };
}

structs! { Wrapping { 0 } Saturating { 0 } Reverse { 0 } Range { start end } }

/// All elements, if they have something to compare.
#[inline]
fn elements<T: Mirror>(values: &[T], shadows: &[T], shapes: &mut Shapes) -> Outcome {
    if T::FLAT {
        return if T::NUMBERS && !values.is_empty() { shapes.numbers() } else { Ok(()) };
    }
    for (index, (value, shadow)) in values.iter().zip(shadows).enumerate() {
        value.compare(shadow, shapes).map_err(|mismatch| mismatch.in_element(index))?;
    }
    Ok(())
}

/// All of them.
unsafe fn abandon_elements<T: Mirror>(first: *mut T, count: usize) -> bool {
    T::FLAT || (0..count).all(|index| unsafe { T::abandon(first.add(index)) })
}

unsafe impl<T: Mirror> Mirror for [T] {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        if self.len() != shadow.len() {
            return Err(Mismatch::length(self.len(), shadow.len()));
        }
        elements(self, shadow, shapes)
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { abandon_elements(this.cast::<T>(), this.len()) }
    }
}

unsafe impl<T: Mirror, const N: usize> Mirror for [T; N] {
    const FLAT: bool = T::FLAT;
    const NUMBERS: bool = T::NUMBERS;

    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        elements(self, shadow, shapes)
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { abandon_elements(this.cast::<T>(), N) }
    }
}

unsafe impl Mirror for str {
    #[inline]
    fn compare(&self, shadow: &Self, _: &mut Shapes) -> Outcome {
        if self.len() == shadow.len() { Ok(()) } else { Err(Mismatch::text(self.len(), shadow.len())) }
    }
}

unsafe impl<T: Mirror> Mirror for Vec<T> {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        shapes.length(self.len(), shadow.len(), T::FLAT)?;
        shapes.capacity(self.capacity(), shadow.capacity())?;
        if self.capacity() > 0 {
            shapes.memory(self.as_ptr().addr(), T::FLAT)?;
        }
        elements(self, shadow, shapes)
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { this.write(Vec::new()) };
        true
    }
}

unsafe impl Mirror for String {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        if self.len() != shadow.len() {
            return Err(Mismatch::text(self.len(), shadow.len()));
        }
        shapes.capacity(self.capacity(), shadow.capacity())?;
        if self.capacity() > 0 { shapes.memory(self.as_ptr().addr(), false) } else { Ok(()) }
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { this.write(String::new()) };
        true
    }
}

unsafe impl<T: Mirror + ?Sized> Mirror for Box<T> {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        shapes.memory((&raw const **self).addr(), false)?;
        (**self).compare(shadow, shapes)
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        is_thin::<T>() && unsafe { T::abandon(&raw mut **this) }
    }
}

/// A length beside the address may be that of other memory.
const fn is_thin<T: ?Sized>() -> bool {
    size_of::<*const T>() == size_of::<usize>()
}

unsafe impl<T: Mirror + ?Sized> Mirror for &T {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        shapes.lent(|shapes| (**self).compare(shadow, shapes))
    }
}

unsafe impl<T: Mirror + ?Sized> Mirror for &mut T {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        (**self).compare(shadow, shapes)
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        is_thin::<T>() && unsafe { T::abandon(&raw mut **this) }
    }
}

macro_rules! counted {
    ($($owner:ident $module:ident)*) => { $(
        unsafe impl<T: Mirror + ?Sized> Mirror for $owner<T> {
            fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
                let (value_at, shadow_at) = ($owner::as_ptr(self).addr(), $owner::as_ptr(shadow).addr());
                shapes.memory(value_at, false)?;
                let owners = $owner::strong_count(shadow);
                shapes.shared(value_at, shadow_at, Some(owners), |shapes| (**self).compare(shadow, shapes))
            }
        }

        unsafe impl<T: Mirror> Mirror for $module::Weak<T> {
            fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
                match (self.upgrade(), shadow.upgrade()) {
                    (Some(value), Some(other)) => {
                        let (value_at, shadow_at) = ($owner::as_ptr(&value).addr(), $owner::as_ptr(&other).addr());
                        shapes.shared(value_at, shadow_at, None, |shapes| (*value).compare(&*other, shapes))
                    }
                    (None, None) => Ok(()),
                    (Some(_), None) => Err(Mismatch::new("still there, its shadow is not".to_owned())),
                    (None, Some(_)) => Err(Mismatch::new("no longer there, its shadow is".to_owned())),
                }
            }
        }
    )* };
}

counted!(Rc rc Arc sync);

unsafe impl<T: Mirror> Mirror for Option<T> {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        match (self, shadow) {
            (Some(value), Some(shadow)) => value.compare(shadow, shapes),
            (None, None) => Ok(()),
            (Some(_), None) => Err(Mismatch::variant("Some", "None")),
            (None, Some(_)) => Err(Mismatch::variant("None", "Some")),
        }
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { this.write(None) };
        true
    }
}

unsafe impl<T: Mirror, E: Mirror> Mirror for Result<T, E> {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        match (self, shadow) {
            (Ok(value), Ok(shadow)) => value.compare(shadow, shapes),
            (Err(value), Err(shadow)) => value.compare(shadow, shapes),
            (Ok(_), Err(_)) => Err(Mismatch::variant("Ok", "Err")),
            (Err(_), Ok(_)) => Err(Mismatch::variant("Err", "Ok")),
        }
    }
}

unsafe impl<T: Mirror + Copy> Mirror for Cell<T> {
    #[inline]
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        if (T::NUMBERS || !T::FLAT) && std::ptr::eq(self, shadow) {
            return Err(Mismatch::new("its shadow is the cell itself".to_owned()));
        }
        shapes.in_cell(|shapes| self.get().compare(&shadow.get(), shapes))
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { T::abandon((*this).as_ptr()) }
    }
}

unsafe impl<T: Mirror + ?Sized> Mirror for RefCell<T> {
    fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
        let borrowed = |what: &str| Mismatch::new(format!("{what} is borrowed while the derivative runs"));
        let value = self.try_borrow().map_err(|_| borrowed("this cell"))?;
        let shadow = shadow.try_borrow_mut().map_err(|_| borrowed("the cell of its shadow"))?;
        shapes.in_cell(|shapes| (*value).compare(&*shadow, shapes))
    }

    unsafe fn abandon(this: *mut Self) -> bool {
        unsafe { T::abandon((*this).as_ptr()) }
    }
}

macro_rules! tuples {
    ($($name:ident $index:tt)+) => {
        unsafe impl<$($name: Mirror),+> Mirror for ($($name,)+) {
            const FLAT: bool = $($name::FLAT)&&+;
            const NUMBERS: bool = $($name::NUMBERS)||+;

            #[inline]
            fn compare(&self, shadow: &Self, shapes: &mut Shapes) -> Outcome {
                $(self.$index.compare(&shadow.$index, shapes).map_err(|mismatch| mismatch.in_field(stringify!($index)))?;)+
                Ok(())
            }

            unsafe fn abandon(this: *mut Self) -> bool {
                unsafe { $($name::abandon(&raw mut (*this).$index))&+ }
            }
        }
    };
}

tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
