//! `bench/workload.h` for Rust: the driver's memory as slices, and a workload's functions under the names that the driver
//! looks for.

use std::slice;

unsafe extern "C" {
    fn input(count: usize, low: f64, high: f64) -> *mut f64;
    fn shadow(input: *const f64) -> *mut f64;
    #[link_name = "uniform"]
    fn driver_uniform(low: f64, high: f64) -> f64;
}

/// Independent variables, which the driver owns and may change between calls.
#[derive(Clone, Copy)]
pub struct Input {
    values: *mut f64,
    count: usize,
}

impl Input {
    pub fn new(count: usize, low: f64, high: f64) -> Input {
        // SAFETY: the driver takes any numbers.
        Input { values: unsafe { input(count, low, high) }, count }
    }

    pub fn values(&self) -> &[f64] {
        // SAFETY: `input` has returned this many, which are never freed, and the driver changes them between calls only.
        unsafe { slice::from_raw_parts(self.values, self.count) }
    }

    /// The derivative's memory, cleared before each gradient.
    pub fn derivatives(&mut self) -> &mut [f64] {
        // SAFETY: there are as many as values, in memory of their own; each gradient asks for those of an input once.
        unsafe { slice::from_raw_parts_mut(shadow(self.values), self.count) }
    }
}

/// The same random numbers in every run.
#[allow(dead_code)]
pub fn uniform(low: f64, high: f64) -> f64 {
    // SAFETY: the driver takes any numbers.
    unsafe { driver_uniform(low, high) }
}

/// What the driver calls; it has one thread.
pub trait Workload: Sized {
    fn new(size: usize) -> Self;
    fn primal(&mut self) -> f64;
    fn gradient(&mut self);
}

/// Exports a workload.
#[macro_export]
macro_rules! export {
    ($workload:ty) => {
        thread_local! {
            static WORKLOAD: std::cell::RefCell<Option<$workload>> = const { std::cell::RefCell::new(None) };
        }

        fn with<T>(run: impl FnOnce(&mut $workload) -> T) -> T {
            WORKLOAD.with_borrow_mut(|workload| run(workload.as_mut().expect("the driver calls setup first")))
        }

        // SAFETY: no other function of these names is in the library.
        #[unsafe(no_mangle)]
        extern "C" fn setup(size: std::ffi::c_int) {
            WORKLOAD.set(Some(interface::Workload::new(size as usize)));
        }

        #[unsafe(no_mangle)]
        extern "C" fn primal() -> f64 {
            with(interface::Workload::primal)
        }

        #[unsafe(no_mangle)]
        extern "C" fn gradient() {
            with(interface::Workload::gradient);
        }
    };
}
