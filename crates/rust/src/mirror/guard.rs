//! Compares a shadow with its value before a derivative runs, and again when it has run.

use super::Mirror;
use super::shapes::{Outcome, Shapes, Site};

/// A shadow that was compared. What the function changed is looked for when this is dropped.
#[must_use]
pub struct Guard<T: Mirror + ?Sized> {
    site: Site,
    value: *const T,
    shadow: *mut T,
    /// None where nothing can have changed.
    before: Option<Shapes>,
}

impl<T: Mirror + ?Sized> Guard<T> {
    /// Compares both, and panics if they differ.
    ///
    /// # Safety
    ///
    /// They are valid as long as this is there; the shadow can be written if the function may change the value.
    #[inline]
    #[track_caller]
    pub(super) unsafe fn new(site: Site, value: *const T, shadow: *mut T) -> Guard<T> {
        if T::FLAT {
            return Guard { site, value, shadow, before: None };
        }
        let mut shapes = Shapes::new(site.is_reverse, site.is_mutable);
        let outcome = unsafe { compare(&*value, &*shadow, &mut shapes) };
        if let Err(mismatch) = outcome {
            panic!("{}", site.describe(&mismatch));
        }
        let may_change = site.is_mutable || !shapes.buffers.is_empty();
        Guard { site, value, shadow, before: may_change.then_some(shapes) }
    }

    /// Nothing is compared.
    pub(super) fn none(site: Site, value: *const T, shadow: *mut T) -> Guard<T> {
        Guard { site, value, shadow, before: None }
    }
}

#[inline]
fn compare<T: Mirror + ?Sized>(value: &T, shadow: &T, shapes: &mut Shapes) -> Outcome {
    value.compare(shadow, shapes)?;
    shapes.finish()
}

impl<T: Mirror + ?Sized> Drop for Guard<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            self.compare_again(before);
        }
    }
}

impl<T: Mirror + ?Sized> Guard<T> {
    #[inline(never)]
    fn compare_again(&self, before: Shapes) {
        let mut shapes = before.afterwards(&self.site);
        let Err(mismatch) = (unsafe { (*self.value).compare(&*self.shadow, &mut shapes) }) else { return };
        let text = self.site.describe(&mismatch);
        // What the shadow leads to may be gone, so nobody may find it there.
        let is_safe = self.site.is_mutable_shadow && unsafe { T::abandon(self.shadow) };
        end_with(&text, is_safe);
    }
}

/// Panics with the text. Where that would not be safe, because the shadow leads to what is gone, the program ends.
#[cold]
pub(super) fn end_with(text: &str, is_safe: bool) {
    if !is_safe {
        eprintln!("zymase: {text}");
        std::process::abort();
    }
    if !std::thread::panicking() {
        panic!("{text}");
    }
}
