//! Threads that a differentiated function may start: `spawn` and `scope` of `std::thread`, with the same names and types.
//!
//! In a program they are those of the standard library. A derivative runs what a thread would run where it is started, on the
//! thread that calls it: one of the orders in which threads may run, unless they wait for something that happens later. A
//! panic of such a thread leaves the derivative there.
//!
//! ```ignore
//! use zymase::thread;
//!
//! #[autodiff_reverse(d_total, Duplicated, Active)]
//! fn total(x: &[f64]) -> f64 {
//!     let (left, right) = x.split_at(x.len() / 2);
//!     thread::scope(|scope| {
//!         let other = scope.spawn(|| left.iter().map(|x| x * x).sum::<f64>());
//!         right.iter().sum::<f64>() + other.join().unwrap()
//!     })
//! }
//! ```

use std::mem::{ManuallyDrop, MaybeUninit};
pub use std::thread::Result;

/// The plugin answers what reads this: 1 in derivatives, 0 elsewhere.
#[allow(non_upper_case_globals)]
#[unsafe(no_mangle)]
static __zymase_one_thread_of_crate: u8 = 0;

/// Is this a derivative, which runs on one thread?
#[inline(always)]
fn on_one_thread() -> bool {
    // SAFETY: it is the address of a static.
    unsafe { std::ptr::read_volatile(&raw const __zymase_one_thread_of_crate) != 0 }
}

/// What a thread has returned, or the handle of one that runs.
///
/// Which of the two it is follows from where it is: nothing is dropped or taken but by who asks that first.
union State<H, T> {
    running: ManuallyDrop<H>,
    returned: ManuallyDrop<T>,
}

/// One of the two, with what drops the right one.
struct Either<H, T> {
    state: State<H, T>,
}

impl<H, T> Either<H, T> {
    fn running(handle: H) -> Self {
        Either { state: State { running: ManuallyDrop::new(handle) } }
    }

    fn returned(value: T) -> Self {
        Either { state: State { returned: ManuallyDrop::new(value) } }
    }

    /// What was returned.
    ///
    /// # Safety
    /// This is a derivative.
    unsafe fn into_returned(self) -> T {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: a derivative makes no threads; `this` is not dropped.
        unsafe { ManuallyDrop::take(&mut this.state.returned) }
    }

    /// The handle.
    ///
    /// # Safety
    /// This is no derivative.
    unsafe fn into_running(self) -> H {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: nothing but a derivative makes values; `this` is not dropped.
        unsafe { ManuallyDrop::take(&mut this.state.running) }
    }
}

impl<H, T> Drop for Either<H, T> {
    fn drop(&mut self) {
        // SAFETY: a derivative makes no threads, and nothing else makes values.
        unsafe {
            if on_one_thread() {
                ManuallyDrop::drop(&mut self.state.returned);
            } else {
                ManuallyDrop::drop(&mut self.state.running);
            }
        }
    }
}

/// A thread that can be waited for: [`std::thread::JoinHandle`].
pub struct JoinHandle<T>(Either<std::thread::JoinHandle<T>, T>);

impl<T> JoinHandle<T> {
    /// Waits for the thread; what it has returned, or the panic that has ended it.
    ///
    /// # Errors
    /// Where the thread has panicked.
    pub fn join(self) -> Result<T> {
        if on_one_thread() {
            // SAFETY: it was asked.
            return Ok(unsafe { self.0.into_returned() });
        }
        // SAFETY: as above.
        unsafe { self.0.into_running() }.join()
    }
}

/// Starts a thread: [`std::thread::spawn`].
pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    if on_one_thread() {
        return JoinHandle(Either::returned(f()));
    }
    JoinHandle(Either::running(std::thread::spawn(f)))
}

/// What starts threads that end before it does: [`std::thread::Scope`].
#[repr(transparent)]
pub struct Scope<'scope, 'env: 'scope>(std::thread::Scope<'scope, 'env>);

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Starts a thread that may borrow what is outside of the scope.
    pub fn spawn<F, T>(&'scope self, f: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        if on_one_thread() {
            return ScopedJoinHandle(Either::returned(f()));
        }
        ScopedJoinHandle(Either::running(self.0.spawn(f)))
    }
}

/// Starts threads that may borrow, and waits for all of them: [`std::thread::scope`].
pub fn scope<'env, F, T>(f: F) -> T
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    if on_one_thread() {
        let scope = MaybeUninit::<Scope<'_, 'env>>::uninit();
        // SAFETY: nothing of it is looked at: `spawn` asks the same question first.
        return f(unsafe { &*scope.as_ptr() });
    }
    // SAFETY: the one is the other.
    std::thread::scope(|threads| f(unsafe { &*std::ptr::from_ref(threads).cast::<Scope<'_, 'env>>() }))
}

/// A thread of a scope: [`std::thread::ScopedJoinHandle`].
pub struct ScopedJoinHandle<'scope, T>(Either<std::thread::ScopedJoinHandle<'scope, T>, T>);

impl<T> ScopedJoinHandle<'_, T> {
    /// Waits for the thread; what it has returned, or the panic that has ended it.
    ///
    /// # Errors
    /// Where the thread has panicked.
    pub fn join(self) -> Result<T> {
        if on_one_thread() {
            // SAFETY: it was asked.
            return Ok(unsafe { self.0.into_returned() });
        }
        // SAFETY: as above.
        unsafe { self.0.into_running() }.join()
    }
}
