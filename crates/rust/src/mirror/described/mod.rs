//! Compares values of types that do not implement [`Mirror`](super::Mirror), by what the plugin writes down about them.
//!
//! Debug information says where in a value the numbers, addresses and tags are. The plugin makes a constant of it
//! ([`format`]), which is walked here for a value and its shadow at once. Derivatives of derivatives see the functions [`begin`] and
//! [`end`], and nothing of what they do.
//!
//! - `abandon`: makes shadows hold on to nothing, where what they lead to may be gone;
//! - `compare`: values and what they are made of;
//! - `containers`: containers of the standard library, by where they keep what.

mod abandon;
mod compare;
mod containers;
#[allow(dead_code)] // What only the plugin names.
mod format;

use super::shapes::{Mismatch, Outcome, Shapes, Site};
use format::Description;
use std::any::TypeId;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::{mem, ptr};

unsafe extern "C" {
    /// Becomes the address of what describes the argument of the generic function that calls it.
    #[link_name = "__zymase_describe (the plugin describes types: build this program with `cargo zymase` instead of `cargo`)"]
    fn describe(id: *const c_void) -> *const Description;
}

/// The description of a pointer, and so of what is behind it.
///
/// The function is told from those of other types by the identity of its own, or compilers would make one of all of them.
#[inline(never)]
fn description<P>() -> *const Description {
    let id = identity::<P>();
    unsafe { describe((&raw const id).cast()) }
}

/// Of a type that may borrow something.
fn identity<T: ?Sized>() -> TypeId {
    trait Identified {
        fn identity(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T: ?Sized> Identified for PhantomData<T> {
        fn identity(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let stand_in = PhantomData::<T>;
    // Only the type is asked for, which has no lifetimes when the program runs.
    let forever = unsafe { mem::transmute::<&dyn Identified, &(dyn Identified + 'static)>(&stand_in) };
    forever.identity()
}

/// A shadow that was compared. What the function changed is looked for when this is dropped.
#[must_use]
pub struct Described {
    /// Null where nothing can have changed.
    comparison: *mut Comparison,
}

impl Described {
    /// Compares what is behind both pointers, and panics if it differs.
    ///
    /// # Safety
    ///
    /// They are valid as long as this is there; the shadow can be written if the function may change the value.
    #[inline]
    #[track_caller]
    pub(super) unsafe fn new<T: ?Sized>(site: Site, value: *const T, shadow: *mut T) -> Described {
        let description = description::<*const T>();
        // What is known when the program is compiled: nothing more is left of this then.
        if unsafe { Walk::of(description).leads_to_flat() } {
            return Described { comparison: ptr::null_mut() };
        }
        let comparison = unsafe { begin(site, description, words(value), words(shadow)) };
        Described { comparison }
    }
}

impl Drop for Described {
    #[inline]
    fn drop(&mut self) {
        if !self.comparison.is_null() {
            unsafe { end(self.comparison) };
        }
    }
}

/// The one or two words of a pointer.
type Pointer = [*mut u8; 2];

/// Those of this one.
#[inline(always)]
fn words<T: ?Sized>(pointer: *const T) -> Pointer {
    let mut words = [ptr::null_mut(); 2];
    const { assert!(size_of::<*const T>() <= size_of::<Pointer>()) };
    // Pointers have one word or two.
    unsafe { ptr::from_mut(&mut words).cast::<*const T>().write(pointer) };
    words
}

/// A value, its shadow, and what they were like before the derivative ran.
struct Comparison {
    site: Site,
    description: *const Description,
    value: Pointer,
    shadow: Pointer,
    before: Shapes,
}

/// Compares both. What is returned is not null if it has to be done again.
#[inline(never)]
#[track_caller]
unsafe fn begin(site: Site, description: *const Description, value: Pointer, shadow: Pointer) -> *mut Comparison {
    let mut shapes = Shapes::new(site.is_reverse, site.is_mutable);
    let outcome = unsafe { Walk::of(description).compare_pointers(&value, &shadow, &mut shapes) };
    if let Err(mismatch) = outcome.and_then(|()| shapes.finish()) {
        panic!("{}", site.describe(&mismatch));
    }
    if !site.is_mutable && shapes.buffers.is_empty() {
        return ptr::null_mut();
    }
    Box::into_raw(Box::new(Comparison { site, description, value, shadow, before: shapes }))
}

/// Compares both again, after the derivative has run.
#[inline(never)]
unsafe fn end(comparison: *mut Comparison) {
    let Comparison { site, description, value, shadow, before } = *unsafe { Box::from_raw(comparison) };
    let mut shapes = before.afterwards(&site);
    let walk = unsafe { Walk::of(description) };
    let Err(mismatch) = (unsafe { walk.compare_pointers(&value, &shadow, &mut shapes) }) else { return };
    let is_safe = site.is_mutable_shadow && unsafe { walk.abandon_behind(&shadow) };
    super::guard::end_with(&site.describe(&mismatch), is_safe);
}

/// Reads a description.
#[derive(Clone, Copy)]
struct Walk {
    description: &'static Description,
}

impl Walk {
    /// # Safety
    ///
    /// The plugin made it.
    #[inline(always)]
    unsafe fn of(description: *const Description) -> Walk {
        Walk { description: unsafe { &*description } }
    }

    #[inline(always)]
    fn word(self, at: u64) -> u64 {
        unsafe { self.description.words.add(at as usize).read() }
    }

    fn name(self, at: u64) -> &'static str {
        let word = self.word(at);
        let (from, length) = ((word >> 32) as usize, (word & u64::from(u32::MAX)) as usize);
        unsafe { str::from_utf8_unchecked(std::slice::from_raw_parts(self.description.names.add(from), length)) }
    }

    fn table(self, number: u64) -> *const () {
        unsafe { self.description.tables.add(number as usize).read() }
    }

    #[inline(always)]
    fn kind(self, of: u64) -> u64 {
        self.word(of)
    }

    #[inline(always)]
    fn is_flat(self, of: u64) -> bool {
        self.word(of + 1) & format::flags::FLAT != 0
    }

    #[inline(always)]
    fn has_numbers(self, of: u64) -> bool {
        self.word(of + 1) & format::flags::NUMBERS != 0
    }

    fn size(self, of: u64) -> usize {
        self.word(of + 2) as usize
    }

    /// Does the pointer that is described lead to a value in which nothing is to be compared?
    #[inline(always)]
    fn leads_to_flat(self) -> bool {
        let root = self.description.root;
        self.kind(root) == format::kind::POINTER
            && match self.word(root + 4) {
                format::pointee::VALUE => self.is_flat(self.word(root + 5)),
                format::pointee::SLICE => self.is_flat(self.word(root + 6)),
                _ => false,
            }
    }

    /// Compares what the described pointers lead to.
    unsafe fn compare_pointers(self, value: &Pointer, shadow: &Pointer, shapes: &mut Shapes) -> Outcome {
        let (value, shadow) = (ptr::from_ref(value).cast(), ptr::from_ref(shadow).cast());
        unsafe { self.compare(self.description.root, value, shadow, shapes) }
    }
}

/// What cannot be compared.
#[cold]
fn opaque(what: &str) -> Box<Mismatch> {
    Mismatch::new(format!(
        "what is behind `{what}` is not known, so its shadow cannot be compared with it; implement `zymase::Mirror` for the type \
         around it, or write `unsafe` before the name of the derivative and see to it that shadows have the shape of their values"
    ))
}
