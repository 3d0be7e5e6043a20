//! What generated code calls. Nothing here is for anybody else.
//!
//! The plugin recognises the calls by the names of external functions, and in their arguments the addresses of the
//! [`markers`]. Without the plugin these functions do not exist, and the message of the linker is their name.

use std::ffi::c_void;
use std::mem;
use std::ptr::NonNull;

unsafe extern "C-unwind" {
    /// Reverse mode.
    #[link_name = "__enzyme_autodiff (the plugin makes derivatives: build this program with `cargo zymase` instead of `cargo`)"]
    pub fn reverse(function: *const c_void, ...);

    /// Forward mode.
    #[link_name = "__enzyme_fwddiff (the plugin makes derivatives: build this program with `cargo zymase` instead of `cargo`)"]
    pub fn forward(function: *const c_void, ...);
}

/// What checks are made of.
#[cfg(any(test, zymase_check))]
pub mod checker {
    pub use crate::check::{Call, Entry, Known, Parameter, Probe, Subject, Unknown, register, run};
}

/// What compares shadows with what they belong to.
pub mod mirror {
    pub use crate::mirror::{Compared, Numeric, Probe, Site, Unknown};
}

/// The plugin knows these by their names; only their addresses are used.
#[allow(non_upper_case_globals)]
pub mod markers {
    macro_rules! markers {
        ($($name:ident)*) => { $(#[unsafe(no_mangle)] pub static $name: u8 = 0;)* };
    }
    markers! {
        enzyme_const enzyme_dup enzyme_dupnoneed enzyme_dupv enzyme_dupnoneedv enzyme_width enzyme_nofree zymase_discard
    }
}

/// Functions the plugin differentiates: closures without captures, which take what C can pass.
pub trait Flat<Parameters> {
    /// The address of a function of C's that does what the closure does.
    const ADDRESS: *const c_void;
}

/// The address of the function that the closure is.
#[inline(always)]
pub fn function<Parameters, F: Flat<Parameters>>(_: &F) -> *const c_void {
    F::ADDRESS
}

/// A closure that captures nothing, out of nothing.
#[inline(always)]
fn conjure<F>() -> F {
    const { assert!(mem::size_of::<F>() == 0, "the closure captures something") };
    // There is nothing to read.
    unsafe { NonNull::<F>::dangling().read() }
}

macro_rules! flat {
    ($($parameter:ident)*) => {
        impl<F: Fn($($parameter),*), $($parameter),*> Flat<($($parameter,)*)> for F {
            const ADDRESS: *const c_void = {
                #[allow(non_snake_case, clippy::too_many_arguments, improper_ctypes_definitions)]
                extern "C-unwind" fn run<F: Fn($($parameter),*), $($parameter),*>($($parameter: $parameter),*) {
                    conjure::<F>()($($parameter),*)
                }
                run::<F, $($parameter),*> as *const c_void
            };
        }
    };
}

macro_rules! flats {
    ($first:ident $($rest:ident)*) => { flat!($first $($rest)*); flats!($($rest)*); };
    () => { flat!(); };
}

flats!(A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27 A28 A29 A30 A31 A32);

/// The slice that was passed as the address of its first element and a length.
///
/// # Safety
///
/// It was.
#[inline(always)]
pub unsafe fn slice<T>(first: &[T; 0], length: usize) -> &[T] {
    unsafe { std::slice::from_raw_parts(first.as_ptr(), length) }
}

/// The same for one that may be changed.
///
/// # Safety
///
/// It was passed so.
#[inline(always)]
pub unsafe fn slice_mut<T>(first: &mut [T; 0], length: usize) -> &mut [T] {
    unsafe { std::slice::from_raw_parts_mut(first.as_mut_ptr(), length) }
}

/// The address that a thin reference or pointer holds.
#[inline(always)]
pub fn address<P>(pointer: &P) -> *const c_void {
    const { require_thin::<P>() };
    // It has the size of one, and it is a reference or a pointer.
    unsafe { std::ptr::from_ref(pointer).cast::<*const c_void>().read() }
}

/// A reference or pointer must be one address.
pub const fn require_thin<P>() {
    assert!(
        mem::size_of::<P>() == mem::size_of::<usize>(),
        "the type behind this reference has no size of its own: write a slice as `&[T]` and a trait object as `&dyn Trait` in the signature"
    );
}

/// The type of a result must have derivatives of its own type.
pub const fn require_active<T: crate::Active>() {}

/// A value that may be passed with a tangent beside it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` owns something, so it cannot be passed by value with its tangent",
    label = "not `Copy`",
    note = "take a reference to it, or write `Const` if it has no derivative"
)]
pub trait Plain {}

impl<T: Copy> Plain for T {}

/// A value with a tangent must own nothing.
pub const fn require_plain<T: Plain>() {}

/// A shadow must have as many elements as what it belongs to, in each lane.
#[inline(always)]
#[track_caller]
pub fn check_length(name: &str, length: usize, lanes: usize, shadow: usize) {
    if length.wrapping_mul(lanes) != shadow {
        wrong_length(name, length, lanes, shadow);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_length(name: &str, length: usize, lanes: usize, shadow: usize) -> ! {
    let wanted = length * lanes;
    panic!(
        "the derivative of `{name}` must have {wanted} elements, as many as `{name}` has, in {lanes} lanes; it has {shadow}"
    )
}
